"""Playing by a strategy file: every box wagers the minimum, and each decision is looked up in its cell."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chapter47.blackjack import strategy_file
from chapter47.blackjack.acts import Bet, Deal
from chapter47.blackjack.chart_player import by_chart
from chapter47.blackjack.strategy_file import PlayedStrategy, StrategyFileError
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.records import SeatView, TableView
from chapter47.blackjack.words.choices import affordable
from chapter47.core.act import Act
from chapter47.core.errors import Problem
from chapter47.core.words import ChartDecision, ChartPlay, Sitter

COVERED: Final = tuple(name for name, game in GAMES.items() if game.traits.one_upcard)
"""The games whose decisions a chart of totals against one up card tells."""


def read(rules: TableRules, path: Path) -> PlayedStrategy:
    if not rules.traits.one_upcard:
        raise StrategyFileError([Problem("--strategy", f"a chart at {rules.game}", ", ".join(COVERED))], "")
    strategy = strategy_file.read(path)
    if strategy.for_open_cards:
        raise StrategyFileError([Problem("--strategy", "a chart for two open cards", "a chart by up card")], "")
    return strategy


def wagers(seen: TableView, seat: Sitter) -> Sequence[Act]:
    """As many wagers of the minimum as the game asks for."""
    return [Bet(seat.box, seat.name, seen.sign.minimum, seat.standing)] * seen.sign.least_wagers


def decide(strategy: PlayedStrategy, seat: SeatView, chips: int | None) -> ChartDecision:
    cell, move = by_chart(strategy, seat, affordable(seat, chips) or seat.legal)
    return ChartDecision(str(cell), move.name, move.most)


CHART: Final = ChartPlay(read=read, wagers=wagers, closes=Deal(), decide=decide)
