"""What goes wrong is told with what to do: seats, chips, times, tables that close, a server that goes away."""

from playwright.sync_api import Browser, expect
from tests.browser.pages import OVER, Guest, guest_of
from tests.browser.serving import Server


def test_a_seat_that_somebody_else_took(guest: Guest, other: Guest) -> None:
    guest.sit("blackjack")
    other.come()
    other.page.goto(guest.page.url)
    other.shown()
    other.page.evaluate(
        "emitEvent('felt', {do: 'act', lines: [`sit 4 ${document.querySelector('.who').textContent}`]})"
    )
    expect(other.page.get_by_role("alert")).to_contain_text("Somebody is seated at this box")
    expect(other.page.get_by_role("alert")).to_contain_text("Possible: a free box.")
    other.page.get_by_role("button", name="Sit down").click()
    expect(other.spots.first).to_be_visible()


def test_time_that_passes_is_told_and_whoever_stays_away_gets_up(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th 5c 6c Td 7h")
    told = guest.page.get_by_role("alert")
    guest.page.request.get(f"{guest.address}/tests/patience/0.5/3")
    try:
        guest.bet()
        expect(told).to_contain_text("Your time was up, so the house decided for you: stand. You have 0.5 seconds")
        expect(told).to_contain_text("after 3 times in a row you get up")
        expect(guest.page.locator("#log")).to_contain_text(OVER)
        guest.page.request.get(f"{guest.address}/tests/patience/0.5/1")
        guest.page.locator("#rebet").click()
        guest.play()
        expect(told).to_contain_text("You were away for too long and got up. Your chips stay yours: sit down again")
    finally:
        guest.page.request.get(f"{guest.address}/tests/patience/0/0")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.spots.first).to_be_visible()
    expect(told).to_be_empty()


def test_two_devices_of_one_player(guest: Guest, browser: Browser) -> None:
    """Both show the same, whichever of them is used; an old picture does no harm."""
    guest.sit("blackjack", cards="2c Ts 9d 6h Th 5c 6c Td 7h")
    with browser.new_context(reduced_motion="reduce") as window, guest_of(window, guest.address) as phone:
        window.add_cookies(guest.page.context.cookies())  # type: ignore[arg-type]  # what it gives it takes
        phone.page.goto(guest.page.url)
        phone.shown()
        guest.bet()
        expect(phone.page.locator("#move-Stand")).to_be_enabled()
        for page in (phone, guest):
            page.has_chips(975_00)
        phone.move("Stand")
        expect(guest.page.locator("#log")).to_contain_text(OVER)
        expect(guest.page.locator("#move-Stand")).to_be_disabled()
        for page in (phone, guest):
            page.has_results("Main lost $25")
        late = "emitEvent('felt', {do: 'act', lines: [`${document.querySelector('.who').textContent} stand`]})"
        guest.page.evaluate(late)
        expect(guest.page.get_by_role("alert")).to_contain_text("Possible:")


def test_a_seat_whose_sign_in_has_ended(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.page.evaluate(
        """async () => {
          const session = await (await fetch("/api/v1/session")).json();
          await fetch("/api/v1/session", { method: "DELETE", headers: { "x-csrf-token": session.csrf } });
        }"""
    )
    guest.bet()
    expect(guest.page.get_by_role("alert")).to_contain_text("You are not signed in any more")
    guest.page.get_by_role("link", name="Take a new guest seat").click()
    expect(guest.page.locator("h1")).to_have_text("Tables open now")


def test_too_few_chips(guest: Guest) -> None:
    guest.sit("blackjack")
    name = guest.name
    guest.page.request.get(f"{guest.address}/tests/cash-out/{name}?cents=98500")
    expect(guest.page.locator("#chips")).to_have_text("$15 in chips")
    guest.spots.first.click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Not enough chips")
    expect(guest.page.get_by_role("alert")).to_contain_text("smaller chip")
    guest.page.request.get(f"{guest.address}/tests/cash-out/{name}?cents=1500")
    guest.page.get_by_role("button", name="Take $1,000 in play chips").click()
    expect(guest.page.locator("#chips")).to_have_text("$1,000 in chips")


def test_a_table_that_is_paused_and_one_that_closes(guest: Guest) -> None:
    guest.sit("baccarat")
    guest.page.request.get(f"{guest.address}/tests/pause/{guest.table}")
    expect(guest.page.locator("#turn")).to_contain_text("paused: the cards are changed. It goes on by itself")
    guest.page.request.get(f"{guest.address}/tests/close/{guest.table}")
    expect(guest.page.get_by_role("alert")).to_contain_text("The table is closed. Your chips stay yours")
    guest.page.get_by_role("link", name="Go to the lobby").click()
    expect(guest.page.locator("h1")).to_have_text("Tables open now")


def test_a_server_that_goes_away_and_comes_back(guest: Guest, server: Server) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.bet()
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    guest.has_chips(975_00)
    guest.page.evaluate("window.before = true")
    assert server.end() == 0
    try:
        expect(guest.page.get_by_role("alert")).to_contain_text("The server does not answer")
        expect(guest.page.get_by_role("alert")).to_contain_text("this page goes on by itself")
    finally:
        server.begin()
    guest.page.wait_for_function("!window.before && document.body.dataset.version", timeout=60_000)
    expect(guest.page.get_by_role("alert")).to_be_empty()
    guest.has_chips(975_00)
    guest.finish("Stand")
    guest.wrong = [line for line in guest.wrong if "ERR_CONNECTION" not in line]
