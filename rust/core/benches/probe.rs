//! Measures one entry point of the core: `probe ENTRY[:PROFILE] INPUTS PASSES [THREADS]`.
//!
//! A pass makes one call for each of INPUTS distinct inputs, which are prepared beforehand. Prints a
//! line of JSON with the time of the best pass, by the clock and of the processor. Run with INPUTS of
//! 400,000 or more for times, because a branch predictor learns fewer by heart; under
//! valgrind a few thousand do, and the difference between two numbers of passes is free of what
//! preparation costs. Without arguments it lists the entry points. `CHUPAI_CPU=portable` forces the
//! portable code.

use chupai_core::batch::{CHUNK, Job, Start, Stats, run};
use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{AuctionKind, Hand, Move, Phase, Rules, Setup, State, Switches};
use chupai_core::game::{Agent, Game, MatchStreams};
use chupai_core::rng::{Domain, Rng};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Name, what one call is, and what measures it.
type Entry = (&'static str, &'static str, fn(&mut Probe));

const ENTRIES: [Entry; 20] = [
    ("run", "a deal of random play, counted by the batch loop", Probe::run),
    ("rollout", "a deal of random play by the fast loop", Probe::rollout),
    ("playout", "a state met in random play, played on to its end", Probe::playout),
    ("redeal", "what a seat met in random play does not know, dealt anew", Probe::redeal),
    ("machine", "a deal of random play by the state machine, every move checked", Probe::machine),
    ("deal", "a deal, dealt", Probe::deal),
    ("play", "a copy of a state and one checked move on it", Probe::play),
    ("clone", "a copy of a state", Probe::clone),
    ("list_lead", "list the leads of 20 cards", |p| p.list(leads)),
    ("list_follow", "list the answers of 17 cards to a random lead", |p| p.list(follows)),
    ("list_met", "list the moves of a position met in random play", |p| p.list(met)),
    ("count_lead", "count the leads of 20 cards", |p| p.count(leads)),
    ("count_follow", "count the answers of 17 cards to a random lead", |p| p.count(follows)),
    ("count_met", "count the moves of a position met in random play", |p| p.count(met)),
    ("sample_lead", "draw a lead of 20 cards", |p| p.sample(leads)),
    ("sample_follow", "draw an answer of 17 cards to a random lead", |p| p.sample(follows)),
    ("sample_met", "draw a move in a position met in random play", |p| p.sample(met)),
    ("classify_met", "classify a play met in random play", |p| p.classify(plays_met)),
    ("classify_lead", "classify a random lead of 20 cards", |p| p.classify(random_leads)),
    ("classify_cards", "classify random cards, mostly no play", |p| p.classify(random_cards)),
];

/// The default and the published profiles, by name.
fn profile(name: &str) -> Option<Switches> {
    let standard = Switches::default();
    Some(match name {
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
        _ => return None,
    })
}

/// A hand, and what it must beat.
type Question = (Hand, Option<Move>);

/// Twenty cards, as a landlord has them.
fn lead_hand(rules: &Rules, deal: u64) -> Hand {
    let state = dealt(rules, deal);
    let hand = state.hand(0);
    if hand.len() == 20 { hand } else { hand.and(state.bottom()) }
}

fn dealt(rules: &Rules, deal: u64) -> State {
    State::deal(rules, &Setup::default(), Rng::stream(1, Domain::Deal, 0, deal)).expect("sound")
}

fn leads(rules: &Rules, inputs: usize) -> Vec<Question> {
    (0..inputs as u64).map(|deal| (lead_hand(rules, deal), None)).collect()
}

/// A random lead of 20 cards, uniform over all of them.
fn random_lead(rules: &Rules, deal: u64) -> Move {
    rules.sample(lead_hand(rules, deal), None, &mut Rng::stream(1, Domain::Play, 0, deal))
}

fn follows(rules: &Rules, inputs: usize) -> Vec<Question> {
    let answer = |deal| (dealt(rules, deal).hand(1), Some(random_lead(rules, deal)));
    (0..inputs as u64).map(answer).collect()
}

/// States in the play, and the moves made there, of as many random deals as it takes.
fn walk(rules: &Rules, inputs: usize) -> Vec<(State, Move)> {
    let mut out = Vec::with_capacity(inputs);
    for deal in 0.. {
        let (mut state, mut rng) = (dealt(rules, deal), Rng::stream(1, Domain::Play, 0, deal));
        while state.turn().is_some() {
            let mv = state.choose(rules, Agent::Random, &mut rng);
            if state.current_phase() == Phase::Play {
                if out.len() == inputs {
                    return out;
                }
                out.push((state.clone(), mv));
            }
            state.play_unchecked(rules, mv);
        }
    }
    out
}

