"""Small points of the rules of craps, each where another number or word would change an answer."""

import tomllib
from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.craps.test_craps_refusals import POINT, SHOOTER
from tests.craps.transcript import Playing, parsed

from chapter47.core.act_words import BadActError
from chapter47.core.compliance import check
from chapter47.core.dice import Roll
from chapter47.core.findings import Refusal
from chapter47.core.tablefile.problems import TableFileError
from chapter47.craps import events as e
from chapter47.craps.acts import GRAMMAR, Join
from chapter47.craps.decision import Decision, Result
from chapter47.craps.game import CRAPS
from chapter47.craps.posting import FULL_DOUBLE, CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.betting import stakeable
from chapter47.craps.rules import place_and_proposition_wagers
from chapter47.craps.rules.throwing import is_void
from chapter47.craps.state import Layout, Stake
from chapter47.craps.table_file import FORM
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse


def after(script: str) -> Playing:
    transcript = parsed(f"== table\n== script\n{script}\n== settlement\n")
    playing = Playing(transcript.posting)
    playing.play(transcript.script)
    return playing


@pytest.mark.parametrize("total", range(2, 13))
def test_the_field_wins_on_its_seven_numbers(total: int) -> None:
    roll = Roll(max(1, total - 6), min(6, total - 1))
    won = total in {2, 3, 4, 9, 10, 11, 12}
    assert place_and_proposition_wagers.field(0, roll).result is (Result.WON if won else Result.LOST)


@pytest.mark.parametrize(
    ("decide", "hard", "easy"),
    [
        (place_and_proposition_wagers.hard_four, (2, 2), (1, 3)),
        (place_and_proposition_wagers.hard_six, (3, 3), (2, 4)),
        (place_and_proposition_wagers.hard_eight, (4, 4), (2, 6)),
        (place_and_proposition_wagers.hard_ten, (5, 5), (4, 6)),
    ],
)
def test_a_hardway_wins_hard_and_loses_easy_and_by_a_seven(
    decide: Callable[..., Decision], hard: tuple[int, int], easy: tuple[int, int]
) -> None:
    results = [decide(0, Roll(*dice)).result for dice in (hard, easy, (3, 4), (1, 2))]
    assert results == [Result.WON, Result.LOST, Result.LOST, Result.STANDS]


def test_a_die_with_one_leaning_side_can_be_read() -> None:
    assert [is_void(sides) for sides in (1, 2)] == [False, True]


def test_full_double_odds_are_two_and_a_half_behind_six_and_eight() -> None:
    half, whole = Fraction(5, 2), Fraction(2)
    assert FULL_DOUBLE.by_point == {4: whole, 5: whole, 6: half, 8: half, 9: whole, 10: whole}


@pytest.mark.parametrize(
    "text",
    [
        "lay = [4]",
        'lay = [4]\nlay_vigorish_of = "wager"',
        'lay_vigorish_of = "wager"\n[readings]\n"1996 19:47-1.5" = ["of-the-win", "kept"]',
        'lay = [4]\nlay_vigorish_of = "win"\n[readings]\n"1996 19:47-1.5" = ["of-the-win", "kept"]',
    ],
)
def test_a_lay_fee_is_only_forbidden_of_the_wager_by_the_other_reading(text: str) -> None:
    verdict = check(FORM.read(tomllib.loads(text)), CRAPS, None)
    assert "vigorish.lay" not in [finding.code for finding in verdict.findings]


# Who comes, goes and holds the dice ----------------------------------------------------------------------------------


def test_a_shooter_without_wagers_leaves_and_passes_the_dice() -> None:
    step = play.leave(after(SHOOTER).layout, "Ann")
    assert not isinstance(step, Refusal)
    assert [type(event) for event in step.events] == [e.DicePassed, e.Left]


@pytest.mark.parametrize(
    ("script", "offered"),
    [
        ("Ann join at 3\nBob join at 1", "Bob"),  # nobody was asked yet: the first to the left of the bank is
        ("Ann join at 2\nBob join at 3\nAnn decline dice\nCy join at 1", "Bob"),
        ("Ann join at 2\nAnn decline dice\nCy join at 1", "Ann"),
        ("Ann join at 2\nBob join at 3\nAnn take dice\nAnn pass dice\nCy join at 1", "Bob"),
        ("Ann join at 2\nBob join at 3\nAnn decline dice\nAnn leave\nBob leave\nCy join at 4\nDee join at 1", "Dee"),
    ],
)
def test_declined_dice_go_on_when_players_join(script: str, offered: str) -> None:
    assert after(script).layout.offered == offered


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[wagers.field]\nminimum = "2000"', ("wagers.field.minimum", "$2,000", "at most the maximum, $1,000")),
        ('[wagers.field]\nmaximum = "4"', ("wagers.field.maximum", "$4", "at least the minimum, $5")),
        ('maximum = "50"\n[wagers.horn]\nminimum = "51"', ("wagers.horn.minimum", "$51", "at most the maximum, $50")),
    ],
)
def test_limits_of_a_wager_that_leave_nothing_to_stake(text: str, problem: tuple[str, str, str]) -> None:
    with pytest.raises(TableFileError) as refused:
        FORM.read(tomllib.loads(text))
    assert [(shown.key, shown.got, shown.allowed) for shown in refused.value.problems] == [problem]


