//! Many deals: the only threaded loop of the crate.
//!
//! What [`Start`] says of a deal, rules and agents decide what comes of it, and results are put
//! together in the order of deals or by exact addition; threads and chunks change nothing.

use crate::error::RuleError;
use crate::game::{Agent, Column, DealStreams, Game, MatchStreams};
use crate::rng::{Domain, Rng, Streams};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Deals in one unit of work where the caller does not say.
pub const CHUNK: u64 = 1024;

/// Chunks for each of several threads in a round, after which the parts are put together: the longer
/// a round, the less they wait for each other at its end.
const CHUNKS_A_ROUND: u64 = 256;

/// Most chunks that a thread takes without looking whether another is idle.
const CHUNKS_AT_ONCE: usize = 8;

/// Which deals to play, and how.
pub struct Job<'a, G: Game> {
    /// The rule set.
    pub rules: &'a G::Rules,
    /// Where the deals begin.
    pub start: Start<'a, G>,
    /// One agent a seat.
    pub agents: &'a [Agent],
    /// The seed of the run.
    pub seed: u64,
    /// How many deals to play.
    pub games: u64,
    /// How many threads to use, at least 1.
    pub threads: usize,
    /// Deals in one unit of work, at least 1.
    pub chunk: u64,
}

/// Where deals begin.
pub enum Start<'a, G: Game> {
    /// Deals `first`, `first + 1` … of one match, all set up alike.
    Deals {
        /// What is fixed of every deal.
        setup: &'a G::Setup,
        /// The match number in the names of the streams.
        game_match: u64,
        /// The number of the first deal.
        first: u64,
    },
    /// The same deal of many matches, each with a set-up of its own: as many as there are games.
    Round {
        /// The match numbers.
        matches: &'a [u64],
        /// The set-up of each match's deal.
        setups: &'a [G::Setup],
        /// The number of the deal in its match.
        index: u64,
    },
    /// One state played on again and again, number `k` by the play stream of deal `k`.
    Playouts {
        /// Where to begin.
        state: &'a G,
        /// Where a seat's knowledge is kept and the rest dealt anew each time, by a seed that is the
        /// first word of the stream (seed, redeal, [`PLAYOUTS`], `k`); it takes the state's place.
        redealer: Option<&'a G::Redealer>,
        /// A legal move that is made first, if any.
        first: Option<G::Move>,
    },
}

/// The match number in the names of the streams that redeal before a playout.
pub const PLAYOUTS: u64 = 3;

impl<G: Game> Start<'_, G> {
    /// Refuses what cannot be played by such agents.
    fn check(&self, rules: &G::Rules, agents: &[Agent], games: u64) -> Result<(), RuleError> {
        G::check_agents(rules, agents)?;
        match self {
            Self::Deals { setup, .. } => G::check(rules, setup),
            Self::Round { matches, setups, .. } => {
                if matches.len() as u64 != games || setups.len() as u64 != games {
                    return Err(RuleError::input("", "each match has one set-up and one deal"));
                }
                setups.iter().try_for_each(|setup| G::check(rules, setup))
            }
            Self::Playouts { .. } => Ok(()),
        }
    }
}

/// Something that gathers the facts of consecutive deals.
pub trait Collect<G: Game>: Send + Sized {
    /// An empty collector.
    fn new(rules: &G::Rules) -> Self;
    /// Makes room for so many deals, where room grows with their number.
    fn reserve(&mut self, deals: u64) -> Result<(), RuleError>;
    /// Takes in one deal.
    fn add(&mut self, facts: &G::Facts);
    /// Takes in what follows.
    fn append(&mut self, next: Self);
}

