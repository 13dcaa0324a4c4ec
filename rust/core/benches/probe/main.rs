//! Measures one entry point of the core: `probe ENTRY[:PROFILE] INPUTS PASSES [THREADS]`.
//!
//! A pass makes one call for each of INPUTS distinct inputs, which are prepared beforehand. Prints a
//! line of JSON with the time of the best pass, by the clock and of the processor. Run with INPUTS of
//! 400,000 or more for times, because a branch predictor learns fewer by heart; under
//! valgrind a few thousand do, and the difference between two numbers of passes is free of what
//! preparation costs. Without arguments it lists the entry points. `CHUPAI_CPU=portable` forces the
//! portable code.
//!
//! What is measured of every family is here, what is asked of each in a file of its own.

mod big2;
mod doudizhu;
mod shengji;

use chupai_core::batch::{CHUNK, Collect, Job, Start, Stats, run};
use chupai_core::big2::State as Big2;
use chupai_core::bits::Cpu;
use chupai_core::doudizhu::State as Doudizhu;
use chupai_core::game::{Agent, Game, MatchStreams};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::State as Shengji;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Name, what one call is, and what measures it.
type Entry<F> = (&'static str, &'static str, fn(&mut Probe<F>));

/// What a family of games is asked.
trait Family: Game<Setup: Default> + 'static {
    /// What the names of its entry points begin with.
    const PREFIX: &'static str;
    /// The profile that is measured where none is named.
    const DEFAULT: &'static str;
    /// What is measured of this family only.
    const MORE: &'static [Entry<Self>];
    /// Who sits in every seat.
    const AGENT: Agent = Agent::Random;
    /// A hand, and what it must beat.
    type Question;

    /// The rules of a profile.
    fn rules(profile: &str, cpu: Cpu) -> Option<Self::Rules>;
    /// How deals are set up.
    fn setup(_: &Self::Rules) -> Self::Setup {
        Self::Setup::default()
    }
    /// Some cards of the state, for the checksum.
    fn cards(&self) -> u64;
    /// What a key sums up, for the checksum.
    fn word(key: &Self::ScoreKey) -> u64;
    /// To lead from a hand as dealt.
    fn lead(rules: &Self::Rules, deal: u64) -> Self::Question;
    /// To answer, from a hand as dealt, a lead that is uniform over those of another hand.
    fn follow(rules: &Self::Rules, deal: u64) -> Self::Question;
    /// What is asked in a state in the play.
    fn question(&self, rules: &Self::Rules) -> Self::Question;
    /// Lists the answers.
    fn list(rules: &Self::Rules, question: &Self::Question, out: &mut Vec<Self::Move>);
    /// Counts them.
    fn count(rules: &Self::Rules, question: &Self::Question) -> u64;
    /// Draws one of them, and gives its cards for the checksum.
    fn sample(rules: &Self::Rules, question: &Self::Question, rng: &mut Rng) -> u64;
    /// Redealers for states met in random play, each for the seat to act.
    fn redealers(rules: &Self::Rules, most: usize) -> Vec<Self::Redealer>;
}

/// The entry points that every family has, then its own.
fn entries<F: Family>() -> Vec<Entry<F>>
where
    Stats<F::ScoreKey>: Collect<F>,
{
    let shared: [Entry<F>; 17] = [
        ("run", "a deal of random play, counted by the batch loop", Probe::run),
        ("rollout", "a deal of random play by the fast loop", Probe::rollout),
        ("playout", "a state met in random play, played on to its end", Probe::playout),
        ("redeal", "what a seat met in random play does not know, dealt anew", Probe::redeal),
        ("machine", "a deal of random play, every move checked", Probe::machine),
        ("deal", "a deal, dealt", Probe::deal),
        ("play", "a copy of a state and one checked move on it", Probe::play),
        ("clone", "a copy of a state", Probe::clone),
        ("list_lead", "list the leads of a dealt hand", |p| p.list(leads::<F>)),
        ("list_follow", "list the answers of a dealt hand to a random lead", |p| {
            p.list(follows::<F>)
        }),
        ("list_met", "list the moves of a position met in random play", |p| p.list(met::<F>)),
        ("count_lead", "count the leads of a dealt hand", |p| p.count(leads::<F>)),
        ("count_follow", "count the answers of a dealt hand to a random lead", |p| {
            p.count(follows::<F>);
        }),
        ("count_met", "count the moves of a position met in random play", |p| p.count(met::<F>)),
        ("sample_lead", "draw a lead of a dealt hand", |p| p.sample(leads::<F>)),
        ("sample_follow", "draw an answer of a dealt hand to a random lead", |p| {
            p.sample(follows::<F>);
        }),
        ("sample_met", "draw a move in a position met in random play", |p| p.sample(met::<F>)),
    ];
    shared.into_iter().chain(F::MORE.iter().copied()).collect()
}

/// A deal before the first decision.
fn dealt<F: Family>(rules: &F::Rules, deal: u64) -> F {
    F::deal(rules, &F::setup(rules), Rng::stream(1, Domain::Deal, 0, deal)).expect("sound")
}

