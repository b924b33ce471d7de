"""Corrections: how many there are, and whether each round they name was played before them."""

from collections.abc import Container, Iterator

import msgspec

from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import JournalRow
from chapter47.service.store.corrections import CORRECTION, CorrectionBody


class Corrections:
    """Counts corrections in the order of the journal."""

    def __init__(self) -> None:
        self.number = 0

    def take(self, row: JournalRow, rounds: Container[tuple[str, int]]) -> Iterator[AuditProblem]:
        """Check a row against the rounds that began before it."""
        if row.kind != CORRECTION:
            return
        self.number += 1
        try:
            said = msgspec.json.decode(row.body, type=CorrectionBody)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            yield AuditProblem(row.where, "is a correction that cannot be read")
            return
        if (said.table or said.round) and (f"table/{said.table}", said.round) not in rounds:
            what = (
                f"corrects round {said.round} of table {said.table or 'without a name'}, which was not played before it"
            )
            yield AuditProblem(row.where, what)
