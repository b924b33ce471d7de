"""Request and response models of the staff's routes. Money is whole cents, times are milliseconds since 1970."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from chapter47.service.api.models import Asked, Cents, Key, Name, Reason
from chapter47.service.floor_view import AlarmCode

Short = Annotated[str, Field(max_length=80)]


# The floor -----------------------------------------------------------------------------------------------------------


class AlarmShown(BaseModel):
    """An alert at a table for the staff."""

    code: AlarmCode
    player: str
    since: int


class SeatedPlayerShown(BaseModel):
    """A player at a table and their chips."""

    name: str
    chips: int
    on_layout: int
    owed: int
    coupons: int
    away: bool


class FloorTableShown(BaseModel):
    """A table on the floor."""

    id: str
    name: str
    game: str
    title: str
    minimum: int
    maximum: int
    practice: bool
    paused: str | None
    stopped: bool = Field(description="Whether the deal is stopped and continues only step by step")
    closing: bool
    dealer: str = Field(description="The dealer assigned by a supervisor; empty if there is no assignment")
    round: int
    in_round: bool
    seats: int
    players: list[SeatedPlayerShown]
    on_layout: int
    in_tray: int
    drop: int
    meters: int
    rounds_per_hour: int | None
    waits_for: str
    seconds_left: float | None
    requests: int
    change_at: int | None
    alarms: list[AlarmShown]


class BuyInRequestShown(BaseModel):
    """A player waiting for chips."""

    id: str
    player: str
    table: str
    amount: int
    at: int


class FloorShown(BaseModel):
    """Every open table, and the players waiting for chips."""

    tables: list[FloorTableShown]
    requests: list[BuyInRequestShown]
    own_tables_only: bool = Field(description="Whether dealers work only at tables assigned to them")
    dealers: list[str] = Field(description="Dealers who can be assigned to a table")
    players: list[str] = Field(description="Players who can buy chips")


class IrregularityShown(BaseModel):
    """An irregularity of the deal, and what follows when it is called."""

    kind: str
    what: str = Field(description="What happened")
    when: str = Field(description="When it can be called")
    then: str = Field(description="What follows, in our own words")
    citation: str
    text_held: bool = Field(description="Whether the text of the paragraph is held; if not, `then` follows a reading")
    now: bool = Field(description="Whether it can be called now")
    act: str = Field(description="The act to send to POST /tables/{table}/acts")


class DealAsked(Asked):
    on: bool = Field(description="false stops the deal, true starts it again")
    reason: str = Field("", max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")
    key: Key


class StepsAsked(Asked):
    number: int = Field(1, ge=1, le=100, description="Number of dealer steps; stops early when a player must decide")
    key: Key


class DealerAsked(Asked):
    dealer: str = Field(max_length=64, description="A dealer's name; empty to end the assignment")
    key: Key


class VerdictAsked(Asked):
    file: str = Field(min_length=1, max_length=100_000, description="The text of a table file (TOML)")
    instead_of: Annotated[str, Field(max_length=80)] | None = Field(
        None, description="An open table whose rules it would replace: `changes` then lists what must be announced"
    )


class FindingShown(BaseModel):
    code: str
    citation: str
    message: str
    got: str
    want: str


class NoticeShown(BaseModel):
    citation: str
    kind: str
    when: str
    message: str


class VerdictShown(BaseModel):
    """Whether a table file is lawful on its date, as `chapter47 check` answers."""

    game: str
    title: str
    on: str | None
    lawful: bool | None = Field(description="null if no text is held for the date")
    headline: str
    findings: list[FindingShown]
    notices: list[NoticeShown]
    changes: list[NoticeShown]


class RulesAsked(Asked):
    file: str = Field(min_length=1, max_length=100_000, description="The text of the new table file (TOML)")
    minutes: int | None = Field(
        None, ge=0, le=24 * 60, description="Minutes until it takes effect; the house's default if null"
    )
    reason: str = Field("", max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")
    key: Key


class RulesChange(BaseModel):
    file: str
    at: int
    by: str
    reason: str


class RulesShown(BaseModel):
    """A table's file, and any announced change of it."""

    file: str
    change: RulesChange | None


# Chips ---------------------------------------------------------------------------------------------------------------


class SlipShown(BaseModel):
    """A fill or credit slip."""

    number: int
    kind: Literal["fill", "credit"]
    table: str
    name: str
    amount: int
    by: str
    at: int
    tray: int
    automatic: bool = Field(description="The house filled the tray by itself")
    series: str = Field(description="The table whose own series the number is of; empty for the cage's")


