"""Whoever does something in the pit: a name and a role."""

from typing import Final, Literal

from msgspec import Struct

Role = Literal["player", "dealer", "supervisor", "auditor", "administrator"]
ROLES: Final[tuple[Role, ...]] = ("player", "dealer", "supervisor", "auditor", "administrator")


class Actor(Struct, frozen=True):
    """Somebody who does something in the pit."""

    name: str
    role: Role
