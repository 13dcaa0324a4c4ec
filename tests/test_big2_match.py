"""Matches of Big Two, one and many, beside a slow loop of single deals and the reference."""

from dataclasses import asdict, replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import chupai
from big2_cases import random_rules
from big2_facts import random_switches
from chupai import Match, big2, simulate_matches
from reference.big2_match import Match as ByHand

NAMES = (
    "hong-kong", "hong-kong-place", "wikipedia", "taiwan", "taiwan-deduction", "taiwan-3p",
    "bloody", "malaysia-3p", "two-deck", "natural",
)  # fmt: skip
ENDINGS = {
    "deals": {"deals": 5},
    "other lead": {"deals": 5, "cut": True},
    "target": {"target": 100, "deals": 12},
    "purse": {"purse": 300, "deals": 12},
    "house": {"deals": 4, "house_seats": (1,)},
}


def variant_with(name, scoring=None, rules=None, **switches):
    """A preset with other switches of matches, of scoring and of rules."""
    known = chupai.variant(f"big2/{name}")
    if switches.pop("cut", False):
        lead = {"winner": "lowest", "lowest": "winner"}[known.match.later_lead]
        switches |= {"cut": True, "later_lead": lead}
    return replace(
        known,
        match=replace(known.match, **switches),
        scoring=replace(known.scoring, **(scoring or {})),
        rules=replace(known.rules, **(rules or {})),
    )


# --- a slow loop ---------------------------------------------------------------------------------


def strength(card, rules):
    """Where a card stands in the game order."""
    ranks = "3456789TJQKA2"
    above = ranks.index(rules.top_rank) + 1
    return (ranks[above:] + ranks[:above]).index(card[0]), rules.suit_order.index(card[1])


def lowest(s, rng=None):
    """What the built-in agent of this name does, by the rules of section 6."""
    del rng
    moves = [str(move) for move in s.legal_moves()]
    rules = s.variant.rules
    if s.phase == "redeal":
        return "redeal"
    if s.phase == "swap":
        return "pass"
    if s.phase == "exchange" and moves[0].startswith("ask"):
        return max(moves, key=lambda move: strength(move[4] + "D", rules))
    if s.phase == "exchange":
        cards = sorted((move[5:] for move in moves), key=lambda card: strength(card, rules))
        # Who was asked for a rank that he has may give cards of it only.
        if len({card[0] for card in cards}) > 1:
            hand = str(s.hand(s.turn) if callable(s.hand) else s.hand).split()
            ranks = [card[0] for card in hand]
            cards = [card for card in cards if ranks.count(card[0]) == 1] or cards
        return f"give {cards[0]}"
    return next((move for move in moves if move != "pass"), "pass")


def slow_match(variant, agents, seed, number):
    """Play one match through states; the reference says how deals follow each other."""
    match = ByHand(asdict(variant.match), asdict(variant.scoring), variant.seats)
    deals = []
    while not match.ends():
        given = {}
        if match.leader is not None:
            given["leader"] = match.leader
        if match.roles is not None:
            given["roles"] = tuple(match.roles)
        if variant.match.cut:
            given["first_card"] = big2.cut(seed, number, match.deals, variant.rules)[1]
        s = variant.deal(seed, match.deals, match=number, **given)
        while not s.is_over:
            s.play(s.sample() if agents[s.turn] == "random" else lowest(s))
        paid = match.add(s.facts())
        deals.append((s.facts(), paid, match.totals))
    # Where several ends come together, the last of these counts.
    return deals, max(match.ends(), key=("deals", "target", "purse").index)


def told(result):
    """A `MatchResult` as the slow loop tells it."""
    deals = [(dict(deal.facts), list(deal.paid), list(deal.totals)) for deal in result.deals]
    return deals, result.ended_by


