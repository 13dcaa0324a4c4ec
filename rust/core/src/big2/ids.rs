//! Action ids: the moves of one deck, numbered by a closed form that is the same for every rule set.
//!
//! Cards are numbered as [`Card::index`](crate::card::Card::index), ranks 3 … A 2 from 0 to 12, suits
//! D C H S from 0 to 3, whatever their order in the rule set. A *pick* of suits is its place among
//! sets of as many suits, ascending as masks: pairs DC, DH, CH, DS, CS, HS; triples DCH, DCS, DHS, CHS.
//!
//! | first id | moves | number within |
//! |---|---|---|
//! | 0 | pass | |
//! | 1 | 52 singles | card |
//! | 53 | 78 pairs | rank·6 + pick |
//! | 131 | 52 triples | rank·4 + pick |
//! | 183 | 11·1024 straights | window·1024 + suits in base 4, the first card's most significant |
//! | 11447 | 4·1287 flushes | suit·1287 + place of the set of ranks, ascending as masks |
//! | 16595 | 3744 full houses | triple's rank·288 + its pick·72 + pair's rank·6 + its pick |
//! | 20339 | 624 quads | rank·48 + fifth card |
//! | 20963 | 13 quads without a fifth card | rank |
//! | 20976 | 2808 two pairs | ranks·36 + higher pair's pick·6 + lower pair's pick |
//! | 23784 | 123552 two pairs with a card | number of the two pairs·44 + fifth card |
//! | 147336 | dragon | whatever its suits |
//! | 147337 | swap, redeal | |
//! | 147339 | 13 ranks asked for | rank |
//! | 147352 | 52 cards given | card |
//!
//! Windows are A2345, 23456, 34567 … TJQKA, JQKA2. Five cards of one suit have their straight's id
//! where the rule set lists the window, else their flush's. A second rank or a fifth card is counted
//! without those that the play already has. The two ranks of two pairs count as h·(h − 1)/2 + l.

use super::moves::{Cards, Kind, Move};
use super::order::{DECK, ranks_of};
use super::rules::Rules;
use crate::bits::{BINOMIAL, SUBSET_START, SUBSETS};
use crate::card::Card;

const SINGLE: u32 = 1;
const PAIR: u32 = SINGLE + 52;
const TRIPLE: u32 = PAIR + 13 * 6;
const STRAIGHT: u32 = TRIPLE + 13 * 4;
const FLUSH: u32 = STRAIGHT + 11 * 1024;
const FULL_HOUSE: u32 = FLUSH + 4 * FLUSHES;
const QUADS: u32 = FULL_HOUSE + 13 * 4 * 12 * 6;
const BARE_QUAD: u32 = QUADS + 13 * 48;
const TWO_PAIR_4: u32 = BARE_QUAD + 13;
const TWO_PAIR_5: u32 = TWO_PAIR_4 + TWO_PAIRS;
const DRAGON: u32 = TWO_PAIR_5 + TWO_PAIRS * 44;
const SWAP: u32 = DRAGON + 1;
const REDEAL: u32 = SWAP + 1;
const ASK: u32 = REDEAL + 1;
const GIVE: u32 = ASK + 13;

/// Sets of five ranks.
const FLUSHES: u32 = BINOMIAL[13][5];
/// Two pairs of one deck.
const TWO_PAIRS: u32 = 78 * 36;
/// Ranks on which the windows QKA23 and KA234 begin, which have no ids: their lowest faces.
const NO_WINDOWS: u64 = 1 << (4 * 9) | 1 << (4 * 10);

/// The place of a set of bits, every `step`-th of a word, among sets of as many.
#[inline(always)]
const fn place(mut bits: u64, step: u32) -> u32 {
    let (mut place, mut k) = (0, 1);
    while bits != 0 {
        place += BINOMIAL[(bits.trailing_zeros() / step) as usize][k];
        bits &= bits - 1;
        k += 1;
    }
    place
}

/// The `n`-th set of `k` bits.
#[inline(always)]
fn subset(k: usize, n: u32) -> u64 {
    u64::from(SUBSETS[SUBSET_START[k] + n as usize])
}

/// The place of a rank's suits among picks of as many.
#[inline(always)]
const fn pick(faces: u64, rank: u32) -> u32 {
    place(faces >> (4 * rank) & 15, 1)
}

/// The `n`-th pick of `k` suits of a rank.
#[inline(always)]
fn picked(k: usize, n: u32, rank: u32) -> u64 {
    subset(k, n) << (4 * rank)
}

/// The index of bit `bit` among the bits of `free`, and the other way round.
#[inline(always)]
const fn index_in(free: u64, bit: u32) -> u32 {
    (free & ((1 << bit) - 1)).count_ones()
}

fn nth_of(mut free: u64, n: u32) -> u32 {
    for _ in 0..n {
        free &= free - 1;
    }
    free.trailing_zeros()
}

