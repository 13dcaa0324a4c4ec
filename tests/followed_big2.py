"""Deals of Big Two in the package that the reference follows, move by move."""

from dataclasses import asdict

from big2_states import hands_of
from reference import big2 as ref


def dealt(state):
    """Read the cards as dealt off a state that nobody has moved in yet.

    Whoever holds more than his share was given the rest. Which cards they were does not matter,
    but they were not his lowest, unless that is lower than what everybody was dealt: the highest
    will do.
    """
    rules = asdict(state.variant.rules)
    share = 52 * rules["decks"] // rules["players"]
    hands, left = [], state.left
    for hand in hands_of(state):
        cards = ref.by_value(hand.split(), rules)
        hands.append(ref.text_of_cards(cards[:share]))
        left = ref.text_of_cards([*left.split(), *cards[share:]])
    whole = ref.text_of_cards(" ".join([*hands, left]).split())
    assert whole == ref.text_of_cards(ref.pack(rules))
    return hands, left


def follow(state, *, first_card=0, leader=None, roles=None):
    """Start the same deal in the reference; it takes new cards from the state."""
    rules = asdict(state.variant.rules)
    return ref.Deal(*dealt(state), first_card, leader, roles, rules, lambda: dealt(state))
