"""The package beside the reference: Big Two. The same questions must get the same answers."""

from dataclasses import asdict
from itertools import chain, combinations, pairwise, product
from random import Random

import numpy as np
import pytest

import chupai
from big2_cases import (
    BOOK,
    ID_WINDOWS,
    PRESETS,
    hand_sizes,
    random_dealing,
    random_hand,
    random_play,
    random_rules,
    rigged_dealing,
    some_setup,
)
from big2_states import as_ref, choose, facts_of, hands_of, plain, texts
from chupai import big2
from followed_big2 import follow
from reference import big2 as ref

RANDOM = {f"random{seed}": random_rules(Random(seed)) for seed in range(40)}
SWITCHES = PRESETS | RANDOM
RULES = {name: big2.Rules(**switches) for name, switches in SWITCHES.items()}
every_rules = pytest.mark.parametrize("name", SWITCHES)


def has_ids(switches):
    """Whether the table of action ids covers the rules: one deck, its windows, hands up to 13."""
    windows = {window.ranks for window in ref.straight_windows(switches).values()}
    return switches["decks"] == 1 and windows <= set(ID_WINDOWS)


def ref_texts(moves):
    return [ref.text_of(move) for move in moves]


def some_hand(rng, switches):
    """Draw a hand of any size up to what is dealt, but not so large that lists take long."""
    return random_hand(rng, rng.randint(1, min(hand_sizes(switches), 17)), switches)


# --- moves ---------------------------------------------------------------------------------------


@every_rules
def test_presets_are_the_book(name):
    if name in PRESETS:
        assert chupai.variant(f"big2/{name}").rules == RULES[name]
    assert asdict(RULES[name]) == SWITCHES[name]


@every_rules
def test_legal_sets(name):
    rules, switches, rng = RULES[name], SWITCHES[name], Random(f"legal {name}")
    for _ in range(60 if name in PRESETS else 25):
        hand = some_hand(rng, switches)
        to_beat = None if rng.random() < 0.3 else random_play(rng, switches)
        revolved = switches["revolution"] != "off" and rng.random() < 0.5
        asked = ref.Question(to_beat=to_beat, revolved=revolved)
        expected = ref.legal_moves(hand, asked, switches)
        table = None if to_beat is None else to_beat["cards"]
        moves = big2.moves(hand, table, rules, revolved=revolved)
        assert texts(moves) == ref_texts(expected), (hand, table, revolved)
        assert [as_ref(move) for move in moves] == expected
        assert (
            len(moves) == big2.count_moves(hand, table, rules, revolved=revolved) == len(expected)
        )


@every_rules
def test_classification(name):
    rules, switches, rng = RULES[name], SWITCHES[name], Random(f"classify {name}")
    for _ in range(150):
        size = rng.choice([1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6, 13])
        cards = random_hand(rng, size, switches)
        move = big2.classify(cards, rules)
        expected = ref.read_play(cards, switches)
        assert (None if move is None else as_ref(move)) == expected, cards
        shuffled = " ".join(rng.sample(cards.split(), size))
        assert big2.classify(shuffled, rules) == move


@every_rules
def test_beats(name):
    rules, switches, rng = RULES[name], SWITCHES[name], Random(f"beats {name}")
    for _ in range(3):
        plays = [random_play(rng, switches) for _ in range(15)]
        revolved = switches["revolution"] != "off" and rng.random() < 0.5
        moves = [big2.classify(play["cards"], rules) for play in plays]
        for (a, move_a), (b, move_b) in product(zip(plays, moves, strict=True), repeat=2):
            expected = ref.beats(a, b, switches, revolved)
            assert big2.beats(move_a, move_b, rules, revolved=revolved) is expected, (
                a,
                b,
                revolved,
            )


@pytest.mark.rule("BT-18", "BT-32")
@every_rules
def test_brute_force_over_all_sets_of_cards(name):
    """Leads and answers are exactly the sets of cards that are plays, and that beat."""
    rules, switches, rng = RULES[name], SWITCHES[name], Random(f"brute {name}")
    for hand in rng.sample(tricky_hands(rng, switches), 3):
        revolved = rng.random() < 0.3
        plays = ref.in_order(ref.brute_force_plays(hand, switches), switches, revolved)
        listed = texts(big2.moves(hand, None, rules, revolved=revolved))
        assert listed == ref_texts(plays), hand
        for _ in range(4):
            to_beat = random_play(rng, switches)
            beating = [play for play in plays if ref.beats(play, to_beat, switches, revolved)]
            listed = texts(big2.moves(hand, to_beat["cards"], rules, revolved=revolved))
            assert listed == ["pass", *ref_texts(beating)], (hand, to_beat, revolved)