/// The number of two pairs.
const fn two_pairs(faces: u64, high: u32, low: u32) -> u32 {
    let ranks = high * (high - 1) / 2 + low;
    ranks * 36 + pick(faces, high) * 6 + pick(faces, low)
}

/// The faces of the two pairs with this number.
fn two_pairs_of(n: u32) -> u64 {
    let ranks = subset(2, n / 36);
    let (high, low) = (63 - ranks.leading_zeros(), ranks.trailing_zeros());
    picked(2, n / 6 % 6, high) | picked(2, n % 6, low)
}

/// The number of a play's cards, which are of the kind and of one deck.
fn number(kind: Kind, faces: u64) -> u32 {
    let rank = faces.trailing_zeros() / 4;
    let ranks = |copies| super::combo::ranks_with(one_deck(faces), copies);
    match kind {
        Kind::Single => SINGLE + faces.trailing_zeros(),
        Kind::Pair => PAIR + rank * 6 + pick(faces, rank),
        Kind::Triple => TRIPLE + rank * 4 + pick(faces, rank),
        Kind::Straight | Kind::StraightFlush => {
            let (start, _) = super::combo::window_start(ranks_of(faces));
            let suit = |i: u32| {
                let rank = (start / 4 + i) % 13;
                (faces >> (4 * rank) & 15).trailing_zeros()
            };
            // A2345 begins on rank 11.
            let window = (start / 4 + 2) % 13;
            STRAIGHT + (0..5).fold(window, |number, i| number * 4 + suit(i))
        }
        Kind::Flush => {
            let suit = faces.trailing_zeros() & 3;
            FLUSH + suit * FLUSHES + place(faces, 4)
        }
        Kind::FullHouse => {
            let triple = ranks(3).trailing_zeros() / 4;
            let pair = (ranks(2) & !ranks(3)).trailing_zeros() / 4;
            let second = pair - u32::from(pair > triple);
            let triples = triple * 4 + pick(faces, triple);
            FULL_HOUSE + (triples * 12 + second) * 6 + pick(faces, pair)
        }
        Kind::Quads => {
            let four = 15 * ranks(4);
            let fifth = index_in(DECK & !four, (faces & !four).trailing_zeros());
            QUADS + four.trailing_zeros() / 4 * 48 + fifth
        }
        Kind::BareQuad => BARE_QUAD + rank,
        Kind::TwoPair4 | Kind::TwoPair5 => {
            let pairs = ranks(2);
            let (high, low) = ((63 - pairs.leading_zeros()) / 4, pairs.trailing_zeros() / 4);
            let number = two_pairs(faces, high, low);
            if kind == Kind::TwoPair4 {
                return TWO_PAIR_4 + number;
            }
            let others = DECK & !(15 * pairs);
            TWO_PAIR_5 + number * 44 + index_in(others, (faces & others).trailing_zeros())
        }
        _ => DRAGON,
    }
}

/// The faces of the play with this id, an id of singles to two pairs with a card.
fn faces(id: u32) -> u64 {
    match id {
        ..PAIR => 1 << (id - SINGLE),
        PAIR..TRIPLE => picked(2, (id - PAIR) % 6, (id - PAIR) / 6),
        TRIPLE..STRAIGHT => picked(3, (id - TRIPLE) % 4, (id - TRIPLE) / 4),
        STRAIGHT..FLUSH => {
            let (first, suits) = ((id - STRAIGHT) / 1024 + 11, (id - STRAIGHT) % 1024);
            let card = |i: u32| 1 << (4 * ((first + i) % 13) + (suits >> (8 - 2 * i) & 3));
            (0..5).fold(0, |faces, i| faces | card(i))
        }
        FLUSH..FULL_HOUSE => {
            let (suit, mut ranks) = ((id - FLUSH) / FLUSHES, subset(5, (id - FLUSH) % FLUSHES));
            let mut faces = 0;
            while ranks != 0 {
                faces |= 1 << (4 * ranks.trailing_zeros() + suit);
                ranks &= ranks - 1;
            }
            faces
        }
        FULL_HOUSE..QUADS => {
            let n = id - FULL_HOUSE;
            let (triple, second) = (n / 288, n / 6 % 12);
            let pair = second + u32::from(second >= triple);
            picked(3, n / 72 % 4, triple) | picked(2, n % 6, pair)
        }
        QUADS..BARE_QUAD => {
            let four = 15 << (4 * ((id - QUADS) / 48));
            four | 1 << nth_of(DECK & !four, (id - QUADS) % 48)
        }
        BARE_QUAD..TWO_PAIR_4 => 15 << (4 * (id - BARE_QUAD)),
        TWO_PAIR_4..TWO_PAIR_5 => two_pairs_of(id - TWO_PAIR_4),
        _ => {
            let pairs = two_pairs_of((id - TWO_PAIR_5) / 44);
            let others = DECK & !(15 * ranks_of(pairs));
            pairs | 1 << nth_of(others, (id - TWO_PAIR_5) % 44)
        }
    }
}

