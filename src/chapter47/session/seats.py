"""Who sits where: a name for each box, or several names with a plus between them on a shared box."""

from typing import Final, NamedTuple

from chapter47.core.act import ActForms
from chapter47.core.words import Places
from chapter47.session.problems import Problem, UnusableError

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")


class Seat(NamedTuple):
    """A bettor at a box; the second and third at a box stand."""

    box: int
    name: str
    standing: bool = False


def seats(places: Places, acts: ActForms, boxes: int | None, players: str | None) -> list[Seat]:
    """The seats wished for; whether several may be one player's is for the rules to say."""
    word, several = places.word, plural(places.word)
    named = players.split(",") if players is not None else list(NAMES[: boxes or 1])
    most = min(len(places.numbers), len(NAMES)) if players is None else len(places.numbers)
    count = len(named) if boxes is None else boxes
    if not 1 <= count <= most:
        key = "--players" if boxes is None else "--boxes"
        raise UnusableError(Problem(key, f"{count} {several}", f"1 to {most}"))
    if len(named) != count:
        raise UnusableError(Problem("--players", f"{len(named)} for {count} {several}", f"names for each {word}"))
    return [
        Seat(number, _name(name.strip(), acts, places), standing=place > 0)
        for number, names in zip(places.numbers, named, strict=False)
        for place, name in enumerate(names.split("+") if places.shared else (names,))
    ]


def plural(word: str) -> str:
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _name(name: str, acts: ActForms, places: Places) -> str:
    try:
        if "+" in name:
            raise ValueError(name)
        return acts.good_name(name)
    except ValueError:
        word = places.word
        sharing = f"; Ann,Bob+Cleo where two share {word} 2" if places.shared else ""
        allowed = f"Ann,Bob for {plural(word)} 1 and 2{sharing}; no word of a script"
        raise UnusableError(Problem("--players", repr(name), allowed)) from None