def check(variant, agents, seed, matches):
    """One match and many are those of the slow loop."""
    sitting = [agents] * variant.seats if isinstance(agents, str) else agents
    many = simulate_matches(variant, matches, seed=seed, agents=agents, keep="scores")
    for number in range(matches):
        deals, ended_by = slow_match(variant, sitting, seed, number)
        one = Match(variant, agents).run(seed, number)
        assert told(one) == (deals, ended_by)
        assert many.totals[number].tolist() == deals[-1][2]
        assert many.deals[number] == len(deals)
        assert many.ended_by[number] == ended_by
        part = slice(many.offsets[number], many.offsets[number + 1])
        assert many.scores[part].tolist() == [paid for _, paid, _ in deals]
    return many


@pytest.mark.rule("BT-25", "BT-37", "BT-47")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", NAMES)
def test_matches_are_those_of_a_slow_loop(name, ending):
    switches = dict(ENDINGS[ending])
    if name == "bloody":
        switches.pop("house_seats", None)  # points by place have to add up
    if "deduction" in name or name == "taiwan-3p":
        switches.pop("target", None)  # nobody ever wins a point
    variant = variant_with(name, **switches)
    for agents in ("random", "lowest", ["lowest", *["random"] * (variant.seats - 1)]):
        check(variant, agents, seed=3, matches=3)


@pytest.mark.rule("BT-25", "BT-37", "BT-47")
def test_matches_of_random_rules_are_those_of_a_slow_loop(soak):
    for seed in range(30 * soak):
        rng = Random(f"matches of random rules {seed}")
        rules = big2.Rules(**random_rules(rng))
        seats, out = rules.players, rules.end == "all_out"
        switches = random_switches(rng, seats)
        purse = rng.choice([None, 50, 2000])
        if purse is None:
            switches["bankruptcy"] = "off"
        if switches["place_points"] and not out:
            switches["place_points"] = None
        match_rules = big2.MatchRules(
            later_lead=rng.choice(["winner", "lowest"]),
            deals=rng.choice([3, 6]),
            target=rng.choice([None, 50]),
            purse=purse,
            bloody=out and seats == 4,
            house_seats=() if switches["place_points"] else rng.choice([(), (0,), (1,)]),
            cut=rng.random() < 0.5,
        )
        scoring = big2.Scoring(**switches)
        variant = chupai.Variant(rules=rules, scoring=scoring, match=match_rules)
        check(variant, rng.choice(["random", "lowest"]), seed, matches=2)


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize("bankruptcy", ["table", "shortfall"])
@pytest.mark.parametrize("name", ["hong-kong", "hong-kong-place", "taiwan", "bloody", "two-deck"])
def test_nobody_pays_more_than_he_holds_in_a_match(name, bankruptcy):
    purse = {"hong-kong-place": 2000, "taiwan": 150, "bloody": 8}.get(name, 60)
    variant = variant_with(name, {"bankruptcy": bankruptcy}, purse=purse, deals=30)
    many = check(variant, "random", seed=5, matches=4)
    assert (many.purses >= 0).all()
    assert not many.totals.sum(axis=1).any()
    assert "purse" in many.ended_by


@pytest.mark.rule("BT-33", "BT-25")
def test_an_instant_winner_leads_the_next_deal():
    """Four 2s of two seats' twenty-six cards come often enough."""
    variant = variant_with(
        "hong-kong", rules={"players": 2, "instant_wins": ("four_twos",)}, deals=30
    )
    check(variant, "random", seed=1, matches=1)
    deals = Match(variant, "random").run(1).deals
    leads = [deal.facts["leader"] for deal in deals]
    winners = [deal.facts["winner"] for deal in deals]
    instant = [deal.facts["instant"] for deal in deals]
    assert 2 in instant[:-1]
    for before, after, at_once in zip(winners, leads[1:], instant[1:], strict=False):
        assert after == (-1 if at_once else before)


@pytest.mark.rule("BT-37")
def test_a_bloody_match_has_roles_from_the_second_deal_on():
    variant = variant_with("bloody", deals=6)
    result = Match(variant, "random").run(7)
    places = [deal.facts["place"] for deal in result.deals]
    assert all(sorted(place) == [1, 2, 3, 4] for place in places)
    # The exchanges are part of the deals of the match, and of those only.
    record = variant.deal(7, 1)
    assert record.phase == "play"
    order = [places[0].index(place) for place in (1, 2, 3, 4)]
    assert variant.deal(7, 1, roles=tuple(order)).phase == "exchange"


