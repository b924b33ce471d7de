"""19:47-1.2(a)5 and 6: place bets to win and to lose."""

from chapter47.core.dice import Roll
from chapter47.craps.decision import Decision, Result, stands
from chapter47.craps.rules.come_out import SEVEN
from chapter47.law import law


@law("19:47-1.2(a)5", editions="1996", kind="definition")
def place_to_win(number: int, roll: Roll, bars: int = 0) -> Decision:
    by = "19:47-1.2(a)5"
    if roll.total == number:
        return Decision(Result.WON, by)
    return Decision(Result.LOST, by) if roll.total == SEVEN else stands(by)


@law("19:47-1.2(a)5", editions="1996")
def place_to_win_rests(*, come_out: bool, called_on: bool) -> bool:
    """On a come out roll it is inactive, unless the player called it on."""
    return come_out and not called_on


@law("19:47-1.2(a)5", editions="1996", kind="script")
def on_button(*, called_on: bool) -> str:
    return 'puts an "on" button on the wager' if called_on else 'takes the "on" button off the wager'


@law("19:47-1.2(a)6", editions="1996", kind="definition")
def place_to_lose(number: int, roll: Roll, bars: int = 0) -> Decision:
    by = "19:47-1.2(a)6"
    if roll.total == SEVEN:
        return Decision(Result.WON, by)
    return Decision(Result.LOST, by) if roll.total == number else stands(by)


@law("19:47-1.2(a)6", editions="1996")
def place_to_lose_rests(*, come_out: bool, called_on: bool, both: bool) -> bool:
    """It works at all times; only by the other reading of "all place bets" does it rest as place to win does."""
    return both and come_out and not called_on
