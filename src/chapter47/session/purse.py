"""The seats of a session and the players' chips. Without a bankroll everything is affordable."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from chapter47.core.findings import Refusal
from chapter47.core.grammar import Grammar
from chapter47.core.money import dollars
from chapter47.core.words import Places
from chapter47.session.book import Book
from chapter47.session.problems import Problem, UnusableError


class Purse:
    def __init__(self, bankroll: int | None) -> None:
        self.bankroll = bankroll
        self._bought: dict[str, int] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """Players who sat down with chips."""
        return tuple(self._bought)

    def sit(self, player: str) -> None:
        self._bought.setdefault(player, 0)

    def buy(self, player: str, amount: int) -> None:
        self._bought[player] = self._bought.get(player, 0) + amount

    def chips(self, player: str, book: Book, staked: Mapping[str, int]) -> int | None:
        """What the player has besides the wagers on the layout."""
        if self.bankroll is None:
            return None
        return self.bankroll + self._bought.get(player, 0) + book.net()[player] - staked.get(player, 0)

    @staticmethod
    def too_dear(chips: int | None, cost: int) -> Refusal | None:
        if chips is None or cost <= chips:
            return None
        return Refusal("chips.short", "", "not enough chips", dollars(cost), f"up to {dollars(chips)}")


NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")


class Seat(NamedTuple):
    """A bettor at a box; the second and third at a box stand."""

    box: int
    name: str
    standing: bool = False


def seats(places: Places, acts: Grammar, boxes: int | None, players: str | None) -> list[Seat]:
    """Return the requested seats; one player gets several if the table allows it."""
    word, several = places.word, plural(places.word)
    named = players.split(",") if players is not None else list(NAMES[: boxes or 1])
    most = min(len(places.numbers), len(NAMES)) if players is None else len(places.numbers)
    count = len(named) if boxes is None else boxes
    if not 1 <= count <= most:
        key = "--players" if boxes is None else "--boxes"
        raise UnusableError(Problem(key, f"{count} {several}", f"1 to {most}"))
    if len(named) != count:
        raise UnusableError(
            Problem("--players", f"{len(named)} for {count} {several}", f"one group of names for each {word}")
        )
    sitting = [
        Seat(number, _name(name.strip(), acts, places), standing=place > 0)
        for number, names in zip(places.numbers, named, strict=False)
        for place, name in enumerate(names.split("+") if places.shared else (names,))
    ]
    _each_at_its_own(sitting, places)
    return sitting


def _each_at_its_own(sitting: list[Seat], places: Places) -> None:
    """Check that nobody has more places than allowed, or the same place twice."""
    problems = []
    for name, times in Counter(seat.name for seat in sitting).items():
        numbers = {seat.box for seat in sitting if seat.name == name}
        if times > len(numbers):
            problems.append(Problem("--players", f"{name} twice at the same {places.word}", "each name once"))
        elif times > places.most_of_one:
            most = f"one {places.word}" if places.most_of_one == 1 else f"{places.most_of_one} {plural(places.word)}"
            problems.append(
                Problem("--players", f"{name} at {times} {plural(places.word)}", f"each name at no more than {most}")
            )
    if problems:
        raise UnusableError(*problems)


def plural(word: str) -> str:
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _name(name: str, acts: Grammar, places: Places) -> str:
    try:
        if "+" in name:
            raise ValueError(name)
        return acts.good_name(name)
    except ValueError:
        word = places.word
        sharing = f"; Ann,Bob+Cleo if two share {word} 2" if places.shared else ""
        allowed = f"Ann,Bob for {plural(word)} 1 and 2{sharing}; no words of the script grammar"
        raise UnusableError(Problem("--players", repr(name), allowed)) from None
