"""What every state of Shengji promises, over all presets and odd rule sets.

Random deals are played through `State`; at each step, or each few, the state is cloned, pickled,
counted, listed and asked, and everything has to agree with everything else.
"""

import copy
import pickle
from collections import Counter
from random import Random

import pytest

import chupai
from chupai import shengji
from shengji_cases import BOOK
from shengji_states import facts_of, hands_of, random_move
from shengji_variants import NAMES, ODD, VARIANTS, deals, set_up

POINTS = {"5": 5, "T": 10, "K": 10}
OTHERS = ["B", "R", *(rank + suit for rank in "35TKA2" for suit in "DCHS")]
AGENTS = ("random", "random_units", "lowest")


def everything(state):
    """All that a state says of itself, which a refused move or a copy's must not change."""
    return (
        str(state),
        hash(state),
        state.num_legal,
        list(state.legal_moves(50)),
        state.history,
        facts_of(state),
        state.dealings,
        hands_of(state),
        state.staged,
    )


def copies(state):
    """Copies of every way to make one."""
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state)]
    return twins + [pickle.loads(pickle.dumps(state, p)) for p in range(2, 6)]


def points_of(cards):
    """The points of some cards."""
    return sum(POINTS.get(card[0], 0) for card in cards.split())


def other_cards(rng, state, number):
    """So many cards, some or all of them in hand, often of few suits."""
    cards = state.hand(state.turn).split()
    number = min(number, len(cards))
    order = rng.choice([cards, sorted(cards, key=lambda card: card[-1])])
    start = rng.randrange(len(cards) - number + 1)
    drawn = rng.choice([order[start : start + number], rng.sample(cards, number)])
    if drawn and rng.random() < 0.3:
        drawn[0] = rng.choice([card for card in OTHERS if card not in drawn])
    return " ".join(drawn)


def near_misses(rng, state):
    """Moves of every kind, of which some can be made now and many cannot."""
    yield from map(shengji.Move, ["pass"])
    yield from (shengji.Move("name", suit) for suit in "DCHS")
    size = len(" ".join(state.led).split()) or rng.randint(1, 4)
    kitty = state.variant.rules.kitty_size or 3
    for _ in range(4):
        yield shengji.Move("follow", other_cards(rng, state, size))
        yield shengji.Move("follow", other_cards(rng, state, size + rng.choice([-1, 1]) or 1))
        yield shengji.Move("bury", other_cards(rng, state, kitty))
        yield shengji.Move("force", other_cards(rng, state, 1))
        yield shengji.Move("declare", rng.choice(["2D", "2S 2S", "B B", "R R R", "TH"]))
        units = [other_cards(rng, state, 1) for _ in range(rng.randint(1, 3))]
        yield shengji.Move("lead", units)
    yield shengji.Move("bury", other_cards(rng, state, kitty + 1))
    for _, move in state.history[-6:] + rng.sample(state.history, min(4, len(state.history))):
        yield move


# --- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_copies_are_equal_and_go_their_own_way(name, soak):
    for number, state in enumerate(deals(VARIANTS[name], soak, "copies")):
        if number % 5 and not state.is_over:
            continue
        kept = everything(state)
        twins = copies(state)
        for twin in twins:
            assert twin is not state
            assert twin == state
            assert (twin != state) is False
            assert everything(twin) == kept
            assert twin.setup == state.setup
            assert twin.variant == state.variant
        if state.is_over:
            assert {tuple(twin.scores()) for twin in twins} == {tuple(state.scores())}
            continue
        # The streams are copied too: all of them draw the same moves from here on.
        draws = [[str(twin.sample()) for _ in range(3)] for twin in twins]
        assert draws.count(draws[0]) == len(draws)
        for twin in twins[:3] + twins[-1:]:
            while twin == state or (not twin.is_over and len(twin.history) < 8):
                twin.play(twin.sample())
            assert len(twin.history) > len(state.history)
        assert everything(state) == kept


