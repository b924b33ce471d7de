"""Screenshots of every page and every game, to be looked at one by one: `python docs/screenshots.py FOLDER [GAME …]`.
`python docs/screenshots.py docs` makes those of README and docs.

A few guests play at a server of their own. The lobby, each table empty, with its wagers, in the middle of a round and
at its end, and one's own rounds are drawn at the widths of a phone, a laptop and a wide screen. It needs Chromium."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, Page, async_playwright

from chapter47.client import Client, Guest, PitRefusedError

SIZES: Final = ((360, 740), (1280, 800), (2560, 1400))
"""Width and height of the screens."""
LIGHT: Final = ("-playing", "craps-wagers", "baccarat-ended", "lobby", "rounds", "round", "no-table", "why", "settings")
"""How the names end of what is drawn in a bright room too, at the middle width: every page, and every game in play."""
IN_DOCS: Final = {
    ("blackjack-playing", 1280): "web-blackjack.jpg",
    ("blackjack-playing", 360): "web-phone.jpg",
    ("craps-wagers", 1280): "web-craps.jpg",
}
"""Which of them README and docs show."""
QUALITY: Final = 82
"""Of those, whose many shades of felt would take five times the room as PNG."""
SETTINGS: Final = "pace = 0.01\nto_decide = 0\nto_wager = 0\n[limits]\nsign_ins_burst = 1000\nrequests_burst = 50000\n"
OTHERS: Final = 3
ROUNDS: Final = 4
"""At most: a dealer's blackjack leaves nothing to decide."""
PREFERRED: Final = ("split", "insure", "switch", "double", "hit", "stand", "keep", "decline", "nothing", "rescue")
"""Moves that fill the felt come first."""
ONE_OF_TWO: Final = ("-under", "-bonus-5")
"""Spots whose neighbour is taken instead: not both may be."""
SECONDS: Final = 20_000


class Scene(NamedTuple):
    """A table to play at."""

    name: str
    file: str
    wagers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.file + "".join(f"\n[wagers.{wager}]" for wager in self.wagers)


SCENES: Final = (
    Scene("blackjack", "game = 'blackjack'\nsurrender = true\nsplit_hands = 3"),
    Scene(
        "over-under", "game = 'blackjack'\nhole_card = 'card-reader'", ("over-under-13", "streak", "match-the-dealer")
    ),
    Scene("suits", "game = 'blackjack'", ("same-suit", "blackjack-bonus", "match-the-dealer")),
    Scene("progressive", "game = 'blackjack'", ("progressive",)),
    Scene("bonuses", "game = 'blackjack'", ("sevens", "match-the-dealer", "twenty-point-bonus")),
    Scene("six-to-five", "game = 'six-to-five'", ("streak",)),
    Scene("double-exposure", "game = 'double-exposure'", ("match-the-dealer",)),
    Scene("multiple-action", "game = 'multiple-action'", ("same-suit",)),
    Scene("switch", "game = 'switch'", ("match",)),
    Scene("spanish-21", "game = 'spanish-21'", ("match-the-dealer",)),
    Scene("craps", "game = 'craps'\nbuy = [4, 5, 6, 8, 9, 10]\nlay = [4, 5, 6, 8, 9, 10]"),
    Scene("baccarat", "game = 'baccarat'"),
)


