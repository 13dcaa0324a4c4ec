//! Where listed moves go: to a caller one by one, or into a vector.

use super::{least, walk, walk_any};
use crate::big2::ask::Ask;
use crate::big2::combo::Answers;
use crate::big2::movegen::bit;
use crate::big2::moves::{Kind, Move};
use crate::big2::rules::Rules;
use crate::bits::Isa;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::slice::IterMut;

/// What takes moves, one by one.
pub(super) trait Sink {
    /// Takes the next move, and may break off.
    fn put(&mut self, mv: Move) -> ControlFlow<()>;
}

/// A caller that looks at each.
pub(super) struct Visitor<F>(pub(super) F);

impl<F: FnMut(Move) -> ControlFlow<()>> Sink for Visitor<F> {
    #[inline(always)]
    fn put(&mut self, mv: Move) -> ControlFlow<()> {
        (self.0)(mv)
    }
}

/// The free places of a list. Moves beyond the last are only counted: a list that grows could not be
/// kept in registers, and whoever lists uses it again.
struct Places<'a> {
    free: IterMut<'a, MaybeUninit<Move>>,
    all: usize,
    beyond: usize,
}

impl<'a> Places<'a> {
    #[inline(always)]
    fn new(free: &'a mut [MaybeUninit<Move>]) -> Self {
        Self { all: free.len(), free: free.iter_mut(), beyond: 0 }
    }

    /// How many places were written, from the first on, and how many moves found none.
    #[inline(always)]
    fn counted(self) -> (usize, usize) {
        (self.all - self.free.len(), self.beyond)
    }
}

impl Sink for Places<'_> {
    #[inline(always)]
    fn put(&mut self, mv: Move) -> ControlFlow<()> {
        match self.free.next() {
            Some(place) => {
                place.write(mv);
            }
            None => self.beyond += 1,
        }
        ControlFlow::Continue(())
    }
}

/// Kinds as masks.
const SINGLES: u16 = bit(Kind::Single);
const PAIRS: u16 = bit(Kind::Pair);

/// How many moves there is room for at first.
const ROOM: usize = 64;

/// Writes moves to an empty list, as far as there is room; whether all found room.
macro_rules! fill {
    ($out:ident, $places:ident => $walk:expr) => {{
        let mut room = Places::new($out.spare_capacity_mut());
        let $places = &mut room;
        let _ = $walk;
        let (filled, beyond) = room.counted();
        // SAFETY: so many places were written, from the first on. To push onto the vector takes
        // twice as many instructions a move (benchmark `big2_list_lead`).
        #[allow(unsafe_code)]
        unsafe {
            $out.set_len(filled);
        }
        beyond == 0
    }};
}

// The plain ones are for one deck whose cards are arranged as they are, where none is due.

#[inline(always)]
fn plain_leads<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool {
    // Nothing is compared, which is said here so that no code is made for it.
    let kinds = Answers { by_key: 0, ..rules.answers(ask) };
    fill!(out, places => walk::<I, false, true, _>(rules, ask, kinds, 0, places))
}

#[inline(always)]
fn plain_answers<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool {
    let (kinds, least) = (rules.answers(ask), least(rules, ask));
    fill!(out, places => walk::<I, false, true, _>(rules, ask, kinds, least, places))
}

/// Answers of the kind on the table, where no other answers.
#[inline(always)]
fn alike<I: Isa>(rules: &Rules, ask: &Ask, kind: Kind, sink: &mut Places<'_>) -> ControlFlow<()> {
    let Some(to_beat) = ask.to_beat else { return ControlFlow::Continue(()) };
    let kinds = Answers { outright: 0, by_key: bit(kind) };
    let least = rules.key_of(kind, to_beat.cards, false) + 1;
    walk::<I, false, true, _>(rules, ask, kinds, least, sink)
}

#[inline(always)]
fn plain_singles<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool {
    fill!(out, places => alike::<I>(rules, ask, Kind::Single, places))
}

#[inline(always)]
fn plain_pairs<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool {
    fill!(out, places => alike::<I>(rules, ask, Kind::Pair, places))
}

#[inline(always)]
fn any_moves<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool {
    fill!(out, places => walk_any::<I, _>(rules, ask, places))
}

impl Rules {
    /// Writes all moves that answer the question to `out`, in order, in place of what was there. There
    /// may be very many: two pairs with a card alone come to a hundred thousand and more.
    pub fn list(&self, ask: &Ask, out: &mut Vec<Move>) {
        out.clear();
        if out.capacity() < ROOM {
            out.reserve(ROOM);
        }
        let rules = self;
        macro_rules! enter {
            ($body:ident) => {
                crate::dispatch!(
                    self.cpu,
                    apart $body(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) -> bool
                )
            };
        }
        let plain = rules.order(ask.revolved).is_plain() && rules.switches.decks == 1;
        let kinds = rules.answers(ask);
        let done = if !plain || ask.due.is_some() {
            enter!(any_moves)
        } else if ask.to_beat.is_none() {
            enter!(plain_leads)
        } else {
            match (kinds.outright, kinds.by_key) {
                (0, SINGLES) => enter!(plain_singles),
                (0, PAIRS) => enter!(plain_pairs),
                _ => enter!(plain_answers),
            }
        };
        if !done {
            self.list_at_length(ask, out);
        }
    }

    /// The same for a list that there was no room for.
    #[cold]
    fn list_at_length(&self, ask: &Ask, out: &mut Vec<Move>) {
        out.clear();
        let _ = self.for_each(ask, |mv| {
            out.push(mv);
            ControlFlow::Continue(())
        });
    }
}
