"""Card text, whatever the family."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chupai.cards import JOKERS, RANKS, SUITS, Card, CardError, format_cards, parse_cards

PACK = [Card(rank, suit) for suit in SUITS for rank in RANKS] + [Card(joker) for joker in JOKERS]


def test_a_pack_has_54_different_cards():
    assert len(set(PACK)) == 54
    assert len({str(card) for card in PACK}) == 54
    assert len({card.unicode for card in PACK}) == 54


@pytest.mark.parametrize("unicode", [False, True])
@given(cards=st.lists(st.sampled_from(PACK), max_size=60))
def test_text_reads_back(unicode, cards):
    text = format_cards(cards, unicode=unicode)
    assert parse_cards(text) == cards
    assert parse_cards(text.replace(" ", "")) == cards
    spaced = text.replace(" ", ",\n ")
    assert parse_cards(f" {spaced}\t") == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ""),
        ("10D", "TD"),
        ("10♠10♥", "TS TH"),
        ("3D3D", "3D 3D"),
        ("B,R", "B R"),
    ],
)
def test_accepted_spellings(text, cards):
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize(
    "text", ["3", "D3", "1D", "11D", "3d", "b", "3DX", "TS T", "3D;4D", "BD", "10", "３D", "3D-4D"]
)
def test_other_text_is_refused_and_quoted(text):
    with pytest.raises(CardError, match="no card") as caught:
        parse_cards(f"3D {text}")
    assert repr(f"3D {text}") in str(caught.value)


@pytest.mark.parametrize(
    ("rank", "suit"),
    [("", ""), ("3", ""), ("3", "X"), ("B", "S"), ("10", "S"), ("34", "S"), ("3", "SH"), ("", "S")],
)
def test_impossible_cards_are_refused(rank, suit):
    with pytest.raises(CardError, match="no card has rank"):
        Card(rank, suit)
    assert issubclass(CardError, ValueError)


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_is_a_value(card):
    assert pickle.loads(pickle.dumps(card)) == card
    assert eval(repr(card)) == card
    assert card.is_joker == (str(card) in JOKERS)
    with pytest.raises(AttributeError):
        card.rank = "3"


def test_notebooks_show_red_suits_red():
    red = {card for card in PACK if "#c00" in card._repr_html_()}
    assert red == {card for card in PACK if card.suit in {"D", "H"} or str(card) == "R"}
    assert Card("3", "D")._repr_html_() == '<span style="color:#c00">3♦</span>'
