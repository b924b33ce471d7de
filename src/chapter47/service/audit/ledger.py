"""The ledger, added up from zero."""

from collections.abc import Iterable, Iterator

from chapter47.core.money import dollars
from chapter47.service.audit.chain import Manifest
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import AccountRow, EntryRow, JournalRow
from chapter47.service.money import Entry, changes, may_overdraw
from chapter47.service.store.journal import entries_digest


class Ledger:
    """Adds up every unit's entries in order."""

    def __init__(self, rows: Iterable[EntryRow]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)
        self.balances: dict[str, int] = {}
        self.transactions = 0

    def take(self, row: JournalRow, manifest: Manifest) -> Iterator[AuditProblem]:
        while self._next and self._next.seq < row.seq:
            yield from self._strays()
        mine = []
        while self._next and self._next.seq == row.seq:
            mine.append(self._next)
            self._next = next(self._rows, None)
        self.transactions += bool(mine)
        try:
            entries = [Entry(*entry[2:]) for entry in mine]
        except ValueError as error:
            yield AuditProblem(row.where, str(error))
            return
        in_order = [entry.place for entry in mine] == list(range(1, len(mine) + 1))
        if not in_order or manifest.entries != (entries_digest(entries) if entries else None):
            yield AuditProblem(row.where, "has entries that differ from those committed with it")
        yield from self._add(row, entries)

    def end(self, accounts: Iterable[AccountRow]) -> Iterator[AuditProblem]:
        while self._next:
            yield from self._strays()
        kept = {account.name: account for account in accounts}
        for name in sorted(self.balances.keys() | kept.keys()):
            yield from _account(name, kept.get(name), self.balances.get(name))

    def _add(self, row: JournalRow, entries: list[Entry]) -> Iterator[AuditProblem]:
        for entry in entries:
            self.balances.setdefault(entry.debit, 0)
            self.balances.setdefault(entry.credit, 0)
        for account, change in changes(entries).items():
            self.balances[account] += change
            if self.balances[account] < 0 and not may_overdraw(account):
                yield AuditProblem(row.where, f"leaves {account} with {dollars(self.balances[account])}")

    def _strays(self) -> Iterator[AuditProblem]:
        assert self._next is not None
        yield AuditProblem(f"entries {self._next.seq}.{self._next.place}", "belongs to no row of the journal")
        self._next = next(self._rows, None)


def _account(name: str, kept: AccountRow | None, added: int | None) -> Iterator[AuditProblem]:
    label = f"account {name}"
    if kept is None or added is None:
        yield AuditProblem(label, "is missing" if kept is None else "was never named by an entry")
    elif kept.balance != added:
        yield AuditProblem(label, f"holds {dollars(kept.balance)}; its entries add up to {dollars(added)}")
    if kept is not None and bool(kept.may_overdraw) != may_overdraw(name):
        yield AuditProblem(label, "has the wrong overdraft permission")
