"""Money that moves between accounts: double entry in whole cents.

An entry moves a positive amount from one account to another, so any set of entries sums to zero."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

OUTSIDE: Final = "outside"
"""Everything outside the pit; the only account that may be negative."""


class Entry(Struct, frozen=True, gc=False):
    """A number of cents that leave the account `debit` and enter the account `credit`."""

    debit: str
    credit: str
    amount: int
    why: str = ""
    citation: str = ""

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"an entry must move a positive amount, not {self.amount}")
        if self.debit == self.credit:
            raise ValueError(f"an entry must move money between two accounts, not within {self.debit}")


def bankroll(player: str) -> str:
    return f"player/{player}/bankroll"


def coupons(player: str) -> str:
    return f"player/{player}/coupons"


def inventory(table: str) -> str:
    """Return the account of chips in the table's tray."""
    return f"table/{table}/inventory"


def drop(table: str) -> str:
    """Return the account of the drop box, where players' cash goes."""
    return f"table/{table}/drop"


def layout(table: str, player: str) -> str:
    """Return the account of a player's undecided wagers on the layout."""
    return f"table/{table}/layout/{player}"


def owed(table: str, player: str) -> str:
    """Return the account of outstanding fees, set aside from the bankroll."""
    return f"table/{table}/owed/{player}"


def coupons_laid(table: str, player: str) -> str:
    """Return the account of a player's match play coupons on the layout."""
    return f"table/{table}/coupons/{player}"


def meter(table: str, name: str) -> str:
    """Return the account of a progressive or reset meter."""
    return f"table/{table}/meter/{name}"


def progressive(name: str) -> str:
    """Return the account that holds closed tables' meters for players of later tables."""
    return f"house/progressive/{name}"


def may_overdraw(account: str) -> bool:
    return account == OUTSIDE


def changes(entries: Iterable[Entry]) -> dict[str, int]:
    """Return what each account gains or loses, leaving out zeros."""
    totals: dict[str, int] = {}
    for entry in entries:
        totals[entry.debit] = totals.get(entry.debit, 0) - entry.amount
        totals[entry.credit] = totals.get(entry.credit, 0) + entry.amount
    return {account: change for account, change in totals.items() if change}
