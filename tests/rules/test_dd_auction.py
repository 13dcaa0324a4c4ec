"""Who becomes landlord: DD-04, DD-05, DD-06."""

from collections import Counter

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import bids, plain, play, random_end, texts

STANDARD = chupai.variant("doudizhu/standard")
ROB = chupai.variant("doudizhu/call-and-rob")
OPENSPIEL = chupai.variant("doudizhu/openspiel")
VOID = chupai.Variant(rules=doudizhu.Rules(on_all_pass="void"))
ROB_VOID = chupai.Variant(rules=doudizhu.Rules(auction="rob", on_all_pass="void"))
AGAIN = chupai.Variant(rules=doudizhu.Rules(repass="again"))

# Every sequence of the auction, "p" for a pass: (landlord as the n-th speaker, bid).
FINAL = {
    "3": (0, 3),
    "13": (1, 3), "23": (1, 3), "p3": (1, 3),
    "123": (2, 3), "12p": (1, 2), "1p3": (2, 3), "1p2": (2, 2), "1pp": (0, 1),
    "2p3": (2, 3), "2pp": (0, 2),
    "p13": (2, 3), "p12": (2, 2), "p1p": (1, 1), "p23": (2, 3), "p2p": (1, 2),
    "pp3": (2, 3), "pp2": (2, 2), "pp1": (2, 1),
    "ppp": None,
}  # fmt: skip

AGAIN_ENDS = {
    "ppp": None,
    "pp1pp": (2, 1), "pp1p2pp": (1, 2), "pp1p2p3": (0, 3), "pp1p23": (2, 3), "pp1p3": (1, 3),
    "pp12pp": (0, 2), "pp12p3": (2, 3), "pp123": (1, 3), "pp13": (0, 3), "pp2pp": (2, 2),
    "pp2p3": (1, 3), "pp23": (0, 3), "pp3": (2, 3),
    "p1pp": (1, 1), "p1p2pp": (0, 2), "p1p2p3": (2, 3), "p1p23": (1, 3), "p1p3": (0, 3),
    "p12pp": (2, 2), "p12p3": (1, 3), "p123": (0, 3), "p13": (2, 3), "p2pp": (1, 2),
    "p2p3": (0, 3), "p23": (2, 3), "p3": (1, 3),
    "1pp": (0, 1), "1p2pp": (2, 2), "1p2p3": (1, 3), "1p23": (0, 3), "1p3": (2, 3),
    "12pp": (1, 2), "12p3": (0, 3), "123": (2, 3), "13": (1, 3),
    "2pp": (0, 2), "2p3": (2, 3), "23": (1, 3), "3": (0, 3),
}  # fmt: skip

# call "c", rob "r", decline "p": (landlord as the n-th speaker, multiplier).
ROBBING = {
    "cpp": (0, 3),
    "crpp": (1, 6), "crpr": (0, 12),
    "cprp": (2, 6), "cprr": (0, 12),
    "crrp": (2, 12), "crrr": (0, 24),
    "pcp": (1, 3), "pcrp": (2, 6), "pcrr": (1, 12),
    "ppc": (2, 3),
    "ppp": None,
}  # fmt: skip

LETTER = {"pass": "p", "call": "c", "rob": "r", "bid 1": "1", "bid 2": "2", "bid 3": "3"}


def auctions(variant, first, prefix=""):
    """Every full sequence of an auction, each from its own fresh deal."""
    state = bids(variant.deal(seed=4, first_bidder=first), prefix)
    ended = state.phase != "auction" or state.facts()["redeals"]
    if ended:
        return {prefix: state}
    found = {}
    for move in state.legal_moves():
        found |= auctions(variant, first, prefix + LETTER[str(move)])
    return found


def check(variant, table, first):
    """The auction ends exactly as the table says, whoever speaks first."""
    found = auctions(variant, first)
    assert set(found) == set(table)
    for sequence, state in found.items():
        end = table[sequence]
        facts = state.facts()
        if end is None:
            assert state.landlord in {None, -1}
            continue
        landlord, value = end
        landlord = (first + landlord) % 3
        assert state.landlord == landlord, sequence
        assert facts["bid"] * 2 ** facts["robs"] == value, sequence
        assert facts["robs"] == sequence.count("r")
        assert facts["landlord"] == landlord
        assert facts["first_bidder"] == first
        assert state.phase == "play"
        assert state.turn == landlord
        assert [len(state.hand(seat)) for seat in range(3)] == [
            20 if seat == landlord else 17 for seat in range(3)
        ]


