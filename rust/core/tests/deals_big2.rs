//! Deals of Big Two from the cards to the facts: who gets what, who decides, who is where in the end.

#[path = "big2/taiwan.rs"]
mod taiwan;

use chupai_core::big2::{
    Cards, Facts, Given, Kind, Move, Position, Remainder, Rules, Setup, State, SuitOrder, Switches,
    parse_move,
};
use chupai_core::bits::Cpu;
use chupai_core::card::Card;
use chupai_core::error::Fault;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use taiwan::taiwan;

fn rules(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::detect(false)).unwrap()
}

fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

fn deal(rules: &Rules, setup: &Setup, index: u64) -> State {
    State::deal(rules, setup, DealStreams::new(3, 0, index).deal).unwrap()
}

/// A set-up with these cards for the seats, then for what is left over.
fn giving(seats: &[&str], left: &str) -> Setup {
    let mut given = Given { left: cards(left), ..Given::default() };
    given.seats.iter_mut().zip(seats).for_each(|(hand, text)| *hand = cards(text));
    Setup { given, ..Setup::default() }
}

fn position(rules: &Rules, hands: &[&str], turn: u8, to_beat: Option<(&str, u8)>) -> State {
    let to_beat = to_beat.map(|(text, by)| (parse_move(rules, text).unwrap(), by));
    let hands = hands.iter().map(|text| cards(text));
    State::from_position(rules, &Position::likely(rules, hands, turn, to_beat)).unwrap()
}

/// Plays moves one after the other, each by the seat named before it.
fn play(rules: &Rules, state: &mut State, moves: &[(usize, &str)]) {
    for &(seat, text) in moves {
        assert_eq!(state.turn(), Some(seat), "before {text}");
        state.play(rules, parse_move(rules, text).unwrap()).unwrap();
        assert!(state.is_sound(rules), "after {text}: {state:?}");
    }
}

/// The rule that forbids a move, which changes nothing.
fn refused(rules: &Rules, state: &State, text: &str) -> &'static str {
    let mut same = state.clone();
    let mv = parse_move(rules, text).unwrap();
    let error = same.play(rules, mv).unwrap_err();
    assert_eq!((error.fault, &same), (Fault::Move, state), "{error:?}");
    assert!(mv == Move::PASS || error.cards == mv.cards.to_string());
    error.rule
}

fn places(state: &State, rules: &Rules) -> Vec<u8> {
    state.places(rules).to_vec()
}

#[test]
fn cards_depend_on_the_pack_and_the_seats_only() {
    // BT-22, BT-23
    for players in [2, 3, 4, 5, 7, 52] {
        for decks in [1, 2] {
            let plain =
                Switches { players, decks, remainder: Remainder::Discard, ..Switches::default() };
            let other = Switches {
                suit_order: SuitOrder::Cdhs,
                top_rank: 3,
                lock: true,
                all_out: true,
                ..plain.clone()
            };
            let gives = Switches { remainder: Remainder::LowestHolder, ..plain.clone() };
            let (plain, other, gives) = (rules(plain), rules(other), rules(gives));
            for index in 0..20 {
                let first = Setup { first_card: players - 1, ..Setup::default() };
                let (a, b) = (deal(&plain, &Setup::default(), index), deal(&other, &first, index));
                assert_eq!((a.hands(), a.left()), (b.hands(), b.left()));
                let sizes = plain.hand_sizes();
                assert!(a.hands().iter().all(|hand| hand.total() == sizes.hand as usize));
                assert_eq!(a.left().total(), sizes.left as usize);
                let c = deal(&gives, &Setup::default(), index);
                let gets: Vec<_> =
                    a.hands().iter().zip(c.hands()).filter(|(a, c)| a != c).collect();
                assert!(c.left().is_empty() && gets.len() == usize::from(sizes.left > 0));
                let lowest = a.hands().iter().flat_map(|hand| hand.cards()).min().unwrap();
                for (before, after) in gets {
                    assert!(before.cards().any(|card| card == lowest));
                    assert_eq!(*after, before.sum(&a.left()));
                }
            }
        }
    }
}

