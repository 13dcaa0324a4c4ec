//! 鬥地主 Dou Dizhu: rules DD-01 … DD-29 of `docs/rules/doudizhu.md`.

mod answer;
mod auction;
mod chains;
mod combo;
mod course;
mod dealers;
mod decisions;
mod events;
mod facts;
mod hand;
mod ids;
mod list;
mod movegen;
mod moves;
mod notation;
mod position;
mod redeal;
mod rollout;
mod rules;
mod setup;
mod state;
mod view;
mod wings;

pub use combo::{Readings, parse_move};
pub use course::{Course, Dealing, Moment, played};
pub use dealers::Dealer;
pub use events::{Event, News};
pub use facts::Facts;
pub use hand::{Hand, RANKS, SUITED_RANKS};
pub use moves::{Kind, Move, rank_char};
pub use position::Position;
pub use redeal::Redealer;
pub use rules::{AuctionKind, Rules, Switches};
pub use setup::Setup;
pub use state::{Phase, State};
pub use view::View;
