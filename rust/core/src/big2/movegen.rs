//! Which plays there are: counted, and numbered in the documented order.
//!
//! [`Table`] is a hand before a question, arranged by strength: it counts the plays of each kind
//! that beat a key, and makes the n-th of them, without a list. The fast loop asks it directly;
//! [`Rules::count`], [`Rules::nth`] and [`Rules::sample`] ask it for whatever question there is.
//!
//! What is called here is inlined into functions compiled for the processor, and loops are written
//! out: a closure of an iterator that stays a function of its own is compiled for any processor.

use super::ask::Ask;
use super::due::Due;
use super::flushes::{Flush, Flushes, Holes, five_of, fives, only_suit, weak_of_one_suit};
use super::held::{Held, Ranked, above, pair_key};
use super::moves::{Cards, Kind, Move};
use super::order::{DECK, EACH_RANK, NO_TIE, Order, ranks_of};
use super::rules::Rules;
use super::runs::{Listed, Straights};
use super::switches::{FlushOrder, Switches};
use super::two_pairs::{TwoPairs, two_pair_key};
use crate::bits::{Cpu, Isa};
use crate::rng::Rng;

/// No play to beat, in place of its key.
pub(super) const ALL: i32 = -1;

/// Of how many kinds of play there are numbers: [`Kind::Pass`] to [`Kind::Dragon`].
pub(super) const KINDS: usize = Kind::Dragon as usize + 1;

/// A kind as a mask of kinds.
#[inline(always)]
pub(super) const fn bit(kind: Kind) -> u16 {
    1 << kind as u16
}

/// Kinds that most rule sets are without.
pub(super) const RARE: u16 =
    bit(Kind::BareQuad) | bit(Kind::TwoPair4) | bit(Kind::TwoPair5) | bit(Kind::Dragon);

/// The kind of a number.
#[inline(always)]
pub(super) fn kind_at(number: u32) -> Kind {
    Kind::ALL[number as usize]
}

/// How many plays there are of each kind, and of all.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    of: [u32; KINDS],
    pub(super) sum: u32,
}

impl Counts {
    #[inline(always)]
    pub(super) fn put(&mut self, kind: Kind, n: u32) {
        self.of[kind as usize] = n;
        self.sum += n;
    }

    #[inline(always)]
    pub(super) fn get(&self, kind: Kind) -> u32 {
        self.of[kind as usize]
    }

    /// The kind that play number `n` is of, which there must be, and its number there, where no kind
    /// before `first` has any.
    #[inline(always)]
    pub(super) fn kind_of(&self, first: Kind, mut n: u32) -> (Kind, u32) {
        let mut kind = first as usize;
        while n >= self.of[kind] {
            n -= self.of[kind];
            kind += 1;
        }
        (kind_at(kind as u32), n)
    }
}

/// How many leads there are of the kinds that are not [`RARE`].
#[derive(Clone, Copy)]
pub(super) struct Leads {
    pub(super) singles: u32,
    pairs: u32,
    triples: u32,
    straights: u32,
    flushes: u32,
    full_houses: u32,
    quads: u32,
    /// Quads and straight flushes.
    pub(super) monsters: u32,
    /// Of all kinds of five cards.
    pub(super) fives: u32,
    /// Of all kinds.
    pub(super) sum: u32,
}

/// What counting plays needs to know of a rule set.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) straights: Straights,
    pub(super) flush_order: FlushOrder,
    has_flushes: bool,
    cpu: Cpu,
    /// The rank of the kings, unrevolved.
    kings: u32,
}

impl Tables {
    pub(super) fn new(s: &Switches, order: &Order, cpu: Cpu) -> Self {
        let listed: Vec<Listed> = order
            .windows
            .iter()
            .map(|window| {
                let tie = window.ranks.iter().position(|&rank| rank == window.tie);
                let tie = if window.tie == NO_TIE { None } else { tie };
                let (start, class) = (window.ranks[0], window.class);
                Listed { start, class, tie: tie.map_or(5, |tie| tie as u8) }
            })
            .collect();
        let kings = order.arrange(1 << (4 * 10)).trailing_zeros() / 4;
        let straights = Straights::new(&listed);
        Self { straights, flush_order: s.flush_order, has_flushes: s.flushes, cpu, kings }
    }
}

