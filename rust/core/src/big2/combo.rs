//! What a set of cards is, and what beats what (BT-05 … BT-21).

use super::ask::Ask;
use super::moves::{Cards, Kind, Move};
use super::order::{DECK, EACH_RANK, NO_TIE, Order, ranks_of};
use super::rules::Rules;
use super::switches::{BareQuad, FiveCard, FlushOrder, Switches};
use crate::card::Rank;

/// How many cards of each rank, a nibble each.
#[inline(always)]
pub(super) const fn per_rank(faces: u64) -> u64 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const LOW: u64 = 0x3333_3333_3333_3333;
    let twos = faces - (faces >> 1 & ODD);
    (twos & LOW) + (twos >> 2 & LOW)
}

/// The ranks of which there are at least `copies` (1 … 7) cards: the lowest face of each.
#[inline(always)]
pub(super) fn ranks_with(cards: Cards, copies: u64) -> u64 {
    let [one, two] = *cards.planes();
    let counts = per_rank(one) + per_rank(two);
    (counts + (8 - copies) * EACH_RANK) >> 3 & EACH_RANK
}

/// The sum of the nibbles of ranks, as far as it is at most 15.
#[inline(always)]
const fn sum_ranks(nibbles: u64) -> usize {
    (nibbles.wrapping_mul(EACH_RANK) >> 48 & 15) as usize
}

/// The first of five neighbouring ranks, as its lowest bit's index, and whether `ranks`, a bit for
/// each rank, is just those five.
#[inline(always)]
pub(super) const fn window_start(ranks: u64) -> (u32, bool) {
    let after = (ranks << 4 | ranks >> 48) & DECK;
    let start = (ranks & !after).trailing_zeros() & 63;
    let moved = (ranks >> start | ranks << (52 - start)) & DECK;
    (start, moved == 0x1_1111)
}

// How many numbers of cards, ranks, and ranks held twice there are places for. Where a sum of cards
// exceeds 15 it is not known, but is no play's: with as few ranks, and ranks held twice, as a play has
// there are at most seventeen cards, which seem to be two or less.
const SIZES: usize = 16;
const RANKS: usize = 6;
const PAIRS: usize = 8;
const FLUSH: usize = 2;
const STRAIGHT: usize = 1;

/// Where [`Shapes`] keeps what sets of one shape are.
#[inline(always)]
const fn shape(size: usize, ranks: usize, pairs: usize, suit_and_window: usize) -> usize {
    ((size * RANKS + ranks) * PAIRS + pairs) * 4 + suit_and_window
}

/// The kinds of card sets by their shape, and which windows are listed.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    /// By number of cards, ranks, ranks held twice, and whether it is one suit and a listed window.
    kinds: [Option<Kind>; SIZES * RANKS * PAIRS * 4],
    /// A bit for the first rank of each listed window.
    pub(super) listed: u64,
    /// Class and tie rank of the windows, unrevolved and arranged, by the first rank of a card.
    windows: [(u8, u8); 13],
    /// Faces that are no card, and that no card has twice.
    barred: [u64; 2],
}

impl Shapes {
    pub(super) fn new(s: &Switches, order: &Order) -> Self {
        let mut kinds = [None; SIZES * RANKS * PAIRS * 4];
        let mut set = |size, ranks, pairs, kind: [Option<Kind>; 4]| {
            kinds[shape(size, ranks, pairs, 0)..][..4].copy_from_slice(&kind);
        };
        let all = |on: bool, kind| [on.then_some(kind); 4];
        set(1, 1, 0, all(true, Kind::Single));
        set(2, 1, 1, all(true, Kind::Pair));
        set(3, 1, 1, all(s.triples, Kind::Triple));
        set(4, 1, 1, all(s.bare_quad != BareQuad::Off, Kind::BareQuad));
        set(4, 2, 2, all(s.two_pair_4, Kind::TwoPair4));
        set(5, 1, 1, all(true, Kind::Quads));
        set(5, 2, 1, all(true, Kind::Quads));
        set(5, 2, 2, all(true, Kind::FullHouse));
        let flush = s.flushes.then_some(Kind::Flush);
        let two_pairs = s.two_pair_5.then_some(Kind::TwoPair5);
        // Without and with a window; then the same for one suit.
        set(5, 3, 2, [two_pairs, two_pairs, flush.or(two_pairs), flush.or(two_pairs)]);
        set(5, 4, 1, [None, None, flush, flush]);
        set(5, 5, 0, [None, Some(Kind::Straight), flush, Some(Kind::StraightFlush)]);
        let (mut listed, mut windows) = (0, [(0, NO_TIE); 13]);
        for window in &order.windows {
            let first = order.restore(1 << (4 * window.ranks[0])).trailing_zeros() / 4;
            listed |= 1 << (4 * first);
            windows[first as usize] = (window.class, window.tie);
        }
        let barred = [!DECK, if s.decks == 1 { u64::MAX } else { !DECK }];
        Self { kinds, listed, windows, barred }
    }

