"""Observers: told of a deal event by event, a seat knows what its view of the deal shows."""

import copy
import json
import pickle
from random import Random

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, RANKS
from knowledge_cases import (
    MORE,
    SHOWS,
    STANDARD,
    combinations,
    states,
)


def observe_all(observer, events):
    """Tell events, by turns as dictionaries and as JSON."""
    for number, event in enumerate(events):
        observer.observe(json.dumps(event) if number % 2 else event)


def assert_observers_see(variant, path, rng):
    """Observers told along the way know what views show, at every state."""
    observers = [doudizhu.observer(variant, seat) for seat in range(3)]
    told = [0, 0, 0]
    for state in path:
        for seat, observer in enumerate(observers):
            events = state.events(seat, told[seat])
            observe_all(observer, events)
            told[seat] += len(events)
            view = state.view(seat)
            assert observer.view() == view
            assert pickle.dumps(observer.view()) == pickle.dumps(view)
            assert observer.legal_moves() == view.legal_moves()
            assert (observer.turn, observer.phase) == (view.turn, view.phase)
            assert (observer.hand, observer.is_over) == (view.hand, view.is_over)
            assert (observer.seat, observer.history) == (seat, view.history)
        if rng.random() < 0.3:
            seat = rng.randrange(3)
            seed = rng.randrange(2**64)
            sample = observers[seat].sample_state(seed)
            assert sample == state.redeal_hidden(seat, seed)
            points = observers[seat].rollout(3, seed)
            assert points.tolist() == state.view(seat).rollout(3, seed).tolist()
            assert pickle.dumps(sample) == pickle.dumps(state.view(seat).sample_state(seed))
            late = doudizhu.observer(variant, seat)
            observe_all(late, state.events(seat))
            assert late == observers[seat]
            for twin in (
                *(late.clone(), copy.copy(late), copy.deepcopy(late)),
                pickle.loads(pickle.dumps(late)),
            ):
                assert twin == late
                assert twin is not late
                assert repr(twin) == repr(late)
    assert observers[0] != observers[1]


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", MORE)
def test_observers_know_what_views_show(name, soak):
    for index in range(3 * soak):
        assert_observers_see(MORE[name], states(MORE[name], index, passes=0.7), Random(index))


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("salt", range(4))
def test_observers_know_what_views_show_under_any_switches(salt):
    for variant in combinations(10, f"observers {salt}"):
        assert_observers_see(variant, states(variant, salt, passes=0.7), Random(salt))


@pytest.mark.parametrize("salt", range(4))
def test_observers_of_positions_in_every_phase(salt):
    rng = Random(salt)

    def on(state):
        while True:
            yield state
            if state.is_over:
                return
            state.play(state.sample())

    for variant in [*MORE.values(), *combinations(6, f"positions {salt}")]:
        for state in states(variant, salt, passes=0.7):
            if rng.random() < 0.06:
                assert_observers_see(variant, on(doudizhu.parse(str(state), variant)), rng)
    given = {"bottom": "34A", "turn": 1, "to_beat": "T", "by": 2, "rockets": 1, "bid": 2}
    state = STANDARD.position(hands=["33K", "44A", "55Q"], **given)
    assert_observers_see(STANDARD, on(state), rng)


def test_observers_begin_with_a_hand():
    state = STANDARD.deal(seed=1, first_bidder=2)
    given = doudizhu.observer(STANDARD, 1, state.hand(1), first_bidder=2)
    told = doudizhu.observer(STANDARD, 1)
    told.observe(state.events(1)[0])
    assert given == told
    state = FIXED.deal(seed=1, landlord=1)
    for seat in range(3):
        given = doudizhu.observer(
            *(FIXED, seat, state.hand(seat)),
            first_bidder=state.first_bidder,
            landlord=1,
            bottom=state.bottom,
        )
        assert given.view() == state.view(seat)
    state = SHOWS.deal(seed=1, first_bidder=0)
    assert doudizhu.observer(SHOWS, 2, "").view() == state.view(2)


HAND = "33345556677889TTA"


@pytest.mark.parametrize(
    ("variant", "given", "named"),
    [
        (STANDARD, {"hand": HAND[1:]}, "hand"),
        (STANDARD, {"hand": HAND + "3"}, "hand"),
        (STANDARD, {"hand": "3333" + HAND}, "3333"),
        (STANDARD, {"hand": HAND, "landlord": 1}, "landlord"),
        (STANDARD, {"hand": HAND, "bottom": "2BR"}, "bottom"),
        (STANDARD, {"hand": HAND, "first_bidder": 3}, "seats"),
        (STANDARD, {"first_bidder": 1}, "first_bidder"),
        (SHOWS, {"hand": HAND}, "hand"),
        (FIXED, {"hand": HAND}, "hand"),
        (FIXED, {"hand": HAND, "landlord": 1}, "bottom"),
        (FIXED, {"hand": HAND, "landlord": 1, "bottom": "2B"}, "bottom"),
        (FIXED, {"hand": HAND, "landlord": 1, "bottom": "333"}, "bottom"),
        (FIXED, {"hand": HAND + "2BR", "landlord": 0, "bottom": "22B"}, "bottom"),
        (FIXED, {"hand": HAND, "bottom": "2BR"}, "hand"),
    ],
)
def test_beginnings_that_cannot_be(variant, given, named):
    with pytest.raises(ValueError, match=named):
        doudizhu.observer(variant, 0, **given)


