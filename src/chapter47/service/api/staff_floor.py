"""Routes of the floor: the floor at a glance, the deal by hand, irregularities, verdicts, assignments, rules."""

from asyncio import to_thread
from typing import Final

from fastapi import Response
from msgspec import to_builtins

from chapter47 import games
from chapter47.core.act import Call
from chapter47.core.errors import Chapter47Error
from chapter47.core.findings import Irregularity
from chapter47.core.posting import Posting
from chapter47.law.paragraphs import paragraph
from chapter47.library.contents import effect_of
from chapter47.service import floor_view
from chapter47.service.api import staff_models as models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, ThePit, json
from chapter47.service.api.models import View
from chapter47.service.table import HostedTable
from chapter47.service.terms import ServiceError


async def floor(pit: ThePit, access: TheAccess) -> models.FloorShown:
    """Show the floor at a glance: tables, seats, chips, pace, who is waiting, alarms."""
    return models.FloorShown.model_validate(
        {
            "tables": to_builtins(floor_view.floor(pit)),
            "requests": to_builtins(list(pit.requests)),
            "own_tables_only": pit.house.settings.own_tables_only,
            "dealers": [user.name for user in access.users if user.role == "dealer" and not user.disabled],
            "players": [user.name for user in access.users if user.role == "player" and not user.disabled],
        }
    )


async def irregularities(table: str, pit: ThePit) -> list[models.IrregularityShown]:
    """List the irregularities that can be called at the table, when, and what follows under which paragraph."""
    hosted = pit.table(table)
    await hosted.audience.until_settled()
    return [_irregularity(hosted, call) for call in hosted.game.irregularities if call.kind != SHOWS_BY_ITSELF]


SHOWS_BY_ITSELF: Final = "too-few-cards"
"""Irregularities that nobody calls: the table itself notices an empty shoe."""


def _irregularity(table: HostedTable, call: Irregularity) -> models.IrregularityShown:
    can_act = not table.paused and (table.waits or table.stopped)
    return models.IrregularityShown(
        kind=call.kind,
        what=call.what,
        when=call.when,
        then=effect_of(call),
        citation=call.by,
        text_held=bool(paragraph(call.by)),
        now=can_act and call.kind in table.in_play.calls,
        act=str(Call(call.kind)),
    )


async def set_deal(table: str, asked: models.DealAsked, pit: ThePit, actor: TheActor) -> Response:
    """Stop the deal, or start it again; while it is stopped nothing is dealt and no time runs out."""
    if asked.on:
        return json((await pit.start_deal(table, actor, key=asked.key)).body)
    return json((await pit.stop_deal(table, actor, reason=asked.reason, key=asked.key)).body)


async def steps(table: str, asked: models.StepsAsked, pit: ThePit, actor: TheActor) -> Response:
    """Perform the dealer's next steps while the deal is stopped."""
    return json((await pit.step_deal(table, actor, asked.number, key=asked.key)).body)


async def assign(table: str, asked: models.DealerAsked, pit: ThePit, access: TheAccess, actor: TheActor) -> Response:
    """Assign a dealer to the table."""
    user = access.users.get(asked.dealer) if asked.dealer else None
    if asked.dealer and (user is None or user.name != asked.dealer or user.role != "dealer"):
        raise ServiceError(
            "dealer.unknown", "No dealer has this name", got=asked.dealer, allowed="a dealer", status=404
        )
    return json((await pit.assign_dealer(table, asked.dealer, actor, key=asked.key)).body)


async def rules(table: str, pit: ThePit) -> models.RulesShown:
    """Show the table file in force, and any announced change."""
    values = pit.table(table).values
    return models.RulesShown.model_validate({"file": values["file"], "change": values.get("change")})


async def change_rules(table: str, asked: models.RulesAsked, pit: ThePit, actor: TheActor) -> Response:
    """Announce new rules: at the given time the table closes after its round and reopens under them."""
    reply = await pit.announce_rules(
        table, asked.file, actor, minutes=asked.minutes, reason=asked.reason, key=asked.key
    )
    return json(reply.body)


async def keep_rules(table: str, pit: ThePit, actor: TheActor) -> Response:
    """Cancel an announced change of rules."""
    await pit.keep_rules(table, actor)
    return Response(status_code=204)


async def verdict(asked: models.VerdictAsked, pit: ThePit) -> models.VerdictShown:
    """Say whether a table file is lawful on its date, which notices it needs, and what a change to it requires."""
    instead_of = pit.posting_of(asked.instead_of) if asked.instead_of else None
    return await to_thread(_verdict, asked.file, instead_of)


def _verdict(file: str, instead_of: Posting | None) -> models.VerdictShown:
    try:
        posting = games.parse(file)
        judged = games.check(posting)
    except Chapter47Error as error:
        problems = [problem.data() for problem in error.problems]
        raise ServiceError(
            "table.file",
            "The table file is invalid",
            got=str(error)[:500],
            allowed="a table file in TOML; see `problems`",
            data={"problems": problems},
        ) from None
    game = games.game_of(posting)
    changes = games.changes(instead_of, posting) if instead_of is not None else []
    return models.VerdictShown.model_validate(
        {
            "game": game.name,
            "title": game.title,
            "on": str(posting.on) if posting.on else None,
            "lawful": judged.lawful,
            "headline": HEADLINES[judged.lawful],
            "findings": [
                {name: str(getattr(each, name)) for name in models.FindingShown.model_fields}
                for each in judged.findings
            ],
            "notices": [to_builtins(notice) for notice in judged.notices],
            "changes": [to_builtins(notice) for notice in changes],
        }
    )


HEADLINES: Final = {
    True: "This table is lawful on its date.",
    False: "This table is not lawful on its date.",
    None: "No answer: the text of that date is not held.",
}

ENDPOINTS: Final = (
    Endpoint("GET", "/floor", floor, models.FloorShown),
    Endpoint("GET", "/tables/{table}/irregularities", irregularities, list[models.IrregularityShown]),
    Endpoint("POST", "/tables/{table}/deal", set_deal, View),
    Endpoint("POST", "/tables/{table}/steps", steps, View),
    Endpoint("POST", "/tables/{table}/dealer", assign, View),
    Endpoint("GET", "/tables/{table}/rules", rules, models.RulesShown),
    Endpoint("POST", "/tables/{table}/rules", change_rules, View),
    Endpoint("DELETE", "/tables/{table}/rules", keep_rules, None, 204),
    Endpoint("POST", "/verdict", verdict, models.VerdictShown),
)
