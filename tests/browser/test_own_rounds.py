"""One's own rounds: the list, each step with its picture, whether it was fair, and the files."""

import json
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, expect
from tests.browser.pages import Guest, guest_of

from chapter47.library import playing


def test_a_round_is_replayed_checked_and_exported(guest: Guest, tmp_path: Path) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    table = guest.table
    guest.bet()
    guest.finish("Stand")
    guest.page.get_by_role("link", name="My rounds").click()
    expect(guest.page.locator(".rounds tbody tr")).to_have_count(1)
    expect(guest.page.locator(".rounds tbody")).to_contain_text("lost $25")
    guest.finds_nothing_wrong()
    guest.page.get_by_role("link", name="round 1").click()
    replay = guest.page.locator("[data-round]")

    expect(replay).to_have_attribute("data-shown", "1")
    assert guest.page.locator("#felt [id^=card-]").count() == 0
    last = guest.page.locator("#step").get_attribute("max")
    guest.page.keyboard.press("End")
    expect(replay).to_have_attribute("data-shown", str(last))
    cards = guest.page.locator("#felt [id^=card-]").count()
    assert cards >= 4
    guest.page.keyboard.press("ArrowLeft")
    expect(replay).to_have_attribute("data-shown", str(int(str(last)) - 1))
    guest.page.locator("#step").fill("6")
    expect(replay).to_have_attribute("data-shown", "6")
    guest.page.get_by_role("button", name="Next").click()
    expect(replay).to_have_attribute("data-shown", "7")
    assert 0 < guest.page.locator("#felt [id^=card-]").count() < cards
    expect(guest.page.locator("#step-7")).to_have_attribute("aria-current", "step")
    guest.page.locator("#step-7 .why").click()
    expect(guest.page.locator("#why-title")).to_contain_text("19:4")
    guest.page.keyboard.press("Escape")
    guest.page.set_viewport_size({"width": 360, "height": 740})
    guest.until("document.querySelector('#felt svg').viewBox.baseVal.width <= 360")
    expect(replay).to_have_attribute("data-shown", "7")
    guest.page.set_viewport_size({"width": 1280, "height": 800})

    expect(guest.page.locator("#fairness")).to_contain_text("Not published yet")
    guest.page.request.get(f"{guest.address}/api/tests/close/{table}")
    guest.page.reload()
    expect(guest.page.locator("#fairness")).to_contain_text("Verified.")
    expect(guest.page.locator("#fairness")).to_contain_text("your browser finds the same SHA-256")
    guest.finds_nothing_wrong()

    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Log for chapter47 replay").click()
    log = tmp_path / "own.log"
    download.value.save_as(log)
    assert playing.replay(log).reproduces
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="The round as JSON").click()
    assert json.loads(Path(download.value.path()).read_text())["round"] == 1


def test_times_are_those_of_the_place_where_one_is(browser: Browser, address: str) -> None:
    """Of rounds and of chips that were bought; half past whichever hour it is in London."""
    with browser.new_context(timezone_id="Asia/Kolkata", locale="en-GB") as window, guest_of(window, address) as guest:
        guest.sit("blackjack", cards="2c Ts 9d 6h Th")
        guest.bet()
        guest.finish("Stand")
        for path, rows in (("/rounds", ".rounds tbody tr"), ("/purse", "#statement tbody tr")):
            guest.page.goto(address + path)
            expect(guest.page.locator(rows).first).to_be_visible()
            shown = guest.page.locator(f"{rows} time").first
            at = datetime.fromisoformat(str(shown.get_attribute("datetime")))
            there = at.astimezone(ZoneInfo("Asia/Kolkata"))
            assert f"{there:%H:%M:%S}" in shown.inner_text()


def test_a_throw_is_replayed(guest: Guest) -> None:
    guest.sit("craps", dice="3-4")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#log")).to_contain_text("The round is over")
    guest.page.goto(f"{guest.address}/rounds/{guest.table}/1")
    expect(guest.page.locator("[data-round]")).to_have_attribute("data-shown", "1")
    guest.page.keyboard.press("End")
    expect(guest.page.locator("#felt #die-1")).to_be_visible()
    expect(guest.page.locator("#fairness")).to_contain_text("A seed is published after 1,000 draws")
