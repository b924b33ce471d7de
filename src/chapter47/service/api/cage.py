"""Routes for chips: buy-in and cash-out, fill and credit, coupons, corrections, balances."""

from asyncio import to_thread
from collections import Counter
from typing import Annotated, Final

from fastapi import Query, Response
from msgspec.json import decode, encode

from chapter47.service.access import Access
from chapter47.service.api import models, staff_models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, ThePit, json
from chapter47.service.money import Entry
from chapter47.service.pit import Pit
from chapter47.service.refusals import REFUSED
from chapter47.service.terms import ServiceError


async def buy_in(
    table: str, player: str, asked: models.BuyIn, pit: ThePit, access: TheAccess, actor: TheActor
) -> Response:
    """Buy chips at the table for cash; in demo mode everybody has play money."""
    known_player(access, player)
    reply = await pit.buy_in(table, player, asked.amount, actor, request=asked.request, key=asked.key)
    return json(reply.body)


async def cash_out(player: str, asked: models.Amount, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Exchange chips for cash; a former player with another role can still do so."""
    known_user(access, player)
    return json((await pit.cash_out(player, asked.amount, actor, key=asked.key)).body)


async def fill(table: str, asked: models.Amount, pit: ThePit, actor: TheActor) -> Response:
    """Add chips to the table's tray."""
    return json((await pit.fill(table, asked.amount, actor, key=asked.key)).body)


async def credit(table: str, asked: models.Amount, pit: ThePit, actor: TheActor) -> Response:
    """Move chips from the table's tray back to the cage."""
    return json((await pit.credit(table, asked.amount, actor, key=asked.key)).body)


async def coupons(player: str, asked: models.Amount, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Issue match play coupons to a player."""
    known_player(access, player)
    return json((await pit.issue_coupons(player, asked.amount, actor, key=asked.key)).body)


async def correct(asked: models.Correction, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Correct earlier entries with new ones, giving a reason; entries are never changed."""
    for account in (name for entry in asked.entries for name in (entry.debit, entry.credit)):
        match account.split("/"):
            case ["player", name, "bankroll" | "coupons"] if name:
                known_holder(access, pit, name)
    try:
        entries = tuple(Entry(entry.debit, entry.credit, entry.amount, asked.reason) for entry in asked.entries)
    except ValueError as error:
        raise ServiceError("entry.not-valid", str(error), allowed="two accounts", status=422) from None
    done = pit.correct(entries, asked.reason, actor, table=asked.table, round_=asked.round, key=asked.key)
    return json((await done).body)


async def pending_corrections(pit: ThePit) -> Response:
    """List corrections above the limit of one supervisor (`second_supervisor_above`), which wait for another's
    approval."""
    return json(encode(await to_thread(pit.pending_corrections)))


async def approve_correction(correction: str, asked: models.Keyed, pit: ThePit, actor: TheActor) -> Response:
    """Approve a correction that another supervisor requested."""
    return json((await pit.approve_correction(correction, actor, key=asked.key)).body)


async def reject_correction(correction: str, asked: models.Keyed, pit: ThePit, actor: TheActor) -> Response:
    """Reject a pending correction; no chips move."""
    return json((await pit.reject_correction(correction, actor, key=asked.key)).body)


async def chips(player: str, pit: ThePit, access: TheAccess) -> staff_models.ChipsShown:
    """Show everything a player has: bankroll and coupons, wagers on the layouts, outstanding fees."""
    known_user(access, player)
    own = pit.balances(f"player/{player}/")
    at_tables = {name: held for name, held in pit.balances("table/").items() if name.split("/")[3:] == [player]}
    laid = {name: held for name, held in at_tables.items() if name.split("/")[2] != "meter"}
    totals: Counter[str] = Counter()
    for name, held in (own | laid).items():
        totals[name.split("/")[2]] += held
    return staff_models.ChipsShown(
        player=player,
        bankroll=totals["bankroll"],
        coupons=totals["coupons"],
        on_layout=totals["layout"],
        owed=totals["owed"],
        accounts=own | laid,
    )


async def balances(
    pit: ThePit, prefix: Annotated[str, Query(max_length=200, description="Prefix of the account names")] = ""
) -> dict[str, int]:
    """List every account with its balance."""
    return pit.balances(prefix)


async def refusals(
    access: TheAccess,
    since: Annotated[int, Query(ge=0, le=10**15)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """List refused access, oldest first; identical refusals in the same moment are counted together."""
    await access.refusals.write()
    units = access.recorded((REFUSED,), since=since, limit=limit)
    return json(encode([{"at": unit.at, **decode(unit.body)} for unit in units]))


def known_player(access: Access, name: str) -> None:
    """Find the player; chips are never given to an unknown name."""
    user = access.users.get(name)
    if user is None or user.name != name or user.role != "player":
        raise ServiceError("player.unknown", "No player has this name", got=name[:64], allowed="a player", status=404)


def known_user(access: Access, name: str) -> None:
    """Find the user with this name, in any role: a player who became a dealer still has chips."""
    user = access.users.get(name)
    if user is None or user.name != name:
        raise ServiceError("player.unknown", "No player has this name", got=name[:64], allowed="a player", status=404)


def known_holder(access: Access, pit: Pit, name: str) -> None:
    """Find a player, or a user who has held chips: a correction cannot give chips to staff who never played."""
    if pit.balances(f"player/{name}/"):
        known_user(access, name)
    else:
        known_player(access, name)


ENDPOINTS: Final = (
    Endpoint("POST", "/tables/{table}/buy-in/{player}", buy_in, models.View),
    Endpoint("POST", "/tables/{table}/fill", fill, models.View),
    Endpoint("POST", "/tables/{table}/credit", credit, models.View),
    Endpoint("POST", "/players/{player}/cash-out", cash_out, models.View),
    Endpoint("POST", "/players/{player}/coupons", coupons, models.View),
    Endpoint("GET", "/players/{player}/chips", chips, staff_models.ChipsShown),
    Endpoint("POST", "/corrections", correct, models.View),
    Endpoint("GET", "/corrections", pending_corrections, list[models.View]),
    Endpoint("POST", "/corrections/{correction}/approve", approve_correction, models.View),
    Endpoint("POST", "/corrections/{correction}/reject", reject_correction, models.View),
    Endpoint("GET", "/balances", balances, dict[str, int]),
    Endpoint("GET", "/refusals", refusals, list[models.View]),
)