fn one_deck(faces: u64) -> Cards {
    Cards::from_decks([faces, 0])
}

impl Rules {
    /// Number of action ids: the same for every rule set that has some.
    pub const NUM_ACTIONS: u32 = GIVE + 52;

    /// Whether the rule set has action ids: one deck, and no straight QKA23 or KA234.
    #[must_use]
    pub fn has_ids(&self) -> bool {
        self.switches.decks == 1 && self.shapes.listed & NO_WINDOWS == 0
    }

    /// Number of ids of plays that the rule set uses, the pass included. Meaningful where
    /// [`has_ids`](Self::has_ids) is.
    #[must_use]
    pub fn num_plays(&self) -> u32 {
        let windows = self.shapes.listed.count_ones();
        let kinds = [
            (Kind::Triple, STRAIGHT - TRIPLE),
            // One-suited straights have their straight's id.
            (Kind::Flush, FULL_HOUSE - FLUSH - 4 * windows),
            (Kind::BareQuad, TWO_PAIR_4 - BARE_QUAD),
            (Kind::TwoPair4, TWO_PAIR_5 - TWO_PAIR_4),
            (Kind::TwoPair5, DRAGON - TWO_PAIR_5),
            (Kind::Dragon, 1),
        ];
        let some: u32 = kinds.iter().filter(|(kind, _)| self.has_kind(*kind)).map(|(_, n)| n).sum();
        TRIPLE + windows * 1024 + (BARE_QUAD - FULL_HOUSE) + some
    }

    /// The id of a move; `None` where the rule set has no such move, or no ids. Of a dragon only the
    /// kind counts.
    #[must_use]
    pub fn id_of(&self, mv: Move) -> Option<u32> {
        if !self.has_ids() || !self.has_kind(mv.kind) || (mv.rank != 0 && mv.kind != Kind::Ask) {
            return None;
        }
        let faces = mv.cards.faces();
        match mv.kind {
            Kind::Dragon if mv.cards.is_empty() => Some(DRAGON),
            Kind::Give => {
                let card = faces.is_power_of_two() && mv.cards.total() == 1 && faces & DECK != 0;
                card.then(|| GIVE + faces.trailing_zeros())
            }
            kind if kind.is_play() => {
                (self.classify(mv.cards) == Some(kind)).then(|| number(kind, faces))
            }
            _ if !mv.cards.is_empty() => None,
            Kind::Pass => Some(0),
            Kind::Swap => Some(SWAP),
            Kind::Redeal => Some(REDEAL),
            _ => (mv.rank < 13).then(|| ASK + u32::from(mv.rank)),
        }
    }

    /// The move with this id; `None` where the rule set does not use it, or has no ids. A dragon comes
    /// without cards, for its id does not tell them; [`move_in`](Self::move_in) knows more.
    #[must_use]
    pub fn move_of(&self, id: u32) -> Option<Move> {
        let mv = match id {
            0 => Move::PASS,
            DRAGON => Move::play(Kind::Dragon, Cards::EMPTY),
            SWAP => Move::SWAP,
            REDEAL => Move::REDEAL,
            ASK..GIVE => Move::ask((id - ASK) as u8),
            GIVE..Self::NUM_ACTIONS => Move::give(Card::from_index((id - GIVE) as usize)?),
            Self::NUM_ACTIONS.. => return None,
            _ => return self.play_of(id),
        };
        (self.id_of(mv) == Some(id)).then_some(mv)
    }

    /// The play with this id, an id of singles to two pairs with a card. The kind of its cards is
    /// looked up once, for this is asked of every move that Python makes.
    #[inline]
    fn play_of(&self, id: u32) -> Option<Move> {
        let mv = self.read(one_deck(faces(id)))?;
        // Of two ids for the same five cards of a suit one is used.
        let used = match mv.kind {
            Kind::Straight | Kind::StraightFlush => (STRAIGHT..FLUSH).contains(&id),
            Kind::Flush => (FLUSH..FULL_HOUSE).contains(&id),
            _ => true,
        };
        (used && self.has_ids()).then_some(mv)
    }

    /// The id of a legal move of a rule set that has ids; unchecked.
    #[inline]
    #[must_use]
    pub fn id_unchecked(&self, mv: Move) -> u32 {
        match mv.kind {
            Kind::Pass => 0,
            Kind::Swap => SWAP,
            Kind::Redeal => REDEAL,
            Kind::Ask => ASK + u32::from(mv.rank),
            Kind::Give => GIVE + mv.cards.faces().trailing_zeros(),
            kind => number(kind, mv.cards.faces()),
        }
    }

    /// The move with this id for a seat with this hand, which the dragon is made of.
    #[must_use]
    pub fn move_in(&self, hand: Cards, id: u32) -> Option<Move> {
        match self.move_of(id)? {
            Move { kind: Kind::Dragon, .. } => self.read(hand).filter(|mv| mv.kind == Kind::Dragon),
            mv => Some(mv),
        }
    }
}
