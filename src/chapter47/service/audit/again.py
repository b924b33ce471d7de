"""Every act done again with the orders and seeds that were opened: cards, events and entries must come out the same."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chapter47.core.act import BadActError
from chapter47.core.hosting import Hosting
from chapter47.core.log import LogEntry
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import CannotPlayError, RefusedError, TableInPlay, declines
from chapter47.games import AnyTable
from chapter47.service import keeping, money
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.opened_chance import OpenedChance, StillSecretError, WrongOrderError, do_again

LINES_KEPT: Final = 1000
"""So much of the log stays with the table that is played again."""


class Recorded(NamedTuple):
    """A unit of a table as the journal has it."""

    where: str
    act: str
    opens: bool
    steps: int
    events: list[LogEntry]
    entries: list[money.Entry]


class Again:
    """One table, played again act by act."""

    def __init__(
        self, table: str, playing: AnyPlaying, hosting: Hosting, posting: AnyTable, chance: OpenedChance
    ) -> None:
        self.table, self._playing, self._hosting = table, playing, hosting
        self._in_play: TableInPlay = playing.open(posting, chance, cut=declines)
        self._stated = keeping.NOTHING
        self._happened: Sequence[LogEntry] = ()

    def findings(self, units: Iterator[Recorded]) -> Iterator[AuditProblem]:
        """Until something is still a secret, or does not come again."""
        for unit in units:
            try:
                wrong = self._wrong(unit)
            except StillSecretError:
                return
            except WrongOrderError:
                wrong = "shuffled other cards than were opened"
            except (RefusedError, CannotPlayError, BadActError) as error:
                wrong = f"cannot be done again: {error}"
            if wrong:
                yield AuditProblem(unit.where, wrong)
                return

    def came_out_otherwise(self, unit: Recorded) -> str:
        """What does not come again of what happened; empty where all does."""
        log = self._hosting.log(self._in_play)
        if len(log) > LINES_KEPT:
            del log[:-LINES_KEPT]
        start = len(log)
        if refused := do_again(self._playing, self._in_play, unit.act, opens=unit.opens, steps=unit.steps):
            return f"cannot be done again: {refused}"
        self._happened = self._in_play.log[start:]
        return "" if list(self._happened) == unit.events else "does not come again from what was opened"

    def _wrong(self, unit: Recorded) -> str:
        """What does not come again of what happened and of the chips; empty where all does."""
        if wrong := self.came_out_otherwise(unit):
            return wrong
        after = keeping.statement(self._in_play, self._hosting)
        due = keeping.entries(self.table, self._stated, after, [entry.event for entry in self._happened])
        self._stated = after
        return "" if due == _without_fill(unit.entries) else "has other entries than follow from what happened"


def _without_fill(entries: list[money.Entry]) -> list[money.Entry]:
    """The cage may have sent chips first, so that the tray could pay."""
    return entries[1:] if entries and entries[0].debit == money.OUTSIDE else entries
