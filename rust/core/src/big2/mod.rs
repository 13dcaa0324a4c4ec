//! 鋤大D Big Two: rules BT-01 … BT-51 of `docs/rules/big2.md`.

mod ask;
mod combo;
mod ids;
mod list;
mod monsters;
mod movegen;
mod moves;
mod order;
mod parse;
mod rules;
mod straights;
mod switches;
mod why;

pub use ask::Ask;
pub use moves::{Cards, Kind, Move};
pub use parse::parse_move;
pub use rules::Rules;
pub use straights::{NamedStraights, Straights};
pub use switches::{BareQuad, FiveCard, FlushOrder, Remainder, StraightTie, SuitOrder, Switches};
