"""What a deal is worth, in literal figures: DD-23 … DD-26, DD-29."""

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, ODD, PRESETS, bids, plain, play, random_end


def facts(**changes):
    """Facts of one plain deal as a batch: landlord 0 bid 1 and won, nothing special happened."""
    base = {
        "landlord": 0, "landlord_won": 1, "bid": 1, "robs": 0, "bombs": 0, "rockets": 0,
        "spring": 0, "open_multiplier": 1, "doubled": [0, 0, 0], "plays": [5, 4, 3],
        "cards_left": [0, 6, 7], "redeals": 0, "first_bidder": 0,
    }  # fmt: skip
    assert set(changes) <= set(base)
    made = base | changes
    if "cards_left" not in changes:
        last = made["landlord"] if made["landlord_won"] else (made["landlord"] + 1) % 3
        made["cards_left"] = [0 if seat == last else 6 + seat for seat in range(3)]
    return {name: np.array([value]) for name, value in made.items()}


def scores(one, **scoring):
    """Scores of one deal under STANDARD with another scoring."""
    variant = chupai.Variant(rules=doudizhu.STANDARD, scoring=doudizhu.Scoring(**scoring))
    result = np.asarray(variant.scores(one))
    assert result.shape == (1, 3)
    assert np.issubdtype(result.dtype, np.integer)
    return result[0].tolist()


# The table of worked figures in docs/rules/doudizhu.md, in its order.
WORKED = [
    ({"bid": 3}, {}, [6, -3, -3]),
    ({"bid": 2, "bombs": 1, "landlord_won": 0}, {}, [-8, 4, 4]),
    ({"bid": 3, "bombs": 2, "rockets": 1}, {}, [48, -24, -24]),
    ({"bid": 3, "bombs": 2, "rockets": 1}, {"cap": 10}, [20, -10, -10]),
    ({"bid": 1, "spring": 1}, {}, [6, -3, -3]),
    ({"bid": 1, "spring": 1}, {"spring_multiplier": 2}, [4, -2, -2]),
    ({"bid": 3, "rockets": 1, "spring": 1, "landlord_won": 0}, {}, [-36, 18, 18]),
    ({"bid": 2, "spring": 1, "plays": [1, 0, 0]}, {}, [12, -6, -6]),
    ({"bid": 3, "bombs": 1, "open_multiplier": 2, "landlord_won": 0}, {}, [-24, 12, 12]),
    ({"bid": 3, "robs": 3}, {}, [48, -24, -24]),
    ({"bid": 2, "open_multiplier": 5}, {}, [20, -10, -10]),
    ({"bid": 3, "bombs": 1, "doubled": [1, 1, 0]}, {}, [36, -24, -12]),
    ({"bid": 3, "bombs": 1, "doubled": [1, 1, 0]}, {"cap": 20}, [32, -20, -12]),
    ({"bid": 3, "bombs": 1, "doubled": [0, 0, 1], "landlord_won": 0}, {}, [-18, 6, 12]),
    ({"bid": 2}, {"stake": 5}, [20, -10, -10]),
]


@pytest.mark.rule("DD-23", "DD-26", "DD-29")
@pytest.mark.parametrize(("what", "scoring", "expected"), WORKED, ids=str)
def test_worked_figures(what, scoring, expected):
    assert scores(facts(**what), **scoring) == expected


@pytest.mark.rule("DD-23")
@pytest.mark.parametrize(
    ("what", "unit"),
    [
        ({"bid": 1}, 1), ({"bid": 2}, 2), ({"bid": 3}, 3),
        ({"bombs": 1}, 2), ({"bombs": 2}, 4), ({"bombs": 3}, 8), ({"bombs": 5}, 32),
        ({"rockets": 1}, 2), ({"rockets": 1, "bombs": 1}, 4), ({"bid": 3, "bombs": 1}, 6),
        ({"robs": 1}, 2), ({"robs": 2}, 4), ({"robs": 3}, 8),
        ({"bid": 3, "robs": 1}, 6), ({"bid": 3, "robs": 2}, 12), ({"bid": 3, "robs": 3}, 24),
    ],
    ids=str,
)  # fmt: skip
def test_the_unit_of_a_deal(what, unit):
    assert scores(facts(**what)) == [2 * unit, -unit, -unit]
    assert scores(facts(landlord_won=0, **what)) == [-2 * unit, unit, unit]


