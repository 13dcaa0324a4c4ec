"""Big Two: the simplest player, who plays the first move there is (BT-34, BT-37)."""

from .big2_cards import by_value, cards_in, rank_order
from .big2_deal import Deal
from .big2_plays import Move


def lowest(deal: Deal) -> Move:
    """Return what the player to move does: the lowest play, and the defaults of the rule book."""
    legal = deal.legal()
    if deal.phase == "exchange":
        return lowest_exchange(deal, legal)
    if deal.phase == "swap":
        return legal[0]
    return legal[1] if legal[0]["kind"] == "pass" and len(legal) > 1 else legal[0]


def lowest_exchange(deal: Deal, legal: list[Move]) -> Move:
    """Ask for the top rank, then the next; give the lowest single, else the lowest card."""
    if legal[0]["kind"] == "ask":
        order = rank_order(deal.rules)
        return max(legal, key=lambda move: order.index(move["rank"]))
    hand = cards_in(deal.hands[deal.turn or 0])
    asked = deal.history[-1][1]
    if asked["kind"] == "ask" and legal[0]["cards"][0] == asked["rank"]:
        return legal[0]
    ranks = [card[0] for card in hand]
    singles = [card for card in hand if ranks.count(card[0]) == 1]
    chosen = by_value(singles or hand, deal.rules)[0]
    return next(move for move in legal if move["cards"] == chosen)
