"""The outcome of every wager: the settlement of each round, and everybody's wins and losses."""

from collections import Counter
from typing import Any, Final, NamedTuple

from chapter47.core.event import ChipsMoved, Collected, Event, Paid, Place, Returned, RoundBegan, RoundOver
from chapter47.core.json_object import Json

_RESULTS: Final[dict[type[Event], str]] = {Paid: "paid", Collected: "collected", Returned: "returned"}


class Row(NamedTuple):
    """Chips that moved: paid or collected by the house, or returned."""

    at: Place
    bettor: str
    wager: str
    amount: int
    result: str
    why: str
    citation: str
    spot: int = 0
    bet: str = ""
    """The bet, for a side wager that has several."""
    is_fee: bool = False
    """A fee costs its bettor money like a lost wager, but is not a stake."""

    @property
    def net(self) -> int:
        """Net result for the bettor."""
        return {"paid": self.amount, "collected": -self.amount}.get(self.result, 0)

    @property
    def staked(self) -> int:
        """Chips of a decided wager: collected or returned."""
        return 0 if self.is_fee or self.result == "paid" else self.amount


class RoundResult(NamedTuple):
    """A round of play and its settlement, in order."""

    number: int
    rows: tuple[Row, ...] = ()
    over: bool = False

    @property
    def net(self) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for row in self.rows:
            totals[row.bettor] += row.net
        return dict(totals)

    def data(self) -> Json:
        return {"number": self.number, "settlement": [_data(row) for row in self.rows], "net": self.net}


def _data(row: Row) -> Json:
    return {
        "box": row.at.box,
        "hand": str(row.at),
        "bettor": row.bettor,
        "wager": row.wager,
        "amount": row.amount,
        "result": row.result,
        "why": row.why,
        "citation": row.citation,
        "spot": row.spot,
        "bet": row.bet,
    }


def _row(event: ChipsMoved) -> Row:
    result = next(word for kind, word in _RESULTS.items() if isinstance(event, kind))
    figures = event.bettor, event.wager, event.amount, result, event.why, event.by, event.spot, event.bet
    return Row(event.at, *figures, is_fee=event.is_fee)


class Book:
    """The rounds of a session, recorded from its events."""

    def __init__(self) -> None:
        self.rounds: list[RoundResult] = []

    def note(self, event: Event) -> None:
        match event:
            case RoundBegan():
                self.rounds.append(RoundResult(event.number))
            case ChipsMoved():
                self._now(rows=(*self.rounds[-1].rows, _row(event)))
            case RoundOver():
                self._now(over=True)

    def _now(self, **changes: Any) -> None:
        self.rounds[-1] = self.rounds[-1]._replace(**changes)

    @property
    def finished(self) -> list[RoundResult]:
        return [round_ for round_ in self.rounds if round_.over]

    def net(self) -> Counter[str]:
        totals: Counter[str] = Counter()
        for round_ in self.rounds:
            totals.update(round_.net)
        return totals

    def staked(self) -> Counter[str]:
        """All chips of decided wagers; a fee is not one."""
        totals: Counter[str] = Counter()
        for row in (row for round_ in self.rounds for row in round_.rows):
            totals[row.bettor] += row.staked
        return totals
