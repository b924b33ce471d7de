"""One family of errors: every problem with its key, what was given, what is allowed and the paragraph."""

import pytest

from chapter47.blackjack.analysis.advice import UnlikelyCardsError
from chapter47.blackjack.simulation.counting.count_file import count_system
from chapter47.blackjack.strategy_file import StrategyFileError
from chapter47.core.count_file import CountSystemError
from chapter47.core.errors import Chapter47Error, NotPricedError, Problem, ProblemInWords
from chapter47.core.tablefile.problems import TableFileError
from chapter47.games import parse
from chapter47.session.problems import UnusableError


def test_a_problem_names_key_got_allowed_and_citation() -> None:
    problem = Problem("decks", "0", "1 to 8", "19:47-2.2(a)")
    assert str(problem) == "decks: 0 is not allowed; allowed: 1 to 8 (19:47-2.2(a))"
    assert problem.data() == {"key": "decks", "got": "0", "allowed": "1 to 8", "citation": "19:47-2.2(a)"}
    assert Problem("decks", "0", "1 to 8").data() == {"key": "decks", "got": "0", "allowed": "1 to 8"}


def test_a_file_that_cannot_be_read_says_why_in_a_sentence() -> None:
    problem = ProblemInWords("file", "no such file", "a TOML file")
    assert str(problem) == "file: no such file; allowed: a TOML file"
    assert problem.data() == {"key": "file", "got": "no such file", "allowed": "a TOML file"}


@pytest.mark.parametrize("kind", [TableFileError, StrategyFileError, CountSystemError, UnusableError, NotPricedError])
def test_all_are_of_one_family(kind: type[Exception]) -> None:
    assert issubclass(kind, Chapter47Error)


def test_every_problem_of_a_file_stands_in_the_message() -> None:
    with pytest.raises(Chapter47Error) as raised:
        parse('decks = "six"\nboxes = "seven"', source="mine.toml")
    assert [problem.key for problem in raised.value.problems] == ["decks", "boxes"]
    assert str(raised.value).startswith("mine.toml: decks: ")
    with pytest.raises(Chapter47Error) as raised:
        count_system({"tags": 1, "rampe": 2})
    assert [problem.key for problem in raised.value.problems] == ["rampe", "tags"]


def test_a_reason_becomes_a_problem_once_it_is_known_what_was_asked() -> None:
    bare = NotPricedError("an empty shoe has no price")
    assert (str(bare), bare.why) == ("an empty shoe has no price", "an empty shoe has no price")
    asked = UnlikelyCardsError("a hand has two cards or more", "As against 5h")
    assert asked.problems == (Problem("cards", "As against 5h", "a hand has two cards or more"),)
    assert str(asked) == "cards: As against 5h is not allowed; allowed: a hand has two cards or more"
