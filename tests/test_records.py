"""Records: written and read without a change, and every damage told where it is."""

import json
import pickle
import re
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import Record, RecordError, doudizhu, example_records, read_records, replay
from doudizhu_cases import ODD, PRESETS, VARIANTS
from example_deals import examples
from random_cases import random_rules, random_scoring
from recorded_deals import STANDARD, played

KEYS = [
    *("chupai", "variant", "switches", "seed", "match", "index", "setup", "agents"),
    *("dealings", "auction", "moves", "scores"),
]


def check(record, state):
    """Check that text, record and state are the same deal."""
    text = record.to_json()
    again = Record.from_json(text)
    assert again == record
    assert hash(again) == hash(record)
    assert again.to_json() == text
    assert "\n" not in text
    replayed = again.replay()
    assert replayed == state
    assert replayed.history == state.history
    assert replayed.dealings == state.dealings
    assert record.scores == (tuple(state.scores()) if state.is_over else None)
    assert [*record.auction, *record.moves] == [str(move) for _, move in state.history]
    return text


def fault_of(text):
    """Read and replay one line that has to be wrong."""
    with pytest.raises(RecordError) as caught:
        Record.from_json(text, line=7).replay()
    assert caught.value.line == 7
    assert str(caught.value).startswith("line 7: ")
    return caught.value


def outcome(text):
    """Read and replay one line: the state, or what is wrong."""
    try:
        return Record.from_json(text, line=7).replay()
    except RecordError as fault:
        return fault


def one(**changes):
    """Give the data of a finished deal, changed."""
    state = played(STANDARD, 3, 5, Random(1), stop=0)
    data = json.loads(Record.of(state, seed=3, index=5, agents=["a", "b", "c"]).to_json())
    return data | changes


# --- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_records_are_read_as_they_were_written(name, soak):
    variant, rng = VARIANTS[name], Random(name)
    for index in range(25 * soak):
        state = played(variant, 11, index, rng)
        record = Record.of(state, seed=11, index=index, agents=["random", "李", 'l\'autre "x"'])
        text = check(record, state)
        assert list(json.loads(text)) == KEYS
        assert "李" in text


def test_records_of_random_rules(soak):
    rng = Random(5)
    for index in range(80 * soak):
        switches = random_rules(rng)
        match = doudizhu.MatchRules(deals=rng.choice([None, 10]), target=rng.choice([None, 50]))
        variant = chupai.Variant(
            rules=doudizhu.Rules(**switches),
            scoring=doudizhu.Scoring(**random_scoring(rng)),
            match=match,
        )
        seed, number = rng.randrange(2**64), rng.randrange(2**64)
        state = played(variant, seed, index, rng, match=number)
        record = Record.of(state, seed=seed, index=index, match=number)
        check(record, state)
        assert Record.from_json(record.to_json()).variant == variant


def test_a_named_variant_has_no_switches_and_another_those_that_differ_from_the_nearest():
    for name in chupai.variants():
        data = json.loads(Record.of(chupai.variant(name).deal(1), seed=1).to_json())
        assert (data["variant"], data["switches"]) == (name, {})
    for name, variant in ODD.items():
        data = json.loads(Record.of(variant.deal(1), seed=1).to_json())
        count = sum(map(len, data["switches"].values()))
        assert 0 < count <= len(variant.changes()), name
    rules = doudizhu.Rules(auction="fixed", wing_extends_chain=False, quad_chains=True)
    near = chupai.Variant(rules=rules, scoring=doudizhu.Scoring(spring_multiplier=1, cap=9))
    data = json.loads(Record.of(near.deal(1), seed=1).to_json())
    assert data["variant"] == "doudizhu/rlcard"
    assert data["switches"] == {"rules": {"quad_chains": True}, "scoring": {"cap": 9}}


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("standard", {"first_bidder": 2}),
        ("standard", {"dealer": "weak_shuffle"}),
        ("rlcard", {"landlord": 1}),
        ("douzero", {"landlord": 2, "dealer": "weak_shuffle"}),
        ("call-and-rob", {"first_bidder": 0, "dealer": "weak_shuffle"}),
    ],
)
def test_set_ups_are_kept(name, setup):
    state = played(PRESETS[name], 4, 1, Random(2), **setup)
    given = doudizhu.Setup(**setup)
    record = Record.of(state, seed=4, index=1, setup=given)
    assert json.loads(check(record, state))["setup"] == setup
    with pytest.raises(RecordError, match=r"dealing 1|seat"):
        Record.of(state, seed=4, index=1)


