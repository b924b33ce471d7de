"""Typing errors in a script are reported before anything is dealt, with a suggestion."""

import pytest

from chapter47.blackjack.acts import GRAMMAR
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse

BETS = "Ann bet 10 on 1\ndealer deal\n"
WRONG = [
    ("Ann doble", "Did you mean `double`?"),
    ("Ann hti", "Did you mean `hit`?"),
    ("Ann xyzzy", "Write one of: bet, take back all, lay coupon,"),
    ("Anm stand", "Did you mean `Ann`?"),
    ("dela", "Did you mean `dealer deal`?"),
    ("bet 1 Ann 10", "Start with who acts: Ann bet 10 on 1."),
    ("Ann bett 10 on 1", "Did you mean `bet`?"),
    ("dealer bet 10 on 1", "Write: Ann bet AMOUNT on BOX [standing] [in cash]."),
    ("supervisor bet 10 on 1", "Write: Ann bet AMOUNT on BOX [standing] [in cash]."),
    ("dealer call exposed", "Did you mean `exposed-card`?"),
]


@pytest.mark.parametrize(("line", "shown"), WRONG)
def test_misspelt_words_get_a_suggestion(line: str, shown: str) -> None:
    with pytest.raises(UnusableError) as wrong:
        parse(BETS + line, GRAMMAR)
    (problem,) = wrong.value.problems
    assert problem.key == "line 3"
    assert shown in problem.allowed


def test_a_bad_line_says_what_is_wrong_what_was_found_and_what_to_do() -> None:
    with pytest.raises(UnusableError) as wrong:
        parse("Ann beet 25 on 1 # a comment", GRAMMAR)
    (problem,) = wrong.value.problems
    assert str(problem) == "line 1: 'beet 25 on' is not an act of Ann. Found: Ann beet 25 on 1. Did you mean `bet`?"
    assert problem.data()["message"] == "'beet 25 on' is not an act of Ann."


def test_all_of_them_at_once_in_the_order_of_the_lines() -> None:
    with pytest.raises(UnusableError) as wrong:
        parse("Ann bet 10 on 1\nAnn doble\ndela\nAnm stand\nAnn stnd", GRAMMAR)
    assert [problem.key for problem in wrong.value.problems] == ["line 2", "line 3", "line 4", "line 5"]


@pytest.mark.parametrize("cards", ["10s Kd", "T♠ K♦", "ts kd", "10♠ KD"])
def test_cards_of_a_script_as_people_write_them(cards: str) -> None:
    (line,) = parse(f"cards {cards}", GRAMMAR)
    assert str(line.act) == "cards Ts Kd"
