"""Runs and matches of Big Two: what is kept, saved, summed up, played at a table."""

import json
from dataclasses import replace

import numpy as np
import pytest

import chupai
from chupai import batch, big2
from chupai.estimates import reach

NAMES = [name for name in chupai.variants() if name.startswith("big2/")]

EXTRAS = {
    "forced": chupai.Variant(
        rules=big2.Rules(top_rule="forced", bare_quad="as_quads", instant_wins=("four_twos",)),
        scoring=big2.Scoring(card_values="pips", winner_bonus=5, liability="could_have_stopped"),
    ),
    "seven": chupai.Variant(
        rules=big2.Rules(players=7, decks=2, remainder="discard", end="all_out"),
        scoring=big2.Scoring(settlement="place", stake=10),
    ),
}
VARIANTS = [*NAMES, *EXTRAS.values()]
IDS = [*NAMES, *EXTRAS]

WHOLE = ["winner", "instant", "not_highest", "could_have_stopped", "culprit_passed", "leader",
         "redeals", "swapped", "revolutions"]  # fmt: skip
EACH = ["cards_left", "unplayed", "place", "twos_left", "monsters_left", "pips_left",
        "deduction_left", "spade_aces_left", "plays"]  # fmt: skip


def run(variant, games=600, seed=5, **kwargs):
    return chupai.simulate(variant, games, seed=seed, **kwargs)


def same(a, b):
    """The same counts, whatever else was kept."""
    assert a.games == b.games
    assert np.array_equal(a.counts, b.counts)
    for ours, theirs in ((a.rows, b.rows), (a.histograms, b.histograms)):
        assert list(ours) == list(theirs)
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_what_is_kept_does_not_change_what_is_counted(variant, monkeypatch):
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 250)
    stats, scores, facts = (run(variant, keep=keep) for keep in ("stats", "scores", "facts"))
    assert np.array_equal(scores.scores, facts.scores)
    assert facts.scores.dtype == np.int64
    assert facts.scores.shape == (600, facts.variant.seats)
    same(stats.tally, facts.tally)
    same(scores.tally, facts.tally)
    parts = [run(variant, games=300, first=first) for first in (0, 300)]
    assert chupai.merge(parts).digest() == stats.digest()
    rows = facts.tally.rows
    for seat in range(facts.variant.seats):
        here = rows["seat"] == seat
        counts = facts.tally.counts[here].astype(int)
        assert counts.sum() == 600
        assert counts @ rows["points"][here] == facts.scores[:, seat].sum()
        assert counts @ rows["won"][here] == (facts.facts["winner"] == seat).sum()


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_facts_have_names_shapes_and_sense(variant):
    result = run(variant, keep="facts")
    facts, seats, rules = result.facts, result.variant.seats, result.variant.rules
    assert list(facts) == [*WHOLE[:2], *EACH[:3], *WHOLE[2:5], *EACH[3:], *WHOLE[5:]]
    for name, column in facts.items():
        assert column.shape == ((600,) if name in WHOLE else (600, seats))
        assert column.dtype == np.int16
    won = np.take_along_axis(facts["cards_left"], facts["winner"][:, None], axis=1)[:, 0]
    assert ((won == 0) | (facts["instant"] > 0)).all()
    assert ((facts["plays"] == 0) == (facts["unplayed"] == 1)).all()
    assert (facts["pips_left"] >= 3 * facts["cards_left"]).all()
    assert (facts["pips_left"] <= 15 * facts["cards_left"]).all()
    last = facts["place"].max(axis=1)
    assert (last == (seats if rules.end == "all_out" else 1)).all()
    culprit = facts["could_have_stopped"]
    assert ((culprit == -1) | (culprit == facts["not_highest"])).all()


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_what_is_saved_loads_as_the_same_result(variant, keep, tmp_path):
    seats = chupai.variant(variant).seats if isinstance(variant, str) else variant.seats
    setup = big2.Setup(leader=1, first_card=2, given={0: "3D AS"})
    agents = ["lowest", *["random"] * (seats - 1)]
    result = run(variant, games=60, keep=keep, agents=agents, setup=setup)
    result.save(tmp_path / "deals.npz")
    loaded = chupai.load(tmp_path / "deals.npz")
    assert loaded.digest() == result.digest()
    assert (loaded.variant, loaded.setup, loaded.games) == (result.variant, setup, 60)
    assert loaded.summary().to_dict() == result.summary().to_dict()