/// One agent a seat.
fn agents<F: Family>(rules: &F::Rules) -> Vec<Agent> {
    vec![F::AGENT; F::seats(rules)]
}

/// Calls `visit` with states in the play, and the moves made there, of one random deal after another,
/// until it breaks.
fn visit<F: Family>(rules: &F::Rules, mut visit: impl FnMut(&F, F::Move) -> ControlFlow<()>) {
    for deal in 0.. {
        let mut state: F = dealt(rules, deal);
        let mut rng = Rng::stream(1, Domain::Play, 0, deal);
        while state.turn().is_some() {
            let mv = state.choose(rules, F::AGENT, &mut rng);
            if state.phase() == "play" && visit(&state, mv).is_break() {
                return;
            }
            state.play_unchecked(rules, mv);
        }
    }
}

/// Something of each of so many states in the play of random deals and the moves made there.
fn met_as<F: Family, T>(rules: &F::Rules, inputs: usize, of: impl Fn(&F, F::Move) -> T) -> Vec<T> {
    let mut out = Vec::with_capacity(inputs);
    visit(rules, |state, mv| {
        if out.len() == inputs {
            return ControlFlow::Break(());
        }
        out.push(of(state, mv));
        ControlFlow::Continue(())
    });
    out
}

/// States in the play, and the moves made there, of as many random deals as it takes.
fn walk<F: Family>(rules: &F::Rules, inputs: usize) -> Vec<(F, F::Move)> {
    met_as(rules, inputs, |state: &F, mv| (state.clone(), mv))
}

/// Makes as many questions as there are inputs.
type Questions<F> = fn(&<F as Game>::Rules, usize) -> Vec<<F as Family>::Question>;

fn leads<F: Family>(rules: &F::Rules, inputs: usize) -> Vec<F::Question> {
    (0..inputs as u64).map(|deal| F::lead(rules, deal)).collect()
}

fn follows<F: Family>(rules: &F::Rules, inputs: usize) -> Vec<F::Question> {
    (0..inputs as u64).map(|deal| F::follow(rules, deal)).collect()
}

fn met<F: Family>(rules: &F::Rules, inputs: usize) -> Vec<F::Question> {
    met_as(rules, inputs, |state: &F, _| state.question(rules))
}

struct Probe<F: Family> {
    rules: F::Rules,
    /// The name of the rules, or of the one input where an entry point has inputs with names.
    profile: String,
    inputs: usize,
    passes: usize,
    threads: usize,
    calls: usize,
    best: (Duration, Duration),
    checksum: u64,
}

impl<F: Family> Probe<F> {
    /// Times the passes over the inputs.
    fn measure<T>(&mut self, inputs: &[T], mut call: impl FnMut(&F::Rules, &T) -> u64) {
        self.pass(inputs.len(), |rules| {
            let mut sum = 0u64;
            for input in inputs {
                sum = sum.wrapping_add(call(rules, black_box(input)));
            }
            sum
        });
    }

    /// Times passes of so many calls each.
    fn pass(&mut self, calls: usize, mut pass: impl FnMut(&F::Rules) -> u64) {
        self.calls = calls;
        for _ in 0..self.passes {
            let (wall, cpu) = (Instant::now(), cpu_time());
            let sum = pass(&self.rules);
            let (wall, cpu) = (wall.elapsed(), cpu_time().saturating_sub(cpu));
            self.best = (self.best.0.min(wall), self.best.1.min(cpu));
            self.checksum = self.checksum.rotate_left(1) ^ sum;
        }
    }

    fn run(&mut self)
    where
        Stats<F::ScoreKey>: Collect<F>,
    {
        let (games, threads) = (self.inputs as u64, self.threads);
        self.pass(self.inputs, |rules| {
            let job = Job::<F> {
                rules,
                start: Start::Deals { setup: &F::setup(rules), game_match: 0, first: 0 },
                agents: &agents::<F>(rules),
                seed: 1,
                games,
                threads,
                chunk: CHUNK,
            };
            let stats: Option<Stats<F::ScoreKey>> =
                run(&job, |_| ControlFlow::Continue(())).expect("sound rules");
            stats.expect("not stopped").games
        });
    }

    fn each_deal(&mut self, mut call: impl FnMut(&F::Rules, MatchStreams, u64) -> u64) {
        let (deals, streams) = (self.inputs as u64, MatchStreams::new(1, 0));
        self.pass(self.inputs, |rules| {
            (0..deals).fold(0, |sum, deal| call(rules, streams, deal).wrapping_add(sum))
        });
    }

    fn rollout(&mut self) {
        let (agents, setup) = (agents::<F>(&self.rules), F::setup(&self.rules));
        self.each_deal(|rules, streams, deal| {
            F::word(&F::score_key(&F::rollout(rules, &setup, &agents, streams.of(deal))))
        });
    }

    fn playout(&mut self) {
        let inputs = walk::<F>(&self.rules, self.inputs);
        let (agents, play) = (agents::<F>(&self.rules), Rng::stream(2, Domain::Play, 0, 0));
        self.measure(&inputs, |rules, (state, _)| {
            F::word(&F::score_key(&state.clone().resume(rules, &agents, play.clone())))
        });
    }

