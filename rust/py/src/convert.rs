//! Seats, seeds, ids, bitboards and other numbers from Python.

use chupai_core::error::{Language, RuleError, shown};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyIterator, PyString};

/// A whole number, `None` where it does not fit the type; `what` is what it stands for.
fn whole<'py, T>(value: Borrowed<'_, 'py, PyAny>, what: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let py = value.py();
    let no_number = || {
        let given = value.repr().map(|text| shown(&text.to_string_lossy()));
        let given = given.unwrap_or_else(|_| value.get_type().to_string());
        PyTypeError::new_err(format!("{what} is a whole number, not {given}"))
    };
    // True and False are ints to Python, but nobody means a number by them.
    if value.is_instance_of::<PyBool>() {
        return Err(no_number());
    }
    match value.extract::<T>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(_) if !value.hasattr("__index__")? => Err(no_number()),
        Err(error) => Err(error),
    }
}

/// A number of 0 or more, however large; one that does not fit stands for all there are.
fn from_zero<'py, T>(value: Borrowed<'_, 'py, PyAny>, what: &str, all: T) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    match whole(value, what)? {
        Some(number) => Ok(number),
        None if value.lt(0)? => {
            let number = shown_number(&value);
            Err(PyValueError::new_err(format!("{what} is 0 or more, not {number}")))
        }
        None => Ok(all),
    }
}

/// Any number of 64 bits without sign.
fn word(value: Borrowed<'_, '_, PyAny>, what: &str) -> PyResult<u64> {
    whole(value, what)?.ok_or_else(|| {
        let number = shown_number(&value);
        PyValueError::new_err(format!("{what} is 0 to 2**64 - 1, not {number}"))
    })
}

/// A seat: 0, 1 or 2.
pub(crate) struct Seat(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Seat {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let seat = whole(value, "a seat")?.filter(|&seat| seat < 3);
        seat.map(Self).ok_or_else(|| {
            let number = shown_number(&value);
            PyValueError::new_err(format!("seats are 0, 1 and 2, not {number}"))
        })
    }
}

/// A whole number where a byte is wanted; a larger one is turned into 255, which no such number is.
pub(crate) struct Small(pub(crate) u8);

impl<'py> FromPyObject<'_, 'py> for Small {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(whole(value, "this")?.unwrap_or(u8::MAX)))
    }
}

/// A number of games.
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        word(value, "a number of games").map(Self)
    }
}

/// A number of threads, 1 to 1024.
pub(crate) struct Threads(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let threads = whole(value, "a number of threads")?.filter(|n| (1..=1024).contains(n));
        threads.map(Self).ok_or_else(|| {
            let number = shown_number(&value);
            PyValueError::new_err(format!("threads is 1 to 1024, not {number}"))
        })
    }
}

/// A seed: any number of 64 bits without sign.
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        word(value, "a seed").map(Self)
    }
}

/// A place in a list, counted from 0; one beyond all lists stands for their end.
pub(crate) struct Place(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        from_zero(value, "a number of events", usize::MAX).map(Self)
    }
}

/// A number of things, 0 or more; one beyond 64 bits stands for all of them.
pub(crate) struct Limit(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Limit {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        from_zero(value, "a number of moves", u64::MAX).map(Self)
    }
}

/// The word of a numpy uint64 scalar or 0-dimensional array, if `value` is one.
pub(crate) fn bitboard(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    let Ok(kind) = value.getattr("dtype") else { return Ok(None) };
    if value.getattr("ndim")?.extract::<usize>()? != 0 {
        return Err(PyTypeError::new_err("an array of hands is not taken here; give one hand"));
    }
    if kind.getattr("name")?.extract::<String>()? != "uint64" {
        return Err(PyTypeError::new_err(format!("a bitboard has dtype uint64, not {kind}")));
    }
    value.call_method0("item")?.extract().map(Some)
}

/// The number of an int or numpy integer; `None` where it is neither.
pub(crate) fn action_number(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    let number = if value.is_exact_instance_of::<PyInt>() {
        value.extract::<u32>()
    } else if value.hasattr("__index__")? {
        value.call_method0("__index__")?.extract::<u32>()
    } else {
        return Ok(None);
    };
    number
        .map(Some)
        .map_err(|_| PyValueError::new_err(format!("{value} is no action id: ids count from 0")))
}

/// The choice that a switch names.
pub(crate) fn choice<T: Copy>(
    name: &str,
    value: &str,
    choices: &[(&str, T)],
) -> Result<T, RuleError> {
    choices.iter().find(|(text, _)| *text == value).map(|&(_, chosen)| chosen).ok_or_else(|| {
        let known: Vec<_> = choices.iter().map(|(text, _)| format!("{text:?}")).collect();
        RuleError::rules("", format!("{name} is {}, not {value:?}", known.join(" or ")))
    })
}

/// The same of an enum: all choices, and what each is called.
pub(crate) fn choice_of<T: Copy>(
    name: &str,
    value: &str,
    (all, text): (&[T], fn(T) -> &'static str),
) -> Result<T, RuleError> {
    let names: Vec<_> = all.iter().map(|&choice| (text(choice), choice)).collect();
    choice(name, value, &names)
}

/// The cards of an iterable, texts or `Card` objects, as one text.
pub(crate) fn cards_text(items: Bound<'_, PyIterator>) -> PyResult<String> {
    let mut text = String::new();
    for item in items {
        let item = item?;
        if !item.hasattr("suit")? && !item.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!("{} is no card", item.repr()?)));
        }
        text.push_str(item.str()?.to_str()?);
        text.push(' ');
    }
    Ok(text)
}

/// The text of a position, for `State.parse`.
pub(crate) fn position_text<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_str(),
        Err(_) => {
            let kind = value.get_type();
            Err(PyTypeError::new_err(format!("a position is told as text, not {kind}")))
        }
    }
}

/// A language of reasons: ``"en"`` or ``"zh"``.
pub(crate) struct Tongue(pub(crate) Language);

impl<'py> FromPyObject<'_, 'py> for Tongue {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let message = |given: String| format!("lang is 'en' or 'zh', not {given}");
        let Ok(text) = value.cast::<PyString>() else {
            return Err(PyTypeError::new_err(message(value.get_type().to_string())));
        };
        match text.to_str()? {
            "en" => Ok(Self(Language::English)),
            "zh" => Ok(Self(Language::Chinese)),
            other => Err(PyValueError::new_err(message(format!("{:?}", shown(other))))),
        }
    }
}

/// A whole number as a message shows it, however long it is.
pub(crate) fn shown_number(value: &Bound<'_, PyAny>) -> String {
    match value.str() {
        Ok(text) => shown(&text.to_string_lossy()),
        Err(_) => "a number of thousands of digits".to_owned(),
    }
}

/// A seat of a table of any size; a number that is too large is kept as it is shown.
pub(crate) struct AnySeat(Result<usize, String>);

impl AnySeat {
    /// The seat, if there are so many.
    pub(crate) fn of(self, seats: usize) -> PyResult<usize> {
        let given = match self.0 {
            Ok(seat) if seat < seats => return Ok(seat),
            Ok(seat) => seat.to_string(),
            Err(number) => number,
        };
        Err(PyValueError::new_err(format!("seats are 0 to {}, not {given}", seats - 1)))
    }
}

impl<'py> FromPyObject<'_, 'py> for AnySeat {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(whole(value, "a seat")?.ok_or_else(|| shown_number(&value))))
    }
}