/// A play as the generator knows it: its cards, arranged, and its strength among its kind.
#[derive(Clone, Copy)]
pub(super) struct Play<const D: usize> {
    pub(super) kind: Kind,
    /// Its key, comparable with those of plays of its kind in the same order of ranks.
    pub(super) key: i32,
    /// Its cards, arranged without a revolution.
    pub(super) cards: Held<D>,
}

/// A hand, arranged.
#[derive(Clone, Copy)]
pub(super) struct Table<'a, const D: usize> {
    pub(super) tables: &'a Tables,
    /// Arranged without a revolution.
    pub(super) base: Held<D>,
    /// Arranged by the order in force.
    pub(super) now: Held<D>,
    /// The same with the number of cards of each rank.
    pub(super) ranked: Ranked<D>,
    pub(super) revolved: bool,
    /// First ranks of the straights, first cards of the straight flushes.
    pub(super) starts: u64,
    pub(super) suited: u64,
}

/// Exchanges the highest and the lowest rank (BT-38).
#[inline(always)]
pub(super) const fn turn_over(word: u64) -> u64 {
    let swap = (word ^ word >> 48) & 15;
    word ^ swap ^ swap << 48
}

/// Whether a hand may be played as a dragon (BT-21).
#[inline(always)]
pub(super) fn is_dragon<const D: usize>(hand: Held<D>) -> bool {
    ranks_of(hand.faces()) == EACH_RANK && hand.total() == 13
}

impl<'a, const D: usize> Table<'a, D> {
    #[inline(always)]
    pub(super) fn new(tables: &'a Tables, base: Held<D>, revolved: bool) -> Self {
        let now = if revolved { Held(base.0.map(turn_over)) } else { base };
        let starts = tables.straights.starts(base.faces());
        let suited = if starts == 0 { 0 } else { Straights::suited(base.faces(), starts) };
        Self { tables, base, now, ranked: Ranked::of(now), revolved, starts, suited }
    }

    /// Cards of the order in force, arranged without a revolution.
    #[inline(always)]
    fn unturned(&self, cards: Held<D>) -> Held<D> {
        if self.revolved { Held(cards.0.map(turn_over)) } else { cards }
    }

    #[inline(always)]
    fn two_pairs(&self, kind: Kind) -> TwoPairs<D> {
        TwoPairs { hand: self.now, fifth: kind == Kind::TwoPair5, flushes: self.tables.has_flushes }
    }

    /// Whether the hand may be played as a dragon (BT-21).
    #[inline(always)]
    fn is_dragon(&self) -> bool {
        is_dragon(self.base)
    }

    #[inline(always)]
    fn dragon_key(&self, cards: Held<D>) -> i32 {
        (cards.faces() >> (4 * self.tables.kings) & 15).trailing_zeros() as i32
    }

    /// How many flushes beat the key `over`.
    #[inline(always)]
    pub(super) fn flushes(&self, over: i32) -> u32 {
        let all = fives(self.base);
        if all == 0 {
            return 0;
        }
        if over == ALL {
            return all - self.suited.count_ones();
        }
        if let Some(cards) = self.flush_cards() {
            return all - weak_of_one_suit(cards, over, self.tables.flush_order);
        }
        self.all_flushes().count(self.tables.cpu, over)
    }

    /// The cards of the only suit that has flushes, if that is all there is to know.
    #[inline(always)]
    fn flush_cards(&self) -> Option<u64> {
        if D == 1 && self.suited == 0 { only_suit(self.now.0[0]) } else { None }
    }

    #[inline(always)]
    fn all_flushes(&self) -> Flushes {
        let holes = Holes { first: self.suited, revolved: self.revolved };
        Flushes { hand: self.now.of_two(), order: self.tables.flush_order, holes }
    }

    #[inline(always)]
    fn nth_flush<I: Isa>(&self, over: i32, n: u32) -> (i32, Held<D>) {
        let order = self.tables.flush_order;
        if let Some(cards) = self.flush_cards() {
            let weak = if over == ALL { 0 } else { weak_of_one_suit(cards, over, order) };
            let flush = Held::of_bit(five_of::<I>(cards, weak + n));
            return (Flush::of(flush).key(order), flush);
        }
        let (key, cards) = self.all_flushes().nth(self.tables.cpu, over, n);
        (key, Held(std::array::from_fn(|deck| cards.0[deck])))
    }

