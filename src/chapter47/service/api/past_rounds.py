"""Routes for past rounds: results, steps, pictures, fairness and logs."""

from asyncio import to_thread
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from fastapi import Path, Query, Request, Response

from chapter47.core.json_object import Json
from chapter47.drawing.settings import FeltColour
from chapter47.games import game_of
from chapter47.service import history
from chapter47.service.api import models
from chapter47.service.api.endpoints import Endpoint, TheActor, ThePit
from chapter47.service.api.felt import SVG, THUMBNAIL, Look, Width
from chapter47.service.history import HistoryWork, RoundInWords
from chapter47.service.pit import Pit
from chapter47.service.recall import Fairness, RecalledSecret
from chapter47.service.store.unit import StoredRound
from chapter47.service.terms import Actor

SECONDS_TO_WAIT: Final = 60.0
NDJSON: Final = "application/x-ndjson"
Number = Annotated[int, Path(ge=0, le=10**15, description="Round number; 0 for what happened between rounds")]
Step = Annotated[int, Query(ge=0, le=10**9, description="Number of events of the round so far")]


async def of_history(request: Request, pit: Pit, function: Callable[..., Any], who: Actor, *more: Hashable) -> Any:
    """Compute past play in another process, with limits in total and per user."""
    work: HistoryWork = request.app.state.history
    return await work.run(who.name, function, pit.store.database.whole_url, *more, seconds=SECONDS_TO_WAIT)


async def steps(request: Request, table: str, number: Number, pit: ThePit, actor: TheActor) -> models.RoundSteps:
    """Show a round step by step, in words."""

    version = pit.store.version(f"table/{table}")
    played: RoundInWords = await of_history(request, pit, history.round_in_words, actor, actor, table, number, version)
    steps = [models.RoundStep(text=text, by=by) for text, by in played.steps]
    lines = await to_thread(pit.corrections, actor, table, number)
    corrections = [models.RoundCorrection(**line) for line in lines]
    whole = played.log_is_complete
    return models.RoundSteps(title=played.title, log_is_complete=whole, steps=steps, corrections=corrections)


async def picture(
    request: Request,
    table: str,
    number: Number,
    pit: ThePit,
    actor: TheActor,
    step: Step = 1,
    width: Width = THUMBNAIL,
    felt: FeltColour = "green",
    four_colours: bool = False,
) -> Response:
    """Draw the table after a number of events of a round, as SVG."""
    settings = Look(width, 0, felt, four_colours).settings(actor.name)
    version = pit.store.version(f"table/{table}")
    arguments = (actor, table, number, version, step, settings)
    svg = await of_history(request, pit, history.round_picture, actor, *arguments)
    return Response(svg, media_type=SVG)


async def log(request: Request, table: str, number: Number, pit: ThePit, actor: TheActor) -> Response:
    """Download the table's log up to the end of the round, with the cards you saw; `chapter47 replay` reads it."""
    version = pit.store.version(f"table/{table}")
    text = await of_history(request, pit, history.round_log, actor, actor, table, number, version)
    return Response(text, media_type=NDJSON)


async def records(request: Request, table: str, number: Number, pit: ThePit, actor: TheActor) -> Response:
    """Download the table's rounds up to the end of this one as a hand history, with the cards you saw."""
    version = pit.store.version(f"table/{table}")
    text = await of_history(request, pit, history.round_records, actor, actor, table, number, version)
    return Response(text, media_type=NDJSON)


async def fairness(request: Request, table: str, number: Number, pit: ThePit, actor: TheActor) -> models.FairnessShown:
    """Verify that the round matches what was committed to before it; checked again on every request."""
    version = pit.store.version(f"table/{table}")
    return verdict(await of_history(request, pit, history.round_fairness, actor, actor, table, number, version))


def with_titles(pit: Pit, rounds: Iterable[StoredRound]) -> list[Json]:
    """Add the title of its game to each round."""
    title = cache(lambda table: game_of(pit.posting_of(table)).title)
    return [{**msgspec.to_builtins(row), "title": title(row.table)} for row in rounds]


# Whether it was fair -------------------------------------------------------------------------------------------------


def verdict(fairness: Fairness) -> models.FairnessShown:
    """State the verdict in words, with what a browser needs to check the hashes itself."""
    secrets = [models.SecretShown(**secret._asdict()) for secret in fairness.secrets]
    words = {"holds": _holds, "later": _later, "wrong": _wrong}[fairness.verdict](fairness)
    return models.FairnessShown(verdict=fairness.verdict, words=words, secrets=secrets)


def _holds(fairness: Fairness) -> list[str]:
    return [
        f"Verified. The server committed to {_what(fairness.secrets)} before the round and published it later.",
        f"All {fairness.units} acts and steps of the dealer at this table up to the end of the round were replayed "
        "from what was published: every card and every throw came out the same.",
    ]


def _later(fairness: Fairness) -> list[str]:
    dice = any(secret.kind != "order" for secret in fairness.secrets)
    until = (
        "A seed is published after 1,000 draws or when the table closes."
        if dice
        else "An order of cards is published once none of its cards can be dealt: after the next shuffle or when "
        "the table closes."
    )
    return [
        f"Not published yet. The server committed to {_what(fairness.secrets)} before the round was dealt. {until}",
        "Keep the commitment, or come back later: this page will then verify the round.",
    ]


def _wrong(fairness: Fairness) -> list[str]:
    return [f"Verification failed: {fairness.wrong}.", "Report it to the house, and keep this round's files."]


def _what(secrets: tuple[RecalledSecret, ...]) -> str:
    return "the order of the cards" if any(secret.kind == "order" for secret in secrets) else "the seed of the dice"


ENDPOINTS: Final = (
    Endpoint("GET", "/tables/{table}/rounds/{number}/steps", steps, models.RoundSteps),
    Endpoint("GET", "/tables/{table}/rounds/{number}/picture.svg", picture, None, media=SVG),
    Endpoint("GET", "/tables/{table}/rounds/{number}/fairness", fairness, models.FairnessShown),
    Endpoint("GET", "/tables/{table}/rounds/{number}/log", log, None, media=NDJSON),
    Endpoint("GET", "/tables/{table}/rounds/{number}/records", records, None, media=NDJSON),
)
