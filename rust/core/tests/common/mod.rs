//! The contract that every game keeps, checked on random deals of any [`Game`].

use chupai_core::batch::{self, Collect, FactArrays, Indexed, Job, PLAYOUTS, Start, Stats};
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Where there are no more legal moves than this, all of them are listed and compared.
const LISTED: u64 = 4000;

/// Of more moves only so many are listed.
const FIRST_FEW: u64 = 300;

/// Moves of other states that are tried in each state.
const STRANGERS: usize = 200;

/// A number of cards for each face.
pub type Faces = Vec<u32>;

/// What moves, each with its seat, tell beside a state; they were made from this one on.
pub type PastOf<'a, G> = dyn Fn(&G, &[(u8, <G as Game>::Move)]) -> <G as Game>::Past + 'a;

/// A game with what the contract cannot know of it.
pub struct Contract<'a, G: Game> {
    /// The rule set.
    pub rules: &'a G::Rules,
    /// The set-ups to try, at least one.
    pub setups: &'a [G::Setup],
    /// How many seats play.
    pub seats: usize,
    /// Deals walked through move by move, for each set-up.
    pub walks: u64,
    /// Deals played in batches, for each set-up.
    pub games: u64,
    /// All cards of the game.
    pub pack: Faces,
    /// The cards that have not been played: in hands, kitty, bottom.
    pub held: &'a dyn Fn(&G) -> Faces,
    /// The cards that a move has played, which led to a state.
    pub spent: &'a dyn Fn(&G::Move, &G) -> Faces,
    /// What the moves so far, each with its seat, tell beside the state.
    pub past: &'a PastOf<'a, G>,
    /// The move that an agent draws where the game documents other draws than one `below(n)` of the n
    /// legal moves; `None` where it does not.
    pub drawn: &'a Drawn<'a, G>,
    /// Playouts are tried in every so many states.
    pub playouts: u64,
}

/// What an agent draws in a state.
pub type Drawn<'a, G> = dyn Fn(&G, Agent, &mut Rng) -> Option<<G as Game>::Move> + 'a;

/// The draws of a game in which every choice is one `below(n)` of the n legal moves.
#[allow(dead_code, reason = "not every game is one")]
pub fn one_below<G: Game>(_: &G, _: Agent, _: &mut Rng) -> Option<G::Move> {
    None
}

