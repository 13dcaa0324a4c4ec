//! How the hidden cards of each face can be spread over the places that a seat does not see.
//!
//! What is known is put into the ways of single faces as far as it can be: cards known to be in a
//! place, suits of which it has none, and of each face the most copies it can have without refuting a
//! [`Tell`]. Such ways are right apart from each other; what is told of several faces together is asked
//! of whole suits, as all tells are about one effective suit.

use super::moves::Cards;
use super::rules::Rules;
use super::tells::{PLACES, Tell};
use super::trump::Trump;
use crate::rng::Rng;

/// One way in which the hidden copies of a face lie.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// So many in each place.
    pub(super) copies: [u8; PLACES],
    /// In how many ways copies, told apart, lie so.
    pub(super) weight: f64,
    /// Its chance where every card falls into the places by their pull, as the face allows.
    pub(super) chance: f64,
}

impl Way {
    /// The copies as one word, which adds place by place.
    pub(super) fn key(&self) -> u32 {
        u32::from_le_bytes(self.copies)
    }
}

/// A face of which it is open where its hidden copies lie.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// As a laid bit.
    pub(super) bit: u64,
    pub(super) suit: usize,
    /// The likeliest first.
    pub(super) ways: Vec<Way>,
    /// The ways by their keys, ascending.
    keys: Vec<(u32, u8)>,
}

impl Face {
    /// A way by its chance.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        let mut left = unit(rng);
        for (n, way) in self.ways.iter().enumerate() {
            left -= way.chance;
            if left < 0.0 {
                return n;
            }
        }
        0
    }

    /// In how many places it may have more copies or fewer.
    pub(super) fn open_places(&self) -> usize {
        let first = &self.ways[0].copies;
        let open = |&place: &usize| self.ways.iter().any(|way| way.copies[place] != first[place]);
        (0..PLACES).filter(open).count()
    }

    /// The way with a key.
    pub(super) fn way_of(&self, key: u32) -> Option<usize> {
        let found = self.keys.binary_search_by_key(&key, |&(key, _)| key);
        found.ok().map(|place| usize::from(self.keys[place].1))
    }
}

/// A number from 0 to 1, every one equally likely.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_word() >> 11) as f64 / (1u64 << 53) as f64
}

/// Cards in places as planes, laid.
pub(super) type Planes = [[u64; 4]; PLACES];

/// Adds copies of a face of which there are none yet.
#[inline(always)]
pub(super) fn put(planes: &mut Planes, bit: u64, copies: &[u8; PLACES]) {
    for (place, &copies) in planes.iter_mut().zip(copies) {
        for plane in &mut place[..usize::from(copies)] {
            *plane |= bit;
        }
    }
}

pub(super) fn cards(planes: &Planes) -> [Cards; PLACES] {
    planes.map(Cards::from_decks)
}

/// What is hidden of a face before anything is drawn from what was told.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// As a laid bit.
    pub(super) bit: u64,
    /// The copies that are hidden.
    pub(super) hidden: u8,
    /// The least and the most of them in each place.
    pub(super) least: [u8; PLACES],
    pub(super) most: [u8; PLACES],
    /// Sets of places, as masks, which have so many together or more.
    pub(super) shared: Vec<(u8, u8)>,
}

/// All hidden cards, face by face.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    pub(super) faces: Vec<Face>,
    /// The cards that lie certain.
    pub(super) fixed: Planes,
    /// How many others each place takes.
    pub(super) sizes: [u8; PLACES],
    /// The faces of each effective suit, and what is told of them.
    pub(super) suits: [Vec<usize>; 5],
    pub(super) tells: [Vec<Tell>; 5],
}

impl Spread {
    /// `None` where the cards cannot lie as was told. `sizes` are those of the places, all cards counted.
    pub(super) fn new(
        rules: &Rules,
        trump: &Trump,
        mut bounds: Vec<Bounds>,
        sizes: [u8; PLACES],
        mut tells: [Vec<Tell>; 5],
    ) -> Option<Self> {
        while narrow(&mut bounds, &sizes)? | limit(rules, trump, &mut bounds, &mut tells)? {}
        let mut spread = Self {
            faces: Vec::new(),
            fixed: [[0; 4]; PLACES],
            sizes,
            suits: Default::default(),
            tells,
        };
        for face in &bounds {
            let mut ways = Vec::new();
            face.ways(0, [0; PLACES], &mut ways);
            match ways.as_slice() {
                [] => return None,
                [way] => {
                    put(&mut spread.fixed, face.bit, &way.copies);
                    for (size, copies) in spread.sizes.iter_mut().zip(way.copies) {
                        *size = size.checked_sub(copies)?;
                    }
                }
                _ => {
                    let suit = trump.suit_of(face.bit.trailing_zeros() as usize);
                    spread.suits[suit].push(spread.faces.len());
                    spread.faces.push(Face { bit: face.bit, suit, ways, keys: Vec::new() });
                }
            }
        }
        spread.balance();
        Some(spread)
    }

