//! What the observers of all families have alike as Python classes.

/// What was told: an event of the core, or the end of the deal.
pub(crate) enum Told<E> {
    /// The beginning, or what came after it.
    Event(Box<E>),
    /// The end, with the scores that are told.
    End(Vec<i64>),
}

/// Methods of the class of a family's observers, which is called `$class` here and is of Python's
/// module `$module`. It has a `variant`, `rules`, a `seat`, an `observer`, `copy`, `view`, `heed` for
/// what comes after the beginning, and `check_scores` for the end.
macro_rules! observer_methods {
    ($class:ident, $module:literal) => {
        impl $class {
            /// What the seat knows, once it was told something.
            fn known(&self) -> PyResult<&View> {
                let known = self.observer.as_ref().map(Observer::view);
                known.ok_or_else(|| {
                    let message = "nothing was told yet: the first event is the deal or a position";
                    PyValueError::new_err(message)
                })
            }

            /// Takes in what was told.
            fn take_in(&mut self, py: Python<'_>, told: Told) -> PyResult<()> {
                let wrong = |message: &str| Err(PyValueError::new_err(message.to_owned()));
                match (told, &self.observer) {
                    (Told::Event(first), None) => {
                        let observer = Observer::begin(&self.rules, &first).or_raise(py)?;
                        let seat = observer.view().seat();
                        if seat != self.seat {
                            let own = self.seat;
                            return wrong(&format!("seat: this is told to seat {seat}, not {own}"));
                        }
                        self.observer = Some(observer);
                        Ok(())
                    }
                    (Told::Event(event), Some(_)) => match *event {
                        Event::Deal { .. } | Event::Position(_) => {
                            wrong("event: the beginning was told before")
                        }
                        event => self.heed(event).or_raise(py),
                    },
                    (Told::End(scores), _) => {
                        if self.known()?.state().turn().is_some() {
                            return wrong("event: the deal is not over");
                        }
                        self.check_scores(py, &scores)
                    }
                }
            }
        }

        #[pymethods]
        impl $class {
            /// The `chupai.Variant` that is played.
            #[getter]
            fn variant(&self, py: Python<'_>) -> Py<PyAny> {
                self.variant.clone_ref(py)
            }

            /// The seat that is told.
            #[getter]
            fn seat(&self) -> usize {
                self.seat
            }

            /// Whether the deal has ended.
            #[getter]
            fn is_over(&self) -> PyResult<bool> {
                Ok(self.known()?.state().turn().is_none())
            }

            /// An independent copy; ``copy.copy`` and ``copy.deepcopy`` do the same.
            fn clone(&self, py: Python<'_>) -> Self {
                self.copy(py)
            }

            fn __copy__(&self, py: Python<'_>) -> Self {
                self.copy(py)
            }

            fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
                self.copy(memo.py())
            }

            fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let same = |a: &Self, b: &Self| a.seat == b.seat && a.observer == b.observer;
                $crate::family::equal(slf, other, |of| &of.variant, same)
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<$crate::pickle::Reduced<'py>> {
                reduced_observer(self, py)
            }

            fn __repr__(&self) -> String {
                let begin = format!(concat!("<", $module, ".Observer in seat {}: "), self.seat);
                match self.known() {
                    Ok(view) => {
                        let (hand, phase) = (view.hand(), view.state().phase());
                        let moves = view.course().history.len();
                        let moves = chupai_core::error::counted(moves, "move");
                        format!("{begin}{hand}, {phase}, {moves}>")
                    }
                    Err(_) => format!("{begin}nothing told yet>"),
                }
            }
        }
    };
}
pub(crate) use observer_methods;
