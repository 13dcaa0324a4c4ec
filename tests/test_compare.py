"""`compare`: against sums taken directly, intervals that cover, equal sides, refusals."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import chupai
from chupai import compare, comparison, doudizhu, simulate
from chupai.estimates import reach
from chupai.pairing import PairedSums, Plays
from doudizhu_cases import ODD, PRESETS, plain


def run(a="lowest", b="random", deals=400, **options):
    given = {"variant": "doudizhu/standard", "seed": 3, "threads": 1} | options
    return compare(a, b, deals, **{name: value for name, value in given.items() if value})


# --- against sums taken directly -----------------------------------------------------------------


def by_place(variant, line_up, deals, seed, first=0):
    """Points and roles of each place, shape (rotations, deals, places), from `simulate`."""
    points, landlord, won = [], [], []
    for rotation in range(3):
        sitting = [line_up[(seat - rotation) % 3] for seat in range(3)]
        played = simulate(
            variant, deals, seed=seed, first=first, agents=sitting, keep="facts", threads=1
        )
        seats = [(place + rotation) % 3 for place in range(3)]
        points.append(played.scores[:, seats])
        landlord.append(np.stack([played.facts["landlord"] == seat for seat in seats], axis=1))
        is_won = played.facts["landlord_won"][:, None] == landlord[-1]
        is_void = played.facts["landlord"][:, None] < 0
        won.append(is_won & ~is_void)
        landlord[-1] = np.where(is_void, -1, landlord[-1])
    return np.stack(points), np.stack(landlord), np.stack(won)


def near(estimate, value, half):
    assert estimate.value == pytest.approx(float(value), rel=1e-12, abs=1e-12)
    assert estimate.margin == pytest.approx(half, rel=1e-9, abs=1e-12)
    assert (estimate.low + estimate.high) / 2 == pytest.approx(float(value), rel=1e-9, abs=1e-12)


def margin(values, observations=None):
    """Half the interval of the mean of independent values, Student's."""
    spread = values.std(ddof=1) / math.sqrt(len(values))
    return reach(observations or len(values)) * spread


def mean_and_errors(points, times):
    """All points over all times, and each deal's part of the error: shape (rotations, deals)."""
    mean = Fraction(int(points.sum()), int(times.sum()))
    deals = points.sum(axis=0) - float(mean) * times.sum(axis=0)
    alone = (points - float(mean) * times) / times.mean()
    return mean, deals / times.sum(axis=0).mean(), (alone**2).mean()


def test_single_agents_are_line_ups():
    line_ups = run(["lowest", "random", "random"], ["random", "lowest", "lowest"])
    assert replace(line_ups, seconds=0) == replace(run(), seconds=0)


@pytest.mark.parametrize(
    ("name", "a", "b", "voids"),
    [
        *((name, "lowest random random", "random lowest lowest", False) for name in PRESETS),
        ("openspiel", "random random random", "lowest random random", True),
    ],
)
def test_places_are_what_simulate_gives(name, a, b, voids):
    a, b = a.split(), b.split()
    result = run(a, b, variant=PRESETS[name], deals=300)
    assert (result.void[0] > 0) is voids
    ways = [by_place(PRESETS[name], line_up, 300, 3) for line_up in (a, b)]
    counted = [landlord[..., 0] >= 0 for _, landlord, _ in ways]  # what is not void
    assert result.void == tuple(int((~of).sum()) for of in counted)
    counting = [int(of.any(axis=0).sum()) for of in counted]
    for place in range(3):
        line = result.line(place)
        assert (line.times_a, line.times_b) == tuple(of.sum() for of in counted)
        for pair, at in ((line.scores, 0), (line.wins, 2)):
            # The rotations of a deal are one observation.
            told = [
                mean_and_errors(way[at][..., place], of)
                for way, of in zip(ways, counted, strict=True)
            ]
            (mean_a, errors_a, alone_a), (mean_b, errors_b, alone_b) = told
            near(pair.a, mean_a, margin(errors_a, counting[0]))
            near(pair.b, mean_b, margin(errors_b, counting[1]))
            near(pair.difference, mean_a - mean_b, margin(errors_a - errors_b, min(counting)))
            assert pair.difference.value == float(mean_a - mean_b)
            if pair.difference.margin:
                # So many single plays of other cards on each side have the same interval.
                half = reach(min(counting)) * math.sqrt(
                    (alone_a + alone_b) / pair.worth * 300 / 299
                )
                assert half == pytest.approx(pair.difference.margin, rel=1e-9)


