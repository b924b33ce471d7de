"""What cannot be done now is refused with code, paragraph, what was given and what is allowed; nothing changes."""

from typing import NamedTuple

import pytest
from tests.craps.transcript import Playing, parsed

from chapter47.core.act_words import BadActError
from chapter47.core.findings import Refusal
from chapter47.craps.acts import GRAMMAR, Call, ReadCocked, TakeDice, Throw
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.play import bet, take_dice
from chapter47.craps.table.in_play import perform
from chapter47.craps.wagers import WAGERS
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse


class Moment(NamedTuple):
    """A table as far as a script brings it."""

    table: str
    script: str


SHOOTER = "Ann join\nBob join\nAnn take dice\n"
POINT = SHOOTER + "Ann bet 10 on pass\ndice 4 2\n"
MOMENTS = {
    "nobody": Moment("", ""),
    "dice offered": Moment("", "Ann join\nBob join"),
    "come out": Moment("", SHOOTER),
    "pass staked": Moment("", SHOOTER + "Ann bet 10 on pass"),
    "point of 6": Moment("", POINT),
    "point of 6, Bob's don't pass": Moment("", SHOOTER + "Ann bet 10 on pass\nBob bet 10 on dont-pass\ndice 4 2"),
    "don't pass reduced": Moment(
        "", SHOOTER + "Ann bet 10 on pass\nBob bet 10 on dont-pass\ndice 4 2\nBob reduce dont-pass by 5"
    ),
    "come on 9": Moment("", POINT + "Ann bet 10 on come\ndice 5 4"),
    "full odds": Moment("", POINT + "Ann take odds 10 on 6"),
    "dice out": Moment("", SHOOTER + "Ann bet 10 on pass\ndealer send dice"),
    "place bet": Moment("", POINT + "Ann bet 12 on place-to-win 8"),
    "chips of $5": Moment('chip = "5"', SHOOTER),
    "few wagers": Moment('offers = ["pass", "field"]', SHOOTER),
    "two places": Moment("positions = 2", "Ann join\nBob join"),
}

