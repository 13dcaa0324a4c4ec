//! 鋤大D Big Two: rules BT-01 … BT-51 of `docs/rules/big2.md`.

mod ask;
mod combo;
mod dealing;
mod decisions;
mod exchange;
mod facts;
mod ids;
mod list;
mod monsters;
mod movegen;
mod moves;
mod order;
mod parse;
mod position;
mod redeal;
mod rules;
mod sameness;
mod setup;
mod state;
mod straights;
mod switches;
mod why;

pub use ask::Ask;
pub use dealing::HandSizes;
pub use exchange::ExchangeStep;
pub use facts::{Facts, ScoreKey, SeatFacts};
pub use moves::{Cards, Kind, Move};
pub use parse::parse_move;
pub use position::Position;
pub use redeal::{Past, Redealer};
pub use rules::Rules;
pub use setup::{Given, MOST_GIVEN_SEATS, Setup};
pub use state::{Phase, State};
pub use straights::{NamedStraights, Straights};
pub use switches::{BareQuad, FiveCard, FlushOrder, Remainder, StraightTie, SuitOrder, Switches};
