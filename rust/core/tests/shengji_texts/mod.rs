//! Texts of random deals of Shengji, and texts changed in one place.

use crate::shengji_rules::{cpu, presets, random_switches};
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use chupai_core::shengji::moves::Move;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::Switches;
use chupai_core::shengji::{Course, Phase, Setup, State};

/// Rules with the processor to test with.
pub fn compiled(switches: &Switches) -> Rules {
    Rules::new(switches.clone(), cpu()).unwrap()
}

/// What a seat answers: who may declare passes now and then, so that all ends come up.
pub fn answer(rules: &Rules, state: &State, agent: Agent, rng: &mut Rng) -> Move {
    let asks = matches!(state.current_phase(), Phase::Declare | Phase::Overturn);
    if asks && rng.below(3) > 0 { Move::PASS } else { state.choose(rules, agent, rng) }
}

/// Calls `visit` with each state of random deals and its past.
pub fn states(
    rules: &Rules,
    setup: &Setup,
    seed: u64,
    deals: u64,
    mut visit: impl FnMut(&State, &Course),
) {
    for number in 0..deals {
        let DealStreams { deal, mut play } = DealStreams::new(seed, 0, number);
        let agent = [Agent::RandomUnits, Agent::Random, Agent::Lowest][number as usize % 3];
        let mut state = State::deal(rules, setup, deal).unwrap();
        let mut course = Course::new(&state);
        loop {
            visit(&state, &course);
            if state.turn().is_none() {
                break;
            }
            let mv = answer(rules, &state, agent, &mut play);
            course.play(rules, &mut state, mv);
        }
    }
}

/// The text of a state tells it.
pub fn read_back(rules: &Rules, state: &State) {
    let text = state.text();
    let read = State::parse(rules, &text);
    let read = read.unwrap_or_else(|error| panic!("{text}: {error}\n{:?}", rules.switches()));
    assert!(read.same_position(state), "{text}\n{}", read.text());
    assert_eq!(read.text(), text);
    assert_eq!(read.beaten(), state.beaten());
}

/// All rule sets to look at.
pub fn rule_sets(random: usize) -> Vec<(Switches, Setup)> {
    let published = presets().into_iter();
    let published = published
        .flat_map(|(switches, setups)| setups.into_iter().map(move |s| (switches.clone(), s)));
    published.chain(random_switches(5, random)).collect()
}

/// A text with one part taken from another, left out, or written with another digit, card or place.
pub fn change(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let at = rng.below(words.len() as u64) as usize;
    let name = words[at].split('=').next().unwrap_or("").to_owned();
    let theirs: Vec<&str> = other.split(' ').skip(1).collect();
    let pick = |rng: &mut Rng, n: usize| rng.below(n.max(1) as u64) as usize;
    match rng.below(5) {
        0 => drop(words.remove(at)),
        1 => {
            let part = theirs[pick(rng, theirs.len())].to_owned();
            let name = part.split('=').next().unwrap_or("");
            match words.iter().position(|word| word.starts_with(&format!("{name}="))) {
                Some(place) => words[place] = part,
                None => words.push(part),
            }
        }
        2 => {
            if let Some(part) = theirs.iter().find(|part| part.starts_with(&format!("{name}="))) {
                words[at] = (*part).to_owned();
            }
        }
        3 => {
            // Another figure.
            let digits: Vec<usize> = words[at]
                .char_indices()
                .filter(|(_, letter)| letter.is_ascii_digit())
                .map(|(place, _)| place)
                .collect();
            if !digits.is_empty() {
                let place = digits[pick(rng, digits.len())];
                let digit = rng.below(10).to_string();
                words[at].replace_range(place..=place, &digit);
            }
        }
        _ => {
            // Two letters change places, in the same part or in another.
            let to = pick(rng, words.len());
            let (from, to) = if to == at { (at, at) } else { (at, to) };
            let letters = |word: &str| word.find('=').map_or(0, |place| place + 1)..word.len();
            let (ours, theirs) = (letters(&words[from]), letters(&words[to]));
            let (ours, theirs) =
                (ours.start + pick(rng, ours.len()), theirs.start + pick(rng, theirs.len()));
            let byte = |word: &str, place: usize| word.as_bytes().get(place).map(|&b| b as char);
            if let (Some(a), Some(b)) = (byte(&words[from], ours), byte(&words[to], theirs)) {
                words[from].replace_range(ours..=ours, &b.to_string());
                words[to].replace_range(theirs..=theirs, &a.to_string());
            }
        }
    }
    words.join(" ")
}