@pytest.mark.parametrize("agents", ["random", "lowest"])
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_threads_change_nothing(variant, agents):
    digests = {
        run(variant, games=3000, agents=agents, threads=threads, keep=keep).digest()
        for threads in (1, 2)
        for keep in ("stats",)
    }
    assert len(digests) == 1


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_the_summary_agrees_with_the_facts(variant):
    result = run(variant, keep="facts")
    told, facts, scores = result.summary(), result.facts, result.scores
    seats = result.variant.seats
    assert [(line.seat, line.role) for line in told.seats] == [(s, "any") for s in range(seats)]
    for line in told.seats:
        assert line.deals == 600
        assert line.win_rate.value == pytest.approx((facts["winner"] == line.seat).mean())
        assert line.mean_score.value == pytest.approx(scores[:, line.seat].mean())
        half = reach(600) * scores[:, line.seat].std(ddof=1) / 600**0.5
        assert line.mean_score.margin == pytest.approx(half)
    for name in ("cards_left", "unplayed", "twos_left", "monsters_left"):
        assert getattr(told, name) == pytest.approx(facts[name].sum() / 600)
    for name in ("not_highest", "could_have_stopped"):
        assert getattr(told, name).value == pytest.approx((facts[name] >= 0).mean())
    for name in ("culprit_passed", "redeals", "swapped", "revolutions"):
        assert getattr(told, name) == pytest.approx(facts[name].mean())
    assert told.plays == pytest.approx(tuple(facts["plays"].mean(axis=0)))
    assert told.leads == pytest.approx(
        tuple((facts["leader"] == seat).mean() for seat in range(seats))
    )
    assert sum(told.instant_wins.values()) == (facts["instant"] > 0).sum()
    if told.places is None:
        assert result.variant.rules.end == "first_out"
    else:
        for seat, shares in enumerate(told.places):
            wanted = [(facts["place"][:, seat] == place + 1).mean() for place in range(seats)]
            assert shares == pytest.approx(tuple(wanted))
    data = json.loads(json.dumps(told.to_dict(), allow_nan=False))
    assert data["games"] == 600
    text = str(told)
    for label in ("cards left a deal", "let the winner out", "leads, by seat", "plays a deal"):
        assert label in text


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_no_deals_are_a_result_too(keep):
    for variant in ("big2/hong-kong", "big2/taiwan"):
        nothing = run(variant, games=0, keep=keep)
        same(nothing.tally, (nothing + nothing).tally)
        assert (nothing + run(variant, games=50, keep=keep)).digest() == run(
            variant, games=50, keep=keep
        ).digest()
        assert "0 deals" in str(nothing.summary())
    assert chupai.simulate_matches("big2/bloody", 0, deals=3).tally.games == 0


def test_points_far_apart_are_counted_too():
    """A seat's points need not lie near each other to be counted by their number."""
    scoring = big2.Scoring(stake=10**12)
    result = run(chupai.Variant(rules=big2.HONG_KONG, scoring=scoring), keep="scores")
    plain = run(chupai.Variant(rules=big2.HONG_KONG), keep="scores")
    assert np.array_equal(result.scores, plain.scores * 10**12)
    assert np.array_equal(result.tally.counts, plain.tally.counts)
    assert np.array_equal(result.tally.rows["points"], plain.tally.rows["points"] * 10**12)
    with pytest.raises(OverflowError, match="64 bits"):
        run(chupai.Variant(rules=big2.HONG_KONG, scoring=big2.Scoring(stake=2**62)))


