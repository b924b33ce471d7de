"""Errors of the API as JSON: code, message, citation, got, allowed, and any fields of that code."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec.json import encode
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from chapter47.core.json_object import Json
from chapter47.core.text import printable
from chapter47.service.store.errors import StoreLostError
from chapter47.service.terms import ServiceError, store_lost


class ProblemModel(BaseModel):
    """What was refused, and why."""

    code: str = Field(examples=["version.old"])
    message: str
    citation: str = Field(description="The paragraph behind the refusal, if there is one")
    got: str
    allowed: str
    problems: list[Json] | None = Field(None, description="All problems, if several were found at once")


def body_of(error: ServiceError) -> Json:
    return {
        "code": error.code,
        "message": error.message,
        "citation": error.citation,
        "got": error.got,
        "allowed": error.allowed,
        **error.data,
    }


def headers_of(error: ServiceError) -> dict[str, str]:
    headers = {"WWW-Authenticate": "Bearer"} if error.status == HTTPStatus.UNAUTHORIZED else {}
    return headers | error.headers


def response_of(error: ServiceError) -> Response:
    content = encode(body_of(error))
    return Response(content, error.status, headers_of(error), media_type="application/json")


async def refuse(error: ServiceError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer without calling the application; a refused WebSocket gets the same body if the server supports it."""
    response = response_of(error)
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    await response(scope, receive, send)


def register(app: FastAPI) -> None:
    """Register the handlers for everything that can go wrong in a route."""
    handlers: Mapping[Any, Any] = {
        ServiceError: _refused,
        StoreLostError: _lost,
        RequestValidationError: _not_valid,
        HTTPException: _http,
        Exception: _our_mistake,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


async def _refused(request: Request, error: ServiceError) -> Response:
    del request
    return response_of(error)


async def _lost(request: Request, error: StoreLostError) -> Response:
    del request, error
    return response_of(store_lost())


async def _not_valid(request: Request, error: RequestValidationError) -> Response:
    del request
    problems = [_problem(problem) for problem in error.errors()]
    return response_of(
        ServiceError(
            "request.not-valid",
            "Invalid request",
            got=", ".join(str(problem["key"]) for problem in problems),
            allowed="a body that matches GET /openapi.json",
            status=422,
            data={"problems": problems},
        )
    )


def _problem(problem: Mapping[str, Any]) -> Json:
    """Build one problem; a body that is not JSON has no keys to name."""
    if problem["type"] == "json_invalid":
        place, why = problem["loc"][-1], problem["ctx"]["error"]
        return {"key": "body", "got": f"invalid JSON at character {place}: {why}", "allowed": "JSON in UTF-8"}
    got = problem.get("input", "")
    if isinstance(got, bytes):
        shown = printable(got.decode("utf-8", "replace"))
        return {"key": "body", "got": shown, "allowed": "JSON, with Content-Type: application/json"}
    key = ".".join(str(part) for part in problem["loc"][1:]) or str(problem["loc"][0])
    return {"key": key, "got": printable(str(got)), "allowed": problem["msg"]}


_CODES: Final = {404: "path.unknown", 405: "method.not-allowed", 400: "request.not-readable"}


async def _http(request: Request, error: HTTPException) -> Response:
    code = _CODES.get(error.status_code, "request.refused")
    problem = ServiceError(
        code,
        str(error.detail),
        got=printable(request.url.path),
        allowed="a body that matches GET /openapi.json",
        status=error.status_code,
    )
    response = response_of(problem)
    response.headers.update(error.headers or {})
    return response


async def _our_mistake(request: Request, error: Exception) -> Response:
    del request, error
    message = "Internal server error; the server's log has details"
    problem = ServiceError("server.failed", message, allowed="Try again later", status=500)
    return JSONResponse(body_of(problem), 500)
