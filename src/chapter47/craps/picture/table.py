"""A whole craps table: rail and felt, one end of the layout, and beside it or under it the centre."""

from typing import Final

from chapter47.craps.picture import lines, signs
from chapter47.craps.picture.centre import centre, centre_height
from chapter47.craps.picture.layout import GAP, LayoutSheet
from chapter47.craps.picture.numbers import BESIDE, numbers
from chapter47.craps.picture.seen import SeenCraps
from chapter47.drawing import felt
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import document

MOST_TALLER: Final = 0.14
TWO_COLUMNS: Final = 900
"""From so many pixels on the centre lies beside the line, as on a table; on narrower screens under it."""


def drawn(seen: SeenCraps, settings: Settings) -> str:
    """On a high screen the come area and the centre take some of the room that would be left."""
    height, svg = _drawn(seen, settings, 0.0)
    taller = min(settings.least_height - height - 1, height * MOST_TALLER)
    return _drawn(seen, settings, taller)[1] if taller > 0 and settings.width >= TWO_COLUMNS else svg


def _drawn(seen: SeenCraps, settings: Settings, taller: float) -> tuple[float, str]:
    layout = LayoutSheet(seen, settings)
    left, right = layout.margin + layout.gap, layout.width - layout.margin - layout.gap
    down = signs.header(layout, left, right)
    if layout.width >= TWO_COLUMNS:
        split = left + (right - left) * 0.79
        reaches = down + centre_height(layout, right - split)
        end = _end_of_layout(layout, left, split - GAP * 1.6, down, reaches, taller)
        bottom = centre(layout, split, right, down, reaches=end - 3)
    else:
        end = _end_of_layout(layout, left, right, down, down)
        bottom = centre(layout, left, right, end + layout.gap, reaches=0.0)
    felt_bottom = max(end, bottom) + layout.margin * 0.5
    height = signs.rail(layout, felt_bottom + layout.margin)
    return height, document(
        layout.width,
        height,
        f"Craps, {len(seen.table.rail)} players",
        felt.oblong(layout.width, height, felt_bottom, layout.margin, settings),
        *layout.drawn,
        definitions=felt.definitions(settings),
        title_id=settings.id("title"),
    )


def _end_of_layout(
    layout: LayoutSheet, left: float, right: float, top: float, reaches: float, taller: float = 0.0
) -> float:
    """At least as far down as the centre reaches, and so much more: the come area takes what is left over."""
    before = len(layout.drawn)
    end = _areas(layout, left, right, top, 0.0)
    reaches = max(end, reaches) + taller
    if end >= reaches:
        return end
    del layout.drawn[before:]
    return _areas(layout, left, right, top, reaches - end)


def _areas(layout: LayoutSheet, left: float, right: float, top: float, spare: float) -> float:
    offers, wraps = layout.seen.offers, not layout.settings.is_small
    side, gap = max(24.0, layout.px(34)) if wraps else 0.0, layout.gap
    inner = left + (2 * side + gap if wraps else 0.0)
    down = top
    if wraps and offers("dont-come") and layout.width < BESIDE:
        down = lines.dont_come_strip(layout, inner, right, down) + gap
    down = numbers(layout, inner, right, down) + gap
    if not wraps and (offers("come") or offers("dont-come")):
        down = lines.come_and_dont_come(layout, left, right, down) + gap
    elif offers("come"):
        down = lines.come(layout, inner, right, down, spare) + gap
    if offers("field"):
        down = lines.field(layout, inner, right, down) + gap
    if offers("dont-pass"):
        down = lines.line(layout, "dont-pass", left + side, right, down, top, side)
    return lines.line(layout, "pass", left, right, down, top, side)
