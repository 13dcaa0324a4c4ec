//! Rule sets of Shengji to test with: the published ones, and any.

use chupai_core::bits::Cpu;
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{
    DeclareWithJoker, Declaring, FailedThrow, FollowOrder, NoDeclaration, Reading, Switches,
    ThrowCompare, TrumpClass,
};
use chupai_core::shengji::{Given, Setup, State};

/// The processor to test with: the best there is, or as the environment asks.
pub fn cpu() -> Cpu {
    Cpu::detect(std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable"))
}

/// Trump and declarer are given, as in benchmarks.
fn given(trump: u8, level: u8, as_dealt: bool) -> Setup {
    Setup { trump: Some(trump), as_dealt, ..later([level, level], 1) }
}

/// A deal that is not the first.
fn later(levels: [u8; 2], declarer: u8) -> Setup {
    Setup { levels: levels.map(Some), declarer: Some(declarer), ..Setup::default() }
}

fn given_cards() -> Setup {
    let mut given = Given { kitty: "B B R 5H".parse().unwrap(), ..Given::default() };
    given.seats[0] = "AS AS KS KS QS QS JS JS".parse().unwrap();
    given.seats[3] = "R 2D 2D 2S".parse().unwrap();
    Setup { given, first_card: Some(2), ..Setup::default() }
}

/// The published rule sets, by what they switch, and each with set-ups of its own.
pub fn presets() -> Vec<(Switches, Vec<Setup>)> {
    let cn = |decks| Switches { decks, no_trump: false, ..Switches::default() };
    let platform =
        |decks| Switches { decks, failed_throw: FailedThrow::Smallest, ..Switches::default() };
    let plain = || vec![Setup::default(), later([7, 12], 2)];
    let order = |decks, follow_order| Switches { follow_order, ..platform(decks) };
    vec![
        (cn(1), plain()),
        (cn(2), vec![Setup::default(), given_cards(), later([0, 11], 3)]),
        (cn(3), plain()),
        (platform(2), plain()),
        (order(3, FollowOrder::RunBeforeOneTriple), plain()),
        (order(3, FollowOrder::RunBeforeTriples), vec![later([3, 4], 0)]),
        (platform(4), vec![Setup::default()]),
        (order(4, FollowOrder::RunsFirst), vec![later([9, 9], 1)]),
        (Switches { constant_trumps: 1 << 12, ..platform(2) }, vec![later([0, 0], 1)]),
        (Switches { chaodi: true, ..platform(2) }, plain()),
        (Switches { declaring: Declaring::Duplicate, ..cn(2) }, vec![later([2, 7], 0)]),
        (
            Switches { declaring: Declaring::Given, ..platform(2) },
            vec![given(3, 7, true), given(4, 12, false), given(0, 5, false)],
        ),
        (
            Switches { declare_with_joker: DeclareWithJoker::ByColour, ..platform(2) },
            vec![Setup::default(), later([7, 12], 2), later([7, 3], 1)],
        ),
    ]
}

/// Rule sets with every switch drawn at random, as far as they go together.
pub fn random_switches(seed: u64, number: usize) -> Vec<(Switches, Setup)> {
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    let mut draw = || {
        fn one<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
            choices[rng.below(choices.len() as u64) as usize].clone()
        }
        let decks = one(&mut rng, &[1, 2, 2, 3, 4]);
        let kitties = if matches!(decks, 2 | 4) { [0, 20] } else { [2, 18] };
        let links = [
            (TrumpClass::SmallJoker, TrumpClass::MainLevel),
            (TrumpClass::SideLevel, TrumpClass::Plain),
        ];
        let switches = Switches {
            decks,
            kitty: one(&mut rng, &[None, None, Some(kitties[0]), Some(kitties[1])]),
            constant_trumps: one(&mut rng, &[0, 0, 1 << 12, 1 << 12 | 1 << 4]),
            no_trump: one(&mut rng, &[true, false]),
            tractors: one(&mut rng, &[true, true, false]),
            tractor_min_length: one(&mut rng, &[2, 2, 3]),
            hollow: one(&mut rng, &[true, false]),
            banned_links: one(&mut rng, &[Vec::new(), links.to_vec()]),
            throws: one(&mut rng, &[true, true, false]),
            reading: one(&mut rng, Reading::ALL),
            failed_throw: one(&mut rng, FailedThrow::ALL),
            follow_order: one(&mut rng, FollowOrder::ALL),
            protect_wider: one(&mut rng, &[true, false]),
            throw_compare: one(&mut rng, ThrowCompare::ALL),
            reinforce: one(&mut rng, &[true, false]),
            no_declaration: one(&mut rng, NoDeclaration::ALL),
            declaring: one(&mut rng, Declaring::ALL),
            blind_declaring: one(&mut rng, &[true, false]),
            declare_with_joker: one(&mut rng, DeclareWithJoker::ALL),
            chaodi: one(&mut rng, &[true, false]),
        };
        let first = switches.declaring == Declaring::DuringDeal && rng.below(2) == 0;
        let levels = [rng.below(13) as u8, rng.below(13) as u8];
        let levels = if first { [levels[0]; 2] } else { levels };
        let trump = rng.below(if switches.no_trump { 5 } else { 4 }) as u8;
        let setup = Setup {
            levels: one(&mut rng, &[levels.map(Some), levels.map(Some), [None; 2]]),
            declarer: (!first).then_some(rng.below(4) as u8),
            trump: (switches.declaring == Declaring::Given).then_some(trump),
            first_card: one(&mut rng, &[None, Some(3)]),
            as_dealt: one(&mut rng, &[false, false, true]),
            given: Given::default(),
        };
        let rules = Rules::new(switches.clone(), cpu()).ok()?;
        State::check(&rules, &setup).unwrap();
        Some((switches, setup))
    };
    std::iter::repeat_with(&mut draw).flatten().take(number).collect()
}
