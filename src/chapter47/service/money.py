"""Money that moves between accounts: double entry in whole cents.

An entry takes an amount above zero from one account to another, so that whatever is made of entries adds up to zero."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

OUTSIDE: Final = "outside"
"""Everything beyond the pit; the only account that may hold less than nothing."""


class Entry(Struct, frozen=True, gc=False):
    """So many cents leave the account `debit` and come to the account `credit`."""

    debit: str
    credit: str
    amount: int
    why: str = ""
    citation: str = ""

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"an entry moves more than nothing, not {self.amount}")
        if self.debit == self.credit:
            raise ValueError(f"an entry moves money from one account to another, not within {self.debit}")


def bankroll(player: str) -> str:
    return f"player/{player}/bankroll"


def coupons(player: str) -> str:
    return f"player/{player}/coupons"


def inventory(table: str) -> str:
    """The chips in the table's tray."""
    return f"table/{table}/inventory"


def drop(table: str) -> str:
    """The box into which the cash of the players goes."""
    return f"table/{table}/drop"


def layout(table: str, player: str) -> str:
    """The wagers of a player that lie on the layout, undecided."""
    return f"table/{table}/layout/{player}"


def owed(table: str, player: str) -> str:
    """Fees that arose and are collected later, set aside out of the bankroll."""
    return f"table/{table}/owed/{player}"


def coupons_laid(table: str, player: str) -> str:
    """Match play coupons of a player that lie with wagers."""
    return f"table/{table}/coupons/{player}"


def meter(table: str, name: str) -> str:
    """A progressive or reset meter."""
    return f"table/{table}/meter/{name}"


def may_overdraw(account: str) -> bool:
    return account == OUTSIDE


def changes(entries: Iterable[Entry]) -> dict[str, int]:
    """What each account gains or loses by them; those that come out even are left out."""
    totals: dict[str, int] = {}
    for entry in entries:
        totals[entry.debit] = totals.get(entry.debit, 0) - entry.amount
        totals[entry.credit] = totals.get(entry.credit, 0) + entry.amount
    return {account: change for account, change in totals.items() if change}
