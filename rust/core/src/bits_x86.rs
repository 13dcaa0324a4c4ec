//! The only file with processor intrinsics: BMI2 on x86-64.

use super::Isa;
use core::arch::x86_64::{__cpuid, _pdep_u64, _pext_u64};

/// The [`Isa`] of x86-64-v3. Code using it must be entered through [`dispatch!`](crate::dispatch).
#[derive(Clone, Copy, Debug)]
pub struct V3;

impl Isa for V3 {
    const NATIVE: bool = true;

    #[inline(always)]
    fn deposit(x: u64, mask: u64) -> u64 {
        // SAFETY: reached only below a function entered with `Cpu::V3`, which proves BMI2.
        unsafe { _pdep_u64(x, mask) }
    }

    #[inline(always)]
    fn extract(x: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { _pext_u64(x, mask) }
    }

    #[inline(always)]
    fn nth_bit(mask: u64, n: u32) -> u64 {
        Self::deposit(1 << n, mask)
    }
}

/// Whether this processor has x86-64-v3 with `pdep` in hardware (AMD families 15h to 17h have it in
/// microcode, tens of times slower than the portable loop).
pub(super) fn has_fast_v3() -> bool {
    let found = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2");
    found && !slow_pdep()
}

fn slow_pdep() -> bool {
    let vendor = __cpuid(0);
    let amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = __cpuid(1).eax;
    let base = (signature >> 8) & 0xf;
    let family = if base == 0xf { base + ((signature >> 20) & 0xff) } else { base };
    amd && family < 0x19
}
