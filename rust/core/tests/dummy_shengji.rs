//! A game on the kernel of Shengji that asks for what no rule set of four seats does: five seats, sides
//! that change during the deal, and a constant rank above the jokers. Finding friends and games with fives
//! on top are to fit.
//!
//! Three decks, 31 cards each and seven in the kitty, which nobody takes. The declarer names a face.
//! Whoever is the first to play it, the declarer himself too, is on his side from then on. Fives are trumps
//! above the jokers. Throws always stand.

mod common;

use chupai_core::bits::{Cpu, Portable};
use chupai_core::card::{Card, Rank, Suit};
use chupai_core::card_counts::CardCounts;
use chupai_core::card_set::CardSet;
use chupai_core::deal::{deal_counts, shuffle};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, Column, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::asked::Asked;
use chupai_core::shengji::leads::{self, Leads};
use chupai_core::shengji::moves::{Cards, Units};
use chupai_core::shengji::points;
use chupai_core::shengji::switches::Switches;
use chupai_core::shengji::trick::{Led, Standing};
use chupai_core::shengji::trump::{TRUMPS, Trump};
use common::{Contract, Faces, contract, one_below};
use std::ops::ControlFlow;

const SEATS: usize = 5;
const HAND: u32 = 31;

struct Dummy {
    switches: Switches,
    trump: Trump,
}

impl Dummy {
    fn new(suit: Option<Suit>, level: Option<Rank>) -> Self {
        let switches = Switches { decks: 3, ..Switches::default() };
        let trump =
            Trump::with_above_jokers(&switches, Cpu::Portable, suit, level, Some(Rank::Five));
        Self { switches, trump }
    }
}

#[allow(clippy::large_enum_variant, reason = "moves are copied")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Name(Card),
    /// Laid cards.
    Lead(Cards, Units),
    Follow(Cards),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    declarer: usize,
    friend: Option<usize>,
    points: [i16; SEATS],
    tricks: [i16; SEATS],
}

impl Facts {
    /// The points of the others.
    fn attackers(&self) -> i16 {
        let own = |seat: usize| seat == self.declarer || Some(seat) == self.friend;
        (0..SEATS).filter(|&seat| !own(seat)).map(|seat| self.points[seat]).sum()
    }
}

/// All cards are laid.
#[derive(Clone, Debug, PartialEq)]
struct State {
    hands: [Cards; SEATS],
    kitty: Cards,
    named: Option<Card>,
    leader: usize,
    led: Option<(Cards, Units)>,
    /// What follows the lead.
    plays: Vec<Cards>,
    facts: Facts,
}

impl State {
    fn seat(&self) -> usize {
        (self.leader + usize::from(self.led.is_some()) + self.plays.len()) % SEATS
    }

    fn hand(&self) -> Cards {
        self.hands[self.seat()]
    }

    fn table(&self, dummy: &Dummy) -> Option<Led> {
        let (cards, units) = self.led.as_ref()?;
        Some(Led::new(&dummy.switches, &dummy.trump, cards, units))
    }

    fn asked<'a>(&self, dummy: &'a Dummy, led: &Led) -> Asked<'a> {
        let (switches, trump) = (&dummy.switches, &dummy.trump);
        Asked::new(switches, trump, led.forms(), led.suit(), led.size(), self.hand())
    }

    fn leads<'a>(&self, dummy: &'a Dummy) -> Leads<'a> {
        Leads::new(&dummy.switches, &dummy.trump, &self.hand())
    }

    /// The winner takes the trick.
    fn gather(&mut self, dummy: &Dummy, led: &Led) {
        let mut best: Standing = led.standing();
        let mut gathered = points(&dummy.trump.stand(led.cards()));
        for (n, cards) in self.plays.iter().enumerate() {
            best = led.after(&dummy.switches, &dummy.trump, best, n + 1, cards);
            gathered += points(&dummy.trump.stand(cards));
        }
        self.leader = (self.leader + best.play) % SEATS;
        self.facts.points[self.leader] += gathered as i16;
        self.facts.tricks[self.leader] += 1;
        (self.led, self.plays) = (None, Vec::new());
    }
}

impl Game for State {
    type Rules = Dummy;
    type Setup = usize;
    type Move = Move;
    type Facts = Facts;
    type ScoreKey = (i16, Option<usize>);
    type Past = ();
    type Redealer = (Self, usize);

    fn deal(dummy: &Dummy, &declarer: &usize, mut deal: Rng) -> Result<Self, RuleError> {
        Self::check(dummy, &declarer)?;
        let mut hands = [CardCounts::<3>::EMPTY; SEATS];
        let deck = CardSet::DECK_54.bits();
        let kitty = deal_counts::<Portable, 3>(&mut deal, deck, &[HAND; SEATS], &mut hands);
        let lay = |cards: CardCounts<3>| {
            let &[a, b, c] = cards.planes();
            dummy.trump.lay(&Cards::from_planes([a, b, c, 0]).expect("planes stay nested"))
        };
        let facts = Facts { declarer, friend: None, points: [0; SEATS], tricks: [0; SEATS] };
        Ok(Self {
            hands: hands.map(lay),
            kitty: lay(kitty),
            named: None,
            leader: declarer,
            led: None,
            plays: Vec::new(),
            facts,
        })
    }

