"""Files of records: written, cut off, damaged, continued; and all that writes them."""

import gzip
import io
import json
import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import chupai
from chupai import Record, RecordError, RecordWriter, doudizhu, read_records, replay
from doudizhu_cases import PRESETS, VARIANTS
from recorded_deals import STANDARD, played, write_some

# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz", "李.txt"])
def test_files_are_read_as_they_were_written(tmp_path, name):
    path = write_some(tmp_path / name)
    records = list(read_records(path))
    assert [record.index for record in records] == [0, 1, 2, 3, 4]
    assert [record.line for record in records] == [1, 2, 3, 4, 5]
    report = replay(path)
    assert (report.ok, report.deals, report.fault_count, report.faults) == (True, 5, 0, ())
    assert str(report) == f"{path}: 5 deals verified"
    assert json.loads(json.dumps(report.to_dict()))["deals"] == 5
    plain = gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_bytes()
    assert plain.decode() == "".join(f"{record.to_json()}\n" for record in records)
    # From a file that is open, as from standard input.
    with path.open("rb") as file:
        assert replay(file).deals == 5
    assert replay(io.BytesIO(plain)).deals == 5


def test_every_truncation_loses_the_last_line_only(tmp_path):
    whole = write_some(tmp_path / "deals.jsonl", 3).read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    for size in range(len(whole) + 1):
        report = replay(io.BytesIO(whole[:size]))
        deals = sum(end - 1 <= size for end in ends)  # but for its end a line is complete
        torn = size not in {0, *ends, *(end - 1 for end in ends)}
        assert (report.deals, report.fault_count, report.cut_off) == (deals, torn, torn)
        if torn:
            assert report.faults[0].line == deals + 1
            assert "cut off" in str(report)


def test_every_truncation_of_a_compressed_file_loses_the_last_line_only(tmp_path):
    path = write_some(tmp_path / "deals.jsonl.gz", 3)
    whole = path.read_bytes()
    last = 0
    for size in range(2, len(whole)):
        report = replay(io.BufferedReader(io.BytesIO(whole[:size])))
        assert (report.fault_count, report.cut_off) == (1, True)
        assert report.deals >= last
        last = report.deals
    assert last == 3  # every line is on the disk before the file is closed
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0x55
    report = replay(io.BufferedReader(io.BytesIO(bytes(damaged))))
    assert not report.ok


@pytest.mark.parametrize(
    "data",
    [
        b"\x1f\x8bgarbage",
        b"\x1f\x8bgarbage, and more of it",
        b"\x1f\x8b\x08garbage",
        gzip.compress(b"\n")[:10] + b"garbage",
        gzip.compress(b"\n") + b"garbage",
    ],
    ids=["method", "long", "flags", "data", "end"],
)
def test_what_no_writer_wrote_is_damaged_not_cut_off(data):
    report = replay(io.BufferedReader(io.BytesIO(data)))
    assert (report.fault_count, report.cut_off) == (1, False)
    assert "damaged" in report.faults[0].why


def test_a_broken_line_is_a_fault_of_its_own(tmp_path):
    lines = write_some(tmp_path / "deals.jsonl").read_bytes().splitlines(keepends=True)
    lines[1] = lines[1][:100] + b"\n"
    lines[3] = b"\xff" + lines[3]
    faults = []
    report = replay(io.BytesIO(b"".join(lines)), on_fault=faults.append)
    assert [fault.line for fault in report.faults] == [2, 4]
    assert tuple(faults) == report.faults
    assert (report.deals, report.cut_off, report.ok) == (3, False, False)
    assert str(report) == "the file: 3 deals verified, 2 faults"
    told = []
    assert len(list(read_records(io.BytesIO(b"".join(lines)), on_fault=told.append))) == 3
    assert [str(fault) for fault in told] == [str(fault) for fault in faults]
    with pytest.raises(RecordError, match="line 2"):
        list(read_records(io.BytesIO(b"".join(lines))))


def test_files_from_editors_are_read(tmp_path):
    text = write_some(tmp_path / "deals.jsonl").read_text("utf-8")
    odd = "\ufeff\n" + text.replace("\n", "\r\n\r\n  \n") + "\n"
    report = replay(io.BytesIO(odd.encode()))
    assert (report.deals, report.ok) == (5, True)
    assert [r.line for r in read_records(io.BytesIO(odd.encode()))] == [2, 5, 8, 11, 14]
    assert replay(io.BytesIO(b"")).deals == 0