    /// How many plays of a kind beat the key `over`.
    #[inline(always)]
    pub(super) fn count(&self, kind: Kind, over: i32) -> u32 {
        let straights = &self.tables.straights;
        match kind {
            Kind::Single => (self.now.faces() & above(over)).count_ones(),
            Kind::Pair => self.ranked.pairs(over),
            Kind::Triple => self.ranked.of_size(3, over),
            Kind::BareQuad => self.ranked.of_size(4, over),
            Kind::TwoPair4 | Kind::TwoPair5 => self.two_pairs(kind).count(over),
            Kind::Straight if self.starts == 0 => 0,
            Kind::Straight => {
                let (faces, counts) = (self.base.faces(), self.base_counts());
                straights.count(faces, counts, self.starts, self.suited, over)
            }
            Kind::Flush => self.flushes(over),
            Kind::FullHouse => self.ranked.full_houses(over),
            Kind::Quads => self.ranked.quads(over),
            Kind::StraightFlush => straights.count_flushes(self.suited, over),
            Kind::Dragon if self.is_dragon() => u32::from(self.dragon_key(self.base) > over),
            _ => 0,
        }
    }

    #[inline(always)]
    fn nth_straight<I: Isa>(&self, over: i32, n: u32) -> (i32, u64) {
        let straights = &self.tables.straights;
        let counts = self.base_counts();
        straights.nth::<I>(self.base.faces(), counts, self.starts, self.suited, over, n)
    }

    /// How many faces each rank has without a revolution.
    #[inline(always)]
    fn base_counts(&self) -> u64 {
        if self.revolved { turn_over(self.ranked.faces) } else { self.ranked.faces }
    }

    /// Number `n` of those.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(&self, kind: Kind, over: i32, n: u32) -> Play<D> {
        let (now, ranked) = (self.now, self.ranked);
        let straights = &self.tables.straights;
        let (key, cards) = match kind {
            Kind::Single => {
                let card = I::select(now.faces() & above(over), n);
                (card as i32, self.unturned(Held::of_bit(1 << card)))
            }
            Kind::Pair => {
                let (rank, pick) = ranked.nth_pair::<I>(over, n);
                (pair_key::<D>(rank, pick), self.unturned(Held::of_pick(rank, pick)))
            }
            Kind::Triple | Kind::BareQuad => {
                let (rank, pick) = ranked.nth_of_size::<I>(kind.size(), over, n);
                (rank as i32, self.unturned(Held::of_pick(rank, pick)))
            }
            Kind::TwoPair4 | Kind::TwoPair5 => {
                let (key, cards) = self.two_pairs(kind).nth::<I>(over, n);
                (key, self.unturned(cards))
            }
            Kind::Straight => {
                let (key, cards) = self.nth_straight::<I>(over, n);
                (key, Held::of_bit(cards))
            }
            Kind::Flush => {
                let (key, cards) = self.nth_flush::<I>(over, n);
                (key, self.unturned(cards))
            }
            Kind::FullHouse => {
                let (rank, cards) = ranked.nth_full_house::<I>(over, n);
                (rank as i32, self.unturned(cards))
            }
            Kind::Quads => {
                let (rank, cards) = ranked.nth_quads::<I>(over, n);
                (rank as i32, self.unturned(cards))
            }
            Kind::StraightFlush => {
                let (key, cards) = straights.nth_flush(self.suited, over, n);
                (key, Held::of_bit(cards))
            }
            _ => (self.dragon_key(self.base), self.base),
        };
        Play { kind, key, cards }
    }

    /// How many leads there are, where the rule set has none of the [`RARE`] kinds. `fives` and
    /// `monsters` are whether there may be plays of five cards, and fours, at all.
    #[inline(always)]
    pub(super) fn leads(&self, kinds: u16, fives: bool, monsters: bool) -> Leads {
        let has = |kind: Kind| kinds & bit(kind) != 0;
        // No closure: what counts is to be compiled for the same processor.
        macro_rules! count {
            ($kind:ident) => {
                self.count(Kind::$kind, ALL)
            };
        }
        let (singles, pairs) = (count!(Single), count!(Pair));
        let triples = if pairs > 0 && has(Kind::Triple) { count!(Triple) } else { 0 };
        let (mut straights, mut flushes, mut full_houses) = (0, 0, 0);
        let (mut quads, mut straight_flushes) = (0, 0);
        if fives {
            if pairs > 1 {
                full_houses = count!(FullHouse);
                if monsters {
                    quads = count!(Quads);
                }
            }
            straights = count!(Straight);
            if has(Kind::Flush) {
                flushes = count!(Flush);
            }
            straight_flushes = self.suited.count_ones();
        }
        let monsters = quads + straight_flushes;
        let fives = straights + flushes + full_houses + monsters;
        let sum = singles + pairs + triples + fives;
        Leads {
            singles,
            pairs,
            triples,
            straights,
            flushes,
            full_houses,
            quads,
            monsters,
            fives,
            sum,
        }
    }

    /// Lead number `n` of these.
    #[inline(always)]
    pub(super) fn nth_lead<I: Isa>(&self, leads: Leads, mut n: u32) -> Play<D> {
        macro_rules! choose {
            ($($count:ident $kind:ident),*) => {$(
                if n < leads.$count {
                    return self.nth::<I>(Kind::$kind, ALL, n);
                }
                n -= leads.$count;
            )*};
        }
        choose!(
            singles Single, pairs Pair, triples Triple, straights Straight, flushes Flush,
            full_houses FullHouse, quads Quads
        );
        self.nth::<I>(Kind::StraightFlush, ALL, n)
    }

    /// The key of a play, its cards arranged without a revolution.
    pub(super) fn key(&self, kind: Kind, cards: Held<D>) -> i32 {
        let now = self.unturned(cards); // turning twice changes nothing
        let most = |size: u64| Ranked::of(now).at_least(size).trailing_zeros() >> 2;
        let pairs = || (0..13u32).rev().filter(|&rank| now.byte(rank).count_ones() == 2);
        match kind {
            Kind::Single => now.faces().trailing_zeros() as i32,
            Kind::Pair => pair_key::<D>(most(2), now.byte(most(2))),
            Kind::Triple | Kind::FullHouse => most(3) as i32,
            Kind::BareQuad | Kind::Quads => most(4) as i32,
            Kind::TwoPair4 | Kind::TwoPair5 => {
                let mut pairs = pairs();
                let (higher, lower) = (pairs.next(), pairs.next());
                let (higher, lower) = (higher.unwrap_or_default(), lower.unwrap_or_default());
                two_pair_key::<D>(higher, lower, now.byte(higher))
            }
            Kind::Straight | Kind::StraightFlush => {
                let straight = self.tables.straights.key(cards.faces());
                if kind == Kind::Straight {
                    straight
                } else {
                    straight & !3 | (cards.faces().trailing_zeros() & 3) as i32
                }
            }
            Kind::Flush => Flush::of(now).key(self.tables.flush_order),
            _ => self.dragon_key(cards),
        }
    }
}

