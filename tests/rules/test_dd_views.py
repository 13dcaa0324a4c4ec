"""What a player knows: DD-28."""

from collections import Counter

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import ODD, PACK, PRESETS, VARIANTS, bids, play, random_end, texts

STANDARD = chupai.variant("doudizhu/standard")


def contents(view):
    """Everything public of a view: its attributes and what its methods without arguments say."""
    found = {}
    for name in dir(view):
        if name.startswith("_"):
            continue
        value = getattr(view, name)
        if callable(value):
            try:
                value = value()
            except TypeError:
                continue
        found[name] = value
    return found


def midgame(variant, index, moves):
    """A deal after so many random moves (fewer if it ends)."""
    from random import Random

    rng = Random(index)
    state = variant.deal(seed=28, index=index)
    for _ in range(moves):
        if state.is_over:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_a_view_does_not_depend_on_what_is_hidden(name):
    """Two deals that differ in hidden cards only have the same view, in every attribute."""
    different = 0
    for index in range(12):
        state = midgame(VARIANTS[name], index, 4 * index)
        if state.is_over:
            continue
        for seat in range(3):
            for seed in range(4):
                other = state.redeal_hidden(seat, seed)
                different += any(state.hand(s) != other.hand(s) for s in range(3))
                # Before and during the deal his own cards to come are hidden from him too.
                if state.phase != "show" or state.landlord is not None:
                    assert other.hand(seat) == state.hand(seat)
                assert other.view(seat) == state.view(seat)
                assert str(other.view(seat)) == str(state.view(seat))
                assert repr(other.view(seat)) == repr(state.view(seat))
                assert hash(other.view(seat)) == hash(state.view(seat))
                assert contents(other.view(seat)) == contents(state.view(seat))
    assert different > 20


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_a_redeal_keeps_the_record_possible(name):
    """Hidden cards are redealt so that the pack, the counts and the bottom cards stay right."""
    for index in range(12):
        state = midgame(VARIANTS[name], index, 4 * index)
        for seat in range(3):
            other = state.redeal_hidden(seat, 7)
            held = [Counter(other.hand(s)) for s in range(3)]
            assert [h.total() for h in held] == [len(state.hand(s)) for s in range(3)]
            before = sum((Counter(state.hand(s)) for s in range(3)), Counter())
            after = sum(held, Counter())
            if state.landlord is not None and state.landlord >= 0:
                assert before == after
                unplayed = Counter(state.bottom)
                for who, move in state.history[:]:
                    if who == state.landlord and move.kind not in {"pass", "bid", "call"}:
                        unplayed -= Counter(str(move).replace("+", ""))
                assert not unplayed - held[state.landlord]
            assert [str(m) for _, m in other.history] == [str(m) for _, m in state.history]
            assert (other.turn, other.phase) == (state.turn, state.phase)


@pytest.mark.rule("DD-28")
def test_own_hand_and_numbers_of_cards():
    state = bids(STANDARD.deal(seed=2, first_bidder=0), "3")
    for seat in range(3):
        view = state.view(seat)
        assert view.seat == seat
        assert view.hand == state.hand(seat)
        assert list(view.cards_left) == [20, 17, 17]
        assert view.landlord == 0
        assert view.bottom == state.bottom


@pytest.mark.rule("DD-28", "DD-02")
def test_the_bottom_cards_are_secret_until_there_is_a_landlord():
    state = STANDARD.deal(seed=2, first_bidder=0)
    for _ in range(2):
        for seat in range(3):
            assert not state.view(seat).bottom
        state.play("pass")
    state.play("bid 1")
    assert all(state.view(seat).bottom == state.bottom for seat in range(3))
    assert len(state.bottom) == 3


@pytest.mark.rule("DD-28", "DD-04")
def test_bids_and_plays_are_public():
    state = play(bids(STANDARD.deal(seed=2, first_bidder=0), "12p"))
    state.play(state.legal_moves()[0])
    state.play("pass")
    for seat in range(3):
        assert list(state.view(seat).history) == list(state.history)
        assert state.view(seat).to_beat == state.to_beat
        assert state.view(seat).turn == state.turn


