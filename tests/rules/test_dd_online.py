"""Showing and doubling: DD-25 and DD-29, phase by phase."""

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import bids, plain, random_end, texts


def variant(**switches):
    return chupai.Variant(rules=doudizhu.Rules(**switches))


OPEN = variant(open_hand=True)
DOUBLING = variant(doubling=True)
ONLINE = variant(doubling=True, show_multipliers=(5, 4, 3, 2))


def walk(state, *words):
    """Play words and note (phase, seat) of each question."""
    asked = []
    for word in words:
        asked.append((state.phase, state.turn))
        state.play(word)
    return asked


# DD-25: the landlord shows his hand


@pytest.mark.rule("DD-25")
@pytest.mark.parametrize(("answer", "multiplier"), [("pass", 1), ("show", 2)])
def test_the_landlord_may_show_after_taking_the_bottom_cards(answer, multiplier):
    state = bids(OPEN.deal(seed=1, first_bidder=0), "p2p")
    assert (state.phase, state.turn) == ("show", 1)
    assert len(state.hand(1)) == 20
    assert texts(state.legal_moves()) == ["pass", "show"]
    state.play(answer)
    assert (state.phase, state.turn) == ("play", 1)
    assert state.facts()["open_multiplier"] == multiplier
    state = random_end(state, seed=2)
    facts = state.facts()
    unit = 2 * multiplier * 2 ** (facts["bombs"] + facts["rockets"])
    unit *= 3 if facts["spring"] else 1
    assert abs(plain(state.scores())[1]) == 2 * unit


@pytest.mark.rule("DD-25")
def test_without_the_switch_nobody_is_asked():
    state = bids(variant().deal(seed=1, first_bidder=0), "3")
    assert state.phase == "play"
    with pytest.raises(chupai.IllegalMove):
        state.play("show")


@pytest.mark.rule("DD-25")
def test_only_once_and_only_the_landlord():
    state = bids(OPEN.deal(seed=1, first_bidder=0), "3")
    assert walk(state, "show") == [("show", 0)]
    while not state.is_over:
        assert not state.is_legal("show")
        assert state.phase == "play"
        state.play(state.legal_moves()[-1])
    assert [str(move) for _, move in state.history].count("show") == 1


@pytest.mark.rule("DD-25", "DD-28")
def test_a_shown_hand_is_open_to_the_peasants():
    shown = bids(OPEN.deal(seed=1, first_bidder=0), "3s")
    kept = bids(OPEN.deal(seed=1, first_bidder=0), "3p")
    for seat in (1, 2):
        # Redealing what the seat does not see cannot touch a hand that he sees.
        assert all(shown.redeal_hidden(seat, seed).hand(0) == shown.hand(0) for seed in range(20))
        assert any(kept.redeal_hidden(seat, seed).hand(0) != kept.hand(0) for seed in range(20))


# DD-29: doubling


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("sequence", ["3", "p3", "pp3"])
def test_doubling_goes_from_the_landlord_round(first, sequence):
    state = bids(DOUBLING.deal(seed=1, first_bidder=first), sequence)
    landlord = (first + len(sequence) - 1) % 3
    asked = walk(state, "pass", "double", "pass")
    assert asked == [("double", (landlord + i) % 3) for i in range(3)]
    assert state.phase == "play"
    assert state.turn == landlord
    doubled = plain(state.facts()["doubled"])
    assert doubled == [int(seat == (landlord + 1) % 3) for seat in range(3)]


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize("answers", ["ppp", "dpp", "pdp", "ppd", "ddp", "dpd", "pdd", "ddd"])
def test_every_doubling_is_asked_and_settled(answers):
    state = bids(DOUBLING.deal(seed=1, first_bidder=0), "3")
    assert texts(state.legal_moves()) == ["pass", "double"]
    bids(state, answers)
    assert plain(state.facts()["doubled"]) == [int(letter == "d") for letter in answers]
    state = random_end(state, seed=5)
    facts = state.facts()
    m = 3 * 2 ** (facts["bombs"] + facts["rockets"]) * (3 if facts["spring"] else 1)
    sign = 1 if facts["landlord_won"] else -1
    pays = [
        m * 2 ** ((answers[0] == "d") + (answers[seat] == "d")) * sign for seat in (1, 2)
    ]  # each peasant with the landlord
    assert plain(state.scores()) == [sum(pays), -pays[0], -pays[1]]


@pytest.mark.rule("DD-29")
def test_no_doubling_without_the_switch():
    state = bids(variant().deal(seed=1, first_bidder=0), "3")
    assert not state.is_legal("double")
    with pytest.raises(chupai.IllegalMove):
        state.play("double")


@pytest.mark.rule("DD-29")
def test_doubling_in_the_other_auctions():
    state = bids(variant(auction="rob", doubling=True).deal(seed=1, first_bidder=0), "pcrr")
    assert (state.phase, state.turn) == ("double", 1)
    state = variant(auction="fixed", doubling=True).deal(seed=1, landlord=2)
    assert (state.phase, state.turn) == ("double", 2)


@pytest.mark.rule("DD-25", "DD-29")
def test_showing_comes_before_doubling():
    both = variant(open_hand=True, doubling=True)
    state = bids(both.deal(seed=1, first_bidder=0), "3")
    assert walk(state, "show", "pass", "pass", "double") == [
        ("show", 0), ("double", 0), ("double", 1), ("double", 2),
    ]  # fmt: skip
    assert state.phase == "play"


