"""What Big Two refuses: each error names its rule, and nothing changes."""

import pytest

import chupai
from chupai import Record, RecordError, big2, doudizhu

HONG_KONG = chupai.variant("big2/hong-kong")
TAIWAN = chupai.variant("big2/taiwan")
MALAYSIA = chupai.variant("big2/malaysia-3p")


def refused(call, error, rule, match=r"\S"):
    with pytest.raises(error, match=match) as caught:
        call()
    assert str(caught.value).endswith(f"[{rule}]")
    assert str(caught.value)[0] != " "


@pytest.mark.rule("BT-21")
@pytest.mark.parametrize("variant", ["big2/hong-kong", "big2/taiwan"])
def test_a_dragon_without_cards_is_named(variant):
    """One id and one text are those of all dragons; a hand that is none cannot play it."""
    state = chupai.variant(variant).deal(seed=7)
    before = str(state)
    refused(lambda: state.play("dragon"), chupai.IllegalMove, "BT-21", r"^dragon ")
    assert state.why_not("dragon").startswith("dragon ")
    assert str(state) == before
    rules = state.variant.rules
    for ask in (big2.moves, big2.count_moves):
        refused(lambda ask=ask: ask("3D", "dragon", rules), chupai.IllegalMove, "BT-21", "^dragon ")


def test_decisions_of_other_rules_have_no_id():
    for text, rule in (("swap", "BT-24"), ("redeal", "BT-34"), ("ask 2", "BT-37")):
        refused(lambda text=text: big2.action_id(text), chupai.IllegalMove, rule, text)
    refused(lambda: big2.action_id("give 3D"), chupai.IllegalMove, "BT-37", "give 3D")
    refused(lambda: big2.action_id("dragon"), chupai.IllegalMove, "BT-21", "dragon")


@pytest.mark.rule("BT-34")
@pytest.mark.parametrize("points", [0, -1, 122, 256, 10**20])
def test_limits_that_no_hand_or_every_hand_is_under(points):
    refused(lambda: big2.Rules(redeal_below=points), chupai.RulesError, "BT-34", str(points))
    assert big2.Rules(redeal_below=121).redeal_below == 121


@pytest.mark.rule("BT-30")
def test_a_locked_seat_is_not_asked_for_what_it_does_not_have():
    def position(variant, hand, to_beat):
        return variant.position(hands=[hand, "4D", "5D", "6D"], to_beat=to_beat, turn=0, passed=[0])

    quads, flush = "3D 3C 3H 3S 4C", "9D TD JD QD KD"
    assert position(TAIWAN, quads, "2S").num_legal == 2
    for hand, to_beat in (("3D", "2S"), (quads, flush), (quads[:11], "2S")):
        refused(
            lambda hand=hand, to_beat=to_beat: position(TAIWAN, hand, to_beat),
            chupai.RulesError,
            "BT-30",
            to_beat,
        )
    always = chupai.Variant(
        rules=big2.Rules(
            five_card="same_kind",
            monsters=True,
            pass_rule="lock",
            monster_after_pass=True,
            ask_locked="always",
        )
    )
    assert position(always, "3D", "2S").num_legal == 1


@pytest.mark.rule("BT-24")
def test_only_the_lowest_card_can_have_been_swapped():
    hands = ["3C", "4D", "5D"]
    assert MALAYSIA.position(hands=hands, face_up="3D").swapped
    for parts in ({"face_up": "2S"}, {"face_up": "3D", "left": "2S"}):
        refused(
            lambda parts=parts: MALAYSIA.position(hands=hands, **parts),
            chupai.RulesError,
            "BT-24",
            "3D",
        )


@pytest.mark.rule("BT-51", "BT-49")
def test_points_by_place_are_for_deals_with_all_places():
    """Else they would not add up to 0: such as those of deals that end with the first out."""
    scoring = big2.Scoring(place_points=(3, 1, -1, -3))
    facts = chupai.simulate(HONG_KONG, 5, keep="facts").facts
    refused(lambda: big2.scores(facts, scoring), ValueError, "BT-51", "all_out")
    refused(lambda: big2.scores({"place": [1, 2, 2, 4]}, scoring), ValueError, "BT-51")
    refused(lambda: big2.scores({"place": [0, 0, 0, 0]}, scoring), ValueError, "BT-51")
    assert big2.scores({"place": [2, 1, 4, 3]}, scoring).sum() == 0


@pytest.mark.parametrize("family", [big2, doudizhu])
def test_scorings_and_house_seats_of_another_type(family):
    facts = HONG_KONG.deal(seed=1).facts()
    for scoring in (None, "solo", big2.HONG_KONG, {}, (big2, doudizhu)[family is big2].Scoring()):
        with pytest.raises(TypeError, match=r"scoring is a \w+\.Scoring"):
            family.scores(facts, scoring)
    for house in (3, None):
        refused(
            lambda house=house: big2.scores(facts, big2.Scoring(), house=house), TypeError, "BT-47"
        )


@pytest.mark.rule("BT-25", "BT-36", "BT-37")
@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("big2/hong-kong", {"leader": 1}),
        ("big2/hong-kong", {"first_card": 2}),
        ("big2/bloody", {"roles": (0, 1, 2, 3)}),
        ("big2/bloody", {"roles": (1, 0, 2, 3), "leader": 1}),
        ("doudizhu/rlcard", {"landlord": 1}),
    ],
    ids=str,
)
def test_a_record_by_seed_needs_the_set_up_of_its_deal(name, setup):
    """The cards are those of the seed, whatever the set-up: it must be told."""
    variant = chupai.variant(name)
    state = variant.deal(seed=1, **setup)  # seat 1 leads by the lowest card, too
    with pytest.raises(RecordError, match="give the setup"):
        Record.of(state, seed=1)
    given = variant.family.setup(**setup)
    assert Record.of(state, seed=1, setup=given).replay() == state
    with pytest.raises(RecordError, match="give the setup"):
        Record.of(variant.deal(seed=1), seed=1, setup=given)


@pytest.mark.rule("BT-33")
def test_instant_wins_that_no_hand_can_be():
    """Hands are too small, or as dealt too large; the remainder may make one large enough."""
    for switches in (
        {"instant_wins": ("dragon",), "players": 5},
        {"instant_wins": ("dragon",), "players": 2},
        {"instant_wins": ("four_twos",), "players": 52},
        {"instant_wins": ("four_twos",), "players": 17, "remainder": "discard"},
        {"instant_wins": ("four_twos",), "players": 35, "decks": 2, "remainder": "discard"},
    ):
        win, players = switches["instant_wins"][0], str(switches["players"])
        refused(
            lambda switches=switches: big2.Rules(**switches),
            chupai.RulesError,
            "BT-33",
            rf"{win}: no hand of {players} players",
        )
    for switches in ({"players": 17}, {"players": 26, "decks": 2}):
        rules = big2.Rules(instant_wins=("four_twos",), **switches)
        chupai.simulate(chupai.Variant(rules=rules), 20)
