"""Click to updated felt in a real browser, while other tables of the same server are played."""

import asyncio
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx

from chapter47.client import Client
from chapter47.core.hosting import CARDS
from chapter47.core.money import amount

TABLES: Final = 20
GAMES: Final = ("blackjack", "craps", "baccarat", "switch", "spanish-21")
PAUSE: Final = 0.7
"""Seconds between two acts of a player elsewhere, as of somebody who thinks quickly."""
CLICKS: Final = 60
SERVER: Final = Path(__file__).parents[1] / "tests" / "browser" / "chosen_pit.py"
FRAMEWORK: Final = "/_nicegui"
"""Where its own files lie."""
SPOT: Final = "#felt .may[id^=spot]"
CHANGED: Final = """([selector]) => new Promise((done) => {
  const begun = performance.now(), before = document.body.dataset.version;
  new MutationObserver((changes, seen) => {
    if (document.body.dataset.version === before) return;
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  }).observe(document.body, { attributes: true });
  document.querySelector(selector).click();
})"""
"""From the click to the first picture after it."""


async def play_elsewhere(url: str, tables: list[str], stop: threading.Event) -> None:
    """One player at each table, who does whatever may be done."""
    await asyncio.gather(*(_play(url, table, seed, stop) for seed, table in enumerate(tables)))


async def _play(url: str, table: str, seed: int, stop: threading.Event) -> None:
    chance = random.Random(seed)
    async with Client(url) as door:
        guest = await door.come_as_guest()
    async with Client(url, guest.token) as pit:
        await pit.buy_in(table, guest.name, 1_000_000_00)
        while not stop.is_set():
            may = [offer for offer in (await pit.view(table))["may"] if "leave" not in offer["line"]]
            if may:
                await pit.act(table, _line(chance.choice(may)))
            await asyncio.sleep(PAUSE)


def _line(offer: Any) -> str:
    line = str(offer["line"]).replace(CARDS, "no")
    return f"{line} {amount(offer['least'])}" if offer["most"] else line


class Measured(NamedTuple):
    """Milliseconds from a click on a move or on Play to the changed felt, of a player at a table of blackjack; and the
    bytes of each file and picture of the page that are not the framework's."""

    times: list[float]
    sizes: dict[str, int]


def measured(url: str, chromium: str) -> Measured:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        sizes: dict[str, int] = {}
        page.on("response", lambda answer: _weigh(sizes, answer) if FRAMEWORK not in answer.url else None)
        page.request.post(f"{url}/api/v1/guests")
        page.goto(f"{url}/table/{opened(url, 'blackjack')}")
        page.locator("#sit").click()
        times: list[float] = []
        while len(times) < CLICKS:
            page.locator(f"{SPOT}, .move:enabled").first.wait_for()
            if page.locator(SPOT).count():
                page.locator(SPOT).first.click()
            button = page.locator("#play, .move:enabled").first
            times.append(float(page.evaluate(CHANGED, [f"#{button.get_attribute('id')}"])))
        sizes["the felt"] = page.evaluate("document.querySelector('#felt svg').outerHTML.length")
        browser.close()
    return Measured(times, sizes)


def _weigh(sizes: dict[str, int], answer: Any) -> None:
    if answer.ok and answer.request.resource_type in ("document", "script", "stylesheet", "image", "fetch"):
        sizes[answer.url.partition("?")[0]] = len(answer.body())


def opened(url: str, game: str) -> str:
    return str(httpx.get(f"{url}/tests/open", params={"file": f'game = "{game}"'}).json())


def report() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("click to felt: no Chromium here")
        return
    with TemporaryDirectory() as folder, _served(folder) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        tables = [opened(url, GAMES[number % len(GAMES)]) for number in range(TABLES)]
        stop = threading.Event()
        others = threading.Thread(target=lambda: asyncio.run(play_elsewhere(url, tables, stop)))
        others.start()
        try:
            time.sleep(3)
            times, sizes = measured(url, chromium)
        finally:
            stop.set()
            others.join()
            server.terminate()
    times.sort()
    late = times[int(len(times) * 0.95)]
    print(
        f"click to felt, {TABLES} tables in play beside it: median {statistics.median(times):.0f} ms, "
        f"95 % within {late:.0f} ms ({len(times)} clicks)"
    )
    parts = ", ".join(f"{name.rpartition('/')[2]} {size / 1000:.0f}" for name, size in sizes.items())
    print(f"the page of a table besides the framework: {sum(sizes.values()) / 1000:.0f} kB ({parts})")


def _served(folder: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(SERVER), folder], stdout=subprocess.PIPE, text=True)


if __name__ == "__main__":
    report()
