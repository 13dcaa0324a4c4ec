"""What a seed means, pinned: the cards of deals, and runs of every variant.

`make golden` rewrites tests/golden. A run is stored as digests of all its facts, with sums of each
fact and the first deals move by move, so that a change can be read and not only noticed.
"""

from hashlib import sha256

import numpy as np
import pytest

import chupai
from chupai import big2, doudizhu, shengji

SEED = 20
DEALS = 2000
EXCERPT = 3

VARIANTS = {name: chupai.variant(name) for name in chupai.variants()}
VARIANTS["doudizhu/custom"] = chupai.Variant(
    rules=doudizhu.Rules(
        auction="rob",
        call_multiplier=2,
        trio_with_two="any",
        wing_repeat=4,
        wing_both_jokers=True,
        wing_chain_rank=True,
        wing_quad_as_two_pairs=True,
        kicker_both_jokers=True,
        quad_chains=True,
        doubling=True,
        show_multipliers=(5, 4, 3, 2),
    ),
    scoring=doudizhu.Scoring(stake=5, cap=96),
)

VARIANTS["big2/custom"] = chupai.Variant(
    rules=big2.Rules(
        suit_order="CDHS",
        top_rank="3",
        bare_quad="own_kind",
        two_pair_4=True,
        two_pair_5=True,
        straights="game_rank",
        flush_order="top",
        players=5,
        end="all_out",
        instant_wins=("four_twos",),
        redeal_below=6,
        top_rule="forced",
        revolution="swap_ends",
    ),
    scoring=big2.Scoring(card_values="pips", settlement="place", liability="could_have_stopped"),
)

VARIANTS["shengji/custom"] = chupai.Variant(
    rules=shengji.Rules(
        decks=3,
        kitty=14,
        constant_trumps="7",
        hollow=True,
        tractor_min_length=3,
        reading="longest_unit",
        failed_throw="smallest",
        follow_order="run_before_triples",
        throw_compare="every_unit",
        no_declaration="no_trump",
        declare_with_joker="by_colour",
        chaodi=True,
    ),
    scoring=shengji.Scoring(kitty_multiplier="power", turnover=100, throw_penalty=10),
)
VARIANTS["shengji/given"] = chupai.Variant(rules=shengji.Rules(declaring="given"))


def runs(variant):
    """Runs by name. The first is told in full, of the others digests only."""
    if variant.family is shengji.FAMILY:
        setup = shengji.Setup(levels=("5", "J"), declarer=1, first_card=2)
        needed = {}
        if variant.rules.declaring == "given":
            setup = shengji.Setup(level="T", declarer=3, trump="H", kitty="as_dealt")
            needed = {"setup": shengji.Setup(declarer=0, trump="NT")}
        return {
            "random": needed,
            f"random, {setup}": {"setup": setup},
            "random_units": needed | {"agents": "random_units"},
            f"random_units, {setup}": {"setup": setup, "agents": "random_units"},
            "lowest": needed | {"agents": "lowest"},
            "lowest, the others random": needed | {"agents": ["lowest", *["random"] * 3]},
        }
    if variant.family is doudizhu.FAMILY:
        return {
            "random": {},
            "random, weak shuffle": {"setup": doudizhu.Setup(dealer="weak_shuffle")},
            "lowest": {"agents": "lowest"},
            "lowest, random, random": {"agents": ["lowest", "random", "random"]},
        }
    setup = big2.Setup(leader=1, first_card=2)
    if variant.match.bloody:
        setup = big2.Setup(roles=(2, 0, 3, 1))
    return {
        "random": {},
        f"random, {setup}": {"setup": setup},
        "lowest": {"agents": "lowest"},
        "lowest, the others random": {"agents": ["lowest", *["random"] * (variant.seats - 1)]},
    }


def digest(arrays):
    """SHA-256 over arrays in the order of their names: name, shape, int64 little-endian."""
    total = sha256()
    for name in sorted(arrays):
        wide = np.ascontiguousarray(arrays[name], dtype="<i8")
        total.update(f"{name} {wide.shape}\n".encode() + wide.tobytes())
    return total.hexdigest()


def simulate(variant, options):
    return chupai.simulate(variant, DEALS, seed=SEED, keep="facts", **options)


