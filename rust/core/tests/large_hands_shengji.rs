//! The largest hands of Shengji, in which numbers of moves come near to what 64 bits hold: 69 cards of
//! four decks, when who has taken a kitty of 20 cards is to bury some, and 54 where there is none.

use chupai_core::bits::Cpu;
use chupai_core::shengji::leads::{Leads, is_legal};
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::subsets::Subsets;
use chupai_core::shengji::switches::Switches;

/// All 54 faces are trumps.
fn all_trumps(tractors: bool) -> Rules {
    let switches = Switches {
        decks: 4,
        kitty: Some(20),
        constant_trumps: (1 << 13) - 1,
        tractors,
        ..Switches::default()
    };
    Rules::new(switches, Cpu::Portable).unwrap()
}

/// So many faces with each number of copies, one to four: the 54 cards of who leads, without a kitty.
const LEADING: [[usize; 4]; 6] =
    [[54, 0, 0, 0], [0, 27, 0, 0], [0, 0, 18, 0], [2, 0, 0, 13], [20, 8, 2, 3], [38, 8, 0, 0]];

/// The same of 69 cards, before they are buried.
const BURYING: [[usize; 4]; 7] = [
    [39, 15, 0, 0],
    [49, 0, 0, 5],
    [46, 1, 7, 0],
    [0, 33, 1, 0],
    [0, 0, 23, 0],
    [1, 0, 0, 17],
    [20, 8, 7, 3],
];

/// A hand of some shape; wide faces lie together, or singles do.
fn hand(shape: [usize; 4], wide_first: bool) -> Cards {
    let copies = (1..=4).flat_map(|k| std::iter::repeat_n(k, shape[k - 1]));
    let mut copies: Vec<usize> = copies.collect();
    if wide_first {
        copies.reverse();
    }
    let mut hand = Cards::EMPTY;
    for (face, k) in copies.into_iter().enumerate() {
        hand.add(1 << face, k);
    }
    hand
}

/// In how many ways cards give each number of cards.
fn choices(hand: &Cards) -> Vec<u128> {
    let mut ways = vec![1u128];
    for (_, copies) in hand.iter() {
        let mut next = vec![0; ways.len() + copies];
        for (n, &count) in ways.iter().enumerate() {
            (0..=copies).for_each(|k| next[n + k] += count);
        }
        ways = next;
    }
    ways
}

#[test]
fn choices_out_of_the_largest_hands_are_counted() {
    let rules = all_trumps(true);
    let trump = rules.trump(None, None);
    for shape in BURYING {
        let hand = hand(shape, true);
        for (size, &count) in choices(&hand).iter().enumerate() {
            let choices = Subsets::new(trump, &trump.lay(&hand), size);
            assert_eq!(u128::from(choices.count()), count, "{size} of {shape:?}");
            assert!(count <= i64::MAX as u128);
            assert_eq!(choices.nth(choices.count() - 1).total(), size);
        }
        // All together are no more than twice 39 and three times 15 multiplied, which is less than 2⁶³.
        assert!(choices(&hand).iter().sum::<u128>() <= (1u128 << 39) * 3u128.pow(15));
    }
    assert!((1u128 << 39) * 3u128.pow(15) < 1 << 63);
}

/// Without tractors a face is led as one unit of some width, or not at all.
#[test]
fn leads_of_the_largest_hands_are_counted() {
    for tractors in [false, true] {
        let rules = all_trumps(tractors);
        let trump = rules.trump(None, None);
        for shape in LEADING {
            for wide_first in [false, true] {
                let hand = trump.lay(&hand(shape, wide_first));
                let leads = Leads::new(rules.switches(), trump, &hand);
                let count = leads.count();
                let each = hand.iter().map(|(_, copies)| copies as u128 + 1);
                let alone = each.product::<u128>() - 1;
                if tractors {
                    assert!(u128::from(count) >= alone, "{shape:?}");
                } else {
                    assert_eq!(u128::from(count), alone, "{shape:?}");
                }
                assert!(i64::try_from(count).is_ok(), "{shape:?}: {count}");
                for n in [0, count / 2, count - 1] {
                    let (cards, units) = leads.nth(n);
                    assert!(is_legal(rules.switches(), trump, &hand, &cards, &units), "{shape:?}");
                }
            }
        }
    }
}
