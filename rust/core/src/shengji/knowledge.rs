//! What a seat knows of the cards of others.

use super::asked::Asked;
use super::clues::{Clue, Clues, JOKERS};
use super::course::Course;
use super::moves::{Cards, Kind, Units};
use super::play::laid;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::throw::{Throw, singles_of, throw};
use super::trick::Led;
use super::trump::Trump;
use super::unit::Unit;

/// The number of the kitty among places; hands have those of their seats.
pub(super) const KITTY: usize = SEATS;

/// What a move in the play tells of hidden cards, beside that a suit is void.
#[derive(Clone, Debug)]
pub(super) enum Probe {
    /// Who followed with these laid cards owed no other units (SJ-19).
    Follow { seat: usize, led: Box<Led>, play: Cards, spent: Cards },
    /// A throw of laid cards stood, or what was led of it (SJ-15, SJ-16).
    Throw(Box<Thrown>),
}

/// A throw that stood or failed.
#[derive(Clone, Debug)]
pub(super) struct Thrown {
    pub(super) seat: usize,
    pub(super) cards: Cards,
    pub(super) units: Units,
    pub(super) outcome: Outcome,
    /// What each seat has played since.
    pub(super) spent: [Cards; SEATS],
}

/// What became of a throw; the units are laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Stood,
    Forced(Unit),
    Choice(Vec<Unit>),
}

impl Probe {
    /// Whether the move tells the same where these are the hands now.
    pub(super) fn holds(&self, rules: &Rules, now: &State, hands: &[Cards]) -> bool {
        let (s, trump) = (&rules.switches, now.order(rules));
        match self {
            Self::Follow { seat, led, play, spent } => {
                let hand = trump.lay(&hands[*seat].sum(spent));
                Asked::new(s, trump, led.forms(), led.suit(), led.size(), hand).is_legal(play)
            }
            Self::Throw(thrown) => {
                let Thrown { seat, cards, units, outcome, spent } = thrown.as_ref();
                let others: [Cards; SEATS - 1] = std::array::from_fn(|n| {
                    let at = (seat + n + 1) % SEATS;
                    trump.lay(&hands[at].sum(&spent[at]))
                });
                match throw(s, trump, cards, units, &others) {
                    Throw::Stands => *outcome == Outcome::Stood,
                    Throw::Forced(unit) => *outcome == Outcome::Forced(unit),
                    Throw::Choice(all) => *outcome == Outcome::Choice(all.to_vec()),
                }
            }
        }
    }
}

/// What a seat knows of the places that it does not see.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Cards known to be in each hand and in the kitty; those of places that it sees all.
    pub(super) cards: [Cards; SEATS + 1],
    /// The faces that each hand may have.
    pub(super) allowed: [u64; SEATS],
    /// Cards that are in one of several places.
    pub(super) shared: Vec<Clue>,
    pub(super) probes: Vec<Probe>,
}

impl State {
    /// Whether `seat` sees what lies in the kitty: who buried it does.
    pub(super) fn sees_kitty(&self, seat: usize) -> bool {
        usize::from(self.taker) == seat
    }

    /// Whether the play has begun.
    pub(super) fn is_playing(&self) -> bool {
        matches!(self.phase, Phase::Play | Phase::Throw | Phase::Over)
    }

    /// Whether declarations of others lie face down (SJ-43).
    pub(super) fn is_blind(&self, rules: &Rules) -> bool {
        rules.switches.blind_declaring && !self.is_playing()
    }
}

/// The copies of some faces among cards, of each so many at most.
fn few_of(cards: &Cards, faces: u64, most: usize) -> Cards {
    let mut out = Cards::EMPTY;
    for (face, copies) in cards.within(faces).iter() {
        out.add(1 << face, copies.min(most));
    }
    out
}

