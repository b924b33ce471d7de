"""Routes of the lab: a table file that is being written is judged, priced, varied, compared and simulated."""

from collections.abc import Callable, Hashable
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import Request
from pydantic import Field

from chapter47.core.json_object import Json
from chapter47.desk import lab
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheVisitor
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.work import Work

LONGEST: Final = 20_000
TableText = Annotated[str, Field(max_length=LONGEST, description="A table file (TOML)")]


class LabTable(models.Asked):
    """A table file."""

    text: TableText


class LabDated(LabTable):
    on: str | None = Field(None, max_length=10, description="The law of this date")


class LabVaried(LabTable):
    key: str = Field(min_length=1, max_length=60, description="A key of the table file, such as soft_17 or decks=1,2,6")


class LabHour(models.Asked):
    """What is assumed of an hour at each table; amounts are cents."""

    players: int = Field(4, ge=1, le=20)
    boxes: float | None = Field(None, gt=0, le=100)
    wager: int | None = Field(None, gt=0, le=10**11, description="Average main wager per box, in cents")
    rounds_per_hour: float | None = Field(None, gt=0, le=10_000)
    drop: int | None = Field(None, gt=0, le=10**12, description="Drop per hour in cents; without it there is no hold")


class LabCompared(models.Asked):
    texts: list[TableText] = Field(min_length=1, max_length=4)
    hour: LabHour | None = None
    take_up: list[Annotated[str, Field(max_length=80)]] = Field(
        [], max_length=20, description="Shares of boxes that bet on side wagers, such as match-the-dealer=0.3@5"
    )


class LabBetween(LabTable):
    first: str = Field(max_length=10, description="The earlier date")
    second: str = Field(max_length=10, description="The later date")


class LabSimulated(LabTable):
    rounds: int = Field(1_000_000, ge=1, le=lab.MOST_ROUNDS)
    seed: int = Field(0, ge=0, lt=2**63)


class LabPaper(LabTable):
    notes: str | None = Field(None, max_length=LONGEST, description="Notes of a round: its ruling is printed")


class LabDispute(LabTable):
    notes: str = Field(max_length=LONGEST, description="A script; `?` is an unknown card, `8` one without its suit")


async def _answer(
    request: Request, visitor: Actor | None, function: Callable[..., Json], *arguments: Hashable, at_once: bool = False
) -> Json:
    """Compute an answer in another process; a slow one is ready when the page asks again. What somebody waits for
    `at_once` does not queue behind prices."""
    work: Work = request.app.state.history if at_once else request.app.state.work
    who = visitor.name if visitor else (request.client.host if request.client else "")
    try:
        answer: Json = await work.run(who, function, *arguments)
    except ServiceError as error:
        if error.status != HTTPStatus.TOO_MANY_REQUESTS:
            raise
        return {"unfinished": True}
    return answer


async def check(asked: LabDated, request: Request, visitor: TheVisitor) -> Json:
    """Check a table file: its problems, or its verdict with findings, notices and signs."""
    return await _answer(request, visitor, lab.judged, asked.text, asked.on)


async def price(asked: LabTable, request: Request, visitor: TheVisitor) -> Json:
    """Show the house edge of every wager, and the chart."""
    return await _answer(request, visitor, lab.priced, asked.text)


async def vary(asked: LabVaried, request: Request, visitor: TheVisitor) -> Json:
    """Show the house edge for every value of a key."""
    return await _answer(request, visitor, lab.varied, asked.text, asked.key)


async def compare(asked: LabCompared, request: Request, visitor: TheVisitor) -> Json:
    """Compare tables side by side: verdict, notices, edge, variance, chart, win per hour."""
    hour = asked.hour.model_dump(exclude_none=True) if asked.hour else {}
    return await _answer(
        request, visitor, lab.compared, tuple(asked.texts), tuple(sorted(hour.items())), tuple(asked.take_up)
    )


async def between(asked: LabBetween, request: Request, visitor: TheVisitor) -> Json:
    """What a change of the law between two dates means for a table: verdict, notices, edge, chart."""
    return await _answer(request, visitor, lab.between, asked.text, asked.first, asked.second)


async def guide(asked: LabTable, request: Request, visitor: TheVisitor) -> Json:
    """The gaming guide of the table as an HTML page."""
    return await _answer(request, visitor, lab.guided, asked.text)


async def paper(asked: LabPaper, request: Request, visitor: TheVisitor) -> Json:
    """The guide as a PDF or, with notes, the ruling on a round; base 64."""
    return await _answer(request, visitor, lab.printed, asked.text, asked.notes)


async def next_note(asked: LabDispute, request: Request, visitor: TheVisitor) -> Json:
    """What the notes of a disputed round need next: a card, dice, a decision or wagers, with what may be entered."""
    return await _answer(request, visitor, lab.next_of, asked.text, asked.notes, at_once=True)


async def simulate(asked: LabSimulated, request: Request, visitor: TheVisitor) -> Json:
    """Simulate a table: the house edge with its standard error."""
    return await _answer(request, visitor, lab.simulated, asked.text, asked.rounds, asked.seed)


async def rule(asked: LabDispute, request: Request, visitor: TheVisitor) -> Json:
    """Rule on a disputed round from notes: what each player is owed, by which paragraphs, under which assumptions."""
    return await _answer(request, visitor, lab.ruled, asked.text, asked.notes)


ENDPOINTS: Final = (
    Endpoint("POST", "/lab/check", check, Json),
    Endpoint("POST", "/lab/price", price, Json),
    Endpoint("POST", "/lab/vary", vary, Json),
    Endpoint("POST", "/lab/compare", compare, Json),
    Endpoint("POST", "/lab/simulate", simulate, Json),
    Endpoint("POST", "/lab/rule", rule, Json),
    Endpoint("POST", "/lab/next", next_note, Json),
    Endpoint("POST", "/lab/between", between, Json),
    Endpoint("POST", "/lab/guide", guide, Json),
    Endpoint("POST", "/lab/paper", paper, Json),
)
