"""Each role does its work in the browser; every page is readable on phone, laptop and wall, in both themes."""

import re
import time
from base64 import b32decode
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.pages import Guest, asks, first_answer_late
from tests.browser.room_on_screens import APART
from tests.browser.staffed_house import SETTINGS, StaffedHouse, confirm, signed_in, staffed
from tests.service.running import PASSWORD

from chapter47.client import Client
from chapter47.web.page_roles import STAFF_PAGES

WORKERS = {"supervisor": "Sue", "dealer": "Dan", "auditor": "Olga", "administrator": "admin", "player": "Ann"}
WIDTHS = (390, 2560, 1280)
UNLAWFUL = 'game = "blackjack"\nboxes = 7\nsplit_hands = 4\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaffedHouse]:
    with staffed(
        tmp_path_factory.mktemp("house"), f"own_tables_only = true\nsecond_supervisor_above = 100000\n{SETTINGS}"
    ) as house:
        yield house


@pytest.fixture(scope="module")
def table(house: StaffedHouse) -> str:
    """With a round in play: Ann has a wager, and the fill for her buy-in has the first slip."""
    table = house.opened("blackjack", "BJ 101")

    async def prepared(sue: Client) -> None:
        await sue.buy_in(table, "Ann", 500_00)

    async def wagers(ann: Client) -> None:
        await ann.act(table, "Ann sit at 1")
        await ann.act(table, "Ann bet 25 on 1")

    house.does("Sue", prepared)
    house.does("Ann", wagers)
    return table


def visited(role: str, table: str) -> list[str]:
    """The pages that no role before it in the list has."""
    before = set(list(WORKERS)[: list(WORKERS).index(role)])
    pages = [page.path for page in STAFF_PAGES if role in page.roles and not before & page.roles]
    return [path.replace("{table}", table).replace("{number:int}", "1") for path in pages]


def slip(page: Page, house: StaffedHouse, table: str, work: str, label: str, amount: str) -> None:
    page.goto(f"{house.url}/floor/tables/{table}")
    page.locator("#tray").get_by_label("Amount in dollars").fill(amount)
    page.get_by_role("button", name=work, exact=True).click()
    confirm(page, label)
    expect(page.locator(".serial")).to_be_visible()