@pytest.mark.parametrize("name", ["standard", "openspiel", "rlcard"])
def test_roles_are_ratios_over_the_deals(name):
    """Means over the times that a role was played, intervals by the delta method."""
    a, b = ["lowest", "random", "lowest"], ["random", "random", "lowest"]
    result = run(a, b, variant=PRESETS[name], deals=250)
    told = {"landlord": 1, "peasant": 0}
    ways = [by_place(PRESETS[name], line_up, 250, 3) for line_up in (a, b)]
    for line in result.lines:
        if line.role == "any":
            continue
        places = range(3) if line.place is None else [line.place]
        sides = []
        for points, landlord, won in ways:
            is_so = landlord == told[line.role]
            sides.append(
                [
                    np.sum([(is_so * what)[..., place].sum(axis=0) for place in places], axis=0)
                    for what in (1, points, won)
                ]
            )
        assert (line.times_a, line.times_b) == (sides[0][0].sum(), sides[1][0].sum())
        for pair, at in ((line.scores, 1), (line.wins, 2)):
            errors, means, counting = [], [], []
            for times, *of in ((side[0], side[at]) for side in sides):
                mean = of[0].sum() / times.sum()
                means.append(mean)
                counting.append(int((times != 0).sum()))
                errors.append((of[0] - mean * times) / times.mean())
            near(pair.a, means[0], margin(errors[0], counting[0]))
            near(pair.b, means[1], margin(errors[1], counting[1]))
            both = margin(errors[0] - errors[1], min(counting))
            near(pair.difference, means[0] - means[1], both)
            alone = sum(single_spread(*way, told[line.role], places, at) for way in ways)
            half = reach(min(counting)) * math.sqrt(alone / pair.worth * 250 / 249)
            assert half == pytest.approx(pair.difference.margin, rel=1e-9)


def single_spread(points, landlord, won, role, places, at):
    """The squared error of a ratio's mean by one play, where all plays are independent."""
    places = list(places)
    is_so = (landlord == role)[..., places]
    times = is_so.sum(axis=-1).ravel()
    brought = (is_so * (points if at == 1 else won)[..., places]).sum(axis=-1).ravel()
    mean = brought.sum() / times.sum()
    return (((brought - mean * times) / times.mean()) ** 2).mean()


@pytest.mark.parametrize("agents", ["random", ["lowest", "random", "random"]])
def test_variants_play_the_same_deals(agents):
    a, b = PRESETS["standard"], PRESETS["openspiel"]
    result = run(a, b, variant=None, agents=agents, deals=400, first=7)
    assert result == run(
        "doudizhu/standard", "doudizhu/openspiel", variant=None, agents=agents, deals=400, first=7
    ) or plain(result.seconds)
    assert (result.kind, result.rotations, result.variant) == ("variants", 1, None)
    runs = [simulate(v, 400, seed=3, first=7, agents=agents, keep="facts") for v in (a, b)]
    counted = [run.facts["landlord"] >= 0 for run in runs]  # what is not void
    deals = [int(of.sum()) for of in counted]
    assert deals[0] == 400
    assert [result.line(0).times_a, result.line(0).times_b] == deals
    for seat in range(3):
        pair = result.line(seat).scores
        (mean_a, errors_a, _), (mean_b, errors_b, _) = (
            mean_and_errors(run.scores[None, :, seat], of[None])
            for run, of in zip(runs, counted, strict=True)
        )
        near(pair.a, mean_a, margin(errors_a))
        near(pair.b, mean_b, margin(errors_b, deals[1]))
        near(pair.difference, mean_a - mean_b, margin(errors_a - errors_b, deals[1]))


