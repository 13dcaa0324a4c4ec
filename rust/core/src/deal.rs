//! Packs and dealing, for any number of decks.
//!
//! Cards that are only divided are dealt as bit masks, faster than by any shuffle: [`split`] takes a
//! uniformly random part of exact size out of one deck, [`split_decks`] out of several. Where the
//! order of the cards matters (cards drawn one by one, packets, a cut) a pack is a slice of card
//! numbers: [`shuffle`], [`weak_shuffle`].
//!
//! All draws are documented, since results of a seed depend on them; `below` is
//! [`Rng::below`].

use crate::bits::Isa;
use crate::card_counts::CardCounts;
use crate::rng::Rng;

/// The most cards in a pack: four decks of 54.
pub const MAX_PACK: usize = 216;

/// A uniformly random subset of exactly `size` bits of `mask`: [`split_decks`] with one deck.
///
/// `size` must not exceed the number of bits.
#[inline(always)]
#[must_use]
pub fn split<I: Isa>(rng: &mut Rng, mask: u64, size: u32) -> u64 {
    split_of::<I>(rng, mask, mask.count_ones(), size)
}

/// [`split`] where the caller knows the number `n` of bits in `mask`; constants make shorter code.
#[inline(always)]
#[must_use]
pub fn split_of<I: Isa>(rng: &mut Rng, mask: u64, n: u32, size: u32) -> u64 {
    split_decks::<I, 1>(rng, [mask], n, size)[0]
}

/// A uniformly random part of exactly `size` of the `n` cards in `decks`, one mask a deck.
///
/// `n` must be the number of set bits, at most 216, and `size` must not exceed it. The draws, in
/// order:
///
/// 1. Where `size` is at most [`cards_a_word`]: [`pick_decks`] of `size` cards. Else where n − `size` is:
///    all but a [`pick_decks`] of n − `size` cards.
/// 2. Else a random start to which each card belongs with probability e/8, e = (8·`size` + n/2)/n
///    in whole numbers. For each deck: r = 0; for each binary digit of e, from its lowest 1 up to
///    the digit worth 4, one word w: r ← r | w for a digit 1, r ← r & w for a digit 0; the deck's
///    start is its mask & r. (For e = 8 the start is everything.) Then [`pick_decks`] of as many
///    cards as are missing, out of those not in the start, or of as many as are too many, out of
///    those in it.
///
/// Every step treats all cards alike, so all parts of the size are equally likely.
#[inline(always)]
#[must_use]
pub fn split_decks<I: Isa, const D: usize>(
    rng: &mut Rng,
    decks: [u64; D],
    n: u32,
    size: u32,
) -> [u64; D] {
    debug_assert!(n == count(&decks) && size <= n && n as usize <= MAX_PACK);
    if size <= cards_a_word(D) {
        return pick_decks::<I, D>(rng, decks, n, size);
    }
    if n - size <= cards_a_word(D) {
        return xor(decks, pick_decks::<I, D>(rng, decks, n, n - size));
    }
    let eighths = (8 * size + n / 2) / n;
    let mut start = decks;
    for deck in &mut start {
        *deck &= density(rng, eighths);
    }
    let have = count(&start);
    // Selected rather than branched on: which way the start errs cannot be predicted.
    let missing = have < size;
    let pool = if missing { xor(decks, start) } else { start };
    let bits = if missing { n - have } else { have };
    xor(start, pick_decks::<I, D>(rng, pool, bits, have.abs_diff(size)))
}

/// A random word in which each bit stands with probability `eighths`/8.
#[inline(always)]
fn density(rng: &mut Rng, eighths: u32) -> u64 {
    if eighths == 8 {
        return u64::MAX;
    }
    let mut r = 0;
    for digit in eighths.trailing_zeros()..3 {
        let w = rng.next_word();
        r = if eighths >> digit & 1 == 1 { r | w } else { r & w };
    }
    r
}

/// Cards drawn by one random word in [`pick_decks`], with `decks` decks: 8 with one, else 6. Then
/// there are at most 2⁴⁸ ways to draw them, and a word is hardly ever rejected.
#[must_use]
pub const fn cards_a_word(decks: usize) -> u32 {
    if decks == 1 { 8 } else { 6 }
}

