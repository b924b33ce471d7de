"""Slips of fills and credits: consecutive numbers, and the contents of a printed slip.

Those of the cage have one series. Fills that a table makes by itself, to pay what its tray does not hold, are numbered
by the table's own versions: a table waits for nobody else's number."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct, convert, to_builtins

from chapter47.core.json_object import Json
from chapter47.service.store import RowChange

SLIPS: Final = "slips"
DIGITS: Final = 8
"""Width of slip numbers, since keys of rows are sorted as text."""
SlipKind = Literal["fill", "credit"]


class Slip(Struct, frozen=True, kw_only=True):
    """A fill or a credit."""

    number: int
    kind: SlipKind
    table: str
    name: str
    """The table's name on the floor."""
    amount: int
    by: str
    at: int
    tray: int
    """The chips in the tray afterwards, by the ledger."""
    automatic: bool = False
    """Whether the house filled the tray by itself."""
    series: str = ""
    """The table whose own series it is of; empty for the series of the cage."""

    def row(self) -> RowChange:
        number = f"{self.number:0{DIGITS}}"
        return RowChange(SLIPS, f"{self.series}/{number}" if self.series else number, to_builtins(self))


def read(rows: Mapping[str, Json]) -> list[Slip]:
    """List slips, newest first."""
    slips = (convert(dict(row), Slip) for row in rows.values())
    return sorted(slips, key=lambda slip: (slip.at, slip.number), reverse=True)


def last_number(slips: Iterable[Slip]) -> int:
    """Return the last number of the series of the cage."""
    return max((slip.number for slip in slips if not slip.series), default=0)