    /// The class and tie rank of the window of a straight's cards.
    #[inline(always)]
    fn window(&self, faces: u64) -> (u8, u8) {
        let (start, _) = window_start(ranks_of(faces));
        self.windows[start as usize / 4]
    }
}

/// For each kind of play the kinds that beat it whatever the cards, and those that compare with it by
/// [`Rules::key`], as masks of kinds that the rule set has.
#[derive(Clone, Debug)]
pub(super) struct Pairings {
    pub(super) outright: [u16; Kind::ALL.len()],
    pub(super) by_key: [u16; Kind::ALL.len()],
    pub(super) plays: u16,
    pub(super) monsters: u16,
}

/// The kinds of play that may answer a question, as masks of kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    /// Kinds of which any play will do.
    pub outright: u16,
    /// Kinds of which a play must have a greater key than what lies on the table.
    pub by_key: u16,
}

impl Pairings {
    pub(super) fn new(s: &Switches) -> Self {
        let as_quads = s.bare_quad == BareQuad::AsQuads;
        // The rung on the ladder of five-card kinds (BT-19), 0 for kinds beside it; quads without a
        // fifth card stand among quads by option (BT-08).
        let rung = |kind| match kind {
            Kind::TwoPair5 => 1,
            Kind::Straight => 2,
            Kind::Flush => 3,
            Kind::FullHouse => 4,
            Kind::Quads => 5,
            Kind::BareQuad if as_quads => 5,
            Kind::StraightFlush => 6,
            _ => 0,
        };
        let plays = || Kind::ALL.into_iter().filter(|&kind| kind.is_play() && s.have_kind(kind));
        let (mut outright, mut by_key) = ([0; Kind::ALL.len()], [0; Kind::ALL.len()]);
        for (mine, other) in plays().flat_map(|mine| plays().map(move |other| (mine, other))) {
            let (a, b) = (rung(mine), rung(other));
            let monster = s.monsters && a >= 5 && a > b;
            let ladder = s.five_card == FiveCard::Ladder && b > 0 && a > b;
            let beats = match (mine, other) {
                (_, Kind::Dragon) => false,
                (Kind::Dragon, _) => true,
                _ => monster || ladder,
            };
            let same = mine == other || (a == 5 && b == 5);
            outright[other as usize] |= u16::from(beats) << mine as u8;
            by_key[other as usize] |= u16::from(same) << mine as u8;
        }
        let mask = |mask: u16, kind: Kind| mask | 1 << kind as u8;
        let monsters = plays().filter(|&kind| s.monsters && rung(kind) >= 5).fold(0, mask);
        Self { outright, by_key, plays: plays().fold(0, mask), monsters }
    }

    /// Whether plays of kind `a` beat those of kind `b` whatever the cards.
    #[inline(always)]
    pub(super) fn outranks(&self, a: Kind, b: Kind) -> bool {
        self.outright[b as usize] >> a as u8 & 1 != 0
    }

    /// Whether plays of both kinds compare by key.
    #[inline(always)]
    pub(super) fn compare(&self, a: Kind, b: Kind) -> bool {
        self.by_key[b as usize] >> a as u8 & 1 != 0
    }
}

impl Rules {
    /// The kinds of play that may answer a question.
    #[inline(always)]
    pub(super) fn answers(&self, ask: &Ask) -> Answers {
        let kinds = &self.pairings;
        let may = if ask.monsters_only { kinds.monsters } else { kinds.plays };
        match ask.to_beat {
            None => Answers { outright: may, by_key: 0 },
            Some(to_beat) => Answers {
                outright: kinds.outright[to_beat.kind as usize] & may,
                by_key: kinds.by_key[to_beat.kind as usize] & may,
            },
        }
    }

    /// Whether plays of the kind are monsters 怪獸, which beat any play that is none (BT-20).
    #[inline(always)]
    #[must_use]
    pub fn is_monster(&self, kind: Kind) -> bool {
        self.pairings.monsters >> kind as u8 & 1 != 0
    }
}

/// The index of the lowest bit, as part of a key.
#[inline(always)]
const fn low(faces: u64) -> u32 {
    faces.trailing_zeros()
}

/// The index of the highest bit.
#[inline(always)]
const fn high(faces: u64) -> u32 {
    63 - (faces | 1).leading_zeros()
}

impl Rules {
    /// A rank's pair as a number: the higher suit (BT-06), with two decks then the other (BT-02).
    #[inline(always)]
    fn pair_suits(&self, one: u64, two: u64) -> u32 {
        let top = high(one) & 3;
        let second = match self.switches.decks {
            1 => 0,
            _ if two != 0 => top,
            _ => low(one) & 3,
        };
        top << 2 | second
    }

