"""Who looks at a table. Everybody sees what lies open; a player sees the own cards besides."""

from typing import Final, Literal

from msgspec import Struct


class Who(Struct, frozen=True):
    """An onlooker: a player by name, the dealer, a supervisor, or anybody else."""

    kind: Literal["anybody", "player", "dealer", "supervisor"] = "anybody"
    name: str = ""
    """Of a player."""


class CallView(Struct, frozen=True, kw_only=True):
    """An irregularity that can be called now."""

    kind: str
    by: str
    when: str
    """The moments at which it can happen."""


ANYBODY: Final = Who()
DEALER: Final = Who("dealer")
SUPERVISOR: Final = Who("supervisor")


def player(name: str) -> Who:
    return Who("player", name)
