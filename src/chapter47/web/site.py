"""The pages: Jinja2 templates whose scripts are clients of the public API. A page itself contains no table data."""

from functools import cache, partial
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from chapter47.core.money import DOLLAR
from chapter47.drawing.chips import CHIPS, chip_at
from chapter47.service.access import Access, SignedIn
from chapter47.service.api.gate import COOKIE
from chapter47.service.permissions import ANYBODY
from chapter47.service.terms import ROLES
from chapter47.service.tokens import csrf_of
from chapter47.web.page_roles import STAFF_PAGES, StaffPage, menu_of

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".toml": "application/toml"}
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Static files get a new address when they change."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: nothing inline, and nothing from other origins."""
TRAY: Final = (1_00, 5_00, 25_00, 100_00, 500_00)
PLAY_CHIPS: Final = 1000 * DOLLAR
"""Free chips of a guest in demo mode."""
EARLY_DISCONNECT: Final = "No response returned."
NOT_FOUND: Final = (
    "Page not found",
    "There is no page at this address. Check the spelling; if you followed a link, the table may be closed.",
)
MISTAKE: Final = (
    "Something went wrong",
    "The server made a mistake and logged it. Your chips and bets are as they were last confirmed. "
    "Open the page again, or choose another table.",
)


class IgnoreEarlyDisconnect:
    """Ignores browsers that disconnect before the response, which Starlette's middleware would report as an error."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except RuntimeError as error:
            if str(error) != EARLY_DISCONNECT:
                raise


@cache
def version() -> str:
    """Hash all static files together: it is part of their address, so that modules find each other."""
    digest = sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Pages:
    """Every page of the site."""

    def __init__(self, access: Access) -> None:
        self._access = access
        loader = FileSystemLoader(HERE / "templates")
        self._templates = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )

    def application(self) -> Starlette:
        routes = [
            Route("/", self.lobby),
            Route("/table/{table}", self.table),
            Route("/rounds", self.rounds),
            Route("/school", self.school),
            Route("/school/lessons", self.lessons),
            Route("/school/lessons/{course}/{lesson}", self.lessons),
            Route("/school/dealer", self.dealer),
            Route("/school/class", self.school_class),
            Route("/school/class/{class_}", self.school_class),
            Route("/review/{session}", self.review),
            Route("/practice", self.practice),
            Route("/rounds/{table}/{number:int}", self.round),
            Route("/disputes", self.disputes),
            Route("/lab", self.lab),
            Route("/law", self.law),
            Route("/law/{citation:path}", self.paragraph),
            *(Route(page.path, partial(self.staff_page, page)) for page in STAFF_PAGES),
            Route("/static/{version}/{name}", self.static),
        ]
        handlers = {HTTPException: self.refused, Exception: self.mistaken}
        return Starlette(routes=routes, exception_handlers=handlers)  # type: ignore[arg-type]  # it takes subclasses

    # The pages -------------------------------------------------------------------------------------------------------

    async def lobby(self, request: Request) -> Response:
        return self._for_those_inside(request, "lobby.html")

    async def table(self, request: Request) -> Response:
        chips = [(chip.value, chip_at(0, 0, 21, chip)) for chip in reversed(CHIPS) if chip.value in TRAY]
        return self._for_those_inside(
            request, "table.html", table=request.path_params["table"], chips=chips, play_chips=PLAY_CHIPS
        )

    async def rounds(self, request: Request) -> Response:
        return self._for_those_inside(request, "rounds.html")

    async def round(self, request: Request) -> Response:
        return self._for_those_inside(request, "round.html", **request.path_params)

    async def disputes(self, request: Request) -> Response:
        return self._for_those_inside(request, "disputes.html")

    async def lab(self, request: Request) -> Response:
        return self._for_those_inside(request, "lab.html")

    async def law(self, request: Request) -> Response:
        return self._page(request, "law.html")

    async def paragraph(self, request: Request) -> Response:
        return self._page(request, "paragraph.html", citation=request.path_params["citation"])

    async def staff_page(self, page: StaffPage, request: Request) -> Response:
        """Serve the page to these roles only; other signed-in users see who may open it."""
        signed_in = _signed_in(request)
        if signed_in and signed_in.actor.role not in page.roles:
            allowed = " and ".join(f"{role}s" for role in ROLES if role in page.roles)
            text = f"You are signed in as {signed_in.actor.role}. This page is for {allowed}."
            return self._message(request, ("Not your page", text), HTTPStatus.FORBIDDEN)
        if not signed_in:
            return self._page(request, "sign_in.html")
        return self._page(request, page.template, page=page, **request.path_params)

    async def practice(self, request: Request) -> Response:
        return self._for_those_inside(request, "practice.html")

    async def lessons(self, request: Request) -> Response:
        return self._for_those_inside(request, "lessons.html")

    async def review(self, request: Request) -> Response:
        return self._for_those_inside(request, "review.html")

    async def school_class(self, request: Request) -> Response:
        return self._for_those_inside(request, "class.html")

    async def dealer(self, request: Request) -> Response:
        return self._for_those_inside(request, "dealer.html")

    async def school(self, request: Request) -> Response:
        return self._for_those_inside(request, "school.html")

    async def static(self, request: Request) -> Response:
        path = STATIC / Path(request.path_params["name"]).name
        if path.suffix not in TYPES or not path.is_file():
            return Response(status_code=HTTPStatus.NOT_FOUND)
        headers = {"cache-control": FOR_EVER if request.path_params["version"] == version() else "no-cache"}
        return FileResponse(path, media_type=TYPES[path.suffix], headers=headers)

    async def refused(self, request: Request, error: HTTPException) -> Response:
        return self._message(request, NOT_FOUND, error.status_code)

    async def mistaken(self, request: Request, error: Exception) -> Response:
        del error
        return self._message(request, MISTAKE, HTTPStatus.INTERNAL_SERVER_ERROR)

    # How they are made -----------------------------------------------------------------------------------------------

    def _for_those_inside(self, request: Request, name: str, **values: object) -> Response:
        """Return the page, or the sign-in page in its place."""
        if self._access.demo or _signed_in(request):
            return self._page(request, name, **values)
        return self._page(request, "sign_in.html")

    def _message(self, request: Request, message: tuple[str, str], status: int) -> Response:
        heading, text = message
        return self._page(request, "message.html", status, heading=heading, text=text)

    def _page(self, request: Request, name: str, status: int = HTTPStatus.OK, /, **values: object) -> Response:
        signed_in = _signed_in(request)
        html = self._templates.get_template(name).render(
            name=signed_in.actor.name if signed_in else "",
            role=signed_in.actor.role if signed_in else "",
            csrf=csrf_of(request.cookies.get(COOKIE, "")) if signed_in else "",
            demo=self._access.demo,
            menu=menu_of(signed_in.actor.role) if signed_in else [],
            path=request.url.path,
            static=f"/static/{version()}",
            **values,
        )
        return HTMLResponse(html, status, {"content-security-policy": POLICY, "cache-control": "no-store"})


def _signed_in(request: Request) -> SignedIn | None:
    """Return the user who requests a page, by the browser's cookie only, not by a program's token."""
    signed_in: SignedIn | None = getattr(request.state, "signed_in", None)
    return signed_in if signed_in and signed_in.token.kind == "page" else None


def add_pages(app: FastAPI) -> None:
    """Mount the pages into the server's application."""
    app.mount("", Pages(app.state.access).application())
    app.state.page_rules["MOUNT "] = ANYBODY
    app.add_middleware(IgnoreEarlyDisconnect)
