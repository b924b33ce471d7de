"""Pages in a real browser: cold start, page weight, memory per open page, and click to updated felt while other tables
of the same server are played."""

import asyncio
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx

from benchmarks.figures import Figure, Size, main
from chapter47.client import Client

TABLES: Final = 20
GAMES: Final = ("blackjack", "craps", "baccarat", "switch", "spanish-21")
PAUSE: Final = 0.7
"""Seconds between two acts of a player elsewhere, as of somebody who thinks quickly."""
CLICKS: Final = 60
SERVER: Final = Path(__file__).parents[1] / "tests" / "browser" / "chosen_pit.py"
PAGES: Final = 12
"""Pages open at one table when their memory is measured."""
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
            may = [offer for offer in (await pit.view(table))["may"] if offer["kind"] != "leave"]
            if may:
                await pit.act(table, chance.choice(may)["act"])
            await asyncio.sleep(PAUSE)


class Measured(NamedTuple):
    """Milliseconds from a click on a move or on Play to the changed felt, of a player at a table of blackjack; and the
    bytes of each file that the page loads, and of the felt."""

    times: list[float]
    sizes: dict[str, int]
    server_page: float
    """Bytes of server memory per open page."""
    browser_page: float
    """Bytes of JavaScript heap of a page."""


def measured(url: str, chromium: str, pid: int, clicks: int) -> Measured:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        sizes: dict[str, int] = {}
        page.on("response", lambda answer: _weigh(sizes, answer))
        page.request.post(f"{url}/api/v1/guests")
        page.goto(f"{url}/table/{opened(url, 'blackjack')}")
        page.locator("#sit").click()
        times: list[float] = []
        while len(times) < clicks:
            page.locator(f"{SPOT}, .move:enabled").first.wait_for()
            if page.locator(SPOT).count():
                page.locator(SPOT).first.click()
            button = page.locator("#play, .move:enabled").first
            times.append(float(page.evaluate(CHANGED, [f"#{button.get_attribute('id')}"])))
        sizes["the felt"] = page.evaluate("document.querySelector('#felt svg').outerHTML.length")
        before = resident(pid)
        for _ in range(PAGES):
            other = context.new_page()
            other.goto(page.url)
            other.locator("body.ready #felt svg").wait_for()
        after = resident(pid)
        session = context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("HeapProfiler.collectGarbage")
        metrics = {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}
        browser.close()
    return Measured(times, sizes, (after - before) / PAGES, metrics["JSHeapUsedSize"])


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def _weigh(sizes: dict[str, int], answer: Any) -> None:
    if answer.ok and answer.request.resource_type in ("document", "script", "stylesheet", "image", "fetch", "font"):
        sizes[answer.url.partition("?")[0]] = len(answer.body())


def opened(url: str, game: str) -> str:
    return str(httpx.get(f"{url}/api/tests/open", params={"file": f'game = "{game}"'}).json())


def measure(size: Size) -> Iterator[Figure]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("this benchmark needs Chromium")
    number = size.number(TABLES)
    begun = time.perf_counter()
    with TemporaryDirectory() as folder, _served(folder) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert httpx.get(url, follow_redirects=True, timeout=30).is_success
        started = time.perf_counter() - begun
        tables = [opened(url, GAMES[number % len(GAMES)]) for number in range(number)]
        stop = threading.Event()
        others = threading.Thread(target=lambda: asyncio.run(play_elsewhere(url, tables, stop)))
        others.start()
        try:
            time.sleep(3 * size.share)
            times, sizes, server_page, browser_page = measured(url, chromium, server.pid, size.number(CLICKS))
        finally:
            stop.set()
            others.join()
            server.terminate()
    times.sort()
    yield Figure("cold start of the server to its first page", started, "s")
    yield Figure(f"click to felt, {number} tables in play: median", statistics.median(times), "ms")
    yield Figure(f"click to felt, {number} tables in play: 95 % within", times[int(len(times) * 0.95)], "ms")
    yield Figure("memory per open page: server", server_page / 1e6, "MB")
    yield Figure("memory per open page: browser heap", browser_page / 1e6, "MB")
    yield Figure(f"the page of a table, {len(sizes)} files", sum(sizes.values()) / 1000, "kB")
    for weight, name in sorted(((weight, name) for name, weight in sizes.items()), reverse=True)[:8]:
        yield Figure(f"of these: {name.rpartition('/')[2]}", weight / 1000, "kB")


def _served(folder: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(SERVER), folder], stdout=subprocess.PIPE, text=True)


if __name__ == "__main__":
    main(measure)
