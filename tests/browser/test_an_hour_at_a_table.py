"""As many rounds as somebody plays in hours: neither the browser nor the server grows."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page
from tests.browser.pages import UNTIL, guest_of
from tests.browser.serving import Server, served
from tests.give_up import MILLISECONDS

WARM_UP = 100
ROUNDS = 1000
MOST_HEAP = 4_000_000
"""Bytes that the heap of the page may be larger after all rounds than after the first ones."""
MOST_NODES = 500
MOST_LISTENERS = 20
MOST_RSS = 40_000_000
"""The server keeps its journal on the disk; what grows in memory is caches that have an end."""
PLAYS = """async (rounds) => {
  const seen = () => `${document.body.dataset.version} ${document.querySelector("#chips").innerText}`;
  const changes = (before) => new Promise((done) => {
    const look = () => (seen() !== before ? done() : setTimeout(look, 2));
    look();
  });
  document.querySelector("input[name=chip][value='500']").click();
  let played = 0;
  while (played < rounds) {
    const before = seen();
    const moves = "#more-chips, #move-Decline:enabled, #move-Stand:enabled, #play:enabled, #again:enabled";
    const move = document.querySelector(moves) || document.querySelector("#felt .may[id^=spot]");
    if (["play", "again"].includes(move?.id)) played += 1;
    move?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await changes(before);
  }
}"""


class Measured:
    """What page and server hold now."""

    def __init__(self, page: Page, session: CDPSession, server: Server) -> None:
        page.evaluate(UNTIL % "felt.motion.running.size === 0 && !document.querySelector('.above > *')", MILLISECONDS)
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        metrics = {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}
        self.heap, self.nodes = metrics["JSHeapUsedSize"], metrics["Nodes"]
        self.listeners, self.motions = metrics["JSEventListeners"], page.evaluate("felt.motion.running.size")
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        self.rss = 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def __str__(self) -> str:
        page = f"heap {self.heap / 1e6:.1f} MB, {self.nodes:.0f} nodes, {self.listeners:.0f} listeners"
        return f"{page}, {self.motions} motions, server {self.rss / 1e6:.0f} MB"


@pytest.mark.soak
def test_neither_page_nor_server_grows(browser: Browser, tmp_path: Path) -> None:
    """With all its motion."""
    with browser.new_context() as window, served(tmp_path) as server:
        with guest_of(window, server.address) as guest:
            session = window.new_cdp_session(guest.page)
            session.send("Performance.enable")
            guest.sit("blackjack")
            guest.page.evaluate(PLAYS, WARM_UP)
            before = Measured(guest.page, session, server)
            guest.page.evaluate(PLAYS, ROUNDS)
            after = Measured(guest.page, session, server)
            print(f"after {WARM_UP} rounds: {before}; after {ROUNDS} more: {after}")
        assert server.end() == 0
    assert after.heap - before.heap < MOST_HEAP, f"{before}; {after}"
    assert after.nodes - before.nodes < MOST_NODES, f"{before}; {after}"
    assert after.listeners - before.listeners < MOST_LISTENERS, f"{before}; {after}"
    assert after.motions == before.motions == 0, f"{before}; {after}"
    assert after.rss - before.rss < MOST_RSS, f"{before}; {after}"
