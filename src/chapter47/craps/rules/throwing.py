"""19:47-1.7 to 1.11: the dice, the throw, invalid rolls, reading the dice, the shooter. These texts are not held."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from chapter47.core.findings import Breach, Irregularity, limit
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.line_wagers import POINTS, SEVEN

# 19:47-1.7, the set of dice and its choice ---------------------------------------------------------------------------


DICE_SET: Final = "19:47-1.7"
LEAST_DICE: Final = 5
DICE_IN_PLAY: Final = 2


def may_pick(dice: int, picked: tuple[int, ...]) -> bool:
    """Return whether two different dice of the set, numbered from 1, are picked."""
    return len(set(picked)) == len(picked) == DICE_IN_PLAY and all(1 <= die <= dice for die in picked)


@limit(DICE_SET, editions="")
def at_least_five_dice(table: CrapsPosting) -> Breach | None:
    if table.dice >= LEAST_DICE:
        return None
    return Breach(
        "dice.too_few", "the table must have a set of at least five dice", str(table.dice), f"{LEAST_DICE} or more"
    )


# 19:47-1.8, the throw of the dice ------------------------------------------------------------------------------------


THROW: Final = "19:47-1.8"


def may_throw(*, come_out: bool, line_wager: bool, excused: bool) -> bool:
    """Return whether the shooter may throw: on a come out roll only with a pass or don't pass wager, unless 1.11
    excuses it."""
    return line_wager or not come_out or excused


# 19:47-1.9, throws that do not count ---------------------------------------------------------------------------------


INVALID_ROLL: Final = "19:47-1.9"


class InvalidRollGround(NamedTuple):
    """Why a throw does not count, and whether somebody has to call it."""

    words: str
    called: bool


GROUNDS: Final[dict[str, InvalidRollGround]] = {
    "die-off-table": InvalidRollGround("a die left the table", called=False),
    "die-on-die": InvalidRollGround("a die rests on the other", called=False),
    "not-together": InvalidRollGround("the dice were not thrown together", called=True),
    "end-not-reached": InvalidRollGround("a die did not reach the end of the table", called=True),
    "on-the-bank": InvalidRollGround("a die rests on the chips of the bank", called=True),
    "in-cup-or-rail": InvalidRollGround("a die rests in the cup or on a rail", called=True),
    "cheating": InvalidRollGround("the throw was not honest", called=True),
    "impropriety": InvalidRollGround("the throw was improper", called=True),
}
"""Grounds for an invalid throw; dice that strike players' chips are not among them."""
NO_GROUND: Final = "hit-chips"


def may_be_called(*, dice_out: bool) -> bool:
    """Return whether a throw may be called: from when the dice go to the shooter until they rest and are read."""
    return dice_out


# 19:47-1.10, reading the dice and calling the throw ------------------------------------------------------------------


POINT_THROW: Final = "19:47-1.10"
OPPOSITE_FACES: Final = 7


def cocked_face(leaning: int) -> int:
    """Return the face of a leaning die: the one opposite the leaning side."""
    return OPPOSITE_FACES - leaning


def is_void(sides_leaning: int) -> bool:
    """Return whether a die cannot be read: it leans on more than one side."""
    return sides_leaning > 1


_POINT_WORDS: Final = {4: "Four", 5: "Five", 6: "Six", 8: "Eight", 9: "Nine", 10: "Ten"}


def stick_call(first: int, second: int, point: int) -> str:
    """The stickperson's words for a throw."""
    total = first + second
    if point == 0:
        return _come_out_call(first, second, total)
    if total == OPPOSITE_FACES:
        return "Seven out, line away"
    if total == point:
        return f"{_POINT_WORDS[total]}{_way(first, second)}, the point is made, pass line wins"
    return _number_call(first, second, total)


def _come_out_call(first: int, second: int, total: int) -> str:
    match total:
        case 7 | 11:
            return f"{'Seven' if total == 7 else 'Yo eleven'}, front line winner"
        case 2 | 3:
            return f"Craps {'two' if total == 2 else 'three'}, line away, pay the don'ts"
        case 12:
            return "Craps twelve, line away, bar the don'ts"
        case _:
            return f"{_POINT_WORDS[total]}{_way(first, second)}, mark the {_POINT_WORDS[total].lower()}"


def _number_call(first: int, second: int, total: int) -> str:
    words = {2: "Craps two", 3: "Craps three", 11: "Yo eleven", 12: "Craps twelve"}
    return words.get(total) or f"{_POINT_WORDS[total]}{_way(first, second)}"


def _way(first: int, second: int) -> str:
    if (first + second) % 2 or (first + second) not in (4, 6, 8, 10):
        return ""
    return " the hardway" if first == second else " easy"


# 19:47-1.11, how long a shooter throws, and who is next --------------------------------------------------------------


SHOOTER: Final = "19:47-1.11"
LOSER_7: Final = "loser 7"
"""Reasons to change the shooter."""
TOLD_TO: Final = {
    "delay": "the shooter delays the game",
    "invalid-rolls": "the shooter has repeatedly thrown invalid rolls",
    "breach": "the shooter has broken the rules",
}


NO_ROLLS: Final = tuple(
    Irregularity(
        kind,
        INVALID_ROLL,
        "while the dice are out",
        f"Invalid throw: {ground.words}",
        "The throw does not count: “No roll”. Every wager waits for the next throw.",
    )
    for kind, ground in GROUNDS.items()
)
SHOOTER_CALLS: Final = tuple(
    Irregularity(
        kind,
        SHOOTER,
        "between two throws",
        words[:1].upper() + words[1:],
        "The shooter gives up the dice; they are offered to the next player clockwise. Every wager stays.",
    )
    for kind, words in TOLD_TO.items()
)
IRREGULARITIES: Final = (*NO_ROLLS, *SHOOTER_CALLS)
"""What the crew can call, and what follows."""


def must_pass_the_dice(point: int, total: int) -> bool:
    """Return whether the shooter loses the dice: after a loser 7."""
    return point in POINTS and total == SEVEN


def next_in_turn(positions: Iterable[tuple[int, str]], after: int) -> str:
    """Return the next player, clockwise along the rail, which begins to the left of the bank."""
    in_order = sorted(positions)
    later = [name for position, name in in_order if position > after]
    return later[0] if later else in_order[0][1]


def may_throw_without_a_line_wager(*, come_wagers: bool, line_wagers: bool, offered_to_all: bool) -> bool:
    """Return whether the shooter may throw without a line wager: only to decide come wagers, when everybody else
    declined the dice."""
    return come_wagers and offered_to_all and not line_wagers
