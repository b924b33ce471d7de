"""The table around the layout: above it the limits, the dice and the marker when off; below it the players at the
rail."""

from collections.abc import Iterator
from typing import Final

from chapter47.core.money import dollars
from chapter47.craps.picture import lines
from chapter47.craps.picture.centre import centre, centre_height
from chapter47.craps.picture.layout import GAP, LayoutSheet, SeenCraps
from chapter47.craps.picture.numbers import BESIDE, numbers
from chapter47.drawing import felt
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.dice import die_at, marker_at
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import sign_at, sign_size
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import document, group, labelled, middle_text, moved, tag


def header(layout: LayoutSheet, left: float, right: float) -> float:
    """Draw the limits sign, the dice, and the marker while it is off, and return how far down they reach."""
    sign, settings, size = layout.seen.table.sign, layout.settings, layout.letters
    lines = ((f"Minimum {dollars(sign.minimum)}", True), (f"max. {dollars(sign.maximum)}", False))
    label = f"Craps: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
    top = layout.margin + 2
    wide, high = sign_size(lines, size)
    layout.add(sign_at(left + wide / 2, top, lines, size, place=settings.id("sign-limits"), label=label))
    die = max(34.0, layout.px(44))
    deep = max(high, die * 1.12)
    middle, words_right = top + deep / 2, _dice(layout, right, top + deep / 2, die)
    used = left + wide + 12
    if not layout.seen.table.point:
        radius = max(16.0, layout.px(19))
        layout.add(marker_at(used + radius, middle, radius, on=False, place=settings.id("marker")))
        used += 2 * radius + 8
    says = shortened(_calls(layout), size * 1.1, words_right - used, "sans-bold")
    says_wide = text_width(says, size * 1.1, "sans-bold")
    layout.add(middle_text(words_right, middle, says, size * 1.1, face="sans-bold", anchor="end", room=says_wide))
    _house(layout, used + 4, words_right - says_wide - 10, middle)
    return top + deep + GAP


def _dice(layout: LayoutSheet, right: float, middle: float, die: float) -> float:
    """Draw the dice at the right end, and return how far left they reach."""
    x = right - die * 0.7
    for place, value in enumerate(reversed(layout.seen.table.dice), start=1):
        which = 3 - place
        turn = 8 if which == 1 else -6
        layout.add(die_at(x, middle, die, value, place=layout.settings.id("die", which), turn=turn))
        x -= die * 1.28
    return x + die * 0.5 - 6


def _house(layout: LayoutSheet, left: float, right: float, middle: float) -> None:
    """Draw the name of the licensee, if there is room above the layout."""
    size, says = layout.settings.letters(26), layout.settings.house
    if text_width(says, size, "serif-italic") <= right - left:
        words = middle_text((left + right) / 2, middle, says, size, face="serif-italic", fill=GOLD, room=right - left)
        layout.add(group(words, id=layout.settings.id("inscription-house")))


def _calls(layout: LayoutSheet) -> str:
    """Describe the shooter, and the last dice."""
    view = layout.seen.table
    who = f"{view.shooter} shoots" if view.shooter else f"dice to {view.offered}" if view.offered else "no shooter"
    thrown = f" · {sum(view.dice)}" if view.dice else ""
    return f"{who}{thrown}"


# The rail ------------------------------------------------------------------------------------------------------------


def rail(layout: LayoutSheet, top: float) -> float:
    """Draw the players at the rail, clockwise from the left of the bank."""
    size = layout.settings.letters(13)
    tiles = list(_names(layout, size))
    if not tiles:
        return top + 4
    corners, deep = placed_in_rows([(wide, size * 1.9) for *_, wide in tiles], layout.width - 2 * layout.margin, 6.0)
    for (position, says, fill, wide), corner in zip(tiles, corners, strict=True):
        x, y = layout.width / 2 + corner.x, top + corner.y
        ground = tag(
            "rect", width=wide, height=size * 1.9, rx=size * 0.5, fill="#23262c", stroke=fill, stroke_opacity=0.6
        )
        words = middle_text(wide / 2, size * 0.95, says, size, fill=fill, room=wide - size)
        label = f"position {position}: {says}"
        layout.add(labelled(label, ground, words, id=layout.settings.id("plate", position), transform=moved(x, y)))
    return top + deep + 10


def _names(layout: LayoutSheet, size: float) -> Iterator[tuple[int, str, str, float]]:
    view = layout.seen.table
    for position, name in view.rail:
        kept = shortened(f"{position} · {name}", size, layout.px(150) + 60)
        says = f"{kept} · dice" if name == view.shooter else kept
        usual = "#fff" if name == layout.seen.viewer else "#cfd6d1"
        fill = ACCENT if name in (view.shooter, view.offered) else usual
        yield position, says, fill, text_width(says, size) + size * 1.2


MOST_TALLER: Final = 0.14
TWO_COLUMNS: Final = 900
"""From this width on the centre is beside the line, as on a table; on narrower screens below it."""


def drawn(seen: SeenCraps, settings: Settings) -> str:
    """Draw the table; on a tall screen the come area and the centre take some of the spare room."""
    height, svg = _drawn(seen, settings, 0.0)
    taller = min(settings.least_height - height - 1, height * MOST_TALLER)
    return _drawn(seen, settings, taller)[1] if taller > 0 and settings.width >= TWO_COLUMNS else svg


def _drawn(seen: SeenCraps, settings: Settings, taller: float) -> tuple[float, str]:
    layout = LayoutSheet(seen, settings)
    left, right = layout.margin + layout.gap, layout.width - layout.margin - layout.gap
    down = header(layout, left, right)
    if layout.width >= TWO_COLUMNS:
        split = left + (right - left) * 0.79
        reaches = down + centre_height(layout, right - split)
        end = _end_of_layout(layout, left, split - GAP * 1.6, down, reaches, taller)
        bottom = centre(layout, split, right, down, reaches=end - 3)
    else:
        end = _end_of_layout(layout, left, right, down, down)
        bottom = centre(layout, left, right, end + layout.gap, reaches=0.0)
    felt_bottom = max(end, bottom) + layout.margin * 0.5
    height = rail(layout, felt_bottom + layout.margin)
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
    """Extend the layout at least as far down as the centre, and more; the come area takes the rest."""
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
