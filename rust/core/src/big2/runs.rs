//! Straights and straight flushes of a hand: counted, and the n-th of them (BT-11 … BT-13, BT-17).
//!
//! Cards are arranged by strength without a revolution, which leaves straights as they are. A
//! *window* is five neighbouring ranks, the lowest rank being next to the highest; it is named by
//! the rank it begins with.

use super::combo::per_rank;
use super::order::{DECK, EACH_RANK, five_in_a_row, ranks_of};
use crate::bits::Isa;

/// One window that is a straight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// The rank it begins with.
    pub(super) start: u8,
    /// Its place in the order, from 1; equal windows share it.
    pub(super) class: u8,
    /// Which of its cards, 0 to 4, decides between equal windows; 5 for none.
    pub(super) tie: u8,
}

/// The straights of a rule set, in the documented order.
#[derive(Clone, Debug)]
pub(super) struct Straights {
    listed: [Listed; 13],
    /// Flags of the ranks that listed windows begin with.
    starts: u64,
    /// For the low seven and the high six bits of a set of first ranks, their places in `listed`.
    places: ([u16; 128], [u16; 64]),
    /// By class, the places of it, and those of higher classes.
    same: [u16; 14],
    higher: [u16; 14],
}

/// Turns a word so that a rank comes first.
#[inline(always)]
const fn turned(word: u64, rank: u32) -> u64 {
    (word >> (4 * rank) | word << (52 - 4 * rank)) & DECK
}

impl Straights {
    /// A rule set's windows, ascending.
    pub(super) fn new(windows: &[Listed]) -> Self {
        let mut out = Self {
            listed: [Listed::default(); 13],
            starts: 0,
            places: ([0; 128], [0; 64]),
            same: [0; 14],
            higher: [0; 14],
        };
        for (place, &window) in windows.iter().enumerate() {
            out.listed[place] = window;
            out.starts |= 1 << (4 * window.start);
            out.same[usize::from(window.class)] |= 1 << place;
            for class in 0..window.class {
                out.higher[usize::from(class)] |= 1 << place;
            }
            for (part, first, ranks) in
                [(&mut out.places.0[..], 0, 7), (&mut out.places.1[..], 7, 6)]
            {
                if (first..first + ranks).contains(&window.start) {
                    for (starts, places) in part.iter_mut().enumerate() {
                        *places |= ((starts >> (window.start - first) & 1) as u16) << place;
                    }
                }
            }
        }
        out
    }

    /// The key of a straight's five cards, 0 where no listed window has them.
    pub(super) fn key(&self, cards: u64) -> i32 {
        let start = (self.starts(cards).trailing_zeros() / 4) as u8;
        let listed = self.listed.iter().find(|window| window.class > 0 && window.start == start);
        listed.map_or(0, |&window| key(window, cards))
    }

    /// The first ranks of the straights that `faces` has, as flags.
    #[inline(always)]
    pub(super) fn starts(&self, faces: u64) -> u64 {
        five_in_a_row(ranks_of(faces)) & self.starts
    }

    /// The first cards of the straight flushes among straights that begin with ranks `starts`.
    #[inline(always)]
    pub(super) fn suited(faces: u64, starts: u64) -> u64 {
        five_in_a_row(faces) & (starts * 15)
    }

    #[inline(always)]
    fn places<I: Isa>(&self, starts: u64) -> u16 {
        let ranks = I::extract(starts, EACH_RANK) as usize;
        self.places.0[ranks & 127] | self.places.1[ranks >> 7]
    }

    /// The places that may beat `over`, and of these the ones that need a higher suit than its.
    #[inline(always)]
    fn beyond(&self, over: i32) -> (u16, u16) {
        if over < 0 {
            return (u16::MAX, 0);
        }
        let class = (over >> 2) as usize;
        // Where no suit decides, equal windows never beat.
        let suit = u16::from(over & 3 != 3);
        (self.higher[class] | (self.same[class] * suit), self.same[class])
    }

    /// How many straights that begin with the ranks `starts`, and are no straight flushes, are
    /// stronger than the key `over`; all for −1. A key is 4·class + suit, the suit 3 where none
    /// decides.
    #[inline(always)]
    pub(super) fn count<I: Isa>(&self, faces: u64, starts: u64, over: i32) -> u32 {
        let counts = per_rank(faces);
        let (beyond, equal) = self.beyond(over);
        let mut left = self.places::<I>(starts) & beyond;
        let mut sum = 0;
        while left != 0 {
            let place = left.trailing_zeros();
            let window = self.listed[place as usize];
            let suits = if equal >> place & 1 == 1 { suits_over(window, over) } else { 15 };
            sum += Window::new(faces, counts, window, suits).count();
            left &= left - 1;
        }
        sum
    }