def cards_of(state):
    if state.variant.family is shengji.FAMILY:
        dealing = state.dealings[-1]
        draws = enumerate(dealing["draws"])
        hands = "".join(f"  seat {seat} draws {cards}\n" for seat, cards in draws)
        return f"{hands}  kitty: {dealing['kitty']}\n"
    seats = range(state.variant.seats)
    hands = "".join(f"  seat {seat}: {state.hand(seat)}\n" for seat in seats)
    name = "bottom" if state.variant.family is doudizhu.FAMILY else "left"
    rest = getattr(state, name)
    return f"{hands}  {name}: {rest}\n" if rest or name == "bottom" else hands


def told(state):
    """One random deal as text: the cards, the moves, what came of it."""
    text = cards_of(state)
    line = "  moves:"
    while not state.is_over:
        move = state.sample()
        word = f" {state.turn}:{move}".replace(":pass", ":-").replace(":bid ", ":bid")
        if state.variant.family is shengji.FAMILY:
            word = f" {state.turn}:{move}".replace(" ", "").replace(":", f":{move.kind[0]}:")
        if len(line + word) > 100:
            text, line = text + line + "\n", "   "
        line += word
        redeals = state.facts()["redeals"]
        state.play(move)
        if state.facts()["redeals"] > redeals:
            text, line = text + line + "\n  dealt again\n" + cards_of(state), "  moves:"
    facts = ", ".join(f"{name} {value}" for name, value in state.facts().items())
    return f"{text}{line}\n  facts: {facts}\n  scores: {state.scores()}\n"


@pytest.mark.parametrize("name", VARIANTS)
def test_runs(name, golden):
    variant = VARIANTS[name]
    text = f"{name}, seed {SEED}, {DEALS} deals\n"
    for run, options in runs(variant).items():
        result = simulate(variant, options)
        text += f"\nagents {run}\n  facts:  {digest(result.facts)}\n"
        text += f"  scores: {digest({'scores': result.scores})}\n"
    first = next(iter(runs(variant).values()))
    facts = simulate(variant, first).facts
    text += "\nsums over the random deals\n"
    for fact, column in facts.items():
        text += f"  {fact}: {column.sum(axis=0).tolist()}\n"
    for index in range(EXCERPT):
        text += f"\ndeal {index}\n{told(variant.deal(SEED, index, **first))}"
    golden(f"{name.replace('/', '-')}.txt", text)


@pytest.mark.rule("DD-01", "DD-03")
@pytest.mark.parametrize("dealer", ["uniform", "weak_shuffle"])
def test_cards(dealer, golden):
    text = f"doudizhu, dealer {dealer}\n"
    for seed in (0, 1):
        for index in range(10):
            state = chupai.variant("doudizhu/standard").deal(seed, index, dealer=dealer)
            first = state.facts()["first_bidder"]
            text += f"\nseed {seed}, deal {index}, first bidder {first}\n{cards_of(state)}"
    golden(f"doudizhu-cards-{dealer.replace('_', '-')}.txt", text)


@pytest.mark.rule("BT-01", "BT-02", "BT-22")
@pytest.mark.parametrize("name", ["hong-kong", "taiwan-3p", "two-deck"])
def test_cards_of_big_two(name, golden):
    text = f"big2/{name}\n"
    for seed in (0, 1):
        for index in range(10):
            state = chupai.variant(f"big2/{name}").deal(seed, index)
            text += f"\nseed {seed}, deal {index}, leader {state.leader}\n{cards_of(state)}"
    golden(f"big2-cards-{name}.txt", text)


@pytest.mark.rule("SJ-02", "SJ-47")
@pytest.mark.parametrize("name", ["cn-1", "cn-2", "four-deck"])
def test_cards_of_shengji(name, golden):
    text = f"shengji/{name}\n"
    for seed in (0, 1):
        for index in range(4):
            state = chupai.variant(f"shengji/{name}").deal(seed, index)
            text += f"\nseed {seed}, deal {index}\n{cards_of(state)}"
    golden(f"shengji-cards-{name}.txt", text)


@pytest.mark.parametrize("name", VARIANTS)
def test_told_deals_are_those_of_the_run(name):
    variant = VARIANTS[name]
    first = next(iter(runs(variant).values()))
    facts = simulate(variant, first).facts
    for index in range(EXCERPT):
        state = variant.deal(SEED, index, **first)
        told(state)
        for fact, value in state.facts().items():
            assert np.array_equal(facts[fact][index], value)
