"""The whole table: three bands for Tie, Banker and Player run around it, divided into the numbered seats.

A position on the bands has two coordinates: the distance along them and the distance outwards. The bands run down the
right side, round the corner, along the lower side from right to left, and up the left side."""

from math import cos, degrees, hypot, pi, sin
from typing import Final, NamedTuple

from chapter47.baccarat.picture import middle as middles
from chapter47.baccarat.picture.boards import BEAD_PLATE, BIG_ROAD, board
from chapter47.baccarat.picture.sheet import GAP, SeenBaccarat, Sheet
from chapter47.drawing import felt
from chapter47.drawing.felt import ACCENT, FELTS, GOLD, Corners
from chapter47.drawing.font_metrics import shortened
from chapter47.drawing.furniture import tray_at
from chapter47.drawing.polygons import Box, Point
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import document, group, labelled, middle_text, moved, number, tag

BOARDS_BESIDE: Final = 1000
"""From this width on, the scoreboards are beside the inscriptions in the middle; on narrower pictures they are below
them."""


class Track(NamedTuple):
    """The bands: the centres of the round corners, and the ends of the innermost band."""

    left: float
    right: float
    corner: float
    """Vertical position of the centres of both corners."""
    inner: float
    outer: float
    top: float
    """Where the bands begin on both sides."""

    @property
    def radius(self) -> float:
        """The middle radius, along which lengths are measured."""
        return (self.inner + self.outer) / 2

    @property
    def side(self) -> float:
        return self.corner - self.top

    @property
    def bend(self) -> float:
        return pi / 2 * self.radius

    @property
    def length(self) -> float:
        return 2 * self.side + 2 * self.bend + self.right - self.left

    def angle(self, along: float) -> float:
        """Return the outward direction: 0 is right, a quarter turn is down."""
        turns = min(max(along - self.side, 0.0), self.bend)
        back = min(max(along - self.side - self.bend - (self.right - self.left), 0.0), self.bend)
        return (turns + back) / self.radius

    def at(self, along: float, out: float) -> Point:
        angle = self.angle(along)
        across = min(max(along - self.side - self.bend, 0.0), self.right - self.left)
        up = max(along - (self.length - self.side), 0.0)
        down = min(along, self.side)
        y = self.top + down if angle == 0 else self.corner - up
        return Point(self.right - across + out * cos(angle), y + out * sin(angle))

    def piece(self, start: float, end: float, near: float, far: float) -> str:
        """The outline of a part of a band."""
        steps = [start + (end - start) * part / 6 for part in range(7)]
        points = [*(self.at(step, near) for step in steps), *(self.at(step, far) for step in reversed(steps))]
        return "M" + "L".join(f"{number(point.x)},{number(point.y)}" for point in points) + "Z"


