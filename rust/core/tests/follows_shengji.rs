//! Legal follows of Shengji, compared with a literal reading of what cards are worth (SJ-19): every
//! placement of every demand is tried, and the greatest record counts.

use chupai_core::bits::Cpu;
use chupai_core::card::{Rank, Suit};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::asked::Asked;
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{FollowOrder, Switches, TrumpClass};
use chupai_core::shengji::trump::Trump;
use chupai_core::shengji::unit::Form;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// Copies of each face of an effective suit, weakest face first.
type Counts = Vec<u8>;
/// What a serving adds to the record: its rung, then lengths.
type Entry = Vec<u8>;
type Record = Vec<Entry>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Demand {
    width: usize,
    length: usize,
    quads: bool,
}

/// One way to serve a demand: what it adds to the record, what is left, which demands it leaves.
type Way = (Entry, Counts, Vec<Demand>);

/// The effective suit that is followed, as plain lists.
struct Chain {
    /// The laid bit of each face, weakest first, and the number of its class.
    faces: Vec<usize>,
    class: Vec<usize>,
    /// Whether a class is linked to the next.
    link: Vec<bool>,
    order: FollowOrder,
    least: usize,
    /// The hand, where wider faces are protected.
    protect: Option<Counts>,
    memo: HashMap<(Counts, Vec<Demand>), Record>,
}

impl Chain {
    fn new(switches: &Switches, trump: &Trump, suit: usize, hand: &Cards) -> Self {
        let faces: Vec<usize> = trump.ascending(trump.suit_mask(suit)).collect();
        let mut classes: Vec<usize> = faces.iter().map(|&face| trump.class_of(face)).collect();
        let class = classes.clone();
        classes.dedup();
        let link = classes
            .windows(2)
            .map(|pair| trump.runs(1 << pair[0] | 1 << pair[1], 2) != 0)
            .collect();
        let class = class
            .iter()
            .map(|class| classes.iter().position(|other| other == class).unwrap())
            .collect();
        let protect =
            switches.protect_wider.then(|| faces.iter().map(|&f| hand.count(f) as u8).collect());
        let least = trump.least_run();
        let order = switches.follow_order;
        Self { faces, class, link, order, least, protect, memo: HashMap::new() }
    }

    fn counts(&self, cards: &Cards) -> Counts {
        self.faces.iter().map(|&face| cards.count(face) as u8).collect()
    }

    /// How many copies of a face count for a width.
    fn copies(&self, left: &Counts, face: usize, width: usize) -> usize {
        let copies = usize::from(left[face]);
        match &self.protect {
            Some(hand) if usize::from(hand[face]) != width || copies != width => 0,
            _ => copies,
        }
    }

    /// What is left after each way to take a run.
    fn runs(&self, left: &Counts, width: usize, length: usize) -> Vec<Counts> {
        let mut all = Vec::new();
        if length < self.least {
            return all;
        }
        for first in 0..=self.link.len() {
            let last = first + length - 1;
            if last > self.link.len() || !self.link[first..last].iter().all(|&link| link) {
                continue;
            }
            let mut ways = vec![left.clone()];
            for class in first..=last {
                let mut more = Vec::new();
                for way in ways {
                    for face in 0..self.faces.len() {
                        if self.class[face] == class && self.copies(&way, face, width) >= width {
                            let mut way = way.clone();
                            way[face] -= width as u8;
                            more.push(way);
                        }
                    }
                }
                ways = more;
            }
            all.extend(ways);
        }
        all
    }

    /// What is left after each way to take so many tuples from the faces from `face` on.
    fn loose(&self, left: &Counts, width: usize, number: usize, face: usize) -> Vec<Counts> {
        if number == 0 {
            return vec![left.clone()];
        }
        let mut all = Vec::new();
        for face in face..self.faces.len() {
            if self.copies(left, face, width) >= width {
                let mut rest = left.clone();
                rest[face] -= width as u8;
                all.extend(self.loose(&rest, width, number - 1, face));
            }
        }
        all
    }