def tricky_hands(rng, switches):
    """Draw hands with many fours, of few suits, and with many aces and twos."""
    deck = ref.pack(switches)
    size = min(hand_sizes(switches), 13)

    def draw(liked):
        rest = [card for card in deck if card not in liked]
        chosen = [card for card in deck if card in liked]
        cards = rng.sample(chosen, len(chosen)) + rng.sample(rest, len(rest))
        return ref.text_of_cards(cards[:size])

    fours = rng.sample(ref.RANKS, 4 // switches["decks"])
    suits = rng.sample(ref.SUITS, 2)
    return [
        draw([rank + suit for rank in fours for suit in ref.SUITS]),
        draw([card for card in deck if card[1] == suits[0]]),
        draw([card for card in deck if card[1] in suits]),
        draw([rank + suit for rank in "A2" for suit in ref.SUITS]),
        draw([rank + suit for rank in "JQKA23456" for suit in suits]),
    ]


LARGE = ["hong-kong", "taiwan", "two-deck", "natural", "random0", "random7"]


@pytest.mark.rule("BT-22", "BT-18")
@pytest.mark.parametrize("name", LARGE)
def test_brute_force_of_hands_of_26_cards(name):
    switches = SWITCHES[name] | {"players": 2 * SWITCHES[name]["decks"], "dragon_play": False}
    switches = switches | {"remainder": "discard", "instant_wins": ()}
    rules, rng = big2.Rules(**switches), Random(f"large {name}")
    hand = random_hand(rng, 26, switches)
    plays = ref.in_order(ref.brute_force_plays(hand, switches), switches)
    assert texts(big2.moves(hand, None, rules)) == ref_texts(plays)
    assert big2.count_moves(hand, None, rules) == len(plays)
    for _ in range(5):
        to_beat = random_play(rng, switches)
        expected = [ref.text_of(play) for play in plays if ref.beats(play, to_beat, switches)]
        assert texts(big2.moves(hand, to_beat["cards"], rules)) == ["pass", *expected]


@pytest.mark.rule("BT-05", "BT-18", "BT-22")
@pytest.mark.parametrize("name", ["hong-kong", "taiwan", "two-deck"])
def test_the_whole_pack_in_one_hand(name):
    switches = SWITCHES[name] | {"two_pair_5": False}
    rules, pack = big2.Rules(**switches), " ".join(ref.DECK)
    moves = big2.moves(pack, None, rules)
    expected = ref_texts(ref.in_order(ref.plays_of(pack, switches), switches))
    assert texts(moves) == expected
    counted = sum(ref.count_plays(switches | {"dragon_play": False}).values()) - 1
    assert len(moves) == big2.count_moves(pack, None, rules) == len(expected) == counted
    rng = Random(name)
    for place in rng.sample(range(counted), 200):
        assert str(moves[place]) == expected[place]
        assert str(moves[place - counted]) == expected[place]


@every_rules
def test_counts_of_many_hands(name):
    rules, switches, rng = RULES[name], SWITCHES[name], Random(f"count {name}")
    hands, to_beat = [some_hand(rng, switches) for _ in range(10)], random_play(rng, switches)
    boards = np.array([board(hand, switches["decks"]) for hand in hands])
    counts = big2.count_moves(boards, to_beat["cards"], rules)
    asked = ref.Question(to_beat=to_beat)
    assert counts.tolist() == [len(ref.legal_moves(hand, asked, switches)) for hand in hands]


def board(hand, decks):
    """Write a hand as a word, or with two decks as the words of one and of two copies."""
    cards = hand.split()
    words = [0] * decks
    for place, card in enumerate(ref.DECK):
        for copy in range(cards.count(card)):
            words[copy] |= 1 << place
    return np.uint64(words[0]) if decks == 1 else np.array(words, np.uint64)


# --- action ids ----------------------------------------------------------------------------------


@every_rules
def test_numbers_of_actions(name):
    rules, switches = RULES[name], SWITCHES[name]
    if not has_ids(switches):
        with pytest.raises(chupai.NoActionIds):
            big2.num_plays(rules)
        return
    counts = ref.count_plays(switches)
    assert big2.num_plays(rules) == sum(counts.values())
    rng = Random(f"ids {name}")
    for _ in range(5):
        moves = list(big2.moves(some_hand(rng, switches), None, rules))
        ids = [big2.action_id(move, rules) for move in moves]
        assert len(set(ids)) == len(ids)
        assert all(0 < i < big2.num_actions(rules) for i in ids)
        again = [big2.action(i, rules) for i in ids]
        assert [m.kind for m in again] == [m.kind for m in moves]
        assert [m for m in again if m.kind != "dragon"] == [m for m in moves if m.kind != "dragon"]


# --- every set of five cards ---------------------------------------------------------------------


def words_of(cards):
    """Turn cards, an array of the numbers of the five cards of each set, into words."""
    words = np.zeros(len(cards), np.uint64)
    for column in cards.T:
        words |= np.uint64(1) << column.astype(np.uint64)
    return words


@pytest.fixture(scope="module")
def fives():
    """All sets of five cards: their words, the numbers of their ranks, and whether of one suit."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8)
    cards = flat.reshape(-1, 5)
    codes = np.zeros(len(cards), np.int32)
    for column in cards.T:
        codes = codes * 13 + column // 4
    one_suit = np.all(cards % 4 == cards[:, :1] % 4, axis=1)
    return words_of(cards), codes, one_suit.astype(np.uint8)


def kind_tables(switches):
    """Return the kind of every set of ranks, of several suits and of one."""
    tables = np.full((2, 13**5), -1, np.int8)
    for example, _ in ref.card_patterns(5):
        cards = example.split()
        code = 0
        for card in cards:
            code = code * 13 + ref.RANKS.index(card[0])
        one_suit = len({card[1] for card in cards}) == 1
        kind = ref.classify(example, switches)
        tables[int(one_suit), code] = big2.KINDS.index(kind) if kind else -1
    return tables


@pytest.mark.rule("BT-11", "BT-14", "BT-17")
@pytest.mark.parametrize("straights", ref.NAMED_STRAIGHTS)
def test_every_set_of_five_cards(straights, fives):
    words, codes, one_suit = fives
    assert len(words) == 2_598_960
    for flush_order, more in (
        ("rank", {}),
        ("suit", {"two_pair_5": True}),
        ("top", {}),
        *([("rank", {"flushes": False, "two_pair_5": True})] if straights == "taiwan" else []),
    ):
        switches = BOOK | {"straights": straights, "flush_order": flush_order} | more
        told = big2.classify(words, big2.Rules(**switches))
        assert np.array_equal(told["kind"], kind_tables(switches)[one_suit, codes])


def assert_strengths(plays, switches, revolved=False):
    """Compare the order of all these plays, card texts of one kind, ties included."""
    places = np.array([[ref.DECK.index(card) for card in text.split()] for text in plays])
    rules = big2.Rules(**switches)
    told = big2.classify(words_of(places), rules, revolved=revolved)
    read = [ref.read_play(text, switches) for text in plays]
    assert set(told["kind"].tolist()) == {big2.KINDS.index(read[0]["kind"])}
    expected = [ref.strength(play, switches, revolved) for play in read]
    dense = {strength: place for place, strength in enumerate(sorted(set(expected)))}
    _, found = np.unique(told["strength"], return_inverse=True)
    assert found.tolist() == [dense[strength] for strength in expected]
    # One step of the chain after the other, by `beats`.
    steps = sorted(dict(zip(expected, plays, strict=True)).items())
    for (_, a), (_, b) in pairwise(steps):
        assert big2.beats(b, a, rules, revolved=revolved), (a, b)
        assert not big2.beats(a, b, rules, revolved=revolved), (a, b)


@pytest.mark.rule("BT-12", "BT-13", "BT-17")
@pytest.mark.parametrize("top_rank", ["2", "3", "9"])
@pytest.mark.parametrize("straights", ref.NAMED_STRAIGHTS)
def test_the_whole_order_of_straights(straights, top_rank):
    """From the lowest to the highest of all straights there are, under every rule for ties."""
    rng = Random(f"{straights} {top_rank}")
    for straight_tie in ("game", "sequence", "taiwan", "none"):
        switches = BOOK | {
            "straights": straights,
            "straight_tie": straight_tie,
            "top_rank": top_rank,
        }
        plain, straight_flushes = [], []
        for window in ref.straight_windows(switches).values():
            for suits in product(ref.SUITS, repeat=5):
                cards = " ".join(map("".join, zip(window.ranks, suits, strict=True)))
                (straight_flushes if len(set(suits)) == 1 else plain).append(cards)
        every = top_rank == "2" and straight_tie == "game"
        assert_strengths(plain if every else rng.sample(plain, 1000), switches)
        assert_strengths(straight_flushes, switches)


@pytest.mark.rule("BT-14", "BT-38")
@pytest.mark.parametrize("revolved", [False, True])
@pytest.mark.parametrize("flush_order", ["rank", "suit", "top"])
def test_the_whole_order_of_flushes(flush_order, revolved):
    switches = BOOK | {"flush_order": flush_order, "revolution": "swap_ends"}
    flushes = [
        " ".join(rank + suit for rank in ranks)
        for suit in ref.SUITS
        for ranks in combinations(ref.RANKS, 5)
    ]
    flushes = [cards for cards in flushes if ref.classify(cards, switches) == "flush"]
    assert_strengths(flushes, switches, revolved)


@pytest.mark.rule("BT-10", "BT-15", "BT-16")
@pytest.mark.parametrize("revolved", [False, True])
@pytest.mark.parametrize("top_rank", ["2", "3", "9"])
def test_the_whole_order_of_pairs_threes_and_fours(top_rank, revolved):
    switches = BOOK | {"top_rank": top_rank, "two_pair_5": True, "revolution": "swap_ends"}
    rng = Random(top_rank)
    for kind in ("full_house", "quads", "two_pair_5"):
        plays = set()
        while len(plays) < 400:
            found = ref.plays_of(random_hand(rng, 13, switches), switches, [kind])
            plays |= {play["cards"] for play in found}
        assert_strengths(sorted(plays), switches, revolved)


# --- whole deals ---------------------------------------------------------------------------------


def start(variant, rng, seed, *, rigged=False):
    """Start a deal in the package and the same deal in the reference.

    Some deals are drawn by the package, of others all the cards are given; those may be rigged.
    """
    rules = asdict(variant.rules)
    setup = some_setup(rng, rules)
    if not rigged and (rules["redeal_below"] is not None or rng.random() < 0.5):
        state = variant.deal(seed, **setup)
        return state, follow(state, **setup)
    hands, left = (rigged_dealing if rigged else random_dealing)(rng, rules)
    given = dict(enumerate(hands)) | ({"left": left} if left else {})
    follower = ref.Deal(
        hands,
        left,
        setup["first_card"],
        setup.get("leader"),
        setup.get("roles"),
        rules,
        lambda: pytest.fail("nobody wants a redeal"),
    )
    return variant.deal(seed, **setup, given=given), follower


def assert_same_position(state, follower, ids):
    """Compare all that a player asks a state, and return the legal moves."""
    assert state.phase == follower.phase
    assert state.turn == follower.turn
    assert state.is_over == (follower.turn is None)
    assert hands_of(state) == follower.hands
    assert state.revolved == follower.revolved
    legal = follower.legal()
    moves = list(state.legal_moves())
    assert texts(moves) == ref_texts(legal), (state.phase, state.hand(state.turn))
    assert [as_ref(move) for move in moves] == legal
    assert state.num_legal == len(legal)
    if ids:
        rules = state.variant.rules
        assert list(state.legal_ids()) == [big2.action_id(move, rules) for move in moves]
    if state.phase == "play":
        to_beat = state.to_beat
        assert (None if to_beat is None else as_ref(to_beat)) == follower.to_beat
        assert (state.due or "") == follower.due
        assert_same_trick(state, follower)
    return moves


def assert_same_trick(state, follower):
    """Compare what lies on the table, and who may not answer it."""
    lead = max((i for i, act in enumerate(follower.acts) if act.to_beat is None), default=0)
    acts = follower.acts[lead:] if follower.asked.to_beat else []
    assert [(seat, as_ref(move)) for seat, move in state.trick] == [(a.seat, a.move) for a in acts]
    locks = follower.rules["pass_rule"] == "lock" and acts
    locked = follower.passed if locks else set()
    assert state.passed == [seat in locked for seat in range(follower.seats)]
    if acts:
        assert state.last_player == follower.last_player
    plays = [act.seat for act in follower.acts if act.move["kind"] != "pass"]
    assert list(state.plays) == [plays.count(seat) for seat in range(follower.seats)]
    assert list(state.cards_left) == [len(hand.split()) for hand in follower.hands]


def assert_same_refusals(state, follower, rng):
    """Ask about a play that is mostly illegal; a refused play changes nothing."""
    switches = follower.rules
    choices = [ref.answer("pass"), ref.answer("swap"), ref.answer("redeal")]
    choices += [ref.answer("ask", rank="2"), ref.answer("give", cards="3D")]
    choices += [random_play(rng, switches)] * 5
    hand = follower.hands[follower.turn]
    choices += rng.sample(ref.plays_of(hand, switches, ("single", "pair", "straight")), 1)
    move = rng.choice(choices)
    allowed = follower.is_legal(move)
    asked = ref.text_of(move)
    assert state.is_legal(asked) == allowed, asked
    reason = state.why_not(asked)
    assert (reason is None) == allowed
    if not allowed:
        before = state.clone()
        with pytest.raises(chupai.IllegalMove, match=r"BT-\d\d") as caught:
            state.play(asked)
        assert caught.value.rule.startswith("BT-")
        assert state == before


def assert_same_end(state, follower):
    assert facts_of(state) == ref.facts(follower)
    assert [(seat, as_ref(move)) for seat, move in state.history] == follower.history
    assert state.places == ref.facts(follower)["place"]
    assert state.winner == follower.places[0]


def play_both(switches, rng, seed, *, rigged=False):
    variant = chupai.Variant(rules=big2.Rules(**switches))
    state, follower = start(variant, rng, seed, rigged=rigged)
    by_kind, ids = rigged or rng.random() < 0.5, has_ids(switches)
    while True:
        moves = assert_same_position(state, follower, ids)
        if state.is_over:
            break
        if rng.random() < 0.2:
            assert_same_refusals(state, follower, rng)
        move = choose(rng, moves, by_kind=by_kind)
        state.play(move)
        follower.play(as_ref(move))
    assert_same_end(state, follower)


@pytest.mark.parametrize("name", PRESETS)
def test_whole_deals_of_every_preset(name):
    rng = Random(f"deals {name}")
    for seed in range(6 if name == "two-deck" else 15):
        play_both(PRESETS[name], rng, seed)


@pytest.mark.parametrize("seed", range(120))
def test_whole_deals_under_random_switches(seed):
    rng = Random(f"switches {seed}")
    play_both(random_rules(rng), rng, seed)


@pytest.mark.parametrize("seed", range(80))
def test_whole_deals_with_many_monsters(seed):
    """Quads and straight flushes after passing, revolutions, dragons and instant wins."""
    rng = Random(f"monsters {seed}")
    switches = random_rules(rng) | {
        "redeal_below": None,
        "five_card": "same_kind",
        "monsters": True,
        "pass_rule": "lock",
        "monster_after_pass": True,
        "ask_locked": rng.choice(["holders", "always"]),
        "revolution": rng.choice(["off", "swap_ends", "swap_ends"]),
    }
    if rng.random() < 0.5:
        switches = switches | {
            "decks": 1,
            "players": 4,
            "remainder": "lowest_holder",
            "dragon_play": True,
        }
    play_both(switches, rng, seed, rigged=True)


@pytest.mark.parametrize("agents", ["random", "lowest", "mixed"])
@pytest.mark.parametrize("seed", range(24))
def test_simulated_deals_are_what_the_reference_plays(seed, agents):
    """The fast loop, the state machine and the reference agree about every fact.

    The agent "lowest" makes the lowest move, and does what the book says in redeals and exchanges.
    """
    rng = Random(f"simulate {seed} {agents}")
    switches = list(PRESETS.values())[seed] if seed < len(PRESETS) else random_rules(rng)
    if agents != "random" and switches["redeal_below"] is not None:
        switches = switches | {"redeal_below": 3}  # who always asks for a new deal should get it
    variant, setup = chupai.Variant(rules=big2.Rules(**switches)), some_setup(rng, switches)
    games = 6
    seats = [agents] * switches["players"]
    if agents == "mixed":
        seats = rng.choices(["random", "lowest"], k=switches["players"])
    result = chupai.simulate(variant, games, seed=seed, agents=seats, keep="facts", **setup)
    for index in range(games):
        state = variant.deal(seed, index, **setup)
        follower = follow(state, **setup)
        while not state.is_over:
            drawn = seats[state.turn] == "random"
            move = as_ref(state.sample()) if drawn else ref.lowest(follower)
            state.play(ref.text_of(move))
            follower.play(move)
        assert_same_end(state, follower)
        expected = ref.facts(follower)
        assert {key: plain(result.facts[key][index]) for key in expected} == expected