#[test]
fn the_rest_goes_to_the_holder_of_the_lowest_card_dealt() {
    // BT-23: 3D is itself left over; by the order of Taiwan 3C is the lowest.
    for (suits, winner) in [(SuitOrder::Dchs, 1), (SuitOrder::Cdhs, 1)] {
        let rules = rules(Switches { players: 3, suit_order: suits, ..Switches::default() });
        let setup = giving(&["3S", "3C", "3H"], "3D");
        let state = deal(&rules, &setup, 1);
        assert_eq!(state.hand(winner).total(), 18);
        assert!(state.hand(winner).contains(&cards("3D")));
        assert_eq!(state.leader(), Some(winner));
        let due = if suits == SuitOrder::Dchs { "3D" } else { "3C" };
        assert_eq!(state.due().map(|card| card.to_string()).as_deref(), Some(due));
    }
    let rules = rules(Switches { players: 3, top_rank: 0, ..Switches::default() });
    let state = deal(&rules, &giving(&["3D", "4C", "4D"], ""), 1);
    assert_eq!((state.hand(2).total(), state.leader()), (18, Some(2)));
}

#[test]
fn of_two_holders_of_the_lowest_card_the_one_near_the_first_card_leads() {
    // BT-02
    let rules = rules(Switches { decks: 2, players: 3, ..Switches::default() });
    for (first_card, leader) in [(0, 1), (1, 1), (2, 2)] {
        let setup = Setup { first_card, ..giving(&["", "3D", "3D"], "") };
        let state = deal(&rules, &setup, 5);
        assert_eq!((state.leader(), state.hand(leader).total()), (Some(leader), 36));
    }
}

#[test]
fn the_card_that_decided_who_leads_is_due() {
    // BT-25, BT-26, BT-32
    let hk = rules(Switches::default());
    let setup = giving(&["4D 4C 5S", "3D 3C 3H 3S 6D"], "");
    let mut state = deal(&hk, &setup, 0);
    assert_eq!((state.turn(), state.due()), (Some(1), Card::from_index(0)));
    assert_eq!(refused(&hk, &state, "3C"), "BT-26");
    assert_eq!(refused(&hk, &state, "pass"), "BT-27");
    play(&hk, &mut state, &[(1, "3D 3C"), (2, "pass"), (3, "pass"), (0, "4D 4C")]);
    assert_eq!(state.due(), None);
    let never = rules(Switches { must_include_lowest: false, ..Switches::default() });
    play(&never, &mut deal(&never, &setup, 0), &[(1, "3C")]);
    let winner = Setup { leader: Some(0), ..setup };
    let mut state = deal(&hk, &winner, 0);
    assert_eq!(state.due(), None);
    play(&hk, &mut state, &[(0, "5S")]);
}

const DRAGON: &str = "3D 4D 5D 6C 7C 8C 9H TH JS QS";

