"""Records of deals of Big Two: set-ups, exchanges, new deals, swaps, and the examples."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import Record, big2, read_records, replay
from chupai.record_error import RecordError
from example_deals_big2 import examples

NAMES = [name for name in chupai.variants() if name.startswith("big2/")]

ODD = {
    "by place": chupai.Variant(
        rules=big2.Rules(players=3, end="all_out", remainder="discard"),
        scoring=big2.Scoring(place_points=(2, 0, -2), stake=5),
        match=big2.MatchRules(deals=4, later_lead="lowest"),
    ),
    "of seven": chupai.Variant(
        rules=big2.Rules(players=7, decks=2, redeal_below=9, straights="A2345 34567 … TJQKA")
    ),
    "bankrupt": chupai.Variant(
        rules=big2.Rules(top_rank="3", instant_wins=("four_twos", "dragon")),
        scoring=big2.Scoring(tiers=((8, 2), ("all", 5)), bankruptcy="table"),
        match=big2.MatchRules(purse=500, buy_in=10, house_seats=(1, 3), cut=True),
    ),
}
VARIANTS = {name: chupai.variant(name) for name in NAMES} | ODD


def played(state, rng, stop=0.3):
    """Play at random, up to the end or anywhere before; mostly cards, where that is allowed."""
    left = rng.randrange(60) if rng.random() < stop else 10**6
    while not state.is_over and left > 0:
        moves = state.legal_moves()
        state.play(moves[rng.randrange(len(moves))])
        left -= 1
    return state


def some_setup(variant, rng):
    """A set-up that the rules have a use for."""
    seats = variant.seats
    setup = {"leader": rng.choice([None, rng.randrange(seats)])}
    setup["first_card"] = rng.choice([0, None, rng.randrange(seats)])
    if seats == 4 and variant.rules.end == "all_out":
        setup["roles"] = rng.choice([None, tuple(rng.sample(range(4), 4))])
    if rng.random() < 0.3:
        setup["given"] = {rng.randrange(seats): "3D 2S", "left": ""}
    return big2.Setup(**setup)


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


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_a_seed_are_recorded_and_played_again(name, soak):
    rng = Random(f"records {name}")
    variant = VARIANTS[name]
    for _ in range(15 * soak):
        seed, index, match = (rng.randrange(2**64) for _ in range(3))
        setup = some_setup(variant, rng)
        state = played(variant.deal(seed, index, match=match, setup=setup), rng)
        record = Record.of(state, seed=seed, index=index, match=match, setup=setup)
        check(record, state)
        assert (record.scores is None) == (not state.is_over)
        kinds = {text.split()[0] for text in record.auction}
        assert kinds <= {"pass", "redeal", "swap", "ask", "give"}
        assert not {"redeal", "swap", "ask", "give"} & {text.split()[0] for text in record.moves}


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_of_a_real_table_are_told_by_their_cards(name, soak):
    """Without a seed the state tells its set-up, and the cards of each dealing."""
    rng = Random(f"tables {name}")
    variant = VARIANTS[name]
    for _ in range(15 * soak):
        state = variant.deal(rng.randrange(2**64), setup=some_setup(variant, rng))
        state = played(state, rng)
        record = Record.of(state, agents=[f"p{seat}" for seat in range(variant.seats)])
        assert record.seed is None
        if len(state.dealings) > 1:  # the last is played again as if it were the first
            again = Record.from_json(record.to_json())
            assert again == record
            assert again.replay().history == state.history[state.dealings[-1]["move"] :]
        else:
            check(record, state)


def test_cards_that_were_dealt_again_at_a_table():
    variant = chupai.variant("big2/wikipedia")
    given = [variant.deal(seed) for seed in range(400)]
    weak = [state for state in given if state.phase == "redeal"][:2]
    strong = next(state for state in given if state.phase == "play")
    assert len(weak) == 2
    earlier = []
    for state in weak:
        dealt = variant.deal(setup=big2.Setup().dealt(state.dealings[0], variant.rules))
        while len(dealt.dealings) < 2:
            dealt.play("redeal")
        earlier.append(dealt)
    last = variant.deal(setup=big2.Setup().dealt(strong.dealings[0], variant.rules))
    last.play(last.legal_moves()[0])
    record = Record.of(last, earlier=earlier)
    assert len(record.dealings) == 3
    assert record.auction == ("redeal", "redeal")
    assert Record.from_json(record.to_json()).replay() == last


@pytest.mark.parametrize("name", VARIANTS)
def test_what_was_changed_is_found(name):
    rng = Random(f"faults {name}")
    variant = VARIANTS[name]
    state = played(variant.deal(8), rng, stop=0)
    data = json.loads(Record.of(state, seed=8).to_json())
    dealing = data["dealings"][0]
    hands = dealing["hands"]
    turned = [*hands[1:], hands[0]]
    changes = [
        {"scores": [1] * variant.seats},
        {"moves": data["moves"][:-1]},
        {"moves": [*data["moves"], "pass"]},
        {"dealings": [dealing | {"hands": turned}, *data["dealings"][1:]]},
        {"dealings": [dealing | {"left": "3D"}, *data["dealings"][1:]]},
        {"setup": {"first_card": 99}},
        {"setup": {"roles": [0, 1, 2]}},
    ]
    for change in changes:
        with pytest.raises(RecordError):
            Record.from_json(json.dumps(data | change)).replay()
    by_hand = data | {"seed": None, "match": None, "index": None}
    for wrong in ([], ["3D"] * variant.seats, [*hands[:-1], hands[0]], [1] * variant.seats):
        told = by_hand | {"dealings": [dealing | {"hands": wrong}]}
        with pytest.raises(RecordError):
            Record.from_json(json.dumps(told)).replay()


def test_a_variant_is_told_by_what_differs_from_the_nearest():
    for name in NAMES:
        data = json.loads(Record.of(chupai.variant(name).deal(1), seed=1).to_json())
        assert (data["variant"], data["switches"]) == (name, {})
    data = json.loads(Record.of(ODD["by place"].deal(1), seed=1).to_json())
    assert Record.from_json(json.dumps(data)).variant == ODD["by place"]
    # Parts that contradict each other are refused once they are together.
    data["switches"] = {"scoring": {"place_points": [3, 1, -1, -3]}}
    data["variant"] = "big2/natural"
    with pytest.raises(RecordError, match="switches"):
        Record.from_json(json.dumps(data))


def test_positions_are_told_from_there_on():
    rng = Random(3)
    for name in NAMES:
        variant = VARIANTS[name]
        middle = played(variant.deal(rng.randrange(2**64)), rng, stop=1)
        state = played(middle.clone(), rng, stop=0.5)
        record = Record.of(state, position=middle)
        again = Record.from_json(record.to_json())
        assert again == record
        assert again.replay() == state


def test_records_of_a_run(tmp_path):
    path = tmp_path / "deals.jsonl"
    result = chupai.simulate("big2/malaysia-3p", 20, seed=4, record=path, keep="scores")
    assert replay(path).deals == 20
    for record, scores in zip(read_records(path), result.scores, strict=True):
        assert record.scores == tuple(scores)
    match = chupai.Match("big2/bloody", "random", deals=5, record=tmp_path / "match.jsonl")
    told = match.run(9)
    assert [record.setup.roles is None for record in told.records] == [True] + [False] * 4
    assert replay(tmp_path / "match.jsonl").ok


# --- the file that comes with the library --------------------------------------------------------


def test_the_examples_are_what_they_should_be(request):
    text = "".join(f"{record.to_json()}\n" for record in examples())
    path = chupai.example_records("big2")
    if request.config.getoption("--update-golden"):
        path.write_text(text, "utf-8", newline="\n")
    assert path.read_bytes().decode() == text


def test_the_examples_have_everything():
    records = list(read_records(chupai.example_records("big2")))
    assert replay(chupai.example_records("big2")).ok
    assert {record.variant.name for record in records} >= set(NAMES)
    assert sum(len(record.dealings) > 1 for record in records) == 2
    assert sum(record.position is not None for record in records) == 2
    assert sum(record.scores is None for record in records) == 2
    assert sum(record.seed is None for record in records) == 4
    facts = [record.replay().facts() for record in records if record.scores is not None]
    for name in ("instant", "redeals", "swapped", "revolutions"):
        assert max(fact[name] for fact in facts) >= 1, name
    assert max(fact["could_have_stopped"] for fact in facts) >= 0
    setups = [record.setup for record in records]
    assert any(setup.roles for setup in setups)
    assert any(setup.leader for setup in setups)
    assert any(setup.first_card is None for setup in setups)
    for record in records:
        assert Record.from_json(record.to_json()) == record


def test_the_examples_come_with_every_wheel():
    path = chupai.example_records("big2")
    assert path.relative_to(Path(chupai.__file__).parent).as_posix() == "data/big2.jsonl"
    with pytest.raises(ValueError, match="no family is called 'bridge'"):
        chupai.example_records("bridge")


def test_a_record_is_of_its_familys_set_up():
    state = chupai.variant("big2/hong-kong").deal(1)
    with pytest.raises(TypeError, match=r"setup is a big2\.Setup"):
        Record.of(state, seed=1, setup=chupai.doudizhu.Setup())
    record = Record.of(state, seed=1)
    with pytest.raises(RecordError, match="agents are those of 4 seats"):
        replace(record, agents=("a", "b", "c"))
