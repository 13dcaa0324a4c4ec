"""Views and observers of Shengji: what a seat knows, and what it is told."""

import copy
import json
import pickle
from random import Random

import numpy as np
import pytest

import chupai
from chupai import shengji

NAMES = [name for name in chupai.variants() if name.startswith("shengji/")]
BLIND = chupai.Variant(rules=shengji.Rules(blind_declaring=True))
PACK = [f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "DCHS"] + ["B", "R"]


def deals(variant, seeds, declarer=None):
    """Deals played on at random; each is given again after each move."""
    for seed in seeds:
        state = variant.deal(seed=seed, **({} if declarer is None else {"declarer": declarer}))
        rng = Random(seed)
        yield state
        while not state.is_over:
            state.play(state.choose(rng.choice(["random", "random_units"])))
            yield state


def attributes(view):
    """All public attributes of a view."""
    values = {}
    for name in dir(view):
        value = getattr(view, name)
        if not name.startswith("_") and not callable(value):
            values[name] = value.tolist() if name == "bitboard" else value
    return values


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_that_of_every_deal_like_it(name):
    variant = chupai.variant(name)
    for n, state in enumerate(deals(variant, range(2))):
        if n % 5:
            continue
        for seat in range(4):
            view = state.view(seat)
            assert view == state.view(seat) == pickle.loads(pickle.dumps(view))
            assert hash(view) == hash(state.view(seat))
            other = state.redeal_hidden(seat, n)
            assert other.view(seat) == view
            assert attributes(other.view(seat)) == attributes(view)
            assert pickle.dumps(other.view(seat)) == pickle.dumps(view)
            assert view.sample_state(n) == other == pickle.loads(pickle.dumps(other))
            assert sorted(f"{view.unseen} {view.hand}".split()) == sorted(
                " ".join(
                    [*map(other.hand, range(4)), "" if view.kitty is not None else other.kitty]
                    + [card for _, card in other.to_draw]
                ).split()
            )


@pytest.mark.parametrize("name", NAMES)
def test_a_view_says_what_the_seat_may_do(name):
    for n, state in enumerate(deals(chupai.variant(name), range(1))):
        for seat in range(4) if n % 4 == 0 else []:
            view = state.view(seat)
            assert (view.seat, view.turn, view.phase) == (seat, state.turn, state.phase)
            assert view.hand == state.hand(seat)
            assert np.array_equal(view.bitboard, state.bitboard(seat))
            for public in ("cards_left", "declarer", "level", "trump", "standing", "taker"):
                assert getattr(view, public) == getattr(state, public), public
            for public in ("redeals", "leader", "table", "led", "thrown", "winning", "trick"):
                assert getattr(view, public) == getattr(state, public), public
            assert (view.seat_points, view.is_over) == (state.seat_points, state.is_over)
            mine = seat == state.turn
            assert view.num_legal == (state.num_legal if mine else 0)
            moves = view.legal_moves(20)
            assert moves == (state.legal_moves(20) if mine else [])
            for move in state.legal_moves(3):
                assert view.is_legal(move) == mine
                why = view.why_not(move)
                assert why is None if mine else f"not seat {seat}'s" in why
            for number, move in enumerate(moves):
                assert view.nth_legal(number) == move
            with pytest.raises(IndexError):
                view.nth_legal(view.num_legal)
            with pytest.raises(chupai.NoActionIds):
                view.legal_ids()


def test_hidden_things_are_not_told():
    variant = chupai.variant("shengji/chaodi")
    buried = 0
    for state in deals(variant, range(3)):
        for seat in range(4):
            view = state.view(seat)
            told = view.history
            assert [pair for pair in told if pair[0] == seat] == [
                pair for pair in state.history if pair[0] == seat
            ]
            for by, move in told:
                assert by == seat or move.kind != "pass"
            assert (view.kitty is not None) == (state.taker == seat)
            if state.taker == seat:
                assert view.kitty == state.kitty
            # What another seat buried: only by a seat that took it up afterwards.
            seen = state.phase == "bury" and state.turn == seat
            for by, move in reversed(told):
                if move.kind == "bury" and by != seat:
                    assert bool(move.cards) == seen
                    buried += not seen
                if move.kind == "bury":
                    seen = by == seat
    assert buried


def test_declarations_face_down():
    seen = set()
    for state in deals(BLIND, range(4), declarer=0):
        owner = state.standing and state.standing[0]
        for seat in range(4):
            view = state.view(seat)
            hidden = owner not in {None, seat} and state.phase in {"declare", "bury"}
            if hidden and state.standing[1] not in "BR":
                assert view.standing == (owner, None, state.standing[2])
                assert view.trump is None
                seen.add(state.phase)
            else:
                assert view.standing == state.standing
                assert view.trump == state.trump
    assert seen == {"declare", "bury"}


def test_moves_are_put_together_card_by_card():
    rng = Random(3)
    for state in deals(chupai.variant("shengji/cn-2"), range(1), declarer=1):
        if state.is_over or state.phase not in {"bury", "play"}:
            continue
        view, cards = state.view(state.turn), []
        while mask := view.stage_mask(cards):
            assert mask == state.stage_mask()
            card = rng.choice(mask.split())
            cards.append(card)
            state.stage(card)
            if state.phase == "play" and not state.led and rng.random() < 0.5:
                break
        assert view.staged_move(cards) == state.staged_move()
        assert view.is_legal(state.staged_move())
        assert state.view((state.turn + 1) % 4).stage_mask() == ""
        with pytest.raises(chupai.IllegalMove):
            view.stage_mask(["R"] * 2 if "R R" not in view.hand else "3D 3D 3C 3C 4D 5H B")
        state.unstage()


