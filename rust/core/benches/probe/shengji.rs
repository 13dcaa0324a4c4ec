//! Shengji: its profiles, questions and hands.

use super::{Entry, Family, Probe, dealt, visit};
use chupai_core::bits::{Cpu, Portable};
use chupai_core::card::{Rank, Suit};
use chupai_core::deal::split_decks;
use chupai_core::game::{Agent, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::asked::Asked;
use chupai_core::shengji::leads::{self, Leads};
use chupai_core::shengji::lone_units::for_each_unit;
use chupai_core::shengji::moves::{Cards, Kind, Move, Units};
use chupai_core::shengji::readings::Readings;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{Declaring, FailedThrow, FollowOrder, Switches};
use chupai_core::shengji::trump::{TRUMPS, Trump};
use chupai_core::shengji::unit::{Form, Unit};
use chupai_core::shengji::{Course, Given, Phase, Redealer, SEATS, ScoreKey, Setup, State};
use std::hint::black_box;
use std::ops::ControlFlow;

const HARD_FOLLOWS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/shengji_hard.txt"));
const HARD_LEADS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/shengji_hard_leads.txt"));

/// The rules of the presets by name, and those under which trump and the kitty are given.
fn profile(name: &str) -> Option<Switches> {
    let cn_2 = Switches { no_trump: false, ..Switches::default() };
    let platform_2 = Switches { failed_throw: FailedThrow::Smallest, ..Switches::default() };
    let given = |decks| Switches { decks, declaring: Declaring::Given, ..Switches::default() };
    Some(match name {
        "cn-2" => cn_2,
        "cn-3" => Switches { decks: 3, ..cn_2 },
        "platform-2" => platform_2,
        "platform-3" => {
            Switches { decks: 3, follow_order: FollowOrder::RunBeforeOneTriple, ..platform_2 }
        }
        "four-deck" => Switches { decks: 4, ..platform_2 },
        "four-deck-runs" => {
            Switches { decks: 4, follow_order: FollowOrder::RunsFirst, ..platform_2 }
        }
        "constant-two" => Switches { constant_trumps: 1 << Rank::Two.index(), ..platform_2 },
        "chaodi" => Switches { chaodi: true, ..platform_2 },
        "given-2" => given(2),
        "given-3" => given(3),
        "given-4" => given(4),
        _ => return Hard::named(name).map(|hard| hard.switches()),
    })
}

/// A hand in a position, and what was led.
pub(super) struct Question {
    order: (Option<Suit>, Option<Rank>),
    hand: Cards,
    led: Option<Led>,
}

/// What a lead asks for.
struct Led {
    forms: Vec<Form>,
    suit: usize,
    size: usize,
}

impl Question {
    fn trump<'a>(&self, rules: &'a Rules) -> &'a Trump {
        rules.trump(self.order.0, self.order.1)
    }

    fn leads<'a>(&self, rules: &'a Rules) -> Leads<'a> {
        Leads::new(rules.switches(), self.trump(rules), &self.hand)
    }

    fn in_suit(&self, rules: &Rules, led: &Led) -> Cards {
        self.hand.within(self.trump(rules).suit_mask(led.suit))
    }

    /// Whether as many cards of the suit are held as were led.
    fn has_enough(&self, rules: &Rules) -> bool {
        self.led.as_ref().is_some_and(|led| self.in_suit(rules, led).total() >= led.size)
    }

    fn asked<'a>(&self, rules: &'a Rules, led: &Led) -> Asked<'a> {
        Asked::new(rules.switches(), self.trump(rules), &led.forms, led.suit, led.size, self.hand)
    }
}

