"""Places for wagers: groups with a name that a page can make clickable, and chips that lie in them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chapter47.core.money import dollars
from chapter47.drawing.chips import spoken_amount, stack_at
from chapter47.drawing.felt import FELTS, GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import Value, labelled, middle_text, tag, text

LIFT: Final = 0.3
"""How much of its radius the second chip of a stack adds to its height."""


def spot(place: str, label: str, *inside: str, **data: Value) -> str:
    """A place for a wager; `data` tells a page which one it is."""
    return labelled(label, *inside, id=place, class_="spot", data_spot=place, **data)


def spot_edge(
    box: Box, settings: Settings, *, radius: float = 6.0, dashed: bool = False, strength: float = 0.65
) -> str:
    return tag(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=radius,
        class_="edge",
        fill=FELTS[settings.felt].hollow,
        fill_opacity=0.35,
        stroke=GOLD,
        stroke_opacity=strength,
        stroke_width=1.3,
        stroke_dasharray="4 3" if dashed else None,
    )


class ChipPile(NamedTuple):
    """Somebody's chips on a place."""

    name: str
    amount: int
    place: str
    own: bool = False
    off: bool = False


class PileSize(NamedTuple):
    """Of a stack with its amount under it."""

    radius: float
    letters: float

    @property
    def width(self) -> float:
        return max(2 * self.radius + 6, text_width("$1,000", self.letters, "sans-bold") + 5)

    @property
    def height(self) -> float:
        return self.radius * (2 + LIFT) + self.letters * 1.15 + 2


def gathered(piles: Sequence[ChipPile], most: int, place: str) -> tuple[ChipPile, ...]:
    """As many as there is room for: one's own first, and the chips of those who do not fit together."""
    if len(piles) <= most:
        return tuple(piles)
    ordered = sorted(piles, key=lambda pile: not pile.own)
    alone, rest = ordered[: most - 1], ordered[most - 1 :]
    together = ChipPile(
        f"{len(rest)} players", sum(pile.amount for pile in rest), place, off=all(pile.off for pile in rest)
    )
    return (*alone, together)


def piles_in(box: Box, piles: Sequence[ChipPile], size: PileSize, *, place: str) -> str:
    """Chips side by side, in as many rows as fit, around the middle of a room."""
    across, down = max(1, int((box.width + 0.01) / size.width)), max(1, int((box.height + 0.01) / size.height))
    shown = gathered(piles, across * down, place)
    rows = -(-len(shown) // across)
    in_a_row = -(-len(shown) // rows) if rows else 0
    top = box.y + (box.height - rows * size.height) / 2
    drawn = []
    for number, pile in enumerate(shown):
        row, column = divmod(number, in_a_row)
        used = min(in_a_row, len(shown) - row * in_a_row)
        x = box.x + box.width / 2 + size.width * (column - (used - 1) / 2)
        drawn.append(pile_at(x, top + row * size.height, pile, size))
    return "".join(drawn)


def pile_at(x: float, y: float, pile: ChipPile, size: PileSize) -> str:
    """A stack with its amount under it, the middle of its upper edge at a point."""
    label = f"{pile.name}, {spoken_amount(pile.amount)}" + (", off" if pile.off else "")
    middle = y + size.radius * (1 + LIFT)
    off = _off(size) if pile.off else ""
    chips = stack_at(x, middle, size.radius, pile.amount, place=pile.place, label=label, most=2, button=off)
    fill = "#ffffff" if pile.own else "#e2ece5"
    base = y + size.radius * (2 + LIFT) + size.letters
    return chips + text(x, base, amount_words(pile.amount, size), size.letters, face="sans-bold", fill=fill)


def amount_words(amount: int, size: PileSize) -> str:
    """In full, or in thousands where it is too long for its place."""
    says = dollars(amount)
    if text_width(says, size.letters, "sans-bold") <= size.width - 2:
        return says
    thousands = amount / 1000_00
    return f"${thousands:.1f}K" if thousands < 100 else f"${thousands:.0f}K"


def _off(size: PileSize) -> str:
    """The button that tells that a wager does not count for the next throw."""
    height, width = max(15.0, size.letters * 1.15), text_width("OFF", 12.0, "sans-bold") + 6
    ground = tag(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=3,
        fill="#17191d",
        stroke="#fff",
        stroke_opacity=0.6,
    )
    return ground + middle_text(0, 0, "OFF", 12.0, face="sans-bold", fill="#fff")
