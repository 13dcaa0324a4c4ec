"""Big Two: one deal from the cards as dealt to the last card.

`Deal` tells the deal as a story: a generator that runs through the phases, yields a question
whenever a player has to speak or play, and is sent the answer.
"""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from .big2_cards import RANKS, Rules, by_value, cards_in, pack, text_of_cards, without
from .big2_plays import (
    DRAGON_CARDS,
    Move,
    Question,
    answer,
    beats,
    classify,
    is_allowed,
    is_monster,
    legal_moves,
    may_pass,
    plays_of,
)

REDEAL_POINTS = {"J": 1, "Q": 2, "K": 3, "A": 4, "2": 5}
"""What the cards count for a redeal request, by the rank printed on them; others nothing."""

EXCHANGES = [(0, 1), (0, 2), (0, 2), (0, 3), (0, 3), (0, 3), (1, 2), (1, 3), (1, 3), (2, 3)]
"""Who asks whom for a card (BT-37): 0 the king, 1 the noble, 2 the commoner, 3 the slave."""

Cards = tuple[Sequence[str], str]
"""The hands as dealt, equally many cards each, and the cards that are left over."""


class Turn(NamedTuple):
    """Whom the deal waits for, and what he is asked: answers to choose from, or for a play."""

    seat: int
    phase: str
    answers: list[Move]
    asked: Question | None


class Act(NamedTuple):
    """A play or a pass in the play of the cards, and what it was made on."""

    seat: int
    move: Move
    hand: str
    """Before it was made."""
    to_beat: Move | None
    revolved: bool
    monsters_only: bool
    """He had passed before, and was asked for a monster (BT-30)."""


Story = Generator[Turn, Move, None]


