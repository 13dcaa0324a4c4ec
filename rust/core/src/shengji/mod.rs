//! 升級, 拖拉機: Shengji of one to four decks.

pub mod asked;
mod drawing;
pub mod follow;
pub mod maximal;
pub mod moves;
pub mod owed;
pub mod rules;
pub mod subsets;
pub mod switches;
pub mod trick;
pub mod trump;
pub mod unit;
