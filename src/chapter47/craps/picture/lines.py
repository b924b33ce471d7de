"""The long areas: come, field, don't pass and the pass line that runs around the corner, with odds behind the lines."""

from collections.abc import Iterator
from typing import Final

from chapter47.craps.picture.layout import CREAM, LINE_RED, POINTS, LayoutSheet
from chapter47.craps.picture.numbers import barred
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.spots import spot_edge
from chapter47.drawing.svg import group, middle_text, moved, number, tag

FIELD: Final = (2, 3, 4, 9, 10, 11, 12)


def strip(
    layout: LayoutSheet,
    wager: str,
    says: str,
    box: Box,
    *,
    bar: bool = False,
    letters: float = 15.0,
    fill: str = GOLD,
) -> float:
    """Draw an area with its name at the left, then the barred dice, and room for chips in the rest."""
    size, spacing = layout.settings.letters(letters), layout.px(2)
    middle = box.y + box.height / 2
    words_wide = text_width(says, size, "serif-bold", spacing)
    how = {"face": "serif-bold", "fill": fill, "anchor": "start", "spacing": spacing, "room": words_wide}
    printed = [
        spot_edge(box, layout.settings, radius=3),
        middle_text(box.x + 10, middle, says, size, **how),
    ]
    used = box.x + 16 + words_wide
    if bar:
        die = max(15.0, layout.px(21))
        printed.append(barred(layout, used + die * 1.15, middle, die))
        used += die * 2.3 + 4
    room = Box(used, box.y + 2, box.right - used - 4, box.height - 4)
    layout.add(layout.area(wager, 0, *printed, room=room))
    return box.bottom


def come(layout: LayoutSheet, left: float, right: float, top: float, spare: float) -> float:
    """Draw its name large in the middle, with chips at the right."""
    box = Box(left, top, right - left, layout.strip_height + spare)
    size = min(layout.settings.letters(64), box.height * 0.7)
    x, spacing = (left + right) / 2, layout.px(6)
    wide = text_width("COME", size, "serif-bold", spacing)
    how = {"face": "serif-bold", "fill": LINE_RED, "spacing": spacing, "room": wide}
    words = middle_text(x, top + box.height / 2, "COME", size, **how)
    used = x + wide / 2 + 8
    room = Box(used, top + 2, right - used - 4, box.height - 4)
    layout.add(layout.area("come", 0, spot_edge(box, layout.settings, radius=3), words, room=room))
    return box.bottom


