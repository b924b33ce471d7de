"""Keyboard alone, touch, dark rooms, own colours, spoken words; a page that weighs little."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from tests.browser.pages import OVER, Guest, guest_of

from chapter47 import web

MOST_BYTES = 500_000
KEYS = 200


def tab_to(guest: Guest, selector: str) -> None:
    """As somebody without a mouse gets there."""
    for _ in range(KEYS):
        if guest.page.evaluate(f"!!document.activeElement?.matches({selector!r})"):
            return
        guest.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by keys")


def test_from_the_lobby_to_the_end_of_a_round_by_keys_alone(guest: Guest) -> None:
    guest.come()
    guest.page.goto(f"{guest.address}/table/{guest.opened('blackjack', cards='2c Ts 9d 6h Th')}")
    guest.shown()
    guest.page.keyboard.press("Enter")
    expect(guest.spots.first).to_be_visible()
    tab_to(guest, "#felt .may[id^=spot]")
    spot = guest.page.evaluate("document.activeElement.id")
    guest.page.keyboard.press("Enter")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#felt .pending text")).to_have_text("50")
    guest.page.keyboard.press("u")
    expect(guest.page.locator("#felt .pending text")).to_have_text("25")
    assert guest.page.evaluate("document.activeElement.id") == spot
    tab_to(guest, "#play")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    guest.page.keyboard.press("s")
    expect(guest.page.locator("#log")).to_contain_text(OVER)


def test_arrow_keys_go_from_spot_to_spot(guest: Guest) -> None:
    guest.sit("craps")
    guest.page.locator("#spot-place-to-win-4").focus()
    guest.page.keyboard.press("ArrowRight")
    assert guest.page.evaluate("document.activeElement.id") == "spot-place-to-win-5"
    guest.page.keyboard.press("Enter")
    guest.page.keyboard.press("Delete")
    expect(guest.page.locator("#felt .pending")).to_have_count(0)


def test_chips_are_laid_by_touch_on_a_small_screen(browser: Browser, address: str) -> None:
    phone: ViewportSize = {"width": 360, "height": 740}
    with (
        browser.new_context(viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce") as window,
        guest_of(window, address) as guest,
    ):
        guest.come()
        guest.page.goto(f"{address}/table/{guest.opened('blackjack', cards='2c Ts 9d 6h Th')}")
        guest.shown()
        guest.page.get_by_role("button", name="Sit down").tap()
        guest.spots.first.tap()
        guest.page.locator("#play").tap()
        expect(guest.page.locator("#move-Stand")).to_be_enabled()
        assert guest.page.evaluate("document.querySelector('#move-Stand').offsetHeight") >= 44
        guest.page.locator("#move-Stand").tap()
        expect(guest.page.locator("#log")).to_contain_text(OVER)


def test_settings_are_kept_by_the_browser(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6d Th")
    guest.bet()
    green = guest.page.locator("#felt svg").inner_html()
    guest.page.get_by_role("button", name="Settings").click()
    for name in ("burgundy", "suits in four colours", "dark", "words are spoken"):
        guest.page.get_by_label(name).check()
    guest.finds_nothing_wrong()
    guest.page.keyboard.press("Escape")
    guest.page.wait_for_function("before => document.querySelector('#felt svg').innerHTML !== before", arg=green)
    room = "getComputedStyle(document.documentElement).colorScheme"
    assert guest.page.evaluate(room) == "dark"
    guest.page.reload()
    guest.shown()
    assert guest.page.evaluate(room) == "dark"
    assert guest.page.evaluate("JSON.stringify(felt.look())").count("burgundy") == 1
    guest.page.evaluate("localStorage.clear()")


def test_the_dealers_words_are_spoken_when_that_is_switched_on(guest: Guest) -> None:
    guest.page.add_init_script(
        "window.spoken = []; window.speechSynthesis.speak = (words) => window.spoken.push(words.text)"
    )
    guest.sit("blackjack", cards="2c Ts 9d 6d Th")
    guest.bet()
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    assert guest.page.evaluate("window.spoken") == []
    guest.page.evaluate("felt.settings.spoken = true")
    guest.move("Stand")
    expect(guest.page.locator("#log")).to_contain_text(OVER)
    words = guest.page.evaluate("window.spoken")
    assert "Dealer's Card" in words
    assert not any(mark in word for word in words for mark in "“”♠♥♦♣")


@pytest.mark.parametrize("path", ["/rounds", "/rounds/nowhere/1", "/table/nowhere"])
def test_pages_beside_the_tables(guest: Guest, path: str) -> None:
    guest.come()
    guest.page.goto(f"{guest.address}{path}")
    expect(guest.page.locator("h1")).to_be_visible()
    guest.finds_nothing_wrong()


def test_the_pages_own_weight(guest: Guest) -> None:
    """Besides the framework: everything that is not under its own address, and the felt itself."""
    sizes: dict[str, int] = {}

    def weigh(url: str, size: int) -> None:
        if "/_nicegui" not in url:
            sizes[url] = size

    guest.page.on("response", lambda response: weigh(response.url, len(response.body())) if response.ok else None)
    guest.sit("craps")
    felt = guest.page.evaluate("document.querySelector('#felt svg').outerHTML.length")
    own = sum(path.stat().st_size for path in (Path(web.__file__).parent / "static").iterdir())
    assert sum(sizes.values()) + felt < MOST_BYTES, sizes
    assert own < MOST_BYTES / 2
