"""A shift in the browser alone, from an empty machine: people, tables, chips, play, irregularities, count, audit."""

import re
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.pages import Guest, guest_of
from tests.browser.staffed_house import SETTINGS, WIDE, confirm
from tests.service.running import RunningServer

OWN = "a password of my own"
PEOPLE = {
    "Dan": "dealer", "Dot": "dealer", "Sue": "supervisor", "Olga": "auditor",
    "Ann": "player", "Bea": "player", "Cal": "player", "Eve": "player",
}  # fmt: skip
TABLES = {"BJ 101": "Blackjack", "Craps 1": "Craps", "Bac 1": "Baccarat-punto banco"}
SEATS = {"Ann": "BJ 101", "Bea": "BJ 101", "Cal": "Craps 1", "Eve": "Bac 1"}


class Shift:
    """Everybody of a shift, each with a browser of their own."""

    def __init__(self, browser: Browser, server: RunningServer, stack: ExitStack) -> None:
        self.url, self._browser, self._stack = server.url, browser, stack
        self.tables: dict[str, str] = {}
        self.people: dict[str, Guest] = {}

    def sign_in(self, name: str, password: str) -> Page:
        """With a one-time password, and at once a new one."""
        window = self._stack.enter_context(self._browser.new_context(viewport=WIDE, reduced_motion="reduce"))
        guest = self._stack.enter_context(guest_of(window, self.url))
        guest.expected = ("status of 40",)
        self.people[name] = guest
        page = guest.page
        page.goto(self.url)
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_label("New password").fill(OWN)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Tables open now")
        return page

    def page(self, name: str, path: str) -> Page:
        page = self.people[name].page
        page.goto(self.url + path)
        return page

    def hire(self, administrator: Page) -> dict[str, str]:
        """The one-time password of each, as the page shows it."""
        administrator.get_by_role("link", name="Add people").click()
        passwords = {}
        for name, role in PEOPLE.items():
            administrator.locator("#add").get_by_label("Name").fill(name)
            administrator.locator("#add select").select_option(role)
            administrator.get_by_role("button", name="Add").click()
            expect(administrator.locator("#password b")).to_have_text(name)
            passwords[name] = administrator.locator("#password code").inner_text()
        return passwords

    def open_tables(self) -> None:
        for name, title in TABLES.items():
            page = self.page("Sue", "/floor/open")
            page.get_by_label("Start from an example").select_option(label=title)
            expect(page.locator("#verdict")).to_contain_text(f"{title}: This table is lawful on its date.")
            page.get_by_label("Name on the floor").fill(name)
            page.get_by_role("button", name="Open the table").click()
            expect(page.locator("h1")).to_have_text(name)
            self.tables[name] = page.url.rpartition("/")[2]
            tile = self.page("Ann", "/").locator(f"#tile-{self.tables[name]} .title")
            expect(tile).to_have_text(f"{name}: {title}")

    def buy_in(self, player: str) -> None:
        """The player asks from the table, a dealer sells."""
        page = self.page(player, f"/table/{self.tables[SEATS[player]]}")
        page.get_by_role("link", name="Ask the dealer for chips").click()
        expect(page.get_by_label("At table").locator("option:checked")).to_have_text(SEATS[player])
        page.get_by_label("Amount in dollars").fill("500")
        page.get_by_role("button", name="Ask the dealer").click()
        expect(page.locator("#requests")).to_contain_text("$500")
        floor = self.page("Dan", "/floor")
        floor.locator("#requests tr", has_text=player).get_by_role("button", name="Sell").click()
        confirm(floor, "Sell the chips")
        expect(floor.locator("#requests tr", has_text=player)).to_have_count(0)
        expect(page.locator("#chips")).to_contain_text("$500")

    def sit(self, player: str) -> Guest:
        guest = self.people[player]
        guest.page.goto(f"{self.url}/table/{self.tables[SEATS[player]]}")
        guest.take_seat()
        return guest

    def irregularity(self, table: str, what: str, paragraph: str) -> None:
        """Picked, reviewed and confirmed in two steps; the deal is stopped until it can have happened."""
        page = self.people["Dot" if table == "Craps 1" else "Sue"].page
        page.get_by_label(what).check()
        expect(page.locator("#facts")).to_contain_text(paragraph)
        page.get_by_role("button", name="Call it…").click()
        confirm(page, "Call the irregularity")
        expect(page.locator("#done")).to_contain_text("Done")

    def stopped(self, who: str, table: str) -> Page:
        page = self.page(who, f"/floor/tables/{self.tables[table]}/irregularity")
        page.get_by_role("button", name="Stop the deal").click()
        expect(page.locator("#deal-state")).to_contain_text("The deal is stopped")
        return page

    def close_and_count(self, table: str) -> None:
        page = self.page("Sue", f"/floor/tables/{self.tables[table]}")
        page.get_by_role("button", name="Close the table").click()
        page.get_by_label("Reason").fill("end of the shift")
        page.locator("#confirm-yes").click()
        expect(page.locator("h1")).to_have_text("Table closed")
        page.get_by_role("link", name="Count sheet").click()
        facts = page.locator("#paper .facts").first
        expect(facts).to_contain_text("Tray must hold")
        held = dict(zip(facts.locator("dt").all_inner_texts(), facts.locator("dd").all_inner_texts(), strict=True))
        page.get_by_label("Chips in the tray, dollars").fill(held["Tray must hold"])
        page.get_by_label("Cash in the drop box, dollars").fill(held["Drop box must hold"])
        page.get_by_role("button", name="Record the count").click()
        expect(page.locator("#counted")).to_have_class("ok")


