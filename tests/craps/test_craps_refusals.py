"""What cannot be done now is refused with code, paragraph, what was given and what is allowed; nothing changes."""

from typing import NamedTuple

import pytest
from tests.craps.transcript import Playing, parsed

from chapter47.core.act import BadActError
from chapter47.core.findings import Refusal
from chapter47.craps.acts import FORMS, CrapsAct, perform, read_act
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse


class Moment(NamedTuple):
    """A table as far as a script brings it."""

    table: str
    script: str


SHOOTER = "Ann join\nBob join\nAnn take-dice\n"
POINT = SHOOTER + "Ann bet pass 10\ndice 4 2\n"
MOMENTS = {
    "nobody": Moment("", ""),
    "dice offered": Moment("", "Ann join\nBob join"),
    "come out": Moment("", SHOOTER),
    "pass staked": Moment("", SHOOTER + "Ann bet pass 10"),
    "point of 6": Moment("", POINT),
    "point of 6, Bob's don't pass": Moment("", SHOOTER + "Ann bet pass 10\nBob bet dont-pass 10\ndice 4 2"),
    "don't pass reduced": Moment(
        "", SHOOTER + "Ann bet pass 10\nBob bet dont-pass 10\ndice 4 2\nBob reduce dont-pass by 5"
    ),
    "come on 9": Moment("", POINT + "Ann bet come 10\ndice 5 4"),
    "full odds": Moment("", POINT + "Ann bet pass-odds 10"),
    "dice out": Moment("", SHOOTER + "Ann bet pass 10\nthrow"),
    "place bet": Moment("", POINT + "Ann bet place-to-win 8 12"),
    "chips of $5": Moment('chip = "5"', SHOOTER),
    "few wagers": Moment('offers = ["pass", "field"]', SHOOTER),
    "two places": Moment("positions = 2", "Ann join\nBob join"),
}

