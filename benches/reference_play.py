"""Whole random deals by the reference: the deals that a seed means to the core, in slow Python.

Shuffling, choosing and playing are all the reference's own; only the documentation is shared. Deals
of Shengji it follows move by move.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from reference import big2, doudizhu
from reference.shengji_deal import Deal
from reference.shengji_facts import facts as shengji_facts
from reference.streams import Dealt, Stream, deal_doudizhu, split, without

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chupai import shengji


def in_order(moves: list[doudizhu.Move]) -> list[doudizhu.Move]:
    """Sort moves of Dou Dizhu in the documented order, by which they are numbered."""
    return sorted(moves, key=doudizhu.order_key)


def play_doudizhu(switches: Mapping[str, Any], seed: int, index: int) -> doudizhu.Facts:
    """Play deal ``index`` of the run ``seed`` with random agents and return its facts."""
    cards, choices = Stream(seed, "deal", 0, index), Stream(seed, "play", 0, index)

    def redeal() -> Dealt:
        return deal_doudizhu(cards, "uniform")

    landlord = 0 if switches["auction"] == "fixed" else None
    deal = doudizhu.Deal(*redeal(), landlord, switches, redeal)
    while deal.turn is not None:
        legal = in_order(deal.legal())
        deal.play(legal[choices.choose(len(legal))])
    return deal.facts()


def play_big2(switches: Mapping[str, Any], seed: int, index: int) -> big2.Facts:
    """The same of Big Two with one pack."""
    cards, choices = Stream(seed, "deal", 0, index), Stream(seed, "play", 0, index)
    players = switches["players"]

    def dealing() -> tuple[list[str], str]:
        left = split(cards, range(52), 52 % players) if 52 % players else []
        hands = halved(cards, without(range(52), left), players)
        return [named(hand) for hand in hands], named(left)

    deal = big2.Deal(*dealing(), 0, None, None, switches, dealing)
    while deal.turn is not None:
        legal = deal.legal()
        deal.play(legal[choices.choose(len(legal))])
    return big2.facts(deal)


def halved(stream: Stream, cards: list[int], players: int) -> list[list[int]]:
    """Deal cards to as many players: half of the players' cards first, then halves of those."""
    if players == 1:
        return [cards]
    few = players // 2
    part = split(stream, cards, len(cards) // players * few)
    rest = without(cards, part)
    return halved(stream, part, few) + halved(stream, rest, players - few)


def named(cards: list[int]) -> str:
    """Write cards, which are places in the pack from 3D to 2S."""
    return big2.text_of_cards(f"{big2.RANKS[card // 4]}{big2.SUITS[card % 4]}" for card in cards)


@dataclass(frozen=True)
class Replay:
    """A deal of Shengji that the core has played, for the reference to follow move by move.

    The reference has no quick way to draw one of thousands of leads or follows; it checks them.
    """

    switches: Mapping[str, Any]
    set_up: Mapping[str, Any]
    dealings: Sequence[Mapping[str, Any]]
    moves: Sequence[Mapping[str, Any]]

    @staticmethod
    def of(state: shengji.State, agents: str) -> Replay:
        """Play a deal to its end by built-in agents."""
        while not state.is_over:
            state.play(state.choose(agents))
        moves = [as_reference(move) for _, move in state.history]
        return Replay(asdict(state.variant.rules), state.setup, state.dealings, moves)

    def by_reference(self) -> Mapping[str, Any]:
        """Follow the deal, every move checked, and return its facts."""
        dealings = iter(self.dealings)

        def dealt() -> tuple[list[list[str]], list[str]]:
            dealing = next(dealings)
            return [cards.split() for cards in dealing["draws"]], dealing["kitty"].split()

        deal = Deal(dealt(), self.set_up, self.switches, dealt)
        for move in self.moves:
            deal.play(dict(move))
        return shengji_facts(deal)


def as_reference(move: shengji.Move) -> Mapping[str, Any]:
    """Write a move of Shengji as the reference has it."""
    told: dict[str, Any] = {"kind": move.kind}
    if move.kind == "name":
        told["suit"] = move.suit
    elif move.kind == "lead":
        told["units"] = tuple(move.units)
    elif move.kind != "pass":
        told["cards"] = move.cards
    return told
