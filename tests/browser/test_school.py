"""The school in the browser: the coach at a table, drills, faults, practice, review and lessons."""

import re

from playwright.sync_api import FilePayload, Locator, Request, expect
from tests.browser.pages import Guest

from chapter47.games import from_data
from chapter47.school import drills
from chapter47.school.audition import published


def test_the_coach_says_nothing_before_a_decision_and_one_line_after_it(guest: Guest) -> None:
    guest.sit("blackjack", cards="9s Ts 6d Td 7h 5h")
    page = guest.page
    page.get_by_role("button", name="Coach", exact=True).click()
    guest.bet()
    expect(page.locator("#move-Hit")).to_be_enabled()
    expect(page.locator("#coach-values")).to_be_hidden()
    page.get_by_role("button", name="Show the values").click()
    expect(page.locator("#coach-values tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Chart", exact=True).click()
    expect(page.locator("#coach-chart .lit")).to_have_count(1)
    expect(page.locator("#coach-price")).to_contain_text("house edge")
    guest.finds_nothing_wrong()
    guest.move("Stand")
    expect(page.locator("#coach-line")).to_contain_text("Basic strategy: stand")


def test_a_drill_is_answered_by_keyboard_and_scored(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school?seed=class-1")
    form = page.locator("form[data-drill=third-card]")
    form.get_by_role("button", name="Start").click()
    for _ in range(10):
        expect(page.locator("#task .choices button")).to_have_count(2)
        assert "draws" not in (page.locator(".mark").all_inner_texts() or [""])[0]
        page.keyboard.press("1")
        expect(page.locator(".mark")).to_contain_text("3.9")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text("of 10 in")
    guest.finds_nothing_wrong()
    page.goto(f"{guest.address}/school#progress")
    expect(page.locator("#part")).to_contain_text("Third card")


def test_a_fault_is_called(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school?seed=class-1#foul")
    page.get_by_role("button", name="Watch a round").click()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Stop the game").click()
    guest.finds_nothing_wrong()
    page.get_by_role("button", name="Call it").click()
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_role("button", name="Next round")).to_be_focused()


def test_practice_is_played_and_reviewed(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/practice?seed=class-1&game=blackjack")
    page.locator("#practice-moves [data-bet]").first.click()
    page.get_by_role("button", name="Deal").click()
    page.locator("#practice-moves [data-line$=stand]").click()
    expect(page.locator("#practice-review summary").first).to_contain_text("luck")
    guest.finds_nothing_wrong()


def test_a_lesson_is_done_by_keyboard(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school/lessons")
    page.get_by_role("link", name="Insurance, and why not").first.click()
    step = page.locator("#lesson-text")
    expect(step).to_contain_text("Against a dealer's ace you may insure")
    page.get_by_role("button", name="Bet on 1 $10").press("Enter")
    expect(step).to_contain_text("Ask for the cards")
    page.keyboard.press("Enter")
    expect(step).to_contain_text("decline it")
    page.keyboard.press("i")
    expect(page.locator("#lesson-line")).to_contain_text("whatever your hand is")
    page.keyboard.press("n")
    expect(step).to_contain_text("Now play your 19")
    expect(page.locator(".values .best")).to_be_visible()
    guest.finds_nothing_wrong()
    page.keyboard.press("s")
    expect(page.locator("p.won")).to_contain_text("+$10")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Lesson finished.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".courses .good")).to_have_text("done")
    guest.finds_nothing_wrong()


def test_a_trainer_checks_a_lesson_file(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school/lessons")
    sample = page.request.get(page.locator("#sample").evaluate("link => link.href")).text()
    for text, result in ((sample.replace('result = "10"', 'result = "25"'), "1 problem"), (sample, "No problem")):
        file: FilePayload = {"name": "my.toml", "mimeType": "application/toml", "buffer": text.encode()}
        page.locator("#own input").set_input_files(file)
        page.get_by_role("button", name="Check it").click()
        expect(page.locator("#own-result")).to_contain_text(result)
    page.get_by_role("link", name="A first hand").click()
    expect(page.locator("#lesson-text")).to_contain_text("Bet $10 before the first card")
    guest.finds_nothing_wrong()


def test_a_trainee_plays_the_dealer(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school/dealer?seed=class-1&game=baccarat")
    expect(page.locator("#dealer-felt svg")).to_be_visible()
    page.keyboard.press("1")
    page.get_by_role("button", name="“No more bets”").click()
    expect(page.locator("#dealer-mark")).to_contain_text("Right. why? 3.2(d)")
    page.get_by_role("button", name="Pay").click()
    page.get_by_role("button", name="+$25", exact=True).click()
    page.locator("#dealer-detail [data-paid]").first.click()
    expect(page.locator("#dealer-mark")).to_contain_text("No: a card face down to the Player's Hand. why? 3.7")
    guest.finds_nothing_wrong()
    over, deal = (page.get_by_role("button", name=name) for name in ("Next round", "Deal a card"))
    for count in range(3, 60):
        expect(over.or_(deal)).to_be_visible()
        if over.is_visible():
            break
        deal.click()
        page.locator("#dealer-detail [data-what=player]").click()
        expect(page.locator("#dealer-score")).to_contain_text(f"of {count} acts right")
    expect(page.locator("#dealer-detail")).to_contain_text("The round is over")
    expect(page.get_by_role("button", name="Next round")).to_be_focused()
    guest.finds_nothing_wrong()


def mistakes(guest: Guest) -> None:
    """Two rounds of practice with pairs, in which the learner always hits."""
    page = guest.page
    page.goto(f"{guest.address}/practice?seed=class-5&game=blackjack")
    page.get_by_label("Hands").select_option("pairs")
    first_bet = page.locator("#practice-moves:not([aria-busy=true]) [data-bet]").first
    expect(first_bet).to_be_visible()
    page.get_by_role("button", name="New session").click()
    expect(first_bet).to_be_visible()
    for number in ("1 ", "2 "):
        page.locator("#practice-moves").locator("[data-bet], [data-again]").first.click()
        if number == "1 ":
            page.locator("#practice-moves [data-line=deal]").click()
        ended = page.locator("#practice-net").get_by_text(re.compile(rf"^{number}rounds?,"))
        move = page.locator("#practice-moves:not([aria-busy=true])").locator("[data-line$=hit], [data-line$=decline]")
        while True:
            expect(ended.or_(move.first).first).to_be_visible()
            if ended.count():
                break
            move.first.click()


def test_a_session_is_reviewed_and_its_mistakes_come_back(guest: Guest) -> None:
    guest.come()
    page = guest.page
    mistakes(guest)
    page.get_by_role("link", name="Review the session").click()
    expect(page.locator(".figures")).to_contain_text("Mistakes cost per 100 hands")
    expect(page.locator(".bankroll svg")).to_be_visible()
    answered = page.locator("#review:not([aria-busy=true]) #review-round")
    expect(answered.get_by_role("heading")).to_be_visible()
    page.locator("#review ol [data-act]").first.click()
    expect(answered.locator(".values")).to_contain_text("(yours)")
    page.get_by_role("button", name="What if?").first.click()
    expect(page.locator("#review-round td [role=status]").first).to_contain_text("$")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review-said")).to_contain_text("You: hit")
    guest.finds_nothing_wrong()
    page.goto(f"{guest.address}/school#puzzles")
    expect(page.locator("#puzzle-felt svg")).to_be_visible()
    guest.finds_nothing_wrong()
    page.keyboard.press("1")
    expect(page.get_by_role("status")).to_contain_text("It comes back on")
    page.goto(f"{guest.address}/school#progress")
    expect(page.locator("#part")).to_contain_text("Sessions")


def test_a_class_is_opened_and_its_drill_handed_in(guest: Guest) -> None:
    guest.come()
    page = guest.page
    page.goto(f"{guest.address}/school/class")
    page.locator("#assign [name=kind]").select_option("drill")
    page.locator("#assign [name=game]").select_option("baccarat")
    page.locator("#assign [name=name]").select_option("third-card")
    page.locator("#assign [name=number]").fill("2")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#chosen li")).to_have_count(1)
    page.get_by_label("Name of the class").fill("Dealers of November")
    guest.finds_nothing_wrong()
    page.get_by_role("button", name="Open the class").click()
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    guest.finds_nothing_wrong()
    page.get_by_role("link", name="Drill “Third card”").click()
    for _ in range(2):
        expect(page.locator("#task .choices button")).to_have_count(2)
        page.keyboard.press("1")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
    page.get_by_role("link", name="Back to the class").click()
    expect(page.locator("table.values tbody")).to_contain_text("of 2")


def press_twice(button: Locator, answer: Locator) -> list[str]:
    """Presses a button twice at once and waits for the answer; the requests to the school that this sent."""
    page, sent = button.page, list[str]()

    def note(request: Request) -> None:
        if "/api/v1/school/" in request.url:
            sent.append(f"{request.method} {request.url.partition('/school/')[2]}")

    expect(button).to_be_visible()
    page.on("request", note)
    button.evaluate("button => { button.click(); button.click(); }")
    expect(answer).to_be_visible()
    page.remove_listener("request", note)
    return sent


def test_a_second_press_is_ignored_while_the_first_is_on_its_way(guest: Guest) -> None:
    guest.come()
    page, school = guest.page, f"{guest.address}/school"
    page.goto(f"{school}?seed=class-1")
    start = page.locator("form[data-drill=third-card] button")
    assert press_twice(start, page.locator("#task")) == ["GET drills/third-card/baccarat/class-1/0"]
    choice = page.locator("#task .choices button").first
    assert press_twice(choice, page.locator("#next")) == ["POST drills/third-card/baccarat/class-1/0"]
    page.goto(f"{school}?seed=class-2#foul")
    watch = page.get_by_role("button", name="Watch a round")
    assert len(press_twice(watch, page.locator("#foul-stop"))) == 1
    page.locator("#foul-stop").click()
    assert len(press_twice(page.get_by_role("button", name="Call it"), page.locator("#foul-again"))) == 1
    page.goto(f"{school}/dealer?seed=class-1&game=baccarat")
    page.get_by_role("button", name="Announce").click()
    call = page.get_by_role("button", name="“No more bets”")
    assert press_twice(call, page.get_by_text("1 of 1 acts right")) == ["POST dealer"]
    page.goto(f"{school}/lessons/blackjack/insurance")
    bet = page.get_by_role("button", name="Bet on 1 $10")
    assert press_twice(bet, page.get_by_text("Ask for the cards")) == ["POST lessons/answer", "POST lessons/step"]
    page.goto(f"{school}/class")
    page.locator("#assign [name=kind]").select_option("drill")
    page.get_by_role("button", name="Add").click()
    page.get_by_label("Name of the class").fill("Dealers of December")
    opened = press_twice(page.get_by_role("button", name="Open the class"), page.get_by_text("Nobody has joined yet."))
    assert opened.count("POST classes") == 1


def test_a_second_press_is_ignored_in_a_review_and_at_a_puzzle(guest: Guest) -> None:
    guest.come()
    page = guest.page
    mistakes(guest)
    page.get_by_role("link", name="Review the session").click()
    expect(page.locator("#review:not([aria-busy=true]) #review-round").get_by_role("heading")).to_be_visible()
    last = page.get_by_role("button", name="Last")
    assert press_twice(last, page.locator("#review:not([aria-busy=true])")) == ["POST practice"]
    page.goto(f"{guest.address}/school#puzzles")
    move = page.locator("#puzzle-moves button").first
    assert press_twice(move, page.locator("#next")) == ["POST practice", "POST puzzles/schedule"]


def test_an_audition_ends_with_its_certificate(guest: Guest) -> None:
    """All answers are right; the first one comes too late. Time passes only when the test lets it pass."""
    guest.come()
    page = guest.page
    page.add_init_script("window.passed = 0; performance.now = () => window.passed;")
    page.goto(f"{guest.address}/school?seed=class-1#audition")
    page.get_by_label("Your name").fill("Ann Dealer")
    guest.finds_nothing_wrong()
    page.get_by_role("button", name="Begin the audition").click()
    asked = [(section, number) for section in published().section for number in range(section.tasks)]
    for place, (section, number) in enumerate(asked, 1):
        expect(page.locator("#task-title")).to_have_text(f"Audition: {place} of {len(asked)}")
        task = drills.task(from_data({"game": section.game}), section.drill, "class-1", number)
        if place == 1:
            page.evaluate("seconds => { window.passed += 1000 * seconds; }", section.seconds + 1)
        if task.form == "choice":
            page.keyboard.press(str(task.choices.index(task.answer) + 1))
        else:
            page.keyboard.type(f"{int(task.answer) / 100}" if task.form == "dollars" else task.answer)
            page.keyboard.press("Enter")
        expect(page.locator(".mark")).to_contain_text("Right, but too late." if place == 1 else "Right.")
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    certificate = page.locator(".certificate")
    expect(certificate.get_by_role("heading", level=2)).to_have_text("Certificate")
    expect(certificate.locator(".name")).to_have_text("Ann Dealer")
    expect(certificate).to_contain_text(f"{len(asked) - 1} of {len(asked)} tasks right and in time, 11 s")
    expect(certificate.get_by_role("listitem")).to_have_count(1)
    expect(certificate.get_by_role("listitem")).to_contain_text("Too late.")
    expect(certificate).to_contain_text("3.9")
    guest.finds_nothing_wrong()
