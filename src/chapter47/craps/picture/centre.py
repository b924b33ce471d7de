"""The centre of the layout: hardways, and one-roll wagers, each with its dice and odds."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chapter47.craps.picture.layout import GAP, LayoutSheet
from chapter47.drawing.dice import printed_pair
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import fitting, text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.spots import spot_edge
from chapter47.drawing.svg import middle_text


class Printed(NamedTuple):
    """A place in the centre: its wager and number, its text, and the printed dice."""

    wager: str
    number: int
    says: str
    dice: tuple[int, int] | None


CENTRE: Final = (
    (Printed("any-seven", 0, "Any seven", (3, 4)), Printed("any-craps", 0, "Any craps", (1, 2))),
    (Printed("hard-6", 0, "Hard 6", (3, 3)), Printed("hard-10", 0, "Hard 10", (5, 5))),
    (Printed("hard-8", 0, "Hard 8", (4, 4)), Printed("hard-4", 0, "Hard 4", (2, 2))),
    (Printed("craps-3", 0, "3", (1, 2)), Printed("craps-2", 0, "2", (1, 1)), Printed("craps-12", 0, "12", (6, 6))),
    (Printed("eleven", 0, "11", (5, 6)), Printed("craps-eleven", 0, "C & E", None), Printed("horn", 0, "Horn", None)),
    tuple(Printed("horn-high", high, f"High {high}", None) for high in (2, 3, 11, 12)),
)
"""As the stickperson sees it: hardways, then one-roll wagers."""
WINS_WITH: Final = {"craps-eleven": "craps or 11", "horn": "2 3 11 12"}
"""The throws that win a combined wager; what each pays is on its own place."""
SHORTER: Final = {"craps or 11": "2 3 11 12", **{f"High {high}": f"Hi {high}" for high in (2, 3, 11, 12)}}
"""Shorter texts, for less room."""


def _rows(layout: LayoutSheet) -> list[list[Printed]]:
    rows = ([place for place in row if layout.seen.offers(place.wager)] for row in CENTRE)
    return [row for row in rows if row]


def centre_height(layout: LayoutSheet, wide: float) -> float:
    return sum(_height(layout, row, wide / len(row)) for row in _rows(layout))


def centre(layout: LayoutSheet, left: float, right: float, top: float, *, reaches: float) -> float:
    """Draw rows of places, at least as far down as the layout beside them, and return how far down they reach."""
    rows, down = _rows(layout), top
    spare = max(0.0, reaches - top - centre_height(layout, right - left)) / max(1, len(rows))
    for offered in rows:
        wide = (right - left) / len(offered)
        tall = _height(layout, offered, wide) + spare
        is_beside = all(_is_beside(layout, place, wide) for place in offered)
        for place, printed in enumerate(offered):
            _place(layout, printed, Box(left + place * wide, down, wide, tall), is_beside=is_beside)
        down += tall
    return down if down > top else top - GAP


def _die(layout: LayoutSheet) -> float:
    return max(18.0, layout.px(22))


def _height(layout: LayoutSheet, places: Sequence[Printed], wide: float) -> float:
    """Return the height; chips go beside the print if they fit, otherwise below it."""
    print_high = max(_print_size(layout, place, wide)[1] for place in places)
    if all(_is_beside(layout, place, wide) for place in places):
        return (6 if layout.settings.is_small else 9) + max(print_high, layout.pile.height)
    return 8 + print_high + layout.pile.height


def _print_size(layout: LayoutSheet, printed: Printed, wide: float) -> tuple[float, float]:
    lines = _lines(layout, printed, wide)
    words = max(text_width(line, layout.letters, "sans-bold") for line in lines)
    dice = _die(layout) * (2.2 if printed.dice else 0.0)
    return max(words, dice), (_die(layout) * 1.2 if printed.dice else 0.0) + len(lines) * layout.letters * 1.25


def _is_beside(layout: LayoutSheet, printed: Printed, wide: float) -> bool:
    return wide >= _print_size(layout, printed, wide)[0] + layout.pile.width + 14


def _lines(layout: LayoutSheet, printed: Printed, wide: float) -> list[str]:
    """Return a place's text and odds, on one line if chips then fit beside or below it."""
    pays = layout.seen.pays(printed.wager) or WINS_WITH.get(printed.wager, "")
    if not pays:
        return [printed.says]
    whole = f"{printed.says} · {pays}"
    room = wide - 8 if layout.settings.is_small else 0.0
    return [whole] if text_width(whole, layout.letters, "sans-bold") <= room else [printed.says, pays]


def _place(layout: LayoutSheet, printed: Printed, box: Box, *, is_beside: bool) -> None:
    lines, die = _lines(layout, printed, box.width), _die(layout)
    words, deep = _print_size(layout, printed, box.width)
    chips_wide = max(layout.pile.width + 6, (box.width - words) / 2)
    x = box.x + ((box.width - chips_wide) / 2 if is_beside else box.width / 2)
    down = box.y + ((box.height - deep) / 2 if is_beside else (box.height - layout.pile.height - deep) / 2)
    inside = [spot_edge(box, layout.settings, radius=2, strength=0.55)]
    if printed.dice:
        inside.append(printed_pair(x, down + die / 2, die, *printed.dice))
        down += die * 1.2
    for line in lines:
        kept = fitting((line, SHORTER.get(line, line)), layout.letters, box.width - 4, "sans-bold")
        how = {"face": "sans-bold", "fill": GOLD, "room": words if is_beside else box.width - 4}
        inside.append(middle_text(x, down + layout.letters * 0.6, kept, layout.letters, **how))
        down += layout.letters * 1.25
    room = Box(box.x + 2, box.bottom - layout.pile.height - 2, box.width - 4, layout.pile.height)
    if is_beside:
        start = x + words / 2 + 4
        room = Box(start, box.y + 2, box.right - start - 2, box.height - 4)
    layout.add(layout.area(printed.wager, printed.number, *inside, room=room))