def dont_come_strip(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    box = Box(left, top, right - left, layout.strip_height)
    return strip(layout, "dont-come", "DON’T COME BAR", box, bar=True)


def come_and_dont_come(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    """Draw both side by side, on a small screen."""
    offered = [wager for wager in ("dont-come", "come") if layout.seen.offers(wager)]
    split = left + (right - left) * (0.43 if len(offered) == 2 else 0.0 if offered == ["come"] else 1.0)
    down = top
    if "dont-come" in offered:
        down = _dont_come_in_lines(layout, Box(left, top, split - left, layout.strip_height))
    if "come" in offered:
        start = split + (layout.gap if len(offered) == 2 else 0.0)
        box = Box(start, top, right - start, layout.strip_height)
        down = strip(layout, "come", "COME", box, letters=76.0, fill=LINE_RED)
    return down


def _dont_come_in_lines(layout: LayoutSheet, box: Box) -> float:
    """Draw its name in two lines, then the barred dice."""
    size, middle, die = layout.letters, box.y + box.height / 2, 15.0
    printed = [spot_edge(box, layout.settings, radius=3)]
    wide = text_width("DON’T", size, "serif-bold")
    for says, line in (("DON’T", -0.6), ("COME", 0.6)):
        how = {"face": "serif-bold", "fill": GOLD, "anchor": "start", "room": wide}
        printed.append(middle_text(box.x + 8, middle + line * size, says, size, **how))
    used = box.x + 12 + wide
    printed.append(barred(layout, used + die * 1.15, middle, die))
    used += die * 2.3 + 2
    room = Box(used, box.y + 1, box.right - used - 2, box.height - 2)
    layout.add(layout.area("dont-come", 0, *printed, room=room))
    return box.bottom


# The field -----------------------------------------------------------------------------------------------------------


def field(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    """Draw the field: its numbers, with two and twelve ringed with their odds if they pay more. Chips are beside
    them."""
    return _small_field(layout, left, right, top) if layout.settings.is_small else _field(layout, left, right, top)


def _field(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    size, box = layout.settings.letters(22), Box(left, top, right - left, layout.pile.height + 10)
    title, start = _title(left, top + box.height / 2, size)
    small = layout.settings.letters(12)
    note_wide = text_width(f"pays {_more(layout, 2) or _more(layout, 12)}", small)
    step = max(36.0, ((right - left) * 0.7 - (start - left) - note_wide) / (len(FIELD) - 1))
    places = [start + note_wide / 2 + step * place for place in range(len(FIELD))]
    noted = [value for value in FIELD if _more(layout, value)]
    row = top + box.height * (0.36 if noted else 0.5)
    printed = [spot_edge(box, layout.settings, radius=3), title, *_numbers(layout, places, row, size)]
    for x, value in zip(places, FIELD, strict=True):
        if value in noted:
            words = middle_text(
                x, box.bottom - small * 0.85, f"pays {_more(layout, value)}", small, fill=GOLD, room=step
            )
            printed.append(words)
    used = places[-1] + note_wide / 2 + 8
    layout.add(layout.area("field", 0, *printed, room=Box(used, top + 3, right - used - 4, box.height - 6)))
    return box.bottom


def _small_field(layout: LayoutSheet, left: float, right: float, top: float) -> float:
    """Draw it in two lines: its name with the higher odds, and below it the numbers."""
    box, letters = Box(left, top, right - left, layout.strip_height), layout.letters
    upper, lower, size = top + box.height * 0.24, top + box.height * 0.68, layout.settings.letters(60)
    title, start = _title(left, upper, letters)
    note = _notes(layout)
    end = left + (right - left) * 0.66
    step = (end - left - 8) / len(FIELD)
    places = [left + 4 + step * (place + 0.5) for place in range(len(FIELD))]
    printed = [spot_edge(box, layout.settings, radius=3), title, *_numbers(layout, places, lower, size)]
    note_wide = text_width(note, letters)
    room = max(end - start, note_wide)
    printed.append(middle_text(start, upper, note, letters, fill=GOLD, anchor="start", room=room))
    used = max(end, start + note_wide) + 4
    layout.add(layout.area("field", 0, *printed, room=Box(used, top + 1, right - used - 2, box.height - 2)))
    return box.bottom


def _notes(layout: LayoutSheet) -> str:
    """Return what two and twelve pay if more than even money, in one line."""
    two, twelve = (_more(layout, value) for value in (2, 12))
    if two and two == twelve:
        return f"2 and 12 pay {two}"
    return ", ".join(f"{value} pays {more}" for value, more in ((2, two), (12, twelve)) if more)


def _title(left: float, middle: float, size: float) -> tuple[str, float]:
    """Return the field's name, and where its numbers begin."""
    wide = text_width("FIELD", size, "serif-bold", 2.0)
    how = {"face": "serif-bold", "fill": GOLD, "anchor": "start", "spacing": 2.0, "room": wide}
    return middle_text(left + 10, middle, "FIELD", size, **how), left + 14 + wide


def _numbers(layout: LayoutSheet, places: list[float], row: float, size: float) -> Iterator[str]:
    for x, value in zip(places, FIELD, strict=True):
        if _more(layout, value):
            yield tag(
                "circle",
                cx=x,
                cy=row,
                r=size * (0.74 if layout.settings.is_small else 0.86),
                fill="none",
                stroke=CREAM,
                stroke_width=1.6,
            )
        yield middle_text(x, row, str(value), size, face="serif-bold", fill=CREAM)


def _more(layout: LayoutSheet, value: int) -> str:
    """Return what a field number pays if more than even money."""
    pays = layout.seen.pays("field", str(value))
    return pays if pays != "1 to 1" else ""


# Pass and don't pass -------------------------------------------------------------------------------------------------


def line(
    layout: LayoutSheet, wager: str, left: float, right: float, top: float, corner_top: float, side: float
) -> float:
    """Draw a line that runs along the layout and up its left side, with room for odds behind it."""
    against = wager == "dont-pass"
    says, fill = ("DON’T PASS BAR", GOLD) if against else ("PASS LINE", LINE_RED)
    spacing = layout.px(2 if against else 5)
    odds_wide = max(layout.pile.width + 14, (right - left) * 0.26)
    tall, inner = layout.strip_height, left + side
    printed = [_shape(left, right, top, tall, corner_top, side)]
    upright = layout.settings.letters(17)
    upright_room = top - corner_top - 10
    if side and text_width(says, upright, "serif-bold", spacing) < upright_room:
        how = {"face": "serif-bold", "fill": fill, "spacing": spacing, "room": upright_room}
        words = middle_text(0, 0, says, upright, **how)
        printed.append(group(words, transform=moved(left + side / 2, (top + corner_top) / 2, -90)))
    size = layout.settings.letters(19 if against else 30)
    die = max(15.0, layout.px(23)) if against else 0.0
    words_wide = text_width(says, size, "serif-bold", spacing)
    how = {"face": "serif-bold", "fill": fill, "anchor": "start", "spacing": spacing, "room": words_wide}
    start = max(inner + 8, left + (right - left) * 0.3 - (words_wide + die * 2.3) / 2) if side else inner + 8
    printed.append(middle_text(start, top + tall / 2, says, size, **how))
    used = start + 6 + words_wide
    if against:
        printed.append(barred(layout, used + die * 1.15, top + tall / 2, die))
        used += die * 2.3 + 4
    piles = [pile for point in (0, *POINTS) for pile in layout.seen.piles(wager, point, layout.settings)]
    room = Box(used, top + 3, right - odds_wide - used - 4, tall - 6)
    layout.add(layout.area_with(wager, 0, piles, *printed, room=room))
    _odds(layout, wager, Box(right - odds_wide + 2, top + 3, odds_wide - 6, tall - 6))
    return top + tall + min(3.0, layout.gap)


def _odds(layout: LayoutSheet, wager: str, box: Box) -> None:
    """Draw odds behind the line, in a room of their own at its end."""
    odds = f"{wager}-odds"
    edge = spot_edge(box, layout.settings, radius=3, dashed=True, strength=0.4)
    middle, size = (box.x + box.width / 2, box.y + box.height / 2), layout.settings.letters(12)
    hint = middle_text(*middle, "odds", size, fill=GOLD, opacity=0.85, class_="hint")
    piles = [pile for point in (0, *POINTS) for pile in layout.seen.piles(odds, point, layout.settings)]
    layout.add(layout.area_with(odds, 0, piles, edge, room=box, empty=hint))


def _shape(left: float, right: float, top: float, tall: float, corner_top: float, side: float) -> str:
    """Return its outline: along the layout, round its corner and up its side."""
    bottom = top + tall
    if side:
        outer, inner = tall * 0.95, max(4.0, tall * 0.95 - side)
        path = (
            f"M{number(left)},{number(corner_top)}H{number(left + side)}V{number(top - inner)}"
            f"Q{number(left + side)},{number(top)} {number(left + side + inner)},{number(top)}H{number(right)}"
            f"V{number(bottom)}H{number(left + outer)}"
            f"Q{number(left)},{number(bottom)} {number(left)},{number(bottom - outer)}Z"
        )
    else:
        path = f"M{number(left)},{number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"
    return tag("path", d=path, fill="#000", fill_opacity=0.16, stroke=CREAM, stroke_opacity=0.8, stroke_width=1.6)
