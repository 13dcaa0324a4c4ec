"""Big Two: numbers of paths through endgames, for tests/data/big2_perft.txt.

``PYTHONPATH=tests python -m reference.big2_perft FILE`` counts the paths of every position in the
file anew and writes the numbers at the ends of its lines. The rules, the Rust core and the package
are all held to these numbers: one wrong move anywhere in a tree changes its count.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from .big2_cards import Rules, cards_in, text_of_cards
from .big2_deal import Cards, Deal
from .big2_plays import Move, read_play

PLAIN: Rules = {
    "decks": 1,
    "suit_order": "DCHS",
    "top_rank": "2",
    "triples": True,
    "bare_quad": "off",
    "two_pair_4": False,
    "two_pair_5": False,
    "straights": "hk",
    "straight_tie": "game",
    "flushes": True,
    "flush_order": "rank",
    "five_card": "ladder",
    "monsters": False,
    "dragon_play": False,
    "remainder": "lowest_holder",
    "must_include_lowest": "when_it_decides",
    "pass_rule": "soft",
    "monster_after_pass": False,
    "ask_locked": "holders",
    "end": "first_out",
    "instant_wins": (),
    "redeal_below": None,
    "top_rule": "free",
    "revolution": "off",
}

TAIWAN: Rules = {
    **PLAIN,
    "suit_order": "CDHS",
    "straights": "taiwan",
    "straight_tie": "taiwan",
    "flushes": False,
    "five_card": "same_kind",
    "monsters": True,
    "pass_rule": "lock",
    "monster_after_pass": True,
    "dragon_play": True,
}

PROFILES: dict[str, Rules] = {
    "hong kong": PLAIN,
    "wikipedia": {**PLAIN, "flush_order": "suit"},
    "top flush": {
        **PLAIN,
        "flush_order": "top",
        "straights": "two_high_tie",
        "straight_tie": "none",
    },
    "natural": {**PLAIN, "straights": "natural", "straight_tie": "sequence"},
    "taiwan": TAIWAN,
    "bloody": {**TAIWAN, "dragon_play": False, "end": "all_out", "revolution": "swap_ends"},
    "all out": {**PLAIN, "end": "all_out"},
    "forced": {**PLAIN, "top_rule": "forced"},
    "two pairs": {
        **PLAIN,
        "bare_quad": "own_kind",
        "two_pair_4": True,
        "two_pair_5": True,
        "triples": False,
    },
    "as quads": {
        **PLAIN,
        "bare_quad": "as_quads",
        "two_pair_5": True,
        "pass_rule": "lock",
        "revolution": "swap_ends",
    },
    "big three": {**PLAIN, "top_rank": "3"},
    "two decks": {**PLAIN, "decks": 2, "two_pair_4": True},
}
"""The rule sets of the file, by the names that it uses."""


def no_redeal() -> Cards:
    """Refuse to deal anew."""
    raise AssertionError("nobody may ask for a new deal")


def paths(start: Callable[[], Deal], moves: list[Move], depth: int) -> int:
    """Count the ways to move on ``depth`` times, or to the end of the deal where that is sooner."""
    deal = start()
    for move in moves:
        deal.play(move)
    if depth == 0 or deal.turn is None:
        return 1
    legal = deal.legal()
    if depth == 1:
        return len(legal)
    return sum(paths(start, [*moves, move], depth - 1) for move in legal)


def counted(line: str) -> str:
    """Return a line of the file with its number of paths."""
    name, hands, turn, text, depth = (field.strip() for field in line.split("|")[:5])
    rules, leader, moves = PROFILES[name], int(turn), []
    dealt = hands.split("/")
    if text != "-":
        # The seat before leads the play to beat.
        leader = (leader - 1) % len(dealt)
        play = read_play(text_of_cards(cards_in(text)), rules)
        if play is None:
            raise ValueError(f"{text} is no play")
        moves = [play]
        dealt[leader] = f"{dealt[leader]} {text}"

    def start() -> Deal:
        return Deal(dealt, "", 0, leader, None, rules, no_redeal)

    number = paths(start, moves, int(depth))
    return f"{name} | {hands} | {turn} | {text} | {depth} | {number}"


def recounted(text: str) -> str:
    """Return the file's text with all numbers counted anew."""
    lines = [counted(line) if "|" in line and line[0] != "#" else line for line in text.split("\n")]
    return "\n".join(lines)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(recounted(file.read_text("utf-8")), "utf-8", newline="\n")