def test_scoring_alone_pairs_perfectly():
    """The same plays, scored in two ways: what the stake multiplies is the only difference."""
    twice = replace(PRESETS["standard"], scoring=doudizhu.Scoring(stake=2))
    result = run("doudizhu/standard", twice, variant=None)
    for line in result.lines:
        assert line.scores.b.value == 2 * line.scores.a.value
        assert line.scores.difference.value == -line.scores.a.value
        assert line.scores.worth == pytest.approx(5 * result.deals)  # var 1 + 4 against 1
        assert line.wins.difference.value == line.wins.difference.margin == 0
        assert line.wins.worth == math.inf


# --- equal sides, few deals ----------------------------------------------------------------------


def mine(view, rng):
    moves = view.legal_moves()
    return moves[rng.integers(len(moves))]


class Moody:
    """Plays otherwise each time that it is asked."""

    def __init__(self):
        self.rng = np.random.default_rng()

    def __call__(self, view, _rng):
        return mine(view, self.rng)


@pytest.mark.parametrize(
    ("a", "b", "options"),
    [
        ("doudizhu/standard", chupai.Variant(rules=doudizhu.STANDARD), {"variant": None}),
        (ODD["everything on"], ODD["everything on"], {"variant": None, "agents": "lowest"}),
        ("random", "random", {}),
        (["lowest", "random", "random"], ("lowest", "random", "random"), {}),
        ("lowest", "lowest", {"variant": "doudizhu/openspiel"}),
        (mine, mine, {"deals": 10}),
        (*[[moody := Moody(), "random", moody]] * 2, {"deals": 10}),
    ],
    ids=["name and object", "odd", "random", "line-ups", "lowest", "own", "moody"],
)
def test_equal_sides_differ_by_nothing(a, b, options):
    result = run(a, b, **options)
    for line in result.lines:
        assert line.times_a == line.times_b
        for pair in (line.scores, line.wins):
            assert pair.a == pair.b
            assert (pair.difference.value, pair.difference.low, pair.difference.high) == (0, 0, 0)
            assert pair.worth == math.inf or pair.a.margin == 0


def test_no_deals_tell_nothing_and_one_deal_no_interval():
    nothing, one = run(deals=0), run(deals=1)
    for line in nothing.lines:
        for pair in (line.scores, line.wins):
            numbers = (pair.a.value, pair.b.low, pair.difference.value, pair.difference.high)
            assert all(map(math.isnan, (*numbers, pair.worth)))
    for place in range(3):
        pair = one.line(place).scores
        assert math.isfinite(pair.difference.value)
        assert pair.difference.low == -math.inf
        assert pair.difference.high == math.inf
        assert math.isnan(pair.worth)
    for result in (nothing, one):
        assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["deals"] == result.deals
        assert str(result)


def test_a_role_met_in_one_deal_only_has_no_interval():
    sums = PairedSums()
    ones = np.ones(3, dtype=np.int64)
    sums.add(ones * 5, ones, np.array([7, 0, 0]), np.array([1, 0, 0]))
    paired = sums.paired()
    assert paired.a.margin == 0
    assert paired.b.value == 7
    assert paired.b.high == paired.difference.high == math.inf
    assert math.isnan(paired.worth)


def test_blocks_and_threads_change_nothing(monkeypatch):
    heard = []
    whole = run(deals=500)
    monkeypatch.setattr(comparison, "BLOCK", 64)
    parts = run(deals=500, threads=2, progress=heard.append)
    assert replace(parts, seconds=0) == replace(whole, seconds=0)
    assert heard == sorted(set(heard))
    assert heard[-1] == 500
    assert {*range(64, 500, 64)} < {*heard}

    def stop(done):
        raise LookupError(done)

    with pytest.raises(LookupError):
        run(deals=10**9, progress=stop)


