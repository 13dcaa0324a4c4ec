"""Questions about many hands at once have the answers of the same questions one by one."""

from dataclasses import asdict
from itertools import product
from random import Random

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import VARIANTS
from random_cases import random_cards, random_hand, random_play, random_rules, random_to_beat
from reference import doudizhu as ref

RULES = {
    **{name: variant.rules for name, variant in VARIANTS.items()},
    **{f"random {n}": doudizhu.Rules(**random_rules(Random(f"arrays {n}"))) for n in range(6)},
}
every_rules = pytest.mark.parametrize("name", RULES)


def word_of(cards):
    """Bit r + 16 (k − 1) is set where there are at least k cards of rank r."""
    bits = 0
    for rank, card in enumerate(ref.RANKS):
        for copy in range(cards.count(card)):
            bits |= 1 << (rank + 16 * copy)
    return np.uint64(bits)


def words_of(hands):
    return np.array([word_of(hand) for hand in hands], dtype=np.uint64)


def reference_rules(rules):
    return asdict(rules)


def id_of(move, rules):
    return doudizhu.action_id(ref.text_of(move), rules)


def strongest(cards, rules):
    return ref.read_play(cards, None, rules)


# --- counting ------------------------------------------------------------------------------------


@every_rules
def test_counts_of_answers(name, soak):
    """Hands and plays to beat in pairs, with the reference as judge."""
    rules, rng = RULES[name], Random(f"counts {name}")
    switches = reference_rules(rules)
    hands, plays = [], []
    for _ in range(40 * soak):
        hands.append(random_hand(rng, rng.randint(1, 20)))
        plays.append(random_to_beat(rng, switches))
    expected = [
        len(ref.legal_plays(hand, play, switches)) for hand, play in zip(hands, plays, strict=True)
    ]
    ids = np.array([-1 if play is None else id_of(play, rules) for play in plays])
    counts = doudizhu.count_moves(words_of(hands), to_beat=ids, rules=rules)
    assert counts.dtype == np.int64
    assert counts.tolist() == expected
    alone = [
        doudizhu.count_moves(hand, to_beat=None if i < 0 else int(i), rules=rules)
        for hand, i in zip(hands, ids, strict=True)
    ]
    assert alone == expected


@every_rules
def test_counts_over_cards_to_beat(name):
    """A play to beat may be given as cards too: then its strongest reading is meant (DD-20)."""
    rules, rng = RULES[name], Random(f"cards {name}")
    switches = reference_rules(rules)
    plays = [random_play(rng, random_hand(rng, 15), None, switches) for _ in range(20)]
    cards = [ref.cards_of(play) for play in plays]
    hands = [random_hand(rng, rng.randint(1, 20)) for _ in range(15)]
    counts = doudizhu.count_moves(words_of(hands)[:, None], to_beat=words_of(cards), rules=rules)
    assert counts.shape == (15, 20)
    expected = [
        [len(ref.legal_plays(hand, strongest(played, switches), switches)) for played in cards]
        for hand in hands
    ]
    assert counts.tolist() == expected
    one = doudizhu.count_moves(hands[0], to_beat=words_of(cards), rules=rules)
    assert one.tolist() == expected[0]


def test_shapes_of_counts_are_broadcast():
    hands = words_of(["3344", "5566", "7788BR"]).reshape(3, 1, 1)
    ids = np.array([[-1, 1], [2, 16]])
    counts = doudizhu.count_moves(hands, to_beat=ids)
    assert counts.shape == (3, 2, 2)
    for a, b, c in product(range(3), range(2), range(2)):
        to_beat = None if ids[b, c] < 0 else int(ids[b, c])
        assert counts[a, b, c] == doudizhu.count_moves(hands[a, 0, 0], to_beat=to_beat)
    assert doudizhu.count_moves(hands[:0], to_beat=ids).shape == (0, 2, 2)
    assert doudizhu.count_moves(hands, to_beat=ids[:, :0]).shape == (3, 2, 0)
    with pytest.raises(ValueError, match=r"shape|broadcast"):
        doudizhu.count_moves(words_of(["3", "4", "5"]), to_beat=np.array([1, 2]))