/// `k` of the `n` cards in `decks`, drawn one after the other without replacement; each is the d-th
/// (from 0) of those left, in the order of decks and, within a deck, of bits.
///
/// For every [`cards_a_word`] of cards, and for those that remain, one `below(P)` is drawn, P = m(m−1)(m−2)…
/// the product of the numbers of cards left before each of them; the d are its digits in that mixed
/// radix, most significant first.
#[inline(always)]
#[must_use]
pub fn pick_decks<I: Isa, const D: usize>(
    rng: &mut Rng,
    decks: [u64; D],
    n: u32,
    k: u32,
) -> [u64; D] {
    debug_assert!(n == count(&decks) && k <= n && n as usize <= MAX_PACK);
    let (mut left, mut n, mut k) = (decks, n, k);
    while k > 0 {
        let drawn = k.min(cards_a_word(D));
        let before = left;
        loop {
            left = before;
            let mut x = rng.next_word();
            for i in 0..drawn {
                // The digits of below(P) one by one: what is left of x·m mod 2⁶⁴ holds the others.
                let wide = u128::from(x) * u128::from(n - i);
                x = wide as u64;
                take::<I, D>(&mut left, (wide >> 64) as u32);
            }
            if x >> 48 != 0 || !biased(x, n, drawn) {
                break;
            }
        }
        n -= drawn;
        k -= drawn;
    }
    xor(decks, left)
}

/// A uniformly random order of `n` cards, 1 to 64: `places[i]` is where card i comes, for as many cards as
/// `places` has.
///
/// The draws are those of [`pick_decks`] of all but one of `n` places, of one deck: card i comes to the place
/// that is drawn as number i, the last card to the one that is left. They do not depend on how many
/// places are told.
#[inline(always)]
pub fn pick_order<I: Isa>(rng: &mut Rng, n: u32, places: &mut [u8]) {
    debug_assert!((1..=64).contains(&n) && places.len() <= n as usize);
    let (mut free, mut left, mut told) = (u64::MAX >> (64 - n), n, 0);
    while left > 1 {
        let drawn = cards_a_word(1).min(left - 1);
        let now = (places.len() - told).min(drawn as usize);
        let before = free;
        loop {
            free = before;
            let mut x = rng.next_word();
            for (m, place) in (0..left).rev().zip(&mut places[told..told + now]) {
                let wide = u128::from(x) * u128::from(m + 1);
                x = wide as u64;
                let bit = I::nth_bit(free, (wide >> 64) as u32);
                *place = bit.trailing_zeros() as u8;
                free ^= bit;
            }
            for m in left - drawn + 1..=left - now as u32 {
                x = x.wrapping_mul(u64::from(m));
            }
            if x >> 48 != 0 || !biased(x, left, drawn) {
                break;
            }
        }
        left -= drawn;
        told += now;
    }
    if told < places.len() {
        places[told] = free.trailing_zeros() as u8;
    }
}

/// Takes card number `d` out of `left`.
#[inline(always)]
fn take<I: Isa, const D: usize>(left: &mut [u64; D], mut d: u32) {
    for deck in &mut left[..D - 1] {
        let here = deck.count_ones();
        if d < here {
            *deck ^= 1 << I::select(*deck, d);
            return;
        }
        d -= here;
    }
    left[D - 1] ^= 1 << I::select(left[D - 1], d);
}

/// Whether `below(n(n−1)…)` of `drawn` factors must reject a word that leaves `x`.
#[cold]
#[inline(never)]
fn biased(x: u64, n: u32, drawn: u32) -> bool {
    let product: u64 = (0..drawn).map(|i| u64::from(n - i)).product();
    x < product.wrapping_neg() % product
}

#[inline(always)]
fn count<const D: usize>(decks: &[u64; D]) -> u32 {
    decks.iter().map(|deck| deck.count_ones()).sum()
}

#[inline(always)]
fn xor<const D: usize>(a: [u64; D], b: [u64; D]) -> [u64; D] {
    std::array::from_fn(|d| a[d] ^ b[d])
}

/// Deals `D` decks of the faces of the mask `deck`: `sizes[i]` cards to `hands[i]`, one hand after
/// the other by [`split_decks`] of what is left. Gives back what is not dealt (the kitty).
///
/// # Panics
/// Where `sizes` and `hands` differ in length, or there are fewer cards than `sizes` ask for.
#[inline(always)]
#[must_use]
pub fn deal_counts<I: Isa, const D: usize>(
    rng: &mut Rng,
    deck: u64,
    sizes: &[u32],
    hands: &mut [CardCounts<D>],
) -> CardCounts<D> {
    assert_eq!(sizes.len(), hands.len());
    let (mut left, mut n) = ([deck; D], D as u32 * deck.count_ones());
    assert!(sizes.iter().sum::<u32>() <= n, "more cards dealt than there are");
    for (hand, &size) in hands.iter_mut().zip(sizes) {
        let part = split_decks::<I, D>(rng, left, n, size);
        *hand = CardCounts::from_decks(part);
        left = xor(left, part);
        n -= size;
    }
    CardCounts::from_decks(left)
}

