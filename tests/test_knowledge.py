"""What seats are told and know: views, events, redeals (DD-28), checked from records of hands."""

import copy
import json
import pickle
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, PACK, PRESETS, RANKS, VARIANTS
from random_cases import random_rules

STANDARD = chupai.variant("doudizhu/standard")
SHOWS = chupai.Variant(rules=doudizhu.Rules(show_multipliers=(5, 4, 3, 2), doubling=True))
FIXED_SHOWS = chupai.Variant(rules=doudizhu.Rules(auction="fixed", show_multipliers=(4, 3, 2)))
MORE = VARIANTS | {"shows": SHOWS, "fixed shows": FIXED_SHOWS}


def states(variant, index, *, passes=0.0, seed=61, **setup):
    """Every state of a deal of random moves, in which auctions are passed out more often."""
    rng = Random(f"{index} {seed}")
    state = variant.deal(seed=seed, index=index, **setup)
    yield state
    while not state.is_over:
        moves = state.legal_moves()
        wait = state.phase == "auction" and state.redeals < 3 and rng.random() < passes
        state.play(moves[0] if wait else rng.choice(moves))
        yield state


def combinations(number, salt):
    """Variants with all switches drawn at random."""
    rng = Random(salt)
    return [chupai.Variant(rules=doudizhu.Rules(**random_rules(rng))) for _ in range(number)]


def ranks(text):
    return Counter(text.replace("+", ""))


# --- redeals -------------------------------------------------------------------------------------


def assert_nothing_leaks(state, rng):
    """The view is the same in a deal with other hidden cards, down to the bytes of its pickle."""
    for seat in range(3):
        view = state.view(seat)
        seed = rng.randrange(2**64)
        other = state.redeal_hidden(seat, seed)
        again = other.view(seat)
        assert again == view
        assert pickle.dumps(again) == pickle.dumps(view)
        assert other.events(seat) == state.events(seat)
        assert other.history == state.history
        sample = view.sample_state(seed)
        assert sample == other
        assert pickle.dumps(sample) == pickle.dumps(other)
        # It does not matter which of the deals with this view is dealt anew.
        seed = rng.randrange(2**64)
        assert pickle.dumps(other.redeal_hidden(seat, seed)) == pickle.dumps(
            view.sample_state(seed)
        )
        restored = pickle.loads(pickle.dumps(view))
        assert restored == view
        assert restored.sample_state(seed) == view.sample_state(seed)


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", MORE)
def test_views_hold_nothing_hidden(name, soak):
    rng = Random(name)
    for index in range(3 * soak):
        for state in states(MORE[name], index, passes=0.8):
            assert_nothing_leaks(state, rng)


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("salt", range(6))
def test_views_hold_nothing_hidden_under_any_switches(salt):
    rng = Random(salt)
    for variant in combinations(8, salt):
        for state in states(variant, salt, passes=0.8):
            assert_nothing_leaks(state, rng)


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", ["standard", "call-and-rob", "rlcard"])
def test_set_ups_do_not_matter_for_what_is_known(name):
    given = {"dealer": "weak_shuffle"}
    given |= {"first_bidder": 2} if VARIANTS[name].rules.auction != "fixed" else {"landlord": 1}
    rng = Random(name)
    for state in states(VARIANTS[name], 1, **given):
        assert_nothing_leaks(state, rng)


@pytest.mark.rule("DD-28")
def test_positions_hide_what_they_hide():
    rng = Random(5)
    for bottom in ("", "34A"):
        state = STANDARD.position(
            hands=["33K", "44A", "55QR"], bottom=bottom, turn=1, to_beat="T", by=2
        )
        while not state.is_over:
            assert_nothing_leaks(state, rng)
            state.play(rng.choice(state.legal_moves()))
        assert_nothing_leaks(state, rng)


def test_redeals_play_on_alike():
    """The streams of equal redeals are equal too: playouts and the cards of passed-out auctions."""
    state = STANDARD.deal(seed=8, first_bidder=1, dealer="weak_shuffle")
    one, two = state.redeal_hidden(1, 3), state.view(1).sample_state(3)
    for _ in range(3):
        one.play("pass")
        two.play("pass")
    assert one == two
    assert one.first_bidder == two.first_bidder
    while not one.is_over:
        move = one.sample()
        assert move == two.sample()
        one.play(move)
        two.play(move)


# --- what is remembered of dealings --------------------------------------------------------------


