"""Deals of Dou Dizhu in the package that the reference follows, move by move."""

from dataclasses import asdict

from reference import doudizhu as ref
from reference import doudizhu_knowledge as knowledge


def as_ref(move):
    """Write a move of the package as one of the reference."""
    if move.kind in ref.PLAY_KINDS:
        return {
            "kind": move.kind,
            "length": move.length,
            "rank": move.rank,
            "wings": move.wings,
            "value": 0,
        }
    return ref.answer(move.kind, move.value if move.kind == "bid" else 0)


def dealt(state):
    """Read the cards as dealt, and the first bidder, off a state that nobody has moved in yet."""
    hands = [state.hand(seat) for seat in range(3)]
    for seat, hand in enumerate(hands):
        if len(hand) == 20:  # the landlord is given and has the bottom cards already
            for card in state.bottom:
                hand = hand.replace(card, "", 1)  # noqa: PLW2901
            hands[seat] = hand
    assert [len(hand) for hand in hands] == [17, 17, 17]
    assert ref.sort_cards("".join(hands) + state.bottom) == ref.PACK
    first_bidder = state.facts()["first_bidder"]
    if state.landlord is None:
        assert state.turn == first_bidder
    return hands, state.bottom, first_bidder


def follow(state, landlord=None):
    """Start the same deal in the reference; it takes new cards from the state."""
    switches = asdict(state.variant.rules)
    if switches["auction"] == "fixed" and landlord is None:
        landlord = 0
    return ref.Deal(*dealt(state), landlord, switches, lambda: dealt(state))


class Followed:
    """A state, the same deal in the reference, and the cards of the present dealing."""

    def __init__(self, variant, seed, index=0, **setup):
        self.state = variant.deal(seed, index, **setup)
        self.landlord = setup.get("landlord")
        if variant.rules.auction == "fixed" and self.landlord is None:
            self.landlord = 0
        self.cards = dealt(self.state)
        self.deal = follow(self.state, self.landlord)

    def play(self, move):
        """Play in both."""
        redeals = self.deal.redeals
        self.state.play(move)
        self.deal.play(as_ref(self.state.history[-1][1]))
        if self.deal.redeals != redeals:
            self.cards = dealt(self.state)

    def play_on(self, moves, choose):
        """Play so many moves, each chosen from the legal ones, or to the end."""
        for _ in range(moves):
            if self.state.is_over:
                break
            self.play(choose(self.state.legal_moves()))
        return self

    @property
    def record(self):
        """The moves of the present dealing."""
        return knowledge.this_dealing(self.deal)

    def arrived(self):
        """The cards that have come to each seat: only the seats themselves can say which."""
        hands = [self.state.view(seat).hand for seat in range(3)]
        for hand, whole in zip(hands, self.deal.hands, strict=True):
            coming = self.deal.received if len(whole) == 17 else len(whole)
            if not self.deal.taken:
                assert len(hand) == coming
            assert not knowledge.less(hand, whole)
        return hands if not self.deal.taken else self.deal.hands

    def known_to(self, seat):
        """What the reference lets a seat know."""
        return knowledge.known_to(self.deal, seat, self.arrived())

    def consistent(self, seat):
        """The hands that may be held for all that a seat knows, with their arrangements."""
        return knowledge.consistent_deals(
            self.cards, self.landlord, self.record, seat, self.deal.rules
        )
