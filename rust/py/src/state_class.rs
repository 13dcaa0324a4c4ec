//! What the states of all families have alike as Python classes.

/// Methods of the class of a family's states, which is called `$class` here and is of Python's module
/// `$module`. It has a `variant`, `rules`, a `state` of the type `State`, a `play` stream, a `course`,
/// `copy` and `readable`.
macro_rules! state_methods {
    ($class:ident, $module:literal) => {
        impl $class {
            /// The deal in progress.
            pub(crate) fn deal(&self) -> &State {
                &self.state
            }

            /// Its past.
            pub(crate) fn course(&self) -> &Course {
                &self.course
            }

            /// The move that a value names.
            fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
                self.readable(value)?.or_raise(value.py())
            }

            /// The points of each seat, once the deal is over.
            fn points(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
                $crate::family::points(self.variant.bind(py), &self.rules, &self.state)
            }

            /// The scores of playouts, after a first move where one is given.
            fn played_out<'py>(
                slf: &Bound<'py, Self>,
                playouts: $crate::playouts::Playouts<'py>,
                first: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, numpy::PyArray2<i64>>> {
                // Of a copy, so that other threads may go on with the state meanwhile.
                let (this, first) = {
                    let this = slf.try_borrow()?;
                    let first = first.map(|value| this.read_move(&value)).transpose()?;
                    (this.copy(slf.py()), first)
                };
                let from = (&this.state, None, first);
                $crate::family::scores(this.variant.bind(slf.py()), &this.rules, from, playouts)
            }
        }

        #[pymethods]
        impl $class {
            /// The `chupai.Variant` that is played.
            #[getter]
            fn variant(&self, py: Python<'_>) -> Py<PyAny> {
                self.variant.clone_ref(py)
            }

            /// Whether the deal has ended; then `turn` is None, no move is legal and `scores` may be asked.
            #[getter]
            fn is_over(&self) -> bool {
                self.state.turn().is_none()
            }

            /// The number of legal moves, counted without listing them; 0 when the deal is over.
            #[getter]
            pub(crate) fn num_legal(&self) -> u64 {
                self.state.num_legal(&self.rules)
            }

            /// An independent copy, with its own copy of the play stream: until they are played or reseeded differently, both
            /// sample the same moves. ``copy.copy`` and ``copy.deepcopy`` do the same.
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
                let same =
                    |a: &Self, b: &Self| $crate::family::Family::same(&a.state, &b.state, &a.rules);
                $crate::family::equal(slf, other, |of| &of.variant, same)
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = std::hash::DefaultHasher::new();
                self.state.hash_position(&mut hasher);
                std::hash::Hasher::finish(&hasher)
            }

            fn __str__(&self) -> String {
                $crate::family::Family::written(&self.state, &self.rules)
            }

            fn __repr__(&self) -> String {
                format!(concat!("<", $module, ".State {}>"), self.__str__())
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<$crate::pickle::Reduced<'py>> {
                reduced(self, py)
            }
        }
    };
}
pub(crate) use state_methods;
