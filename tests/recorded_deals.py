"""Deals for the tests of records: played at random, and written to a file."""

from random import Random

from chupai import Record, RecordWriter
from doudizhu_cases import PRESETS

STANDARD = PRESETS["standard"]


def played(variant, seed, index, rng, *, stop=0.25, **setup):
    """Play a deal with random moves, up to its end or anywhere before."""
    state = variant.deal(seed, index, **setup)
    left = rng.randrange(60) if rng.random() < stop else 10**6
    while not state.is_over and left > 0:
        moves = state.legal_moves()
        state.play(moves[0] if len(moves) == 2 and rng.random() < 0.5 else rng.choice(moves))
        left -= 1
    return state


def write_some(path, deals=5, **options):
    """Write a file of some deals."""
    with RecordWriter(path, **options) as writer:
        for index in range(deals):
            state = played(STANDARD, 3, index, Random(index), stop=0)
            writer.write(Record.of(state, seed=3, index=index))
    return path
