"""A third opinion: random deals of OpenSpiel and RLCard, replayed decision by decision.

The cards are the package's own, put into the peer's hands. At every decision the peer's legal
actions, translated, must be the package's legal moves; at the end the results must agree. Where a
peer is known to be wrong, a named `Fault` says exactly which moves it lacks or offers too many of,
and when: nothing else may differ, and every fault named here has to be met.
"""

import importlib.util
import os
import platform
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from chupai import doudizhu
from doudizhu_cases import PRESETS, RANKS, plain

CHAIN_KINDS = {"solo_chain", "pair_chain", "airplane"}
NEVER_TO_BEAT = {"pass", "bid", "rocket"}
PASS = 0


@dataclass(frozen=True)
class Fault:
    """A difference that a peer is known for: exactly which moves, told by hand and table."""

    lacks: Callable[[str, doudizhu.Move], bool] = lambda _hand, _move: False
    """Whether the peer fails to offer this legal move of a hand."""
    offers: Callable[[str, doudizhu.Move | None], Iterable[str]] = lambda _hand, _to_beat: ()
    """The illegal moves that the peer offers a hand, given the move to beat."""


OPENSPIEL_FAULTS = {
    "no bare chain starts on a rank held four times": Fault(
        lacks=lambda hand, move: move.kind in CHAIN_KINDS and hand.count(move.rank) == 4
    ),
    "bombs beat the rocket": Fault(
        offers=lambda hand, to_beat: [
            rank * 4
            for rank in RANKS
            if hand.count(rank) == 4 and to_beat is not None and to_beat.kind == "rocket"
        ]
    ),
}
RLCARD_FAULTS = {}  # none is left in what may be played; its payoffs know no stakes, see below


# --- the peers -----------------------------------------------------------------------------------


