"""Plays of Big Two by action id in arrays: the answers of cards, and of single calls."""

from random import Random

import numpy as np
import pytest

import chupai
from chupai import big2

RULES = {name: getattr(big2, name) for name in ("HONG_KONG", "TAIWAN", "BLOODY", "WIKIPEDIA")}
RULES["optional kinds"] = big2.Rules(bare_quad="as_quads", two_pair_4=True, two_pair_5=True)
KINDS_OF_PLAY = big2.KINDS[1 : big2.KINDS.index("dragon")]


def some_ids(rules, rng, number=60):
    """Action ids of plays, each kind about as often."""
    ids = {kind: [] for kind in KINDS_OF_PLAY}
    for _ in range(200):
        hand = chupai.Variant(rules=rules).deal(seed=rng.getrandbits(60)).hand(0)
        for move in big2.moves(hand, rules=rules):
            ids[move.kind].append(big2.action_id(move, rules))
    found = [group for group in ids.values() if group]
    return [rng.choice(rng.choice(found)) for _ in range(number)]


@pytest.mark.parametrize("name", RULES)
def test_ids_in_arrays_are_the_plays_that_they_name(name):
    rules, rng = RULES[name], Random(f"ids {name}")
    ids = np.array(some_ids(rules, rng))
    texts = [str(big2.action(int(one), rules)) for one in ids]
    words = big2.bitboards(texts)
    for revolved in (False, True):
        beaten = big2.beats(ids[:, None], ids, rules, revolved=revolved)
        expected = [[big2.beats(a, b, rules, revolved=revolved) for b in texts] for a in texts]
        assert beaten.tolist() == expected
        for a, b in ((ids[:, None], words), (words[:, None], ids)):
            assert np.array_equal(big2.beats(a, b, rules, revolved=revolved), beaten)
        assert big2.beats(int(ids[0]), ids, rules, revolved=revolved).tolist() == expected[0]
        hands = big2.bitboards(
            [chupai.Variant(rules=rules).deal(seed=n).hand(n % 4) for n in range(20)]
        )
        counts = big2.count_moves(hands[:, None], ids, rules, revolved=revolved)
        assert np.array_equal(
            counts, big2.count_moves(hands[:, None], words, rules, revolved=revolved)
        )
        for dtype in (np.int32, np.int64):
            asked = np.array([[-1, ids[0]]], dtype=dtype)
            both = big2.count_moves(hands[:, None], asked, rules, revolved=revolved)
            assert both[:, 0].tolist() == big2.count_moves(hands, rules=rules).tolist()
            assert both[:, 1].tolist() == counts[:, 0].tolist()


def test_what_is_no_play_beats_nothing_whatever_names_it():
    """Passes, decisions and the dragon without cards, by id, text or move, alone or with many."""
    rules = big2.Rules(players=3, remainder="malaysia_swap", dragon_play=True)
    plays = big2.bitboards(["3D", "2S", "3D 3C"])
    names = ["pass", "swap", "dragon"]
    ids = np.array([-1, *(big2.action_id(name, rules) for name in names)])
    others = [*names, "give 2S", "3D 4D", *map(int, ids[1:]), big2.Move("give", cards="2S"), ids]
    for other in others:
        one = other[:, None] if other is ids else other
        assert not big2.beats(one, plays, rules).any()
        assert not big2.beats(plays, one, rules).any()
    for other in others[:-2]:
        assert not big2.beats("2S", other, rules)
    for bad in ids[1:]:
        with pytest.raises(chupai.IllegalMove, match=r"^\S+ .*\[BT-"):
            big2.count_moves("2S", np.array([1, bad]), rules)


def test_arrays_of_ids_that_do_not_exist():
    for bad in (-2, 147_404, 20_963, 2**40):
        for ask in (
            lambda bad=bad: big2.count_moves("3D", np.array([1, bad])),
            lambda bad=bad: big2.beats(np.array([1, bad]), "3D"),
        ):
            with pytest.raises(ValueError, match=str(bad)):
                ask()
    for dtype in (np.float64, np.bool_, "U4", object, np.uint32):
        values = np.array([1, 0]).astype(dtype)
        for ask in (
            lambda values=values: big2.count_moves("3D", values),
            lambda values=values: big2.count_moves(values),
            lambda values=values: big2.classify(values),
            lambda values=values: big2.beats(values, values),
        ):
            with pytest.raises(TypeError, match="dtype"):
                ask()
    for ask in (big2.classify, big2.count_moves):  # ids are no hands
        with pytest.raises(TypeError, match="dtype"):
            ask(np.array([1, 2]))
    with pytest.raises(chupai.NoActionIds):
        big2.count_moves("3D", np.array([1, 2]), big2.TWO_DECK)
    with pytest.raises(chupai.NoActionIds):
        big2.beats(np.array([1, 2]), "3D", big2.TWO_DECK)


@pytest.mark.parametrize("decks", [1, 2])
def test_an_element_of_an_array_of_plays_is_cards_too(decks):
    rules = big2.HONG_KONG if decks == 1 else big2.TWO_DECK
    texts = ["5D", "6D 6C"]
    words = big2.bitboards(texts, decks)
    for one, text in zip(words, texts, strict=True):
        hand = "4S 5S 6S 6H 7D"
        assert list(big2.moves(hand, one, rules)) == list(big2.moves(hand, text, rules))
        assert big2.count_moves(hand, one, rules) == big2.count_moves(hand, text, rules)
        assert big2.beats(one, "5C", rules) is big2.beats(text, "5C", rules)
        assert big2.beats("5C", one, rules) is big2.beats("5C", text, rules)
        for a, b in ((words, one), (one, words)):
            told = (text if one is each else each for each in (a, b))
            assert big2.beats(a, b, rules).tolist() == big2.beats(*told, rules).tolist()
