"""Short forms for tests that deal and play Shengji with the package.

Moves are short texts: ``pass``, ``2H 2H`` where trump is declared, ``name S``, ``bury …``,
``lead AS AS + KS``, ``follow …``, ``force …``.
"""

import chupai
from chupai import shengji
from reference import shengji as ref

PLAIN = [rank + suit for rank in "3456789TJQKA" for suit in "DCHS"]
"""The cards with which nobody declares at level 2."""


def variant(scoring=None, **switches):
    """A variant of some rules."""
    rules = shengji.Rules(**switches)
    return chupai.Variant(rules=rules, scoring=scoring or shengji.Scoring())


def given_hands(cards, lying="", level="2", **switches):
    """Give out all cards: some to the seats named, and else nothing with which one declares.

    Those cards lie in the kitty, after what it is given, and must find room in it.
    """
    rules = shengji.Rules(**switches)
    pack = ref.DECK * rules.decks
    shown = [card for card in pack if card in ("B", "R") or card[0] == level]
    places = [cards.get(seat, "").split() for seat in range(4)] + [lying.split()]
    left = ref.without(pack, [card for place in places for card in place])
    shown = [card for card in left if card in shown]
    plain = [card for card in left if card not in shown]
    sizes = [rules.hand_size] * 4 + [rules.kitty_size]
    places[4] += shown
    assert len(places[4]) <= sizes[4], "the kitty is too small"
    for place, size in zip(places, sizes, strict=True):
        while len(place) < size:
            place.append(plain.pop())
    return {seat: " ".join(places[seat]) for seat in range(4)} | {"kitty": " ".join(places[4])}


def deal(cards, lying="", *, seed=0, level="2", setup=(), **switches):
    """Deal two decks with a kitty of 12, if nothing else is said, and `given_hands`."""
    switches = {"decks": 2, "kitty": 12} | switches
    given = given_hands(cards, lying, level, **switches)
    set_up = {"level": level, "declarer": 0, "given": given} | dict(setup)
    return variant(**switches).deal(seed, **set_up)


def play(state, *said):
    """Play moves one after the other and return the state."""
    for text in said:
        state.play(text_of(text))
    return state


def text_of(said):
    """The package's text of a short one."""
    word = said.partition(" ")[0]
    known = word in ("pass", "name", "bury", "lead", "follow", "force")
    return said if known else f"declare {said}"


def as_ref(move):
    """Write a move of the package as one of the reference."""
    if move.kind == "pass":
        return {"kind": "pass"}
    if move.kind == "name":
        return {"kind": "name", "suit": move.suit}
    if move.kind == "lead":
        return {"kind": "lead", "units": tuple(move.units)}
    return {"kind": move.kind, "cards": move.cards}


def asked(state):
    """Who is asked, and what he may declare, sorted."""
    moves = state.legal_moves()
    return state.turn, sorted(move.cards for move in moves if move.kind == "declare")


def hands_of(state):
    """List the hands."""
    return [state.hand(seat) for seat in range(4)]


def drawn(state):
    """How many cards have been drawn."""
    return sum(len(hand.split()) for hand in hands_of(state))


def facts_of(state):
    """Give the facts of a state in plain Python values."""
    return {
        name: value.tolist() if hasattr(value, "tolist") else value
        for name, value in state.facts().items()
    }


def random_move(rng, state):
    """Some legal move, one of the listed ones more often than one of millions."""
    moves = state.legal_moves()
    if rng.random() < 0.5:
        return moves[rng.randrange(min(len(moves), 200))]
    return state.sample()
