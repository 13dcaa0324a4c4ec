//! A toy game that asks for what no family needs alone: three decks with jokers, five seats, sides
//! that change during the deal, and more than 2³² legal moves.
//!
//! The banker holds 64 cards, the others 24 each, two lie aside. The banker calls a face. Then each
//! seat in turn plays any of its cards, as many as it likes, at least one. Whoever played the
//! called face last is the banker's friend. The first empty hand ends the deal.

mod common;

use chupai_core::bits::Portable;
use chupai_core::card::Card;
use chupai_core::card_counts::CardCounts;
use chupai_core::card_set::CardSet;
use chupai_core::climb::Trick;
use chupai_core::deal::{deal_counts, shuffle};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, Column, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use common::{Contract, Faces, contract, one_below};
use std::ops::ControlFlow;

const SEATS: usize = 5;

type Cards = CardCounts<3>;

/// The only switch: whether the banker calls a face, or the big joker counts as called.
struct ToyRules {
    calls: bool,
}

#[derive(Clone, Copy)]
struct ToySetup {
    /// Chance names the banker where this is `None`.
    banker: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ToyMove {
    Call(Card),
    Play(Cards),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ToyFacts {
    banker: usize,
    friend: Option<usize>,
    winner: Option<usize>,
    changes: i16,
    plays: [i16; SEATS],
    left: [i16; SEATS],
}

/// The game as it is told, or with one of the faults that [`contract`] must find.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Toy<const FAULT: u8 = NO_FAULT> {
    hands: [Cards; SEATS],
    kitty: Cards,
    called: Option<Card>,
    trick: Trick,
    over: bool,
    facts: ToyFacts,
}

const NO_FAULT: u8 = 0;
const NUMBERS_SHIFTED: u8 = 1;
const JUDGE_BLIND: u8 = 2;
const CARDS_LOST: u8 = 3;
const LIST_SHORT: u8 = 4;
const FACTS_BEYOND: u8 = 5;
const ROLLOUT_OFF: u8 = 6;
const KEYS_CLASH: u8 = 7;

impl<const FAULT: u8> Toy<FAULT> {
    fn hand(&self) -> &Cards {
        &self.hands[self.trick.turn()]
    }
}

impl<const FAULT: u8> Game for Toy<FAULT> {
    type Rules = ToyRules;
    type Setup = ToySetup;
    type Move = ToyMove;
    type Facts = ToyFacts;
    type ScoreKey = (Option<usize>, Option<usize>);
    type Past = ();
    type Redealer = (Self, usize);

    fn deal(rules: &ToyRules, setup: &ToySetup, mut deal: Rng) -> Result<Self, RuleError> {
        Self::check(rules, setup)?;
        let banker = setup.banker.unwrap_or_else(|| deal.below(SEATS as u64) as usize);
        let mut sizes = [24; SEATS];
        sizes[banker] = 64;
        let (deck, mut hands) = (CardSet::DECK_54.bits(), [Cards::EMPTY; SEATS]);
        let kitty = deal_counts::<Portable, 3>(&mut deal, deck, &sizes, &mut hands);
        let facts = ToyFacts {
            banker,
            friend: None,
            winner: None,
            changes: 0,
            plays: [0; SEATS],
            left: hands.map(|hand| hand.total() as i16),
        };
        let called = (!rules.calls).then_some(Card::BIG_JOKER);
        Ok(Self { hands, kitty, called, trick: Trick::new(SEATS, banker), over: false, facts })
    }

    fn turn(&self) -> Option<usize> {
        (!self.over).then_some(self.trick.turn())
    }

    fn phase(&self) -> &'static str {
        match (self.over, self.called) {
            (true, _) => "over",
            (_, None) => "call",
            _ => "play",
        }
    }

    fn num_legal(&self, _: &ToyRules) -> u64 {
        match self.phase() {
            "over" => 0,
            "call" => Card::COUNT as u64,
            _ => self.hand().iter().map(|(_, copies)| copies as u64 + 1).product::<u64>() - 1,
        }
    }

    fn nth_legal(&self, _: &ToyRules, n: u64) -> ToyMove {
        if self.called.is_none() {
            return ToyMove::Call(Card::from_index(n as usize).unwrap());
        }
        let mut digits = n + 1;
        if FAULT == NUMBERS_SHIFTED && n == 1 {
            digits = 1;
        }
        let mut cards = Cards::EMPTY;
        for (face, copies) in self.hand().iter() {
            let radix = copies as u64 + 1;
            cards.add(1 << face, (digits % radix) as usize);
            digits /= radix;
        }
        ToyMove::Play(cards)
    }