# --- tables --------------------------------------------------------------------------------------


def as_random(view, rng):
    """Uniform over the legal moves, by the numbers of the seat."""
    moves = view.legal_moves()
    return moves[int(rng.integers(len(moves)))]


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_tables_play_the_deals_of_runs(variant):
    result = run(variant, games=12, keep="facts", agents="lowest", leader=1)
    table = chupai.Table(variant, "lowest", leader=1)
    for index in range(12):
        deal = table.play(5, index)
        assert deal.scores == tuple(result.scores[index])
        for name, value in deal.facts.items():
            assert np.array_equal(result.facts[name][index], value), name


@pytest.mark.parametrize("variant", NAMES)
def test_callers_play_at_runs_and_matches(variant):
    result = run(variant, games=3, agents=as_random, keep="facts")
    table = chupai.Table(variant, as_random)
    for index in range(3):
        assert table.play(5, index).scores == tuple(result.scores[index])
    many = chupai.simulate_matches(variant, 3, deals=3, seed=4, agents=as_random, keep="scores")
    for number in range(3):
        one = chupai.Match(variant, as_random, deals=3).run(4, number)
        assert one.totals == tuple(many.totals[number])
        for index, deal in enumerate(one.deals):
            assert deal.paid == tuple(many.scores[many.offsets[number] + index])


# --- matches -------------------------------------------------------------------------------------

MATCHES = {
    "hong-kong": ("big2/hong-kong", {"deals": 5}),
    "lowest": ("big2/hong-kong-place", {"purse": 3000}),
    "bloody": ("big2/bloody", {"deals": 6}),
    "cut": ("big2/two-deck", {"deals": 4, "cut": True}),
    "house": ("big2/taiwan", {"target": 60, "house_seats": (0, 2)}),
}


@pytest.mark.rule("BT-25", "BT-36", "BT-37")
@pytest.mark.parametrize("agents", ["random", "lowest"])
@pytest.mark.parametrize("of", MATCHES)
def test_matches_are_their_deals_with_the_set_ups_of_the_deals_before(of, agents):
    name, switches = MATCHES[of]
    variant = chupai.variant(name)
    many = chupai.simulate_matches(variant, 8, seed=6, agents=agents, keep="scores", **switches)
    assert many.tally.games == many.deals.sum()
    rules = replace(variant.match, **switches)
    for number in range(8):
        leader = roles = None
        for index in range(many.deals[number]):
            first_card = None if rules.cut else 0
            setup = big2.Setup(leader=leader, first_card=first_card, roles=roles)
            state = variant.deal(6, index, match=number, setup=setup)
            while not state.is_over:
                state.play(state.choose(agents))
            facts = state.facts()
            paid = big2.scores(facts, variant.scoring, house=rules.house_seats).tolist()
            assert many.scores[many.offsets[number] + index].tolist() == paid
            if rules.later_lead == "winner":
                leader = facts["winner"]
            if rules.bloody:
                order = sorted(range(4), key=lambda seat: facts["place"][seat])
                if roles is not None and order[0] != roles[0]:
                    order.remove(roles[0])
                    order.append(roles[0])
                roles = tuple(order)
        one = chupai.Match(variant, agents, **switches).run(6, number)
        assert one.totals == tuple(many.totals[number])
        assert one.deals[-1].facts == facts
        assert one.ended_by == many.ended_by[number]


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize("bankruptcy", ["table", "shortfall"])
def test_nobody_ends_a_match_below_nothing(bankruptcy):
    scoring = replace(chupai.variant("big2/hong-kong-place").scoring, bankruptcy=bankruptcy)
    variant = chupai.Variant(
        rules=big2.HONG_KONG, scoring=scoring, match=big2.MatchRules(purse=4000, buy_in=10)
    )
    many = chupai.simulate_matches(variant, 60, seed=3, threads=1)
    assert (many.purses.min(axis=1) == 0).all()
    assert (many.purses.sum(axis=1) == 16000).all()
    assert set(many.ended_by) == {"purse"}
    summary = many.summary()
    assert summary.ended_by == {"purse": 60}
    assert json.dumps(summary.to_dict(), allow_nan=False)
    one = chupai.Match(variant, "random").run(3, 11)
    assert one.purses == tuple(many.purses[11])