class Player:
    """A guest who sits at the table as a program."""

    def __init__(self, pit: Client, name: str, table: str) -> None:
        self.pit, self.name, self.table = pit, name, table

    async def offers(self) -> list[dict[str, Any]]:
        seen = await self.pit.view(self.table)
        return list(seen["may"])

    async def do(self, line: str) -> bool:
        try:
            await self.pit.act(self.table, line)
        except PitRefusedError:
            return False
        return True

    async def sit(self, place: int) -> None:
        seats = [offer["line"] for offer in await self.offers()]
        await self.do(seats[place % len(seats)])

    async def wager(self, most: int = 40) -> None:
        """On everything, as far as the chips go."""
        tried: set[tuple[str, str]] = set()
        while len(tried) < most:
            bets = [bet for bet in await self.offers() if bet["most"] and " reduce " not in f" {bet['line']} "]
            fresh = [bet for bet in bets if (bet["line"], bet["spot"]) not in tried]
            if not fresh:
                return
            tried.add((fresh[0]["line"], fresh[0]["spot"]))
            least, step = fresh[0]["least"], fresh[0]["step"]
            cents = max(least, min(fresh[0]["most"], 1500 - 100 * len(tried)) // step * step)
            await self.do(f"{fresh[0]['line']} {cents / 100:g}")

    async def decide(self) -> None:
        offers = await self.offers()
        by_word = {word: offer for offer in offers for word in offer["line"].split()}
        for move in PREFERRED:
            if move in by_word:
                offer = by_word[move]
                amount = f" {offer['most'] / 100:g}" if offer["most"] else ""
                if await self.do(f"{offer['line']}{amount}"):
                    return


@asynccontextmanager
async def pit_of_its_own() -> AsyncIterator[str]:
    """The address of a demonstration whose dealer takes no time."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "settings.toml").write_text(SETTINGS)
        command = ("-m", "chapter47", "serve", "--demo", "--port", "0", "--settings", "settings.toml")
        server = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert server.stdout
        try:
            yield (await server.stdout.readline()).decode().strip()
        finally:
            server.terminate()
            await server.wait()


class Photographer:
    """Somebody with a browser, whose screen is drawn at every width."""

    def __init__(self, page: Page, address: str, folder: Path) -> None:
        self.page, self.address, self.folder = page, address, folder
        page.set_default_timeout(SECONDS)

    async def shoot(self, name: str) -> None:
        for width, height in SIZES:
            await self.page.set_viewport_size({"width": width, "height": height})
            await self._drawn()
            wide = await self.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                print(f"{name} scrolls sideways at {width}: {wide} pixels")
            await self._keep(name, width)
            if name.endswith(LIGHT) and not self.is_for_docs and width == SIZES[1][0]:
                await self.page.emulate_media(color_scheme="light")
                await self.page.wait_for_timeout(100)
                await self.page.screenshot(path=self.folder / f"{name}-{width}-light.png")
                await self.page.emulate_media(color_scheme="dark")
        await self.page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})
        await self.page.wait_for_timeout(400)

    @property
    def is_for_docs(self) -> bool:
        return self.folder.resolve() == Path(__file__).parent

    async def _keep(self, name: str, width: int) -> None:
        if not self.is_for_docs:
            await self.page.screenshot(path=self.folder / f"{name}-{width}.png")
        elif file := IN_DOCS.get((name, width)):
            await self.page.screenshot(path=self.folder / file, type="jpeg", quality=QUALITY)

    async def _drawn(self) -> None:
        """Until the felt, where there is one, was drawn for this screen."""
        await self.page.wait_for_timeout(400)
        is_table = "document.querySelector('.table-page #felt svg')"
        asked = "`${felt.look().width} ${felt.look().height}`"
        await self.page.wait_for_function(f"!{is_table} || document.querySelector('#felt').dataset.drawn === {asked}")
        await self.page.wait_for_timeout(200)

    async def open_table(self, scene: Scene) -> str:
        await self.page.goto(self.address)
        await self.page.wait_for_function("window.socket && window.socket.connected")
        file = {"name": "table.toml", "mimeType": "text/plain", "buffer": scene.text.encode()}
        await self.page.locator("input[name=file]").set_input_files(file)  # type: ignore[arg-type]  # as its text says
        await self.page.get_by_role("button", name="Open the table").click()
        await self.page.locator("#trouble p, .table-page").first.wait_for()
        if trouble := await self.page.locator("#trouble").inner_text():
            sys.exit(f"{scene.name}: {trouble}")
        await self.page.locator("body.ready #felt svg").wait_for()
        await self.page.get_by_role("button", name="Sit down").click()
        await self.page.locator("#felt .may[id^=spot]").first.wait_for()
        return self.page.url.rsplit("/", 1)[1]

    async def wager(self) -> None:
        """On every spot that is offered; some are offered only once others are taken."""
        tried: set[str] = set()
        while True:
            spots = await self.page.locator("#felt .may[id^=spot]").evaluate_all("them => them.map(one => one.id)")
            fresh = [spot for spot in spots if spot not in tried and not spot.endswith(ONE_OF_TWO)]
            if not fresh:
                return
            for spot in fresh:
                await self.page.locator(f"[id='{spot}']").dispatch_event("click")
                if await self.page.locator("#trouble button[data-do=dismiss]").count():  # too much for this wager
                    await self.page.locator("#trouble button[data-do=dismiss]").click()
                    await self.page.locator("input[name=chip]").first.check(force=True)
                    await self.page.locator(f"[id='{spot}']").dispatch_event("click")
                    await self.page.locator("input[name=chip][value='2500']").check(force=True)
            tried.update(fresh)
            await self.press("place")
            await self.page.wait_for_function("!document.querySelector('#felt .pending')")

    async def press(self, *names: str) -> bool:
        for name in names:
            button = self.page.locator(f"#{name}:enabled")
            if await button.count():
                await button.first.click()
                await self.page.wait_for_timeout(250)
                return True
        return False

    async def is_asked(self) -> bool:
        return bool(await self.page.locator("#moves .move:enabled").count())

    async def decide(self) -> None:
        words = [f"move-{word.capitalize()}" for word in PREFERRED if word not in ("double", "hit")]
        if not await self.press(*words):
            await self.page.locator("#moves .move:enabled").first.click()
            await self.page.wait_for_timeout(250)


async def play(photographer: Photographer, scene: Scene, others: list[Player]) -> None:
    for place, player in enumerate(others):
        await player.sit(place * 2)
    await photographer.shoot(f"{scene.name}-empty")
    if scene.name == "craps":
        await _craps(photographer, others)
        return
    for number in range(ROUNDS):
        for player in others:
            await player.wager()
        await photographer.wager()
        if number == 0:
            await photographer.shoot(f"{scene.name}-wagers")
        await photographer.press("close")
        if await _one_round(photographer, scene, others):
            break
    await photographer.shoot(f"{scene.name}-ended")


async def _one_round(photographer: Photographer, scene: Scene, others: list[Player]) -> bool:
    """To its end; whether there was something to decide in it, which is then drawn."""
    ended = photographer.page.locator("#log li", has_text="The round is over.")
    before, drawn = await ended.count(), False
    for _ in range(60):
        await photographer.page.wait_for_timeout(200)
        if await photographer.is_asked() and not drawn:
            await photographer.shoot(f"{scene.name}-playing")
            drawn = True
        if await photographer.is_asked():
            await photographer.decide()
        for player in others:
            await player.decide()
        if await ended.count() > before:
            break
    return drawn


async def _craps(photographer: Photographer, others: list[Player]) -> None:
    """The line first; when the marker lies on a point, every other place."""
    await photographer.press("move-Take-dice")
    for _ in range(20):
        await photographer.page.locator("#spot-pass-0").dispatch_event("click")
        await photographer.press("place")
        await photographer.press("close", "move-Roll")
        if await photographer.page.locator("[aria-label='the marker is on']").count():
            break
    for player in others:
        await player.wager()
    await photographer.wager()
    await photographer.shoot("craps-wagers")
    await photographer.press("close")
    await photographer.shoot("craps-ended")


async def scenes(browser: Browser, address: str, folder: Path, chosen: list[str]) -> None:
    async with Client(address) as door:
        for scene in SCENES:
            if chosen and scene.name not in chosen:
                continue
            if folder.resolve() == Path(__file__).parent and not any(scene.name in name for name, _ in IN_DOCS):
                continue
            page = await browser.new_page(color_scheme="dark", reduced_motion="reduce")
            photographer = Photographer(page, address, folder)
            table = await photographer.open_table(scene)
            guests: list[Guest] = [await door.come_as_guest() for _ in range(OTHERS)]
            pits = [Client(address, guest.token) for guest in guests]
            others = [Player(pit, guest.name, table) for pit, guest in zip(pits, guests, strict=True)]
            for player in others:
                await player.pit.buy_in(table, player.name, 1000_00)
            await play(photographer, scene, others)
            if scene.name == "blackjack" and not photographer.is_for_docs:
                await pages(photographer)
            for pit in pits:
                await pit.close()
            await page.close()
            print(scene.name, flush=True)


async def pages(photographer: Photographer) -> None:
    """Pages without a table, and dialogs and messages over one."""
    page = photographer.page
    for name, button in (("why", "#said .why"), ("settings", "[data-do=settings]")):
        await page.locator(button).first.click()
        await photographer.shoot(name)
        await page.keyboard.press("Escape")
    await page.goto(photographer.address)
    await page.wait_for_timeout(1500)
    await photographer.shoot("lobby")
    await page.goto(f"{photographer.address}/rounds")
    await photographer.shoot("rounds")
    if await page.locator(".rounds td a").count():
        await page.locator(".rounds td a").first.click()
        await photographer.shoot("round")
    await page.goto(f"{photographer.address}/table/nowhere")
    await photographer.shoot("no-table")


async def main(folder: Path, chosen: list[str]) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here: `apt-get install chromium` as root")
    folder.mkdir(parents=True, exist_ok=True)
    async with pit_of_its_own() as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        await scenes(browser, address, folder, chosen)
        await browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: python docs/screenshots.py FOLDER [{' | '.join(scene.name for scene in SCENES)}]")
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
