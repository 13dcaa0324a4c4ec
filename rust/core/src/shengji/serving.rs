//! How the demands of a lead are served out of a hand (SJ-19, SJ-21).

use super::follow::{Need, Supply, lies};
use super::moves::Cards;
use super::switches::{FollowOrder, Switches};
use super::trump::Trump;
use super::unit::Form;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Lengths of demands.
type Lengths = SmallVec<[u8; 16]>;

/// What came of serving a demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// So many loose tuples, and perhaps not all.
    Loose(u8),
    /// A shorter run; the rest is a demand again.
    Run(u8),
    /// A run of pairs in place of wider tuples.
    Pairs,
    /// All that it asked for, or a run of narrower tuples that are not pairs.
    Met,
}

/// Demands of one width in the order in which they were served, and what came of each.
type Served = SmallVec<[(u8, Outcome); 16]>;

/// How one effective suit is followed.
#[derive(Clone)]
struct Service<'a> {
    switches: &'a Switches,
    trump: &'a Trump,
    supply: Supply,
    need: Need,
}

impl Service<'_> {
    fn fits(&self, need: &Need) -> bool {
        lies(self.trump, self.supply, need)
    }

    /// Takes a run if it can be laid besides what was taken.
    fn take_run(&mut self, width: usize, length: usize) -> bool {
        if length < self.trump.least_run() {
            return false;
        }
        let need = self.need.with_run(Form::new(width, length));
        let fits = self.trump.runs(self.trump.fold(self.supply.faces(width)), length) != 0
            && self.fits(&need);
        if fits {
            self.need = need;
        }
        fits
    }

    /// Whether `count` more tuples of the width can be had.
    fn has(&self, width: usize, count: usize) -> bool {
        self.fits(&self.need.with_loose(width, count))
    }

    /// Serves the demands of one width, longest first.
    fn serve(&mut self, width: usize, mut demands: Lengths) -> Served {
        let mut served = Served::new();
        while let Some(n) = (0..demands.len()).max_by_key(|&n| demands[n]) {
            let length = demands.swap_remove(n);
            let outcome = self.outcome(width, length.into());
            if let Outcome::Run(run) = outcome {
                demands.push(length - run);
            }
            served.push((length, outcome));
        }
        served
    }

    fn outcome(&mut self, width: usize, length: usize) -> Outcome {
        if self.take_run(width, length) || self.together(width, length) {
            return Outcome::Met;
        }
        match self.early_run(width, length) {
            Some(2) => return Outcome::Pairs,
            Some(_) => return Outcome::Met,
            None => {}
        }
        let longest = self.trump.longest_run(self.trump.fold(self.supply.faces(width)));
        let shorter = (2..length.min(longest + 1)).rev().find(|&run| self.take_run(width, run));
        if let Some(run) = shorter {
            return Outcome::Run(run as u8);
        }
        let loose = (1..=length).rev().find(|&count| self.has(width, count)).unwrap_or(0);
        self.need = self.need.with_loose(width, loose);
        Outcome::Loose(loose as u8)
    }

    /// Serves a whole demand by triples, runs as long as can be, where that comes before a run of
    /// pairs (SJ-21).
    fn together(&mut self, width: usize, length: usize) -> bool {
        let first = self.switches.follow_order == FollowOrder::RunBeforeOneTriple;
        if !first || width != 3 || length < 2 || !self.has(width, length) {
            return false;
        }
        let (least, mut rest) = (self.trump.least_run(), length);
        let mut longest = rest;
        while longest >= least && longest <= rest {
            let need = self.need.with_run(Form::new(width, longest));
            if self.fits(&need.with_loose(width, rest - longest)) {
                (self.need, rest) = (need, rest - longest);
                longest = longest.min(rest);
            } else {
                longest -= 1;
            }
        }
        self.need = self.need.with_loose(width, rest);
        true
    }

    /// A run of a smaller width and full length, where the order of the rule set has it before loose
    /// tuples (SJ-21); its width.
    fn early_run(&mut self, width: usize, length: usize) -> Option<usize> {
        let early = match self.switches.follow_order {
            FollowOrder::Cn | FollowOrder::SuitOnly => false,
            FollowOrder::RunBeforeOneTriple | FollowOrder::RunBeforeTriples => width == 3,
            FollowOrder::RunsFirst => true,
        };
        let narrower = (2..width).rev();
        narrower.into_iter().find(|&narrow| early && length >= 2 && self.take_run(narrow, length))
    }
}

/// A demand that quads or triples were led for, while triples are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Demand {
    length: u8,
    /// Whether it began as quads, two pairs of which stand for each that no triple meets.
    quads: bool,
}