/// Cards arranged without a revolution; of one deck as far as they are no copies.
#[inline(always)]
pub(super) fn arranged<const D: usize>(rules: &Rules, cards: Cards) -> Held<D> {
    Held(std::array::from_fn(|deck| rules.orders[0].arrange(cards.planes()[deck])))
}

/// The cards that are arranged so.
#[inline(always)]
pub(super) fn restored<const D: usize>(rules: &Rules, held: Held<D>) -> Cards {
    let word = |deck: usize| held.0.get(deck).copied().unwrap_or_default();
    rules.orders[0].restore_cards([word(0), word(1)])
}

/// A question with the hand it is asked of.
pub(super) struct Question<'a, const D: usize> {
    table: Table<'a, D>,
    /// The kinds that answer it, and of these the ones that need a key above `over`.
    kinds: u16,
    by_key: u16,
    over: i32,
    /// Whether a single must be the highest.
    top_single: bool,
}

impl<'a, const D: usize> Question<'a, D> {
    #[inline(always)]
    fn new(rules: &'a Rules, ask: &Ask, hand: Cards) -> Self {
        let tables = &rules.tables;
        let table = Table::new(tables, arranged(rules, hand), ask.revolved);
        let pairings = &rules.pairings;
        let may = if ask.monsters_only { pairings.monsters } else { pairings.plays };
        let (mut kinds, mut by_key, mut over) = (may, 0, ALL);
        if let Some(to_beat) = ask.to_beat {
            let other = to_beat.kind as usize;
            by_key = pairings.by_key[other] & may;
            kinds = pairings.outright[other] & may | by_key;
            over = table.key(to_beat.kind, arranged(rules, to_beat.cards));
        }
        Self { table, kinds, by_key, over, top_single: ask.top_single }
    }

