"""Tests of the reference of Shengji's scores and matches: against the book's printed figures."""

from random import Random

import pytest

from reference import shengji_match, shengji_score
from shengji_facts import BOOK, KITTY, deal, last_trick, printed, random_deal, random_scoring

# --- the kitty -----------------------------------------------------------------------------------


def points(facts, decks=2, **scoring):
    return shengji_score.attackers_points(facts, BOOK | scoring, decks)


@pytest.mark.parametrize(("decks", "width", "length", "throw", "multiplier"), KITTY)
def test_kitty_of_the_competition_rules(decks, width, length, throw, multiplier):
    assert points(last_trick(width, length, throw), decks) == 35 + 10 * multiplier
    assert points(last_trick(width, length, throw) | {"last_winner": 2}, decks) == 35


@pytest.mark.parametrize("throw", [False, True])
def test_kitty_of_platforms(throw):
    for (width, length), multiplier in {
        (1, 1): 2, (2, 1): 4, (2, 2): 8, (2, 3): 16, (3, 1): 6, (3, 2): 18, (4, 1): 8, (4, 2): 32,
    }.items():  # fmt: skip
        facts = last_trick(width, length, throw)
        assert points(facts, kitty_multiplier="power") == 35 + 10 * multiplier
        single = points(facts, kitty_multiplier="power", single_multiplier=1)
        assert single == 35 + 10 * (1 if width == 1 else multiplier)


def test_written_tables():
    table = {(1, 1): 5, (2, 1): 7, (2, 2): 11, "throw_of_singles": 13, "throw": None}
    for facts, expected in (
        (last_trick(1, 1), 5), (last_trick(2, 2), 11), (last_trick(1, 1, True), 13),
        (last_trick(2, 1, True), 7),
    ):  # fmt: skip
        assert points(facts, kitty_multiplier=table) == 35 + 10 * expected
    by_unit = table | {"throw_of_singles": None}
    assert points(last_trick(1, 1, True), kitty_multiplier=by_unit) == 35 + 50
    every_throw = by_unit | {"throw": 17}
    assert points(last_trick(1, 1, True), kitty_multiplier=every_throw) == 35 + 170
    assert points(last_trick(2, 1, True), kitty_multiplier=every_throw) == 35 + 170
    assert points(last_trick(2, 1), kitty_multiplier=every_throw) == 35 + 70


def test_who_digs():
    for lead, winner, digs in ((0, 0, ""), (0, 1, "w"), (1, 1, "lw")):
        facts = last_trick(1, 1, last_lead_trump=lead, last_winner_trump=winner)
        assert points(facts, dig_with="any") == 55
        assert points(facts, dig_with="trump_lead") == (55 if "l" in digs else 35)
        assert points(facts, dig_with="trump_winner") == (55 if "w" in digs else 35)


def test_penalties():
    facts = deal(60, failed_throws=[1, 2, 0, 1], cards_returned=[3, 4, 0, 2])
    assert points(facts) == 60
    assert points(facts, throw_penalty=10) == 60 + 10 - 30
    assert points(facts, throw_penalty=10, throw_penalty_per="card") == 60 + 30 - 60
    turned = facts | {"declarer": 3}
    assert points(turned, throw_penalty=10) == 60 + 30 - 10


def test_cap():
    facts = last_trick(2, 4) | {"kitty_points": 80, "attackers_points": 120}
    assert points(facts) == 920
    assert points(facts, cap="pack") == 200
    assert points(facts, 3, cap="pack") == 300
    assert points(facts, cap=350) == 350
    assert points(deal(200, failed_throws=[1, 0, 0, 0]), throw_penalty=10, cap="pack") == 200


# --- levels --------------------------------------------------------------------------------------