@pytest.mark.rule("DD-04", "DD-01")
@pytest.mark.parametrize("name", MORE)
def test_dealings_are_the_cards_as_dealt(name):
    for index in range(4):
        seen = []
        last = -1
        for state in states(MORE[name], index, passes=0.9):
            if state.redeals != last:
                last = state.redeals
                hands = [state.hand(seat) for seat in range(3)]
                if state.landlord is not None:  # given: he has taken the bottom cards
                    rest = ranks(hands[state.landlord]) - ranks(state.bottom)
                    hands[state.landlord] = "".join(rank * rest[rank] for rank in RANKS)
                seen.append(
                    {
                        "hands": hands,
                        "bottom": state.bottom,
                        "first_bidder": state.first_bidder,
                        "move": len(state.history),
                    }
                )
            assert state.dealings == seen
        for twin in (state.clone(), copy.copy(state), pickle.loads(pickle.dumps(state))):
            assert twin.dealings == seen


def test_positions_have_no_dealings():
    state = STANDARD.position(hands=["3", "44", "5"], turn=1)
    assert state.dealings == []
    state.play("4")
    assert state.dealings == []


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", ["standard", "everything on", "shows", "fixed shows"])
def test_dealings_of_a_redeal_fit_its_record(name):
    """The whole record can be played again from the dealings of a redealt state."""
    rng = Random(1)
    for state in states(MORE[name], 3, passes=0.9):
        seat = rng.randrange(3)
        other = state.redeal_hidden(seat, 9)
        assert [d["move"] for d in other.dealings] == [d["move"] for d in state.dealings]
        early = state.phase == "show" and state.landlord is None
        for number, (ours, theirs) in enumerate(zip(other.dealings, state.dealings, strict=True)):
            assert sum(map(ranks, [*ours["hands"], ours["bottom"]]), Counter()) == PACK
            assert [len(hand) for hand in ours["hands"]] == [17, 17, 17]
            assert ours["first_bidder"] == theirs["first_bidder"]
            if not early or number < len(state.dealings) - 1:
                assert ours["hands"][seat] == theirs["hands"][seat]


# --- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MORE)
def test_built_in_agents_choose_as_in_runs(name):
    for agents in (["lowest"] * 3, ["random"] * 3, ["lowest", "random", "random"]):
        run = chupai.simulate(MORE[name], 20, seed=3, agents=agents, keep="scores", threads=1)
        for index in range(20):
            state = MORE[name].deal(seed=3, index=index)
            while not state.is_over:
                state.play(state.choose(agents[state.turn]))
            assert state.scores() == run.scores[index].tolist()


def test_agents_that_do_not_exist_choose_nothing():
    state = STANDARD.deal(seed=1)
    with pytest.raises(ValueError, match="no built-in agent is called"):
        state.choose("cunning")
    with pytest.raises(TypeError):
        state.choose(3)
    while not state.is_over:
        state.play(state.choose("lowest"))
    with pytest.raises(chupai.IllegalMove, match="DD-08"):
        state.choose("lowest")


# --- events --------------------------------------------------------------------------------------


class Told:
    """What one seat may know, worked out from the hands of every state of a deal."""

    def __init__(self, seat):
        self.seat = seat
        self.last = None

    def expected(self, state):
        """The event that brings this state, from this one and the one before."""
        seat, before, self.last = self.seat, self.last, self.clip(state)
        fixed = state.variant.rules.auction == "fixed"
        if before is None:
            event = {"event": "deal", "seat": seat, "hand": self.last["seen"][seat]}
            event["first_bidder"] = state.first_bidder
            if fixed:
                event["landlord"] = self.last["to_be"]
            if state.landlord is not None:
                event["bottom"] = state.bottom
            return event
        mover, move = state.history[-1]
        event = {"event": "move", "seat": mover, "move": str(move)}
        again = state.redeals > before["redeals"]
        if again:
            event |= {"redeals": state.redeals, "first_bidder": state.first_bidder}
        if state.landlord is not None and before["landlord"] is None:
            event |= {"landlord": state.landlord, "bottom": state.bottom}
        shown = {}
        for other in range(3):
            new = self.last["seen"][other]
            if mover == other and move.cards:
                continue
            changed = again or new != before["seen"][other]
            if other == seat and changed:
                event["hand"] = new
            if state.shown[other] is not None and (changed or before["shown"][other] is None):
                shown[str(other)] = new
        if shown:
            event["shown"] = shown
        return event

    def clip(self, state):
        seen = [state.view(other).hand for other in range(3)]
        return {
            "seen": seen,
            "redeals": state.redeals,
            "landlord": state.landlord,
            "shown": state.shown,
            "to_be": self.last["to_be"] if self.last else state.landlord,
        }


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", MORE)
def test_events_tell_what_a_seat_may_know(name):
    for index in range(4):
        told = [Told(seat) for seat in range(3)]
        events = [[] for _ in range(3)]
        for state in states(MORE[name], index, passes=0.7):
            for seat in range(3):
                event = told[seat].expected(state)
                if event["event"] == "deal" and "landlord" in event:
                    event["landlord"] = 0
                events[seat].append(event)
                over = [{"event": "end", "scores": state.scores()}] if state.is_over else []
                assert state.events(seat) == events[seat] + over
        for seat in range(3):
            all_told = state.events(seat)
            assert json.loads(json.dumps(all_told)) == all_told
            for start in (0, 1, 5, len(all_told) - 1, len(all_told), len(all_told) + 9):
                assert state.events(seat, start) == all_told[start:]
            assert pickle.loads(pickle.dumps(state)).events(seat) == all_told


