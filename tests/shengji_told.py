"""Deals that the reference of Shengji tells, of a few cards a hand, and moves as short texts.

Hands need not come from one pack.
"""

import pytest

from reference.shengji_deal import PASS, Deal
from shengji_cases import BOOK

PLAIN = ["5D", "5C", "5H", "5S"]
"""Cards that nobody can declare with at level 2."""


def deal(*draws, kitty="", redeal=None, set_up=(), **switches):
    """A deal of these cards in the order of drawing; seats without cards draw plain ones."""
    hands = [text.split() for text in draws]
    longest = max(len(hand) for hand in hands)
    hands += [[] for _ in range(4 - len(hands))]
    hands = [[*hand, *PLAIN[: longest - len(hand)]] for hand in hands]
    given = {"levels": ("2", "2"), "declarer": 0, "trump": None, "first_card": None,
             "kitty": "taken"} | dict(set_up)  # fmt: skip
    return Deal((hands, kitty.split()), given, dict(BOOK) | switches, redeal or pytest.fail)


def read(text):
    """Read a move from a text: "2H 2H" in a declaration, "bury 5S", "lead AS AS + KS", …"""
    word, _, rest = text.partition(" ")
    if word == "pass":
        return PASS
    if word == "lead":
        return {"kind": "lead", "units": tuple(rest.split(" + "))}
    if word == "name":
        return {"kind": "name", "suit": rest}
    if word in ("bury", "follow", "force"):
        return {"kind": word, "cards": rest}
    return {"kind": "declare", "cards": text}


def play(state, *texts):
    for text in texts:
        state.play(read(text))
    return state


def asked(state):
    """Who is asked, and what he may declare."""
    return state.turn, [move["cards"] for move in state.answers() if move != PASS]


def given(*draws, trump="S", **more):
    """A deal in which trump is given."""
    set_up = {"trump": trump} | dict(more.pop("set_up", {}))
    return deal(*draws, declaring="given", set_up=set_up, **more)
