"""One's own rounds: the list, each step with its picture, whether it was fair, and the files."""

import json
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.pages import Guest

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
    guest.page.wait_for_function("document.querySelector('#felt svg').viewBox.baseVal.width <= 360")
    expect(replay).to_have_attribute("data-shown", "7")
    guest.page.set_viewport_size({"width": 1280, "height": 800})

    expect(guest.page.locator("#fairness")).to_contain_text("Not opened yet")
    guest.page.request.get(f"{guest.address}/tests/close/{table}")
    guest.page.reload()
    expect(guest.page.locator("#fairness")).to_contain_text("It holds.")
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


def test_a_throw_is_replayed(guest: Guest) -> None:
    guest.sit("craps", dice="3-4")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#log")).to_contain_text("The round is over")
    guest.page.goto(f"{guest.address}/rounds/{guest.table}/1")
    expect(guest.page.locator("[data-round]")).to_have_attribute("data-shown", "1")
    guest.page.keyboard.press("End")
    expect(guest.page.locator("#felt #die-1")).to_be_visible()
    expect(guest.page.locator("#fairness")).to_contain_text("a seed is opened after 1,000 draws")