    fn for_each_legal(&self, rules: &ToyRules, mut visit: impl FnMut(ToyMove) -> ControlFlow<()>) {
        if self.phase() == "call" {
            let _ = Card::all().try_for_each(|card| visit(ToyMove::Call(card)));
        }
        if self.phase() != "play" {
            return;
        }
        // An odometer whose fastest wheel is the lowest face.
        let (hand, mut cards) = (self.hand(), Cards::EMPTY);
        loop {
            let Some((face, _)) = hand.difference(&cards).iter().next() else { return };
            cards = cards.within(u64::MAX << face);
            cards.add(1 << face, 1);
            let last = FAULT == LIST_SHORT && cards == *hand && self.num_legal(rules) < 100;
            if last || visit(ToyMove::Play(cards)).is_break() {
                return;
            }
        }
    }

    fn is_legal(&self, _: &ToyRules, mv: ToyMove) -> bool {
        match (self.phase(), mv) {
            ("call", ToyMove::Call(_)) => true,
            ("play", ToyMove::Play(cards)) => {
                !cards.is_empty() && (self.hand().contains(&cards) || FAULT == JUDGE_BLIND)
            }
            _ => false,
        }
    }

    fn why_not(&self, _: &ToyRules, mv: ToyMove) -> Option<RuleError> {
        let wrong = |message: String| Some(RuleError::illegal("", "", message));
        match mv {
            _ if self.over => wrong("the deal is over".into()),
            ToyMove::Call(card) if self.called.is_some() => {
                wrong(format!("{card} cannot be called now"))
            }
            ToyMove::Play(_) if self.called.is_none() => wrong("first a face is called".into()),
            ToyMove::Play(cards) if cards.is_empty() => wrong("at least one card is played".into()),
            ToyMove::Play(cards) => {
                let missing = cards.difference(self.hand());
                if missing.is_empty() { None } else { wrong(format!("{missing} is not held")) }
            }
            ToyMove::Call(_) => None,
        }
    }

    fn play_unchecked(&mut self, _: &ToyRules, mv: ToyMove) {
        let seat = self.trick.turn();
        match mv {
            ToyMove::Call(card) => self.called = Some(card),
            ToyMove::Play(cards) => {
                let called = self.called.map_or(0, Card::bit);
                if cards.faces() & called != 0 && self.facts.friend != Some(seat) {
                    self.facts.friend = Some(seat);
                    self.facts.changes += 1;
                }
                self.hands[seat] = self.hands[seat].difference(&cards);
                if FAULT == CARDS_LOST && self.facts.plays[seat] == 2 {
                    self.kitty = Cards::EMPTY;
                }
                self.facts.plays[seat] += 1;
                self.facts.left[seat] = self.hands[seat].total() as i16;
                self.trick.play();
                if self.hands[seat].is_empty() {
                    self.trick.went_out(seat);
                    self.facts.winner = Some(seat);
                    self.over = true;
                }
            }
        }
    }

    fn facts(&self, _: &ToyRules) -> ToyFacts {
        self.facts.clone()
    }

    fn lowest(&self, rules: &ToyRules) -> ToyMove {
        self.nth_legal(rules, 0)
    }

    fn columns(_: &ToyRules) -> Vec<Column> {
        let column = |name, width, min, max, scored| Column { name, width, min, max, scored };
        vec![
            column("friend", 1, -1, 4, true),
            column("winner", 1, 0, 4, true),
            column("banker", 1, 0, 4, false),
            column("changes", 1, 0, 9, false),
            column("plays", SEATS, 0, if FAULT == FACTS_BEYOND { 5 } else { 64 }, false),
            column("left", SEATS, 0, 64, false),
        ]
    }

    fn write_facts(facts: &ToyFacts, row: &mut [i16]) {
        let seat = |seat: Option<usize>| seat.map_or(-1, |seat| seat as i16);
        let first = [seat(facts.friend), seat(facts.winner), facts.banker as i16, facts.changes];
        row.copy_from_slice(&[&first[..], &facts.plays, &facts.left].concat());
    }

    fn score_key(facts: &ToyFacts) -> Self::ScoreKey {
        (if FAULT == KEYS_CLASH { None } else { facts.friend }, facts.winner)
    }

    fn seats(_: &ToyRules) -> usize {
        SEATS
    }

    fn check(_: &ToyRules, setup: &ToySetup) -> Result<(), RuleError> {
        if setup.banker.is_some_and(|banker| banker >= SEATS) {
            return Err(RuleError::rules("", "the banker is one of five seats"));
        }
        Ok(())
    }

    fn redealer(&self, _: &ToyRules, seat: usize, _: &()) -> Result<(Self, usize), RuleError> {
        Ok((self.clone(), seat))
    }

