//! When two states are the same position.

use super::declaring::Round;
use super::moves::Cards;
use super::setup::{SEATS, Setup};
use super::state::{Phase, State};
use crate::card::Card;
use crate::game::{DealStreams, Game};
use std::hash::{Hash, Hasher};

impl State {
    /// Whether everything is equal that bears on the further play and the facts.
    ///
    /// The random stream is not compared, nor are cards given for a further dealing, nor those staged.
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        self.to_draw().eq(other.to_draw()) && self.canonical() == other.canonical()
    }

    /// The state without what is left over from phases that are past, and without what is not compared.
    fn canonical(&self) -> Self {
        let Setup { levels, declarer, trump, first_card, as_dealt, .. } = self.setup;
        let setup = match self.phase {
            // The level of the attackers may still count (SJ-44), and who drew first.
            Phase::Declare | Phase::Name => {
                let first_card = Some(first_card.or(declarer).unwrap_or(0));
                Setup { levels, declarer, trump, first_card, as_dealt, ..Setup::default() }
            }
            _ => Setup::default(),
        };
        let declaring = self.phase == Phase::Declare;
        Self {
            leader: if self.phase == Phase::Over { 0 } else { self.leader },
            on_top: Vec::new(),
            draws: Vec::new(),
            drawn: 0,
            staged: Cards::EMPTY,
            round: if declaring { self.round } else { Round::Last },
            setup,
            rng: DealStreams::new(0, 0, 0).deal,
            ..self.clone()
        }
    }

    /// Feeds the hasher with what equal positions have in common.
    pub fn hash_position(&self, hasher: &mut impl Hasher) {
        (
            &self.hands,
            self.phase,
            self.turn(),
            self.table,
            self.kitty,
            self.standing,
            self.seat_points,
        )
            .hash(hasher);
    }

    /// Whether the parts fit together, for states that come from outside.
    #[must_use]
    pub fn is_sound(&self, rules: &super::rules::Rules) -> bool {
        self.has_sound_numbers() && self.has_sound_cards(rules) && self.has_sound_phase(rules)
    }

    fn has_sound_numbers(&self) -> bool {
        let seat = |seat: u8| usize::from(seat) < SEATS;
        let or_none = |number: u8, most: u8| number == super::state::NONE || number <= most;
        seat(self.asked)
            && seat(self.leader)
            && usize::from(self.waiting) <= SEATS
            && usize::from(self.played) < SEATS
            && or_none(self.declarer, 3)
            && or_none(self.taker, 3)
            && or_none(self.level, 12)
            && or_none(self.trump, 4)
            && self.standing.is_none_or(|shown| {
                seat(shown.seat) && shown.face < 54 && (1..=4).contains(&shown.copies)
            })
    }

    /// Whether the cards are of one pack, and each seat has as many as it can.
    fn has_sound_cards(&self, rules: &super::rules::Rules) -> bool {
        let mut all = Cards::EMPTY;
        for cards in self.hands.iter().chain(&self.table).chain([&self.kitty]) {
            match all.checked_sum(cards) {
                Some(sum) => all = sum,
                None => return false,
            }
        }
        for (_, card) in self.to_draw() {
            if all.at_least(4) & card.bit() != 0 {
                return false;
            }
            all.add_one(card.bit());
        }
        let sized = |cards: &Cards| cards.total() <= rules.switches.hand_size() + 20;
        rules.pack().contains(&all)
            && self.draws.iter().all(|&face| Card::from_index(face.into()).is_some())
            && self.draws.len() <= SEATS * rules.switches.hand_size()
            && self.hands.iter().all(sized)
            && self.kitty.contains(&self.turned) | (self.phase != Phase::Declare)
    }

    fn has_sound_phase(&self, rules: &super::rules::Rules) -> bool {
        let holds = self.hands.iter().all(|hand| !hand.is_empty());
        let settled = self.trump < 5
            && (self.trump < 4 || rules.switches.no_trump)
            && self.declarer != super::state::NONE;
        let led = &self.table[usize::from(self.leader)];
        match self.phase {
            Phase::Declare => self.setup.check(rules).is_ok(),
            Phase::Name => holds && self.declarer != super::state::NONE,
            Phase::Bury => {
                let hand = &self.hands[usize::from(self.asked)];
                settled && self.taker == self.asked && hand.total() >= rules.switches.kitty_size()
            }
            Phase::Overturn => settled,
            Phase::Throw => {
                let holder = &self.hands[usize::from(self.leader)];
                let options = self.beaten.iter().all(|unit| self.thrown.contains(&unit.cards()));
                settled && !self.thrown.is_empty() && holder.contains(&self.thrown) && options
            }
            Phase::Play if self.played == 0 => {
                settled && led.is_empty() && !self.hands[usize::from(self.leader)].is_empty()
            }
            Phase::Play => {
                let size = led.total();
                let mut of_units = Cards::EMPTY;
                let units = self.units.iter().all(|unit| {
                    let sum = of_units.checked_sum(&unit.cards());
                    of_units = sum.unwrap_or_default();
                    sum.is_some()
                });
                let seats =
                    (0..SEATS as u8).map(|n| usize::from(Self::after(self.leader, n.into())));
                let mut seats = seats.enumerate();
                settled
                    && size > 0
                    && units
                    && led.contains(&of_units)
                    && self.order(rules).suit_of_all(self.order(rules).lay(led).faces()).is_some()
                    && seats.all(|(n, seat)| match n < usize::from(self.played) {
                        true => self.table[seat].total() == size,
                        false => self.table[seat].is_empty() && self.hands[seat].total() >= size,
                    })
            }
            Phase::Over => settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::Cpu;
    use crate::game::Agent;
    use std::hash::DefaultHasher;

    fn hash(state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash_position(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn states_of_deals_are_sound_and_told_apart() {
        for chaodi in [false, true] {
            let switches = Switches { chaodi, ..Switches::default() };
            let rules = Rules::new(switches, Cpu::Portable).unwrap();
            for number in 0..6 {
                let DealStreams { deal, mut play } = DealStreams::new(5, 0, number);
                let mut state = State::deal(&rules, &Setup::default(), deal).unwrap();
                while state.turn().is_some() {
                    assert!(state.is_sound(&rules));
                    let before = state.clone();
                    let mv = state.choose(&rules, Agent::RandomUnits, &mut play);
                    state.play_unchecked(&rules, mv);
                    assert!(!state.same_position(&before));
                    let mut other = state.clone();
                    other.rng = DealStreams::new(6, 0, 0).deal;
                    assert!(state.same_position(&other));
                    assert_eq!(hash(&state), hash(&other));
                }
                assert!(state.is_sound(&rules));
            }
        }
    }

    #[test]
    fn states_that_cannot_be_are_found() {
        let rules = Rules::new(Switches::default(), Cpu::Portable).unwrap();
        let setup = Setup { declarer: Some(1), ..Setup::default() };
        let start = State::deal(&rules, &setup, DealStreams::new(1, 0, 0).deal).unwrap();
        let changed = |change: &dyn Fn(&mut State)| {
            let mut state = start.clone();
            change(&mut state);
            state.is_sound(&rules)
        };
        assert!(changed(&|_| {}));
        assert!(!changed(&|state| state.asked = 4));
        assert!(!changed(&|state| state.leader = 9));
        assert!(!changed(&|state| state.phase = Phase::Play));
        assert!(!changed(&|state| state.trump = 7));
        assert!(!changed(&|state| state.kitty = rules.pack()));
        assert!(!changed(&|state| state.draws[0] = 54));
    }
}
