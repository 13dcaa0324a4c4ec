//! Whether a position that was given by hand can be.

use super::moves::{Cards, Move};
use super::outcome::{Hand, why_not_outcome};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::switches::Declaring;
use super::throw::Throw;
use super::unit::Unit;
use crate::error::{RuleError, counted};
use crate::game::Game;

/// Whose eyes see a position: all cards are where it tells, or only those are that one seat sees.
pub(super) type Eyes = Option<usize>;

/// The error for cards that cannot lie so.
pub(super) fn cannot(rule: &'static str, cards: &Cards, message: String) -> RuleError {
    RuleError { cards: cards.to_string(), ..RuleError::rules(rule, message) }
}

impl State {
    /// Refuses what cannot be.
    pub(super) fn check_placed(&mut self, rules: &Rules, eyes: Eyes) -> Result<(), RuleError> {
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
        if let Err(error) = self.check_declared(rules, eyes)
            && (eyes.is_some() || !self.finds_taker(rules))
        {
            return Err(error);
        }
        self.check_asked(rules, eyes)?;
        if matches!(self.phase, Phase::Throw | Phase::Play | Phase::Over) {
            self.check_tricks(rules)?;
        }
        self.check_points(rules)?;
        self.check_table(rules, eyes)?;
        match eyes {
            _ if self.phase != Phase::Throw => {}
            None => self.place_throw(rules)?,
            Some(own) => self.check_choice(rules, own)?,
        }
        match self.is_sound(rules) {
            true => Ok(()),
            false => error("SJ-57", "these parts do not fit together"),
        }
    }

    /// Finds that the declarer has taken the kitty, where a position of the play does not tell it and trump can
    /// have been found so only if somebody has (SJ-45).
    fn finds_taker(&mut self, rules: &Rules) -> bool {
        let told = self.taker != NONE || self.takers > 0;
        if !self.is_playing() || told || rules.switches.kitty_size() == 0 {
            return false;
        }
        self.taker = self.declarer;
        self.check_declared(rules, None).is_ok()
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
            Phase::Declare => {
                let (drawn, first) = (sizes.iter().sum::<usize>(), self.setup.first());
                self.to_draw().for_each(|(seat, _)| sizes[seat] += 1);
                if let Some((next, _)) = self.to_draw().next()
                    && next != (first + drawn) % SEATS
                {
                    let message = format!(
                        "next: seat {first} draws first, and so seat {} after {} in all, not seat {next}",
                        (first + drawn) % SEATS,
                        counted(drawn, "card")
                    );
                    return error("SJ-47", message);
                }
            }
            Phase::Bury if kitty == 0 => {
                return error("SJ-45", "there is no kitty to bury cards in".to_owned());
            }
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
        let (dealt, size) = (rules.switches.hand_size(), sizes[0]);
        let playing = matches!(self.phase, Phase::Throw | Phase::Play | Phase::Over);
        if size > dealt || size < dealt && !playing {
            return error("SJ-02", format!("{dealt} cards are dealt to each, not {size}"));
        }
        if (sizes[0] == 0) != (self.phase == Phase::Over) {
            return error("SJ-57", "a deal is over when all cards are played".to_owned());
        }
        // In the play it may be left out, as it is not known.
        let lies = self.kitty.total();
        if lies != kitty && self.phase != Phase::Bury && !(playing && lies == 0) {
            let message = format!("{kitty} cards lie in the kitty, not {lies}");
            return Err(cannot("SJ-02", &self.kitty, message));
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

    /// Refuses units to choose from of a throw that cannot be those that are beaten, as one seat sees.
    fn check_choice(&self, rules: &Rules, own: usize) -> Result<(), RuleError> {
        let trump = self.order(rules);
        let lead = Move::lead(self.thrown, self.units);
        let others = (1..SEATS).map(|place| usize::from(Self::after(self.leader, place)));
        let unseen = trump.lay(&self.unseen(own));
        let others: Vec<Hand> = others
            .map(|seat| {
                let hand = trump.lay(&self.hands[seat]);
                let (least, most) = if seat == own { (hand, hand) } else { (Cards::EMPTY, unseen) };
                Hand { seat, least, most, size: hand.total() }
            })
            .collect();
        if self.beaten.is_empty() {
            let message = "options: the units of which one is led are missing";
            return Err(cannot("SJ-16", &self.thrown, message.to_owned()));
        }
        let told = (None, &self.beaten);
        why_not_outcome(&rules.switches, trump, &lead, told, &others).map_or(Ok(()), Err)
    }
}