/// Plays all deals of a job. `progress` hears after each chunk, in the calling thread, how many
/// deals are done, and may stop the run, which then gives `Ok(None)`.
pub fn run<G: Game, C: Collect<G>>(
    job: &Job<'_, G>,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<C>, RuleError> {
    job.start.check(job.rules, job.agents, job.games)?;
    let pool = match job.threads {
        0 | 1 => None,
        n => Some(
            rayon::ThreadPoolBuilder::new()
                .num_threads(n)
                .build()
                .map_err(|e| RuleError::input("", format!("no {n} threads to be had: {e}")))?,
        ),
    };
    let chunk = job.chunk.clamp(1, job.games.max(1));
    let chunks = match job.threads as u64 {
        0 | 1 => 1,
        threads => threads.saturating_mul(CHUNKS_A_ROUND),
    };
    let round = chunk.saturating_mul(chunks);
    let mut all = C::new(job.rules);
    all.reserve(job.games)?;
    let mut done = 0;
    while done < job.games {
        let end = job.games.min(done.saturating_add(round));
        let stopped = match &pool {
            None => {
                play_into(job, done..end, &mut all)?;
                false
            }
            Some(pool) => {
                let parts = play_round(job, pool, done..end, chunk, &mut progress)?;
                parts.is_none_or(|parts| {
                    parts.into_iter().for_each(|part| all.append(part));
                    false
                })
            }
        };
        done = end;
        if stopped || progress(done).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// Plays some deals with all threads of a pool, while the calling thread reports; `None` where it
/// was told to stop. Threads look after each chunk whether they are to go on.
fn play_round<G: Game, C: Collect<G>>(
    job: &Job<'_, G>,
    pool: &rayon::ThreadPool,
    deals: Range<u64>,
    chunk: u64,
    progress: &mut impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<Vec<C>>, RuleError> {
    let (before, end) = (deals.start, deals.end);
    let starts: Vec<u64> = deals.step_by(chunk as usize).collect();
    let stop = &AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let tell = sender.clone();
    let play = move || -> Result<Vec<C>, RuleError> {
        let parts = starts.into_par_iter().with_max_len(CHUNKS_AT_ONCE).fold(
            || Ok(C::new(job.rules)),
            |part, start| {
                let mut part = part?;
                if !stop.load(Ordering::Relaxed) {
                    let end = end.min(start + chunk);
                    play_into(job, start..end, &mut part)?;
                    // Whoever would hear it may be gone only together with this thread.
                    let _ = tell.send(Played::Deals(end - start));
                }
                Ok(part)
            },
        );
        parts.collect()
    };
    let parts = std::thread::scope(|scope| {
        scope.spawn(move || sender.send(Played::All(pool.install(play))));
        let mut done = before;
        // The channel closes without an end only where a thread panicked, which the scope passes on.
        while let Ok(played) = receiver.recv() {
            match played {
                Played::All(parts) => return parts.map(Some),
                Played::Deals(deals) => done += deals,
            }
            // The end of the round is for the caller to tell.
            if done < end && !stop.load(Ordering::Relaxed) && progress(done).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(None)
    });
    Ok(parts?.filter(|_| !stop.load(Ordering::Relaxed)))
}

/// What the playing threads tell the calling one.
enum Played<C> {
    /// So many deals more.
    Deals(u64),
    /// The round is over.
    All(Result<Vec<C>, RuleError>),
}

fn play_into<G: Game, C: Collect<G>>(
    job: &Job<'_, G>,
    deals: Range<u64>,
    out: &mut C,
) -> Result<(), RuleError> {
    let &Job { rules, agents, seed, .. } = job;
    match job.start {
        Start::Deals { setup, game_match, first } => {
            let streams = MatchStreams::new(seed, game_match);
            for i in deals {
                let index = first.wrapping_add(i);
                out.add(&G::rollout(rules, setup, agents, streams.of(index)));
            }
        }
        Start::Round { matches, setups, index } => {
            let deals = deals.start as usize..deals.end as usize;
            for (&game_match, setup) in matches[deals.clone()].iter().zip(&setups[deals]) {
                let streams = DealStreams::new(seed, game_match, index);
                out.add(&G::rollout(rules, setup, agents, streams));
            }
        }
        Start::Playouts { state, redealer, first } => {
            let play = Streams::new(seed, Domain::Play, 0);
            for k in deals {
                let mut state = match redealer {
                    None => state.clone(),
                    Some(redealer) => {
                        let redeal = Rng::stream(seed, Domain::Redeal, PLAYOUTS, k).next_word();
                        G::redeal(rules, redealer, redeal)?
                    }
                };
                if let Some(mv) = first {
                    state.play_unchecked(rules, mv);
                }
                out.add(&state.resume(rules, agents, play.of(k)));
            }
        }
    }
    Ok(())
}

/// Every fact of every deal, one array a column and seat.
#[derive(Clone, Debug)]
pub struct FactArrays {
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// For each column its numbers, deal by deal, the seats of a deal side by side.
    pub values: Vec<Vec<i16>>,
    row: Vec<i16>,
}

impl PartialEq for FactArrays {
    /// The same numbers; what was used to gather them does not count.
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns && self.values == other.values
    }
}

impl Eq for FactArrays {}

impl<G: Game> Collect<G> for FactArrays {
    fn new(rules: &G::Rules) -> Self {
        let columns = G::columns(rules);
        let values = vec![Vec::new(); columns.len()];
        let row = vec![0; columns.iter().map(|c| c.width).sum()];
        Self { columns, values, row }
    }

    fn reserve(&mut self, deals: u64) -> Result<(), RuleError> {
        let refused =
            || RuleError::memory(format!("there is no room for the facts of {deals} deals"));
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            let numbers = usize::try_from(deals).ok().and_then(|n| n.checked_mul(column.width));
            values.try_reserve_exact(numbers.ok_or_else(refused)?).map_err(|_| refused())?;
        }
        Ok(())
    }

    fn add(&mut self, facts: &G::Facts) {
        G::write_facts(facts, &mut self.row);
        let mut at = 0;
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            values.extend_from_slice(&self.row[at..at + column.width]);
            at += column.width;
        }
    }

    fn append(&mut self, next: Self) {
        for (all, part) in self.values.iter_mut().zip(&next.values) {
            all.extend_from_slice(part);
        }
    }
}

/// Counts of distinct rows of scored facts, and a histogram of every fact: a size that does not
/// grow with the number of deals.
#[derive(Clone, Debug)]
pub struct Stats<K> {
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// How many deals were taken in.
    pub games: u64,
    /// The number of each row.
    numbers: FxHashMap<K, u32>,
    /// By number, the key, the number of deals and the row.
    rows: Vec<(K, u64, Box<[i16]>)>,
    histograms: Vec<u64>,
    /// For each number of a row that is not scored, where its value 0 is or would be counted.
    starts: Vec<isize>,
    row: Vec<i16>,
}

impl<K> Stats<K> {
    /// The distinct rows (all columns that are scored, in order) with their numbers of deals,
    /// sorted by row.
    #[must_use]
    pub fn rows(&self) -> BTreeMap<Vec<i16>, u64> {
        let mut sorted = BTreeMap::new();
        for (_, count, row) in &self.rows {
            *sorted.entry(row.to_vec()).or_insert(0) += count;
        }
        sorted
    }

    /// For each column and seat the number of deals at each value from `min` to `max`.
    #[must_use]
    pub fn histograms(&self) -> Vec<Vec<Vec<u64>>> {
        let (mut out, mut at, mut scored_at) = (Vec::new(), 0, 0);
        for column in &self.columns {
            let size = (column.max - column.min + 1) as usize;
            let mut seats = vec![vec![0; size]; column.width];
            if column.scored {
                for (_, count, row) in &self.rows {
                    for (seat, histogram) in seats.iter_mut().enumerate() {
                        histogram[(row[scored_at + seat] - column.min) as usize] += count;
                    }
                }
                scored_at += column.width;
            } else {
                for histogram in &mut seats {
                    histogram.copy_from_slice(&self.histograms[at..at + size]);
                    at += size;
                }
            }
            out.push(seats);
        }
        out
    }
}

impl<G: Game> Collect<G> for Stats<G::ScoreKey> {
    fn reserve(&mut self, _deals: u64) -> Result<(), RuleError> {
        Ok(())
    }

    fn new(rules: &G::Rules) -> Self {
        let columns = G::columns(rules);
        assert!(columns.is_sorted_by_key(|column| !column.scored), "scored columns come first");
        let (mut starts, mut start) = (Vec::new(), 0);
        for column in columns.iter().filter(|column| !column.scored) {
            for _ in 0..column.width {
                starts.push(start - isize::from(column.min));
                start += isize::from(column.max - column.min) + 1;
            }
        }
        Self {
            games: 0,
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            histograms: vec![0; start as usize],
            starts,
            row: vec![0; columns.iter().map(|column| column.width).sum()],
            columns,
        }
    }

    #[inline]
    fn add(&mut self, facts: &G::Facts) {
        self.add_row::<G>(facts);
    }

    fn append(&mut self, next: Self) {
        self.append_rows(next, |_| ());
    }
}

impl<K: Copy + Eq + Hash> Stats<K> {
    /// Takes in one deal and gives the number of its row.
    #[inline(always)]
    fn add_row<G: Game<ScoreKey = K>>(&mut self, facts: &G::Facts) -> u32 {
        G::write_facts(facts, &mut self.row);
        self.games += 1;
        let scored = self.row.len() - self.starts.len();
        for (&value, &start) in self.row[scored..].iter().zip(&self.starts) {
            self.histograms[(start + isize::from(value)) as usize] += 1;
        }
        let key = G::score_key(facts);
        if let Some(&number) = self.numbers.get(&key) {
            self.rows[number as usize].1 += 1;
            return number;
        }
        let row = self.row[..scored].into();
        self.insert(key, 1, row)
    }

    #[cold]
    fn insert(&mut self, key: K, count: u64, row: Box<[i16]>) -> u32 {
        let number = self.rows.len() as u32;
        self.numbers.insert(key, number);
        self.rows.push((key, count, row));
        number
    }

    /// Takes in what follows, and tells for each of its rows, in order, the number it has here.
    fn append_rows(&mut self, next: Self, mut tell: impl FnMut(u32)) {
        self.games += next.games;
        for (all, part) in self.histograms.iter_mut().zip(&next.histograms) {
            *all += part;
        }
        for (key, count, row) in next.rows {
            let number = match self.numbers.get(&key) {
                Some(&number) => {
                    self.rows[number as usize].1 += count;
                    number
                }
                None => self.insert(key, count, row),
            };
            tell(number);
        }
    }

    /// The distinct rows by number, with their numbers of deals.
    pub fn numbered(&self) -> impl Iterator<Item = (&[i16], u64)> {
        self.rows.iter().map(|(_, count, row)| (&**row, *count))
    }
}

/// [`Stats`], and for each deal the number of its row: all that scores depend on, deal by deal.
#[derive(Clone, Debug)]
pub struct Indexed<K> {
    /// The counts.
    pub stats: Stats<K>,
    /// The number of each deal's row.
    pub which: Vec<u32>,
}

impl<G: Game> Collect<G> for Indexed<G::ScoreKey> {
    fn new(rules: &G::Rules) -> Self {
        Self { stats: Collect::<G>::new(rules), which: Vec::new() }
    }

    fn reserve(&mut self, deals: u64) -> Result<(), RuleError> {
        let room = usize::try_from(deals).ok().map(|n| self.which.try_reserve_exact(n));
        match room {
            Some(Ok(())) => Ok(()),
            _ => Err(RuleError::memory(format!("there is no room for the rows of {deals} deals"))),
        }
    }

    fn add(&mut self, facts: &G::Facts) {
        self.which.push(self.stats.add_row::<G>(facts));
    }

    fn append(&mut self, next: Self) {
        let mut numbers = Vec::new();
        self.stats.append_rows(next.stats, |number| numbers.push(number));
        self.which.extend(next.which.iter().map(|&which| numbers[which as usize]));
    }
}
