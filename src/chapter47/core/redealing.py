"""A log dealt again from its seed at a game with a shoe: what came again so far, and the cuts as they were made."""

from collections import deque
from collections.abc import Sequence

from chapter47.core.act import DEALER_NAME
from chapter47.core.event import Cut, CutOffered, Event, EventTypes
from chapter47.core.log import FIRST_EVENT_LINE, LogEntry, LogError, MismatchError, line_in_file


class LogDealtAgain:
    """The entries of a log beside those that the seed gives."""

    def __init__(self, events: EventTypes, entries: list[LogEntry]) -> None:
        self.events = events
        self.entries = entries
        self.same = 0
        """So many entries have come again."""
        self._cuts = deque(entry.event for entry in entries if isinstance(entry.event, (CutOffered, Cut)))

    @property
    def is_done(self) -> bool:
        return self.same >= len(self.entries)

    @property
    def ahead(self) -> list[LogEntry]:
        """What has not come again yet."""
        return self.entries[self.same :]

    @property
    def line(self) -> int:
        number = self.same + FIRST_EVENT_LINE
        return number if self.is_done else line_in_file(self.entries[self.same], number)

    def error(self, event: Event, why: str) -> LogError:
        """At the line that is due: `Dealt follows from nothing`."""
        return LogError(self.line, f"{self.events.tag(event)} {why}")

    def compare(self, log: Sequence[LogEntry]) -> None:
        """What came last must be what the log says next. A log may end before the cards are shuffled, where somebody
        left: what comes after its end is not compared."""
        came = log[self.same :]
        if not came:
            raise self.error(self.entries[self.same].event, "follows from nothing")
        for again, entry in zip(came, self.entries[self.same : self.same + len(came)], strict=False):
            if again != entry:
                raise MismatchError(self.line, self.events, entry.event, again.event, "the seed gives")
            self.same += 1
        self.same = max(self.same, len(log))

    def cut(self, player: str, stack: int) -> int | None:
        """As the log says that it was cut, whoever is asked."""
        del stack
        if player != DEALER_NAME:
            offered = self._cuts.popleft() if self._cuts else None
            if not isinstance(offered, CutOffered) or not offered.taken:
                return None
        cut = self._cuts.popleft() if self._cuts else None
        return cut.cards if isinstance(cut, Cut) else None
