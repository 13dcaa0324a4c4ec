"""`chupai replay` and `chupai simulate --record` as a person or a script meets them."""

import gzip
import json
import re
import subprocess
import sys

import pytest

import chupai

EXAMPLES = chupai.example_records()
LINES = EXAMPLES.read_text("utf-8").splitlines()
DEALS = len(LINES)


@pytest.fixture
def spoilt(tmp_path):
    """Give the examples with a wrong move in line 2 and a last line that is cut off."""
    data = json.loads(LINES[1])
    data["moves"][4] = "nothing"
    path = tmp_path / "spoilt.jsonl"
    path.write_text("\n".join([LINES[0], json.dumps(data), *LINES[2:]])[:-20], "utf-8")
    return path, len(data["auction"]) + 5


def test_help_names_the_command(call):
    status, out, err = call("--help")
    assert (status, err) == (0, "")
    assert re.search(r"^  replay  +\w", out, re.MULTILINE)
    assert "--show" in call("replay", "--help")[1]


def test_a_good_file_is_one_line(call, tmp_path):
    status, out, err = call("replay", EXAMPLES)
    assert (status, err) == (0, "")
    assert out == f"{EXAMPLES}: {DEALS} deals verified, 2 of them broken off\n"
    packed = tmp_path / "deals.gz"
    packed.write_bytes(gzip.compress(EXAMPLES.read_bytes()))
    status, out, err = call("replay", EXAMPLES, packed)
    assert (status, err, out.count(f"{DEALS} deals verified")) == (0, "", 2)


def test_faults_are_told_one_by_one(call, spoilt):
    path, move = spoilt
    status, out, err = call("replay", path, EXAMPLES)
    assert status == 1
    assert out.splitlines()[0] == (
        f"{path}: {DEALS - 2} deals verified, 1 of them broken off, 1 fault, "
        "the last line is cut off"
    )
    assert out.splitlines()[1].endswith("verified, 2 of them broken off")
    first, second = err.splitlines()
    assert first.startswith(f"{path}:2: move {move}: 'nothing', where seat ")
    assert second.startswith(f"{path}:{DEALS}: the file is cut off here: ")


def test_json_is_an_object_for_each_file(call, spoilt):
    path, move = spoilt
    status, out, _ = call("replay", "--json", path, EXAMPLES)
    assert status == 1
    bad, good = map(json.loads, out.splitlines())
    assert (bad["path"], bad["deals"], bad["fault_count"]) == (str(path), DEALS - 2, 2)
    assert (bad["cut_off"], good["cut_off"], good["faults"]) == (True, False, [])
    assert bad["faults"][0]["line"] == 2
    assert bad["faults"][0]["move"] == move


