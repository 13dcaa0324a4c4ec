//! Laying hidden cards in places, each way as likely as any other, where places have limits.
//!
//! What a seat knows of the hands of others is often no more than their size, and the hidden cards
//! are just divided. But a player who could not beat a card holds none above it, and one whose hand
//! is poor holds few high cards. A [`Filling`] draws such divisions directly where it can, and says of
//! a draw that it failed where it cannot.

use crate::bits::Isa;
use crate::deal::{split, split_decks};
use crate::rng::Rng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A place that takes a part of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many cards it takes.
    pub size: u32,
    /// The faces that it may take.
    pub allowed: u64,
    /// The greatest sum of values that it may take; `None` where there is no limit.
    pub most: Option<u32>,
}

impl Place {
    /// A place for any cards.
    #[must_use]
    pub const fn free(size: u32) -> Self {
        Self { size, allowed: u64::MAX, most: None }
    }
}

/// All ways to divide cards among places, ready to be drawn from. Cards are told apart, so that of two
/// equal ones in different places there are two ways.
#[derive(Clone, Debug)]
pub struct Filling<const D: usize> {
    pool: [u64; D],
    places: SmallVec<[Place; 4]>,
    values: SmallVec<[u64; 5]>,
    plan: Plan<D>,
}

#[derive(Clone, Debug)]
enum Plan<const D: usize> {
    /// One place after the other takes any of the cards that are left to it: exact where what each may
    /// take is within what the next may.
    Chain { order: SmallVec<[(usize, u64); 4]>, exact: bool },
    /// The numbers of cards of each class in each limited place are drawn by their weights.
    Table(Box<Table<D>>),
}

/// More entries than this are not tabulated.
const MOST_ENTRIES: usize = 1 << 15;

/// The cards of all decks.
#[inline(always)]
fn count<const D: usize>(cards: &[u64; D]) -> u32 {
    cards.iter().map(|deck| deck.count_ones()).sum()
}

#[inline(always)]
fn within<const D: usize>(cards: &[u64; D], mask: u64) -> [u64; D] {
    cards.map(|deck| deck & mask)
}

/// Takes `size` random cards of `mask` out of `left`; `None` where there are fewer.
#[inline(always)]
fn part<I: Isa, const D: usize>(
    rng: &mut Rng,
    left: &mut [u64; D],
    mask: u64,
    size: u32,
) -> Option<[u64; D]> {
    let from = within(left, mask);
    let n = count(&from);
    if n < size {
        return None;
    }
    let taken = if D > 1 && from[1..].iter().all(|deck| *deck == 0) {
        let mut taken = [0; D];
        taken[0] = split::<I>(rng, from[0], size);
        taken
    } else {
        split_decks::<I, D>(rng, from, n, size)
    };
    for (deck, taken) in left.iter_mut().zip(taken) {
        *deck ^= taken;
    }
    Some(taken)
}

impl<const D: usize> Filling<D> {
    /// All ways to divide the cards of `pool`, one mask a deck, among `places`, whose sizes must add up
    /// to them. `values[i]` are the faces of value i + 1; all others have none.
    #[must_use]
    pub fn new(pool: [u64; D], places: &[Place], values: &[u64]) -> Self {
        debug_assert!(places.iter().map(|place| place.size).sum::<u32>() == count(&pool));
        let faces = pool.iter().fold(0, |all, deck| all | deck);
        let mut places: SmallVec<[Place; 4]> = places.into();
        for place in &mut places {
            place.allowed &= faces;
            let total: u32 =
                (1..).zip(values).map(|(v, mask)| v * count(&within(&pool, *mask))).sum();
            place.most = place.most.filter(|&most| most < total);
        }
        let mut order: SmallVec<[(usize, u64); 4]> =
            places.iter().enumerate().map(|(at, place)| (at, place.allowed)).collect();
        if places.iter().any(|place| place.allowed != faces) {
            order.sort_by_key(|(_, allowed)| allowed.count_ones());
        }
        let nested = order.windows(2).all(|pair| pair[0].1 & !pair[1].1 == 0);
        let valued = places.iter().any(|place| place.most.is_some());
        let table =
            (!nested || valued).then(|| Table::new(&pool, faces, &places, values)).flatten();
        let plan = match table {
            Some(table) => Plan::Table(Box::new(table)),
            None => {
                let mut all = 0;
                for (_, allowed) in &mut order {
                    all |= *allowed;
                    *allowed = all;
                }
                Plan::Chain { order, exact: nested && !valued }
            }
        };
        Self { pool, places, values: values.into(), plan }
    }

