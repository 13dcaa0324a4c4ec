"""Deals of Shengji in the package that the reference follows, move by move."""

from dataclasses import asdict

from reference.shengji_deal import Deal
from shengji_states import as_ref


def follow(state):
    """Start the same deal in the reference; it takes new cards from the state."""
    rules, setup = asdict(state.variant.rules), state.setup

    def dealt():
        dealing = state.dealings[-1]
        return [cards.split() for cards in dealing["draws"]], dealing["kitty"].split()

    set_up = {
        "levels": setup["levels"], "declarer": setup["declarer"], "trump": setup["trump"],
        "first_card": setup["first_card"], "kitty": setup["kitty"],
    }  # fmt: skip
    return Deal(dealt(), set_up, rules, dealt)


def play_both(state, told, move):
    """Make a move in both."""
    state.play(move)
    told.play(as_ref(move))