    fn turn(&self) -> Option<usize> {
        (self.phase() != "over").then(|| self.seat())
    }

    fn phase(&self) -> &'static str {
        match self.named {
            None => "name",
            Some(_) if self.led.is_none() && self.hand().is_empty() => "over",
            Some(_) => "play",
        }
    }

    fn num_legal(&self, dummy: &Dummy) -> u64 {
        match (self.phase(), self.table(dummy)) {
            ("over", _) => 0,
            ("name", _) => Card::COUNT as u64,
            (_, None) => self.leads(dummy).count(),
            (_, Some(led)) => self.asked(dummy, &led).count(),
        }
    }

    fn nth_legal(&self, dummy: &Dummy, n: u64) -> Move {
        match (self.phase(), self.table(dummy)) {
            ("name", _) => Move::Name(Card::from_index(n as usize).unwrap()),
            (_, None) => {
                let (cards, units) = self.leads(dummy).nth(n);
                Move::Lead(cards, units)
            }
            (_, Some(led)) => Move::Follow(self.asked(dummy, &led).nth(n)),
        }
    }

    fn for_each_legal(&self, dummy: &Dummy, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        match (self.phase(), self.table(dummy)) {
            ("over", _) => {}
            ("name", _) => {
                let _ = Card::all().try_for_each(|card| visit(Move::Name(card)));
            }
            (_, None) => {
                let _ =
                    self.leads(dummy).for_each(&mut |cards, units| visit(Move::Lead(cards, units)));
            }
            (_, Some(led)) => {
                self.asked(dummy, &led).for_each(|cards| visit(Move::Follow(cards)));
            }
        }
    }

    fn is_legal(&self, dummy: &Dummy, mv: Move) -> bool {
        let (switches, trump) = (&dummy.switches, &dummy.trump);
        match (self.phase(), mv, self.table(dummy)) {
            ("name", Move::Name(_), _) => true,
            ("play", Move::Lead(cards, units), None) => {
                leads::is_legal(switches, trump, &self.hand(), &cards, &units)
            }
            ("play", Move::Follow(cards), Some(led)) => {
                self.hand().contains(&cards) && self.asked(dummy, &led).is_legal(&cards)
            }
            _ => false,
        }
    }

    fn why_not(&self, dummy: &Dummy, mv: Move) -> Option<RuleError> {
        let legal = self.turn().is_some() && self.is_legal(dummy, mv);
        (!legal).then(|| RuleError::illegal("", "", format!("{mv:?} is no move here")))
    }

    fn play_unchecked(&mut self, dummy: &Dummy, mv: Move) {
        let seat = self.seat();
        let cards = match mv {
            Move::Name(card) => {
                self.named = Some(card);
                return;
            }
            Move::Lead(cards, units) => {
                self.led = Some((cards, units));
                cards
            }
            Move::Follow(cards) => {
                self.plays.push(cards);
                cards
            }
        };
        self.hands[seat] = self.hands[seat].difference(&cards);
        let named = self.named.expect("a face is named before the play");
        if self.facts.friend.is_none() && cards.faces() >> dummy.trump.bit_of(named) & 1 != 0 {
            self.facts.friend = Some(seat);
        }
        if self.plays.len() == SEATS - 1 {
            let led = self.table(dummy).expect("plays follow a lead");
            self.gather(dummy, &led);
        }
    }

    fn facts(&self, _: &Dummy) -> Facts {
        self.facts.clone()
    }

    fn lowest(&self, dummy: &Dummy) -> Move {
        self.nth_legal(dummy, 0)
    }

    fn columns(_: &Dummy) -> Vec<Column> {
        let column = |name, width, min, max, scored| Column { name, width, min, max, scored };
        vec![
            column("attackers", 1, 0, 300, true),
            column("friend", 1, -1, 4, true),
            column("declarer", 1, 0, 4, false),
            column("points", SEATS, 0, 300, false),
            column("tricks", SEATS, 0, 31, false),
        ]
    }

    fn write_facts(facts: &Facts, row: &mut [i16]) {
        let friend = facts.friend.map_or(-1, |seat| seat as i16);
        let first = [facts.attackers(), friend, facts.declarer as i16];
        row.copy_from_slice(&[&first[..], &facts.points, &facts.tricks].concat());
    }

    fn score_key(facts: &Facts) -> Self::ScoreKey {
        (facts.attackers(), facts.friend)
    }

    fn seats(_: &Dummy) -> usize {
        SEATS
    }

    fn check(_: &Dummy, &declarer: &usize) -> Result<(), RuleError> {
        match declarer < SEATS {
            true => Ok(()),
            false => Err(RuleError::rules("", "the declarer is one of five seats")),
        }
    }

    fn redealer(&self, _: &Dummy, seat: usize, _: &()) -> Result<(Self, usize), RuleError> {
        Ok((self.clone(), seat))
    }

    /// A seat knows its own hand only.
    fn redeal(_: &Dummy, (state, seat): &(Self, usize), seed: u64) -> Result<Self, RuleError> {
        let mut out = state.clone();
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, *seat as u64);
        let others = out.hands.iter_mut().enumerate().filter(|(at, _)| at != seat);
        let others: Vec<&mut Cards> =
            others.map(|(_, hand)| hand).chain([&mut out.kitty]).collect();
        let copies = |cards: &Cards| {
            let faces =
                cards.iter().flat_map(|(face, copies)| std::iter::repeat_n(face as u8, copies));
            faces.collect::<Vec<u8>>()
        };
        let mut pool: Vec<u8> = others.iter().flat_map(|cards| copies(cards)).collect();
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

    fn rollout(dummy: &Dummy, setup: &usize, agents: &[Agent], mut streams: DealStreams) -> Facts {
        let mut state = Self::deal(dummy, setup, streams.deal).expect("checked");
        state.play_out(dummy, agents, &mut streams.play);
        state.facts
    }
}

