"""Shengji: one deal from the first card drawn to the last card played.

`Deal` tells the deal as a story: a generator that runs through the phases, yields a question
whenever a player has to speak or play, and is sent the answer. Moves are mappings:

- ``{"kind": "pass"}``;
- ``{"kind": "declare", "cards": "2H 2H"}``, also to take the kitty from whoever buried it;
- ``{"kind": "name", "suit": "S"}``;
- ``{"kind": "bury", "cards": …}``;
- ``{"kind": "lead", "units": ("AS AS KS KS", "QS")}``, one unit or those of a throw;
- ``{"kind": "follow", "cards": …}``;
- ``{"kind": "force", "cards": …}``, the unit of a failed throw that is led.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .shengji_cards import SUITS, Rules, Trump, cards_in, text_of_cards, without
from .shengji_declare import Declaration, declarations, named_suit, overturns, turned_up
from .shengji_trick import beaten_units, is_legal_follow, is_legal_lead, winner

Move = dict[str, Any]

PASS: Move = {"kind": "pass"}

MOST_REDEALS = 255
"""After so many new deals the seat that draws first declares, and SJ-41 names trump."""

Cards = tuple[Sequence[Sequence[str]], Sequence[str]]
"""The cards of each seat as it draws them, and the kitty as it would be turned up."""


class Turn(NamedTuple):
    """Whom the deal waits for, and what he may answer."""

    seat: int
    phase: str
    answers: list[Move] | None
    """None where they are too many to tell: then ``allowed`` tells whether a move is one."""
    allowed: Callable[[Move], bool]


class Trick(NamedTuple):
    """One trick that was played."""

    leader: int
    lead: tuple[str, ...]
    """The units led: of a throw that failed the one that remained."""
    plays: list[str]
    """The cards of all four, from the leader on."""
    winner: int


Story = Generator[Turn, Move, None]


class Deal:
    """The state of one deal.

    ``set_up`` has ``levels``, the level of each side, seats 0 and 2 first (None without levels);
    ``declarer``, None where all compete for it; ``trump`` where it is given, a suit or "NT";
    ``first_card``, the seat that draws first, or None; ``kitty``, "taken" or "as_dealt".
    ``redeal`` is called for new cards when nobody declared in a first deal.
    """

    def __init__(
        self, cards: Cards, set_up: Mapping[str, Any], rules: Rules, redeal: Callable[[], Cards]
    ) -> None:
        """Start the deal and wait for the first answer."""
        self.rules = rules
        self.set_up = set_up
        self.history: list[tuple[int, Move]] = []
        self.declarer: int | None = set_up["declarer"]
        self.level: str | None = set_up["levels"][(self.declarer or 0) % 2]
        if self.declarer is None and set_up["levels"][0] != set_up["levels"][1]:
            raise ValueError("both sides compete for the first deal at one level")
        self.trump: str | None = None  # a suit or "NT"; None before it is known
        self.standing: Declaration | None = None
        self.declared: list[Declaration] = []  # those that others have overturned, too
        self.redeals = 0
        self.takers: list[int] = []  # of the kitty, the declarer first
        self.tricks: list[Trick] = []
        self.lead: tuple[str, ...] = ()  # the units on the table, () between tricks
        self.table: list[str] = []  # the cards on the table, from the leader on
        self.failed_throws = [0] * 4
        self.cards_returned = [0] * 4
        self._redeal = redeal
        self._take_cards(cards)
        self._story = self._whole_deal()
        self._turn: Turn | None = None
        self._go_on(None)

    @property
    def turn(self) -> int | None:
        """The seat that has to move, None when the deal is over."""
        return None if self._turn is None else self._turn.seat

    @property
    def phase(self) -> str:
        """One of "declare", "name", "bury", "overturn", "play", "throw" and "over"."""
        return "over" if self._turn is None else self._turn.phase

    def answers(self) -> list[Move] | None:
        """Return all legal moves; None where they are too many to tell."""
        return [] if self._turn is None else self._turn.answers

    def is_legal(self, move: Move) -> bool:
        """Whether a move may be made now."""
        return self._turn is not None and self._turn.allowed(move)

    def play(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, if it is not legal (SJ-57)."""
        if self._turn is None:
            raise ValueError("the deal is over")
        if not self.is_legal(move):
            raise ValueError(f"not legal for seat {self._turn.seat}: {move}")
        self.history.append((self._turn.seat, move))
        self._go_on(move)

    def seen_declarations(self, seat: int) -> list[tuple[int, str, int]]:
        """Return who has declared what, as a seat sees it; "" for a face shown face down."""
        open_to_all = not self.rules["blind_declaring"] or self.phase in ("play", "throw", "over")
        return [
            (shown.seat, shown.face if open_to_all or shown.seat == seat else "", shown.copies)
            for shown in self.declared
        ]  # SJ-43

    def _go_on(self, move: Move | None) -> None:
        try:
            self._turn = next(self._story) if move is None else self._story.send(move)
        except StopIteration:
            self._turn = None

    # --- the story -----------------------------------------------------------------------------

    def _take_cards(self, cards: Cards) -> None:
        draws, kitty = cards
        self.draws = [list(drawn) for drawn in draws]
        self.kitty = list(kitty)
        self.hands: list[list[str]] = [[], [], [], []]

    def _whole_deal(self) -> Story:
        if self.rules["declaring"] == "given":  # SJ-42
            self._draw_all()
            self.trump = self.set_up["trump"]
        elif self.rules["declaring"] == "duplicate":
            self._draw_all()
            yield from self._declare_after_the_deal()
        else:
            while True:
                yield from self._declare_while_drawing()
                if self.trump is not None:
                    break
                self.redeals += 1  # SJ-41
                self._take_cards(self._redeal())
        if self.kitty and self.set_up["kitty"] == "taken":
            yield from self._bury(self.the_declarer)
            if self.rules["chaodi"]:
                yield from self._overturn()
        yield from self._play_out()

    @property
    def the_declarer(self) -> int:
        """The declarer, who is known by now."""
        if self.declarer is None:
            raise ValueError("nobody has declared yet")
        return self.declarer

    @property
    def _first_to_draw(self) -> int:
        first: int | None = self.set_up["first_card"]
        return (self.declarer or 0) if first is None else first

    def _draw_all(self) -> None:
        self.hands = [list(drawn) for drawn in self.draws]

    # --- declaring -----------------------------------------------------------------------------

    def _declare_while_drawing(self) -> Story:  # SJ-38 … SJ-41, SJ-44, SJ-47
        first = self._first_to_draw
        for number in range(len(self.draws[0])):
            for seat in round_from(first):
                before = self._may_declare(seat)
                self.hands[seat].append(self.draws[seat][number])
                if set(self._may_declare(seat)) - set(before):
                    yield from self._ask([seat])
        yield from self._ask(round_from(first))

        if self.standing is None and self.declarer is not None:
            yield from self._let_attackers_declare(self.declarer)
        if self.standing is None and self.redeals == MOST_REDEALS:
            self.declarer = first
        if self.standing is not None:
            if self.declarer is None:  # SJ-40
                self.declarer = self.standing.seat
            self.trump = named_suit(self.standing.face)
        elif self.declarer is not None:
            by_kitty = self.rules["no_declaration"] == "kitty"
            self.trump = turned_up(self.kitty, self.rules) if by_kitty else "NT"

    def _declare_after_the_deal(self) -> Story:  # SJ-42
        partner = (self.the_declarer + 2) % 4
        yield from self._ask(round_from(partner))
        if self.standing is not None:
            self.trump = named_suit(self.standing.face)
            return
        names: list[Move] = [{"kind": "name", "suit": suit} for suit in SUITS]
        said = yield choice(partner, "name", names)
        self.trump = said["suit"]

    def _may_declare(self, seat: int) -> list[Declaration]:
        return declarations(seat, self.hands[seat], self.level, self.standing, self.rules)

    def _ask(self, seats: list[int]) -> Story:
        """Ask seats whether they declare, and after a change all others, until nobody does."""
        while seats:
            seat = seats.pop(0)
            options = self._may_declare(seat)
            if not options:
                continue
            said = yield choice(seat, "declare", [PASS, *map(shown, options)])
            if said != PASS:
                self._declare(seat, said)
                seats = round_from(seat)[1:]

    def _let_attackers_declare(self, declarer: int) -> Story:  # SJ-44
        if self.rules["declare_with_joker"] == "off":
            return
        for seat in (round_from(declarer)[1], round_from(declarer)[3]):
            level = self.set_up["levels"][seat % 2]
            options = declarations(seat, self.hands[seat], level, None, self.rules)
            if not options:
                continue
            said = yield choice(seat, "declare", [PASS, *map(shown, options)])
            if said != PASS:
                self._declare(seat, said)
                self.declarer, self.level = seat, level
                return

    def _declare(self, seat: int, said: Move) -> None:
        cards = cards_in(said["cards"])
        self.standing = Declaration(seat, cards[0], len(cards))
        self.declared.append(self.standing)

    # --- the kitty -----------------------------------------------------------------------------

    def _bury(self, seat: int) -> Story:  # SJ-45
        size = len(self.kitty)
        self.hands[seat] += self.kitty
        self.takers.append(seat)

        def allowed(move: Move) -> bool:
            return (
                move["kind"] == "bury"
                and len(cards_in(move["cards"])) == size
                and holds(self.hands[seat], move["cards"])
            )

        said = yield Turn(seat, "bury", None, allowed)
        self.kitty = cards_in(said["cards"])
        self.hands[seat] = without(self.hands[seat], self.kitty)

    def _overturn(self) -> Story:  # SJ-46
        seats = round_from(self.the_declarer)[1:]
        while seats:
            seat = seats.pop(0)
            options = overturns(seat, self.hands[seat], self.level, self.standing, self.rules)
            if not options:
                continue
            said = yield choice(seat, "overturn", [PASS, *map(shown, options)])
            if said != PASS:
                self._declare(seat, said)
                self.trump = named_suit(cards_in(said["cards"])[0])
                yield from self._bury(seat)
                seats = round_from(seat)[1:]

    # --- the play ------------------------------------------------------------------------------

    def _play_out(self) -> Story:  # SJ-13, SJ-26
        leader = self.the_declarer
        while self.hands[leader]:
            yield from self._trick(leader)
            leader = self.tricks[-1].winner

    def _trick(self, leader: int) -> Story:
        trump, rules = self.the_trump, self.rules

        def may_lead(move: Move) -> bool:
            hand = text_of_cards(self.hands[leader])
            return move["kind"] == "lead" and is_legal_lead(move["units"], hand, trump, rules)

        lead = tuple((yield Turn(leader, "play", None, may_lead))["units"])
        others = round_from(leader)[1:]
        hands = [text_of_cards(self.hands[seat]) for seat in others]
        beaten = beaten_units(lead, hands, trump, rules)
        if beaten:  # SJ-16
            forced = beaten[0]
            if len(beaten) > 1:
                asked: list[Move] = [{"kind": "force", "cards": unit} for unit in beaten]
                forced = (yield choice(others[0], "throw", asked))["cards"]
            self.failed_throws[leader] += 1
            self.cards_returned[leader] += cards_led(lead) - cards_led([forced])
            lead = (forced,)
        self.lead = lead
        self._put_down(leader, " ".join(lead))
        for seat in others:
            self._put_down(seat, (yield self._follow(seat, lead))["cards"])
        best = winner(lead, self.table[1:], trump, rules)
        self.tricks.append(Trick(leader, lead, self.table, round_from(leader)[best]))
        self.lead, self.table = (), []

    def _follow(self, seat: int, lead: tuple[str, ...]) -> Turn:
        def allowed(move: Move) -> bool:
            hand = text_of_cards(self.hands[seat])
            return move["kind"] == "follow" and is_legal_follow(
                move["cards"], hand, lead, self.the_trump, self.rules
            )

        return Turn(seat, "play", None, allowed)

    @property
    def the_trump(self) -> Trump:
        """What is trump, which is known by now."""
        if self.trump is None:
            raise ValueError("trump is not known yet")
        return Trump(None if self.trump == "NT" else self.trump, self.level)

    def _put_down(self, seat: int, text: str) -> None:
        cards = cards_in(text)
        self.hands[seat] = without(self.hands[seat], cards)
        self.table.append(text_of_cards(cards))


def round_from(seat: int) -> list[int]:
    """Return the seats in playing order."""
    return [(seat + i) % 4 for i in range(4)]


def choice(seat: int, phase: str, answers: list[Move]) -> Turn:
    """Ask a seat for one of a few answers."""
    return Turn(seat, phase, answers, lambda move: move in answers)


def shown(declaration: Declaration) -> Move:
    """Return the move that shows a declaration."""
    return {"kind": "declare", "cards": " ".join([declaration.face] * declaration.copies)}


def holds(hand: Iterable[str], cards: str) -> bool:
    """Whether the cards are all in a hand."""
    held, wanted = list(hand), cards_in(cards)
    return all(wanted.count(card) <= held.count(card) for card in wanted)


def cards_led(units: Iterable[str]) -> int:
    """Count the cards of some units."""
    return len(cards_in(" ".join(units)))