/// Checks everything; panics with the first fault.
pub fn contract<G>(game: &Contract<'_, G>)
where
    G: Game + PartialEq + Debug,
    G::Move: Hash,
    G::Facts: PartialEq + Debug,
{
    let mut strangers = Vec::new();
    let mut scores = HashMap::new();
    for setup in game.setups {
        for index in 0..game.walks {
            walk(game, setup, index, &mut strangers);
        }
        for agents in tables(game.seats) {
            for index in 0..game.games.min(300) {
                rollout_is_the_state_machine(game, setup, &agents, index, &mut scores);
            }
            batches_agree::<G>(game, setup, &agents);
            rounds_are_deals_of_matches::<G>(game, &agents);
        }
    }
}

/// Tables of built-in agents: equal ones, and two mixed.
fn tables(seats: usize) -> Vec<Vec<Agent>> {
    let mixed = [Agent::Lowest, Agent::RandomUnits];
    vec![
        vec![Agent::Random; seats],
        vec![Agent::Lowest; seats],
        mixed.into_iter().cycle().take(seats).collect(),
        mixed.into_iter().rev().cycle().take(seats).collect(),
    ]
}

/// One random deal, with every question asked in every state.
fn walk<G>(game: &Contract<'_, G>, setup: &G::Setup, index: u64, strangers: &mut Vec<G::Move>)
where
    G: Game + PartialEq + Debug,
    G::Move: Hash,
{
    let rules = game.rules;
    let deal =
        || G::deal(rules, setup, DealStreams::new(11, 0, index).deal).expect("a sound set-up");
    let mut rng = Rng::stream(12, Domain::Play, 0, index);
    let (mut state, mut history) = (deal(), Vec::new());
    assert_eq!(state, deal(), "one stream, one deal");
    assert_eq!((game.held)(&state), game.pack, "all cards are dealt");
    while let Some(seat) = state.turn() {
        assert!(seat < game.seats && state.phase() != "over");
        let legal = legal_moves(game, &state, &mut rng);
        chances(game, &state, legal.len() as u64, &mut rng);
        foreign_moves(game, &state, &legal, strangers);
        if (index + history.len() as u64).is_multiple_of(game.playouts) {
            let past = (game.past)(&deal(), &history);
            for agents in tables(game.seats) {
                playouts_resume(game, &state, &past, &agents);
            }
        }
        let lowest = state.lowest(rules);
        assert!(state.is_legal(rules, lowest), "{lowest:?} is the lowest but not legal");

        let mv = state.choose(rules, Agent::Random, &mut rng);
        let before = state.clone();
        let mut copy = state.clone();
        copy.play(rules, mv).expect("a legal move");
        assert_eq!(state, before, "a clone has its own state");
        state.play_unchecked(rules, mv);
        assert_eq!(state, copy, "play and play_unchecked do the same");
        history.push((seat as u8, mv));

        let (held, spent) = ((game.held)(&state), (game.spent)(&mv, &state));
        let together: Faces = held.iter().zip(&spent).map(|(a, b)| a + b).collect();
        assert_eq!(together, (game.held)(&before), "{mv:?} lost or made cards");
        if strangers.len() < STRANGERS {
            strangers.push(mv);
        } else {
            strangers[rng.below(STRANGERS as u64) as usize] = mv;
        }
    }
    assert_eq!((state.phase(), state.num_legal(rules)), ("over", 0));
    state.for_each_legal(rules, |mv| panic!("{mv:?} is listed in a finished deal"));
    foreign_moves(game, &state, &[], strangers);
    let mut again = deal();
    for (_, mv) in history {
        again.play(rules, mv).expect("a move of the record");
    }
    assert_eq!(again, state, "a record leads to the same state");
}

/// The legal moves, or the first of them where they are too many: listed, counted, numbered and
/// judged alike.
fn legal_moves<G>(game: &Contract<'_, G>, state: &G, rng: &mut Rng) -> Vec<G::Move>
where
    G: Game + Debug,
    G::Move: Hash,
{
    let rules = game.rules;
    let total = state.num_legal(rules);
    assert!(total > 0, "no move is possible in {state:?}");
    let limit = if total <= LISTED { u64::MAX } else { FIRST_FEW };
    let list = listed(game, state, limit);
    assert_eq!(list.len() as u64, total.min(limit), "listed = counted in {state:?}");
    let distinct: HashSet<_> = list.iter().collect();
    assert_eq!(distinct.len(), list.len(), "a move is listed twice in {state:?}");
    for (n, &mv) in list.iter().enumerate() {
        assert_eq!(state.nth_legal(rules, n as u64), mv, "move {n} of {state:?}");
        assert_legal(game, state, mv);
    }
    let some = 1 + rng.below(total);
    assert_eq!(listed(game, state, some.min(20)).len() as u64, some.min(20), "a break stops");
    for n in [total - 1, total / 2, rng.below(total), rng.below(total)] {
        let mv = state.nth_legal(rules, n);
        assert_legal(game, state, mv);
        assert!(n < list.len() as u64 || !distinct.contains(&mv), "move {n} comes twice");
    }
    list
}

fn listed<G: Game>(game: &Contract<'_, G>, state: &G, limit: u64) -> Vec<G::Move> {
    let mut list = Vec::new();
    state.for_each_legal(game.rules, |mv| {
        list.push(mv);
        if list.len() as u64 == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    list
}

fn assert_legal<G: Game + Debug>(game: &Contract<'_, G>, state: &G, mv: G::Move) {
    assert!(state.is_legal(game.rules, mv), "{mv:?} is listed but not legal in {state:?}");
    let error = state.why_not(game.rules, mv);
    assert!(error.is_none(), "{mv:?} is legal, but {error:?} in {state:?}");
}

/// A choice takes one `below(n)` from the stream, none where n = 1, and reaches every move; or the
/// draws that the game documents, and gives a legal move.
fn chances<G: Game + Debug>(game: &Contract<'_, G>, state: &G, list: u64, rng: &mut Rng) {
    let total = state.num_legal(game.rules);
    for agent in [Agent::Random, Agent::RandomUnits] {
        let mut expected = rng.clone();
        let documented = (game.drawn)(state, agent, &mut expected);
        let mv = state.choose(game.rules, agent, rng);
        let n = if total > 1 && documented.is_none() { expected.below(total) } else { 0 };
        assert_eq!(*rng, expected, "a choice among {total} moves");
        assert_eq!(mv, documented.unwrap_or_else(|| state.nth_legal(game.rules, n)));
        assert_legal(game, state, mv);
        if documented.is_none() && list == total && total <= 6 {
            let mut seen = Vec::new();
            for _ in 0..30 * total {
                let mv = state.choose(game.rules, agent, rng);
                if !seen.contains(&mv) {
                    seen.push(mv);
                }
            }
            assert_eq!(seen.len() as u64, total, "sampling reaches every move");
        }
    }
}

/// Moves of other states are judged alike by all, and an illegal one changes nothing.
fn foreign_moves<G>(game: &Contract<'_, G>, state: &G, legal: &[G::Move], strangers: &[G::Move])
where
    G: Game + PartialEq + Debug,
    G::Move: Hash,
{
    let rules = game.rules;
    let complete = legal.len() as u64 == state.num_legal(rules);
    let legal: HashSet<_> = legal.iter().collect();
    for &mv in strangers {
        let is_legal = state.is_legal(rules, mv);
        if complete {
            assert_eq!(is_legal, legal.contains(&mv), "{mv:?} in {state:?}");
        }
        let why_not = state.why_not(rules, mv);
        assert_eq!(is_legal, why_not.is_none(), "{mv:?}: {why_not:?} in {state:?}");
        if let Some(error) = why_not {
            assert!(!error.message.is_empty());
            let mut same = state.clone();
            assert_eq!(same.play(rules, mv), Err(error));
            assert_eq!(&same, state, "{mv:?} is illegal but changed the state");
        }
    }
}

/// The fast loop gives the facts of the state machine; facts lie within their columns, and equal
/// score keys mean equal scored facts.
fn rollout_is_the_state_machine<G>(
    game: &Contract<'_, G>,
    setup: &G::Setup,
    agents: &[Agent],
    index: u64,
    scores: &mut HashMap<G::ScoreKey, Vec<i16>>,
) where
    G: Game,
    G::Facts: PartialEq + Debug,
{
    let rules = game.rules;
    let streams = DealStreams::new(13, 0, index);
    let facts = G::rollout(rules, setup, agents, streams.clone());
    let mut state = G::deal(rules, setup, streams.deal).expect("a sound set-up");
    let mut rng = streams.play;
    while let Some(seat) = state.turn() {
        let mv = state.choose(rules, agents[seat], &mut rng);
        state.play(rules, mv).expect("an agent's move is legal");
    }
    assert_eq!(facts, state.facts(rules), "deal {index} of {agents:?}");

    let columns = G::columns(rules);
    let mut row = vec![0; columns.iter().map(|column| column.width).sum()];
    G::write_facts(&facts, &mut row);
    let (mut numbers, mut scored) = (row.into_iter(), Vec::new());
    for column in &columns {
        for number in numbers.by_ref().take(column.width) {
            let range = column.min..=column.max;
            assert!(range.contains(&number), "{} is {number}, not in {range:?}", column.name);
            if column.scored {
                scored.push(number);
            }
        }
    }
    let first = scores.entry(G::score_key(&facts)).or_insert_with(|| scored.clone());
    assert_eq!(*first, scored, "one score key for two rows");
}

/// Batches give the same for any threads and chunks, in one run or in parts.
fn batches_agree<G: Game>(game: &Contract<'_, G>, setup: &G::Setup, agents: &[Agent]) {
    let games = game.games;
    let job = |first, games, threads, chunk| Job::<G> {
        rules: game.rules,
        start: Start::Deals { setup, game_match: 3, first },
        agents,
        seed: 14,
        games,
        threads,
        chunk,
    };
    let whole = job(0, games, 1, batch::CHUNK);
    let (facts, stats) = (facts_of(&whole), stats_of(&whole));
    for threads in [1, 2] {
        for chunk in [1, 7, 4096, games] {
            let job = job(0, games, threads, chunk);
            assert!(facts_of(&job) == facts, "{threads} threads, chunks of {chunk}");
            assert_same(&stats_of(&job), &stats);
        }
    }
    for cut in [0, 1, games / 3, games] {
        let (left, right) = (job(0, cut, 1, 7), job(cut, games - cut, 2, 7));
        let mut both = facts_of(&left);
        Collect::<G>::append(&mut both, facts_of(&right));
        assert!(both == facts, "{cut} deals and the others");
        let mut both = stats_of(&left);
        Collect::<G>::append(&mut both, stats_of(&right));
        assert_same(&both, &stats);
    }
    stats_are_totals(&facts, &stats, games);
    rows_are_numbered(&job(0, games, 2, 7), &facts, &stats);
    progress_is_heard::<G>(&job(0, games, 1, 1));
}

/// Each deal's row, by its number, has the deal's scored facts.
fn rows_are_numbered<G: Game>(job: &Job<'_, G>, facts: &FactArrays, stats: &Stats<G::ScoreKey>) {
    let run = batch::run::<G, Indexed<G::ScoreKey>>(job, |_| ControlFlow::Continue(()));
    let indexed = run.expect("a sound set-up").expect("nobody stops the run");
    assert_same(&indexed.stats, stats);
    let rows: Vec<&[i16]> = indexed.stats.numbered().map(|(row, _)| row).collect();
    for (deal, &which) in indexed.which.iter().enumerate() {
        let scored = facts.columns.iter().zip(&facts.values).filter(|(column, _)| column.scored);
        let numbers: Vec<i16> = scored
            .flat_map(|(column, values)| &values[deal * column.width..(deal + 1) * column.width])
            .copied()
            .collect();
        assert_eq!(rows[which as usize], numbers, "deal {deal}");
    }
}

/// A round has the same deal of each match, with the set-up of each.
fn rounds_are_deals_of_matches<G: Game>(game: &Contract<'_, G>, agents: &[Agent]) {
    let rules = game.rules;
    let matches: Vec<u64> = (0..20).map(|n| n * n + 5).collect();
    let setups: Vec<G::Setup> = game.setups.iter().copied().cycle().take(matches.len()).collect();
    let round = Job::<G> {
        rules,
        start: Start::Round { matches: &matches, setups: &setups, index: 7 },
        agents,
        seed: 15,
        games: matches.len() as u64,
        threads: 2,
        chunk: 3,
    };
    let mut apart = <FactArrays as Collect<G>>::new(rules);
    for (&game_match, setup) in matches.iter().zip(&setups) {
        let start = Start::Deals { setup, game_match, first: 7 };
        let deal = Job::<G> { start, games: 1, threads: 1, ..round };
        Collect::<G>::append(&mut apart, facts_of(&deal));
    }
    assert!(facts_of(&round) == apart, "a round of matches");
    let start = Start::Round { matches: &matches, setups: &setups[1..], index: 7 };
    let uneven = batch::run::<G, FactArrays>(&Job { start, ..round }, |_| ControlFlow::Break(()));
    assert!(uneven.is_err(), "a match without a set-up");
}

/// Playouts are what the state machine makes of a state by the streams of their numbers.
fn playouts_resume<G: Game>(game: &Contract<'_, G>, state: &G, past: &G::Past, agents: &[Agent]) {
    let rules = game.rules;
    for (knower, moving) in
        [(None, false), (None, true), (Some(0), false), (Some(game.seats - 1), false)]
    {
        let first = moving.then(|| state.lowest(rules));
        let redealer = knower.map(|seat| state.redealer(rules, seat, past).expect("a seat"));
        let start = Start::Playouts { state, redealer: redealer.as_ref(), first };
        let job = Job::<G> { rules, start, agents, seed: 16, games: 5, threads: 2, chunk: 2 };
        let mut apart = <FactArrays as Collect<G>>::new(rules);
        for k in 0..job.games {
            let mut state = state.clone();
            if let Some(redealer) = &redealer {
                let redeal = Rng::stream(16, Domain::Redeal, PLAYOUTS, k).next_word();
                state = G::redeal(rules, redealer, redeal).expect("the true deal is one");
            }
            if let Some(mv) = first {
                state.play(rules, mv).expect("the lowest move is legal");
            }
            state.play_out(rules, agents, &mut Rng::stream(16, Domain::Play, 0, k));
            Collect::<G>::add(&mut apart, &state.facts(rules));
        }
        assert!(facts_of(&job) == apart, "playouts of {agents:?}");
    }
}

fn facts_of<G: Game>(job: &Job<'_, G>) -> FactArrays {
    let run = batch::run::<G, FactArrays>(job, |_| ControlFlow::Continue(()));
    run.expect("a sound set-up").expect("nobody stops the run")
}

fn stats_of<G: Game>(job: &Job<'_, G>) -> Stats<G::ScoreKey> {
    let run = batch::run::<G, Stats<G::ScoreKey>>(job, |_| ControlFlow::Continue(()));
    run.expect("a sound set-up").expect("nobody stops the run")
}

fn assert_same<K>(a: &Stats<K>, b: &Stats<K>) {
    assert_eq!((a.games, &a.columns), (b.games, &b.columns));
    assert_eq!((a.rows(), a.histograms()), (b.rows(), b.histograms()));
}

/// Statistics are the totals of the arrays.
fn stats_are_totals<K>(facts: &FactArrays, stats: &Stats<K>, games: u64) {
    assert_eq!(stats.games, games);
    let mut rows: HashMap<Vec<i16>, u64> = HashMap::new();
    for deal in 0..games as usize {
        let scored = facts.columns.iter().zip(&facts.values).filter(|(column, _)| column.scored);
        let numbers = scored
            .flat_map(|(column, values)| &values[deal * column.width..(deal + 1) * column.width]);
        *rows.entry(numbers.copied().collect()).or_default() += 1;
    }
    assert_eq!(stats.rows().into_iter().collect::<HashMap<_, _>>(), rows);
    let histograms = stats.histograms();
    for ((column, values), seats) in facts.columns.iter().zip(&facts.values).zip(histograms) {
        assert_eq!((values.len(), seats.len()), (games as usize * column.width, column.width));
        for (seat, histogram) in seats.into_iter().enumerate() {
            let mut expected = vec![0; (column.max - column.min + 1) as usize];
            for value in values.iter().skip(seat).step_by(column.width) {
                expected[(value - column.min) as usize] += 1;
            }
            assert_eq!(histogram, expected, "{} of seat {seat}", column.name);
        }
    }
}

/// Progress rises to the number of games, and stops the run when asked.
fn progress_is_heard<G: Game>(job: &Job<'_, G>) {
    let mut heard = Vec::new();
    let run = batch::run::<G, FactArrays>(job, |done| {
        heard.push(done);
        ControlFlow::Continue(())
    });
    assert!(run.expect("a sound set-up").is_some());
    assert!(heard.is_sorted_by(|a, b| a < b) && heard.last() == Some(&job.games));
    let mut calls = 0;
    let run = batch::run::<G, FactArrays>(job, |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert!(run.expect("a sound set-up").is_none() && calls == 1, "a break stops the run");
}
