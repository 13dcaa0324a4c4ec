//! What is known of hidden cards of one effective suit, made ready to be asked often.

use super::asked::Asked;
use super::clues::JOKERS;
use super::knowledge::{Outcome, Probe};
use super::moves::{Cards, Units};
use super::setup::SEATS;
use super::switches::{FailedThrow, Switches};
use super::throw::{Throw, beaten, throw};
use super::trick::Led;
use super::trump::Trump;
use super::unit::Unit;

/// The most places that a seat does not see while cards are played: hands and the kitty.
pub(super) const PLACES: usize = 4;

/// What a probe or a clue tells of the cards at hidden places, which are numbered. All cards are laid.
#[derive(Clone, Debug)]
pub(super) enum Tell {
    /// Who followed with these cards owed no others (SJ-19).
    Follow { place: usize, led: Box<Led>, play: Cards, spent: Cards },
    /// A throw stood, or failed so (SJ-15, SJ-16).
    Throw(Box<Against>),
    /// One of the jokers lies in one of the places of a mask (SJ-44).
    Joker(u8),
}

/// A throw, and the hands that it was against.
#[derive(Clone, Debug)]
pub(super) struct Against {
    cards: Cards,
    units: Units,
    outcome: Outcome,
    /// The hidden places of the others, `None` for the seat that knows, and the cards that belonged to
    /// each hand besides.
    others: [(Option<usize>, Cards); SEATS - 1],
}

impl Against {
    fn hands(&self, hidden: &[Cards; PLACES]) -> [Cards; SEATS - 1] {
        let mut hands = [Cards::EMPTY; SEATS - 1];
        for (hand, (place, besides)) in hands.iter_mut().zip(&self.others) {
            *hand = place.map_or(*besides, |place| hidden[place].sum(besides));
        }
        hands
    }
}

impl Tell {
    /// What a probe tells, and of which effective suit. `at` are the seats of the hidden places, `own`
    /// is the laid hand of the seat that knows.
    pub(super) fn of(
        probe: &Probe,
        trump: &Trump,
        at: &[usize],
        own: &Cards,
    ) -> Option<(usize, Self)> {
        let place = |seat: usize| at.iter().position(|&other| other == seat);
        Some(match probe {
            Probe::Follow { seat, led, play, spent } => {
                let (led, suit) = (led.clone(), led.suit());
                let (place, spent) = (place(*seat)?, trump.lay(spent));
                (suit, Self::Follow { place, led, play: *play, spent })
            }
            Probe::Throw(thrown) => {
                let mut others = [(None, Cards::EMPTY); SEATS - 1];
                for (n, other) in others.iter_mut().enumerate() {
                    let seat = (thrown.seat + n + 1) % SEATS;
                    let spent = trump.lay(&thrown.spent[seat]);
                    *other = match place(seat) {
                        None => (None, own.sum(&spent)),
                        place => (place, spent),
                    };
                }
                let suit = trump.suit_of(thrown.cards.faces().trailing_zeros() as usize);
                let (cards, units, outcome) = (thrown.cards, thrown.units, thrown.outcome.clone());
                (suit, Self::Throw(Box::new(Against { cards, units, outcome, others })))
            }
        })
    }

    /// Whether the cards can lie so.
    pub(super) fn holds(&self, s: &Switches, trump: &Trump, hidden: &[Cards; PLACES]) -> bool {
        match self {
            Self::Follow { place, led, play, spent } => {
                let hand = hidden[*place].sum(spent);
                Asked::new(s, trump, led.forms(), led.suit(), led.size(), hand).is_legal(play)
            }
            Self::Throw(against) => {
                let Against { cards, units, outcome, .. } = against.as_ref();
                match throw(s, trump, cards, units, &against.hands(hidden)) {
                    Throw::Stands => *outcome == Outcome::Stood,
                    Throw::Forced(unit) => *outcome == Outcome::Forced(unit),
                    Throw::Choice(all) => {
                        matches!(outcome, Outcome::Choice(told) if told[..] == all[..])
                    }
                }
            }
            Self::Joker(places) => {
                let faces = (0..PLACES).filter(|place| places >> place & 1 != 0);
                let faces = faces.fold(0, |faces, place| faces | hidden[place].faces());
                trump.stand_mask(faces) & JOKERS != 0
            }
        }
    }

    /// Whether it cannot hold where these cards lie, whatever else lies there.
    ///
    /// A hand that owes more than it followed with owes it with more cards too, and one that beats a
    /// unit beats it with more. With protected groups more cards may owe less (SJ-23).
    pub(super) fn refuted(&self, s: &Switches, trump: &Trump, hidden: &[Cards; PLACES]) -> bool {
        match self {
            Self::Follow { .. } => !s.protect_wider && !self.holds(s, trump, hidden),
            Self::Throw(against) => {
                let Against { cards, units, outcome, .. } = against.as_ref();
                let beaten = beaten(trump, cards, units, &against.hands(hidden));
                let height = |unit: &Unit| (unit.top(trump), unit.form().dominance());
                beaten.iter().any(|unit| match outcome {
                    Outcome::Stood => true,
                    Outcome::Forced(told) => match s.failed_throw {
                        FailedThrow::NextPlayer => unit != told,
                        FailedThrow::Smallest => height(unit) < height(told),
                    },
                    Outcome::Choice(told) => !told.contains(unit),
                })
            }
            Self::Joker(_) => false,
        }
    }

    /// Whether it holds for all cards between the least and the most that can lie in each place.
    pub(super) fn is_certain(
        &self,
        s: &Switches,
        trump: &Trump,
        least: &[Cards; PLACES],
        most: &[Cards; PLACES],
    ) -> bool {
        match self {
            Self::Follow { .. } => !s.protect_wider && self.holds(s, trump, most),
            Self::Throw(_) => self.holds(s, trump, least) && self.holds(s, trump, most),
            Self::Joker(_) => self.holds(s, trump, least),
        }
    }

    /// Whether it asks for the cards of a place.
    pub(super) fn asks(&self, at: usize) -> bool {
        match self {
            Self::Follow { place, .. } => *place == at,
            Self::Throw(against) => against.others.iter().any(|&(place, _)| place == Some(at)),
            Self::Joker(places) => places >> at & 1 != 0,
        }
    }
}
