"""A real browser at a real server: Debian's Chromium, driven by Playwright, on this machine only."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tests.browser.pages import Guest, guest_of
from tests.browser.serving import served

SECONDS_TO_INSTALL = 300


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def _install() -> None:
    """Only where that is allowed and only the browser that the tests name."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], check=False, capture_output=True, timeout=SECONDS_TO_INSTALL)


@pytest.fixture(scope="session")
def chromium() -> str:
    if _chromium() is None:
        _install()
    path = _chromium()
    if path is None:
        message = "no Chromium here: `apt-get install chromium` as root"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """As long as it runs so does an event loop, beside which no other can: hence not for the whole session."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A demonstration of its own, with a dealer who takes no time and cards that a test can choose."""
    folder = tmp_path_factory.mktemp("pit")
    with served(folder) as server:
        yield server.address
        assert server.end() == 0
    assert "Traceback" not in (folder / "errors.txt").read_text()


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
