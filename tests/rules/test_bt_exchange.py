"""Bloody Big Two's exchange before the play: BT-37."""

import pytest

import chupai
from big2_states import as_ref, deal, hands_of, legal, play
from chupai import Table
from followed_big2 import follow
from reference import big2 as ref

ROLES = (2, 0, 3, 1)  # the seats of king, noble, commoner and slave
KING, NOBLE, COMMONER, SLAVE = ROLES
GIVEN = {
    KING: "3D 3C 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    NOBLE: "2D 2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    COMMONER: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    SLAVE: "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
}
GIVEN = {seat: ref.text_of_cards(cards.split()) for seat, cards in GIVEN.items()}


def begin(given=GIVEN, roles=ROLES, **more):
    return deal(given, roles=list(roles), end="all_out", **more)


@pytest.mark.rule("BT-37")
def test_the_order_of_exchanges():
    state = begin()
    seen = []
    while state.phase == "exchange":
        asker = state.turn
        assert legal(state)[0].startswith("ask ")
        state.play(state.legal_moves()[-1])
        giver = state.turn
        state.play(state.legal_moves()[0])
        assert state.turn == asker
        state.play(state.legal_moves()[0])
        seen.append((asker, giver))
    assert seen == [(ROLES[a], ROLES[b]) for a, b in ref.EXCHANGES]
    assert state.phase == "play"


@pytest.mark.rule("BT-37")
def test_asking_for_a_rank():
    state = begin()
    assert (state.phase, state.turn) == ("exchange", KING)
    assert legal(state) == [f"ask {rank}" for rank in ref.RANKS]
    state.play("ask 2")
    assert (state.turn, legal(state)) == (NOBLE, ["give 2D", "give 2C"])
    state.play("give 2C")
    assert "2C" in state.hand(KING).split()
    assert "2C" not in state.hand(NOBLE).split()
    assert len(state.hand(KING).split()) == 14


@pytest.mark.rule("BT-37")
def test_any_card_is_given_back_and_received_ones_may_be_given_on():
    state = play(begin(), "ask 2", "give 2C")
    assert state.turn == KING
    assert [text.removeprefix("give ") for text in legal(state)] == state.hand(KING).split()
    assert "give 2C" in legal(state)
    play(state, "give 2C")
    assert state.hand(KING) == GIVEN[KING]
    assert state.hand(NOBLE) == GIVEN[NOBLE]
    assert state.turn == KING  # the exchange counts


@pytest.mark.rule("BT-37")
def test_who_has_no_such_card_gives_any():
    state = begin()
    state.play("ask 3")
    assert state.turn == NOBLE
    assert [text.removeprefix("give ") for text in legal(state)] == GIVEN[NOBLE].split()


@pytest.mark.rule("BT-37")
def test_a_rank_is_asked_of_one_player_once():
    state = play(begin(), "ask 2", "give 2C", "give 3D")
    assert "ask 2" in legal(state)  # of another player
    play(state, "ask 2", "give 2H", "give 4D")
    assert legal(state) == [f"ask {rank}" for rank in ref.RANKS[:-1]]
    with pytest.raises(chupai.IllegalMove, match="BT-37") as caught:
        state.play("ask 2")
    assert caught.value.rule == "BT-37"
    play(state, "ask A", "give AH", "give 5D")
    assert len(legal(state)) == 13  # of the slave
    play(state, "ask 2", "give 2S", "give 6D", "ask A", "give AS", "give 7D")
    assert len(legal(state)) == 11


@pytest.mark.rule("BT-37")
@pytest.mark.parametrize("wrong", ["give 4C", "give 2S", "pass", "4C", "ask 3"])
def test_a_giver_must_give_what_was_asked_for(wrong):
    state = play(begin(), "ask 2")
    kept = state.clone()
    with pytest.raises(chupai.IllegalMove):
        state.play(wrong)
    assert state == kept


@pytest.mark.rule("BT-37")
def test_everybody_has_thirteen_cards_again_and_the_lowest_leads():
    state = begin()
    while state.phase == "exchange":
        state.play(state.legal_moves()[-1])
    assert [len(hand.split()) for hand in hands_of(state)] == [13] * 4
    assert sorted(" ".join(hands_of(state)).split()) == sorted(ref.DECK)
    assert "3D" in state.hand(state.turn).split()
    assert state.due == "3D"


@pytest.mark.rule("BT-37")
def test_the_first_deal_has_no_exchange():
    state = deal(GIVEN, end="all_out")
    assert state.phase == "play"


@pytest.mark.rule("BT-37")
@pytest.mark.parametrize("seed", range(5))
def test_the_default_policy(seed):
    """Ask for the 2, then the A; give the lowest single, else the lowest card."""
    variant = chupai.variant("big2/bloody")
    played = Table(variant, "lowest", roles=ROLES).play(seed)
    follower = follow(variant.deal(seed, roles=ROLES), roles=ROLES)
    for seat, move in played.state.history:
        assert seat == follower.turn
        expected = ref.lowest(follower)
        assert as_ref(move) == expected
        follower.play(expected)
    assert follower.turn is None
    asked = [str(move) for _, move in played.state.history if move.kind == "ask"]
    assert [text[-1] for text in asked] == list("22A2AK22A2")
