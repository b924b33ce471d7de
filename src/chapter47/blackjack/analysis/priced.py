"""The protocol that the price of every main game follows."""

from typing import Protocol

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.results.round_results import RoundResults
from chapter47.core.cards import Card
from chapter47.core.json_object import Json


class AdviceAnswer(Protocol):
    """The values of the moves, as the answer of a command."""

    def data(self) -> Json: ...


class MainGamePrice(Protocol):
    """The price of a round from a full shoe, per unit on each required wager."""

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
        """How rounds end under the chart; raises if that is not computed."""

    def round_data(self) -> Json:
        """Return the variance and other figures on how rounds end, as `edge` reports them."""

    def without_prizes(self) -> "MainGamePrice | None":
        """The same table without fixed extra amounts, if it has any."""

    def strategy_data(self) -> Json:
        """Return the chart, and what else a player must know, as a strategy file."""

    def advise(self, *hands: tuple[Card, ...], up: tuple[Card, ...]) -> AdviceAnswer:
        """Value each move; `up` is the dealer's visible cards."""
