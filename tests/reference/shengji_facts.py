"""Shengji: what happened in a deal, as numbers."""

from typing import Any

from .shengji_cards import RANKS, SUITS, cards_in, effective_suit, points_of
from .shengji_deal import Deal, cards_led
from .shengji_trick import dominant

Facts = dict[str, Any]


def facts(deal: Deal) -> Facts:
    """Return the facts of a deal; ValueError before it is over. Lists have a value a seat."""
    if deal.turn is not None:
        raise ValueError("the deal is not over")
    declarer, last = deal.the_declarer, deal.tricks[-1]

    def are_trumps(cards: list[str]) -> bool:
        return {effective_suit(c, deal.the_trump, deal.rules) for c in cards} == {"trump"}

    seat_points = [0] * 4
    for trick in deal.tricks:
        seat_points[trick.winner] += points_of(cards_in(" ".join(trick.plays)))
    winning = cards_in(last.plays[(last.winner - last.leader) % 4])
    width, length = dominant(last.lead, deal.the_trump, deal.rules)
    return {
        "declarer": declarer,
        "level": -1 if deal.level is None else RANKS.index(deal.level),
        "trump": [*SUITS, "NT"].index(deal.trump),
        "attackers_points": sum(seat_points[(declarer + i) % 4] for i in (1, 3)),
        "kitty_points": points_of(deal.kitty),
        "last_winner": last.winner,
        "last_width": width,
        "last_length": length,
        "last_throw": int(len(last.lead) > 1),
        "last_cards": cards_led(last.lead),
        "last_lead_trump": int(are_trumps(cards_in(last.plays[0]))),
        "last_winner_trump": int(are_trumps(winning)),
        "last_level_card": level_card(winning, deal),
        "failed_throws": deal.failed_throws,
        "cards_returned": deal.cards_returned,
        "seat_points": seat_points,
        "redeals": deal.redeals,
        "declarations": len(deal.declared) - max(len(deal.takers) - 1, 0),
        "takers": max(len(deal.takers) - 1, 0),
        "kitty_taker": deal.takers[-1] if deal.takers else -1,
    }


def level_card(cards: list[str], deal: Deal) -> int:
    """Tell the highest level card among cards: 0 none, 1 of a side suit, 2 of the trump suit."""
    suits = [card[1] for card in cards if card[0] == deal.level]
    return 0 if not suits else 2 if deal.trump in suits else 1
