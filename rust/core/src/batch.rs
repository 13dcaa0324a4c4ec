//! Many deals: the only threaded loop of the crate.
//!
//! Deal `i` of a run depends on (seed, match, i), rules, set-up and agents only, and results are
//! put together in the order of deals or by exact addition; threads and chunks change nothing.

use crate::error::RuleError;
use crate::game::{Agent, Column, Game, MatchStreams};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Deals in one unit of work where the caller does not say.
pub const CHUNK: u64 = 1024;

/// Chunks for each thread in a round, after which the parts are put together and, with one thread,
/// the caller reports.
const CHUNKS_A_ROUND: u64 = 64;

/// The same with several threads, which report by themselves: the longer a round, the less they
/// wait for each other at its end.
const CHUNKS_A_LONG_ROUND: u64 = 256;

/// Most chunks that a thread takes without looking whether another is idle.
const CHUNKS_AT_ONCE: usize = 8;

/// Which deals to play, and how.
#[derive(Clone, Copy)]
pub struct Job<'a, G: Game> {
    /// The rule set.
    pub rules: &'a G::Rules,
    /// The set-up of every deal.
    pub setup: &'a G::Setup,
    /// One agent a seat.
    pub agents: &'a [Agent],
    /// The seed of the run.
    pub seed: u64,
    /// The match number in the names of the streams.
    pub game_match: u64,
    /// The number of the first deal.
    pub first: u64,
    /// How many deals to play.
    pub games: u64,
    /// How many threads to use, at least 1.
    pub threads: usize,
    /// Deals in one unit of work, at least 1.
    pub chunk: u64,
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

/// After how many chunks, of all threads together, the calling thread reports.
const REPORT: u64 = 64;

/// Plays all deals of a job. `progress` hears every now and then, in the calling thread, how many
/// deals are done, and may stop the run, which then gives `Ok(None)`.
pub fn run<G: Game, C: Collect<G>>(
    job: &Job<'_, G>,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<C>, RuleError> {
    G::check(job.rules, job.setup, job.agents)?;
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
        0 | 1 => CHUNKS_A_ROUND,
        threads => threads.saturating_mul(CHUNKS_A_LONG_ROUND),
    };
    let round = chunk.saturating_mul(chunks);
    let mut all = C::new(job.rules);
    all.reserve(job.games)?;
    let mut done = 0;
    while done < job.games {
        let end = job.games.min(done.saturating_add(round));
        let stopped = match &pool {
            None => {
                play_into(job, done..end, &mut all);
                false
            }
            Some(pool) => {
                let parts = play_round(job, pool, done..end, chunk, &mut progress);
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
) -> Option<Vec<C>> {
    let (before, end) = (deals.start, deals.end);
    let starts: Vec<u64> = deals.step_by(chunk as usize).collect();
    let stop = &AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let tell = sender.clone();
    let play = move || -> Vec<C> {
        let parts = starts.into_par_iter().with_max_len(CHUNKS_AT_ONCE).fold(
            || C::new(job.rules),
            |mut part, start| {
                if !stop.load(Ordering::Relaxed) {
                    let end = end.min(start + chunk);
                    play_into(job, start..end, &mut part);
                    // Whoever would hear it may be gone only together with this thread.
                    let _ = tell.send(Played::Deals(end - start));
                }
                part
            },
        );
        parts.collect()
    };
    let parts = std::thread::scope(|scope| {
        scope.spawn(move || sender.send(Played::All(pool.install(play))));
        let (mut done, mut chunks) = (before, 0);
        // The channel closes without an end only where a thread panicked, which the scope passes on.
        while let Ok(played) = receiver.recv() {
            match played {
                Played::All(parts) => return Some(parts),
                Played::Deals(deals) => (done, chunks) = (done + deals, chunks + 1),
            }
            let stopping = stop.load(Ordering::Relaxed);
            if chunks % REPORT == 0 && !stopping && progress(done).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        None
    });
    parts.filter(|_| !stop.load(Ordering::Relaxed))
}

/// What the playing threads tell the calling one.
enum Played<C> {
    /// So many deals more.
    Deals(u64),
    /// The round is over.
    All(Vec<C>),
}

fn play_into<G: Game, C: Collect<G>>(job: &Job<'_, G>, deals: Range<u64>, out: &mut C) {
    let streams = MatchStreams::new(job.seed, job.game_match);
    for i in deals {
        let index = job.first.wrapping_add(i);
        out.add(&G::rollout(job.rules, job.setup, job.agents, streams.of(index)));
    }
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
    rows: FxHashMap<K, (u64, Box<[i16]>)>,
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
        for (count, row) in self.rows.values() {
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
                for (count, row) in self.rows.values() {
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
            rows: FxHashMap::default(),
            histograms: vec![0; start as usize],
            starts,
            row: vec![0; columns.iter().map(|column| column.width).sum()],
            columns,
        }
    }

    fn add(&mut self, facts: &G::Facts) {
        G::write_facts(facts, &mut self.row);
        self.games += 1;
        let scored = self.row.len() - self.starts.len();
        for (&value, &start) in self.row[scored..].iter().zip(&self.starts) {
            self.histograms[(start + isize::from(value)) as usize] += 1;
        }
        let key = G::score_key(facts);
        match self.rows.get_mut(&key) {
            Some((count, _)) => *count += 1,
            None => {
                self.rows.insert(key, (1, self.row[..scored].into()));
            }
        }
    }

    fn append(&mut self, next: Self) {
        self.games += next.games;
        for (all, part) in self.histograms.iter_mut().zip(&next.histograms) {
            *all += part;
        }
        for (key, (count, row)) in next.rows {
            self.rows.entry(key).or_insert_with(|| (0, row)).0 += count;
        }
    }
}
