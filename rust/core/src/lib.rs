//! Rules, moves and simulation of three families of Chinese card games: Big Two, Dou Dizhu and
//! Shengji. No I/O, no clock, no global mutable state; every random choice comes from a stream
//! that the caller names.

pub mod batch;
pub mod big2;
pub mod bits;
mod byte_list;
pub mod card;
pub mod card_counts;
pub mod card_set;
mod choices;
pub mod climb;
pub mod deal;
pub mod doudizhu;
pub mod error;
pub mod filling;
pub mod game;
pub mod notation;
pub mod rng;
pub mod shengji;
