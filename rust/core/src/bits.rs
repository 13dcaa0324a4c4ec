//! Bit tricks on 64-bit masks, written once for two kinds of processor.
//!
//! Hot code is generic over [`Isa`] and marked `#[inline(always)]`; [`dispatch!`](crate::dispatch)
//! enters it either through a function compiled for x86-64-v3 or as portable code. Both give the
//! same results bit for bit. The choice is a value ([`Cpu`]) that the caller passes along, so the
//! crate has no global state.

#[cfg(target_arch = "x86_64")]
#[path = "bits_x86.rs"]
mod x86;

#[cfg(target_arch = "x86_64")]
pub use x86::V3;

/// The few operations that one processor has as an instruction and another has not.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Whether these operations are instructions of the processor.
    const NATIVE: bool;
    /// Scatters the low bits of `x` to the set bits of `mask`, lowest first (`pdep`).
    fn deposit(x: u64, mask: u64) -> u64;
    /// Gathers the bits of `x` under `mask` into the low bits, lowest first (`pext`).
    fn extract(x: u64, mask: u64) -> u64;
    /// The `n`-th (from 0) set bit of `mask`, alone; `mask` must have more than `n` bits set.
    fn nth_bit(mask: u64, n: u32) -> u64;
    /// Index of that bit.
    #[inline(always)]
    fn select(mask: u64, n: u32) -> u32 {
        Self::nth_bit(mask, n).trailing_zeros()
    }
}

/// The [`Isa`] that runs everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {
    const NATIVE: bool = false;

    #[inline(always)]
    fn deposit(mut x: u64, mut mask: u64) -> u64 {
        let mut out = 0;
        while x != 0 && mask != 0 {
            let low = mask & mask.wrapping_neg();
            if x & 1 != 0 {
                out |= low;
            }
            mask ^= low;
            x >>= 1;
        }
        out
    }

    #[inline(always)]
    fn extract(x: u64, mut mask: u64) -> u64 {
        let mut out = 0;
        let mut bit = 1;
        while mask != 0 {
            let low = mask & mask.wrapping_neg();
            if x & low != 0 {
                out |= bit;
            }
            mask ^= low;
            bit <<= 1;
        }
        out
    }

    #[inline(always)]
    fn nth_bit(mut mask: u64, n: u32) -> u64 {
        for _ in 0..n {
            mask &= mask.wrapping_sub(1);
        }
        mask & mask.wrapping_neg()
    }
}

/// Which compiled form of the hot code to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cpu {
    /// Plain code for any processor.
    Portable,
    /// x86-64-v3 (BMI1, BMI2, POPCNT, LZCNT, AVX2) with a fast `pdep`.
    #[cfg(target_arch = "x86_64")]
    V3(Detected),
}

/// Proof that the features of x86-64-v3 were found on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Detected(());

impl Cpu {
    /// The best form for this processor, or the portable one where `portable` is set.
    #[must_use]
    pub fn detect(portable: bool) -> Self {
        #[cfg(target_arch = "x86_64")]
        if !portable && x86::has_fast_v3() {
            return Self::V3(Detected(()));
        }
        let _ = portable;
        Self::Portable
    }

    /// A short name: `"portable"` or `"x86-64-v3"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::V3(_) => "x86-64-v3",
        }
    }
}

