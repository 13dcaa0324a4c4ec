//! The combinations of Big Two written a second time, slow and plain, from the rule file.

use chupai_core::big2::{
    BareQuad, Cards, FiveCard, FlushOrder, Kind, Move, NamedStraights, StraightTie, Straights,
    SuitOrder, Switches,
};
use chupai_core::card::Card;
use std::cmp::Reverse;

/// Ranks and suits of cards, as their indices.
pub type Faces = Vec<(u32, u32)>;

pub fn faces(cards: Cards) -> Faces {
    let face = |card: Card| (card.index() as u32 / 4, card.index() as u32 % 4);
    cards.cards().map(face).collect()
}

/// The windows of the named orders, low to high; "=" joins equal ones.
pub fn named(name: NamedStraights) -> &'static str {
    match name {
        NamedStraights::Hk => "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 23456 A2345",
        NamedStraights::Natural => "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA",
        NamedStraights::WheelTop => "23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA A2345",
        NamedStraights::BroadwayWheel => {
            "23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK A2345 TJQKA"
        }
        NamedStraights::TwoHighTie => "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA A2345=23456",
        NamedStraights::Taiwan => "A2345 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 23456",
        NamedStraights::GameRank => "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2",
    }
}

/// The rank strength of a rank.
pub fn strength(s: &Switches, rank: u32, revolved: bool) -> u32 {
    match (rank + 12 - u32::from(s.top_rank)) % 13 {
        0 if revolved => 12,
        12 if revolved => 0,
        rank => rank,
    }
}

pub fn suit_strength(s: &Switches, suit: u32) -> u32 {
    match s.suit_order {
        SuitOrder::Cdhs => [1, 0, 2, 3][suit as usize],
        SuitOrder::Dchs => suit,
    }
}

/// Windows as lists of ranks, with their classes.
pub fn windows(s: &Switches) -> Vec<(Vec<u32>, u32)> {
    let (text, shift) = match &s.straights {
        Straights::Named(name) => (named(*name), u32::from(s.top_rank) + 1),
        Straights::List(text) => (text.as_str(), 0),
    };
    let mut out = Vec::new();
    for (class, group) in text.split_whitespace().enumerate() {
        for window in group.split('=') {
            let rank = |c| ("3456789TJQKA2".find(c).unwrap() as u32 + shift) % 13;
            out.push((window.chars().map(rank).collect(), class as u32));
        }
    }
    out
}

/// The window that five cards make, with its class.
fn window(s: &Switches, cards: &Faces) -> Option<(Vec<u32>, u32)> {
    windows(s).into_iter().find(|(ranks, _)| {
        cards.len() == 5 && ranks.iter().all(|rank| cards.iter().any(|card| card.0 == *rank))
    })
}

/// The ranks with the number of their cards, most cards first, then by strength, highest first.
fn groups(s: &Switches, cards: &Faces, revolved: bool) -> Vec<(usize, u32)> {
    let count = |rank| cards.iter().filter(|card| card.0 == rank).count();
    let mut groups: Vec<(usize, u32)> =
        (0..13).map(|rank| (count(rank), rank)).filter(|(n, _)| *n > 0).collect();
    groups.sort_by_key(|&(n, rank)| Reverse((n, strength(s, rank, revolved))));
    groups
}

pub fn kind(s: &Switches, cards: &Faces) -> Option<Kind> {
    let groups = groups(s, cards, false);
    let counts: Vec<usize> = groups.iter().map(|group| group.0).collect();
    let one_suit = cards.len() == 5 && cards.iter().all(|card| card.1 == cards[0].1);
    let straight = window(s, cards).is_some();
    let when = |on: bool, kind| on.then_some(kind);
    match counts[..] {
        [1] => Some(Kind::Single),
        [2] => Some(Kind::Pair),
        [3] => when(s.triples, Kind::Triple),
        [4] => when(s.bare_quad != BareQuad::Off, Kind::BareQuad),
        [2, 2] => when(s.two_pair_4, Kind::TwoPair4),
        [5] | [4, 1] => Some(Kind::Quads),
        [3, 2] => Some(Kind::FullHouse),
        _ if one_suit && straight => Some(Kind::StraightFlush),
        _ if one_suit && s.flushes => Some(Kind::Flush),
        _ if straight => Some(Kind::Straight),
        [2, 2, 1] => when(s.two_pair_5, Kind::TwoPair5),
        _ => when(s.dragon_play && counts == [1; 13], Kind::Dragon),
    }
}

/// The suits of a rank's cards, highest first.
fn suits_of(s: &Switches, cards: &Faces, rank: u32) -> Vec<u32> {
    let mut suits: Vec<u32> =
        cards.iter().filter(|card| card.0 == rank).map(|card| suit_strength(s, card.1)).collect();
    suits.sort_unstable_by_key(|&suit| Reverse(suit));
    suits
}

/// How many cards there are of each suit, the highest first.
fn suit_counts(s: &Switches, cards: &Faces, rank: u32) -> Vec<u32> {
    let suits = suits_of(s, cards, rank);
    (0..4).rev().map(|suit| suits.iter().filter(|&&other| other == suit).count() as u32).collect()
}

fn tie_rank(s: &Switches, window: &[u32]) -> Option<u32> {
    let highest = window.iter().copied().max_by_key(|&rank| strength(s, rank, false));
    match s.straight_tie {
        StraightTie::None => None,
        StraightTie::Game => highest,
        StraightTie::Sequence => Some(window[4]),
        // The wheel begins with the last but one rank of the order and goes on with the last.
        StraightTie::Taiwan if strength(s, window[1], false) == 12 => Some(window[4]),
        StraightTie::Taiwan => highest,
    }
}

