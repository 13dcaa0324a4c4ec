"""What seats of Shengji are told, and how deals come about, over all presets and odd rule sets.

Events, observers, texts, playouts and runs of random deals have to agree with the states they tell
of, at every point of the deal.
"""

import json
import pickle
from random import Random

import numpy as np
import pytest

import chupai
from chupai import shengji
from shengji_states import facts_of
from shengji_variants import VARIANTS, deals, set_up

SEATS = range(4)
LINE_UPS = ["random", "random_units", "lowest", ["lowest", "random", "random_units", "random"]]
PUBLIC = (
    "cards_left", "declarer", "level", "turn", "phase", "taker", "redeals", "leader", "table",
    "led", "thrown", "winning", "trick", "seat_points", "turned_up", "is_over",
)  # fmt: skip


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_events_tell_a_seat_its_view(name, soak):
    """Through JSON; what was told is never told otherwise, and is told of every like deal."""
    variant, watching, told = VARIANTS[name], {}, {}
    for number, state in enumerate(deals(variant, soak, "events")):
        if not state.history:
            watching = {seat: variant.observer(seat) for seat in SEATS}
            told = {seat: [] for seat in SEATS}
        for seat, observer in watching.items():
            events, before = state.events(seat), told[seat]
            assert events[: len(before)] == before
            assert json.loads(json.dumps(events)) == events
            for event in events[len(before) :]:
                observer.observe(json.dumps(event) if number % 2 else event)
            told[seat] = events
            view = state.view(seat)
            assert observer.view() == view
            assert (observer.hand, observer.turn, observer.phase, observer.is_over) == (
                view.hand, state.turn, state.phase, state.is_over
            )  # fmt: skip
            assert observer.history == view.history
            if number % 7 and not state.is_over:
                continue
            assert pickle.dumps(observer.view()) == pickle.dumps(view)
            assert [event["event"] == "deal" for event in events] == [True] + [False] * (
                len(events) - 1
            )
            assert [event["seat"] for event in events if "move" in event] == [
                by for by, _ in view.history
            ]
            assert (events[-1]["event"] == "end") == state.is_over
            if state.is_over:
                assert events[-1] == {"event": "end", "scores": state.scores()}
            for start in (0, 1, len(events) - 1, len(events), len(events) + 3):
                assert state.events(seat, start) == events[start:]
            assert pickle.loads(pickle.dumps(state)).events(seat) == events
            for twin in (observer.clone(), pickle.loads(pickle.dumps(observer))):
                assert twin == observer
                assert twin.view() == view


