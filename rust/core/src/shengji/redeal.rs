//! Dealing anew what a seat does not know.

use super::declare::Declaration;
use super::knowledge::{Clue, KITTY, Probe};
use super::moves::Cards;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{Phase, State};
use super::view::View;
use crate::bits::Isa;
use crate::deal::shuffle;
use crate::error::RuleError;
use crate::filling::{Filling, Place};
use crate::game::Game;
use crate::rng::{Domain, Rng, fold};

/// Draws that may fail before it is given up.
const MOST_TRIES: usize = 200_000;

/// The number of the cards that are still to be drawn, among places.
const UNDRAWN: usize = KITTY + 1;

/// All deals that a seat cannot tell from one, ready to be drawn from; each is as likely as any other,
/// cards told apart.
///
/// They fit all moves that the seat was told: who did not follow suit has none of it, who did not
/// follow with a unit owed none, no other hand beat a throw that stood, one did that failed; cards that
/// were declared or thrown are where they can be since. Who could have declared and did not is not
/// known.
#[derive(Clone, Debug)]
pub struct Redealer {
    seat: usize,
    state: State,
    name: u64,
    /// Places, and what is known to be there.
    places: Vec<(usize, Cards)>,
    filling: Filling<4>,
    /// The faces of cards that are known somewhere and of which more are hidden.
    twins: u64,
    shared: Vec<Clue>,
    probes: Vec<Probe>,
    /// A declaration face down of another, which may be of any suit (SJ-43).
    face_down: Option<Declaration>,
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
            filling,
            twins: twins & pool.faces(),
            shared: known.shared,
            probes: known.probes,
            face_down: state.standing.filter(|shown| state.is_blind(rules) && hidden(shown)),
        }
    }

    /// One of the deals; it depends on `seed` and on what the seat knows. An error where none was
    /// found, as where the seat was told what cannot be.
    pub fn draw(&self, rules: &Rules, seed: u64) -> Result<State, RuleError> {
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, self.name);
        let mut out = self.state.clone();
        // What chance has in store is hidden too: the cards of a redeal.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, self.name);
        let mut laid = [[0; 4]; UNDRAWN + 1];
        for _ in 0..MOST_TRIES {
            if lay(rules, &self.filling, &mut rng, &mut laid)
                && self.stands(rules, &mut out, &laid, &mut rng)
            {
                let undrawn = self.places.iter().position(|&(at, _)| at == UNDRAWN);
                if let Some(place) = undrawn {
                    let cards = Cards::from_decks(laid[place]);
                    let mut rest: Vec<u8> = cards.cards().map(|card| card.index() as u8).collect();
                    shuffle(&mut rng, &mut rest);
                    out.lay_draws(&rest);
                } else {
                    out.lay_draws(&[]);
                }
                return Ok(out);
            }
        }
        let message = format!(
            "no deal that fits all that the seat knows was found in {MOST_TRIES} tries: \
             there may be none, or very few"
        );
        Err(RuleError::rules("SJ-18", message))
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
            && self.turns_up(out, rng)
            && self.is_asked(rules, out)
    }

    /// Draws the suit that was declared face down.
    fn turns_up(&self, out: &mut State, rng: &mut Rng) -> bool {
        let Some(shown) = self.face_down else { return true };
        let by = usize::from(shown.seat);
        let suit = rng.below(4) as u8;
        let face = shown.face + suit;
        let there = out.hands[by].count(usize::from(face))
            + if usize::from(out.taker) == by { out.kitty.count(usize::from(face)) } else { 0 };
        if there < usize::from(shown.copies) {
            return false;
        }
        out.standing = Some(Declaration { face, ..shown });
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

/// In how many ways `k` of `n` can be chosen.
fn choices(n: usize, k: usize) -> u64 {
    (0..k.min(n - k)).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64)
}

#[inline(always)]
fn lay_impl<I: Isa>(filling: &Filling<4>, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool {
    filling.draw::<I>(rng, |place, cards| laid[place] = cards)
}

fn lay(rules: &Rules, filling: &Filling<4>, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool {
    crate::dispatch!(
        rules.cpu,
        lay_impl(filling: &Filling<4>, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool
    )
}