    /// The kind of play that these cards are, `None` where they are none. A revolution changes nothing
    /// here.
    #[inline]
    #[must_use]
    pub fn classify(&self, cards: Cards) -> Option<Kind> {
        let (shapes, [one, two]) = (&self.shapes, *cards.planes());
        if (one & shapes.barred[0]) | (two & shapes.barred[1]) != 0 {
            return None;
        }
        // Up to 8 of a rank: a nibble.
        let mut counts = per_rank(one);
        if two != 0 {
            counts += per_rank(two);
        }
        let size = sum_ranks(counts);
        let present = (counts + 7 * EACH_RANK) >> 3 & EACH_RANK;
        let ranks = sum_ranks(present);
        if ranks >= RANKS {
            // Thirteen cards of thirteen ranks.
            return (self.switches.dragon_play && present == EACH_RANK && counts == present)
                .then_some(Kind::Dragon);
        }
        let pairs = sum_ranks((counts + 6 * EACH_RANK) >> 3 & EACH_RANK) % PAIRS;
        let (start, is_window) = window_start(present);
        let straight = (shapes.listed >> start & u64::from(is_window)) as usize;
        let suit = EACH_RANK << (one.trailing_zeros() & 3);
        let flush = usize::from(one & !suit == 0);
        shapes.kinds[shape(size, ranks, pairs, flush * FLUSH + straight * STRAIGHT)]
    }

    /// The play that these cards are.
    #[inline]
    #[must_use]
    pub fn read(&self, cards: Cards) -> Option<Move> {
        self.classify(cards).map(|kind| Move::play(kind, cards))
    }

    /// The strength of a play within its kind, in the order in force: the greater beats the lesser,
    /// equal ones do not beat each other. Quads share a scale with and without a fifth card.
    #[inline]
    #[must_use]
    pub fn key(&self, mv: Move, revolved: bool) -> u32 {
        self.key_of(mv.kind, mv.cards, revolved)
    }

    /// The same of cards that are a play of this kind.
    #[inline(always)]
    pub(super) fn key_of(&self, kind: Kind, cards: Cards, revolved: bool) -> u32 {
        let order = self.order(revolved);
        let [one, two] = order.arrange_cards(cards);
        match kind {
            Kind::Single => low(one),
            Kind::Pair => low(one) >> 2 << 4 | self.pair_suits(one, two),
            Kind::Triple => low(one) >> 2,
            Kind::BareQuad | Kind::Quads | Kind::FullHouse => {
                // The rank of three or more.
                low(order.arrange(ranks_with(cards, 3))) >> 2
            }
            Kind::TwoPair4 | Kind::TwoPair5 => {
                let pairs = order.arrange(ranks_with(cards, 2));
                let (higher, lower) = (high(pairs) >> 2, low(pairs) >> 2);
                let its = 15 << (4 * higher);
                (higher * 13 + lower) << 4 | self.pair_suits(one & its, two & its)
            }
            Kind::Straight | Kind::StraightFlush => {
                let (class, tie) = self.shapes.window(cards.faces());
                let suit = match (kind, tie) {
                    (Kind::StraightFlush, _) => low(one) & 3,
                    (_, NO_TIE) => 0,
                    // Windows know their ranks as they are before a revolution.
                    (_, tie) => low(self.orders[0].arrange(cards.faces()) >> (4 * tie) & 15),
                };
                u32::from(class) << 2 | suit
            }
            Kind::Flush => {
                let suit = low(one) & 3;
                let counts = (one >> suit & EACH_RANK) + (two >> suit & EACH_RANK);
                match self.switches.flush_order {
                    FlushOrder::Rank => squeeze(counts) << 2 | suit,
                    FlushOrder::Suit => suit << 26 | squeeze(counts),
                    FlushOrder::Top => high(one),
                }
            }
            Kind::Dragon => {
                let king = 4 * Rank::King.index();
                let kings = self.orders[0].arrange(cards.faces() & 15 << king);
                low(kings) & 3
            }
            _ => 0,
        }
    }

    /// Whether play `a` beats play `b`.
    #[inline]
    #[must_use]
    pub fn beats(&self, a: Move, b: Move, revolved: bool) -> bool {
        self.pairings.outranks(a.kind, b.kind)
            || self.pairings.compare(a.kind, b.kind)
                && self.key(a, revolved) > self.key(b, revolved)
    }
}

/// Nibbles of at most 3 as pairs of bits, in the same order.
#[inline(always)]
const fn squeeze(nibbles: u64) -> u32 {
    let x = (nibbles | nibbles >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}