class Oval:
    """One picture: the middle of the table first, then the seats around it."""

    def __init__(self, seen: SeenBaccarat, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.sheet = Sheet(seen, settings)
        self.band = self.sheet.pile.height + 6
        self.plate = self.sheet.letters * 1.7
        self.depth = self.band * len(seen.offers) + self.plate

    def drawn(self) -> str:
        sheet, settings = self.sheet, self.settings
        side = sheet.margin
        aside = side + self.depth + sheet.shoe_size[0] * 1.16 + GAP
        bottom = self._middle(aside, sheet.width - aside)
        track = self._track(side, bottom)
        before = list(sheet.drawn)
        sheet.drawn.clear()
        for place, seat in enumerate(self.seen.table.sign.seats):
            self._seat(track, seat, place)
        height = track.corner + track.outer + sheet.margin * 1.1
        corners = Corners(sheet.px(40), track.outer + sheet.margin * 0.25)
        ground = felt.oblong(sheet.width, height, height - sheet.margin * 0.72, sheet.margin, settings, corners)
        tray = tray_at(sheet.width / 2, 0, sheet.px(330), settings)
        return document(
            sheet.width,
            height,
            sheet.title,
            ground,
            *sheet.drawn,
            tray,
            *before,
            definitions=felt.definitions(settings),
            title_id=settings.id("title"),
        )

    def _track(self, side: float, bottom: float) -> Track:
        """Return the shortest track that fits the middle and the seats."""
        sheet = self.sheet
        inner = max(sheet.px(96), sheet.shoe_size[1] + 8)
        outer = inner + self.depth
        top = sheet.margin + sheet.px(44)
        left, right = side + outer, sheet.width - side - outer
        corner = max(top + 10, bottom + sheet.shoe_size[1] * 0.9 - inner)
        track = Track(left, right, corner, inner, outer, top)
        while self._pitch(track) * inner / track.radius < sheet.pile.width + 3:
            track = track._replace(corner=track.corner + 6)
        return track

    def _pitch(self, track: Track) -> float:
        return track.length / len(self.seen.table.sign.seats)

    # A seat --------------------------------------------------------------------------------------------------------

    def _seat(self, track: Track, seat: int, place: int) -> None:
        """Draw an area for each wager, from the middle outwards, then the seat number with the name."""
        sheet, pitch = self.sheet, self._pitch(track)
        start, end = place * pitch + 1.5, (place + 1) * pitch - 1.5
        turn = degrees(track.angle((start + end) / 2)) - 90
        drawn = []
        for row, wager in enumerate(self.seen.offers):
            near = track.inner + row * self.band
            drawn.append(self._area(track, seat, wager, (start, end), near, turn))
        plate = self._plate(track, seat, (start + end) / 2, pitch, turn)
        kind = "box own" if seat == self.seen.own_seat else "box"
        sheet.add(group(*drawn, plate, id=self.settings.id("box", seat), class_=kind))
        if seat == self.seen.curators_seat:
            angle, (wide, high) = track.angle((start + end) / 2), sheet.shoe_size
            near = abs(cos(angle)) * wide * 0.6 + abs(sin(angle)) * high * 0.58
            x, y = track.at((start + end) / 2, track.inner - near)
            sheet.shoe(x, y)

    def _area(self, track: Track, seat: int, wager: str, along: tuple[float, float], near: float, turn: float) -> str:
        own = seat == self.seen.own_seat
        edge = tag(
            "path",
            d=track.piece(*along, near + 1, near + self.band - 1),
            class_="edge",
            fill=FELTS[self.settings.felt].hollow,
            fill_opacity=0.55 if own else 0.35,
            stroke=ACCENT if own else GOLD,
            stroke_opacity=0.8 if own else 0.55,
            stroke_width=1.3,
        )
        pile, out, (start, end) = self.sheet.pile, near + self.band / 2, along
        middle = track.at((start + end) / 2, out)
        long = hypot(track.at(start, out).x - track.at(end, out).x, track.at(start, out).y - track.at(end, out).y)
        words, chips = self.sheet.name_width(wager), max(pile.width, pile.height)
        lies, name = middle, None
        if words + chips + 12 <= long:
            lies = track.at(start + (end - start) * (4 + chips / 2) / long, out)
            name = track.at(end - (end - start) * (6 + words / 2) / long, out)
        room = Box(lies.x - pile.width / 2, lies.y - pile.height / 2, pile.width, pile.height)
        return self.sheet.area(seat, wager, edge, room, turn=turn, empty_name=middle, name=name)

    def _plate(self, track: Track, seat: int, along: float, pitch: float, turn: float) -> str:
        name = self.seen.names.get(seat, "")
        own = bool(name) and name == self.seen.viewer
        says, size = f"{seat} · {name}" if name else f"{seat}", self.sheet.letters
        room = pitch * (track.outer - self.plate) / track.radius - 8
        kept = shortened(says, size, room, "sans-bold")
        x, y = track.at(along, track.outer - self.plate / 2)
        fill = "#fff" if own else "#dfe9e2" if name else GOLD
        words = middle_text(0, 0, kept or f"{seat}", size, fill=fill, face="sans-bold" if own else "sans", room=room)
        label, place = f"seat {seat}, {name or 'free'}", self.settings.id("plate", seat)
        return labelled(label, words, id=place, transform=moved(x, y, turn))

    # The middle ----------------------------------------------------------------------------------------------------

    def _middle(self, left: float, right: float) -> float:
        """Draw what is in front of the dealers, from their tray down."""
        sheet, view = self.sheet, self.seen.table
        top = sheet.px(330) * 0.115 + 8
        start = sheet.margin + self.depth + GAP
        wide, high = middles.limits(sheet, start, top)
        if not view.curator:
            sheet.shoe(sheet.width - start - sheet.shoe_size[0] / 2, top + sheet.shoe_size[1] / 2)
        aside = max(start + wide, start + sheet.shoe_size[0]) + 8
        down = middles.fee_box(sheet, aside, sheet.width - aside, top, view.sign.seats)
        down = max(top + max(high, sheet.shoe_size[1]), down) + GAP
        down = middles.hands(sheet, left, right, down, sheet.px(84))
        return self._boards(left, right, down + GAP)

    def _boards(self, left: float, right: float, top: float) -> float:
        """Draw the scoreboards on both sides of the print, or below it."""
        sheet, middle = self.sheet, self.sheet.width / 2
        if sheet.width < BOARDS_BESIDE:
            down, half = middles.inscriptions(sheet, middle, right - left, top), (right - left - GAP) / 2
            board(sheet, BEAD_PLATE, left, down + 3, half, from_right=True)
            return board(sheet, BIG_ROAD, left + half + GAP, down + 3, half) + GAP
        inset = sheet.shoe_size[0] * 0.4  # a shoe in a corner of the table needs more room than one at a side
        wide = (right - left) * 0.31 - inset * 0.5
        board(sheet, BEAD_PLATE, left + inset, top, wide)
        bottom = board(sheet, BIG_ROAD, right - inset - wide, top, wide, from_right=True)
        printed = middles.inscriptions_height(sheet)
        middles.inscriptions(sheet, middle, right - left - 2 * (wide + inset) - GAP, top + (bottom - top - printed) / 2)
        return max(bottom, top + printed) + GAP


def oval(seen: SeenBaccarat, settings: Settings) -> str:
    return Oval(seen, settings).drawn()
