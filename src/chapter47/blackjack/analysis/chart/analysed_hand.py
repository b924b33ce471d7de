"""What is known of one hand's play, whichever game prices it."""

from typing import Protocol

from chapter47.blackjack.analysis.chart.best_play import OptimalPlay
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe


class AnalysedHand(Protocol):
    """One hand's play by the best cards and by a chart."""

    @property
    def prepared(self) -> PreparedShoe: ...
    @property
    def optimal(self) -> OptimalPlay: ...
    @property
    def strategy(self) -> Chart: ...
