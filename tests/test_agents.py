"""Who may sit at a table: line-ups, names, and the random numbers of each seat."""

import functools

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from chupai.agents import agent_names, generator, line_up
from reference.streams import Stream

FAMILY = doudizhu.FAMILY


def first(view, _rng):
    return view.legal_moves()[0]


class Bot:
    def __call__(self, view, _rng):
        return first(view, None)

    def method(self, view, _rng):
        return first(view, None)


class NamedBot(Bot):
    __name__ = "deep thought"


def test_one_agent_sits_everywhere():
    bot = Bot()
    assert line_up("lowest", 3, FAMILY) == ("lowest",) * 3
    assert line_up(bot, 2, FAMILY) == (bot, bot)
    assert line_up(np.str_("random"), 3, FAMILY) == ("random",) * 3


@pytest.mark.parametrize("form", [list, tuple, iter])
def test_agents_are_given_one_a_seat(form):
    given = ["random", first, "lowest"]
    assert line_up(form(given), 3, FAMILY) == tuple(given)


@pytest.mark.parametrize(
    ("agents", "error", "complaint"),
    [
        ("greedy", ValueError, r"agents are 'random', 'lowest' or functions of .*, not 'greedy'"),
        ("", ValueError, "not ''"),
        (["random", "greedy", "random"], ValueError, "not 'greedy'"),
        (["random", None, "random"], TypeError, "not None"),
        (["random", 3, first], TypeError, "not 3"),
        (None, TypeError, "not None"),
        (7, TypeError, "not 7"),
        (Bot, TypeError, "not its class Bot"),
        ([Bot(), Bot, Bot()], TypeError, "not its class Bot"),
        ([], ValueError, "3 seats need 3 agents, or one for all; got 0"),
        ([first] * 4, ValueError, "got 4"),
        ("x" * 10**6, ValueError, "agents are"),
    ],
)
def test_what_is_no_line_up_is_refused(agents, error, complaint):
    with pytest.raises(error, match=complaint) as caught:
        line_up(agents, 3, FAMILY)
    assert len(str(caught.value)) < 300


def test_agents_are_called_by_their_names():
    def random(view, _rng):
        return first(view, None)

    named = {
        "lowest": "lowest",
        "first": first,
        "Bot": Bot(),
        "method": Bot().method,
        "deep thought": NamedBot(),
        "<lambda>": lambda _view, _rng: "pass",
        f"{__name__}.random": random,  # not taken for the built-in one
    }
    assert agent_names(list(named.values()), FAMILY) == tuple(named)
    assert agent_names([functools.partial(first)], FAMILY) == ("first",)
    assert agent_names([functools.partial(Bot())], FAMILY) == ("Bot",)


@pytest.mark.parametrize("seat", [0, 1, 51, 255])
@pytest.mark.parametrize(("seed", "match", "index"), [(0, 0, 0), (7, 3, 2**64 - 1)])
def test_the_random_numbers_of_a_seat_are_the_documented_ones(seat, seed, match, index):
    stream = Stream(seed, f"seat {seat}", match, index)
    rng = np.random.Generator(np.random.PCG64([stream.word(), stream.word()]))
    drawn = generator(seed, seat, match, index).integers(2**63, size=10)
    assert drawn.tolist() == rng.integers(2**63, size=10).tolist()


def test_seats_deals_and_matches_have_random_numbers_of_their_own():
    names = [(1, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)]
    assert len({generator(*name).random() for name in names}) == len(names)


def test_results_show_who_played():
    result = chupai.simulate("doudizhu/rlcard", 3, agents=[first, "random", Bot()])
    assert result.agents == ("first", "random", "Bot")
    assert result.summary().agents == result.agents