@pytest.mark.rule("DD-28", "DD-02")
@pytest.mark.parametrize("name", PRESETS)
def test_events_name_no_card_that_is_hidden(name):
    """All cards of the events of a seat are its own, the bottom cards of a landlord, or played."""
    for index in range(6):
        *_, state = states(PRESETS[name], index, passes=0.7)
        for seat in range(3):
            own = [ranks(dealing["hands"][seat]) for dealing in state.dealings]
            bottom = ranks(state.bottom) if state.landlord is not None else Counter()
            number = 0
            for event in state.events(seat):
                number += "redeals" in event
                may = own[number] + (bottom if number == state.redeals else Counter())
                assert not ranks(event.get("hand", "")) - may
                assert ranks(event.get("bottom", "")) in (Counter(), bottom)
                assert "shown" not in event
                assert set(event) <= {
                    *("event", "seat", "hand", "first_bidder", "landlord", "bottom"),
                    *("move", "redeals", "scores"),
                }


@pytest.mark.parametrize("start", [-1, -(2**70), True, 1.5, "1"])
def test_events_begin_at_a_number(start):
    state = FIXED.deal(seed=1)
    with pytest.raises((TypeError, ValueError)):
        state.events(0, start)
    assert state.events(0, 2**70) == []


# --- notation ------------------------------------------------------------------------------------


def assert_round_trip(state):
    text = str(state)
    again = doudizhu.State.parse(text, state.variant)
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == text
    assert repr(again) == repr(state) == f"<doudizhu.State {text}>"
    assert again.facts() == state.facts()
    assert again.legal_moves() == state.legal_moves()
    assert (again.turn, again.phase, again.bid) == (state.turn, state.phase, state.bid)
    assert again.shown == state.shown
    assert (again.history, again.dealings) == ([], [])
    assert str(again.start) == text
    shuffled = text.split(" ")
    Random(text).shuffle(rest := shuffled[1:])
    assert doudizhu.parse(" ".join([shuffled[0], *rest]), state.variant) == state
    for seat in range(3):
        view = again.view(seat)
        assert view.hand == state.view(seat).hand
        assert view.cards_left == state.view(seat).cards_left
        assert_nothing_leaks(again, Random(text))


@pytest.mark.parametrize("name", MORE)
def test_every_state_can_be_written_and_read(name, soak):
    for index in range(2 * soak):
        for state in states(MORE[name], index, passes=0.7):
            assert_round_trip(state)


@pytest.mark.parametrize("salt", range(4))
def test_every_state_can_be_written_and_read_under_any_switches(salt):
    for variant in combinations(6, f"notation {salt}"):
        for state in states(variant, salt, passes=0.7):
            assert_round_trip(state)


