"""A house with people of every role, for browser tests of staff pages: the real server, with quick passwords."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.browser.pages import Guest, guest_of
from tests.give_up import SECONDS
from tests.service.running import PASSWORD, RunningServer

from chapter47.client import Client

PEOPLE: Final = {
    "Dan": "dealer", "Dot": "dealer", "Sue": "supervisor", "Olga": "auditor",
    "Ann": "player", "Bea": "player", "Cal": "player", "Eve": "player",
}  # fmt: skip
WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
SETTINGS: Final = """
pace = 0.05
to_decide = 0
to_wager = 0
away = 0
[limits]
requests_per_second = 100000
requests_burst = 1000000
anonymous_per_second = 100000
anonymous_burst = 1000000
drawings_burst = 1000000
sign_ins_per_second = 1000
sign_ins_burst = 10000
"""
T = TypeVar("T")


class StaffedHouse(RunningServer):
    """Everybody has the same password; `client` does what a test does not look at."""

    tokens: dict[str, str]

    def hire(self) -> None:
        self.tokens = self.beside(lambda: self.people(**PEOPLE))

    @staticmethod
    def beside(do: Callable[[], Awaitable[T]]) -> T:
        """In another thread: Playwright's own event loop runs in this one."""

        async def done() -> T:
            return await do()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, done()).result()

    def does(self, name: str, do: Callable[[Client], Awaitable[T]]) -> T:
        async def done() -> T:
            async with Client(self.url, self.tokens[name], seconds=SECONDS) as client:
                return await do(client)

        return self.beside(done)

    def opened(self, game: str, name: str = "") -> str:
        return self.does("Sue", lambda sue: sue.open_table(f'game = "{game}"\n', practice=True, name=name))


@contextmanager
def signed_in(browser: Browser, house: StaffedHouse, name: str, viewport: ViewportSize = WIDE) -> Iterator[Guest]:
    """A browser of somebody who has signed in; it must find nothing wrong and ask nobody else."""
    with (
        browser.new_context(viewport=viewport, reduced_motion="reduce") as window,
        guest_of(window, house.url) as somebody,
    ):
        asked = {"name": name, "password": PASSWORD}
        assert somebody.page.request.post(f"{house.url}/api/v1/session", data=asked).ok
        yield somebody


def confirm(page: Page, label: str) -> None:
    """The second step of whatever staff do."""
    expect(page.locator("#confirm-no")).to_be_focused()
    page.locator("#confirm").get_by_role("button", name=label, exact=True).click()


@contextmanager
def staffed(folder: Path, settings: str = SETTINGS) -> Iterator[StaffedHouse]:
    house = StaffedHouse(folder, settings=settings)
    house.start()
    try:
        house.hire()
        yield house
        assert house.terminate() == 0
    finally:
        if house.is_running:
            house.kill()
    assert "Traceback" not in house.errors(), house.errors()
