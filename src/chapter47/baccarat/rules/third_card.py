"""The third card of each hand, 19:47-3.9 (a section whose text is not held)."""

from typing import Final

SECTION: Final = "19:47-3.9"
NATURALS: Final = (8, 9)
MOST_TO_DRAW: Final = 5
"""The Player's Hand draws to this count, and so does the Banker's Hand where the Player's Hand stood."""

# Rows: the Banker's point count of two cards, 0 to 7. Columns: what the Player's third card counts, 0 to 9.
_BANKER: Final = """
    D D D D D D D D D D
    D D D D D D D D D D
    D D D D D D D D D D
    D D D D D D D D S D
    S S D D D D D D S S
    S S S S D D D D S S
    S S S S S S D D S S
    S S S S S S S S S S
"""
BANKER_DRAWS: Final = tuple(tuple(action == "D" for action in row.split()) for row in _BANKER.strip().splitlines())


def is_natural(points: int) -> bool:
    """Said of a hand of two cards."""
    return points in NATURALS


def player_draws(player: int, banker: int) -> bool:
    """Both counts are those of two cards; a natural in either hand ends the drawing."""
    return not is_natural(player) and not is_natural(banker) and player <= MOST_TO_DRAW


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """`third` is what the Player's third card counts; none where it took no card, which is not a card of nothing."""
    if is_natural(player) or is_natural(banker):
        return False
    if third is None:
        return banker <= MOST_TO_DRAW
    return BANKER_DRAWS[banker][third]