fn met(rules: &Rules, inputs: usize) -> Vec<Question> {
    let question =
        |(state, _): (State, Move)| (state.hand(state.turn().expect("not over")), state.to_beat());
    walk(rules, inputs).into_iter().map(question).collect()
}

fn plays_met(rules: &Rules, inputs: usize) -> Vec<Hand> {
    // Half of all moves are passes, or somewhat more.
    let moves = walk(rules, 3 * inputs).into_iter().map(|(_, mv)| mv.cards);
    moves.filter(|cards| !cards.is_empty()).take(inputs).collect()
}

fn random_leads(rules: &Rules, inputs: usize) -> Vec<Hand> {
    (0..inputs as u64).map(|deal| random_lead(rules, deal).cards).collect()
}

/// One to twenty random cards.
fn random_cards(rules: &Rules, inputs: usize) -> Vec<Hand> {
    let cards = |deal| {
        let (mut cards, mut rng) =
            (lead_hand(rules, deal), Rng::stream(1, Domain::Redeal, 0, deal));
        let size = 1 + rng.below(20) as u32;
        while cards.len() > size {
            // A random bit of the word takes a rank as often as it has cards.
            let bit = (0..rng.below(u64::from(cards.len()))).fold(cards.0, |x, _| x & (x - 1));
            cards = cards.without(1 << (bit.trailing_zeros() % 16), 1);
        }
        cards
    };
    (0..inputs as u64).map(cards).collect()
}

struct Probe {
    rules: Rules,
    inputs: usize,
    passes: usize,
    threads: usize,
    calls: usize,
    best: (Duration, Duration),
    checksum: u64,
}

impl Probe {
    /// Times the passes over the inputs.
    fn measure<T>(&mut self, inputs: &[T], mut call: impl FnMut(&Rules, &T) -> u64) {
        self.pass(inputs.len(), |rules| {
            let mut sum = 0u64;
            for input in inputs {
                sum = sum.wrapping_add(call(rules, black_box(input)));
            }
            sum
        });
    }

    /// Times passes of so many calls each.
    fn pass(&mut self, calls: usize, mut pass: impl FnMut(&Rules) -> u64) {
        self.calls = calls;
        for _ in 0..self.passes {
            let (wall, cpu) = (Instant::now(), cpu_time());
            let sum = pass(&self.rules);
            let (wall, cpu) = (wall.elapsed(), cpu_time().saturating_sub(cpu));
            self.best = (self.best.0.min(wall), self.best.1.min(cpu));
            self.checksum = self.checksum.rotate_left(1) ^ sum;
        }
    }

    fn run(&mut self) {
        let (games, threads) = (self.inputs as u64, self.threads);
        self.pass(self.inputs, |rules| {
            let job = Job::<State> {
                rules,
                start: Start::Deals { setup: &Setup::default(), game_match: 0, first: 0 },
                agents: &[Agent::Random; 3],
                seed: 1,
                games,
                threads,
                chunk: CHUNK,
            };
            let stats: Option<Stats<u64>> =
                run(&job, |_| ControlFlow::Continue(())).expect("sound rules");
            stats.expect("not stopped").games
        });
    }

    fn each_deal(&mut self, mut call: impl FnMut(&Rules, MatchStreams, u64) -> u64) {
        let (deals, streams) = (self.inputs as u64, MatchStreams::new(1, 0));
        self.pass(self.inputs, |rules| {
            (0..deals).fold(0, |sum, deal| call(rules, streams, deal).wrapping_add(sum))
        });
    }

    fn rollout(&mut self) {
        self.each_deal(|rules, streams, deal| {
            let (setup, agents) = (Setup::default(), [Agent::Random; 3]);
            State::score_key(&State::rollout(rules, &setup, &agents, streams.of(deal)))
        });
    }

    fn playout(&mut self) {
        let inputs = walk(&self.rules, self.inputs);
        let (agents, play) = ([Agent::Random; 3], Rng::stream(2, Domain::Play, 0, 0));
        self.measure(&inputs, |rules, (state, _)| {
            State::score_key(&state.clone().resume(rules, &agents, play.clone()))
        });
    }