@pytest.mark.rule("DD-24")
@pytest.mark.parametrize("multiplier", [1, 2, 3])
def test_spring_multiplies_once(multiplier):
    for won in (0, 1):
        sign = 1 if won else -1
        unit = 2 * multiplier
        one = facts(bid=2, spring=1, landlord_won=won)
        expected = [sign * 2 * unit, -sign * unit, -sign * unit]
        assert scores(one, spring_multiplier=multiplier) == expected
        assert scores(facts(bid=2, landlord_won=won), spring_multiplier=multiplier) == [
            sign * 4, -sign * 2, -sign * 2,
        ]  # fmt: skip


@pytest.mark.rule("DD-24")
@pytest.mark.parametrize(
    ("name", "multiplier"),
    [("standard", 3), ("call-and-rob", 3), ("rlcard", 1), ("douzero", 1), ("openspiel", 2)],
)
def test_spring_of_the_profiles(name, multiplier):
    variant = PRESETS[name]
    assert variant.scoring.spring_multiplier == multiplier
    result = np.asarray(variant.scores(facts(spring=1)))[0].tolist()
    assert result == [2 * multiplier, -multiplier, -multiplier]


@pytest.mark.rule("DD-26")
@pytest.mark.parametrize("landlord", range(3))
@pytest.mark.parametrize("won", [0, 1])
def test_the_landlord_settles_with_each_peasant(landlord, won):
    expected = [-3 if won else 3] * 3
    expected[landlord] = 6 if won else -6
    assert scores(facts(bid=3, landlord=landlord, landlord_won=won)) == expected


@pytest.mark.rule("DD-26")
def test_a_cap_limits_the_whole_multiplier():
    rich = facts(bid=3, bombs=3, rockets=1, spring=1)  # 3 · 16 · 3 = 144
    assert scores(rich) == [288, -144, -144]
    assert scores(rich, cap=144) == [288, -144, -144]
    assert scores(rich, cap=143) == [286, -143, -143]
    assert scores(rich, cap=10) == [20, -10, -10]
    assert scores(rich, cap=1) == [2, -1, -1]
    # The stake is not a part of the multiplier.
    assert scores(rich, cap=10, stake=7) == [140, -70, -70]
    assert scores(facts(bid=3), cap=10) == [6, -3, -3]
    # Robs, showing and doubling are parts of it.
    assert scores(facts(bid=3, robs=3), cap=12) == [24, -12, -12]
    assert scores(facts(bid=3, open_multiplier=5), cap=12) == [24, -12, -12]
    assert scores(facts(bid=3, doubled=[1, 1, 1]), cap=10) == [20, -10, -10]
    assert scores(facts(bid=3, doubled=[1, 1, 0]), cap=10) == [16, -10, -6]


@pytest.mark.rule("DD-29")
@pytest.mark.parametrize(
    ("doubled", "expected"),
    [
        ([0, 0, 0], [2, -1, -1]),
        ([1, 0, 0], [4, -2, -2]),
        ([0, 1, 0], [3, -2, -1]),
        ([0, 0, 1], [3, -1, -2]),
        ([0, 1, 1], [4, -2, -2]),
        ([1, 1, 0], [6, -4, -2]),
        ([1, 0, 1], [6, -2, -4]),
        ([1, 1, 1], [8, -4, -4]),
    ],
)
def test_every_doubling(doubled, expected):
    assert scores(facts(doubled=doubled)) == expected
    assert scores(facts(doubled=doubled, landlord_won=0)) == [-value for value in expected]


@pytest.mark.rule("DD-29")
def test_doubling_with_another_landlord():
    assert scores(facts(landlord=2, doubled=[0, 1, 1])) == [-2, -4, 6]
    assert scores(facts(landlord=1, doubled=[1, 0, 0], landlord_won=0)) == [2, -3, 1]


@pytest.mark.rule("DD-25")
def test_showing_multiplies_either_way():
    assert scores(facts(bid=3, open_multiplier=2)) == [12, -6, -6]
    assert scores(facts(bid=3, open_multiplier=2, landlord_won=0)) == [-12, 6, 6]


@pytest.mark.rule("DD-26")
def test_a_void_deal_pays_nothing():
    void = facts(landlord=-1, landlord_won=0, bid=0, plays=[0, 0, 0], cards_left=[17, 17, 17])
    assert scores(void) == [0, 0, 0]
    assert scores(void, cap=1, stake=9) == [0, 0, 0]


