"""Before the first lead, and the first lead: BT-23 … BT-26, BT-33, BT-34."""

import pytest

import chupai
from big2_states import DRAGON, deal, facts_of, hands_of, legal, play, random_end, variant
from reference import big2 as ref

MALAYSIA = {"players": 3, "remainder": "malaysia_swap"}


def sizes(state):
    return [len(hand.split()) for hand in hands_of(state)]


# BT-23: cards that do not divide


@pytest.mark.rule("BT-23")
def test_the_holder_of_the_lowest_card_gets_what_is_left():
    state = deal({2: "3D", "left": "2S"}, players=3)
    assert sizes(state) == [17, 17, 18]
    assert {"3D", "2S"} <= set(state.hand(2).split())
    assert state.left == ""
    assert state.turn == 2


@pytest.mark.rule("BT-23")
@pytest.mark.parametrize(
    ("left", "lowest"),
    [("3D", "3C"), ("3D 3C", "3H"), ("3D 3C 3H", "3S"), ("3D 3C 3H 3S", "4D")],
)
def test_the_lowest_card_that_was_dealt(left, lowest):
    players = {1: 3, 2: 5, 3: 7, 4: 6}[len(left.split())]
    state = deal({1: lowest, "left": left}, players=players)
    assert sizes(state)[1] == 52 // players + 52 % players
    assert set(left.split()) <= set(state.hand(1).split())
    assert state.turn == 1
    assert state.due == "3D"


@pytest.mark.rule("BT-23", "BT-03")
def test_the_lowest_card_of_taiwan():
    state = deal({0: "3D", 2: "3C", "left": "2S"}, players=3, suit_order="CDHS")
    assert sizes(state) == [17, 17, 18]


@pytest.mark.rule("BT-23", "BT-02")
@pytest.mark.parametrize("first_card", range(5))
def test_two_holders_of_the_lowest_card_dealt(first_card):
    state = deal({1: "3D", 4: "3D"}, players=5, decks=2, first_card=first_card)
    expected = [20] * 5
    expected[1 if first_card in (0, 1) else 4] += 4
    assert sizes(state) == expected


@pytest.mark.rule("BT-23")
def test_what_is_left_may_be_set_aside():
    state = deal({2: "3C", "left": "3D"}, players=3, remainder="discard")
    assert sizes(state) == [17, 17, 17]
    assert state.left == "3D"
    assert state.turn == 2
    assert state.due == "3C"
    assert all("3C" in text.split() for text in legal(state))
    random_end(state)
    assert state.is_over


# BT-24: the Malaysian swap


@pytest.mark.rule("BT-24")
def test_the_holder_of_the_lowest_card_may_swap_it():
    state = deal({1: "3D", "left": "2S"}, **MALAYSIA)
    assert (state.phase, state.turn) == ("swap", 1)
    assert legal(state) == ["pass", "swap"]
    state.play("swap")
    assert sizes(state) == [17, 17, 17]
    assert "2S" in state.hand(1).split()
    assert "3D" not in " ".join(hands_of(state))
    assert state.left == ""
    assert state.swapped
    assert (state.phase, state.turn) == ("play", 1)


@pytest.mark.rule("BT-24")
def test_the_first_lead_after_a_swap_is_free():
    state = play(deal({1: "3D", "left": "2S"}, **MALAYSIA), "swap")
    assert not state.due
    assert "2S" in legal(state)
    assert len([text for text in legal(state) if " " not in text]) == 17


@pytest.mark.rule("BT-24")
def test_the_leftover_may_stay():
    state = play(deal({1: "3D", "left": "2S"}, **MALAYSIA), "pass")
    assert (state.phase, state.turn) == ("play", 1)
    assert state.left == "2S"
    assert not state.swapped
    assert all("3D" in text.split() for text in legal(state))
    never = deal({1: "3D", "left": "2S"}, **MALAYSIA, must_include_lowest="never")
    assert len([text for text in legal(play(never, "pass")) if " " not in text]) == 17


@pytest.mark.rule("BT-24")
def test_no_swap_where_the_lowest_card_is_left_over():
    state = deal({2: "3C", "left": "3D"}, **MALAYSIA)
    assert (state.phase, state.turn) == ("play", 2)
    assert state.left == "3D"
    assert all("3C" in text.split() for text in legal(state))


