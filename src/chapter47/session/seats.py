"""Who sits where: a name for each box, or several names with a plus between them on a shared box."""

from typing import Final, NamedTuple

from chapter47.core.act import ActForms
from chapter47.session.problems import Problem, UnusableError

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")


class Seat(NamedTuple):
    """A bettor at a box; the second and third at a box stand."""

    box: int
    name: str
    standing: bool = False


def seats(at_table: int, acts: ActForms, boxes: int | None, players: str | None) -> list[Seat]:
    """The seats wished for, of those `at_table`; whether several may be one player's is for the rules to say."""
    named = players.split(",") if players is not None else list(NAMES[: boxes or 1])
    most = min(at_table, len(NAMES))
    count = len(named) if boxes is None else boxes
    if not 1 <= count <= most:
        key = "--players" if boxes is None else "--boxes"
        raise UnusableError(Problem(key, f"{count} boxes", f"1 to {most}"))
    if len(named) != count:
        raise UnusableError(Problem("--players", f"{len(named)} for {count} boxes", "names for each box"))
    return [
        Seat(box, _name(name.strip(), acts), standing=place > 0)
        for box, names in enumerate(named, start=1)
        for place, name in enumerate(names.split("+"))
    ]


def _name(name: str, acts: ActForms) -> str:
    try:
        return acts.good_name(name)
    except ValueError:
        allowed = "Ann,Bob for boxes 1 and 2; Ann,Bob+Cleo where two share box 2; no word of a script"
        raise UnusableError(Problem("--players", repr(name), allowed)) from None
