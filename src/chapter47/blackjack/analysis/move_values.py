"""The value of every legal move from any shoe, fast enough for every decision.

`move_values` answers the coach's question: what is each move of this hand worth, given all cards that have left the
shoe? Only the dealer's visible cards are swept, so an answer takes a tenth of the time of an analysis."""

from collections import Counter

import numpy as np

from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues, advise, check_hands
from chapter47.blackjack.analysis.chart.best_play import OptimalPlay, best_play
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Floats
from chapter47.blackjack.analysis.exact.game import AnalysedGame
from chapter47.blackjack.analysis.exact.hands import HandTable
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts, SuitChances
from chapter47.blackjack.analysis.exact.values import value_index
from chapter47.blackjack.analysis.main_game import analysed_game
from chapter47.blackjack.analysis.switch.advice import HandBesideOther, SwitchAdvice, SwitchTable, advise_both_hands
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.decks import full_set
from chapter47.core.cards import Card
from chapter47.core.errors import Problem

Cards = tuple[Card, ...]


def move_values(
    table: TableRules, *hands: Cards, up: Cards, gone: Cards = (), after_split: bool = False
) -> MoveValues | SwitchAdvice:
    """Return the value of each legal move of a hand, or of both hands at Switch, in units of the initial wager.

    `up` is the dealer's visible cards, `gone` every other card that has left the shoe: those of earlier rounds and
    other hands. A hand of a split pair (`after_split`) is valued alone; a further split is valued like the first.
    If pay-outs depend on suits, unseen cards count as evenly spread over the suits. All cards are taken from one stack,
    even with a double shoe.

    Raises `ImpossibleCardsError` for cards that the shoe does not have, `NotPricedError` if the table has no price."""
    check_hands(table, *hands)
    game = analysed_game(table)
    game.refuse(table)
    shoe = _left(table, gone)
    seen = _one_view(game, tuple(sorted(map(value_index, up))))
    if len(hands) == 2:
        return advise_both_hands(SwitchTable(table, shoe, seen, None), (hands[0], hands[1]), *up)
    prepared = prepare(table, shoe, seen)
    if after_split:
        prepared = _after_split(prepared)
    best = best_play(prepared)
    played = HandBesideOther(prepared, OptimalPlay(best.moves, best.split, best.plan, 0.0), None)
    return advise(played, shoe, hands[0], *up, after_split=after_split)


def _left(table: TableRules, gone: Cards) -> CardCounts:
    left = Counter(full_set(table))
    left.subtract(gone)
    if short := [card for card, number in left.items() if number < 0]:
        allowed = "at most as many as the full shoe has"
        raise ImpossibleCardsError([Problem("gone", str(card), allowed) for card in short])
    return CardCounts(tuple(left.elements()), suits_are_even=bool(gone))


def _one_view(game: AnalysedGame, view: tuple[int, ...]) -> AnalysedGame:
    """Return the game as seen against these dealer's cards."""
    if view not in game.views:
        raise ImpossibleCardsError([Problem("up", f"{len(view)} cards", f"{len(game.views[0])} of the dealer's cards")])
    number = game.views.index(view)

    def bonus(table: TableRules, hands: HandTable, chances: SuitChances) -> Floats:
        by_view = game.bonus(table, hands, chances)
        return np.ascontiguousarray(by_view[:, number : number + 1])

    return AnalysedGame(game.refuse, (view,), game.columns, game.suits, bonus)


def _after_split(prepared: PreparedShoe) -> PreparedShoe:
    """Pay and double as for hands of a split pair; no surrender."""
    pays = prepared.split_payoffs[0].pays._replace(bust_costs=prepared.pays.bust_costs)
    return prepared._replace(
        pays=pays,
        may_double=prepared.may_double_split,
        surrender_values=np.full_like(prepared.surrender_values, NOT_OPEN),
    )