/// Puts `pack` in uniformly random order (Fisher–Yates).
///
/// The draws: for i from the last index down to 1, j = `below(i + 1)`, and cards i and j change
/// places.
pub fn shuffle(rng: &mut Rng, pack: &mut [u8]) {
    for i in (1..pack.len()).rev() {
        pack.swap(i, rng.below(i as u64 + 1) as usize);
    }
}

/// Transpositions of single cards in [`weak_shuffle`].
pub const TRANSPOSITIONS: usize = 12;

/// 不洗牌, the weak shuffle: the cards of the last deal were gathered in groups and are hardly mixed.
///
/// `pack` lies in groups, runs of cards for which `group` gives the same number; for Dou Dizhu the
/// 13 ranks and the two jokers. The draws:
///
/// 1. The groups are put in random order: for i from the last group down to 1, j = `below(i + 1)`,
///    and groups i and j change places.
/// 2. Twelve times: a = `below(n)`, b = `below(n − 1)`, b + 1 where b ≥ a; cards a and b change
///    places.
/// 3. One cut: c = `below(n)`; the first c cards go below the others.
///
/// The game then deals the cards in packets from the first on. A pack of fewer than two cards takes
/// no draws.
///
/// # Panics
/// Where the pack has more than 216 cards.
pub fn weak_shuffle(rng: &mut Rng, pack: &mut [u8], group: impl Fn(u8) -> u8) {
    assert!(pack.len() <= MAX_PACK);
    if pack.len() < 2 {
        return;
    }
    let mut sorted = [0; MAX_PACK];
    sorted[..pack.len()].copy_from_slice(pack);
    let mut groups = [&[] as &[u8]; MAX_PACK];
    let mut number = 0;
    for run in sorted[..pack.len()].chunk_by(|&a, &b| group(a) == group(b)) {
        groups[number] = run;
        number += 1;
    }
    for i in (1..number).rev() {
        groups.swap(i, rng.below(i as u64 + 1) as usize);
    }
    let mixed = groups[..number].iter().flat_map(|run| run.iter());
    for (place, &card) in pack.iter_mut().zip(mixed) {
        *place = card;
    }
    let n = pack.len() as u64;
    for _ in 0..TRANSPOSITIONS {
        let a = rng.below(n) as usize;
        let b = rng.below(n - 1) as usize;
        pack.swap(a, b + usize::from(b >= a));
    }
    pack.rotate_left(rng.below(n) as usize);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Cpu, Portable};
    use crate::dispatch;
    use crate::rng::{Domain, Rng};
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::hash::Hash;

    const DECK: u64 = (1 << 54) - 1;

    fn stream(deal: u64) -> Rng {
        Rng::stream(5, Domain::Deal, 0, deal)
    }

    /// Asserts that `draws` samples fall evenly on `cells` values.
    fn assert_even<T: Eq + Hash>(cells: usize, draws: usize, mut sample: impl FnMut() -> T) {
        let mut seen: HashMap<T, u32> = HashMap::new();
        (0..draws).for_each(|_| *seen.entry(sample()).or_default() += 1);
        let unseen = cells.checked_sub(seen.len()).expect("no other value is possible");
        let mean = draws as f64 / cells as f64;
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        let chi = chi + unseen as f64 * mean;
        let free = (cells - 1) as f64;
        let z = (chi - free) / (2.0 * free).sqrt();
        assert!(z.abs() < 5.0, "chi-square {chi}, {free} degrees of freedom");
    }

    #[inline(always)]
    fn split_many<I: Isa>(rng: &mut Rng, mask: u64, size: u32, parts: &mut [u64]) {
        for part in parts {
            *part = split::<I>(rng, mask, size);
        }
    }

    fn split_by(cpu: Cpu, rng: &mut Rng, mask: u64, size: u32, parts: &mut [u64]) {
        dispatch!(cpu, split_many(rng: &mut Rng, mask: u64, size: u32, parts: &mut [u64]));
    }

    #[test]
    fn all_parts_are_equally_likely() {
        // A start and corrections both ways; a pick; all but a pick.
        for (mask, size, cells) in [
            ((1 << 18) - 1, 9, 48_620),
            (0x5555_0000_0f04_00ff, 9, 293_930),
            (0x11_1111_1111, 4, 210),
            (0x11_1111_1111, 7, 120),
        ] {
            let mut rng = stream(size.into());
            assert_even(cells, cells * 8, || split::<Portable>(&mut rng, mask, size));
        }
    }

    #[test]
    fn every_pair_of_cards_is_as_likely_in_a_hand() {
        let mut rng = stream(100);
        let (deals, mut pairs) = (40_000, vec![[0u32; 54]; 54]);
        for _ in 0..deals {
            let hand = split_of::<Portable>(&mut rng, DECK, 54, 17);
            for (a, row) in pairs.iter_mut().enumerate() {
                for (b, seen) in row.iter_mut().enumerate() {
                    *seen += u32::from(hand >> a & hand >> b & 1 == 1);
                }
            }
        }
        let p = 17.0 * 16.0 / (54.0 * 53.0);
        let sd = (f64::from(deals) * p * (1.0 - p)).sqrt();
        for (a, row) in pairs.iter().enumerate() {
            for seen in &row[a + 1..] {
                assert!((f64::from(*seen) - f64::from(deals) * p).abs() < 5.5 * sd);
            }
        }
    }

    #[test]
    fn decks_are_split_evenly() {
        let mut rng = stream(101);
        let decks = [0b11111, 0b1011_1000, 0b1111_1010_0000];
        assert_even(6435, 80_000, || split_decks::<Portable, 3>(&mut rng, decks, 15, 7));
        let mut hands = [CardCounts::<2>::EMPTY; 2];
        assert_even(16, 40_000, || {
            // Of the 56 ways to draw three of eight cards 8 make each hand of three faces, 2 each
            // hand with a pair.
            loop {
                let rest = deal_counts::<Portable, 2>(&mut rng, 0b1111, &[3, 3], &mut hands);
                assert_eq!(rest.total(), 2);
                if hands[0].at_least(2) != 0 || rng.below(4) == 0 {
                    return hands[0];
                }
            }
        });
    }

    #[test]
    fn a_shuffle_is_even() {
        let mut rng = stream(102);
        assert_even(120, 60_000, || {
            let mut pack = [0, 1, 2, 3, 4];
            shuffle(&mut rng, &mut pack);
            pack
        });
    }

    fn dou_dizhu_pack() -> Vec<u8> {
        (0..54).map(|i| if i < 52 { i / 4 } else { i - 39 }).collect()
    }

    #[test]
    fn a_weak_shuffle_keeps_the_cards_and_most_groups() {
        let mut together = 0;
        for deal in 0..2000 {
            let mut pack = dou_dizhu_pack();
            weak_shuffle(&mut stream(deal), &mut pack, |rank| rank);
            together += pack.chunk_by(|a, b| a == b).filter(|run| run.len() == 4).count();
            pack.sort_unstable();
            assert_eq!(pack, dou_dizhu_pack());
        }
        // Each card stays where it lay with probability (1 − 2/54)¹² ≈ 0.64: about a fifth of the
        // thirteen groups, 0.64⁴ of them, stay whole.
        let mean = f64::from(together as u32) / 2000.0;
        assert!((1.8..3.0).contains(&mean), "{mean} groups whole");
    }

    #[test]
    fn a_weak_shuffle_of_single_groups_is_even() {
        let mut rng = stream(103);
        assert_even(24, 24_000, || {
            let mut pack = [0, 1, 2, 3];
            weak_shuffle(&mut rng, &mut pack, |card| card);
            pack
        });
        for mut pack in [vec![], vec![7]] {
            let (mut rng, same) = (stream(0), pack.clone());
            weak_shuffle(&mut rng, &mut pack, |card| card);
            assert_eq!((rng, pack), (stream(0), same));
        }
    }

    #[test]
    fn golden_draws() {
        let mut rng = stream(7);
        let parts = [54, 37, 20].map(|n| split::<Portable>(&mut rng, (1 << n) - 1, 17));
        let mut pack = dou_dizhu_pack();
        weak_shuffle(&mut rng, &mut pack, |rank| rank);
        let mut hands = [CardCounts::<2>::EMPTY; 4];
        let kitty = deal_counts::<Portable, 2>(&mut rng, DECK, &[25; 4], &mut hands);
        let text = format!("{parts:x?} {pack:?} {kitty}");
        assert_eq!(text, GOLDEN);
    }

    const GOLDEN: &str = "[228199b0880225, 11115e513b, fff7a] [8, 8, 10, 10, 10, 7, 10, 5, 11, \
        11, 11, 4, 4, 4, 4, 2, 0, 2, 2, 3, 1, 1, 9, 0, 0, 2, 0, 12, 6, 12, 12, 13, 5, 5, 11, 7, 9, \
        9, 9, 1, 8, 12, 6, 6, 14, 5, 7, 6, 3, 1, 3, 3, 7, 8] 3D 3S 8C 9C QS KH KS 2C";

    /// The documented draws of `pick_decks`, one card at a time from a list.
    fn pick_slowly<const D: usize>(rng: &mut Rng, decks: [u64; D], k: u32) -> [u64; D] {
        let cards = |d: usize| (0..64).filter(move |&bit| decks[d] >> bit & 1 == 1);
        let mut left: Vec<(usize, u32)> =
            (0..D).flat_map(|d| cards(d).map(move |b| (d, b))).collect();
        let (mut out, mut k) = ([0; D], k as usize);
        while k > 0 {
            let drawn = k.min(cards_a_word(D) as usize);
            let mut radices: Vec<u64> = (0..drawn).map(|i| (left.len() - i) as u64).collect();
            let mut number = rng.below(radices.iter().product());
            while !radices.is_empty() {
                radices.remove(0);
                let worth: u64 = radices.iter().product();
                let (deck, bit) = left.remove((number / worth) as usize);
                out[deck] |= 1 << bit;
                number %= worth;
            }
            k -= drawn;
        }
        out
    }

    #[test]
    fn picks_are_the_documented_draws() {
        let (mut fast, mut slow) = (stream(104), stream(104));
        for i in 0..100_000u32 {
            let k = if i < 99_000 { 8 } else { i % 64 };
            let part = pick_decks::<Portable, 1>(&mut fast, [u64::MAX], 64, k);
            assert_eq!(part, pick_slowly(&mut slow, [u64::MAX], k));
            assert_eq!(fast, slow);
        }
        for i in 0..20_000u32 {
            let part = pick_decks::<Portable, 4>(&mut fast, [DECK; 4], 216, 6 + i % 3);
            assert_eq!(part, pick_slowly(&mut slow, [DECK; 4], 6 + i % 3));
            assert_eq!(fast, slow);
        }
    }

    #[test]
    fn orders_are_picks_of_places() {
        let (mut fast, mut slow) = (stream(105), stream(105));
        for i in 0..20_000u32 {
            let n = 1 + i % 64;
            let mut places = vec![0; (i / 64) as usize % (n as usize + 1)];
            pick_order::<Portable>(&mut fast, n, &mut places);
            let mut left = u64::MAX >> (64 - n);
            let mut order = Vec::new();
            for before in (1..n).rev().step_by(8) {
                // Eight cards are one draw; told apart by drawing fewer and fewer of them.
                let drawn = before.min(8);
                let rng = slow.clone();
                for k in 1..=drawn {
                    slow = rng.clone();
                    let product: u64 = (0..drawn).map(|m| u64::from(before + 1 - m)).product();
                    let below: u64 = (k..drawn).map(|m| u64::from(before + 1 - m)).product();
                    let digit = slow.below(product) / below % u64::from(before + 2 - k);
                    let bit = Portable::nth_bit(left, digit as u32);
                    order.push(bit.trailing_zeros() as u8);
                    left ^= bit;
                }
            }
            order.push(left.trailing_zeros() as u8);
            assert_eq!((&order[..places.len()], &fast), (&*places, &slow));
        }
    }

    #[test]
    fn an_order_is_even() {
        let mut rng = stream(106);
        assert_even(120, 60_000, || {
            let mut places = [0; 5];
            pick_order::<Portable>(&mut rng, 5, &mut places);
            places
        });
    }

    proptest! {
        #[test]
        fn both_processors_split_alike(mask: u64, size in 0u32..=64, seed: u64) {
            let size = size.min(mask.count_ones());
            let (mut plain, mut v3) = ([0; 8], [0; 8]);
            let (mut rng, mut other) = (stream(seed), stream(seed));
            split_by(Cpu::Portable, &mut rng, mask, size, &mut plain);
            split_by(Cpu::detect(false), &mut other, mask, size, &mut v3);
            prop_assert_eq!((plain, &rng), (v3, &other));
            for part in plain {
                prop_assert_eq!((part & !mask, part.count_ones()), (0, size));
            }
        }

        #[test]
        fn all_cards_are_dealt_once(sizes in prop::collection::vec(0u32..=54, 4), seed: u64) {
            let mut hands = [CardCounts::<4>::EMPTY; 4];
            let kitty = deal_counts::<Portable, 4>(&mut stream(seed), DECK, &sizes, &mut hands);
            let mut all = kitty;
            for (hand, &size) in hands.iter().zip(&sizes) {
                prop_assert_eq!(hand.total(), size as usize);
                all = all.checked_sum(hand).unwrap();
            }
            prop_assert_eq!(all, CardCounts::full(DECK));
        }
    }
}
