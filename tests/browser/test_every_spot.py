"""Each game and each wager once: every spot that the page offers is tapped, and everything that was laid is taken.
On every screen the player's place and its spots are above the bar."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.pages import Guest
from tests.browser.room_on_screens import DRAWN, wrong_on_screens

SIDE_WAGERS = """game = "blackjack"
decks = 8
[wagers.over-under-13]
[wagers.same-suit]
paytable = 1
[wagers.sevens]
[wagers.streak]
[wagers.match-the-dealer]
[wagers.twenty-point-bonus]
paytable = "A"
"""
METERS = """game = "blackjack"
decks = 8
[wagers.progressive]
[wagers.blackjack-bonus]
[wagers.optional-bonus]
"""
CARRIED = (SIDE_WAGERS,)
"""With wagers that stay on the table after the round (2.22)."""
ONE_OF_TWO = ("-under", "-bonus-5")
"""Of which the other one is made."""
CLICK = "new MouseEvent('click', {bubbles: true})"
ANSWERS = ("Decline", "Stand", "Keep", "Take-dice")


@pytest.mark.parametrize(
    ("table", "spots"),
    [
        pytest.param("blackjack", 1, id="blackjack"),
        pytest.param("six-to-five", 1, id="six-to-five"),
        pytest.param("double-exposure", 1, id="double-exposure"),
        pytest.param("multiple-action", 3, id="multiple-action"),
        pytest.param("switch", 1, id="switch"),
        pytest.param("spanish-21", 1, id="spanish-21"),
        pytest.param("baccarat", 3, id="baccarat"),
        pytest.param(SIDE_WAGERS, 9, id="side wagers"),
        pytest.param(METERS, 4, id="meters and buttons"),
    ],
)
def test_every_wager_of_a_game(guest: Guest, table: str, spots: int) -> None:
    guest.sit(table)
    before = guest.chips
    tapped = tap_all(guest, but=ONE_OF_TWO)
    assert len(tapped) >= spots, tapped
    laid = before - guest.chips
    guest.play()
    assert wrong_on_screens(guest) == []
    guest.finish(*ANSWERS)
    assert laid > 0
    assert guest.log.count(" bets $") == len(tapped)
    if table not in CARRIED:
        total = guest.page.evaluate("Number(document.querySelector('#results .total').dataset.cents)")
        assert guest.page.evaluate("felt.now().chips") - before == total, guest.results
    expect(guest.page.locator("#results li").first).to_be_attached()
    expect(guest.page.get_by_role("alert")).to_be_empty()
    guest.finds_nothing_wrong()


@pytest.mark.parametrize(
    ("table", "first", "other"),
    [(SIDE_WAGERS, "over", "under"), (METERS, "bonus-1", "bonus-5")],
    ids=["over and under", "two buttons"],
)
def test_one_of_two_is_refused_and_the_other_stays(guest: Guest, table: str, first: str, other: str) -> None:
    guest.sit(table)
    guest.page.locator("input[name=chip]").first.check(force=True)
    for spot in ("main-1", first, other):
        guest.page.locator(f"#felt .may[id$={spot}]").first.click()
    guest.play()
    expect(guest.page.get_by_role("alert")).to_contain_text("Possible: one")
    expect(guest.page.get_by_role("alert")).not_to_contain_text(re.compile("[a-z]-[a-z]"))
    expect(guest.page.locator("#felt .pending")).to_have_count(0)
    guest.page.locator("#close").click()
    guest.finish(*ANSWERS)
    expect(guest.page.locator("#results li")).to_have_count(3)


def test_a_wager_of_one_amount_is_laid_with_any_chip(guest: Guest) -> None:
    guest.sit('game = "blackjack"\n[wagers.progressive]\n')
    guest.page.locator("#felt .may[id$=main-1]").click()
    guest.page.locator("#felt .may[id*=progressive]").click()
    expect(guest.page.locator("#play")).to_contain_text("Play $26")
    guest.page.locator("#felt .may[id*=progressive]").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("The maximum here is $1")


def test_play_waits_for_all_required_bets(guest: Guest) -> None:
    guest.sit("multiple-action")
    for number in (1, 2):
        guest.page.locator(f"#felt .may[id$=main-{number}]").click()
        expect(guest.page.locator("#play")).to_be_disabled()
    expect(guest.page.locator("#turn")).to_contain_text("Bet on 1 more")
    guest.page.locator("#felt .may[id$=main-3]").click()
    expect(guest.page.locator("#play")).to_be_enabled()


def test_every_wager_of_craps(guest: Guest) -> None:
    """A throw that decides none of the numbers, so that come wagers and odds can be laid after it."""
    guest.sit("craps", dice="6-4")
    first = tap_all(guest)
    assert len(first) >= 30, first
    guest.place()
    expect(guest.page.get_by_role("alert")).to_be_empty()
    for spot in first:
        expect(guest.page.locator(f"#{spot}")).to_have_attribute("data-plain", re.compile("of your own$"))
    guest.move("Take-dice")
    version = guest.version
    guest.page.locator("#close").click()
    guest.changed(version)
    assert wrong_on_screens(guest) == []
    second = [spot for spot in tap_all(guest) if spot not in first]
    assert {"spot-come-0", "spot-dont-come-0", "spot-pass-odds-0", "spot-dont-pass-odds-0"} <= set(second)
    guest.place()
    expect(guest.page.get_by_role("alert")).to_be_empty()


def tap_all(guest: Guest, but: tuple[str, ...] = ()) -> list[str]:
    """Each spot once, but for those that end so; a tap can open further ones."""
    guest.page.locator("input[name=chip]").first.check(force=True)
    tapped: list[str] = []
    while spots := [spot for spot in ids(guest) if spot not in tapped and not spot.endswith(but)]:
        guest.page.evaluate(f"document.getElementById('{spots[0]}').dispatchEvent({CLICK})")
        tapped.append(spots[0])
    return tapped


def ids(guest: Guest) -> list[str]:
    return list(guest.page.evaluate("[...document.querySelectorAll('#felt .may[id^=spot]')].map(spot => spot.id)"))


@pytest.mark.parametrize("width", [390, 820, 1280, 1920])
def test_three_taps_on_one_point_bet_three_chips(guest: Guest, width: int) -> None:
    """Nothing moves when chips are bet."""
    guest.page.set_viewport_size({"width": width, "height": 900})
    guest.sit("blackjack")
    guest.until(DRAWN)
    box = guest.spots.first.bounding_box()
    assert box
    for _ in range(3):
        guest.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(guest.page.locator("#felt .pending text")).to_have_text("75")
    assert guest.spots.first.bounding_box() == box
    guest.page.set_viewport_size({"width": 1280, "height": 800})
