//! Straights and straight flushes of a hand: counted, and the n-th of them (BT-11 … BT-13, BT-17).
//!
//! Cards are arranged by strength without a revolution, which leaves straights as they are. A
//! *window* is five neighbouring ranks, the lowest rank being next to the highest; it is named by
//! the rank it begins with.

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
    /// The place in `listed` by first rank.
    place: [u8; 16],
    /// By class, the first ranks of its windows, and of those of higher classes, as flags.
    same: [u64; 14],
    higher: [u64; 14],
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
            place: [0; 16],
            same: [0; 14],
            higher: [0; 14],
        };
        for (place, &window) in windows.iter().enumerate() {
            out.listed[place] = window;
            let start = 1 << (4 * window.start);
            out.starts |= start;
            out.place[usize::from(window.start)] = place as u8;
            out.same[usize::from(window.class)] |= start;
            for class in 0..window.class {
                out.higher[usize::from(class)] |= start;
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
    #[inline(always)]
    pub(super) fn key(&self, cards: u64) -> i32 {
        match self.starts(cards) {
            0 => 0,
            start => key(self.of_start(start.trailing_zeros() / 4), cards),
        }
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

    /// The places of the windows with these first ranks, as a mask.
    #[inline(always)]
    pub(super) fn places<I: Isa>(&self, starts: u64) -> u16 {
        let ranks = I::extract(starts, EACH_RANK) as usize;
        self.places.0[ranks & 127] | self.places.1[ranks >> 7]
    }

    /// The first ranks of windows that beat the key `over` with any suit, and of those that do with
    /// some. A key is 4·class + suit, the suit 3 where none decides.
    #[inline(always)]
    fn beyond(&self, over: i32) -> (u64, u64) {
        if over < 0 {
            return (EACH_RANK, 0);
        }
        let class = (over >> 2) as usize;
        // Where no suit decides, equal windows never beat.
        (self.higher[class], if over & 3 == 3 { 0 } else { self.same[class] })
    }

    /// How many straights that begin with the ranks `starts`, and are no straight flushes, are
    /// stronger than the key `over`; all for −1. `counts` are the faces of each rank, `suited` the
    /// first cards of the straight flushes.
    #[inline(always)]
    pub(super) fn count(
        &self,
        faces: u64,
        counts: u64,
        starts: u64,
        suited: u64,
        over: i32,
    ) -> u32 {
        let (higher, equal) = self.beyond(over);
        let mut sum = 0;
        let mut left = starts & higher;
        while left != 0 {
            sum += choices(counts, left.trailing_zeros());
            left &= left - 1;
        }
        // Whoever has no straight flush need not look for it in each window.
        sum -= (suited & (higher * 15)).count_ones();
        let mut left = starts & equal;
        while left != 0 {
            let window = self.of_start(left.trailing_zeros() / 4);
            sum += Window::new(faces, counts, window, suits_over(window, over)).count();
            left &= left - 1;
        }
        sum
    }

    /// The window that begins with a rank.
    #[inline(always)]
    fn of_start(&self, rank: u32) -> Listed {
        self.listed[usize::from(self.place[rank as usize & 15])]
    }

    /// Number `n` of those: its key and its cards.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(
        &self,
        faces: u64,
        counts: u64,
        starts: u64,
        suited: u64,
        over: i32,
        mut n: u32,
    ) -> (i32, u64) {
        let (higher, equal) = self.beyond(over);
        let mut left = self.places::<I>(starts & (higher | equal));
        loop {
            let window = self.listed[left.trailing_zeros() as usize];
            left &= left - 1;
            let first = 4 * u32::from(window.start);
            let some = equal >> first & 1 == 1;
            let suits = if some { suits_over(window, over) } else { 15 };
            let size = if some {
                Window::new(faces, counts, window, suits).count()
            } else {
                choices(counts, first) - (suited >> first & 15).count_ones()
            };
            if n < size || left == 0 {
                let cards = Window::new(faces, counts, window, suits).nth::<I>(n);
                return (key(window, cards), cards);
            }
            n -= size;
        }
    }

    /// The place of a straight flush in the documented order, by its first card: 16·key and the place
    /// of its window.
    #[inline(always)]
    fn flush_place(&self, first: u32) -> u32 {
        let place = self.place[(first >> 2) as usize & 15];
        let class = u32::from(self.listed[usize::from(place)].class);
        (class << 2 | first & 3) << 4 | u32::from(place)
    }

    /// How many straight flushes with first cards `suited` are stronger than the key `over`.
    #[inline(always)]
    pub(super) fn count_flushes(&self, suited: u64, over: i32) -> u32 {
        if over < 0 {
            return suited.count_ones();
        }
        let (mut left, mut sum) = (suited, 0);
        while left != 0 {
            sum += u32::from((self.flush_place(left.trailing_zeros()) >> 4) as i32 > over);
            left &= left - 1;
        }
        sum
    }

    /// Number `n` of those: its key and its cards.
    #[inline(always)]
    pub(super) fn nth_flush(&self, suited: u64, over: i32, n: u32) -> (i32, u64) {
        let mut least = ((over + 1) as u32) << 4;
        // Each time the weakest of those that come later: there are hardly ever more than two.
        for _ in 0..n {
            least = self.weakest_flush(suited, least).0 + 1;
        }
        let (place, first) = self.weakest_flush(suited, least);
        ((place >> 4) as i32, run_from(first))
    }

    /// The place and the first card of the weakest straight flush from a place on.
    #[inline(always)]
    fn weakest_flush(&self, suited: u64, least: u32) -> (u32, u32) {
        let (mut left, mut weakest) = (suited, (u32::MAX, 0));
        while left != 0 {
            let first = left.trailing_zeros();
            let place = self.flush_place(first);
            if place >= least && place < weakest.0 {
                weakest = (place, first);
            }
            left &= left - 1;
        }
        weakest
    }
}

/// The five cards of one suit from number `first` on.
const fn run_from(first: u32) -> u64 {
    let run = 0x11111u64 << (first & 3);
    turned(run, 13 - (first >> 2))
}

/// The products of two nibbles of 0 to 4.
static PRODUCTS: [u8; 256] = {
    let mut out = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        let product = (pair >> 4) * (pair & 15);
        out[pair] = if product <= 16 { product as u8 } else { 0 };
        pair += 1;
    }
    out
};

/// How many choices of a card of each rank there are in five ranks, the first of them by the index of
/// its lowest card, where `counts` are the cards of each rank.
#[inline(always)]
fn choices(counts: u64, first: u32) -> u32 {
    let five = counts >> first | counts << (52 - first);
    let product = |pair: u64| u32::from(PRODUCTS[(pair & 255) as usize]);
    product(five) * product(five >> 8) * (five >> 16 & 7) as u32
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
