"""Big Two: what happened in a deal, as numbers."""

from typing import Any

from .big2_cards import RANKS, SUITS, Rules, cards_in, straight_windows
from .big2_deal import Act, Deal
from .big2_plays import answer, beats, highest_single

PIPS = {"J": 11, "Q": 12, "K": 13, "A": 14, "2": 15, "T": 10}  # BT-41
DEDUCTION = {"J": 20, "Q": 20, "K": 20, "A": 30, "2": 40, "T": 10}  # BT-42

INSTANT = {"": 0, "dragon": 1, "four_twos": 2}

Facts = dict[str, Any]


def facts(deal: Deal) -> Facts:
    """Return the facts of a deal; ValueError before it is over. Lists have a value a seat."""
    if deal.turn is not None:
        raise ValueError("the deal is not over")
    hands = [cards_in(hand) for hand in deal.hands]
    plays = [act.seat for act in deal.acts if act.move["kind"] != "pass"]
    ranked = deal.places if deal.rules["end"] == "all_out" else deal.places[:1]
    below, stopped, passed = culprits(deal)
    return {
        "winner": deal.places[0],
        "instant": INSTANT[deal.instant],
        "cards_left": [len(hand) for hand in hands],
        "unplayed": [int(seat not in plays) for seat in range(deal.seats)],
        "place": [ranked.index(s) + 1 if s in ranked else 0 for s in range(deal.seats)],
        "not_highest": below,
        "could_have_stopped": stopped,
        "culprit_passed": passed,
        "twos_left": [sum(card[0] == "2" for card in hand) for hand in hands],
        "monsters_left": [monsters_in(hand, deal.rules) for hand in hands],
        "pips_left": [points(hand, PIPS) for hand in hands],
        "deduction_left": [points(hand, DEDUCTION) for hand in hands],
        "spade_aces_left": [hand.count("AS") for hand in hands],
        "plays": [plays.count(seat) for seat in range(deal.seats)],
        "leader": deal.acts[0].seat if deal.acts else -1,
        "redeals": deal.redeals,
        "swapped": int(deal.swapped != ""),
        "revolutions": deal.revolutions,
    }


def points(hand: list[str], values: dict[str, int]) -> int:
    """Add up what cards count; those that are not named count their face."""
    return sum(values[card[0]] if card[0] in values else int(card[0]) for card in hand)


def monsters_in(hand: list[str], rules: Rules) -> int:
    """Count the monsters of a hand: ranks of which it has four, suits with a straight flush.

    Four cards want a fifth to go with them, unless bare fours rank among quads (BT-46).
    """
    ranks = "".join(card[0] for card in hand)
    fours = sum(ranks.count(rank) >= 4 for rank in RANKS)
    if len(hand) < 5 and rules["bare_quad"] != "as_quads":
        fours = 0
    flushes = 0
    for suit in SUITS:
        held = {card[0] for card in hand if card[1] == suit}
        windows = straight_windows(rules).values()
        flushes += any(held >= set(window.ranks) for window in windows)
    return fours + flushes


def culprits(deal: Deal) -> tuple[int, int, int]:
    """Return who is liable by either test, -1 for nobody, and whether he had passed (BT-44)."""
    winner = deal.places[0]
    last = max((i for i, act in enumerate(deal.acts) if act.seat == winner), default=0)
    if last == 0 or deal.acts[last].move["kind"] != "single":
        return -1, -1, 0
    act, final = deal.acts[last - 1], deal.acts[last]
    # Where the winner led twice in a row, nobody acted while he held one card.
    if act.seat == winner or not was_below(act, deal.rules):
        return -1, -1, 0
    stop = any(
        beats(answer("single", card), final.move, deal.rules, final.revolved)
        for card in cards_in(act.hand)
    )
    return act.seat, act.seat if stop else -1, int(act.move["kind"] == "pass")


def was_below(act: Act, rules: Rules) -> bool:
    """Whether a single was played or kept back although a higher one could be played.

    Who was asked for a monster only could not have played one.
    """
    highest = highest_single(act.hand, rules, act.revolved)
    if act.move["kind"] == "single":
        return beats(highest, act.move, rules, act.revolved)
    if act.move["kind"] == "pass" and act.to_beat is not None and not act.monsters_only:
        return beats(highest, act.to_beat, rules, act.revolved)
    return False