    /// Number `n` of those: its key and its cards.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(&self, faces: u64, starts: u64, over: i32, mut n: u32) -> (i32, u64) {
        let counts = per_rank(faces);
        let (beyond, equal) = self.beyond(over);
        let mut left = self.places::<I>(starts) & beyond;
        loop {
            let place = left.trailing_zeros();
            left &= left - 1;
            let window = self.listed[place as usize];
            let suits = if equal >> place & 1 == 1 { suits_over(window, over) } else { 15 };
            let here = Window::new(faces, counts, window, suits);
            let size = here.count();
            if n < size || left == 0 {
                let cards = here.nth::<I>(n);
                return (key(window, cards), cards);
            }
            n -= size;
        }
    }

    /// How many straight flushes with first cards `suited` are stronger than the key `over`.
    #[inline(always)]
    pub(super) fn count_flushes(&self, suited: u64, over: i32) -> u32 {
        if over < 0 || suited == 0 {
            return suited.count_ones();
        }
        self.flushes(suited, over).len() as u32
    }

    /// Number `n` of those: its key and its cards.
    #[inline(never)]
    pub(super) fn nth_flush(&self, suited: u64, over: i32, n: u32) -> (i32, u64) {
        self.flushes(suited, over)[n as usize]
    }

    /// Key and cards of the straight flushes with first cards `suited` that are stronger than
    /// `over`, ascending.
    #[inline(never)]
    pub(super) fn flushes(&self, suited: u64, over: i32) -> smallvec::SmallVec<[(i32, u64); 8]> {
        let mut all: smallvec::SmallVec<[(i32, u64); 8]> = smallvec::SmallVec::new();
        for window in self.listed.iter().filter(|window| window.class > 0) {
            for suit in 0..4 {
                let key = i32::from(window.class) << 2 | suit;
                let first = 4 * u32::from(window.start) + suit as u32;
                if suited >> first & 1 == 1 && key > over {
                    all.push((key, run_from(first)));
                }
            }
        }
        all.sort_by_key(|&(key, _)| key);
        all
    }
}

/// The five cards of one suit from number `first` on.
const fn run_from(first: u32) -> u64 {
    let run = 0x11111u64 << (first & 3);
    turned(run, 13 - (first >> 2))
}

/// The key of a straight of a window.
#[inline(always)]
fn key(window: Listed, cards: u64) -> i32 {
    let suit = match window.tie {
        5 => 3,
        tie => (turned(cards, u32::from(window.start)) >> (4 * tie) & 15).trailing_zeros() as i32,
    };
    i32::from(window.class) << 2 | suit
}

/// The suits that beat that of a key; none where no suit decides.
#[inline(always)]
fn suits_over(window: Listed, over: i32) -> u64 {
    if window.tie == 5 { 0 } else { 0xe << (over & 3) & 15 }
}

/// The cards that a hand has for one window.
#[derive(Clone, Copy)]
struct Window {
    window: Listed,
    /// The five ranks, the first one lowest.
    cards: u64,
    /// How many cards each of them has.
    counts: u64,
}

impl Window {
    #[inline(always)]
    fn new(faces: u64, counts: u64, window: Listed, suits: u64) -> Self {
        let start = u32::from(window.start);
        let (cards, counts) = (turned(faces, start), turned(counts, start));
        if suits == 15 {
            return Self { window, cards, counts };
        }
        let place = 4 * u32::from(window.tie);
        let here = cards >> place & suits;
        let cards = cards & !(15 << place) | here << place;
        let counts = counts & !(15 << place) | u64::from(here.count_ones()) << place;
        Self { window, cards, counts }
    }

    /// The suits that all five ranks have.
    #[inline(always)]
    fn suited(&self) -> u64 {
        let c = self.cards;
        c & c >> 4 & c >> 8 & c >> 12 & c >> 16 & 15
    }

    #[inline(always)]
    fn choices(&self, place: u32) -> u32 {
        (self.counts >> (4 * place)) as u32 & 7
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let all: u32 = (0..5).map(|place| self.choices(place)).product();
        all - self.suited().count_ones()
    }

    /// Number `n`: the deciding card most significant, then the earliest.
    #[inline(always)]
    fn nth<I: Isa>(&self, mut n: u32) -> u64 {
        let suited = self.suited();
        if suited != 0 {
            n = self.past_suited(suited, n);
        }
        let tie = if self.window.tie == 5 { 0 } else { u32::from(self.window.tie) };
        let mut out = 0;
        // The least significant digit first: the latest card, the deciding one left out.
        for place in (0..5).rev() {
            if place != tie {
                let digit = n % self.choices(place);
                n /= self.choices(place);
                out |= self.card::<I>(place, digit);
            }
        }
        out |= self.card::<I>(tie, n);
        turned(out, 13 - u32::from(self.window.start))
    }

    #[inline(always)]
    fn card<I: Isa>(&self, place: u32, digit: u32) -> u64 {
        I::nth_bit(self.cards & 15 << (4 * place), digit)
    }

    /// Number `n` where the straight flushes are counted too.
    #[inline(never)]
    fn past_suited(&self, suited: u64, mut n: u32) -> u32 {
        let tie = if self.window.tie == 5 { 0 } else { u32::from(self.window.tie) };
        for suit in (0..4).filter(|suit| suited >> suit & 1 == 1) {
            let digit = |place: u32| (self.cards >> (4 * place) & ((1 << suit) - 1)).count_ones();
            let mut index = digit(tie);
            for place in (0..5).filter(|&place| place != tie) {
                index = index * self.choices(place) + digit(place);
            }
            if index <= n {
                n += 1;
            }
        }
        n
    }
}
