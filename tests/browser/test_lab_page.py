"""The lab in the browser: verdict and price while somebody writes, what-if, comparison, simulation, a table."""

import pytest
from playwright.sync_api import expect
from tests.browser.pages import Guest, asks, first_answer_late


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
    expect(page.locator("#compared")).to_contain_text("win per hour")
    page.get_by_label("Average wager, dollars").fill("25")
    page.locator("#hour button").click()
    expect(page.locator("#compared")).to_contain_text("$25.00")
    page.get_by_role("button", name="Show what it means for this table").click()
    expect(page.locator("#changed")).to_contain_text("on 1996-05-20")
    with page.expect_download() as download:
        page.get_by_role("button", name="Gaming guide").click()
    assert "Don't pass" in download.value.path().read_text(encoding="utf-8").replace("&#x27;", "'")
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


@pytest.mark.parametrize(("form", "path", "box", "answer"), [
    ("vary", "lab/vary", "#varied", "house edge"), ("simulate", "lab/simulate", "#simulated", "over 1,000 rounds")
])  # fmt: skip
def test_a_late_answer_to_an_older_question_is_not_shown(
    guest: Guest, form: str, path: str, box: str, answer: str
) -> None:
    page = guest.page
    page.goto(f"{guest.address}/lab")
    page.get_by_label("Table file in TOML").fill('game = "craps"\n')
    expect(page.locator("#price table")).to_contain_text("1.41414 %")
    page.get_by_label("Change").select_option("bars")
    page.get_by_label("Rounds").fill("1000")
    button = page.locator(f"#{form} button")
    with first_answer_late(page, path, {"problems": [{"message": "late", "line": 1}]}) as release:
        asks(page, path, button.click)
        button.click()
        expect(page.locator(box)).to_contain_text(answer)
        release()
    expect(page.locator(box)).to_contain_text(answer)
