"""Deals of Big Two in the package that the reference follows, move by move."""

from dataclasses import asdict

from big2_states import as_ref, hands_of
from reference import big2 as ref


def dealt(state):
    """Read the cards as dealt off a state that nobody has moved in yet."""
    return before_the_rest(hands_of(state), state.left, asdict(state.variant.rules))


def before_the_rest(hands, left, rules):
    """Take what did not divide out of the hand of whoever was given it.

    Which cards they were does not matter, as long as his lowest card was not among them.
    """
    share = 52 * rules["decks"] // rules["players"]
    shares = []
    for hand in hands:
        cards = ref.by_value(hand.split(), rules)
        shares.append(ref.text_of_cards(cards[:share]))
        left = ref.text_of_cards([*left.split(), *cards[share:]])
    assert ref.text_of_cards(" ".join([*shares, left]).split()) == ref.text_of_cards(
        ref.pack(rules)
    )
    return shares, left


def follow(state, *, first_card=0, leader=None, roles=None):
    """Start the same deal in the reference; it takes new cards from the state."""
    rules = asdict(state.variant.rules)
    return ref.Deal(*dealt(state), first_card, leader, roles, rules, lambda: dealt(state))


def replay(state):
    """Play the last dealing of a state again in the reference, with all the moves since then.

    ValueError where a move was not legal, or where another seat had to make it.
    """
    rules, setup, dealing = asdict(state.variant.rules), state.setup, state.dealings[-1]

    def no_redeal():
        raise ValueError("dealt anew")

    follower = ref.Deal(
        *before_the_rest(dealing["hands"], dealing["left"], rules),
        setup["first_card"],
        setup["leader"],
        setup["roles"],
        rules,
        no_redeal,
    )
    for seat, move in state.history[dealing["move"] :]:
        if seat != follower.turn:
            raise ValueError(f"it was the turn of seat {follower.turn}, not {seat}")
        follower.play(as_ref(move))
    return follower
