"""Routes of chips: buy-in and cash-out, fill and credit, coupons, corrections, balances."""

from typing import Annotated, Final

from fastapi import Query, Response
from msgspec.json import decode, encode

from chapter47.service.access import Access
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, ThePit, json
from chapter47.service.errors import ServiceError
from chapter47.service.money import Entry
from chapter47.service.refusals import REFUSED


async def buy_in(
    table: str, player: str, asked: models.Amount, pit: ThePit, access: TheAccess, actor: TheActor
) -> Response:
    """Cash for chips of the table; in a demonstration everybody has play money."""
    _player(access, player)
    return json((await pit.buy_in(table, player, asked.amount, actor, key=asked.key)).body)


async def cash_out(player: str, asked: models.Amount, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Chips for cash."""
    _player(access, player)
    return json((await pit.cash_out(player, asked.amount, actor, key=asked.key)).body)


async def fill(table: str, asked: models.Amount, pit: ThePit, actor: TheActor) -> Response:
    """More chips for the table's tray."""
    return json((await pit.fill(table, asked.amount, actor, key=asked.key)).body)


async def credit(table: str, asked: models.Amount, pit: ThePit, actor: TheActor) -> Response:
    """Chips from the table's tray back to the cage."""
    return json((await pit.credit(table, asked.amount, actor, key=asked.key)).body)


async def coupons(player: str, asked: models.Amount, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Match play coupons for a player."""
    _player(access, player)
    return json((await pit.issue_coupons(player, asked.amount, actor, key=asked.key)).body)


async def correct(asked: models.Correction, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """New entries that set wrong ones right, with the reason; nothing is ever changed."""
    for account in (name for entry in asked.entries for name in (entry.debit, entry.credit)):
        match account.split("/"):
            case ["player", name, "bankroll" | "coupons"] if name:
                _player(access, name)
    try:
        entries = tuple(Entry(entry.debit, entry.credit, entry.amount, asked.reason) for entry in asked.entries)
    except ValueError as error:
        raise ServiceError("entry.not-valid", str(error), allowed="two accounts", status=422) from None
    return json((await pit.correct(entries, asked.reason, actor, key=asked.key)).body)


async def chips(player: str, pit: ThePit, access: TheAccess) -> models.ChipsShown:
    """All that a player has: bankroll and coupons, wagers on the layouts, fees owed."""
    _player(access, player)
    own = pit.balances(f"player/{player}/")
    at_tables = {name: held for name, held in pit.balances("table/").items() if name.split("/")[3:] == [player]}
    laid = {name: held for name, held in at_tables.items() if name.split("/")[2] != "meter"}
    return models.ChipsShown(player=player, accounts=own | laid)


async def balances(
    pit: ThePit, prefix: Annotated[str, Query(max_length=200, description="How the accounts begin")] = ""
) -> dict[str, int]:
    """Every account and what it holds."""
    return pit.balances(prefix)


async def refusals(
    access: TheAccess,
    since: Annotated[int, Query(ge=0, le=10**15)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """Access that was refused, the newest last; equal ones of a moment are counted."""
    await access.refusals.write()
    units = access.recorded((REFUSED,), since=since, limit=limit)
    return json(encode([{"at": unit.at, **decode(unit.body)} for unit in units]))


def _player(access: Access, name: str) -> None:
    """Chips are never given to a name that nobody bears."""
    user = access.users.get(name)
    if user is None or user.name != name or user.role != "player":
        raise ServiceError("player.unknown", "no player bears this name", got=name[:64], allowed="a player", status=404)


ENDPOINTS: Final = (
    Endpoint("POST", "/tables/{table}/buy-in/{player}", buy_in, models.View),
    Endpoint("POST", "/tables/{table}/fill", fill, models.View),
    Endpoint("POST", "/tables/{table}/credit", credit, models.View),
    Endpoint("POST", "/players/{player}/cash-out", cash_out, models.View),
    Endpoint("POST", "/players/{player}/coupons", coupons, models.View),
    Endpoint("GET", "/players/{player}/chips", chips, models.ChipsShown),
    Endpoint("POST", "/corrections", correct, models.View),
    Endpoint("GET", "/balances", balances, dict[str, int]),
    Endpoint("GET", "/refusals", refusals, list[models.View]),
)
