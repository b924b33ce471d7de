"""Onlookers of a table. Everybody sees open cards; a player also sees their own."""

from typing import Final, Literal

from msgspec import Struct


class Who(Struct, frozen=True):
    """An onlooker: a player by name, the dealer, a supervisor, or anybody else."""

    kind: Literal["anybody", "player", "dealer", "supervisor"] = "anybody"
    name: str = ""
    """Name of a player."""


class CallView(Struct, frozen=True, kw_only=True):
    """An irregularity that can be called now."""

    kind: str
    by: str
    when: str
    """When it can happen."""


ANYBODY: Final = Who()
DEALER: Final = Who("dealer")
SUPERVISOR: Final = Who("supervisor")


def player(name: str) -> Who:
    return Who("player", name)