class OpenSpiel:
    """Dou Dizhu of OpenSpiel with action numbers translated to the package's."""

    def __init__(self, rules):
        import pyspiel

        self.game = pyspiel.load_game("dou_dizhu")
        state = self.game.new_initial_state()
        texts = [
            state.action_to_string(0, action) for action in range(self.game.num_distinct_actions())
        ]
        self.ids = [doudizhu.action_id(self.translate(text), rules) for text in texts]
        self.actions = {number: action for action, number in enumerate(self.ids)}

    @staticmethod
    def translate(text):
        """Write a move of OpenSpiel, as "333444-5(BWJ)" or "Bid 2", as the package does."""
        text = text.replace("(BWJ)", "B").replace("(CJ)", "R").replace("-", "+")
        return text.lower() if text[0] in "PB" and len(text) > 2 else text

    def deal(self, hands, _bottom, first_bidder):
        self.state = self.game.new_initial_state()
        self.state.apply_action(first_bidder)  # the face-up card's place in the pack, from 0
        copies = Counter()
        for place in range(51):
            card = hands[place % 3][place // 3]
            number = {"B": 52, "R": 53}.get(card, RANKS.index(card) + 13 * copies[card])
            copies[card] += 1
            self.state.apply_action(51 + number)

    @property
    def turn(self):
        return None if self.state.is_terminal() else self.state.current_player()

    def legal(self):
        legal = [self.ids[action] for action in self.state.legal_actions()]
        assert len(set(legal)) == len(legal)
        return set(legal)

    def play(self, number):
        self.state.apply_action(self.actions[number])

    def result(self):
        return self.state.returns()


class Pack:
    """Stands for RLCard's random generator: its shuffle puts a pack in the wanted order."""

    def __init__(self, ranks):
        self.ranks = ranks

    def shuffle(self, pack):
        cards = {}
        for card in pack:
            cards.setdefault(card.rank or card.suit[0], []).append(card)
        pack[:] = [cards[rank].pop() for rank in self.ranks]


class RLCard:
    """Dou Dizhu of RLCard, whose actions are card strings."""

    def __init__(self, rules):
        unpack_tables_of_rlcard()
        from rlcard.games.doudizhu import Game
        from rlcard.games.doudizhu.utils import CARD_TYPE, ID_2_ACTION

        self.new_game = Game
        self.kinds = CARD_TYPE[0]
        self.ids = {}
        for text in ID_2_ACTION:
            (move,) = doudizhu.classify(text, rules=rules) if text != "pass" else ["pass"]
            self.ids[text] = doudizhu.action_id(move, rules)
        self.actions = {number: text for text, number in self.ids.items()}

    def deal(self, hands, bottom, _first_bidder):
        self.game = self.new_game()
        self.game.np_random = Pack("".join(hands) + bottom)
        self.game.init_game()

    @property
    def turn(self):
        return None if self.game.is_over() else self.game.get_player_id()

    def legal(self):
        legal = [self.ids[text] for text in self.game.state["actions"]]
        assert len(set(legal)) == len(legal)
        return set(legal)

    def play(self, number):
        self.game.step(self.actions[number])

    def result(self):
        landlord = self.game.round.landlord_id
        return list(self.game.judger.judge_payoffs(landlord, self.game.winner_id))


def unpack_tables_of_rlcard():
    """Unpack what RLCard unpacks on its first import, in one step: test processes may race."""
    folder = Path(importlib.util.find_spec("rlcard").origin).parent / "games" / "doudizhu"
    if (folder / "jsondata").exists():
        return
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        with zipfile.ZipFile(folder / "jsondata.zip") as tables:
            tables.extractall(scratch)
        try:
            os.replace(Path(scratch) / "jsondata", folder / "jsondata")  # noqa: PTH105
        except OSError:
            assert (folder / "jsondata").exists()  # another process was faster


needs_openspiel = pytest.mark.skipif(
    sys.platform == "darwin" and platform.machine() != "arm64",
    reason="open_spiel has no wheel for Macs with Intel processors",
)


# --- the moves there are -------------------------------------------------------------------------


@needs_openspiel
def test_openspiel_numbers_the_same_moves():
    rules = doudizhu.OPENSPIEL
    peer = OpenSpiel(rules)
    assert len(peer.ids) == 26057
    assert sorted(peer.ids) == list(range(doudizhu.num_actions(rules)))


def test_rlcard_names_the_same_moves():
    rules = doudizhu.RLCARD
    peer = RLCard(rules)
    assert len(peer.ids) == 27472
    assert sorted(peer.ids.values()) == list(range(doudizhu.num_actions(rules)))


def test_rlcard_reads_and_ranks_them_alike():
    names = {
        "four_two_solo": "four_solos",
        "four_two_pair": "four_pairs",
        "trio_chain": "airplane",
        "trio_solo_chain": "airplane_solos",
        "trio_pair_chain": "airplane_pairs",
    }
    peer = RLCard(doudizhu.RLCARD)
    weights = {}
    assert peer.kinds.keys() | {"pass"} == peer.ids.keys()
    for text, [(kind, weight)] in peer.kinds.items():
        move = doudizhu.action(peer.ids[text], doudizhu.RLCARD)
        chain, _, length = kind.rpartition("_")
        if length.isdigit():
            kind = chain  # noqa: PLW2901
        assert names.get(kind, kind) == move.kind, text
        assert int(length if length.isdigit() else 1) == move.length, text
        by_rank = weights.setdefault((move.kind, move.length), {})
        assert by_rank.setdefault(RANKS.index(move.rank), int(weight)) == int(weight), text
    for shape, by_rank in weights.items():
        in_order = [by_rank[rank] for rank in sorted(by_rank)]
        assert in_order == sorted(set(in_order)), shape


# --- whole deals ---------------------------------------------------------------------------------


def cards_as_dealt(state):
    """The hands of 17, the bottom cards and the first bidder of a state before its first move."""
    hands = [state.hand(seat) for seat in range(3)]
    if state.landlord is not None:
        for card in state.bottom:
            hands[state.landlord] = hands[state.landlord].replace(card, "", 1)
    assert [len(hand) for hand in hands] == [17, 17, 17]
    return hands, state.bottom, state.facts()["first_bidder"]


class Replay:
    """Deals played in the package and in a peer, and what was met on the way."""

    def __init__(self, peer, variant, faults):
        self.peer, self.variant, self.faults = peer, variant, faults
        self.moves = [
            doudizhu.action(number, variant.rules)
            for number in range(doudizhu.num_actions(variant.rules))
        ]
        self.met = Counter()
        self.played = Counter()
        self.answered = Counter()  # how often a kind was beaten by its own kind
        self.ends = Counter()

    def run(self, deals):
        for index in range(deals):
            rng = Random(index)
            dealer = rng.choice(["uniform", "weak_shuffle"])
            state = self.variant.deal(seed=33, index=index, dealer=dealer)
            self.peer.deal(*cards_as_dealt(state))
            choose = rng.choice(
                [self.any_move, self.any_kind, self.any_kind_but_pass, self.shy_peasants]
            )
            while not state.is_over:
                self.step(state, choose, rng)
            assert self.peer.turn is None
            yield state

    def step(self, state, choose, rng):
        assert self.peer.turn == state.turn
        legal = self.common_moves(state)
        number = choose(state, legal, rng)
        move = self.moves[number]
        self.played[move.kind] += 1
        if state.to_beat is not None and state.to_beat.kind == move.kind:
            self.answered[move.kind] += 1
        state.play(number)
        self.peer.play(number)

    def common_moves(self, state):
        """Compare the legal moves, and return those that both have."""
        hand, to_beat, rules = state.hand(state.turn), state.to_beat, self.variant.rules
        legal = set(state.legal_ids())
        lacking, offered = set(), set()
        for name, fault in self.faults.items():
            lacks = {number for number in legal if fault.lacks(hand, self.moves[number])}
            offers = {doudizhu.action_id(move, rules) for move in fault.offers(hand, to_beat)}
            self.met[name] += bool(lacks or offers)
            lacking |= lacks
            offered |= offers
        assert not offered & legal
        theirs = self.peer.legal()
        if theirs != (legal - lacking) | offered:
            differing = theirs ^ ((legal - lacking) | offered)
            pytest.fail(f"{state}: {[str(self.moves[number]) for number in sorted(differing)]}")
        return sorted(legal - lacking)

    def any_move(self, _state, legal, rng):
        return rng.choice(legal)

    def any_kind(self, _state, legal, rng):
        kind = rng.choice(sorted({self.moves[number].kind for number in legal}))
        return rng.choice([number for number in legal if self.moves[number].kind == kind])

    def any_kind_but_pass(self, state, legal, rng):
        return self.any_kind(state, legal[1:] if legal[0] == PASS and legal[1:] else legal, rng)

    def shy_peasants(self, state, legal, rng):
        if state.phase == "play" and state.turn != state.landlord and legal[0] == PASS:
            return PASS
        return self.any_kind_but_pass(state, legal, rng)

    def check_coverage(self):
        """Every fault occurred, every kind was played, and answered by its own kind."""
        assert all(self.met[name] for name in self.faults), self.met
        kinds = {move.kind for move in self.moves}
        assert set(self.played) == kinds
        assert set(self.answered) >= kinds - NEVER_TO_BEAT, self.answered


@pytest.mark.rule("DD-04", "DD-07", "DD-24")
@needs_openspiel
def test_deals_of_openspiel(soak):
    variant = PRESETS["openspiel"]
    replay = Replay(OpenSpiel(variant.rules), variant, OPENSPIEL_FAULTS)
    ends = Counter()
    for state in replay.run(4000 * soak):
        assert replay.peer.result() == plain(state.scores())
        facts = state.facts()
        ends["void"] += facts["landlord"] == -1
        ends["bid", facts["bid"]] += 1
        ends["spring", facts["landlord_won"]] += facts["spring"]
        ends["bombs", facts["bombs"]] += 1
        ends["rocket"] += facts["rockets"]
    replay.check_coverage()
    wanted = ["void", "rocket", ("spring", 0), ("spring", 1)]
    wanted += [("bid", bid) for bid in (1, 2, 3)] + [("bombs", bombs) for bombs in (0, 1, 2, 3)]
    assert all(ends[end] for end in wanted), ends


@pytest.mark.rule("DD-08", "DD-18", "DD-19")
def test_deals_of_rlcard(soak):
    """RLCard's payoffs know no stakes, bombs or springs: 1 for each winner, 0 for the others."""
    variant = PRESETS["rlcard"]
    replay = Replay(RLCard(variant.rules), variant, RLCARD_FAULTS)
    winners = Counter()
    for state in replay.run(1500 * soak):
        won = [int(points > 0) for points in plain(state.scores())]
        assert replay.peer.result() == won
        winners[tuple(won)] += 1
    assert set(winners) == {(1, 0, 0), (0, 1, 1)}
    replay.check_coverage()


def test_faults_of_peers_are_not_the_packages_own():
    hand = "33334444555567TJQKA2"
    leads = {str(move) for move in doudizhu.moves(hand, rules=doudizhu.OPENSPIEL)}
    assert {"34567", "334455", "333444", "333444555", "TJQKA"} <= leads
    answers = doudizhu.moves(hand, "BR", rules=doudizhu.OPENSPIEL)
    assert [str(move) for move in answers] == ["pass"]
