"""Who sits where: a name for each box, or several names with a plus between them on a shared box."""

from collections import Counter
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
    """The seats wished for; several are one player's where the table lets one have them."""
    word, several = places.word, plural(places.word)
    named = players.split(",") if players is not None else list(NAMES[: boxes or 1])
    most = min(len(places.numbers), len(NAMES)) if players is None else len(places.numbers)
    count = len(named) if boxes is None else boxes
    if not 1 <= count <= most:
        key = "--players" if boxes is None else "--boxes"
        raise UnusableError(Problem(key, f"{count} {several}", f"1 to {most}"))
    if len(named) != count:
        raise UnusableError(Problem("--players", f"{len(named)} for {count} {several}", f"names for each {word}"))
    sitting = [
        Seat(number, _name(name.strip(), acts, places), standing=place > 0)
        for number, names in zip(places.numbers, named, strict=False)
        for place, name in enumerate(names.split("+") if places.shared else (names,))
    ]
    _each_at_its_own(sitting, places)
    return sitting


def _each_at_its_own(sitting: list[Seat], places: Places) -> None:
    """Nobody sits at more places than one player may have, nor twice at one."""
    problems = []
    for name, times in Counter(seat.name for seat in sitting).items():
        numbers = {seat.box for seat in sitting if seat.name == name}
        if times > len(numbers):
            problems.append(Problem("--players", f"{name} twice at one {places.word}", "each name once there"))
        elif times > places.most_of_one:
            most = f"one {places.word}" if places.most_of_one == 1 else f"{places.most_of_one} {plural(places.word)}"
            problems.append(Problem("--players", f"{name} at {times} {plural(places.word)}", f"each name at {most}"))
    if problems:
        raise UnusableError(*problems)


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