def test_a_state_that_was_read_plays_on_as_the_one_that_was_written():
    for name in ("standard", "call-and-rob", "shows", "everything on"):
        for number, state in enumerate(states(MORE[name], 5, passes=0.7)):
            if state.phase == "show" and state.landlord is None:
                continue  # in which order cards come is not told
            ours, theirs = state.clone(), doudizhu.parse(str(state), MORE[name])
            ours.reseed(number)
            theirs.reseed(number)
            while not ours.is_over and ours.redeals == state.redeals:
                move = ours.sample()
                assert theirs.sample() == move
                ours.play(move)
                theirs.play(move)
                if ours.redeals == state.redeals:
                    assert theirs == ours
            if ours.is_over:
                assert theirs.scores() == ours.scores()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "play turn=0 landlord=0 hands=3A/TT/4R bottom="),
        ({"landlord": 2}, "play turn=2 landlord=2 hands=3A/TT/4R bottom="),
        (
            {"turn": 1, "to_beat": "2"},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=2 by=0",
        ),
        (
            {"turn": 1, "to_beat": "555666+77", "by": 2},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=555666+77 by=2",
        ),
        ({"bottom": "AR3", "bid": 2}, None),
        (
            {"turn": 1, "to_beat": "6666"},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=6666 by=0",
        ),
        (
            {"bombs": 2, "plays": [3, 4, 1]},
            "play turn=0 landlord=0 hands=3A/TT/4R bottom= plays=3/4/1 bombs=2",
        ),
        ({"bottom": "34K", "bid": 2}, "play turn=0 landlord=0 hands=3A/TT/4R bottom=34K bid=2"),
    ],
)
def test_positions_are_written_shortly(given, text):
    arguments = {"hands": ["3A", "TT", "4R"]} | given
    if text is None:
        with pytest.raises(chupai.RulesError):
            STANDARD.position(**arguments)
        return
    state = STANDARD.position(**arguments)
    assert str(state) == text
    assert_round_trip(state)


def test_readings_of_the_play_to_beat_are_kept():
    """The same cards as another play are another position."""
    variant = chupai.Variant(rules=doudizhu.Rules(auction="fixed", quad_chains=True))
    hands = ["3", "99", "TT"]
    cards = "444555666777"
    for move in doudizhu.classify(cards, variant.rules):
        state = variant.position(hands=hands, turn=1, to_beat=move)
        assert state.to_beat == doudizhu.parse(str(state), variant).to_beat == move
        assert_round_trip(state)


