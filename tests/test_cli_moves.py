"""The command moves as a person or a script meets it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import chupai
from chupai import big2, doudizhu, shengji

EXAMPLES = Path(__file__).parents[1] / "examples" / "positions.txt"
CHUPAI = [sys.executable, "-m", "chupai"]


DOUDIZHU = [
    ("34455667789TTJJQKA2B", None),
    ("33344456789TJQKA2", "5"),
    ("2B", "R"),
    ("44445BR", "333"),
]
BIG2 = [
    ("3D 3C 3H 4S 5D 6D 7D 8D TS JS QS KS AS", None),
    ("3D 3C 3H 4S 4D 6D 6H", "5D 5C"),
    ("4D 4C 4H 4S 9D", "2S"),
]


@pytest.mark.parametrize(
    ("variant", "hand", "to_beat"),
    [
        *((f"doudizhu/{name}", *of) for name in ("standard", "openspiel") for of in DOUDIZHU),
        *((f"big2/{name}", *of) for name in ("hong-kong", "taiwan", "two-deck") for of in BIG2),
    ],
)
def test_moves_are_those_of_the_library(call, hand, to_beat, variant):
    rules = chupai.variant(variant).rules
    moves_of = {"doudizhu": doudizhu.moves, "big2": big2.moves}[variant.partition("/")[0]]
    wanted = [str(move) for move in moves_of(hand, to_beat, rules)]
    args = [hand, "--variant", variant] + (["--to-beat", to_beat] if to_beat else [])
    status, out, err = call("moves", *args, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert [move for moves in data["moves"].values() for move in moves] == wanted
    assert data["count"] == len(wanted)
    assert (data["hand"], data["to_beat"], data["variant"]) == (hand, to_beat, variant)

    status, out, err = call("moves", *args, "--all")
    assert (status, err) == (0, "")
    first, _, rest = out.partition("\n")
    count = "1 move" if len(wanted) == 1 else f"{len(wanted):,} moves"
    assert first == f"{hand} {f'answers {to_beat}' if to_beat else 'leads'}: {count}"
    listed = re.sub(r"^  [a-z][a-z ]+ +[\d,]+", "", rest, flags=re.MULTILINE)
    assert listed.split() == " ".join(wanted).split()


def test_long_lists_are_cut_but_counted(call):
    _, out, _ = call("moves", "33344455566677889TJQ")
    assert "more" in out
    counts = re.findall(r"^  [a-z][a-z ]+ +([\d,]+)  ", out, re.MULTILINE)
    assert sum(int(count.replace(",", "")) for count in counts) == doudizhu.count_moves(
        "33344455566677889TJQ"
    )


def test_the_shipped_positions_are_all_answered(call):
    status, out, err = call("moves", "--file", str(EXAMPLES))
    assert (status, err) == (0, "")
    text = EXAMPLES.read_text("utf-8")
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    positions = [line for line in lines if line]
    assert len(positions) >= 8
    assert len(re.findall(r" (?:leads|answers \w+): \d", out)) == len(positions)
    status, out, _ = call("moves", "--file", str(EXAMPLES), "--json")
    data = [json.loads(line) for line in out.splitlines()]
    assert [text.splitlines()[answer["line"] - 1].split()[0] for answer in data] == [
        answer["hand"] for answer in data
    ]


def test_bad_lines_are_named_and_good_ones_still_answered(call, tmp_path):
    path = tmp_path / "positions.txt"
    lines = ["# comment", "345", "", "34X # bad card", "44 > 3", "33333", "5 > 34567 > 3"]
    lines += ["66 > 34", "7 > ", "> 4", "88 > 77"]
    path.write_text("\n".join(lines))
    status, out, err = call("moves", "--file", str(path))
    assert status == 1
    assert re.findall(r"^(\S+) (?:leads|answers)", out, re.MULTILINE) == ["345", "44", "88"]
    named = [line.split(":")[:2] for line in err.splitlines()]
    assert named == [[str(path), str(number)] for number in (4, 6, 7, 8, 9, 10)]
    status, out, err = call("moves", "--file", str(path), "--json")
    assert status == 1
    assert [json.loads(line)["line"] for line in out.splitlines()] == [2, 5, 11]


def test_positions_come_from_standard_input_too():
    args = [*CHUPAI, "moves", "--file", "-"]
    done = subprocess.run(args, input="44 > 33\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "44 answers 33: 2 moves" in done.stdout


def test_a_line_that_is_no_text_does_not_end_a_file(call, tmp_path):
    """A mark of the byte order is skipped, any ends of lines do, other encodings are told."""
    path = tmp_path / "positions.txt"
    path.write_bytes(b"\xef\xbb\xbf34\r\n3\xab4\r\n44 > 3 # \xab\n\xff\xfe3\x00\n5\0\n66")
    status, out, err = call("moves", "--file", str(path), "--json")
    assert status == 1
    assert [json.loads(line)["line"] for line in out.splitlines()] == [1, 3, 6]
    named = re.findall(r"^(\S+):(\d+): (.*)$", err, re.MULTILINE)
    assert [(file, int(line)) for file, line, _ in named] == [(str(path), n) for n in (2, 4, 5)]
    assert named[0][2] == "byte 0xab is not UTF-8"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_each_line_is_answered_before_the_next_is_read(form):
    args = [*CHUPAI, "moves", "--file", "-", *form]
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for hand in (b"345", b"66"):
            process.stdin.write(hand + b"\n")
            process.stdin.flush()
            assert hand in process.stdout.readline()
            while not form and process.stdout.readline().strip():
                pass
        process.stdin.close()
    assert process.returncode == 0


# --- tricks of Shengji ---------------------------------------------------------------------------

SHENGJI = [
    ("cn-2", "S", "10", "AH AH KH KH 3S TD TD B", None),
    ("cn-3", "H", "2", "AS AS AS KS KS KS 2H 2H 2D R R R", None),
    ("platform-2", "NT", "none", "2H 2H 3H 3H B B", None),
    ("cn-2", "S", "10", "AH KH 9H 4H 3S 3S", "QH QH"),
    ("cn-2", "S", "10", "2D 3D 4D 5D 6D 7D 8D 9D JD QD", "AH AH KH KH + QH"),
    ("four-deck", "C", "A", "4C 4C 4C 5C 5C 5C 9H 9H", "7C 7C 7C 8C 8C 8C"),
    ("cn-2", "S", "10", "AH 3D", "QH QH"),
]


@pytest.mark.parametrize(("name", "trump", "level", "hand", "lead"), SHENGJI)
def test_moves_in_tricks_are_those_of_the_library(call, name, trump, level, hand, lead):
    suit, rank = None if trump == "NT" else trump, None if level == "none" else level
    order = shengji.Trump(suit, rank, rules=chupai.variant(f"shengji/{name}").rules)
    wanted = list(order.leads(hand) if lead is None else order.follows(hand, lead))
    args = [hand, "--variant", f"shengji/{name}", "--trump", trump, "--level", level]
    args += ["--to-beat", lead] if lead else []
    status, out, err = call("moves", *args, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    told = [move for moves in data["moves"].values() for move in moves]
    assert sorted(told) == sorted(wanted)
    assert (data["trump"], data["level"], data["count"]) == (trump, level, len(wanted))
    for kind, moves in data["moves"].items():
        assert moves == [move for move in wanted if move in moves], "documented order"
        if kind != "follow":
            assert {kind_of(move) for move in moves} == {kind}
    status, out, err = call("moves", *args, "--all")
    assert (status, err) == (0, "")
    first, _, rest = out.partition("\n")
    count = "1 move" if len(wanted) == 1 else f"{len(wanted):,} moves"
    assert first == f"{hand} {f'answers {lead}' if lead else 'leads'}: {count}"
    listed = re.sub(r"^  [a-z][a-z ]+ +[\d,]+", "", rest, flags=re.MULTILINE)
    assert listed.split() == " ".join(told).split()


def kind_of(unit):
    cards = unit.split()
    width = max(map(cards.count, cards))
    name = ("single", "pair", "triple", "quad")[width - 1]
    return name if len(set(cards)) == 1 else f"linked_{name}s"


def test_what_is_not_listed_is_counted(call):
    hand = "2D 3D 4D 5D 6D 7D 8D 9D JD QD KD AD 3C 4C 5C 6C 7C 8C 9C JC QC KC AC 2C 2S"
    args = [hand, "--variant", "shengji/cn-2", "--trump", "S", "--level", "10"]
    args += ["--to-beat", "AH AH KH KH"]
    data = json.loads(call("moves", *args, "--json")[1])
    assert (data["count"], len(data["moves"]["follow"])) == (12650, 1000)
    data = json.loads(call("moves", *args, "--json", "--limit", "7")[1])
    assert (data["count"], len(data["moves"]["follow"])) == (12650, 7)
    for more, rest in ([], 12590), (["--all"], 11650), (["--limit", "2"], 12648):
        out = call("moves", *args, *more)[1]
        assert re.search(r"^  follow +12,650  ", out, re.MULTILINE)
        assert re.search(rf"… {rest:,} +more", re.sub(r"\s+", " ", out))
    out = call("moves", "3D 3D 4C", *args[1:-2], "--limit", "2")[1]
    assert "leads: 3 moves" in out
    assert re.search(r"^  single +1  3D", out, re.MULTILINE)
    assert "1 more is not listed" in out


def test_lines_of_a_file_are_tricks_too(call, tmp_path):
    path = tmp_path / "tricks.txt"
    path.write_text("AH AH KH > QH QH\n3S 4S # a lead\nAH > 5\nAH AH > AH 2C\nAH > 5H 5H\n")
    args = ["--variant", "shengji/cn-2", "--trump", "S", "--level", "10"]
    status, out, err = call("moves", "--file", str(path), *args, "--json")
    assert status == 1
    first, second = map(json.loads, out.splitlines())
    assert (first["line"], first["moves"]) == (1, {"follow": ["AH AH"]})
    assert (second["line"], second["moves"]) == (2, {"single": ["3S", "4S"]})
    assert [line.split(":")[1] for line in err.splitlines()] == ["3", "4", "5"]


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["3D"], "need --trump"),
        (["3D", "--trump", "S"], "and --level"),
        (["3D", "--level", "5"], "need --trump"),
        (["3D", "--trump", "S", "--level", "1"], "SJ-04"),
        (["3D", "--trump", "NT", "--level", "5"], "SJ-07"),
        (["3D 4D", "--trump", "S", "--level", "5", "--to-beat", "3H 3C"], "SJ-13"),
        (["AH", "--trump", "S", "--level", "5", "--to-beat", "QH QH"], "2 cards are led"),
        (["AH 2C", "--trump", "S", "--level", "5", "--to-beat", "QHQH + KH"], "the hand has 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_about_tricks_are_told(call, args, complaint):
    status, out, err = call("moves", *args, "--variant", "shengji/cn-2")
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", [("--trump", "S"), ("--level", "10"), ("--limit", "5")])
@pytest.mark.parametrize("variant", ["doudizhu/standard", "big2/hong-kong"])
def test_other_games_have_no_use_for_trumps(call, variant, option):
    status, out, err = call("moves", "33", "--variant", variant, *option)
    assert (status, out) == (2, "")
    assert f"no use for {option[0]}" in err


@pytest.mark.parametrize("to_beat", [[], ["--to-beat", "KH KH"]], ids=["leads", "follows"])
def test_moves_that_are_not_listed_are_counted(call, to_beat):
    """None listed, too."""
    args = ["moves", "AH AH QH", *to_beat, "--variant", "shengji/cn-2"]
    args += ["--trump", "S", "--level", "2"]
    total = json.loads(call(*args, "--json")[1])["count"]
    for limit in range(total + 1):
        status, out, err = call(*args, "--limit", limit)
        assert (status, err) == (0, "")
        told = re.findall(r"… (\d+) more", out)
        assert list(map(int, told)) == [total - limit] * (limit < total)
