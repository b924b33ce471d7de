"""A newcomer's first rounds in a real browser; every game is played in `test_every_spot.py`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.pages import OVER, Guest, guest_of

NO_SCREEN = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


def test_a_newcomer_plays_a_round_of_blackjack(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.has_chips(1000_00)
    guest.spots.first.click()
    expect(guest.page.locator("#felt .pending")).to_have_count(1)
    guest.play()
    guest.finish("Decline", "Stand", "Keep")
    assert OVER in guest.log
    assert guest.page.locator("#felt [id^=card-]").count() >= 3


def test_a_newcomer_chooses_a_table_of_the_lobby(guest: Guest) -> None:
    guest.page.goto(guest.address)
    guest.page.locator(".tile").first.click()
    guest.take_seat()
    guest.has_chips(1000_00)


def test_a_newcomer_throws_the_dice(guest: Guest) -> None:
    guest.sit("craps")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#felt #die-1")).to_be_visible()
    expect(guest.page.locator("#felt [id^=chips-pass-], #rebet").first).to_be_attached()


def test_the_last_wager_is_made_again_and_taken_back(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.spots.first.click()
    guest.play()
    guest.finish("Decline", "Stand")
    before = guest.chips
    guest.page.locator("#rebet").click()
    guest.has_chips(before - 25_00)
    guest.page.keyboard.press("c")
    guest.has_chips(before)
    expect(guest.page.locator("#felt .pending")).to_have_count(0)


def test_a_round_is_played_by_keys_alone(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.spots.first.focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#felt .pending")).to_have_count(1)
    guest.page.locator("#play").focus()
    guest.page.keyboard.press("Enter")
    guest.finish("Decline", "Stand")
    assert OVER in guest.log


def test_every_sentence_of_the_dealer_says_why(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.page.locator("#log .why").first.click()
    expect(guest.page.locator("#why")).to_be_visible()
    expect(guest.page.locator("#why-title")).to_contain_text("N.J.A.C. 19:4")
    assert len(guest.page.locator("#why-text").inner_text()) > 60


def test_make_run_is_ready_when_it_says_so(browser: Browser, tmp_path: Path) -> None:
    """What `make run` starts once all is set up: three lines, and behind them a card on the felt."""
    with subprocess.Popen(
        [sys.executable, "-m", "chapter47.web"], cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=NO_SCREEN
    ) as server:
        assert server.stdout
        said = [server.stdout.readline() for _ in range(3)]
        address = said[0].split()[1]
        with browser.new_context(reduced_motion="reduce") as window, guest_of(window, address) as guest:
            guest.page.goto(address)
            guest.page.locator(".tile").first.click()
            expect(guest.page.locator("h1")).to_have_text("Blackjack")
            guest.take_seat()
            guest.spots.first.click()
            guest.play()
            expect(guest.page.locator("#felt [id^=card-]").first).to_be_attached()
        server.send_signal(signal.SIGTERM)
        assert server.stdout.read() == ""
    assert server.returncode == 0
