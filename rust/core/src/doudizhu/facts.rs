//! What happened in a deal: everything that scoring and statistics read.

use super::rules::{AuctionKind, Rules};
use crate::game::Column;

/// The facts of one deal. Numbers, not points: nothing here depends on scoring switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Facts {
    /// The landlord's seat, −1 in a void deal.
    pub landlord: i8,
    /// Whether the landlord won.
    pub landlord_won: bool,
    /// The winning bid; the call multiplier in a rob auction, 1 for a given landlord, 0 in a void deal.
    pub bid: u8,
    /// How often was robbed.
    pub robs: u8,
    /// Bombs played.
    pub bombs: u8,
    /// Rockets played, 0 or 1.
    pub rockets: u8,
    /// 春天: one side never played, or the landlord only once (DD-24).
    pub spring: bool,
    /// The highest multiplier of a showing, 1 if nobody showed (DD-25, DD-29).
    pub open_multiplier: u8,
    /// Who doubled (DD-29).
    pub doubled: [bool; 3],
    /// Plays of each seat, passes not counted.
    pub plays: [u8; 3],
    /// Cards left in each hand.
    pub cards_left: [u8; 3],
    /// How often the cards were dealt again because nobody wanted to be landlord; 255 and more as 255.
    pub redeals: u8,
    /// Who spoke first, in the last auction.
    pub first_bidder: u8,
}

/// The most plays a seat can make: twenty solos.
const MOST_PLAYS: i16 = 20;

pub(super) fn columns(rules: &Rules) -> Vec<Column> {
    let s = &rules.switches;
    let scored = |name, width, min, max| Column { name, width, min, max, scored: true };
    let counted = |name, width, min, max| Column { name, width, min, max, scored: false };
    let bid = match s.auction {
        AuctionKind::Points => 3,
        AuctionKind::Rob => i16::from(s.call_multiplier),
        AuctionKind::Fixed => 1,
    };
    let open = s.show_multipliers.first().copied().unwrap_or(if s.open_hand { 2 } else { 1 });
    vec![
        scored("landlord", 1, -1, 2),
        scored("landlord_won", 1, 0, 1),
        scored("bid", 1, 0, bid),
        scored("robs", 1, 0, 3),
        scored("bombs", 1, 0, 13),
        scored("rockets", 1, 0, 1),
        scored("spring", 1, 0, 1),
        scored("open_multiplier", 1, 1, i16::from(open)),
        scored("doubled", 3, 0, 1),
        counted("plays", 3, 0, MOST_PLAYS),
        counted("cards_left", 3, 0, 20),
        counted("redeals", 1, 0, 255),
        counted("first_bidder", 1, 0, 2),
    ]
}

impl Facts {
    #[inline(always)]
    pub(super) fn write(&self, row: &mut [i16]) {
        let row: &mut [i16; 19] = row.try_into().expect("one number for each column and seat");
        row[0] = i16::from(self.landlord);
        row[1] = i16::from(self.landlord_won);
        row[2] = i16::from(self.bid);
        row[3] = i16::from(self.robs);
        row[4] = i16::from(self.bombs);
        row[5] = i16::from(self.rockets);
        row[6] = i16::from(self.spring);
        row[7] = i16::from(self.open_multiplier);
        for seat in 0..3 {
            row[8 + seat] = i16::from(self.doubled[seat]);
            row[11 + seat] = i16::from(self.plays[seat]);
            row[14 + seat] = i16::from(self.cards_left[seat]);
        }
        row[17] = i16::from(self.redeals);
        row[18] = i16::from(self.first_bidder);
    }

    /// The scored facts in one word.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        let doubled = self.doubled.iter().fold(0, |bits, &on| bits << 1 | u64::from(on));
        (self.landlord as u8 as u64) & 3
            | u64::from(self.landlord_won) << 2
            | u64::from(self.bid) << 3
            | u64::from(self.robs) << 11
            | u64::from(self.bombs) << 13
            | u64::from(self.rockets) << 17
            | u64::from(self.spring) << 18
            | u64::from(self.open_multiplier) << 19
            | doubled << 27
    }
}
