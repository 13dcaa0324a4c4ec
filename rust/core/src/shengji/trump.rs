//! The order of cards under a trump suit and a level, compiled (SJ-04 … SJ-12).

use super::moves::Cards;
use super::switches::{Switches, TrumpClass};
use crate::bits::{Cpu, Isa};
use crate::card::{Card, Rank, Suit};

/// The index of the trumps among effective suits; plain suits have that of their [`Suit`].
pub const TRUMPS: usize = 4;

/// All 54 faces.
const PACK: u64 = (1 << 54) - 1;
/// The ranks of a suit from low to high, as [`Rank::index`]: 2 … A.
const ASCENDING: [usize; 13] = [12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The order of cards under one trump suit and one level.
///
/// Cards are *laid*: a face is a bit in the order of strength. The effective suits lie one after
/// the other, plain suits first, trumps last. In each a bit stands for a class of equally strong faces and holds
/// its lowest face; the other faces of side constants and side level cards lie above all classes,
/// from where [`fold`](Self::fold) brings them down upon their class. So a run of classes is a run
/// of bits, and `link` tells which neighbouring bits are neighbours.
#[derive(Clone, Debug)]
pub struct Trump {
    pub(super) cpu: Cpu,
    suit: Option<Suit>,
    level: Option<Rank>,
    /// The bit of each [`Card::index`].
    laid: [u8; 54],
    /// The [`Card::index`] of each bit. Some orders leave bits between.
    stood: [u8; 64],
    /// The place of each laid bit in the order of strength, and the bit at each place.
    places: [u8; 64],
    at_places: [u8; 54],
    /// The laid first, second … faces of the classes, and their places: both in one order.
    layers: [(u64, u64); 4],
    /// The bits that stand for classes.
    classes: u64,
    /// The classes of several faces, and how far above them each further face lies; 63 for none.
    parallel: u64,
    above: [u32; 3],
    /// All faces of those.
    manifold: u64,
    /// Classes whose next higher bit is the neighbouring class.
    link: u64,
    /// All faces of each effective suit, and of all.
    suits: [u64; 5],
    pack: u64,
    /// What the classes of trumps are called; `None` elsewhere.
    names: [Option<TrumpClass>; 64],
    /// The least length of a tractor; more than there are classes where there are no tractors.
    least_run: usize,
}

/// One class while the order is put together.
struct Class {
    /// Its faces as [`Card::index`], ascending.
    faces: Vec<u8>,
    name: Option<TrumpClass>,
    /// The place of its rank in [`ASCENDING`], for ranks that are neither level nor constant.
    rank: Option<usize>,
}

fn face(rank: usize, suit: Suit) -> u8 {
    (rank * 4 + suit as usize) as u8
}

impl Trump {
    /// The order where `suit` is trump, or no suit, and `level` is the level, or no rank.
    pub(super) fn new(
        switches: &Switches,
        cpu: Cpu,
        suit: Option<Suit>,
        level: Option<Rank>,
    ) -> Self {
        Self::with_above_jokers(switches, cpu, suit, level, None)
    }

    /// The same with a further rank that is always trump and lies above the jokers, its trump on top.
    #[must_use]
    pub fn with_above_jokers(
        switches: &Switches,
        cpu: Cpu,
        suit: Option<Suit>,
        level: Option<Rank>,
        highest: Option<Rank>,
    ) -> Self {
        let mut trump = Self {
            cpu,
            suit,
            level,
            laid: [0; 54],
            stood: [0; 64],
            places: [0; 64],
            at_places: [0; 54],
            layers: [(0, 0); 4],
            classes: 0,
            parallel: 0,
            above: [63; 3],
            manifold: 0,
            link: 0,
            suits: [0; 5],
            pack: 0,
            names: [None; 64],
            least_run: usize::from(switches.tractor_min_length),
        };
        let mut bit = 0;
        let mut further = Vec::new();
        for effective in 0..5 {
            let chain = chain(switches, suit, level, highest, effective);
            for (n, class) in chain.iter().enumerate() {
                trump.put(class.faces[0], bit, effective);
                trump.classes |= 1 << bit;
                trump.names[bit] = class.name;
                if class.faces.len() > 1 {
                    trump.parallel |= 1 << bit;
                    further.push((bit, effective, class.faces[1..].to_vec()));
                }
                if n > 0 && linked(switches, &chain[n - 1], class) {
                    trump.link |= 1 << (bit - 1);
                }
                bit += 1;
            }
        }
        // Where a trump suit has classes of its own between the parallel ones, the second and third
        // faces interleave; without one the parallel classes are neighbours, and so are their faces.
        // With jokers between they leave bits free.
        if let (Some(&(first, ..)), Some(&(last, ..))) = (further.first(), further.last()) {
            let (layers, stride) = if suit.is_some() { (2, 1) } else { (3, last - first + 1) };
            for (layer, above) in trump.above.iter_mut().enumerate().take(layers) {
                *above = (bit + layer * stride - first) as u32;
            }
            for (class, effective, faces) in &further {
                for (layer, &face) in faces.iter().enumerate() {
                    trump.put(face, class + trump.above[layer] as usize, *effective);
                }
            }
        }
        let ascending: Vec<usize> = trump.ascending(trump.pack).collect();
        for (place, &bit) in ascending.iter().enumerate() {
            (trump.places[bit], trump.at_places[place]) = (place as u8, bit as u8);
        }
        let further = trump.above.map(|above| trump.parallel << above & trump.pack);
        trump.manifold = further.iter().fold(trump.parallel, |all, faces| all | faces);
        let laid = [trump.classes, further[0], further[1], further[2]];
        trump.layers = laid.map(|faces| (faces, trump.rank_mask(faces)));
        if !switches.tractors {
            trump.link = 0;
            trump.least_run = 64;
        }
        trump
    }

    fn put(&mut self, face: u8, bit: usize, effective: usize) {
        self.laid[usize::from(face)] = bit as u8;
        self.stood[bit] = face;
        self.suits[effective] |= 1 << bit;
        self.pack |= 1 << bit;
    }

    /// The trump suit, if there is one.
    #[must_use]
    pub fn suit(&self) -> Option<Suit> {
        self.suit
    }

    /// The level, if there is one.
    #[must_use]
    pub fn level(&self) -> Option<Rank> {
        self.level
    }

    /// The bit of a card.
    #[inline(always)]
    #[must_use]
    pub fn bit_of(&self, card: Card) -> usize {
        usize::from(self.laid[card.index()])
    }

    /// The card of a laid bit.
    #[inline(always)]
    #[must_use]
    pub fn card_of(&self, bit: usize) -> Card {
        Card::from_index(usize::from(self.stood[bit])).expect("a face of the pack")
    }

    /// Faces in the order of [`Card::index`], laid.
    #[inline(always)]
    #[must_use]
    pub fn lay_mask(&self, faces: u64) -> u64 {
        moved(&self.laid, faces & PACK)
    }

    /// Laid faces in the order of [`Card::index`].
    #[inline(always)]
    #[must_use]
    pub fn stand_mask(&self, faces: u64) -> u64 {
        moved(&self.stood, faces & self.pack)
    }

    /// Laid faces as places in the order of strength: *ranked*, the n-th bit is the n-th face.
    #[inline(always)]
    #[must_use]
    pub fn rank_mask(&self, faces: u64) -> u64 {
        moved(&self.places, faces & self.pack)
    }

    /// Ranked faces, laid.
    #[inline(always)]
    #[must_use]
    pub fn lay_ranked(&self, faces: u64) -> u64 {
        moved(&self.at_places, faces & PACK)
    }

    /// [`rank_mask`](Self::rank_mask) by the instructions of a processor.
    #[inline(always)]
    pub(super) fn ranked<I: Isa>(&self, faces: u64) -> u64 {
        if !I::NATIVE {
            return self.rank_mask(faces);
        }
        // The first faces are the lowest bits.
        let [first, second, third, fourth] = self.layers;
        let mut out = I::deposit(faces, first.1)
            | I::deposit(I::extract(faces, second.0), second.1)
            | I::deposit(I::extract(faces, third.0), third.1);
        if fourth.0 != 0 {
            out |= I::deposit(I::extract(faces, fourth.0), fourth.1);
        }
        out
    }

    /// [`lay_ranked`](Self::lay_ranked) by the instructions of a processor.
    #[inline(always)]
    pub(super) fn unranked<I: Isa>(&self, faces: u64) -> u64 {
        if !I::NATIVE {
            return self.lay_ranked(faces);
        }
        let [first, second, third, fourth] = self.layers;
        let mut out = I::extract(faces, first.1)
            | I::deposit(I::extract(faces, second.1), second.0)
            | I::deposit(I::extract(faces, third.1), third.0);
        if fourth.0 != 0 {
            out |= I::deposit(I::extract(faces, fourth.1), fourth.0);
        }
        out
    }

    /// Cards in the order of [`Card::index`], laid.
    #[must_use]
    pub fn lay(&self, cards: &Cards) -> Cards {
        let planes = cards.planes().map(|plane| self.lay_mask(plane));
        Cards::from_planes(planes).expect("planes stay nested")
    }

    /// Laid cards in the order of [`Card::index`].
    #[must_use]
    pub fn stand(&self, cards: &Cards) -> Cards {
        let planes = cards.planes().map(|plane| self.stand_mask(plane));
        Cards::from_planes(planes).expect("planes stay nested")
    }

    /// All laid faces of an effective suit, [`TRUMPS`] or a plain suit; none for the trump suit.
    #[inline(always)]
    #[must_use]
    pub fn suit_mask(&self, effective: usize) -> u64 {
        self.suits[effective]
    }

    /// The effective suit of a laid face.
    #[inline(always)]
    #[must_use]
    pub fn suit_of(&self, bit: usize) -> usize {
        self.suits.iter().position(|suit| suit >> bit & 1 != 0).expect("a face of the pack")
    }

    /// The effective suit that all of the laid faces have; `None` for several or no faces.
    #[inline(always)]
    #[must_use]
    pub fn suit_of_all(&self, faces: u64) -> Option<usize> {
        (0..5).find(|&suit| faces != 0 && faces & !self.suits[suit] == 0)
    }

    /// The laid bits that stand for classes of an effective suit.
    #[inline(always)]
    #[must_use]
    pub fn classes_of(&self, effective: usize) -> u64 {
        self.suits[effective] & self.classes
    }

    /// The classes of the faces.
    #[inline(always)]
    #[must_use]
    pub fn fold(&self, faces: u64) -> u64 {
        let further = self.above.map(|above| faces >> above);
        faces & self.classes | (further[0] | further[1] | further[2]) & self.parallel
    }

    /// All faces of the classes.
    #[inline(always)]
    #[must_use]
    pub fn unfold(&self, classes: u64) -> u64 {
        let parallel = classes & self.parallel;
        let further = self.above.iter().fold(0, |all, &above| all | parallel << above);
        (classes | further) & self.pack
    }

    /// The class of a face, as a bit.
    #[inline(always)]
    #[must_use]
    pub fn class_of(&self, bit: usize) -> usize {
        self.fold(1 << bit).trailing_zeros() as usize
    }

    /// The classes with several faces.
    #[inline(always)]
    #[must_use]
    pub fn parallel(&self) -> u64 {
        self.parallel
    }

    /// All faces of the classes with several.
    #[inline(always)]
    pub(super) fn manifold(&self) -> u64 {
        self.manifold
    }

    /// The name of the class of trumps at a bit; `None` for plain suits.
    #[must_use]
    pub fn class_name(&self, bit: usize) -> Option<TrumpClass> {
        self.names[self.class_of(bit)]
    }

    /// The lowest classes of the runs of `length` linked classes within the mask `classes`.
    #[inline(always)]
    #[must_use]
    pub fn runs(&self, classes: u64, length: usize) -> u64 {
        if length < 2 {
            return classes;
        }
        let mut runs = classes & classes >> 1 & self.link;
        for _ in 2..length {
            runs &= runs >> 1;
        }
        runs
    }

    /// In how many ways each of some classes gives one of the laid faces.
    #[must_use]
    pub fn ways(&self, classes: u64, faces: u64) -> u64 {
        let mut left = classes & self.parallel;
        let mut ways = 1;
        while left != 0 {
            let class = left & left.wrapping_neg();
            left ^= class;
            ways *= u64::from((self.unfold(class) & faces).count_ones());
        }
        ways
    }

    /// The faces of way number `n` of these: faces ascending, the lowest class most significant.
    #[must_use]
    pub fn way(&self, classes: u64, faces: u64, mut n: u64) -> u64 {
        let mut left = classes & self.parallel;
        let mut chosen = classes & !self.parallel;
        while left != 0 {
            let class = left & left.wrapping_neg();
            left ^= class;
            let rest = self.ways(left, faces);
            let mut own = self.unfold(class) & faces;
            (0..n / rest).for_each(|_| own &= own - 1);
            chosen |= own & own.wrapping_neg();
            n %= rest;
        }
        chosen
    }

    /// How many runs of `length` classes the laid faces make, counted by faces.
    #[must_use]
    pub fn count_runs(&self, faces: u64, length: usize) -> u64 {
        self.run(faces, length, u64::MAX).expect_err("fewer than that")
    }

    /// The faces of run number `n` of these, by lowest class and then by [`way`](Self::way); or how
    /// many there are, where there are fewer.
    pub fn run(&self, faces: u64, length: usize, n: u64) -> Result<u64, u64> {
        let mut places = self.runs(self.fold(faces), length);
        let mut before = 0;
        while places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let classes = (u64::MAX >> (64 - length)) << place;
            let ways = self.ways(classes, faces);
            if n - before < ways {
                return Ok(self.way(classes, faces, n - before));
            }
            before += ways;
        }
        Err(before)
    }

    /// The length of the longest run of linked classes within the mask; 0 for no class.
    #[inline(always)]
    #[must_use]
    pub fn longest_run(&self, classes: u64) -> usize {
        if classes == 0 {
            return 0;
        }
        let mut runs = classes & classes >> 1 & self.link;
        let mut length = 1;
        while runs != 0 {
            runs &= runs >> 1;
            length += 1;
        }
        length
    }

    /// The least number of classes that make a tractor; more than there are where there are no tractors.
    #[inline(always)]
    #[must_use]
    pub fn least_run(&self) -> usize {
        self.least_run
    }

    /// The faces of a laid mask, weakest first: by class, equal ones by suit.
    pub fn ascending(&self, faces: u64) -> impl Iterator<Item = usize> + use<'_> {
        let mut classes = self.fold(faces);
        let mut left = 0;
        std::iter::from_fn(move || {
            if left == 0 {
                let class = classes & classes.wrapping_neg();
                classes ^= class;
                left = self.unfold(class) & faces;
            }
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(bit)
        })
    }

    /// The cards in order of strength, weakest first, equal ones by suit, copies side by side.
    #[must_use]
    pub fn order(&self, cards: &Cards) -> Vec<Card> {
        let laid = self.lay(cards);
        let faces = self.ascending(laid.faces());
        faces.flat_map(|bit| std::iter::repeat_n(self.card_of(bit), laid.count(bit))).collect()
    }
}

