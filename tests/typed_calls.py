"""Calls as users write them, for the type checker alone: what is taken must type-check.

Nothing here runs; ``make lint`` checks it.
"""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import chupai
from chupai import big2, doudizhu, shengji


def integers_of_numpy_are_integers() -> None:
    one = np.int64(1)
    state = chupai.variant("doudizhu/standard").deal(one, index=np.uint64(2))
    ids = np.asarray(state.legal_ids())
    state.play(ids[0])
    state.play(one, seat=one)
    assert_type(state.hand(one), str)
    assert_type(state.view(one), doudizhu.View)
    assert_type(state.redeal_hidden(one, one), doudizhu.State)
    assert_type(doudizhu.action(ids[0]), doudizhu.Move)
    assert_type(doudizhu.moves("345", one), list[doudizhu.Move])
    chupai.variant("doudizhu/standard").position(hands=["3", "4", "5"], turn=one, bid=one)
    chupai.simulate("doudizhu/standard", one, seed=one, first=one, threads=one)


def results_are_merged_from_any_iterable() -> None:
    parts = [chupai.simulate("doudizhu/standard", 10, first=first) for first in (0, 10)]
    assert_type(chupai.merge(parts), chupai.Result)
    assert_type(chupai.merge(*parts), chupai.Result)
    assert_type(sum(parts[1:], parts[0]), chupai.Result)
    matches = [chupai.simulate_matches("doudizhu/standard", 5, first=first) for first in (0, 5)]
    assert_type(chupai.merge(matches), chupai.MatchResults)
    assert_type(chupai.merge(*matches), chupai.MatchResults)


def states_have_the_type_of_the_variants_family(name: str, plain: chupai.Variant) -> None:
    known = chupai.variant("doudizhu/standard")
    assert_type(known.deal(first_bidder=1), doudizhu.State)
    assert_type(known.position(hands=["3", "4", "5"]), doudizhu.State)
    assert_type(doudizhu.position(known, hands=["3", "4", "5"]), doudizhu.State)
    made = chupai.Variant(rules=doudizhu.STANDARD, scoring=doudizhu.Scoring(stake=2))
    assert_type(made.deal(), doudizhu.State)
    assert_type(made.observer(0), doudizhu.Observer)
    assert_type(made.rules, doudizhu.Rules)
    chupai.variant(name).deal().legal_moves()
    plain.deal().legal_moves()


def agents_are_names_functions_and_objects() -> None:
    def first(view: doudizhu.View, _rng: np.random.Generator) -> doudizhu.Move:
        return view.legal_moves()[0]

    class Bot:
        def __call__(self, view: doudizhu.View, rng: np.random.Generator) -> int:
            return int(rng.choice(view.legal_ids()))

    table = chupai.Table("doudizhu/rlcard", [first, Bot(), "random"], time_limit=np.float64(1))
    assert_type(table.play(np.int64(1)).scores, tuple[int, ...])
    chupai.simulate("doudizhu/rlcard", 1, agents=Bot())
    chupai.simulate("doudizhu/rlcard", 1, agents=("random", "lowest", first), given={0: "33"})


def big_two_has_types_of_its_own(words: NDArray[np.uint64]) -> None:
    variant = chupai.variant("big2/hong-kong")
    state = variant.deal(np.int64(1), leader=np.int64(2))
    assert_type(state, big2.State)
    assert_type(variant.rules, big2.Rules)
    assert_type(variant.position(hands=["3D", "4D", "5D", "6D"]), big2.State)
    assert_type(state.legal_moves()[0], big2.Move)
    assert_type(big2.moves("3D 3C", to_beat="3D"), big2.Moves)
    assert_type(big2.moves(["3D", chupai.Card("3", "C")], revolved=True), big2.Moves)
    assert_type(big2.classify("3D 3C"), big2.Move | None)
    assert_type(big2.count_moves("3D 3C", "3D"), int)
    assert_type(big2.count_moves(words, words), NDArray[np.int64])
    assert_type(big2.beats("3D", words), NDArray[np.bool_])
    assert_type(big2.beats("3D", 5), bool)
    assert_type(big2.bitboards(["3D"], decks=2), NDArray[np.uint64])
    assert_type(big2.cut(1), tuple[str, int])
    made = chupai.Variant(rules=big2.TAIWAN, scoring=big2.Scoring(tiers=((10, 2), ("all", 3))))
    assert_type(made.deal(), big2.State)
    chupai.simulate(made, 1, agents=["lowest"] * 4, given={0: "3D", "left": ""})


def shengji_has_types_of_its_own(planes: NDArray[np.uint64]) -> None:
    variant = chupai.variant("shengji/cn-2")
    one = np.int64(1)
    state = variant.deal(one, level="T", declarer=one)
    assert_type(state, shengji.State)
    assert_type(variant.rules, shengji.Rules)
    assert_type(variant.observer(0), shengji.Observer)
    assert_type(variant.position(hands=["3D", "4D", "5D", "6D"], trump="S"), shengji.State)
    assert_type(state.view(one), shengji.View)
    assert_type(state.legal_moves(limit=one), chupai.Listing[shengji.Move])
    assert_type(state.legal_moves()[0], shengji.Move)
    assert_type(state.nth_legal(one), shengji.Move)
    assert_type(state.stage_mask(), str)
    assert_type(state.staged_move(), shengji.Move | None)
    state.play("pass", seat=one)
    state.play(shengji.Move("lead", ["AS AS", "KS"]))
    trump = shengji.Trump("S", "T", rules=variant.rules)
    assert_type(trump.leads("3D 3D"), chupai.Listing[str])
    assert_type(trump.all_leads("3D 3D", limit=one), chupai.Listing[list[str]])
    assert_type(trump.count_follows("3D 4D", "5D"), int)
    assert_type(trump.count_follows(planes, ["5D 5D", "6D"]), NDArray[np.int64])
    assert_type(trump.is_legal_follow("3D 4D", "5D", "3D"), bool)
    assert_type(trump.is_legal_follow(planes, "5D", planes), NDArray[np.bool_])
    assert_type(trump.throw("QH 4H", ["KH", "3D"]), shengji.ThrowResult)
    assert_type(shengji.bitboards(["3D 3D"]), NDArray[np.uint64])
    made = chupai.Variant(rules=shengji.CN_3, match=shengji.MatchRules(levels="5TK"))
    assert_type(made.deal(), shengji.State)
    chupai.simulate(made, 1, agents=["random_units"] * 4, given={0: "3D", "kitty": "5D"})

    def last(view: shengji.View, _rng: np.random.Generator) -> shengji.Move:
        return view.nth_legal(view.num_legal - 1)

    chupai.Table("shengji/cn-2", [last, "random", "random_units", "lowest"], level=None)
    chupai.simulate_matches("shengji/cn-2", 1, deals=2, agents=last, setup=shengji.Setup(level="5"))
    assert_type(chupai.load("matches.npz"), chupai.Result | chupai.MatchResults)
