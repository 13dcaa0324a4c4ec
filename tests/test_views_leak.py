"""A seat's view tells what the seat knows, by the reference's account, and nothing else."""

import json
import pickle
import re
from collections import Counter
from itertools import pairwise, starmap
from random import Random

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, PRESETS, RANKS, plain
from followed_deals import Followed
from random_cases import random_rules
from reference.doudizhu_knowledge import first_event, less, next_event

STANDARD = PRESETS["standard"]
RANDOM = {
    f"random {seed}": chupai.Variant(rules=doudizhu.Rules(**random_rules(Random(f"leak {seed}"))))
    for seed in range(10)
}
VARIANTS = PRESETS | RANDOM
REDEALS = 1


def attributes(view):
    """All public attributes of a view, and what its methods without arguments say."""
    found = {}
    for name in dir(view):
        if name.startswith("_") or name == "variant":
            continue
        value = getattr(view, name)
        if callable(value):
            if name not in ASKED:
                continue
            value = value()
        found[name] = value
    return found


ASKED = {"legal_moves", "legal_ids"}
"""Methods that say something without being asked for more."""


def in_words(name, value):
    """A view's attribute as the reference writes it."""
    if name in {"history", "trick"}:
        return [(seat, str(move)) for seat, move in value]
    if name == "to_beat":
        return None if value is None else str(value)
    return plain(value)


