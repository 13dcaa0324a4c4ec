"""Records of deals of Shengji: set-ups, the order of drawing, kitties, throws, and the examples."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import Record, read_records, replay, shengji
from chupai.record_error import RecordError
from example_deals_shengji import CN_1, examples, played
from shengji_cases import random_setup
from shengji_states import random_move
from shengji_variants import NAMES, VARIANTS, set_up

BEFORE = {"pass", "declare", "name", "bury"}
"""The words of decisions before the first card play."""


def some(variant, rng, stop=0.3, **known):
    """A deal played at random, up to the end or anywhere before, and its set-up."""
    setup = set_up(variant, rng)
    state = variant.deal(rng.randrange(2**64), setup=setup, **known)
    return played_on(state, rng, stop), setup


def played_on(state, rng, stop=0.3):
    """Play at random, up to the end or anywhere before."""
    left = rng.randrange(120) if rng.random() < stop else 10**6
    while not state.is_over and left > 0:
        state.play(random_move(rng, state))
        left -= 1
    return state


def check(record, state):
    """A record comes back from its text, and tells the same deal."""
    text = record.to_json()
    again = Record.from_json(text)
    assert again == record
    assert again.to_json() == text
    assert again.variant == state.variant
    end = again.replay()
    assert end == state
    assert end.history == state.history[-len(end.history) or len(state.history) :]
    assert (record.scores is None) == (not state.is_over)


def one(seed=8, **changes):
    """A finished deal of two decks as data, with changes."""
    setup = shengji.Setup(declarer=1, level="5")
    state = played(chupai.variant("shengji/cn-2").deal(seed, setup=setup), ("random_units",) * 4)
    return json.loads(Record.of(state, seed=seed, setup=setup).to_json()) | changes


def fault_of(data):
    """The error that a record makes, when read or when played again."""
    with pytest.raises(RecordError) as caught:
        Record.from_json(json.dumps(data)).replay()
    return caught.value


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_a_seed_are_recorded_and_played_again(name, soak):
    rng = Random(f"records {name}")
    variant = VARIANTS[name]
    for _ in range(4 * soak):
        seed, index, match = (rng.randrange(2**64) for _ in range(3))
        setup = set_up(variant, rng)
        state = played_on(variant.deal(seed, index, match=match, setup=setup), rng)
        record = Record.of(state, seed=seed, index=index, match=match, setup=setup)
        check(record, state)
        assert {text.split()[0] for text in record.auction} <= BEFORE
        assert {text.split()[0] for text in record.moves} <= {"lead", "follow", "force"}
        assert list(record.dealings) == state.dealings


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_a_real_table_are_told_by_their_cards(name, soak):
    """Without a seed the state tells its set-up, and the cards in the order of drawing."""
    rng = Random(f"tables {name}")
    for _ in range(4 * soak):
        state, setup = some(VARIANTS[name], rng)
        record = Record.of(state, agents=[f"p{seat}" for seat in range(4)])
        assert record.seed is None
        assert record.setup == setup
        if state.redeals:  # the last is played again as if it were the first
            again = Record.from_json(record.to_json())
            assert again == record
            assert again.replay().history == state.history[state.dealings[-1]["move"] :]
        else:
            check(record, state)


def test_cards_that_were_dealt_again_at_a_table():
    def dealt(seed):
        setup = shengji.Setup().dealt(CN_1.deal(seed).dealings[0], CN_1.rules)
        return CN_1.deal(setup=setup)

    earlier = [dealt(1), dealt(2)]
    for state in earlier:
        while not state.redeals:
            state.play("pass")
    last = played(dealt(3), ("lowest",) * 4)
    record = Record.of(last, earlier=earlier)
    assert len(record.dealings) == 3
    assert record.auction[: record.dealings[2]["move"]] == ("pass",) * record.dealings[2]["move"]
    assert Record.from_json(record.to_json()).replay() == last
    data = json.loads(record.to_json())
    again = data["dealings"][2]["move"]
    missing = {"dealings": data["dealings"][:2], "auction": ["pass"] * again, "moves": []}
    assert "to whom is missing" in fault_of(data | missing).why
    assert fault_of(data | {"dealings": data["dealings"][:2]}).move == again + 1
    second = data["dealings"][1]
    early = [data["dealings"][0], second | {"move": second["move"] - 1}, data["dealings"][2]]
    assert "not dealt again" in fault_of(data | {"dealings": early}).why


def test_dealings_in_which_nobody_is_asked_are_recorded():
    rules = shengji.Rules(decks=1, declare_with_joker="by_colour")
    variant = chupai.Variant(rules=rules)
    silent = 0
    for seed in range(40):
        state = played_on(variant.deal(seed), Random(seed))
        told = Record.of(state, seed=seed)
        check(told, state)
        by_hand = Record.from_json(Record.of(state).to_json())
        assert by_hand.dealings == told.dealings == tuple(state.dealings)
        last = state.dealings[-1]["move"]
        assert by_hand.replay().history == state.history[last:]
        silent += len(by_hand.dealings) > 1 and by_hand.dealings[1]["move"] == 0
    assert silent > 5


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_are_told_from_there_on(name, soak):
    """In every phase but while cards are drawn, whose dealings a text does not tell."""
    rng = Random(f"positions {name}")
    for _ in range(4 * soak):
        middle, _ = some(VARIANTS[name], rng, stop=1)
        if middle.phase in {"declare", "name"}:
            continue
        state = played_on(middle.clone(), rng, stop=0.5)
        record = Record.of(state, position=middle)
        check(record, state)
        assert (record.seed, record.dealings) == (None, ())
        assert record.position == str(middle)


# --- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("setup", {"level": "Z"}, "setup: level is a rank.*SJ-04"),
        ("setup", {"level": "5", "levels": ["2", "3"]}, "setup: a deal has one level.*SJ-34"),
        ("setup", {"declarer": 4}, "setup: declarer.*SJ-40"),
        ("setup", {"declarer": "1"}, "setup: declarer is a whole number.*SJ-40"),
        ("setup", {"trump": "S"}, "setup: trump.*SJ-42"),
        ("setup", {"first_card": -1}, "setup: first_card.*SJ-47"),
        ("setup", {"kitty": "left"}, "setup: kitty is 'taken' or.*SJ-45"),
        ("setup", {"given": {"bottom": "3D"}}, "setup: cards are given to seats.*'bottom'"),
        ("setup", {"given": {"0": "3X"}}, "setup: cards given to seat 0: '3X'"),
        ("setup", {"in_order": True}, "setup: in_order needs.*SJ-47"),
        ("setup", {"dealer": "uniform"}, "setup: there is no 'dealer'"),
        ("setup", [], "setup is an object"),
        ("switches", {"rules": {"decks": 5}}, "switches of rules: decks.*SJ-01"),
        ("switches", {"rules": {"declaring": "late"}}, "switches of rules: declaring.*SJ-42"),
        ("switches", {"rules": {"tiles": 3}}, "switches of rules: there is no 'tiles'"),
        (
            "switches",
            {"scoring": {"kitty_multiplier": {"singel": 1}}},
            "switches of scoring: .*'singel'.*SJ-28",
        ),
        ("switches", {"match": {"levels": "2345B"}}, "switches of match: levels has 'B'.*SJ-33"),
        (
            "switches",
            {"match": {"form": "duplicate", "deals": 3}},
            "switches: form='duplicate' needs.*SJ-42",
        ),
        ("variant", "shengji/cn-9", "no variant is called 'shengji/cn-9'"),
        ("dealings", [{"hands": ["3D"] * 4, "kitty": "", "move": 0}], "dealing 1: .*'draws'"),
        ("dealings", [], "the cards of its dealings or a position"),
        ("auction", ["shout"], r"'shout', where seat \d is to move"),
        ("moves", "lead 3D", "moves is a list of texts"),
        ("scores", [1, -1], "scores are those of 4 seats"),
        ("agents", ["a", "b", "c"], "agents are those of 4 seats"),
    ],
    ids=str,
)
def test_what_cannot_be_is_named_by_its_key(key, value, why):
    told = fault_of(one(**{key: value})).why
    assert re.search(why, told), told
    assert len(told) < 500


def is_plain(card):
    """Whether it is a card of diamonds or clubs that is no level card."""
    return card[-1] in "DC" and card[0] != "5"


def overturned_by_a_pair(seed):
    """A deal as data, if a pair overturned a single, hearts or spades are trumps, a single of
    another suit is led, and the next seat follows suit; else None."""
    data = one(seed)
    shown = [text.split()[1:] for text in data["auction"] if text.startswith("declare")]
    led, followed = (move.split()[1:] for move in data["moves"][:2])
    wanted = [len(cards) for cards in shown] == [1, 2] and shown[1][0][-1] in "HS"
    wanted = wanted and len(led) == 1 and is_plain(led[0]) and is_plain(followed[0])
    return data if wanted and led[0][1] == followed[0][1] else None


@pytest.mark.rule("SJ-57")
def test_moves_that_cannot_be_are_refused_with_the_rule():
    """The number of the move is told, and what the rules say of it."""
    data = next(filter(None, map(overturned_by_a_pair, range(1000))))
    auction, moves = data["auction"], data["moves"]
    over = next(n for n, text in enumerate(auction) if len(text.split()) == 3)
    bury, led = len(auction) - 1, moves[0].split()[1]
    state = Record.from_json(json.dumps(data)).start()
    for text in auction:
        state.play(text)
    own, another = (
        next(card for card in state.hand(seat).split() if is_plain(card) and card[1] != led[1])
        for seat in (state.turn, (state.turn + 1) % 4)
    )
    changes = [
        ("auction", 0, "declare R R R", "SJ-01"),
        ("auction", over, auction[over].rsplit(" ", 1)[0], "SJ-38"),
        ("auction", bury, auction[bury].rsplit(" ", 1)[0], "SJ-45"),
        ("auction", bury, "bury B B R R 5D 5D 5C 5C", "SJ-57"),
        ("moves", 0, f"follow {led}", "SJ-57"),
        ("moves", 0, f"lead {led} + {own}", "SJ-13"),
        ("moves", 1, "pass", "SJ-57"),
        ("moves", 1, f"{moves[1]} {another}", "SJ-18"),
        ("moves", 1, f"follow {another}", "SJ-18"),
    ]
    for key, number, text, rule in changes:
        told = [*data[key]]
        told[number] = text
        fault = fault_of(data | {key: told})
        assert rule in fault.why, (key, number, fault)
        assert fault.move == 1 + number + (len(auction) if key == "moves" else 0)
    early = {"auction": [*auction, moves[0]], "moves": moves[1:]}
    assert "no decision" in fault_of(data | early).why
    late = {"auction": auction[:-1], "moves": [auction[-1], *moves]}
    assert "is a decision" in fault_of(data | late).why


@pytest.mark.parametrize("name", VARIANTS)
def test_what_was_changed_is_found(name):
    rng = Random(f"faults {name}")
    variant, setup = VARIANTS[name], set_up(VARIANTS[name], rng)
    state = played_on(variant.deal(8, setup=setup), rng, stop=0)
    data = json.loads(Record.of(state, seed=8, setup=setup).to_json())
    dealing, later = data["dealings"][0], data["dealings"][1:]
    draws = dealing["draws"]
    cards = draws[0].split()
    changes = [
        {"scores": [points + 1 for points in data["scores"]]},
        {"scores": None},
        {"moves": data["moves"][:-1]},
        {"moves": [*data["moves"], data["moves"][-1]]},
        {"moves": [*data["moves"][:-4], *data["moves"][:-5:-1]]},
        {"dealings": [dealing | {"draws": [*draws[1:], draws[0]]}, *later]},
        {"dealings": [dealing | {"draws": [" ".join(cards[::-1]), *draws[1:]]}, *later]},
        {"dealings": [dealing | {"kitty": dealing["kitty"] + " 3D"}, *later]},
        {"dealings": [dealing | {"move": 1}, *later]},
        {"seed": data["seed"] + 1},
        {"index": 1},
        {"match": 1},
        {"setup": data["setup"] | {"first_card": 9}},
        {"setup": data["setup"] | {"roles": [0, 1, 2, 3]}},
    ]
    for change in changes:
        fault_of(data | change)
    by_hand = data | {"seed": None, "match": None, "index": None}
    for wrong in ([], ["3D"] * 4, [*draws[:-1], draws[0] + " R R R R R"], [1] * 4, draws[:3]):
        fault_of(by_hand | {"dealings": [dealing | {"draws": wrong}]})


def test_a_variant_is_told_by_what_differs_from_the_nearest():
    for name in NAMES:
        data = json.loads(Record.of(chupai.variant(name).deal(1), seed=1).to_json())
        assert (data["variant"], data["switches"]) == (name, {})
    for name, variant in VARIANTS.items():
        setup = set_up(variant, Random(name))
        record = Record.of(variant.deal(1, setup=setup), seed=1, setup=setup)
        data = json.loads(record.to_json())
        told = Record.from_json(json.dumps(data))
        assert (told.variant, told.setup) == (variant, setup)
        changed = [switch for part in data["switches"].values() for switch in part]
        assert len(changed) <= 25
        assert bool(changed) == (f"shengji/{name}" not in NAMES)
    # Parts that contradict each other are refused once they are together.
    data["switches"] = {"match": {"form": "duplicate", "deals": 4}}
    data["variant"] = "shengji/cn-2"
    with pytest.raises(RecordError, match=r"switches.*SJ-42"):
        Record.from_json(json.dumps(data))


def test_records_of_runs_and_matches(tmp_path):
    path = tmp_path / "deals.jsonl"
    setup = shengji.Setup(**random_setup(Random(5), {"declaring": "during_deal"}))
    result = chupai.simulate(
        "shengji/chaodi", 20, seed=4, agents="random_units", record=path, keep="scores", setup=setup
    )
    assert replay(path).deals == 20
    for record, scores in zip(read_records(path), result.scores, strict=True):
        assert record.scores == tuple(scores)
        assert record.setup == setup
    match = chupai.Match("shengji/cn-1", "random_units", deals=5, record=tmp_path / "match.jsonl")
    told = match.run(9)
    assert [record.setup.declarer is None for record in told.records] == [True] + [False] * 4
    assert [record.index for record in told.records] == list(range(5))
    assert replay(tmp_path / "match.jsonl").ok


# --- the file that comes with the library --------------------------------------------------------


def test_the_examples_are_what_they_should_be(request):
    text = "".join(f"{record.to_json()}\n" for record in examples())
    path = chupai.example_records("shengji")
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8", newline="\n")
    assert path.read_bytes().decode() == text


def test_the_examples_have_everything():
    path = chupai.example_records("shengji")
    records = list(read_records(path))
    assert replay(path).ok
    assert {record.variant.name for record in records} >= set(NAMES)
    assert sum(len(record.dealings) > 1 for record in records) == 2
    assert sum(record.position is not None for record in records) == 2
    assert sum(record.scores is None for record in records) == 2
    assert sum(record.seed is None for record in records) == 4
    words = {text.split()[0] for record in records for text in record.auction + record.moves}
    assert words == BEFORE | {"lead", "follow", "force"}
    facts = [record.replay().facts() for record in records if record.scores is not None]
    for name in ("redeals", "takers", "declarations", "last_throw", "last_level_card"):
        assert max(fact[name] for fact in facts) >= 1, name
    for name in ("failed_throws", "cards_returned"):
        assert max(map(max, (fact[name] for fact in facts))) >= 1, name
    assert {fact["trump"] for fact in facts} == set(range(5))
    assert min(fact["level"] for fact in facts) == -1
    assert {record.variant.rules.declaring for record in records} == {
        "during_deal", "duplicate", "given",
    }  # fmt: skip
    for switch in ("chaodi", "blind_declaring"):
        assert any(getattr(record.variant.rules, switch) for record in records)
    setups = [record.setup for record in records]
    for name in ("levels", "declarer", "first_card", "trump", "given"):
        assert any(getattr(setup, name) for setup in setups), name
    assert any(setup.kitty == "as_dealt" for setup in setups)
    for record in records:
        assert Record.from_json(record.to_json()) == record


def test_the_examples_come_with_every_wheel():
    path = chupai.example_records("shengji")
    assert path.relative_to(Path(chupai.__file__).parent).as_posix() == "data/shengji.jsonl"


def test_a_record_is_of_its_familys_set_up():
    state = chupai.variant("shengji/cn-2").deal(1)
    with pytest.raises(TypeError, match=r"setup is a shengji\.Setup"):
        Record.of(state, seed=1, setup=chupai.big2.Setup())
