"""Routes of the coach at a table: the value of each move, the price of a wager, the chart."""

from collections.abc import Callable
from typing import Final, TypeVar

from fastapi import Response
from msgspec.json import encode

from chapter47.core.coaching import DecisionValues
from chapter47.core.errors import Chapter47Error
from chapter47.desk.lab import chart_data
from chapter47.games import parse
from chapter47.library.prices import NotOfferedError, strategy
from chapter47.school.coach import Coach
from chapter47.service.api import school_models
from chapter47.service.api.endpoints import Endpoint, TheActor, ThePit, TheStudy, json
from chapter47.service.table import HostedTable
from chapter47.service.terms import ServiceError

Answer = TypeVar("Answer")


def answered(question: Callable[[], Answer]) -> Answer:
    """In the process beside the tables."""
    return question()


def coach_of(table: HostedTable) -> Coach:
    return Coach(table.game, table.posting, table.in_play, table.earlier_cards)


async def coach(table: str, pit: ThePit, actor: TheActor, study: TheStudy) -> Response:
    """Show what each legal move of your decision is worth, by basic strategy and by the cards you have seen."""
    hosted = pit.table(table)
    await hosted.audience.until_settled()
    version, asked = hosted.version, coach_of(hosted).question(actor.name)
    values = await study(answered, asked)
    shown = values.data() if isinstance(values, DecisionValues) else None
    why = "" if isinstance(values, DecisionValues) else values.why
    return json(encode({"version": version, "decision": shown, "why": why}))


async def wager(table: str, asked: school_models.WagerAsked, pit: ThePit, study: TheStudy) -> Response:
    """Show the price of a wager before it is made, and a cheaper wager on a similar event."""
    hosted = pit.table(table)
    act = hosted.read(asked.act)
    cost = await study(answered, coach_of(hosted).price(act))
    if cost is None:
        raise ServiceError(
            "wager.not_priced", "This act makes no wager that has a price", got=str(act), allowed="an act that wagers"
        )
    return json(encode(cost.data()))


async def chart(table: str, pit: ThePit, study: TheStudy) -> school_models.ChartShown:
    """Show basic strategy for this table."""
    shown: school_models.ChartShown = await study(chart_of, pit.table(table).values["file"])
    return shown


def chart_of(file: str) -> school_models.ChartShown:
    try:
        answer = strategy(parse(file))
    except (NotOfferedError, Chapter47Error) as error:
        return school_models.ChartShown(title="", grids=[], legend={}, answers="", why=str(error))
    return school_models.ChartShown(**chart_data(answer.sheet))


ENDPOINTS: Final = (
    Endpoint("GET", "/tables/{table}/coach", coach, school_models.Coached),
    Endpoint("POST", "/tables/{table}/coach/wager", wager, school_models.WagerPriced),
    Endpoint("GET", "/tables/{table}/chart", chart, school_models.ChartShown),
)