@pytest.mark.rule("BT-24")
def test_the_match_may_say_who_leads_after_a_swap():
    for said in ("swap", "pass"):
        state = play(deal({1: "3D", "left": "2S"}, leader=0, **MALAYSIA), said)
        assert state.turn == 0
        assert not state.due


@pytest.mark.rule("BT-24")
def test_a_swap_is_a_fact():
    for said, swapped in (("swap", 1), ("pass", 0)):
        state = random_end(play(deal({1: "3D", "left": "2S"}, **MALAYSIA), said))
        assert facts_of(state)["swapped"] == swapped


@pytest.mark.rule("BT-24")
@pytest.mark.parametrize("switches", [{"players": 4}, {"players": 3, "decks": 2}])
def test_the_swap_is_for_three_players_and_one_pack(switches):
    with pytest.raises(chupai.RulesError, match="BT-24"):
        variant(remainder="malaysia_swap", **switches)


# BT-25, BT-26: the first lead


@pytest.mark.rule("BT-25", "BT-26")
@pytest.mark.parametrize("suit_order", ["DCHS", "CDHS"])
@pytest.mark.parametrize("seat", range(4))
def test_the_lowest_card_leads_and_is_played(seat, suit_order):
    lowest = f"3{suit_order[0]}"
    state = deal({seat: lowest}, suit_order=suit_order)
    assert state.turn == state.leader == seat
    assert state.due == lowest
    assert all(lowest in text.split() for text in legal(state))
    assert lowest in legal(state)


@pytest.mark.rule("BT-26")
def test_any_play_that_has_the_lowest_card_in_it():
    state = deal({1: "3D 3C 3H 3S 4D 5D 6D 7D 8C 8H TS JS KS"})
    expected = [text for text in whole_list(state) if "3D" in text.split()]
    assert legal(state) == expected
    assert "3D 3C 3H 3S KS" in expected
    assert "3D 4D 5D 6D 7D" in expected
    assert "4D" not in expected


def whole_list(state):
    rules = ref_rules(state)
    hand = state.hand(state.turn)
    return [ref.text_of(move) for move in ref.legal_moves(hand, ref.Question(), rules)]


def ref_rules(state):
    from dataclasses import asdict

    return asdict(state.variant.rules)


@pytest.mark.rule("BT-26")
def test_the_first_lead_may_be_free():
    state = deal({1: "3D"}, must_include_lowest="never")
    assert state.turn == 1
    assert not state.due
    assert legal(state) == whole_list(state)


@pytest.mark.rule("BT-26")
def test_the_second_lead_is_free():
    state = play(deal({1: "3D"}), "3D", "pass", "pass", "pass")
    assert state.turn == 1
    assert not state.due
    assert legal(state) == whole_list(state)


@pytest.mark.rule("BT-25", "BT-26")
@pytest.mark.parametrize("leader", range(4))
def test_the_match_may_say_who_leads(leader):
    state = deal({1: "3D"}, leader=leader)
    assert state.turn == state.leader == leader
    assert not state.due
    assert legal(state) == whole_list(state)
    assert facts_of(random_end(state))["leader"] == leader


@pytest.mark.rule("BT-26")
def test_a_first_lead_without_the_due_card_is_refused():
    state = deal({1: "3D 4D"})
    kept = state.clone()
    with pytest.raises(chupai.IllegalMove, match="BT-26") as caught:
        state.play("4D")
    assert caught.value.rule == "BT-26"
    assert "3D" in str(caught.value)
    assert state == kept


# BT-33: instant wins


DRAGONS = {0: DRAGON, 2: "3S 4S 5S 6S 7S 8S 9S TS JS QS KC AS 2S"}
BOTH = ("dragon", "four_twos")


@pytest.mark.rule("BT-33")
def test_a_dragon_wins_at_once():
    state = deal({2: DRAGON}, instant_wins=("dragon",))
    assert state.is_over
    assert state.turn is None
    assert state.winner == 2
    assert state.instant == "dragon"
    facts = facts_of(state)
    assert (facts["winner"], facts["instant"]) == (2, 1)
    assert facts["cards_left"] == [13] * 4
    assert facts["plays"] == [0] * 4
    assert facts["unplayed"] == [1] * 4
    assert facts["place"] == [0, 0, 1, 0]
    assert not deal({2: DRAGON}).is_over


