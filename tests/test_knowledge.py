"""What seats are told and know: views, events, redeals (DD-28), checked from records of hands."""

import copy
import json
import pickle
from collections import Counter
from random import Random

import pytest

import chupai
from doudizhu_cases import FIXED, PACK, PRESETS, RANKS, VARIANTS
from knowledge_cases import (
    MORE,
    STANDARD,
    assert_nothing_leaks,
    combinations,
    ranks,
    states,
)

# --- redeals -------------------------------------------------------------------------------------


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
