"""What may be decided at double exposure: the first two cards, what is elected, the moves, the paragraph."""

import re
from collections.abc import Callable

import pytest

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedCard, NeedMove
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.core.cards import Card, cards
from chapter47.games import from_data

Claim = Callable[..., None]

TABLE = """
cards   dealer  elects     moves                        paragraph
4c 5d   6c Ts   -          stand hit double             19:47-2.6(k)4
4c 6d   6c Ts   -          stand hit double             19:47-2.6(k)4
5c 6d   6c Ts   -          stand hit double             19:47-2.6(k)4
5c 5d   6c Ts   -          stand hit double split       19:47-2.6(k)4
4c 4d   6c Ts   -          stand hit split              19:47-2.6(k)4
5c 7d   6c Ts   -          stand hit                    19:47-2.6(k)4
Ac 8d   6c Ts   -          stand hit                    19:47-2.6(k)4
Ac 8d   6c Ts   soft-too   stand hit double             19:47-2.6(k)4
Ac 9d   6c Ts   soft-too   stand hit double             19:47-2.6(k)4
Ac 7d   6c Ts   soft-too   stand hit                    19:47-2.6(k)4
Ac Ad   6c Ts   -          stand hit split              19:47-2.6(k)5
8c 8d   Ac 9s   -          stand hit split              19:47-2.6(k)3
Tc 6d   Tc 9s   -          stand hit                    19:47-2.6(k)3
8c 8d   Ac Ts   -          -                            19:47-2.6(k)6
"""
ROWS = [re.split(r"\s{2,}", line) for line in TABLE.strip().splitlines()[1:]]


@pytest.mark.parametrize(("hand", "dealer", "elects", "moves", "citation"), ROWS, ids=map(" ".join, ROWS))
def test_moves(hand: str, dealer: str, elects: str, moves: str, citation: str, cites: Claim) -> None:
    cites(citation)
    readings = {"2010 19:47-2.6(k)4": elects} if elects != "-" else {}
    rules = from_data({"game": "double-exposure", "readings": readings})
    (first, second), (up, other) = cards(hand), cards(dealer)
    need = pending(_dealt(rules, first, up, second, other))
    named = [legal.name for legal in need.legal] if isinstance(need, NeedMove) else ["-"]
    assert " ".join(named) == moves


def _dealt(rules: TableRules, *shoe: Card) -> Round:
    state = _taken(play.bet(play.open_round(rules), 1, "Ann", 10_00))
    state = _taken(play.close_bets(state))
    for card in shoe:
        assert isinstance(pending(state), NeedCard)
        state = _taken(play.give(state, card))
    return state


def _taken(result: play.Result) -> Round:
    assert isinstance(result, play.Step), result
    return result.state