    /// Draws one way: `lay(place, cards)` is called for each place. Where it gives `false` the draw has
    /// failed and says nothing; repeated until it succeeds, all ways are equally likely.
    #[inline(always)]
    pub fn draw<I: Isa>(&self, rng: &mut Rng, mut lay: impl FnMut(usize, [u64; D])) -> bool {
        match &self.plan {
            Plan::Chain { order, exact } => {
                let mut left = self.pool;
                let Some(((last, _), others)) = order.split_last() else { return true };
                for &(at, mask) in others {
                    let Some(cards) = part::<I, D>(rng, &mut left, mask, self.places[at].size)
                    else {
                        return false;
                    };
                    if !exact && !self.fits(at, &cards) {
                        return false;
                    }
                    lay(at, cards);
                }
                lay(*last, left);
                self.fits(*last, &left)
            }
            Plan::Table(table) => table.draw::<I>(rng, self.pool, &self.places, lay),
        }
    }

    /// Whether a place may take these cards.
    fn fits(&self, at: usize, cards: &[u64; D]) -> bool {
        let Place { allowed, most, .. } = self.places[at];
        let value = |most| {
            let worth = |(v, mask): (u32, &u64)| v * count(&within(cards, *mask));
            (1..).zip(&self.values).map(worth).sum::<u32>() <= most
        };
        cards.iter().all(|deck| deck & !allowed == 0) && most.is_none_or(value)
    }
}

/// Cards that all places treat alike.
#[derive(Clone, Debug)]
struct Class<const D: usize> {
    cards: [u64; D],
    /// The limited places that may take them, as a mask.
    allowed: u64,
    value: u32,
}

/// What the limited places may still take: sizes, then sums of values.
type Room = SmallVec<[u8; 8]>;

/// The number of ways to go on from each point: classes one by one, in each the limited places one by
/// one; what they leave goes to the free places.
#[derive(Clone, Debug)]
struct Table<const D: usize> {
    classes: Vec<Class<D>>,
    /// The places with limits.
    limited: SmallVec<[usize; 4]>,
    /// For each class and limited place the cards of later classes that it may take.
    later: Vec<SmallVec<[u32; 4]>>,
    /// By class, limited place, cards of the class that are left, and room.
    ways: FxHashMap<(u8, u8, u8, Room), u128>,
}

/// C(n, k).
fn choose(n: u32, k: u32) -> Option<u128> {
    (0..k).try_fold(1u128, |ways, i| Some(ways.checked_mul(u128::from(n - i))? / u128::from(i + 1)))
}

/// A number below `n`, every one equally likely.
fn below(rng: &mut Rng, n: u128) -> u128 {
    if let Ok(n) = u64::try_from(n) {
        return u128::from(rng.choose(n));
    }
    loop {
        let wide = u128::from(rng.next_word()) << 64 | u128::from(rng.next_word());
        let x = wide >> n.leading_zeros();
        if x < n {
            return x;
        }
    }
}

impl<const D: usize> Table<D> {
    /// The table, unless it becomes too large or counts too much.
    fn new(pool: &[u64; D], faces: u64, places: &[Place], values: &[u64]) -> Option<Self> {
        let is_limited = |place: &Place| place.allowed != faces || place.most.is_some();
        let limited: SmallVec<[usize; 4]> =
            (0..places.len()).filter(|&at| is_limited(&places[at])).collect();
        let valued = limited.iter().any(|&at| places[at].most.is_some());
        let mut classes: Vec<Class<D>> = Vec::new();
        let mut left = faces;
        while left != 0 {
            let face = left & left.wrapping_neg();
            left ^= face;
            let mut at_places = 0u64;
            for (i, &at) in limited.iter().enumerate() {
                at_places |= u64::from(places[at].allowed & face != 0) << i;
            }
            let worth = (1..).zip(values).find(|(_, mask)| *mask & face != 0);
            let value = if valued { worth.map_or(0, |(value, _)| value) } else { 0 };
            let same = |class: &&mut Class<D>| class.allowed == at_places && class.value == value;
            let class = match classes.iter_mut().find(same) {
                Some(class) => class,
                None => {
                    classes.push(Class { cards: [0; D], allowed: at_places, value });
                    classes.last_mut()?
                }
            };
            for (deck, from) in class.cards.iter_mut().zip(pool) {
                *deck |= from & face;
            }
        }
        // The more places a class may go to, the later it comes: the last one fills what is left.
        classes.sort_by_key(|class| (class.allowed.count_ones(), count(&class.cards)));
        let later = (1..=classes.len()).map(|next| {
            let cards = |i: usize| {
                let rest = classes[next..].iter().filter(|class| class.allowed >> i & 1 == 1);
                rest.map(|class| count(&class.cards)).sum()
            };
            (0..limited.len()).map(cards).collect()
        });
        let later = later.collect();
        let mut table = Self { classes, limited, later, ways: FxHashMap::default() };
        let room = table.room(places)?;
        (table.count(0, 0, table.size(0), room)? > 0).then_some(table)
    }