# DD-29: showing by the moment


@pytest.mark.rule("DD-29")
def test_every_moment_of_showing():
    """With (5, 4, 3, 2): before the deal, after 5 and 11 cards, the landlord with twenty."""
    state = ONLINE.deal(seed=1, first_bidder=1)
    asked = walk(state, *["pass"] * 9, "pass", "pass", "bid 1", "pass")
    assert asked == [("show", seat) for seat in (1, 2, 0)] * 3 + [
        ("auction", 1), ("auction", 2), ("auction", 0), ("show", 0),
    ]  # fmt: skip
    assert (state.phase, state.turn) == ("double", 0)
    assert state.facts()["open_multiplier"] == 1


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize(
    ("passes", "multiplier"),
    [(0, 5), (1, 5), (2, 5), (3, 4), (4, 4), (5, 4), (6, 3), (8, 3)],
)
def test_the_multiplier_falls_with_time(passes, multiplier):
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, *["pass"] * passes, "show")
    assert state.facts()["open_multiplier"] == multiplier


@pytest.mark.rule("DD-29")
def test_the_landlord_shows_for_the_last_multiplier():
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, *["pass"] * 9, "bid 3")
    assert (state.phase, state.turn) == ("show", 0)
    state.play("show")
    assert state.facts()["open_multiplier"] == 2


@pytest.mark.rule("DD-29")
def test_who_has_shown_is_not_asked_again():
    state = ONLINE.deal(seed=1, first_bidder=0)
    asked = walk(state, "pass", "show", "pass", "pass", "pass", "pass", "pass", "bid 3")
    assert asked == [
        ("show", 0), ("show", 1), ("show", 2),
        ("show", 0), ("show", 2),
        ("show", 0), ("show", 2),
        ("auction", 0),
    ]  # fmt: skip
    assert (state.phase, state.turn) == ("show", 0)
    # A landlord who has shown already is not asked either.
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, "show", *["pass"] * 6, "bid 3")
    assert (state.phase, state.turn) == ("double", 0)


@pytest.mark.rule("DD-29")
def test_of_several_showings_the_highest_counts_once():
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, "pass", "show", "pass", "show", "show", "bid 3")
    assert state.facts()["open_multiplier"] == 5
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, "pass", "pass", "pass", "show", "pass", "pass", "pass", "show", "bid 3")
    assert state.facts()["open_multiplier"] == 4


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize(
    ("multipliers", "rounds"),
    [((3, 2), 1), ((4, 3, 2), 2), ((5, 4, 3, 2), 3), ((9, 9, 7, 4, 1), 4)],
)
def test_moments_before_the_auction(multipliers, rounds):
    for moment, multiplier in enumerate(multipliers[:-1]):
        state = variant(show_multipliers=multipliers).deal(seed=1, first_bidder=0)
        walk(state, *["pass"] * (3 * moment), "show")
        assert state.facts()["open_multiplier"] == multiplier
    state = variant(show_multipliers=multipliers).deal(seed=1, first_bidder=0)
    asked = walk(state, *["pass"] * (3 * rounds))
    assert asked == [("show", 0), ("show", 1), ("show", 2)] * rounds
    assert state.phase == "auction"
    state.play("bid 3")
    state.play("show")
    assert state.facts()["open_multiplier"] == multipliers[-1]


@pytest.mark.rule("DD-29")
def test_showing_with_a_fixed_landlord():
    state = variant(auction="fixed", show_multipliers=(3, 2)).deal(seed=1, landlord=2)
    seats = [seat for _, seat in walk(state, "pass", "pass", "pass")]
    assert sorted(seats) == [0, 1, 2]
    assert (state.phase, state.turn) == ("show", 2)
    assert len(state.hand(2)) == 20


@pytest.mark.rule("DD-29")
def test_a_redeal_takes_showings_back():
    state = ONLINE.deal(seed=1, first_bidder=0)
    walk(state, "show", *["pass"] * 6, "pass", "pass", "pass")
    assert state.facts()["redeals"] == 1
    assert state.facts()["open_multiplier"] == 1
    assert (state.phase, state.turn) == ("show", 0)


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize(
    "multipliers", [(), (2,), (2, 3), (3, 0), (3, -1), (5, 4, 3, 4), (True, 1), (3.0, 2), "32", 3]
)
def test_impossible_show_multipliers(multipliers):
    with pytest.raises((chupai.RulesError, TypeError)):
        doudizhu.Rules(show_multipliers=multipliers)


@pytest.mark.rule("DD-25", "DD-29")
def test_open_hand_and_show_multipliers_exclude_each_other():
    with pytest.raises(chupai.RulesError, match=r"DD-2[59]"):
        doudizhu.Rules(open_hand=True, show_multipliers=(5, 4, 3, 2))


@pytest.mark.rule("DD-29")
def test_cards_to_come_are_hidden_while_showing_goes_on():
    """A player sees only what was dealt so far: his view says nothing about the rest."""
    state = ONLINE.deal(seed=1, first_bidder=0)
    for moment, cards in enumerate((0, 5, 11)):
        assert state.phase == "show", moment
        for seat in range(3):
            assert len(state.view(seat).hand) == cards
        walk(state, "pass", "pass", "pass")
    assert len(state.view(0).hand) == 17
