//! Dealing anew what a seat does not know.

use super::by_suit::BySuit;
use super::clues::{Clue, JOKERS};
use super::declare::Declaration;
use super::knowledge::{KITTY, Probe};
use super::moves::Cards;
use super::planting::{Demand, Planting, choices, coverings};
use super::rules::Rules;
use super::setup::SEATS;
use super::spread::{Bounds, Spread};
use super::state::{Phase, State};
use super::stirring::Stirring;
use super::tells::{PLACES, Tell};
use super::trump::TRUMPS;
use super::view::View;
use crate::bits::Isa;
use crate::deal::shuffle;
use crate::error::RuleError;
use crate::filling::{Filling, Place};
use crate::game::Game;
use crate::rng::{Domain, Rng, fold};
use std::sync::{Arc, OnceLock};

/// Draws of all cards at once that may fail before they are drawn in another way.
const TRIALS: usize = 60;

/// The same before the play, and then.
const TRIALS_BEFORE: usize = 2_000;
const MOST_TRIALS: usize = 500_000;

/// The number of the cards that are still to be drawn, among places.
pub(super) const UNDRAWN: usize = KITTY + 1;

/// All deals that a seat cannot tell from one, ready to be drawn from; each is as likely as any other,
/// cards told apart.
///
/// They fit all moves that the seat was told: who did not follow suit has none of it, who did not
/// follow with a unit owed none, no other hand beat a throw that stood, one did that failed; cards that
/// were declared or thrown are where they can be since. Who could have declared and did not is not
/// known.
///
/// Cards are laid at random until they fit. Where that is in vain they are drawn suit by suit
/// (`by_suit.rs`), which is exact too. Only where so much was told that this would take too long are
/// they searched and stirred (`stirring.rs`), and then equally likely but nearly.
#[derive(Clone, Debug)]
pub struct Redealer {
    seat: usize,
    state: State,
    name: u64,
    /// Places, and what is known to be there.
    places: Vec<(usize, Cards)>,
    /// What else they take.
    sizes: Vec<Place>,
    pool: Cards,
    filling: Filling<4>,
    /// The faces of cards that are known somewhere and of which more are hidden.
    twins: u64,
    shared: Vec<Clue>,
    probes: Vec<Probe>,
    /// A declaration face down of another, which may be of any suit (SJ-43).
    face_down: Option<Declaration>,
    /// How to draw what trials do not find; made when it is needed.
    plan: OnceLock<Arc<Plan>>,
}

/// How cards are drawn of which much is known; what is there depends on the view alone.
#[derive(Debug)]
enum Plan {
    /// They cannot lie as was told.
    Impossible,
    BySuit(Spread, BySuit),
    Stirring(Spread),
}

impl Redealer {
    /// The deals of a view.
    pub(super) fn new(rules: &Rules, view: &View) -> Self {
        let (seat, state) = (view.seat(), &view.state);
        let known = view.course.known(rules, seat, state);
        let mut pool = state.unseen(seat);
        let (mut places, mut sizes) = (Vec::new(), Vec::new());
        let mut twins = 0;
        for at in (0..=KITTY).filter(|&at| at != seat) {
            if at == KITTY && state.sees_kitty(seat) {
                continue;
            }
            let there = if at == KITTY { state.kitty } else { state.hands[at] };
            let size = there.total() - known.cards[at].total();
            pool = pool.difference(&known.cards[at]);
            let allowed = known.allowed.get(at).copied().unwrap_or(u64::MAX);
            places.push((at, known.cards[at]));
            sizes.push(Place { size: size as u32, allowed, most: None });
            twins |= known.cards[at].faces();
        }
        let undrawn = state.to_draw().count();
        if undrawn > 0 {
            places.push((UNDRAWN, Cards::EMPTY));
            sizes.push(Place::free(undrawn as u32));
        }
        let filling = Filling::new(*pool.planes(), &sizes, &[]);
        let words = state.hands[seat].planes().iter().chain(pool.planes()).copied();
        let name = fold(words.chain([seat as u64, view.course.history.len() as u64]));
        let hidden = |shown: &Declaration| usize::from(shown.seat) != seat && shown.face < 52;
        Self {
            seat,
            state: state.clone(),
            name,
            places,
            sizes,
            pool,
            filling,
            twins: twins & pool.faces(),
            shared: known.shared,
            probes: known.probes,
            face_down: state.standing.filter(|shown| state.is_blind(rules) && hidden(shown)),
            plan: OnceLock::new(),
        }
    }