    /// All tuples of a demand at once: the lengths of the runs, longest first, and what is left.
    fn together(&self, left: &Counts, width: usize, length: usize) -> Vec<(Entry, Counts)> {
        let mut all: Vec<_> =
            self.loose(left, width, length, 0).into_iter().map(|rest| (vec![], rest)).collect();
        for part in 2..=length {
            for rest in self.runs(left, width, part) {
                for (mut lengths, rest) in self.together(&rest, width, length - part) {
                    lengths.push(part as u8);
                    lengths.sort_by(|a, b| b.cmp(a));
                    all.push((lengths, rest));
                }
            }
        }
        all
    }

    fn ways(&self, demand: Demand, left: &Counts) -> Vec<Way> {
        let Demand { width, length, quads } = demand;
        let mut all = Vec::new();
        let whole = |rung: u8, narrow: usize, all: &mut Vec<Way>| {
            for rest in self.runs(left, narrow, length) {
                let again = Demand { width: 2, length, quads: false };
                let again = if quads && narrow == 2 && width > 2 { vec![again] } else { vec![] };
                all.push((vec![rung], rest, again));
            }
        };
        match self.order {
            FollowOrder::RunsFirst if length >= 2 => {
                for narrow in 2..=width {
                    whole(7 + narrow as u8, narrow, &mut all);
                }
            }
            FollowOrder::RunBeforeTriples if length >= 2 && width == 3 => {
                whole(9, 3, &mut all);
                whole(8, 2, &mut all);
            }
            FollowOrder::RunBeforeOneTriple if length >= 2 && width == 3 => {
                whole(9, 3, &mut all);
                for (lengths, rest) in self.together(left, width, length) {
                    let entry = [vec![8], lengths].concat();
                    all.push((entry, rest, vec![]));
                }
                whole(7, 2, &mut all);
            }
            _ => {}
        }
        for part in 2..=length {
            for rest in self.runs(left, width, part) {
                let shorter = Demand { length: length - part, ..demand };
                let shorter = if part < length { vec![shorter] } else { vec![] };
                all.push((vec![1, part as u8], rest, shorter));
            }
        }
        for number in 0..=length {
            let unmet = length - number;
            let narrower = Demand { width: width - 1, length: unmet, quads };
            let unmet = match (unmet, width, quads) {
                (0, ..) | (_, 2, _) => vec![],
                (_, 3, true) => vec![Demand { quads: false, ..narrower }; 2],
                _ => vec![narrower],
            };
            for rest in self.loose(left, width, number, 0) {
                all.push((vec![0, number as u8], rest, unmet.clone()));
            }
        }
        all
    }

    /// V: the greatest record over all placements.
    fn value(&mut self, left: &Counts, demands: &[Demand]) -> Record {
        let Some(widest) = demands.iter().map(|d| d.width).max() else { return vec![] };
        let same = demands.iter().filter(|d| d.width == widest);
        let longest = same.map(|d| d.length).max().unwrap();
        let key = (left.clone(), demands.to_vec());
        if let Some(known) = self.memo.get(&key) {
            return known.clone();
        }
        let mut best = Record::new();
        for (n, &demand) in demands.iter().enumerate() {
            if (demand.width, demand.length) != (widest, longest) || demands[..n].contains(&demand)
            {
                continue;
            }
            for (entry, rest, more) in self.ways(demand, left) {
                if best.first().is_some_and(|first| entry < *first) {
                    continue;
                }
                let mut others = demands.to_vec();
                others.remove(n);
                others.extend(more);
                others.sort();
                let mut record = vec![entry];
                record.extend(self.value(&rest, &others));
                best = best.max(record);
            }
        }
        self.memo.insert(key, best.clone());
        best
    }

    fn worth(&mut self, cards: &Cards, lead: &[Form]) -> Record {
        if self.order == FollowOrder::SuitOnly {
            return vec![];
        }
        let mut demands: Vec<Demand> = lead
            .iter()
            .filter(|form| form.width > 1)
            .map(|form| Demand {
                width: form.width.into(),
                length: form.length.into(),
                quads: form.width == 4,
            })
            .collect();
        demands.sort();
        let left = self.counts(cards);
        self.value(&left, &demands)
    }
}

