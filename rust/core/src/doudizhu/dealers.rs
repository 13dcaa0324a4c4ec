//! Dealing 54 cards to three hands of 17 and three bottom cards (DD-01), in a named style.

use super::hand::{Hand, SMALL_JOKER, from_suits};
use crate::bits::Isa;
use crate::deal::split_of;
use crate::error::RuleError;
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// A style of dealing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Dealer {
    /// Every distribution of the 54 cards is equally likely.
    #[default]
    Uniform,
    /// 不洗牌: cards of a rank, and the jokers, lie together from the last deal, are hardly mixed and
    /// dealt in packets; rich in bombs and rockets.
    WeakShuffle,
}

impl Dealer {
    /// The dealer called `name`: `"uniform"` or `"weak_shuffle"`.
    pub fn named(name: &str) -> Result<Self, RuleError> {
        match name {
            "uniform" => Ok(Self::Uniform),
            "weak_shuffle" => Ok(Self::WeakShuffle),
            _ => Err(RuleError::input(
                "",
                format!("no dealer is called {name:?}; there are \"uniform\" and \"weak_shuffle\""),
            )),
        }
    }

    /// The public name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::WeakShuffle => "weak_shuffle",
        }
    }
}

/// Three hands and the bottom cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dealt {
    pub(super) hands: [Hand; 3],
    pub(super) bottom: Hand,
}

/// Uniform dealing: 20 of 54 cards for the first seat and the bottom, 17 of the other 34 for the
/// second seat, the rest for the third; 3 of the 20 are the bottom.
#[inline(always)]
pub(super) fn deal_uniform<I: Isa>(rng: &mut Rng) -> Dealt {
    let pack = Hand::PACK.0;
    let first = split_of::<I>(rng, pack, 54, 20);
    let second = split_of::<I>(rng, pack ^ first, 34, 17);
    let bottom = split_of::<I>(rng, first, 20, 3);
    Dealt {
        hands: [first ^ bottom, second, pack ^ first ^ second].map(from_suits),
        bottom: from_suits(bottom),
    }
}

/// Given cards stay where they are; the others are dealt uniformly to seat 0, 1, 2 and the bottom.
#[inline(never)]
pub(super) fn deal_given<I: Isa>(given: &[Hand; 4], rng: &mut Rng) -> Dealt {
    let all = given.iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand).expect("checked"));
    // Suits never matter: of each rank as many cards are left as the pack has more.
    let (mut rest, mut left) = (Hand::PACK.less(all).0, 54 - all.len());
    let mut dealt = *given;
    for (hand, size) in dealt.iter_mut().zip([17, 17, 17, 3]) {
        let missing = size - hand.len();
        let cards = split_of::<I>(rng, rest, left, missing);
        (rest, left) = (rest ^ cards, left - missing);
        *hand = hand.plus(from_suits(cards)).expect("one pack");
    }
    let [a, b, c, bottom] = dealt;
    Dealt { hands: [a, b, c], bottom }
}

/// Packets of a weakly shuffled pack: 6, 6 and 5 cards to each seat in turn (DD "Also wanted").
const PACKETS: [usize; 3] = [6, 6, 5];

/// Weak shuffle: [`weak_shuffle`](crate::deal::weak_shuffle) of the pack sorted into its 13 ranks of
/// four and the jokers, dealt in packets.
#[inline(never)]
pub(super) fn deal_weakly(rng: &mut Rng) -> Dealt {
    let mut pack: Vec<u8> = (0..54).map(|i| if i < 52 { i / 4 } else { i - 39 }).collect();
    // Played as the rocket, the jokers came back together: one group.
    crate::deal::weak_shuffle(rng, &mut pack, |rank| rank.min(SMALL_JOKER));
    let mut hands = [Hand::EMPTY; 3];
    let mut cards = pack.into_iter();
    let take = |hand: &mut Hand, rank: u8| {
        *hand = hand.plus(Hand(1 << rank)).expect("the pack has four cards of a rank at most");
    };
    for packet in PACKETS {
        for hand in &mut hands {
            cards.by_ref().take(packet).for_each(|rank| take(hand, rank));
        }
    }
    let mut bottom = Hand::EMPTY;
    cards.for_each(|rank| take(&mut bottom, rank));
    Dealt { hands, bottom }
}