@pytest.mark.rule("DD-04")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("variant", [STANDARD, VOID], ids=["redeal", "void"])
def test_every_points_auction_of_one_round(variant, first):
    check(variant, FINAL, first)


@pytest.mark.rule("DD-04")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("variant", [OPENSPIEL, AGAIN], ids=["void", "redeal"])
def test_every_points_auction_with_second_chances(variant, first):
    check(variant, AGAIN_ENDS, first)


@pytest.mark.rule("DD-05")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("variant", [ROB, ROB_VOID], ids=["redeal", "void"])
def test_every_auction_of_calls_and_robs(variant, first):
    check(variant, ROBBING, first)


@pytest.mark.rule("DD-04")
def test_what_may_be_bid():
    state = STANDARD.deal(seed=1, first_bidder=0)
    assert state.phase == "auction"
    assert state.turn == 0
    assert texts(state.legal_moves()) == ["pass", "bid 1", "bid 2", "bid 3"]
    state.play("bid 1")
    assert state.turn == 1
    assert texts(state.legal_moves()) == ["pass", "bid 2", "bid 3"]
    state.play("bid 2")
    assert state.turn == 2
    assert texts(state.legal_moves()) == ["pass", "bid 3"]
    assert [move.value for move in state.legal_moves() if move.kind == "bid"] == [3]


@pytest.mark.rule("DD-04")
@pytest.mark.parametrize(
    ("before", "move"),
    [("1", "bid 1"), ("2", "bid 1"), ("2", "bid 2"), ("p2", "bid 2"), ("12", "bid 2"),
     ("", "call"), ("", "rob"), ("", "double"), ("", "show"), ("1", "3"), ("", "33"), ("", "BR")],
)  # fmt: skip
def test_bids_that_are_refused(before, move):
    state = bids(STANDARD.deal(seed=1, first_bidder=0), before)
    kept = state.clone()
    assert not state.is_legal(move)
    with pytest.raises(chupai.IllegalMove):
        state.play(move)
    assert state == kept


@pytest.mark.rule("DD-04", "DD-27")
def test_a_bid_too_low_names_its_rule():
    state = bids(STANDARD.deal(seed=1, first_bidder=0), "2")
    assert "DD-04" in state.why_not("bid 2")
    with pytest.raises(chupai.IllegalMove, match="DD-04") as caught:
        state.play("bid 1")
    assert caught.value.rule == "DD-04"


@pytest.mark.rule("DD-04")
def test_each_speaks_once_unless_passers_may_come_back():
    assert bids(STANDARD.deal(seed=1, first_bidder=0), "p1p").phase == "play"
    again = bids(AGAIN.deal(seed=1, first_bidder=0), "p1p")
    assert again.phase == "auction"
    assert again.turn == 0
    assert texts(again.legal_moves()) == ["pass", "bid 2", "bid 3"]
    assert bids(STANDARD.deal(seed=1, first_bidder=0), "12p").landlord == 1
    assert bids(AGAIN.deal(seed=1, first_bidder=0), "12p").phase == "auction"


@pytest.mark.rule("DD-05")
def test_what_may_be_said_when_robbing():
    state = ROB.deal(seed=1, first_bidder=0)
    assert texts(state.legal_moves()) == ["pass", "call"]
    state.play("call")
    assert texts(state.legal_moves()) == ["pass", "rob"]
    for wrong in ("call", "bid 3", "3"):
        with pytest.raises(chupai.IllegalMove):
            state.play(wrong)
    fresh = ROB.deal(seed=1, first_bidder=0)
    with pytest.raises(chupai.IllegalMove):
        fresh.play("rob")


@pytest.mark.rule("DD-05")
def test_whoever_declined_is_not_asked_again():
    state = bids(ROB.deal(seed=1, first_bidder=0), "pcr")
    assert state.turn == 1
    state = bids(ROB.deal(seed=1, first_bidder=0), "cpr")
    assert state.turn == 0
    state = bids(ROB.deal(seed=1, first_bidder=0), "crr")
    assert state.turn == 0
    assert state.phase == "auction"
    state.play("pass")
    assert state.phase == "play"


@pytest.mark.rule("DD-05")
@pytest.mark.parametrize(("value", "multiplier"), [(3, 24), (1, 8), (5, 40)])
def test_call_multiplier(value, multiplier):
    variant = chupai.Variant(rules=doudizhu.Rules(auction="rob", call_multiplier=value))
    state = bids(variant.deal(seed=1, first_bidder=0), "crrr")
    facts = state.facts()
    assert facts["bid"] == value
    assert facts["bid"] * 2 ** facts["robs"] == multiplier


