//! Which form of the hot code runs.

use chupai_core::bits::Cpu;
use std::sync::OnceLock;

/// The form of the hot code, chosen once: the best for this processor, or the portable one where
/// the environment says `CHUPAI_CPU=portable`.
pub(crate) fn cpu() -> Cpu {
    static CPU: OnceLock<Cpu> = OnceLock::new();
    *CPU.get_or_init(|| Cpu::detect(std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable")))
}