ROWS = [
    ("come out", "Ann bet come 10", "bet.not_now", "19:47-1.2(a)3"),
    ("come out", "Ann bet dont-come 10", "bet.not_now", "19:47-1.2(a)4"),
    ("point of 6", "Ann bet pass 10", "bet.not_now", "19:47-1.2(a)1"),
    ("point of 6", "Bob bet dont-pass 10", "bet.not_now", "19:47-1.2(a)2"),
    ("point of 6, Bob's don't pass", "Bob bet dont-pass 10", "bet.not_now", "19:47-1.2(a)2"),
    ("don't pass reduced", "Bob bet dont-pass 5", "bet.withdrawn", "19:47-1.3"),
    ("come out", "Ann bet pass-odds 10", "odds.nothing_to_support", "19:47-1.6"),
    ("pass staked", "Ann bet pass-odds 10", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Bob bet pass-odds 10", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Ann bet come-odds 6 10", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Ann bet pass-odds 15", "odds.limit", "19:47-1.6"),
    ("full odds", "Ann bet pass-odds 5", "odds.limit", "19:47-1.6"),
    ("point of 6", "Ann bet pass-odds 7", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet place-to-win 6 10", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet place-to-lose 4 10", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet craps-eleven 7", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet horn 6", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet horn-high 2 8", "bet.chip", "19:47-1.4"),
    ("chips of $5", "Ann bet pass 7", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet pass 4", "bet.limits", "19:47-8.2"),
    ("come out", "Ann bet pass 1001", "bet.limits", "19:47-8.2"),
    ("pass staked", "Ann bet pass 995", "bet.limits", "19:47-8.2"),
    ("come out", "Ann bet place-to-win 7 10", "bet.number", "19:47-1.2(a)5"),
    ("come out", "Ann bet horn-high 7 10", "bet.number", "19:47-1.2(a)20"),
    ("come out", "Ann bet field 4 10", "bet.number", "19:47-1.2(a)11"),
    ("come out", "Eve bet pass 10", "bet.player", "19:47-1.3"),
    ("come out", "Ann bet buy 4 20", "bet.not_offered", "19:47-1.5"),
    ("few wagers", "Ann bet any-seven 10", "bet.not_offered", "19:47-1.2(a)"),
    ("come out", "Ann bet fire 5", "bet.not_permissible", "19:47-1.2(a)"),
    ("dice out", "Ann bet field 5", "bet.dice_out", "19:47-1.3"),
    ("dice out", "Ann take-down pass", "dice.out", "19:47-1.3"),
    ("dice out", "Ann pass-dice", "dice.out", "19:47-1.11"),
    ("dice out", "Ann leave", "rail.wagers", "19:47-1.3"),
    ("point of 6", "Ann take-down pass", "take_down.point_is_set", "19:47-1.3"),
    ("point of 6", "Ann reduce pass by 5", "take_down.point_is_set", "19:47-1.3"),
    ("come on 9", "Ann take-down come 9", "take_down.point_is_set", "19:47-1.3"),
    ("point of 6", "Bob take-down pass", "wager.none", "19:47-1.3"),
    ("pass staked", "Ann reduce pass by 6", "take_down.amount", "19:47-1.3"),
    ("place bet", "Ann reduce place-to-win 8 by 5", "take_down.amount", "19:47-1.3"),
    ("point of 6", "Ann call-off pass", "call.wager", "19:47-1.3"),
    ("come out", "Ann call-on field", "wager.none", "19:47-1.3"),
    ("come out", "dice 3 4", "throw.no_line_wager", "19:47-1.8"),
    ("dice offered", "dice 3 4", "throw.no_shooter", "19:47-1.11"),
    ("nobody", "dice 3 4", "throw.no_shooter", "19:47-1.11"),
    ("dice offered", "Bob take-dice", "dice.not_offered", "19:47-1.11"),
    ("dice offered", "Ann take-dice 2 2", "dice.picked", "19:47-1.7"),
    ("dice offered", "Ann take-dice 1 6", "dice.picked", "19:47-1.7"),
    ("come out", "Bob pass-dice", "dice.not_shooter", "19:47-1.11"),
    ("come out", "Ann decline-line", "line.not_declined", "19:47-1.11"),
    ("come out", "Ann join", "rail.twice", "19:47-1.11"),
    ("two places", "Eve join", "rail.position", "19:47-1.11"),
    ("nobody", "Ann join 17", "rail.position", "19:47-1.11"),
    ("come out", "Eve leave", "rail.unknown", "19:47-1.11"),
    ("dice out", "call hit-chips", "call.ground", "19:47-1.9"),
    ("dice out", "call cocked 7 leaning 1", "dice.faces", "19:47-1.10"),
    ("dice out", "call delay", "dice.out", "19:47-1.11"),
]


def at(moment: str) -> Playing:
    transcript = parsed(f"== table\n{MOMENTS[moment].table}\n== script\n{MOMENTS[moment].script}\n")
    playing = Playing(transcript.posting)
    playing.play(transcript.script)
    return playing


@pytest.mark.parametrize(("moment", "line", "code", "citation"), ROWS)
def test_it_is_refused(moment: str, line: str, code: str, citation: str) -> None:
    playing = at(moment)
    before = playing.layout
    refusal = playing.do(line)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, citation), str(refusal)
    assert refusal.got
    assert refusal.want
    assert playing.layout is before


def test_a_call_needs_the_dice_out() -> None:
    for ground in ("die-off-table", "cheating"):
        refusal = perform(at("pass staked").layout, CrapsAct(ground))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "call.not_now"


def test_dice_that_no_die_shows_are_refused() -> None:
    playing = at("dice out")
    refusal = perform(playing.layout, CrapsAct("roll", dice=(7, 0)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("dice.faces", "19:47-1.10")
    assert (refusal.got, refusal.want) == ("7 0", "two faces from 1 to 6")
    assert playing.layout == at("dice out").layout


def test_a_script_that_names_such_dice_is_not_begun() -> None:
    lines = ["Ann join", "Ann take-dice", "Ann bet pass 10", "dice 7 0"]
    with pytest.raises(UnusableError) as error:
        parse("\n".join(lines), FORMS)
    [problem] = error.value.problems
    assert (problem.key, problem.got, problem.citation) == ("line 4", "dice 7 0", "19:47-1.10")
    assert "two faces from 1 to 6" in problem.allowed


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dice 7 0", "'7 0' is not a throw of two dice: two faces from 1 to 6, such as 3 4"),
        ("dice 3", "'3' is not a throw"),
        ("Ann bte pass 10", "'bte' is not an act; perhaps bet?"),
        ("Ann bet pas 10", "'pas' is not a wager; perhaps pass?"),
        ("Ann bet pass", "'pass' is not a wager with an amount"),
        ("Ann bet pass ten", "'ten' is no"),
        ("call foul", "'foul' cannot be called so"),
        ("Ann join here", "'here' is not a number"),
        ("Ann leave now", "has too many or too few words"),
        ("", "'' is not an act"),
    ],
)
def test_words_that_are_not_an_act(line: str, says: str) -> None:
    with pytest.raises(BadActError) as error:
        read_act(line)
    assert says in str(error.value)