impl Family for State {
    const PREFIX: &'static str = "sj_";
    const DEFAULT: &'static str = "cn-2";
    const MORE: &'static [Entry<Self>] = &[
        ("follow_legal", "whether cards may follow a tractor, what is owed being known", |p| {
            legal::<4>(p, tractors_led);
        }),
        ("follow_sample", "draw a follow to a tractor, what is owed being known", follow_sample),
        ("follow_ask", "find what is owed of a tractor", |p| ask(p, tractors_led)),
        ("throw_legal", "whether cards may follow a throw of ten, what is owed being known", |p| {
            legal::<16>(p, throws_led);
        }),
        ("throw_ask", "find what is owed of a throw of ten", |p| ask(p, throws_led)),
        ("count_hard", "count the leads or follows of a hand that is hard to count", count_hard),
    ];
    const AGENT: Agent = Agent::RandomUnits;
    type Question = Question;

    fn rules(name: &str, cpu: Cpu) -> Option<Rules> {
        Some(Rules::new(profile(name)?, cpu).expect("sound rules"))
    }

    fn setup(rules: &Rules) -> Setup {
        if rules.switches().declaring != Declaring::Given {
            return Setup::default();
        }
        Setup {
            levels: [Some(Rank::Ten.index() as u8); 2],
            declarer: Some(0),
            trump: Some(Suit::Spades as u8),
            as_dealt: true,
            ..Setup::default()
        }
    }

    fn cards(&self) -> u64 {
        self.hand(0).faces()
    }

    fn word(key: &ScoreKey) -> u64 {
        (key ^ key >> 64) as u64
    }

    fn lead(rules: &Rules, deal: u64) -> Question {
        first_lead(rules, deal).0.question(rules)
    }

    fn follow(rules: &Rules, deal: u64) -> Question {
        let (mut state, mut rng) = first_lead(rules, deal);
        let mv = state.choose(rules, Self::AGENT, &mut rng);
        state.play_unchecked(rules, mv);
        state.question(rules)
    }

    fn question(&self, rules: &Rules) -> Question {
        let trump = self.order(rules);
        let hand = trump.lay(&self.hand(self.turn().expect("not over")));
        let follows = !self.table()[self.leader()].is_empty();
        let led = follows.then(|| {
            let led = self.led(rules);
            Led { forms: led.forms().to_vec(), suit: led.suit(), size: led.size() }
        });
        Question { order: (trump.suit(), trump.level()), hand, led }
    }

    fn list(rules: &Rules, question: &Question, out: &mut Vec<Move>) {
        out.clear();
        let trump = question.trump(rules);
        if let Some(led) = &question.led {
            question.asked(rules, led).for_each(|cards| {
                out.push(Move::follow(trump.stand(&cards)));
                ControlFlow::Continue(())
            });
            return;
        }
        let _ = question.leads(rules).for_each(&mut |cards, units| {
            out.push(stood(trump, &cards, &units));
            ControlFlow::Continue(())
        });
    }

    fn count(rules: &Rules, question: &Question) -> u64 {
        match &question.led {
            Some(led) => question.asked(rules, led).count(),
            None => question.leads(rules).count(),
        }
    }

    fn sample(rules: &Rules, question: &Question, rng: &mut Rng) -> u64 {
        let cards = match &question.led {
            Some(led) => question.asked(rules, led).sample(rng),
            None => {
                let leads = question.leads(rules);
                leads.nth(rng.choose(leads.count())).0
            }
        };
        black_box(cards).faces()
    }

    fn redealers(rules: &Rules, most: usize) -> Vec<Redealer> {
        let mut out = Vec::with_capacity(most);
        for deal in 0.. {
            let mut state: Self = dealt(rules, deal);
            let mut course = Course::new(&state);
            let mut rng = Rng::stream(1, Domain::Play, 0, deal);
            while let Some(seat) = state.turn() {
                if out.len() == most {
                    return out;
                }
                if state.current_phase() == Phase::Play {
                    out.push(state.redealer(rules, seat, &course).expect("a seat"));
                }
                let mv = state.choose(rules, Self::AGENT, &mut rng);
                course.play(rules, &mut state, mv);
            }
        }
        out
    }
}

fn stood(trump: &Trump, cards: &Cards, units: &Units) -> Move {
    Move::lead(trump.stand(cards), units.map_faces(|faces| trump.stand_mask(faces)))
}

/// A deal before its first lead, and the random numbers that come next.
fn first_lead(rules: &Rules, deal: u64) -> (State, Rng) {
    let (mut state, mut rng): (State, _) =
        (dealt(rules, deal), Rng::stream(1, Domain::Play, 0, deal));
    while state.current_phase() != Phase::Play {
        let mv = state.choose(rules, State::AGENT, &mut rng);
        state.play_unchecked(rules, mv);
    }
    (state, rng)
}

/// What the others are asked after a lead, each of whom follows at random.
fn put(rules: &Rules, state: &State, lead: Move, rng: &mut Rng, out: &mut Vec<Question>) {
    let mut state = state.clone();
    state.play_unchecked(rules, lead);
    for _ in 1..State::seats(rules) {
        out.push(state.question(rules));
        let mv = state.choose(rules, State::AGENT, rng);
        state.play_unchecked(rules, mv);
    }
}

