"""The acts of a craps table."""

from typing import Annotated, Final

from chapter47.core.act import (
    COMMON_ACTS,
    MONEY,
    NAME,
    NUMBER,
    WORD,
    Act,
    BadValueError,
    FieldForm,
    Kind,
    Money,
    Player,
)
from chapter47.core.act import Call as Call
from chapter47.core.act import Coupon as Coupon
from chapter47.core.act import Leave as Leave
from chapter47.core.act import Steps as Steps
from chapter47.core.dice import FACES
from chapter47.core.grammar import Grammar
from chapter47.core.text import printable
from chapter47.craps.posting import NOT_PERMISSIBLE
from chapter47.craps.rules import throwing
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.rules.throwing import GROUNDS, NO_GROUND, TOLD_TO
from chapter47.craps.wagers import WAGERS

ODDS: Final = ("pass-odds", "come-odds", "dont-pass-odds", "dont-come-odds")
"""Wagers behind another; they are taken or laid, not bet."""
DISPUTED: Final = "disputed"
"""Word for a disputed throw that the boxperson declares void."""
CALLS: Final = (*GROUNDS, NO_GROUND, *TOLD_TO, DISPUTED)


def _bet_on(text: str) -> str:
    if text in ODDS:
        raise ValueError(f"'{text}' is not a bet: say `take odds` or `lay odds`, such as: Ann take odds 20 on 6.")
    return str(WORD.read(text))


def _point(text: str) -> str:
    if text not in map(str, POINTS):
        raise ValueError(f"'{text}' is not a point: {', '.join(map(str, POINTS))}.")
    return text


def _face(value: object) -> int:
    if str(value) not in map(str, FACES):
        message = f"'{printable(str(value))}' is not a face of a die: two faces from 1 to 6, such as 3 4."
        raise BadValueError(message, throwing.POINT_THROW)
    return int(str(value))


FACE: Final = Kind("FACE", "3", _face, str, _face)
DIE: Final = Kind("DIE", "1", NUMBER.read, str, NUMBER.from_json)
PLACE: Final = Kind("PLACE", "1", NUMBER.read, str, NUMBER.from_json)
Wager = Annotated[str, FieldForm(Kind("WAGER", "place-to-win", WORD.read))]
Number = Annotated[int, FieldForm(NUMBER)]
"""Number of a wager that has several, such as place-to-win 6; 0 if it has none."""
OnPoint = Annotated[str, FieldForm(Kind("POINT", "6", _point), "on")]


# The rail and the dice -----------------------------------------------------------------------------------------------


class Join(Act, frozen=True, tag="join"):
    """A player comes to the rail, at this place or the first free one."""

    actor = "player"
    before_opening = True

    player: Player
    at: Annotated[int, FieldForm(PLACE, "at")] = 0


class TakeDice(Act, frozen=True, tag="take-dice"):
    """A player takes the dice that are offered and picks two, numbered from the bank."""

    actor = "player"

    player: Player
    dice: Annotated[tuple[int, ...], FieldForm(DIE)] = (1, 2)


class DeclineDice(Act, frozen=True, tag="decline-dice"):
    """A player declines the dice that are offered."""

    actor = "player"

    player: Player


class PassDice(Act, frozen=True, tag="pass-dice"):
    """The shooter gives up the dice."""

    actor = "player"

    player: Player


class DeclineLine(Act, frozen=True, tag="decline-line"):
    """The shooter declines to bet the line while come or don't come wagers are undecided."""

    actor = "player"

    player: Player


class SendDice(Act, frozen=True, tag="send-dice"):
    """The stickperson moves the dice to the shooter."""


# Wagers --------------------------------------------------------------------------------------------------------------


class Bet(Act, frozen=True, tag="bet"):
    """A player makes or raises a wager."""

    actor = "player"
    wagers = True
    of_the_layout = True

    player: Player
    amount: Money
    on: Annotated[str, FieldForm(Kind("WAGER", "pass", _bet_on), "on")]
    number: Number = 0


class TakeOdds(Act, frozen=True, tag="take-odds"):
    """A player takes odds behind a pass or come wager with this point."""

    actor = "player"
    wagers = True
    of_the_layout = True

    player: Player
    amount: Money
    on: OnPoint


class LayOdds(Act, frozen=True, tag="lay-odds"):
    """A player lays odds behind a don't pass or don't come wager with this point."""

    actor = "player"
    wagers = True
    of_the_layout = True

    player: Player
    amount: Money
    on: OnPoint


class ConfirmBet(Act, frozen=True, tag="confirm-bet", kw_only=True):
    """The crew confirms a wager made while the dice are out."""

    at_once = True

    amount: Money
    on: Annotated[str, FieldForm(Kind("WAGER", "field", WORD.read), "on")]
    number: Number = 0
    player: Annotated[str, FieldForm(NAME, "for")]


class TakeDown(Act, frozen=True, tag="take-down"):
    """A player removes a wager."""

    actor = "player"
    of_the_layout = True

    player: Player
    on: Wager
    number: Number = 0


class Reduce(Act, frozen=True, tag="reduce", kw_only=True):
    """A player takes part of a wager down."""

    actor = "player"
    of_the_layout = True

    player: Player
    on: Wager
    number: Number = 0
    amount: Annotated[int, FieldForm(MONEY, "by")]


class TurnOn(Act, frozen=True, tag="turn-on"):
    """A player calls a wager on, for come out rolls too."""

    actor = "player"

    player: Player
    on: Wager
    number: Number = 0


class TurnOff(Act, frozen=True, tag="turn-off"):
    """A player calls a wager off for the next throw."""

    actor = "player"

    player: Player
    on: Wager
    number: Number = 0


# The throw -----------------------------------------------------------------------------------------------------------


class Throw(Act, frozen=True, tag="dice"):
    """Names the faces of the next throw."""

    actor = "script"
    at_once = True

    dice: Annotated[tuple[int, int], FieldForm(FACE)]


class ReadCocked(Act, frozen=True, tag="cocked"):
    """Names a flat die, and the sides that the other one leans on."""

    actor = "script"
    at_once = True

    flat: Annotated[int, FieldForm(FACE)]
    leaning: Annotated[tuple[int, ...], FieldForm(FACE, "leaning")]


class RuleDispute(Act, frozen=True, tag="disputed"):
    """Names the boxperson's reading of a disputed throw."""

    actor = "script"
    at_once = True

    dice: Annotated[tuple[int, int], FieldForm(FACE)]


OfAThrow = Throw | ReadCocked | RuleDispute


def is_of_a_throw(act: Act) -> bool:
    """Return whether it is a throw, or a call about one; the dice must be out."""
    return isinstance(act, OfAThrow) or (isinstance(act, Call) and act.kind not in TOLD_TO)


ACTS: Final[tuple[type[Act], ...]] = (
    Join,
    TakeDice,
    DeclineDice,
    PassDice,
    DeclineLine,
    SendDice,
    Bet,
    TakeOdds,
    LayOdds,
    ConfirmBet,
    TakeDown,
    Reduce,
    TurnOn,
    TurnOff,
    Throw,
    ReadCocked,
    RuleDispute,
    Coupon,
    *COMMON_ACTS,
)
GRAMMAR: Final = Grammar(ACTS, known={"kind": CALLS}, usual={"on": (*WAGERS, *NOT_PERMISSIBLE, *map(str, POINTS))})
