"""Keyboard alone, touch, dark rooms, own colours, spoken words; a page that weighs little."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from tests.browser.pages import OVER, Guest, guest_of

MOST_BYTES = 250_000
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
    guest.page.evaluate("window.green = document.querySelector('#felt svg').innerHTML")
    guest.page.get_by_role("button", name="Settings").click()
    for name in ("burgundy", "suits in four colours", "dark", "speak the dealer's words"):
        guest.page.get_by_label(name).check()
    guest.finds_nothing_wrong()
    guest.page.keyboard.press("Escape")
    guest.until("document.querySelector('#felt svg').innerHTML !== window.green")
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


@pytest.mark.parametrize(
    ("path", "heading", "leads"),
    [
        ("/rounds", "My rounds", "Choose a table"),
        ("/rounds/nowhere/1", "Round 1", "Go to your rounds"),
        ("/rounds/nowhere/first", "Page not found", "Go to the lobby"),
        ("/table/nowhere", "Table not found", "Go to the lobby"),
        ("/nowhere", "Page not found", "Go to the lobby"),
    ],
)
def test_pages_beside_the_tables(guest: Guest, path: str, heading: str, leads: str) -> None:
    """In people's words, with a way on, in both rooms."""
    guest.come()
    guest.page.goto(f"{guest.address}{path}")
    expect(guest.page.locator("h1")).to_have_text(heading)
    expect(guest.page.locator("#main").get_by_role("link", name=leads)).to_be_visible()
    expect(guest.page.locator("#main")).not_to_contain_text("/api")
    for room in ("light", "dark"):
        guest.page.emulate_media(color_scheme=room)
        guest.finds_nothing_wrong()
    guest.expected = ("404",)


def test_a_throw_by_keys_alone_is_heard(guest: Guest) -> None:
    """All of it, where the caption is only the call; focus stays on the spot."""
    guest.sit("craps", dice="2-2 3-4")
    tab_to(guest, "#spot-pass-0")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#heard")).to_have_text("Pass: $5")
    guest.page.keyboard.press("o")
    expect(guest.page.locator("#heard")).to_contain_text(f"{guest.name} bets $5 on pass.")
    guest.page.keyboard.press("t")
    expect(guest.page.locator("#close")).to_be_enabled()
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("#close")).to_be_focused()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#said")).to_contain_text("“Four the hardway, mark the four”")
    expect(guest.page.locator("#heard")).to_contain_text("The marker is on 4.")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#said")).to_contain_text("“Seven out, line away”")
    expect(guest.page.locator("#heard")).to_contain_text(f"Collected from {guest.name}: $5, pass 4.")


def test_a_round_of_baccarat_by_keys_alone_is_heard(guest: Guest) -> None:
    guest.sit("baccarat", cards="Ac 2c Ts 9d Th Tc")
    tab_to(guest, "#felt .may[data-wager=banker]")
    guest.page.keyboard.press("Enter")
    tab_to(guest, "#play")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#said")).to_contain_text("“Banker wins")
    expect(guest.page.locator("#heard")).to_contain_text(f"Paid to {guest.name}: $25, banker")
    expect(guest.page.locator("#heard")).to_contain_text(f"{guest.name} owes a fee of $1.25")


def test_the_pages_own_weight(guest: Guest) -> None:
    """Everything that it loads, and the felt itself."""
    sizes: dict[str, int] = {}

    def weigh(url: str, size: int) -> None:
        sizes[url] = size

    guest.page.on("response", lambda response: weigh(response.url, len(response.body())) if response.ok else None)
    guest.sit("craps")
    felt = guest.page.evaluate("document.querySelector('#felt svg').outerHTML.length")
    own = sum(size for url, size in sizes.items() if "/static/" in url)
    assert sum(sizes.values()) + felt < MOST_BYTES, sizes
    assert own < MOST_BYTES / 2