def texts_in(value):
    """All texts anywhere in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, list | tuple | doudizhu.ActionIds):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, doudizhu.Move):
        yield str(value)
    else:
        assert value is None or isinstance(value, int), value


def cards_in(value):
    """All that names cards in texts, as sets of cards; one or two letters may be a number."""
    for text in texts_in(value):
        whole = Counter(text) - Counter("+")
        if whole and not set(whole) - set(RANKS):
            yield whole
        else:
            yield from map(Counter, re.findall(rf"\b[{RANKS}]{{3,}}\b", text))


def nameable(known):
    """The sets of cards one of which holds whatever a seat can name: its own, and public ones."""
    played = [Counter(text.replace("+", "")) for _, text in known["history"]]
    own = Counter(known["hand"])
    for (seat, _), cards in zip(known["history"], played, strict=True):
        if seat == known["seat"]:
            own += cards
    return [
        own,
        Counter(known["bottom"] or ""),
        *map(Counter, filter(None, known["shown"])),
        *played,
    ]


def assert_names_only(value, allowed):
    for cards in cards_in(value):
        assert any(not cards - held for held in allowed), (cards, value)


def bitboard(hand):
    """Bit r + 16 (k − 1) is set where there are at least k cards of rank r."""
    copies = [(rank, k) for rank, card in enumerate(RANKS) for k in range(hand.count(card))]
    return sum(1 << (rank + 16 * k) for rank, k in copies)


def check_view(followed, seat, rng):
    state = followed.state
    view = state.view(seat)
    known = followed.known_to(seat)
    told = attributes(view)
    assert {name: in_words(name, told[name]) for name in known} == known
    moves = [str(move) for move in told["legal_moves"]]
    if seat == known["turn"]:
        assert moves == [str(move) for move in state.legal_moves()]
        assert list(told["legal_ids"]) == list(state.legal_ids())
        assert view.num_legal == state.num_legal
    else:
        assert moves == []
    assert bitboard(known["hand"]) == told["bitboard"]
    others = {name: told[name] for name in set(told) - set(known) - {"bitboard"}}
    assert_names_only([others, str(view), repr(view)], nameable(known))
    assert view.variant is state.variant
    data = pickle.dumps(view)
    assert pickle.loads(data) == view
    for _ in range(REDEALS):
        other = state.redeal_hidden(seat, rng.randrange(2**64)).view(seat)
        assert other == view
        assert hash(other) == hash(view)
        assert (str(other), repr(other)) == (str(view), repr(view))
        assert attributes(other) == told
        assert pickle.dumps(other) == data


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_views_say_what_the_reference_lets_them(name, soak):
    rng = Random(f"views {name}")
    for index in range(soak + (name in PRESETS)):
        followed = Followed(VARIANTS[name], 19, index)
        while True:
            for seat in range(3):
                check_view(followed, seat, rng)
            if followed.state.is_over:
                break
            quiet = followed.state.phase == "auction" and rng.random() < 0.5
            moves = followed.state.legal_moves()
            followed.play(moves[0] if quiet else rng.choice(moves))


@pytest.mark.rule("DD-28", "DD-02")
def test_a_view_does_not_hold_the_seed():
    """Views of equal cards are equal, whatever streams the true deals go on with."""
    hands = ["3344", "5566A", "789TJ"]
    one, two = (FIXED.position(hands=hands, landlord=0, seed=seed) for seed in (1, 2))
    for seat in range(3):
        assert one.view(seat) == two.view(seat)
        assert pickle.dumps(one.view(seat)) == pickle.dumps(two.view(seat))
        assert one.redeal_hidden(seat, 4) == two.redeal_hidden(seat, 4)
    drawn = one.clone()
    drawn.reseed(9)
    assert pickle.dumps(drawn.view(0)) == pickle.dumps(one.view(0))


# --- what a seat is told -------------------------------------------------------------------------


def play_and_listen(name, index, rng):
    """Play a deal; after each move, what each seat has known so far."""
    followed = Followed(VARIANTS[name], 20, index)
    knowledge_so_far = [[followed.known_to(seat)] for seat in range(3)]
    yield followed, knowledge_so_far
    while not followed.state.is_over:
        quiet = followed.state.phase == "auction" and rng.random() < 0.5
        moves = followed.state.legal_moves()
        followed.play(moves[0] if quiet else rng.choice(moves))
        for seat in range(3):
            knowledge_so_far[seat].append(followed.known_to(seat))
        yield followed, knowledge_so_far


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_events_say_what_the_reference_tells(name, soak):
    """Event by event; and nothing anywhere in them names cards that the seat has not seen."""
    rng = Random(f"events {name}")
    for index in range(2 * soak):
        for followed, so_far in play_and_listen(name, index, rng):
            state = followed.state
            for seat in range(3):
                known = so_far[seat]
                events = state.events(seat)
                assert events[0] == first_event(known[0], followed.landlord)
                if len(known) > 1:
                    assert events[len(known) - 1] == next_event(known[-2], known[-1])
            if not state.is_over:
                continue
            for seat in range(3):
                known = so_far[seat]
                events = state.events(seat)
                expected = [events[0], *starmap(next_event, pairwise(known))]
                assert events == [*expected, {"event": "end", "scores": state.scores()}]
                allowed = [held for moment in known for held in nameable(moment)]
                assert_names_only(events, allowed)
                assert state.redeal_hidden(seat, 8).events(seat) == events
                observer = state.variant.observer(seat)
                for event, moment in zip(events, known, strict=False):
                    observer.observe(event)
                    told = attributes(observer.view())
                    assert {name: in_words(name, told[name]) for name in moment} == moment


POSITIONS = {
    "an endgame": (["3344", "5566A", "789TJ"], {}, ["33", "55"]),
    "bottom cards": (["335K", "34", "39A"], {"bottom": "3TT"}, ["5", "pass", "9"]),
    "in mid-trick": (["39J", "4TQ", "58K"], {"landlord": 1, "turn": 2, "to_beat": "6"}, ["8"]),
    "doubled by bombs": (["3K", "4Q", "5J"], {"bombs": 2, "bid": 3}, ["3", "4"]),
}


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", POSITIONS)
def test_events_of_a_position_hide_who_holds_what(name):
    hands, given, moves = POSITIONS[name]
    start = STANDARD.position(hands=hands, **given)
    for seat in range(3):
        state = start.clone()
        event = state.events(seat)[0]
        assert (event["event"], event["seat"], event["hand"]) == ("position", seat, hands[seat])
        others = "".join(hand for other, hand in enumerate(hands) if other != seat)
        assert event["unseen"] == less(others, "")
        observer = state.variant.observer(seat)
        observer.observe(event)
        assert observer.view() == state.view(seat)
        for move in moves:
            state.play(move)
            observer.observe(json.dumps(state.events(seat)[-1]))
            assert observer.view() == state.view(seat)
            assert observer.sample_state(4) == state.redeal_hidden(seat, 4)
        for seed in range(5):
            other = state.redeal_hidden(seat, seed)
            assert other.events(seat) == state.events(seat)
            assert other.view(seat) == state.view(seat)


# --- what an observer can believe ----------------------------------------------------------------


def may_play(known, cards):
    """Whether the player in turn may hold these cards, for all that a seat knows.

    What the third seat is known to hold is not his, and what he is known to hold himself stays
    with him unless these cards are it.
    """
    mover = known["turn"]
    (third,) = {0, 1, 2} - {mover, known["seat"]}
    if known["shown"][mover] is not None:
        return not less(cards, known["shown"][mover])
    pool = less(known["unseen"], known["known"][third])
    if known["shown"][third] is None:
        together = Counter(cards) | Counter(known["known"][mover])
        return not less(cards, pool) and together.total() <= known["cards_left"][mover]
    return not less(cards, pool)


@pytest.mark.rule("DD-28", "DD-27")
@pytest.mark.parametrize("name", [*PRESETS, "random 3", "random 8"])
def test_observers_believe_what_may_be_and_nothing_else(name):
    """A play of cards that the seat knows to be elsewhere is refused, any other is taken."""
    rng = Random(f"beliefs {name}")
    asked = Counter()
    for index in range(3):
        followed = Followed(VARIANTS[name], 22, index)
        observers = [followed.state.variant.observer(seat) for seat in range(3)]
        heard = 0
        while not followed.state.is_over:
            state = followed.state
            for seat, observer in enumerate(observers):
                for event in state.events(seat, heard):
                    observer.observe(event)
            heard = 1 + len(state.history)
            if state.phase == "play":
                for seat in {0, 1, 2} - {state.turn}:
                    known = followed.known_to(seat)
                    for play in some_plays(state, rng):
                        event = {"event": "move", "seat": state.turn, "move": str(play)}
                        twin = observers[seat].clone()
                        believed = may_play(known, play.cards)
                        asked[believed] += 1
                        if believed:
                            twin.observe(event)
                            assert twin.view().history[-1] == (state.turn, play)
                        else:
                            with pytest.raises(chupai.RulesError, match="DD-28"):
                                twin.observe(event)
                            assert twin == observers[seat]
            followed.play(rng.choice(state.legal_moves()))
    assert min(asked[True], asked[False]) > 100


def some_plays(state, rng):
    """Plays that beat what is on the table, of cards from anywhere."""
    pack = [rank for rank in RANKS for _ in range(1 if rank in "BR" else 4)]
    rules = state.variant.rules
    for _ in range(4):
        hand = "".join(rng.sample(pack, 14))
        moves = doudizhu.moves(hand, to_beat=state.to_beat, rules=rules)
        plays = [move for move in moves if move.kind != "pass"]
        yield from rng.sample(plays, min(len(plays), 2))
