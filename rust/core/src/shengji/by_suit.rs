//! Redeals drawn suit by suit, each deal that fits as likely as any other.
//!
//! What is told is about one effective suit each; suits hang together only by the sizes of hands. So
//! suits of which much is told are drawn one by one, every card by chance as places pull it, until each
//! fits for itself, which takes the sum of the tries of all and not their product. The other suits, the
//! *rest*, fill up the hands: how often they can is tabulated, and decides whether the suits drawn before
//! are kept.
//!
//! Let w be the weight of a deal, and t the product of the pulls of its cards in the suits drawn: these
//! come with a chance in proportion to w·t of them, and are kept with one in proportion to W/t, where W is the
//! weight of all ways to lay the rest; one of these is then drawn by its weight. Since the product of
//! the pulls of all cards is the same in all deals, W/t is that chance by which the rest, drawn as the others,
//! would have the sizes that are missing.

use super::rules::Rules;
use super::spread::{Face, Planes, Spread, Way, cards, put, unit};
use super::tells::PLACES;
use super::trump::Trump;
use crate::rng::Rng;

/// What is known of drawing suit by suit.
#[derive(Clone, Debug)]
pub(super) struct BySuit {
    /// The suits that are drawn until they fit, the hardest first.
    hard: Vec<usize>,
    /// Faces of other suits, drawn once.
    once: Vec<usize>,
    /// What fills up the hands.
    rest: Rest,
    /// The other suits of which something is told.
    easy: Vec<usize>,
    /// Draws of suits after which it is given up.
    patience: usize,
}

/// How much work a table may be. The larger it is, the more often draws are kept: a larger one is made
/// where a deal would take more than [`FEW_DRAWS`].
const WORK: [usize; 3] = [30_000, 300_000, 5_000_000];
const FEW_DRAWS: f64 = 300.0;

/// Draws of suits that a deal may take on average.
const MOST_DRAWS: f64 = 60_000.0;

/// Draws of a suit by which it is found how often it fits, and hits after which that is known.
const TRIES: usize = 12_000;
const HITS: usize = 24;

/// Draws by which it is found how often they are kept.
const KEPT: u32 = 100;

/// A suit that fits as often as this need not be drawn until it does.
const EASY: f64 = 0.4;

/// What trial draws of a suit have told.
struct Trial {
    suit: usize,
    /// How often it fits.
    share: f64,
    /// Sizes that were met.
    sizes: Vec<[u8; PLACES]>,
}

impl Trial {
    fn new(rules: &Rules, trump: &Trump, spread: &mut Spread, suit: usize, rng: &mut Rng) -> Self {
        let mut sizes = Vec::new();
        let mut broken = vec![0u32; spread.tells[suit].len()];
        let mut tries = 0;
        while tries < TRIES && sizes.len() < HITS {
            tries += 1;
            let mut planes = spread.fixed;
            let taken = spread.draw_faces(&spread.suits[suit], rng, &mut planes);
            match spread.broken(rules, trump, suit, &cards(&planes)) {
                Some(tell) => broken[tell] += 1,
                None => sizes.push(taken),
            }
        }
        // What fails most often is asked first.
        let mut order: Vec<usize> = (0..broken.len()).collect();
        order.sort_by_key(|&tell| std::cmp::Reverse(broken[tell]));
        let tells = &spread.tells[suit];
        spread.tells[suit] = order.iter().map(|&tell| tells[tell].clone()).collect();
        let share = sizes.len() as f64 / tries as f64;
        Self { suit, share, sizes }
    }
}

