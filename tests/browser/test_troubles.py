"""Errors say what to do: seats, chips, times, tables that close, a server that goes away."""

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.pages import OVER, Guest, guest_of
from tests.browser.serving import Server


def test_a_seat_that_somebody_else_took(guest: Guest, other: Guest) -> None:
    guest.sit("blackjack")
    other.come()
    other.page.goto(guest.page.url)
    other.shown()
    other.page.evaluate("felt.act(`${document.body.dataset.name} sit at 4`)")
    expect(other.page.get_by_role("alert")).to_contain_text("Another player is seated at this box")
    expect(other.page.get_by_role("alert")).to_contain_text("Possible: a free box.")
    other.page.get_by_role("button", name="Sit down").click()
    expect(other.spots.first).to_be_visible()


def test_the_remaining_time_is_shown_and_an_absent_player_loses_the_seat(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th 5c 6c Td 7h")
    message = guest.page.get_by_role("alert")
    guest.page.request.get(f"{guest.address}/api/tests/patience/0.5/3")
    try:
        guest.bet()
        expect(message).to_contain_text("Your time was up, so the house decided for you: stand. You have 0.5 seconds")
        expect(message).to_contain_text("After 3 missed turns in a row you lose your seat")
        expect(guest.page.locator("#log")).to_contain_text(OVER)
        guest.page.request.get(f"{guest.address}/api/tests/patience/0.5/1")
        guest.page.locator("#rebet").click()
        guest.play()
        expect(message).to_contain_text("You were away for too long and lost your seat. Your chips stay yours")
    finally:
        guest.page.request.get(f"{guest.address}/api/tests/patience/0/0")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.spots.first).to_be_visible()
    expect(message).to_be_empty()


@pytest.mark.parametrize(
    ("game", "cards", "decided"),
    [
        pytest.param("multiple-action", "2c Ts 9d 6h Th 5c 6c Td 7h", ["stand"], id="multiple action"),
        pytest.param("switch", "2c Ts 6s 9d 6h Th 7c", ["keep the cards", "stand", "stand for hand 2"], id="switch"),
    ],
)
def test_the_page_says_what_the_house_decided(guest: Guest, game: str, cards: str, decided: list[str]) -> None:
    """Each decision; the page keeps what it said."""
    guest.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          window.message = [];
          const box = document.querySelector("#trouble");
          const said = () => box.innerText.matchAll(/decided for you: (.*?)\\./g).map((found) => found[1]);
          new MutationObserver(() => window.message.push(...said())).observe(box, { childList: true });
        })"""
    )
    guest.sit(game, cards=cards)
    for spot in range(guest.spots.count() if game == "switch" else 3):
        guest.page.locator(f"#felt .may[id$=main-{spot + 1}]").click()
    guest.page.request.get(f"{guest.address}/api/tests/patience/0.3/9")
    try:
        guest.play()
        expect(guest.page.locator("#log")).to_contain_text(OVER)
    finally:
        guest.page.request.get(f"{guest.address}/api/tests/patience/0/0")
    assert guest.page.evaluate("window.message") == decided
    expect(guest.page.get_by_role("alert")).to_contain_text(
        f"so the house decided for you: {decided[-1]}. You have 0.3 seconds for each decision."
    )


def test_chips_only_tapped_are_not_bet_when_the_clock_ends(guest: Guest, other: Guest) -> None:
    """The round is dealt to the player whose bet was sent; the other one keeps all chips."""
    guest.sit("blackjack", cards="2c Ts 9d 6h Th 5c 6c Td 7h")
    other.come()
    other.page.goto(guest.page.url)
    other.take_seat()
    other.spots.first.click()
    expect(other.page.locator("#felt .pending")).to_have_count(1)
    other.has_chips(975_00)
    guest.page.request.get(f"{guest.address}/api/tests/patience/0/0", params={"to_wager": 0.5})
    try:
        guest.page.locator("#felt .may[id$=main-1]").first.click()
        guest.place()
        expect(other.page.locator("#log")).to_contain_text("No more bets")
    finally:
        guest.page.request.get(f"{guest.address}/api/tests/patience/0/0")
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    expect(other.page.locator("#felt .pending")).to_have_count(0)
    other.has_chips(1000_00)
    guest.finish("Stand")
    expect(other.page.locator("#log")).to_contain_text(OVER)
    assert guest.log.count(" bets $") == 1
    other.has_chips(1000_00)


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
        late = "felt.act(`${document.body.dataset.name} stand`)"
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
    expect(guest.page.get_by_role("alert")).to_contain_text("You are signed out")
    guest.page.get_by_role("link", name="Take a new guest seat").click()
    expect(guest.page.locator("h1")).to_have_text("Tables open now")


def test_too_few_chips(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    name = guest.name
    guest.page.request.get(f"{guest.address}/api/tests/cash-out/{name}?cents=98500")
    expect(guest.page.locator("#chips")).to_have_text("$15 in chips")
    guest.spots.first.click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Not enough chips")
    expect(guest.page.get_by_role("alert")).to_contain_text("smaller chip")
    guest.page.locator("input[name=chip]").nth(1).check(force=True)
    guest.spots.first.click()
    guest.play()
    guest.finish("Decline", "Stand")
    guest.page.locator("#close, #again").first.click()
    expect(guest.page.get_by_role("alert")).to_contain_text(
        "Not bet again: box 4, main wager, $10. You have $5 in chips."
    )
    guest.page.request.get(f"{guest.address}/api/tests/cash-out/{name}?cents=500")
    guest.page.get_by_role("button", name="Take $1,000 in play chips").click()
    expect(guest.page.locator("#chips")).to_have_text("$1,000 in chips")


def test_a_table_that_is_paused_and_one_that_closes(guest: Guest) -> None:
    guest.sit("baccarat")
    guest.page.request.get(f"{guest.address}/api/tests/pause/{guest.table}")
    expect(guest.page.locator("#turn")).to_contain_text("paused: the cards are changed. A supervisor resumes it")
    guest.page.request.get(f"{guest.address}/api/tests/close/{guest.table}")
    expect(guest.page.get_by_role("alert")).to_contain_text("This table is closed. Your chips stay yours")
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
        expect(guest.page.get_by_role("alert")).to_contain_text("this page reconnects by itself")
    finally:
        server.begin()
    expect(guest.page.get_by_role("alert")).to_be_empty()
    assert guest.page.evaluate("window.before"), "the page was not loaded again"
    guest.has_chips(975_00)
    guest.finish("Stand")
    guest.expected = ("ERR_CONNECTION", "WebSocket connection", "503")
