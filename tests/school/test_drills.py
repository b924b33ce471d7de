"""Drills: every answer is one that the engine, the law or a count file gives; what is shown has no answer."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from msgspec import convert
from msgspec.json import encode
from tests.school.random_play import BLACKJACK, posting_of

import chapter47
from chapter47.core.cards import Faces, cards
from chapter47.core.drilling import DrillTask, without_answer
from chapter47.core.event import Collected, Paid, Returned
from chapter47.core.money import dollars
from chapter47.games import game_of
from chapter47.school import drills, scores
from chapter47.school.audition import Audition, published
from chapter47.school.computer_players import dealt
from chapter47.school.faults import clean, judge
from chapter47.school.tables import school_tables
from chapter47.session.book import Book
from chapter47.session.narration import event_text
from chapter47.session.session import playing_of

GAMES = (*BLACKJACK, "craps", "baccarat")


@pytest.mark.parametrize("name", GAMES)
def test_every_drill_of_every_game_can_be_answered(name: str) -> None:
    posting = posting_of(name)
    kinds = {kind.name for kind in drills.KINDS}
    for kind in drills.drills_of(game_of(posting)):
        assert kind in kinds
        if kind == "strategy" and name != "double-exposure":
            continue  # one chart is enough: each takes a second
        for number in range(3):
            asked = drills.task(posting, kind, "seed", number)
            assert drills.mark(drills.shown_answer(asked), asked).right
            assert not drills.mark("999999", asked).right
            assert not asked.choices or asked.answer in asked.choices
            assert asked == drills.task(posting, kind, "seed", number)


def test_what_a_learner_is_shown_has_no_answer() -> None:
    asked = drills.task(posting_of("craps"), "payouts", "seed")
    shown = without_answer(asked)
    assert set(shown.__struct_fields__) == {"prompt", "form", "choices", "cards", "one_by_one", "picture"}
    assert asked.explains.encode() not in encode(shown)


@pytest.mark.parametrize(("kind", "one_by_one"), [("running-count", True), ("countdown", True), ("totals", False)])
def test_a_task_says_whether_its_cards_come_one_by_one(kind: str, one_by_one: bool) -> None:
    assert without_answer(drills.task(posting_of("blackjack"), kind, "seed")).one_by_one is one_by_one


TASKS = (250, pytest.param(12_500, marks=pytest.mark.soak))
"""Of each of eight games: 2,000 by default, 100,000 in the long run."""


@pytest.mark.parametrize("tasks", TASKS)
@pytest.mark.parametrize("name", GAMES)
def test_pay_out_tasks_agree_with_the_settlement(name: str, tasks: int) -> None:
    """Each payment of a round is a task: its stake and answer are those of the session's book, which adds up what the
    engine moved, and the judge finds no fault in the log that they come from."""
    posting, seed, number = posting_of(name), 0, 0
    while number < tasks:
        dealing = clean(posting, seed, rounds=8)
        pairs = drills._paid(dealing.entries)
        book = Book()
        for entry in dealing.entries:
            book.note(entry.event)
        paid = sum(entry.event.amount for entry in dealing.entries if isinstance(entry.event, Paid))
        lost = sum(entry.event.amount for entry in dealing.entries if isinstance(entry.event, Collected))
        assert sum(each.paid.amount for each in pairs) <= paid
        assert book.net().total() == paid - lost
        for each in pairs:
            asked, amount = drills.payout_task(each), each.paid.amount
            assert drills.mark(f"{amount / 100:.2f}", asked).right
            assert not drills.mark(f"{amount / 100 + 0.25:.2f}", asked).right
            assert dollars(each.stake) in asked.prompt
        if seed % 50 == 0:
            assert judge(dealing, dealing.entries) is None
        number, seed = number + len(pairs), seed + 1


def test_a_payment_lies_beside_its_wager() -> None:
    for _, log in zip(range(5), dealt(posting_of("craps"), 1), strict=False):
        for paid, stake, throw in drills._paid(log):
            assert throw
            assert any(
                isinstance(entry.event, Returned) and (entry.event.bettor, entry.event.amount) == (paid.bettor, stake)
                for entry in log
            )


@pytest.mark.parametrize(
    ("given", "right"), [("52.50", True), ("$52.50", True), ("52.5", True), ("52", False), ("", False), ("1/0", False)]
)
def test_an_amount_may_be_written_in_several_ways(given: str, right: bool) -> None:
    asked = DrillTask(prompt="", form="dollars", answer="5250")
    assert drills.mark(given, asked).right is right


@pytest.mark.parametrize(("count", "begins"), [("hi-lo", 0), ("ko", -28), ("red-seven", -16), ("halves", 0)])
def test_the_running_count_goes_on_from_check_to_check(count: str, begins: int) -> None:
    """Each answer is the one before and the tags of the cards shown, red sevens included; then the shoe is new."""
    how = drills.Counting(count=count, cards=30)
    tags, running = drills.read_count(count), float(begins)
    for number in range(25):
        asked = drills.task(posting_of("blackjack"), "running-count", "seed", number, how)
        if begun := asked.prompt.startswith("The cards are shuffled"):
            running = float(begins)
        assert begun is (number % 10 == 0)
        running += sum(tags.tag(card) for each in asked.cards for card in cards(each))
        assert drills.mark(f"{running:g}", asked).right


def test_counts_are_data() -> None:
    ko, red_seven = drills.read_count("ko"), drills.read_count("red-seven")
    assert (ko.tags["7"], drills.read_count().tags["7"]) == (1, 0)
    assert [red_seven.tag(card) for card in cards("7h 7s")] == [1, 0]
    assert drills.read_count().true(-9, Fraction(15, 2)) == -2


def test_a_bet_follows_the_learners_own_ramp() -> None:
    how = drills.Counting(ramp=drills.read_ramp("0:2 3:10"))
    for number in range(20):
        asked = drills.task(posting_of("blackjack"), "bet-sizing", "seed", number, how)
        true = int(asked.prompt.split("The true count is ")[1].split(".")[0])
        assert asked.answer == str(1000 * (1 if true < 0 else 2 if true < 3 else 10))


@pytest.mark.parametrize("text", ["", "x", "1:0", "1:1:1", "1:1001", " ".join(f"{n}:1" for n in range(17))])
def test_a_bad_ramp_is_refused(text: str) -> None:
    with pytest.raises(drills.DrillError, match="ramp"):
        drills.read_ramp(text)


@pytest.mark.parametrize(("drill", "count"), [("deviations", "ko"), ("true-count", "ko")])
def test_a_drill_that_the_count_cannot_have_is_refused(drill: str, count: str) -> None:
    with pytest.raises(drills.DrillError, match="count"):
        drills.task(posting_of("blackjack"), drill, "seed", 0, drills.Counting(count=count))


BREAKAGE = [
    *(("blackjack", "payouts", words) for words in ("blackjack at 3 to 2", "Insurance")),
    ("six-to-five", "payouts", "blackjack at 6 to 5"),
    *(("craps", "payouts", f"Place to win {number}") for number in (4, 5, 6, 8, 9, 10)),
    *(("craps", "payouts", words) for words in ("Horn", "odds", "Buy", "Lay", "Hard", "Field")),
    *(("craps", "fees", words) for words in ("on buy", "on lay")),
    ("baccarat", "fees", "owes a fee"),
    ("baccarat", "payouts", "Tie"),
    ("blackjack", "bonus", "Same suit"),
    ("spanish-21", "bonus", "Match the dealer"),
    ("switch", "bonus", "Match"),
]


def test_every_kind_of_breakage_is_asked_for() -> None:
    """What a dealer must pay is among the payments from which tasks are chosen."""
    missing = set(BREAKAGE)
    for seed in range(100):
        for game, drill in dict.fromkeys((game, drill) for game, drill, _ in sorted(missing)):
            table = next(each for each in reversed(school_tables(game)) if drills._has_occasion(each, drill))
            log = drills._log(table, Random(seed), 8)
            paid = [drills.payout_task(each).prompt for each in drills._paid(log)]
            fees = [event_text(entry.event, Faces(), playing_of(game_of(table))) for entry in log]
            said = "\n".join(fees if drill == "fees" else paid)
            missing -= {row for row in missing if row[:2] == (game, drill) and row[2] in said}
        if not missing:
            return
    pytest.fail(str(missing))


def test_tables_of_the_school_are_lawful() -> None:
    for game in GAMES:
        for table in school_tables(game):
            assert chapter47.check(table).lawful is not False


def test_the_fewest_chips_are_fewer_than_the_largest_first() -> None:
    assert drills.fewest_chips(300, (500, 250, 100, 50)) == (250, 50)
    for cents in range(700, 2100, 350):
        tray, fewest = (500, 250, 100, 50), drills.fewest_chips(cents, (500, 250, 100, 50))
        assert sum(fewest) == cents
        assert len(fewest) <= min(len(ways) for ways in _ways(cents, tray))


def _ways(cents: int, tray: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not cents:
        yield ()
    for place, chip in enumerate(tray):
        if chip <= cents and cents // chip <= 20:
            yield from ((chip, *rest) for rest in _ways(cents - chip, tray[place:]))


@pytest.mark.parametrize("name", ["blackjack", "switch", "multiple-action", "spanish-21"])
def test_the_maximum_of_insurance_is_half_of_the_wager_in_whole_chips(name: str) -> None:
    """2.9(b): at most one-half of the wager; of an odd number of dollars it may be rounded up."""
    for number in range(8):
        asked = drills.task(posting_of(name), "insurance", "seed", number)
        stake = int(asked.prompt.split("The wager is $")[1].split(".")[0])
        assert int(asked.answer) == 100 * ((stake + 1) // 2)


def test_an_audition_is_checked() -> None:
    section = {"drill": "points", "game": "blackjack", "tasks": 1, "seconds": 5}
    bad = convert({"pass": 0.5, "section": [section, {**section, "game": "poker"}]}, Audition)
    assert [problem.key for problem in bad.problems("audition")] == [
        "audition.section 1.drill",
        "audition.section 2.game",
    ]
    assert list(published().problems("audition")) == []


def test_scores_are_kept_in_the_data_folder(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for right in (3, 5):
        scores.add(scores.DrillScore(drill="chips", game="craps", right=right, asked=5, seconds=2.0, at="2026-01-01"))
    with (scores.data_folder() / "scores.jsonl").open("a") as file:
        file.write("damaged\n")
    best = scores.best("chips", "craps")
    assert best is not None
    assert best["right"] == 5
    assert scores.best("order", "craps") is None
