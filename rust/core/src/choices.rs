//! Switches that are a choice among names: `choices!`.

/// An enum of choices, each with the name that the rule file gives it.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $choice:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* $choice,)* }

        impl $name {
            /// All choices, the default first.
            pub const ALL: &[Self] = &[$(Self::$choice,)*];

            /// The public name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$choice => $text,)* }
            }

            /// The choice with this public name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.name() == name)
            }
        }
    };
}
pub(crate) use choices;
