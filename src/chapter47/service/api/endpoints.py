"""How routes are declared, and what they can depend on."""

from collections.abc import Callable, Hashable
from http import HTTPStatus
from typing import Annotated, Any, Final, NamedTuple

from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import JSONResponse

from chapter47.core.json_object import Json
from chapter47.service.access import Access, SignedIn
from chapter47.service.api.limits import address_of
from chapter47.service.api.problems import ProblemModel
from chapter47.service.pit import Pit
from chapter47.service.terms import Actor
from chapter47.service.work import Work

SECONDS_TO_WAIT: Final = 60.0
"""For an answer that another process works out."""
JSON: Final = "application/json"
_REFUSALS: Final[dict[int | str, Json]] = {
    "4XX": {"model": ProblemModel, "description": "Refused"},
    "5XX": {"model": ProblemModel, "description": "Not possible now"},
}


class Endpoint(NamedTuple):
    """A route of the API; its function's docstring describes it in the documentation."""

    method: str
    path: str
    function: Callable[..., Any]
    answer: Any
    status: int = HTTPStatus.OK
    media: str = JSON
    """The media type of its answer, if that is not JSON."""


def add(app: FastAPI, endpoints: tuple[Endpoint, ...], *, prefix: str = "", tag: str) -> None:
    for endpoint in endpoints:
        app.add_api_route(
            prefix + endpoint.path,
            endpoint.function,
            methods=[endpoint.method],
            response_model=None,
            response_class=JSONResponse if endpoint.media == JSON else Response,
            status_code=endpoint.status,
            responses={endpoint.status: _answered(endpoint), **_REFUSALS},
            tags=[tag],
        )


def _answered(endpoint: Endpoint) -> Json:
    if endpoint.media != JSON:
        return {"description": "Done", "content": {endpoint.media: {"schema": {"type": "string"}}}}
    return {"description": "Done", **({"model": endpoint.answer} if endpoint.answer else {})}


# Without `async` FastAPI would send each of them to a thread and wait for it.


async def _pit(request: Request) -> Pit:
    pit: Pit = request.app.state.pit
    return pit


async def _access(request: Request) -> Access:
    access: Access = request.app.state.access
    return access


async def _signed_in(request: Request) -> SignedIn:
    signed_in: SignedIn = request.state.signed_in
    return signed_in


async def _visitor(request: Request) -> Actor | None:
    """Return the current user, or None on a public route without sign-in."""
    signed_in: SignedIn | None = getattr(request.state, "signed_in", None)
    return signed_in.actor if signed_in else None


async def _actor(request: Request) -> Actor:
    return (await _signed_in(request)).actor


class StudyWork(NamedTuple):
    """Works out answers for one visitor in a process beside the tables: limited for each person."""

    work: Work
    who: str

    async def __call__(self, function: Callable[..., Any], *arguments: Hashable) -> Any:
        return await self.work.run(self.who, function, *arguments, seconds=SECONDS_TO_WAIT)


async def _study(request: Request) -> StudyWork:
    visitor = await _visitor(request)
    return StudyWork(request.app.state.study, visitor.name if visitor else f"address {address_of(request.scope)}")


ThePit = Annotated[Pit, Depends(_pit)]
TheAccess = Annotated[Access, Depends(_access)]
TheSignedIn = Annotated[SignedIn, Depends(_signed_in)]
TheVisitor = Annotated[Actor | None, Depends(_visitor)]
TheActor = Annotated[Actor, Depends(_actor)]
TheStudy = Annotated[StudyWork, Depends(_study)]


def json(content: bytes, status: int = HTTPStatus.OK) -> Response:
    return Response(content, status, media_type=JSON)
