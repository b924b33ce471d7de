"""What people and the house do at a table: who may do what, and the effects. Nothing is committed here."""

from collections.abc import Collection
from typing import Final

import msgspec

from chapter47.core.act import Act, Coupon, Open, Steps
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.table_in_play import Cost, RefusedError
from chapter47.service import ledger_entries, money
from chapter47.service.commands import Body, Done
from chapter47.service.notices import (
    AnyNotice,
    DealerAssigned,
    DealStarted,
    DealStopped,
    PaceChosen,
    RulesChanging,
    RulesKept,
    TableClosed,
    TableClosing,
    TableOpening,
    TablePaused,
    TableResumed,
)
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.store import RowChange
from chapter47.service.terms import Actor, ServiceError

CLOSED: Final = "closed"
VOIDED: Final = "voided"


def by_request(table: RecordedTable, actor: Actor, said: str | Json | Act) -> Done:
    """Perform an act, given as text, JSON or record, if this user may do it."""
    act = table.read(said)
    check_assigned(table, actor)
    check_doer(table, actor, act)
    return do(table, act)


def check_doer(table: RecordedTable, actor: Actor, act: Act) -> None:
    doer = act.done_by
    if act.in_cash:
        raise ServiceError(
            "act.cash", "Online tables take chips only", got=str(act), allowed="Buy in first, then bet with chips"
        )
    if doer == "script" or isinstance(act, (Open, Steps)):
        raise ServiceError(
            "act.not_here", "Only scripts can do this", got=str(act), allowed="an act listed in `may`", status=403
        )
    if actor.role == "player":
        if doer == "player" and act.player_name in (actor.name, ""):
            return
        if actor.name in who_may_close_wagers(table) and act == table.hosting.closes_wagers(table.in_play):
            return
    elif (actor.role == "supervisor" and doer != "player") or (actor.role == "dealer" and doer == "dealer"):
        return
    allowed = f"acts for {actor.name}" if actor.role == "player" else f"acts of a {actor.role}"
    raise ServiceError("act.not_yours", "You may not do this", got=str(act), allowed=allowed, status=403)


def check_assigned(table: RecordedTable, actor: Actor) -> None:
    """Refuse dealers at tables that are not assigned to them, if the house requires assignment."""
    check_dealer(table.dealer, actor, own_tables_only=table.house.settings.own_tables_only)


def check_dealer(dealer: str, actor: Actor, *, own_tables_only: bool) -> None:
    if actor.role == "dealer" and own_tables_only and dealer != actor.name:
        raise ServiceError(
            "table.not_assigned",
            "You are not assigned to this table",
            got=dealer or "nobody is assigned",
            allowed="Ask a supervisor to assign you",
            status=403,
        )


def who_may_close_wagers(table: RecordedTable) -> Collection[str]:
    """Return the players who may end betting early: all, once everybody at the table has a wager."""
    return () if without_wagers(table) else table.in_play.staked


def without_wagers(table: RecordedTable) -> list[str]:
    """Return the players who could still place a wager."""
    made = {*table.in_play.staked, *table.not_back, *table.skipped}
    return [name for name in table.hosting.seated(table.in_play) if name not in made]


def do(table: RecordedTable, act: Act, *notices: AnyNotice) -> Done:
    _not_paused(table)
    done = _started(table, Body(act=str(act), notices=notices))
    if not table.waits and not act.at_once:
        raise ServiceError(
            "act.not_now", "The dealer is still working", got=str(act), allowed="Wait until the dealer is done"
        )
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
    """Perform the dealer's next steps."""
    _not_paused(table)
    done = _started(table, Body(steps=number))
    for _ in range(number):
        table.step()
    return done


def opened(table: RecordedTable, actor: Actor) -> Done:
    """Build a table's first unit: its file, its chips, its commitments."""
    done = _started(table, Body(file=table.values["file"], notices=(TableOpening(by=actor.name),)))
    done.kind, done.rows, done.before = "opened", (RowChange("tables", table.id, table.values),), ledger_entries.NOTHING
    return done


def pause(table: RecordedTable, actor: Actor, reason: str = "") -> Done:
    values = {"status": "paused", "reason": reason, "by": actor.name}
    return _with_values(table, "paused", TablePaused(by=actor.name, reason=reason), values)


def resume(table: RecordedTable, actor: Actor, reason: str = "") -> Done:
    values = {"status": "open", "reason": reason, "by": actor.name}
    return _with_values(table, "resumed", TableResumed(by=actor.name, reason=reason), values)


def stop_deal(table: RecordedTable, actor: Actor, reason: str = "") -> Done:
    """Stop the deal: the dealer waits and no clock runs until the deal is started again."""
    check_assigned(table, actor)
    values = {"stopped": True, "reason": table.values.get("reason", "")}
    return _with_values(table, "deal-stopped", DealStopped(by=actor.name, reason=reason), values)


def start_deal(table: RecordedTable, actor: Actor) -> Done:
    check_assigned(table, actor)
    values = {"stopped": False, "reason": table.values.get("reason", "")}
    return _with_values(table, "deal-started", DealStarted(by=actor.name), values)


def step_by_hand(table: RecordedTable, actor: Actor, number: int) -> Done:
    """Take a number of the dealer's steps, while the deal is stopped and nobody has to decide."""
    check_assigned(table, actor)
    if not table.stopped:
        raise ServiceError("deal.not_stopped", "The deal is not stopped", allowed="Stop the deal first", status=409)
    if table.waits:
        raise ServiceError(
            "deal.waits", "The table waits for a player or for wagers", allowed="Continue after that", status=409
        )
    done = steps(table, 0)
    taken = 0
    while taken < number and not table.waits:
        table.step()
        taken += 1
    done.body = msgspec.structs.replace(done.body, steps=taken)
    return done