@pytest.mark.rule("DD-06", "DD-25")
@pytest.mark.parametrize("landlord", [None, 0, 1, 2])
def test_a_landlord_who_is_given_is_known_while_hands_are_shown(landlord):
    """He takes the bottom cards after that, and the deal may have been broken off before."""
    rules = doudizhu.Rules(auction="fixed", show_multipliers=(4, 3, 2))
    variant = chupai.Variant(rules=rules)
    given = doudizhu.Setup(landlord=landlord)
    for index, moves in enumerate([0, 1, 3, 30, 200]):
        state = variant.deal(6, index, setup=given)
        for _ in range(moves):
            if not state.is_over:
                state.play(state.sample())
        check(Record.of(state, seed=6, index=index, setup=given), state)
        if not moves or state.phase != "show":  # by hand nobody tells in which order cards came
            check(Record.of(state), state)


def test_a_record_is_of_the_seed_that_is_said():
    state = played(STANDARD, 4, 1, Random(2))
    for wrong in ({"seed": 5, "index": 1}, {"seed": 4}, {"seed": 4, "index": 1, "match": 1}):
        with pytest.raises(RecordError, match="dealing 1"):
            Record.of(state, **wrong)
    with pytest.raises(ValueError, match="of a seed"):
        Record.of(state, index=1)
    with pytest.raises(ValueError, match="seed"):
        Record.of(state, seed=-1)
    with pytest.raises(TypeError):
        Record.of(state, seed="4", index=1)


def test_notes_are_kept():
    state = STANDARD.deal(1)
    notes = {
        "table": 17,
        "time": "2031-05-06T07:08:09Z",
        "names": ["李", 'é\n\t"\\'],
        "x": {"y": 0.1},
    }
    record = Record.of(state, seed=1, notes=notes)
    text = check(record, state)
    assert list(json.loads(text)) == [*KEYS, "notes"]
    assert json.loads(text)["notes"] == notes
    for bad in ({1: 2}, {"a": (1, 2)}, {"a": float("nan")}, {"a": {3}}, {"a": "\ud800"}):
        with pytest.raises(RecordError):
            Record.of(state, seed=1, notes=bad)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError, match="deep"):
        Record.of(state, seed=1, notes={"a": deep})
    for names in (["a", "b"], ["a", "b", 3], ["a", "b", "\ud800"], ["a", "b", None]):
        with pytest.raises(RecordError):
            Record.of(state, seed=1, agents=names)


def test_records_and_errors_survive_a_pickle():
    record = Record.of(played(STANDARD, 4, 1, Random(2)), seed=4, index=1, notes={"a": 1})
    assert pickle.loads(pickle.dumps(record)) == record
    error = RecordError("why", line=3, move=4, cut_off=True)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), vars(twin)) == (str(error), vars(error))
    assert str(twin) == "line 3: move 4: why"


# --- the form of a line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("null", "object"),
        ("[]", "object"),
        ("17", "object"),
        ("[" * 200_000, "deep"),
        ('{"seed": 1, "seed": 2}', "'seed' occurs twice"),
        ('{"notes": {"a": 1, "b": 2, "a": 3}}', "'a' occurs twice"),
        ('{"seed": NaN}', "NaN"),
        ('{"seed": -Infinity}', "Infinity"),
        ('{"seed": 1e999}', "too large"),
        ('{"seed": ' + "1" * 5000 + "}", "digits"),
        ('{"chupai": "\\ud83c"}', "half a character"),
        ("{} {}", "no JSON"),
        ("{'a': 1}", "no JSON"),
    ],
)
def test_text_that_is_no_record(text, why):
    assert why in fault_of(text).why
    assert len(str(fault_of(text))) < 300


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_needed(key):
    data = one()
    del data[key]
    fault = fault_of(json.dumps(data))
    assert key in fault.why or "dealings" in fault.why


