"""Pages for addresses where nothing is, and for our own mistakes."""

from html import escape
from typing import TYPE_CHECKING, Final

import nicegui
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from nicegui import Client, ui

from chapter47.web.frame import Visitor, page

if TYPE_CHECKING:
    from chapter47.web.site import House

NOTHING: Final = (
    "Nothing is here",
    "There is no page at this address. It may be written wrongly, or its table closed.",
)
MISTAKE: Final = (
    "That did not work",
    "The server made a mistake; its own log tells more. Your chips and wagers are kept as they were last confirmed. "
    "Open the page again, or choose another table.",
)


def add_lost_pages(house: "House") -> None:
    @nicegui.app.exception_handler(404)
    async def nothing_here(request: Request, error: Exception) -> Response:
        del error
        endpoint = request.scope.get("endpoint")
        if endpoint not in (None, nicegui.app):  # a file that is missing, not a page
            return Response(status_code=404)
        return _answered(request, house, NOTHING, 404)

    @nicegui.app.exception_handler(RequestValidationError)
    async def not_an_address(request: Request, error: Exception) -> Response:
        del error
        return _answered(request, house, NOTHING, 404)

    @nicegui.app.exception_handler(Exception)
    async def mistaken(request: Request, error: Exception) -> Response:
        del error
        return _answered(request, house, MISTAKE, 500)


def _answered(request: Request, house: "House", told: tuple[str, str], status: int) -> Response:
    heading, words = told
    with Client(ui.page(""), request=request) as client:
        text = f'<p class="words">{escape(words)}</p><p class="words"><a href="/">Go to the lobby</a></p>'
        page(text, heading=heading, visitor=Visitor(request, house.access))
    return client.build_response(request, status)
