"""The door of a house that is no demonstration: the first password, another one, coming in and going out."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.pages import guest_of
from tests.browser.serving import Server

OWN = "a password of my own"


class House(Server):
    """With one administrator, whose first password it prints."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "chapter47", "serve", "--port", str(self.port)]

    def first_password(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[-1]


def test_somebody_comes_in_with_a_first_password_and_goes_out(browser: Browser, tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        with browser.new_context() as window, guest_of(window, house.address) as guest:
            page, message = guest.page, guest.page.get_by_role("alert")
            page.goto(house.address)
            expect(page.locator("h1")).to_have_text("Sign in")
            for room in ("light", "dark"):
                page.emulate_media(color_scheme=room)
                guest.finds_nothing_wrong()
            page.get_by_label("Name").fill("admin")
            page.get_by_label("Password", exact=True).fill("wrong")
            page.get_by_role("button", name="Sign in").click()
            expect(message).to_contain_text("The name or the password is wrong")
            page.get_by_label("Password", exact=True).fill(house.first_password())
            page.get_by_role("button", name="Sign in").click()
            expect(message).to_contain_text("Choose one of your own beside it")
            expect(page.get_by_label("New password")).to_be_focused()
            guest.finds_nothing_wrong()
            page.keyboard.type("short")
            page.keyboard.press("Enter")
            expect(message).to_contain_text("10 to 200 characters")
            page.get_by_label("New password").fill(OWN)
            page.keyboard.press("Enter")
            expect(page.locator("h1")).to_have_text("Tables open now")
            page.get_by_role("button", name="Settings").click()
            page.get_by_role("button", name="Sign out").click()
            expect(page.locator("h1")).to_have_text("Sign in")
            for path, heading in (("/table/any", "Table not found"), ("/floor/people?of=Ann#add", "People")):
                page.context.clear_cookies()
                page.goto(house.address + path)
                page.get_by_label("Name").fill("admin")
                page.get_by_label("Password", exact=True).fill(OWN)
                page.get_by_role("button", name="Sign in").click()
                expect(page.locator("h1")).to_have_text(heading)
                assert page.url == house.address + path, "signing in leads to the page that was asked for"
            guest.expected = ("status of 40", "status of 42", "WebSocket connection")
        assert house.end() == 0
    finally:
        house.kill()
    assert "Traceback" not in house.errors
