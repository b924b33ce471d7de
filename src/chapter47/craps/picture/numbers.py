"""The six numbers with everything on them, the marker, and the don't come area beside them."""

from collections.abc import Sequence
from typing import Final

from chapter47.craps.picture.layout import CREAM, POINTS, LayoutSheet
from chapter47.drawing.dice import marker_at, printed_pair
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.spots import spot_edge
from chapter47.drawing.svg import labelled, middle_text, tag

Places = Sequence[tuple[str, str]]
LOSING: Final = (("dont-come", "d. come"), ("dont-come-odds", "odds"), ("place-to-lose", "lose"), ("lay", "lay"))
WINNING: Final = (("come", "come"), ("come-odds", "odds"), ("place-to-win", "place"), ("buy", "buy"))
"""The wagers on a number, and the text of their places: above the number those that win with a 7, below it those that
lose."""
NAMES: Final = {6: "SIX", 9: "NINE"}
"""SIX and NINE in words, so that they are not confused from the other side of the table; a phone has only one side."""
BESIDE: Final = 820
"""From this width on the don't come area is beside the numbers."""


def numbers(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    """Draw the six boxes in a row, and return how far down they reach."""
    beside = layout.seen.offers("dont-come") and layout.width >= BESIDE
    first = (right - left) * 0.095 if beside else 0.0
    wide = (right - left - first - layout.gap * (len(POINTS) - 1 + beside)) / len(POINTS)
    above, below = (_rows(layout, side, POINTS, wide) for side in (LOSING, WINNING))
    tall = (above + below) * (layout.pile.height + 3) + _name_height(layout) + 6
    if beside:
        _dont_come(layout, Box(left, top, first, tall))
    for place, point in enumerate(POINTS):
        x = left + (first + layout.gap if beside else 0.0) + place * (wide + layout.gap)
        _number(layout, point, Box(x, top, wide, tall), above, below)
    return top + tall


def _name_height(layout: LayoutSheet) -> float:
    return 30.0 if layout.settings.is_small else max(34.0, layout.px(44))


def _across(layout: LayoutSheet, wide: float) -> int:
    return max(1, min(4, int((wide - 4) / (layout.pile.width + 0.5))))


def _places(layout: LayoutSheet, side: Places, point: int) -> list[tuple[str, str]]:
    """Return the places of this number; on a small screen only those useful now, in even rows."""
    offered = [(wager, says) for wager, says in side if layout.seen.offers(wager, point)]
    if not layout.settings.is_small or not layout.seen.open_bets:
        return offered
    return [(wager, says) for wager, says in offered if any(layout.seen.is_used(wager, number) for number in POINTS)]


def _rows(layout: LayoutSheet, side: Places, points: Sequence[int], wide: float) -> int:
    most = max(len(_places(layout, side, point)) for point in points)
    return -(-most // _across(layout, wide))


def _number(layout: LayoutSheet, point: int, box: Box, above: int, below: int) -> None:
    """Draw a number: above its name the wagers that win with a 7, below it those that lose, and the marker beside
    it."""
    is_point = layout.seen.table.point == point
    frame = tag(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=3,
        fill="#000",
        fill_opacity=0.10,
        stroke=ACCENT if is_point else CREAM,
        stroke_opacity=0.95 if is_point else 0.75,
        stroke_width=2.6 if is_point else 1.6,
    )
    middle = box.y + 3 + above * (layout.pile.height + 3)
    losing = _cells(layout, LOSING, point, box, box.y + 3, above)
    name = _name(layout, point, box, middle)
    winning = _cells(layout, WINNING, point, box, middle + _name_height(layout), below)
    line = tag(
        "path",
        d=f"M{box.x:.1f},{middle:.1f}h{box.width:.1f}" if above else f"M{box.x:.1f},{box.y:.1f}",
        stroke=CREAM,
        stroke_opacity=0.35,
    )
    place = layout.settings.id("number", point)
    layout.add(labelled(f"number {point}", frame, line, *losing, name, *winning, id=place))


def _name(layout: LayoutSheet, point: int, box: Box, down: float) -> str:
    height = _name_height(layout)
    middle = down + height / 2
    says = str(point) if layout.settings.is_small else NAMES.get(point, str(point))
    slant = "serif-italic" if not says.isdigit() else "serif-bold"
    size = min(height * 0.78, (box.width - 8) / max(1.0, text_width(says, 1.0, "serif-bold")))
    how = {"face": slant, "fill": CREAM}
    if layout.seen.table.point != point:
        return middle_text(box.x + box.width / 2, middle, says, size, **how, room=box.width - 8)
    radius = max(14.0, min(height * 0.45, box.width * 0.2))
    room = box.width - 2 * radius - (8 if layout.settings.is_small else 16)
    size = min(size, room / max(1.0, text_width(says, 1.0, "serif-bold")))
    marker = marker_at(box.right - radius - 3, middle, radius, on=True, place=layout.settings.id("marker"))
    return middle_text(box.x + (box.width - 2 * radius - 3) / 2, middle, says, size, **how, room=room) + marker


def _cells(layout: LayoutSheet, side: Places, point: int, box: Box, top: float, rows: int) -> list[str]:
    places, across = _places(layout, side, point), _across(layout, box.width)
    across = min(across, -(-len(places) // rows)) if rows and places else across
    wide, tall = (box.width - 4) / max(1, across), layout.pile.height + 3
    drawn = []
    for number, (wager, says) in enumerate(places):
        row, column = divmod(number, across)
        used = min(across, len(places) - row * across)
        x = box.x + 2 + wide * column + wide * (across - used) / 2
        cell = Box(x + 0.25, top + row * tall + 1, wide - 0.5, tall - 2)
        middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
        size = layout.settings.letters(12)
        if text_width(says, size) > cell.width - 8 and " " in says:
            says = "".join(f"{word[0]}." for word in says.split())
        hint = middle_text(*middle, says, size, fill=GOLD, opacity=0.85, class_="hint", room=cell.width - 4)
        edge = spot_edge(cell, layout.settings, radius=3, strength=0.16)
        drawn.append(layout.area(wager, point, edge, room=cell, empty=hint))
    return drawn


# Don't come ----------------------------------------------------------------------------------------------------------


def barred(layout: LayoutSheet, x: float, y: float, size: float) -> str:
    """Draw the barred dice: two sixes, or two ones."""
    value = 1 if layout.seen.table.sign.bars == 2 else 6
    return printed_pair(x, y, size, value, value)


def _dont_come(layout: LayoutSheet, box: Box) -> None:
    size = max(12.0, layout.px(17))
    x, y = box.x + box.width / 2, box.y + size * 1.2
    words = [
        middle_text(x, y + size * 1.15 * line, says, size, face="serif-bold", fill=GOLD, room=box.width - 6)
        for line, says in enumerate(("DON’T", "COME", "BAR"))
    ]
    die = max(16.0, layout.px(21))
    dice_y = y + size * 3.1 + die * 0.4
    room_top = dice_y + die * 0.8
    room = Box(box.x + 3, room_top, box.width - 6, box.bottom - room_top - 3)
    edge = spot_edge(box, layout.settings, radius=3)
    layout.add(layout.area("dont-come", 0, edge, *words, barred(layout, x, dice_y, die), room=room))