@pytest.mark.parametrize("what", [None, "big2/hong-kong", 3])
def test_observers_need_a_variant_and_a_seat(what):
    with pytest.raises(TypeError):
        doudizhu.observer(what, 0)
    with pytest.raises((TypeError, ValueError)):
        doudizhu.observer(STANDARD, what)


def test_nothing_is_known_before_the_first_event():
    observer = doudizhu.observer(STANDARD, 1)
    assert observer.seat == 1
    for ask in ("turn", "phase", "hand", "is_over", "history"):
        with pytest.raises(ValueError, match="first event"):
            getattr(observer, ask)
    for ask in (
        observer.view,
        observer.legal_moves,
        lambda: observer.sample_state(1),
        lambda: observer.rollout(1),
    ):
        with pytest.raises(ValueError, match="first event"):
            ask()
    assert pickle.loads(pickle.dumps(observer)) == observer
    for event in (
        {"event": "move", "seat": 0, "move": "pass"},
        {"event": "end", "scores": [0, 0, 0]},
        {"event": "deal", "seat": 0, "hand": HAND, "first_bidder": 0},
        {"event": "deal", "seat": 1, "hand": HAND},
        {"event": "deal", "seat": 1, "hand": HAND, "first_bidder": 0, "cards": 17},
        {"event": "deal", "seat": True, "hand": HAND, "first_bidder": 0},
        {"event": "position", "seat": 1, "hand": "3", "phase": "play"},
        {"event": "hello"},
        {},
        "{}",
        "[]",
        "3",
        "nonsense",
        "[" * 100_000,
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each says something else
            observer.observe(event)
    for event in (None, 3, [], b"{}"):
        with pytest.raises(TypeError):
            observer.observe(event)
    assert observer == doudizhu.observer(STANDARD, 1)


def move(seat, text, **news):
    return {"event": "move", "seat": seat, "move": text} | news


@pytest.mark.rule("DD-28")
def test_events_that_cannot_be_are_refused():
    start = doudizhu.observer(STANDARD, 0, HAND)
    bid = move(0, "bid 1")
    for event in (
        move(1, "pass"),
        move(0, "bid 4"),
        move(0, "call"),
        move(0, "3"),
        move(0, "pass", hand=HAND),
        move(0, "bid 3"),
        move(0, "bid 3", landlord=0, bottom="2BR"),
        move(0, "bid 3", landlord=1, bottom="2BR", hand=HAND + "2BR"),
        move(0, "bid 3", landlord=0, bottom="2BR", hand=HAND + "22B"),
        move(0, "bid 3", landlord=0, bottom="333", hand=HAND + "333"),
        move(0, "bid 3", landlord=0, bottom="2B", hand=HAND + "2B"),
        move(0, "bid 3", landlord=0, bottom="2BR", hand=HAND + "2BR", shown={"0": HAND + "2BR"}),
        move(0, "bid 1", redeals=1, first_bidder=0),
        move(0, 28238),
        bid | {"event": "bid"},
        bid | {"why": "so"},
        bid | {"seat": "0"},
        bid | {"landlord": None},
        {"event": "end", "scores": [0, 0, 0]},
        {"event": "deal", "seat": 0, "hand": HAND, "first_bidder": 0},
    ):
        observer = start.clone()
        with pytest.raises(ValueError):  # noqa: PT011 - each says something else
            observer.observe(event)
        assert observer == start
    start.observe(move(0, "bid 3", landlord=0, bottom="2BR", hand=HAND + "2BR"))
    start.observe(move(0, "A"))
    for event in (
        move(1, "33"),  # does not beat
        move(1, "B"),  # the landlord's
        move(1, "R"),
        move(1, "3333"),  # three of them are the own ones
        move(1, "2222"),  # one of them is
        move(1, "2", hand=HAND),
        move(1, "2", landlord=1),
        move(2, "2"),
        move(0, "2"),
        move(1, "pass", bottom="2BR"),
    ):
        observer = start.clone()
        with pytest.raises(ValueError):  # noqa: PT011 - each says something else
            observer.observe(event)
        assert observer == start
    start.observe(move(1, "2"))
    with pytest.raises(chupai.IllegalMove, match="DD-27"):
        start.observe(move(1, "pass"))
    with pytest.raises(chupai.RulesError, match="cannot have B"):
        start.observe(move(2, "B"))


@pytest.mark.rule("DD-28")
def test_known_cards_bound_what_others_can_play():
    """Seat 1 knows where the landlord's bottom cards are, and that others have no more cards."""
    observer = doudizhu.observer(STANDARD, 1, "34567789TJQKA2222", first_bidder=0)
    observer.observe(move(0, "bid 3", landlord=0, bottom="BR3"))
    observer.observe(move(0, "9"))
    observer.observe(move(1, "pass"))
    with pytest.raises(chupai.RulesError, match="cannot have B"):
        observer.observe(move(2, "B"))
    with pytest.raises(chupai.RulesError, match="2"):
        observer.observe(move(2, "2"))
    observer.observe(move(2, "A"))
    observer.observe(move(0, "BR"))
    assert observer.view().known == ["3", "", ""]
    with pytest.raises(chupai.IllegalMove, match="DD-19"):
        observer.observe(move(1, "3"))


@pytest.mark.parametrize("name", ["standard", "everything on", "shows", "fixed shows"])
def test_changed_events_are_refused_or_could_have_been(name):
    """An observer never takes in what no deal can be behind, and never changes when it refuses."""
    variant = MORE[name]
    rng = Random(name)
    taken = 0
    for index in range(12):
        *_, state = states(variant, index, passes=0.7)
        seat = rng.randrange(3)
        events = state.events(seat)
        other = variant.deal(seed=9, index=index).events(seat) + events
        observer = doudizhu.observer(variant, seat)
        for event in events:
            for _ in range(6):
                changed = dict(event)
                for _ in range(rng.randint(1, 2)):
                    key = rng.choice([*changed, *rng.choice(other)])
                    source = rng.choice(other)
                    change = rng.random()
                    if change < 0.2:
                        changed.pop(key, None)
                    elif change < 0.6 and key in source:
                        changed[key] = source[key]
                    elif isinstance(changed.get(key), str) and changed[key]:
                        cards = list(changed[key])
                        cards[rng.randrange(len(cards))] = rng.choice(RANKS)
                        changed[key] = "".join(cards)
                    else:
                        changed[key] = rng.choice([0, 1, 2, 3, None, "3", [], {}, {"1": "3"}, True])
                before = observer.clone()
                probe = observer.clone()
                try:
                    probe.observe(changed)
                except ValueError:
                    assert probe == before
                    continue
                taken += 1
                # There is a deal behind it, in which just this was told.
                sample = probe.sample_state(rng.randrange(2**64))
                assert sample.view(seat) == probe.view()
                again = doudizhu.observer(variant, seat)
                observe_all(again, sample.events(seat))
                assert again == probe
            observer.observe(event)
    assert taken > 40


def test_scores_at_the_end_are_checked():
    *_, state = states(STANDARD, 4)
    observer = doudizhu.observer(STANDARD, 2)
    *events, end = state.events(2)
    observe_all(observer, events)
    before = observer.clone()
    for scores in ([0, 0, 0], [1], "6", None, [1.5, 0, 0]):
        with pytest.raises(ValueError, match="scores"):
            observer.observe({"event": "end", "scores": scores})
    observer.observe(end)
    assert observer == before
    with pytest.raises(chupai.IllegalMove, match="DD-08"):
        observer.observe(move(0, "pass"))


def test_damaged_pickles_of_observers_are_noticed():
    observer = doudizhu.observer(STANDARD, 0, HAND)
    restore, (variant, data) = observer.__reduce__()
    assert restore(variant, data) == observer
    for bit in range(0, 8 * len(data), 7):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError, match="damaged"):
            restore(variant, bytes(damaged))


