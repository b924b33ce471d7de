"""Rules of play that a row shows better than a round: the dealer's drawing, and what can be insured."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.rounds.transcript import Dealing, parsed

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import total
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Stake
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import cards
from chapter47.core.money import DOLLAR
from chapter47.games import parse

Claim = Callable[..., None]

STAND, HIT, OLD, SIX_TO_FIVE = "", 'soft_17 = "hit"', "on = 1996-06-01", 'game = "six-to-five"'
DRAWING = [
    (STAND, "Tc 6d", "draws", "19:47-2.12(b)1"),
    (STAND, "Tc 7d", "stands", "19:47-2.12(b)1"),
    (STAND, "Ac 5d", "draws", "19:47-2.12(b)1"),
    (STAND, "Ac 6d", "stands", "19:47-2.12(b)1"),
    (OLD, "Tc 6d", "draws", "19:47-2.12(b)"),
    (OLD, "Ac 6d", "stands", "19:47-2.12(b)"),
    (HIT, "Tc 6d", "draws", "19:47-2.12(b)2i"),
    (HIT, "Tc 7d", "stands", "19:47-2.12(b)2i"),
    (HIT, "Ac 6d", "draws", "19:47-2.12(b)2ii"),
    (HIT, "Ac 6d Td", "stands", "19:47-2.12(b)2i"),
    (HIT, "Ac 7d", "stands", "19:47-2.12(b)2ii"),
    (SIX_TO_FIVE, "Tc 6d", "draws", "19:47-2.12(d)"),
    (SIX_TO_FIVE, "Tc 7d", "stands", "19:47-2.12(d)"),
    (SIX_TO_FIVE, "Ac 6d", "draws", "19:47-2.12(d)"),
    (SIX_TO_FIVE, "Ac 7d", "stands", "19:47-2.12(d)"),
]


@pytest.mark.parametrize(("table", "hand", "does", "citation"), DRAWING)
def test_the_dealer_draws_by_the_standard_of_the_table(
    table: str, hand: str, does: str, citation: str, cites: Claim
) -> None:
    cites(citation)
    rules, count = parse(table), total(cards(hand))
    game = GAMES[rules.game]
    assert ("stands" if game.dealer_stands(rules, count) else "draws") == does
    assert game.drawing_standard(rules, count) == citation


ROUND = """
== wagers
1 Ann 10
== shoe
Tc Ad 8h
"""


@pytest.mark.parametrize(
    ("wager", "staked", "most", "citation"),
    [
        ("progressive", 1 * DOLLAR, 5 * DOLLAR, "19:47-2.9(e)"),
        ("over-under-13", 10 * DOLLAR, 5 * DOLLAR, "19:47-2.9(f)"),
        ("same-suit", 10 * DOLLAR, 5 * DOLLAR, "19:47-2.9(f)"),
        ("sevens", 1 * DOLLAR, 5 * DOLLAR, "19:47-2.9(f)"),
        ("main", 10 * DOLLAR, 10 * DOLLAR, "19:47-2.9(b)"),
    ],
)
def test_only_the_main_wager_can_be_insured(wager: str, staked: int, most: int, citation: str, cites: Claim) -> None:
    cites(citation)
    dealing = Dealing(parsed(ROUND))
    dealing.take_wagers()
    more = (*dealing.state.stakes, Stake(Place(1), "Ann", staked, wager))
    dealing.state = replace(dealing.state, stakes=more)
    dealing.go_on()
    need = pending(dealing.state)
    assert isinstance(need, NeedMove)
    assert [legal.most for legal in need.legal if legal.name == "insure"] == [most]
    assert isinstance(play.choose(dealing.state, "Ann", "insure", most), play.Step)