#[test]
fn hands_win_at_once() {
    // BT-33
    let plain = Switches::default();
    let both = Switches { instant_dragon: true, instant_four_twos: true, ..plain.clone() };
    let twos = Switches { instant_four_twos: true, ..plain.clone() };
    let diamonds = format!("{DRAGON} KD AD 2D");
    let clubs = "3C 4C 5C 6D 7D 8D 9S TS JD QD KC AC 2C";
    let setup = giving(&["", clubs, &diamonds, ""], "");
    for (suits, winner) in [(SuitOrder::Dchs, 1), (SuitOrder::Cdhs, 2)] {
        let rules = rules(Switches { suit_order: suits, all_out: true, ..both.clone() });
        let state = deal(&rules, &setup, 0);
        assert_eq!((state.turn(), state.winner(), state.instant()), (None, Some(winner), 1));
        let facts = state.facts(&rules);
        assert_eq!((facts.leader, facts.not_highest), (-1, -1));
        assert!(facts.seats.iter().all(|seat| (seat.cards_left, seat.plays) == (13, 0)));
        let expected = if winner == 1 { [4, 1, 2, 3] } else { [3, 4, 1, 2] };
        assert_eq!(places(&state, &rules), expected);
        assert_eq!(places(&state, &self::rules(both.clone()))[winner], 1);
    }
    let four = giving(&["", "", "2D 2C 2H 2S", ""], "");
    let rules_twos = rules(twos.clone());
    let state = deal(&rules_twos, &four, 0);
    assert_eq!((state.winner(), state.instant()), (Some(2), 2));
    assert_eq!(places(&state, &rules_twos), [0, 0, 1, 0]);
    assert!(deal(&rules(plain), &four, 0).turn().is_some());
    // The top rank, whatever it is; the dragon comes before it.
    let big_three = rules(Switches { top_rank: 0, ..both.clone() });
    assert_eq!(deal(&big_three, &giving(&["3D 3C 3H 3S"], ""), 0).instant(), 2);
    assert_eq!(deal(&big_three, &four, 0).instant(), 0);
    let rules_both = rules(both.clone());
    let mixed = giving(&["2C 2H 2S", &diamonds], "");
    assert_eq!(deal(&rules_both, &mixed, 0).winner(), Some(1));
    // Two decks: of equal dragons the one nearer to the first card; five twos are four twos.
    let two = rules(Switches { decks: 2, players: 8, ..both });
    for first_card in [2, 4] {
        let setup = giving(&["", "", "", &diamonds, "", &diamonds], "");
        let state = deal(&two, &Setup { first_card, ..setup }, 0);
        assert_eq!(state.winner(), Some(if first_card == 2 { 3 } else { 5 }));
    }
    let two = rules(Switches { decks: 2, ..twos });
    assert_eq!(deal(&two, &giving(&["2D 2D 2C 2C 2S"], ""), 0).instant(), 2);
}

#[test]
fn weak_hands_may_ask_for_a_new_deal() {
    // BT-34: 2 points, 3 points, none, 1 point, from seat 2 on.
    let rules = rules(Switches { redeal_below: Some(3), ..Switches::default() });
    let setup = giving(
        &[
            "QD 3D 4D 5D 6D 7D 8D 9D TD 3C 4C 5C 6C",
            "KD 3H 4H 5H 6H 7H 8H 9H TH 7C 8C 9C TC",
            "2D 2C 2H 2S AD AC AH AS KC KH KS QC QH",
            "JD 3S 4S 5S 6S 7S 8S 9S TS QS JC JH JS",
        ],
        "",
    );
    let setup = Setup { first_card: 2, ..setup };
    let mut state = deal(&rules, &setup, 0);
    assert_eq!((state.phase(), state.turn()), ("redeal", Some(0)), "seat 3 has 6 points");
    assert_eq!(refused(&rules, &state, "3D"), "BT-34");
    assert_eq!(state.num_legal(&rules), 2);
    let mut again = state.clone();
    play(&rules, &mut state, &[(0, "pass")]);
    assert_eq!((state.phase(), state.turn(), state.redeals()), ("play", Some(0), 0));
    play(&rules, &mut again, &[(0, "redeal")]);
    assert_eq!((again.phase(), again.redeals()), ("redeal", 1), "the given cards stay");
    // Who may always ask is asked 255 times.
    let agents = [Agent::Lowest; 4];
    let facts = State::rollout(&rules, &setup, &agents, DealStreams::new(1, 0, 0));
    assert_eq!(facts.redeals, 255);
    assert!(facts.winner >= 0);
}

#[test]
fn new_deals_go_on_with_the_stream_and_ask_anew() {
    // BT-34
    let rules = rules(Switches { redeal_below: Some(13), ..Switches::default() });
    let mut seen = std::collections::HashSet::new();
    for index in 0..50 {
        let mut state = deal(&rules, &Setup::default(), index);
        while state.phase() == "redeal" && state.redeals() < 3 {
            let (before, turn) = (state.clone(), state.turn().unwrap());
            seen.insert(turn);
            state.play(&rules, Move::REDEAL).unwrap();
            assert_ne!(before.hands(), state.hands());
            assert_eq!(state.redeals(), before.redeals() + 1);
        }
    }
    assert_eq!(seen.len(), 4);
}

