"""The package beside the reference: one trick of Shengji. The same questions, the same answers."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from chupai import shengji
from reference import shengji as ref
from shengji_cases import (
    BOOK,
    FOLLOW_ORDERS,
    PRESETS,
    WIDE_THROWS,
    random_cards,
    random_few_faces,
    random_hand,
    random_lead,
    random_rules,
    random_trump,
    random_units,
    random_wide_lead,
)
from shengji_kernel import is_legal, leads, listed_follows, readings, throw, trump, winner

RANDOM = {f"random{seed}": random_rules(Random(seed)) for seed in range(40)}
SWITCHES = {**PRESETS, **RANDOM}
HANDS = 6
"""Hands for each lead, number of decks and order of following."""
PLAYS = 2000
"""Plays compared for each number of decks and order: a million with CHUPAI_SOAK=500."""
CHOICES = 60_000
"""Of no hand are more plays compared."""
every_rules = pytest.mark.parametrize("name", SWITCHES)


def tables(rng, switches, number):
    """Draw trumps: the package's and the reference's."""
    for _ in range(number):
        named = random_trump(rng)
        if named.suit is None and not switches["no_trump"]:
            named = ref.Trump("S", named.level)
        yield trump(named.suit, named.level, **switches), named


def mixed_hand(rng, size, suit, named, switches):
    """Draw a hand with many cards of one effective suit, alike or next to each other."""
    cards = random_cards(rng, rng.randint(0, size), suit, named, switches)
    others = random_hand(rng, size - len(cards), switches, cards)
    return ref.text_of_cards([*cards, *others.split()])


def grouped_play(rng, cards, number, chain):
    """Choose so many cards, whole units first."""
    left, chosen = list(cards), []
    while left and len(chosen) < number:
        units = [
            u for u in ref.units_in(left, chain) if len(ref.cards_of([u])) + len(chosen) <= number
        ]
        wide = [unit for unit in units if unit.width > 1]
        unit = rng.choice(wide if wide and rng.random() < 0.8 else units)
        chosen += ref.cards_of([unit])
        left = ref.without(left, ref.cards_of([unit]))
    return ref.text_of_cards(chosen)


def random_small_lead(rng, named, switches):
    return random_lead(rng, 8, named, switches)


@every_rules
def test_the_order_of_cards(name):
    switches, rng = SWITCHES[name], Random(f"order {name}")
    for table, named in tables(rng, switches, 5):
        for face in ref.DECK:
            assert table.effective_suit(face) == ref.effective_suit(face, named, switches)
        for suit in ref.effective_suits(named):
            classes = ref.chain_of(suit, named, switches).classes
            assert table.classes(suit) == [" ".join(faces) for faces in classes]
            for place, faces in enumerate(classes):
                assert {table.strength(face) for face in faces} == {place}
        cards = random_hand(rng, 12 * switches["decks"], switches)
        assert table.order(cards).split() == ref.by_strength(cards.split(), named, switches)


def place_among_units(unit, named, switches):
    suit = ref.suit_of_units([unit], named, switches)
    chain = ref.chain_of(suit, named, switches)
    return ref.effective_suits(named).index(suit), ref.unit_key(unit, chain)


@every_rules
def test_greatest_units(name):
    """Of all units of a hand those that no other contains."""
    switches, rng = SWITCHES[name], Random(f"units {name}")
    for table, named in tables(rng, switches, 5):
        suit = rng.choice(ref.effective_suits(named))
        hand = mixed_hand(rng, 12 * min(switches["decks"], 2), suit, named, switches)
        units = ref.units_of(hand, named, switches)
        greatest = [
            unit
            for unit in units
            if not any(
                unit != other and unit.width <= other.width and set(unit.faces) <= set(other.faces)
                for other in units
            )
        ]
        listed = table.units(hand)
        assert listed.total == len(listed) == len(greatest)
        greatest.sort(key=partial(place_among_units, named=named, switches=switches))
        assert list(listed) == ref.text_of_units(greatest), (named, hand)


@every_rules
def test_readings(name, soak):
    switches, rng = SWITCHES[name], Random(f"readings {name}")
    for table, named in tables(rng, switches, 6 * soak):
        for suit in ref.effective_suits(named):
            cards = ref.text_of_cards(random_cards(rng, rng.randint(1, 9), suit, named, switches))
            assert readings(table, cards) == ref.readings(cards, named, switches), (named, cards)
        cards = random_hand(rng, 2, switches)
        assert readings(table, cards) == ref.readings(cards, named, switches), (named, cards)


@every_rules
def test_leads(name, soak):
    """Those of one unit, by suit, width, length, top; and with the throws."""
    switches, rng = SWITCHES[name], Random(f"leads {name}")
    for table, named in tables(rng, switches, 4 * soak):
        suit = rng.choice(ref.effective_suits(named))
        hand = mixed_hand(rng, 12 * min(switches["decks"], 2), suit, named, switches)
        units = ref.lone_leads(hand, named, switches)
        assert leads(table, hand) == ref.text_of_units(units), (named, hand)
        hand = mixed_hand(rng, rng.randint(1, 9), suit, named, switches)
        expected = ref.leads(hand, named, switches)
        found = table.all_leads(hand, limit=10**6)
        assert found.total == len(found) == len(expected) == table.count_leads(hand)
        assert sorted(map(tuple, found)) == sorted(expected), (named, hand)
        if not switches["throws"]:
            units = ref.text_of_units(ref.lone_leads(hand, named, switches))
            assert list(found) == [[unit] for unit in units]
        for lead in rng.sample(expected, min(10, len(expected))):
            assert table.is_legal_lead(hand, list(lead[::-1]))
            assert table.why_not_lead(hand, list(lead)) is None
            assert table.dominant(list(lead)) == ref.dominant(lead, named, switches)
        assert tuple(table.sample_lead(hand, 1)) in expected


@every_rules
def test_throws(name, soak):
    switches, rng = SWITCHES[name], Random(f"throws {name}")
    if not switches["throws"]:
        switches = switches | {"throws": True}
    for table, named in tables(rng, switches, 25 * soak):
        suit = rng.choice(ref.effective_suits(named))
        lead = random_lead(rng, 9, named, switches, suit)
        gone = " ".join(lead).split()
        others = []
        for _ in range(3):
            cards = random_cards(rng, rng.randint(0, 9), suit, named, switches, gone)
            others.append(ref.text_of_cards(cards))
            gone += cards
        units = ref.units_in_texts(lead, named, switches)
        result = ref.throw(units, others, named, switches)
        led = ref.text_of_units([result.led])[0] if result.led else None
        expected = result.stands, ref.text_of_units(result.beaten), led
        assert throw(table, lead, others) == expected, (named, lead, others)


@every_rules
def test_one_follow(name, soak):
    """Hands of any size: plays at random, of whole units, and drawn by the package."""
    switches, rng = SWITCHES[name], Random(f"follow {name}")
    legal = 0
    for table, named in tables(rng, switches, 12 * soak):
        suit = rng.choice(ref.effective_suits(named))
        lead = random_lead(rng, 10, named, switches, suit)
        number = len(" ".join(lead).split())
        hand = mixed_hand(rng, rng.randint(number, 12 * switches["decks"]), suit, named, switches)
        held = ref.of_suit(hand.split(), suit, named, switches)
        chain = ref.chain_of(suit, named, switches)
        plays = [ref.text_of_cards(rng.sample(hand.split(), number)) for _ in range(2)]
        if len(held) >= number:
            plays += [ref.text_of_cards(rng.sample(held, number)) for _ in range(3)]
            plays += [grouped_play(rng, held, number, chain) for _ in range(6)]
        plays += [str(table.sample_follow(hand, lead, seed)) for seed in range(3)]
        for play in plays:
            expected = ref.is_legal_follow(play, hand, lead, named, switches)
            assert is_legal(table, play, hand, lead) is expected, (named, lead, hand, play)
            legal += expected
        assert all(ref.is_legal_follow(p, hand, lead, named, switches) for p in plays[-3:])
    assert legal


@every_rules
def test_all_follows(name, soak):
    """Small hands: every choice of cards is asked about, and the list is what is legal."""
    switches, rng = SWITCHES[name], Random(f"follows {name}")
    for table, named in tables(rng, switches, 8 * soak):
        suit = rng.choice(ref.effective_suits(named))
        lead = random_lead(rng, 6, named, switches, suit)
        number = len(" ".join(lead).split())
        hand = mixed_hand(rng, rng.randint(number, max(number, 9)), suit, named, switches)
        expected = ref.follows(hand, lead, named, switches)
        assert expected
        assert listed_follows(table, hand, lead) == expected, (named, lead, hand)
        for some in ref.sub_multisets(hand.split()):
            if len(some) == number:
                play = ref.text_of_cards(some)
                assert is_legal(table, play, hand, lead) is (play in expected), (
                    named,
                    lead,
                    hand,
                    play,
                )


@pytest.mark.parametrize("order", FOLLOW_ORDERS)
@pytest.mark.parametrize("decks", [2, 3, 4])
def test_follows_of_wide_leads(order, decks, soak):
    """Tuples in a row are led, and hands are of few faces: every choice is asked about."""
    rng = Random(f"wide {order} {decks}")
    for kinds in WIDE_THROWS:
        if kinds[0][0] > decks:
            continue
        for _ in range(HANDS * soak):
            switches = dict(BOOK) | {
                "decks": decks,
                "follow_order": order,
                "tractor_min_length": rng.choice([2, 2, 2, 3]),
                "protect_wider": rng.random() < 0.1,
            }
            named = ref.Trump("S", "2")
            table = trump(*named, **switches)
            lead = ref.readings(random_units(rng, kinds, "H", named, switches), named, switches)[0]
            number = len(" ".join(lead).split())
            hand = random_few_faces(rng, number, decks)
            expected = ref.follows(hand, lead, named, switches)
            found = listed_follows(table, hand, lead)
            assert found == expected, (switches, lead, hand, set(found) ^ set(expected))


def lead_of_any_kind(rng, suit, named, switches):
    """Draw a lead: rather wide units, tractors among them, as far as there are decks for it."""
    kinds = rng.choice(WIDE_THROWS)
    if kinds[0][0] > switches["decks"] or rng.random() < 0.4:
        return random_lead(rng, 8, named, switches, suit)
    units = random_units(rng, kinds, suit, named, switches)
    return ref.readings(units, named, switches)[0] if units else None


def hand_of_few_faces(rng, number, suit, named, switches):
    """Draw cards, somewhat more than were led, most of them of the suit and alike."""
    faces = [face for face in ref.DECK if ref.effective_suit(face, named, switches) == suit]
    chosen = rng.sample(faces, min(len(faces), rng.randint(3, 4 + 12 // switches["decks"])))
    cards = [face for face in chosen for _ in range(rng.randint(1, switches["decks"]))]
    others = random_hand(rng, rng.choice([0, 0, 0, 1, 2]), switches, cards).split()
    return ref.text_of_cards([*cards[: number + 6], *others])


def number_of_choices(hand, number):
    """How many plays there are of so many cards."""
    ways = [1] + number * [0]
    for copies in Counter(hand.split()).values():
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(number + 1)]
    return ways[number]


@pytest.mark.parametrize("order", FOLLOW_ORDERS)
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_follows_of_random_leads(order, decks, soak):
    """Whole lists of follows: every choice of as many cards as were led is compared."""
    rng, compared = Random(f"plays {order} {decks}"), 0
    while compared < PLAYS * soak:
        switches = random_rules(rng) | {"decks": decks, "follow_order": order, "throws": True}
        table, named = next(tables(rng, switches | {"kitty": None}, 1))
        suit = rng.choice(ref.effective_suits(named))
        lead = lead_of_any_kind(rng, suit, named, switches)
        number = len(" ".join(lead or ()).split())
        hand = hand_of_few_faces(rng, number, suit, named, switches)
        choices = number_of_choices(hand, number)
        if number < 2 or not 0 < choices <= min(CHOICES, PLAYS * soak):
            continue
        expected = ref.follows(hand, lead, named, switches)
        found = listed_follows(table, hand, lead)
        assert found == expected, (switches, named, lead, hand, set(found) ^ set(expected))
        compared += choices


@every_rules
def test_who_wins(name, soak):
    switches, rng = SWITCHES[name], Random(f"winner {name}")
    for table, named in tables(rng, switches, 25 * soak):
        wide = rng.random() < 0.7
        lead = (random_wide_lead if wide else random_small_lead)(rng, named, switches)
        units = ref.units_in_texts(lead, named, switches)
        kinds = [ref.kind_of(unit) for unit in units]
        suit = ref.suit_of_units(units, named, switches)
        number = len(ref.cards_of(units))
        plays, gone = [], ref.cards_of(units)
        for _ in range(rng.randint(1, 3)):
            of = rng.choice([suit, ref.TRUMPS, ref.TRUMPS, ref.TRUMPS, None])
            play = random_units(rng, kinds, of or suit, named, switches, gone)
            if of is None or len(play.split()) < number:
                play = random_hand(rng, number, switches, gone)
            plays.append(play)
            gone += play.split()
        expected = ref.winner(lead, plays, named, switches)
        assert winner(table, lead, *plays) == expected, (named, lead, plays)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_the_book(name):
    from dataclasses import asdict

    preset = getattr(shengji, name.upper().replace("-", "_"))
    assert asdict(preset) == dict(PRESETS[name])
