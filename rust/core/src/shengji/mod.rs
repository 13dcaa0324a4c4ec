//! 升級, 拖拉機: Shengji of one to four decks.

pub mod asked;
mod by_suit;
mod census;
mod clues;
mod course;
mod dealing;
mod dealings;
mod declare;
mod declaring;
mod drawing;
mod events;
mod facts;
pub mod follow;
mod kitty;
mod knowledge;
mod layouts;
pub mod leads;
pub mod lone_units;
pub mod maximal;
mod missing;
pub mod moves;
mod observer;
mod opening;
mod outcome;
pub mod owed;
mod packing;
mod placed;
mod placed_last;
mod placed_play;
mod placed_trump;
mod planting;
mod play;
mod plays;
mod preferred;
mod ranked;
pub mod readings;
mod redeal;
mod rollout;
pub mod rules;
mod sameness;
mod scan;
mod serving;
mod setup;
mod spread;
mod stage;
mod staged;
mod state;
mod stirring;
pub mod subsets;
pub mod switches;
mod tally;
mod tells;
mod text;
mod threads;
pub mod throw;
mod told;
pub mod trick;
pub mod trump;
pub mod unit;
mod view;
mod walk;
mod weights;

pub use course::{Course, Earlier, Failed};
pub use dealings::Dealing;
pub use declare::Declaration;
pub use events::{Event, News, Table};
pub use facts::{Facts, LastTrick, ScoreKey, points};
pub use observer::Observer;
pub use redeal::Redealer;
pub use setup::{Given, SEATS, Setup};
pub use state::{Phase, State};
pub use view::View;

#[cfg(test)]
mod hard_leads_tests;
#[cfg(test)]
mod readings_tests;
#[cfg(test)]
mod redeal_tests;
#[cfg(test)]
mod throw_tests;
#[cfg(test)]
mod trump_tests;