def test_a_supervisor_runs_a_table(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.goto(f"{house.url}/floor/open")
        expect(page.locator("#verdict")).to_contain_text("This table is lawful on its date.")
        page.get_by_label("Table file", exact=True).fill(UNLAWFUL)
        expect(page.locator("#open-table")).to_be_disabled()
        page.get_by_role("button", name="Check this table").click()
        expect(page.locator("#verdict")).to_contain_text("not lawful")
        expect(page.locator("#open-table")).to_be_disabled()
        slip(page, house, table, "Fill", "Order the fill", "10,000")
        expect(page.locator(".serial")).to_have_text("No. 00000002")
        slip(page, house, table, "Credit", "Order the credit", "500")
        expect(page.locator(".serial")).to_have_text("No. 00000003")
        page.goto(f"{house.url}/floor/tables/{table}")
        page.get_by_role("button", name="Pause").click()
        page.get_by_label("Reason").fill("the cards are changed")
        page.locator("#confirm-yes").click()
        expect(page.locator("#alarms")).to_contain_text("Paused")
        page.get_by_role("button", name="Resume").click()
        page.locator("#confirm-yes").click()
        expect(page.locator("#alarms")).not_to_contain_text("Paused")
        page.locator("#assign select").select_option("Dan")
        page.get_by_role("button", name="Assign").click()
        expect(page.locator("#state")).to_contain_text("Dan")
        page.locator("#cage select").select_option("Ann")
        page.locator("#cage").get_by_label("Amount in dollars").fill("10")
        page.get_by_role("button", name="Issue coupons").click()
        confirm(page, "Issue the coupons")
        expect(page.locator("#players")).to_contain_text("$10")


def test_a_late_verdict_of_another_file_opens_no_table(browser: Browser, house: StaffedHouse) -> None:
    held: list[Route] = []
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.route("**/api/v1/verdict", lambda route: held.append(route))
        with page.expect_request("**/api/v1/verdict"):
            page.goto(f"{house.url}/floor/open")
        page.get_by_label("Table file", exact=True).fill(UNLAWFUL)
        with page.expect_request("**/api/v1/verdict"):
            page.get_by_role("button", name="Check this table").click()
        lawful, unlawful = held
        unlawful.continue_()
        expect(page.locator("#verdict")).to_contain_text("not lawful")
        with page.expect_response("**/api/v1/verdict") as late:
            lawful.continue_()
        assert late.value.json()["lawful"]
        page.get_by_label("Name on the floor").fill("BJ 13")
        expect(page.locator("#verdict")).to_contain_text("not lawful")
        expect(page.locator("#open-table")).to_be_disabled()


LATE_ROUND = [{"table": "late", "round": 1, "title": "Late", "results": {}, "at": 0}]


@pytest.mark.parametrize(("name", "label", "older", "newer", "answer", "late"), [
    ("rounds", "Player", "Ann", "Nobody", "No round matches.", LATE_ROUND),
    ("journal", "Who", "Sue", "Nobody", "No row matches.", None),
    ("ledger", "Account", "player/Ann/bankroll", "", "All accounts add up", None),
])  # fmt: skip
def test_a_late_answer_to_older_filters_is_not_shown(
    browser: Browser, house: StaffedHouse, table: str, name: str, label: str, older: str, newer: str, answer: str,
    late: object,
) -> None:  # fmt: skip
    del table
    with signed_in(browser, house, "Olga") as olga:
        page, show = olga.page, olga.page.get_by_role("button", name="Show")
        page.goto(f"{house.url}/floor/{name}")
        expect(page.locator("#found > *").first).to_be_visible()
        with first_answer_late(page, f"{name}?", late) as release:
            page.get_by_label(label).fill(older)
            asks(page, f"{name}?", show.click)
            page.get_by_label(label).fill(newer)
            show.click()
            expect(page.locator("#found")).to_contain_text(answer)
            release()
        expect(page.locator("#found")).to_contain_text(answer)


def test_a_late_statement_of_another_day_is_not_shown(browser: Browser, house: StaffedHouse, table: str) -> None:
    del table
    with signed_in(browser, house, "Ann") as ann:
        page = ann.page
        with first_answer_late(page, "players/Ann/statement") as release:
            asks(page, "players/Ann/statement", lambda: page.goto(f"{house.url}/purse"))
            page.get_by_label("Day").fill("2001-01-01")
            expect(page.locator("#statement")).to_contain_text("Nothing moved on this day.")
            release()
        expect(page.locator("#statement")).to_contain_text("Nothing moved on this day.")


def test_a_large_correction_waits_for_a_second_supervisor(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.goto(f"{house.url}/floor/corrections?table={table}&player=Ann")
        page.get_by_label("Amount in dollars").fill("5000")
        page.get_by_label("Reason").fill("a dispute about round 1")
        page.get_by_role("button", name="Review the correction").click()
        confirm(page, "Make the correction")
        expect(page.locator("#corrected")).to_contain_text("Another supervisor approves it")
        expect(page.locator("#waiting")).to_contain_text("$5,000")
        page.get_by_role("button", name="Reject").click()
        confirm(page, "Reject")
        expect(page.locator("#waiting")).to_be_empty()


def test_a_round_shows_its_corrections(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.goto(f"{house.url}/rounds/{table}/1")
        page.get_by_role("link", name="Correct this round").click()
        expect(page.get_by_label("Round number")).to_have_value("1")
        page.get_by_label("Give to").select_option("player/Ann/bankroll")
        page.get_by_label("Amount in dollars").fill("2.50")
        page.get_by_label("Reason").fill("paid 1 to 1")
        sue.expected = ("404",)  # the round that was not played
        page.get_by_label("Round number").fill("99")
        page.get_by_role("button", name="Review the correction").click()
        confirm(page, "Make the correction")
        expect(page.get_by_role("alert")).to_contain_text("No such round to correct")
        page.get_by_label("Round number").fill("1")
        page.get_by_role("button", name="Review the correction").click()
        confirm(page, "Make the correction")
        expect(page.locator("#corrected")).to_contain_text("Done: $2.50")
        page.goto(f"{house.url}/rounds/{table}/1")
        expect(page.locator("#corrections li")).to_contain_text("$2.50 given to Ann: paid 1 to 1. By Sue")


def test_rules_change_with_their_notice(browser: Browser, house: StaffedHouse) -> None:
    table = house.does("Sue", lambda sue: sue.open_table('game = "blackjack"\n', name="BJ 7"))
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.goto(f"{house.url}/floor/tables/{table}/rules")
        expect(page.get_by_label("New table file")).not_to_be_empty()
        page.get_by_label("New table file").fill('game = "blackjack"\nminimum = "25"\n')
        page.get_by_role("button", name="Check the change").click()
        expect(page.locator("#verdict")).to_contain_text("This change must be announced")
        expect(page.locator("#verdict")).to_contain_text("8.2")
        page.get_by_label("Minutes until it takes effect").fill("0")
        page.get_by_role("button", name="Announce the change").click()
        confirm(page, "Announce the change")
        page.goto(f"{house.url}/floor")
        tile = page.locator("#tables li", has_text="BJ 7")
        expect(tile).to_contain_text("$25 to $1,000")


def test_a_dealer_works_at_assigned_tables_only(browser: Browser, house: StaffedHouse, table: str) -> None:
    other = house.opened("blackjack", "BJ 9")
    house.does("Sue", lambda sue: sue._command(f"/api/v1/tables/{table}/dealer", {"dealer": "Dan"}, None))
    with signed_in(browser, house, "Dan") as dan:
        dan.expected = ("status of 403",)
        page = dan.page
        page.goto(f"{house.url}/floor/tables/{other}")
        page.get_by_role("button", name="Stop the deal").click()
        expect(page.get_by_role("alert")).to_contain_text("You are not assigned to this table")
        page.goto(f"{house.url}/floor/tables/{table}")
        page.locator("#cage select").select_option("Ann")
        page.locator("#cage").get_by_label("Amount in dollars").fill("100")
        page.keyboard.press("Enter")
        expect(page.locator("#confirm")).to_be_hidden()
        page.get_by_role("button", name="Buy-in").click()
        confirm(page, "Sell the chips")
        expect(page.locator("#cage input")).to_have_value("")
        page.get_by_text("Colour change", exact=True).click()
        page.get_by_label("Hands in: number").fill("5")
        page.locator("#colour [name=give_value]").select_option("500")
        page.get_by_role("button", name="Change colour").click()
        confirm(page, "Change colour")
        expect(page.get_by_label("Hands in: number")).to_have_value("")
        page.goto(f"{house.url}/floor/people")
        expect(page.locator("h1")).to_have_text("Not your page")


def test_an_irregularity_shows_no_card_and_has_no_key(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Sue") as sue:
        page = sue.page
        page.goto(f"{house.url}/floor/tables/{table}/irregularity")
        page.get_by_role("button", name="Stop the deal").click()
        expect(page.locator("#deal-state")).to_contain_text("The deal is stopped")
        page.get_by_role("button", name="Deal", exact=True).click()
        expect(page.locator("#choice-missed-card")).to_contain_text("can be called now")
        page.get_by_label("A card was drawn by mistake and nobody saw it").check()
        expect(page.locator("#facts")).to_contain_text("2.15(b)")
        expect(page.locator("#facts")).to_contain_text("the next card to be dealt")
        page.keyboard.press("Enter")
        expect(page.locator("#confirm")).to_be_hidden()
        page.get_by_role("button", name="Call it…").click()
        page.keyboard.press("Enter")
        expect(page.locator("#confirm")).to_be_hidden()
        expect(page.locator("#done")).to_be_hidden()
        page.get_by_role("button", name="Call it…").click()
        confirm(page, "Call the irregularity")
        expect(page.locator("#done")).to_contain_text("Done")
        expect(page.locator("main")).not_to_contain_text("♠")
        page.get_by_role("button", name="Start the deal").click()
        expect(page.locator("#deal-state")).to_contain_text("The dealer works by itself")


def test_a_supervisor_watches_a_table_on_a_phone(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Sue", {"width": 390, "height": 844}) as sue:
        page = sue.page
        page.goto(f"{house.url}/table/{table}")
        sue.shown()
        expect(page.get_by_role("link", name="Call an irregularity…")).to_be_visible()
        for parts in ([".more", ".moves"], [".top h1", ".top nav"], [".top button", ".who"]):
            assert page.evaluate(APART, parts), parts
        assert page.locator(".who").evaluate("who => who.scrollWidth <= who.clientWidth + 1 && who.textContent") == (
            "Sue, supervisor"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_player_asks_for_chips_and_signs_out_everywhere(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Bea") as bea, signed_in(browser, house, "Sue") as sue:
        page = bea.page
        page.goto(f"{house.url}/purse?table={table}")
        for amount in ("200", "300"):
            page.get_by_label("Amount in dollars").fill(amount)
            page.get_by_role("button", name="Ask the dealer").click()
            expect(page.locator("#requests")).to_contain_text(f"${amount}")
        page.locator("#requests tr", has_text="$300").get_by_role("button", name="Withdraw").click()
        expect(page.locator("#requests")).not_to_contain_text("$300")
        sue.page.goto(f"{house.url}/floor")
        sue.page.locator("#requests tr", has_text="Bea").get_by_role("button", name="Sell").click()
        confirm(sue.page, "Sell the chips")
        expect(page.locator("#chips")).to_contain_text("$200")
        page.reload()
        expect(page.locator("#statement")).to_contain_text("Bought chips at BJ 101")
        page.goto(f"{house.url}/sessions")
        expect(page.locator("#sessions tbody tr")).to_have_count(2)
        page.get_by_role("button", name="Sign out everywhere").click()
        confirm(page, "Sign out everywhere")
        expect(page.locator("h1")).to_have_text("Sign in")


def test_an_administrator_looks_after_people(browser: Browser, house: StaffedHouse) -> None:
    with signed_in(browser, house, "admin") as admin:
        page = admin.page
        page.goto(f"{house.url}/floor/people")
        page.locator("#add").get_by_label("Name").fill("Fay")
        page.get_by_role("button", name="Add").click()
        expect(page.locator("#password")).to_contain_text("One-time password of Fay")
        first = page.locator("#password code").inner_text()
        page.get_by_role("button", name="New password Fay").click()
        confirm(page, "Make a one-time password")
        expect(page.locator("#password code")).not_to_have_text(first)
        page.get_by_label("Role of Fay").select_option("dealer")
        confirm(page, "Change the role")
        row = page.locator("#people tr", has_text="Fay")
        page.get_by_role("button", name="Lock Fay").click()
        confirm(page, "Lock")
        expect(row).to_contain_text("locked")
        page.get_by_role("button", name="Unlock Fay").click()
        expect(row).not_to_contain_text("locked")
        page.get_by_role("button", name="Tokens Cal").click()
        expect(page.locator("#tokens tbody tr")).to_have_count(1)
        page.get_by_role("button", name="End", exact=True).click()
        expect(page.locator("#tokens")).to_contain_text("Nobody is signed in under this name")
        page.goto(f"{house.url}/floor/house")
        for words in ("can be written", "present, for its owner alone", "No backup folder is set", "10 years"):
            expect(page.locator("#status")).to_contain_text(words)


def test_an_auditor_reads_everything_and_runs_the_audit(browser: Browser, house: StaffedHouse, table: str) -> None:
    with signed_in(browser, house, "Olga") as olga:
        page = olga.page
        page.goto(f"{house.url}/floor/journal")
        expect(page.locator("#head")).not_to_have_text("…")
        page.get_by_label("Who").fill("Sue")
        page.locator("#filters [name=kind]").select_option("buy-in")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#found tbody")).to_contain_text("Ann")
        expect(page.locator("#found tbody")).not_to_contain_text("opened")
        page.goto(f"{house.url}/floor/ledger")
        expect(page.locator("#found")).to_contain_text("All accounts add up to $0.")
        page.get_by_role("link", name="player/Ann/bankroll", exact=True).click()
        expect(page.locator("#found tbody tr").last).to_contain_text("$500")
        page.goto(f"{house.url}/floor/rounds?player=Ann")
        expect(page.locator("#found tbody tr").first).to_contain_text("Blackjack, round 1")
        page.goto(f"{house.url}/floor/audit")
        page.get_by_role("button", name="Run the audit").click()
        expect(page.locator("#result h2")).to_have_text("Everything holds")


def code_of(seed: str, seconds_ahead: int = 0) -> str:
    """As an authenticator shows it; the server takes each code once, and that of the next half minute too."""
    totp = TOTP(b32decode(seed.replace(" ", "")), 6, SHA1(), 30)
    return totp.generate(int(time.time()) + seconds_ahead).decode()


def test_staff_set_up_a_second_factor(browser: Browser, house: StaffedHouse) -> None:
    with signed_in(browser, house, "Dot") as dot:
        page = dot.page
        dot.expected = ("status of 409",)
        page.goto(f"{house.url}/sessions")
        page.get_by_role("link", name="Second factor").click()
        expect(page.get_by_role("heading", name="The second factor is off")).to_be_visible()
        page.get_by_role("button", name="Set up the second factor").click()
        expect(page.locator("#trouble")).to_contain_text("Enter your password first.")
        page.locator("section:visible").get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Set up the second factor").click()
        expect(page.locator("#key")).to_have_text(re.compile("[A-Z2-7 ]{32,}"))
        seed = page.locator("#key").inner_text()
        assert f"secret={seed.replace(' ', '')}" in (page.locator("#link").get_attribute("href") or "")
        page.locator("section:visible").get_by_label("Code").fill("000000")
        page.get_by_role("button", name="Switch it on").click()
        expect(page.locator("#trouble")).to_contain_text("This is not the code")
        page.locator("section:visible").get_by_label("Code").fill(code_of(seed))
        page.get_by_role("button", name="Switch it on").click()
        expect(page.get_by_role("heading", name="The second factor is on")).to_be_visible()
        page.locator("section:visible").get_by_label("Password").fill(PASSWORD)
        page.locator("section:visible").get_by_label("Code").fill(code_of(seed, seconds_ahead=30))
        page.get_by_role("button", name="Switch it off").click()
        expect(page.get_by_role("heading", name="The second factor is off")).to_be_visible()


@pytest.mark.parametrize("role", [role for role in WORKERS if role != "dealer"])
def test_every_page_of_a_role_is_for_everybody_and_every_screen(
    browser: Browser, house: StaffedHouse, table: str, role: str
) -> None:
    with signed_in(browser, house, WORKERS[role]) as worker:
        worker.expected = ("status of 404",)  # where no slip was made yet
        wrong = [fault for path in visited(role, table) for fault in faults(worker, house.url + path)]
    assert wrong == []


def faults(worker: Guest, url: str) -> list[str]:
    """What axe finds in each theme, and pages that scroll sideways."""
    page = worker.page
    page.goto(url)
    worker.until("Number(document.body.dataset.asked) > 0")
    wide = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(f"{url} scrolls sideways at {width}")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        worker.finds_nothing_wrong()
    return wide