    #[inline(always)]
    fn over(&self, kind: Kind) -> i32 {
        if self.by_key & bit(kind) != 0 { self.over } else { ALL }
    }

    #[inline(always)]
    fn count_kind(&self, kind: Kind) -> u32 {
        let all = self.table.count(kind, self.over(kind));
        if kind == Kind::Single && self.top_single { all.min(1) } else { all }
    }

    #[inline(always)]
    fn nth_of_kind<I: Isa>(&self, kind: Kind, n: u32) -> Play<D> {
        let n = if kind == Kind::Single && self.top_single {
            self.table.count(kind, self.over(kind)) - 1
        } else {
            n
        };
        self.table.nth::<I>(kind, self.over(kind), n)
    }

    /// How many plays answer. Kinds are written out: closures would be compiled for any processor.
    #[inline(always)]
    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        macro_rules! count {
            ($($kind:ident)*) => {$(
                if self.kinds & bit(Kind::$kind) != 0 {
                    counts.put(Kind::$kind, self.count_kind(Kind::$kind));
                }
            )*};
        }
        count!(Single Pair Triple Straight Flush FullHouse Quads StraightFlush);
        if self.kinds & RARE != 0 {
            count!(BareQuad TwoPair4 TwoPair5 Dragon);
        }
        counts
    }

    /// Answer number `n` of these counts, in the documented order.
    #[inline(always)]
    fn nth_of<I: Isa>(&self, counts: &Counts, n: u32) -> Play<D> {
        let (kind, n) = counts.kind_of(kind_at(self.kinds.trailing_zeros()), n);
        self.nth_of_kind::<I>(kind, n)
    }

    /// The same without counts, of the kinds no more than it takes.
    #[inline(always)]
    fn nth<I: Isa>(&self, mut n: u64) -> Option<Play<D>> {
        let mut left = self.kinds;
        while left != 0 {
            let kind = kind_at(left.trailing_zeros());
            let here = u64::from(self.count_kind(kind));
            if n < here {
                return Some(self.nth_of_kind::<I>(kind, n as u32));
            }
            n -= here;
            left &= left - 1;
        }
        None
    }

    /// Number `n` of the plays with a card: those of the kind are looked through.
    #[inline(always)]
    pub(super) fn nth_with<I: Isa>(&self, others: &Self, due: u64, mut n: u64) -> Option<Play<D>> {
        let mut left = self.kinds;
        while left != 0 {
            let kind = kind_at(left.trailing_zeros());
            left &= left - 1;
            let all = self.count_kind(kind);
            let without = if others.kinds & bit(kind) == 0 { 0 } else { others.count_kind(kind) };
            let here = u64::from(all - without);
            if n < here {
                if matches!(kind, Kind::TwoPair4 | Kind::TwoPair5) && self.over(kind) == ALL {
                    let (table, others) = (&self.table, others.table.two_pairs(kind));
                    let due = table.unturned(Held::of_bit(due)).faces();
                    let (key, cards) =
                        table.two_pairs(kind).nth_with::<I>(others, due, n as u32)?;
                    return Some(Play { kind, key, cards: table.unturned(cards) });
                }
                return (0..all)
                    .map(|number| self.nth_of_kind::<I>(kind, number))
                    .filter(|play| play.cards.faces() & due != 0)
                    .nth(n as usize);
            }
            n -= here;
        }
        None
    }
}

/// The same question for what does not contain a card: the plays of the other cards.
#[inline(always)]
fn others<'a, const D: usize>(rules: &'a Rules, ask: &Ask, card: u8) -> Question<'a, D> {
    let mut others = Question::new(rules, ask, ask.hand.within(DECK & !(1 << card)));
    if ask.top_single {
        // The highest single is that of the whole hand.
        let order = rules.order(ask.revolved);
        if order.arrange(ask.hand.faces()) < 2 * order.arrange(1 << card) {
            others.kinds &= !bit(Kind::Single);
        }
    }
    others
}

/// Whether any play of the kinds that most rule sets have answers, and nothing else.
#[inline(always)]
fn is_plain_lead(rules: &Rules, ask: &Ask) -> bool {
    ask.to_beat.is_none()
        && !(ask.may_pass || ask.top_single || ask.monsters_only)
        && rules.pairings.plays & RARE == 0
}

