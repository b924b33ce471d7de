"""Terms used throughout the pit: actors, refusals, and the house's settings."""

from functools import partial
from typing import Any, Final, Literal

from msgspec import Struct

from chapter47.core.json_object import Json
from chapter47.core.money import DOLLAR
from chapter47.school.audition import Audition

Role = Literal["player", "dealer", "supervisor", "auditor", "administrator"]
ROLES: Final[tuple[Role, ...]] = ("player", "dealer", "supervisor", "auditor", "administrator")


class Actor(Struct, frozen=True):
    """A person who acts in the pit."""

    name: str
    role: Role


class ServiceError(Exception):
    """A refusal that changed nothing; `status` is the HTTP status."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        citation: str = "",
        got: str = "",
        allowed: str = "",
        status: int = 400,
        data: Json | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.citation = code, message, citation
        self.got, self.allowed, self.status = got, allowed, status
        self.data = data or {}
        self.headers: dict[str, str] = {}
        """Extra HTTP headers."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Make the error picklable, so that another process can raise it here."""
        build = partial(ServiceError, citation=self.citation, got=self.got, allowed=self.allowed, status=self.status)
        return partial(build, data=self.data), (self.code, self.message)


def store_lost() -> ServiceError:
    error = ServiceError(
        "store.lost", "The database cannot be written now", allowed="Send the same command again later", status=503
    )
    error.headers = {"Retry-After": "1"}
    return error


NOT_DONE: Final = "x-chapter47-not-done"
"""Header of an answer which says that nothing was done, so that the command can be sent to another process of the
cluster."""


def moved() -> ServiceError:
    error = ServiceError(
        "server.moved", "Another server process handles this now", allowed="Send the same command again", status=503
    )
    error.headers = {"Retry-After": "1", NOT_DONE: "1"}
    return error


RETENTION_YEARS: Final = 10
"""Years for which 13:69O-1.8(d) requires records of Internet games."""
YEAR: Final = 366 * 24 * 60 * 60 * 1000
"""A leap year in milliseconds."""


class PitSettings(Struct, frozen=True, kw_only=True):
    """Times are in seconds. A pace of 0 means no delay; any other time of 0 means no limit."""

    pace: float = 0.7
    """Between two steps of the dealer."""
    to_decide: float = 30
    """How long a player has for a decision before the house decides."""
    to_wager: float = 15
    """How long wagers are taken after the first wager of a round."""
    to_close: float = 60
    """How long a closing table waits for a player where neither `to_decide` nor `to_wager` is set."""
    to_return: float = 0
    """After a restart, how long players have to reconnect before they lose their seats; 0 gives them the usual time."""
    absences: int = 3
    """A connected player who lets the time pass this many times in a row loses the seat after the round."""
    missed_rounds: int = 3
    """A disconnected player is skipped after one missed decision or round, and loses the seat after this many rounds; 0
    keeps it."""
    away: float = 300
    """A disconnected player loses the seat after this many seconds between rounds, too; 0 keeps it."""
    own_pace: bool = False
    """Whether the only player at any table may choose its pace and play without a clock, as at practice tables."""
    longest_hold: float = 300
    """How long the only player at a table can stop the clock at a time, for example while a dialog is open."""
    inventory: int = 50_000 * DOLLAR
    """The chips in the tray when a table opens, and the size of an automatic fill."""
    own_tables_only: bool = False
    """Whether a dealer works only at the tables to which a supervisor has assigned that dealer."""
    notice_minutes: int = 30
    """How long before it takes effect a change of rules is announced at a table, unless a supervisor sets a time."""
    backup_folder: str = ""
    """Where backups are kept; the page of the house shows the newest file there and warns when it is over a day old."""
    most_waiting: int = 64
    """How many messages may queue for one client; clients that read too slowly are disconnected."""
    second_supervisor_above: int = 0
    """Corrections of more than this many cents in all need another supervisor's approval; 0 asks for none."""
    tables_of_a_guest: int = 3
    """How many tables one demo guest may have open; the oldest empty one is closed for the next."""
    tables_of_guests: int = 30
    """The same of all demo guests together."""
    lease_seconds: float = 3
    """In a cluster: how long after its last sign of life the tables of a process are taken over by the others."""
    retention_years: int = RETENTION_YEARS
    """The history of closed tables is purged after this many years; 0 keeps it."""
    audition: Audition | None = None
    """The school's audition: `pass`, the share of tasks that passes, and `[[audition.section]]` with `drill`, `game`,
    `tasks` and `seconds`; without it the one that comes with the program."""


DEMONSTRATION: Final = PitSettings(to_return=5, own_pace=True)
"""After a restart, a demo guest is known only by the cookie of a page that is still open."""