@pytest.mark.parametrize("name", VARIANTS)
def test_observers_refuse_what_cannot_be(name):
    """And what they were told before stays as it was."""
    variant = VARIANTS[name]
    *_, state = deals(variant, 1, "refuse")
    for seat in SEATS:
        events = state.events(seat)
        for told in (0, 1, len(events) // 2, len(events) - 1, len(events)):
            observer = variant.observer(seat)
            for event in events[:told]:
                observer.observe(event)
            kept = pickle.dumps(observer)
            for wrong in wrong_events(events, told, seat):
                with pytest.raises((ValueError, TypeError)) as caught:
                    observer.observe(wrong)
                assert len(str(caught.value)) < 500
                assert pickle.dumps(observer) == kept
            for event in events[told:]:
                observer.observe(event)
            assert observer.view() == state.view(seat)


def wrong_events(events, told, seat):
    """What cannot come after so many events."""
    yield from ["", "{", "[]", "null", 7, None, {}, {"event": "nothing"}, {"event": 3}, [], "\0"]
    yield events[0] if told else {"event": "move", "seat": 0, "move": "pass"}
    yield {**events[0], "seat": (seat + 1) % 4}
    yield {"event": "end", "scores": [1, -1]}
    if told < len(events) - 1:
        yield events[-1]
        event = events[told]
        for key in event:
            yield {**event, key: 99}
            if key != "led":  # without it the throw stands, which may well be
                yield {other: value for other, value in event.items() if other != key}
        if event["event"] == "move":
            yield {**event, "seat": (event["seat"] + 1) % 4}
            yield {**event, "move": "nonsense"}


# --- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_hidden_cards_dealt_anew_change_nothing_that_a_seat_knows(name, soak):
    variant, rng = VARIANTS[name], Random(name)
    for number, state in enumerate(deals(variant, soak, "hidden")):
        if number % 4 and not state.is_over:
            continue
        for seat in SEATS:
            view, seed = state.view(seat), rng.randrange(2**64)
            for public in PUBLIC:
                assert getattr(view, public) == getattr(state, public), public
            assert view.hand == state.hand(seat)
            other = state.redeal_hidden(seat, seed)
            assert other == view.sample_state(seed)
            assert other == state.redeal_hidden(seat, seed)
            again = other.view(seat)
            assert again == view
            assert pickle.dumps(again) == pickle.dumps(view)
            assert other.hand(seat) == state.hand(seat)
            assert again.legal_moves(20) == view.legal_moves(20)
            if seat == state.turn:
                moves = state.legal_moves(50)
                assert other.legal_moves(50) == view.legal_moves(50) == moves
                assert other.num_legal == view.num_legal == state.num_legal
            else:
                assert (view.num_legal, list(view.legal_moves())) == (0, [])
            if not other.is_over:
                other.play(other.sample())


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_states_are_written_and_read(name, soak):
    for state in deals(VARIANTS[name], soak, "texts"):
        text = str(state)
        again = shengji.parse(text, state.variant)
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == text
        assert facts_of(again) == facts_of(state)
        assert again.num_legal == state.num_legal
        assert again.legal_moves(50) == state.legal_moves(50)
        assert [again.hand(seat) for seat in SEATS] == [state.hand(seat) for seat in SEATS]
        if state.is_over:
            assert again.scores() == state.scores()
            continue
        move, after = state.sample(), state.clone()
        after.play(move)
        if after.redeals == state.redeals and (after.turned_up == state.turned_up):
            again.play(str(move))  # a text does not tell streams: which cards come or turn up
            assert again == after


# --- runs, tables, playouts ----------------------------------------------------------------------


@pytest.mark.parametrize("agents", LINE_UPS, ids=["random", "random_units", "lowest", "mixed"])
@pytest.mark.parametrize("name", VARIANTS)
def test_runs_tables_and_states_play_the_same_deals(name, agents, soak):
    """By every fact, in the loop of the core and move by move."""
    variant, rng = VARIANTS[name], Random(name)
    setup = set_up(variant, rng)
    for seed, first in ((7, 0), (2**64 - 1, 2**40)):
        games = 6 * soak
        run = chupai.simulate(
            variant, games, seed=seed, first=first, agents=agents, keep="facts", setup=setup
        )
        table = chupai.Table(variant, agents, setup=setup)
        for i in range(games):
            state = variant.deal(seed, first + i, setup=setup)
            while not state.is_over:
                seat_agent = agents if isinstance(agents, str) else agents[state.turn]
                state.play(state.choose(seat_agent))
            facts = {fact: column[i].tolist() for fact, column in run.facts.items()}
            assert facts_of(state) == facts
            assert state.scores() == run.scores[i].tolist()
            played = table.play(seed, first + i)
            assert played.state == state
            assert played.state.history == state.history
            assert {
                fact: np.asarray(value).tolist() for fact, value in played.facts.items()
            } == facts
            assert list(played.scores) == state.scores()


@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_are_those_of_clones(name, soak):
    """The first of seed s is what the state plays with that seed; the state stays as it is."""
    variant, rng = VARIANTS[name], Random(name)
    for number, state in enumerate(deals(variant, soak, "playouts")):
        if number % 6 and not state.is_over:
            continue
        seed, kept = rng.randrange(2**64), pickle.dumps(state)
        for agents in LINE_UPS:
            scores = state.rollout(3, seed, agents)
            assert (scores.dtype, scores.shape) == (np.int64, (3, 4))
            assert np.array_equal(scores, state.rollout(3, seed, agents, threads=2))
            assert np.array_equal(scores[:1], state.rollout(1, seed, agents))
            assert np.array_equal(scores, scores[:, :1] * [1, -1, 1, -1])
            clone = state.clone()
            clone.reseed(seed)
            while not clone.is_over:
                clone.play(clone.choose(agents if isinstance(agents, str) else agents[clone.turn]))
            assert scores[0].tolist() == clone.scores()
        assert pickle.dumps(state) == kept
        if state.is_over:
            assert scores.tolist() == [state.scores()] * 3
            continue
        move, after = state.sample(), state.clone()
        after.play(move)
        assert np.array_equal(state.rollout(3, seed, move=move), after.rollout(3, seed))
        view = state.view(state.turn)
        points = view.rollout(3, seed, "random_units")
        like = state.redeal_hidden(state.turn, 5).view(state.turn)
        assert np.array_equal(points, like.rollout(3, seed, "random_units", threads=2))
