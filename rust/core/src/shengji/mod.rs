//! 升級, 拖拉機: Shengji of one to four decks.

pub mod follow;
pub mod moves;
pub mod rules;
pub mod switches;
pub mod trick;
pub mod trump;
pub mod unit;