def test_json_with_a_key_twice_is_no_event():
    observer = chupai.variant("doudizhu/standard").observer(0, "33345556677889TTA")
    before = observer.view()
    for text in (
        '{"event": "move", "seat": 0, "move": "bid 1", "move": "bid 2"}',
        '{"event": "move", "seat": 0, "move": "bid 1", "shown": {"1": "3", "1": "4"}}',
    ):
        with pytest.raises(ValueError, match="a key twice"):
            observer.observe(text)
    assert observer.view() == before


@pytest.mark.parametrize("name", ["doudizhu/standard", "big2/hong-kong", "shengji/cn-2"])
def test_what_is_no_seat_is_named(name):
    variant = chupai.variant(name)
    state = variant.deal(seed=1)
    asked = (variant.observer, state.view, state.hand, state.events)
    for seat in ("1", None, 1.0, True):
        for ask in (*asked, lambda seat: state.redeal_hidden(seat, 1)):
            with pytest.raises(TypeError, match=f"seat is a whole number, not {seat!r}"):
                ask(seat)


@pytest.mark.parametrize("name", ["doudizhu/standard", "big2/hong-kong", "shengji/cn-2"])
def test_what_is_no_number_is_named(name):
    state = chupai.variant(name).deal(seed=1)
    for given in ("1", None, 1.0, False):
        for ask, what in (
            (state.reseed, "a seed"),
            (lambda given: state.redeal_hidden(0, given), "a seed"),
            (state.rollout, "a number of games"),
            (lambda given: state.rollout(1, threads=given), "a number of threads"),
            (lambda given: state.events(0, given), "a number of events"),
        ):
            with pytest.raises(TypeError, match=f"{what} is a whole number, not {given!r}"):
                ask(given)
