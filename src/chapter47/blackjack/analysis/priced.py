"""What the price of every main game answers, whichever game it is."""

from typing import Protocol

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.results.round_results import RoundResults
from chapter47.core.cards import Card
from chapter47.core.json_object import Json


class AdviceAnswer(Protocol):
    """What the moves are worth; as the answer of a command."""

    def data(self) -> Json: ...


class MainGamePrice(Protocol):
    """What a round costs, from a full shoe and for one unit on each wager that must be made."""

    @property
    def house_edge(self) -> float: ...
    @property
    def house_edge_optimal(self) -> float: ...
    @property
    def strategy(self) -> Chart: ...
    @property
    def prepared(self) -> PreparedShoe: ...
    @property
    def seconds(self) -> float: ...
    @property
    def results(self) -> RoundResults:
        """How rounds end under the chart; refused where that is not worked out."""

    def round_data(self) -> Json:
        """Variance and what else is known of how rounds end, as `edge` answers it."""

    def without_prizes(self) -> "MainGamePrice | None":
        """The same table without fixed amounts that are paid besides, where it has any."""

    def strategy_data(self) -> Json:
        """The chart, and what a player must know besides, as a strategy file."""

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> AdviceAnswer:
        """What each move is worth; `up` is what is seen of the dealer."""