# --- classifying ---------------------------------------------------------------------------------


@every_rules
def test_classes_of_cards(name, soak):
    rules, rng = RULES[name], Random(f"classes {name}")
    switches = reference_rules(rules)
    sets = [random_cards(rng) for _ in range(80 * soak)] + ["333444555666", "33334444", "BR", "3"]
    told = doudizhu.classify(words_of(sets), rules=rules)
    assert told.shape == (len(sets),)
    assert told["action"].dtype == np.int32
    for cards, row in zip(sets, told, strict=True):
        readings = ref.classify(cards, switches)
        assert row["readings"] == len(readings)
        if not readings:
            assert row["action"] == -1
            continue
        meant = strongest(cards, switches)
        assert row["action"] == id_of(meant, rules)
        assert doudizhu.KINDS[row["kind"]] == meant["kind"]
        assert row["length"] == meant["length"]
        assert ref.RANKS[row["rank"]] == meant["rank"]
        assert str(doudizhu.action(int(row["action"]), rules)) == ref.text_of(meant)


def test_kinds_are_those_of_moves_in_order():
    assert doudizhu.KINDS == ref.KINDS
    told = doudizhu.classify(words_of(["3", "44", "4444", "BR", "34567", "35"]))
    assert [doudizhu.KINDS[kind] for kind in told["kind"][:-1]] == [
        "solo", "pair", "bomb", "rocket", "solo_chain",
    ]  # fmt: skip
    shaped = doudizhu.classify(words_of(["3", "44", "4444", "BR", "34567", "35"]).reshape(2, 3))
    assert shaped.shape == (2, 3)
    assert shaped.ravel().tolist() == told.tolist()
    assert doudizhu.classify(np.zeros((0, 3), np.uint64)).shape == (0, 3)


# --- comparing -----------------------------------------------------------------------------------


@every_rules
def test_what_beats_what(name, soak):
    rules, rng = RULES[name], Random(f"beats {name}")
    switches = reference_rules(rules)
    plays = [random_play(rng, random_hand(rng, 12), None, switches) for _ in range(25 * soak)]
    ids = np.array([id_of(play, rules) for play in plays])
    cards = words_of([ref.cards_of(play) for play in plays])
    expected = [[ref.beats(a, b) for b in plays] for a in plays]
    by_id = doudizhu.beats(ids[:, None], ids, rules=rules)
    assert by_id.dtype == np.bool_
    assert by_id.tolist() == expected
    # Of cards: whether some reading of the first beats the strongest of the second.
    sets = [ref.cards_of(play) for play in plays]
    readings = [ref.classify(cards, switches) for cards in sets]
    best = [strongest(cards, switches) for cards in sets]
    expected = [[any(ref.beats(a, b) for a in first) for b in best] for first in readings]
    assert doudizhu.beats(cards[:, None], cards, rules=rules).tolist() == expected
    mixed = [[any(ref.beats(a, b) for a in first) for b in plays] for first in readings]
    assert doudizhu.beats(cards[:, None], ids, rules=rules).tolist() == mixed
    mixed = [[ref.beats(a, b) for b in best] for a in plays]
    assert doudizhu.beats(ids[:, None], cards, rules=rules).tolist() == mixed
    for i in rng.sample(range(len(plays)), 5):
        text = ref.text_of(plays[i])
        assert doudizhu.beats(text, ids, rules=rules).tolist() == by_id[i].tolist()
        assert doudizhu.beats(ids, text, rules=rules).tolist() == by_id[:, i].tolist()
        one_by_one = [doudizhu.beats(text, int(other), rules=rules) for other in ids]
        assert one_by_one == by_id[i].tolist()