class BuyInRequested(Asked):
    table: str = Field(min_length=1, max_length=80)
    amount: Cents


class ChipsOfValue(Asked):
    value: Cents
    number: int = Field(gt=0, le=10_000)


class ColourChange(Asked):
    gives: list[ChipsOfValue] = Field(min_length=1, max_length=12, description="Chips the player hands in")
    takes: list[ChipsOfValue] = Field(min_length=1, max_length=12, description="Chips the player gets, worth the same")
    key: Key


class CountAsked(Asked):
    chips: int = Field(ge=0, le=10**12, description="Chips counted in the tray, in cents")
    cash: int = Field(ge=0, le=10**12, description="Cash counted in the drop box, in cents")
    key: Key


class AccountSumShown(BaseModel):
    why: str
    came: int
    went: int


class CountSheet(BaseModel):
    """What a table's tray and drop box must hold, and how it came about."""

    table: str
    name: str
    status: str
    tray: int
    drop: int
    on_layout: int
    meters: int
    win: int = Field(description="What the table won: wagers collected less paid, by the ledger")
    sums: list[AccountSumShown] = Field(description="Everything that came into the tray and left it")


class ChipsShown(BaseModel):
    """A player's chips, in total and by account."""

    player: str
    bankroll: int = Field(description="Chips in hand, in cents")
    coupons: int = Field(description="Match play coupons, in hand and on layouts, in cents")
    on_layout: int = Field(description="Undecided wagers at all tables, in cents")
    owed: int = Field(description="Outstanding fees, set aside from the bankroll, in cents")
    accounts: dict[str, int] = Field(description="Balances of all the player's accounts, in cents")


class StatementLine(BaseModel):
    """One movement of a player's chips."""

    at: int
    kind: str
    why: str
    other: str
    table: str
    round: int
    change: int
    balance: int
    citation: str


class PlayerStatement(BaseModel):
    """A player's chips in a period."""

    player: str
    opening: int
    closing: int
    lines: list[StatementLine]


# The journal and the ledger ------------------------------------------------------------------------------------------


class JournalLineShown(BaseModel):
    """A row of the journal, without cards, which only the round itself shows."""

    seq: int
    stream: str
    version: int
    kind: str
    actor: str
    at: int
    round: int
    hash: str
    act: str
    reason: str
    player: str
    amount: int


class JournalPage(BaseModel):
    """The newest rows first; `before` of the next page is the last `seq`."""

    rows: list[JournalLineShown]
    kinds: list[str]


class JournalHeadShown(BaseModel):
    """The end of the journal, to write down outside the house."""

    seq: int
    hash: str
    at: int


class LedgerLineShown(BaseModel):
    """An entry of an account with the balance after it."""

    seq: int
    place: int
    at: int
    kind: str
    actor: str
    stream: str
    round: int
    other: str
    change: int
    balance: int
    why: str
    citation: str


class AccountShown(BaseModel):
    account: str
    balance: int
    lines: list[LedgerLineShown]


class AuditState(BaseModel):
    """The last audit that was started here."""

    state: Literal["never", "running", "done", "failed"]
    started: int
    ended: int
    by: str
    doing: str
    part: float = Field(description="From 0 to 1")
    result: dict[str, Any] | None = Field(description="As `chapter47 audit --json` prints it")
    error: str


# The house -----------------------------------------------------------------------------------------------------------


class DatabaseStatus(BaseModel):
    kind: str
    shown: str = Field(description="Its URL without a password")
    bytes: int | None
    writable: bool
    journal: int = Field(description="Rows of the journal")
    last_at: int


class KeyStatus(BaseModel):
    file: str
    present: bool
    owner_only: bool
    fingerprint: str = Field(description="Identifies the key of a backup without revealing it")


class BackupStatus(BaseModel):
    folder: str = Field(description="The setting `backup_folder`; empty if none is set")
    newest: str
    at: int
    overdue: bool = Field(description="Whether there is no backup from the last 24 hours")


class HouseStatus(BaseModel):
    """Show settings in force, retention, and the state of database, key and backups."""

    version: str
    demo: bool
    started: int
    now: int
    settings: dict[str, Any]
    limits: dict[str, Any]
    retention_years: int
    purged_before: int = Field(description="Events of tables closed before this time are purged; 0 keeps everything")
    database: DatabaseStatus
    key: KeyStatus
    backups: BackupStatus


class TokensEnded(BaseModel):
    ended: int


__all__ = ["Name", "Reason", "Short"]
