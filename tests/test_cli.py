"""The command line as a person or a script meets it, mostly in processes of its own."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import chupai
from chupai import big2, commands, commands_simulate, doudizhu, shengji

EXAMPLES = Path(__file__).parents[1] / "examples" / "positions.txt"
CHUPAI = [sys.executable, "-m", "chupai"]
NO_HURRY = 60


def chupai_says(*args, **options):
    return subprocess.run([*CHUPAI, *args], capture_output=True, text=True, check=False, **options)


def test_version_and_help(call):
    assert call("--version") == (0, f"chupai {chupai.__version__}\n", "")
    for args in ([], ["--help"], ["-h"]):
        status, out, err = call(*args)
        assert (status, err) == (0, "")
        for name in ("simulate", "moves", "variants", "bench"):
            assert re.search(rf"^  {name}  +\w", out, re.MULTILINE)
    for name in ("simulate", "moves", "variants", "bench"):
        assert call(name, "--help")[0] == 0


def test_the_installed_command_runs():
    script = Path(sys.executable).with_name("chupai")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"chupai {chupai.__version__}\n"


# --- simulate ------------------------------------------------------------------------------------


FIGURES = {
    "doudizhu": ("landlord", "peasant", "bombs", "springs", "bids", "plays a deal"),
    "big2": ("cards left a deal", "monsters", "let the winner out", "leads, by seat"),
    "shengji": (
        "declarer",
        "attacker",
        "attackers' points",
        "taken over",
        "trumps",
        "declarers +1",
    ),
}


@pytest.mark.parametrize("variant", chupai.variants())
def test_simulate_prints_a_summary(call, variant):
    status, out, err = call("simulate", variant, "--games", "3000", "--seed", "4")
    assert (status, err) == (0, "")
    assert f"{variant}: 3,000 deals, agents random" in out
    for word in ("win rate", "mean score", *FIGURES[variant.partition("/")[0]]):
        assert word in out
    figure = "plays|declarations"
    assert re.search(rf"({figure}) a deal +\d+\.\d\d", out)
    assert re.search(r"[\d,]+ deals/s", out)
    assert max(map(len, out.splitlines())) <= 80


def test_simulate_json_is_the_summary(call):
    args = ("doudizhu/openspiel", "--games", "3000", "--seed", "4", "--threads", "2", "--json")
    status, out, err = call("simulate", *args)
    assert (status, err) == (0, "")
    data = json.loads(out)
    result = chupai.simulate("doudizhu/openspiel", 3000, seed=4)
    wanted = json.loads(json.dumps(result.summary().to_dict()))
    timed = {"seconds", "deals_per_second"}
    assert {k: v for k, v in data.items() if k in wanted and k not in timed} == {
        k: v for k, v in wanted.items() if k not in timed
    }
    assert data["digest"] == result.digest()
    assert data["seed"] == 4
    assert data["changes"] == result.variant.changes()


def test_simulate_takes_agents_setup_and_first(call):
    args = ["--games", "500", "--first", "100", "--agents", "random,lowest, lowest", "--landlord"]
    args += ["2", "--dealer", "weak_shuffle", "--json"]
    _, out, _ = call("simulate", "doudizhu/rlcard", *args)
    setup = doudizhu.Setup(landlord=2, dealer="weak_shuffle")
    agents = ["random", "lowest", "lowest"]
    result = chupai.simulate("doudizhu/rlcard", 500, first=100, agents=agents, setup=setup)
    assert json.loads(out)["digest"] == result.digest()


def test_simulate_takes_cards_that_are_given(call):
    args = ["--games", "50", "--given", "0=33BR", "--given", " bottom = 2 10", "--json"]
    status, out, err = call("simulate", "doudizhu/standard", *args)
    assert (status, err) == (0, "")
    result = chupai.simulate("doudizhu/standard", 50, given={0: "33BR", "bottom": "T2"})
    assert json.loads(out)["digest"] == result.digest()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["33BR"], "is not PLACE=CARDS"),
        (["0=3", "0=4"], "given cards twice"),
        (["3=3"], "not to '3'"),
        (["0=x"], "is no rank"),
        (["0=33333"], "DD-01"),
        (["bottom=3456"], "3 cards, but 4 are given"),
    ],
)
def test_what_cannot_be_given_is_told_in_one_line(call, given, complaint):
    args = [arg for pair in given for arg in ("--given", pair)]
    status, out, err = call("simulate", "doudizhu/standard", "--games", "5", *args)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"chupai: [^\n]+\n", err)
    assert complaint in err


def test_simulate_saves_arrays(call, tmp_path):
    path = tmp_path / "deals"
    status, _, _ = call("simulate", "doudizhu/standard", "--games", "300", "--save", str(path))
    assert status == 0
    result = chupai.simulate("doudizhu/standard", 300, keep="facts")
    assert chupai.load(path).digest() == result.digest()
    with np.load(path) as saved:
        assert set(saved) > {"scores", *result.facts}
        assert np.array_equal(saved["scores"], result.scores)
        for name, column in result.facts.items():
            assert np.array_equal(saved[name], column)


@pytest.mark.parametrize("place", ["", ".", "/no/such/folder/x", os.devnull])
def test_a_place_to_save_is_looked_at_before_the_run(call, place, monkeypatch):
    def started(*_args, **_options):
        pytest.fail("the run began")

    monkeypatch.setattr(commands_simulate, "simulate_deals", started)
    status, out, err = call("simulate", "doudizhu/standard", "--games", "1e12", "--save", place)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"chupai: [^\n]+\n", err)
    assert ".part" not in err
    assert place in err


def test_a_run_that_cannot_be_saved_is_shown_all_the_same(call, tmp_path, monkeypatch):
    def full(*_args, **_arrays):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    status, out, err = call(
        "simulate", "doudizhu/standard", "--games", "10", "--save", str(tmp_path / "x")
    )
    assert status == 2
    assert "doudizhu/standard: 10 deals" in out
    assert re.fullmatch(r"chupai: [^\n]*No space left[^\n]*\n", err)
    assert not list(tmp_path.iterdir())


def test_whole_numbers_may_be_written_in_several_ways(call):
    digests = set()
    for games in ("1000", "1e3", "1_000", "1,000", "1.0E+3"):
        status, out, _ = call("simulate", "doudizhu/standard", "--games", games, "--json")
        assert status == 0
        digests.add(json.loads(out)["digest"])
    assert len(digests) == 1
    for games in ("1.5", "1,5", "1,00", "1e-3", "1e99999999", "nan", "inf", "-1", "many", ""):
        status, out, err = call("simulate", "doudizhu/standard", f"--games={games}")
        assert (status, out) == (2, "")
        assert "--games" in err


def test_a_bar_is_drawn_on_a_terminal_and_only_there():
    args = [*CHUPAI, "simulate", "doudizhu/standard", "--games", "400000", "--json"]
    master, slave = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=slave, env=env) as process:
        os.close(slave)
        drawn = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            drawn += part
        out, _ = process.communicate()
    os.close(master)
    assert process.returncode == 0
    assert json.loads(out)["games"] == 400000
    assert b"400000/400000" in drawn or b"deals/s" in drawn
    assert chupai_says(*args[3:]).stderr == ""


AS_DEALT = ["--kitty", "as_dealt", "--agents", "random_units"]


@pytest.mark.parametrize(
    ("args", "setup"),
    [
        (["shengji/cn-2", "--level", "10", "--first-card", "3"], {"level": "T", "first_card": 3}),
        (["shengji/platform-2", "--level", "none"], {"level": None}),
        (["shengji/cn-3", "--levels", "5, 10", "--declarer", "1"],
         {"levels": ("5", "T"), "declarer": 1}),
        (["shengji/cn-1", "--given", "0=R 2D", "--given", "kitty=5D TH"],
         {"given": {0: "R 2D", "kitty": "5D TH"}}),
        (["shengji/cn-2", *AS_DEALT], {"kitty": "as_dealt", "agents": "random_units"}),
        (["big2/hong-kong", "--leader", "2"], {"leader": 2}),
        (["big2/two-deck", "--first-card", "3"], {"first_card": 3}),
        (["big2/bloody", "--roles", "2, 0,1,3"], {"roles": (2, 0, 1, 3)}),
        (
            ["big2/malaysia-3p", "--given", "0=3D 2S", "--given", "left=4C"],
            {"given": {0: "3D 2S", "left": "4C"}},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_simulate_sets_up_deals_of_other_families(call, args, setup):
    status, out, err = call("simulate", *args, "--games", "200", "--json")
    assert (status, err) == (0, "")
    result = chupai.simulate(args[0], 200, **setup)
    assert json.loads(out)["digest"] == result.digest()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["big2/hong-kong", "--landlord", "1"], "no use for --landlord"),
        (["big2/hong-kong", "--first-bidder", "1"], "no use for --first-bidder"),
        (["doudizhu/standard", "--leader", "1"], "no use for --leader"),
        (["big2/bloody", "--roles", "king"], "'king' is not four seats"),
        (["big2/bloody", "--roles", "0,1,2"], "BT-37"),
        (["big2/hong-kong", "--roles", "0,1,2,3"], "BT-37"),
        (["big2/hong-kong", "--leader", "7"], "BT-22"),
        (["big2/hong-kong", "--given", "bottom=3"], "'left', not to 'bottom'"),
        (["big2/hong-kong", "--kitty", "taken"], "no use for --kitty"),
        (["doudizhu/standard", "--level", "none"], "no use for --level"),
        (["doudizhu/standard", "--agents", "random_units"], "'random'"),
        (["shengji/cn-2", "--leader", "1"], "no use for --leader"),
        (["shengji/cn-2", "--first-card", "4"], "SJ-47"),
        (["shengji/cn-2", "--level", "11"], "SJ-04"),
        (["shengji/cn-2", "--levels", "5"], "not two levels"),
        (["shengji/cn-2", "--levels", "5,11"], "SJ-34"),
        (["shengji/cn-2", "--levels", "5,10", "--level", "5"], "SJ-34"),
        (["shengji/cn-2", "--trump", "S"], "SJ-42"),
        (["shengji/cn-2", "--given", "left=3D"], "'kitty', not to 'left'"),
        (["shengji/cn-1", "--given", "0=3D 3D"], "SJ-01"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_simulate_refuses_set_ups_of_other_games(call, args, complaint):
    status, out, err = call("simulate", *args, "--games", "10")
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


# --- variants and bench --------------------------------------------------------------------------


ACTIONS = {"doudizhu": doudizhu.num_actions, "big2": big2.num_actions}


def has_ids(name):
    """Moves of two packs have no action ids."""
    return name != "big2/two-deck" and not name.startswith("shengji/")


def test_variants_lists_all_with_their_switches(call):
    status, out, err = call("variants")
    assert (status, err) == (0, "")
    for name in chupai.variants():
        variant = chupai.variant(name)
        assert name in out
        if has_ids(name):
            assert f"{ACTIONS[variant.family.name](variant.rules):,}" in out
        for switch, value in variant.changes().items():
            assert f"{switch}={value!r}" in out
    status, out, _ = call("variants", "--json")
    changes = {name: chupai.variant(name).changes() for name in chupai.variants()}
    told = json.loads(out)
    assert {name: entry["changes"] for name, entry in told.items()} == json.loads(
        json.dumps(changes)
    )
    for name, entry in told.items():
        assert (entry["actions"] is not None) == has_ids(name)


def test_bench_measures(call):
    status, out, err = call("bench", "--seconds", "0.02", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert set(data["deals_per_second"]) == set(chupai.variants())
    assert all(speed > 0 for speed in data["deals_per_second"].values())
    assert all(time > 0 for time in data["nanoseconds"].values())
    status, out, _ = call("bench", "--seconds", "0.02")
    assert status == 0
    assert out.count("deals/s") == len(chupai.variants())


@pytest.mark.parametrize("seconds", ["nan", "-nan", "inf", "0", "61", "soon"])
def test_bench_takes_a_number_of_seconds(call, seconds):
    status, out, err = call("bench", f"--seconds={seconds}")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"chupai: [^\n]*--seconds[^\n]*\n", err)


def test_random_hands_of_bench_are_hands():
    hands = commands._random_hands(200, 17, np.random.default_rng(1))
    planes = np.array([hands >> np.uint64(bit) & np.uint64(1) for bit in range(64)])
    assert (planes.sum(axis=0) == 17).all()
    assert (doudizhu.count_moves(hands) > 0).all()
    two_decks = commands._random_planes(200, 25, np.random.default_rng(1))
    assert two_decks.shape == (200, 2)
    assert {len(shengji.format_hand(planes).split()) for planes in two_decks} == {25}


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["simulate"],
        ["simulate", "doudizhu/standart"],
        ["simulate", "doudizhu/standard", "--games", "0"],
        ["simulate", "doudizhu/standard", "--games", "many"],
        ["simulate", "doudizhu/standard", "--seed", "-1"],
        ["simulate", "doudizhu/standard", "--seed", str(2**64)],
        ["simulate", "doudizhu/standard", "--threads", "0"],
        ["simulate", "doudizhu/standard", "--agents", "greedy"],
        ["simulate", "doudizhu/standard", "--agents", "random,lowest"],
        ["simulate", "doudizhu/standard", "--landlord", "1"],
        ["simulate", "doudizhu/rlcard", "--landlord", "3"],
        ["simulate", "doudizhu/standard", "--dealer", "sharp"],
        ["simulate", "doudizhu/standard", "--games", "1", "--save", "/no/such/folder/x.npz"],
        ["moves"],
        ["moves", "34X"],
        ["moves", ""],
        ["moves", " , "],
        ["moves", "33", "--rules", "doudizhu/standard"],
        ["moves", "33333"],
        ["moves", "345", "--to-beat", "34"],
        ["moves", "345", "--to-beat", "X"],
        ["moves", "345", "--to-beat", "bid 1"],
        ["moves", "345", "--to-beat", "pass"],
        ["moves", "345", "--variant", "chess"],
        ["moves", "345", "--trump", "S"],
        ["moves", "3D 4D", "--variant", "shengji/cn-2"],
        ["moves", "3D 4D", "--variant", "shengji/cn-2", "--trump", "S"],
        ["moves", "3D 4D", "--variant", "shengji/cn-2", "--trump", "NT", "--level", "5"],
        ["moves", "3D 4D", "--variant", "shengji/cn-2", "--trump", "spades", "--level", "5"],
        ["moves", "3D 4D", "--variant", "shengji/cn-2", "--trump", "S", "--level", "1"],
        ["moves", "3D 4X", "--variant", "shengji/cn-2", "--trump", "S", "--level", "5"],
        ["moves", "345", "--file", str(EXAMPLES)],
        ["moves", "--file", "no such file"],
        ["moves", "--file", str(EXAMPLES), "--to-beat", "3"],
        ["moves", "3", "4"],
        ["variants", "all"],
        ["play"],
        ["--loud"],
    ],
    ids=" ".join,
)
def test_a_mistake_is_told_in_one_line(call, args):
    status, out, err = call(*args)
    assert status == 2
    assert out == ""
    assert re.fullmatch(r"chupai: [^\n]+\n", err)


def test_a_mistake_in_a_process_has_no_traceback():
    done = chupai_says("moves", "34X")
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"chupai: [^\n]+\n", done.stderr)


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_one_line_says_what_to_install(missing):
    program = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['chupai', 'variants']\n"
        "from chupai.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(
        rf"chupai: the command line needs {missing}: .*pip install '\.\[cli\]'\n", done.stderr
    )


def test_ctrl_c_ends_a_run():
    program = (  # where the tests run in the background the signal is ignored, which is inherited
        "import runpy, signal\n"
        "from chupai import _native\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "run = _native.doudizhu_run\n"
        "def announced(*args, **options):\n"
        "    print('running', flush=True)\n"
        "    return run(*args, **options)\n"
        "_native.doudizhu_run = announced\n"
        "runpy.run_module('chupai', run_name='__main__')"
    )
    args = [sys.executable, "-c", program, "simulate", "doudizhu/standard", "--games", "1e12"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    with subprocess.Popen(args, **pipes) as process:
        try:
            assert process.stdout.readline() == b"running\n"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=NO_HURRY)
        finally:
            process.kill()
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_ctrl_c_while_the_command_line_is_being_imported():
    program = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'rich': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from chupai.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    "args",
    [["moves", "33344455566677889TJQ", "--all"], ["moves", "33344455566677889TJQ", "--json"],
     ["moves", "--file", str(EXAMPLES)], ["moves", "--file", str(EXAMPLES), "--json"],
     ["simulate", "doudizhu/standard", "--games", "9"], ["variants"], ["--help"]],
    ids=" ".join,
)  # fmt: skip
def test_output_that_nobody_takes_is_no_crash(args):
    """A reader that went away, no standard output or error at all, a full device."""
    with subprocess.Popen(
        [*CHUPAI, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (141, b"")

    command = " ".join(map(shlex.quote, [*CHUPAI, *args]))
    for closed, status in ((">&-", 0), (">&- 2>&-", 0), ("> /dev/full", 2)):
        if closed.endswith("full") and not Path("/dev/full").exists():
            continue
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} {closed}"], capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (status, b"")
        assert re.fullmatch(rb"chupai: [^\n]*No space left[^\n]*\n" if status else b"", done.stderr)