def test_a_report_of_thousands_of_faults_lists_the_first():
    report = replay(io.BytesIO(b"nothing\n" * 3000))
    assert (report.fault_count, len(report.faults)) == (3000, 1000)
    assert "3,000 faults" in str(report)


def test_progress_is_told_and_may_end_the_run(tmp_path):
    done = []
    replay(write_some(tmp_path / "deals.jsonl"), progress=done.append)
    assert done == [5]

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay(io.BytesIO(b"nothing\n" * 3000), progress=stop)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        replay(tmp_path / "no")
    with pytest.raises(OSError):  # noqa: PT011 - another one on every system
        list(read_records(tmp_path))
    with pytest.raises(TypeError):
        replay(17)


# --- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
def test_a_file_that_is_there_is_not_touched_but_continued_if_wanted(tmp_path, name):
    path = write_some(tmp_path / name)
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match="append=True"):
        RecordWriter(path)
    assert path.read_bytes() == before
    write_some(path, 2, append=True)
    assert path.read_bytes().startswith(before)
    assert [r.index for r in read_records(path)] == [0, 1, 2, 3, 4, 0, 1]
    write_some(tmp_path / f"new-{name}", 1, append=True)
    (tmp_path / f"empty-{name}").touch()
    assert replay(write_some(tmp_path / f"empty-{name}", 1)).deals == 1