@pytest.mark.rule("DD-26")
def test_many_deals_at_once_are_scored_as_each_alone():
    rng = np.random.default_rng(26)
    n = 500
    many = {
        "landlord": rng.integers(-1, 3, n),
        "bid": rng.integers(1, 4, n), "robs": rng.integers(0, 4, n),
        "bombs": rng.integers(0, 5, n), "rockets": rng.integers(0, 2, n),
        "spring": rng.integers(0, 2, n), "open_multiplier": rng.integers(1, 6, n),
        "doubled": rng.integers(0, 2, (n, 3)), "plays": rng.integers(0, 9, (n, 3)),
        "cards_left": rng.integers(1, 18, (n, 3)), "redeals": rng.integers(0, 3, n),
        "first_bidder": rng.integers(0, 3, n),
    }  # fmt: skip
    void, last = many["landlord"] == -1, rng.integers(0, 3, n)
    many["cards_left"][range(n), last] = 0  # somebody has gone out
    many["cards_left"][void] = 17
    many["landlord_won"] = (last == many["landlord"]).astype(int)
    many["bid"][void] = 0
    kept = {name: array.copy() for name, array in many.items()}
    variant = chupai.Variant(
        rules=doudizhu.Rules(), scoring=doudizhu.Scoring(cap=300, stake=2, spring_multiplier=3)
    )
    together = np.asarray(variant.scores(many))
    assert together.shape == (n, 3)
    assert not together.sum(axis=1).any()
    alone = [
        np.asarray(variant.scores({name: array[i : i + 1] for name, array in many.items()}))[0]
        for i in range(n)
    ]
    assert together.tolist() == [row.tolist() for row in alone]
    assert all(np.array_equal(many[name], kept[name]) for name in many)
    # The formula of the rule page, written out once more with plain integers.
    for i in range(n):
        landlord = int(many["landlord"][i])
        if landlord < 0:
            assert together[i].tolist() == [0, 0, 0]
            continue
        m = int(many["bid"][i]) * int(many["open_multiplier"][i])
        m *= 2 ** int(many["robs"][i] + many["bombs"][i] + many["rockets"][i])
        m *= 3 if many["spring"][i] else 1
        row = [0, 0, 0]
        for seat in {0, 1, 2} - {landlord}:
            doubles = int(many["doubled"][i, landlord] + many["doubled"][i, seat])
            pays = 2 * min(300, m * 2**doubles) * (1 if many["landlord_won"][i] else -1)
            row[seat] -= pays
            row[landlord] += pays
        assert together[i].tolist() == row


# Facts as they come about in play.


def end_facts(hands, *moves, variant=FIXED, **more):
    """Play a position to the end, in which nobody has played before, unless said."""
    more = {"plays": [0, 0, 0]} | more
    state = play(variant.position(hands=hands, landlord=0, **more), *moves)
    assert state.is_over
    return state


@pytest.mark.rule("DD-24")
def test_spring_when_the_peasants_never_played():
    hands = ["333344445566789TJQKA", "5566777888999TTTJ", "JJQQQKKKAAA2222BR"]
    state = end_facts(hands, "3456789TJQKA", "pass", "pass", "333444+56")
    assert state.facts()["spring"] == 1
    assert plain(state.facts()["plays"]) == [2, 0, 0]
    assert plain(state.scores()) == [6, -3, -3]
    # The same after the landlord's first play.
    state = end_facts(["33344456", *hands[1:]], "333444+56", plays=[1, 0, 0])
    assert state.facts()["spring"] == 1
    assert plain(state.facts()["plays"]) == [2, 0, 0]
    assert plain(state.scores()) == [6, -3, -3]


@pytest.mark.rule("DD-24")
@pytest.mark.parametrize("player", [1, 2])
def test_no_spring_when_one_peasant_played(player):
    answers = {1: ("5", "pass"), 2: ("pass", "8")}[player]
    hands = ["3333444555666777888R", "45679999TTTTJJJJQ", "8QQQKKKKAAAA2222B"]
    state = end_facts(hands, "3", *answers, "R", "pass", "pass", "333444555666777888")
    assert state.facts()["spring"] == 0
    assert plain(state.facts()["plays"]) == [3, int(player == 1), int(player == 2)]
    assert plain(state.scores()) == [2, -1, -1]
    # Nor when he did so before the position.
    hands = ["4", *hands[1:]]
    hands[player] = hands[player][1:]
    state = end_facts(hands, "4", plays=[2, int(player == 1), int(player == 2)])
    assert state.facts()["spring"] == 0
    assert plain(state.scores()) == [2, -1, -1]