WRONG = {
    "chupai": [None, 1, "", "x", [], {}],
    "variant": [None, 1, "doudizhu", "doudizhu/no-such", "whist/standard", "", [], {}],
    "switches": [
        None,
        [],
        "x",
        {"rules": []},
        {"rule": {}},
        {"rules": {"cap": 3}},
        {"rules": {"doubling": 1}},
        {"rules": {"wing_repeat": 9}},
        {"rules": {"wing_repeat": 2.0}},
        {"rules": {"wing_repeat": True}},
        {"rules": {"show_multipliers": 5}},
        {"rules": {"_native": 1}},
        {"scoring": {"cap": 0}},
        {"scoring": {"cap": "9"}},
        {"match": {"deals": -1}},
    ],
    "seed": [-1, 2**64, 1.0, True, "3", [], None, 4],
    "match": [-1, 2**64, 0.0, False, "0", None, 1],
    "index": [-1, 2**64, 5.0, True, "5", None, 6],
    "setup": [
        None,
        [],
        {"dealer": "best"},
        {"dealer": 1},
        {"first_bidder": 3},
        {"first_bidder": True},
        {"landlord": 0},
        {"seed": 1},
        {"dealer": "weak_shuffle"},
    ],
    "agents": ["random", ["a", "b"], ["a", "b", "c", "d"], ["a", "b", 1], ["a", "b", None], {}, 3],
    "dealings": [None, [], {}, "x", [[]], [{}], [None]],
    "auction": [None, "pass", {}, [1], [None], [["pass"]], 3],
    "moves": [None, "pass", {}, [0], [None], [["pass"]], 3],
    "scores": [None, [], 0, {}, "0", [0, 0], [0, 0, 0], [0, 0, 0, 0], [1.0, 2, -3], [True, 0, -1]],
    "notes": [None, [], "x", 1],
    "position": [1, "", "x"],
}


@pytest.mark.parametrize(("key", "value"), [(key, v) for key in WRONG for v in WRONG[key]])
def test_every_key_has_its_type(key, value):
    fault_of(json.dumps(one(**{key: value})))


def test_lists_of_numpy_and_the_like_have_no_business_in_a_line():
    with pytest.raises(TypeError):
        Record.from_json(b"{}")
    with pytest.raises(TypeError):
        Record(variant="doudizhu/standard")
    with pytest.raises(TypeError):
        Record(variant=STANDARD, setup={}, position="x")
    with pytest.raises(RecordError):
        Record(variant=STANDARD)


def test_a_key_that_nobody_knows_is_a_mistake_in_a_record_of_this_version():
    assert "did you mean 'scores'" in fault_of(json.dumps(one(score=1))).why
    assert "notes" in fault_of(json.dumps(one(table=17))).why


def test_what_a_newer_version_wrote_is_kept_but_not_vouched_for():
    data = one(chupai="17.2.0rc1", weather={"rain": [1, 2.5]})
    record = Record.from_json(json.dumps(data), line=3)
    assert record.unknown == {"weather": {"rain": [1, 2.5]}}
    assert json.loads(record.to_json()) == data
    with pytest.raises(RecordError, match=r"17\.2\.0rc1 .*'weather'"):
        record.replay()
    # With keys that are known there is nothing to misunderstand.
    Record.from_json(json.dumps(one(chupai="17.2"))).replay()
    Record.from_json(json.dumps(one(chupai="0.0.1"))).replay()


def test_other_spelling_of_json_is_read_and_written_in_ours():
    data = one()
    text = Record.from_json(json.dumps(data)).to_json()
    shuffled = dict(sorted(data.items(), key=lambda item: item[1] is None))
    for odd in (
        json.dumps(data, indent=1),
        "  " + json.dumps(data, ensure_ascii=True) + " \r\n",
        json.dumps(dict(reversed(shuffled.items()))),
    ):
        assert Record.from_json(odd).to_json() == text


# --- what cannot have been -----------------------------------------------------------------------


