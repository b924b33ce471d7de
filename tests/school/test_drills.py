"""Drills: every answer is one that the engine, the law or a count file gives; what is shown has no answer."""

from random import Random

import pytest
from msgspec.json import encode
from tests.school.random_play import BLACKJACK, posting_of

from chapter47.core.drilling import DrillTask, without_answer
from chapter47.core.event import Collected, Paid, Returned
from chapter47.core.money import dollars
from chapter47.games import game_of
from chapter47.school import drills, scores
from chapter47.school.computer_players import dealt
from chapter47.school.faults import clean, judge
from chapter47.session.book import Book

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
    assert set(shown.__struct_fields__) == {"prompt", "form", "choices", "cards", "one_by_one"}
    assert asked.explains.encode() not in encode(shown)


@pytest.mark.parametrize(("kind", "one_by_one"), [("running-count", True), ("countdown", True), ("totals", False)])
def test_a_task_says_whether_its_cards_come_one_by_one(kind: str, one_by_one: bool) -> None:
    assert without_answer(drills.task(posting_of("blackjack"), kind, "seed")).one_by_one is one_by_one


@pytest.mark.parametrize("name", ["blackjack", "spanish-21", "craps", "baccarat"])
def test_payouts_are_those_that_the_engine_paid(name: str) -> None:
    """The answer is the amount of a payment in a log that the engine settled, found here by another way."""
    posting = posting_of(name)
    for number in range(10):
        random = Random(number)
        asked = drills.payouts(posting, Random(number))
        paid: set[int] = set()
        while not paid:
            logs = drills._rounds(posting, random)
            paid = {event.amount for log in logs for entry in log if isinstance(event := entry.event, Paid)}
        assert int(asked.answer) in paid


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
        assert sum(each.amount for each, _ in pairs) <= paid
        assert book.net().total() == paid - lost
        for each, stake in pairs:
            asked = drills.payout_task(each, stake)
            assert drills.mark(f"{each.amount / 100:.2f}", asked).right
            assert not drills.mark(f"{each.amount / 100 + 0.25:.2f}", asked).right
            assert dollars(stake) in asked.prompt
        if seed % 50 == 0:
            assert judge(dealing, dealing.entries) is None
        number, seed = number + len(pairs), seed + 1


def test_a_payment_lies_beside_its_wager() -> None:
    for _, log in zip(range(5), dealt(posting_of("craps"), 1), strict=False):
        for paid, stake in drills._paid(log):
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


def test_counts_are_data() -> None:
    ko = drills.read_count("ko")
    assert (ko.tags["7"], drills.read_count().tags["7"]) == (1, 0)
    assert drills.read_count().true(-9, 390) == -2


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
