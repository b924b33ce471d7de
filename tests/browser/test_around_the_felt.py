"""What is around the felt: questions, messages, the way to the lobby, and a page that is zoomed."""

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.pages import Guest, guest_of
from tests.browser.room_on_screens import DRAWN

SIDE_WAGERS = 'game = "blackjack"\nsurrender = true\n[wagers.over-under-13]\n'
APART = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""
LEAVES_THE_HEAD = """() => [...document.querySelectorAll(".top > *, .top nav a")].filter((part) => {
  const box = part.getBoundingClientRect();
  const cut = part.matches("h1") && part.scrollWidth > part.clientWidth + 1;
  return part.checkVisibility() && (cut || box.left < 0 || box.right > innerWidth + 1);
}).map((part) => part.textContent)"""


def test_a_side_bet_before_the_main_bet_says_why_and_covers_nothing(guest: Guest) -> None:
    guest.sit(SIDE_WAGERS)
    guest.page.locator("#felt .own .spot[id*=over-under-13]").first.click()
    told = guest.page.get_by_role("alert")
    expect(told).to_contain_text("first; then you can bet here")
    for covered in ("#said", "#play", "#turn"):
        assert guest.page.evaluate(APART, ["#trouble > *", covered]), covered
    guest.page.locator("#felt .may[id$=main-1]").click()
    expect(guest.page.locator("#felt .pending")).to_have_count(1)


def test_insurance_is_asked_in_words_and_a_round_is_summed_up(guest: Guest) -> None:
    """The main result comes first, whatever else was bet."""
    guest.sit(SIDE_WAGERS, cards="2c 9s Ad Th Kc")
    guest.page.locator("#felt .may[id$=main-1]").click()
    guest.page.locator("#felt .may[id*=over-under-13]").first.click()
    guest.play()
    expect(guest.page.locator("#turn")).to_have_text("Insurance?")
    expect(guest.page.locator("#move-Decline")).to_contain_text("No")
    expect(guest.page.locator("#move-Insure")).to_contain_text("Yes, $")
    guest.finish("Decline", "Stand")
    expect(guest.page.locator("#results li").nth(0)).to_contain_text("Round total:")
    expect(guest.page.locator("#results li").nth(1)).to_contain_text("Main lost $25")
    before = guest.page.locator("#rebet").inner_text()
    guest.page.reload()
    guest.shown()
    expect(guest.page.locator("#rebet")).to_be_enabled()
    assert guest.page.locator("#rebet").inner_text() == before != "Rebet"


def test_enter_plays_after_settings_were_closed(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.page.get_by_role("button", name="Settings").click()
    settings = guest.page.locator("#settings")
    expect(settings).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    guest.spots.first.click()
    expect(guest.page.locator("#play")).to_be_enabled()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    expect(settings).to_be_hidden()


def test_the_lobby_asks_whether_to_leave_and_marks_the_seat(guest: Guest) -> None:
    guest.sit("blackjack")
    table = guest.table
    guest.page.get_by_role("link", name="Lobby", exact=True).click()
    asked = guest.page.locator("#ask")
    expect(asked).to_contain_text("Leave your seat?")
    asked.get_by_role("button", name="Keep the seat").click()
    mine = guest.page.locator(f"#tile-{table}")
    expect(mine).to_contain_text("you sit here")


def test_a_page_that_is_zoomed_twice_has_room_for_chips_and_more(browser: Browser, address: str) -> None:
    with (
        browser.new_context(viewport={"width": 640, "height": 400}, reduced_motion="reduce") as window,
        guest_of(window, address) as guest,
    ):
        guest.sit("blackjack")
        guest.until(DRAWN)
        expect(guest.page.locator("#more-list")).to_be_visible()
        assert guest.page.evaluate(APART, [".tray", "#more-list"])


@pytest.mark.parametrize("table", ["multiple-action", "baccarat"])
def test_the_head_has_room_for_a_long_name(guest: Guest, table: str) -> None:
    """The name is shortened; the pages, the settings and the name of the table are not."""
    guest.sit(table)
    guest.page.locator(".who").evaluate("who => { who.textContent = 'A name of thirty-two characters' }")
    for width in (701, 768, 1000, 1124, 1279, 1280, 1366, 1441, 2560):
        guest.page.set_viewport_size({"width": width, "height": 800})
        assert guest.page.evaluate(LEAVES_THE_HEAD) == [], width
