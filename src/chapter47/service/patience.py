"""How long a table waits for somebody, and what its own dealer does then."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from chapter47.core.act import Act
from chapter47.service import acting
from chapter47.service.actor import Actor
from chapter47.service.commands import Done
from chapter47.service.recorded_table import RecordedTable

DEALER: Final = Actor("dealer", "dealer")
"""The house's own dealer, who follows the law by itself."""


class Patience:
    """Until when one table waits."""

    def __init__(self, table: RecordedTable) -> None:
        self._table = table
        self._asked_at: tuple[int, str] | None = None
        self._acted_at: int | None = None
        """The version at which the dealer last acted; where it is still that one, nothing came of it."""
        self._waits_for: object = None
        self._deadline: float | None = None
        self._absences: Counter[str] = Counter()
        self._comes_until = 0.0
        """When players of before a start of the server are waited for no longer."""

    def expect_players_of_before(self) -> None:
        """The server has started again."""
        to_return = self._table.house.settings.to_return
        self._comes_until = asyncio.get_running_loop().time() + to_return
        if to_return:
            self._table.not_back.update(self._table.hosting.seated(self._table.in_play))

    def begin(self) -> None:
        """When the dealer goes on by itself, if it is for something new. Further wagers do not put it off, nor does a
        wager that the house has taken back."""
        moment = self._table.version, self._table.paused
        if moment == self._asked_at:
            return
        self._asked_at = moment
        waits_for, seconds = self._now()
        if waits_for != self._waits_for or self._acted_at == self._table.version:
            self._waits_for = waits_for
            self._deadline = asyncio.get_running_loop().time() + seconds if seconds is not None else None

    def _now(self) -> tuple[object, float | None]:
        table, settings = self._table, self._table.house.settings
        if table.paused:
            return "resumed", None
        if not table.waits:
            return (table.version, "step"), settings.pace
        awaited = table.hosting.awaited(table.in_play)
        if table.closing:
            return (table.version, "closing"), self._until_it_closes(awaited)
        if awaited:
            return (table.version, awaited), self._to_decide(awaited)
        if table.hosting.time_is_up(table.in_play):
            return (table.round, "wagers"), settings.to_wager or None
        if self._absentees():
            return (table.version, "absent"), 0
        if table.not_back:
            return "players of before", self._until_they_come()
        return "wagers", None

    def _to_decide(self, player: str) -> float | None:
        if player in self._table.not_back:
            return self._until_they_come()
        return self._table.house.settings.to_decide or None

    def _until_it_closes(self, awaited: str) -> float | None:
        """Players decide, and play on where a wager waits for their next hand, in the time that is posted for it, or
        else in the time that the house waits for them before it closes."""
        table, settings = self._table, self._table.house.settings
        if awaited:
            return settings.to_decide or settings.to_close or None
        if table.in_play.staked and acting.empties(table) is None:
            return None
        if table.hosting.plays_on(table.in_play):
            return settings.to_wager or settings.to_close or None
        return settings.pace

    @property
    def left(self) -> float | None:
        """Seconds; none where nothing happens by itself."""
        return None if self._deadline is None else max(self._deadline - asyncio.get_running_loop().time(), 0)

    def is_here(self, player: str) -> None:
        """Whoever comes back after a start of the server has as much time as everybody."""
        self._absences[player] = 0
        if player in self._table.not_back:
            self._table.not_back.discard(player)
            self._asked_at = self._waits_for = None

    def _until_they_come(self) -> float:
        return max(self._comes_until - asyncio.get_running_loop().time(), 0)

    def _absentees(self) -> list[str]:
        """Who let the time pass too often, or has not come back, and has nothing on the layout."""
        table, most = self._table, self._table.house.settings.absences
        gone = {name for name, times in self._absences.items() if most and times >= most}
        if not self._until_they_come():
            gone |= table.not_back
        at_table = table.hosting.seated(table.in_play) if gone and table.in_play.between_rounds else ()
        return [name for name in at_table if name in gone and name not in table.in_play.staked]

    # The time is up --------------------------------------------------------------------------------------------------

    def dealers_own(self) -> Callable[[], Done] | None:
        """What the dealer does now that nobody has come."""
        self.begin()
        if self.left:  # somebody came back meanwhile
            return None
        table = self._table
        self._asked_at, self._acted_at = None, table.version
        if not table.waits:
            return lambda: acting.steps(table, 1)
        if table.closing:
            return self._closes()
        if gone := self._absentees():
            self._absences[gone[0]] = 0
            table.not_back.discard(gone[0])
            leaves = table.hosting.leaves(gone[0])
            return lambda: acting.do(table, leaves, f"{gone[0]} was away and gets up")
        act = table.hosting.time_is_up(table.in_play)
        return None if act is None else lambda: acting.do(table, act, self._time_is_up(act))

    def _closes(self) -> Callable[[], Done] | None:
        table = self._table
        if not table.in_play.staked:
            return lambda: acting.close(table, table.values["reason"])
        act = acting.empties(table)
        return None if act is None else lambda: acting.do(table, act, f"the table closes; the house does: {act}")

    def _time_is_up(self, act: Act) -> str:
        player = act.name_in_it
        if not player:
            return "time is up: no more bets"
        self._absences[player] += 1
        return f"{player}'s time is up; the house does for {player}: {act}"
