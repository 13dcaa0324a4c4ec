//! Cards that a seat has seen, and where they can be since.

use super::knowledge::KITTY;
use super::moves::{Cards, Move};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::NONE;
use super::switches::DeclareWithJoker;
use super::view::turned_down;
use crate::card::{Card, Suit};

/// Cards that were seen, and where they can be since.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clue {
    pub(super) cards: Cards,
    /// Or one of the jokers, whichever: one lay with what was declared (SJ-44).
    pub(super) joker: bool,
    /// Where the cards are level cards face down, written as diamonds but of any one suit (SJ-43): which
    /// joker lies along with them.
    pub(super) down: Option<DeclareWithJoker>,
    /// Hands and the kitty, as a mask.
    pub(super) places: u8,
    /// What those who can have them have played since.
    pub(super) played: Cards,
}

/// Both jokers, by [`Card::index`].
pub(super) const JOKERS: u64 = 3 << 52;

/// Of which colour the jokers may be that lie along with a level card (SJ-44), as faces; 0 where none does.
fn jokers_along(along: DeclareWithJoker, suit: Suit) -> u64 {
    match along {
        DeclareWithJoker::Off => 0,
        DeclareWithJoker::Any => JOKERS,
        DeclareWithJoker::ByColour if matches!(suit, Suit::Clubs | Suit::Spades) => {
            Card::SMALL_JOKER.bit()
        }
        DeclareWithJoker::ByColour => Card::BIG_JOKER.bit(),
    }
}

impl Clue {
    /// What there may be, one of which must: cards, and one of some jokers unless these are none.
    pub(super) fn needs(&self) -> impl Iterator<Item = (Cards, u64)> {
        let suits = if self.down.is_some() { &Suit::ALL[..] } else { &Suit::ALL[..1] };
        suits.iter().map(|&suit| match self.down {
            None => (self.cards, if self.joker { JOKERS } else { 0 }),
            Some(along) => {
                let mut cards = Cards::EMPTY;
                for (face, copies) in self.cards.iter() {
                    cards.add(1 << face << suit as usize, copies);
                }
                (cards, jokers_along(along, suit))
            }
        })
    }

    /// Whether these cards are all that must be there.
    pub(super) fn is_met(&self, there: &Cards) -> bool {
        self.needs().any(|(cards, jokers)| {
            there.contains(&cards) && (jokers == 0 || there.faces() & jokers != 0)
        })
    }

    /// Whether the cards can be where they must.
    pub(super) fn holds(&self, places: &[Cards; SEATS + 1]) -> bool {
        let mut there = self.played;
        for (at, cards) in places.iter().enumerate() {
            if self.places >> at & 1 != 0 {
                there = there.sum(cards);
            }
        }
        self.is_met(&there)
    }
}

/// The clues of a deal while it is gone through.
pub(super) struct Clues {
    pub(super) seat: usize,
    pub(super) clues: Vec<Clue>,
    /// The last burying: who, and what, where the seat knows it.
    pub(super) buried: Option<(usize, Cards)>,
}

impl Clues {
    pub(super) fn see(&mut self, at: usize, cards: Cards, joker: bool) {
        if at != self.seat && (joker || !cards.is_empty()) {
            let (down, played) = (None, Cards::EMPTY);
            self.clues.push(Clue { cards, joker, down, places: 1 << at, played });
        }
    }

    /// A seat declares, and shows a joker along where it must (SJ-44). Level cards may lie `down` on their
    /// face, jokers never do (SJ-43).
    pub(super) fn see_declared(&mut self, rules: &Rules, at: usize, mv: Move, down: bool) {
        let along = rules.switches.declare_with_joker;
        let Some(suit) = mv.cards.cards().next().and_then(Card::suit) else {
            return self.see(at, mv.cards, false);
        };
        if down {
            return self.see_face_down(at, turned_down(mv, NONE).cards, along);
        }
        self.see(at, mv.cards, false);
        match jokers_along(along, suit) {
            JOKERS => self.see(at, Cards::EMPTY, true),
            joker => {
                let mut cards = Cards::EMPTY;
                cards.add(joker, 1);
                self.see(at, cards, false);
            }
        }
    }

    /// A seat shows level cards face down, which are written as diamonds.
    fn see_face_down(&mut self, at: usize, cards: Cards, along: DeclareWithJoker) {
        if at == self.seat {
            return;
        }
        let (down, places) = (Some(along), 1 << at);
        // Who shows more has had fewer.
        self.clues.retain(|clue| clue.down.is_none() || clue.places != places);
        self.clues.push(Clue { cards, joker: false, down, places, played: Cards::EMPTY });
    }

    /// A seat takes the kitty.
    pub(super) fn take(&mut self, seat: usize) {
        for clue in &mut self.clues {
            if clue.places >> KITTY & 1 == 0 {
                continue;
            }
            clue.places ^= 1 << KITTY;
            if seat != self.seat {
                clue.places |= 1 << seat;
            } else if let (Some(_), Some((_, kitty))) = (clue.down, self.buried) {
                clue.played = clue.played.sum(&kitty);
            } else if let Some((_, kitty)) = self.buried {
                clue.joker &= kitty.faces() & JOKERS == 0;
                clue.cards = clue.cards.difference(&kitty);
            } else if clue.places == 0 {
                (clue.joker, clue.cards) = (false, Cards::EMPTY);
            } else {
                clue.places |= 1 << seat;
            }
        }
        if let Some((_, kitty)) = self.buried.filter(|&(by, _)| by == self.seat) {
            self.see(seat, kitty, false);
        }
    }

    pub(super) fn bury(&mut self, seat: usize, cards: Cards) {
        for clue in &mut self.clues {
            if clue.places >> seat & 1 != 0 {
                clue.places |= 1 << KITTY;
            }
        }
        self.buried = Some((seat, cards));
    }

    pub(super) fn play(&mut self, seat: usize, cards: &Cards) {
        for clue in &mut self.clues {
            if clue.places >> seat & 1 != 0 {
                clue.played = clue.played.sum(cards);
            }
        }
    }
}
