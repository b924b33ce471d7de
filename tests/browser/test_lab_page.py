"""The lab in the browser: verdict and price while somebody writes, what-if, comparison, simulation, a table."""

from playwright.sync_api import expect
from tests.browser.pages import Guest


def test_a_table_is_written_judged_priced_compared_and_opened(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/lab")
    expect(page.locator("#verdict .headline")).to_have_text("Lawful")
    page.get_by_label("Table file in TOML").fill('game = "craps"\n')
    expect(page.locator("#price table")).to_contain_text("1.41414 %")
    page.get_by_role("button", name="Keep to compare").click()
    page.get_by_label("Table file in TOML").fill('game = "craps"\nodds_multiple = "5x"\nbars = 2\n')
    expect(page.locator("#compared")).to_contain_text("odds_multiple")
    page.get_by_label("Table file in TOML").fill('game = "craps"\n\ndice = "5"\n')
    expect(page.locator("#verdict")).to_contain_text("The file cannot be read")
    page.get_by_role("button", name="line 3").click()
    assert page.evaluate("text.value.slice(text.selectionStart, text.selectionEnd)") == 'dice = "5"'
    page.get_by_label("Table file in TOML").fill('game = "craps"\n')
    expect(page.locator("#verdict .headline")).to_have_text("Lawful")
    page.get_by_label("Rounds").fill("100000")
    page.get_by_role("button", name="Simulate").click()
    expect(page.locator("#simulated svg")).to_be_visible()
    for width in (390, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        guest.finds_nothing_wrong()
    page.get_by_role("button", name="Open as a table").click()
    guest.shown()
    assert "/table/" in page.url
