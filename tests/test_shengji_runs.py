"""Runs and matches of Shengji: what is kept, saved, summed up, played at a table."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

import chupai
from chupai import batch, shengji
from chupai.estimates import Estimate, reach
from chupai.shengji.roles import ROLES, roles
from reference.shengji_match import Match as ByHand
from shengji_facts import BOOK

NAMES = [name for name in chupai.variants() if name.startswith("shengji/")]

EXTRAS = {
    "blind": chupai.Variant(
        rules=shengji.Rules(blind_declaring=True, reinforce=False, kitty=12, protect_wider=True),
        scoring=shengji.Scoring(throw_penalty=10, cap="pack", dig_with="trump_lead"),
    ),
    "joker": chupai.Variant(
        rules=shengji.Rules(decks=1, declare_with_joker="by_colour", follow_order="suit_only"),
        scoring=shengji.Scoring(kitty_multiplier="power", single_multiplier=1, step=5),
    ),
    "duplicate": chupai.Variant(
        rules=shengji.Rules(decks=3, declaring="duplicate", throws=False, tractors=False),
    ),
}
VARIANTS = [*NAMES, *EXTRAS.values()]
IDS = [*NAMES, *EXTRAS]

WHOLE = ["declarer", "level", "trump", "attackers_points", "kitty_points", "last_winner",
         "last_width", "last_length", "last_throw", "last_cards", "last_lead_trump",
         "last_winner_trump", "last_level_card"]  # fmt: skip
EACH = ["failed_throws", "cards_returned", "seat_points"]
COUNTS = ["redeals", "declarations", "takers", "kitty_taker"]
AGENTS = ("random", "random_units", "lowest")
GAMES = 400


def needs(variant):
    """What a set-up must say where trumps are declared after the deal."""
    rules = chupai.variant(variant).rules if isinstance(variant, str) else variant.rules
    return {"declarer": 1} if rules.declaring == "duplicate" else {}


def run(variant, games=GAMES, seed=5, **kwargs):
    agents = kwargs.pop("agents", "random_units")
    kwargs = kwargs if "setup" in kwargs else needs(variant) | kwargs
    return chupai.simulate(variant, games, seed=seed, agents=agents, **kwargs)


def same(a, b):
    """The same counts, whatever else was kept."""
    assert a.games == b.games
    assert np.array_equal(a.counts, b.counts)
    for ours, theirs in ((a.rows, b.rows), (a.histograms, b.histograms)):
        assert list(ours) == list(theirs)
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


@pytest.mark.rule("SJ-33")
def test_deals_of_a_variant_have_the_first_level_of_its_matches():
    game = chupai.variant("shengji/constant-two")
    assert game.deal(1).level == game.deal(1, declarer=2).level == "3"
    assert game.deal(1, level="2").level == "2"
    assert game.deal(1, setup=shengji.Setup()).level == "2"
    assert game.deal(1, levels=("5", "6"), declarer=1).level == "6"
    played = chupai.simulate(game, 20, seed=1, keep="facts")
    assert set(played.facts["level"]) == {"23456789TJQKA".index("3")}
    assert chupai.Table(game, "random").play(1).state.level == "3"
    fixed = replace(game, match=shengji.MatchRules(form="deals", levels=None, fixed_level="T"))
    assert fixed.deal(1).level == "T"
    none = replace(game, match=shengji.MatchRules(form="deals", levels=None))
    assert none.deal(1, declarer=0).level is None


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_what_is_kept_does_not_change_what_is_counted(variant, monkeypatch):
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 150)
    stats, scores, facts = (run(variant, keep=keep) for keep in ("stats", "scores", "facts"))
    assert np.array_equal(scores.scores, facts.scores)
    assert (facts.scores.dtype, facts.scores.shape) == (np.int64, (GAMES, 4))
    same(stats.tally, facts.tally)
    same(scores.tally, facts.tally)
    parts = [run(variant, games=GAMES // 2, first=first) for first in (0, GAMES // 2)]
    assert chupai.merge(parts).digest() == stats.digest()
    assert sum(parts).digest() == stats.digest()
    rows, counts = facts.tally.rows, facts.tally.counts.astype(int)
    assert counts.sum() == GAMES
    of = facts.variant
    points = shengji.attackers_points(facts.facts, of.scoring, of.rules.decks)
    assert counts @ rows["points"] == points.sum()
    for seat in range(4):
        here = rows["declarer"] == seat
        assert counts[here].sum() == (facts.facts["declarer"] == seat).sum()


@pytest.mark.parametrize("agents", AGENTS)
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_facts_have_names_shapes_and_sense(variant, agents):
    result = run(variant, games=120, keep="facts", agents=agents)
    facts, rules = result.facts, result.variant.rules
    assert list(facts) == [*WHOLE, *EACH, *COUNTS]
    for name, column in facts.items():
        assert column.shape == ((120, 4) if name in EACH else (120,))
        assert column.dtype == np.int16
    everything = facts["seat_points"].sum(axis=1) + facts["kitty_points"]
    assert (everything == 100 * rules.decks).all()
    first = "23456789TJQKA".index(result.variant.match.levels[0])
    attacks = roles(facts) == ROLES.index("attacker")
    attackers = np.where(attacks, facts["seat_points"], 0).sum(axis=1)
    assert (facts["attackers_points"] == attackers).all()
    assert ((facts["cards_returned"] > 0) == (facts["failed_throws"] > 0)).all()
    for name, least, most in (
        ("trump", 0, 4 if rules.no_trump else 3),
        ("level", first, first),
        ("last_winner", 0, 3),
        ("last_width", 1, rules.decks),
    ):
        assert ((facts[name] >= least) & (facts[name] <= most)).all(), name
    assert ((facts["last_throw"] == 0) | rules.throws).all()
    taken_again = facts["takers"] > 0
    assert ((facts["kitty_taker"] == facts["declarer"]) | taken_again).all()
    assert (not taken_again.any()) or rules.chaodi
    side, _, takes_over = shengji.level_changes(facts, result.variant.scoring, rules.decks)
    assert ((facts["declarer"] + takes_over) % 2 == side).all()
    won = result.scores > 0
    assert np.array_equal(won, np.arange(4) % 2 == side[:, None])


def test_every_fact_is_told_in_the_rule_book():
    text = (Path(__file__).parents[1] / "docs" / "rules" / "shengji.md").read_text("utf-8")
    text = text.partition("## 10 Facts")[2]
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (yes)? *\|", text, re.MULTILINE)
    told = {name: bool(yes) for names, yes in rows for name in re.findall(r"\w+", names)}
    assert told == {name: name in EACH for name in [*WHOLE, *EACH, *COUNTS]}


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_what_is_saved_loads_as_the_same_result(variant, keep, tmp_path):
    setup = shengji.Setup(
        level="5", first_card=2, given={0: "3D AS", "kitty": "5D"}, **needs(variant)
    )
    agents = ["lowest", "random", "random_units", "random"]
    result = run(variant, games=40, keep=keep, agents=agents, setup=setup)
    result.save(tmp_path / "deals.npz")
    loaded = chupai.load(tmp_path / "deals.npz")
    assert loaded.digest() == result.digest()
    assert (loaded.variant, loaded.setup, loaded.games) == (result.variant, setup, 40)
    assert loaded.summary().to_dict() == result.summary().to_dict()


@pytest.mark.parametrize("agents", AGENTS)
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_threads_change_nothing(variant, agents):
    digests = {
        run(variant, games=1500, agents=agents, threads=threads).digest() for threads in (1, 2)
    }
    assert len(digests) == 1


# --- summaries -----------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", ["random", "random_units"])
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_the_summary_agrees_with_the_facts(variant, agents):
    result = run(variant, keep="facts", agents=agents)
    told, facts, scores = result.summary(), result.facts, result.scores
    scoring, decks = result.variant.scoring, result.variant.rules.decks
    role = roles(facts)
    assert [(line.seat, line.role) for line in told.seats] == [
        *((None, name) for name in ROLES),
        *((seat, name) for seat in range(4) for name in ("any", *ROLES)),
    ]
    for line in told.seats:
        seats = slice(None) if line.seat is None else [line.seat]
        here = np.ones((GAMES, 4), dtype=bool)
        if line.role != "any":
            here = role == ROLES.index(line.role)
        theirs = scores[:, seats][here[:, seats]]
        if line.role == "attacker" and line.seat is None:
            theirs = theirs[::2]  # both attackers have the same
        assert line.deals == len(theirs)
        if not len(theirs):  # one seat declares all deals
            assert np.isnan(line.win_rate.value)
            continue
        assert line.win_rate.value == pytest.approx((theirs > 0).mean())
        assert line.mean_score.value == pytest.approx(theirs.mean())
        half = reach(len(theirs)) * theirs.std(ddof=1) / len(theirs) ** 0.5
        assert line.mean_score.margin == pytest.approx(half)
    points = shengji.attackers_points(facts, scoring, decks)
    _, gained, taken = shengji.level_changes(facts, scoring, decks)
    assert told.points.value == pytest.approx(points.mean())
    assert told.takes_over.value == pytest.approx(taken.mean())
    levels = {}
    for over, gain in zip(taken.tolist(), gained.tolist(), strict=True):
        what = f"{'attackers' if over else 'declarers'} +{gain}"
        levels[what] = levels.get(what, 0) + 1
    assert told.levels == levels
    assert told.last_trick.value == pytest.approx(
        ((facts["last_winner"] - facts["declarer"]) % 2).mean()
    )
    assert told.kitty_points == pytest.approx(facts["kitty_points"].mean())
    for name in ("declarations", "redeals", "takers"):
        assert getattr(told, name) == pytest.approx(facts[name].mean())
    for name in ("failed_throws", "seat_points"):
        assert getattr(told, name) == pytest.approx(tuple(facts[name].mean(axis=0)))
    for name, fact, names in (
        ("declares", "declarer", range(4)),
        ("trumps", "trump", ["D", "C", "H", "S", "NT"]),
        ("played_levels", "level", "23456789TJQKA"),
    ):
        shares = {n: (facts[fact] == number).mean() for number, n in enumerate(names)}
        figure = getattr(told, name)
        if name == "declares":
            assert figure == pytest.approx(tuple(shares.values()))
        else:
            assert figure == pytest.approx({n: share for n, share in shares.items() if share})
    data = json.loads(json.dumps(told.to_dict(), allow_nan=False))
    assert data["games"] == GAMES


@pytest.mark.parametrize("setup", [{"level": None}, {"level": "A"}, {"levels": ("3", None)}])
def test_shares_of_levels_are_those_that_were_played(setup):
    setup |= {"declarer": 1} if "levels" in setup else {}
    told = run("shengji/platform-2", games=50, **setup).summary()
    assert list(told.played_levels.items()) == [("A" if setup.get("level") else "none", 1.0)]


@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_labels_and_figures_stand_in_two_columns(variant):
    told = run(variant, games=50).summary()
    shown = str(told).splitlines()
    lines = told.lines()
    width = max(len(label) for label, _ in lines)
    for label, text in lines:
        assert f"{label:{width}}  {text}" in shown
    for label in ("attackers' points", "last trick attackers'", "trumps", "points, by seat"):
        assert label in {label for label, _ in lines}
    assert max(map(len, shown[1:])) <= 90


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_no_deals_are_a_result_too(keep):
    for variant in ("shengji/cn-2", "shengji/four-deck"):
        nothing = run(variant, games=0, keep=keep)
        same(nothing.tally, (nothing + nothing).tally)
        some = run(variant, games=30, keep=keep)
        assert (nothing + some).digest() == some.digest()
        assert "0 deals" in str(nothing.summary())
    assert chupai.simulate_matches("shengji/cn-2", 0, deals=3).tally.games == 0


# --- set-ups -------------------------------------------------------------------------------------

GIVEN = chupai.Variant(rules=shengji.Rules(declaring="given"))


@pytest.mark.rule("SJ-40", "SJ-42", "SJ-45")
@pytest.mark.parametrize(
    ("variant", "setup", "wanted"),
    [
        ("shengji/cn-2", {"level": "T"}, {"level": 8}),
        ("shengji/platform-2", {"level": None}, {"level": -1}),
        ("shengji/cn-2", {"levels": ("5", "A"), "declarer": 3}, {"level": 12, "declarer": 3}),
        ("shengji/cn-2", {"levels": ("5", "A"), "declarer": 2}, {"level": 3, "declarer": 2}),
        (GIVEN, {"trump": "NT", "declarer": 1}, {"trump": 4, "declarer": 1, "declarations": 0}),
        (GIVEN, {"trump": "C", "declarer": 0}, {"trump": 1, "kitty_taker": 0}),
        (
            GIVEN,
            {"trump": "H", "declarer": 0, "kitty": "as_dealt"},
            {"trump": 2, "kitty_taker": -1},
        ),
        ("shengji/cn-1", {"given": {"kitty": "5D 5C 5H 5S TD TC"}}, {}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_set_ups_are_those_of_all_deals(variant, setup, wanted):
    result = run(variant, games=60, keep="facts", **setup)
    for name, value in wanted.items():
        assert (result.facts[name] == value).all(), name
    given = shengji.Setup(**setup)
    assert run(variant, games=60, keep="facts", setup=given).digest() == result.digest()
    for index in (0, 59):
        state = result.variant.deal(5, index, setup=given)
        for place, cards in (setup.get("given") or {}).items():
            assert sorted(cards.split()) == sorted(state.dealings[0][place].split())
        while not state.is_over:
            state.play(state.choose("random_units"))
        assert state.scores() == result.scores[index].tolist()


def test_an_order_of_drawing_is_for_single_deals():
    setup = shengji.Setup(given={0: "AS 3D"}, in_order=True)
    with pytest.raises(chupai.RulesError, match=r"in_order is for single deals.*SJ-47"):
        run("shengji/cn-2", games=1, setup=setup)


# --- tables --------------------------------------------------------------------------------------


def as_random(view, rng):
    """Uniform over the legal moves, which may be too many to list."""
    return view.nth_legal(int(rng.integers(view.num_legal)))


@pytest.mark.parametrize("agents", [*AGENTS, AGENTS + AGENTS[:1]], ids=str)
@pytest.mark.parametrize("variant", VARIANTS, ids=IDS)
def test_tables_play_the_deals_of_runs(variant, agents):
    result = run(variant, games=4, keep="facts", agents=agents)
    table = chupai.Table(variant, agents, **needs(variant))
    for index in range(4):
        deal = table.play(5, index)
        assert deal.scores == tuple(result.scores[index])
        for name, value in deal.facts.items():
            assert np.array_equal(result.facts[name][index], value), name


@pytest.mark.parametrize("variant", NAMES)
def test_callers_play_at_runs_and_matches(variant):
    result = run(variant, games=2, agents=as_random, keep="facts")
    table = chupai.Table(variant, as_random)
    for index in range(2):
        assert table.play(5, index).scores == tuple(result.scores[index])
    many = chupai.simulate_matches(variant, 2, deals=2, seed=4, agents=as_random, keep="scores")
    for number in range(2):
        one = chupai.Match(variant, as_random, deals=2).run(4, number)
        assert one.totals == tuple(many.totals[number])
        for index, deal in enumerate(one.deals):
            assert deal.paid == tuple(many.scores[many.offsets[number] + index])


# --- matches -------------------------------------------------------------------------------------

MATCHES = {
    "level": ("shengji/cn-2", {"levels": "TJQKA"}),
    "deals": ("shengji/platform-2", {"form": "deals", "deals": 9}),
    "stops": ("shengji/fast-levels", {"must_play": "5TK", "deals": 12}),
    "hook": ("shengji/cn-1", {"levels": "9TJQKA", "hook": "by_suit", "fail_last": 2, "deals": 20}),
    "any": ("shengji/constant-two", {"levels": "JQ", "hook": "any", "deals": 8}),
}


@pytest.mark.rule("SJ-32", "SJ-34", "SJ-37")
@pytest.mark.parametrize("agents", ["random_units", "lowest"])
@pytest.mark.parametrize("of", MATCHES)
def test_matches_are_their_deals_with_the_set_ups_of_the_deals_before(of, agents):
    """Level, declarer and winner are those of the reference, deal by deal."""
    name, switches = MATCHES[of]
    variant = chupai.variant(name)
    many = chupai.simulate_matches(variant, 6, seed=6, agents=agents, keep="scores", **switches)
    assert many.tally.games == many.deals.sum()
    rules = asdict(replace(variant.match, **switches))
    book = BOOK | {name: getattr(variant.scoring, name) for name in BOOK}
    for number in range(6):
        hand = ByHand(rules, book, variant.rules.decks)
        paid = np.zeros(4, dtype=int)
        for index in range(many.deals[number]):
            assert hand.winner is None
            setup = shengji.Setup(levels=tuple(hand.levels), declarer=hand.declarer)
            state = variant.deal(6, index, match=number, setup=setup)
            while not state.is_over:
                state.play(state.choose(agents))
            facts = state.facts()
            assert facts["level"] == "23456789TJQKA".index(hand.levels[facts["declarer"] % 2])
            hand.add(facts)
            paid += many.scores[many.offsets[number] + index]
            order = [rules["levels"].index(level) for level in hand.levels]
            ahead = order[0] - order[1]
            if hand.winner is None:
                assert paid.tolist() == [ahead, -ahead, ahead, -ahead]
        assert hand.winner is not None
        assert many.winners[number].tolist() == [seat % 2 == hand.winner for seat in range(4)]
        assert paid.tolist() == many.totals[number].tolist()
        one = chupai.Match(variant, agents, **switches).run(6, number)
        assert one.totals == tuple(many.totals[number])
        assert one.deals[-1].facts == facts
        assert one.ended_by == many.ended_by[number]


LINE_UPS = ["random_units", "lowest"] * 2, ["lowest", "random_units"] * 2


@pytest.mark.rule("SJ-37", "SJ-42")
@pytest.mark.parametrize("declaring", ["given", "duplicate"])
def test_a_duplicate_is_the_same_deals_at_two_tables(declaring):
    rules = replace(shengji.PLATFORM_2, declaring=declaring)
    match = shengji.MatchRules(form="duplicate", deals=20, levels="5TK")
    variant = chupai.Variant(rules=rules, match=match)
    tables = [
        chupai.simulate_matches(variant, 3, seed=2, agents=agents, keep="scores")
        for agents in LINE_UPS
    ]
    for number in range(3):
        one, other = (t.scores[t.offsets[number] : t.offsets[number + 1]] for t in tables)
        assert len(one) == 20
        told = shengji.match_points(one, other)
        assert told.difference == one[:, 0].sum() - other[:, 0].sum()
        assert sum(told.totals) == 40
        assert tables[0].totals[number].tolist() == one.sum(axis=0).tolist()
        for index in range(20):
            given = {"declarer": index % 4, "level": "5TK5T"[index // 4]}
            if declaring == "given":
                given |= {"level": "5T"[index // 16], "trump": "DCHSD"[index // 4]}
            state = variant.deal(2, index, match=number, **given)
            for scores, agents in ((one, LINE_UPS[0]), (other, LINE_UPS[1])):
                played = state.clone()
                while not played.is_over:
                    played.play(played.choose(agents[played.turn]))
                assert played.scores() == scores[index].tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_matches_do_not_depend_on_threads(threads, monkeypatch):
    monkeypatch.setattr("chupai.match.BLOCK", 7)
    many = chupai.simulate_matches("shengji/cn-2", 20, deals=3, seed=1, threads=threads)
    monkeypatch.undo()
    parts = [
        chupai.simulate_matches("shengji/cn-2", 10, deals=3, seed=1, threads=1, first=first)
        for first in (0, 10)
    ]
    assert many.digest() == chupai.merge(parts).digest()


def test_summaries_of_matches_tell_levels():
    many = chupai.simulate_matches("shengji/cn-2", 30, seed=1, agents="random_units")
    told = many.summary()
    assert told.ended_by == {"level": 30}
    assert told.match["levels"] == "23456789TJQKA"
    assert list(told.deal.played_levels) == list("23456789TJQKA")
    assert sum(told.deal.played_levels.values()) == pytest.approx(1)
    assert [line.win_rate.value for line in told.seats][:2] * 2 == [
        line.win_rate.value for line in told.seats
    ]
    assert "levels: 23456789TJQKA" in str(told)
    assert json.dumps(told.to_dict(), allow_nan=False)
    with pytest.raises(ValueError, match="without purses"):
        many.purses  # noqa: B018 - it is the question that raises


@pytest.mark.parametrize(
    ("variant", "switches"),
    [
        ("shengji/cn-2", {"first_declarer": 0, "deals": 2}),
        ("shengji/cn-2", {"first_declarer": 3, "must_play": "A", "hook": "any", "fail_last": 2}),
        ("shengji/cn-2", {"levels": None, "form": "deals", "deals": 1, "fixed_level": "5"}),
        ("big2/hong-kong", {"deals": 1, "house_seats": (0,), "buy_in": 0}),
        (
            "big2/hong-kong",
            {"deals": 1, "later_lead": "lowest", "cut": True, "purse": 50, "buy_in": 10},
        ),
        ("doudizhu/standard", {"deals": 1, "target": 3, "first_bidder": "drawn"}),
    ],
    ids=str,
)
def test_summaries_of_matches_tell_every_switch_that_was_changed(variant, switches):
    """Those set to 0 or nothing, too; and none that is 0 or nothing by default."""
    told = chupai.simulate_matches(variant, 2, seed=1, **switches).summary()
    line = dict(told.lines())["match rules"]
    usual = asdict(chupai.variant(variant).family.match())
    for name, value in told.match.items():
        assert (f"{name}: {value}" in line) == bool(value or value != usual[name]), name
    for name, value in switches.items():
        assert value == usual[name] or f"{name}: {value}" in line
    assert "usual" not in told.to_dict()
    assert line in str(told)


# --- comparisons ---------------------------------------------------------------------------------


def test_comparisons_have_lines_for_seats_and_roles():
    told = chupai.compare("shengji/cn-2", "shengji/platform-2", 200, threads=1)
    lines = [(line.place, line.role) for line in told.lines]
    assert {line for line in lines if line[0] is None} == {(None, role) for role in ROLES}
    assert {(place, role) for place in range(4) for role in ("any", *ROLES)} <= set(lines)
    told = chupai.compare(*LINE_UPS, 100, variant="shengji/cn-2", threads=1)
    assert (told.rotations, told.deals) == (4, 100)
    assert told.line(0).scores.a.value == pytest.approx(-told.line(1).scores.a.value)
    assert json.dumps(told.to_dict(), allow_nan=False)
    with pytest.raises(ValueError, match="no deals in common"):
        chupai.compare("shengji/cn-2", "doudizhu/standard", 10)


def test_partners_win_together():
    """As in deals: each of them has won, and so the rates of all seats add up to 2."""
    for matches in (3, 200):
        run = chupai.simulate_matches("shengji/cn-2", matches, agents="random_units", seed=3)
        rates = [line.win_rate for line in run.summary().seats]
        assert rates[:2] == rates[2:]
        won = int((run.totals[:, 0] > run.totals[:, 1]).sum())
        assert rates[0] == Estimate.of_rate(won, matches)
        assert rates[0].value + rates[1].value == pytest.approx(1)
