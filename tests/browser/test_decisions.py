"""Every decision of blackjack once, with cards that surely bring it; each result says the odds that were paid."""

import pytest
from playwright.sync_api import expect
from tests.browser.pages import OVER, Guest

BURNED = "2c"
BLACKJACK = 'game = "blackjack"\nsurrender = true\n'
EVEN_MONEY = 'game = "blackjack"\neven_money = true\n'


def test_insurance_is_taken_for_a_chosen_amount(guest: Guest) -> None:
    guest.sit(BLACKJACK, cards=f"{BURNED} 9s Ad Th Kc")
    guest.bet()
    guest.page.locator("#move-Insure-less").click()
    guest.finds_nothing_wrong()
    guest.page.locator("#amount-field").fill("5")
    version = guest.version
    guest.page.get_by_role("button", name="Confirm").click()
    guest.changed(version)
    guest.finish("Stand")
    guest.has_results("Insurance won $10", "Main lost $25")
    guest.has_chips(1000_00 - 25_00 + 10_00)


def test_even_money_is_taken(guest: Guest) -> None:
    guest.sit(EVEN_MONEY, cards=f"{BURNED} As Ad Kh 9c")
    guest.bet()
    guest.move("Even-money")
    guest.finish("Stand")
    guest.has_results("Main won $25")
    guest.has_chips(1025_00)


@pytest.mark.parametrize(("dollars", "chips"), [("25", 1050_00), ("10", 1035_00)])
def test_a_double_for_all_and_for_less(guest: Guest, dollars: str, chips: int) -> None:
    guest.sit(BLACKJACK, cards=f"{BURNED} 6s 6d 5h Ts Tc 9d")
    guest.bet()
    if dollars == "25":
        expect(guest.page.locator("#move-Double")).to_contain_text("Double $25")
        guest.move("Double")
    else:
        guest.page.locator("#move-Double-less").click()
        expect(guest.page.locator("#amount-range")).to_contain_text("$1 to $25")
        guest.page.locator("#amount-field").fill(dollars)
        guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#log")).to_contain_text(OVER)
    guest.has_results("Main won")
    guest.has_chips(chips)


def test_a_pair_is_split_and_both_hands_end(guest: Guest) -> None:
    guest.sit(BLACKJACK, cards=f"{BURNED} 8s 6d 8h Ts 9c Tc Td 5d")
    guest.bet()
    guest.move("Split")
    expect(guest.page.locator("#felt [id^=chips-]").nth(1)).to_be_attached()
    guest.finish("Stand")
    expect(guest.page.locator("#results li")).to_have_count(3)
    for place, name in enumerate(("Round total", "Main, hand 1", "Main, hand 2")):
        expect(guest.page.locator("#results li").nth(place)).to_contain_text(name)


def test_half_is_kept_by_surrender(guest: Guest) -> None:
    guest.sit(BLACKJACK, cards=f"{BURNED} Ts 9d 6h Th")
    guest.bet()
    guest.move("Surrender")
    expect(guest.page.locator("#log")).to_contain_text(OVER)
    guest.has_results("Main lost $12.50, $12.50 back")
    guest.has_chips(987_50)


def test_a_blackjack_pays_three_to_two(guest: Guest) -> None:
    guest.sit(BLACKJACK, cards=f"{BURNED} As 9d Kh Th")
    guest.bet()
    guest.finish("Stand")
    guest.has_results("Main won $37.50 – blackjack at 3 to 2")
    guest.page.locator("#results .why").first.click()
    expect(guest.page.locator("#why-title")).to_contain_text("19:47-2.")
    guest.finds_nothing_wrong()


def test_cards_of_two_hands_are_switched(guest: Guest) -> None:
    """The wager is made for both hands, and the page says so before."""
    guest.sit("switch", cards=f"{BURNED} Ts 6s 9d 6h Th 7c")
    for spot in ("main-1", "main-2"):
        guest.page.locator(f"#felt .own [id$={spot}]").click()
        guest.page.locator(f"#felt .own [id$={spot}]").click()
    expect(guest.page.locator("#felt .pending text")).to_have_text(["100", "100"])
    for _ in range(3):
        guest.page.locator("#undo").click()
    expect(guest.page.locator("#felt .pending text")).to_have_text(["25", "25"])
    expect(guest.page.locator("#play")).to_contain_text("Play $50")
    guest.has_chips(950_00)
    guest.play()
    expect(guest.page.locator("#said")).to_contain_text("You have 16 and 16. Switch the top cards?")
    guest.move("Switch")
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    expect(guest.page.locator("#moves")).not_to_contain_text("Keep the cards")
    expect(guest.page.locator("#said")).to_contain_text("“Box 3: ")
    expect(guest.page.locator("#log")).to_contain_text("switches")
    guest.finish("Stand")
    expect(guest.page.locator("#results li")).to_have_count(3)


def test_insurance_of_several_wagers_says_which(guest: Guest) -> None:
    """A question stands alone on the bar, and its answers go with it."""
    guest.sit("multiple-action", cards=f"{BURNED} 9s Ad 9h Kc 5c 6c Td 7h")
    for number in (1, 2, 3):
        guest.page.locator(f"#felt .may[id$=main-{number}]").click()
    guest.play()
    for number, answer in ((1, "Insure"), (2, "Decline"), (3, "Decline")):
        expect(guest.page.locator("#turn")).to_have_text(f"Insurance on wager {number}?")
        guest.move(answer)
    expect(guest.page.locator("#move-Stand")).to_be_enabled()
    expect(guest.page.locator("#move-Decline")).to_have_count(0)
    expect(guest.page.locator("#said")).to_contain_text("“Box 4: 18")


@pytest.mark.parametrize("table", ["six-to-five", 'game = "blackjack"\n[wagers.progressive]\n'])
def test_the_last_words_of_a_round_are_the_dealers_result(guest: Guest, table: str) -> None:
    """At 6 to 5 the hands are turned up after the settlement, a light of the progressive goes out: that is no news."""
    guest.sit(table, cards=f"{BURNED} Ts 9d 8h Th")
    guest.page.locator("#felt .may[id$=main-1]").click()
    if "progressive" in table:
        guest.page.locator("#felt .may[id*=progressive]").click()
    guest.play()
    guest.finish("Decline", "Stand")
    expect(guest.page.locator("#said")).to_contain_text("Dealer has")


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_the_shoe_is_cut_where_the_player_wants(guest: Guest, game: str) -> None:
    """By mouse before the first shuffle, by keys for the next one."""
    guest.come()
    guest.page.goto(f"{guest.address}/table/{guest.opened(game)}")
    guest.shown()
    cut = guest.page.get_by_role("button", name="Cut the cards")
    cut.click()
    expect(guest.page.locator("#amount-range")).to_have_text("10 to 406 cards")
    guest.page.locator("#amount-field").fill("100")
    guest.page.get_by_role("button", name="Confirm").click()
    expect(guest.page.locator("#said")).to_contain_text("cut after 100 cards")
    expect(cut).to_have_count(0)
    guest.take_seat()
    expect(guest.page.locator("#log")).to_contain_text("cuts 100 cards")
    cut.focus()
    guest.page.keyboard.press("Enter")
    guest.page.keyboard.type("77")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#said")).to_contain_text("cut after 77 cards")
    expect(cut).to_have_count(0)
