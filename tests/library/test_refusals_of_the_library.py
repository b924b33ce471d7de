"""What the library refuses: one family of exceptions with every problem at once."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

import chapter47

CASES: list[tuple[Callable[[], object], type[chapter47.Chapter47Error], list[str], str]] = [
    (
        lambda: chapter47.table(game="poker", dekcs=6),
        chapter47.TableFileError,
        ["game", "dekcs"],
        "Unknown key `dekcs`. Did you mean `decks`?",
    ),
    (
        lambda: chapter47.read_table("none.toml"),
        chapter47.TableFileError,
        ["file"],
        "none.toml: file: no such file",
    ),
    (lambda: chapter47.starter("poker"), chapter47.BadArgumentError, ["game"], "six-to-five"),
    (lambda: chapter47.check(chapter47.table(), on="soon"), chapter47.BadArgumentError, ["on"], "such as 2010-06-07"),
    (lambda: chapter47.law("nonsense"), chapter47.NoSuchParagraphError, ["citation"], "nonsense"),
    (
        lambda: chapter47.law("2.99"),
        chapter47.NoSuchParagraphError,
        ["citation"],
        "No such paragraph in the editions held",
    ),
    (lambda: chapter47.strategy(chapter47.table(decks=0)), chapter47.NotPricedError, ["game"], "an empty shoe"),
    (
        lambda: chapter47.advise(chapter47.table(), "As 6x", up="15"),
        chapter47.NotPossibleError,
        ["hand", "up"],
        "a card: a rank and a suit",
    ),
    (
        lambda: chapter47.advise(chapter47.table(), "As", up="5h"),
        chapter47.NotPossibleError,
        ["hand"],
        "hand: As is not allowed; allowed: two cards or more",
    ),
    (lambda: chapter47.edge(chapter47.table(), vary="dekcs"), chapter47.TableFileError, ["dekcs"], "no such option"),
    (
        lambda: chapter47.simulate(chapter47.table(), rounds=0, boxes=0, bet="much", records="a.txt"),
        chapter47.BadArgumentError,
        ["rounds", "boxes", "bet", "records"],
        "1 or more",
    ),
    (
        lambda: chapter47.simulate(chapter47.table(), rounds=10, side=["streak=5"]),
        chapter47.Chapter47Error,
        ["side"],
        "streak is not offered here",
    ),
    (
        lambda: chapter47.simulate(chapter47.table(), rounds=10, strategy={"hard": 1}),
        chapter47.Chapter47Error,
        ["hard", "soft", "pairs"],
        "a row for each of",
    ),
    (
        lambda: chapter47.simulate(chapter47.table(), strategy=5),  # type: ignore[arg-type]
        chapter47.BadArgumentError,
        ["strategy"],
        "strategy: 5",
    ),
    (
        lambda: chapter47.edge(chapter47.table(), strategy=lambda hand: "stand"),  # type: ignore[arg-type, misc]
        chapter47.BadArgumentError,
        ["strategy"],
        "a function (hand, up, legal) -> move",
    ),
    (
        lambda: chapter47.open_table(chapter47.table(boxes=8)),
        chapter47.NotLawfulError,
        ["boxes.too_many"],
        "19:46-1.10",
    ),
    (lambda: chapter47.replay("none.log"), chapter47.Chapter47Error, ["file"], "no such file"),
    (lambda: chapter47.check(3), chapter47.Chapter47Error, ["table"], "table: 3 is not allowed; allowed: a table from"),  # type: ignore[arg-type]
    (lambda: chapter47.edge("craps"), chapter47.Chapter47Error, ["table"], "a table from read_table or table"),  # type: ignore[arg-type]
    (lambda: chapter47.open_table(None), chapter47.Chapter47Error, ["table"], "table: None"),  # type: ignore[arg-type]
    (lambda: chapter47.law(5), chapter47.NoSuchParagraphError, ["citation"], "'5' is not a citation"),  # type: ignore[arg-type]
    (
        lambda: chapter47.simulate(chapter47.table(game="craps"), rounds="many", seed="x", sample=1.5),  # type: ignore[arg-type]
        chapter47.BadArgumentError,
        ["rounds", "sample", "seed"],
        "rounds: 'many' is not allowed; allowed: a whole number",
    ),
    (lambda: chapter47.check(5, on="2010-06-07"), chapter47.Chapter47Error, ["table"], "table: 5"),  # type: ignore[arg-type]
    (lambda: chapter47.check(chapter47.table(), before=5), chapter47.Chapter47Error, ["before"], "before: 5"),  # type: ignore[arg-type]
    (
        lambda: chapter47.check(chapter47.table(), on=datetime(2010, 6, 7)),  # noqa: DTZ001 what is refused
        chapter47.BadArgumentError,
        ["on"],
        "a date such as 2010-06-07",
    ),
    (lambda: chapter47.check_floor([chapter47.table()]), chapter47.BadArgumentError, ["tables"], "by their names"),  # type: ignore[arg-type]
    (lambda: chapter47.check_floor({"pit 1": 5}), chapter47.Chapter47Error, ["pit 1"], "pit 1: 5"),  # type: ignore[dict-item]
    (lambda: chapter47.read_table(5), chapter47.BadArgumentError, ["path"], "a file path"),  # type: ignore[arg-type]
    (lambda: chapter47.replay(None), chapter47.BadArgumentError, ["path"], "path: None"),  # type: ignore[arg-type]
    (
        lambda: chapter47.advise(chapter47.table(), 5, up=None),  # type: ignore[arg-type]
        chapter47.BadArgumentError,
        ["hand 1", "up"],
        "hand 1: 5 is not allowed; allowed: a text",
    ),
    (
        lambda: chapter47.advise(chapter47.table(game="craps"), point=5),  # type: ignore[arg-type]
        chapter47.BadArgumentError,
        ["point"],
        "point: 5",
    ),
    (lambda: chapter47.open_table(chapter47.table(), seed="abc"), chapter47.BadArgumentError, ["seed"], "a whole"),  # type: ignore[arg-type]
    (
        lambda: chapter47.open_table(chapter47.table(decks=0), lawful_only=False),
        chapter47.Chapter47Error,
        ["decks"],
        "allowed: more decks",
    ),
    (lambda: chapter47.edge(chapter47.table(), vary="dekcs"), chapter47.TableFileError, ["dekcs"], "vary: dekcs: no"),
    (
        lambda: chapter47.simulate(chapter47.table(game="craps"), rounds=10, bet=5),  # type: ignore[arg-type]
        chapter47.Chapter47Error,
        ["bet"],
        "NAME=AMOUNT",
    ),
]


@pytest.mark.parametrize(("call", "kind", "keys", "words"), CASES)
def test_bad_arguments_are_refused_with_all_that_is_wrong(
    call: Callable[[], object], kind: type[chapter47.Chapter47Error], keys: list[str], words: str
) -> None:
    with pytest.raises(kind) as raised:
        call()
    assert [problem.key for problem in raised.value.problems] == keys
    assert words in str(raised.value)
    assert all(problem.got and problem.allowed for problem in raised.value.problems)


def test_a_log_that_is_not_there_has_no_line() -> None:
    with pytest.raises(chapter47.Chapter47Error, match=r"^file: no such file; allowed: a log"):
        chapter47.replay("none.log")


NO_FILE = "no such file"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: chapter47.read_table("none.toml"), f"none.toml: file: {NO_FILE}; allowed: a TOML file in UTF-8"),
        (
            lambda: chapter47.simulate(chapter47.table(), rounds=10, strategy="none.json"),
            f"none.json: file: {NO_FILE}; allowed: the JSON of chapter47 strategy --json",
        ),
        (
            lambda: chapter47.simulate(chapter47.table(), rounds=10, count="none.count"),
            f"none.count: file: {NO_FILE}; allowed: a TOML file in UTF-8",
        ),
        (
            lambda: chapter47.law("9.99"),
            "citation: No such paragraph in the editions held: 19:47-9.99; allowed: a paragraph of an edition held",
        ),
        (
            lambda: chapter47.simulate(chapter47.table(game="craps"), rounds=10, bet="pass=10", boxes=2),
            "boxes: has no meaning at craps; allowed: nothing; leave it out",
        ),
    ],
)
def test_errors_are_plain_english(call: Callable[[], object], words: str) -> None:
    with pytest.raises(chapter47.Chapter47Error) as raised:
        call()
    assert str(raised.value) == words


def test_what_means_nothing_to_advice_is_refused_before_anything_is_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    from chapter47.blackjack.analysis import main_game

    monkeypatch.setattr(main_game, "analyse", lambda table: pytest.fail(f"{table.game} was priced"))
    with pytest.raises(chapter47.Chapter47Error) as raised:
        chapter47.advise(chapter47.table(), "As 6d", up="5h", point="6")
    assert [problem.key for problem in raised.value.problems] == ["point"]
    with pytest.raises(chapter47.Chapter47Error) as raised:
        chapter47.advise(chapter47.table(), "As 6x", point="6")
    assert [problem.key for problem in raised.value.problems] == ["point", "hand", "up"]


def test_an_open_table_says_what_it_is() -> None:
    table = chapter47.open_table(chapter47.table(game="craps"), seed=1)
    assert repr(table) == f"<Craps, between rounds, {len(table.log)} lines of log>"


def test_a_table_that_is_not_lawful_is_opened_where_that_is_asked_for() -> None:
    table = chapter47.open_table(chapter47.table(boxes=8), seed=1, lawful_only=False)
    assert table.say("dealer open") is None
    assert table.is_open


def test_a_text_that_is_not_held_is_a_problem_with_its_citation() -> None:
    from datetime import date

    with pytest.raises(chapter47.NotLawfulError) as raised:
        chapter47.open_table(chapter47.table(on=date(2008, 1, 1)))
    assert [problem.citation for problem in raised.value.problems] == ["19:47-2.10"]
    assert raised.value.verdict.lawful is None


def test_a_count_system_that_is_wrong_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.count"
    path.write_text("tags = 1\n", encoding="utf-8")
    with pytest.raises(chapter47.Chapter47Error) as raised:
        chapter47.simulate(chapter47.table(), rounds=10, count=path)
    assert raised.value.source == str(path)