    /// Finds how strongly places pull cards so that each is filled on average, and the chances of ways.
    fn balance(&mut self) {
        let mut pull = self.sizes.map(|size| f64::from(size.max(1)));
        for _ in 0..100 {
            let mut mean = [0.0; PLACES];
            for face in &mut self.faces {
                let mut all = 0.0;
                for way in &mut face.ways {
                    way.chance = way.weight;
                    for (pull, copies) in pull.iter().zip(way.copies) {
                        for _ in 0..copies {
                            way.chance *= pull;
                        }
                    }
                    all += way.chance;
                }
                for way in &mut face.ways {
                    way.chance /= all;
                    for (mean, copies) in mean.iter_mut().zip(way.copies) {
                        *mean += way.chance * f64::from(copies);
                    }
                }
            }
            let (mut most, mut off): (f64, f64) = (0.0, 0.0);
            for ((pull, mean), size) in pull.iter_mut().zip(mean).zip(self.sizes) {
                let size = f64::from(size);
                off = off.max((mean - size).abs());
                if mean > 0.0 && size > 0.0 {
                    *pull *= size / mean;
                }
                most = most.max(*pull);
            }
            pull = pull.map(|pull| pull / most);
            if off < 0.01 {
                break;
            }
        }
        for face in &mut self.faces {
            face.ways.sort_by(|a, b| b.chance.total_cmp(&a.chance).then(a.key().cmp(&b.key())));
            face.keys = face.ways.iter().zip(0..).map(|(way, n)| (way.key(), n)).collect();
            face.keys.sort_unstable();
        }
    }

    /// Lays faces by chance, and tells how many cards lie where.
    pub(super) fn draw_faces(
        &self,
        faces: &[usize],
        rng: &mut Rng,
        planes: &mut Planes,
    ) -> [u8; PLACES] {
        let mut taken = [0; PLACES];
        for &face in faces {
            let face = &self.faces[face];
            let copies = &face.ways[face.draw(rng)].copies;
            put(planes, face.bit, copies);
            for (taken, copies) in taken.iter_mut().zip(copies) {
                *taken += copies;
            }
        }
        taken
    }

    /// The number of the first tell of a suit that does not hold.
    pub(super) fn broken(
        &self,
        rules: &Rules,
        trump: &Trump,
        suit: usize,
        hidden: &[Cards; PLACES],
    ) -> Option<usize> {
        let s = &rules.switches;
        self.tells[suit].iter().position(|tell| !tell.holds(s, trump, hidden))
    }
}

impl Bounds {
    /// All ways within the bounds, place by place.
    fn ways(&self, place: usize, mut copies: [u8; PLACES], out: &mut Vec<Way>) {
        let left = self.hidden - copies[..place].iter().sum::<u8>();
        if place + 1 == PLACES {
            copies[place] = left;
            if left < self.least[place] || left > self.most[place] || !self.is_shared(&copies) {
                return;
            }
            let factorial = |n: u8| (1..=n).map(f64::from).product::<f64>();
            let apart: f64 = copies.iter().map(|&n| factorial(n)).product();
            out.push(Way { copies, weight: factorial(self.hidden) / apart, chance: 0.0 });
            return;
        }
        for n in self.least[place]..=self.most[place].min(left) {
            copies[place] = n;
            self.ways(place + 1, copies, out);
        }
    }

    fn is_shared(&self, copies: &[u8; PLACES]) -> bool {
        self.shared.iter().all(|&(places, least)| {
            let there = (0..PLACES).filter(|place| places >> place & 1 != 0);
            there.map(|place| copies[place]).sum::<u8>() >= least
        })
    }
}

/// Draws from the bounds of other places, and from sizes, what the bounds of each are; tells whether
/// any became narrower, `None` where they contradict each other.
fn narrow(bounds: &mut [Bounds], sizes: &[u8; PLACES]) -> Option<bool> {
    let mut any = false;
    for place in 0..PLACES {
        let least: u32 = bounds.iter().map(|face| u32::from(face.least[place])).sum();
        let room = u32::from(sizes[place]).checked_sub(least)?;
        let most: u32 = bounds.iter().map(|face| u32::from(face.most[place])).sum();
        let spare = most.checked_sub(sizes[place].into())?;
        for face in &mut *bounds {
            let others = |all: &[u8; PLACES]| all.iter().sum::<u8>() - all[place];
            let (low, high) = (u32::from(face.least[place]), u32::from(face.most[place]));
            let rest = u32::from(face.hidden).checked_sub(others(&face.least).into())?;
            let lacking = u32::from(face.hidden.saturating_sub(others(&face.most)));
            let new_high = high.min(low + room).min(rest);
            let new_low = low.max(high.saturating_sub(spare)).max(lacking);
            if new_low > new_high {
                return None;
            }
            any |= (low, high) != (new_low, new_high);
            (face.least[place], face.most[place]) = (new_low as u8, new_high as u8);
        }
    }
    Some(any)
}

/// Takes copies away that would refute what is told, and tells that are certain; tells whether any
/// bound became narrower, `None` where what is told is refuted already.
fn limit(
    rules: &Rules,
    trump: &Trump,
    bounds: &mut [Bounds],
    tells: &mut [Vec<Tell>; 5],
) -> Option<bool> {
    let s = &rules.switches;
    let mut any = false;
    for (suit, tells) in tells.iter_mut().enumerate() {
        if tells.is_empty() {
            continue;
        }
        let mask = trump.suit_mask(suit);
        let (mut least, mut most) = ([[0; 4]; PLACES], [[0; 4]; PLACES]);
        let within = || bounds.iter().filter(|face| face.bit & mask != 0);
        for face in within() {
            put(&mut least, face.bit, &face.least);
            put(&mut most, face.bit, &face.most);
        }
        let (least, most) = (cards(&least), cards(&most));
        tells.retain(|tell| !tell.is_certain(s, trump, &least, &most));
        for tell in tells.iter() {
            if tell.refuted(s, trump, &least) {
                return None;
            }
            for place in (0..PLACES).filter(|&place| tell.asks(place)) {
                for face in bounds.iter_mut().filter(|face| face.bit & mask != 0) {
                    let low = face.least[place];
                    for more in 1..=face.most[place] - low {
                        let mut hidden = least;
                        hidden[place].add(face.bit, usize::from(more));
                        if tell.refuted(s, trump, &hidden) {
                            face.most[place] = low + more - 1;
                            any = true;
                            break;
                        }
                    }
                }
            }
        }
    }
    Some(any)
}
