"""The law reader in the browser: contents, search, a paragraph on a date, what changed, the way from a felt."""

import pytest
from playwright.sync_api import expect
from tests.browser.pages import Guest, asks, first_answer_late


def test_from_the_contents_by_search_to_a_paragraph_on_a_date(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/law")
    expect(page.get_by_role("heading", name="Blackjack", exact=False).first).to_be_visible()
    page.get_by_label("Search the law").fill("soft 17")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_contain_text("found for “soft 17”")
    page.locator("#matches").get_by_role("link", name="2.12(b)2", exact=True).click()
    expect(page.locator("h1")).to_have_text("19:47-2.12(b)2")
    page.get_by_label("The law as of").fill("1996-05-20")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#paragraph")).to_contain_text("On 1996-05-20 the text of 1996 was in force")
    assert page.url.endswith("/law/2.12(b)2?on=1996-05-20")


def test_what_changed_is_shown_side_by_side(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/law/2.6(k)")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#changes")).to_contain_text("19:47-2.6(k)6".removeprefix("19:47-"))
    expect(page.locator("#changes .sides")).to_have_count(2)
    page.locator("#paragraph").get_by_role("link", name="2.6(k)6", exact=True).click()
    expect(page.locator("h1")).to_have_text("19:47-2.6(k)6")


def test_a_late_answer_about_other_dates_is_not_shown(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/law/2.6(k)")
    compare = page.get_by_role("button", name="Compare")
    with first_answer_late(page, "law/changes") as release:
        asks(page, "law/changes", compare.click)
        page.get_by_label("to", exact=True).fill("1996-05-21")
        compare.click()
        expect(page.locator("#changes")).to_contain_text("Nothing changed in substance.")
        release()
    expect(page.locator("#changes")).to_contain_text("Nothing changed in substance.")


def test_a_citation_leads_straight_there_and_a_wrong_one_to_the_contents(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/law")
    page.get_by_label("Search the law").fill("2.11(c)")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("h1")).to_have_text("19:47-2.11(c)")
    page.goto(f"{guest.address}/law/2.99")
    guest.expected = ("404",)
    expect(page.locator("#paragraph")).to_contain_text("There is no such paragraph")


def test_a_reason_on_the_felt_leads_to_its_paragraph(guest: Guest) -> None:
    guest.sit("blackjack", cards="2c Ts 9d 6h Th")
    guest.bet()
    guest.page.locator(".why").first.click()
    expect(guest.page.locator("#why-title")).to_contain_text("19:47-")
    link = guest.page.locator("#why-text").get_by_role("link", name="Read all about this paragraph")
    expect(link).to_have_attribute(
        "href", guest.page.locator("#why-title").inner_text().replace("N.J.A.C. 19:47-", "/law/")
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_it_at_every_width(guest: Guest, theme: str) -> None:
    guest.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    for width in (390, 1280, 2560):
        guest.page.set_viewport_size({"width": width, "height": 900})
        pages = (("/law", "#contents h2"), ("/law/2.11", "#paragraph .part"), ("/law/2.10(c)", ".duties li"))
        for path, there in pages:
            guest.page.goto(guest.address + path)
            expect(guest.page.locator(there).first).to_be_visible()
            assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
            guest.finds_nothing_wrong()