class Deal:
    """The state of one deal.

    ``hands`` and ``left`` are the cards as dealt. ``first_card`` is the seat that got the first
    card, ``leader`` the seat that leads if the match says so, else None. ``roles`` are the seats of
    king, noble, commoner and slave, None without an exchange. ``redeal`` is called for new cards
    when somebody wants a redeal.
    """

    def __init__(
        self,
        hands: Sequence[str],
        left: str,
        first_card: int,
        leader: int | None,
        roles: Sequence[int] | None,
        rules: Rules,
        redeal: Callable[[], Cards],
    ) -> None:
        """Start the deal and wait for the first answer."""
        self.rules = rules
        self.seats = len(hands)
        self.first_card = first_card
        self.redeals = 0
        self.history: list[tuple[int, Move]] = []
        self._leader_by_match = leader
        self._roles = roles
        self._redeal = redeal
        self._take_cards(hands, left)
        self._story = self._whole_deal()
        self._turn: Turn | None = None
        self._go_on(None)

    @property
    def turn(self) -> int | None:
        """The seat that has to move, None when the deal is over."""
        return None if self._turn is None else self._turn.seat

    @property
    def phase(self) -> str:
        """The phase: "redeal", "swap", "exchange", "play" or "over"."""
        return "over" if self._turn is None else self._turn.phase

    @property
    def asked(self) -> Question | None:
        """What is asked in the play of the cards, None in other phases."""
        return None if self._turn is None else self._turn.asked

    def legal(self) -> list[Move]:
        """Return all the moves of the player to move in the documented order."""
        if self._turn is None:
            return []
        seat, _, answers, asked = self._turn
        return answers if asked is None else legal_moves(self.hands[seat], asked, self.rules)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is one of the legal ones, found without listing them (BT-32)."""
        if self._turn is None:
            return False
        seat, _, answers, asked = self._turn
        if asked is None:
            return move in answers
        hand = self.hands[seat]
        if move["kind"] == "pass":
            return move == answer("pass") and may_pass(hand, asked, self.rules)
        cards = cards_in(move["cards"])
        held = all(cards.count(card) <= cards_in(hand).count(card) for card in cards)
        whole = move["kind"] != "dragon" or move["cards"] == hand
        kind = classify(move["cards"], self.rules)
        read = kind == move["kind"] and move["cards"] == text_of_cards(cards)
        return held and whole and read and is_allowed(move, hand, asked, self.rules)

    def play(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, if it is not legal (BT-32)."""
        if self._turn is None:
            raise ValueError("the deal is over")
        if not self.is_legal(move):
            raise ValueError(f"not legal for seat {self._turn.seat}: {move}")
        self.history.append((self._turn.seat, move))
        self._go_on(move)

    def _go_on(self, move: Move | None) -> None:
        try:
            self._turn = next(self._story) if move is None else self._story.send(move)
        except StopIteration:
            self._turn = None

    # --- the story -----------------------------------------------------------------------------

    def _take_cards(self, hands: Sequence[str], left: str) -> None:
        self.hands = [text_of_cards(cards_in(hand)) for hand in hands]
        self.left = text_of_cards(cards_in(left))
        self.instant = ""  # or how the deal was won before any play
        self.swapped = ""  # or the card that went out of play
        self.leader: int | None = None
        self.due = ""
        self.to_beat: Move | None = None
        self.last_player: int | None = None
        self.passed: set[int] = set()  # in this trick
        self.revolved = False
        self.revolutions = 0
        self.acts: list[Act] = []
        self.places: list[int] = []  # seats in the order of their places

    def _whole_deal(self) -> Story:
        while True:
            self._give_remainder()
            if self._instant_win():
                return
            wanted = yield from self._redeal_requests()
            if not wanted:
                break
            self.redeals += 1
            self._take_cards(*self._redeal())
        if self.rules["remainder"] == "malaysia_swap":
            yield from self._swap()
        if self._roles is not None:
            yield from self._exchange(self._roles)
        self._first_lead()
        yield from self._play_out()

    def _round_from(self, seat: int) -> list[int]:
        return [(seat + i) % self.seats for i in range(self.seats)]

    def _holder_of_lowest(self) -> tuple[int, str]:
        """Return who holds the lowest card that anybody holds, and the card (BT-02)."""
        held = " ".join(self.hands)
        lowest = by_value(cards_in(held), self.rules)[0]
        order = self._round_from(self.first_card)
        return next(seat for seat in order if lowest in self.hands[seat]), lowest

    def _give_remainder(self) -> None:  # BT-23
        if self.rules["remainder"] == "lowest_holder" and self.left:
            seat, _ = self._holder_of_lowest()
            self.hands[seat] = text_of_cards(cards_in(f"{self.hands[seat]} {self.left}"))
            self.left = ""

    def _instant_win(self) -> bool:  # BT-33
        top = self.rules["top_rank"]
        order = self._round_from(self.first_card)
        dragons, fours = [], []
        for seat in order:
            cards = cards_in(self.hands[seat])
            if len(cards) == DRAGON_CARDS and {card[0] for card in cards} == set(RANKS):
                dragons.append(seat)
            if sum(card[0] == top for card in cards) >= 4:
                fours.append(seat)

        def king(seat: int) -> int:
            card = next(card for card in cards_in(self.hands[seat]) if card[0] == "K")
            return int(self.rules["suit_order"].index(card[1]))

        if dragons and "dragon" in self.rules["instant_wins"]:
            winner, self.instant = max(dragons, key=king), "dragon"
        elif fours and "four_twos" in self.rules["instant_wins"]:
            winner, self.instant = fours[0], "four_twos"
        else:
            return False
        self.places = self._round_from(winner)
        return True

    def _redeal_requests(self) -> Generator[Turn, Move, bool]:  # BT-34
        limit = self.rules["redeal_below"]
        for seat in self._round_from(self.first_card):
            points = sum(REDEAL_POINTS.get(card[0], 0) for card in cards_in(self.hands[seat]))
            if limit is not None and points < limit:
                said = yield Turn(seat, "redeal", [answer("pass"), answer("redeal")], None)
                if said["kind"] == "redeal":
                    return True
        return False

    def _swap(self) -> Story:  # BT-24
        seat, lowest = self._holder_of_lowest()
        if lowest != by_value(pack(self.rules), self.rules)[0]:  # it is the leftover itself
            return
        said = yield Turn(seat, "swap", [answer("pass"), answer("swap")], None)
        if said["kind"] == "swap":
            kept = without(cards_in(self.hands[seat]), [lowest])
            self.hands[seat] = text_of_cards([*kept, *cards_in(self.left)])
            self.left = ""
            self.swapped = lowest
            self.leader = seat

    def _exchange(self, roles: Sequence[int]) -> Story:  # BT-37
        asked_of: dict[tuple[int, int], str] = {}
        for asker, giver in [(roles[a], roles[b]) for a, b in EXCHANGES]:
            before = asked_of.get((asker, giver), "")
            ranks = [rank for rank in RANKS if rank not in before]
            asks = [answer("ask", rank=rank) for rank in ranks]
            rank = (yield Turn(asker, "exchange", asks, None))["rank"]
            asked_of[asker, giver] = before + rank
            of_rank = [card for card in cards_in(self.hands[giver]) if card[0] == rank]
            yield from self._give(giver, asker, of_rank or cards_in(self.hands[giver]))
            yield from self._give(asker, giver, cards_in(self.hands[asker]))

    def _give(self, giver: int, taker: int, cards: list[str]) -> Story:
        choice = by_value(set(cards), self.rules)
        gives = [answer("give", cards=card) for card in choice]
        given = (yield Turn(giver, "exchange", gives, None))["cards"]
        self.hands[giver] = text_of_cards(without(cards_in(self.hands[giver]), [given]))
        self.hands[taker] = text_of_cards([*cards_in(self.hands[taker]), given])

    def _first_lead(self) -> None:  # BT-25, BT-26
        seat, lowest = self._holder_of_lowest()
        if self._leader_by_match is not None:
            self.leader = self._leader_by_match
        elif self.leader is None:  # nobody swapped
            self.leader = seat
            if self.rules["must_include_lowest"] == "when_it_decides":
                self.due = lowest

    def _play_out(self) -> Story:
        seat = self.leader
        while seat is not None and not self._is_over():
            last = yield from self._trick(seat)
            # Whoever played last leads, or the next seat with cards (BT-28, BT-31).
            seat = next((seat for seat in self._round_from(last) if self.hands[seat]), None)
        self.places += [seat for seat, hand in enumerate(self.hands) if hand and self._all_out]

    @property
    def _all_out(self) -> bool:
        return bool(self.rules["end"] == "all_out")

    def _is_over(self) -> bool:  # BT-31
        holding = sum(hand != "" for hand in self.hands)
        return holding <= 1 if self._all_out else holding < self.seats

    def _trick(self, leader: int) -> Generator[Turn, Move, int]:  # BT-27, BT-28
        """Play a trick, and tell who played last."""
        self.to_beat = None
        self.passed = set()
        last = leader
        yield from self._act(leader, monsters_only=False)
        answered = True
        while answered:
            answered = False
            for seat in self._round_from(last)[1:]:
                locked = seat in self.passed and self.rules["pass_rule"] == "lock"
                if self._is_over() or not self.hands[seat]:
                    continue
                if locked and not self._is_asked_again(seat):
                    continue
                move = yield from self._act(seat, monsters_only=locked)
                if move["kind"] != "pass":
                    last, answered = seat, True
                    break
        return last

    def _is_asked_again(self, seat: int) -> bool:  # BT-29, BT-30
        if not self.rules["monster_after_pass"] or self.rules["ask_locked"] == "always":
            return bool(self.rules["monster_after_pass"])
        return any(
            is_monster(play["kind"], self.rules)
            and self.to_beat is not None
            and beats(play, self.to_beat, self.rules, self.revolved)
            for play in plays_of(self.hands[seat], self.rules)
        )

    def _act(self, seat: int, *, monsters_only: bool) -> Generator[Turn, Move, Move]:
        """Ask a seat for a play, and make it."""
        asked = Question(
            to_beat=self.to_beat,
            due=self.due,
            top_single=self.rules["top_rule"] == "forced" and self._next_has_one_card(seat),
            monsters_only=monsters_only,
            revolved=self.revolved,
        )
        move = yield Turn(seat, "play", [], asked)
        hand = self.hands[seat]
        self.acts.append(Act(seat, move, hand, self.to_beat, self.revolved, monsters_only))
        if move["kind"] == "pass":
            self.passed.add(seat)
            return move
        self.hands[seat] = text_of_cards(
            without(cards_in(self.hands[seat]), cards_in(move["cards"]))
        )
        self.due = ""
        self.to_beat = move
        self.last_player = seat
        if not self.hands[seat]:
            self.places.append(seat)
        if move["kind"] == "straight_flush" and self.rules["revolution"] == "swap_ends":  # BT-38
            self.revolved = not self.revolved
            self.revolutions += 1
        return move

    def _next_has_one_card(self, seat: int) -> bool:  # BT-35
        holding = [other for other in self._round_from(seat)[1:] if self.hands[other]]
        return len(cards_in(self.hands[holding[0]])) == 1