    /// One of the deals; it depends on `seed` and on what the seat knows. An error where none was
    /// found: the seat was told what cannot be.
    pub fn draw(&self, rules: &Rules, seed: u64) -> Result<State, RuleError> {
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, self.name);
        let mut out = self.state.clone();
        // What chance has in store is hidden too: the cards of a redeal.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, self.name);
        let found = match self.state.phase {
            Phase::Play | Phase::Throw | Phase::Over => {
                self.try_out(rules, &mut out, &mut rng, (TRIALS, None))
                    || self.draw_by_plan(rules, &mut out, &mut rng)
            }
            _ => {
                self.try_out(rules, &mut out, &mut rng, (TRIALS_BEFORE, None))
                    || self.try_out(rules, &mut out, &mut rng, (MOST_TRIALS, self.planting(rules)))
            }
        };
        if found {
            return Ok(out);
        }
        let message =
            "no deal was found that fits all that the seat was told: there seems to be none";
        Err(RuleError::rules("SJ-18", message))
    }

    /// Lays cards at random until they fit, so often at most.
    fn try_out(
        &self,
        rules: &Rules,
        out: &mut State,
        rng: &mut Rng,
        (trials, planting): (usize, Option<Planting>),
    ) -> bool {
        let mut laid = [[0; 4]; UNDRAWN + 1];
        for _ in 0..trials {
            let is_laid = match &planting {
                Some(planting) => planting.draw(rules, rng, &mut laid),
                None => lay(rules, &self.filling, rng, &mut laid),
            };
            if is_laid && self.stands(rules, out, &laid, rng) {
                let undrawn = self.places.iter().position(|&(at, _)| at == UNDRAWN);
                let mut rest: Vec<u8> = Vec::new();
                if let Some(place) = undrawn {
                    let cards = Cards::from_decks(laid[place]);
                    rest.extend(cards.cards().map(|card| card.index() as u8));
                    shuffle(rng, &mut rest);
                }
                out.lay_draws(&rest);
                return true;
            }
        }
        false
    }

    /// What places must have before the play beyond what is known to be there.
    fn demands(&self, rules: &Rules) -> Vec<Demand> {
        let place_of = |seat: usize| self.places.iter().position(|&(at, _)| at == seat);
        let mut demands = Vec::new();
        for clue in self.shared.iter().filter(|clue| clue.places.count_ones() == 1) {
            let place = place_of(clue.places.trailing_zeros() as usize);
            let demand = place.and_then(|n| Demand::of_clue(clue, self.places[n].1, n));
            demands.extend(demand);
        }
        let asks = matches!(self.state.phase, Phase::Declare | Phase::Overturn);
        let asked = self.state.turn().filter(|&asked| asks && asked != self.seat);
        let Some((asked, place)) = asked.and_then(|asked| Some((asked, place_of(asked)?))) else {
            return demands;
        };
        let mut states = vec![self.state.clone()];
        if let Some(shown) = self.face_down {
            states = vec![self.state.clone(); 4];
            for (state, suit) in states.iter_mut().zip(0..) {
                state.standing = Some(Declaration { face: shown.face + suit, ..shown });
            }
        }
        let known = (asked, self.places[place].1);
        demands.extend(Demand::of_asked(rules, &states, known, self.pool, place));
        demands
    }

    /// How seats get what they must have; `None` where they have it already.
    fn planting(&self, rules: &Rules) -> Option<Planting> {
        let demands = self.demands(rules);
        (!demands.is_empty()).then(|| Planting::new(&demands, &self.pool, &self.sizes))
    }

    /// Whether what single hands must have before the play can lie there.
    pub(super) fn has_room(&self, rules: &Rules) -> bool {
        !coverings(&self.demands(rules), &self.pool, &self.sizes).is_empty()
    }

    /// Lays cards as the plan says, which is there in the play alone.
    fn draw_by_plan(&self, rules: &Rules, out: &mut State, rng: &mut Rng) -> bool {
        let trump = self.state.order(rules);
        let plan = self.plan.get_or_init(|| Arc::new(self.plan(rules)));
        let planes = match plan.as_ref() {
            Plan::Impossible => None,
            Plan::BySuit(spread, by_suit) => by_suit
                .draw(rules, trump, spread, rng)
                .or_else(|| Stirring { rules, trump, spread }.draw(rng)),
            Plan::Stirring(spread) => Stirring { rules, trump, spread }.draw(rng),
        };
        let Some(planes) = planes else { return false };
        for (&(at, _), planes) in self.places.iter().zip(planes) {
            let cards = if at == KITTY { &mut out.kitty } else { &mut out.hands[at] };
            *cards = trump.stand(&Cards::from_decks(planes));
        }
        out.lay_draws(&[]);
        true
    }

    /// One of the deals before the play, with plants or without.
    #[cfg(test)]
    pub(super) fn draw_planted(&self, rules: &Rules, seed: u64, planted: bool) -> Option<State> {
        let planting = if planted { Some(self.planting(rules)?) } else { None };
        let (mut out, mut rng) = (self.state.clone(), Rng::stream(seed, Domain::Redeal, 0, 0));
        self.try_out(rules, &mut out, &mut rng, (MOST_TRIALS, planting)).then_some(out)
    }

    /// The same deals, which [`draw_planned`](Self::draw_planned) draws suit by suit, where it can, or
    /// searches and stirs.
    #[cfg(test)]
    pub(super) fn planned(&self, rules: &Rules, stirred: bool) -> Option<Self> {
        let plan = match self.plan(rules) {
            Plan::BySuit(spread, _) if stirred => Plan::Stirring(spread),
            plan @ Plan::BySuit(..) => plan,
            plan if stirred => plan,
            _ => return None,
        };
        Some(Self { plan: OnceLock::from(Arc::new(plan)), ..self.clone() })
    }

    /// One of the deals, as the plan says.
    #[cfg(test)]
    pub(super) fn draw_planned(&self, rules: &Rules, seed: u64) -> Option<State> {
        let (mut out, mut rng) = (self.state.clone(), Rng::stream(seed, Domain::Redeal, 0, 0));
        self.draw_by_plan(rules, &mut out, &mut rng).then_some(out)
    }

    /// Whether hands and the kitty can be these.
    #[cfg(test)]
    pub(super) fn fits(&self, rules: &Rules, places: &[Cards; SEATS + 1]) -> bool {
        let known = self.places.iter().zip(&self.sizes).all(|((at, known), size)| {
            let others = places[*at].difference(known);
            places[*at].contains(known) && others.faces() & !size.allowed == 0
        });
        known
            && self.shared.iter().all(|clue| clue.holds(places))
            && self.probes.iter().all(|probe| probe.holds(rules, &self.state, places))
    }

    /// How to draw what trials do not find.
    fn plan(&self, rules: &Rules) -> Plan {
        let Some(mut spread) = self.spread(rules) else { return Plan::Impossible };
        let mut rng = Rng::stream(0, Domain::Redeal, 4, self.name);
        match BySuit::new(rules, self.state.order(rules), &mut spread, &mut rng) {
            Some(by_suit) => Plan::BySuit(spread, by_suit),
            None => Plan::Stirring(spread),
        }
    }

    /// What the play tells of each effective suit.
    pub(super) fn tells(&self, rules: &Rules) -> [Vec<Tell>; 5] {
        let trump = self.state.order(rules);
        let at: Vec<usize> = self.places.iter().map(|&(at, _)| at).collect();
        let own = trump.lay(&self.state.hands[self.seat]);
        let mut tells: [Vec<Tell>; 5] = Default::default();
        for probe in &self.probes {
            if let Some((suit, tell)) = Tell::of(probe, trump, &at, &own) {
                tells[suit].push(tell);
            }
        }
        tells
    }

    /// The hidden cards, face by face; `None` where they cannot lie as was told.
    fn spread(&self, rules: &Rules) -> Option<Spread> {
        let trump = self.state.order(rules);
        let at: Vec<usize> = self.places.iter().map(|&(at, _)| at).collect();
        let mut sizes = [0; PLACES];
        let mut hidden = self.pool;
        for ((total, size), (_, known)) in sizes.iter_mut().zip(&self.sizes).zip(&self.places) {
            *total = (size.size as usize + known.total()) as u8;
            hidden = hidden.sum(known);
        }
        let mut tells = self.tells(rules);
        // What clues ask for beyond what is seen, and of which places.
        let mut shared = Vec::new();
        for clue in &self.shared {
            let mut seen = clue.played;
            for place in (0..=KITTY).filter(|&place| clue.places >> place & 1 != 0) {
                if place == self.seat {
                    seen = seen.sum(&self.state.hands[place]);
                } else if !at.contains(&place) {
                    seen = seen.sum(&self.state.kitty);
                }
            }
            let places = at.iter().enumerate().filter(|&(_, &at)| clue.places >> at & 1 != 0);
            let places = places.fold(0, |mask, (place, _)| mask | 1 << place);
            shared.push((places, clue.cards.difference(&seen)));
            if clue.joker && seen.faces() & JOKERS == 0 {
                tells[TRUMPS].push(Tell::Joker(places));
            }
        }
        let asked = shared.iter().fold(hidden.faces(), |all, (_, cards)| all | cards.faces());
        let bounds = (0..54).filter(|face| asked >> face & 1 != 0).map(|face| {
            let copies = hidden.count(face);
            let mut bounds = Bounds {
                bit: trump.lay_mask(1 << face),
                hidden: copies as u8,
                least: [0; PLACES],
                most: [0; PLACES],
                shared: Vec::new(),
            };
            for (place, (size, (_, known))) in self.sizes.iter().zip(&self.places).enumerate() {
                let known = known.count(face);
                let may = size.allowed >> face & 1 != 0;
                bounds.least[place] = known as u8;
                bounds.most[place] = if may { copies } else { known } as u8;
            }
            let least = shared.iter().map(|(places, cards)| (*places, cards.count(face) as u8));
            bounds.shared.extend(least.filter(|&(_, least)| least > 0));
            bounds
        });
        Spread::new(rules, trump, bounds.collect(), sizes, tells)
    }

    /// Puts the cards where they were laid, and tells whether they can be there.
    fn stands(&self, rules: &Rules, out: &mut State, laid: &[[u64; 4]], rng: &mut Rng) -> bool {
        for (&(at, known), &part) in self.places.iter().zip(laid) {
            let part = Cards::from_decks(part);
            if at == UNDRAWN {
                continue;
            }
            // Of c cards known to be somewhere and k more of the face, any c could be those: the deal was
            // laid in as many ways for one that it counts as.
            let mut both = part.faces() & known.faces() & self.twins;
            while both != 0 {
                let face = both.trailing_zeros() as usize;
                both &= both - 1;
                let (c, k) = (known.count(face), part.count(face));
                if rng.below(choices(c + k, c)) != 0 {
                    return false;
                }
            }
            let cards = if at == KITTY { &mut out.kitty } else { &mut out.hands[at] };
            *cards = part.sum(&known);
        }
        let places: [Cards; SEATS + 1] =
            std::array::from_fn(|at| if at == KITTY { out.kitty } else { out.hands[at] });
        self.shared.iter().all(|clue| clue.holds(&places))
            && self.probes.iter().all(|probe| probe.holds(rules, out, &places))
            && self.turns_up(rules, out, rng)
            && self.is_asked(rules, out)
    }

    /// Draws the suit that was declared face down.
    fn turns_up(&self, rules: &Rules, out: &mut State, rng: &mut Rng) -> bool {
        let Some(shown) = self.face_down else { return true };
        let by = usize::from(shown.seat);
        let suit = rng.below(4) as u8;
        let face = shown.face + suit;
        let kitty = if usize::from(out.taker) == by { out.kitty } else { Cards::EMPTY };
        let had = out.hands[by].sum(&kitty);
        let shown = Declaration { face, ..shown };
        if had.count(usize::from(face)) < usize::from(shown.copies) || !shown.is_along(rules, &had)
        {
            return false;
        }
        out.standing = Some(shown);
        if self.state.trump < 4 {
            out.trump = suit;
        }
        true
    }

    /// Whether another seat whose turn it is has something to say.
    fn is_asked(&self, rules: &Rules, out: &State) -> bool {
        let asks = matches!(out.phase, Phase::Declare | Phase::Overturn);
        !asks || out.turn() == Some(self.seat) || out.num_legal(rules) > 1
    }
}

#[inline(always)]
fn lay_impl<I: Isa>(filling: &Filling<4>, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool {
    filling.draw::<I>(rng, |place, cards| laid[place] = cards)
}

/// Draws one way; whether it has succeeded.
pub(super) fn lay(
    rules: &Rules,
    filling: &Filling<4>,
    rng: &mut Rng,
    laid: &mut [[u64; 4]],
) -> bool {
    crate::dispatch!(
        rules.cpu,
        lay_impl(filling: &Filling<4>, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool
    )
}
