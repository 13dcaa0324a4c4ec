"""A family of two seats, in plain Python: what serves all families must serve it too.

Two players take one or two stones from a heap by turns; who takes the last one wins. The heap's
size is drawn, unless the set-up gives it. In a match the heap after a win of seat 0 has three
stones, and a match ends with its number of deals, or when somebody has lost all of his purse. A
tally keeps what each seat won; how the heaps began, which the bonus depends on, only single deals
tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from chupai.family import Family
from chupai.listing import Listing
from chupai.match_state import MatchState
from chupai.summary import Estimate, SeatLine, Summary

LEAST = {"lead": -1}


@dataclass(frozen=True, kw_only=True)
class Rules:
    most: int = 2


@dataclass(frozen=True, kw_only=True)
class Scoring:
    stake: int = 1
    bonus: int = 0  # for each turn of the winner


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    deals: int | None = None
    purse: int | None = None


@dataclass(frozen=True, kw_only=True)
class Setup:
    heap: int | None = None


class State:
    def __init__(self, variant, heap, play):
        self.variant, self.heap, self._play = variant, heap, play
        self.history = []

    turn = property(lambda self: None if self.is_over else len(self.history) % 2)
    is_over = property(lambda self: self.heap == 0)

    def clone(self):
        copy = State(self.variant, self.heap, Random())
        copy._play.setstate(self._play.getstate())
        copy.history = list(self.history)
        return copy

    def view(self, seat):
        return self.heap, seat

    def legal_moves(self):
        return list(range(1, min(self.variant.rules.most, self.heap) + 1))

    def choose(self, agent):
        moves = self.legal_moves()
        return moves[0] if agent == "lowest" else self._play.choice(moves)

    def sample(self):
        return self.choose("random")

    def play(self, move):
        if move not in self.legal_moves():
            raise ValueError(f"nobody can take {move}")
        self.history.append((self.turn, move))
        self.heap -= move

    def facts(self):
        turns = [sum(seat == n for seat, _ in self.history) for n in range(2)]
        winner = 1 - len(self.history) % 2
        return {"winner": winner, "lead": turns[0] - turns[1] - 1, "turns": turns}

    def scores(self):
        return scores(self.facts(), self.variant.scoring).tolist()


def deal(variant, seed, index, match, setup):
    rng = Random(f"{seed} {match} {index}")
    heap = rng.randrange(1, 9)
    return State(variant, setup.heap or heap, rng)


def position(variant, *, heap):
    return State(variant, heap, Random(0))


def parse(text, variant):
    return position(variant, heap=int(text))


def observer(variant, seat, hand, *, heap):
    return variant, seat, hand, heap


def listed(rules, hand, to_beat):
    moves = [("take", str(n)) for n in range(1, min(rules.most, int(hand)) + 1)]
    return Listing(moves if to_beat is None else (), len(moves))


def scores(facts, scoring):
    winner = np.asarray(facts["winner"])
    won = winner[..., None] == np.arange(2)
    worth = np.full(winner.shape, scoring.stake)
    if scoring.bonus:
        turns = np.asarray(facts["turns"])
        worth = worth + scoring.bonus * np.where(winner == 0, turns[..., 0], turns[..., 1])
    return np.where(won, worth[..., None], -worth[..., None]).astype(np.int64)


def core_stats(_rules, scoring):
    return not scoring.bonus


def rows(_rules, scoring, facts, counts, points):
    if points is None:
        points = scores(facts, scoring)
    if counts is None:
        counts = np.ones(len(points), dtype=np.uint64)
    seat = np.repeat([0, 1], len(points))
    return {"seat": seat, "points": points.T.reshape(-1)}, np.tile(counts, 2)


def check(rules, scoring, match_rules):
    if match_rules.purse is not None and match_rules.purse < scoring.stake * rules.most:
        raise ValueError("a purse is too small")


def run(rules, setup, seed, first, games, agents, keep, threads, progress):
    from chupai import Variant

    columns = {"winner": [], "lead": [], "turns": []}
    for index in range(first, first + games):
        state = deal(Variant(rules=rules), seed, index, 0, setup)
        while not state.is_over:
            state.play(state.choose(agents[state.turn]))
        for name, value in state.facts().items():
            columns[name].append(value)
    assert threads >= 1
    progress(games)
    shape = {"turns": (games, 2)}
    facts = {
        name: np.array(column, dtype=np.int16).reshape(shape.get(name, (games,)))
        for name, column in columns.items()
    }
    if keep == "facts":
        return facts
    histograms = {}
    for name, column in facts.items():
        least = LEAST.get(name, 0)
        by_seat = column.reshape(games, -1).T - least
        counted = [np.bincount(seat, minlength=20) for seat in by_seat]
        histograms[name] = (least, np.array(counted, dtype=np.uint64))
    counts = np.ones(games, dtype=np.uint64)
    return {"rows": {"winner": facts["winner"]}, "counts": counts, "histograms": histograms}


def summarize(tally, *, variant, agents, seconds):
    counts, points = tally.counts.astype(object), tally.rows["points"]
    seats = []
    for seat in range(2):
        counts = tally.counts.astype(object) * (tally.rows["seat"] == seat)
        won = int((counts * (points > 0)).sum())
        total = int((counts * points).sum())
        squares = int((counts * points**2).sum())
        rate = Estimate.of_rate(won, tally.games)
        mean = Estimate.of_mean(total, squares, tally.games)
        seats.append(SeatLine(seat, "any", tally.games, rate, mean))
    return Summary(
        variant=variant.label, games=tally.games, agents=agents, seats=tuple(seats), seconds=seconds
    )


def role_of(facts):
    return np.zeros((*np.asarray(facts["winner"]).shape, 2), dtype=np.int8) + np.array([0, 1], "i1")


def won(_rules, _scoring, facts):
    return np.asarray(facts["winner"])[..., None] == np.arange(2)


def start(_rules, match_rules, matches, setup):
    if match_rules.deals is match_rules.purse is None:
        raise ValueError("a match needs an end")
    none = np.zeros(matches, dtype=np.int64)
    first = {"heap": none + (setup.heap or 0)}
    return MatchState(np.zeros((matches, 2), dtype=np.int64), none, none.astype(np.int8), first)


def advance(_rules, scoring, match_rules, state, facts, points):
    deals, totals = state.deals + 1, state.totals + points
    ended = np.zeros(len(deals), dtype=np.int8)
    if match_rules.deals is not None:
        ended[deals >= match_rules.deals] = 1
    if match_rules.purse is not None:  # nobody plays on who cannot pay the stake
        ended[totals.min(axis=1) + match_rules.purse < scoring.stake] = 2
    heap = np.where(np.asarray(facts["winner"]) == 0, 3, 0)
    return MatchState(totals, deals, ended, {"heap": heap})


def set_up_of(setups, match, _setup):
    return Setup(heap=int(setups["heap"][match]) or None)


def run_round(rules, setups, seed, matches, index, agents, threads=1, setup=None):
    from chupai import Variant

    assert threads == 1
    played = {"winner": [], "lead": [], "turns": []}
    for row, match in enumerate(matches.tolist()):
        state = deal(Variant(rules=rules), seed, index, match, set_up_of(setups, row, setup))
        while not state.is_over:
            state.play(state.choose(agents[state.turn]))
        for name, value in state.facts().items():
            played[name].append(value)
    shape = {"turns": (len(matches), 2)}
    facts = {
        name: np.array(column, dtype=np.int16).reshape(shape.get(name, (len(matches),)))
        for name, column in played.items()
    }
    return {"facts": facts}


FAMILY = Family(
    name="toy",
    rules=Rules,
    scoring=Scoring,
    match=MatchRules,
    setup=Setup,
    state=State,
    presets={},
    seats=lambda _rules: 2,
    pack=lambda _rules: "a heap",
    agents=("random", "lowest"),
    plays_cards=lambda _move: True,
    check=check,
    least=LEAST,
    scores=lambda _rules, scoring, facts: scores(facts, scoring),
    core_stats=core_stats,
    rows=rows,
    roles=("first", "second"),
    role_of=role_of,
    won=won,
    run=run,
    deal=deal,
    position=position,
    parse=parse,
    observer=observer,
    listed=listed,
    start=start,
    advance=advance,
    set_up_of=set_up_of,
    run_round=run_round,
    ends=("running", "deals", "purse"),
    summarize=summarize,
)