@pytest.mark.rule("DD-28")
def test_redeals_reach_every_hidden_card():
    """Over many redeals each unseen card turns up in each hidden hand."""
    state = bids(STANDARD.deal(seed=2, first_bidder=0), "3")
    unseen = PACK - Counter(state.hand(1))
    seen_in = {0: Counter(), 2: Counter()}
    for seed in range(60):
        other = state.redeal_hidden(1, seed)
        for seat in (0, 2):
            seen_in[seat] |= Counter(other.hand(seat))
    assert set(seen_in[0]) == set(unseen)
    assert set(seen_in[2]) == set(unseen - Counter(state.bottom))


@pytest.mark.rule("DD-28")
def test_the_unplayed_bottom_cards_stay_with_the_landlord():
    for index in range(30):
        state = bids(STANDARD.deal(seed=5, index=index, first_bidder=0), "3")
        for seed in range(5):
            other = state.redeal_hidden(2, seed)
            assert not Counter(state.bottom) - Counter(other.hand(0))
            assert other.bottom == state.bottom


@pytest.mark.rule("DD-28", "DD-02")
def test_which_cards_all_know_to_be_where():
    """The bottom cards with the landlord, less what he played; nothing of anybody else."""
    hands = ["3445567899TTJQKKA22B", "3345566778TTJQQKA", "34678899JJQKAA22R"]
    state = chupai.variant("doudizhu/rlcard").position(hands=hands, landlord=0, bottom="29B")
    assert [list(state.view(seat).known) for seat in range(3)] == [["92B", "", ""]] * 3
    state.play("99")
    assert list(state.view(1).known) == ["2B", "", ""]
    play(state, "TT", "pass", "22")
    assert list(state.view(2).known) == ["B", "", ""]
    assert list(state.view(2).cards_left) == [16, 15, 17]
    assert list(state.view(2).plays) == [2, 1, 0]


@pytest.mark.rule("DD-25", "DD-28")
def test_a_shown_hand_is_in_every_view():
    rules = doudizhu.Rules(open_hand=True)
    start = bids(chupai.Variant(rules=rules).deal(seed=2, first_bidder=0), "p3")
    kept, shown = play(start.clone(), "pass"), play(start.clone(), "show")
    for seat in range(3):
        assert list(kept.view(seat).shown) == [None, None, None]
        assert list(shown.view(seat).shown) == [None, shown.hand(1), None]
        assert list(shown.view(seat).known) == ["", shown.hand(1), ""]
    move = shown.legal_moves()[0]
    shown.play(move)
    assert list(shown.view(2).shown) == [None, shown.hand(1), None]


@pytest.mark.rule("DD-29", "DD-28")
def test_a_hand_shown_before_the_deal_is_open_with_all_that_comes():
    rules = doudizhu.Rules(show_multipliers=(5, 4, 3, 2))
    state = chupai.Variant(rules=rules).deal(seed=2, first_bidder=0)
    for answer, cards in [("show", 0), ("pass", 0), ("pass", 0), ("pass", 5), ("pass", 5)]:
        assert len(state.view(2).hand) == cards
        assert len(state.view(2).shown[0] or "") == (0 if answer == "show" else cards)
        state.play(answer)
    assert len(state.view(2).shown[0]) == 11
    play(state, "pass", "pass")
    assert state.phase == "auction"
    for seat in range(3):
        assert list(state.view(seat).shown) == [state.hand(0), None, None]
    bids(state, "p3p")
    assert list(state.view(2).shown) == [state.hand(0), None, None]
    assert list(state.view(2).known) == [state.hand(0), state.bottom, ""]


@pytest.mark.rule("DD-28")
def test_the_view_of_the_player_in_turn_knows_his_moves():
    state = bids(STANDARD.deal(seed=2, first_bidder=0), "3")
    assert texts(state.view(0).legal_moves()) == texts(state.legal_moves())


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", [*PRESETS, *ODD])
def test_redealt_games_can_be_played_on(name):
    for index in range(6):
        state = midgame(VARIANTS[name], index, 10)
        other = random_end(state.redeal_hidden(index % 3, 1), seed=index)
        assert other.is_over
        assert sum(other.scores()) == 0


@pytest.mark.rule("DD-28")
def test_the_same_seed_redeals_the_same():
    state = bids(STANDARD.deal(seed=2, first_bidder=0), "3")
    assert state.redeal_hidden(1, 3) == state.redeal_hidden(1, 3)
    hands = {state.redeal_hidden(1, seed).hand(0) for seed in range(10)}
    assert len(hands) == 10
    assert state == bids(STANDARD.deal(seed=2, first_bidder=0), "3")
