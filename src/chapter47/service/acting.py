"""What people and the house do at a table: who may do what, and what comes of it. Nothing is committed here."""

from collections.abc import Collection

import msgspec

from chapter47.core.act import Act, Coupon, Open, Steps
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.table_in_play import Cost, RefusedError
from chapter47.service import keeping, money
from chapter47.service.actor import Actor
from chapter47.service.commands import Body, Done
from chapter47.service.errors import ServiceError
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.store import RowChange


def by_line(table: RecordedTable, actor: Actor, line: str) -> Done:
    """An act as it is written in scripts, by somebody who may do it."""
    act = table.read(line)
    check_doer(table, actor, act)
    return do(table, act)


def check_doer(table: RecordedTable, actor: Actor, act: Act) -> None:
    doer = act.done_by
    if doer == "script" or isinstance(act, (Open, Steps)):
        raise ServiceError(
            "act.not_here", "nobody can do this at a real table", got=str(act), allowed="what `may` lists", status=403
        )
    if actor.role == "player":
        if doer == "player" and act.name_in_it in (actor.name, ""):
            return
        if actor.name in who_may_close_wagers(table) and act == table.hosting.closes_wagers(table.in_play):
            return
    elif (actor.role == "supervisor" and doer != "player") or (actor.role == "dealer" and doer == "dealer"):
        return
    allowed = f"acts in the name of {actor.name}" if actor.role == "player" else f"acts of a {actor.role}"
    raise ServiceError("act.not_yours", "this is for others to do", got=str(act), allowed=allowed, status=403)


def who_may_close_wagers(table: RecordedTable) -> Collection[str]:
    """Players need not wait for the time to pass once everybody at the table has a wager."""
    return () if without_wagers(table) else table.in_play.staked


def without_wagers(table: RecordedTable) -> list[str]:
    """Who could still make one."""
    made = {*table.in_play.staked, *table.not_back}
    return [name for name in table.hosting.seated(table.in_play) if name not in made]


def do(table: RecordedTable, act: Act, note: str = "") -> Done:
    _not_paused(table)
    done = _started(table, Body(act=str(act), note=note))
    if not table.waits and not act.at_once:
        raise ServiceError("act.not_now", "the dealer is at work", got=str(act), allowed="when players are asked")
    _affordable(table, act)
    try:
        refusal = table.in_play.perform(act)
    except RefusedError as error:
        refusal = error.refusal
    if refusal is not None:
        raise refused(refusal)
    if not table.in_play.is_open and any(True for _ in table.hosting.seated(table.in_play)):
        if refusal := table.in_play.perform(Open()):
            raise refused(refusal)
        done.body = msgspec.structs.replace(done.body, opens=True)
    return done


def steps(table: RecordedTable, number: int) -> Done:
    """The dealer goes on."""
    _not_paused(table)
    done = _started(table, Body(steps=number))
    for _ in range(number):
        table.step()
    return done


def opened(table: RecordedTable) -> Done:
    """The first unit of a table: its file, its chips, its commitments."""
    done = _started(table, Body(file=table.values["file"], note="the table is open"))
    done.kind, done.rows, done.before = "opened", (RowChange("tables", table.id, table.values),), keeping.NOTHING
    return done


def set_status(table: RecordedTable, status: str, kind: str, reason: str = "") -> Done:
    return _with_values(table, kind, f"the table is {kind}", {"status": status, "reason": reason})


def close(table: RecordedTable, reason: str = "") -> Done:
    """While wagers lie on the layout none is added; once they are decided or taken down the dealer closes the table."""
    if table.in_play.staked:
        values = {"closing": True, "status": "open", "reason": reason}
        return _with_values(table, "closing", "the table closes when no wager lies on the layout", values)
    done = set_status(table, "closed", "closed", reason)
    if (act := table.hosting.on_closing) is not None and table.in_play.is_open:
        if refusal := table.in_play.perform(act):
            raise refused(refusal)
        done.body = msgspec.structs.replace(done.body, act=str(act))
    table.chance.close()
    return done


def empties(table: RecordedTable) -> Act | None:
    """What the house does next so that no wager stays; nothing where that takes more wagers of the players."""
    return (table.hosting.empties or table.hosting.time_is_up)(table.in_play)


def takes_wagers(table: RecordedTable, player: str) -> bool:
    """A table that closes takes them only with a decision that is due, or where the layout is not emptied otherwise."""
    if not table.closing or table.hosting.awaited(table.in_play) == player:
        return True
    return player in table.hosting.plays_on(table.in_play) or empties(table) is None


def _with_values(table: RecordedTable, kind: str, note: str, values: Json) -> Done:
    reason = values["reason"]
    done = _started(table, Body(reason=reason, note=f"{note}: {reason}" if reason else note))
    table.values = {**table.values, **values}
    done.kind, done.rows = kind, (RowChange("tables", table.id, table.values),)
    return done


def _started(table: RecordedTable, body: Body) -> Done:
    before = keeping.statement(table.in_play, table.hosting)
    return Done(body=body, start=len(table.in_play.log), before=before)


def _not_paused(table: RecordedTable) -> None:
    if table.paused:
        raise ServiceError("table.paused", table.paused, allowed="when the table goes on", status=409)


def _affordable(table: RecordedTable, act: Act) -> None:
    cost = Cost(act.bettor, act.amount) if isinstance(act, Coupon) else table.in_play.cost(act)
    if cost is None:
        return
    what, account = ("coupons", money.coupons) if isinstance(act, Coupon) else ("chips", money.bankroll)
    if not takes_wagers(table, cost.player):
        raise ServiceError("table.closing", "the table is about to close", got=str(act), allowed="no wager", status=409)
    if cost.amount > (held := table.house.holds(account(cost.player))):
        got, allowed = dollars(cost.amount), f"up to {dollars(held)}"
        raise ServiceError(f"{what}.short", f"not enough {what}", got=got, allowed=allowed, status=409)


def refused(refusal: Refusal) -> ServiceError:
    return ServiceError(
        refusal.code, refusal.message, citation=refusal.citation, got=refusal.got, allowed=refusal.want, status=409
    )
