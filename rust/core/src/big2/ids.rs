//! Action ids: moves of one deck, numbered by a closed form that is the same for every rule set.
