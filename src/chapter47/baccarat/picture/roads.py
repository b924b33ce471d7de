"""The scoreboards of a shoe: the bead plate, and the big road with a column for each streak."""

from collections.abc import Sequence
from typing import Final, NamedTuple

ROWS: Final = 6
TIE: Final = "tie"


class Bead(NamedTuple):
    """One place of a scoreboard; on the big road, with the ties that followed it."""

    column: int
    row: int
    result: str
    ties: int = 0


def bead_plate(results: Sequence[str], columns: int) -> list[Bead]:
    """Every round in its order, down and then to the right; the oldest columns go where there is no room."""
    first = max(0, -(-len(results) // ROWS) - columns) * ROWS
    return [Bead(place // ROWS, place % ROWS, result) for place, result in enumerate(results[first:])]


def big_road(results: Sequence[str], columns: int) -> list[Bead]:
    """A new column whenever the winner changes; a streak that finds no room below turns to the right."""
    beads: list[Bead] = []
    taken: set[tuple[int, int]] = set()
    start = -1
    early_ties = 0
    for result in results:
        if result == TIE:
            if beads:
                beads[-1] = beads[-1]._replace(ties=beads[-1].ties + 1)
            else:
                early_ties += 1
            continue
        if beads and beads[-1].result == result:
            column, row = _next(beads[-1], taken)
        else:
            start += 1
            column, row = start, 0
        taken.add((column, row))
        beads.append(Bead(column, row, result, early_ties))
        early_ties = 0
    return _latest(beads, columns)


def _next(bead: Bead, taken: set[tuple[int, int]]) -> tuple[int, int]:
    below = (bead.column, bead.row + 1)
    return below if below[1] < ROWS and below not in taken else (bead.column + 1, bead.row)


def _latest(beads: list[Bead], columns: int) -> list[Bead]:
    shift = max(0, max((bead.column for bead in beads), default=0) - columns + 1)
    return [bead._replace(column=bead.column - shift) for bead in beads if bead.column >= shift]