@every_rules
def test_what_is_no_play_beats_nothing(name):
    """Cards that are no move, passes and decisions neither beat nor are beaten."""
    rules = RULES[name]
    none = np.array([0, *range(doudizhu.num_plays(rules), doudizhu.num_actions(rules))])
    plays = np.array([1, 16, doudizhu.action_id("BR", rules)])
    junk = words_of(["34", "BR3", "345", "3344"])
    for other in (none, plays, junk, words_of(["3", "BR"])):
        assert not doudizhu.beats(none[:, None], other, rules=rules).any()
        assert not doudizhu.beats(other[:, None], none, rules=rules).any()
        assert not doudizhu.beats(junk[:, None], other, rules=rules).any()


# --- any array -----------------------------------------------------------------------------------

HANDS = ["3344", "56789TJ", "TTTJJJ", "2222BR", "3456789TJQKA2BR", "A", "333444555666", "KKK3"]


def layouts():
    """The same eight words in every kind of array."""
    plain = words_of(HANDS)
    wide = np.zeros(16, np.uint64)
    wide[::2] = plain
    read_only = plain.copy()
    read_only.flags.writeable = False
    swapped = plain.astype(plain.dtype.newbyteorder())
    aligned = np.frombuffer(b"\0" + plain.tobytes(), np.uint8)[1:].view(np.uint64)
    return {
        "plain": plain,
        "every second": wide[::2],
        "backwards": plain[::-1].copy()[::-1],
        "read-only": read_only,
        "two rows": plain.reshape(2, 4),
        "Fortran": np.asfortranarray(plain.reshape(2, 4)),
        "turned": plain.reshape(4, 2).T.copy().T,
        "three axes": plain.reshape(2, 2, 2).transpose(2, 0, 1).copy().transpose(1, 2, 0),
        "broadcast": np.broadcast_to(plain, (3, 8)),
        "unaligned": aligned,
        "other byte order": swapped,
        "subclass": plain.view(type("Words", (np.ndarray,), {})),
    }


@pytest.mark.parametrize("layout", [name for name in layouts() if name != "other byte order"])
def test_any_layout_has_the_answers_of_its_words(layout):
    array = np.asarray(layouts()[layout])
    hands = dict(zip(words_of(HANDS).tolist(), HANDS, strict=True))
    kept = array.copy()
    counts = doudizhu.count_moves(layouts()[layout])
    answers = doudizhu.count_moves(layouts()[layout], to_beat=np.array(1))
    told = doudizhu.classify(layouts()[layout])
    beaten = doudizhu.beats(layouts()[layout], layouts()[layout])
    assert counts.shape == answers.shape == told.shape == beaten.shape == array.shape
    for place in np.ndindex(array.shape):
        hand = hands[int(array[place])]
        assert counts[place] == doudizhu.count_moves(hand)
        assert answers[place] == doudizhu.count_moves(hand, to_beat="3")
        readings = doudizhu.classify(hand)
        assert told["readings"][place] == len(readings)
        assert not beaten[place]
    assert np.array_equal(array, kept)


def test_words_of_the_other_byte_order_are_read_or_refused():
    """Never misread."""
    swapped = layouts()["other byte order"]
    try:
        counts = doudizhu.count_moves(swapped)
    except TypeError:
        return
    assert counts.tolist() == [doudizhu.count_moves(hand) for hand in HANDS]


def test_an_array_without_axes_is_one_hand():
    word = np.array(word_of("3344"), dtype=np.uint64)
    assert doudizhu.count_moves(word) == doudizhu.count_moves("3344")
    assert list(map(str, doudizhu.classify(np.uint64(word)))) == []
    assert doudizhu.count_moves(word, to_beat=np.array([1, -1])).shape == (2,)


