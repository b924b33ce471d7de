"""A real browser at a real server: Debian's Chromium, driven by Playwright, on this machine only."""

import fcntl
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tests.browser.pages import Guest, guest_of
from tests.browser.serving import Server, served
from tests.give_up import MILLISECONDS

SECONDS_TO_INSTALL = 300
QUICK = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-extensions", "--mute-audio",
         "--disable-component-update", "--disable-default-apps", "--disable-sync", "--hide-scrollbars")  # fmt: skip
"""What a test does without."""


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def _install(lock: Path) -> None:
    """By root, or by somebody who may become root without being asked; one tester at a time."""
    become = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if shutil.which("apt-get") is None or (become and shutil.which("sudo") is None):
        return
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            if _chromium() is None:
                asked = [*become, "apt-get", *command]
                subprocess.run(asked, check=False, capture_output=True, timeout=SECONDS_TO_INSTALL)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Without a browser these tests fail: a suite that has left them out has not passed."""
    if _chromium() is None:
        _install(tmp_path_factory.getbasetemp().parent / "chromium.lock")
    path = _chromium()
    if path is None:
        pytest.fail("These tests need Chromium, and it is not installed. Run `apt-get install chromium` as root.")
    return path


@pytest.fixture(scope="session")
def devtools(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one browser for the whole session, which each module connects to."""
    command = [chromium, "--headless", "--no-sandbox", "--remote-debugging-port=0", *QUICK]
    profile = f"--user-data-dir={tmp_path_factory.mktemp('profile')}"
    with subprocess.Popen([*command, profile], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = next((line for line in process.stderr if "DevTools listening on" in line), "")
        assert said, "Chromium does not start"
        threading.Thread(target=process.stderr.read, daemon=True).start()  # else it waits for a reader one day
        yield said.split()[-1]
        process.terminate()


@pytest.fixture(scope="module")
def browser(devtools: str) -> Iterator[Browser]:
    """As long as Playwright runs so does an event loop, beside which no other can: hence not for the whole session."""
    with sync_playwright() as playwright:
        yield playwright.chromium.connect_over_cdp(devtools, timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A demonstration of its own, with a dealer who takes no time and cards that a test can choose."""
    with served(tmp_path_factory.mktemp("pit")) as server:
        yield server
        assert server.end() == 0
    assert "Traceback" not in server.errors


@pytest.fixture
def address(server: Server) -> str:
    return server.address


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as opened:
        yield opened


@pytest.fixture
def guest(window: BrowserContext, address: str) -> Iterator[Guest]:
    """Somebody who has never been here; whose browser must find nothing wrong and ask nobody else."""
    with guest_of(window, address) as somebody:
        yield somebody


@pytest.fixture
def other(browser: Browser, address: str) -> Iterator[Guest]:
    with browser.new_context() as window, guest_of(window, address) as somebody:
        yield somebody