def test_standard_input_is_a_file(tmp_path):
    packed = gzip.compress(EXAMPLES.read_bytes())
    for data in (EXAMPLES.read_bytes(), packed):
        args = [sys.executable, "-m", "chupai", "replay", "-"]
        done = subprocess.run(args, input=data, capture_output=True, check=False, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == f"-: {DEALS} deals verified, 2 of them broken off\n"
    done = subprocess.run(args, input=data[:200], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"cut off" in done.stdout


@pytest.mark.parametrize("number", range(1, DEALS + 1))
def test_a_deal_is_shown(call, number):
    status, out, err = call("replay", EXAMPLES, "--show", number)
    assert (status, err) == (0, "")
    data = json.loads(LINES[number - 1])
    assert f"line {number}" in out
    assert data["variant"] in out
    words = set(out.split())
    for dealing in data.get("dealings", []):
        assert {*dealing["hands"], dealing["bottom"]} <= words
    assert {move for move in data["moves"] if " " not in move} <= words
    for decision in data["auction"]:
        assert decision in out
    if data["scores"] is None:
        assert "broken off" in out
    else:
        assert all(f"{points:+}" in out for points in data["scores"])
    for note in data.get("notes", {}):
        assert note in out
    status, out, _ = call("replay", EXAMPLES, "--json", "--show", number)
    assert (status, out) == (0, LINES[number - 1] + "\n")


def test_a_wrong_deal_is_shown_as_far_as_it_goes(call, spoilt):
    path, move = spoilt
    status, out, err = call("replay", path, "--show", 2)
    assert status == 1
    assert json.loads(LINES[1])["moves"][3] in out
    assert err.startswith(f"{path}:2: move {move}: ")
    status, out, err = call("replay", path, "--show", DEALS)
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}:{DEALS}: the file is cut off here: ")


REDEALT = [
    line
    for family in ("doudizhu", "big2", "shengji")
    for line in chupai.example_records(family).read_text("utf-8").splitlines()
    if len(json.loads(line).get("dealings", [])) > 1
]
HANDS = [[1, 2, 3], [None, None, None], [{}, {}, {}], {"a": 1}, ["3", "4"], [], None, True, "3S"]


@pytest.mark.parametrize("hands", HANDS, ids=[f"hands{n}" for n in range(len(HANDS))])
@pytest.mark.parametrize("number", range(len(REDEALT)))
def test_a_later_dealing_that_was_edited_is_a_fault(call, tmp_path, number, hands):
    data = json.loads(REDEALT[number])
    later = data["dealings"][1]
    later["draws" if "draws" in later else "hands"] = hands
    path = tmp_path / "edited.jsonl"
    path.write_text(json.dumps(data) + "\n", "utf-8")
    status, _, told = call("replay", path)
    assert (status, told.count("\n")) == (1, 1)
    status, out, err = call("replay", path, "--show", 1)
    assert (status, err) == (1, told)
    first = data["dealings"][0]
    assert all(cards in out for hand in first.get("hands", first.get("draws")) for cards in hand)
    last = data["auction"][data["dealings"][1]["move"] - 1]
    assert last in out
    assert "trick" not in out
    assert not any(f"{points:+}" in out.split() for points in data["scores"] or [])


@pytest.mark.parametrize("family", ["doudizhu", "big2", "shengji"])
def test_a_deal_that_goes_wrong_at_any_move_is_shown_up_to_it(call, tmp_path, family):
    """Before there is a landlord or declarer, too."""
    lines = chupai.example_records(family).read_text("utf-8").splitlines()
    path = tmp_path / "edited.jsonl"
    for line in lines[::3]:
        data = json.loads(line)
        for key in ("auction", "moves"):
            for at in {0, len(data[key]) // 2, len(data[key]) - 1} & set(range(len(data[key]))):
                wrong = data | {key: [*data[key][:at], "declare 3D", *data[key][at + 1 :]]}
                path.write_text(json.dumps(wrong) + "\n", "utf-8")
                status, _, told = call("replay", path)
                assert status == 1
                assert told.startswith(f"{path}:1: ")
                status, out, err = call("replay", path, "--show", 1)
                assert (status, err) == (1, told)
                assert "broken off" not in out
                assert not any(f"{points:+}" in out.split() for points in data["scores"] or [])


def test_an_empty_line_has_no_deal(call, tmp_path):
    path = tmp_path / "deals.jsonl"
    path.write_text(f"\ufeff{LINES[0]}\n \r\n{LINES[1]}\n", "utf-8")
    assert call("replay", path)[0] == 0
    assert call("replay", path, "--show", 2) == (2, "", f"chupai: line 2 of {path} is empty\n")
    for number in (1, 3):
        assert call("replay", path, "--show", number)[0] == 0


def test_no_text_of_a_file_is_a_command_to_the_terminal(call, tmp_path):
    data = json.loads(LINES[0])
    seats = len(data["dealings"][0]["hands"])
    signs = ["\x1b[31m", "\x9b31m", "\r", "\u202e"]
    data["agents"] = ["".join(signs) + "李"] * seats
    data["notes"] = {"".join(signs): "first\nsecond" + "".join(signs), "more": signs}
    path = tmp_path / "\x1b[31m.jsonl"
    path.write_text(json.dumps(data) + "\n", "utf-8")
    newer = data | {"chupai": "999.0\x1b[31m", "new": 1}
    with path.open("a") as file:
        file.write(json.dumps(newer) + "\n")
    for args in ([], ["--show", 1], ["--show", 2]):
        _, out, err = call("replay", path, *args)
        assert not any(sign in out + err for sign in signs)
    _, out, _ = call("replay", path, "--show", 1)
    assert r"\x1b[31m\x9b31m\r\u202e李" in out
    assert "first\nsecond" in out


def test_mistakes_in_the_call_are_told_in_one_line(call, tmp_path):
    for args in (
        ["replay"],
        ["replay", tmp_path / "no"],
        ["replay", tmp_path],
        ["replay", EXAMPLES, EXAMPLES, "--show", 1],
        ["replay", EXAMPLES, "--show", 0],
        ["replay", EXAMPLES, "--show", DEALS + 1],
    ):
        status, out, err = call(*args)
        assert (status, out) == (2, "")
        assert re.fullmatch(r"chupai: [^\n]+\n", err)


def test_damaged_files_are_told_in_one_line(call, tmp_path):
    path = tmp_path / "deals.jsonl.gz"
    first = gzip.compress(f"{LINES[0]}\n".encode())
    for before, data in ((0, b"\x1f\x8bgarbage"), (1, first + b"garbage")):
        path.write_bytes(data)
        status, out, err = call("replay", path)
        assert (status, out) == (
            1,
            f"{path}: {before} deal{'s' * (not before)} verified, 1 fault\n",
        )
        assert re.fullmatch(rf"{path}:{before + 1}: [^\n]+ data is damaged: [^\n]+\n", err)
        assert call("replay", path, "--show", 2) == (1, "", err)
    path.write_bytes(first + first[:9])
    assert call("replay", path)[1] == f"{path}: 1 deal verified, the last line is cut off\n"
    told = call("replay", path)[2]
    assert "as if its writer was interrupted" in told
    assert call("replay", path, "--show", 2) == (1, "", told)
    no_line = f"chupai: {path} has no line 3; it has 1\n"
    assert call("replay", path, "--show", 3) == (2, "", no_line)


def test_a_run_is_recorded(call, tmp_path):
    path = tmp_path / "deals.jsonl"
    args = ["simulate", "doudizhu/call-and-rob", "--games", 40, "--first", 7, "--seed", 3, "--json"]
    plain = json.loads(call(*args)[1])
    status, out, err = call(*args, "--record", path)
    assert (status, err, json.loads(out)["digest"]) == (0, "", plain["digest"])
    assert call("replay", path) == (0, f"{path}: 40 deals verified\n", "")
    records = list(chupai.read_records(path))
    assert [record.index for record in records] == list(range(7, 47))
    status, out, err = call(*args, "--record", path)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"chupai: .* is there already[^\n]*\n", err)
    assert call("replay", path)[0] == 0


@pytest.mark.parametrize("agents", ["random", "random_units"])
@pytest.mark.parametrize("variant", ["shengji/cn-2", "shengji/platform-3", "shengji/chaodi"])
def test_deals_of_shengji_are_shown(call, tmp_path, variant, agents):
    """Cards in the order of drawing, declarations, tricks with what became of throws, scores."""
    path = tmp_path / "deals.jsonl"
    args = ["simulate", variant, "--games", 6, "--seed", 3, "--agents", agents, "--json"]
    plain = json.loads(call(*args)[1])
    status, out, err = call(*args, "--record", path)
    assert (status, err, json.loads(out)["digest"]) == (0, "", plain["digest"])
    assert call("replay", path) == (0, f"{path}: 6 deals verified\n", "")
    for number, record in enumerate(chupai.read_records(path), 1):
        status, out, err = call("replay", path, "--show", number)
        assert (status, err) == (0, "")
        shown = re.sub(r"\s+", " ", out)
        for dealing in record.dealings:
            assert f"kitty {dealing['kitty']}" in shown
            words = set(out.split())
            assert set(" ".join(dealing["draws"]).split()) <= words
        decisions = shown.partition("decisions")[2].partition(" trick ")[0].split()
        assert all(set(move.split()) <= set(decisions) for move in record.auction)
        assert out.count("→") >= failed(record)
        numbers = re.findall(r"^ +(\d+) ", out, re.MULTILINE)
        assert int(numbers[-1]) == leads(record)
        for points in record.scores:
            assert f"{points:+}" in out


def leads(record):
    return sum(move.startswith("lead") for move in record.moves)


def failed(record):
    """The throws of a record that did not stand."""
    return sum(record.replay().facts()["failed_throws"])


@pytest.mark.parametrize(
    "text", [b"", b"\xef\xbb\xbf", gzip.compress(b"")], ids=["none", "mark", "gzip"]
)
def test_a_file_without_records_is_a_mistake(call, tmp_path, text):
    path = tmp_path / "none.jsonl"
    path.write_bytes(text)
    for args in ([], ["--json"]):
        status, out, err = call("replay", *args, path, EXAMPLES)
        assert status == 1
        assert err == f"{path}: there is no record in it\n"
        assert len(out.splitlines()) == 2