#[test]
fn the_lowest_card_may_be_swapped() {
    // BT-24
    let rules =
        rules(Switches { players: 3, remainder: Remainder::MalaysiaSwap, ..Switches::default() });
    let setup = giving(&["4D", "3D 3C", ""], "2S");
    let state = deal(&rules, &setup, 0);
    assert_eq!((state.phase(), state.turn(), state.leader()), ("swap", Some(1), None));
    assert_eq!((state.left(), refused(&rules, &state, "3C")), (cards("2S"), "BT-24"));
    let mut swapped = state.clone();
    play(&rules, &mut swapped, &[(1, "swap")]);
    assert_eq!((swapped.left(), swapped.face_up()), (Cards::EMPTY, cards("3D")));
    assert!(swapped.hand(1).contains(&cards("2S 3C")) && swapped.hand(1).total() == 17);
    assert!(!swapped.hand(1).contains(&cards("3D")));
    assert_eq!((swapped.leader(), swapped.due()), (Some(1), None));
    play(&rules, &mut swapped, &[(1, "2S")]);
    assert!(swapped.facts(&rules).swapped);
    let mut kept = state.clone();
    play(&rules, &mut kept, &[(1, "pass")]);
    assert_eq!(
        (kept.left(), kept.leader(), kept.due()),
        (cards("2S"), Some(1), Card::from_index(0))
    );
    // The lowest card is itself left over: no swap, and the lowest card in play leads.
    let state = deal(&rules, &giving(&["3H", "3S", "3C"], "3D"), 0);
    assert_eq!((state.phase(), state.leader()), ("play", Some(2)));
    // A leader by set-up leads after a swap too.
    let mut state = deal(&rules, &Setup { leader: Some(0), ..setup }, 0);
    play(&rules, &mut state, &[(1, "swap")]);
    assert_eq!((state.turn(), state.due()), (Some(0), None));
}

fn bloody() -> Switches {
    Switches { dragon_play: false, all_out: true, revolution: true, ..taiwan() }
}

#[test]
fn cards_are_exchanged_one_at_a_time() {
    // BT-37
    let rules = rules(bloody());
    let roles = Some([2, 0, 3, 1]);
    let hands = [
        "2D AC 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 8C",
        "2H 2C AD AH 3H 3S 4H 4S 5H 5S 6H 6S 7H",
        "KD KC KH KS QD QC QH QS JD JC JH JS 9D",
        "2S AS TD TC TH TS 9C 9H 9S 8D 8H 8S 7S",
    ];
    let setup = Setup { roles, ..giving(&hands, "") };
    let mut state = deal(&rules, &setup, 0);
    assert_eq!((state.phase(), state.turn(), state.num_legal(&rules)), ("exchange", Some(2), 13));
    assert_eq!(refused(&rules, &state, "KD"), "BT-37");
    assert_eq!(refused(&rules, &state, "give KD"), "BT-37");
    play(&rules, &mut state, &[(2, "ask 2")]);
    assert_eq!((state.num_legal(&rules), state.asked_rank()), (1, Some(12)));
    assert_eq!(refused(&rules, &state, "give AC"), "BT-37");
    assert_eq!(refused(&rules, &state, "give 2S"), "BT-37");
    play(&rules, &mut state, &[(0, "give 2D")]);
    assert_eq!(state.num_legal(&rules), 14, "received cards may be given back");
    play(&rules, &mut state, &[(2, "give 9D")]);
    // Two cards of the commoner, seat 3: not twice the same rank.
    play(&rules, &mut state, &[(2, "ask K"), (3, "give AS"), (2, "give QD")]);
    assert_eq!(refused(&rules, &state, "ask K"), "BT-37");
    assert_eq!(state.num_legal(&rules), 12);
    assert_eq!(state.lowest(&rules).to_string(), "ask 2");
    play(&rules, &mut state, &[(2, "ask 2"), (3, "give 2S"), (2, "give JC")]);
    // Three of the slave, seat 1, by the default policy.
    let mut told = Vec::new();
    let mut askers = Vec::new();
    while state.phase() == "exchange" {
        let (mv, seat) = (state.lowest(&rules), state.turn().unwrap());
        told.push((seat, mv.to_string()));
        askers.push(state.exchange_seats());
        state.play(&rules, mv).unwrap();
        assert!(state.is_sound(&rules));
    }
    let pairs: Vec<_> = askers.iter().step_by(3).copied().collect();
    assert_eq!(pairs, [(2, 1), (2, 1), (2, 1), (0, 3), (0, 1), (0, 1), (3, 1)]);
    let king: Vec<&str> = told[..9].iter().map(|(_, mv)| mv.as_str()).collect();
    let expected = [
        "ask 2", "give 2C", "give AS", "ask A", "give AD", "give AD", "ask K", "give 7H", "give 7H",
    ];
    assert_eq!(king, expected);
    assert_eq!(state.hands().iter().map(Cards::total).collect::<Vec<_>>(), [13; 4]);
    // After the exchange whoever holds the lowest card leads with it.
    let lowest = (0..4).find(|&seat| state.hand(seat).contains(&cards("3C")));
    assert_eq!((state.leader(), state.due()), (lowest, Card::from_index(1)));
    let bad = Setup { roles: Some([0, 1, 2, 2]), ..Setup::default() };
    assert_eq!(bad.check(&rules).unwrap_err().rule, "BT-37");
}