def test_a_shift_from_an_empty_machine_to_a_clean_audit(browser: Browser, tmp_path: Path) -> None:
    server = RunningServer(tmp_path, settings=SETTINGS).start()
    try:
        with ExitStack() as stack:
            _work(Shift(browser, server, stack), server.one_time)
        assert server.terminate() == 0
    finally:
        if server.is_running:
            server.kill()
    assert "Traceback" not in server.errors()


def _work(shift: Shift, first_password: str) -> None:
    administrator = shift.sign_in("admin", first_password)
    for name, password in shift.hire(administrator).items():
        shift.sign_in(name, password)
    shift.open_tables()
    for player in SEATS:
        shift.buy_in(player)
    _play(shift)
    _blackjack(shift)
    _craps(shift)
    _baccarat(shift)
    _chips(shift)
    for table in TABLES:
        shift.close_and_count(table)
    _audit(shift)


def _play(shift: Shift) -> None:
    ann = shift.sit("Ann")
    ann.bet()
    ann.finish("Stand", "No", "Decline")


def _blackjack(shift: Shift) -> None:
    """A card is skipped; the player chooses afterwards whether to have it."""
    page = shift.stopped("Sue", "BJ 101")
    shift.people["Ann"].bet()
    expect(page.locator("#choice-missed-card")).to_contain_text("can be called now")
    shift.irregularity("BJ 101", "A player was skipped in the first two cards", "2.15(g)")
    page.get_by_role("button", name="Start the deal").click()
    shift.people["Ann"].finish("Second-card", "Stand", "No", "Decline")


def _craps(shift: Shift) -> None:
    cal = shift.sit("Cal")
    page = shift.stopped("Dot", "Craps 1")
    cal.lay("spot-pass-0")
    cal.play()
    expect(page.locator("#choice-not-together")).to_contain_text("can be called now")
    shift.irregularity("Craps 1", "Invalid throw: the dice were not thrown together", "1.9")
    page.get_by_role("button", name="Start the deal").click()


def _baccarat(shift: Shift) -> None:
    eve = shift.sit("Eve")
    page = shift.stopped("Sue", "Bac 1")
    eve.page.locator("#felt .may[data-wager=banker]").click()
    eve.play()
    expect(page.locator("#choice-face-up-card")).to_contain_text("can be called now")
    shift.irregularity("Bac 1", "A card lies face up in the shoe", "3.12")
    page.get_by_role("button", name="Start the deal").click()
    eve.finish("Stand")


def _chips(shift: Shift) -> None:
    """A fill with its slip, and a dispute that is set right."""
    page = shift.page("Sue", f"/floor/tables/{shift.tables['BJ 101']}")
    page.locator("#tray").get_by_label("Amount in dollars").fill("10,000")
    page.get_by_role("button", name="Fill").click()
    confirm(page, "Order the fill")
    expect(page.locator(".serial")).to_have_text("No. 00000004")
    page = shift.page("Sue", f"/floor/corrections?table={shift.tables['BJ 101']}&player=Ann")
    page.get_by_label("Amount in dollars").fill("12.50")
    page.get_by_label("Reason").fill("round 1: blackjack paid 1 to 1")
    page.get_by_role("button", name="Review the correction").click()
    confirm(page, "Make the correction")
    expect(page.locator("#corrected")).to_contain_text(re.compile(r"Done: \$12\.50 from Tray of BJ 101 to Ann's chips"))


def _audit(shift: Shift) -> None:
    page = shift.page("Olga", "/floor/audit")
    page.get_by_role("button", name="Run the audit").click()
    expect(page.locator("#result h2")).to_have_text("Everything holds")