def damaged_texts(texts, rng):
    """Change, drop, double or exchange one move at a time."""
    for place, text in enumerate(texts):
        before, after = texts[:place], texts[place + 1 :]
        yield place, [*before, *after]
        yield place, [*before, text, text, *after]
        for other in ("pass", "3", "bid 3", "call", "rob", "double", "BR", "33", "xyz", "", "show"):
            if other != text:
                yield place, [*before, other, *after]
        other = rng.choice(texts)
        if other != text:
            yield place, [*before, other, *after]
        if after and after[0] != text:
            yield place, [*before, after[0], text, *after[1:]]


def test_every_move_of_every_example_changed():
    """What is not found is another deal that can have been so, move by move, to the same scores."""
    rng, tried, possible = Random(1), 0, 0
    for text in chupai.example_records().read_text("utf-8").splitlines():
        data = json.loads(text)
        for key in ("auction", "moves"):
            for place, changed in damaged_texts(data[key], rng):
                line = json.dumps(data | {key: changed})
                number = place + 1 + (len(data["auction"]) if key == "moves" else 0)
                tried += 1
                found = outcome(line)
                if isinstance(found, RecordError):
                    assert found.line == 7
                    # It shows where it happens, or later in what comes of it.
                    assert found.move is None or found.move >= number
                else:
                    moves = data | {key: changed}
                    told = [*moves["auction"], *moves["moves"]]
                    assert [str(move) for _, move in found.history] == told[-len(found.history) :]
                    possible += 1
    assert tried > 5000
    assert possible < tried / 50


def test_every_card_of_every_example_changed():
    for text in chupai.example_records().read_text("utf-8").splitlines():
        data = json.loads(text)
        for number, dealing in enumerate(data.get("dealings", [])):
            for place, cards in enumerate([*dealing["hands"], dealing["bottom"]]):
                for at in range(len(cards)):
                    changed = json.loads(text)
                    other = "A" if cards[at] != "A" else "K"
                    new = cards[:at] + other + cards[at + 1 :]
                    if place < 3:
                        changed["dealings"][number]["hands"][place] = new
                    else:
                        changed["dealings"][number]["bottom"] = new
                    fault_of(json.dumps(changed))
            if data["seed"] is None:
                continue
            # Two seats exchange their hands, which are possible, but not those of the seed.
            changed = json.loads(text)
            hands = changed["dealings"][number]["hands"]
            hands[0], hands[1] = hands[1], hands[0]
            fault_of(json.dumps(changed))


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_every_example_removed_or_turned_into_something_else(key):
    for text in chupai.example_records().read_text("utf-8").splitlines():
        data = json.loads(text)
        if key not in data:
            continue
        fault_of(json.dumps({k: v for k, v in data.items() if k != key}))
        for value in (17, "text", [17], {"no": "thing"}, True):
            if key != "agents" or value:
                fault_of(json.dumps(data | {key: value}))


def test_scores_are_those_of_the_deal():
    data = one()
    for seat in range(3):
        for change in (1, -1, 10**30):
            scores = list(data["scores"])
            scores[seat] += change
            assert "comes to" in fault_of(json.dumps(data | {"scores": scores})).why
    assert "not null" in fault_of(json.dumps(data | {"scores": None})).why
    cut = data | {"moves": data["moves"][:-1]}
    assert "not over" in fault_of(json.dumps(cut)).why
    Record.from_json(json.dumps(cut | {"scores": None})).replay()
    more = data | {"moves": [*data["moves"], "pass"]}
    fault = fault_of(json.dumps(more))
    assert fault.move == len(data["auction"]) + len(data["moves"]) + 1
    assert "over" in fault.why


def test_faults_name_move_seat_and_rule():
    data = one()
    number = next(n for n, text in enumerate(data["moves"]) if text == "pass")
    data["moves"][number] = "BR" if "BR" not in data["moves"] else "2222"
    fault = fault_of(json.dumps(data))
    assert fault.move == len(data["auction"]) + number + 1
    assert "seat" in fault.why
    assert "[DD-" in fault.why
    assert fault.why.count("seat") == 1


