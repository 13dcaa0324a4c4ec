//! Choices of equal ranks: the pairs, triples, fours and fives among the cards of one rank.
//!
//! The cards of a rank are a byte: bit s where suit s is held, bit 4 + s where it is held twice. A
//! *pick* is such a byte too. Suits are counted by strength, 0 the lowest.

/// Most picks of one size: fours of eight cards.
const MOST: usize = 19;

/// The picks of two to five cards of every rank byte, weakest first.
struct Table {
    /// By size − 2 and byte, how many there are.
    counts: [[u8; 256]; 4],
    /// By size − 2 and byte, the picks: read highest suit first, ascending.
    picks: [[[u8; MOST]; 256]; 4],
}

/// How many cards a rank byte has.
const fn cards(byte: usize) -> usize {
    (byte as u8).count_ones() as usize
}

/// Whether a byte is one: nothing is held twice that is not held.
const fn is_rank(byte: usize) -> bool {
    byte >> 4 & !byte == 0
}

/// Number to order picks by: the copies of each suit, the highest suit first.
const fn order(byte: usize) -> usize {
    let mut out = 0;
    let mut suit = 4;
    while suit > 0 {
        suit -= 1;
        out = out * 3 + (byte >> suit & 1) + (byte >> (4 + suit) & 1);
    }
    out
}

/// All rank bytes, by their order.
const SORTED: [u8; 81] = {
    let mut out = [0; 81];
    let mut byte = 0;
    while byte < 256 {
        if is_rank(byte) {
            out[order(byte)] = byte as u8;
        }
        byte += 1;
    }
    out
};

static TABLE: Table = {
    let mut counts = [[0; 256]; 4];
    let mut picks = [[[0; MOST]; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while is_rank(byte) && i < 81 {
            let pick = SORTED[i];
            let size = cards(pick as usize);
            if size >= 2 && size <= 5 && pick & !(byte as u8) == 0 {
                let n = &mut counts[size - 2][byte];
                picks[size - 2][byte][*n as usize] = pick;
                *n += 1;
            }
            i += 1;
        }
        byte += 1;
    }
    Table { counts, picks }
};

/// How many picks of `size` (2 to 5) cards the rank byte `held` has.
#[inline(always)]
pub(super) fn count(size: usize, held: u8) -> u32 {
    u32::from(TABLE.counts[size - 2][usize::from(held)])
}

/// All of them, weakest first.
#[inline(always)]
pub(super) fn all(size: usize, held: u8) -> &'static [u8] {
    let n = count(size, held) as usize;
    &TABLE.picks[size - 2][usize::from(held)][..n]
}

/// Number `n` of them.
#[inline(always)]
pub(super) fn nth(size: usize, held: u8, n: u32) -> u8 {
    TABLE.picks[size - 2][usize::from(held)][n as usize]
}

/// The suit of a pick's highest card, and that of the next one, which may be the same.
#[inline(always)]
pub(super) fn top_two(pick: u8) -> (u8, u8) {
    let ones = pick & 15;
    let top = ones.ilog2() as u8;
    let next = if pick >> (4 + top) & 1 == 1 { top } else { (ones ^ 1 << top).ilog2() as u8 };
    (top, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_four_suits() {
        assert_eq!([2, 3, 4, 5].map(|k| count(k, 0x0f)), [6, 4, 1, 0]);
        assert_eq!([2, 3, 4, 5].map(|k| count(k, 0xff)), [10, 16, 19, 16]);
        assert_eq!(all(2, 0x0f), [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(all(2, 0x33), [0x11, 0b11, 0x22]);
        assert_eq!((top_two(0b1010), top_two(0x88)), ((3, 1), (3, 3)));
    }
}