FULL = "hands=33334444555566667/77788889999TTTTJJ/JJQQQQKKKKAAAA222 bottom=2BR"
DEALT = f"auction turn=0 {FULL}"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "phase"),
        ("paly turn=0", "phase"),
        ("x" * 500, "phase"),
        ("play", "turn"),
        ("play turn=0 hands=3/4/5", "landlord"),
        ("play turn=3 landlord=0 hands=3/4/5", "turn"),
        ("play turn=-1 landlord=0 hands=3/4/5", "turn"),
        ("play turn=0 landlord=x hands=3/4/5", "landlord"),
        ("play turn=0 landlord=0 hands=3/4", "hands"),
        ("play turn=0 landlord=0 hands=3/4/X", "hands"),
        ("play turn=0 landlord=0 hands=33333/4/5", "hands"),
        ("play turn=0 landlord=0 hands=333/33/5", "more cards of a rank"),
        ("play turn=0 landlord=0 hands=/4/5", "no cards"),
        ("play turn=0 landlord=0 hands=3/4/5 bottom=33", "three bottom cards"),
        ("play turn=0 landlord=0 hands=3/4/5 hands=3/4/5", "twice"),
        ("play turn=0 landlord=0 hands=3/4/5 dealer=1", "dealer"),
        ("play turn=0 landlord=0 hands=3/4/5 by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=pass by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=67 by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=6 by=0", "beat"),
        ("play turn=0 landlord=0 hands=3/4/5 moment=1", "moment"),
        ("play turn=0 landlord=0 hands=3/4/5 said=pass", "said"),
        ("play turn=0 landlord=0 hands=3/4/5 bid=4", "bid"),
        ("play turn=0 landlord=0 hands=3/4/5 robs=1", "robs"),
        ("play turn=0 landlord=0 hands=3/4/5 bombs=14", "bombs"),
        ("play turn=0 landlord=0 hands=3/4/5 rockets=2", "rockets"),
        ("play turn=0 landlord=0 hands=3/4/5 plays=1/2", "plays"),
        ("play turn=0 landlord=0 hands=3/4/5 plays=0/0/0", "plays"),
        ("play turn=0 landlord=0 hands=3/4/5 shown=0", "shown"),
        ("play turn=0 landlord=0 hands=3/4/5 open_multiplier=2", "open_multiplier"),
        ("play turn=0 landlord=0 hands=3/4/5 doubled=1", "doubled"),
        ("play turn=0 landlord=0 hands=3/4/5 redeals=256", "redeals"),
        ("play turn=0 landlord=0 hands=3/4/5 robs", "robs"),
        ("over landlord=0 hands=3/4/5 bottom=", "over"),
        ("over landlord=0 hands=//5 bottom=", "over"),
        ("over turn=0 landlord=0 hands=/4/5 bottom=", "turn"),
        (f"over {FULL}", "phase"),
        (f"double turn=0 landlord=0 {FULL}", "phase"),
        (f"show turn=0 landlord=0 {FULL}", "phase"),
        (f"show turn=0 moment=0 {FULL}", "phase"),
        (f"{DEALT} landlord=0", "landlord"),
        (f"{DEALT} said=bid1,bid1", "said"),
        (f"{DEALT} said=bid3", "said"),
        (f"{DEALT} said=call", "said"),
        (f"{DEALT} said=4", "said"),
        (f"{DEALT} said=pass,pass,pass", "said"),
        ("auction turn=0 hands=3/4/5 bottom=2BR", "hands"),
        (DEALT.replace("bottom=2BR", "bottom=2B"), "bottom"),
        (DEALT.replace("bottom=2BR", "bottom=22B"), "more cards of a rank"),
    ],
)
def test_texts_that_tell_no_position(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        doudizhu.parse(text, STANDARD)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"show turn=0 moment=3 {FULL}", "moment"),
        (f"show turn=0 moment=1 {FULL}", "received"),
        (f"show turn=0 moment=1 received=33334/77788/JJQQ {FULL}", "received"),
        (f"show turn=0 moment=1 received=33334/77788/JJQQB {FULL}", "received"),
        (f"show turn=0 moment=0 landlord=1 {FULL}", "landlord"),
        (f"show turn=0 moment=0 shown=0 {FULL}", "shown"),
        (f"show turn=1 moment=0 shown=0 open_multiplier=6 {FULL}", "open_multiplier"),
        (f"double turn=1 landlord=0 {FULL}", "seat 0"),
        (f"double turn=1 landlord=0 {FULL}".replace("667/", "6672BR/"), "doubled=2"),
    ],
)
def test_texts_of_showing_and_doubling_that_tell_no_position(text, named):
    if named == "doubled=2":
        assert doudizhu.parse(f"{text} doubled=0", SHOWS).doubled == [True, False, False]
        with pytest.raises(chupai.RulesError, match="doubled"):
            doudizhu.parse(f"{text} {named}", SHOWS)
        return
    with pytest.raises(ValueError, match=named):
        doudizhu.parse(text, SHOWS)


def test_what_is_no_text_or_variant_is_a_type_error():
    for text, variant in [(3, STANDARD), (None, STANDARD), ("play", None), ("play", "standard")]:
        for read in (doudizhu.parse, doudizhu.State.parse):
            with pytest.raises(TypeError):
                read(text, variant)


def test_changed_texts_are_refused_or_tell_a_position():
    """One change of a good text: an error with a name, or a state that can be written again."""
    rng = Random(9)
    found = [str(state) for state in states(SHOWS, 2, passes=0.7)]
    read = 0
    for _ in range(4000):
        text = rng.choice(found)
        at = rng.randrange(len(text))
        change = rng.choice("0123456789TJQKA2BR/,= xé+-") * rng.randrange(2)
        text = text[:at] + change + text[at + rng.randrange(2) :]
        try:
            state = doudizhu.parse(text, SHOWS)
        except ValueError:
            continue
        read += 1
        assert doudizhu.parse(str(state), SHOWS) == state
        while not state.is_over:
            state.play(state.sample())
        assert sum(state.scores()) == 0
    assert read > 100


def test_the_texts_of_the_documentation_are_good():
    page = Path(__file__).parents[1] / "docs" / "rules" / "doudizhu.md"
    section = page.read_text("utf-8").partition("\n## 14 ")[2]
    texts = section.split("```")[1].strip().splitlines()
    assert len(texts) == 4
    for text in texts:
        assert str(doudizhu.parse(text, STANDARD)) == text


def test_where_a_position_began_is_told():
    state = STANDARD.position(hands=["34", "5", "6"], bombs=1)
    first = state.clone()
    state.play("3")
    assert state.start == first
    assert state.start.history == []
    assert pickle.loads(pickle.dumps(state)).start == first
    assert STANDARD.deal(seed=1).start is None