/// The leads with the lowest card of the hand, where that is the question.
#[inline(always)]
fn due_lead<'a, const D: usize>(rules: &'a Rules, ask: &Ask) -> Option<Due<'a, D>> {
    let lead = ask.to_beat.is_none() && !ask.revolved && !ask.top_single && !ask.monsters_only;
    let card = rules.orders[0].arrange(1 << ask.due.filter(|_| lead)?);
    let hand: Held<D> = arranged(rules, ask.hand);
    let lowest = hand.faces() & hand.faces().wrapping_neg();
    (card == lowest).then(|| Due::new(Table::new(&rules.tables, hand, false)))
}

#[inline(always)]
fn count_impl<const D: usize>(rules: &Rules, ask: &Ask) -> u64 {
    let Some(card) = ask.due else {
        return u64::from(Question::<D>::new(rules, ask, ask.hand).counts().sum);
    };
    if let Some(due) = due_lead::<D>(rules, ask) {
        return u64::from(due.counts(rules.pairings.plays).sum);
    }
    let all = Question::<D>::new(rules, ask, ask.hand).counts();
    u64::from(all.sum - others::<D>(rules, ask, card).counts().sum)
}

#[inline(always)]
fn nth_impl<I: Isa, const D: usize>(rules: &Rules, ask: &Ask, n: u64) -> Option<Play<D>> {
    let Some(card) = ask.due else {
        return Question::<D>::new(rules, ask, ask.hand).nth::<I>(n);
    };
    if let Some(due) = due_lead::<D>(rules, ask) {
        let counts = due.counts(rules.pairings.plays);
        return (n < u64::from(counts.sum)).then(|| due.nth_of::<I>(&counts, n as u32));
    }
    let question = Question::<D>::new(rules, ask, ask.hand);
    let others = others::<D>(rules, ask, card);
    question.nth_with::<I>(&others, rules.orders[0].arrange(1 << card), n)
}

/// A random answer, a pass among them.
#[inline(always)]
fn sample_impl<I: Isa, const D: usize>(rules: &Rules, ask: &Ask, rng: &mut Rng) -> Move {
    if ask.due.is_some() {
        let n = rng.choose(count_impl::<D>(rules, ask) + u64::from(ask.may_pass));
        return nth_move::<I, D>(rules, ask, n);
    }
    if is_plain_lead(rules, ask) {
        let table = Table::<D>::new(&rules.tables, arranged(rules, ask.hand), ask.revolved);
        let leads = table.leads(rules.pairings.plays, true, true);
        if leads.sum == 0 {
            return Move::PASS;
        }
        let n = rng.choose(u64::from(leads.sum)) as u32;
        return as_move(rules, table.nth_lead::<I>(leads, n));
    }
    let question = Question::<D>::new(rules, ask, ask.hand);
    let counts = question.counts();
    let pass = u32::from(ask.may_pass);
    let n = rng.choose(u64::from(counts.sum + pass)) as u32;
    if n < pass || counts.sum == 0 {
        return Move::PASS;
    }
    as_move(rules, question.nth_of::<I>(&counts, n - pass))
}

/// A pass comes first.
#[inline(always)]
fn nth_move<I: Isa, const D: usize>(rules: &Rules, ask: &Ask, n: u64) -> Move {
    let pass = u64::from(ask.may_pass);
    if n < pass {
        return Move::PASS;
    }
    match nth_impl::<I, D>(rules, ask, n - pass) {
        Some(play) => as_move(rules, play),
        None => Move::PASS,
    }
}