def test_the_auction_ends_where_the_play_begins():
    data = one()
    early = data | {"auction": [*data["auction"], data["moves"][0]], "moves": data["moves"][1:]}
    fault = fault_of(json.dumps(early))
    assert (fault.move, "of moves" in fault.why) == (len(data["auction"]) + 1, True)
    late = data | {"auction": data["auction"][:-1], "moves": [data["auction"][-1], *data["moves"]]}
    fault = fault_of(json.dumps(late))
    assert (fault.move, "of auction" in fault.why) == (len(data["auction"]), True)


def test_scores_beyond_all_bounds_are_a_fault_of_their_line():
    data = one(switches={"scoring": {"stake": 2**62}})
    assert fault_of(json.dumps(data)).line == 7


# --- dealings, positions -------------------------------------------------------------------------


def redealt(variant, seed, start=0):
    """Find a deal whose cards were dealt again, and play it to its end."""
    for index in range(start, start + 1000):
        state = variant.deal(seed, index)
        while state.phase == "auction" and not state.redeals and state.num_legal > 1:
            state.play("pass")
        if state.redeals:
            while not state.is_over:
                state.play(state.legal_moves()[-1])
            return state, index
    raise AssertionError


def test_cards_dealt_again_are_part_of_the_record():
    for name in ("standard", "call-and-rob"):
        state, index = redealt(PRESETS[name], 5)
        record = Record.of(state, seed=5, index=index)
        check(record, state)
        assert [dealing["move"] for dealing in record.dealings] == [0, 3]
        data = json.loads(record.to_json())
        gone = data | {"dealings": data["dealings"][:1]}
        assert (fault_of(json.dumps(gone)).move, gone["seed"]) == (3, 5)
        double = data | {"dealings": [*data["dealings"], data["dealings"][1] | {"move": 4}]}
        assert fault_of(json.dumps(double)).move == 4
        for move in (0, 1, 4, -1, 2.0, True, None):
            data["dealings"][1]["move"] = move
            fault_of(json.dumps(data))


def test_hands_given_instead_of_a_seed():
    """Cards that were dealt again, too: then the state is that of the last dealing."""
    for name, variant in VARIANTS.items():
        fixed = variant.rules.auction == "fixed"
        for index in range(12):
            rng = Random(f"{name} {index}")
            given = {"landlord": index % 3} if fixed else {}
            state = played(variant, 5, index, rng, **given)
            record = Record.from_json(Record.of(state).to_json())
            assert (record.seed, record.setup.given) == (None, None)
            again = record.replay()
            assert again.view(0).hand == state.view(0).hand
            assert [again.hand(seat) for seat in range(3)] == [state.hand(s) for s in range(3)]
            if len(record.dealings) == 1:
                assert again == state
            if state.is_over:
                assert again.scores() == state.scores() == list(record.scores)


def test_dealings_by_hand_follow_each_other():
    cards = [STANDARD.deal(seed).dealings[0] for seed in range(3)]
    given = [dict(enumerate(c["hands"])) | {"bottom": c["bottom"]} for c in cards]
    states = [STANDARD.deal(given=each, first_bidder=n) for n, each in enumerate(given)]
    for state in states[:2]:
        for _ in range(3):
            state.play("pass")
    states[2].play("bid 3")
    record = Record.of(states[2], earlier=states[:2], agents=["a", "b", "c"])
    assert [dealing["move"] for dealing in record.dealings] == [0, 3, 6]
    assert [dealing["first_bidder"] for dealing in record.dealings] == [0, 1, 2]
    assert record.auction == ("pass",) * 6 + ("bid 3",)
    assert record.replay() == states[2]
    assert record.start(1).hand(0) == given[1][0]
    data = json.loads(record.to_json())
    for number in range(3):
        dealings = data["dealings"][:number] + data["dealings"][number + 1 :]
        fault_of(json.dumps(data | {"dealings": dealings}))
    bid = data | {"auction": ["pass", "bid 1", *data["auction"][2:]]}
    assert fault_of(json.dumps(bid)).move is not None
    for wrong in ({"earlier": [states[2]]}, {"earlier": states[:1], "seed": 2}):
        with pytest.raises(RecordError):
            Record.of(states[2], **wrong)