impl Course {
    /// What `seat` knows of the cards of others; of its own view only what it sees is read, so that it
    /// may be asked of a view as well.
    pub(super) fn known(&self, rules: &Rules, seat: usize, now: &State) -> Known {
        let mut cards = [Cards::EMPTY; SEATS + 1];
        cards[seat] = now.hands[seat];
        if now.sees_kitty(seat) {
            cards[KITTY] = now.kitty;
        }
        let mut shared = Vec::new();
        for clue in self.clues(rules, seat, now) {
            let rest = clue.cards.difference(&clue.played);
            if clue.down.is_some() {
                if !clue.is_met(&clue.played) {
                    shared.push(clue);
                }
            } else if clue.places.count_ones() == 1 && !clue.joker {
                let place = &mut cards[clue.places.trailing_zeros() as usize];
                *place = place.union(&rest);
            } else if !rest.is_empty() || clue.joker && clue.played.faces() & JOKERS == 0 {
                shared.push(clue);
            }
        }
        let mut known = Known { cards, allowed: [u64::MAX; SEATS], shared, probes: Vec::new() };
        if now.is_playing() {
            self.learn_from_play(rules, seat, now, &mut known);
        }
        known
    }

    /// Whether it is known who has taken the kitty, so that cards of it that were turned up can be
    /// followed. Of a position that was told after burying it is not.
    fn knows_takers(&self, now: &State) -> bool {
        let buried = self.history.iter().filter(|(_, mv)| mv.kind == Kind::Bury).count();
        let taken = buried + usize::from(now.phase == Phase::Bury);
        now.taker == NONE || taken > usize::from(now.takers)
    }

    /// What is known of how trump was found before all moves: cards that were shown, and those of the kitty
    /// that were turned up, are where they can have come since, or are gone.
    fn see_before(&self, rules: &Rules, now: &State, clues: &mut Clues) {
        if self.shown.is_none() && now.turned.is_empty() {
            return;
        }
        let (start, playing) = (&self.start, now.is_playing());
        // In the play the kitty of a position need not be known.
        let lies = !playing || !now.kitty.is_empty();
        let buried = !self.knows_takers(now);
        let mut moves = self.history.iter().map(|(_, mv)| mv.kind);
        let first = moves.find(|kind| *kind != Kind::Pass);
        let holds = first.map_or(now.phase == Phase::Bury, |kind| kind == Kind::Bury);
        // A taker of a position lays the kitty again, or has done so.
        let kitty = if buried && !holds && lies { 1 << KITTY } else { 0 };
        let takers = if buried { self.takers_before(now) } else { 0 };
        let size = if lies { 0 } else { rules.switches.kitty_size() };
        let (gone, played) = (start.gone(rules), start.tricks_gone(rules));
        if let Some(shown) = self.shown {
            let (by, first) = (usize::from(shown.seat), clues.clues.len());
            clues.see_declared(rules, by, shown.as_move(), now.is_blind(rules));
            let took = buried && (takers > 0 || shown.seat == now.declarer);
            let most = played + if took { size } else { 0 };
            for clue in &mut clues.clues[first..] {
                clue.places |= if took { kitty } else { 0 };
                let faces = clue.cards.faces() | if clue.joker { JOKERS } else { 0 };
                clue.played = start.table[by].sum(&few_of(&gone, faces, most));
            }
        }
        let turned = now.turned;
        if turned.is_empty() || !lies && !buried {
            return;
        }
        if !buried {
            return clues.see(KITTY, turned, false);
        }
        let seats = match (takers, self.shown) {
            (0, _) => 1u8 << now.declarer,
            (1, Some(shown)) => 1 << now.declarer | 1 << shown.seat,
            // Nobody knows who else has had the kitty.
            _ => return,
        };
        let most = played * seats.count_ones() as usize + size;
        let tables = (0..SEATS).filter(|at| seats >> at & 1 != 0);
        let gone = few_of(&gone, turned.faces(), most);
        let played = tables.fold(gone, |all, at| all.sum(&start.table[at]));
        let places = seats | kitty;
        clues.clues.push(Clue { cards: turned, joker: false, down: None, places, played });
    }

    /// How often the kitty had been taken again before all moves, where somebody had buried by then.
    fn takers_before(&self, now: &State) -> u8 {
        let since = self.history.iter().filter(|(_, mv)| mv.kind == Kind::Declare).count();
        now.takers.saturating_sub(since as u8)
    }