def change(score, decks, **scoring):
    taken, gain = shengji_score.level_changes(score, BOOK | scoring, decks)
    return gain if taken else -gain


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_printed_levels(decks):
    table = dict(printed(decks))
    assert len(table) == 28 * decks
    for score, expected in table.items():
        assert change(score, decks) == expected, score
    # Every 20, 40 or 60 points more or less are one level more.
    step = 20 * decks
    for more in range(1, 4):
        for score in range(5, step + 1, 5):
            assert change(-step * more - score, decks) == -4 - more
        for score in range(0, step, 5):
            assert change(100 * decks + step * more + score, decks) == 3 + more


def test_levels_of_four_decks():
    assert [change(p, 4) for p in (-5, 0, 5, 80, 155, 160, 235, 240)] == [
        -4, -3, -2, -1, -1, 0, 0, 1,
    ]  # fmt: skip


def test_other_steps():
    fast = {"step": 20, "turnover": 80}
    assert [change(p, 2, **fast) for p in (0, 5, 20, 40, 60, 75, 80, 95, 100, 120, 200)] == [
        -5, -4, -3, -2, -1, -1, 0, 0, 1, 2, 6,
    ]  # fmt: skip
    changzhou = {"step": 10, "turnover": 160}
    assert [change(p, 4, **changzhou) for p in (-5, 0, 5, 155, 160, 400)] == [
        -18, -17, -16, -1, 0, 24,
    ]  # fmt: skip
    assert [change(p, 2, step=20) for p in (0, 5, 35, 40, 60)] == [-3, -2, -1, 0, 1]


def test_scores():
    assert shengji_score.scores(deal(80), BOOK, 2) == [-1, 1, -1, 1]
    assert shengji_score.scores(deal(120, declarer=3), BOOK, 2) == [2, -2, 2, -2]
    assert shengji_score.scores(deal(75), BOOK, 2) == [1, -1, 1, -1]
    assert shengji_score.scores(deal(0, declarer=1), BOOK, 2) == [-3, 3, -3, 3]


@pytest.mark.parametrize("seed", range(200))
def test_scores_go_up_with_the_points_and_add_up_to_nothing(seed):
    rng = Random(seed)
    decks = rng.choice([1, 2, 3, 4])
    facts, scoring = random_deal(rng, decks), random_scoring(rng)
    scored = shengji_score.scores(facts, scoring, decks)
    assert sum(scored) == 0
    assert scored[0] == scored[2]
    better = facts | {"attackers_points": facts["attackers_points"] + 5}
    attacker = (facts["declarer"] + 1) % 4
    assert shengji_score.scores(better, scoring, decks)[attacker] >= scored[attacker]


# --- matches -------------------------------------------------------------------------------------

MATCH = {
    "form": "level", "deals": None, "levels": "23456789TJQKA", "must_play": "", "hook": "off",
    "fail_last": None,
}  # fmt: skip


def match(at="22", declarer=0, **switches):
    """A match in which seat 0 declares next, the sides at these levels."""
    made = shengji_match.Match(MATCH | switches, BOOK, 2)
    made.levels = list(at)
    made.declarer = declarer
    return made


def after(points, made, **facts):
    """Levels and declarer after a deal with so many points of the attackers."""
    made.add(deal(points, level=made.level, declarer=made.declarer, **facts))
    return "".join(made.levels), made.declarer


def test_the_first_deal():
    made = shengji_match.Match(MATCH | {"levels": "9TJQKA"}, BOOK, 2)
    assert (made.level, made.declarer) == ("9", None)
    made.add(deal(40, declarer=3, level="9"))
    assert (made.levels, made.declarer, made.level) == (["9", "T"], 1, "T")


def test_who_declares_next():
    for declarer in range(4):
        assert after(40, match(declarer=declarer))[1] == (declarer + 2) % 4
        assert after(80, match(declarer=declarer)) == ("22", (declarer + 1) % 4)


