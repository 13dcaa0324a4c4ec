//! 升級, 拖拉機: Shengji of one to four decks.

pub mod asked;
mod drawing;
pub mod follow;
pub mod leads;
pub mod lone_units;
pub mod maximal;
pub mod moves;
pub mod owed;
mod packing;
pub mod readings;
pub mod rules;
pub mod subsets;
pub mod switches;
pub mod throw;
pub mod trick;
pub mod trump;
pub mod unit;

#[cfg(test)]
mod readings_tests;
