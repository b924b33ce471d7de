"""Above the layout the limits, the dice and the marker that is off; below it who stands at the rail."""

from collections.abc import Iterator

from chapter47.core.money import dollars
from chapter47.craps.picture.layout import GAP, LayoutSheet
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.dice import die_at, marker_at
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import sign_at, sign_size
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.svg import group, labelled, middle_text, moved, tag


def header(layout: LayoutSheet, left: float, right: float) -> float:
    """The sign with the limits, the dice, and where the marker lies while it is off; and how far down all reaches."""
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
    layout.add(middle_text(words_right, middle, says, size * 1.1, face="sans-bold", anchor="end"))
    _house(layout, used + 4, words_right - text_width(says, size * 1.1, "sans-bold") - 10, middle)
    return top + deep + GAP


def _dice(layout: LayoutSheet, right: float, middle: float, die: float) -> float:
    """At the right end; and how far to the left they reach."""
    x = right - die * 0.7
    for place, value in enumerate(reversed(layout.seen.table.dice), start=1):
        which = 3 - place
        turn = 8 if which == 1 else -6
        layout.add(die_at(x, middle, die, value, place=layout.settings.id("die", which), turn=turn))
        x -= die * 1.28
    return x + die * 0.5 - 6


def _house(layout: LayoutSheet, left: float, right: float, middle: float) -> None:
    """The name of the licensee, where there is room for it above the layout."""
    size, says = layout.settings.letters(26), layout.settings.house
    if text_width(says, size, "serif-italic") <= right - left:
        words = middle_text((left + right) / 2, middle, says, size, face="serif-italic", fill=GOLD)
        layout.add(group(words, id=layout.settings.id("inscription-house")))


def _calls(layout: LayoutSheet) -> str:
    """Who throws, and what lay there last."""
    view = layout.seen.table
    who = f"{view.shooter} shoots" if view.shooter else f"dice to {view.offered}" if view.offered else "no shooter"
    thrown = f" · {sum(view.dice)}" if view.dice else ""
    return f"{who}{thrown}"


# The rail ------------------------------------------------------------------------------------------------------------


def rail(layout: LayoutSheet, top: float) -> float:
    """Who stands at the rail, clockwise from the left of the bank."""
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
        words = middle_text(wide / 2, size * 0.95, says, size, fill=fill)
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