/// All sub-multisets of a size, by number of copies from the strongest face up to the weakest.
fn choices(trump: &Trump, cards: &Cards, size: usize) -> Vec<Cards> {
    let mut all = vec![Cards::EMPTY];
    for face in trump.ascending(cards.faces()) {
        let mut more = Vec::new();
        for chosen in all {
            for copies in (0..=cards.count(face)).rev() {
                let mut chosen = chosen;
                chosen.add(1 << face, copies);
                if chosen.total() <= size {
                    more.push(chosen);
                }
            }
        }
        all = more;
    }
    all.retain(|chosen| chosen.total() == size);
    all
}

struct Case {
    rules: Rules,
    suit: Option<Suit>,
    level: Option<Rank>,
    led: usize,
    lead: Vec<Form>,
    size: usize,
    hand: Cards,
}

/// How many random cases are tried.
fn cases() -> usize {
    std::env::var("CHUPAI_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2000)
}

/// A number below `n`.
fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u64) as usize
}

fn random_switches(rng: &mut Rng) -> Switches {
    let mut switches = Switches { decks: 1 + below(rng, 4) as u8, ..Switches::default() };
    switches.follow_order = FollowOrder::ALL[below(rng, FollowOrder::ALL.len())];
    switches.protect_wider = below(rng, 5) == 0;
    switches.tractors = below(rng, 8) != 0;
    switches.hollow = below(rng, 4) != 0;
    switches.tractor_min_length = if below(rng, 5) == 0 { 3 } else { 2 };
    switches.constant_trumps = match below(rng, 4) {
        0 => 1 << 12,
        1 => 1 << 12 | 1 << 4,
        _ => 0,
    };
    if below(rng, 4) == 0 {
        switches.banned_links.push((TrumpClass::SideLevel, TrumpClass::MainLevel));
    }
    switches
}

/// A lead of at most `most` cards: units and singles.
fn random_lead(rng: &mut Rng, switches: &Switches, most: usize) -> (Vec<Form>, usize) {
    let (mut lead, mut size) = (Vec::new(), 0);
    for _ in 0..1 + below(rng, 4) {
        let width = 1 + below(rng, switches.decks.into());
        let least = usize::from(switches.tractor_min_length);
        let length = match below(rng, 2) {
            0 if width > 1 && switches.tractors => least + below(rng, 3),
            _ => 1,
        };
        if size + width * length <= most {
            lead.push(Form::new(width, length));
            size += width * length;
        }
    }
    let singles = if size == 0 { 1 } else { below(rng, 3).min(most - size) };
    lead.extend((0..singles).map(|_| Form::new(1, 1)));
    (lead, size + singles)
}

fn random_case(rng: &mut Rng) -> Case {
    let switches = random_switches(rng);
    let decks = usize::from(switches.decks);
    let rules = Rules::new(switches, Cpu::Portable).unwrap();
    let suit = Suit::ALL.get(below(rng, 6)).copied();
    let level = [Some(Rank::Ten), Some(Rank::Two), Some(Rank::Ace), Some(Rank::Nine), None];
    let level = level[below(rng, level.len())];
    let trump = rules.trump(suit, level);
    let suits: Vec<usize> = (0..5).filter(|&suit| trump.suit_mask(suit) != 0).collect();
    let led = if below(rng, 2) == 0 { 4 } else { suits[below(rng, suits.len())] };
    // Faces near each other, so that there are runs, with many copies or few.
    let faces: Vec<usize> = trump.ascending(trump.suit_mask(led)).collect();
    let width = (3 + below(rng, 6)).min(faces.len());
    let first = below(rng, faces.len() - width + 1);
    let mut hand = Cards::EMPTY;
    let richness = below(rng, 3);
    for &face in &faces[first..first + width] {
        let copies = (0..=richness).map(|_| below(rng, decks + 1)).max().unwrap();
        if hand.total() + copies <= 12 {
            hand.add(1 << face, copies);
        }
    }
    let in_suit = hand.total();
    let (lead, size) = random_lead(rng, rules.switches(), (in_suit + 1).min(11));
    let others = size.saturating_sub(in_suit) + below(rng, 3);
    while hand.total() < in_suit + others {
        let face = below(rng, 54);
        if trump.suit_of(face) != led && hand.count(face) < decks {
            hand.add(1 << face, 1);
        }
    }
    Case { rules, suit, level, led, lead, size, hand }
}

