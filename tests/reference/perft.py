"""Dou Dizhu: numbers of paths through endgames, for tests/data/doudizhu_perft.txt.

``PYTHONPATH=tests python -m reference.perft FILE`` counts the paths of every position in the file
anew and writes the numbers at the ends of its lines. The rules, the Rust core and the package are
all held to these numbers: one wrong move anywhere in a tree changes its count.
"""

import sys
from pathlib import Path

from .doudizhu_deal import SEATS
from .doudizhu_moves import Move, Rules, cards_of, classify, legal_plays, sort_cards, text_of

NARROW: Rules = {
    "trio_with_two": "pair",
    "wing_repeat": 3,
    "wing_both_jokers": False,
    "wing_chain_rank": False,
    "wing_extends_chain": True,
    "wing_quad_as_two_pairs": False,
    "four_with_two": True,
    "kicker_pair_as_two_solos": True,
    "kicker_both_jokers": False,
    "quad_chains": False,
}
"""The switches that say what may be played, as in the source of the rules."""

PROFILES: dict[str, Rules] = {
    "standard": NARROW,
    "rlcard": {**NARROW, "wing_extends_chain": False},
    "douzero": {
        **NARROW,
        "wing_repeat": 4,
        "wing_both_jokers": True,
        "kicker_both_jokers": True,
    },
    "openspiel": {**NARROW, "four_with_two": False},
    "quad chains": {**NARROW, "quad_chains": True},
    "quad chains apart": {
        **NARROW,
        "quad_chains": True,
        "wing_repeat": 4,
        "wing_extends_chain": False,
    },
    "strict": {
        **NARROW,
        "wing_repeat": 1,
        "wing_extends_chain": False,
        "kicker_pair_as_two_solos": False,
    },
    "loose": {
        **NARROW,
        "trio_with_two": "any",
        "wing_repeat": 4,
        "wing_both_jokers": True,
        "wing_chain_rank": True,
        "wing_quad_as_two_pairs": True,
        "kicker_both_jokers": True,
        "quad_chains": True,
    },
}
"""The rule sets of the file, by the names that it uses."""


def paths(
    hands: tuple[str, ...], turn: int, to_beat: Move | None, passes: int, depth: int, rules: Rules
) -> int:
    """Count the ways to move on ``depth`` times, or to the end of the deal where that is sooner."""
    if depth == 0 or not all(hands):
        return 1
    moves = legal_plays(hands[turn], to_beat, rules)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        left, following, passed = list(hands), to_beat, passes + 1
        if move["kind"] != "pass":
            for card in cards_of(move):
                left[turn] = left[turn].replace(card, "", 1)
            following, passed = move, 0
        elif passed == SEATS - 1:  # DD-07
            following, passed = None, 0
        total += paths(tuple(left), (turn + 1) % SEATS, following, passed, depth - 1, rules)
    return total


def counted(line: str) -> str:
    """Return a line of the file with its number of paths."""
    name, hands, landlord, text, depth = (field.strip() for field in line.split("|")[:5])
    rules = PROFILES[name]
    to_beat = None
    if text != "-":
        readings = classify(sort_cards(text.replace("+", "")), rules)
        (to_beat,) = [move for move in readings if text_of(move) == text]
    number = paths(tuple(hands.split("/")), int(landlord), to_beat, 0, int(depth), rules)
    return f"{name} | {hands} | {landlord} | {text} | {depth} | {number}"


def recounted(text: str) -> str:
    """Return the file's text with all numbers counted anew."""
    lines = [counted(line) if "|" in line and line[0] != "#" else line for line in text.split("\n")]
    return "\n".join(lines)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(recounted(file.read_text("utf-8")), "utf-8", newline="\n")
