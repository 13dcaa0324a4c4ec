//! Keyed random streams and unbiased bounded draws.
//!
//! Every random choice of a run comes from a stream named by (seed, domain, match, deal), so that
//! results depend on nothing else: not on threads, chunk sizes, machine or order of computation.
//! A stream is xoroshiro128++ whose state is derived from its name: with
//! `mix` = the finaliser of SplitMix64 and `G` = 0x9E3779B97F4A7C15,
//!
//! ```text
//! k  = mix(mix(mix(seed + G) ^ domain·G) ^ match·G)
//! s0 = mix(k + deal·G)     s1 = mix(!k ^ (deal + G))
//! ```
//!
//! Domains are numbered deal 0, play 1, redeal 2, the agent of seat n 256 + n.
//! Within one (seed, domain, match) different deals have different states, since `mix` is a bijection.
//!
//! `below(n)` takes one 64-bit word x and returns the high word of x·n; it draws again only where
//! that would be biased (x·n mod 2⁶⁴ < 2⁶⁴ mod n).

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use serde::{Deserialize, Serialize};

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Cards, and what else chance decides before the first move.
    Deal,
    /// The choices of built-in agents, all seats in the order of play.
    Play,
    /// One seat's own agent.
    Seat(u8),
    /// Redeals of hidden cards.
    Redeal,
}

impl Domain {
    /// The domain of a number, as above.
    #[must_use]
    pub fn of_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Self::Deal),
            1 => Some(Self::Play),
            2 => Some(Self::Redeal),
            _ => code.checked_sub(256).and_then(|seat| u8::try_from(seat).ok()).map(Self::Seat),
        }
    }

    fn code(self) -> u64 {
        match self {
            Self::Deal => 0,
            Self::Play => 1,
            Self::Redeal => 2,
            Self::Seat(seat) => 256 + u64::from(seat),
        }
    }
}

#[inline(always)]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Words folded into one, as a name for what they describe: h ← mix((h ^ word) + G) from h = 0.
#[must_use]
pub fn fold(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |h, word| mix((h ^ word).wrapping_add(GOLDEN)))
}

/// All streams of one (seed, domain, match); [`Streams::of`] names the deal.
#[derive(Clone, Copy, Debug)]
pub struct Streams(u64);

impl Streams {
    /// The streams of `seed`, `domain` and match number `game_match`.
    #[must_use]
    pub fn new(seed: u64, domain: Domain, game_match: u64) -> Self {
        let seeded = mix(seed.wrapping_add(GOLDEN));
        let domained = mix(seeded ^ domain.code().wrapping_mul(GOLDEN));
        Self(mix(domained ^ game_match.wrapping_mul(GOLDEN)))
    }

    /// The stream of deal number `deal`.
    #[inline(always)]
    #[must_use]
    pub fn of(self, deal: u64) -> Rng {
        Rng::from_words(
            mix(self.0.wrapping_add(deal.wrapping_mul(GOLDEN))),
            mix(!self.0 ^ deal.wrapping_add(GOLDEN)),
        )
    }
}

/// One random stream: 16 bytes of state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(Xoroshiro128PlusPlus);

impl Rng {
    /// The stream of (seed, domain, match, deal).
    #[must_use]
    pub fn stream(seed: u64, domain: Domain, game_match: u64, deal: u64) -> Self {
        Streams::new(seed, domain, game_match).of(deal)
    }

    #[inline(always)]
    fn from_words(s0: u64, s1: u64) -> Self {
        let mut seed = [0; 16];
        seed[..8].copy_from_slice(&s0.to_le_bytes());
        seed[8..].copy_from_slice(&s1.to_le_bytes());
        Self(Xoroshiro128PlusPlus::from_seed(seed))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn next_word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, every one equally likely. `n` must not be 0.
    #[inline(always)]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0);
        let mut wide = u128::from(self.next_word()) * u128::from(n);
        if (wide as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u64) < threshold {
                wide = u128::from(self.next_word()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// [`below`](Self::below) that takes nothing from the stream where there is no choice.
    #[inline(always)]
    pub fn choose(&mut self, n: u64) -> u64 {
        if n > 1 { self.below(n) } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_words() {
        let mut rng = Rng::stream(7, Domain::Deal, 0, 3);
        let words: Vec<u64> = (0..4).map(|_| rng.next_word()).collect();
        let draws: Vec<u64> = [2, 3, 10, 54, 1 << 40].into_iter().map(|n| rng.below(n)).collect();
        assert_eq!(
            words,
            [
                0x0748_3bcb_1c54_2efc,
                0x1c36_40ca_e7de_4d32,
                0x6b6b_061c_807e_75dc,
                0xba9a_2868_1aa1_2fa8
            ]
        );
        assert_eq!(draws, [0, 1, 0, 15, 465_674_410_124]);
    }

    #[test]
    fn streams_differ_in_every_part_of_their_name() {
        let first = |s, d, m, i| Rng::stream(s, d, m, i).next_word();
        let mut seen = std::collections::HashSet::new();
        for s in 0..4 {
            for d in [Domain::Deal, Domain::Play, Domain::Redeal, Domain::Seat(0), Domain::Seat(1)]
            {
                for m in 0..4 {
                    for i in 0..64 {
                        assert!(seen.insert(first(s, d, m, i)));
                    }
                }
            }
        }
    }

    #[test]
    fn below_is_even() {
        let mut rng = Rng::stream(1, Domain::Play, 0, 0);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 25.0, "{seen:?}");
    }

    #[test]
    fn below_rejects_what_would_be_biased() {
        // With n = 2⁶³ + 1 nearly half of all words are rejected; results must stay in range.
        let mut rng = Rng::stream(2, Domain::Play, 0, 0);
        let n = (1 << 63) + 1;
        let mean = (0..20_000).map(|_| rng.below(n) as f64 / n as f64).sum::<f64>() / 20_000.0;
        assert!((mean - 0.5).abs() < 0.01);
    }
}
