"""Dou Dizhu: one deal from the first question to the last card, and what it is worth.

`Deal` tells the deal as a story: a generator that runs through the phases, yields a question
whenever a player has to speak or play, and is sent the answer.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple

from .doudizhu_moves import Move, Rules, answer, cards_of, is_legal_play, legal_plays, sort_cards

SEATS = 3

Facts = dict[str, Any]
Cards = tuple[Sequence[str], str, int]
"""The three hands, the bottom cards, the first bidder."""


class Question(NamedTuple):
    """Whom the deal waits for, and the answers he has (None: whatever he may play)."""

    seat: int
    phase: str
    answers: list[Move] | None


Story = Generator[Question, Move, None]


class Deal:
    """The state of one deal.

    ``hands``, ``bottom`` and ``first_bidder`` are the cards as dealt; ``landlord`` is a seat with
    the auction "fixed", else None. ``redeal`` is called for new cards when everybody passed and the
    rules want a redeal; the answer has the new first bidder with it.
    """

    def __init__(
        self,
        hands: Sequence[str],
        bottom: str,
        first_bidder: int,
        landlord: int | None,
        rules: Rules,
        redeal: Callable[[], Cards],
    ) -> None:
        """Start the deal and wait for the first answer."""
        self.rules = rules
        self.redeals = 0
        self.history: list[tuple[int, Move]] = []
        self._fixed_landlord = landlord
        self._redeal = redeal
        self._take_cards(hands, bottom, first_bidder)
        self._story = self._whole_deal()
        self._question: Question | None = next(self._story)

    @property
    def turn(self) -> int | None:
        """The seat that has to move, None when the deal is over."""
        return None if self._question is None else self._question.seat

    @property
    def phase(self) -> str:
        """The phase: "show", "auction", "double", "play" or "over"."""
        return "over" if self._question is None else self._question.phase

    def legal(self) -> list[Move]:
        """Return all the moves of the player to move, none when the deal is over."""
        if self._question is None:
            return []
        if self._question.answers is not None:
            return list(self._question.answers)
        return legal_plays(self.hands[self._question.seat], self.to_beat, self.rules)

    def play(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, if it is not legal (DD-27)."""
        if self._question is None:
            raise ValueError("the deal is over")
        seat, _, answers = self._question
        if answers is None:
            legal = is_legal_play(self.hands[seat], self.to_beat, move, self.rules)
        else:
            legal = move in answers
        if not legal:
            raise ValueError(f"not legal for seat {seat}: {move}")
        self.history.append((seat, move))
        try:
            self._question = self._story.send(move)
        except StopIteration:
            self._question = None

    def facts(self) -> Facts:
        """Return what happened in the deal; ValueError before it is over."""
        if self._question is not None:
            raise ValueError("the deal is not over")
        landlord = -1 if self.landlord is None else self.landlord
        landlord_won = self.landlord is not None and not self.hands[self.landlord]
        return {
            "landlord": landlord,
            "landlord_won": landlord_won,
            "bid": self.bid,
            "robs": self.robs,
            "bombs": self.bombs,
            "rockets": self.rockets,
            "spring": self._is_spring(landlord_won),
            "open_multiplier": max(self.shown.values(), default=1),
            "doubled": [int(seat in self.doubled) for seat in range(SEATS)],
            "plays": list(self.plays),
            "cards_left": [len(hand) for hand in self.hands],
            "redeals": self.redeals,
            "first_bidder": self.first_bidder,
        }

    def _is_spring(self, landlord_won: bool) -> bool:  # DD-24
        if self.landlord is None:
            return False
        if landlord_won:
            return sum(self.plays) == self.plays[self.landlord]
        return self.plays[self.landlord] == 1

    # --- the story -----------------------------------------------------------------------------

    def _take_cards(self, hands: Sequence[str], bottom: str, first_bidder: int) -> None:
        self.hands = [sort_cards(hand) for hand in hands]
        self.bottom = sort_cards(bottom)
        self.first_bidder = first_bidder
        self.received = len(hands[0])  # cards that have come to each seat
        self.dealt_at = len(self.history)
        self.play_from = 0  # where the record of the card play begins
        self.landlord: int | None = None
        self.taken = False  # the bottom cards, by the landlord
        self.bid = 0
        self.robs = 0
        self.bombs = 0
        self.rockets = 0
        self.shown: dict[int, int] = {}  # seat: multiplier
        self.doubled: set[int] = set()
        self.plays = [0] * SEATS
        self.to_beat: Move | None = None

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + i) % SEATS for i in range(SEATS)]

    def _whole_deal(self) -> Story:
        while True:
            yield from self._show_before_the_auction()
            yield from self._auction()
            if self.landlord is not None:
                break
            if self.rules["on_all_pass"] == "void":
                return
            self.redeals += 1
            self._take_cards(*self._redeal())
        self.hands[self.landlord] = sort_cards(self.hands[self.landlord] + self.bottom)  # DD-02
        self.taken = True
        yield from self._show_as_landlord(self.landlord)
        if self.rules["doubling"]:
            yield from self._double(self.landlord)
        yield from self._play_out(self.landlord)

    def _show_before_the_auction(self) -> Story:  # DD-29
        if not self.rules["show_multipliers"]:
            return
        cards, moments = self.received, len(self.rules["show_multipliers"]) - 1
        for moment, multiplier in enumerate(self.rules["show_multipliers"][:-1]):
            self.received = cards * moment // moments
            for seat in self._round_from(self.first_bidder):
                if seat not in self.shown:
                    yield from self._ask_to_show(seat, multiplier)
        self.received = cards

    def _show_as_landlord(self, landlord: int) -> Story:  # DD-25, DD-29
        if self.rules["open_hand"]:
            yield from self._ask_to_show(landlord, 2)
        elif self.rules["show_multipliers"] and landlord not in self.shown:
            yield from self._ask_to_show(landlord, self.rules["show_multipliers"][-1])

    def _ask_to_show(self, seat: int, multiplier: int) -> Story:
        said = yield Question(seat, "show", [answer("pass", 0), answer("show", 0)])
        if said["kind"] == "show":
            self.shown[seat] = multiplier

    def _double(self, landlord: int) -> Story:  # DD-29
        for seat in self._round_from(landlord):
            said = yield Question(seat, "double", [answer("pass", 0), answer("double", 0)])
            if said["kind"] == "double":
                self.doubled.add(seat)

    def _auction(self) -> Story:
        if self.rules["auction"] == "fixed":  # DD-06
            self.landlord = self._fixed_landlord
            self.bid = 1
        elif self.rules["auction"] == "rob":
            yield from self._rob_auction()
        else:
            yield from self._points_auction()

    def _points_auction(self) -> Story:  # DD-04
        seat = self.first_bidder
        spoken = passes = 0
        while self.bid < 3:
            if self.rules["repass"] == "final" and spoken == SEATS:
                return
            if passes == (SEATS if self.landlord is None else SEATS - 1):
                return
            bids = [answer("bid", value) for value in (1, 2, 3) if value > self.bid]
            said = yield Question(seat, "auction", [answer("pass", 0), *bids])
            spoken += 1
            passes += 1
            if said["kind"] == "bid":
                self.bid = said["value"]
                self.landlord = seat
                passes = 0
            seat = (seat + 1) % SEATS

    def _rob_auction(self) -> Story:  # DD-05
        speakers = self._round_from(self.first_bidder)
        while speakers and self.landlord is None:
            seat = speakers.pop(0)
            said = yield Question(seat, "auction", [answer("pass", 0), answer("call", 0)])
            if said["kind"] == "call":
                self.landlord = caller = seat
                self.bid = self.rules["call_multiplier"]
        if self.landlord is None:
            return
        # Whoever spoke before the caller declined, whoever is left has not spoken.
        for seat in speakers:
            yield from self._ask_to_rob(seat)
        if self.robs:
            yield from self._ask_to_rob(caller)

    def _ask_to_rob(self, seat: int) -> Story:
        said = yield Question(seat, "auction", [answer("pass", 0), answer("rob", 0)])
        if said["kind"] == "rob":
            self.robs += 1
            self.landlord = seat

    def _play_out(self, landlord: int) -> Story:  # DD-07, DD-08
        seat = landlord
        passes = 0
        self.play_from = len(self.history)
        while all(self.hands):
            move = yield Question(seat, "play", None)
            if move["kind"] == "pass":
                passes += 1
            else:
                passes = 0
                for card in cards_of(move):
                    self.hands[seat] = self.hands[seat].replace(card, "", 1)
                self.plays[seat] += 1
                self.bombs += move["kind"] == "bomb"
                self.rockets += move["kind"] == "rocket"
                self.to_beat = move
            if passes == SEATS - 1:
                passes = 0
                self.to_beat = None
            seat = (seat + 1) % SEATS


def score(facts: Mapping[str, Any], scoring: Mapping[str, Any]) -> list[int]:
    """Return what each seat wins (DD-23, DD-24, DD-26, DD-29); ``scoring`` holds every switch."""
    landlord = facts["landlord"]
    scores = [0] * SEATS
    if landlord == -1:
        return scores
    multiplier = facts["bid"] * 2 ** (facts["robs"] + facts["bombs"] + facts["rockets"])
    multiplier *= facts["open_multiplier"]
    if facts["spring"]:
        multiplier *= scoring["spring_multiplier"]
    for peasant in range(SEATS):
        if peasant == landlord:
            continue
        doublings = facts["doubled"][landlord] + facts["doubled"][peasant]
        whole = multiplier * 2**doublings
        if scoring["cap"] is not None:
            whole = min(whole, scoring["cap"])
        won = scoring["stake"] * whole * (1 if facts["landlord_won"] else -1)
        scores[landlord] += won
        scores[peasant] -= won
    return scores
