"""A problem and its place."""

from msgspec import Struct


class AuditProblem(Struct, frozen=True):
    """A place in the database and what is wrong there."""

    where: str
    what: str
