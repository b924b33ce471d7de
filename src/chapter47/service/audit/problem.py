"""What is wrong, and where."""

from msgspec import Struct


class AuditProblem(Struct, frozen=True):
    """A place in the database and what is wrong there."""

    where: str
    what: str