@pytest.mark.parametrize("name", VARIANTS)
def test_states_differ_when_anything_differs(name):
    """Equality is not only of the record: cards, set-up, rules and position all count."""
    variant = VARIANTS[name]
    setup = set_up(variant, Random(name))
    state = variant.deal(17, 0, setup=setup)
    assert state == variant.deal(17, 0, setup=setup)
    assert state != variant.deal(17, 1, setup=setup)
    assert state != variant.deal(17, 0, match=1, setup=setup)
    assert state != variant.deal(18, 0, setup=setup)
    assert state not in (None, "state", str(state))
    moved = state.clone()
    moved.play(moved.sample())
    assert moved != state
    assert moved != state.view(0)


# --- moves ---------------------------------------------------------------------------------------


def check_moves(state, rng):
    """Listed, counted, numbered, asked one by one, by text: always the same moves."""
    listing, total = state.legal_moves(), state.num_legal
    assert (len(listing), listing.total) == (min(total, 1000), total)
    assert len(set(listing)) == len(listing)
    assert state.legal_moves(3) == listing[:3] or total > 3
    assert list(state.legal_moves(3)) == list(listing[:3])
    numbers = {0, total - 1, *(rng.randrange(total) for _ in range(20))}
    numbered = {number: state.nth_legal(number) for number in numbers}
    assert len(set(numbered.values())) == len(numbers)
    for number, move in numbered.items():
        assert number >= len(listing) or listing[number] == move
        assert listing.truncated or move in listing
        assert state.is_legal(move)
        assert state.why_not(move) is None
        assert state.is_legal(str(move))
    assert all(map(state.is_legal, listing[:100]))
    with pytest.raises(IndexError):
        state.nth_legal(total)
    with pytest.raises(chupai.NoActionIds, match="no action ids"):
        state.legal_ids()
    turn, made = state.turn, len(state.history)
    for move in rng.sample(list(numbered.values()), min(3, total)):
        by_move, by_text = state.clone(), state.clone()
        by_move.play(move, seat=turn)
        by_text.play(str(move))
        assert by_move.history[made] == by_text.history[made] == (turn, move)
        assert by_move == by_text
    kept = everything(state)
    for move in (state.clone().sample(), *(state.clone().choose(agent) for agent in AGENTS)):
        assert state.is_legal(move)
        assert listing.truncated or move in listing
    assert everything(state) == kept


@pytest.mark.rule("SJ-57")
@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_the_same_however_they_are_asked_for(name, soak):
    rng = Random(name)
    for state in deals(VARIANTS[name], soak, "moves"):
        if not state.is_over:
            check_moves(state, rng)
    assert (state.num_legal, list(state.legal_moves())) == (0, [])
    for ask in (state.sample, lambda: state.choose("lowest")):
        with pytest.raises(ValueError, match="over"):
            ask()


def check_refusals(state, rng):
    """Whatever is refused says why, and changes nothing. How many were refused."""
    listing, kept, refused = state.legal_moves(), everything(state), 0
    others = near_misses(rng, state) if state.turn is not None else [m for _, m in state.history]
    for move in others:
        if max(Counter(move.cards.split()).values(), default=0) > state.variant.rules.decks:
            for ask in (state.is_legal, state.why_not, state.play):
                for told in (move, str(move)):
                    with pytest.raises(ValueError, match=r"more than (\d copies|one copy) of"):
                        ask(told)
            continue
        why = state.why_not(move)
        assert state.is_legal(move) == (why is None)
        if not listing.truncated:
            assert state.is_legal(move) == (move in listing)
        if why is None:
            continue
        refused += 1
        assert len(why) < 500
        for told in (move, str(move)) if move.kind != "lead" else (move,):
            with pytest.raises(chupai.IllegalMove) as caught:
                state.play(told)
            assert str(caught.value) == why
            assert caught.value.rule in why
    if state.turn is not None:
        for seat in set(range(4)) - {state.turn}:
            with pytest.raises(chupai.IllegalMove, match=f"not seat {seat}'s"):
                state.play(state.nth_legal(0), seat=seat)
    assert everything(state) == kept
    return refused