def test_levels_are_won():
    assert after(0, match("59"))[0] == "89"
    assert after(-5, match("59"))[0] == "99"
    assert after(80, match("59"))[0] == "59"
    assert after(160, match("59"))[0] == "5J"
    assert after(160, match("59", declarer=1))[0] == "79"
    assert after(0, match("5K", levels="5TK"))[0] == "KK"


def test_levels_that_must_be_played():
    """The two examples of the book, and what is like them."""
    assert after(5, match("95", must_play="T"))[0] == "T5"
    assert after(120, match("9T", must_play="T"))[0] == "9T"
    assert after(5, match("95"))[0] == "J5"
    assert after(120, match("9T"))[0] == "9J"
    # A side is stopped by the first, and leaves it as declarer.
    assert after(0, match("95", must_play="TJ"))[0] == "T5"
    assert after(0, match("T5", must_play="TJ"))[0] == "J5"
    assert after(0, match("T5", must_play="T"))[0] == "K5"
    assert after(160, match("59", must_play="T"))[0] == "5T"
    assert after(240, match("59"))[0] == "5K"
    # The last level is one of them.
    assert after(0, match("Q5"))[0] == "A5"
    assert after(320, match("5K"))[0] == "5A"
    assert after(320, match("5A"))[0] == "5A"


def test_the_last_level_wins():
    made = match("A5")
    assert after(75, made) == ("A5", 2)
    assert made.winner == 0
    with pytest.raises(ValueError, match="over"):
        made.add(deal())
    made = match("AA")
    after(80, made)
    assert made.winner is None
    assert after(75, made) == ("AA", 3)
    assert made.winner == 1
    made = match("K5")
    after(0, made)
    assert made.winner is None


def test_the_hook():
    won = {"last_winner": 1, "winning": 1}
    assert after(80, match("J5", hook="any"), **won)[0] == "25"
    assert after(80, match("J5"), **won)[0] == "J5"
    assert after(80, match("J5", hook="by_suit"), **won)[0] == "85"
    assert after(80, match("J5", hook="by_suit"), **won | {"winning": 2})[0] == "25"
    assert after(160, match("J5", hook="any"), **won)[0] == "27"
    # Not held; by the declarers; without a jack; at another level.
    assert after(75, match("J5", hook="any"), **won)[0] == "Q5"
    assert after(80, match("J5", hook="any"), **won | {"last_winner": 2})[0] == "J5"
    assert after(80, match("J5", hook="any"), **won | {"winning": 0})[0] == "J5"
    assert after(80, match("T5", hook="any"), **won)[0] == "T5"
    # Three levels back, but not below the first.
    assert after(80, match("J9", hook="by_suit", levels="9TJQKA"), **won)[0] == "99"
    assert after(80, match("JT", hook="by_suit", levels="5TJQKA"), **won)[0] == "5T"


def test_failing_at_the_last_level():
    made = match("A2", fail_last=3)
    for _ in range(2):
        after(80, made)  # seat 1 declares
        assert made.levels == ["A", "2"]
        after(80, made)  # seat 2 or 0 again
    assert after(80, made)[0] == "22"
    made = match("A2")
    for _ in range(9):
        assert after(80, made)[0] == "A2"
    # In a row: what is held between counts.
    made = match("A2", fail_last=2, form="deals", deals=99)
    for points, level in ((80, "A"), (40, "A"), (80, "A"), (80, "2")):
        if made.declarer % 2:
            after(80, made)
        assert after(points, made)[0][0] == level
    # With the hook at the same time.
    made = match("J5", levels="56789TJ", hook="by_suit", fail_last=1)
    assert after(80, made, last_winner=1, winning=1)[0] == "55"


def test_ends_by_deals():
    made = match("22", deals=2, form="deals")
    after(40, made)
    assert made.winner is None
    after(80, made)
    assert (made.levels, made.winner) == (["3", "2"], 0)
    # Equal: whose turn it is to declare.
    made = match("22", deals=1, form="deals")
    after(80, made)
    assert (made.levels, made.winner) == (["2", "2"], 1)
