"""All pages of the house, mounted into the server's application."""

from typing import Final

import nicegui
from fastapi import FastAPI
from nicegui import ui
from starlette.types import ASGIApp, Receive, Scope, Send

from chapter47.service.access import Access
from chapter47.service.permissions import ANYBODY
from chapter47.service.pit import Pit
from chapter47.web.edges import Edges
from chapter47.web.frame import FOLDER, STATIC
from chapter47.web.lobby import add_lobby
from chapter47.web.lost import add_lost_pages
from chapter47.web.reasons import add_reasons
from chapter47.web.rounds import add_rounds
from chapter47.web.table_page import add_table

SECONDS_TO_RECONNECT: Final = 20
NOT_ANSWERED: Final = "No response returned."
"""What it says then."""
FAVICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#0d5c3b"/>'
    '<circle cx="16" cy="16" r="11" fill="none" stroke="#e3c777" stroke-width="4" stroke-dasharray="5.76 5.76"/></svg>'
)


class Gone:
    """A browser that leaves before it is answered is no error: the framework's own middleware takes it for one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except RuntimeError as error:
            if str(error) != NOT_ANSWERED:
                raise


class House:
    """What the pages are made of: the pit, who may come in, and the prices that are worked out beside them."""

    def __init__(self, app: FastAPI) -> None:
        self.pit: Pit = app.state.pit
        self.access: Access = app.state.access
        self.edges = Edges()


def mount(app: FastAPI) -> None:
    """Pages check themselves who asks: whoever comes sees the door, and a table only where the house lets them."""
    house = House(app)
    nicegui.app.add_static_files(STATIC, FOLDER)
    add_lobby(house)
    add_table(house)
    add_rounds(house)
    add_reasons()
    add_lost_pages(house)
    nicegui.app.on_shutdown(house.edges.stop)
    ui.run_with(
        app,
        title="Chapter 47",
        favicon=FAVICON,
        dark=False,
        language="en-US",
        tailwind=False,
        binding_refresh_interval=None,
        reconnect_timeout=SECONDS_TO_RECONNECT,
        show_welcome_message=False,
    )
    app.state.page_rules["MOUNT "] = ANYBODY
    app.add_middleware(Gone)
