"""Craps and baccarat with chosen throws and cards: odds behind the line, place, come, and the fee of a Banker win."""

from playwright.sync_api import expect
from tests.browser.pages import OVER, Guest
from tests.browser.room_on_screens import wrong_on_screens


def throw(guest: Guest) -> None:
    version = guest.version
    guest.page.locator("#close").click()
    guest.changed(version)


def test_pass_with_odds_wins_at_its_point(guest: Guest) -> None:
    guest.sit("craps", dice="2-2 3-1")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#log")).to_contain_text("marker is on 4")
    guest.lay("spot-pass-odds-0")
    guest.place()
    expect(guest.page.locator("#felt [id^=chips-pass-odds]").first).to_be_attached()
    throw(guest)
    guest.has_results("Pass 4 won $5 at 1 to 1", "Pass odds 4 won $10 at 2 to 1")
    expect(guest.page.locator("#said")).to_contain_text("the point is made, pass line wins")


def test_place_and_come_wagers_stay_and_travel(guest: Guest) -> None:
    guest.sit("craps", dice="2-2 3-3 6-2")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#log")).to_contain_text("marker is on 4")
    guest.lay("spot-come-0")
    guest.lay("spot-place-to-win-8")
    guest.place()
    throw(guest)
    expect(guest.page.locator("#felt [id^=chips-come-6]").first).to_be_attached()
    throw(guest)
    guest.has_results("Place to win 8 won $7 at 7 to 6")


def test_a_rebet_places_only_missing_wagers(guest: Guest) -> None:
    guest.sit("craps", dice="3-4")
    guest.lay("spot-pass-0")
    guest.lay("spot-hard-6-0")
    guest.play()
    guest.has_results("Pass won $5")
    expect(guest.page.locator("#rebet")).to_contain_text("Rebet $5")
    guest.page.locator("#rebet").click()
    expect(guest.page.locator("#felt .pending")).to_have_count(1)


def test_a_wager_is_reduced_by_a_chosen_amount(guest: Guest) -> None:
    guest.sit("craps")
    guest.lay("spot-place-to-win-8")
    guest.lay("spot-place-to-win-8")
    guest.place()
    guest.has_chips(988_00)
    guest.lay("spot-place-to-win-8")
    expect(guest.page.locator("#said")).to_have_text("Place to win 8: $6")
    guest.page.keyboard.press("c")
    guest.has_chips(988_00)
    guest.page.locator("#more-list > summary").click()
    for words in ("Take back my bet", "Reduce…", "Turn on", "Turn off"):
        expect(guest.page.locator("#more-list").get_by_text(words, exact=True)).to_be_visible()
    guest.page.get_by_role("button", name="Reduce place to win 8").click()
    guest.page.locator("#amount-field").fill("6")
    guest.page.get_by_role("button", name="Confirm").click()
    guest.has_chips(994_00)


def test_a_shooter_without_a_line_wager_sees_what_is_missing(guest: Guest) -> None:
    guest.sit("craps")
    guest.lay("spot-field-0")
    guest.play()
    expect(guest.page.get_by_role("alert")).to_contain_text("line")
    expect(guest.page.locator("#turn")).not_to_contain_text("free box")


def test_the_total_of_a_round_is_what_the_purse_gained(guest: Guest) -> None:
    """The fee of a buy bet is taken when it is made, before the dice are out."""
    guest.sit('game = "craps"\nbuy = [4, 5, 6, 8, 9, 10]\n', dice="3-3 2-2 3-3")
    guest.lay("spot-pass-0")
    guest.play()
    expect(guest.page.locator("#log")).to_contain_text("marker is on 6")
    guest.page.locator("input[name=chip][value='2000'], input[name=chip][value='2500']").first.check(force=True)
    guest.lay("spot-buy-4")
    guest.place()
    throw(guest)
    guest.has_results("Buy 4 won")
    throw(guest)
    expect(guest.page.locator("#log")).to_contain_text(OVER)
    guest.has_results("Pass 6 won $5", "Buy 4 won")
    total = int(str(guest.page.locator("#results .total").get_attribute("data-cents")))
    guest.has_chips(1000_00 + total)
    guest.page.reload()
    guest.shown()
    expect(guest.page.locator("#results .total")).to_have_attribute("data-cents", str(total))


def test_a_banker_win_costs_a_fee(guest: Guest) -> None:
    """The first card out is an ace: one card is burned."""
    guest.sit("baccarat", cards="Ac 2c Ts 9d Th Tc")
    guest.page.locator("#felt .may[data-wager=banker]").click()
    guest.play()
    guest.finish("Nothing")
    guest.has_results("Banker won $25", "Fee $1.25 owed", "Round total: +$23.75")
    expect(guest.page.locator("#said")).to_contain_text("Banker wins")
    expect(guest.page.locator("#turn")).not_to_contain_text("free box")
    expect(guest.page.locator("#chips")).to_have_text("$1,023.75 in chips, fee $1.25 set aside")
    assert wrong_on_screens(guest) == []