@pytest.mark.rule("SJ-57")
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_not_legal_is_refused_with_the_reason(name, soak):
    rng, refused = Random(name), 0
    for state in deals(VARIANTS[name], soak, "refusals"):
        refused += check_refusals(state, rng)
    assert refused > 500


# --- moves card by card --------------------------------------------------------------------------


def staged_by(state, cards):
    """What these cards are, taken up one after the other; each must be allowed."""
    state.unstage()
    for number, card in enumerate(cards):
        assert card in state.stage_mask().split(), (cards, card)
        state.stage(card)
        assert Counter(state.staged.split()) == Counter(cards[: number + 1])
    found = state.staged_move()
    assert state.view(state.turn).staged_move(cards) == found
    assert state.view(state.turn).stage_mask(cards) == state.stage_mask()
    state.unstage()
    return found


def reachable(state):
    """The cards of all moves that can be put together, and no more than so many steps."""
    found, todo, seen = set(), [()], {()}
    while todo:
        cards = todo.pop()
        state.unstage()
        for card in cards:
            state.stage(card)
        move, mask = state.staged_move(), state.stage_mask().split()
        assert cards == () or move is not None or mask, f"{cards} lead nowhere"
        if move is not None:
            assert state.is_legal(move)
            found.add(tuple(sorted(cards)))
        more = {tuple(sorted((*cards, card))) for card in mask} - seen
        seen |= more
        todo += more
        if len(seen) > 3000:
            return None
    state.unstage()
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_every_move_can_be_put_together_card_by_card(name, soak):
    """In any order of its cards; and whoever takes up what is allowed ends with a move."""
    rng = Random(name)
    for state in deals(VARIANTS[name], soak, "staging"):
        if state.is_over or state.phase not in {"bury", "play"}:
            assert state.stage_mask() == ""
            assert state.staged_move() is None
            continue
        move = random_move(rng, state)
        cards = move.cards.split()
        found = staged_by(state, rng.sample(cards, len(cards)))
        read = state.clone()
        read.play(move.cards)
        assert found == read.history[-1][1]
        assert Counter(found.cards.split()) == Counter(cards)
        state.unstage()
        while mask := state.stage_mask().split():
            assert not Counter(mask) - Counter(state.hand(state.turn).split())
            state.stage(rng.choice(mask))
        assert state.is_legal(state.staged_move())
        kept = everything(state)
        for card in {"3D", "AS", "R", *state.hand(state.turn).split()} - set(mask):
            with pytest.raises(chupai.IllegalMove):
                state.stage(card)
        assert everything(state) == kept
        state.play(state.staged_move())
        assert state.staged == ""
        if state.is_over:
            break


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_but_moves_can_be_put_together(name, soak):
    """All ways to take up cards, where they are few."""
    seen = Counter()
    number = 24 if name == "two are buried" else 2
    for state in deals(VARIANTS[name], number * soak, "reach"):
        moves = state.legal_moves(300)
        if state.is_over or state.phase not in {"bury", "play"} or moves.truncated:
            continue
        asked = state.phase if state.phase == "bury" else moves[0].kind
        if (found := reachable(state)) is not None:
            assert found == {tuple(sorted(move.cards.split())) for move in moves}
            seen[asked] += 1
    assert seen["lead"] > 3
    assert seen["follow"] > 20
    assert seen["bury"] or name != "two are buried"


# --- the course of a deal ------------------------------------------------------------------------


