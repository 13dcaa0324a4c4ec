//! What the views of all families have alike as Python classes.

/// Methods of the class of a family's views, which is called `$class` here and is of Python's module
/// `$module`. It has a `variant`, `rules`, a `view`, its `redealer` and `readable`.
macro_rules! view_methods {
    ($class:ident, $module:literal) => {
        impl $class {
            /// The deal, as far as the seat knows it.
            pub(crate) fn deal(&self) -> &State {
                self.view.state()
            }

            /// Its past.
            pub(crate) fn course(&self) -> &Course {
                self.view.course()
            }

            /// The scores of playouts, after a first move of the seat where one is given.
            fn played_out<'py>(
                &self,
                py: Python<'py>,
                playouts: $crate::playouts::Playouts<'py>,
                first: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, numpy::PyArray2<i64>>> {
                let (state, seat) = (self.view.state(), self.view.seat());
                let first = match first {
                    None => None,
                    Some(value) => {
                        let mv = self.readable(&value)?.or_raise(py)?;
                        $crate::family::in_turn(state, Some(seat)).or_raise(py)?;
                        Some(mv)
                    }
                };
                let from = (state, Some(self.redealer()), first);
                $crate::family::scores(self.variant.bind(py), &self.rules, from, playouts)
            }

            /// Whether the seat may make what a value names now.
            fn allows(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
                let (state, found) = (self.view.state(), self.readable(value)?);
                Ok(self.view.is_to_act() && found.is_ok_and(|mv| state.is_legal(&self.rules, mv)))
            }

            /// Why the seat may not make what a value names now.
            fn refuses(
                &self,
                value: &Bound<'_, PyAny>,
            ) -> PyResult<Option<chupai_core::error::RuleError>> {
                let (state, seat) = (self.view.state(), self.view.seat());
                let found = self.readable(value)?;
                Ok($crate::family::why_not(&self.rules, state, Some(seat), found))
            }
        }

        #[pymethods]
        impl $class {
            /// The `chupai.Variant` that is played.
            #[getter]
            fn variant(&self, py: Python<'_>) -> Py<PyAny> {
                self.variant.clone_ref(py)
            }

            /// The seat whose view it is.
            #[getter]
            fn seat(&self) -> usize {
                self.view.seat()
            }

            /// The number of the seat's legal moves; 0 where it is not its turn.
            #[getter]
            pub(crate) fn num_legal(&self) -> u64 {
                if self.view.is_to_act() { self.view.state().num_legal(&self.rules) } else { 0 }
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                let Ok(same) = other.cast::<Self>() else { return Ok(false) };
                let (same, py) = (same.get(), other.py());
                Ok(same.view == self.view
                    && $crate::family::same_variant(py, &self.variant, &same.variant)?)
            }

            fn __hash__(&self) -> u64 {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut hasher = DefaultHasher::new();
                let (view, state) = (&self.view, self.view.state());
                let moves = view.course().history.len();
                (view.seat(), view.hand(), state.phase(), moves).hash(&mut hasher);
                hasher.finish()
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<$crate::pickle::Reduced<'py>> {
                reduced_view(self, py)
            }

            fn __repr__(&self) -> String {
                let (seat, hand, state) = (self.view.seat(), self.view.hand(), self.view.state());
                let turn = state.turn().map_or("nobody".to_owned(), |turn| format!("seat {turn}"));
                let phase = state.phase();
                format!(
                    concat!("<", $module, ".View of seat {}: {}, {}, {} to act>"),
                    seat, hand, phase, turn
                )
            }
        }
    };
}
pub(crate) use view_methods;
