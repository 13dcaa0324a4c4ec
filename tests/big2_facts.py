"""Facts of Big Two deals that were never played, for tests of scores: by hand and at random."""

import numpy as np

from reference.big2_score import DEDUCTIONS, PIPS

DEFAULTS = {
    "card_values": "count",
    "spade_ace_40": False,
    "tiers": (),
    "winner_bonus": 0,
    "two_multiplier": 1,
    "monster_multiplier": 1,
    "per_monster": False,
    "unplayed_multiplier": 1,
    "all_unplayed_multiplier": 1,
    "settlement": "solo",
    "stake": 1,
    "liability": "off",
    "liability_for_passing": True,
    "bankruptcy": "off",
    "instant_multiplier": 3,
    "place_points": None,
}
"""Every switch of `Scoring`, by default."""

SEAT_FACTS = (
    "cards_left", "unplayed", "place", "twos_left", "monsters_left", "pips_left",
    "deduction_left", "spade_aces_left",
)  # fmt: skip


def deal(cards_left, winner=0, **changes):
    """A plain deal that ended with so many cards in each hand, all of them threes."""
    seats = len(cards_left)
    facts = {
        "winner": winner,
        "instant": 0,
        "cards_left": list(cards_left),
        "unplayed": [0] * seats,
        "place": _places(cards_left, winner),
        "not_highest": -1,
        "could_have_stopped": -1,
        "culprit_passed": 0,
        "twos_left": [0] * seats,
        "monsters_left": [0] * seats,
        "pips_left": [3 * number for number in cards_left],
        "deduction_left": [3 * number for number in cards_left],
        "spade_aces_left": [0] * seats,
    }
    assert set(changes) <= set(facts)
    return facts | changes


def _places(cards_left, winner):
    """The winner's only, or those of all where all but the last are out."""
    seats = len(cards_left)
    others = sorted((seat for seat in range(seats) if seat != winner), key=lambda n: cards_left[n])
    places = dict(zip(others, range(2, seats + 1), strict=True))
    is_played_out = seats > 2 and sum(left == 0 for left in cards_left) == seats - 1
    return [1 if seat == winner else places[seat] * is_played_out for seat in range(seats)]


def holding(*hands, **changes):
    """A deal that ended with these cards in the hands; monsters are not looked for."""
    cards = [hand.split() for hand in hands]
    sums = {
        "twos_left": [sum(card[0] == "2" for card in hand) for hand in cards],
        "pips_left": [sum(PIPS[card[0]] for card in hand) for hand in cards],
        "deduction_left": [sum(DEDUCTIONS[card[0]] for card in hand) for hand in cards],
        "spade_aces_left": [hand.count("AS") for hand in cards],
    }
    return deal([len(hand) for hand in cards], **(sums | changes))


def columns(deals):
    """Facts of deals as arrays, deals first."""
    return {name: np.array([one[name] for one in deals]) for name in deals[0]}


def random_deal(rng, seats=4, decks=1):
    """A deal with facts within what play can bring about, though not at once in one deal."""
    most = 52 * decks // seats + 52 * decks % seats
    winner = rng.randrange(seats)
    instant = rng.choice([0, 0, 0, 0, 0, 1, 2])
    left = [rng.choice([1, 2, 7, 8, 9, 10, 11, 13, rng.randint(1, most)]) for _ in range(seats)]
    left = [max(1, min(number, most)) for number in left]
    place = [int(seat == winner) for seat in range(seats)]
    if rng.random() < 0.4:  # played out to the last place
        order = [seat for seat in range(seats) if seat != winner]
        rng.shuffle(order)
        for number, seat in enumerate(order, 2):
            place[seat] = number
            left[seat] = 0 if number < seats and not instant else left[seat]
    if not instant:
        left[winner] = 0
    silent = rng.random()
    unplayed = [
        int(bool(instant) or (seat != winner and rng.random() < silent)) for seat in range(seats)
    ]
    guilty = rng.choice([-1, *(seat for seat in range(seats) if seat != winner)])
    guilty = -1 if instant else guilty
    return {
        "winner": winner,
        "instant": instant,
        "cards_left": left,
        "unplayed": unplayed,
        "place": place,
        "not_highest": guilty,
        "could_have_stopped": rng.choice([-1, guilty]),
        "culprit_passed": 0 if guilty == -1 else rng.randint(0, 1),
        "twos_left": [min(number, rng.choice([0, 0, 1, 2, 4 * decks])) for number in left],
        "monsters_left": [min(number // 5, rng.choice([0, 0, 1, 2])) for number in left],
        "pips_left": [rng.randint(3 * number, 15 * number) for number in left],
        "deduction_left": [rng.randint(3 * number, 40 * number) for number in left],
        "spade_aces_left": [min(number, rng.choice([0, 0, 1, decks])) for number in left],
    }


def random_switches(rng, seats=4):
    """Values for all switches of a scoring, each away from its default now and then."""
    switches = {
        "card_values": rng.choice(["count", "count", "pips", "deduction"]),
        "spade_ace_40": rng.choice([False, True]),
        "tiers": rng.choice([
            (), ((10, 2), ("all", 3)), ((8, 2), (11, 3), (13, 4)), ((10, 2),), (("all", 5),),
            ((1, 7),), ((12, 3), ("all", 2)),
        ]),
        "winner_bonus": rng.choice([0, 0, 5, 10]),
        "two_multiplier": rng.choice([1, 1, 2, 3]),
        "monster_multiplier": rng.choice([1, 1, 2, 3]),
        "per_monster": rng.choice([False, True]),
        "unplayed_multiplier": rng.choice([1, 1, 2]),
        "all_unplayed_multiplier": rng.choice([1, 1, 2]),
        "settlement": rng.choice(["solo", "place", "none"]),
        "stake": rng.choice([1, 1, 10, 20]),
        "liability": rng.choice(["off", "not_highest", "could_have_stopped"]),
        "liability_for_passing": rng.choice([False, True]),
        "bankruptcy": rng.choice(["off", "off", "table", "shortfall"]),
        "instant_multiplier": rng.choice([1, 2, 3]),
        "place_points": None,
    }  # fmt: skip
    if switches["settlement"] == "none":
        switches["bankruptcy"] = "off"
    # Switches that have no use beside others are refused.
    if switches["card_values"] != "deduction":
        switches["spade_ace_40"] = False
    if switches["monster_multiplier"] == 1:
        switches["per_monster"] = False
    if switches["liability"] == "off":
        switches["liability_for_passing"] = True
    if rng.random() < 0.1:
        points = [rng.randint(-9, 9) for _ in range(seats - 1)]
        kept = {name: switches[name] for name in ("stake", "bankruptcy")}
        return DEFAULTS | kept | {"place_points": (*points, -sum(points))}
    return switches
