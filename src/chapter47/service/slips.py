"""Slips of fills and credits: consecutive numbers, and the contents of a printed slip."""

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
    """A fill or a credit that a person ordered. The house's own automatic fills have no slip."""

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

    def row(self) -> RowChange:
        return RowChange(SLIPS, f"{self.number:0{DIGITS}}", to_builtins(self))


def read(rows: Mapping[str, Json]) -> list[Slip]:
    """List slips, newest first."""
    return sorted((convert(dict(row), Slip) for row in rows.values()), key=lambda slip: -slip.number)


def last_number(slips: Iterable[Slip]) -> int:
    return max((slip.number for slip in slips), default=0)
