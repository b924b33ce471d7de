"""Routes of chips for staff and players: slips, counts, colour changes, buy-in requests, statements."""

from asyncio import Semaphore, to_thread
from typing import Annotated, Final

from fastapi import Path, Query, Request, Response
from msgspec import to_builtins

from chapter47.service import money
from chapter47.service.api import staff_models as models
from chapter47.service.api.cage import known_player, known_user
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, ThePit, json
from chapter47.service.api.models import View
from chapter47.service.past_play import no_such_table
from chapter47.service.pit import Pit
from chapter47.service.store import inspecting
from chapter47.service.terms import ServiceError

At: Final = Query(ge=0, le=10**15, description="Milliseconds since 1970")
MOST_LINES: Final = 1000
COLLECTED, PAID, METERS = "collected", "paid", ("onto the meter", "off the meter")


def account_turn(request: Request) -> Semaphore:
    """One reader at a time: an account is read from its first entry on, and tables need the other threads."""
    turn: Semaphore = request.app.state.account_turn
    return turn


async def list_slips(
    pit: ThePit, table: Annotated[str, Query(max_length=80)] = "", limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> list[models.SlipShown]:
    """List fill and credit slips, newest first."""
    slips = await to_thread(pit.slips, table)
    return [models.SlipShown.model_validate(to_builtins(slip)) for slip in slips[:limit]]


async def one_slip(
    number: Annotated[int, Path(ge=1, le=10**9)], pit: ThePit, series: Annotated[str, Query(max_length=80)] = ""
) -> models.SlipShown:
    """Show a slip by its number; `series` is the table for a fill that the table made by itself."""
    for slip in await to_thread(pit.slips):
        if slip.number == number and slip.series == series:
            return models.SlipShown.model_validate(to_builtins(slip))
    raise ServiceError(
        "slip.unknown", "There is no such slip", got=str(number), allowed="GET /api/v1/slips", status=404
    )


async def colour_change(
    table: str, player: str, asked: models.ColourChange, pit: ThePit, access: TheAccess, actor: TheActor
) -> Response:
    """Exchange chips for chips of other values worth the same; the player's balance stays."""
    known_player(access, player)
    gives, takes = ({chips.value: chips.number for chips in side} for side in (asked.gives, asked.takes))
    return json((await pit.colour_change(table, player, gives, takes, actor, key=asked.key)).body)


async def count(table: str, asked: models.CountAsked, pit: ThePit, actor: TheActor) -> Response:
    """Record what was counted in the tray and the drop box; the answer shows what the ledger says."""
    return json((await pit.count(table, asked.chips, asked.cash, actor, key=asked.key)).body)


async def count_sheet(request: Request, table: str, pit: ThePit) -> models.CountSheet:
    """Show what the table's tray and drop box must hold, how that came about, and what the table won."""
    if not pit.was_opened(table):
        raise no_such_table(table)
    async with account_turn(request):
        return await to_thread(_sheet, pit, table)


def _sheet(pit: Pit, table: str) -> models.CountSheet:
    with pit.store.reading() as connection:
        sums = inspecting.account_sums(connection, money.inventory(table))
    held = pit.balances(f"table/{table}/")
    by_why = {each.why: each for each in sums}
    zero = inspecting.AccountSum(why="", came=0, went=0)
    row = pit.store.rows("tables").get(table, {})
    return models.CountSheet(
        table=table,
        name=pit.name_of(table),
        status=str(row.get("status", "open")),
        tray=held.get(money.inventory(table), 0),
        drop=held.get(money.drop(table), 0),
        on_layout=sum(amount for name, amount in held.items() if name.startswith(f"table/{table}/layout/")),
        meters=sum(amount for name, amount in held.items() if name.startswith(f"table/{table}/meter/")),
        win=by_why.get(COLLECTED, zero).came - by_why.get(PAID, zero).went,
        sums=[models.AccountSumShown.model_validate(to_builtins(each)) for each in sums],
    )


# Requests ------------------------------------------------------------------------------------------------------------


async def list_requests(pit: ThePit) -> list[models.BuyInRequestShown]:
    """List players who are waiting for chips, longest wait first."""
    return [models.BuyInRequestShown.model_validate(to_builtins(request)) for request in pit.requests]


async def own_requests(player: str, pit: ThePit) -> list[models.BuyInRequestShown]:
    """List a player's pending requests for chips."""
    return [models.BuyInRequestShown.model_validate(to_builtins(request)) for request in pit.requests.of(player)]


async def request_buy_in(
    player: str, asked: models.BuyInRequested, pit: ThePit, access: TheAccess
) -> models.BuyInRequestShown:
    """Ask the dealer of a table for chips."""
    known_player(access, player)
    request = await pit.request_buy_in(asked.table, player, asked.amount)
    return models.BuyInRequestShown.model_validate(to_builtins(request))


async def withdraw_request(player: str, request: str, pit: ThePit, actor: TheActor) -> Response:
    """Withdraw a request of your own, or decline a player's."""
    waiting = pit.requests.get(request)
    if waiting.player != player:
        pit.requests.get("")
    await pit.requests.withdraw(waiting, actor.name)
    return Response(status_code=204)


# Statements ----------------------------------------------------------------------------------------------------------


async def statement(
    request: Request,
    player: str,
    pit: ThePit,
    access: TheAccess,
    since: Annotated[int, At] = 0,
    until: Annotated[int | None, At] = None,
) -> models.PlayerStatement:
    """Show a player's chips in a period: every movement with its reason and the balance after it."""
    known_user(access, player)
    async with account_turn(request):
        lines = await to_thread(_lines, pit, money.bankroll(player), since, until)
    held = pit.balances(money.bankroll(player)).get(money.bankroll(player), 0)
    opening = lines[0].balance - lines[0].change if lines else held
    return models.PlayerStatement(
        player=player,
        opening=opening,
        closing=lines[-1].balance if lines else opening,
        lines=[_statement_line(line) for line in lines],
    )


def _lines(pit: Pit, account: str, since: int, until: int | None) -> list[inspecting.LedgerLine]:
    with pit.store.reading() as connection:
        return inspecting.ledger_lines(connection, account, since=since, until=until, limit=MOST_LINES)


def _statement_line(line: inspecting.LedgerLine) -> models.StatementLine:
    names = ("at", "kind", "why", "other", "round", "change", "balance", "citation")
    parts = line.other.split("/")
    table = parts[1] if parts[0] == "table" else line.stream.removeprefix("table/") if "/" in line.stream else ""
    return models.StatementLine(table=table, **{name: getattr(line, name) for name in names})


ENDPOINTS: Final = (
    Endpoint("GET", "/slips", list_slips, list[models.SlipShown]),
    Endpoint("GET", "/slips/{number}", one_slip, models.SlipShown),
    Endpoint("POST", "/tables/{table}/colour-change/{player}", colour_change, View),
    Endpoint("GET", "/tables/{table}/count", count_sheet, models.CountSheet),
    Endpoint("POST", "/tables/{table}/count", count, View),
    Endpoint("GET", "/buy-in-requests", list_requests, list[models.BuyInRequestShown]),
    Endpoint("GET", "/players/{player}/buy-in-requests", own_requests, list[models.BuyInRequestShown]),
    Endpoint("POST", "/players/{player}/buy-in-requests", request_buy_in, models.BuyInRequestShown, 201),
    Endpoint("DELETE", "/players/{player}/buy-in-requests/{request}", withdraw_request, None, 204),
    Endpoint("GET", "/players/{player}/statement", statement, models.PlayerStatement),
)