def test_no_line_is_glued_to_one_that_was_cut_off(tmp_path):
    whole = write_some(tmp_path / "deals.jsonl", 2).read_bytes()
    for size in (len(whole) - 1, len(whole) - 2, len(whole) // 2 + 9):
        path = tmp_path / f"{size}.jsonl"
        path.write_bytes(whole[:size])
        write_some(path, 2, append=True)
        report = replay(path)
        assert report.deals == (4 if size == len(whole) - 1 else 3)
        assert report.fault_count == (size != len(whole) - 1)
        assert path.read_bytes().startswith(whole[:size] + b"\n")


def test_a_compressed_file_that_is_cut_off_is_not_continued(tmp_path):
    path = write_some(tmp_path / "deals.jsonl.gz")
    whole = path.read_bytes()
    for size in (len(whole) - 3, len(whole) // 2):
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="cannot be continued"):
            RecordWriter(path, append=True)
        assert path.read_bytes() == whole[:size]


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
def test_lines_are_on_their_way_at_once(tmp_path, name):
    state = played(STANDARD, 3, 0, Random(0), stop=0)
    record = Record.of(state, seed=3)
    with RecordWriter(tmp_path / name) as writer:
        for count in range(1, 4):
            writer.write(record)
            assert writer.count == count
            found = list(read_records(tmp_path / name, on_fault=lambda _: None))
            assert found == [record] * count
    assert repr(writer) == f"<RecordWriter of {str(tmp_path / name)!r}, records written: 3>"


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
@pytest.mark.parametrize("part", [0, 10, 10**6])
def test_an_interrupted_line_spoils_no_other(tmp_path, name, part, monkeypatch):
    """Ctrl-C before, within and after the call that writes."""
    from chupai import record_writer

    record = Record.of(played(STANDARD, 3, 0, Random(0), stop=0), seed=3)
    real = record_writer._write_all

    def interrupted(file, data):
        file.write(data[:part])
        raise KeyboardInterrupt

    with RecordWriter(tmp_path / name) as writer:
        writer.write(record)
        for _ in range(3):
            monkeypatch.setattr(record_writer, "_write_all", interrupted)
            with pytest.raises(KeyboardInterrupt):
                writer.write(record)
            monkeypatch.setattr(record_writer, "_write_all", real)
            writer.write(record)
        assert writer.count == 4
    report = replay(tmp_path / name)
    assert report.deals >= 4
    assert report.fault_count == (3 if part == 10 and name.endswith("jsonl") else 0)
    assert not report.cut_off


def test_a_writer_takes_records_only(tmp_path):
    with RecordWriter(tmp_path / "deals.jsonl") as writer:
        for wrong in ("{}", None, STANDARD.deal(1)):
            with pytest.raises(TypeError):
                writer.write(wrong)
    record = Record.of(STANDARD.deal(1), seed=1)
    with pytest.raises(ValueError, match="closed"):
        writer.write(record)
    writer.close()
    with pytest.raises(ValueError, match="empty"):
        RecordWriter("")
    with pytest.raises(FileNotFoundError):
        RecordWriter(tmp_path / "no" / "folder")
    for append in (False, True):
        with pytest.raises(IsADirectoryError, match="is a folder") as caught:
            RecordWriter(tmp_path, append=append)
        assert "append=" not in str(caught.value)


class Nearly:
    """A file on a disk that is nearly full: it takes a few bytes at a time, and then no more."""

    def __init__(self, room):
        self.room, self.data = room, b""

    def write(self, data):
        if not self.room:
            raise OSError(28, "No space left on device")
        taken = data[: min(7, self.room)]
        self.room -= len(taken)
        self.data += taken
        return len(taken)


def test_a_full_disk_is_an_error(tmp_path, monkeypatch):
    from chupai import record_writer

    record = Record.of(STANDARD.deal(1), seed=1)
    line = record.to_json().encode() + b"\n"
    real, nearly = record_writer._write_all, Nearly(2 * len(line) - 3)
    with RecordWriter(tmp_path / "deals.jsonl") as writer:
        monkeypatch.setattr(record_writer, "_write_all", lambda _, data: real(nearly, data))
        writer.write(record)
        with pytest.raises(OSError, match="No space"):
            writer.write(record)
    assert writer.count == 1
    report = replay(io.BytesIO(nearly.data))
    assert (report.deals, report.cut_off) == (1, True)


def test_processes_may_append_to_one_file(tmp_path):
    program = (
        "import sys, chupai\n"
        "record = next(chupai.read_records(chupai.example_records()))\n"
        "with chupai.RecordWriter(sys.argv[1], append=True) as writer:\n"
        "    for _ in range(300): writer.write(record)\n"
    )
    args = [sys.executable, "-c", program, tmp_path / "deals.jsonl"]
    running = [subprocess.Popen(args) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert replay(tmp_path / "deals.jsonl").deals == 900


# --- whoever plays deals ------------------------------------------------------------------------


def careless(view, rng):
    """Play anything, and now and then nothing that is legal."""
    if rng.random() < 0.05:
        return "3333"
    return view.legal_moves()[rng.integers(view.num_legal)]


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
def test_a_run_that_fails_before_its_first_record_leaves_no_file(tmp_path, name):
    def stop(_):
        raise KeyboardInterrupt

    path = tmp_path / name
    with pytest.raises(MemoryError, match="no room"):
        chupai.simulate_matches(STANDARD, 10**15, deals=1, record=path)
    assert not path.exists()
    with pytest.raises(MemoryError, match="no room"):
        chupai.simulate(STANDARD, 10**15, keep="scores", record=path)
    assert not path.exists()
    with pytest.raises(KeyboardInterrupt):
        chupai.simulate_matches(STANDARD, 5, deals=1, record=path, progress=stop)
    assert [record.match for record in read_records(path)] == [0]  # what is written remains


def test_a_file_that_was_there_is_not_taken_away(tmp_path):
    path = tmp_path / "deals.jsonl"
    path.touch()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "target.jsonl")
    for place in (path, link):
        with pytest.raises(ValueError, match="why"), RecordWriter(place):
            raise ValueError("why")
    assert path.exists()
    assert link.is_symlink()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_run_with_records_is_the_run_without(tmp_path, name):
    variant, path = VARIANTS[name], tmp_path / "deals.jsonl"
    options = {"seed": 8, "first": 30, "agents": ["random", "lowest", "random"], "keep": "scores"}
    done = []
    run = chupai.simulate(variant, 25, record=path, progress=done.append, **options)
    plain = chupai.simulate(variant, 25, **options)
    assert run.digest() == plain.digest()
    assert done[-1] == 25
    records = list(read_records(path))
    assert [record.index for record in records] == list(range(30, 55))
    assert [list(record.scores) for record in records] == plain.scores.tolist()
    assert {record.agents for record in records} == {("random", "lowest", "random")}
    assert replay(path).deals == 25
    with pytest.raises(FileExistsError):
        chupai.simulate(variant, 25, record=path)
    assert replay(path).deals == 25


def test_a_run_takes_a_writer_a_set_up_and_callers_agents(tmp_path):
    def first(view, rng):
        del rng
        return view.legal_moves()[0]

    with RecordWriter(tmp_path / "deals.jsonl.gz") as writer:
        given = {"seed": 8, "first_bidder": 1, "given": {1: "BR", "bottom": "3"}}
        for agents in ("random", [first, "lowest", "random"]):
            result = chupai.simulate(
                STANDARD, 20, record=writer, agents=agents, keep="scores", **given
            )
            assert np.array_equal(
                result.scores,
                chupai.simulate(STANDARD, 20, agents=agents, keep="scores", **given).scores,
            )
        assert writer.count == 40
    records = list(read_records(tmp_path / "deals.jsonl.gz"))
    assert records[0].setup == doudizhu.Setup(first_bidder=1, given={1: "BR", "bottom": "3"})
    assert records[20].agents == ("first", "lowest", "random")
    assert replay(tmp_path / "deals.jsonl.gz").deals == 40


def test_a_table_records_its_deals(tmp_path):
    path = tmp_path / "deals.jsonl"
    with RecordWriter(path) as writer:
        table = chupai.Table(STANDARD, careless, on_fault="lowest", record=writer)
        deals = [table.play(seed=5, index=index, match=2) for index in range(10)]
        strict = chupai.Table(STANDARD, careless, record=writer)
        with pytest.raises(chupai.IllegalMove):
            [strict.play(seed=5, index=index) for index in range(1000)]
    records = list(read_records(path))
    assert replay(path).ok
    assert records[:10] == [deal.record for deal in deals]
    for deal, record in zip(deals, records, strict=False):
        assert record.scores == deal.scores
        assert record.match == 2
        faults = record.notes.get("faults", [])
        assert [fault["move"] for fault in faults] == [fault.move for fault in deal.faults]
        assert record.replay() == deal.state
    assert any(record.notes for record in records[:10])
    assert [record.scores for record in records[10:]].count(None) == 1
    assert records[-1].scores is None


def test_a_table_of_a_path_closes_its_file(tmp_path):
    path = tmp_path / "deals.jsonl.gz"
    table = chupai.Table(STANDARD, "random", record=path)
    table.play(seed=1)
    assert replay(path).cut_off  # all deals are there, and the end of the file is not
    del table
    assert str(replay(path)) == f"{path}: 1 deal verified"
    with pytest.raises(FileExistsError):
        chupai.Table(STANDARD, "random", record=path)
    with pytest.raises(ValueError, match="agent"):
        chupai.Table(STANDARD, "nobody", record=tmp_path / "never")
    assert not (tmp_path / "never").exists()


def test_a_deal_that_goes_on_is_recorded_with_all_that_is_known(tmp_path):
    rlcard = PRESETS["rlcard"]
    with RecordWriter(tmp_path / "deals.jsonl") as writer:
        table = chupai.Table(rlcard, "random", record=writer)
        state = rlcard.deal(3, landlord=2)
        for _ in range(4):
            state.play(state.legal_moves()[0])
        deal = table.play(state=state)
    (record,) = read_records(tmp_path / "deals.jsonl")
    assert record.seed is None
    assert record.setup == doudizhu.Setup(landlord=2)
    assert record.replay() == deal.state
    assert [*record.auction, *record.moves][:4] == [str(move) for _, move in state.history]


def test_a_deal_that_goes_on_from_a_position_is_recorded_from_there(tmp_path):
    endgame = STANDARD.position(hands=["33A", "44", "5"])
    endgame.play("A")
    with RecordWriter(tmp_path / "deals.jsonl") as writer:
        deal = chupai.Table(STANDARD, "lowest", record=writer).play(state=endgame)
    (record,) = read_records(tmp_path / "deals.jsonl")
    assert record == deal.record
    assert record.position == str(endgame.start)
    assert record.moves[0] == "A"
    assert record.replay() == deal.state


def test_a_match_records_its_deals(tmp_path):
    variant = replace(STANDARD, match=doudizhu.MatchRules(deals=6))
    for agents in ("random", [careless, "random", "lowest"]):
        path = tmp_path / f"{len(agents)}.jsonl"
        options = {"on_fault": "lowest"}
        with RecordWriter(path) as writer:
            result = chupai.Match(variant, agents, record=writer, **options).run(seed=3, index=4)
        plain = chupai.Match(variant, agents, **options).run(seed=3, index=4)
        assert [deal.scores for deal in result.deals] == [deal.scores for deal in plain.deals]
        assert [deal.facts for deal in result.deals] == [deal.facts for deal in plain.deals]
        records = list(read_records(path))
        assert [record.scores for record in records] == [deal.scores for deal in result.deals]
        assert [(r.seed, r.match, r.index) for r in records] == [(3, 4, i) for i in range(6)]
        assert {record.setup.first_bidder for record in records[1:]} <= {0, 1, 2}
        assert all(record.variant == variant for record in records)
        assert replay(path).ok