    fn room(&self, places: &[Place]) -> Option<Room> {
        let limited = || self.limited.iter().map(|&at| &places[at]);
        let sizes = limited().map(|place| place.size);
        let values = limited().map(|place| place.most.unwrap_or(255).min(255));
        sizes.chain(values).map(|n| u8::try_from(n).ok()).collect()
    }

    /// The cards of a class.
    fn size(&self, class: usize) -> u32 {
        self.classes.get(class).map_or(0, |class| count(&class.cards))
    }

    /// How many cards of a class place number `i` of the limited ones may take now, of `left`.
    fn range(&self, class: usize, i: usize, left: u32, room: &Room) -> std::ops::Range<u32> {
        let size = u32::from(room[i]);
        let least = size.saturating_sub(self.later[class][i]);
        let Class { allowed, value, .. } = self.classes[class];
        if allowed >> i & 1 == 0 {
            return 0..u32::from(least == 0);
        }
        let most = left.min(size);
        let points = u32::from(room[self.limited.len() + i]);
        let unlimited = value == 0 || points == 255;
        least..1 + if unlimited { most } else { most.min(points / value) }
    }

    /// The room after place number `i` has taken `x` cards of a class.
    fn after(&self, class: usize, i: usize, x: u32, room: &Room) -> Room {
        let mut room = room.clone();
        room[i] -= x as u8;
        let points = &mut room[self.limited.len() + i];
        if *points < 255 {
            *points -= (x * self.classes[class].value) as u8;
        }
        room
    }

    /// The ways to go on; `None` where they cannot be counted.
    fn count(&mut self, class: usize, i: usize, left: u32, room: Room) -> Option<u128> {
        if class == self.classes.len() {
            return Some(u128::from(room[..self.limited.len()].iter().all(|&size| size == 0)));
        }
        if i == self.limited.len() {
            return self.count(class + 1, 0, self.size(class + 1), room);
        }
        let key = (class as u8, i as u8, left as u8, room);
        if let Some(&ways) = self.ways.get(&key) {
            return Some(ways);
        }
        let mut sum = 0u128;
        for x in self.range(class, i, left, &key.3) {
            let rest = self.count(class, i + 1, left - x, self.after(class, i, x, &key.3))?;
            sum = sum.checked_add(choose(left, x)?.checked_mul(rest)?)?;
        }
        self.ways.insert(key, sum);
        (self.ways.len() <= MOST_ENTRIES).then_some(sum)
    }