def test_with_the_dice_out_the_shooter_stays_and_others_may_leave() -> None:
    layout = after(
        "Ann join\nBob join\nCy join\nAnn take dice\nBob bet 10 on pass\nAnn bet 10 on pass\ndealer send dice"
    ).layout
    step = play.leave(layout, "Cy")
    assert not isinstance(step, Refusal)
    assert [type(event) for event in step.events] == [e.Left]
    at_rest = after("Ann join\nBob join\nAnn take dice\nAnn bet 10 on pass\ndice 4 2\nAnn take odds 10 on 6").layout
    refusal = play.leave(at_rest, "Ann")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "rail.wagers"


@pytest.mark.parametrize(("others", "events"), [("", [e.Left]), ("Bob join\n", [e.DiceOffered, e.Left])])
def test_a_player_who_leaves_when_offered_the_dice_declines_them(others: str, events: list[type]) -> None:
    step = play.leave(after(f"Ann join\n{others}").layout, "Ann")
    assert not isinstance(step, Refusal)
    assert [type(event) for event in step.events] == events


@pytest.mark.parametrize(
    ("script", "player", "want"),
    [
        ("", "Ann", "a player must join first"),
        ("Ann join\nBob join", "Bob", "Ann"),
        (SHOOTER, "Bob", "the dice are already taken"),
    ],
)
def test_who_may_take_the_dice_instead(script: str, player: str, want: str) -> None:
    refusal = play.take_dice(after(script).layout, player, (1, 2))
    assert isinstance(refusal, Refusal)
    assert refusal.want == want


@pytest.mark.parametrize(("player", "got"), [("", "nobody"), ("Eve", "Eve")])
def test_somebody_who_is_not_at_the_rail_is_named(player: str, got: str) -> None:
    refusal = play.leave(after(SHOOTER).layout, player)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.got) == ("rail.unknown", got)


def test_a_late_wager_is_confirmed_only_by_a_word() -> None:
    layout = after(POINT + "dealer send dice").layout
    refusal = play.bet(layout, "Ann", "field", 10_00)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bet.dice_out"
    assert not isinstance(play.bet(layout, "Ann", "field", 10_00, confirmed=True), Refusal)


# Words ---------------------------------------------------------------------------------------------------------------


def test_a_script_may_name_a_place_at_the_rail() -> None:
    assert GRAMMAR.read("Ann join at 3") == Join("Ann", 3)


@pytest.mark.parametrize("line", ["dealer call delay 3 4", "dealer call cheating 3 4", "dealer call disputed 3 4"])
def test_a_call_names_no_dice(line: str) -> None:
    with pytest.raises(BadActError, match="'3' does not belong here"):
        GRAMMAR.read(line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann bte pass 10", "Did you mean `bet`?"),
        ("Ann bet 10 on pas", "Did you mean `pass`?"),
        ("Ann roll", "Write one of: join, take dice,"),
    ],
)
def test_a_script_says_what_a_line_may_have_meant(line: str, says: str) -> None:
    with pytest.raises(UnusableError) as error:
        parse(line, GRAMMAR)
    (problem,) = error.value.problems
    assert says in problem.allowed


@pytest.mark.parametrize(("area", "most"), [(True, 1_000_00), (False, 250_00)])
def test_how_much_horn_high_may_be_staked_beside_a_horn(area: bool, most: int) -> None:
    """Without an area of its own it lies in parts: four of five units on the horn, where $800 of $1,000 lie already."""
    layout = Layout(
        CrapsPosting(horn_high_area=area),
        rail=((1, "Ann"),),
        shooter="Ann",
        in_round=True,
        stakes=(Stake("Ann", "horn", 0, 800_00),),
    )
    amounts = stakeable(layout, "Ann", "horn-high", 2)
    assert not isinstance(amounts, Refusal)
    assert (amounts.most, amounts.unit) == (most, 5_00)