@pytest.mark.parametrize("threads", [1, 2])
def test_matches_do_not_depend_on_threads(threads, monkeypatch):
    monkeypatch.setattr("chupai.match.BLOCK", 7)
    many = chupai.simulate_matches("big2/bloody", 30, deals=3, seed=1, threads=threads)
    monkeypatch.undo()
    other = chupai.simulate_matches("big2/bloody", 30, deals=3, seed=1, threads=1)
    assert many.digest() == other.digest()


# --- seats and cuts ------------------------------------------------------------------------------


@pytest.mark.rule("BT-36")
def test_seats_are_drawn_from_high_to_low():
    drawn = [big2.draw_seats(seed, match=3) for seed in range(400)]
    order = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]
    for seats in drawn:
        assert sorted(player for player, _ in seats) == [0, 1, 2, 3]
        places = [order.index(card) for _, card in seats]
        assert places == sorted(set(places), reverse=True)
    firsts = [seats[0][0] for seats in drawn]
    assert all(60 < firsts.count(player) < 140 for player in range(4))
    assert big2.draw_seats(1) == big2.draw_seats(1, match=0, rules=big2.HONG_KONG)
    assert len(big2.draw_seats(1, rules=big2.Rules(players=52))) == 52
    suits = {
        rules.suit_order: [[card for _, card in big2.draw_seats(s, rules=rules)] for s in range(99)]
        for rules in (big2.HONG_KONG, big2.TAIWAN)
    }
    assert suits["DCHS"] != suits["CDHS"]
    with pytest.raises(TypeError, match=r"rules are a big2\.Rules"):
        big2.draw_seats(1, rules=None)
    with pytest.raises(ValueError, match="seed lies between"):
        big2.draw_seats(-1)


@pytest.mark.rule("BT-36")
def test_cuts_count_off_the_seats():
    values = "A23456789TJQK"
    cuts = [big2.cut(7, match=2, index=index) for index in range(3000)]
    assert all(seat == values.index(card[0]) % 4 for card, seat in cuts)
    counts = [sum(cut == card for cut, _ in cuts) for card in {card for card, _ in cuts}]
    assert len(counts) == 52
    assert min(counts) > 25
    three = big2.cut(7, 2, 5, big2.MALAYSIA_3P)
    assert three[1] == values.index(three[0][0]) % 3


@pytest.mark.rule("BT-36")
def test_a_deal_that_is_cut_for_has_the_seat_of_the_cut():
    variant = chupai.variant("big2/two-deck")
    for index in range(30):
        _, seat = big2.cut(4, 1, index, variant.rules)
        cut = variant.deal(4, index, match=1, first_card=None)
        assert cut.turn == variant.deal(4, index, match=1, first_card=seat).turn
    with pytest.raises(chupai.RulesError, match=r"not cut for.*BT-36"):
        chupai.simulate(variant, 1, first_card=None)


# --- comparisons ---------------------------------------------------------------------------------


def test_comparisons_have_a_line_for_each_seat_and_no_roles():
    told = chupai.compare("big2/hong-kong", "big2/natural", 300, threads=1)
    assert [(line.place, line.role) for line in told.lines] == [(s, "any") for s in range(4)]
    told = chupai.compare("lowest", "random", 300, variant="big2/taiwan-3p", threads=1)
    assert told.rotations == 3
    assert told.line(0).scores.difference.low > 0
    with pytest.raises(ValueError, match="no deals in common"):
        chupai.compare("big2/hong-kong", "big2/taiwan-3p", 10)
    with pytest.raises(ValueError, match="no deals in common"):
        chupai.compare("big2/hong-kong", "doudizhu/standard", 10)
