"""What an auditor reads: the journal with filters, and an account with its entries and running balance. Bodies of units
contain cards, so only the act and its notices leave this module."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, case, func, or_, select

from chapter47.core.json_object import Json
from chapter47.service.store.corrections import CORRECTION
from chapter47.service.store.schema import entries, head
from chapter47.service.store.schema import journal as units

MOST_ROWS: Final = 200


class JournalLine(Struct, frozen=True, kw_only=True):
    """A row of the journal, without anything that is hidden until a round is over."""

    seq: int
    stream: str
    version: int
    kind: str
    actor: str
    at: int
    round: int
    hash: str
    act: str = ""
    reason: str = ""
    player: str = ""
    amount: int = 0
    """Total of its entries in cents."""


class JournalFilter(Struct, frozen=True, kw_only=True):
    """The filter; empty fields match everything."""

    stream: str = ""
    kind: str = ""
    actor: str = ""
    since: int = 0
    until: int | None = None
    before: int | None = None
    """Rows before this number, for the next page."""
    limit: int = 50


class JournalHead(Struct, frozen=True, kw_only=True):
    """Where the journal ends now: its last number and hash, to note down outside the house."""

    seq: int
    hash: str
    at: int


class LedgerLine(Struct, frozen=True, kw_only=True):
    """An entry of one account, and what the account held after it."""

    seq: int
    place: int
    at: int
    kind: str
    actor: str
    stream: str
    round: int
    other: str
    """The account on the other side."""
    change: int
    balance: int
    why: str
    citation: str


class AccountSum(Struct, frozen=True, kw_only=True):
    """The sums that entered and left an account for one reason."""

    why: str
    came: int
    went: int


class _Said(Struct, frozen=True):
    """Return the part of a unit's body that everybody may read."""

    act: str = ""
    reason: str = ""
    player: str = ""
    name: str = ""


def journal_lines(connection: Connection, wanted: JournalFilter) -> list[JournalLine]:
    """List entries of the journal, newest first."""
    columns = tuple(
        units.c[name] for name in ("seq", "stream", "version", "kind", "actor", "at", "round", "hash", "body")
    )
    moved = select(func.coalesce(func.sum(entries.c.amount), 0)).where(entries.c.seq == units.c.seq).scalar_subquery()
    asked = select(*columns, moved.label("amount")).where(units.c.at >= wanted.since).order_by(units.c.seq.desc())
    for name in ("stream", "kind", "actor"):
        if value := getattr(wanted, name):
            asked = asked.where(units.c[name] == value)
    if wanted.until is not None:
        asked = asked.where(units.c.at < wanted.until)
    if wanted.before is not None:
        asked = asked.where(units.c.seq < wanted.before)
    return [_line(row) for row in connection.execute(asked.limit(min(wanted.limit, MOST_ROWS)))]


def _line(row: Any) -> JournalLine:
    said = _said(bytes(row.body))
    return JournalLine(
        seq=row.seq,
        stream=row.stream,
        version=row.version,
        kind=row.kind,
        actor=row.actor,
        at=row.at,
        round=row.round,
        hash=bytes(row.hash).hex(),
        act=said.act,
        reason=said.reason,
        player=said.player or said.name,
        amount=int(row.amount),
    )


def _said(body: bytes) -> _Said:
    """Read the public part of a body; empty if it was purged or is not JSON."""
    try:
        return msgspec.json.decode(body, type=_Said)
    except msgspec.MsgspecError:
        return _Said()


def journal_kinds(connection: Connection) -> list[str]:
    return sorted(connection.scalars(select(units.c.kind).distinct()))


def journal_head(connection: Connection) -> JournalHead:
    last = connection.execute(select(head.c.seq, head.c.hash)).one_or_none()
    if last is None:
        return JournalHead(seq=0, hash="", at=0)
    at = connection.scalar(select(units.c.at).where(units.c.seq == last.seq))
    return JournalHead(seq=last.seq, hash=bytes(last.hash).hex(), at=at or 0)


def ledger_lines(
    connection: Connection, account: str, *, since: int = 0, until: int | None = None, limit: int = 100
) -> list[LedgerLine]:
    """Return the newest entries of an account in a period, in order, each with the balance after it."""
    change = case((entries.c.credit == account, entries.c.amount), else_=-entries.c.amount)
    running = func.sum(change).over(order_by=(entries.c.seq, entries.c.place))
    names = ("at", "kind", "actor", "stream", "round")
    every = (
        select(
            entries.c.seq,
            entries.c.place,
            *(units.c[name] for name in names),
            case((entries.c.credit == account, entries.c.debit), else_=entries.c.credit).label("other"),
            change.label("change"),
            running.label("balance"),
            entries.c.why,
            entries.c.citation,
        )
        .join(units, units.c.seq == entries.c.seq)
        .where(or_(entries.c.debit == account, entries.c.credit == account))
        .subquery()
    )
    asked = select(every).where(every.c.at >= since)
    if until is not None:
        asked = asked.where(every.c.at < until)
    newest = connection.execute(asked.order_by(every.c.seq.desc(), every.c.place.desc()).limit(limit)).all()
    return [LedgerLine(**_whole_numbers(row._mapping)) for row in reversed(newest)]


def _whole_numbers(row: Any) -> Json:
    """Convert sums to integers, since PostgreSQL returns decimals."""
    return {**row, "change": int(row["change"]), "balance": int(row["balance"])}


def account_sums(connection: Connection, account: str) -> list[AccountSum]:
    """Sum an account by reason, without the part after a colon: `paid: main` and `paid: insurance` are both `paid`. All
    corrections are one, whatever their reasons."""
    came = func.coalesce(func.sum(case((entries.c.credit == account, entries.c.amount), else_=0)), 0)
    went = func.coalesce(func.sum(case((entries.c.debit == account, entries.c.amount), else_=0)), 0)
    touched = or_(entries.c.debit == account, entries.c.credit == account)
    summed = select(units.c.kind, entries.c.why, came, went).join(units, units.c.seq == entries.c.seq)
    totals: dict[str, tuple[int, int]] = {}
    for kind, why, came_in, went_out in connection.execute(summed.where(touched).group_by(units.c.kind, entries.c.why)):
        name = kind if kind == CORRECTION else why.partition(":")[0]
        before = totals.get(name, (0, 0))
        totals[name] = before[0] + int(came_in), before[1] + int(went_out)
    return [AccountSum(why=name, came=came_in, went=went_out) for name, (came_in, went_out) in sorted(totals.items())]