# --- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["means", "ratios"])
def test_intervals_cover_as_often_as_they_say(model):
    """1,000 runs of 150 deals whose luck both sides share: 95 % of intervals hold the truth.

    Five standard deviations of the number of hits are 35.
    """
    rng = np.random.default_rng(1)
    hits = {"a": 0, "b": 0, "difference": 0}
    # Ratios: under A a deal counts 0, 1 or 2 times, more often where luck is good; under B once or
    # not at all. The true means follow from the values that luck has, -3 … 3.
    luck_values = np.arange(-3, 4)
    truth = {"a": 1.0, "b": 0.0}
    if model == "ratios":
        chance_a, chance_b = (luck_values + 4) / 8, (4 - luck_values) / 8
        truth["a"] = 1 + (luck_values * chance_a).sum() / chance_a.sum()
        truth["b"] = (luck_values * chance_b).sum() / chance_b.sum()
    truth["difference"] = truth["a"] - truth["b"]
    for _ in range(1000):
        luck = rng.integers(-3, 4, size=150)
        if model == "means":
            times_a = times_b = np.ones(150, dtype=np.int64)
        else:
            times_a = rng.binomial(2, (luck + 4) / 8)
            times_b = rng.binomial(1, (4 - luck) / 8)
        points_a = times_a * (luck + 1) + times_a * rng.integers(-2, 3, size=150)
        points_b = times_b * luck + times_b * rng.integers(-2, 3, size=150)
        sums = PairedSums()
        sums.add(points_a[:40], times_a[:40], points_b[:40], times_b[:40])
        sums.add(points_a[40:], times_a[40:], points_b[40:], times_b[40:])
        paired = sums.paired()
        for name, true in truth.items():
            estimate = getattr(paired, name)
            hits[name] += estimate.low <= true <= estimate.high
    for name, number in hits.items():
        assert 950 - 35 <= number <= 985, (name, number)


def test_pairing_is_worth_what_it_says():
    """Means whose luck is shared: the paired interval is that of so many deals apart."""
    rng = np.random.default_rng(2)
    luck, ones = rng.integers(-9, 10, size=4000), np.ones(4000, dtype=np.int64)
    a, b = luck + rng.integers(-1, 2, size=4000), luck + rng.integers(-1, 2, size=4000)
    sums = PairedSums()
    sums.add(a, ones, b, ones)
    paired = sums.paired()
    apart = math.hypot(paired.a.margin, paired.b.margin) * math.sqrt(4000 / paired.worth)
    assert apart == pytest.approx(paired.difference.margin)
    assert paired.worth > 20 * 4000


def test_rotations_are_worth_no_more_than_they_tell():
    """Each deal played thrice: all alike they are worth the deals, all unlike the plays."""
    rng = np.random.default_rng(3)
    ones = np.ones(4000, dtype=np.int64)
    for alike, worth in ((True, 4000), (False, 12_000)):
        sums, plays = PairedSums(), (Plays(), Plays())
        sides = []
        for of_side in plays:
            once = [rng.integers(-9, 10, size=4000) for _ in range(3)]
            once = once[:1] * 3 if alike else once
            for points in once:
                of_side.add(points, ones)
            sides += [sum(once), ones * 3]
        sums.add(*sides)
        sums.played(*plays)
        assert sums.paired().worth == pytest.approx(worth, rel=0.1)


def test_sums_are_exact_where_64_bits_are_too_few():
    sums = PairedSums()
    ones = np.ones(3, dtype=np.int64)
    large = np.array([2**62, 2**62, 1 - 2**62], dtype=np.int64)
    sums.add(large, ones, large - 1, ones)
    paired = sums.paired()
    assert paired.a.value == float(Fraction(2**62 + 1, 3))
    assert (paired.difference.value, paired.difference.low, paired.difference.high) == (1, 1, 1)