@pytest.mark.rule("DD-24")
def test_spring_when_the_landlord_played_only_once():
    hands = ["33344455566677772222", "34689TJQQKKAAAABR", "5888999TTTJJJQQKK"]
    moves = ("pass", "5", "pass", "pass", "888999TTTJJJ+QQKK")
    state = end_facts(hands, "3", *moves)
    assert state.facts()["spring"] == 1
    assert plain(state.facts()["plays"]) == [1, 0, 2]
    assert plain(state.scores()) == [-6, 3, 3]
    # The same with his only play on the table.
    hands[0] = hands[0][1:]
    state = end_facts(hands, *moves, turn=1, to_beat="3", plays=[1, 0, 0])
    assert state.facts()["spring"] == 1
    assert plain(state.facts()["plays"]) == [1, 0, 2]
    assert plain(state.scores()) == [-6, 3, 3]


@pytest.mark.rule("DD-24")
def test_no_spring_when_the_landlord_played_twice():
    hands = ["33344455566667772222", "57888999TTTJJJQQQ", "3489TJQKKKKAAAABR"]
    moves = ("5", "pass", "6", "7", "pass", "pass", "888999TTTJJJQQQ")
    state = end_facts(hands, "3", *moves)
    assert state.facts()["spring"] == 0
    assert plain(state.facts()["plays"]) == [2, 3, 0]
    assert plain(state.scores()) == [-2, 1, 1]
    # The same with the first of the two plays on the table.
    hands[0] = hands[0][1:]
    state = end_facts(hands, *moves, turn=1, to_beat="3", plays=[1, 0, 0])
    assert state.facts()["spring"] == 0
    assert plain(state.facts()["plays"]) == [2, 3, 0]
    assert plain(state.scores()) == [-2, 1, 1]


@pytest.mark.rule("DD-24")
def test_a_landlord_out_in_a_single_play_counts_once():
    hands = ["3334445556667778899T", "345678899TTTJJJJQ", "QQQKKKKAAAA2222BR"]
    state = end_facts(hands, "333444555666777+8899T")
    assert state.facts()["spring"] == 1
    assert plain(state.facts()["plays"]) == [1, 0, 0]
    assert plain(state.scores()) == [6, -3, -3]


@pytest.mark.rule("DD-23", "DD-24")
def test_everybodys_bombs_count():
    hands = ["3333555577788899TTTA", "44449JJJQQQKKKAA2", "6666789TJQKA222BR"]
    moves = ["A", "4444", "6666", "pass", "pass", "222", "pass", "pass", "789TJQKA"]
    state = end_facts(hands, *moves, "pass", "pass", "BR", variant=PRESETS["standard"], bid=3)
    got = state.facts()
    assert (got["bombs"], got["rockets"], got["bid"], got["spring"]) == (2, 1, 3, 1)
    # 3 · 2² · 2 · 3: the landlord played once and kept his own bombs.
    assert plain(state.scores()) == [-144, 72, 72]


@pytest.mark.rule("DD-23")
def test_facts_of_a_position_go_on_from_those_given():
    standard = PRESETS["standard"]
    more = {"bid": 2, "bombs": 1, "plays": [4, 2, 1]}
    state = end_facts(["3", "56", "78"], "3", variant=standard, **more)
    assert (state.facts()["bid"], state.facts()["bombs"], state.facts()["spring"]) == (2, 1, 0)
    assert plain(state.facts()["plays"]) == [5, 2, 1]
    assert plain(state.scores()) == [8, -4, -4]
    # One bomb was played before that on the table; the rocket comes on top.
    more = {"bid": 2, "bombs": 2, "to_beat": "AAAA", "plays": [4, 2, 3]}
    state = end_facts(["BR", "56", "78"], "BR", variant=standard, **more)
    assert (state.facts()["bombs"], state.facts()["rockets"]) == (2, 1)
    assert plain(state.facts()["plays"]) == [5, 2, 3]
    assert plain(state.scores()) == [32, -16, -16]


@pytest.mark.rule("DD-05", "DD-23")
def test_robs_and_the_rocket_of_a_position_count():
    rob = PRESETS["call-and-rob"]
    more = {"robs": 2, "rockets": 1, "plays": [4, 2, 1]}
    state = end_facts(["3", "56", "78"], "3", variant=rob, **more)
    got = state.facts()
    assert (got["bid"], got["robs"], got["bombs"], got["rockets"]) == (3, 2, 0, 1)
    assert plain(state.scores()) == [48, -24, -24]


