"""Short forms for tests that ask the package about Big Two."""

from random import Random

import chupai
from chupai import big2
from reference import big2 as ref

MONSTERS = {"five_card": "same_kind", "monsters": True}
AFTER_PASSING = {**MONSTERS, "pass_rule": "lock", "monster_after_pass": True}
DRAGON = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D"


def kind_of(cards, **switches):
    """Say what kind of play cards are, None if they are none."""
    move = big2.classify(cards, big2.Rules(**switches))
    return None if move is None else move.kind


def beats(a, b, *, revolved=False, **switches):
    """Whether cards beat cards."""
    return big2.beats(a, b, big2.Rules(**switches), revolved=revolved)


def assert_chain(plays, **more):
    """Each play beats those before it and no other."""
    for low, a in enumerate(plays):
        for high, b in enumerate(plays):
            assert beats(b, a, **more) is (high > low), (b, a)


def texts(moves):
    """Write moves as a list of texts."""
    return [str(move) for move in moves]


def moves(hand, to_beat=None, *, revolved=False, **switches):
    """List the plays of a hand as texts."""
    return texts(big2.moves(hand, to_beat, big2.Rules(**switches), revolved=revolved))


def variant(**switches):
    """Make a variant of some rules and default scoring."""
    return chupai.Variant(rules=big2.Rules(**switches))


def position(hands, *, turn=0, scoring=None, **more):
    """Set up a position: seat ``turn`` leads unless said otherwise; switches may be mixed in."""
    names = set(big2.Rules.__dataclass_fields__)
    switches = {name: more.pop(name) for name in names & set(more)}
    rules = big2.Rules(players=len(hands), **switches)
    if scoring is None:
        return chupai.Variant(rules=rules).position(hands=hands, turn=turn, **more)
    whole = chupai.Variant(rules=rules, scoring=scoring)
    return whole.position(hands=hands, turn=turn, **more)


def deal(given, seed=0, *, leader=None, first_card=0, roles=None, **switches):
    """Deal with some cards given: a mapping of seats, and "left", to cards."""
    set_up = {"first_card": first_card, "given": given}
    if leader is not None:
        set_up["leader"] = leader
    if roles is not None:
        set_up["roles"] = roles
    return variant(**switches).deal(seed, **set_up)


def play(state, *said):
    """Play moves one after the other and return the state."""
    for move in said:
        state.play(move)
    return state


def legal(state):
    """List the legal moves as texts."""
    return texts(state.legal_moves())


def hands_of(state):
    """List the hands."""
    return [state.hand(seat) for seat in range(state.variant.rules.players)]


def random_end(state, seed=0):
    """Play to the end with uniformly chosen moves and return the state."""
    rng = Random(seed)
    while not state.is_over:
        state.play(state.legal_moves()[rng.randrange(state.num_legal)])
    return state


def plain(value):
    """Turn numpy scalars and arrays into plain Python values."""
    return value.tolist() if hasattr(value, "tolist") else value


def facts_of(state):
    """Give the facts of a state in plain Python values."""
    return {name: plain(value) for name, value in state.facts().items()}


def as_ref(move):
    """Write a move of the package as one of the reference."""
    return ref.answer(move.kind, move.cards or "", move.rank or "")


def choose(rng, moves, *, by_kind):
    """Choose uniformly, or a kind first, which makes rare kinds common."""
    if by_kind:
        kind = rng.choice(sorted({move.kind for move in moves}))
        moves = [move for move in moves if move.kind == kind]
    return rng.choice(moves)