/// A play as a move.
#[inline(always)]
fn as_move<const D: usize>(rules: &Rules, play: Play<D>) -> Move {
    Move::play(play.kind, restored(rules, play.cards))
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn count_one<I: Isa>(rules: &Rules, ask: &Ask) -> u64 {
    count_impl::<1>(rules, ask)
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn count_two<I: Isa>(rules: &Rules, ask: &Ask) -> u64 {
    count_impl::<2>(rules, ask)
}

#[inline(always)]
fn nth_one<I: Isa>(rules: &Rules, ask: &Ask, n: u64) -> Move {
    nth_move::<I, 1>(rules, ask, n)
}

#[inline(always)]
fn nth_two<I: Isa>(rules: &Rules, ask: &Ask, n: u64) -> Move {
    nth_move::<I, 2>(rules, ask, n)
}

#[inline(always)]
fn sample_one<I: Isa>(rules: &Rules, ask: &Ask, rng: &mut Rng) -> Move {
    sample_impl::<I, 1>(rules, ask, rng)
}

#[inline(always)]
fn sample_two<I: Isa>(rules: &Rules, ask: &Ask, rng: &mut Rng) -> Move {
    sample_impl::<I, 2>(rules, ask, rng)
}

impl Rules {
    /// How many legal moves a question has.
    #[must_use]
    pub fn count(&self, ask: &Ask) -> u64 {
        let rules = self;
        let plays = if self.switches.decks == 1 {
            crate::dispatch!(self.cpu, apart count_one(rules: &Rules, ask: &Ask) -> u64)
        } else {
            crate::dispatch!(self.cpu, apart count_two(rules: &Rules, ask: &Ask) -> u64)
        };
        plays + u64::from(ask.may_pass)
    }

    /// Legal move number `n` of a question, in the documented order; `n` must be below
    /// [`count`](Self::count).
    #[must_use]
    pub fn nth(&self, ask: &Ask, n: u64) -> Move {
        let rules = self;
        if self.switches.decks == 1 {
            crate::dispatch!(self.cpu, apart nth_one(rules: &Rules, ask: &Ask, n: u64) -> Move)
        } else {
            crate::dispatch!(self.cpu, apart nth_two(rules: &Rules, ask: &Ask, n: u64) -> Move)
        }
    }

    /// A random legal move of a question, each as likely: [`nth`](Self::nth) of one
    /// [`choose`](Rng::choose) among [`count`](Self::count), for little more than the count costs. A
    /// pass where there is none.
    #[must_use]
    pub fn sample(&self, ask: &Ask, rng: &mut Rng) -> Move {
        let rules = self;
        if self.switches.decks == 1 {
            crate::dispatch!(
                self.cpu,
                apart sample_one(rules: &Rules, ask: &Ask, rng: &mut Rng) -> Move
            )
        } else {
            crate::dispatch!(
                self.cpu,
                apart sample_two(rules: &Rules, ask: &Ask, rng: &mut Rng) -> Move
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::big2::{
        BareQuad, FiveCard, FlushOrder, NamedStraights, StraightTie, Straights, SuitOrder,
    };
    use crate::bits::Cpu;
    use crate::rng::Domain;
    use std::ops::ControlFlow;

    /// Random switches of the play.
    fn random_rules(rng: &mut Rng) -> Rules {
        let pick = |rng: &mut Rng, n: usize| rng.below(n as u64) as usize;
        let on = |rng: &mut Rng| rng.below(2) == 1;
        let straights = match pick(rng, 9) {
            7 => Straights::List("34567 … TJQKA JQKA2 QKA23=KA234 A2345 23456".to_owned()),
            8 => Straights::List("23456=A2345=TJQKA JQKA2".to_owned()),
            n => Straights::Named(NamedStraights::ALL[n]),
        };
        let five_card = FiveCard::ALL[pick(rng, 2)];
        let decks = 1 + pick(rng, 2) as u8;
        let flushes = on(rng);
        // Without flushes nothing is in an order of them.
        let flush_order = if flushes { FlushOrder::ALL[pick(rng, 3)] } else { FlushOrder::Rank };
        let switches = Switches {
            decks,
            suit_order: SuitOrder::ALL[pick(rng, 2)],
            top_rank: if on(rng) { 12 } else { pick(rng, 13) as u8 },
            triples: on(rng),
            bare_quad: BareQuad::ALL[pick(rng, 3)],
            two_pair_4: on(rng),
            two_pair_5: on(rng),
            straights,
            straight_tie: StraightTie::ALL[pick(rng, 4)],
            flushes,
            flush_order,
            five_card,
            monsters: five_card == FiveCard::SameKind && on(rng),
            dragon_play: on(rng),
            players: 4 * decks,
            ..Switches::default()
        };
        Rules::new(switches, Cpu::detect(on(rng))).unwrap()
    }

    /// A hand of so many cards out of a few ranks or suits, so that there are many plays.
    fn random_hand(rng: &mut Rng, decks: u8, size: usize) -> Cards {
        let mask = match rng.below(4) {
            0 => DECK,
            1 => 0xf_ffff << (4 * rng.below(9)),
            2 => (EACH_RANK * 3) | 0xfff,
            _ => 0xf_ff00_0000_0fff,
        };
        let mut hand = Cards::EMPTY;
        while hand.total() < size {
            let card = 1 << rng.below(52) & mask & DECK;
            let more = hand.sum(&{
                let mut one = Cards::EMPTY;
                one.add(card, 1);
                one
            });
            if card != 0 && hand.at_least(usize::from(decks)) & card == 0 {
                hand = more;
            }
        }
        hand
    }

    /// Counts and numbers of a question beside its list.
    fn check(rules: &Rules, ask: &Ask, rng: &mut Rng) {
        let mut list = Vec::new();
        let _ = rules.for_each(ask, |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
        assert_eq!(rules.count(ask), list.len() as u64, "{ask:?} {:?}", rules.switches);
        // Into a list without room, and into one that had other moves.
        let mut listed = Vec::new();
        for _ in 0..2 {
            rules.list(ask, &mut listed);
            assert_eq!(listed, list, "{ask:?} {:?}", rules.switches);
        }
        let some = |n: u64| rng.below(n);
        let numbers: Vec<u64> = match list.len() as u64 {
            n if n <= 200 => (0..n).collect(),
            n => std::iter::repeat_n(n, 25).map(some).collect(),
        };
        for n in numbers {
            let (nth, listed) = (rules.nth(ask, n), list[n as usize]);
            assert_eq!(nth, listed, "number {n} of {ask:?} {:?}", rules.switches);
        }
        let mut same = rng.clone();
        let n = same.choose(list.len() as u64);
        let drawn = list.get(n as usize).copied().unwrap_or(Move::PASS);
        assert_eq!(rules.sample(ask, rng), drawn, "{ask:?} {:?}", rules.switches);
        assert_eq!(*rng, same);
    }

    #[test]
    fn counts_and_numbers_are_those_of_the_list() {
        let mut rng = Rng::stream(11, Domain::Play, 0, 0);
        for round in 0..300 {
            let rules = random_rules(&mut rng);
            let decks = rules.switches.decks;
            let size = match round % 60 {
                0 => 26 * usize::from(decks),
                1..10 => 13,
                _ => 1 + rng.below(12) as usize,
            };
            let hand = if size > 13 {
                Cards::from_decks(crate::deal::split_decks::<crate::bits::Portable, 2>(
                    &mut rng,
                    [DECK, if decks == 2 { DECK } else { 0 }],
                    52 * u32::from(decks),
                    size as u32,
                ))
            } else {
                random_hand(&mut rng, decks, size)
            };
            let revolved = rng.below(2) == 1;
            let lead = Ask { revolved, ..Ask::lead(hand) };
            check(&rules, &lead, &mut rng);
            let (due, _) = hand.iter().next().unwrap();
            check(&rules, &Ask { due: Some(due as u8), ..lead }, &mut rng);
            let lowest = rules.orders[0].arrange(hand.faces());
            let lowest = rules.orders[0].restore(lowest & lowest.wrapping_neg()).trailing_zeros();
            let due = Some(lowest as u8);
            check(&rules, &Ask { due, revolved: false, ..lead }, &mut rng);
            check(&rules, &Ask { top_single: true, ..lead }, &mut rng);
            // Plays of another hand, and of the same.
            let other = random_hand(&mut rng, decks, 9);
            for cards in [hand, other] {
                let all = Ask { revolved, ..Ask::lead(cards) };
                let mut of_kind = [Vec::new(), Vec::new(), Vec::new()];
                for _ in 0..6 {
                    let n = rng.below(rules.count(&all));
                    of_kind[0].push(rules.nth(&all, n));
                }
                let _ = rules.for_each(&all, |mv| {
                    if of_kind[1].last().is_none_or(|last: &Move| last.kind != mv.kind) {
                        of_kind[1].push(mv);
                    }
                    of_kind[2] = vec![mv];
                    ControlFlow::Continue(())
                });
                let most = if size > 13 { 2 } else { 12 };
                for to_beat in of_kind.into_iter().flatten().take(most) {
                    let follow = Ask { revolved, ..Ask::follow(hand, to_beat) };
                    check(&rules, &follow, &mut rng);
                    check(&rules, &Ask { monsters_only: true, ..follow }, &mut rng);
                    check(&rules, &Ask { top_single: true, may_pass: false, ..follow }, &mut rng);
                }
            }
        }
    }
}