    /// A seat knows its own hand; the banker the kitty, too.
    fn redeal(_: &ToyRules, (state, seat): &(Self, usize), seed: u64) -> Result<Self, RuleError> {
        let (seat, mut out) = (*seat, state.clone());
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, seat as u64);
        let mut others: Vec<&mut Cards> = Vec::new();
        let knows_kitty = seat == state.facts.banker;
        for (at, hand) in out.hands.iter_mut().enumerate() {
            if at != seat {
                others.push(hand);
            }
        }
        if !knows_kitty {
            others.push(&mut out.kitty);
        }
        let mut pool: Vec<u8> = Vec::new();
        for cards in &others {
            for (face, copies) in cards.iter() {
                pool.extend((0..copies).map(|_| face as u8));
            }
        }
        pool.sort_unstable();
        shuffle(&mut rng, &mut pool);
        let mut pool = pool.into_iter();
        for cards in others {
            let size = cards.total();
            *cards = Cards::EMPTY;
            pool.by_ref().take(size).for_each(|face| cards.add(1 << face, 1));
        }
        Ok(out)
    }

    fn rollout(
        rules: &ToyRules,
        setup: &ToySetup,
        agents: &[Agent],
        mut streams: DealStreams,
    ) -> ToyFacts {
        if FAULT == ROLLOUT_OFF {
            streams.play.next_word();
        }
        let mut state = Self::deal(rules, setup, streams.deal).expect("checked");
        state.play_out(rules, agents, &mut streams.play);
        state.facts
    }
}

fn faces(counts: &Cards) -> Faces {
    (0..Card::COUNT).map(|face| counts.count(face) as u32).collect()
}

fn held<const FAULT: u8>(toy: &Toy<FAULT>) -> Faces {
    let all = toy.hands.iter().chain([&toy.kitty]).map(faces);
    all.reduce(|a, b| a.iter().zip(&b).map(|(m, n)| m + n).collect()).unwrap()
}

fn check<const FAULT: u8>(calls: bool) {
    contract::<Toy<FAULT>>(&Contract {
        rules: &ToyRules { calls },
        setups: &[ToySetup { banker: None }, ToySetup { banker: Some(3) }],
        seats: SEATS,
        walks: 10,
        games: 200,
        pack: vec![3; Card::COUNT],
        held: &held,
        spent: &|mv, _| match mv {
            ToyMove::Call(_) => vec![0; Card::COUNT],
            ToyMove::Play(cards) => faces(cards),
        },
        past: &|_, _| (),
        drawn: &one_below,
        playouts: 5,
    });
}

#[test]
fn the_toy_keeps_the_contract() {
    check::<NO_FAULT>(true);
    check::<NO_FAULT>(false);
}

#[test]
fn it_has_more_moves_than_32_bits_count() {
    let (rules, setup) = (ToyRules { calls: false }, ToySetup { banker: Some(0) });
    for index in 0..100 {
        let rng = Rng::stream(1, Domain::Deal, 0, index);
        let toy = Toy::<NO_FAULT>::deal(&rules, &setup, rng).unwrap();
        let total = toy.num_legal(&rules);
        assert!(total > 1 << 32);
        assert_eq!(toy.nth_legal(&rules, total - 1), ToyMove::Play(toy.hands[0]));
    }
}

#[test]
fn sides_change_during_the_deal() {
    let (rules, setup) = (ToyRules { calls: false }, ToySetup { banker: None });
    let agents = [Agent::Random; SEATS];
    let changes = (0..100).map(|index| {
        let streams = DealStreams::new(1, 0, index);
        Toy::<NO_FAULT>::rollout(&rules, &setup, &agents, streams).changes
    });
    assert!(changes.max() >= Some(2));
}

#[test]
fn an_unsound_set_up_is_refused() {
    let (rules, setup) = (ToyRules { calls: true }, ToySetup { banker: Some(5) });
    let rng = Rng::stream(1, Domain::Deal, 0, 0);
    assert!(Toy::<NO_FAULT>::deal(&rules, &setup, rng).is_err());
    let agents = [Agent::Random; SEATS - 1];
    assert!(Toy::<NO_FAULT>::check_agents(&rules, &agents).is_err());
}

/// The contract is worth something only if it can be broken.
macro_rules! found {
    ($($test:ident $fault:ident $message:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $message)]
        fn $test() {
            check::<$fault>(true);
        }
    )*};
}

found! {
    a_wrong_number_is_found NUMBERS_SHIFTED "move 1 of";
    a_blind_judge_is_found JUDGE_BLIND " in Toy";
    a_lost_card_is_found CARDS_LOST "lost or made cards";
    a_short_list_is_found LIST_SHORT "listed = counted";
    a_fact_beyond_its_column_is_found FACTS_BEYOND "plays is 6, not in 0..=5";
    a_different_fast_loop_is_found ROLLOUT_OFF "deal 0 of";
    a_clash_of_score_keys_is_found KEYS_CLASH "one score key for two rows";
}
