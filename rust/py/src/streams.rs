//! The keyed random streams, for what draws outside the core.

use chupai_core::rng::{Domain, Rng};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The first `count` words of the stream named (seed, domain, match, deal).
#[pyfunction]
#[pyo3(signature = (seed, domain, match_number, deal, count))]
pub(crate) fn stream_words(
    seed: u64,
    domain: u64,
    match_number: u64,
    deal: u64,
    count: usize,
) -> PyResult<Vec<u64>> {
    let domain = Domain::of_code(domain)
        .ok_or_else(|| PyValueError::new_err(format!("there is no domain {domain}")))?;
    let mut rng = Rng::stream(seed, domain, match_number, deal);
    Ok((0..count).map(|_| rng.next_word()).collect())
}
