"""Chips in the state's colours, each with its number, and stacks of them."""

from typing import Final, NamedTuple

from chapter47.core.money import DOLLAR, dollars
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.svg import group, image, middle_text, moved, number, tag

MOST_SHOWN: Final = 5
"""Most chips drawn in a stack; the amount beside it shows the total."""
RISE: Final = 0.26
"""Height of a chip in a stack, relative to its radius."""


class Chip(NamedTuple):
    value: int
    """Amount in cents."""
    number: str
    colour: str
    edge: str
    ink: str


CHIPS: Final = (
    Chip(5000_00, "5K", "#8a8d93", "#ffffff", "#fff"),
    Chip(1000_00, "1K", "#e2641b", "#fff3d6", "#fff"),
    Chip(500_00, "500", "#6a3a99", "#f3e6ff", "#fff"),
    Chip(100_00, "100", "#22242a", "#e9e6dc", "#fff"),
    Chip(25_00, "25", "#1d7a46", "#f0f5ea", "#fff"),
    Chip(5_00, "5", "#c0272d", "#fdf1ec", "#fff"),
    Chip(2_50, "2½", "#e38aa6", "#ffffff", "#3b1020"),
    Chip(1_00, "1", "#f4f1e8", "#3d6fb0", "#22242a"),
    Chip(50, "½", "#d9d2bd", "#7c7461", "#22242a"),
    Chip(25, "¼", "#d9d2bd", "#7c7461", "#22242a"),
    Chip(1, "¢", "#d9d2bd", "#7c7461", "#22242a"),
)
"""From the largest: white, pink, red, green, black, purple, orange and grey."""


def breakdown(cents: int) -> tuple[Chip, ...]:
    """Return the fewest chips for an amount, largest first; of very many, only as many as are drawn."""
    chips: list[Chip] = []
    whole = cents % DOLLAR == 0
    for chip in CHIPS:
        if whole and chip.value % DOLLAR:  # $14 is not a pink chip with a half
            continue
        count, cents = divmod(cents, chip.value)
        chips += [chip] * min(count, MOST_SHOWN)
    return tuple(chips)


def shown_chips(cents: int, most: int = MOST_SHOWN) -> tuple[Chip, ...]:
    """Return chips from the bottom up: the largest first. A high stack is drawn shorter; a single chip is the
    largest."""
    chips = breakdown(cents)
    if len(chips) <= most:
        return chips
    return (*chips[: most - 2], *chips[-2:]) if most > 2 else chips[:most]


def spoken_amount(cents: int) -> str:
    whole, rest = divmod(abs(cents), DOLLAR)
    words = [f"{whole} dollar{'s' * (whole != 1)}"] if whole or not rest else []
    return " ".join([*words, *([f"{rest} cents"] if rest else [])])


def chip_at(x: float, y: float, radius: float, chip: Chip, *, numbered: bool = True) -> str:
    """Draw one chip, seen slightly from above."""
    ring = 2 * 3.14159 * 0.86
    dash = f"{number(ring * radius / 16)} {number(ring * radius / 16)}"
    flat = group(
        tag("circle", cy=radius * 0.17, r=radius, fill="#000", opacity=0.35),
        tag("circle", cy=radius * 0.09, r=radius, fill=chip.colour),
        tag("circle", r=radius, fill=chip.colour, stroke="#000", stroke_opacity=0.45, stroke_width=0.8),
        tag(
            "circle",
            r=radius * 0.86,
            fill="none",
            stroke=chip.edge,
            stroke_width=radius * 0.26,
            stroke_dasharray=dash,
            stroke_opacity=0.92,
        ),
        tag("circle", r=radius * 0.68, fill=chip.colour, stroke=chip.edge, stroke_opacity=0.6, stroke_width=0.9),
        transform="scale(1,0.92)",
    )
    if not numbered:
        return group(flat, transform=moved(x, y))
    return group(
        flat,
        middle_text(0, 0, chip.number, number_size(radius, chip), face="sans-bold", fill=chip.ink),
        transform=moved(x, y),
    )


def number_size(radius: float, chip: Chip) -> float:
    return max(12.0, radius * (0.62 if len(chip.number) > 2 else 0.8))


def stack_at(
    x: float,
    y: float,
    radius: float,
    cents: int,
    *,
    place: str,
    label: str,
    most: int = MOST_SHOWN,
    button: str = "",
) -> str:
    """Draw a stack with its lowest chip centred at a point; `label` is for screen readers. A button on top hides the
    top chip's number."""
    chips = shown_chips(cents, most)
    drawn = [
        chip_at(0, -RISE * radius * height, radius, chip, numbered=not button and height == len(chips) - 1)
        for height, chip in enumerate(chips)
    ]
    return image(label, *drawn, button, id=place, class_="chips", data_amount=str(cents), transform=moved(x, y))


def stack_with_amount(
    x: float,
    y: float,
    radius: float,
    cents: int,
    size: float,
    *,
    place: str,
    label: str,
    most: int = MOST_SHOWN,
) -> str:
    """Draw a stack with its amount to the right; both together are centred at `x`."""
    left = x - amount_width(cents, radius, size) / 2 + radius
    stack = stack_at(left, y, radius, cents, place=place, label=label, most=most)
    if not (amount := amount_beside(cents)):
        return stack
    return stack + middle_text(
        left + radius + 3, y, amount, size, face="sans-bold", anchor="start", room=text_width(amount, size, "sans-bold")
    )


def amount_beside(cents: int) -> str:
    """Return the text beside a stack: empty if a single chip says it all."""
    return dollars(cents).removeprefix("$") if len(breakdown(cents)) > 1 else ""


def amount_width(cents: int, radius: float, size: float) -> float:
    amount = amount_beside(cents)
    return 2 * radius + (3 + text_width(amount, size, "sans-bold") if amount else 0.0)