    fn redeal(&mut self) {
        // Each takes some 10 kB.
        let most = self.inputs.min(1000);
        let redealers = F::redealers(&self.rules, most);
        let draws = self.inputs;
        self.pass(draws, |rules| {
            (0..draws).fold(0, |sum: u64, n| {
                let state = F::redeal(rules, &redealers[n % most], n as u64);
                sum.wrapping_add(black_box(state).expect("there is one").cards())
            })
        });
    }

    fn machine(&mut self) {
        let setup = F::setup(&self.rules);
        self.each_deal(|rules, streams, deal| {
            let streams = streams.of(deal);
            let mut state = F::deal(rules, &setup, streams.deal).expect("sound");
            let mut rng = streams.play;
            while state.turn().is_some() {
                let mv = state.choose(rules, F::AGENT, &mut rng);
                state.play(rules, mv).expect("a legal move");
            }
            F::word(&F::score_key(&state.facts(rules)))
        });
    }

    fn deal(&mut self) {
        let setup = F::setup(&self.rules);
        self.each_deal(|rules, streams, deal| {
            let state = F::deal(rules, &setup, streams.of(deal).deal);
            black_box(state.expect("sound")).cards()
        });
    }

    fn play(&mut self) {
        let inputs = walk::<F>(&self.rules, self.inputs);
        self.measure(&inputs, |rules, (state, mv)| {
            let mut state = state.clone();
            state.play(rules, *mv).expect("a legal move");
            black_box(state).cards()
        });
    }

    fn clone(&mut self) {
        let inputs = walk::<F>(&self.rules, self.inputs);
        self.measure(&inputs, |_, (state, _)| black_box(state.clone()).cards());
    }

    fn list(&mut self, questions: Questions<F>) {
        let (inputs, mut out) = (questions(&self.rules, self.inputs), Vec::with_capacity(4096));
        self.measure(&inputs, |rules, question| {
            F::list(rules, question, &mut out);
            black_box(&out).len() as u64
        });
    }

    fn count(&mut self, questions: Questions<F>) {
        let inputs = questions(&self.rules, self.inputs);
        self.measure(&inputs, |rules, question| F::count(rules, question));
    }

    fn sample(&mut self, questions: Questions<F>) {
        let inputs = questions(&self.rules, self.inputs);
        let mut rng = Rng::stream(2, Domain::Play, 0, 0);
        self.measure(&inputs, |rules, question| F::sample(rules, question, &mut rng));
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

/// The arguments after the name of the entry point.
struct Sizes {
    inputs: usize,
    passes: usize,
    threads: usize,
    cpu: Cpu,
}

/// Prints the entry points of a family.
#[allow(clippy::print_stdout)]
fn show<F: Family>()
where
    Stats<F::ScoreKey>: Collect<F>,
{
    for (name, what, _) in entries::<F>() {
        println!("{:22}{what}", format!("{}{name}", F::PREFIX));
    }
}

/// Measures an entry point of a family; the name has no prefix any more.
#[allow(clippy::print_stdout)]
fn measure<F: Family>(name: &str, sizes: &Sizes)
where
    Stats<F::ScoreKey>: Collect<F>,
{
    let (entry, profile) = name.split_once(':').unwrap_or((name, F::DEFAULT));
    let found = entries::<F>().into_iter().find(|&(known, ..)| known == entry);
    let (_, _, measure) = found.unwrap_or_else(|| panic!("no entry point is called {entry}"));
    let rules = F::rules(profile, sizes.cpu);
    let mut probe = Probe::<F> {
        rules: rules.unwrap_or_else(|| panic!("no profile is called {profile}")),
        profile: profile.to_owned(),
        inputs: sizes.inputs,
        passes: sizes.passes,
        threads: sizes.threads,
        calls: 0,
        best: (Duration::MAX, Duration::MAX),
        checksum: 0,
    };
    measure(&mut probe);
    // Whole numbers: the cost of writing a fraction depends on its digits, and valgrind sees it.
    println!(
        r#"{{"entry": "{}{name}", "cpu": "{}", "calls": {}, "wall_ns": {}, "cpu_ns": {}, "checksum": {}}}"#,
        F::PREFIX,
        sizes.cpu.name(),
        probe.calls,
        probe.best.0.as_nanos(),
        probe.best.1.as_nanos(),
        probe.checksum
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some(name) = args.first() else {
        show::<Doudizhu>();
        show::<Big2>();
        show::<Shengji>();
        return;
    };
    let number = |at: usize, default: usize| {
        args.get(at).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{n:?} is no number")))
    };
    let portable = std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable");
    let sizes = Sizes {
        inputs: number(1, 400_000),
        passes: number(2, 5),
        threads: number(3, 1),
        cpu: Cpu::detect(portable),
    };
    if let Some(name) = name.strip_prefix(Big2::PREFIX) {
        measure::<Big2>(name, &sizes);
    } else if let Some(name) = name.strip_prefix(Shengji::PREFIX) {
        measure::<Shengji>(name, &sizes);
    } else {
        measure::<Doudizhu>(name, &sizes);
    }
}
