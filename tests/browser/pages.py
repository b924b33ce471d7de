"""What somebody does at the pages: choose a table, sit, lay chips, play."""

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

OVER = "The round is over."
SECONDS = 20_000


class Guest:
    """A browser with nobody's cookie."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.wrong: list[str] = []
        page.set_default_timeout(SECONDS)
        page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self._asks(request.url))

    def _asks(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.wrong.append(f"asks elsewhere: {url}")

    def sit(self, game: str) -> None:
        """At a table of one's own, opened at the lobby."""
        self.page.goto(self.address)
        self.page.get_by_label("From an example").select_option(label=game)
        self.page.get_by_role("button", name="Open the table").click()
        self.take_seat()

    def take_seat(self) -> None:
        self.shown()
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.spots.first).to_be_visible()

    def shown(self) -> None:
        expect(self.page.locator("body.ready #felt svg")).to_be_visible(timeout=SECONDS)

    @property
    def spots(self) -> Locator:
        """Where chips can be laid now."""
        return self.page.locator("#felt .may[id^=spot]")

    def lay(self, spot: str) -> None:
        self.page.locator(f"#{spot}.may text").first.click()

    def play(self) -> None:
        self.page.locator("#play").click()

    @property
    def log(self) -> str:
        return self.page.locator("#log").inner_text()

    @property
    def chips(self) -> int:
        words = self.page.locator("#chips").inner_text()
        return round(float(words.split()[0].strip("$").replace(",", "")) * 100)

    def finish(self, *answers: str) -> None:
        """Answers whatever the dealer asks, with the first of these moves that is legal, until the round is over."""
        rounds = self.log.count(OVER)
        moves = ", ".join(f"#move-{answer}:enabled" for answer in answers)
        done = f"document.querySelector('#log').innerText.split({OVER!r}).length > {rounds + 1}"
        for _ in range(30):
            self.page.wait_for_function(f"{done} || document.querySelector({moves!r})")
            if self.log.count(OVER) > rounds:
                return
            version = self.version
            self.page.locator(moves).first.click()
            self.page.wait_for_function(f"document.body.dataset.version != {version!r}")
        raise AssertionError("the round does not end")

    @property
    def version(self) -> str:
        return str(self.page.evaluate("document.body.dataset.version"))

    def finds_nothing_wrong(self) -> None:
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()


@contextmanager
def guest_of(window: BrowserContext, address: str) -> Iterator[Guest]:
    """What was loaded once is kept by the browser, as with anybody who comes again; the cookie is not."""
    window.clear_cookies()
    guest = Guest(window.new_page(), address)
    yield guest
    guest.page.close()
    assert guest.wrong == []