/// The laid faces that may be added to staged cards so that one of the plays remains.
fn next_faces(plays: &[Cards], staged: &Cards) -> u64 {
    let left = plays.iter().filter(|play| play.contains(staged));
    left.fold(0, |faces, play| faces | play.difference(staged).faces())
}

fn check(case: &Case, rng: &mut Rng) {
    let Case { rules, suit, level, led, lead, size, hand } = case;
    let (switches, trump) = (rules.switches(), rules.trump(*suit, *level));
    let asked = Asked::new(switches, trump, lead, *led, *size, *hand);
    let about = || {
        let hand = trump.stand(hand);
        format!("{hand} asked {lead:?} of {led}, trump {suit:?}, level {level:?}, {switches:?}")
    };
    let in_suit = hand.within(trump.suit_mask(*led));
    let owed = in_suit.total().min(*size);
    let mut chain = Chain::new(switches, trump, *led, &in_suit);
    let best = chain.worth(&in_suit, lead);
    let mut plays = Vec::new();
    for play in choices(trump, hand, *size) {
        let followed = play.within(trump.suit_mask(*led));
        let legal = followed.total() == owed
            && (in_suit.total() < *size || chain.worth(&followed, lead) == best);
        assert_eq!(asked.is_legal(&play), legal, "{} of {}", trump.stand(&play), about());
        assert_eq!(asked.why_not(&play).is_none(), legal, "{}", about());
        if legal {
            plays.push(play);
        }
    }
    let mut listed = Vec::new();
    asked.for_each(|play| {
        listed.push(play);
        ControlFlow::Continue(())
    });
    assert_eq!(listed, plays, "{}", about());
    assert_eq!(asked.count(), plays.len() as u64, "{}", about());
    for _ in 0..plays.len().min(50) {
        let n = below(rng, plays.len());
        assert_eq!(asked.nth(n as u64), plays[n], "{}", about());
    }
    check_staging(&asked, trump, hand, &plays, rng, &about);
}

fn check_staging(
    asked: &Asked<'_>,
    trump: &Trump,
    hand: &Cards,
    plays: &[Cards],
    rng: &mut Rng,
    about: &dyn Fn() -> String,
) {
    for _ in 0..4 {
        let play = plays[below(rng, plays.len())];
        let mut staged = Cards::EMPTY;
        loop {
            let mask = next_faces(plays, &staged);
            let text = || format!("{} staged, {}", trump.stand(&staged), about());
            assert_eq!(asked.stage_mask(&staged), mask, "{}", text());
            // Now and then a card that leads nowhere.
            let stray = below(rng, 6) == 0;
            let from = if stray { hand } else { &play };
            let left = from.difference(&staged).faces();
            if left == 0 {
                break;
            }
            let faces: Vec<usize> = (0..54).filter(|face| left >> face & 1 != 0).collect();
            staged.add(1 << faces[below(rng, faces.len())], 1);
        }
    }
}

#[test]
fn agree_with_the_worth_of_cards_tried_out() {
    let mut rng = Rng::stream(19, Domain::Play, 0, 0);
    for _ in 0..cases() {
        let case = random_case(&mut rng);
        check(&case, &mut rng);
    }
}

