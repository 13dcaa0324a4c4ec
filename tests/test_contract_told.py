"""What seats are told, and what is kept of deals: promises of every family, over all rule sets.

Nothing here knows which game it is. Events, observers, texts and records of random deals have to
agree with the states they tell of, at every point of the deal.
"""

import json
import pickle
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import chupai
from doudizhu_cases import VARIANTS, plain, texts

NAMES = list(VARIANTS)


def walks(variant, deals, seed=41):
    """States of random deals, each with the moves made so far by the same object."""
    rng = Random(f"{variant.name} {seed}")
    for index in range(deals):
        state = variant.deal(seed, index)
        yield state
        while not state.is_over:
            for _ in range(rng.randint(1, 5)):
                if not state.is_over:
                    state.play(rng.choice(state.legal_moves()))
            yield state


def seats_of(variant):
    return range(variant.seats)


@pytest.mark.parametrize("name", NAMES)
def test_events_tell_one_move_after_the_other(name, soak):
    """As many as moves, and the beginning, and the end; what was told is never told otherwise."""
    variant = VARIANTS[name]
    told = {}
    for state in walks(variant, 2 * soak):
        if not state.history:
            told = {seat: [] for seat in seats_of(variant)}
        for seat in seats_of(variant):
            events = state.events(seat)
            assert json.loads(json.dumps(events)) == events
            assert len(events) == 1 + len(state.history) + state.is_over
            assert events[: len(told[seat])] == told[seat]
            told[seat] = events
            assert [event["event"] for event in events] == [
                "deal", *["move"] * len(state.history), *["end"] * state.is_over
            ]  # fmt: skip
            assert events[0]["seat"] == seat
            assert [(e["seat"], e["move"]) for e in events if e["event"] == "move"] == [
                (who, str(move)) for who, move in state.history
            ]
            if state.is_over:
                assert events[-1]["scores"] == state.scores()
            for start in {0, 1, len(events) // 2, len(events) - 1, len(events), len(events) + 3}:
                assert state.events(seat, start) == events[start:]
            assert state.redeal_hidden(seat, 5).events(seat) == events
            assert pickle.loads(pickle.dumps(state)).events(seat) == events


@pytest.mark.parametrize("name", NAMES)
def test_dealings_are_the_cards_that_were_dealt(name, soak):
    variant = VARIANTS[name]
    before = []
    for state in walks(variant, 4 * soak):
        dealings = state.dealings
        assert json.loads(json.dumps(dealings)) == dealings
        assert len(dealings) == state.redeals + 1
        if not state.history:
            before = []
        assert dealings[: len(before)] == before
        before = dealings
        assert dealings[0]["move"] == 0
        assert all(a["move"] < b["move"] <= len(state.history) for a, b in pairwise(dealings))
        for seat in seats_of(variant):
            again = state.redeal_hidden(seat, 3).dealings
            assert [d["move"] for d in again] == [d["move"] for d in dealings]


@pytest.mark.parametrize("name", NAMES)
def test_built_in_agents_choose_for_states(name):
    variant = VARIANTS[name]
    for state in walks(variant, 2):
        if state.is_over:
            with pytest.raises(ValueError, match="over"):
                state.choose("random")
            continue
        for agent in variant.family.agents:
            kept = str(state)
            assert state.clone().choose(agent) in state.legal_moves()
            assert str(state) == kept
        assert state.clone().choose("random") == state.clone().sample()
        for unknown in ("nobody", "", "Random"):
            with pytest.raises(ValueError, match="agent"):
                state.choose(unknown)


@pytest.mark.parametrize("agent", ["random", "lowest"])
@pytest.mark.parametrize("name", NAMES)
def test_deals_of_chosen_moves_are_those_of_runs(name, agent):
    variant = VARIANTS[name]
    run = chupai.simulate(variant, 20, seed=43, agents=agent, keep="scores", threads=1)
    for index in range(20):
        state = variant.deal(43, index)
        while not state.is_over:
            state.play(state.choose(agent))
        assert state.scores() == plain(run.scores[index])
        assert chupai.Table(variant, agent).play(43, index).state == state


@pytest.mark.parametrize("name", NAMES)
def test_records_play_the_deal_again(name, soak):
    """From the seed, and from the cards alone; a deal that is broken off too."""
    variant = VARIANTS[name]
    index = -1
    for state in walks(variant, 2 * soak):
        index += not state.history
        record = chupai.Record.of(state, seed=41, index=index)
        played = check_record(record)
        assert played == state
        assert played.history == state.history
        for seat in seats_of(variant):
            assert played.events(seat) == state.events(seat)
        if not state.redeals:
            # Cards alone do not say in which order they came, while they are still coming.
            played = check_record(replace(record, seed=None, match=None, index=None))
            assert played.history == state.history
            assert played.dealings == state.dealings
            if state.is_over:
                assert played == state


def check_record(record):
    """Text, record and text again are the same; the deal played again."""
    line = record.to_json()
    assert "\n" not in line
    again = chupai.Record.from_json(line)
    assert again.to_json() == line
    assert again == record
    played = again.replay()
    assert list(again.scores or []) == (played.scores() if played.is_over else [])
    return played


@pytest.mark.parametrize("name", NAMES)
def test_observers_see_what_views_see(name, soak):
    """An observer that was told the events of a seat is that seat's view, move for move."""
    variant = VARIANTS[name]
    watching = {}
    for state in walks(variant, 2 * soak):
        if not state.history:
            watching = {seat: (variant.observer(seat), 0) for seat in seats_of(variant)}
        for seat, (observer, heard) in watching.items():
            for number, event in enumerate(state.events(seat, heard)):
                observer.observe(json.dumps(event) if number % 2 else event)
            watching[seat] = observer, len(state.events(seat))
            view = state.view(seat)
            assert observer.view() == view
            assert pickle.dumps(observer.view()) == pickle.dumps(view)
            assert observer.turn == state.turn
            assert observer.is_over == state.is_over
            assert observer.hand == view.hand
            assert observer.legal_moves() == view.legal_moves()
            for twin in (observer.clone(), pickle.loads(pickle.dumps(observer))):
                assert twin.view() == view
            known = state.redeal_hidden(seat, 3)
            assert observer.sample_state(3) == view.sample_state(3) == known
            assert view.sample_state(3).history == known.history
            assert np.array_equal(observer.rollout(5, 2), view.rollout(5, 2))


@pytest.mark.parametrize("name", NAMES)
def test_observers_refuse_what_cannot_be(name):
    variant = VARIANTS[name]
    state = variant.deal(42)
    for _ in range(9):
        if not state.is_over:
            state.play(state.sample())
    for seat in seats_of(variant):
        events = state.events(seat)
        for told in (0, 1, len(events) // 2, len(events)):
            observer = variant.observer(seat)
            for event in events[:told]:
                observer.observe(event)
            kept = pickle.dumps(observer)
            for wrong in wrong_events(events, told, seat):
                with pytest.raises((ValueError, TypeError)) as caught:
                    observer.observe(wrong)
                assert len(str(caught.value)) < 400
                assert pickle.dumps(observer) == kept
            for event in events[told:]:
                observer.observe(event)
            assert observer.view() == state.view(seat)


def wrong_events(events, told, seat):
    """What cannot come after so many events."""
    yield from ["", "{", "[]", "null", 7, None, {}, {"event": "nothing"}, {"event": 3}, [], "\0"]
    yield events[0] if told else {"event": "move", "seat": 0, "move": "pass"}
    yield {**events[0], "seat": seat + 1} if not told else {"event": "end", "scores": [1, 1]}
    yield {"event": "end", "scores": [0, 0, 0]}
    if told and told < len(events):
        event = events[told]
        yield {**event, "seat": event["seat"] + 1}
        yield {**event, "seat": -1}
        yield {**event, "move": "nonsense"}
        yield {**event, "move": None}
        yield {key: value for key, value in event.items() if key != "seat"}
        yield {key: value for key, value in event.items() if key != "move"}


@pytest.mark.parametrize("name", NAMES)
def test_states_are_written_and_read(name, soak):
    variant = VARIANTS[name]
    for state in walks(variant, 2 * soak):
        text = str(state)
        again = type(state).parse(text, state.variant)
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == text
        assert again.facts() == state.facts()
        assert texts(again.legal_moves()) == texts(state.legal_moves())
        assert [again.view(seat).hand for seat in seats_of(variant)] == [
            state.view(seat).hand for seat in seats_of(variant)
        ]
        coming = any(state.view(s).cards_left != state.cards_left for s in seats_of(variant))
        if state.is_over:
            assert again.scores() == state.scores()
        elif not coming:  # a text does not tell streams, nor which cards come next
            move = state.legal_moves()[-1]
            after, again = state.clone(), again.clone()
            after.play(move)
            again.play(str(move))
            assert again == after