ROWS = [
    ("come out", "Ann bet 10 on come", "bet.not_now", "19:47-1.2(a)3"),
    ("come out", "Ann bet 10 on dont-come", "bet.not_now", "19:47-1.2(a)4"),
    ("point of 6", "Ann bet 10 on pass", "bet.not_now", "19:47-1.2(a)1"),
    ("point of 6", "Bob bet 10 on dont-pass", "bet.not_now", "19:47-1.2(a)2"),
    ("point of 6, Bob's don't pass", "Bob bet 10 on dont-pass", "bet.not_now", "19:47-1.2(a)2"),
    ("don't pass reduced", "Bob bet 5 on dont-pass", "bet.withdrawn", "19:47-1.3"),
    ("come out", "Ann take odds 10 on 6", "odds.nothing_to_support", "19:47-1.6"),
    ("pass staked", "Ann take odds 10 on 6", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Bob take odds 10 on 6", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Ann take odds 10 on 8", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Ann lay odds 12 on 6", "odds.nothing_to_support", "19:47-1.6"),
    ("point of 6", "Ann take odds 15 on 6", "odds.limit", "19:47-1.6"),
    ("full odds", "Ann take odds 5 on 6", "odds.limit", "19:47-1.6"),
    ("point of 6", "Ann take odds 7 on 6", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 10 on place-to-win 6", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 10 on place-to-lose 4", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 7 on craps-eleven", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 6 on horn", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 8 on horn-high 2", "bet.units", "19:47-1.2(a)20"),
    ("chips of $5", "Ann bet 7 on pass", "bet.chip", "19:47-1.4"),
    ("come out", "Ann bet 4 on pass", "bet.limits", "19:47-8.2"),
    ("come out", "Ann bet 1001 on pass", "bet.limits", "19:47-8.2"),
    ("pass staked", "Ann bet 995 on pass", "bet.limits", "19:47-8.2"),
    ("come out", "Ann bet 10 on place-to-win 7", "bet.number", "19:47-1.2(a)5"),
    ("come out", "Ann bet 10 on horn-high 7", "bet.number", "19:47-1.2(a)20"),
    ("come out", "Ann bet 10 on field 4", "bet.number", "19:47-1.2(a)11"),
    ("come out", "Eve bet 10 on pass", "bet.player", "19:47-1.3"),
    ("come out", "Ann bet 20 on buy 4", "bet.not_offered", "19:47-1.5"),
    ("few wagers", "Ann bet 10 on any-seven", "bet.not_offered", "19:47-1.2(a)"),
    ("come out", "Ann bet 5 on fire", "bet.not_permissible", "19:47-1.2(a)"),
    ("dice out", "Ann bet 5 on field", "bet.dice_out", "19:47-1.3"),
    ("dice out", "Ann take down pass", "dice.out", "19:47-1.3"),
    ("dice out", "Ann pass dice", "dice.out", "19:47-1.11"),
    ("dice out", "Ann leave", "rail.wagers", "19:47-1.3"),
    ("point of 6", "Ann take down pass", "take_down.point_is_set", "19:47-1.3"),
    ("point of 6", "Ann reduce pass by 5", "take_down.point_is_set", "19:47-1.3"),
    ("come on 9", "Ann take down come 9", "take_down.point_is_set", "19:47-1.3"),
    ("point of 6", "Bob take down pass", "wager.none", "19:47-1.3"),
    ("pass staked", "Ann reduce pass by 6", "take_down.amount", "19:47-8.2"),
    ("pass staked", "Ann reduce pass by 11", "take_down.amount", "19:47-1.3"),
    ("place bet", "Ann reduce place-to-win 8 by 5", "take_down.amount", "19:47-1.4"),
    ("point of 6", "Ann turn off pass", "call.wager", "19:47-1.3"),
    ("come out", "Ann turn on field", "wager.none", "19:47-1.3"),
    ("come out", "dice 3 4", "throw.no_line_wager", "19:47-1.8"),
    ("dice offered", "dice 3 4", "throw.no_shooter", "19:47-1.11"),
    ("nobody", "dice 3 4", "throw.no_shooter", "19:47-1.11"),
    ("dice offered", "Bob take dice", "dice.not_offered", "19:47-1.11"),
    ("dice offered", "Ann take dice 2 2", "dice.picked", "19:47-1.7"),
    ("dice offered", "Ann take dice 1 6", "dice.picked", "19:47-1.7"),
    ("dice offered", "Ann take dice 9 1", "dice.picked", "19:47-1.7"),
    ("dice offered", "Ann take dice 1 2 3", "dice.picked", "19:47-1.7"),
    ("dice offered", "Ann take dice 1", "dice.picked", "19:47-1.7"),
    ("come out", "Bob pass dice", "dice.not_shooter", "19:47-1.11"),
    ("come out", "Ann decline line", "line.not_declined", "19:47-1.11"),
    ("come out", "Ann join", "rail.twice", "19:47-1.11"),
    ("two places", "Eve join", "rail.position", "19:47-1.11"),
    ("nobody", "Ann join at 17", "rail.position", "19:47-1.11"),
    ("come out", "Eve leave", "rail.unknown", "19:47-1.11"),
    ("dice out", "dealer call hit-chips", "call.ground", "19:47-1.9"),
    ("dice out", "dealer call delay", "dice.out", "19:47-1.11"),
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


@pytest.mark.parametrize("picked", [(1, 2, 3), (9, 1), (1,), (0, 1), (2, 2)])
def test_two_different_dice_of_the_set_are_taken(picked: tuple[int, int]) -> None:
    refusal = take_dice(at("dice offered").layout, "Ann", picked)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("dice.picked", "19:47-1.7")


@pytest.mark.parametrize("wager", ["come", "dont-come"])
def test_no_reading_lets_a_come_bet_in_before_the_first_come_out_roll(wager: str) -> None:
    posting = CrapsPosting(readings={"1996 19:47-1.2(a)3": "any-roll"})
    playing = Playing(posting)
    playing.play([*SHOOTER.splitlines(), "Ann bet 10 on pass"])
    refusal = bet(playing.layout, "Ann", wager, 10_00)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("bet.not_now", WAGERS[wager].by)
    playing.play(["dice 6 1"])
    assert not isinstance(bet(playing.layout, "Ann", wager, 10_00), Refusal)


def test_a_call_needs_the_dice_out() -> None:
    for ground in ("die-off-table", "cheating"):
        refusal = perform(at("pass staked").layout, Call(ground))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "call.not_now"


def test_dice_that_no_die_shows_are_refused() -> None:
    playing = at("dice out")
    refusal = perform(playing.layout, Throw((7, 0)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("dice.faces", "19:47-1.10")
    assert (refusal.got, refusal.want) == ("7 0", "two faces from 1 to 6")
    assert playing.layout == at("dice out").layout


def test_a_script_that_names_such_dice_is_not_begun() -> None:
    lines = ["Ann join", "Ann take dice", "Ann bet 10 on pass", "dice 7 0"]
    with pytest.raises(UnusableError) as error:
        parse("\n".join(lines), GRAMMAR)
    [problem] = error.value.problems
    assert (problem.key, problem.got, problem.citation) == ("line 4", "dice 7 0", "19:47-1.10")
    assert "two faces from 1 to 6" in str(problem)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dice 7 0", "'7' is not a face of a die: two faces from 1 to 6, such as 3 4."),
        ("dice 3", "'FACE FACE' is missing."),
        ("cocked 7 leaning 1", "'7' is not a face of a die"),
        ("Ann bte 10 on pass", "'bte 10 on' is not an act of Ann. Did you mean `bet`?"),
        ("Ann bet 10 on pas", "'pas' is not known here. Did you mean `pass`?"),
        ("Ann bet pass 10", "'pass' is not an amount such as 15 or 2.50. Write: Ann bet AMOUNT on WAGER [NUMBER]"),
        ("Ann bet 10 on pass-odds", "say `take odds` or `lay odds`"),
        ("Ann take odds 10 on 7", "'7' is not a point: 4, 5, 6, 8, 9, 10."),
        ("dealer call foul", "'foul' is not known here."),
        ("Ann join here", "'here' does not belong here."),
        ("Ann join at here", "'here' is not a number from 1 to 99999."),
        ("Ann leave now", "'now' does not belong here."),
        ("take-dice Ann", "'Ann' is not an act of take-dice."),
        ("", "The line is empty."),
    ],
)
def test_words_that_are_not_an_act(line: str, says: str) -> None:
    with pytest.raises(BadActError) as error:
        GRAMMAR.read(line)
    assert says in str(error.value)


@pytest.mark.parametrize("dice", [(9,), (1, 2, 3), (1, 9), ()])
def test_dice_that_cannot_be_picked_are_refused_through_the_library_too(dice: tuple[int, ...]) -> None:
    refusal = perform(at("dice offered").layout, TakeDice("Ann", dice))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("dice.picked", "19:47-1.7")


def test_faces_that_no_die_has_are_refused_through_the_library_too() -> None:
    refusal = perform(at("dice out").layout, ReadCocked(7, (1,)))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.citation) == ("dice.faces", "19:47-1.10")
