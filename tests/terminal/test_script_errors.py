"""Typing errors in a script are told before anything is dealt, with the word that may have been meant."""

import pytest

from chapter47.blackjack.acts import ACTS
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse

BETS = "bet 1 Ann 10\ndeal\n"
WRONG = [
    ("Ann doble", "a decision (did you mean double?): stand, hit, double"),
    ("Ann hti", "a decision (did you mean hit?): stand, hit"),
    ("Ann xyzzy", "a decision: stand, hit"),
    ("Anm stand", "somebody who wagers (did you mean Ann?): Ann"),
    ("dela", "NAME MOVE [AMOUNT], such as: Ann stand (did you mean deal?)"),
    ("bett 1 Ann 10", "(did you mean bet?)"),
]


@pytest.mark.parametrize(("line", "told"), WRONG)
def test_what_is_misspelt_is_told_with_what_may_have_been_meant(line: str, told: str) -> None:
    with pytest.raises(UnusableError) as wrong:
        parse(BETS + line, ACTS)
    (problem,) = wrong.value.problems
    assert problem.key == "line 3"
    assert told in problem.allowed


def test_all_of_them_at_once_in_the_order_of_the_lines() -> None:
    with pytest.raises(UnusableError) as wrong:
        parse("bet 1 Ann 10\nAnn doble\ndela\nAnm stand\nAnn stnd", ACTS)
    assert [problem.key for problem in wrong.value.problems] == ["line 2", "line 3", "line 4", "line 5"]


@pytest.mark.parametrize("cards", ["10s Kd", "T♠ K♦", "ts kd", "10♠ KD"])
def test_cards_of_a_script_as_people_write_them(cards: str) -> None:
    (line,) = parse(f"cards {cards}", ACTS)
    assert str(line.act) == "cards Ts Kd"
