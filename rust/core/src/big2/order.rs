//! The order of cards and of straight windows, compiled (BT-03, BT-04, BT-11 … BT-13, BT-38).

use super::moves::Cards;
use super::switches::{StraightTie, SuitOrder, Switches};
use crate::error::RuleError;

/// All 52 faces.
pub(super) const DECK: u64 = (1 << 52) - 1;
/// The lowest suit's face of each rank.
pub(super) const EACH_RANK: u64 = 0x1_1111_1111_1111;
/// The lowest face of each rank that there is.
#[inline(always)]
pub(super) const fn ranks_of(faces: u64) -> u64 {
    let pairs = faces | faces >> 1;
    (pairs | pairs >> 2) & EACH_RANK
}

/// Where five neighbouring ranks begin, in each suit apart.
#[inline(always)]
pub(super) const fn five_in_a_row(faces: u64) -> u64 {
    let two = faces & (faces >> 4 | faces << 48);
    let four = two & (two >> 8 | two << 44);
    four & (faces >> 16 | faces << 36) & DECK
}

/// No card's suit decides between equal windows.
pub(super) const NO_TIE: u8 = 255;

/// Five neighbouring ranks that are a straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The arranged ranks in the order of the sequence.
    pub ranks: [u8; 5],
    /// The arranged ranks as a mask.
    pub mask: u16,
    /// The lowest face of each of the ranks.
    pub faces: u64,
    /// Strength among windows, from 1; equal windows have one class.
    pub class: u8,
    /// The faces of each rank: first of the one whose suit decides between equal windows, then as in
    /// the sequence.
    pub digits: [u64; 5],
    /// The arranged rank whose suit decides between equal windows, or [`NO_TIE`].
    pub tie: u8,
}

impl Window {
    /// Whether a card of each rank are all of one suit.
    #[inline(always)]
    pub(super) const fn is_flush(&self, cards: u64) -> bool {
        cards == self.faces << (cards.trailing_zeros() & 3)
    }
}

/// The order of cards in force: *arranged*, a card's face is rank strength·4 + suit strength, so that
/// ascending bits are ascending cards.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// Whether cards are arranged as they are.
    plain: bool,
    /// The lower face of each pair of suits to exchange.
    suits: u64,
    /// By how many bits faces rotate downwards.
    rotation: u32,
    /// The lowest rank where it is exchanged with the highest (BT-38), else none.
    ends: u64,
    /// Straights, weakest first; equal ones by their place in the sequence of ranks.
    pub windows: Vec<Window>,
}

impl Order {
    pub(super) fn new(switches: &Switches, revolved: bool) -> Result<Self, RuleError> {
        let swap = switches.suit_order == SuitOrder::Cdhs;
        let mut order = Self {
            plain: !swap && !revolved && switches.top_rank == 12,
            suits: if swap { EACH_RANK } else { 0 },
            rotation: 4 * (u32::from(switches.top_rank) + 1) % 52,
            ends: if revolved { 15 } else { 0 },
            windows: Vec::new(),
        };
        let strength = |first: u8| (first + 12 - switches.top_rank) % 13;
        let mut windows: Vec<(u8, u8)> = switches.straights.windows(switches.top_rank)?;
        windows.sort_by_key(|&(first, class)| (class, strength(first)));
        for (first, class) in windows {
            // By the order that is not revolved, as BT-13 wants it.
            let plain: [u8; 5] = std::array::from_fn(|i| (strength(first) + i as u8) % 13);
            let last = plain[4];
            let highest = plain.into_iter().max().unwrap_or(last);
            let wheel = plain[1] == 12;
            let tie = match switches.straight_tie {
                StraightTie::Game | StraightTie::None => highest,
                StraightTie::Sequence => last,
                StraightTie::Taiwan => {
                    if wheel {
                        last
                    } else {
                        highest
                    }
                }
            };
            let arranged = |rank: u8| match rank {
                0 if revolved => 12,
                12 if revolved => 0,
                rank => rank,
            };
            let ranks = plain.map(arranged);
            let mask = ranks.iter().fold(0, |mask, rank| mask | 1 << rank);
            let faces = ranks.iter().fold(0, |faces, rank| faces | 1 << (4 * rank));
            let tied = switches.straight_tie != StraightTie::None;
            let tie = if tied { arranged(tie) } else { NO_TIE };
            let mut digits = ranks.map(|rank| 15 << (4 * rank));
            if let Some(place) = ranks.iter().position(|&rank| rank == tie) {
                digits[..=place].rotate_right(1);
            }
            order.windows.push(Window { ranks, mask, faces, class, digits, tie });
        }
        Ok(order)
    }

    /// Whether cards are arranged as they are.
    #[inline(always)]
    pub(super) const fn is_plain(&self) -> bool {
        self.plain
    }

    /// The faces of a mask of cards, arranged.
    #[inline(always)]
    pub(super) const fn arrange(&self, cards: u64) -> u64 {
        if self.plain {
            return cards;
        }
        let swap = (cards ^ cards >> 1) & self.suits;
        let cards = cards ^ swap ^ swap << 1;
        let cards = (cards >> self.rotation | cards << (52 - self.rotation)) & DECK;
        let swap = (cards ^ cards >> 48) & self.ends;
        cards ^ swap ^ swap << 48
    }

    /// The cards of a mask of arranged faces.
    #[inline(always)]
    pub(super) const fn restore(&self, faces: u64) -> u64 {
        if self.plain {
            return faces;
        }
        let swap = (faces ^ faces >> 48) & self.ends;
        let faces = faces ^ swap ^ swap << 48;
        let cards = (faces << self.rotation | faces >> (52 - self.rotation)) & DECK;
        let swap = (cards ^ cards >> 1) & self.suits;
        cards ^ swap ^ swap << 1
    }

    /// Cards of one or two decks, arranged.
    #[inline(always)]
    pub(super) fn arrange_cards(&self, cards: Cards) -> [u64; 2] {
        cards.planes().map(|plane| self.arrange(plane))
    }

    /// The cards of arranged planes.
    #[inline(always)]
    pub(super) fn restore_cards(&self, planes: [u64; 2]) -> Cards {
        Cards::from_decks(planes.map(|plane| self.restore(plane)))
    }
}