#[test]
fn play_goes_on_for_the_other_places() {
    // BT-31
    let switches = Switches { all_out: true, ..Switches::default() };
    let all = rules(switches.clone());
    let hands = ["3D 9D", "3C", "4D 5D", "6D TS"];
    let mut state = position(&all, &hands, 0, None);
    play(&all, &mut state, &[(0, "9D"), (1, "pass"), (2, "pass"), (3, "TS")]);
    play(&all, &mut state, &[(0, "pass"), (1, "pass"), (2, "pass"), (3, "6D")]);
    // All pass on the last card of a seat that is out: the next one leads.
    assert_eq!(state.facts(&all).winner, 3);
    play(&all, &mut state, &[(0, "pass"), (1, "pass"), (2, "pass"), (0, "3D")]);
    assert_eq!(state.turn(), Some(1));
    play(&all, &mut state, &[(1, "3C")]);
    assert_eq!((state.turn(), places(&state, &all)), (None, vec![2, 3, 4, 1]));
    let first = rules(Switches { all_out: false, ..switches });
    let mut state = position(&first, &hands, 1, None);
    play(&first, &mut state, &[(1, "3C")]);
    assert_eq!((state.turn(), places(&state, &first)), (None, vec![0, 1, 0, 0]));
}

fn facts_after(rules: &Rules, mut state: State, moves: &[(usize, &str)]) -> Facts {
    play(rules, &mut state, moves);
    state.facts(rules)
}

#[test]
fn who_did_not_play_the_highest_is_told() {
    // BT-44
    let rules = rules(Switches::default());
    let told = |hands: &[&str], turn, to_beat, moves: &[(usize, &str)]| {
        let facts = facts_after(&rules, position(&rules, hands, turn, to_beat), moves);
        (facts.not_highest, facts.could_have_stopped, facts.culprit_passed)
    };
    let hands = ["4D 2S", "5D", "6D 6C", "7D 7C"];
    assert_eq!(told(&hands, 0, None, &[(0, "4D"), (1, "5D")]), (0, 0, false));
    let hands = ["4D 4C", "5D", "6D 6C", "7D 7C"];
    assert_eq!(told(&hands, 0, None, &[(0, "4D"), (1, "5D")]), (0, -1, false));
    assert_eq!(told(&hands, 0, None, &[(0, "4C"), (1, "5D")]), (-1, -1, false));
    // A pass with a higher single, and without one.
    let hands = ["8D 8C", "5D", "6D 6C", "4C 7C"];
    assert_eq!(told(&hands, 3, None, &[(3, "4C"), (0, "pass"), (1, "5D")]), (0, 0, true));
    let hands = ["3D 3C", "5D", "6D 6C", "4C 7C"];
    assert_eq!(told(&hands, 3, None, &[(3, "4C"), (0, "pass"), (1, "5D")]), (-1, -1, false));
    // Leads of more cards are safe, and going out with more than a card.
    let hands = ["4D 4C 2S", "5D", "6D 6C", "7D 7C"];
    let moves = [(0, "4D 4C"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "2S")];
    assert_eq!(told(&hands, 0, None, &moves), (-1, -1, false));
    let hands = ["4D 9D", "5D 5C", "6D 6C", "7D 7C"];
    let moves = [(0, "4D"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "9D")];
    assert_eq!(told(&hands, 0, None, &moves), (3, -1, true));
    // The winner led his last card: the seat before him had passed on his last play.
    let hands = ["KD 9D", "4D 3C", "6D 6C", "7D 2C"];
    let moves = [(0, "KD"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "9D")];
    assert_eq!(told(&hands, 0, None, &moves), (3, 3, true));
    // A position tells who acted last.
    assert_eq!(
        told(&["4D 2S", "5D", "6D 6C", "7D 7C"], 1, Some(("3D", 0)), &[(1, "5D")]),
        (0, 0, false)
    );
    assert_eq!(
        told(&["4D 2S", "5D", "6D 6C", "7D 7C"], 1, Some(("3D", 3)), &[(1, "5D")]),
        (0, 0, true)
    );
}