impl BySuit {
    /// `None` where a deal would take too many draws.
    pub(super) fn new(
        rules: &Rules,
        trump: &Trump,
        spread: &mut Spread,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut trials: Vec<Trial> =
            (0..5).map(|suit| Trial::new(rules, trump, spread, suit, rng)).collect();
        if trials.iter().any(|trial| trial.share == 0.0) {
            return None;
        }
        trials.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.suit.cmp(&b.suit)));
        // Of one suit at least cards fill up the hands.
        let filling = |trial: &Trial| !spread.suits[trial.suit].is_empty();
        let number = trials.iter().take_while(|trial| trial.share >= EASY).count();
        let number = number.max(trials.iter().position(filling).map_or(0, |first| first + 1));
        let (easy, hard) = trials.split_at(number);
        let mut faces: Vec<usize> =
            easy.iter().flat_map(|trial| spread.suits[trial.suit].iter().copied()).collect();
        // What fills up the hands should fill all, and its table be small.
        let order = |&face: &usize| {
            let face = &spread.faces[face];
            (std::cmp::Reverse(face.open_places()), face.ways.len(), face.bit)
        };
        faces.sort_by_key(order);
        let holds: f64 = easy.iter().map(|trial| trial.share).product();
        let tries: f64 = hard.iter().map(|trial| 1.0 / trial.share).sum::<f64>() + 2.0;
        let mut best: Option<(f64, Rest)> = None;
        for work in WORK {
            let Some(rest) = Rest::new(spread, &faces, work) else { continue };
            let draws = tries / holds / rest.kept(spread, hard, &faces, rng);
            let better = best.as_ref().is_none_or(|&(least, _)| draws < least);
            let whole = rest.faces.len() == faces.len();
            if better {
                best = Some((draws, rest));
            }
            if draws < FEW_DRAWS || whole {
                break;
            }
        }
        let (draws, rest) = best.filter(|&(draws, _)| draws <= MOST_DRAWS)?;
        let asked = |trial: &&Trial| !spread.tells[trial.suit].is_empty();
        Some(Self {
            hard: hard.iter().rev().map(|trial| trial.suit).collect(),
            once: faces[rest.faces.len()..].to_vec(),
            easy: easy.iter().rev().filter(asked).map(|trial| trial.suit).collect(),
            rest,
            patience: (40.0 * draws) as usize + 100_000,
        })
    }

    /// Lays all cards; `None` where it was too often in vain.
    pub(super) fn draw(
        &self,
        rules: &Rules,
        trump: &Trump,
        spread: &Spread,
        rng: &mut Rng,
    ) -> Option<Planes> {
        let mut tries = 0;
        'again: while tries < self.patience {
            let (mut planes, mut left) = (spread.fixed, spread.sizes);
            for &suit in &self.hard {
                loop {
                    tries += 1;
                    if tries > self.patience {
                        return None;
                    }
                    let mut drawn = planes;
                    let taken = spread.draw_faces(&spread.suits[suit], rng, &mut drawn);
                    if spread.broken(rules, trump, suit, &cards(&drawn)).is_some() {
                        continue;
                    }
                    planes = drawn;
                    if !take(&mut left, &taken) {
                        continue 'again;
                    }
                    break;
                }
            }
            tries += 1;
            let taken = spread.draw_faces(&self.once, rng, &mut planes);
            if !take(&mut left, &taken) {
                continue;
            }
            let open = !self.hard.is_empty() || !self.once.is_empty();
            if open && unit(rng) * self.rest.most >= self.rest.chance(&left) {
                continue;
            }
            self.rest.draw(spread, left, rng, &mut planes);
            let hidden = cards(&planes);
            let fits = |&suit: &usize| spread.broken(rules, trump, suit, &hidden).is_none();
            if self.easy.iter().all(fits) {
                return Some(planes);
            }
        }
        None
    }
}

/// Takes cards away from sizes, where there are as many.
fn take(left: &mut [u8; PLACES], taken: &[u8; PLACES]) -> bool {
    let mut fits = true;
    for (left, taken) in left.iter_mut().zip(taken) {
        fits &= *left >= *taken;
        *left = left.wrapping_sub(*taken);
    }
    fits
}

/// Faces laid so that places have given sizes.
#[derive(Clone, Debug)]
struct Rest {
    faces: Vec<usize>,
    /// By the number of faces that come before: the chance of each size that the others can have.
    layers: Vec<Layer>,
    /// The greatest chance of any sizes.
    most: f64,
    /// The place whose size follows from those of others, the largest.
    last: usize,
}

/// Chances by the sizes of all places but one.
#[derive(Clone, Debug)]
struct Layer {
    low: [u8; PLACES],
    span: [usize; PLACES],
    chances: Vec<f64>,
}

impl Layer {
    fn new(low: [u8; PLACES], high: [u8; PLACES]) -> Self {
        let span = std::array::from_fn(|at| usize::from(high[at] - low[at]) + 1);
        Self { low, span, chances: vec![0.0; span.iter().product()] }
    }

    /// The number of the entry that lies so far from the lowest.
    #[inline(always)]
    fn place(&self, above: [usize; PLACES]) -> usize {
        above.iter().zip(self.span).fold(0, |entry, (above, span)| entry * span + above)
    }

    fn chance(&self, sizes: &[u8; PLACES]) -> f64 {
        let mut above = [0; PLACES];
        for (at, above) in above.iter_mut().enumerate() {
            *above = usize::from(sizes[at]).wrapping_sub(self.low[at].into());
            if *above >= self.span[at] {
                return 0.0;
            }
        }
        self.chances[self.place(above)]
    }