@pytest.mark.rule("BT-25")
def test_the_winner_leads_or_the_lowest_card():
    for later_lead in ("winner", "lowest"):
        variant = variant_with("hong-kong", deals=40, later_lead=later_lead)
        deals = Match(variant, "random").run(2).deals
        follows = [
            after.facts["leader"] == before.facts["winner"] for before, after in pairwise(deals)
        ]
        assert all(follows) == (later_lead == "winner")
        assert sum(follows) < 25 or later_lead == "winner"


@pytest.mark.rule("BT-36")
def test_a_cut_gives_the_first_card():
    """The seat is counted by the card's points, from the ace, round the table."""
    cuts = [big2.cut(4, 0, index, big2.HONG_KONG) for index in range(1300)]
    assert cuts == [big2.cut(4, 0, index, big2.HONG_KONG) for index in range(1300)]
    assert cuts != [big2.cut(4, 1, index, big2.HONG_KONG) for index in range(1300)]
    for card, seat in cuts:
        assert seat == "A23456789TJQK".index(card[0]) % 4
    assert len({card for card, _ in cuts}) == 52
    for rank in "A23456789TJQK":
        assert 60 <= sum(card[0] == rank for card, _ in cuts) <= 145
    for index in range(60):
        card, seat = big2.cut(4, 0, index, big2.MALAYSIA_3P)
        assert seat == "A23456789TJQK".index(card[0]) % 3


@pytest.mark.rule("BT-36")
@pytest.mark.parametrize("name", ["hong-kong", "taiwan", "malaysia-3p", "two-deck"])
def test_seats_are_drawn_by_cards(name):
    """Each player draws a card; the highest has seat 0, and so on down."""
    rules = chupai.variant(f"big2/{name}").rules
    first = set()
    for match in range(60):
        drawn = big2.draw_seats(3, match, rules)
        assert drawn == big2.draw_seats(3, match, rules)
        players, cards = zip(*drawn, strict=True)
        assert sorted(players) == list(range(rules.players))
        assert list(cards) == sorted(cards, key=lambda card: strength(card, rules), reverse=True)
        assert rules.decks == 2 or len(set(cards)) == rules.players
        first.add(players[0])
    assert first == set(range(rules.players))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads):
    variant = variant_with("hong-kong-place", {"bankruptcy": "table"}, purse=3000, deals=20)
    one = simulate_matches(variant, 31, seed=4, threads=1, keep="scores")
    other = simulate_matches(variant, 31, seed=4, threads=threads, keep="scores")
    assert one.digest() == other.digest()
    assert np.array_equal(one.scores, other.scores)


def test_parts_add_up_to_the_whole():
    variant = variant_with("taiwan", deals=3)
    whole = simulate_matches(variant, 20, seed=4)
    parts = [simulate_matches(variant, 10, seed=4, first=first) for first in (0, 10)]
    assert chupai.merge(parts).digest() == whole.digest()
    assert parts[0].summary().matches == 10


@pytest.mark.rule("BT-47")
@pytest.mark.parametrize("house", [(3,), (0, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("settlement", ["solo", "none"])
def test_house_seats_win_no_match(house, settlement):
    """Neither with a total of 0 that all share, nor where all who play have lost."""
    variant = variant_with("taiwan", {"settlement": settlement}, deals=1, house_seats=house)
    many = simulate_matches(variant, 60, seed=1)
    playing = [seat for seat in range(4) if seat not in house]
    for number, totals in enumerate(many.totals.tolist()):
        best = [seat for seat in playing if totals[seat] == max(totals[s] for s in playing)]
        assert np.flatnonzero(many.winners[number]).tolist() == best
        if number < 5:
            one = Match(variant, "random").run(1, number)
            assert list(one.winners) == best
            told = ", ".join(f"seat {seat}" for seat in best) or "nobody"
            assert str(one).endswith(f"won by {told}")
    rates = [line.win_rate.value for line in many.summary().seats]
    assert [rates[seat] for seat in house] == [0.0] * len(house)
    assert rates == pytest.approx(many.winners.mean(axis=0).tolist())