#[test]
fn locked_seats_left_nothing_undone() {
    // BT-44, BT-30: seat 3 has passed before; asked for a monster, it passes again.
    let rules =
        rules(Switches { ask_locked_always: true, all_out: false, revolution: false, ..bloody() });
    let hands = ["5D KD", "4D 2C", "6D 6C 7C", "3D AC 2D"];
    let mut state = position(&rules, &hands, 2, None);
    play(&rules, &mut state, &[(2, "6D"), (3, "pass"), (0, "KD"), (1, "2C")]);
    play(&rules, &mut state, &[(2, "pass"), (3, "pass"), (0, "pass"), (1, "4D")]);
    assert_eq!(state.facts(&rules).not_highest, -1);
    // All others locked and asked no more, the winner leads at once: nobody acted before him.
    let rules = self::rules(Switches { ask_locked_always: false, ..rules.switches().clone() });
    let mut state = position(&rules, &["5D 2S", "3D 2C", "6D 2H", "4C 2D"], 0, Some(("3C", 3)));
    play(&rules, &mut state, &[(0, "5D"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "2S")]);
    assert_eq!(state.facts(&rules).not_highest, 3);
}

#[test]
fn the_highest_single_must_be_played_before_a_last_card() {
    // BT-35
    let rules = rules(Switches { top_forced: true, ..Switches::default() });
    let hands = ["4D 9D TD TC", "2C", "6D 6C", "7D 7C"];
    let state = position(&rules, &hands, 0, None);
    assert_eq!(refused(&rules, &state, "9D"), "BT-35");
    play(&rules, &mut state.clone(), &[(0, "TC")]);
    play(&rules, &mut state.clone(), &[(0, "TD TC")]);
    let state = position(&rules, &hands, 0, Some(("5D", 2)));
    assert_eq!(refused(&rules, &state, "pass"), "BT-35");
    assert_eq!(refused(&rules, &state, "TD"), "BT-35");
    assert_eq!(state.num_legal(&rules), 1);
    let state = position(&rules, &hands, 0, Some(("JD", 2)));
    play(&rules, &mut state.clone(), &[(0, "pass")]);
    let state = position(&rules, &hands, 0, Some(("5D 5C", 2)));
    play(&rules, &mut state.clone(), &[(0, "pass")]);
    // The due card comes before the highest.
    let two = self::rules(Switches { players: 52, top_forced: true, ..Switches::default() });
    assert_eq!(deal(&two, &Setup::default(), 0).num_legal(&two), 1);
}

