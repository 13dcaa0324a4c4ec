"""Results that stay as they are: read-only counts, digests in any order, files that hold none."""

import copy
import io
import pickle
import re
import zipfile

import numpy as np
import pytest

import chupai
from chupai import merge, simulate, simulate_matches

NAMES = ["doudizhu/standard", "big2/wikipedia", "shengji/cn-2"]


@pytest.mark.parametrize("name", NAMES)
def test_counts_cannot_be_replaced(name):
    for result in (simulate(name, 30, keep="facts"), simulate_matches(name, 3, deals=2)):
        digest = result.digest()
        again = [copy.deepcopy(result), copy.copy(result), pickle.loads(pickle.dumps(result))]
        for each in (result, *again, sum([result])):
            for told in (each.tally.rows, each.tally.histograms):
                first = next(iter(told))
                with pytest.raises(TypeError):
                    told["x"] = 1
                with pytest.raises(TypeError):
                    del told[first]
                with pytest.raises(ValueError, match="read-only"):
                    told[first][...] = 0
            assert each.digest() == digest
        counts = pickle.loads(pickle.dumps(result.tally))
        assert counts.games == result.tally.games
        assert (counts + counts).games == 2 * counts.games


def test_a_tally_keeps_none_of_the_mappings_of_its_maker():
    made = simulate("doudizhu/standard", 10).tally
    rows = dict(made.rows)
    tally = chupai.batch.Tally(made.games, rows, made.counts, made.histograms)
    rows.clear()
    assert tally.rows.keys() == made.rows.keys()


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("name", NAMES)
def test_digests_do_not_depend_on_the_order_of_adding(name, keep, tmp_path):
    def run(first, games, seed=5):
        return simulate(name, games, seed=seed, first=first, keep=keep)

    a, b, c, other = run(0, 20), run(20, 7), run(50, 13), run(0, 9, seed=2)
    orders = [(a, b, c, other), (c, b, a, other), (other, c, a, b), (b, other, a, c)]
    merged = [merge(order) for order in orders]
    assert len({result.digest() for result in merged}) == 1
    assert merged[1].digest() == (c + (b + a) + other).digest()
    assert merged[0].digest() != merge(a, b, c).digest()
    assert merge(b, a).digest() == run(0, 27).digest()
    for result in merged:
        result.save(tmp_path / "deals.npz")
        assert chupai.load(tmp_path / "deals.npz").digest() == result.digest()
    if keep != "stats":  # they stand as they were added
        parts = [part.scores for part in orders[1]]
        assert np.array_equal(merged[1].scores, np.concatenate(parts))


def packed(**members):
    """An archive with members as they are."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return data.getvalue()


def array(value):
    data = io.BytesIO()
    np.save(data, value, allow_pickle=True)
    return data.getvalue()


NO_RESULTS = {
    "empty": b"",
    "text": b"some text, of more than a line\n" * 9,
    "record": chupai.example_records().read_bytes(),
    "one array": array(np.arange(3)),
    "objects": array(np.array([{}], dtype=object)),
    "pickle": pickle.dumps({"about": "{}"}),
    "no members": packed(),
    "other members": packed(notes="text"),
    "about": packed(about="text"),
    "about no text": packed(**{"about.npy": array(np.arange(3))}),
    "objects within": packed(**{"about.npy": array(np.array([{}], dtype=object))}),
}


@pytest.mark.parametrize("name", NO_RESULTS)
def test_a_file_that_holds_no_result_is_told_so(tmp_path, name):
    path = tmp_path / "file"
    path.write_bytes(NO_RESULTS[name])
    with pytest.raises(ValueError, match=r"file holds no result of chupai: .") as caught:
        chupai.load(path)
    assert not re.search("unsafe|allow_pickle=True|untrusted", str(caught.value))
