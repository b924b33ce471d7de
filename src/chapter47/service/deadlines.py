"""How long a table waits for people, and what its dealer does when the time is up."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from chapter47.core.act import Act
from chapter47.service import acting
from chapter47.service.commands import Done
from chapter47.service.notices import (
    AnyNotice,
    HouseActed,
    SeatFreed,
    SeatFreedReason,
    TimedOut,
    WagersClosed,
    amount_of,
    move_of,
)
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.terms import Actor, ServiceError

DEALER: Final = Actor("dealer", "dealer")
"""The house's own dealer, who acts automatically."""


class Departure(NamedTuple):
    """When a player's last socket closed: the table's round count and the time."""

    round: int
    at: float


class Hold(NamedTuple):
    """A clock that a player has stopped."""

    player: str
    since: float
    until: float

    def is_over(self, now: float) -> bool:
        return now >= self.until


def _now() -> float:
    return asyncio.get_running_loop().time()


class Deadlines:
    """The deadlines of one table."""

    def __init__(self, table: RecordedTable, wake: Callable[[], None]) -> None:
        self._table = table
        self._wake = wake
        """Makes the table's task look at the clock again."""
        self._asked_at: tuple[int, str] | None = None
        self._acted_at: int | None = None
        """The version at which the dealer last acted; if it is unchanged, that act had no effect."""
        self._waits_for: object = None
        self._deadline: float | None = None
        self._absences: Counter[str] = Counter()
        self._comes_until = 0.0
        """The time until which the house waits for players who sat here before a restart."""
        self._left: dict[str, Departure] = {}
        """Players whose last socket has closed and who have not acted since."""
        self._missed: Counter[str] = Counter()
        """The number of whole rounds that each of them has missed."""
        self._hold: Hold | None = None

    def expect_earlier_players(self) -> None:
        """Start the grace period after a restart, when nobody is connected yet."""
        to_return = self._table.house.settings.to_return
        self._comes_until = _now() + to_return
        seated = list(self._table.hosting.seated(self._table.in_play))
        for player in seated:
            self.has_left(player)
        if to_return:
            self._table.not_back.update(seated)

    # Who is connected ------------------------------------------------------------------------------------------------

    def has_left(self, player: str) -> None:
        """Note that the player's last socket has closed."""
        self._left.setdefault(player, Departure(self._table.round, _now()))
        self._asked_at = None
        self._wake()

    def is_here(self, player: str) -> None:
        """Note that the player connected or acted."""
        self._absences[player] = self._missed[player] = 0
        self._left.pop(player, None)
        self._table.skipped.discard(player)
        if player in self._table.not_back:
            self._table.not_back.discard(player)
            self._asked_at = self._waits_for = None

    def is_away(self, player: str) -> bool:
        """Whether the player's last socket has closed and they have not acted since."""
        return player in self._left

    def round_ended(self) -> None:
        """Count the round for players who were away before it began."""
        for player, departure in self._left.items():
            if departure.round < self._table.round:
                self._missed[player] += 1
                self._table.skipped.add(player)

    def _away(self) -> set[str]:
        """Return disconnected players who lose their seats now."""
        settings, now = self._table.house.settings, _now()
        return {
            player
            for player, departure in self._left.items()
            if 0 < settings.missed_rounds <= self._missed[player] or 0 < settings.away <= now - departure.at
        }

    def _idle(self) -> tuple[object, float | None]:
        """Return the time between rounds until disconnected players lose their seats; nothing else happens then."""
        table, away = self._table, self._table.house.settings.away
        if not away or not self._left or not table.in_play.between_rounds:
            return "wagers", None
        seated = [name for name in table.hosting.seated(table.in_play) if name not in table.in_play.staked]
        due = {name: departure.at + away for name, departure in self._left.items() if name in seated}
        return ("wagers", *due), max(min(due.values()) - _now(), 0) if due else None

    # A clock that is stopped -----------------------------------------------------------------------------------------

    def hold(self, player: str) -> None:
        """Stop the clock for a player alone at the table."""
        if list(self._table.hosting.seated(self._table.in_play)) != [player]:
            allowed = "a player who is alone at the table"
            raise ServiceError(
                "hold.not_alone", "You cannot stop the clock for other players", allowed=allowed, status=409
            )
        now = _now()
        if self._hold is None or self._hold.is_over(now):
            self.release(player)
            self._hold = Hold(player, now, now + self._table.house.settings.longest_hold)
            self._wake()

    def release(self, player: str) -> None:
        """Start the clock again, with the time that was left."""
        if self._hold is None or self._hold.player != player:
            return
        if self._deadline is not None:
            self._deadline += min(_now(), self._hold.until) - self._hold.since
        self._hold = None
        self._wake()

    @property
    def shown(self) -> float | None:
        """Return the seconds left as players see them; None while the clock is stopped."""
        return None if self.is_held else self.left

    @property
    def is_held(self) -> bool:
        return self._hold is not None and not self._hold.is_over(_now())

    def begin(self) -> None:
        """Set the time at which the dealer acts, if the reason is new. Further wagers, or wagers returned by the house,
        do not delay it."""
        moment = self._table.version, self._table.paused
        if moment == self._asked_at:
            return
        self._asked_at = moment
        waits_for, seconds = self._now()
        if waits_for != self._waits_for or self._acted_at == self._table.version:
            self._waits_for = waits_for
            now = _now()
            self._deadline = now + seconds if seconds is not None else None
            if self._hold is not None and not self._hold.is_over(now):
                self._hold = self._hold._replace(since=now)

    def _now(self) -> tuple[object, float | None]:
        table, settings = self._table, self._table.house.settings
        if table.paused or table.stopped:
            return "resumed", None
        if not table.waits:
            return (table.version, "step"), table.pace
        awaited = table.hosting.awaited(table.in_play)
        if table.closing:
            return (table.version, "closing"), self._until_it_closes(awaited)
        if awaited:
            return (table.version, awaited, table.has_clock), self._to_decide(awaited)
        if table.hosting.time_is_up(table.in_play):
            return (table.round, "wagers", table.has_clock), (table.has_clock and settings.to_wager) or None
        if self._absentees():
            return (table.version, "absent"), 0
        if table.not_back:
            return "players from before the restart", self._until_they_come()
        return self._idle()

    def _to_decide(self, player: str) -> float | None:
        if player in self._table.not_back:
            return self._until_they_come()
        if player in self._table.skipped:
            return 0
        return (self._table.has_clock and self._table.house.settings.to_decide) or None

    def _until_it_closes(self, awaited: str) -> float | None:
        """Return the time for a decision, or for a wager that a next hand needs, at a closing table: the posted time,
        or the house's time before it closes."""
        table, settings = self._table, self._table.house.settings
        if awaited:
            return settings.to_decide or settings.to_close or None
        if table.in_play.staked and acting.winding_down_act(table) is None:
            return None
        if table.hosting.plays_on(table.in_play):
            return settings.to_wager or settings.to_close or None
        return settings.pace

    @property
    def left(self) -> float | None:
        """Return the seconds left; None if nothing happens automatically."""
        if self._deadline is None:
            return None
        held = self._hold.until - self._hold.since if self._hold else 0
        return max(self._deadline + held - _now(), 0)

    def _until_they_come(self) -> float:
        return max(self._comes_until - _now(), 0)

    def _absentees(self) -> list[str]:
        """Return players with nothing on the layout who let the time pass too often or have not come back."""
        table, most = self._table, self._table.house.settings.absences
        gone = {name for name, times in self._absences.items() if most and times >= most} | self._away()
        if not self._until_they_come():
            gone |= table.not_back
        at_table = table.hosting.seated(table.in_play) if gone and table.in_play.between_rounds else ()
        return [name for name in at_table if name in gone and name not in table.in_play.staked]

    # The time is up --------------------------------------------------------------------------------------------------

    def dealers_own(self) -> Callable[[], Done] | None:
        """Return the dealer's act when the time is up."""
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
            reason = self._why_freed(gone[0])
            self.is_here(gone[0])
            leaves = table.hosting.leaves(gone[0])
            freed = SeatFreed(player=gone[0], reason=reason)
            return lambda: acting.do(table, leaves, freed)
        act = table.hosting.time_is_up(table.in_play)
        return None if act is None else lambda: acting.do(table, act, self._time_is_up(act))

    def _why_freed(self, player: str) -> SeatFreedReason:
        if player in self._table.not_back:
            return "restart"
        return "disconnected" if player in self._away() else "missed-turns"

    def _closes(self) -> Callable[[], Done] | None:
        table = self._table
        if not table.in_play.staked:
            return lambda: acting.close(table, table.values.get("by", ""), table.values["reason"])
        act = acting.winding_down_act(table)
        if act is None:
            return None
        decided = HouseActed(
            act=str(act), move=move_of(act), player=act.player_name, amount=amount_of(act), place=self._place(act)
        )
        return lambda: acting.do(table, act, decided)

    def _time_is_up(self, act: Act) -> AnyNotice:
        table, player = self._table, act.player_name
        settings = table.house.settings
        if not player:
            return WagersClosed(act=str(act), seconds=settings.to_wager)
        awaited = table.hosting.awaited(table.in_play) == player
        self._absences[player] += 1
        if awaited and self.is_away(player):
            table.skipped.add(player)  # waited for once; nobody waits again until they are back
        return TimedOut(
            player=player,
            act=str(act),
            move=move_of(act),
            amount=amount_of(act),
            place=self._place(act),
            seconds=settings.to_decide if awaited else settings.to_wager,
            reason="time-up" if awaited else "too-few-wagers",
        )

    def _place(self, act: Act) -> str:
        """Return the hand being decided, or the box that the act names."""
        table = self._table
        return table.hosting.awaited_place(table.in_play) or str(getattr(act, "box", ""))