def test_seats_and_seeds():
    state = chupai.variant("shengji/cn-2").deal(seed=1)
    for seat in (-1, 4, 10**30):
        for call in (state.view, state.events, lambda seat: state.redeal_hidden(seat, 1)):
            with pytest.raises((ValueError, OverflowError)):
                call(seat)
    for seat in (True, "0", None, 1.0):
        with pytest.raises(TypeError):
            state.view(seat)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            state.redeal_hidden(0, seed)


def test_playouts_of_a_view():
    state = chupai.variant("shengji/platform-2").deal(seed=5, declarer=2)
    view = state.view(1)
    points = view.rollout(6, seed=3, agents="random_units")
    assert points.shape == (6, 4)
    assert (points.sum(axis=1) == 0).all()
    assert np.array_equal(points, view.rollout(6, seed=3, agents="random_units", threads=2))


@pytest.mark.parametrize("name", NAMES)
def test_observers_know_what_views_know(name):
    variant = chupai.variant(name)
    for seed in range(2):
        state = variant.deal(seed=seed, **({"declarer": 0} if seed else {}))
        observers, told = [variant.observer(seat) for seat in range(4)], [0] * 4
        while True:
            for seat, observer in enumerate(observers):
                events = state.events(seat, told[seat])
                told[seat] += len(events)
                for event in events:
                    assert json.loads(json.dumps(event)) == event
                    observer.observe(json.dumps(event) if told[seat] % 2 else event)
                view = state.view(seat)
                assert observer.view() == view
                assert (observer.hand, observer.turn, observer.phase) == (
                    view.hand,
                    view.turn,
                    view.phase,
                )
                assert observer.history == view.history
                if told[seat] % 16 == 1:
                    assert observer.legal_moves(5) == view.legal_moves(5)
                    assert observer.sample_state(3) == view.sample_state(3)
                    for twin in (copy.copy(observer), pickle.loads(pickle.dumps(observer))):
                        assert twin == observer
            if state.is_over:
                break
            state.play(state.choose("random_units"))
        for seat in range(4):
            events = state.events(seat)
            assert len(events) == told[seat]
            assert events[-1] == {"event": "end", "scores": state.scores()}
            for start in (0, 1, 7, len(events), len(events) + 1, 10**30):
                assert state.events(seat, start) == events[start:]


def test_positions_are_told():
    variant = chupai.variant("shengji/cn-2")
    state = variant.deal(seed=2, declarer=1)
    for _ in range(30):
        state.play(state.sample())
    sampled = state.redeal_hidden(2, 5)
    for seat in range(4):
        observer = variant.observer(seat)
        for event in sampled.events(seat):
            observer.observe(json.dumps(event))
        assert observer.view() == sampled.view(seat)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"event": "start"}, "event: it is deal, position"),
        ({"seat": 4}, "seat: seats are 0 to 3"),
        ({"seat": 2}, "told to seat 2"),
        ({"phase": "auction"}, "phase: there is none"),
        ({"more": 1}, "more: there is no such thing"),
        ({"setup": 5}, "setup: it is a dictionary"),
        ({"setup": {"levels": ["2"]}}, "levels: there are two"),
        ({"setup": {"levels": ["2", "B"]}}, "no level"),
        ({"table": {"hand": "3X"}}, "hand: "),
        ({"table": {"hand": ""}}, "round: it is missing"),
    ],
    ids=str,
)
def test_events_that_cannot_be(change, match):
    variant = chupai.variant("shengji/cn-2")
    state, observer = variant.deal(seed=1), variant.observer(0)
    event = state.events(0)[0]
    with pytest.raises(ValueError, match=match):
        observer.observe(event | change)
    with pytest.raises(ValueError, match="nothing was told yet"):
        observer.view()
    observer.observe(event)
    assert observer.view() == state.view(0)
    with pytest.raises(ValueError, match="the beginning was told before"):
        observer.observe(event)
    for wrong in (5, None, ["deal"]):
        with pytest.raises(TypeError, match="dictionary or JSON"):
            observer.observe(wrong)
    assert observer.view() == state.view(0)


def test_observers_without_a_hand():
    variant = chupai.variant("shengji/cn-2")
    with pytest.raises(ValueError, match="no hand yet"):
        variant.observer(0, "3D")
    assert repr(variant.observer(3)) == "<shengji.Observer in seat 3: nothing told yet>"
    assert variant.observer(3) == variant.observer(3) != variant.observer(2)
    with pytest.raises(ValueError, match="seats are"):
        variant.observer(4)


@pytest.mark.parametrize("name", ["shengji/cn-1", "shengji/cn-2"])
def test_other_scores_than_those_of_the_deal_are_refused(name):
    made = chupai.variant(name)
    for seed in range(3):
        state = made.deal(seed=seed)
        while not state.is_over:
            state.play(state.sample())
        scores = state.scores()
        others = [[9] * 4, [-score for score in scores], [scores[0] + 1, *scores[1:]]]
        for seat in range(4):
            observer = made.observer(seat)
            *events, end = state.events(seat)
            for event in events:
                observer.observe(event)
            for other in others:
                if other != scores:
                    with pytest.raises(ValueError, match="scores: they are"):
                        observer.observe({"event": "end", "scores": other})
            observer.observe(end)
