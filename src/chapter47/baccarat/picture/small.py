"""A small screen: the hands, below them the viewer's seat large, the scoreboards, and the other seats as a strip."""

from typing import Final

from chapter47.baccarat.picture import middle as middles
from chapter47.baccarat.picture.boards import BEAD_PLATE, BIG_ROAD, board
from chapter47.baccarat.picture.sheet import GAP, SeenBaccarat, Sheet
from chapter47.core.money import dollars
from chapter47.drawing import felt
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import shortened
from chapter47.drawing.polygons import Box, Point
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import spot_edge
from chapter47.drawing.svg import document, group, labelled, middle_text, moved, tag, text

TILE: Final = 28.0
"""Height of a seat in the strip."""


def small(seen: SeenBaccarat, settings: Settings) -> str:
    sheet = Sheet(seen, settings)
    left, right = sheet.margin + 2, sheet.width - sheet.margin - 2
    own = seen.own_seat or next((seat for seat, _ in seen.table.seats), seen.table.sign.seats[0])
    down = _head(sheet, left, right, own)
    down = middles.hands(sheet, left, right, down, 52.0)
    down = _seat(sheet, own, left, right, down + 2)
    down = middles.inscriptions(sheet, sheet.width / 2, right - left, down)
    half = (right - left - GAP) / 2
    board(sheet, BEAD_PLATE, left, down + 3, half, from_right=True)
    down = board(sheet, BIG_ROAD, left + half + GAP, down + 3, half) + GAP * 2
    others = [seat for seat in seen.table.sign.seats if seat != own]
    down = _strip(sheet, others, left, right, down)
    height = max(down + sheet.margin, settings.least_height)
    return document(
        sheet.width,
        height,
        sheet.title,
        felt.oblong(sheet.width, height, height - sheet.margin * 0.72, sheet.margin, settings),
        *sheet.drawn,
        definitions=felt.definitions(settings),
        title_id=settings.id("title"),
    )


def _head(sheet: Sheet, left: float, right: float, own: int) -> float:
    """Draw limits, the outstanding fee, and the shoe; the curator's own shoe is there too, as nobody else is drawn."""
    top = sheet.margin
    wide, high = middles.limits(sheet, left, top)
    shoe_wide, shoe_high = sheet.shoe_size
    sheet.shoe(right - shoe_wide / 2 - 2, top + shoe_high / 2)
    start, end = left + wide + 6, right - shoe_wide - 10
    owing = {fee.seat for fee in sheet.seen.table.fees}
    seats = tuple(seat for seat in sheet.seen.table.sign.seats if seat in owing or seat == own)
    down = middles.fee_box(sheet, start, end, top, seats)
    return max(down, top + high, top + shoe_high) + GAP


def _seat(sheet: Sheet, seat: int, left: float, right: float, top: float) -> float:
    """Draw the areas side by side, as wide as the screen."""
    offers, head = sheet.seen.offers, sheet.name_size * 1.7
    tall = head + sheet.pile.height + 4
    wide = (right - left - 4 * (len(offers) - 1)) / max(1, len(offers))
    drawn = []
    for place, wager in enumerate(reversed(offers)):
        box = Box(left + place * (wide + 4), top, wide, tall)
        edge, room = (
            spot_edge(box, sheet.settings, radius=6, strength=0.8),
            Box(box.x, top + head, wide, tall - head - 4),
        )
        drawn.append(sheet.area(seat, wager, edge, room, name=Point(box.x + wide / 2, top + head * 0.6)))
    name = sheet.seen.names.get(seat, "")
    holds = " · has the shoe" if seat == sheet.seen.curators_seat else ""
    says = shortened(f"{seat} · {name}{holds}" if name else f"{seat} · free", sheet.letters, right - left, "sans-bold")
    bottom = top + tall + sheet.letters * 1.5
    words = text(
        (left + right) / 2, bottom - sheet.letters * 0.4, says, sheet.letters, face="sans-bold", room=right - left
    )
    plate = labelled(f"seat {seat}, {name or 'free'}{holds}", words, id=sheet.settings.id("plate", seat))
    kind = "box own" if seat == sheet.seen.own_seat else "box"
    sheet.add(group(*drawn, plate, id=sheet.settings.id("box", seat), class_=kind))
    return bottom


def _strip(sheet: Sheet, others: list[int], left: float, right: float, top: float) -> float:
    """Draw the other seats: who sits there and their stakes. A seated viewer needs no free ones."""
    seen = sheet.seen
    shown = [seat for seat in others if seat in seen.names] if seen.own_seat else others
    columns = 2 if seen.own_seat else 3
    wide = (right - left - GAP * (columns - 1)) / columns
    corners, deep = placed_in_rows([(wide, TILE)] * len(shown), right - left, GAP)
    for seat, corner in zip(shown, corners, strict=True):
        name = seen.names.get(seat, "")
        stakes = [stake for stake in seen.table.stakes if stake.seat == seat]
        staked = dollars(sum(stake.amount for stake in stakes)) if stakes else ""
        holds = " · shoe" if seat == seen.curators_seat else ""
        label = f"{seat} · {name or 'free'}{holds} {staked}".strip()
        ground = tag(
            "rect", width=wide, height=TILE, rx=7, fill="#000", fill_opacity=0.28, stroke=GOLD, stroke_opacity=0.35
        )
        fill = "#fff" if name else "#b9cfc3"
        kept = shortened(label, 12.0, wide - 12)
        words = middle_text(7, TILE / 2, kept, 12.0, anchor="start", fill=fill, room=wide - 12)
        plate = group(words, id=sheet.settings.id("plate", seat))
        place = moved((left + right) / 2 + corner.x, top + corner.y)
        sheet.add(
            labelled(f"seat {label}", ground, plate, id=sheet.settings.id("box", seat), class_="box", transform=place)
        )
    return top + deep + GAP
