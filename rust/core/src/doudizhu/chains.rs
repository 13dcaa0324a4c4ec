//! All chains in a mask of ranks, by table.

/// The chains that each 12-bit mask of ranks holds: `count[mask]` of them from `list[start[mask]]`, by
/// length, then rank; an entry is `length << 4 | lowest rank`.
pub(super) struct Chains<const N: usize> {
    count: [u8; 4096],
    start: [u16; 4096],
    list: [u8; N],
}

#[allow(long_running_const_eval)]
const fn chains<const N: usize>(shortest: u32, longest: u32) -> Chains<N> {
    let mut t = Chains { count: [0; 4096], start: [0; 4096], list: [0; N] };
    let (mut mask, mut fill) = (0u32, 0);
    while mask < 4096 {
        t.start[mask as usize] = fill as u16;
        let mut length = shortest;
        while length <= longest {
            let run = (1 << length) - 1;
            let mut rank = 0;
            while rank + length <= 12 {
                if (mask >> rank) & run == run {
                    t.list[fill] = (length << 4 | rank) as u8;
                    fill += 1;
                }
                rank += 1;
            }
            length += 1;
        }
        t.count[mask as usize] = (fill - t.start[mask as usize] as usize) as u8;
        mask += 1;
    }
    assert!(fill == N);
    t
}

impl<const N: usize> Chains<N> {
    /// Number of chains in a mask of ranks.
    #[inline(always)]
    pub(super) fn count(&self, ranks: u64) -> u32 {
        u32::from(self.count[(ranks & 0xfff) as usize])
    }

    /// Length and lowest rank of chain number `n`.
    #[inline(always)]
    pub(super) fn nth(&self, ranks: u64, n: u32) -> (u8, u8) {
        let entry = self.list[usize::from(self.start[(ranks & 0xfff) as usize]) + n as usize];
        (entry >> 4, entry & 15)
    }

    /// All chains of a mask, as `length << 4 | lowest rank`.
    #[inline(always)]
    pub(super) fn all(&self, ranks: u64) -> &[u8] {
        let mask = (ranks & 0xfff) as usize;
        &self.list[usize::from(self.start[mask])..][..usize::from(self.count[mask])]
    }
}

/// Solo chains, 5 … 12 (DD-12).
#[allow(long_running_const_eval)]
pub(super) static SOLO_CHAINS: Chains<1793> = chains(5, 12);
/// Pair chains, 3 … 10 (DD-13).
#[allow(long_running_const_eval)]
pub(super) static PAIR_CHAINS: Chains<9212> = chains(3, 10);
/// Lowest ranks of the runs of `length` ranks in `mask`.
#[inline(always)]
pub(super) const fn run_starts(mut mask: u64, length: u8) -> u64 {
    let mut have = 1;
    while 2 * have <= length {
        mask &= mask >> have;
        have *= 2;
    }
    mask & (mask >> (length - have))
}
