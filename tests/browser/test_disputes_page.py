"""A supervisor rules on a disputed round in the browser."""

from playwright.sync_api import expect
from tests.browser.pages import Guest, asks, first_answer_late


def test_a_round_is_entered_step_by_step_ruled_and_reported(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/disputes?table=BJ-3")
    expect(page.get_by_label("Rules of")).to_have_value("blackjack")
    asked, notes = page.locator("#next"), page.get_by_label("Notes, one line for each act")
    expect(asked).to_contain_text("Wagers, until betting ends")
    page.get_by_label("bets", exact=True).fill("25")
    page.locator("#bet button").click()
    page.get_by_role("button", name="Betting ends").click()
    expect(asked).to_contain_text("a card to box 1 (2.6(e)1)")
    page.get_by_role("button", name="10", exact=True).click()
    expect(asked).to_contain_text("to the dealer")
    page.get_by_label("Cards in the order they were dealt").fill("9 T")
    page.locator("#cards button").click()
    page.get_by_role("button", name="Stand").click()
    expect(asked).to_contain_text("a card to the dealer")
    page.get_by_role("button", name="8", exact=True).click()
    expect(asked).to_contain_text("The round is over")
    page.get_by_label("The dealer did this instead").fill("took the wager")
    page.locator("#did button").click()
    page.locator("#who").fill("Ann")
    page.locator("#paid").fill("-25")
    page.locator("#seen button").click()
    lines = ["Ann bet 25 on 1", "dealer deal", "cards T 9 T", "Ann stand", "cards 8", "dealer did: took the wager"]
    expect(notes).to_have_value("\n".join([*lines, "observed Ann -25", ""]))
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling")).to_contain_text("pay $50")
    expect(page.locator("#ruling")).to_contain_text("Paid to Ann on 1: $25")
    expect(page.locator("#ruling").get_by_role("link", name="2.3(a)2").first).to_be_visible()
    for width in (390, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        guest.finds_nothing_wrong()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the report").click()
    report = download.value.path().read_text(encoding="utf-8")
    assert "pay $50" in report
    assert "BJ-3" in report
    with page.expect_download() as download:
        page.get_by_role("button", name="Report as PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    notes.fill("cards T 9 6 T\nAnn bet 10 on 1\ndealer deal\nAnn surrender\n")
    expect(asked).to_contain_text("2.8(c)")
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling")).to_contain_text("cannot have happened this way")
    notes.fill("cards T 9 6 T\nAnn bet 10 on 1\ndealer deal\ndisputed Ann surrender\nAnn stand\n")
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling")).to_contain_text("is refused by 2.8(c)")


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