    /// The layer of one more face.
    fn with(&self, face: &Face, last: usize) -> Self {
        let (mut low, mut high) = ([u8::MAX; PLACES], [0; PLACES]);
        let copies = |way: &Way| {
            let mut copies = way.copies;
            copies[last] = 0;
            copies
        };
        for way in &face.ways {
            for (at, copies) in copies(way).into_iter().enumerate() {
                low[at] = low[at].min(copies);
                high[at] = high[at].max(copies);
            }
        }
        let first = low;
        for at in 0..PLACES {
            low[at] += self.low[at];
            high[at] += self.low[at] + (self.span[at] - 1) as u8;
        }
        let mut layer = Self::new(low, high);
        let steps: Vec<(usize, f64)> = face
            .ways
            .iter()
            .map(|way| {
                let copies = copies(way);
                let above = std::array::from_fn(|at| usize::from(copies[at] - first[at]));
                (layer.place(above), way.chance)
            })
            .collect();
        let mut above = [0; PLACES];
        for &chance in &self.chances {
            if chance > 0.0 {
                let start = layer.place(above);
                for &(step, share) in &steps {
                    layer.chances[start + step] += chance * share;
                }
            }
            for at in (0..PLACES).rev() {
                above[at] += 1;
                if above[at] < self.span[at] {
                    break;
                }
                above[at] = 0;
            }
        }
        layer
    }
}

impl Rest {
    /// As many of the faces, from the first on, as a table of so much work takes; `None` where they
    /// cannot be laid.
    fn new(spread: &Spread, faces: &[usize], most_work: usize) -> Option<Self> {
        let last = (0..PLACES).max_by_key(|&place| spread.sizes[place])?;
        let mut layers = vec![Layer::new([0; PLACES], [0; PLACES])];
        layers[0].chances[0] = 1.0;
        let mut work = 0;
        for &face in faces {
            let (face, after) = (&spread.faces[face], layers.last()?);
            work += face.ways.len() * after.chances.len();
            if work > most_work {
                break;
            }
            layers.push(after.with(face, last));
        }
        let number = layers.len() - 1;
        layers.reverse();
        let most = layers[0].chances.iter().copied().fold(0.0, f64::max);
        let faces = faces[..number].iter().rev().copied().collect();
        (most > 0.0).then_some(Self { faces, layers, most, last })
    }

    /// How often what was drawn before is kept, by sizes that were met in turn.
    fn kept(&self, spread: &Spread, hard: &[Trial], faces: &[usize], rng: &mut Rng) -> f64 {
        let once = &faces[self.faces.len()..];
        let mut sum = 0.0;
        for _ in 0..KEPT {
            let (mut planes, mut left) = (spread.fixed, spread.sizes);
            let mut fits = true;
            for trial in hard {
                let taken = trial.sizes[rng.below(trial.sizes.len() as u64) as usize];
                fits &= take(&mut left, &taken);
            }
            fits &= take(&mut left, &spread.draw_faces(once, rng, &mut planes));
            sum += if fits { self.chance(&left) } else { 0.0 };
        }
        sum / self.most / f64::from(KEPT)
    }

    /// The chance by which the faces, drawn by theirs, fill so much.
    fn chance(&self, sizes: &[u8; PLACES]) -> f64 {
        let mut sizes = *sizes;
        sizes[self.last] = 0;
        self.layers[0].chance(&sizes)
    }

    /// Lays the faces in these sizes, which must have a chance.
    fn draw(&self, spread: &Spread, sizes: [u8; PLACES], rng: &mut Rng, planes: &mut Planes) {
        let mut left = sizes;
        left[self.last] = 0;
        for (number, &face) in self.faces.iter().enumerate() {
            let face = &spread.faces[face];
            let after = &self.layers[number + 1];
            let mut drawn = unit(rng) * self.layers[number].chance(&left);
            let mut chosen = None;
            for way in &face.ways {
                let mut taken = way.copies;
                taken[self.last] = 0;
                let mut rest = left;
                if !take(&mut rest, &taken) {
                    continue;
                }
                let chance = way.chance * after.chance(&rest);
                if chance > 0.0 {
                    chosen = Some((way, rest));
                    drawn -= chance;
                    if drawn < 0.0 {
                        break;
                    }
                }
            }
            let Some((way, rest)) = chosen else { return };
            put(planes, face.bit, &way.copies);
            left = rest;
        }
    }
}