@pytest.mark.rule("DD-24")
def test_whoever_has_fewer_cards_than_dealt_has_played():
    """Unless the position says otherwise, the landlord twice, so that an endgame is no spring."""
    state = play(FIXED.position(hands=["3", "56", "78"], landlord=0), "3")
    assert state.facts()["spring"] == 0
    assert plain(state.facts()["plays"]) == [3, 1, 1]
    dealt = FIXED.deal(seed=1)
    full = [dealt.hand(seat) for seat in range(3)]
    assert plain(FIXED.position(hands=full, landlord=0).facts()["plays"]) == [0, 0, 0]
    less = [full[0][2:], *full[1:]]
    assert plain(FIXED.position(hands=less, landlord=0).facts()["plays"]) == [2, 0, 0]
    less[2] = full[2][1:]
    assert plain(FIXED.position(hands=less, landlord=0).facts()["plays"]) == [2, 0, 1]


@pytest.mark.rule("DD-24")
def test_one_card_less_is_one_play():
    """A landlord who lacks a single card cannot have played twice, whoever is to move."""
    dealt = FIXED.deal(seed=1)
    hands = [dealt.hand(seat) for seat in range(3)]
    played, hands[0] = hands[0][0], hands[0][1:]
    assert plain(FIXED.position(hands=hands).facts()["plays"]) == [1, 0, 0]
    tabled = FIXED.position(hands=hands, turn=1, to_beat=played)
    assert plain(tabled.facts()["plays"]) == [1, 0, 0]
    answer, hands[1] = hands[1][-1], hands[1][:-1]
    answered = FIXED.position(hands=hands, turn=2, to_beat=answer)
    assert plain(answered.facts()["plays"]) == [1, 1, 0]


@pytest.mark.rule("DD-21", "DD-23")
def test_quad_chains_do_not_multiply():
    quads = chupai.Variant(rules=doudizhu.Rules(auction="fixed", quad_chains=True))
    hands = ["33334444555566667777", "88889999TTTTJJJJQ", "QQQKKKKAAAA2222BR"]
    moves = ("33334444", "pass", "pass", "555566667777")
    state = end_facts(hands, *moves, variant=quads)
    assert state.facts()["bombs"] == 0
    assert plain(state.scores()) == [6, -3, -3]
    more = {"variant": quads, "plays": [3, 2, 1]}
    state = end_facts(["333344445", "77", "88"], "33334444", "pass", "pass", "5", **more)
    assert state.facts()["bombs"] == 0
    assert plain(state.scores()) == [2, -1, -1]


@pytest.mark.rule("DD-24", "DD-26")
@pytest.mark.parametrize("name", [*PRESETS, *ODD])
def test_facts_and_scores_of_random_deals_agree(name):
    variant = (PRESETS | ODD)[name]
    for index in range(40):
        state = random_end(variant.deal(seed=26, index=index), seed=index)
        got = {key: plain(value) for key, value in state.facts().items()}
        row = plain(state.scores())
        assert sum(row) == 0
        landlord = got["landlord"]
        if landlord < 0:
            continue
        plays = got["plays"]
        peasants = [plays[seat] for seat in range(3) if seat != landlord]
        spring = peasants == [0, 0] if got["landlord_won"] else plays[landlord] == 1
        assert got["spring"] == int(spring)
        assert (got["cards_left"][landlord] == 0) == bool(got["landlord_won"])
        moves = [str(move) for _, move in state.history]
        assert got["rockets"] == moves.count("BR")
        kinds = [move.kind for _, move in state.history]
        assert got["bombs"] == kinds.count("bomb")
        assert (row[landlord] > 0) == bool(got["landlord_won"])
        batch = {key: np.array([value]) for key, value in got.items()}
        assert np.asarray(variant.scores(batch))[0].tolist() == row


@pytest.mark.rule("DD-05", "DD-23")
def test_a_robbed_deal_from_auction_to_score():
    state = bids(chupai.variant("doudizhu/call-and-rob").deal(seed=3, first_bidder=1), "crrr")
    state = random_end(state, seed=3)
    got = state.facts()
    unit = 24 * 2 ** (got["bombs"] + got["rockets"]) * (3 if got["spring"] else 1)
    assert abs(plain(state.scores())[1]) == 2 * unit