#[test]
fn straight_flushes_turn_the_order_over() {
    // BT-38
    let rules = rules(Switches { revolution: true, ..Switches::default() });
    let hands = ["5D 6D 7D 8D 9D 2S 3D", "2C 4C", "3C KD", "3S AD"];
    let mut state = position(&rules, &hands, 0, None);
    play(&rules, &mut state, &[(0, "5D 6D 7D 8D 9D")]);
    assert!(state.revolved());
    play(&rules, &mut state, &[(1, "pass"), (2, "pass"), (3, "pass"), (0, "2S"), (1, "4C")]);
    play(&rules, &mut state, &[(2, "3C"), (3, "3S")]);
    let facts = facts_after(&rules, state, &[(0, "pass"), (1, "pass"), (2, "pass"), (3, "AD")]);
    assert_eq!((facts.revolutions, facts.winner), (1, 3));
}

#[test]
fn what_is_left_is_counted() {
    // BT-41, BT-42, BT-46
    let rules = rules(Switches { top_rank: 0, ..Switches::default() });
    let hands = ["3D", "2C JD 5S 8H", "3S 4C 5C 5H 6D 6S 9S QH", "AS AD 2D 2S 7D 7C 7H 7S"];
    let facts = facts_after(&rules, position(&rules, &hands, 0, None), &[(0, "3D")]);
    let told: Vec<_> =
        facts.seats.iter().map(|seat| (seat.pips_left, seat.deduction_left)).collect();
    assert_eq!(told, [(0, 0), (15 + 11 + 13, 73), (50, 58), (28 + 30 + 28, 60 + 80 + 28)]);
    let told = facts.seats.iter().map(|s| (s.twos_left, s.spade_aces_left, s.monsters_left));
    let told: Vec<_> = told.collect();
    assert_eq!(told, [(0, 0, 0), (1, 0, 0), (0, 0, 0), (2, 1, 1)]);
    let monsters = |hand: &str, switches| self::rules(switches).monsters_in(cards(hand));
    let plain = Switches::default();
    let as_quads = Switches { bare_quad: chupai_core::big2::BareQuad::AsQuads, ..plain.clone() };
    assert_eq!(monsters("7D 7C 7H 7S", plain.clone()), 0);
    assert_eq!(monsters("7D 7C 7H 7S", as_quads), 1);
    assert_eq!(monsters("7D 7C 7H 7S 8D 9D TD JD 3S 4S 5S 6S 8S", plain.clone()), 3);
    assert_eq!(monsters("AD 2D 3D 4D 5D", plain.clone()), 1);
    assert_eq!(monsters("JD QD KD AD 2D", plain.clone()), 0);
    let two = Switches { decks: 2, ..plain };
    assert_eq!(monsters("7D 7D 7C 7C 7H 8D 8D 8C 8C", two), 2);
}

#[test]
fn impossible_setups_and_positions_are_refused() {
    let rules = rules(Switches::default());
    let refuse = |setup: Setup| {
        let error = State::deal(&rules, &setup, Rng::stream(0, Domain::Deal, 0, 0)).unwrap_err();
        (error.fault, error.rule)
    };
    assert_eq!(refuse(Setup { leader: Some(4), ..Setup::default() }), (Fault::Rules, "BT-22"));
    assert_eq!(refuse(Setup { first_card: 4, ..Setup::default() }), (Fault::Rules, "BT-22"));
    assert_eq!(refuse(giving(&["3D", "3D"], "")), (Fault::Rules, "BT-01"));
    assert_eq!(refuse(giving(&["B"], "")), (Fault::Rules, "BT-01"));
    assert_eq!(refuse(giving(&["", "", "", "", "3D"], "")), (Fault::Rules, "BT-23"));
    assert_eq!(refuse(giving(&[], "3D")), (Fault::Rules, "BT-23"));
    let good = || {
        let hands = ["3D 9D", "3C", "4D 5D", "6D TS"].map(cards);
        Position::likely(&rules, hands, 0, None)
    };
    assert!(State::from_position(&rules, &good()).is_ok());
    let single = |text| Some((parse_move(&rules, text).unwrap(), 3));
    type Change<'a> = Box<dyn Fn(&mut Position) + 'a>;
    let faults: Vec<(Change<'_>, &str)> = vec![
        (Box::new(|p| p.turn = 4), "BT-22"),
        (Box::new(|p| p.hands[1] = Cards::EMPTY), "BT-31"),
        (Box::new(|p| p.hands[1] = cards("3D")), "BT-01"),
        (Box::new(|p| p.to_beat = single("3D")), "BT-01"),
        (Box::new(|p| (p.turn, p.to_beat) = (3, single("KD"))), "BT-28"),
        (Box::new(|p| p.passed = 1), "BT-29"),
        (Box::new(|p| p.due = Some(0)), "BT-26"),
        (Box::new(|p| p.plays[0] = 0), "BT-27"),
        (Box::new(|p| p.plays[0] = 12), "BT-27"),
        (Box::new(|p| p.revolutions = 1), "BT-38"),
        (Box::new(|p| p.redeals = 1), "BT-34"),
        (Box::new(|p| p.face_up = cards("3H")), "BT-24"),
        (Box::new(|p| p.suspect = Some((3, true))), "BT-44"),
        (Box::new(|p| p.out_order.push(1)), "BT-31"),
        (Box::new(|p| p.hands.truncate(3)), "BT-22"),
    ];
    for (change, rule) in faults {
        let mut position = good();
        change(&mut position);
        let error = State::from_position(&rules, &position).unwrap_err();
        assert_eq!((error.fault, error.rule), (Fault::Rules, rule), "{}", error.message);
    }
}

