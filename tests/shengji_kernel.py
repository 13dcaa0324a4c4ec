"""Questions about one trick, asked of `shengji.Trump`, with plain texts as answers.

A lead is a text of cards, read as the rules say, or the texts of its units.
"""

import chupai
from chupai import shengji

ALL = 10**6


def trump(suit, level, **switches):
    """The book's rules with some switches, under a trump suit and a level."""
    return shengji.Trump(suit, level, rules=shengji.Rules(**switches))


def readings(table, cards):
    """All the readings of cards, the default first; none of cards that cannot be led."""
    try:
        found = table.readings(cards, limit=ALL)
    except chupai.IllegalMove:
        return []
    assert found.total == len(found)
    return [tuple(units) for units in found]


def leads(table, hand):
    """All the leads of one unit."""
    found = table.leads(hand, limit=ALL)
    assert found.total == len(found)
    return list(found)


def throw(table, lead, others):
    """Whether a throw stands, its beaten units, and the one that is led instead."""
    result = table.throw(lead, others)
    return result.ok, list(result.beaten), result.forced


def is_legal(table, play, hand, lead):
    """Whether cards may follow; why not must agree."""
    legal = table.is_legal_follow(hand, lead, play)
    for lang in ("en", "zh"):
        why_not = table.why_not(hand, lead, play, lang=lang)
        assert (why_not is None) is legal, (hand, lead, play, why_not)
    return legal


def listed_follows(table, hand, lead):
    """All the legal follows in the documented order."""
    found = table.follows(hand, lead, limit=ALL)
    assert found.total == len(found) == table.count_follows(hand, lead)
    return list(found)


def follows(table, hand, lead):
    """All the legal follows."""
    found = listed_follows(table, hand, lead)
    assert len(set(found)) == len(found)
    return set(found)


def winner(table, lead, *plays):
    """Who wins: 0 the leader, 1 and so on who follow."""
    return table.winner(lead, list(plays))