@pytest.mark.rule("DD-04", "DD-05")
@pytest.mark.parametrize("variant", [STANDARD, ROB, AGAIN], ids=["points", "rob", "again"])
def test_all_pass_and_the_cards_are_dealt_again(variant):
    state = variant.deal(seed=9)
    before = [state.hand(seat) for seat in range(3)]
    bids(state, "ppp")
    assert state.phase == "auction"
    assert state.facts()["redeals"] == 1
    assert [state.hand(seat) for seat in range(3)] != before
    assert [len(state.hand(seat)) for seat in range(3)] == [17, 17, 17]
    # The same again, twice: the redeals are the deal's own, not a new roll each time.
    other = bids(variant.deal(seed=9), "ppp")
    assert other == state
    bids(state, "ppp")
    assert state.facts()["redeals"] == 2
    end = random_end(bids(state, "3" if variant is not ROB else "cpp"))
    assert end.facts()["redeals"] == 2


@pytest.mark.rule("DD-03", "DD-04")
def test_the_first_bidder_of_a_redeal_is_drawn_anew_unless_given():
    firsts = Counter()
    for index in range(600):
        state = STANDARD.deal(seed=3, index=index)
        one = state.turn
        bids(state, "ppp")
        assert state.turn == state.facts()["first_bidder"]
        firsts[one, state.turn] += 1
        given = bids(STANDARD.deal(seed=3, index=index, first_bidder=2), "ppp")
        assert given.turn == 2
    assert len(firsts) == 9
    assert min(firsts.values()) > 35  # 600 / 9 = 67, four standard deviations


@pytest.mark.rule("DD-04", "DD-05")
@pytest.mark.parametrize("variant", [OPENSPIEL, VOID, ROB_VOID], ids=["openspiel", "void", "rob"])
def test_all_pass_and_the_deal_is_void(variant):
    state = bids(variant.deal(seed=9, first_bidder=1), "ppp")
    assert state.is_over
    assert state.phase == "over"
    assert state.turn is None
    assert state.legal_moves() == []
    facts = state.facts()
    assert facts["landlord"] == -1
    assert facts["landlord_won"] == 0
    assert facts["bid"] == 0
    assert facts["redeals"] == 0
    assert facts["first_bidder"] == 1
    assert plain(facts["plays"]) == [0, 0, 0]
    assert plain(facts["cards_left"]) == [17, 17, 17]
    assert plain(state.scores()) == [0, 0, 0]


@pytest.mark.rule("DD-04")
def test_the_bid_multiplies_the_stake():
    for bid in (1, 2, 3):
        state = bids(STANDARD.deal(seed=2, first_bidder=0), {1: "1pp", 2: "2pp", 3: "3"}[bid])
        assert state.facts()["bid"] == bid
        end = random_end(state, seed=1)
        facts = end.facts()
        unit = bid * 2 ** (facts["bombs"] + facts["rockets"]) * (3 if facts["spring"] else 1)
        assert abs(end.scores()[0]) == 2 * unit


@pytest.mark.rule("DD-06")
def test_a_fixed_landlord():
    fixed = chupai.Variant(rules=doudizhu.Rules(auction="fixed"))
    state = fixed.deal(seed=5)
    assert (state.phase, state.landlord, state.turn) == ("play", 0, 0)
    for landlord in range(3):
        state = fixed.deal(seed=5, landlord=landlord)
        assert (state.phase, state.landlord, state.turn) == ("play", landlord, landlord)
        assert len(state.hand(landlord)) == 20
        assert state.facts()["bid"] == 1
        assert state.facts()["landlord"] == landlord
    assert "bid" not in {m.kind for m in fixed.deal(seed=5).legal_moves()}
    assert "pass" not in texts(fixed.deal(seed=5).legal_moves())


@pytest.mark.rule("DD-06")
@pytest.mark.parametrize("variant", [STANDARD, ROB], ids=["points", "rob"])
def test_a_landlord_is_given_only_without_an_auction(variant):
    with pytest.raises(chupai.RulesError, match="DD-06"):
        variant.deal(seed=5, landlord=1)


@pytest.mark.rule("DD-06")
@pytest.mark.parametrize("name", ["rlcard", "douzero"])
def test_profiles_without_an_auction(name):
    state = chupai.variant(f"doudizhu/{name}").deal(seed=5, landlord=2)
    play(state, state.legal_moves()[0])
    assert state.landlord == 2
    assert state.turn == 0
