"""A newcomer's first rounds in a real browser."""

import pytest
from playwright.sync_api import expect
from tests.browser.pages import OVER, Guest


@pytest.mark.parametrize("game", ["blackjack", "six-to-five", "double-exposure", "spanish-21"])
def test_a_newcomer_plays_a_round_of_blackjack(guest: Guest, game: str) -> None:
    guest.sit(game)
    assert guest.chips >= 1000_00
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
    assert guest.chips == 1000_00


def test_three_wagers_of_multiple_action(guest: Guest) -> None:
    guest.sit("multiple-action")
    for number in (1, 2, 3):
        guest.page.locator(f"#felt .may[id$=main-{number}]").click()
    guest.play()
    guest.finish("Decline", "Stand")
    assert OVER in guest.log


def test_a_newcomer_throws_the_dice(guest: Guest) -> None:
    guest.sit("craps")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#felt #die-1")).to_be_visible()
    expect(guest.page.locator("#felt [id^=chips-pass-], #rebet").first).to_be_attached()


def test_a_newcomer_wagers_on_the_banker(guest: Guest) -> None:
    guest.sit("baccarat")
    spot = guest.page.locator("#felt .may[data-wager=banker]")
    spot.click()
    guest.play()
    guest.finish("Nothing")
    assert guest.page.locator("#felt [id^=card-]").count() >= 4


def test_hands_of_switch_are_played(guest: Guest) -> None:
    guest.sit("switch")
    guest.spots.first.click()
    guest.play()
    guest.finish("Decline", "Keep", "Stand")
    assert OVER in guest.log


def test_the_last_wager_is_made_again_and_taken_back(guest: Guest) -> None:
    guest.sit("blackjack")
    guest.spots.first.click()
    guest.play()
    guest.finish("Decline", "Stand")
    before = guest.chips
    guest.page.locator("#rebet").click()
    assert guest.chips < before
    guest.page.keyboard.press("c")
    assert guest.chips == before
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
