"""A supervisor rules on a disputed round in the browser."""

from playwright.sync_api import expect
from tests.browser.pages import Guest, asks, first_answer_late


def test_a_round_is_entered_ruled_and_reported(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/disputes")
    expect(page.get_by_label("Rules of")).to_have_value("blackjack")
    page.get_by_label("Notes, one line for each act").fill("table: BJ-3\nAnn bet 25 on 1\n")
    page.get_by_label("Cards in the order they were dealt").fill("T 9 T 8 T")
    page.locator("#cards button").click()
    page.get_by_label("did").select_option("dealer deal")
    page.locator("#bet button").click()
    page.get_by_label("did").select_option("stand")
    page.locator("#bet button").click()
    page.get_by_label("What the dealer paid or took in all").fill("-25")
    page.locator("#seen button").click()
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling")).to_contain_text("pay $50")
    expect(page.locator("#ruling").get_by_role("link", name="2.3(a)2").first).to_be_visible()
    for width in (390, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        guest.finds_nothing_wrong()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the report").click()
    assert "pay $50" in download.value.path().read_text(encoding="utf-8")
    page.get_by_label("Notes, one line for each act").fill(
        "cards T 9 6 T\nAnn bet 10 on 1\ndealer deal\nAnn surrender\n"
    )
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling")).to_contain_text("cannot have happened this way")


def test_a_late_ruling_on_other_notes_is_not_shown(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/disputes")
    expect(page.get_by_label("Rules of")).to_have_value("blackjack")
    rule = page.get_by_role("button", name="Rule on it")
    late = {"problems": [{"key": "late", "got": "earlier notes", "allowed": "", "citation": ""}]}
    with first_answer_late(page, "lab/rule", late) as release:
        asks(page, "lab/rule", rule.click)
        page.get_by_label("Notes, one line for each act").fill(
            "cards T 9 T 8\nAnn bet 25 on 1\ndealer deal\nAnn stand\n"
        )
        rule.click()
        expect(page.locator("#ruling")).to_contain_text("What each player is owed")
        release()
    expect(page.locator("#ruling")).to_contain_text("What each player is owed")
    expect(page.locator("#report")).to_be_enabled()