def test_an_element_of_an_array_of_plays_is_cards_too():
    words = doudizhu.bitboards(["5", "66"])
    for word, text in zip(words, ("5", "66"), strict=True):
        for one in (word, np.array(word)):
            assert doudizhu.moves("55677", one) == doudizhu.moves("55677", text)
            assert doudizhu.count_moves("55677", one) == doudizhu.count_moves("55677", text)
            assert doudizhu.beats(one, "44") is doudizhu.beats(text, "44")
            assert doudizhu.beats("77", one) is doudizhu.beats("77", text)
            assert doudizhu.beats(words, one).tolist() == doudizhu.beats(words, text).tolist()
            assert doudizhu.beats(one, words).tolist() == doudizhu.beats(text, words).tolist()
    assert doudizhu.moves("567", np.int64(2)) == doudizhu.moves("567", 2)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_ids_of_any_signed_type(dtype):
    ids = np.array([-1, 0, 1, 16, 100]).astype(dtype)
    expected = doudizhu.count_moves("3344BR", to_beat=np.array([-1, 1, 16, 100])).tolist()
    given = doudizhu.count_moves("3344BR", to_beat=ids[[0, 2, 3, 4]])
    assert given.tolist() == expected
    assert doudizhu.beats(ids[2:], ids[2:]).tolist() == [False] * 3


BAD_WORDS = [
    1 << 15,  # no such rank
    1 << 63,
    0b10 << 16,  # a second card without a first
    (1 << 13) | (1 << 29),  # two small jokers
    2**64 - 1,
]


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("word", BAD_WORDS)
def test_words_that_are_no_hands_are_refused(word):
    hands = np.array([word_of("33"), np.uint64(word)], dtype=np.uint64)
    for ask in (
        lambda: doudizhu.count_moves(hands),
        lambda: doudizhu.count_moves(hands, to_beat=np.array([1, 1])),
        lambda: doudizhu.classify(hands),
        lambda: doudizhu.beats(hands, hands),
        lambda: doudizhu.beats(hands, np.array([1, 1])),
        lambda: doudizhu.count_moves(words_of(["3", "4"]), to_beat=hands),
    ):
        with pytest.raises(ValueError, match=r"\S"):
            ask()


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("bad", [-2, 10**6, 2**31, -(2**40)])
def test_numbers_that_are_no_ids_are_refused(bad):
    ids = np.array([1, bad])
    for ask in (
        lambda: doudizhu.count_moves("33", to_beat=ids),
        lambda: doudizhu.count_moves(words_of(["3", "4"]), to_beat=ids),
        lambda: doudizhu.beats(ids, ids),
        lambda: doudizhu.beats("33", ids),
        lambda: doudizhu.beats(ids, "33"),
    ):
        with pytest.raises(ValueError, match=r"\S"):
            ask()


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("dtype", [np.float64, np.bool_, "U4", object, np.uint32, np.complex128])
def test_other_types_are_refused(dtype):
    values = np.array([1, 0]).astype(dtype)
    for ask in (
        lambda: doudizhu.count_moves(values),
        lambda: doudizhu.classify(values),
        lambda: doudizhu.beats(values, values),
        lambda: doudizhu.count_moves("33", to_beat=values),
    ):
        with pytest.raises((TypeError, ValueError), match=r"\S"):
            ask()


@pytest.mark.rule("DD-27")
def test_what_nobody_has_to_beat_is_refused():
    """As alone: a pass, a bid and cards that are no play."""
    rules = doudizhu.STANDARD
    for to_beat in (np.array([1, 0]), np.array([1, doudizhu.action_id("bid 1")])):
        with pytest.raises(ValueError, match=r"\S"):
            doudizhu.count_moves("33", to_beat=to_beat, rules=rules)
    with pytest.raises(chupai.IllegalMove):
        doudizhu.count_moves("33", to_beat=words_of(["3", "34"]))
    with pytest.raises(ValueError, match="20"):
        doudizhu.count_moves(words_of(["3456789TJQKA2" * 2]), to_beat=np.array([1]))