#[test]
fn decisions_have_no_place_in_the_play() {
    // BT-32
    let rules = rules(Switches::default());
    let state = deal(&rules, &Setup::default(), 0);
    for text in ["swap", "redeal", "ask 3", "give 3D"] {
        assert_eq!(refused(&rules, &state, text), "BT-32");
    }
    assert_eq!(Kind::named("give"), Some(Kind::Give));
}

/// The position of a deal in the play, by what can be seen of the state.
fn position_of(rules: &Rules, state: &State) -> Position {
    let by = state.last_player().map(|by| by as u8);
    let places = state.places(rules);
    let mut out: Vec<u8> = (0..places.len() as u8).filter(|&at| places[at as usize] > 0).collect();
    out.sort_by_key(|&at| places[at as usize]);
    let facts = state.facts(rules);
    let suspect =
        (facts.not_highest >= 0).then_some((facts.not_highest as u8, facts.culprit_passed));
    Position {
        hands: state.hands().iter().copied().collect(),
        left: state.left(),
        face_up: state.face_up(),
        turn: state.turn().unwrap() as u8,
        to_beat: state.to_beat().zip(by),
        passed: state.locked(),
        out_order: out.into_iter().collect(),
        plays: state.plays().iter().copied().collect(),
        revolutions: state.revolutions(),
        leader: state.leader().map(|leader| leader as u8),
        due: state.due().map(|card| card.index() as u8),
        redeals: state.redeals(),
        suspect,
        could_have_stopped: facts.could_have_stopped >= 0,
    }
}

#[test]
fn deals_can_be_taken_up_anywhere() {
    let plain = Switches::default();
    let soft = Switches { all_out: true, top_forced: true, ..plain.clone() };
    let malaysia = Switches { players: 3, remainder: Remainder::MalaysiaSwap, ..plain.clone() };
    let two = Switches { decks: 2, players: 5, all_out: true, ..plain.clone() };
    for switches in [plain, soft, malaysia, two, bloody()] {
        let rules = rules(switches);
        for index in 0..30 {
            let mut state = deal(&rules, &Setup::default(), index);
            let mut rng = Rng::stream(4, Domain::Play, 0, index);
            while let Some(turn) = state.turn() {
                // Before somebody has gone out a state does not show whom it suspects.
                let shown = state.winner().is_some() || state.hand(turn).total() > 1;
                if state.phase() == "play" && shown {
                    let taken_up = State::from_position(&rules, &position_of(&rules, &state));
                    let taken_up = taken_up.unwrap_or_else(|error| panic!("{error:?}: {state:?}"));
                    assert!(state.same_position(&taken_up, &rules), "{state:?} {taken_up:?}");
                    assert!(taken_up.is_sound(&rules));
                }
                let before = state.clone();
                state.play_unchecked(&rules, state.choose(&rules, Agent::Random, &mut rng));
                assert!(!state.same_position(&before, &rules));
            }
        }
    }
}