def test_what_a_file_has_is_told_in_the_words_of_json():
    data = json.loads(example_records().read_text("utf-8").splitlines()[0])
    changed = [data | {key: value} for key in data for value in (None, True, [None, False])]
    for part, kind in (("rules", doudizhu.Rules), ("match", doudizhu.MatchRules)):
        for switch in (field.name for field in fields(kind)):
            changed += [data | {"switches": {part: {switch: value}}} for value in (None, [None])]
    changed += [data | {"dealings": [{**data["dealings"][0], "hands": None}]}, None, True]
    told = []
    for record in changed:
        try:
            Record.from_json(json.dumps(record)).replay()
        except RecordError as error:
            told.append(str(error))
    assert len(told) > 60
    assert not [why for why in told if re.search(r"\b(None|True|False)\b", why)]
    assert sum("null" in why for why in told) > 40


@pytest.mark.parametrize("name", VARIANTS)
def test_deals_from_positions(name):
    """From any moment of a deal on, told as text."""
    variant = VARIANTS[name]
    for index in range(15):
        rng = Random(f"{name} {index}")
        state = played(variant, 6, index, rng, stop=1)
        begin = state.clone()
        redeals = state.redeals
        while not state.is_over and rng.random() < 0.95:
            state.play(rng.choice(state.legal_moves()))
        if state.redeals != redeals:
            continue  # from a position other cards are dealt again
        if begin.phase == "show" and begin.landlord is None:
            continue  # and the rest of the cards arrives in another order
        record = Record.of(state, position=begin)
        assert Record.from_json(record.to_json()) == record
        again = Record.from_json(record.to_json()).replay()
        assert again == state
        assert again.start == begin
        assert Record.of(again) == record
        assert (record.position, record.dealings) == (str(begin), ())
        with pytest.raises(RecordError):
            Record.of(state, position=begin, seed=6, index=index)
    other = played(variant, 7, 1, Random(1), stop=0)
    with pytest.raises(RecordError, match="goes on"):
        Record.of(state, position=other)


def test_a_position_is_read_with_its_line():
    data = json.loads(Record.of(STANDARD.position(hands=["33A", "44", "5"])).to_json())
    assert "dealings" not in data
    for bad in ("", "nothing", data["position"].replace("44", "4455555"), data["position"] + " x"):
        assert "position" in fault_of(json.dumps(data | {"position": bad})).why
    fault_of(json.dumps(data | {"dealings": one()["dealings"]}))
    fault_of(json.dumps(data | {"seed": 1, "match": 0, "index": 0}))
    assert fault_of(json.dumps(data | {"moves": ["33", "55"]})).move == 2
    assert fault_of(json.dumps(data | {"auction": ["33"]})).move == 1


# --- the file that comes with the library --------------------------------------------------------


def test_the_examples_are_what_they_should_be(request):
    text = "".join(f"{record.to_json()}\n" for record in examples())
    path = chupai.example_records()
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
    assert path.read_bytes().decode() == text


def test_the_examples_have_everything():
    records = list(read_records(chupai.example_records()))
    assert replay(chupai.example_records()).ok
    names = {name for name in chupai.variants() if name.startswith("doudizhu/")}
    assert {record.variant.name for record in records} >= names
    assert sum(len(record.dealings) > 1 for record in records) == 2
    assert sum(record.position is not None for record in records) == 2
    assert sum(record.scores is None for record in records) == 2
    assert sum(record.seed is None for record in records) == 4
    facts = [record.replay().facts() for record in records if record.scores is not None]
    assert min(fact["landlord"] for fact in facts) == -1
    for name in ("spring", "rockets", "bombs", "robs"):
        assert max(fact[name] for fact in facts) >= 1
    assert max(fact["open_multiplier"] for fact in facts) == 4
    assert max(sum(fact["doubled"]) for fact in facts) == 2
    for record in records:
        assert Record.from_json(record.to_json()) == record


def test_the_examples_come_with_every_wheel():
    """Maturin packs what lies below the package, unless git ignores it."""
    path = chupai.example_records()
    assert path.relative_to(Path(chupai.__file__).parent).as_posix() == "data/doudizhu.jsonl"
    ignored = (Path(__file__).parents[1] / ".gitignore").read_text("utf-8")
    assert "data" not in ignored
    assert "jsonl" not in ignored
