"""19:47-1.10: reading the dice and settling the wagers. The text is not held."""

from typing import Final

SECTION: Final = "19:47-1.10"
OPPOSITE_FACES: Final = 7


def cocked_face(leaning: int) -> int:
    """A die that leans on something shows the face opposite the side that leans."""
    return OPPOSITE_FACES - leaning


def is_void(sides_leaning: int) -> bool:
    """A die of which more than one side leans on something cannot be read."""
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