# --- the rest ------------------------------------------------------------------------------------


def test_a_comparison_prints_and_is_plain_data():
    result = run(deals=30)
    text = str(result)
    assert text.splitlines()[:3] == [
        "A  lowest, random, random",
        "B  random, lowest, lowest",
        "doudizhu/standard: 30 deals, seed 3, each in 3 rotations of A and of B",
    ]
    assert "place 0 landlord" in text
    assert "all peasant" in text
    assert "as narrow as these 30 × 3." in text
    assert max(map(len, text.splitlines())) <= 90
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert (
        data["lines"][0]["scores"]["difference"]["value"] == result.line(0).scores.difference.value
    )
    assert "seat 1" in str(run("doudizhu/standard", "doudizhu/rlcard", variant=None, deals=3))
    with pytest.raises(KeyError):
        result.line(None)
    with pytest.raises(KeyError):
        result.line(3)


def test_roles_and_winners_are_read_off_the_facts():
    for name in ("standard", "openspiel"):
        facts = simulate(PRESETS[name], 300, seed=1, keep="facts").facts
        variant = PRESETS[name]
        role = variant.family.role_of(facts)
        won = variant.family.won(variant.rules, variant.scoring, facts)
        for i, landlord in enumerate(plain(facts["landlord"])):
            expected = [-1] * 3 if landlord < 0 else [int(seat != landlord) for seat in range(3)]
            assert plain(role[i]) == expected
            if landlord >= 0:
                out = int(facts["cards_left"][i].argmin())
                assert plain(won[i]) == [
                    (seat == landlord) == (out == landlord) for seat in range(3)
                ]
            else:
                assert not won[i].any()


@pytest.mark.parametrize(
    ("a", "b", "options", "error", "complaint"),
    [
        ("doudizhu/standard", "random", {}, ValueError, "a name with / is a variant's"),
        ("random", PRESETS["standard"], {}, ValueError, "a name with / is a variant's"),
        ("doudizhu/standard", "doudizhu/openspeil", {"variant": None}, ValueError, "did you mean"),
        ("doudizhu/standard", "doudizhu/rlcard", {}, ValueError, "two variants are compared"),
        ("random", "lowest", {"variant": None}, ValueError, "give variant="),
        ("random", "best", {}, ValueError, "'lowest'"),
        ("random", "lowest", {"agents": "random"}, ValueError, "two line-ups"),
        ("random", ["lowest", "random", "random"], {}, ValueError, "two single agents or two line"),
        (["random"] * 2, ["lowest"] * 3, {}, ValueError, "3 seats"),
        ("random", 3, {}, TypeError, "agent"),
        ("random", "lowest", {"variant": "big2/standard"}, ValueError, "no variant"),
        ("random", "lowest", {"deals": -1}, ValueError, "deals lies between"),
        ("random", "lowest", {"deals": 2.5}, TypeError, "deals is a whole number"),
        ("random", "lowest", {"seed": -1}, ValueError, "seed lies between"),
        ("random", "lowest", {"first": 2**64 - 1}, ValueError, "first lies between"),
        ("random", "lowest", {"threads": 2000}, ValueError, "threads lies between"),
        ("random", "lowest", {"progress": 3}, TypeError, "progress is a function"),
    ],
    ids=str,
)
def test_wrong_calls_are_refused(a, b, options, error, complaint):
    with pytest.raises(error, match=complaint):
        run(a, b, **options)


def test_variants_of_other_families_or_seats_have_no_deals_in_common():
    class Other(chupai.Variant):
        seats = 4

    other = Other(rules=doudizhu.STANDARD)
    with pytest.raises(ValueError, match="no deals in common: 3 and 4 seats"):
        run("doudizhu/standard", other, variant=None)