/// Calls `body::<I>(args)` with the [`Isa`] that `cpu` asks for.
///
/// `body` is an `#[inline(always)]` function generic over one `Isa`; argument types are repeated
/// because the functions are made on the spot. After `apart` the portable form is a function of its
/// own too, so that a short call of the other saves no registers for it.
#[macro_export]
macro_rules! dispatch {
    ($cpu:expr, apart $body:ident($($arg:ident : $ty:ty),* $(,)?) $(-> $ret:ty)?) => {{
        #[inline(never)]
        fn portable($($arg: $ty),*) $(-> $ret)? {
            $body::<$crate::bits::Portable>($($arg),*)
        }
        $crate::dispatch!(@choose $cpu, $body, portable($($arg : $ty),*) $(-> $ret)?)
    }};
    ($cpu:expr, $body:ident($($arg:ident : $ty:ty),* $(,)?) $(-> $ret:ty)?) => {{
        #[inline(always)]
        fn portable($($arg: $ty),*) $(-> $ret)? {
            $body::<$crate::bits::Portable>($($arg),*)
        }
        $crate::dispatch!(@choose $cpu, $body, portable($($arg : $ty),*) $(-> $ret)?)
    }};
    (@choose $cpu:expr, $body:ident, $portable:ident($($arg:ident : $ty:ty),*) $(-> $ret:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
        fn v3($($arg: $ty),*) $(-> $ret)? {
            $body::<$crate::bits::V3>($($arg),*)
        }
        match $cpu {
            $crate::bits::Cpu::Portable => $portable($($arg),*),
            #[cfg(target_arch = "x86_64")]
            $crate::bits::Cpu::V3(_) => {
                // SAFETY: a `Detected` exists only where the features were found.
                #[allow(unsafe_code)]
                unsafe { v3($($arg),*) }
            }
        }
    }};
}

/// Binomial coefficients C(n, k) for n ≤ 16, k ≤ 8.
pub const BINOMIAL: [[u32; 9]; 17] = {
    let mut t = [[0; 9]; 17];
    let mut n = 0;
    while n <= 16 {
        t[n][0] = 1;
        let mut k = 1;
        while k <= 8 {
            t[n][k] = if n == 0 { 0 } else { t[n - 1][k - 1] + t[n - 1][k] };
            k += 1;
        }
        n += 1;
    }
    t
};

/// Where the `k`-subsets start in [`SUBSETS`].
pub const SUBSET_START: [usize; 8] = {
    let mut t = [0; 8];
    let mut k = 1;
    while k < 8 {
        t[k] = t[k - 1] + BINOMIAL[15][k - 1] as usize;
        k += 1;
    }
    t
};

/// All `k`-subsets (k ≤ 6) of 15 elements as masks, ascending; the first C(n, k) of a block are the
/// subsets of the lowest n elements.
pub static SUBSETS: [u16; SUBSET_START[7]] = {
    let mut t = [0; SUBSET_START[7]];
    let mut fill = SUBSET_START;
    let mut mask: u32 = 0;
    while mask < 1 << 15 {
        let k = mask.count_ones() as usize;
        if k <= 6 {
            t[fill[k]] = mask as u16;
            fill[k] += 1;
        }
        mask += 1;
    }
    t
};

/// The position of a subset of low bits among all masks of as many bits, ascending (colex rank).
#[inline(always)]
#[must_use]
pub fn subset_rank(mut mask: u64) -> u32 {
    let (mut rank, mut k) = (0, 1);
    while mask != 0 {
        rank += BINOMIAL[mask.trailing_zeros() as usize][k];
        mask &= mask - 1;
        k += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_colex_and_ranked() {
        for k in 0..=6usize {
            let block = &SUBSETS[SUBSET_START[k]..SUBSET_START[k + 1]];
            for (i, &m) in block.iter().enumerate() {
                assert_eq!(m.count_ones() as usize, k);
                assert_eq!(subset_rank(u64::from(m)) as usize, i);
            }
            assert!(block.is_sorted());
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn both_forms_agree() {
        if !x86::has_fast_v3() {
            return;
        }
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        for i in 0..10_000u64 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let mask = x.rotate_left((i % 64) as u32) & (x >> 3);
            assert_eq!(V3::deposit(x, mask), Portable::deposit(x, mask));
            assert_eq!(V3::extract(x, mask), Portable::extract(x, mask));
            for n in 0..mask.count_ones() {
                assert_eq!(V3::select(mask, n), Portable::select(mask, n));
            }
        }
    }
}
