//! Whether a position that was given by hand can be.

use super::facts::points;
use super::moves::{Cards, Move};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::switches::Declaring;
use super::throw::Throw;
use super::unit::Unit;
use crate::error::RuleError;
use crate::game::Game;

impl State {
    /// Refuses what cannot be.
    pub(super) fn check_placed(&mut self, rules: &Rules) -> Result<(), RuleError> {
        let error = |rule, message: &str| Err(RuleError::rules(rule, message));
        self.check_cards(rules)?;
        let declaring = self.phase == Phase::Declare;
        if self.declarer == NONE && !declaring {
            return error("SJ-40", "after declaring there is a declarer");
        }
        if self.trump == 4 && !rules.switches.no_trump {
            return error("SJ-07", "these rules always have a trump suit: no_trump=False");
        }
        if matches!(self.phase, Phase::Declare | Phase::Name) {
            if self.trump != NONE {
                return error("SJ-38", "trump is not settled while it is declared");
            }
            self.setup.check(rules)?;
            if rules.switches.declaring == Declaring::Given {
                return error("SJ-42", "with declaring=\"given\" nobody declares");
            }
        } else if self.trump == NONE {
            return error("SJ-04", "after declaring it is known what is trump");
        }
        if self.phase == Phase::Name && rules.switches.declaring != Declaring::Duplicate {
            return error("SJ-42", "a suit is named with declaring=\"duplicate\" only");
        }
        if self.phase == Phase::Overturn && !rules.switches.chaodi {
            return error("SJ-46", "trump is overturned with chaodi only");
        }
        self.check_sizes(rules)?;
        self.check_points(rules)?;
        if self.phase == Phase::Throw {
            self.place_throw(rules)?;
        }
        match self.is_sound(rules) {
            true => Ok(()),
            false => error("SJ-57", "these parts do not fit together"),
        }
    }

    /// Refuses more copies of a card than there are decks.
    fn check_cards(&self, rules: &Rules) -> Result<(), RuleError> {
        let mut all = Cards::EMPTY;
        let mut draws = Cards::EMPTY;
        let places = self.hands.iter().chain(&self.table).chain([&self.kitty]);
        let sum = places.copied().try_fold(all, |all, cards| all.checked_sum(&cards));
        let drawn = self.to_draw().try_fold((), |(), (_, card)| {
            let room = draws.count(card.index()) < 4;
            room.then(|| draws.add(card.bit(), 1))
        });
        all = match sum.and_then(|sum| sum.checked_sum(&draws)).filter(|_| drawn.is_some()) {
            Some(all) if rules.pack().contains(&all) => all,
            _ => {
                let message = "there are more copies of a card than decks";
                return Err(RuleError::rules("SJ-01", message));
            }
        };
        // Later they may have been played.
        let all_lie = !matches!(self.phase, Phase::Throw | Phase::Play | Phase::Over);
        if all_lie && !all.contains(&self.turned) || !rules.pack().contains(&self.turned) {
            let message = "cards that were turned up are in a hand or the kitty";
            return Err(RuleError::rules("SJ-41", message));
        }
        Ok(())
    }

    /// Refuses hands of other sizes than they have in the phase.
    fn check_sizes(&self, rules: &Rules) -> Result<(), RuleError> {
        let error = |rule, message: String| Err(RuleError::rules(rule, message));
        let kitty = rules.switches.kitty_size();
        let mut sizes = self.hands.map(|hand| hand.total());
        match self.phase {
            Phase::Declare => self.to_draw().for_each(|(seat, _)| sizes[seat] += 1),
            Phase::Bury => match sizes[usize::from(self.asked)].checked_sub(kitty) {
                Some(size) if self.kitty.is_empty() => sizes[usize::from(self.asked)] = size,
                _ => {
                    let message = format!("who buries {kitty} cards holds them, and no kitty lies");
                    return error("SJ-45", message);
                }
            },
            Phase::Throw | Phase::Play => {
                (0..SEATS).for_each(|seat| sizes[seat] += self.table[seat].total());
            }
            Phase::Name | Phase::Overturn | Phase::Over => {}
        }
        if sizes.iter().any(|&size| size != sizes[0]) {
            return error("SJ-02", format!("all seats have as many cards, not {sizes:?}"));
        }
        if sizes[0] > rules.switches.hand_size() {
            let most = rules.switches.hand_size();
            return error("SJ-02", format!("{most} cards are dealt to each, not {}", sizes[0]));
        }
        if (sizes[0] == 0) != (self.phase == Phase::Over) {
            return error("SJ-57", "a deal is over when all cards are played".to_owned());
        }
        let lies = self.kitty.total();
        let before = matches!(self.phase, Phase::Declare | Phase::Name | Phase::Overturn);
        if before && lies != kitty || lies > kitty {
            return error("SJ-02", format!("{kitty} cards lie in the kitty, not {lies}"));
        }
        Ok(())
    }

