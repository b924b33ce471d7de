"""What is around the felt: questions, messages, the way to the lobby, and a page that is zoomed."""

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.pages import Guest, guest_of
from tests.browser.room_on_screens import APART, DRAWN

from chapter47.games import GAMES

SIDE_WAGERS = 'game = "blackjack"\nsurrender = true\n[wagers.over-under-13]\n'
LEAVES_THE_HEAD = """() => [...document.querySelectorAll(".top > *, .top nav a")].filter((part) => {
  const box = part.getBoundingClientRect();
  const cut = part.matches("h1") && part.scrollWidth > part.clientWidth + 1;
  return part.checkVisibility() && (cut || box.left < 0 || box.right > innerWidth + 1);
}).map((part) => part.textContent)"""


def test_a_side_bet_before_the_main_bet_says_why_and_covers_nothing(guest: Guest) -> None:
    guest.sit(SIDE_WAGERS)
    guest.page.locator("#felt .own .spot[id*=over-under-13]").first.click()
    message = guest.page.get_by_role("alert")
    expect(message).to_contain_text("first; then you can bet here")
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


WIDTHS = (320, 390, 560, 699, 701, 768, 820, 1000, 1124, 1279, 1280, 1366, 1441, 1500, 1920, 2000, 2560)
LONGEST_NAME = "W" * 32


def leaving_the_head(guest: Guest, player: str, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    guest.page.locator(".who").evaluate("(who, name) => { who.textContent = name }", player)
    leaving = []
    for width in widths:
        guest.page.set_viewport_size({"width": width, "height": 800})
        leaving += [f"{width}: {part}" for part in guest.page.evaluate(LEAVES_THE_HEAD)]
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    return leaving


@pytest.mark.parametrize("table", [game.name for game in GAMES])
def test_the_head_has_room_for_the_longest_name(guest: Guest, table: str) -> None:
    """The player's name is shortened; the pages, the settings and the name of the table are not."""
    guest.sit(table)
    assert leaving_the_head(guest, "Guest-1000000") == []
    assert leaving_the_head(guest, LONGEST_NAME) == []


def test_the_head_keeps_its_links_beside_the_longest_name_of_a_table(guest: Guest) -> None:
    guest.sit("blackjack")
    name = guest.page.locator("h1")
    name.evaluate("name => { name.textContent = 'B'.repeat(80) }")
    assert {part.partition(": ")[2] for part in leaving_the_head(guest, LONGEST_NAME)} == {name.inner_text()}


def test_every_link_of_the_head_is_on_the_screen_of_a_phone(guest: Guest) -> None:
    guest.come()
    for path in ("/", "/rounds", "/school", "/law"):
        guest.page.goto(guest.address + path)
        assert leaving_the_head(guest, LONGEST_NAME, (320, 390, 700)) == []


def test_a_player_alone_chooses_the_pace_and_plays_without_a_time_limit(guest: Guest, other: Guest) -> None:
    guest.sit("blackjack")
    settings = guest.page.get_by_role("button", name="Settings")
    settings.click()
    guest.page.get_by_label("slow", exact=True).check()
    guest.page.get_by_label("no time limit").check()
    guest.until("felt.now().pace === 1.5 && felt.now().clock === false")
    guest.finds_nothing_wrong()
    guest.page.keyboard.press("Escape")
    guest.page.reload()
    guest.shown()
    other.come()
    other.page.goto(guest.page.url)
    other.take_seat()
    guest.until("felt.now().pace === 0 && felt.now().clock")
    settings.click()
    expect(guest.page.get_by_label("no time limit")).to_be_disabled()
    guest.page.evaluate("localStorage.clear()")
