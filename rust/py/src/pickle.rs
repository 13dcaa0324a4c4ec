//! What the pickles of all families have in common: a checked frame around bytes, and the variant.

use chupai_core::rng::fold;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;

/// What pickle needs: the function that restores, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyBytes>));

/// The number of this way of writing, behind what is written.
const FORMAT: u8 = 3;

/// A word that tells damaged bytes from whole ones.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().copied().chain([last]).map(u64::from_le_bytes);
    fold(words.chain([bytes.len() as u64]))
}

/// What was written, if the bytes are whole and in this way.
pub(crate) fn whole(bytes: &[u8]) -> Option<&[u8]> {
    let (rest, sum) = bytes.split_last_chunk::<8>()?;
    let (&format, parts) = rest.split_last()?;
    (format == FORMAT && checksum(rest) == u64::from_le_bytes(*sum)).then_some(parts)
}

/// The error for bytes that tell no state, view or observer of a family.
pub(crate) fn damaged(family: &str) -> PyErr {
    PyValueError::new_err(format!("the pickle of a {family} state, view or observer is damaged"))
}

/// Room for most states with the moves behind them.
const USUAL_BYTES: usize = 1 << 10;

/// Parts as bytes.
pub(crate) fn written(parts: &impl Serialize) -> PyResult<Vec<u8>> {
    let room = Vec::with_capacity(USUAL_BYTES);
    postcard::to_extend(parts, room).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// What pickle needs: a function of the extension module by its name, the variant, and bytes.
pub(crate) fn reduced_by<'py>(
    py: Python<'py>,
    (restore, name): (&'static PyOnceLock<Py<PyAny>>, &str),
    variant: &Py<PyAny>,
    mut bytes: Vec<u8>,
) -> PyResult<Reduced<'py>> {
    bytes.push(FORMAT);
    bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
    let restore = restore
        .get_or_try_init(py, || py.import("chupai._native")?.getattr(name).map(Bound::unbind))?;
    // A variant with a name goes by it: shorter, and ten times faster than all its switches.
    let variant = variant.bind(py);
    let key = variant.getattr(intern!(py, "_key"))?;
    let variant = if key.is_none() { variant.clone() } else { key };
    Ok((restore.bind(py).clone(), (variant, PyBytes::new(py, &bytes))))
}

/// The variant of a name.
fn variant_named<'py>(name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    static VARIANT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = name.py();
    let variant = VARIANT.get_or_try_init(py, || {
        py.import("chupai.variant")?.getattr("variant").map(Bound::unbind)
    })?;
    variant.bind(py).call1((name,))
}

/// The variant of a name; what is no text, such as a variant, as it is.
#[pyfunction]
#[pyo3(signature = (named, /))]
pub(crate) fn variant_of(named: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    match named.cast::<PyString>() {
        Ok(name) => variant_named(name),
        Err(_) => Ok(named),
    }
}