    /// Refuses points that no cards can have brought.
    fn check_points(&self, rules: &Rules) -> Result<(), RuleError> {
        let places = self.hands.iter().chain(&self.table).chain([&self.kitty]);
        let left: u16 = places.map(points).sum();
        let won: u16 = self.seat_points.iter().sum();
        let most = 100 * u16::from(rules.switches.decks);
        if self.seat_points.iter().any(|points| points % 5 != 0) {
            return Err(RuleError::rules("SJ-26", "points come in fives"));
        }
        if won + left > most {
            let message = format!(
                "{won} points in tricks and {left} in the cards that are left are more than {most}"
            );
            return Err(RuleError::rules("SJ-26", message));
        }
        Ok(())
    }

    /// Finds what is to be chosen from a throw; refuses one that nobody has to choose from.
    fn place_throw(&mut self, rules: &Rules) -> Result<(), RuleError> {
        if !self.hands[usize::from(self.leader)].contains(&self.thrown) {
            return Err(RuleError::rules("SJ-16", "a throw that failed is in the leader's hand"));
        }
        let is_next = self.turn() == Some(usize::from(Self::after(self.leader, 1)));
        match self.throw(rules, &Move::lead(self.thrown, self.units)) {
            Throw::Choice(units) if is_next => {
                let trump = self.order(rules);
                let stood =
                    units.iter().map(|unit| Unit { faces: trump.stand_mask(unit.faces), ..*unit });
                self.beaten = stood.collect();
                Ok(())
            }
            _ => {
                let message = "the seat after the leader has nothing to choose of this throw";
                Err(RuleError::rules("SJ-16", message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Setup;
    use super::super::switches::{DeclareWithJoker, FailedThrow, Switches};
    use super::*;
    use crate::bits::Cpu;
    use crate::game::{Agent, DealStreams};

    fn rules(switches: Switches) -> Rules {
        Rules::new(switches, Cpu::Portable).unwrap()
    }

    /// Plays deals and reads each position from its text.
    fn check(switches: Switches, setup: Setup, agent: Agent, deals: u64) -> Vec<Phase> {
        let rules = rules(switches);
        let mut phases = Vec::new();
        for number in 0..deals {
            let DealStreams { deal, mut play } = DealStreams::new(8, 0, number);
            let mut state = State::deal(&rules, &setup, deal).unwrap();
            loop {
                let text = state.text();
                let read = State::parse(&rules, &text);
                let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(read.same_position(&state), "{text}\n{}", read.text());
                assert_eq!(read.text(), text);
                if !phases.contains(&state.phase) {
                    phases.push(state.phase);
                }
                if state.turn().is_none() {
                    break;
                }
                let mv = state.choose(&rules, agent, &mut play);
                state.play_unchecked(&rules, mv);
            }
        }
        phases
    }

    #[test]
    fn every_position_is_read_back() {
        let later = Setup { levels: [Some(3), Some(8)], declarer: Some(1), ..Setup::default() };
        let first = Setup { first_card: Some(2), ..Setup::default() };
        let s = Switches::default;
        let mut phases = check(s(), first, Agent::RandomUnits, 3);
        let chaodi = Switches { chaodi: true, ..s() };
        phases.extend(check(chaodi, later, Agent::RandomUnits, 40));
        let duplicate = Switches { declaring: Declaring::Duplicate, decks: 1, ..s() };
        phases.extend(check(duplicate, later, Agent::RandomUnits, 40));
        let joker = Switches { declare_with_joker: DeclareWithJoker::Any, decks: 1, ..s() };
        phases.extend(check(joker, later, Agent::RandomUnits, 12));
        let throws = Switches { failed_throw: FailedThrow::NextPlayer, ..s() };
        phases.extend(check(throws, later, Agent::Random, 20));
        let as_dealt = Setup { levels: [None; 2], as_dealt: true, ..later };
        check(Switches { decks: 1, ..s() }, as_dealt, Agent::Lowest, 2);
        for phase in [Phase::Declare, Phase::Name, Phase::Bury, Phase::Overturn, Phase::Over] {
            assert!(phases.contains(&phase), "{phase:?}");
        }
        assert!(phases.contains(&Phase::Throw) && phases.contains(&Phase::Play));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let rules = rules(Switches::default());
        let error = |text: &str| match State::parse(&rules, text) {
            Ok(state) => state.text(),
            Err(error) => error.to_string(),
        };
        let good = "play turn=0 hands=3DAH/3H4H/3C4C/5S6S level=2 declarer=0 trump=S";
        assert_eq!(error(good), good);
        let cases = [
            ("", "phase"),
            ("pay turn=0", "phase"),
            ("play hands=AH/3H/3C/5S level=2 declarer=0 trump=S", "turn"),
            ("play turn=0 level=2 declarer=0 trump=S", "hands"),
            ("play turn=0 hands=AH/3H/3C level=2 declarer=0 trump=S", "hands"),
            ("play turn=4 hands=AH/3H/3C/5S level=2 declarer=0 trump=S", "turn"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 trump=S", "SJ-40"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 declarer=0", "SJ-04"),
            ("play turn=0 hands=AH/3H/3C/5S level=B declarer=0 trump=S", "level"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 declarer=0 trump=X", "trump"),
            ("play turn=0 hands=AH/AH/AH/5S level=2 declarer=0 trump=S", "SJ-01"),
            ("play turn=0 hands=AH/3H4H/3C/5S level=2 declarer=0 trump=S", "SJ-02"),
            ("play turn=1 leader=0 led=AH hands=KH/3H/3C/5S declarer=0 trump=S", "SJ-02"),
            ("play turn=1 leader=0 led=AH3D hands=/3H4H/3C4C/5S6S declarer=0 trump=S", "led"),
            ("play turn=1 leader=0 led=AH+AH hands=/3H4H/3C4C/5S6S declarer=0 trump=S", "led"),
            ("bury turn=1 hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-45"),
            ("overturn turn=1 hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-46"),
            ("name turn=3 hands=AH/3H/3C/5S declarer=1", "SJ-42"),
            ("over hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-57"),
            ("over hands=/// declarer=1 trump=S points=5/5/5", "points"),
            ("over hands=/// declarer=1 trump=S last=1/2/3", "last"),
            (
                "throw turn=1 leader=0 thrown=AH+KH hands=AHKH/3H4H/3C4C/5S6S declarer=0 trump=S",
                "SJ-16",
            ),
            ("play turn=0 turn=1", "turn"),
            ("play turn=1 leader=0 hands=AH/3H/3C/5S declarer=0 trump=S", "leader"),
            ("play turn=2 leader=0 led=AH hands=/3H/3C/5S declarer=0 trump=S", "turn"),
            ("play turn=0 plays=3H hands=AH/3H/3C/5S declarer=0 trump=S", "plays"),
            ("play turn=0 round=last hands=AH/3H/3C/5S declarer=0 trump=S", "round"),
            ("over turn=0 hands=/// declarer=1 trump=S", "turn"),
            ("over hands=/// declarer=1 trump=S points=100/105/0/0", "SJ-26"),
            ("over hands=/// declarer=1 trump=S points=3/0/0/0", "SJ-26"),
            ("play turn=0 points=200/0/0/0 hands=AH/3H/3C/5S declarer=0 trump=S", "SJ-26"),
            ("bury turn=1 taker=0 hands=AH/3H/3C/5S declarer=1 trump=S", "taker"),
            ("play colour=red", "colour"),
        ];
        for (text, named) in cases {
            let error = error(text);
            assert!(error.contains(named), "{text}: {error}");
            assert!(!error.starts_with("play turn"), "{text}");
        }
    }
}