/// One way in which demands of triples were met, as far as it matters which of equally long ones was
/// met first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    demands: SmallVec<[Demand; 16]>,
    /// The demands of pairs that it leaves.
    pairs: Lengths,
}

impl Way {
    /// The same after one of its longest demands was served.
    fn after(&self, demand: Demand, outcome: Outcome) -> Self {
        let mut way = self.clone();
        let place = way.demands.iter().position(|&other| other == demand);
        way.demands.swap_remove(place.expect("a demand of the way"));
        match outcome {
            Outcome::Run(run) => {
                way.demands.push(Demand { length: demand.length - run, ..demand });
            }
            Outcome::Pairs if demand.quads => way.pairs.push(demand.length),
            Outcome::Loose(count) if count < demand.length => {
                let copies = if demand.quads { 2 } else { 1 };
                way.pairs.extend(std::iter::repeat_n(demand.length - count, copies));
            }
            _ => {}
        }
        way.demands.sort_unstable();
        way.pairs.sort_unstable_by_key(|&length| Reverse(length));
        way
    }
}

/// The demands of pairs that serving triples leaves: as one of equally long demands is from quads and
/// the other not, there may be several.
fn left_pairs(demands: SmallVec<[Demand; 16]>, served: &Served, pairs: Lengths) -> Vec<Lengths> {
    let mut ways = vec![Way { demands, pairs }];
    for &(length, outcome) in served {
        let mut after: Vec<Way> = Vec::new();
        for way in &ways {
            for quads in [false, true] {
                let demand = Demand { length, quads };
                if way.demands.contains(&demand) {
                    after.push(way.after(demand, outcome));
                }
            }
        }
        after.sort_unstable();
        after.dedup();
        ways = after;
    }
    ways.into_iter().map(|way| way.pairs).collect()
}

/// What the holder of `hand` owes of a lead of these forms, where he has as many cards of the led
/// effective suit as were led or more. `hand` has his laid cards of that suit (SJ-19).
#[must_use]
pub(super) fn need(switches: &Switches, trump: &Trump, lead: &[Form], hand: &Cards) -> Need {
    let tuples = lead.iter().any(|form| form.width > 1);
    if switches.follow_order == FollowOrder::SuitOnly || !tuples {
        return Need::NONE;
    }
    if let &[form] = lead
        && form.width == 2
        && hand.at_least(3) == 0
        && let Some(need) = of_pairs(trump, form.length.into(), hand.at_least(2))
    {
        return need;
    }
    let supply = Supply { cards: *hand, protect: switches.protect_wider };
    let mut service = Service { switches, trump, supply, need: Need::NONE };
    let led = |width: u8| lead.iter().filter(move |form| form.width == width).map(|f| f.length);
    let mut pairs: Lengths = led(2).collect();
    let mut demands: SmallVec<[Demand; 16]> =
        led(3).map(|length| Demand { length, quads: false }).collect();
    for (length, outcome) in service.serve(4, led(4).collect()) {
        match outcome {
            Outcome::Pairs => pairs.push(length),
            Outcome::Loose(count) if count < length => {
                demands.push(Demand { length: length - count, quads: true });
            }
            _ => {}
        }
    }
    let served = service.serve(3, demands.iter().map(|demand| demand.length).collect());
    let mut ways = left_pairs(demands, &served, pairs).into_iter();
    let mut best = service.clone();
    let mut record = best.serve(2, ways.next().expect("demands are met in some way"));
    for pairs in ways {
        let mut service = service.clone();
        let served = service.serve(2, pairs);
        if outcomes(&served).gt(outcomes(&record)) {
            (best, record) = (service, served);
        }
    }
    best.need
}

/// What is owed of a pair or one tractor of pairs out of pairs, of which no face has two; `None` where
/// the tractor may have to be served by several.
fn of_pairs(trump: &Trump, length: usize, pairs: u64) -> Option<Need> {
    let held = pairs.count_ones() as usize;
    let classes = trump.fold(pairs);
    let run = (2..=length).rev().find(|&run| trump.runs(classes, run) != 0);
    let run = run.filter(|&run| run >= trump.least_run()).unwrap_or(0);
    let rest = length - run;
    if run > 0 && rest > 1 {
        return None;
    }
    let need = if run > 0 { Need::NONE.with_run(Form::new(2, run)) } else { Need::NONE };
    Some(need.with_loose(2, rest.min(held - run)))
}

/// What a record tells of demands of pairs: runs before loose pairs, each by its length.
fn outcomes(served: &Served) -> impl Iterator<Item = Outcome> {
    served.iter().map(|&(length, outcome)| match outcome {
        Outcome::Met => Outcome::Run(length),
        outcome => outcome,
    })
}
