//! How a random follow is drawn: every legal play equally likely, by few short draws.
//!
//! The draws, with faces in the order of strength:
//!
//! 1. Where the suit led is short all of it is played, and the cards that are missing are drawn *by
//!    shape* out of the others.
//! 2. Where nothing or loose tuples only are owed, the play is drawn by shape out of the suit, out of those
//!    shapes that hold what is owed.
//! 3. Where one run is owed, of as many cards as were led, it is run number [`choose`](Rng::choose) of
//!    those there are: by lowest class, then by the faces of classes that have several, the lowest class
//!    most significant.
//! 4. With `protect_wider` it is play number `choose(count)` of the list.
//! 5. Elsewhere plays are drawn by shape, out of those shapes that hold as many tuples of each width as are
//!    owed in runs and loose; the first that holds what is owed is played. After [`TRIES`] without
//!    one it is play number `choose(count)` of the list.
//!
//! The *shape* of a choice of cards is of how many faces it has four, three, two copies and one. Where
//! choices have several shapes one `below(total)` picks the shape, shapes ascending by quads, then
//! triples, then pairs. Then the faces of four copies are drawn by [`pick_decks`], of the others those of three,
//! of two, and single ones; nothing is drawn where all or none are taken.

use super::follow::loose_fit;
use super::moves::Cards;
use crate::bits::Isa;
use crate::deal::pick_decks;
use crate::rng::Rng;

/// How many plays are drawn by shape where runs are owed, before the list is asked.
pub(super) const TRIES: usize = 24;

/// Binomial coefficients C(n, k) for n and k to 54.
static CHOOSE: [[u64; 55]; 55] = {
    let mut t = [[0; 55]; 55];
    let mut n = 0;
    while n < 55 {
        t[n][0] = 1;
        let mut k = 1;
        while k <= n {
            t[n][k] = t[n - 1][k - 1] + t[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    t
};

#[inline(always)]
fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// How many faces have one, two, three and four copies.
type Shape = [u32; 4];

/// Calls `visit` for each shape of `size` cards that faces with at least one, … four copies allow and
/// that holds loose tuples, with the number of its choices.
#[inline(always)]
fn shapes(held: [u32; 4], size: u32, loose: &[u8; 5], mut visit: impl FnMut(Shape, u64)) {
    let [one, two, three, four] = held;
    for quads in 0..=four.min(size / 4) {
        let size = size - 4 * quads;
        for triples in 0..=(three - quads).min(size / 3) {
            let size = size - 3 * triples;
            let wide = quads + triples;
            for pairs in 0..=(two - wide).min(size / 2) {
                let singles = size - 2 * pairs;
                let left = one - wide - pairs;
                if left < singles || !loose_fit([pairs, triples, quads].map(|n| n as usize), loose)
                {
                    continue;
                }
                let ways = choose(four, quads)
                    * choose(three - quads, triples)
                    * choose(two - wide, pairs)
                    * choose(left, singles);
                visit([singles, pairs, triples, quads], ways);
            }
        }
    }
}

/// How many choices there are of `size` cards out of what is held, with loose tuples among them.
pub(super) fn count(held: &Cards, size: usize, loose: &[u8; 5]) -> u64 {
    let counts = held.planes().map(u64::count_ones);
    let mut total = 0;
    shapes(counts, size as u32, loose, |_, ways| total += ways);
    total
}

/// `size` cards out of what is held, by shape, with loose tuples among them: as planes.
#[inline(always)]
pub(super) fn draw<I: Isa, const D: usize>(
    held: &[u64; D],
    size: u32,
    loose: &[u8; 5],
    rng: &mut Rng,
) -> [u64; D] {
    let counts = std::array::from_fn(|d| if d < D { held[d].count_ones() } else { 0 });
    let shape = draw_shape(counts, size, loose, rng);
    let (mut drawn, mut gone) = ([0; D], 0);
    for copies in (1..=D).rev() {
        let faces = pick::<I>(rng, held[copies - 1] & !gone, shape[copies - 1]);
        gone |= faces;
        drawn[copies - 1] = gone;
    }
    drawn
}

/// The shape of `size` cards out of faces held at least once, twice, three and four times.
#[inline(always)]
fn draw_shape(held: [u32; 4], size: u32, loose: &[u8; 5], rng: &mut Rng) -> Shape {
    let [one, two, ..] = held;
    if size == 1 || two == 0 {
        return [size, 0, 0, 0];
    }
    if size == 2 {
        let singles = choose(one, 2);
        let only = loose[2] != 0 || singles == 0;
        let pair = only || rng.below(singles + u64::from(two)) >= singles;
        return if pair { [0, 1, 0, 0] } else { [2, 0, 0, 0] };
    }
    if size <= 4 {
        return draw_small(held, size, loose, rng);
    }
    let (mut total, mut several, mut shape) = (0, false, Shape::default());
    shapes(held, size, loose, |found, ways| {
        several |= total > 0;
        (shape, total) = (found, total + ways);
    });
    debug_assert!(total > 0, "what is owed is held");
    if several {
        let mut n = rng.below(total);
        let mut found = false;
        shapes(held, size, loose, |next, ways| {
            if !found {
                (shape, found) = (next, n < ways);
                n = n.wrapping_sub(ways);
            }
        });
    }
    shape
}

/// [`draw_shape`] of three or four cards, written out.
#[inline(always)]
fn draw_small(
    [one, two, three, four]: [u32; 4],
    size: u32,
    loose: &[u8; 5],
    rng: &mut Rng,
) -> Shape {
    let [_, _, pairs, triples, quads] = *loose;
    let wide = triples | quads;
    let allowed = |ways: u64, may: bool| if may { ways } else { 0 };
    let single = allowed(choose(one, size), pairs | wide == 0);
    let pair = allowed(u64::from(two) * choose(one - 1, size - 2), pairs < 2 && wide == 0);
    let more = size == 4;
    let two_pairs = allowed(choose(two, 2), more && wide == 0);
    let triple = u64::from(three) * if more { u64::from(one - 1) } else { 1 };
    let triple = allowed(triple, pairs < 2 && quads == 0);
    let quad = allowed(u64::from(four), more);
    let total = single + pair + two_pairs + triple + quad;
    debug_assert!(total > 0, "what is owed is held");
    let greatest = single.max(pair).max(two_pairs).max(triple).max(quad);
    let mut n = if greatest == total { 0 } else { rng.below(total) };
    if n < single {
        return [size, 0, 0, 0];
    }
    n -= single;
    if n < pair {
        return [size - 2, 1, 0, 0];
    }
    n -= pair;
    if n < two_pairs {
        return [0, 2, 0, 0];
    }
    if n - two_pairs < triple { [size - 3, 0, 1, 0] } else { [0, 0, 0, 1] }
}

/// `k` faces of a mask.
#[inline(always)]
pub(super) fn pick<I: Isa>(rng: &mut Rng, faces: u64, k: u32) -> u64 {
    let n = faces.count_ones();
    if k == 0 {
        0
    } else if k == n {
        faces
    } else {
        pick_decks::<I, 1>(rng, [faces], n, k)[0]
    }
}
