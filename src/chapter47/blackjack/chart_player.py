"""Playing by a chart: what a player who sees no more than the own seat does at every question."""

from typing import Final, NamedTuple

from chapter47.blackjack.chart_codes import open_move
from chapter47.blackjack.strategy_file import ChartCell, PlayedStrategy
from chapter47.blackjack.views.records import MoveView, SeatView
from chapter47.core.cards import card

ASIDE: Final = ("double", "split", "accept", "second-card", "later", "let-stand")
"""What is answered to a question that no chart knows: along with the caller, and on with the hand."""


class Charted(NamedTuple):
    """What the chart said, and the move that follows."""

    cell: ChartCell | str
    move: MoveView


def by_chart(strategy: PlayedStrategy, seat: SeatView, moves: tuple[MoveView, ...]) -> Charted:
    """One of these moves."""
    seen = seat.table.round
    legal = {move.name: move for move in moves}
    assert seen.asked is not None
    question, upcard = seen.asked.question, next(iter(seen.dealer.known), None)
    if question == "insurance":
        return Charted("insurance", _yes_or_no(legal, "insure", wanted=strategy.insurance))
    if question == "even money":
        return Charted("even money", _yes_or_no(legal, "even-money", wanted=strategy.even_money))
    if question != "play" or upcard is None:
        return Charted(question, legal[next((name for name in ASIDE if name in legal), next(iter(legal)))])
    cells = strategy.cells(tuple(map(card, seen.hand(seen.asked.at).known)), card(upcard))
    for cell in cells:
        if name := open_move(cell.code, legal):
            return Charted(cell, legal[name])
    return Charted(cells[-1], legal["stand"])


def _yes_or_no(legal: dict[str, MoveView], move: str, *, wanted: bool) -> MoveView:
    return legal[move] if wanted and move in legal else legal["decline"]