    /// The cards that were seen and where they can be.
    fn clues(&self, rules: &Rules, seat: usize, now: &State) -> Vec<Clue> {
        let mut clues = Clues { seat, clues: Vec::new(), buried: None };
        self.see_before(rules, now, &mut clues);
        // A position may begin with a throw that goes back to the hand.
        let thrower = (self.start.phase == Phase::Throw).then_some(self.start.leader());
        if let Some(at) = thrower {
            clues.see(at, self.start.thrown, false);
        }
        for (number, &(by, mv)) in self.history.iter().enumerate() {
            let by = usize::from(by);
            match mv.kind {
                Kind::Force if number == self.begin as usize => {
                    thrower.into_iter().for_each(|at| clues.play(at, &mv.cards));
                }
                Kind::Declare => {
                    clues.see_declared(rules, by, mv, now.is_blind(rules));
                    if clues.buried.is_some() {
                        clues.take(by);
                    }
                }
                Kind::Bury => {
                    if clues.buried.is_none() {
                        clues.take(by);
                    }
                    clues.bury(by, mv.cards);
                }
                Kind::Lead => {
                    let led = self.led(now, number).map_or(Cards::EMPTY, |lead| lead.cards);
                    clues.play(by, &led);
                    clues.see(by, mv.cards.difference(&led), false);
                }
                Kind::Follow => clues.play(by, &mv.cards),
                _ => {}
            }
        }
        if now.phase == Phase::Bury && clues.buried.is_none() {
            clues.take(usize::from(now.asked));
        }
        clues.clues
    }

    /// What voids, follows and throws tell.
    fn learn_from_play(&self, rules: &Rules, seat: usize, now: &State, known: &mut Known) {
        let (s, trump) = (&rules.switches, now.order(rules));
        // Leads as they stood, in order, each with the number of its move.
        let mut leads: Vec<(usize, Led)> = Vec::new();
        for (number, (_, mv)) in self.history.iter().enumerate() {
            if mv.kind == Kind::Lead
                && let Some(lead) = self.led(now, number)
            {
                let units = laid(trump, &lead.units);
                leads.push((number, Led::new(s, trump, &trump.lay(&lead.cards), &units)));
            }
        }
        let begun = self.led_at_start(rules);
        let mut spent = [Cards::EMPTY; SEATS];
        for (number, &(by, mv)) in self.history.iter().enumerate().rev() {
            let by = usize::from(by);
            match mv.kind {
                Kind::Lead => {
                    let lead = leads.pop_if(|(at, _)| *at == number);
                    let (cards, units) = (trump.lay(&mv.cards), laid(trump, &mv.units));
                    let several =
                        units.len() + singles_of(&cards, &units).count_ones() as usize > 1;
                    if several {
                        let outcome = self.outcome(trump, now, number);
                        if outcome == Outcome::Stood {
                            known.limit(trump, seat, by, singles_of(&cards, &units));
                        }
                        let thrown = Thrown { seat: by, cards, units, outcome, spent };
                        known.probes.push(Probe::Throw(Box::new(thrown)));
                    }
                    if let Some((_, led)) = lead {
                        spent[by] = spent[by].sum(&trump.stand(led.cards()));
                    }
                }
                Kind::Follow => {
                    spent[by] = spent[by].sum(&mv.cards);
                    if by == seat {
                        continue;
                    }
                    let lead = leads.last().map(|(_, led)| led);
                    let Some(led) = lead.or(begun.as_ref()) else { continue };
                    known.learn_from_follow(trump, by, led, trump.lay(&mv.cards), spent[by]);
                }
                _ => {}
            }
        }
        if matches!(self.start.phase, Phase::Throw | Phase::Play) {
            self.learn_from_start(rules, seat, begun.as_ref(), spent, known);
        }
    }

    /// What was led to the trick amid which a position begins.
    fn led_at_start(&self, rules: &Rules) -> Option<Led> {
        let start = &self.start;
        match start.phase {
            Phase::Play if start.played > 0 => Some(start.led(rules)),
            Phase::Throw => {
                let (_, mv) = self.history.get(self.begin as usize)?;
                let trump = start.order(rules);
                let cards = trump.lay(&mv.cards);
                let units = trump.unit_of(&cards).filter(|unit| unit.width > 1);
                Some(Led::new(&rules.switches, trump, &cards, &units.into_iter().collect()))
            }
            _ => None,
        }
    }

