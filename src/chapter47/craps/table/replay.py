"""Replay: every act of a log is performed again and must cause the same events."""

from collections.abc import Iterable, Iterator

from chapter47.core.chance import Chance, Dice, Scripted, Seeded
from chapter47.core.log import Frame, LogEntry, LogError
from chapter47.core.replay import LogReplay
from chapter47.craps.events import LOG, Thrown
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.table.in_play import CrapsInPlay


def replay(posting: CrapsPosting, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Yields every line with the layout it leads to; raises `LogError` at the first line that does not reproduce."""
    log = LogReplay(LOG, entries, "the rules give")
    return _frames(log, posting, DiceOfLog(log))


def redeal(posting: CrapsPosting, entries: list[LogEntry], seed: int) -> None:
    """The same with the dice of the log's seed; raises `LogError` at the first line that they do not give."""
    for _ in _frames(LogReplay(LOG, entries), posting, Seeded(seed)):
        pass


def _frames(log: LogReplay, posting: CrapsPosting, chance: Chance) -> Iterator[Frame]:
    table = CrapsInPlay(posting, chance)
    return log.frames(table.entries, lambda _, act: table.perform(act), lambda _: table.step(), lambda: table.layout)


class DiceOfLog(Scripted):
    """The next throws according to a log."""

    def __init__(self, log: LogReplay) -> None:
        super().__init__()
        self.log = log

    def dice(self) -> Dice:
        event = self.log.following(Thrown)
        if event is None:
            raise LogError(self.log.line, "no throw follows in the log")
        return event.first, event.second