/// Questions after a random tractor of pairs out of the hand of whoever is to lead in a random deal.
fn tractors_led(rules: &Rules, questions: usize) -> Vec<Question> {
    let (mut out, mut rng) = (Vec::new(), Rng::stream(3, Domain::Play, 0, 0));
    visit(rules, |state: &State, mv| {
        if mv.kind != Kind::Lead {
            return ControlFlow::Continue(());
        }
        let trump = state.order(rules);
        let hand = trump.lay(&state.hand(state.leader()));
        let mut tractors: Vec<Unit> = Vec::new();
        let _ = for_each_unit(trump, &hand, &mut |unit| {
            if unit.width == 2 && unit.form().length > 1 {
                tractors.push(unit);
            }
            ControlFlow::Continue(())
        });
        if !tractors.is_empty() {
            let unit = tractors[rng.below(tractors.len() as u64) as usize];
            let (cards, units) = leads::lead_of(unit);
            put(rules, state, stood(trump, &cards, &units), &mut rng, &mut out);
        }
        if out.len() >= questions { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    out.truncate(questions);
    out
}

/// Questions of those who have enough of the suit after throws of ten cards, read as is usual, that
/// stand: the first lead of deals in which the leader was given them and the rest is left to chance.
fn throws_led(rules: &Rules, questions: usize) -> Vec<Question> {
    let (mut out, mut rng) = (Vec::new(), Rng::stream(3, Domain::Play, 0, 0));
    let rules = &given(rules);
    let (setup, trump) = (<State as Family>::setup(rules), dealt::<State>(rules, 0).order(rules));
    // Where there are few others nobody has enough.
    let decks = u32::from(rules.switches().decks);
    let suits = (0..=TRUMPS).map(|suit| trump.suit_mask(suit));
    let suits: Vec<u64> = suits.filter(|suit| decks * suit.count_ones() >= 30).collect();
    for deal in 0.. {
        if out.len() >= questions {
            break;
        }
        let cards = high_cards(rules, trump, suits[deal as usize % suits.len()], &mut rng);
        let units = Readings::new(rules.switches(), trump, &cards).preferred();
        let mut seats = [Cards::EMPTY; SEATS];
        seats[0] = trump.stand(&cards);
        let setup = Setup { given: Given { seats, kitty: Cards::EMPTY }, ..setup };
        let stream = Rng::stream(1, Domain::Deal, 0, deal);
        let (state, lead) =
            (State::deal(rules, &setup, stream).expect("sound"), stood(trump, &cards, &units));
        let mut after = state.clone();
        after.play_unchecked(rules, lead);
        let stands = after.current_phase() == Phase::Play && after.table()[0] == lead.cards;
        if stands && after.led(rules).is_throw() {
            put(rules, &state, lead, &mut rng, &mut out);
            out.retain(|question| question.has_enough(rules));
        }
    }
    out.truncate(questions);
    out
}

/// Ten cards out of the highest ones of a suit, laid: low ones are beaten.
fn high_cards(rules: &Rules, trump: &Trump, suit: u64, rng: &mut Rng) -> Cards {
    let faces: Vec<usize> = trump.ascending(suit).collect();
    let highest = 5 + rng.below(7) as usize;
    let high = faces[faces.len() - highest..].iter().fold(0, |mask, &face| mask | 1 << face);
    let decks = usize::from(rules.switches().decks);
    let of_decks = std::array::from_fn(|deck| if deck < decks { high } else { 0 });
    let cards = split_decks::<Portable, 4>(rng, of_decks, (decks * highest) as u32, 10);
    Cards::from_decks(cards)
}

/// The same rules, but with trump and the kitty given.
fn given(rules: &Rules) -> Rules {
    let switches = Switches { declaring: Declaring::Given, ..rules.switches().clone() };
    Rules::new(switches, rules.cpu()).expect("sound rules")
}

/// As many cards as are asked for: those of the suit led first, else any.
fn right_suit(rules: &Rules, question: &Question, led: &Led, rng: &mut Rng) -> Cards {
    let in_suit = question.in_suit(rules, led);
    let others = question.hand.difference(&in_suit);
    let enough = question.has_enough(rules);
    let (fixed, from) = if enough { (Cards::EMPTY, in_suit) } else { (in_suit, others) };
    let take = (led.size - fixed.total()) as u32;
    let taken = match from.total() as u32 {
        _ if take == 0 => [0; 4],
        all if all == take => *from.planes(),
        all => split_decks::<Portable, 4>(rng, *from.planes(), all, take),
    };
    fixed.sum(&Cards::from_decks(taken))
}

/// Whether plays are legal, so many for each question: in turn one that is, and one of cards of the
/// right suit.
fn legal<const PLAYS: usize>(
    probe: &mut Probe<State>,
    questions: fn(&Rules, usize) -> Vec<Question>,
) {
    let rules = probe.rules.clone();
    let questions = questions(&rules, probe.inputs.div_ceil(PLAYS));
    let mut rng = Rng::stream(4, Domain::Play, 0, 0);
    let mut inputs = Vec::with_capacity(questions.len());
    for question in &questions {
        let led = question.led.as_ref().expect("a lead");
        let asked = question.asked(&rules, led);
        let plays: [Cards; PLAYS] = std::array::from_fn(|n| match n % 2 {
            0 => asked.sample(&mut rng),
            _ => right_suit(&rules, question, led, &mut rng),
        });
        inputs.push((asked, plays));
    }
    probe.pass(PLAYS * inputs.len(), |_| {
        let mut sum = 0;
        for (asked, plays) in &inputs {
            for play in plays {
                sum += u64::from(asked.is_legal(black_box(play)));
            }
        }
        sum
    });
}

fn follow_sample(probe: &mut Probe<State>) {
    let rules = probe.rules.clone();
    let questions = tractors_led(&rules, probe.inputs);
    let inputs: Vec<Asked<'_>> = questions
        .iter()
        .map(|question| question.asked(&rules, question.led.as_ref().expect("a lead")))
        .collect();
    let mut rng = Rng::stream(2, Domain::Play, 0, 0);
    probe.measure(&inputs, |_, asked| black_box(asked.sample(&mut rng)).faces());
}

fn ask(probe: &mut Probe<State>, questions: fn(&Rules, usize) -> Vec<Question>) {
    let inputs = questions(&probe.rules, probe.inputs);
    probe.measure(&inputs, |rules, question| {
        let asked = question.asked(rules, question.led.as_ref().expect("a lead"));
        u64::from(black_box(asked).need().is_none())
    });
}

/// A line of the hands that are hard to count: `leads-1` and so on, `follows-1` and so on.
struct Hard {
    leads: bool,
    fields: Vec<&'static str>,
}

impl Hard {
    fn named(name: &str) -> Option<Self> {
        let (kind, number) = name.split_once('-')?;
        let leads = match kind {
            "leads" => true,
            "follows" => false,
            _ => return None,
        };
        let lines = if leads { HARD_LEADS } else { HARD_FOLLOWS };
        let mut lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let line = lines.nth(number.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(Self { leads, fields: line.split('|').map(str::trim).collect() })
    }

    fn switches(&self) -> Switches {
        let constants = if self.leads { self.fields[0] } else { self.fields[1] };
        let constants = constants.chars().filter_map(|rank| rank.to_string().parse::<Rank>().ok());
        let switches = Switches {
            decks: 4,
            constant_trumps: constants.fold(0, |mask, rank| mask | 1 << rank.index()),
            ..Switches::default()
        };
        if self.leads {
            let tractor_min_length = self.fields[1].parse().expect("a number");
            return Switches { tractor_min_length, ..switches };
        }
        let follow_order = FollowOrder::named(self.fields[0]).expect("an order");
        Switches { follow_order, ..switches }
    }

    fn question(&self, rules: &Rules) -> Question {
        let order = (self.fields[2].parse().ok(), self.fields[3].parse().ok());
        let trump = rules.trump(order.0, order.1);
        let lay = |text: &str| trump.lay(&text.parse().expect("cards"));
        let led = (!self.leads).then(|| {
            let units = self.fields[5].split('+');
            let forms: Vec<Form> =
                units.map(|unit| trump.unit_of(&lay(unit)).expect("a unit").form()).collect();
            let size = forms.iter().map(|form| form.size()).sum();
            Led { forms, suit: TRUMPS, size }
        });
        Question { order, hand: lay(self.fields[4]), led }
    }
}

fn count_hard(probe: &mut Probe<State>) {
    let hard = Hard::named(&probe.profile).expect("leads-1 or follows-1, and so on");
    let question = hard.question(&probe.rules);
    probe.measure(&[question], State::count);
}
