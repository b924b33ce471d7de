"""Places for wagers: named groups that a page can make clickable, and the chips in them."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypedDict

from chapter47.core.money import dollars
from chapter47.drawing.chips import spoken_amount, stack_at
from chapter47.drawing.felt import FELTS, GOLD
from chapter47.drawing.font_metrics import Face, text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import Value, labelled, middle_text, tag, text

LIFT: Final = 0.3
"""Height that the second chip adds to a stack, relative to its radius."""


def spot(place: str, label: str, *inside: str, **data: Value) -> str:
    """Draw a place for a wager; `data` identifies it for a page."""
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
    """A bettor's chips on a place."""

    name: str
    amount: int
    place: str
    own: bool = False
    off: bool = False
    net: int | None = None
    """Chips won or lost there; shown instead of the amount."""


class PileSize(NamedTuple):
    """Size of a stack with its amount below it."""

    radius: float
    letters: float

    @property
    def width(self) -> float:
        return max(2 * self.radius + 4, text_width("1,000", self.letters, "sans-bold") + 4)

    @property
    def height(self) -> float:
        return self.radius * (2 + LIFT) + self.letters * 1.15 + 2


def gathered(piles: Sequence[ChipPile], most: int, place: str) -> tuple[ChipPile, ...]:
    """Fit as many piles as there is room for: the viewer's own first, the others' combined."""
    if len(piles) <= most:
        return tuple(piles)
    ordered = sorted(piles, key=lambda pile: not pile.own)
    alone, rest = ordered[: most - 1], ordered[most - 1 :]
    together = ChipPile(
        f"{len(rest)} players",
        sum(pile.amount for pile in rest),
        place,
        off=all(pile.off for pile in rest),
        net=sum(pile.net or 0 for pile in rest) if any(pile.net is not None for pile in rest) else None,
    )
    return (*alone, together)


def piles_in(box: Box, piles: Sequence[ChipPile], size: PileSize, *, place: str) -> str:
    """Draw chips side by side, in as many rows as fit, around the middle of a room."""
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
    """Draw a stack with its amount below, its upper edge centred at a point; for chips that are gone, only the
    result."""
    if not pile.amount:
        return middle_text(
            x, y + size.height / 2, net_words(pile, size), size.letters * 1.1, **_net_style(pile), room=size.width
        )
    label = f"{pile.name}, {spoken_amount(pile.amount)}" + (", off" if pile.off else "")
    middle = y + size.radius * (1 + LIFT)
    off = _off(size) if pile.off else ""
    chips = stack_at(x, middle, size.radius, pile.amount, place=pile.place, label=label, most=2, button=off)
    base = y + size.radius * (2 + LIFT) + size.letters
    if pile.net is not None:
        return chips + text(x, base, net_words(pile, size), size.letters, **_net_style(pile), room=size.width)
    fill = "#ffffff" if pile.own else "#e2ece5"
    return chips + text(
        x, base, amount_words(pile.amount, size), size.letters, face="sans-bold", fill=fill, room=size.width
    )


class NetStyle(TypedDict):
    face: Face
    fill: str


def _net_style(pile: ChipPile) -> NetStyle:
    won = (pile.net or 0) > 0
    return {"face": "sans-bold", "fill": "#a6f3bf" if won else "#ffc2b5" if pile.net else "#e2ece5"}


def net_words(pile: ChipPile, size: PileSize) -> str:
    """Describe what was won or lost, or that the chips were returned."""
    net = pile.net or 0
    sign = "+" if net > 0 else "−" if net < 0 else ""
    return sign + amount_words(abs(net), size, len(sign)) if net else "push"


def amount_words(amount: int, size: PileSize, signs: int = 0) -> str:
    """Format dollars without a sign, as on chips; in thousands if it is too long for its place."""
    says = dollars(amount).removeprefix("$")
    room = size.width - 2 - signs * size.letters * 0.6
    if text_width(says, size.letters, "sans-bold") <= room:
        return says
    if amount < 1000_00:
        return f"{amount / 100:.0f}"
    thousands = amount / 1000_00
    return f"{thousands:.1f}K" if thousands < 10 else f"{thousands:.0f}K"


def _off(size: PileSize) -> str:
    """Draw the button of a wager that is off for the next throw."""
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