fn faces(dummy: &Dummy, cards: &Cards) -> Faces {
    let cards = dummy.trump.stand(cards);
    (0..Card::COUNT).map(|face| cards.count(face) as u32).collect()
}

fn check(dummy: &Dummy) {
    contract::<State>(&Contract {
        rules: dummy,
        setups: &[0, 3],
        seats: SEATS,
        walks: 4,
        games: 30,
        pack: vec![3; Card::COUNT],
        held: &|state| {
            let hands = state.hands.iter().chain([&state.kitty]).map(|cards| faces(dummy, cards));
            hands.reduce(|a, b| a.iter().zip(&b).map(|(m, n)| m + n).collect()).unwrap()
        },
        spent: &|mv, _| match mv {
            Move::Name(_) => vec![0; Card::COUNT],
            Move::Lead(cards, _) | Move::Follow(cards) => faces(dummy, cards),
        },
        past: &|_, _| (),
        drawn: &one_below,
        playouts: 20,
    });
}

#[test]
fn five_seats_and_fives_on_top_keep_the_contract() {
    check(&Dummy::new(Some(Suit::Spades), None));
    check(&Dummy::new(Some(Suit::Hearts), Some(Rank::Ten)));
    check(&Dummy::new(None, Some(Rank::Two)));
}

#[test]
fn sides_change_during_the_deal() {
    let dummy = Dummy::new(Some(Suit::Spades), Some(Rank::Two));
    let friends = (0..50).map(|index| {
        let streams = DealStreams::new(1, 0, index);
        let facts = State::rollout(&dummy, &2, &[Agent::RandomUnits; SEATS], streams);
        assert!(facts.points.iter().sum::<i16>() <= 300);
        facts.friend
    });
    let friends: Vec<Option<usize>> = friends.collect();
    assert!((0..SEATS).all(|seat| friends.contains(&Some(seat))));
}

/// The order of trumps, weakest first; equal ones side by side.
fn trumps(trump: &Trump) -> Vec<Vec<String>> {
    let mut classes = trump.classes_of(TRUMPS);
    let mut out = Vec::new();
    while classes != 0 {
        let class = 1 << classes.trailing_zeros();
        classes ^= class;
        let faces = trump.ascending(trump.unfold(class));
        out.push(faces.map(|bit| trump.card_of(bit).to_string()).collect());
    }
    out
}

#[test]
fn a_rank_lies_above_the_jokers() {
    let top = |suit, level| {
        let classes = trumps(&Dummy::new(suit, level).trump);
        let top = classes.iter().map(|faces| faces.join(" ")).collect::<Vec<_>>();
        top[top.len().saturating_sub(6)..].join(" < ")
    };
    let fives = "B < R < 5D 5C 5H < 5S";
    assert_eq!(top(Some(Suit::Spades), None), format!("KS < AS < {fives}"));
    assert_eq!(top(Some(Suit::Spades), Some(Rank::Ten)), format!("TD TC TH < TS < {fives}"));
    assert_eq!(top(None, Some(Rank::Two)), "2D 2C 2H 2S < B < R < 5D 5C 5H 5S");
    assert_eq!(top(None, None), "B < R < 5D 5C 5H 5S");
}

#[test]
fn fives_and_jokers_are_neighbours() {
    let dummy = Dummy::new(Some(Suit::Spades), Some(Rank::Ten));
    let unit = |text: &str| {
        let cards: Cards = text.parse().unwrap();
        dummy.trump.unit_of(&dummy.trump.lay(&cards)).map(|unit| unit.form().length)
    };
    assert_eq!(unit("TDTD TSTS BB RR 5H5H 5S5S"), Some(6));
    assert_eq!(unit("RR 5D5D 5H5H"), None);
    assert_eq!(unit("TSTS RR"), None);
    assert_eq!(unit("4D4D 6D6D"), Some(2));
}
