"""Replays every act with the revealed orders and seeds: cards, events and entries must be reproduced."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chapter47.core.act_words import BadActError
from chapter47.core.event import CouponLaid, CouponMoved
from chapter47.core.hosting import Hosting
from chapter47.core.log import LogEntry
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import CannotPlayError, RefusedError, TableInPlay, declines
from chapter47.games import AnyTable
from chapter47.service import ledger_entries, money
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.opened_chance import OpenedChance, StillSecretError, WrongOrderError, do_again

CLOSES: Final = ("closed", "voided")
"""Kinds of the last unit of a table."""
LINES_KEPT: Final = 1000
"""Log lines kept in memory while a table is replayed."""


class Recorded(NamedTuple):
    """A table's unit as recorded in the journal."""

    where: str
    act: str
    opens: bool
    steps: int
    events: list[LogEntry]
    entries: list[money.Entry]
    kind: str = "command"


class Again:
    """One table, replayed act by act."""

    def __init__(
        self, table: str, playing: AnyPlaying, hosting: Hosting, posting: AnyTable, chance: OpenedChance
    ) -> None:
        self.table, self._playing, self._hosting = table, playing, hosting
        self._in_play: TableInPlay = playing.open(posting, chance, cut=declines)
        self._stated = ledger_entries.NOTHING
        self._happened: Sequence[LogEntry] = ()
        self._coupons: Counter[str] = Counter()

    def findings(self, units: Iterator[Recorded]) -> Iterator[AuditProblem]:
        """Yield problems until a secret is still sealed or something does not reproduce."""
        for unit in units:
            try:
                wrong = self._wrong(unit)
            except StillSecretError:
                return
            except WrongOrderError:
                wrong = "shuffled cards that differ from those opened"
            except (RefusedError, CannotPlayError, BadActError) as error:
                wrong = f"cannot be replayed: {error}"
            if wrong:
                yield AuditProblem(unit.where, wrong)
                return

    def came_out_otherwise(self, unit: Recorded) -> str:
        """Describe the events that are not reproduced; empty if all are."""
        log = self._hosting.log(self._in_play)
        if len(log) > LINES_KEPT:
            del log[:-LINES_KEPT]
        start = len(log)
        if refused := do_again(self._playing, self._in_play, unit.act, opens=unit.opens, steps=unit.steps):
            return f"cannot be replayed: {refused}"
        self._happened = self._in_play.log[start:]
        return "" if list(self._happened) == unit.events else "is not reproduced from the opened secrets"

    def _wrong(self, unit: Recorded) -> str:
        """Describe the events and chips that do not reproduce; empty if all do."""
        if wrong := self.came_out_otherwise(unit):
            return wrong
        after = ledger_entries.statement(self._in_play, self._hosting)
        due = ledger_entries.entries(self.table, self._stated, after, [entry.event for entry in self._happened])
        self._count_coupons()
        if unit.kind in CLOSES:
            due += ledger_entries.closing(self.table, after, self._coupons)
        self._stated = after
        return "" if due == _without_fill(unit.entries) else "has ledger entries that do not follow from its events"

    def _count_coupons(self) -> None:
        for entry in self._happened:
            if isinstance(entry.event, CouponMoved):
                laid = isinstance(entry.event, CouponLaid)
                self._coupons[entry.event.bettor] += entry.event.amount if laid else -entry.event.amount


def _without_fill(entries: list[money.Entry]) -> list[money.Entry]:
    """Remove the fill that the cage may have sent first so that the tray could pay."""
    return entries[1:] if entries and entries[0].debit == money.OUTSIDE else entries
