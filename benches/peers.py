"""Random Dou Dizhu deals of other engines beside the same of chupai, on one core.

Needs the extra ``peers``. Beside each engine stands chupai under that engine's rules: `simulate`
with one thread or, beside a loop in Python, the same loop over a `State`. Times are processor time,
the best of several rounds, taken in turn; dealing is part of them.

OpenSpiel, C++ loop: the wheel has no bare loop of random play. ``pyspiel.evaluate_bots`` is the
nearest thing that plays whole deals in C++, chance included: Python is entered once a deal, and a
decision lists the legal actions, writes a uniform policy over them and draws from it. What that
costs above a bare loop shows where both play on from dealt hands: ``RandomRolloutEvaluator`` is a
bare loop, but the wheel reaches it through `MCTSBot` only, and it deals no cards. chupai deals them
there, too.

RLCard: `Env.run` with its `RandomAgent`, observations included, as its users run it; and a bare
loop over its game, without any.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from dataclasses import asdict, dataclass
from random import random
from typing import TYPE_CHECKING, Any

import chupai
from probe import processor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = 5


@dataclass(frozen=True)
class Race:
    """Deals a second of a peer and of chupai."""

    peer: str
    theirs: float
    ours: float
    least: float | None = None

    @property
    def ratio(self) -> float:
        """How many times as fast chupai is."""
        return self.ours / self.theirs


def race(
    peer: str,
    theirs: tuple[Callable[[int], object], int],
    ours: tuple[Callable[[int], object], int],
    least: float | None = None,
) -> Race:
    """Let both play, in turn; each comes with the number of deals of a round."""
    speeds: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for (play, deals), noted in zip((theirs, ours), speeds, strict=True):
            start = time.process_time()
            play(deals)
            noted.append(deals / (time.process_time() - start))
    return Race(peer, max(speeds[0]), max(speeds[1]), least)


# --- chupai --------------------------------------------------------------------------------------


def simulate(variant: str) -> tuple[Callable[[int], object], int]:
    """Deals in the core."""
    return lambda deals: chupai.simulate(variant, deals, threads=1), 300_000


def state_loop(variant: str) -> tuple[Callable[[int], object], int]:
    """Deals in a Python loop."""
    v = chupai.variant(variant)

    def play(deals: int) -> None:
        for index in range(deals):
            s = v.deal(0, index)
            while not s.is_over:
                ids = s.legal_ids()
                s.play(ids[int(random() * len(ids))])

    return play, 2000


# --- OpenSpiel -----------------------------------------------------------------------------------


def open_spiel() -> Iterator[Race]:
    """The loops of OpenSpiel that its wheel has."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    ours = "doudizhu/openspiel"
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(3)]

    def in_cpp(deals: int) -> None:
        for seed in range(deals):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    def in_python(deals: int) -> None:
        for _ in range(deals):
            s = game.new_initial_state()
            while not s.is_terminal():
                if s.is_chance_node():
                    # All that are left are equally likely; `chance_outcomes` lists them.
                    actions = [action for action, _ in s.chance_outcomes()]
                else:
                    actions = s.legal_actions()
                s.apply_action(actions[int(random() * len(actions))])

    def bots_from_hands(deals: int) -> None:
        for seed in range(deals):
            pyspiel.evaluate_bots(dealt[seed % len(dealt)].clone(), bots, seed)

    def rollouts_from_hands(deals: int) -> None:
        # One step of a search is as many rollouts as the evaluator makes.
        rollouts = deals // len(dealt)
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
        for state in dealt:
            bot.mcts_search(state)

    dealt = [deal_openspiel(game) for _ in range(50)]
    yield race("OpenSpiel, C++ loop (evaluate_bots)", (in_cpp, 2000), simulate(ours), 70)
    yield race("the same, from dealt hands", (bots_from_hands, 5000), simulate(ours))
    yield race("OpenSpiel, bare C++, from dealt hands", (rollouts_from_hands, 5000), simulate(ours))
    yield race("OpenSpiel, Python loop", (in_python, 300), state_loop(ours), 3)


def deal_openspiel(game: Any) -> Any:
    """A state of OpenSpiel with its cards dealt."""
    s = game.new_initial_state()
    while s.is_chance_node():
        actions = s.legal_actions()
        s.apply_action(actions[int(random() * len(actions))])
    return s


# --- RLCard --------------------------------------------------------------------------------------


def rlcard() -> Iterator[Race]:
    """The environment of RLCard, and its game alone."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", {"seed": 1})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def in_env(deals: int) -> None:
        for _ in range(deals):
            env.run(is_training=True)

    def bare(deals: int) -> None:
        for _ in range(deals):
            state, _ = env.game.init_game()
            while not env.game.is_over():
                actions = state["actions"]
                state, _ = env.game.step(actions[int(random() * len(actions))])

    yield race("RLCard, Env.run", (in_env, 20), simulate("doudizhu/rlcard"), 5000)
    yield race("RLCard, its game alone", (bare, 20), simulate("doudizhu/rlcard"))
    yield race(
        "RLCard, Env.run, against a Python loop", (in_env, 20), state_loop("doudizhu/rlcard")
    )


# --- the table -----------------------------------------------------------------------------------


def main() -> None:
    """Measure the peers that are installed, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    races: list[Race] = []
    for module, run in (("pyspiel", open_spiel), ("rlcard", rlcard)):
        if importlib.util.find_spec(module) is None:
            print(f"{module} is not installed: pip install 'chupai[peers]'")
        else:
            races += run()
    if args.json:
        told = [asdict(r) | {"ratio": r.ratio} for r in races]
        print(json.dumps({"machine": processor(), "races": told}, indent=2))
        return
    print(f"| {processor()}, deals/s of one core | peer | chupai | ratio | target |")
    print("| --- | --: | --: | --: | --: |")
    for r in races:
        target = "" if r.least is None else f"≥ {r.least:,.0f}"
        print(f"| {r.peer} | {r.theirs:,.0f} | {r.ours:,.0f} | {r.ratio:,.1f} | {target} |")


if __name__ == "__main__":
    main()
