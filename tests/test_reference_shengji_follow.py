"""Tests of the Shengji reference alone: following, and who wins a trick."""

from itertools import pairwise

import pytest

from reference import shengji as ref
from shengji_cases import (
    BOOK,
)

TRUMP = ref.Trump("S", "2")
"""Hearts then go from 3 to A without a gap."""


def book(**switches):
    return dict(BOOK) | switches


def hearts(text):
    """Write hearts: "AAK" is AH AH KH."""
    return " ".join(rank + "H" for rank in text)


def lead_of(text, rules):
    """Read units of hearts: "AAKK Q"."""
    return ref.units_in_texts([hearts(unit) for unit in text.split()], TRUMP, rules)


# --- the value of cards --------------------------------------------------------------------------


def assert_falling(lead, answers, **switches):
    """Each answer is worth more than the next."""
    rules = book(decks=4, **switches)
    units = lead_of(lead, rules)
    held = [hearts(answer).split() for answer in answers]
    values = [ref.value(cards, cards, units, TRUMP, rules) for cards in held]
    for (better, high), (worse, low) in pairwise(zip(answers, values, strict=True)):
        assert high > low, (lead, better, worse)


ANSWERS = {
    "A": ["5"],
    "AA": ["55", "56"],
    "AAA": ["555", "556", "567"],
    "KKAA": ["5566", "5577", "5567", "5678"],
    "QQKKAA": ["556677", "556688", "557799", "55779J", "5579JK", "5678TJ"],
    "JJQQKKAA": ["55667788", "556677TT", "55668899", "556688TT", "55668TJQ", "557799JJ"],
    "QQQKKKAAA": ["555666777", "555666888", "555666889", "555666789", "555777999", "55577799T"],
    "KKKAAA": [
        "555666", "555777", "555778", "555789", "556678", "557789", "556789", "56789T",
    ],
    "AAAA": ["5555", "5556", "5566", "5567", "5678"],
    "KKKKAAAA": [
        "55556666", "55557777", "55557778", "55557788", "55557789", "5555789T", "55566678",
        "55577789", "55566788", "5557789T",
    ],
}  # fmt: skip
"""What is led, and what answers it from best to worst (SJ-20)."""


@pytest.mark.parametrize("lead", ANSWERS)
def test_order_of_answers(lead):
    assert_falling(lead, ANSWERS[lead])