/// Where quads and triples are led at once, it matters which of equally long demands is met first.
#[test]
fn demands_of_quads_beside_triples() {
    let mut rng = Rng::stream(20, Domain::Play, 0, 0);
    let orders = FollowOrder::ALL;
    for n in 0..cases() / 100 {
        let follow_order = orders[n % orders.len()];
        let switches = Switches { decks: 4, follow_order, ..Switches::default() };
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        let trump = rules.trump(Some(Suit::Spades), Some(Rank::Ten));
        let (quads, triples) = ([2, 3, 3, 4][below(&mut rng, 4)], [2, 3, 3, 4][below(&mut rng, 4)]);
        let mut lead = vec![Form::new(4, quads), Form::new(3, triples)];
        if below(&mut rng, 2) == 0 {
            lead.push(Form::new(2, 1 + below(&mut rng, 3)));
        }
        let size = lead.iter().map(|form| form.size()).sum::<usize>() + below(&mut rng, 3);
        let faces: Vec<usize> = trump.ascending(trump.suit_mask(4)).collect();
        let mut hand = Cards::EMPTY;
        while hand.total() < size + 3 {
            let face = faces[below(&mut rng, faces.len())];
            let copies = [2, 3, 3, 3][below(&mut rng, 4)].min(4 - hand.count(face));
            hand.add(1 << face, copies);
        }
        let mut chain = Chain::new(rules.switches(), trump, 4, &hand);
        let best = chain.worth(&hand, &lead);
        let asked = Asked::new(rules.switches(), trump, &lead, 4, size, hand);
        let about = |play: &Cards| {
            let cards = [play, &hand].map(|cards| trump.stand(cards).to_string());
            format!("{cards:?} {lead:?} {follow_order:?} {:?}", asked.need())
        };
        let answers = asked.answers();
        for _ in 0..4 {
            // A legal play, and one that differs from it by a card.
            let mut play = answers.nth(rng.below(answers.count()));
            for _ in 0..2 {
                let legal = chain.worth(&play, &lead) == best;
                assert_eq!(asked.is_legal(&play), legal, "{}", about(&play));
                let other = hand.difference(&play);
                let pick = |cards: &Cards, rng: &mut Rng| {
                    1 << cards.iter().nth(below(rng, cards.iter().count())).unwrap().0
                };
                let (gone, come) = (pick(&play, &mut rng), pick(&other, &mut rng));
                play.remove(gone, 1);
                play.add(come, 1);
            }
        }
    }
}

/// Of a quad and a triple tractor that triples do not meet, the run of pairs serves the quads: that
/// leaves more pairs to be asked for.
#[test]
fn a_run_of_pairs_serves_quads_before_triples() {
    let follow_order = FollowOrder::RunBeforeTriples;
    let switches = Switches { decks: 4, follow_order, ..Switches::default() };
    let rules = Rules::new(switches, Cpu::Portable).unwrap();
    let trump = rules.trump(Some(Suit::Spades), Some(Rank::Ten));
    let lay = |text: &str| trump.lay(&text.parse().unwrap());
    let hand = lay("2S 2S 3S 3S 5S 5S 5S 7S 7S 9S 9S QS QS AS TH B");
    let lead = [Form::new(4, 2), Form::new(3, 2)];
    let asked = Asked::new(rules.switches(), trump, &lead, 4, 14, hand);
    let (runs, loose) = (asked.need().runs.as_slice(), asked.need().loose);
    assert_eq!((runs, loose), ([Form::new(2, 2)].as_slice(), [0, 0, 3, 1, 0]));
    assert!(asked.is_legal(&lay("2S 2S 3S 3S 5S 5S 5S 7S 7S 9S 9S QS QS AS")));
    assert!(!asked.is_legal(&lay("2S 2S 3S 3S 5S 5S 5S 7S 7S 9S 9S QS AS TH")));
}