fn ranks_down(s: &Switches, cards: &Faces, revolved: bool) -> Vec<u32> {
    let mut ranks: Vec<u32> = cards.iter().map(|card| strength(s, card.0, revolved)).collect();
    ranks.sort_unstable_by_key(|&rank| Reverse(rank));
    ranks
}

/// What decides between plays of a kind, the first difference first.
pub fn key(s: &Switches, kind: Kind, cards: &Faces, revolved: bool) -> Vec<u32> {
    let groups = groups(s, cards, revolved);
    let rank = |n: usize| strength(s, groups[n].1, revolved);
    let suit = suit_strength(s, cards[0].1);
    // The lower suit of a pair counts with two decks only.
    let suits = |rank| {
        let mut suits = suits_of(s, cards, rank);
        suits.truncate(s.decks.into());
        suits
    };
    match kind {
        Kind::Single | Kind::Pair => [vec![rank(0)], suits(groups[0].1)].concat(),
        Kind::TwoPair4 | Kind::TwoPair5 => [vec![rank(0), rank(1)], suits(groups[0].1)].concat(),
        Kind::Straight => {
            let (ranks, class) = window(s, cards).unwrap();
            let tie = tie_rank(s, &ranks).map(|rank| suits_of(s, cards, rank)[0]);
            [vec![class], tie.into_iter().collect()].concat()
        }
        Kind::StraightFlush => vec![window(s, cards).unwrap().1, suit],
        Kind::Flush => {
            let ranks = ranks_down(s, cards, revolved);
            match s.flush_order {
                FlushOrder::Rank => [ranks, vec![suit]].concat(),
                FlushOrder::Suit => [vec![suit], ranks].concat(),
                FlushOrder::Top => vec![ranks[0], suit],
            }
        }
        Kind::Dragon => suits_of(s, cards, 10),
        _ => vec![rank(0)],
    }
}

/// Where a play stands in the list of moves.
pub fn place(s: &Switches, kind: Kind, cards: &Faces, revolved: bool) -> (Kind, Vec<u32>) {
    let groups = groups(s, cards, revolved);
    let rank = |n: usize| strength(s, groups[n].1, revolved);
    let counts = |n: usize| suit_counts(s, cards, groups[n].1);
    let suit = suit_strength(s, cards[0].1);
    let position = |window: &[u32]| strength(s, window[0], false);
    let last = |n: usize| suits_of(s, cards, groups[n].1)[0];
    let place = match kind {
        Kind::TwoPair4 => [vec![rank(0), rank(1)], counts(0), counts(1)].concat(),
        Kind::TwoPair5 => {
            [vec![rank(0), rank(1)], counts(0), counts(1), vec![rank(2), last(2)]].concat()
        }
        Kind::Straight => {
            let (ranks, class) = window(s, cards).unwrap();
            let tie = tie_rank(s, &ranks);
            let order = tie.into_iter().chain(ranks.iter().copied().filter(|&r| Some(r) != tie));
            let suits = order.map(|rank| suits_of(s, cards, rank)[0]);
            [vec![class, position(&ranks)], suits.collect()].concat()
        }
        Kind::StraightFlush => {
            let (ranks, class) = window(s, cards).unwrap();
            vec![class, suit, position(&ranks)]
        }
        Kind::Flush => {
            let ranks = ranks_down(s, cards, revolved);
            match s.flush_order {
                FlushOrder::Rank => [ranks, vec![suit]].concat(),
                FlushOrder::Suit => [vec![suit], ranks].concat(),
                FlushOrder::Top => [vec![ranks[0], suit], ranks].concat(),
            }
        }
        Kind::FullHouse => [vec![rank(0)], counts(0), vec![rank(1)], counts(1)].concat(),
        Kind::Quads if groups.len() == 1 => {
            // After all that carry another rank.
            [vec![rank(0), u32::MAX], counts(0)].concat()
        }
        Kind::Quads => [vec![rank(0)], counts(0), vec![rank(1), last(1)]].concat(),
        Kind::Dragon => vec![],
        _ => [vec![rank(0)], counts(0)].concat(),
    };
    (kind, place)
}

pub fn is_monster(s: &Switches, kind: Kind) -> bool {
    let quads = kind == Kind::BareQuad && s.bare_quad == BareQuad::AsQuads;
    s.monsters && (quads || matches!(kind, Kind::Quads | Kind::StraightFlush))
}

pub fn beats(s: &Switches, a: Move, b: Move, revolved: bool) -> bool {
    // Bare quads among quads.
    let kind = |mv: Move| match mv.kind {
        Kind::BareQuad if s.bare_quad == BareQuad::AsQuads => Kind::Quads,
        kind => kind,
    };
    let (mine, other) = (kind(a), kind(b));
    if mine == other {
        let key = |mv: Move| key(s, mine, &faces(mv.cards), revolved);
        return key(a) > key(b);
    }
    let five = |kind| kind >= Kind::TwoPair5 && kind <= Kind::StraightFlush;
    match (mine, other) {
        (Kind::Dragon, _) => true,
        (_, Kind::Dragon) => false,
        _ if is_monster(s, mine) => !is_monster(s, other) || mine > other,
        _ => s.five_card == FiveCard::Ladder && five(mine) && five(other) && mine > other,
    }
}