    /// What the trick tells amid which a position begins, after this lead; seats have played `spent` since.
    fn learn_from_start(
        &self,
        rules: &Rules,
        seat: usize,
        led: Option<&Led>,
        mut spent: [Cards; SEATS],
        known: &mut Known,
    ) {
        let (start, leader) = (&self.start, self.start.leader());
        let trump = start.order(rules);
        let units = laid(trump, &start.units);
        if start.phase == Phase::Throw {
            let forced = self.history.get(self.begin as usize);
            if let Some((_, mv)) = forced.filter(|(_, mv)| mv.kind == Kind::Force) {
                spent[leader] = spent[leader].sum(&mv.cards);
            }
            let beaten = start.beaten.iter();
            let lay = |unit: Unit| Unit { faces: trump.lay_mask(unit.faces), ..unit };
            let (cards, outcome) =
                (trump.lay(&start.thrown), Outcome::Choice(beaten.map(lay).collect()));
            let thrown = Thrown { seat: leader, cards, units, outcome, spent };
            return known.probes.push(Probe::Throw(Box::new(thrown)));
        }
        let Some(led) = led else { return };
        for place in 1..usize::from(start.played) {
            let by = (leader + place) % SEATS;
            spent[by] = spent[by].sum(&start.table[by]);
            if by != seat {
                let play = trump.lay(&start.table[by]);
                known.learn_from_follow(trump, by, led, play, spent[by]);
            }
        }
        if led.is_throw() {
            let cards = *led.cards();
            known.limit(trump, seat, leader, singles_of(&cards, &units));
            let outcome = Outcome::Stood;
            let thrown = Thrown { seat: leader, cards, units, outcome, spent };
            known.probes.push(Probe::Throw(Box::new(thrown)));
        }
    }

    /// What became of the throw that is move number `number`.
    fn outcome(&self, trump: &Trump, now: &State, number: usize) -> Outcome {
        let lay = |unit: Unit| Unit { faces: trump.lay_mask(unit.faces), ..unit };
        if now.phase == Phase::Throw && number + 1 == self.history.len() {
            return Outcome::Choice(now.beaten.iter().map(lay).collect());
        }
        match self.failed.binary_search_by_key(&(number as u32), |failed| failed.number) {
            Err(_) => Outcome::Stood,
            Ok(place) if self.failed[place].options.is_empty() => {
                let lead = &self.failed[place].lead;
                let single = || Unit { faces: lead.cards.faces(), width: 1 };
                Outcome::Forced(lay(lead.units.iter().next().unwrap_or_else(single)))
            }
            Ok(place) => Outcome::Choice(self.failed[place].options.iter().map(lay).collect()),
        }
    }
}

impl Known {
    /// Somebody followed with laid cards, and has played `spent` since and then.
    fn learn_from_follow(
        &mut self,
        trump: &Trump,
        by: usize,
        led: &Led,
        play: Cards,
        spent: Cards,
    ) {
        let suit = trump.suit_mask(led.suit());
        if play.within(suit).total() < led.size() {
            self.allowed[by] &= !trump.stand_mask(suit);
        } else if !led.forms().is_empty() {
            let led = Box::new(led.clone());
            self.probes.push(Probe::Follow { seat: by, led, play, spent });
        }
    }

    /// Singles of a throw stood, as laid faces: nobody else has a higher card of the suit (SJ-15).
    fn limit(&mut self, trump: &Trump, seat: usize, leader: usize, singles: u64) {
        if singles == 0 {
            return;
        }
        let lowest = trump.fold(singles).trailing_zeros() as usize;
        let suit = trump.suit_of(lowest);
        let higher = trump.unfold(trump.classes_of(suit) & (u64::MAX << lowest << 1));
        for at in (0..SEATS).filter(|&at| at != seat && at != leader) {
            self.allowed[at] &= !trump.stand_mask(higher);
        }
    }
}
