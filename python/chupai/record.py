"""One deal as data, to be kept and played again: `Record`. docs/guide/records.md has the format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from chupai import _native
from chupai._numbers import whole
from chupai._shown import shown, shown_json
from chupai.record_error import RecordError
from chupai.variant import Variant, set_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Record"]

_WORD = 2**64 - 1

_DRAWS = 64
"""Deals in which something drawn is looked for before it is said to be impossible."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """One deal: its rules, its cards, every move and the scores.

    `Record.of` makes one of a state, `Record.from_json` of a line of text; `replay` plays it again
    and checks all of it. Records are equal where everything but their ``line`` is.

    Attributes:
        variant: what was played.
        seed: the run that the cards were drawn from; None where they were not: cards of a real
            table, positions.
        match: number of the match in the run; None without a seed.
        index: number of the deal in it; None without a seed.
        setup: what was given of the deal, the family's ``Setup``.
        agents: who played, by seat, a name each; None if that is not known.
        dealings: the cards, as ``State.dealings`` has them: one entry, and one more for each time
            they were dealt again. Empty for a deal that began from a position.
        position: the position that it began from, as text; else None.
        auction: the decisions before the first card play, as texts; those before the cards were
            dealt again too.
        moves: all further moves, passes included.
        scores: points of each seat; None of a deal that was broken off.
        notes: anything that whoever keeps the record wants to keep with it: JSON data.
        version: the version of chupai that wrote it.
        unknown: what a newer version wrote and this one has no name for, as it was.
        line: number of the line that it was read from, or None.

    Raises:
        RecordError: parts that do not go together.
        TypeError: a variant or set-up of another type.
    """

    variant: Variant
    seed: int | None = None
    match: int | None = None
    index: int | None = None
    setup: Any = None
    agents: tuple[str, ...] | None = None
    dealings: tuple[Mapping[str, Any], ...] = ()
    position: str | None = None
    auction: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)
    version: str = _native.__version__
    unknown: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check that the parts go together; their types are checked where text is read."""
        if not isinstance(self.variant, Variant):
            raise TypeError(f"variant is a Variant, not {shown(self.variant)}")
        family = self.variant.family
        if self.setup is None:
            object.__setattr__(self, "setup", family.setup())
        elif not isinstance(self.setup, family.setup):
            raise TypeError(f"setup is a {family.name}.Setup, not {shown(self.setup)}")
        for name in ("agents", "dealings", "auction", "moves"):
            if isinstance(told := getattr(self, name), str):
                raise TypeError(f"{name} are given one by one, not as a text: {shown(told)}")
        numbers = (self.seed, self.match, self.index)
        if None in numbers and numbers != (None, None, None):
            self._refuse("seed, match and index are three numbers, or none of them is given")
        if (self.position is None) == (not self.dealings):
            self._refuse("a deal has either the cards of its dealings or a position")
        if self.position is not None and self.seed is not None:
            self._refuse("a position is not drawn from a seed")
        for name in ("agents", "scores"):
            what, seats = getattr(self, name), self.variant.seats
            if what is not None and len(what) != seats:
                self._refuse(f"{name} are those of {seats} seats, not of {len(what)}")

    def __hash__(self) -> int:
        return hash((self.variant, self.seed, self.match, self.index, self.auction, self.moves))

    @classmethod
    def of(
        cls,
        state: Any,
        *,
        seed: SupportsIndex | None = None,
        index: SupportsIndex | None = None,
        match: SupportsIndex | None = None,
        setup: Any = None,
        agents: str | Iterable[str] | None = None,
        position: Any = None,
        earlier: Sequence[Any] = (),
        notes: Mapping[str, Any] | None = None,
    ) -> Record:
        """The record of a deal, finished or not.

        Args:
            state: the deal.
            seed: of ``variant.deal(seed, index, match=match)``, if the cards were drawn so.
            index: likewise, by default 0.
            match: likewise, by default 0.
            setup: likewise what was given of the deal; without a seed the state tells all of it.
            agents: the names of the players, by seat; one for all of them.
            position: a state that the deal came by, to tell it from there on. A deal that began
                from a position is told from that.
            earlier: of cards that were dealt again at a real table, not from a seed: the states of
                the dealings that came to nothing, in order. ``state`` is that of the last.
            notes: anything that is to be kept with it, JSON data.

        Raises:
            RecordError: cards that are not those of the seed; a seed of a deal that began from a
                position; names or notes that are no JSON.
            TypeError, ValueError: what is no state, numbers that are none, or a set-up of another
                family.

        Example:
            >>> from chupai import variant
            >>> s = variant("doudizhu/rlcard").deal(seed=7)
            >>> while not s.is_over:
            ...     s.play(s.legal_moves()[-1])
            >>> Record.of(s, seed=7).replay() == s
            True
        """
        if seed is None and not (index is None and match is None):
            raise ValueError("index and match are numbers of a deal of a seed; give it too")
        earlier = _sequence("earlier", "states", earlier)
        for each in (state, *earlier, *(() if position is None else (position,))):
            _check_state(each)
        past, dealings = state.history, list(state.dealings)
        position = state.start if position is None else position
        if position is not None:
            before = position.history
            if seed is not None or earlier or past[: len(before)] != before:
                raise RecordError("a deal from a position has no seed, and goes on from there")
            past, dealings = past[len(before) :], []
        history = [str(move) for _, move in past]
        plays_cards = state.variant.family.plays_cards
        decisions = next((n for n, (_, move) in enumerate(past) if plays_cards(move)), len(past))
        if position is not None and position.phase == "play":
            decisions = 0
        for other in reversed(earlier):
            if seed is not None or len(other.dealings) < 2:
                raise RecordError("earlier is for cards that were dealt again, not from a seed")
            gone = other.dealings[1]["move"]
            dealings = [other.dealings[0]] + [d | {"move": d["move"] + gone} for d in dealings]
            history = [str(move) for _, move in other.history[:gone]] + history
            decisions += gone
        if seed is None:
            setup = None if position is not None else state.variant.family.setup.undealt(state)
        elif setup is None:
            setup = set_up(state.variant, None, {})
        record = cls(
            variant=state.variant,
            seed=None if seed is None else whole("seed", seed, 0, _WORD),
            match=None if seed is None else whole("match", match or 0, 0, _WORD),
            index=None if seed is None else whole("index", index or 0, 0, _WORD),
            setup=setup,
            agents=_names(agents, state.variant.seats),
            dealings=tuple(dealings),
            position=None if position is None else str(position),
            auction=tuple(history[:decisions]),
            moves=tuple(history[decisions:]),
            scores=tuple(state.scores()) if state.is_over else None,
            notes={} if notes is None else _notes(notes),
        )
        record._check_plain()
        began = record.start(record._first_asked())
        if not earlier and past and past[0][0] != began.turn:
            record._refuse(f"seat {past[0][0]} moved first, not {began.turn}; give the setup")
        if seed is not None:
            undealt = state.variant.family.setup.undealt
            if (true := undealt(state)) != (named := undealt(began)):
                record._refuse(f"the deal was set up by {true}, not {named}; give the setup")
        return record

    def start(self, dealing: int = 0) -> Any:
        """The state before the first move: the cards of the first dealing, or the position.

        Args:
            dealing: number of a later one, from 0, if the cards were dealt again without a seed.

        Raises:
            RecordError: there is no such state, or it has other cards than the record says.
        """
        if self.unknown:
            what = ", ".join(map(shown, self.unknown))
            self._refuse(
                f"chupai {self.version} wrote it, with {what}, which chupai "
                f"{_native.__version__} does not know; it cannot be played again without"
            )
        if dealing and (self.seed is not None or not 0 < dealing < len(self.dealings)):
            raise ValueError(f"no dealing by hand has number {shown(dealing)}")
        if self.position is None:
            return self._dealt(dealing)
        try:
            return self.variant.family.state.parse(self.position, self.variant)
        except ValueError as error:
            self._refuse(f"position: {error}")

    def replay(self) -> Any:
        """Play the deal again, with every check there is.

        The cards have to be those of the seed, or possible; each move legal; the scores those that
        the deal comes to, and null if it is not over.

        Returns:
            The state after the last move. Of cards that were dealt again without a seed it is the
            state of the last dealing, with the history of that one.

        Raises:
            RecordError: something is otherwise; ``line`` and ``move`` say where.

        Example:
            >>> from chupai import example_records, read_records
            >>> record = next(read_records(example_records()))
            >>> record.replay().scores() == list(record.scores)
            True
        """
        state = self.start()
        end = len(self.auction) + len(self.moves)
        if self.position is not None:
            self._play(state, 0, end)
        elif self.seed is not None:
            self._play(state, 0, end)
            self._check_dealings(state)
        else:
            ends = [dealing["move"] for dealing in self.dealings[1:]] + [end]
            for number, end in enumerate(ends):
                start = self.dealings[number]["move"]
                state = self._dealt(number) if number else state
                self._play(state, start, end)
                again = [start + dealing["move"] for dealing in state.dealings[1:]]
                if again and (again[0] < end or number + 1 == len(ends)):
                    self._refuse("the cards are dealt again after it; to whom is missing", again[0])
                if not again and number + 1 < len(ends):
                    self._refuse("the cards are not dealt again after it", end)
        self._check_end(state)
        return state

    def to_json(self) -> str:
        """The record as one line of JSON, without the end of the line.

        Raises:
            RecordError: names or notes that are no JSON.
        """
        json = _json()
        name, switches = json.variant_told(self.variant)
        data = {
            "chupai": self.version,
            "variant": name,
            "switches": switches,
            "seed": self.seed,
            "match": self.match,
            "index": self.index,
            "setup": json.setup_told(self.setup),
            "agents": self.agents,
        }
        if self.position is None:
            data["dealings"] = self.dealings
        else:
            data["position"] = self.position
        data["auction"] = self.auction
        data["moves"] = self.moves
        data["scores"] = self.scores
        if self.notes:
            data["notes"] = self.notes
        return self._encoded({**data, **self.unknown})

    @classmethod
    def from_json(cls, text: str, *, line: int | None = None) -> Record:
        """The record that a line of JSON holds.

        Only its form is checked, and that the variant and the set-up exist; `replay` checks the
        deal. A key that a newer version of chupai wrote is kept in ``unknown``; in a record of
        this version or an older one it is a mistake.

        Args:
            text: the line.
            line: its number in the file, for the record and for errors.

        Raises:
            RecordError: it holds no record.
            TypeError: no text.

        Example:
            >>> Record.from_json('{"chupai": "0.1.0"}', line=3)
            Traceback (most recent call last):
            chupai.record_error.RecordError: line 3: the key 'variant' is missing
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is read from text, not {shown(text)}")
        json = _json()
        try:
            return cls(**json.read(json.decoded(text)), line=line)
        except RecordError as error:
            raise RecordError(error.why, line=line) from None

    def _first_asked(self) -> int:
        """The number of the dealing by hand of the first move: before it nobody may be asked."""
        if self.seed is not None:
            return 0
        silent = [dealing for dealing in self.dealings if dealing["move"] == 0]
        return max(len(silent) - 1, 0)

    # --- replaying -------------------------------------------------------------------------------

    def _dealt(self, number: int) -> Any:
        """The state in which a dealing begins: the first, or any that was dealt by hand."""
        if self.seed is None:
            return self._dealt_by_hand(number)
        try:
            state = self.variant.deal(
                self.seed, self.index or 0, match=self.match or 0, setup=self.setup
            )
        except ValueError as error:
            self._refuse(f"setup: {error}")
        self._check_dealing(number, state.dealings[0], "from its seed")
        return state

    def _dealt_by_hand(self, number: int) -> Any:
        """The state of the cards that a dealing tells."""
        told = self.dealings[number]
        made: dict[str, Any] = {}
        try:
            setup = self.setup.dealt(told, self.variant.rules)
            for seed in range(_DRAWS):  # what the rules have no use for is drawn nevertheless
                state = self.variant.deal(seed, setup=setup)
                made = state.dealings[0] | {"move": told["move"]}
                if made == told:
                    return state
        except (TypeError, ValueError) as error:
            self._refuse(f"dealing {number + 1}: {error}")
        raise RecordError(self._difference(number, made, "as dealt"), line=self.line)

    def _check_dealings(self, state: Any) -> None:
        """Compare all cards with those that were dealt from the seed."""
        made = state.dealings
        for number, dealing in enumerate(made[: len(self.dealings)]):
            self._check_dealing(number, dealing, "from its seed")
        if len(made) > len(self.dealings):
            move = made[len(self.dealings)]["move"]
            self._refuse("the cards are dealt again after it; to whom is missing", move)
        if len(made) < len(self.dealings):
            move = self.dealings[len(made)]["move"]
            self._refuse("the cards are not dealt again after it", move)

    def _check_dealing(self, number: int, made: Mapping[str, Any], whose: str) -> None:
        if self.dealings[number] != made:
            self._refuse(self._difference(number, made, whose))

    def _difference(self, number: int, made: Mapping[str, Any], whose: str) -> str:
        """In what a dealing is other than it was made."""
        told = self.dealings[number]
        for key in (*made, *told):
            if key not in told:
                return f"dealing {number + 1}: the key {key!r} is missing"
            if key not in made:
                return f"dealing {number + 1}: no key is called {shown(key)}"
            if told[key] != made[key]:
                theirs = f"{whose} it is {shown_json(made[key])}"
                return f"dealing {number + 1}: {key} is {shown_json(told[key])}; {theirs}"
        return f"dealing {number + 1}: it is another"

    def _play(self, state: Any, start: int, end: int) -> None:
        """Play moves ``start`` … ``end − 1`` on a state, and check where the auction ends."""
        play, decisions = state.play, len(self.auction)
        texts = self.auction + self.moves
        number = start
        try:
            for number in range(start, min(end, decisions)):
                if state.phase == "play":
                    self._refuse(
                        f"{shown(texts[number])} is no decision; it is of moves", number + 1
                    )
                play(texts[number])
            if end > decisions:
                number = max(start, decisions)
                if state.phase not in {"play", "over"}:
                    self._refuse(
                        f"{shown(texts[number])} is a decision; it is of auction", number + 1
                    )
                for number in range(number, end):  # noqa: B020 - where it stands is told
                    play(texts[number])
        except RecordError:
            raise
        except ValueError as error:
            seat = "the deal is over" if state.turn is None else f"seat {state.turn} is to move"
            self._refuse(f"{shown(texts[number])}, where {seat}: {error}", number + 1)

    def _check_end(self, state: Any) -> None:
        """Compare the scores."""
        if not state.is_over:
            if self.scores is not None:
                self._refuse("the deal is not over, so scores is null")
            return
        try:
            scores = tuple(state.scores())
        except OverflowError as error:
            self._refuse(str(error))
        if self.scores is None:
            self._refuse(f"the deal is over; scores is {list(scores)}, not null")
        if self.scores != scores:
            self._refuse(f"scores is {list(self.scores)}; the deal comes to {list(scores)}")

    # --- text ------------------------------------------------------------------------------------

    def _check_plain(self) -> None:
        """Refuse names and notes that come back from JSON as something else."""
        names = self.agents or ()
        if not all(isinstance(name, str) for name in names):
            self._refuse(f"agents are names, not {shown(names)}")
        if self.notes or not all(map(str.isascii, names)):
            back = _json().decoded(self._encoded({"agents": names, "notes": self.notes}))
            if back["notes"] != self.notes:
                self._refuse("notes come back from JSON as something else: use lists and text keys")

    def _encoded(self, data: Mapping[str, Any]) -> str:
        try:
            text: str = _json().encoded(data)
        except (TypeError, ValueError) as error:
            self._refuse(f"this cannot be written as JSON: {error}")
        return text

    def _refuse(self, why: str, move: int | None = None) -> NoReturn:
        raise RecordError(why, line=self.line, move=move) from None


def _check_state(state: Any) -> None:
    variant = getattr(state, "variant", None)
    if not (isinstance(variant, Variant) and isinstance(state, variant.family.state)):
        raise TypeError(f"a record is made of the state of a deal, not of {shown(state)}")


def _sequence(name: str, what: str, given: Any) -> tuple[Any, ...]:
    try:
        return tuple(given)
    except TypeError:
        raise TypeError(f"{name} are {what}, not {shown(given)}") from None


def _names(given: Any, seats: int) -> tuple[str, ...] | None:
    if given is None:
        return None
    return (given,) * seats if isinstance(given, str) else _sequence("agents", "names", given)


def _notes(given: Any) -> dict[str, Any]:
    if not hasattr(given, "keys"):
        raise TypeError(f"notes are JSON data by name, not {shown(given)}")
    return dict(given)


def _json() -> Any:
    """The module for text; an import of chupai is to be quick."""
    from chupai import record_json  # noqa: PLC0415

    return record_json