#[test]
fn what_is_owed_is_said() {
    let rules = Rules::new(Switches::default(), Cpu::Portable).unwrap();
    let trump = rules.trump(Some(Suit::Spades), Some(Rank::Ten));
    let lay = |text: &str| trump.lay(&text.parse().unwrap());
    let hand = lay("5H 5H 6H 6H 9H JH JH 3D");
    let pair = Asked::new(rules.switches(), trump, &[Form::new(2, 1)], 2, 2, hand);
    let tractor = Asked::new(rules.switches(), trump, &[Form::new(2, 2)], 2, 4, hand);
    let said: BTreeSet<String> = [
        (&pair, "5H 6H"),
        (&pair, "5H 3D"),
        (&pair, "5H"),
        (&pair, "4H 4H"),
        (&tractor, "5H 5H JH JH"),
    ]
    .map(|(asked, play)| asked.why_not(&lay(play)).unwrap().to_string())
    .into();
    let expected = [
        "3D 5H: hearts were led: 2 of 7 held must be played, not 1 [SJ-18]",
        "4H 4H: 4H 4H is not held [SJ-57]",
        "5H 5H JH JH: a tractor of 2 pairs of hearts is held and must be played [SJ-19]",
        "5H 6H: a pair of hearts is held and must be played [SJ-19]",
        "5H: as many cards must be played as were led, 2, not 1 [SJ-18]",
    ];
    assert_eq!(said, expected.map(str::to_owned).into());
}

const HARD: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/shengji_hard.txt"));

/// Of hands that are hard to count there are as many follows as were found before, and what numbers,
/// draws and staging give is legal.
#[test]
fn hard_follows() {
    let mut rng = Rng::stream(21, Domain::Play, 0, 0);
    for line in HARD.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [order, constants, suit, level, cards, lead, count] = fields[..] else {
            panic!("seven fields: {line}")
        };
        let constants = constants.chars().filter_map(|rank| rank.to_string().parse::<Rank>().ok());
        let switches = Switches {
            decks: 4,
            follow_order: FollowOrder::named(order).unwrap(),
            constant_trumps: constants.fold(0, |mask, rank| mask | 1 << rank.index()),
            ..Switches::default()
        };
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        let trump = rules.trump(suit.parse().ok(), level.parse().ok());
        let lay = |text: &str| trump.lay(&text.parse().unwrap());
        let hand = lay(cards);
        let units: Vec<Form> =
            lead.split(" + ").map(|unit| trump.unit_of(&lay(unit)).unwrap().form()).collect();
        let size = units.iter().map(|form| form.size()).sum();
        let asked = Asked::new(rules.switches(), trump, &units, 4, size, hand);
        assert_eq!(asked.count().to_string(), count, "{line}");
        let answers = asked.answers();
        assert_eq!(answers.count(), asked.count(), "{line}");
        let mut numbers: Vec<u64> = (0..40).map(|_| rng.below(answers.count())).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let plays: Vec<Cards> = numbers.iter().map(|&n| answers.nth(n)).collect();
        assert!(plays.iter().all(|play| asked.is_legal(play)), "{line}");
        assert_eq!(plays.iter().collect::<HashSet<_>>().len(), plays.len());
        let play = asked.sample(&mut rng);
        assert!(asked.is_legal(&play), "{line}");
        let mut staged = Cards::EMPTY;
        for (face, copies) in play.iter() {
            for _ in 0..copies {
                assert!(asked.stage_mask(&staged) >> face & 1 != 0, "{line}");
                staged.add(1 << face, 1);
            }
        }
    }
}

#[test]
fn units_that_are_owed_are_told_in_chinese() {
    use chupai_core::error::Language;
    use chupai_core::shengji::owed::Owed;
    use chupai_core::shengji::unit::Form;
    let told = |suit, width, length, owed| {
        let form = Form { width, length };
        let owed = Owed::Unit { suit, form, owed, played: 1, whole: false };
        owed.error(&Cards::EMPTY).told(Language::Chinese)
    };
    assert_eq!(told(0, 2, 2, 2), ":手中有方塊2組2連對,必須跟出,不是1組 [SJ-19]");
    assert_eq!(told(1, 3, 1, 2), ":手中有梅花2個刻子,必須跟出,不是1個 [SJ-19]");
    assert_eq!(told(2, 2, 1, 2), ":手中有紅桃2對,必須跟出,不是1對 [SJ-19]");
    assert_eq!(told(3, 2, 3, 1), ":手中有黑桃3連對,必須跟出 [SJ-19]");
}
