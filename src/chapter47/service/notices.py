"""The server's notices at a table, besides the game's own events, as typed records. Pages put them into words."""

from typing import Literal

from msgspec import Struct

from chapter47.core.act import Act, Choose

SeatFreedReason = Literal["missed-turns", "disconnected", "restart"]


class TableNotice(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """An action of the house. `kind` names the record in JSON; amounts are cents."""


class TimedOut(TableNotice, frozen=True, kw_only=True, tag="timed-out"):
    """A player's time ran out, so the house acted for them."""

    player: str
    act: str
    """The act as a line of text."""
    move: str
    """What was decided: the name of a move such as `stand`, or of the act."""
    amount: int = 0
    place: str = ""
    """The hand or box of the decision, if it has one."""
    seconds: float = 0
    """How long the player had; 0 if the house did not wait, as for a disconnected player."""
    reason: Literal["time-up", "too-few-wagers", "disconnected"] = "time-up"


class WagersClosed(TableNotice, frozen=True, kw_only=True, tag="wagers-closed"):
    """Betting was closed because the time for wagers was over."""

    act: str
    seconds: float = 0
    reason: Literal["time-up"] = "time-up"


class SeatFreed(TableNotice, frozen=True, kw_only=True, tag="seat-freed"):
    """A player who was away lost the seat."""

    player: str
    reason: SeatFreedReason


class HouseActed(TableNotice, frozen=True, kw_only=True, tag="house-acted"):
    """The house acted so that a table that is closing can close."""

    act: str
    move: str
    player: str = ""
    amount: int = 0
    place: str = ""
    reason: Literal["closing"] = "closing"


class TableOpening(TableNotice, frozen=True, kw_only=True, tag="opened"):
    """The table is open."""

    by: str = ""


class TablePaused(TableNotice, frozen=True, kw_only=True, tag="paused"):
    """A person paused the table; a supervisor resumes it."""

    by: str
    reason: str = ""


class TableResumed(TableNotice, frozen=True, kw_only=True, tag="resumed"):
    """A person resumed the table."""

    by: str
    reason: str = ""


class DealStopped(TableNotice, frozen=True, kw_only=True, tag="deal-stopped"):
    """A dealer or supervisor stopped the deal; it continues step by step, by hand, until it is started again."""

    by: str
    reason: str = ""


class DealStarted(TableNotice, frozen=True, kw_only=True, tag="deal-started"):
    """The deal was started again and continues automatically."""

    by: str


class DealerAssigned(TableNotice, frozen=True, kw_only=True, tag="dealer-assigned"):
    """A supervisor assigned a dealer to the table, or ended the assignment."""

    by: str
    dealer: str = ""


class RulesChanging(TableNotice, frozen=True, kw_only=True, tag="rules-changing"):
    """The table closes at a time (milliseconds since 1970) and opens again under other rules."""

    by: str
    at: int
    notices: tuple[str, ...] = ()
    """What the change requires to be announced, with its paragraph."""
    reason: str = ""


class RulesKept(TableNotice, frozen=True, kw_only=True, tag="rules-kept"):
    """An announced change of rules was cancelled."""

    by: str


class PaceChosen(TableNotice, frozen=True, kw_only=True, tag="pace-chosen"):
    """The only player set the seconds between steps of the dealer, and whether there is a time limit."""

    player: str
    seconds: float | None
    clock: bool


class TableClosing(TableNotice, frozen=True, kw_only=True, tag="closing"):
    """The table closes as soon as no wager is on the layout."""

    by: str
    reason: str = ""


class TableClosed(TableNotice, frozen=True, kw_only=True, tag="closed"):
    """The table is closed."""

    by: str
    reason: str = ""


class Restarted(TableNotice, frozen=True, kw_only=True, tag="restarted"):
    """The server restarted; the table continues from its last confirmed state."""


class RolledBack(TableNotice, frozen=True, kw_only=True, tag="rolled-back"):
    """The last command could not be written and did not happen."""


class WaitingForStore(TableNotice, frozen=True, kw_only=True, tag="waiting-for-store"):
    """The database cannot be written; the table continues automatically when it can."""


AnyNotice = (
    TimedOut
    | WagersClosed
    | SeatFreed
    | HouseActed
    | TableOpening
    | TablePaused
    | TableResumed
    | DealStopped
    | DealStarted
    | DealerAssigned
    | RulesChanging
    | RulesKept
    | PaceChosen
    | TableClosing
    | TableClosed
    | Restarted
    | RolledBack
    | WaitingForStore
)


def move_of(act: Act) -> str:
    """Return what an act decides: the move of a decision, or the act's own name."""
    if isinstance(act, Choose):
        return act.move
    return str(act.__struct_config__.tag)


def amount_of(act: Act) -> int:
    return int(getattr(act, "amount", 0))
