"""What somebody does at the pages: choose a table, sit, lay chips, play."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from tests.give_up import MILLISECONDS

OVER = "The round is over."
UNTIL = """async (milliseconds) => {
  const ends = performance.now() + milliseconds;
  while (!(%s)) {
    if (performance.now() > ends) throw new Error("waited in vain");
    await new Promise((next) => setTimeout(next, 10));
  }
}"""
expect.set_options(timeout=MILLISECONDS)


class Guest:
    """A browser with nobody's cookie."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.wrong: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of console errors that belong to the test."""
        self.ended = 0
        """Rounds that were over when the last one was finished."""
        page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self._asks(request.url))

    def _asks(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws"), "data:", "blob:")):
            self.wrong.append(f"asks elsewhere: {url}")

    def sit(self, file: str, *, cards: str = "", dice: str = "") -> None:
        """At a table of one's own, with the cards and throws that come first."""
        self.come()
        self.page.goto(f"{self.address}/table/{self.opened(file, cards=cards, dice=dice)}")
        self.ended = 0
        self.take_seat()

    def opened(self, file: str, *, cards: str = "", dice: str = "") -> str:
        """The id of a new table, by its file or the name of its game."""
        text = file if "=" in file else f'game = "{file}"'
        asked: dict[str, str | float | bool] = {"file": text, "cards": cards, "dice": dice}
        table = str(self.page.request.get(f"{self.address}/api/tests/open", params=asked).json())
        assert len(table) == 12, table
        return table

    def come(self) -> None:
        """As a guest, unless the browser has a seat already."""
        if not self.page.context.cookies():
            assert self.page.request.post(f"{self.address}/api/v1/guests").ok

    @property
    def name(self) -> str:
        return self.page.locator(".who").inner_text()

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    def take_seat(self) -> None:
        self.shown()
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.spots.first).to_be_visible()
        expect(self.page.locator("#chips")).not_to_have_text("$0 in chips")

    def shown(self) -> None:
        expect(self.page.locator("body.ready #felt svg")).to_be_visible()

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

    def has_chips(self, cents: int) -> None:
        """As soon as the page has heard of it."""
        expect(self.page.locator("#chips")).to_have_text(f"${cents / 100:,.{2 if cents % 100 else 0}f} in chips")

    def has_results(self, *texts: str) -> None:
        for words in texts:
            expect(self.page.locator("#results")).to_contain_text(words)

    @property
    def results(self) -> str:
        return self.page.locator("#results").inner_text()

    def bet(self, spot: str = "main-1") -> None:
        """The least wager of the chip that is chosen, on the first spot whose id ends so, and on with the round."""
        self.page.locator(f"#felt .may[id$={spot}]").first.click()
        self.play()

    def place(self) -> None:
        """What was laid, without going on; each wager is an act of its own."""
        reached = int(self.version) + self.page.evaluate("felt.pending()")
        self.page.locator("#place").click()
        self.until(f"Number(document.body.dataset.version) >= {reached}")

    def play_on(self) -> None:
        """Start the round with the wagers made: the dealer deals, the shooter throws."""
        if self.page.locator("#move-Take-dice:enabled").count():
            self.move("Take-dice")
        version = self.version
        self.page.locator("#close").click()
        self.changed(version)

    def move(self, name: str) -> None:
        version = self.version
        self.page.locator(f"#move-{name}").click()
        self.changed(version)

    def changed(self, version: str) -> None:
        self.until(f"document.body.dataset.version != {version!r}")

    def finish(self, *answers: str) -> None:
        """Answers whatever the dealer asks, with the first of these moves that is legal, until the round is over."""
        rounds = self.ended
        moves = ", ".join(f"#move-{answer}:enabled" for answer in answers)
        done = f"document.querySelector('#log').innerText.split({OVER!r}).length > {rounds + 1}"
        for _ in range(30):
            self.until(f"{done} || document.querySelector({moves!r})")
            if (ended := self.log.count(OVER)) > rounds:
                self.ended = ended
                return
            version = self.version
            self.page.locator(moves).first.click()
            self.changed(version)
        raise AssertionError("the round does not end")

    def until(self, condition: str) -> None:
        """Waits in the page; `wait_for_function` evaluates text repeatedly, which the policy of the page forbids."""
        self.page.evaluate(UNTIL % condition, MILLISECONDS)

    @property
    def version(self) -> str:
        return str(self.page.evaluate("document.body.dataset.version"))

    def finds_nothing_wrong(self) -> None:
        report = Axe().run(self.page)
        assert report.violations_count == 0, report.generate_report()


@contextmanager
def guest_of(window: BrowserContext, address: str) -> Iterator[Guest]:
    """What was loaded once is kept by the browser, as with anybody who comes again; the cookie is not."""
    window.clear_cookies()
    window.set_default_timeout(MILLISECONDS)
    guest = Guest(window.new_page(), address)
    yield guest
    guest.page.close()
    wrong = [line for line in guest.wrong if not any(part in line for part in guest.expected)]
    assert wrong == [], wrong


@contextmanager
def first_answer_late(page: Page, path: str, body: object = None) -> Iterator[Callable[[], None]]:
    """Holds back the answer to the first request for this path. The function it gives lets the answer come, or this
    body instead, and returns as soon as the page has read it."""
    url, held = re.compile(re.escape(f"/api/v1/{path}")), list[Route]()

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        first = held[0].request
        with page.expect_event("requestfinished", lambda request: request == first):
            if body is None:
                held[0].continue_()
            else:
                held[0].fulfill(json=body)
        page.evaluate("fetch('/api/v1/games').then((answer) => answer.json())")  # read after the late answer

    page.route(url, hold)
    yield release
    page.unroute(url)


def asks(page: Page, path: str, press: Callable[[], object]) -> None:
    """Does this, which sends a request for this path."""
    with page.expect_request(re.compile(re.escape(f"/api/v1/{path}"))):
        press()
