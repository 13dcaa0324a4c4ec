//! Runs one named entry point many times, for instruction counts and timings:
//! `probe NAME ITERATIONS` prints the seconds taken and a checksum.

use chupai_core::batch::{CHUNK, Job, Stats, run};
use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{AuctionKind, Hand, Move, Rules, Setup, State, Switches};
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// The published profiles and the default, by name.
fn profile(name: &str) -> Switches {
    let standard = Switches::default();
    match name {
        "standard" => standard,
        "call-and-rob" => Switches { auction: AuctionKind::Rob, ..standard },
        "rlcard" => Switches { auction: AuctionKind::Fixed, wing_extends_chain: false, ..standard },
        "douzero" => Switches {
            auction: AuctionKind::Fixed,
            wing_repeat: 4,
            wing_both_jokers: true,
            kicker_both_jokers: true,
            ..standard
        },
        "openspiel" => Switches {
            repass_again: true,
            void_on_all_pass: true,
            four_with_two: false,
            ..standard
        },
        _ => panic!("no profile is called {name}"),
    }
}

const INPUTS: usize = 400_000;

/// Twenty-card hands, as a landlord has them.
fn leads(rules: &Rules) -> Vec<(Hand, Option<Move>)> {
    (0..INPUTS as u64)
        .map(|i| {
            let rng = Rng::stream(1, Domain::Deal, 0, i);
            let state = State::deal(rules, &Setup::default(), rng).expect("sound rules");
            (state.hand(0).plus(state.bottom()).expect("one pack"), None)
        })
        .collect()
}

/// Seventeen-card hands that answer a random lead of the player before.
fn follows(rules: &Rules) -> Vec<(Hand, Option<Move>)> {
    (0..INPUTS as u64)
        .map(|i| {
            let rng = Rng::stream(1, Domain::Deal, 0, i);
            let mut draw = Rng::stream(1, Domain::Play, 0, i);
            let state = State::deal(rules, &Setup::default(), rng).expect("sound rules");
            let lead = state.hand(0).plus(state.bottom()).expect("one pack");
            (state.hand(1), Some(rules.sample(lead, None, &mut draw)))
        })
        .collect()
}

fn main() {
    let args: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let (Some(name), Some(n)) = (args.get(1), args.get(2).and_then(|n| n.parse::<u64>().ok()))
    else {
        return;
    };
    let (what, profile_name) = name.split_once(':').unwrap_or((name, "standard"));
    let portable = std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable");
    let rules = Rules::new(profile(profile_name), Cpu::detect(portable)).expect("sound rules");
    let rules = &rules;
    let mut sum = 0u64;
    let mut timed = |inputs: &[(Hand, Option<Move>)],
                     f: &mut dyn FnMut(Hand, Option<Move>) -> u64| {
        let start = Instant::now();
        for i in 0..n as usize {
            let (hand, to_beat) = black_box(inputs[i % inputs.len()]);
            sum = sum.wrapping_add(f(hand, to_beat));
        }
        start.elapsed()
    };
    let mut out = Vec::new();
    let mut rng = Rng::stream(2, Domain::Play, 0, 0);
    let mut list = |hand, to_beat| {
        rules.list(hand, to_beat, &mut out);
        black_box(&out).len() as u64
    };
    let mut count = |hand, to_beat| u64::from(rules.count(hand, to_beat));
    let mut sample = |hand, to_beat| rules.sample(hand, to_beat, &mut rng).cards.0;
    let time = match what {
        "list_lead" => timed(&leads(rules), &mut list),
        "list_follow" => timed(&follows(rules), &mut list),
        "count_lead" => timed(&leads(rules), &mut count),
        "count_follow" => timed(&follows(rules), &mut count),
        "sample_lead" => timed(&leads(rules), &mut sample),
        "sample_follow" => timed(&follows(rules), &mut sample),
        "classify" => {
            let plays: Vec<_> = follows(rules)
                .into_iter()
                .map(|(_, lead)| (lead.expect("a lead").cards, None))
                .collect();
            timed(&plays, &mut |cards, _| u64::from(rules.first_reading(cards).0))
        }
        "deal" => {
            let start = Instant::now();
            for i in 0..n {
                let streams = DealStreams::new(3, 0, i);
                let state = State::deal(rules, &Setup::default(), streams.deal);
                sum = sum.wrapping_add(state.expect("sound rules").hand(0).0);
            }
            start.elapsed()
        }
        "run" => {
            let threads = args.get(3).and_then(|n| n.parse().ok()).unwrap_or(1);
            let job = Job::<State> {
                rules,
                setup: &Setup::default(),
                agents: &[Agent::Random; 3],
                seed: 1,
                game_match: 0,
                first: 0,
                games: n,
                threads,
                chunk: CHUNK,
            };
            let start = Instant::now();
            let stats: Option<Stats<u64>> =
                run(&job, |_| ControlFlow::Continue(())).expect("sound rules");
            let time = start.elapsed();
            sum = stats.expect("not stopped").rows().len() as u64;
            time
        }
        _ => panic!("no entry point is called {what}"),
    };
    let seconds = time.as_secs_f64();
    #[allow(clippy::print_stdout)]
    {
        println!(
            "{name} {n} {seconds:.6} s {:.2} ns each, checksum {sum:x}",
            seconds * 1e9 / n as f64
        );
    }
}
