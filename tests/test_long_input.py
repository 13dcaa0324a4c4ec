"""What a caller gave is told in messages, but never at full length where it is long."""

import pytest

import chupai
from chupai import big2, doudizhu, shengji

LONG = "A" * 10_000
HUGE = 10**30
MOST = 700
"""The longest message: one that lists the names of all variants."""

FAMILIES = [doudizhu, big2, shengji]
ORDER = shengji.Trump("S", "T")


def state_of(family):
    return chupai.Variant(rules=family.Rules()).deal(1)


def hands(family, cards):
    given = {"hands": [cards] * state_of(family).variant.seats}
    return given | ({"trump": "S"} if family is shengji else {})


CALLS = {
    "play": lambda f, given: state_of(f).play(given),
    "play many": lambda f, given: state_of(f).play(f"{given} " * 50),
    "lead": lambda f, given: state_of(f).play(f"lead {given} + {given}"),
    "why_not": lambda f, given: state_of(f).why_not(given),
    "is_legal": lambda f, given: state_of(f).is_legal(given),
    "choose": lambda f, given: state_of(f).choose(given),
    "parse": lambda f, given: f.parse(given, state_of(f).variant),
    "parse a part": lambda f, given: f.parse(f"play turn=0 {given}={given}", state_of(f).variant),
    "position": lambda f, given: f.position(state_of(f).variant, **hands(f, given)),
    "given": lambda f, given: state_of(f).variant.deal(given={0: given}),
    "given place": lambda f, given: state_of(f).variant.deal(given={given: "3"}),
    "agents": lambda f, given: chupai.simulate(state_of(f).variant, 1, agents=given),
    "variant": lambda f, given: f.observer(given, 0),
    "set-up": lambda f, given: state_of(f).variant.deal(**{given: 1}),
    "fact": lambda f, given: state_of(f).variant.scores(state_of(f).facts() | {given: 1}),
    "format_hand": lambda f, given: f.format_hand(given),
    "bitboards": lambda f, given: f.bitboards([given]),
}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize("name", CALLS)
def test_long_texts_are_cut(family, name):
    with pytest.raises((ValueError, TypeError)) as caught:
        CALLS[name](family, LONG)
    assert 0 < len(str(caught.value)) <= MOST
    assert LONG[:200] not in str(caught.value)
    assert len(getattr(caught.value, "cards", "")) <= MOST


@pytest.mark.parametrize(
    "name",
    ["order", "units", "leads", "lead_units", "dominant", "readings", "count_leads", "sample_lead"],
)
def test_long_cards_of_shengji_are_cut(name):
    for given in (LONG, [LONG, LONG], f"3D {LONG}"):
        with pytest.raises((ValueError, TypeError)) as caught:
            getattr(ORDER, name)(given, *([1] if name == "sample_lead" else []))
        assert 0 < len(str(caught.value)) <= MOST


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize(
    "number",
    [-1, 9, HUGE, -HUGE, 10**5000],
    ids=["-1", "9", "huge", "-huge", "thousands of digits"],
)
def test_numbers_are_told_however_large(family, number):
    state = state_of(family)
    for ask in (state.hand, state.view, lambda seat: state.redeal_hidden(seat, 0)):
        with pytest.raises(ValueError, match="seats are 0") as caught:
            ask(number)
        told = str(number) if abs(number) <= HUGE else "thousands of digits"
        assert told in str(caught.value)


def test_numbers_of_moves_are_told_however_large():
    state = state_of(shengji)
    for number in (2, 100, 2**63, HUGE, 10**5000):
        with pytest.raises(IndexError, match=r"of \d+ legal moves? none") as caught:
            state.nth_legal(number)
        assert str(2**64 - 1) not in str(caught.value)
    with pytest.raises(ValueError, match="0 or more, not -1"):
        state.nth_legal(-1)