def dealt(variant):
    """What a variant deals, seen in a deal of it: all cards, to how many seats, and the kitty."""
    (dealing,) = variant.deal(1).dealings
    hands = dealing.get("hands") or dealing["draws"]
    rest = [dealing[name] for name in ("bottom", "left", "kitty") if name in dealing]
    cards = " ".join([*hands, *rest])
    every = cards.split() if " " in hands[0] else cards.replace(" ", "")
    return variant.family, sorted(every), len(hands), len(dealing.get("kitty", "").split())


def test_variants_are_compared_where_they_deal_the_same_cards():
    refused = 0
    for names in combinations(chupai.variants(), 2):
        a, b = map(chupai.variant, names)
        if dealt(a) == dealt(b):
            assert run(a, b, 2, variant=None).deals == 2
            continue
        refused += 1
        with pytest.raises(ValueError, match="no deals in common"):
            run(a, b, 2, variant=None)
    assert refused > 200
    small = replace(
        chupai.variant("shengji/cn-2"), rules=chupai.shengji.Rules(kitty=12, no_trump=False)
    )
    with pytest.raises(ValueError, match=r"one deals 108 cards .* 8 in the kitty, .* 12 in the"):
        run("shengji/cn-2", small, 2, variant=None)


def test_what_never_happened_has_no_figures_in_a_comparison():
    text = str(compare("doudizhu/standard", "doudizhu/rlcard", 50))
    assert "nan" not in text
    assert "–" in text


SETUPS = [
    ("doudizhu/rlcard", {"landlord": 2}),
    ("doudizhu/standard", {"first_bidder": 1, "given": {1: "22BR"}}),
    ("big2/hong-kong", {"leader": 3, "given": {0: "2S 2H"}}),
    ("shengji/cn-2", {"level": "T", "declarer": 1, "given": {"kitty": "5D"}}),
]


@pytest.mark.parametrize(("name", "given"), SETUPS)
def test_what_is_given_of_a_deal_is_given_to_both_sides(name, given):
    variant = chupai.variant(name)
    seats = variant.seats
    setup = variant.family.setup(**given)
    for how in (given, {"setup": setup}):
        told = compare("lowest", "random", 40, variant=name, seed=5, **how)
        assert told.setup == setup
        points = np.zeros((seats, 40))
        for rotation in range(seats):
            agents = ["random"] * seats
            agents[rotation] = "lowest"
            scores = simulate(name, 40, seed=5, agents=agents, keep="scores", **given).scores
            points += [scores[:, (place + rotation) % seats] for place in range(seats)]
        assert told.line(0).scores.a.value == pytest.approx(points[0].sum() / (40 * seats))
        assert json.loads(json.dumps(told.to_dict()))["setup"].keys() >= given.keys()
    twice = compare(name, name, 40, agents="lowest", **given)
    alone = simulate(name, 40, agents="lowest", keep="scores", **given).scores
    assert twice.line(1).scores.a.value == pytest.approx(alone[:, 1].mean())
    assert compare(name, name, 4).setup == variant.family.setup()
    with pytest.raises(TypeError, match="a set-up has no 'nothing'"):
        compare("lowest", "random", 4, variant=name, nothing=1)


def test_what_a_variant_gives_deals_by_itself_is_given_to_both():
    a, b = map(chupai.variant, ("shengji/constant-two", "shengji/platform-2"))
    for sides in ((a, b), (b, a), (a, a)):
        assert compare(*sides, 4, agents="random_units").setup.level == "3"
        given = compare(*sides, 4, agents="random_units", declarer=1).setup
        assert (given.level, given.declarer) == ("3", 1)
        assert compare(*sides, 4, agents="random_units", level="5").setup.level == "5"
    b = replace(b, match=replace(b.match, levels="TJQKA"))
    with pytest.raises(ValueError, match=r"level='3'\).*level='T'\): give what both have"):
        compare(a, b, 4, agents="random_units")


def test_what_rules_have_no_use_for_is_refused():
    with pytest.raises(chupai.RulesError, match="DD-06"):
        compare("lowest", "random", 4, variant="doudizhu/standard", landlord=0)
