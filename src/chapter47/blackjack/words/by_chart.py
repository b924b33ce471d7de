"""Play by a strategy file: every box bets the minimum, and each decision is looked up."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.blackjack import strategy_file
from chapter47.blackjack.acts import Bet, Deal
from chapter47.blackjack.chart_codes import open_move
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.strategy_file import ChartCell, PlayedStrategy, StrategyFileError
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.records import MoveView, SeatView, TableView
from chapter47.blackjack.words.questions import affordable
from chapter47.core.act import Act
from chapter47.core.cards import card
from chapter47.core.errors import Problem
from chapter47.core.words import ChartDecision, ChartPlay, Sitter

ASIDE: Final = ("double", "split", "accept", "second-card", "later", "let-stand")
"""Answers to questions that no chart covers: follow the caller, and continue the hand."""


class Charted(NamedTuple):
    """The chart's code, and the resulting move."""

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


COVERED: Final = tuple(name for name, game in GAMES.items() if game.traits.one_upcard)
"""The games whose decisions a chart of totals against one up card covers."""


def read(rules: TableRules, path: Path) -> PlayedStrategy:
    if not rules.traits.one_upcard:
        raise StrategyFileError([Problem("--strategy", f"a chart for {rules.game}", ", ".join(COVERED))], "")
    strategy = strategy_file.read(path)
    if strategy.for_open_cards:
        raise StrategyFileError([Problem("--strategy", "a game with one dealer's card up", "a chart by up card")], "")
    return strategy


def wagers(seen: TableView, seat: Sitter) -> Sequence[Act]:
    """Make as many minimum wagers as the game requires."""
    return [Bet(seat.name, seen.sign.minimum, str(seat.box), seat.standing)] * seen.sign.least_wagers


def decide(strategy: PlayedStrategy, seat: SeatView, chips: int | None) -> ChartDecision:
    cell, move = by_chart(strategy, seat, affordable(seat, chips) or seat.legal)
    return ChartDecision(str(cell), move.name, move.most)


CHART: Final = ChartPlay(read=read, wagers=wagers, closes=Deal(), decide=decide)