/// The bits of `faces`, each where `to` says.
#[inline(always)]
fn moved<const N: usize>(to: &[u8; N], faces: u64) -> u64 {
    let (mut left, mut out) = (faces, 0);
    while left != 0 {
        out |= 1 << to[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    out
}

/// The classes of an effective suit, weakest first.
fn chain(
    switches: &Switches,
    trump: Option<Suit>,
    level: Option<Rank>,
    highest: Option<Rank>,
    effective: usize,
) -> Vec<Class> {
    let highest = highest.map(Rank::index);
    let level = level.map(Rank::index).filter(|&rank| Some(rank) != highest);
    let constant = |rank: usize| switches.constant_trumps >> rank & 1 != 0 && Some(rank) != level;
    let plain = |suit: Suit, name| {
        let ranks = ASCENDING.iter().enumerate();
        let ranks = ranks.filter(move |&(_, &rank)| {
            !constant(rank) && Some(rank) != level && Some(rank) != highest
        });
        ranks.map(move |(place, &rank)| Class {
            faces: vec![face(rank, suit)],
            name,
            rank: Some(place),
        })
    };
    if let Some(&suit) = Suit::ALL.get(effective) {
        let own = (Some(suit) != trump).then(|| plain(suit, None));
        return own.into_iter().flatten().collect();
    }
    let mut chain: Vec<Class> = match trump {
        Some(suit) => plain(suit, Some(TrumpClass::Plain)).collect(),
        None => Vec::new(),
    };
    let of_rank = |chain: &mut Vec<Class>, rank: usize, side, main| {
        let suits = Suit::ALL.into_iter().filter(|&suit| Some(suit) != trump);
        let faces = suits.map(|suit| face(rank, suit)).collect();
        chain.push(Class { faces, name: Some(side), rank: None });
        if let Some(suit) = trump {
            chain.push(Class { faces: vec![face(rank, suit)], name: Some(main), rank: None });
        }
    };
    let (side, main) = (TrumpClass::SideConstant, TrumpClass::MainConstant);
    for rank in ASCENDING.into_iter().filter(|&rank| constant(rank) && Some(rank) != highest) {
        of_rank(&mut chain, rank, side, main);
    }
    if let Some(rank) = level {
        of_rank(&mut chain, rank, TrumpClass::SideLevel, TrumpClass::MainLevel);
    }
    for (joker, name) in [(52, TrumpClass::SmallJoker), (53, TrumpClass::BigJoker)] {
        chain.push(Class { faces: vec![joker], name: Some(name), rank: None });
    }
    if let Some(rank) = highest {
        of_rank(&mut chain, rank, side, main);
    }
    chain
}

/// Whether two classes that follow each other are neighbours in a tractor.
fn linked(switches: &Switches, low: &Class, high: &Class) -> bool {
    if let (Some(a), Some(b)) = (low.rank, high.rank)
        && b > a + 1
        && !switches.hollow
    {
        return false;
    }
    // Without a trump suit one class of a rank stands for side and main.
    let called = |class: &Class, name: TrumpClass| {
        class.name == Some(name)
            || class.faces.len() == 4
                && matches!(
                    (class.name, name),
                    (Some(TrumpClass::SideLevel), TrumpClass::MainLevel)
                        | (Some(TrumpClass::SideConstant), TrumpClass::MainConstant)
                )
    };
    let banned = |&(a, b): &(TrumpClass, TrumpClass)| {
        called(low, a) && called(high, b) || called(low, b) && called(high, a)
    };
    !switches.banned_links.iter().any(banned)
}