@pytest.mark.rule("BT-33")
def test_of_several_dragons_the_higher_king():
    assert deal(DRAGONS, instant_wins=("dragon",)).winner == 2
    assert deal(DRAGONS, instant_wins=("dragon",), suit_order="CDHS").winner == 0


@pytest.mark.rule("BT-33")
def test_four_twos():
    twos = "2D 2C 2H 2S"
    state = deal({3: twos}, instant_wins=BOTH)
    assert (state.winner, state.instant) == (3, "four_twos")
    assert facts_of(state)["instant"] == 2
    assert not deal({3: twos}, instant_wins=("dragon",)).is_over
    assert deal({3: twos}, instant_wins=("four_twos",)).is_over


@pytest.mark.rule("BT-33", "BT-02")
@pytest.mark.parametrize("first_card", range(4))
def test_of_several_with_four_twos_the_nearer(first_card):
    given = {1: "2D 2D 2C 2C", 2: "2H 2H 2S 2S"}
    state = deal(given, decks=2, instant_wins=("four_twos",), first_card=first_card)
    assert state.winner == (2 if first_card == 2 else 1)


@pytest.mark.rule("BT-33", "BT-34")
def test_an_instant_win_comes_before_redeals():
    given = {1: "2D 2C 2H 2S", 0: "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H 5S 6D"}
    state = deal(given, instant_wins=BOTH, redeal_below=3)
    assert state.is_over
    assert state.winner == 1


@pytest.mark.rule("BT-33", "BT-31")
def test_places_after_an_instant_win():
    state = deal({2: DRAGON}, instant_wins=("dragon",), end="all_out")
    assert facts_of(state)["place"] == [3, 4, 1, 2]


@pytest.mark.rule("BT-33", "BT-23")
def test_a_dragon_is_thirteen_cards():
    given = {1: DRAGON, "left": "2S"}
    assert not deal(given, instant_wins=("four_twos",), players=3).is_over
    with pytest.raises(chupai.RulesError, match=r"BT-21|BT-33"):
        variant(instant_wins=("dragon",), players=2)


# BT-34: redeals


POOR = "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H 5S QD"  # 2 points
LESS_POOR = POOR.replace("QD", "KD")  # 3 points


@pytest.mark.rule("BT-34")
def test_a_hand_under_three_points_may_ask_for_a_new_deal():
    state = deal({1: POOR}, redeal_below=3)
    assert (state.phase, state.turn) == ("redeal", 1)
    assert legal(state) == ["pass", "redeal"]
    assert deal({1: LESS_POOR}, redeal_below=3).phase == "play"
    assert deal({1: LESS_POOR}, redeal_below=4).phase == "redeal"
    assert deal({1: POOR}).phase == "play"


@pytest.mark.rule("BT-34")
def test_nobody_need_ask():
    state = play(deal({1: POOR}, redeal_below=3), "pass")
    assert (state.phase, state.turn) == ("play", 1)
    assert state.redeals == 0
    assert state.hand(1) == POOR


@pytest.mark.rule("BT-34")
def test_who_asks_gets_a_new_deal():
    state = deal({1: POOR[:8]}, redeal_below=15)
    hands = hands_of(state)
    while state.phase == "redeal" and state.redeals < 3:
        state.play("redeal")
        assert hands_of(state) != hands
        hands = hands_of(state)
    assert state.redeals
    while state.phase == "redeal":
        state.play("pass")
    assert facts_of(random_end(state))["redeals"] == state.redeals


@pytest.mark.rule("BT-34")
@pytest.mark.parametrize("first_card", range(4))
def test_several_are_asked_in_playing_order(first_card):
    state = deal({}, redeal_below=53, first_card=first_card)
    asked = []
    while state.phase == "redeal":
        asked.append(state.turn)
        state.play("pass")
    assert asked == [(first_card + i) % 4 for i in range(4)]


@pytest.mark.rule("BT-34")
def test_the_simplest_agent_asks():
    result = chupai.simulate(variant(redeal_below=12), 300, seed=1, agents="lowest", keep="facts")
    assert result.facts["redeals"].max() > 0