    fn redeal(&mut self) {
        let redealer = |(state, _): (State, Move)| {
            let seat = state.turn().expect("not over");
            // Who played what bears on the odds, not on the work.
            state.redealer(&self.rules, seat, &[Hand::EMPTY; 3]).expect("a seat")
        };
        // Each takes 13 kB.
        let most = self.inputs.min(1000);
        let redealers: Vec<_> = walk(&self.rules, most).into_iter().map(redealer).collect();
        let draws = self.inputs;
        self.pass(draws, |_| {
            (0..draws).fold(0, |sum: u64, n| {
                let state = redealers[n % most].draw(n as u64);
                sum.wrapping_add(black_box(state).hand(0).0)
            })
        });
    }

    fn machine(&mut self) {
        self.each_deal(|rules, streams, deal| {
            let streams = streams.of(deal);
            let mut state = State::deal(rules, &Setup::default(), streams.deal).expect("sound");
            let mut rng = streams.play;
            while state.turn().is_some() {
                let mv = state.choose(rules, Agent::Random, &mut rng);
                state.play(rules, mv).expect("a legal move");
            }
            State::score_key(&state.facts(rules))
        });
    }

    fn deal(&mut self) {
        self.each_deal(|rules, streams, deal| {
            let state = State::deal(rules, &Setup::default(), streams.of(deal).deal);
            black_box(state.expect("sound")).hand(0).0
        });
    }

    fn play(&mut self) {
        let inputs = walk(&self.rules, self.inputs);
        self.measure(&inputs, |rules, (state, mv)| {
            let mut state = state.clone();
            state.play(rules, *mv).expect("a legal move");
            black_box(state).hand(0).0
        });
    }

    fn clone(&mut self) {
        let inputs = walk(&self.rules, self.inputs);
        self.measure(&inputs, |_, (state, _)| black_box(state.clone()).hand(0).0);
    }

    fn list(&mut self, questions: fn(&Rules, usize) -> Vec<Question>) {
        let (inputs, mut out) = (questions(&self.rules, self.inputs), Vec::with_capacity(4096));
        self.measure(&inputs, |rules, &(hand, to_beat)| {
            rules.list(hand, to_beat, &mut out);
            black_box(&out).len() as u64
        });
    }

    fn count(&mut self, questions: fn(&Rules, usize) -> Vec<Question>) {
        let inputs = questions(&self.rules, self.inputs);
        self.measure(&inputs, |rules, &(hand, to_beat)| u64::from(rules.count(hand, to_beat)));
    }

    fn sample(&mut self, questions: fn(&Rules, usize) -> Vec<Question>) {
        let inputs = questions(&self.rules, self.inputs);
        let mut rng = Rng::stream(2, Domain::Play, 0, 0);
        self.measure(&inputs, |rules, &(hand, to_beat)| {
            black_box(rules.sample(hand, to_beat, &mut rng)).cards.0
        });
    }

    fn classify(&mut self, cards: fn(&Rules, usize) -> Vec<Hand>) {
        let inputs = cards(&self.rules, self.inputs);
        self.measure(&inputs, |rules, &cards| u64::from(black_box(rules.first_reading(cards)).0));
    }
}

/// Time of all threads of this process on a processor.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the clock has to do.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(name) = args.first() else {
        for (name, what, _) in ENTRIES {
            println!("{name:16}{what}");
        }
        return;
    };
    let number = |at: usize, default: usize| {
        args.get(at).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{n:?} is no number")))
    };
    let (entry, switches) = name.split_once(':').unwrap_or((name, "standard"));
    let found = ENTRIES.into_iter().find(|&(known, ..)| known == entry);
    let (_, _, measure) = found.unwrap_or_else(|| panic!("no entry point is called {entry}"));
    let switches = profile(switches).unwrap_or_else(|| panic!("no profile is called {switches}"));
    let portable = std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable");
    let cpu = Cpu::detect(portable);
    let mut probe = Probe {
        rules: Rules::new(switches, cpu).expect("sound rules"),
        inputs: number(1, 400_000),
        passes: number(2, 5),
        threads: number(3, 1),
        calls: 0,
        best: (Duration::MAX, Duration::MAX),
        checksum: 0,
    };
    measure(&mut probe);
    // Whole numbers: the cost of writing a fraction depends on its digits, and valgrind sees it.
    println!(
        r#"{{"entry": "{name}", "cpu": "{}", "calls": {}, "wall_ns": {}, "cpu_ns": {}, "checksum": {}}}"#,
        cpu.name(),
        probe.calls,
        probe.best.0.as_nanos(),
        probe.best.1.as_nanos(),
        probe.checksum
    );
}