def assign_dealer(table: RecordedTable, actor: Actor, dealer: str) -> Done:
    values = {"dealer": dealer, "reason": table.values.get("reason", "")}
    return _with_values(table, "dealer-assigned", DealerAssigned(by=actor.name, dealer=dealer), values)


def announce_rules(table: RecordedTable, actor: Actor, change: Json, notices: tuple[str, ...]) -> Done:
    """Announce new rules; `change` has the new table file, when it takes effect, and why."""
    event = RulesChanging(by=actor.name, at=change["at"], notices=notices, reason=change["reason"])
    return _with_values(table, "rules-announced", event, {"change": change, "reason": table.values.get("reason", "")})


def keep_rules(table: RecordedTable, actor: Actor) -> Done:
    if not table.values.get("change"):
        raise ServiceError(
            "rules.no_change", "No change of rules is announced here", allowed="Announce one", status=409
        )
    values = {"change": None, "reason": table.values.get("reason", "")}
    return _with_values(table, "rules-kept", RulesKept(by=actor.name), values)


def takes_own_pace(table: RecordedTable) -> bool:
    """Return whether a player alone at the table chooses its pace: at a practice table, or at any demo table."""
    return bool(table.house.settings.own_pace or table.values["practice"])


def set_pace(table: RecordedTable, actor: Actor, pace: float | None, *, clock: bool) -> Done:
    """Set the pace and the clock, for the only player at such a table."""
    if not takes_own_pace(table):
        raise ServiceError(
            "pace.fixed", "The house sets the pace of this table", allowed="a practice table", status=409
        )
    if list(table.hosting.seated(table.in_play)) != [actor.name]:
        allowed = "a player who is alone at the table"
        raise ServiceError("pace.not_alone", "You are not alone at this table", allowed=allowed, status=409)
    choice = {"player": actor.name, "pace": pace, "clock": clock}
    values = {"own_pace": choice, "reason": table.values.get("reason", "")}
    return _with_values(table, "pace", PaceChosen(player=actor.name, seconds=pace, clock=clock), values)


def close(table: RecordedTable, by: str, reason: str = "") -> Done:
    """Close the table: it takes no more wagers, and the dealer closes it once the layout is empty."""
    if table.in_play.staked:
        values = {"closing": True, "status": "open", "reason": reason, "by": by}
        return _with_values(table, "closing", TableClosing(by=by, reason=reason), values)
    done = _with_values(
        table, CLOSED, TableClosed(by=by, reason=reason), {"status": "closed", "reason": reason, "by": by}
    )
    if (act := table.hosting.on_closing) is not None and table.in_play.is_open:
        if refusal := table.in_play.perform(act):
            raise refused(refusal)
        done.body = msgspec.structs.replace(done.body, act=str(act))
    table.chance.close()
    return done


def void(table: RecordedTable, reason: str) -> Done:
    """Void the table: play ends, and chips on the layout are returned."""
    by = "server"
    done = _with_values(
        table, VOIDED, TableClosed(by=by, reason=reason), {"status": "closed", "reason": reason, "by": by}
    )
    table.chance.close()
    return done


def winding_down_act(table: RecordedTable) -> Act | None:
    """Return the house's next act towards an empty layout, or None if that would need more wagers from players."""
    return (table.hosting.winding_down_act or table.hosting.time_is_up)(table.in_play)


def takes_wagers(table: RecordedTable, player: str) -> bool:
    """Return whether a closing table takes this wager: only with a pending decision, or if the layout cannot empty
    without it."""
    if not table.closing or table.hosting.awaited(table.in_play) == player:
        return True
    return player in table.hosting.plays_on(table.in_play) or winding_down_act(table) is None


def _with_values(table: RecordedTable, kind: str, notice: AnyNotice, values: Json) -> Done:
    done = _started(table, Body(reason=values["reason"], notices=(notice,)))
    table.values = {**table.values, **values}
    done.kind, done.rows = kind, (RowChange("tables", table.id, table.values),)
    return done


def _started(table: RecordedTable, body: Body) -> Done:
    before = ledger_entries.statement(table.in_play, table.hosting)
    return Done(body=body, start=len(table.in_play.log), before=before)


def _not_paused(table: RecordedTable) -> None:
    if table.paused:
        raise ServiceError("table.paused", table.paused, allowed="Wait until play resumes", status=409)


def _affordable(table: RecordedTable, act: Act) -> None:
    cost = Cost(act.player, act.amount) if isinstance(act, Coupon) else table.in_play.cost(act)
    if cost is None:
        return
    what, account = ("coupons", money.coupons) if isinstance(act, Coupon) else ("chips", money.bankroll)
    if not takes_wagers(table, cost.player):
        raise ServiceError(
            "table.closing",
            "The table is closing and takes no more wagers",
            got=str(act),
            allowed="no wager",
            status=409,
        )
    if cost.amount > (held := table.house.holds(account(cost.player))):
        got, allowed = dollars(cost.amount), f"up to {dollars(held)}"
        raise ServiceError(f"{what}.short", f"not enough {what}", got=got, allowed=allowed, status=409)


def refused(refusal: Refusal) -> ServiceError:
    return ServiceError(
        refusal.code, refusal.message, citation=refusal.citation, got=refusal.got, allowed=refusal.want, status=409
    )