@pytest.mark.rule("SJ-02", "SJ-03", "SJ-26")
@pytest.mark.parametrize("name", VARIANTS)
def test_no_card_and_no_point_is_lost_or_doubled(name, soak):
    variant = VARIANTS[name]
    rules = variant.rules
    pack = Counter({rank + suit: rules.decks for rank in "3456789TJQKA2" for suit in "DCHS"})
    pack |= Counter(B=rules.decks, R=rules.decks)
    gone, tables, redeals = Counter(), "", 0
    for state in deals(variant, 2 * soak, "cards"):
        if not state.history or state.redeals > redeals:
            gone, tables = Counter(), ""
        redeals = state.redeals
        if state.history and state.phase != "throw":
            seat, move = state.history[-1]
            if move.kind == "lead":
                gone += Counter(state.table[seat].split())
            elif move.kind in {"follow", "force"}:
                gone += Counter(move.cards.split())
            tables = " ".join(state.table)
        hands = Counter(" ".join(hands_of(state)).split())
        left = Counter([card for _, card in state.to_draw]) + Counter(state.kitty.split())
        assert hands + left + gone == pack
        sizes = [len(hand.split()) for hand in hands_of(state)]
        assert sizes == state.cards_left == facts_of(state).get("cards_left", sizes)
        if state.phase in {"throw", "play", "over"}:
            won = sum(state.seat_points)
            taken = " ".join((gone - Counter(tables.split())).elements())
            assert won == points_of(taken)
            assert len(state.kitty.split()) == rules.kitty_size
        if state.is_over:
            facts = facts_of(state)
            assert facts["seat_points"] == state.seat_points
            assert facts["kitty_points"] == points_of(state.kitty)
            assert sum(state.seat_points) + facts["kitty_points"] == 100 * rules.decks
            attackers = [(facts["declarer"] + 1) % 4, (facts["declarer"] + 3) % 4]
            assert facts["attackers_points"] == sum(state.seat_points[seat] for seat in attackers)


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize("name", VARIANTS)
def test_the_record_played_again_is_the_deal(name, soak):
    """At every point; and both seats of a side have what the other side has not."""
    variant = VARIANTS[name]
    for state in deals(variant, 2 * soak, "record"):
        if not state.history:
            again = state.clone()
            assert state.start is None  # it is no position
            assert state.turn in range(4)
            continue
        seat, move = state.history[-1]
        assert (again.turn, again.is_legal(move)) == (seat, True)
        again.play(move, seat=seat)
        assert again == state
        assert hash(again) == hash(state)
        assert again.history == state.history
        assert facts_of(again) == facts_of(state)
        if not state.is_over:
            assert state.turn in range(4)
            with pytest.raises(ValueError, match="not over"):
                state.scores()
            continue
        assert (state.turn, state.phase) == (None, "over")
        scores = state.scores()
        assert again.scores() == scores
        assert scores == [scores[0], -scores[0]] * 2
        assert all(type(points) is int for points in scores)
        points = variant.family.scores(variant.rules, variant.scoring, state.facts())
        assert points.tolist() == scores


def test_the_odd_rule_sets_have_every_switch_away_from_its_default():
    for switch, usual in BOOK.items():
        assert any(getattr(variant.rules, switch) != usual for variant in ODD.values()), switch
    assert len(NAMES) == 11
    assert VARIANTS.keys() == {name.partition("/")[2] for name in NAMES} | ODD.keys()


@pytest.mark.rule("SJ-41", "SJ-44")
def test_dealings_in_which_nobody_was_asked_are_told_too():
    """Where nobody can declare the cards are dealt again before anybody has moved."""
    rules = shengji.Rules(decks=1, declare_with_joker="any")
    seen = 0
    for seed in range(40):
        state = chupai.Variant(rules=rules).deal(seed)
        while not state.is_over and len(state.history) < 12:
            told = state.dealings
            assert len(told) == state.redeals + 1
            begins = [dealing["move"] for dealing in told]
            assert begins == sorted(begins)
            seen += len(set(begins)) < len(begins)
            if state.phase == "declare":
                drawn = [hand.split() for hand in hands_of(state)]
                for seat, card in state.to_draw:
                    drawn[seat].append(card)
                assert [sorted(d.split()) for d in told[-1]["draws"]] == list(map(sorted, drawn))
            state.play("pass" if state.phase == "declare" and seed % 2 else state.sample())
    assert seen > 20


def test_every_phase_comes_up():
    seen = {(state.phase, bool(state.led)) for v in VARIANTS.values() for state in deals(v, 1)}
    phases = ("declare", "name", "bury", "overturn", "throw", "play", "over")
    assert seen == {(phase, False) for phase in phases} | {("play", True)}