    /// The ways to go on from a point that was counted.
    fn known(&self, class: usize, i: usize, left: u32, room: Room) -> u128 {
        if class == self.classes.len() {
            return u128::from(room[..self.limited.len()].iter().all(|&size| size == 0));
        }
        if i == self.limited.len() {
            return self.known(class + 1, 0, self.size(class + 1), room);
        }
        self.ways.get(&(class as u8, i as u8, left as u8, room)).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn draw<I: Isa>(
        &self,
        rng: &mut Rng,
        mut pool: [u64; D],
        places: &[Place],
        mut lay: impl FnMut(usize, [u64; D]),
    ) -> bool {
        let mut hands: SmallVec<[[u64; D]; 4]> = self.limited.iter().map(|_| [0; D]).collect();
        let Some(mut room) = self.room(places) else { return false };
        for class in 0..self.classes.len() {
            let mut cards = self.classes[class].cards;
            let mut left = self.size(class);
            for (i, hand) in hands.iter_mut().enumerate() {
                let mut n = below(rng, self.known(class, i, left, room.clone()));
                for x in self.range(class, i, left, &room) {
                    let next = self.after(class, i, x, &room);
                    let ways = choose(left, x).unwrap_or(0)
                        * self.known(class, i + 1, left - x, next.clone());
                    if n >= ways {
                        n -= ways;
                        continue;
                    }
                    let taken = part::<I, D>(rng, &mut cards, u64::MAX, x).unwrap_or([0; D]);
                    for d in 0..D {
                        hand[d] |= taken[d];
                        pool[d] ^= taken[d];
                    }
                    left -= x;
                    room = next;
                    break;
                }
            }
        }
        for (&at, hand) in self.limited.iter().zip(&hands) {
            lay(at, *hand);
        }
        for at in (0..places.len()).filter(|at| !self.limited.contains(at)) {
            let cards = part::<I, D>(rng, &mut pool, u64::MAX, places[at].size);
            lay(at, cards.unwrap_or([0; D]));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Portable;
    use crate::rng::Domain;
    use std::collections::HashMap;

    /// All ways, by laying card after card.
    fn all_ways<const D: usize>(
        pool: [u64; D],
        places: &[Place],
        values: &[u64],
    ) -> HashMap<Vec<[u64; D]>, u32> {
        let mut out = vec![vec![[0; D]; places.len()]];
        for (d, deck) in pool.into_iter().enumerate() {
            for face in (0..64).map(|bit| 1u64 << bit).filter(|face| deck & face != 0) {
                let mut next = Vec::new();
                for hands in &out {
                    for at in (0..places.len()).filter(|&at| {
                        places[at].allowed & face != 0 && count(&hands[at]) < places[at].size
                    }) {
                        let mut hands = hands.clone();
                        hands[at][d] |= face;
                        next.push(hands);
                    }
                }
                out = next;
            }
        }
        let fits = |hands: &Vec<[u64; D]>| {
            hands.iter().zip(places).all(|(hand, place)| {
                let worth = |(v, mask): (u32, &u64)| v * count(&within(hand, *mask));
                place.most.is_none_or(|most| (1..).zip(values).map(worth).sum::<u32>() <= most)
            })
        };
        out.into_iter().filter(fits).map(|hands| (hands, 0)).collect()
    }

    fn check<const D: usize>(pool: [u64; D], places: &[Place], values: &[u64], tabled: bool) {
        let filling = Filling::new(pool, places, values);
        assert_eq!(matches!(filling.plan, Plan::Table(_)), tabled);
        let mut ways = all_ways(pool, places, values);
        let draws = 60 * ways.len();
        let mut rng = Rng::stream(4, Domain::Redeal, 0, draws as u64);
        for _ in 0..draws {
            let mut hands = vec![[0; D]; places.len()];
            while !filling.draw::<Portable>(&mut rng, |at, cards| hands[at] = cards) {}
            *ways.get_mut(&hands).expect("one of the ways") += 1;
        }
        let chi: f64 = ways.values().map(|&n| (f64::from(n) - 60.0).powi(2) / 60.0).sum();
        let free = (ways.len() - 1) as f64;
        assert!((chi - free) / (2.0 * free).sqrt() < 5.0, "{chi} of {free}");
    }

    #[test]
    fn all_ways_are_equally_likely() {
        let within = |size, allowed| Place { allowed, ..Place::free(size) };
        let worth = |size, most| Place { most: Some(most), ..Place::free(size) };
        check([0b1_1111_1110], &[Place::free(3), Place::free(2), Place::free(3)], &[], false);
        // One within the other.
        let nested = [Place::free(3), within(2, 0b111), within(3, 0b1_1111)];
        check([0b1111_1111], &nested, &[], false);
        // Across.
        let across = [within(2, 0b111_1000), within(3, 0b1_1111), Place::free(3)];
        check([0b1111_1111], &across, &[], true);
        check([0b111_1111, 0b11], &[across[0], across[1], Place::free(4)], &[], true);
        let nobody_free = [within(2, 0b0111_1100), within(3, 0b1_1111), within(2, 0b0111_0111)];
        check([0b0111_1111], &nobody_free, &[], true);
        // By value, and both.
        let poor = [worth(2, 1), worth(3, 2), Place::free(3)];
        check([0b1111_1111], &poor, &[0b11, 0b1100, 0b1_0000], true);
        let both = [Place { most: Some(5), ..within(3, 0b1_1111) }, poor[0], Place::free(3)];
        check([0b1111_1110, 0b10], &both, &[0b11, 0b1100, 0b1_0000], true);
    }

    #[test]
    fn what_is_too_much_for_a_table_is_drawn_by_trial() {
        let pool = [(1 << 52) - 1, (1 << 52) - 1];
        let places: Vec<Place> =
            (0..52).map(|at| Place { allowed: !(1 << at), ..Place::free(2) }).collect();
        let filling = Filling::new(pool, &places, &[]);
        assert!(matches!(filling.plan, Plan::Chain { exact: false, .. }));
        let mut rng = Rng::stream(4, Domain::Redeal, 0, 0);
        let mut done = 0;
        for _ in 0..1000 {
            done += u32::from(filling.draw::<Portable>(&mut rng, |_, _| {}));
        }
        assert!(done > 50, "{done}");
    }
}
