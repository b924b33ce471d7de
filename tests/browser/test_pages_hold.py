"""Pages stay true: several at a table, after a break, at every width, for everybody."""

from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.browser.pages import Guest


def test_two_browsers_see_one_table(guest: Guest, other: Guest) -> None:
    guest.sit("craps")
    other.page.goto(guest.page.url)
    other.shown()
    other.page.get_by_role("button", name="Take a guest seat").click()
    other.page.get_by_role("button", name="Sit down").click()
    expect(other.spots.first).to_be_visible()
    other.lay("spot-field-0")
    other.page.locator("#place").click()
    expect(guest.page.locator("#felt [id^=chips-field-0]")).to_be_attached()
    assert guest.page.locator("#felt .spot").count() == other.page.locator("#felt .spot").count()


def test_the_same_state_comes_back(guest: Guest) -> None:
    guest.sit("baccarat")
    guest.page.locator("#felt .may[data-wager=player]").click()
    guest.place()
    expect(guest.page.get_by_role("button", name="Take back my bet on player")).to_be_visible()
    guest.has_chips(975_00)
    guest.page.evaluate("felt.breakConnection()")
    guest.page.get_by_role("button", name="Take back my bet on player").click()
    expect(guest.page.get_by_role("button", name="Take back my bet on player")).to_have_count(0)
    guest.has_chips(1000_00)
    guest.page.reload()
    guest.shown()
    guest.has_chips(1000_00)


def test_a_page_that_is_opened_again_in_a_round_tells_what_has_happened(guest: Guest) -> None:
    """By reload and by the browser's way back; with what can be done, and how wagers ended."""
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.bet()
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    said, log = guest.page.locator("#said").inner_text(), guest.log
    guest.page.reload()
    guest.shown()
    expect(guest.page.locator("#said")).to_have_text(said)
    assert guest.log in log
    assert "bets $25 on box 4" in guest.log
    guest.page.get_by_role("link", name="Lobby", exact=True).click()
    guest.page.get_by_role("button", name="Go to the lobby").click()
    expect(guest.page.locator("h1")).to_have_text("Tables open now")
    guest.page.go_back()
    guest.shown()
    guest.move("Stand")
    expect(guest.page.locator("#results")).to_contain_text("lost $25")
    results = guest.results
    guest.page.reload()
    guest.shown()
    expect(guest.page.locator("#results")).to_have_text(results, use_inner_text=True)


def test_a_laptop_that_is_closed_and_opened_again(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.bet()
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    guest.page.context.set_offline(True)
    expect(guest.page.get_by_role("alert")).to_contain_text("The server does not answer. Your chips and bets are kept")
    guest.page.context.set_offline(False)
    expect(guest.page.get_by_role("alert")).to_be_empty()
    guest.move("Stand")
    expect(guest.page.locator("#results")).to_contain_text("lost $25")
    guest.expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection")


def test_buttons_are_named_as_they_are_said(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.bet()
    for name, key in (("Stand", "s"), ("Hit", "h"), ("Double $25", "d")):
        button = guest.page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        expect(button).to_have_attribute("aria-keyshortcuts", key)


def test_focus_stays_when_the_table_goes_on(guest: Guest) -> None:
    guest.sit("craps")
    guest.page.locator("#spot-field-0").focus()
    guest.lay("spot-pass-0")
    version = guest.version
    guest.page.locator("#place").evaluate("button => button.click()")
    guest.until(f"document.body.dataset.version != {version!r}")
    assert guest.page.evaluate("document.activeElement.id") == "spot-field-0"


def test_an_error_says_what_happened_and_what_to_do(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.page.evaluate("felt.act('Somebody stand')")
    expect(guest.page.get_by_role("alert")).to_contain_text("Possible:")
    guest.page.goto(f"{guest.address}/table/nowhere")
    expect(guest.page.locator("h1")).to_have_text("Table not found")
    guest.expected = ("404",)


def test_a_table_is_opened_from_an_example(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.page.goto(guest.address)
    guest.page.locator("select[name=game]").select_option("switch")
    guest.page.get_by_role("button", name="Open the table").click()
    guest.shown()
    expect(guest.page.locator("h1")).to_have_text("Blackjack Switch")


@pytest.mark.parametrize(
    ("width", "room", "games"), [(360, "light", ("blackjack", "craps", "baccarat")), (2560, "dark", ("craps",))]
)
def test_nothing_scrolls_sideways_and_everybody_can_use_it(
    guest: Guest, width: int, room: Literal["light", "dark"], games: tuple[str, ...]
) -> None:
    guest.page.set_viewport_size({"width": width, "height": 780})
    guest.page.emulate_media(color_scheme=room)
    guest.page.goto(guest.address)
    expect(guest.page.locator(".tile").first).to_be_visible()
    guest.finds_nothing_wrong()
    for game in games:
        guest.sit(game)
        guest.finds_nothing_wrong()
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
