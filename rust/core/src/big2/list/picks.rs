//! Picks of several cards of one rank, in the documented order.

/// A pick as nibbles of suits: the suits picked at least once, and twice.
type Pick = (u8, u8);

const fn copies(nibbles: Pick) -> u32 {
    (nibbles.0.count_ones()) + nibbles.1.count_ones()
}

/// All picks of `K` cards of a rank of two decks, in order: by the copies of the highest suit, then of
/// the next.
const fn all<const N: usize>(k: u32) -> [Pick; N] {
    let (mut out, mut n, mut code) = ([(0, 0); N], 0, 0);
    while code < 81 {
        // Digits in base 3, the highest suit's first.
        let (mut pick, mut rest, mut suit) = ((0, 0), code, 0);
        while suit < 4 {
            if rest % 3 >= 1 {
                pick.0 |= 1 << suit;
            }
            if rest % 3 == 2 {
                pick.1 |= 1 << suit;
            }
            rest /= 3;
            suit += 1;
        }
        if copies(pick) == k {
            out[n] = pick;
            n += 1;
        }
        code += 1;
    }
    assert!(n == N);
    out
}

static TWOS: [Pick; 10] = all(2);
static THREES: [Pick; 16] = all(3);
static FOURS: [Pick; 19] = all(4);
static FIVES: [Pick; 16] = all(5);

/// The picks of 2, 3 or 4 cards out of a rank of one deck: for each nibble of suits held the nibbles
/// picked, first in the lowest bits.
static PACKED: [[u32; 16]; 6] = {
    let (mut out, mut held) = ([[0; 16]; 6], 0);
    while held < 16 {
        let mut pick = 16u32;
        while pick > 0 {
            pick -= 1;
            if pick & !held == 0 {
                let row = &mut out[pick.count_ones() as usize][held as usize];
                *row = *row << 4 | pick;
            }
        }
        held += 1;
    }
    out
};

/// The picks of `K` (2 … 5) cards out of the suits of one rank, in order, as nibbles.
#[inline(always)]
pub(super) fn picks<const K: usize, const TWO: bool>(held: [u64; 2]) -> Picks<TWO> {
    let all: &'static [Pick] = match K {
        2 => &TWOS,
        3 => &THREES,
        4 => &FOURS,
        _ => &FIVES,
    };
    if TWO {
        Picks { packed: 0, left: all, held: [held[0] as u8, held[1] as u8] }
    } else {
        Picks { packed: PACKED[K][held[0] as usize & 15], left: &[], held: [0; 2] }
    }
}

/// Picks that are still to come.
pub(super) struct Picks<const TWO: bool> {
    packed: u32,
    left: &'static [Pick],
    held: [u8; 2],
}

impl<const TWO: bool> Iterator for Picks<TWO> {
    type Item = [u64; 2];

    #[inline(always)]
    fn next(&mut self) -> Option<[u64; 2]> {
        if !TWO {
            let pick = self.packed & 15;
            self.packed >>= 4;
            return (pick != 0).then_some([u64::from(pick), 0]);
        }
        while let [(one, two), left @ ..] = self.left {
            self.left = left;
            if one & !self.held[0] == 0 && two & !self.held[1] == 0 {
                return Some([u64::from(*one), u64::from(*two)]);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Picks as texts of suits, highest first.
    fn texts<const K: usize, const TWO: bool>(one: u64, two: u64) -> Vec<String> {
        let text = |[one, two]: [u64; 2]| {
            let suits = (0..4).rev().flat_map(|s| [(one >> s & 1 != 0, s), (two >> s & 1 != 0, s)]);
            suits.filter(|(on, _)| *on).map(|(_, s)| s.to_string()).collect::<String>()
        };
        picks::<K, TWO>([one, two]).map(text).collect()
    }

    #[test]
    fn picks_come_in_order() {
        assert_eq!(texts::<2, false>(0b1111, 0), ["10", "20", "21", "30", "31", "32"]);
        assert_eq!(texts::<2, false>(0b1011, 0), ["10", "30", "31"]);
        assert_eq!(texts::<3, false>(0b1111, 0), ["210", "310", "320", "321"]);
        assert_eq!(texts::<4, false>(0b1111, 0), ["3210"]);
        assert_eq!(texts::<2, true>(0b0111, 0b0011), ["00", "10", "11", "20", "21"]);
        assert_eq!(texts::<3, true>(0b0011, 0b0011), ["100", "110"]);
        assert_eq!(texts::<4, true>(0b0111, 0b0011), ["1100", "2100", "2110"]);
        assert_eq!(texts::<5, true>(0b0111, 0b0111), ["21100", "22100", "22110"]);
    }
}
