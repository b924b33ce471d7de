"""A craps table as a picture: one end of the layout with the line, the numbers and the field, and the centre.

The areas are those of the wagers that the table offers (19:47-1.2), inscribed with the odds that it posts (1.4)."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chapter47.core.log import Frame
from chapter47.core.money import dollars
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.views import CrapsView, CrewView, PlayerView, WagerView, table_view
from chapter47.drawing import felt
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.dice import die_at, marker_at, printed_pair
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import sign_at, sign_size
from chapter47.drawing.picture import Picture
from chapter47.drawing.polygons import Box
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile, PileSize, piles_in, spot, spot_edge
from chapter47.drawing.svg import document, group, labelled, middle_text, moved, number, tag, text

POINTS: Final = (4, 5, 6, 8, 9, 10)
NUMBER_WORDS: Final = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}
LOSING: Final = (("dont-come", "d.c."), ("dont-come-odds", "odds"), ("place-to-lose", "lose"), ("lay", "lay"))
WINNING: Final = (("come", "come"), ("come-odds", "odds"), ("place-to-win", "place"), ("buy", "buy"))
"""What can lie on a number, and what its place says: above the number what wins with a 7, below what loses."""
FIELD: Final = (2, 3, 4, 9, 10, 11, 12)
TWO_COLUMNS: Final = 1000
"""From so many pixels on the centre lies beside the line, as on a table; on narrower screens under it."""
_GAP: Final = 5.0
LINE_RED: Final = "#ffb3a1"


class Printed(NamedTuple):
    """A place of the centre: its wager and number, what it says, and the dice that are printed on it."""

    wager: str
    number: int
    says: str
    dice: tuple[int, int] | None


CENTRE: Final = (
    (Printed("any-seven", 0, "Any seven", (3, 4)), Printed("any-craps", 0, "Any craps", None)),
    (Printed("hard-6", 0, "Hard 6", (3, 3)), Printed("hard-10", 0, "Hard 10", (5, 5))),
    (Printed("hard-8", 0, "Hard 8", (4, 4)), Printed("hard-4", 0, "Hard 4", (2, 2))),
    (Printed("craps-3", 0, "3", (1, 2)), Printed("craps-2", 0, "2", (1, 1)), Printed("craps-12", 0, "12", (6, 6))),
    (Printed("eleven", 0, "11", (5, 6)), Printed("craps-eleven", 0, "C & E", None), Printed("horn", 0, "Horn", None)),
    tuple(Printed("horn-high", high, f"High {high}", None) for high in (2, 3, 11, 12)),
)
"""As the stickperson sees it: hardways, then what is decided by the next throw."""


class CrapsPicture:
    """One picture; areas are laid from the top down."""

    def __init__(self, view: CrapsView, viewer: str, settings: Settings) -> None:
        self.view, self.viewer, self.settings = view, viewer, settings
        self.width = float(settings.width)
        self.letters = settings.letters(12.5)
        self.pile = PileSize(max(13.0, 14.0 * settings.unit), self.letters)
        self.margin = max(16.0, 34 * settings.unit)
        self.drawn: list[str] = []
        self.positions = {name: position for position, name in view.rail}

    def px(self, size: float) -> float:
        return size * self.settings.unit

    def picture(self) -> str:
        left, right = self.margin + _GAP, self.width - self.margin - _GAP
        beside = self.width >= TWO_COLUMNS
        split = left + (right - left) * 0.69 if beside else right
        down = self._header(left, right)
        if beside:
            bottom = self._centre(split, right, down)
            end = self._end_of_layout(left, split - _GAP * 2, down, bottom)
        else:
            end = self._end_of_layout(left, right, down, down)
            bottom = self._centre(left, right, end + _GAP * 2)
        felt_bottom = max(end, bottom) + self.margin * 0.6
        height = self._rail(felt_bottom + self.margin)
        title = f"Craps, {len(self.view.rail)} players"
        return document(
            self.width,
            height,
            title,
            self._table(felt_bottom, height),
            *self.drawn,
            definitions=felt.definitions(self.settings),
            title_id=self.settings.id("title"),
        )

    def _table(self, felt_bottom: float, height: float) -> str:
        settings, rail = self.settings, self.margin * 0.72
        ground = tag("rect", width=self.width, height=height, fill=felt.SURROUND)
        outer = {"x": 3.0, "y": 3.0, "width": self.width - 6, "height": felt_bottom + rail - 6, "rx": self.margin * 1.5}
        inner = {"x": rail, "y": rail, "width": self.width - 2 * rail, "height": felt_bottom - rail, "rx": self.margin}
        return ground + felt.rounded(outer, inner, settings)

    # Chips -----------------------------------------------------------------------------------------------------------

    def _wagers(self, wager: str, number: int) -> list[WagerView]:
        lying = [stake for stake in self.view.wagers if (stake.wager, stake.number) == (wager, number)]
        return sorted(lying, key=lambda stake: self.positions.get(stake.bettor, 0))

    def _piles(self, wager: str, number: int) -> list[ChipPile]:
        return [
            ChipPile(
                stake.bettor,
                stake.amount,
                self.settings.id("chips", wager, number, self.positions.get(stake.bettor, 0)),
                own=stake.bettor == self.viewer,
                off=not stake.works,
            )
            for stake in self._wagers(wager, number)
        ]

    def _spot(self, wager: str, number: int, *printed: str, room: Box, empty: str = "") -> str:
        """An area with what is printed there and, in its room, the chips; where none lie, what it says when empty."""
        piles = self._piles(wager, number)
        amount = sum(pile.amount for pile in piles)
        name = wager.replace("-", " ") + (f" {number}" if number else "")
        own = sum(pile.amount for pile in piles if pile.own)
        told = (
            f"{spoken_amount(amount)}" + (f", {spoken_amount(own)} of it your own" if own else "")
            if amount
            else "empty"
        )
        together = self.settings.id("chips", wager, number, "others")
        lying = piles_in(room, piles, self.pile, place=together) if piles else empty
        place = self.settings.id("spot", wager, number)
        return spot(place, f"{name}, {told}", *printed, lying, data_wager=wager, data_bet=str(number))

    def _offers(self, wager: str, number: int = 0) -> bool:
        sign = self.view.sign
        base = wager.removesuffix("-odds")
        if wager in ("buy", "lay"):
            return number in (sign.buy if wager == "buy" else sign.lay)
        return base in sign.offers

    def _pays(self, wager: str, row: str = "") -> str:
        return next((pays for name, of_row, pays in self.view.sign.pays if (name, of_row) == (wager, row)), "")

    # Above the layout ------------------------------------------------------------------------------------------------

    def _header(self, left: float, right: float) -> float:
        """The sign with the limits, the dice, and where the marker lies while it is off."""
        sign, settings, size = self.view.sign, self.settings, self.letters
        lines = ((f"Minimum {dollars(sign.minimum)}", True), (f"max. {dollars(sign.maximum)}", False))
        label = f"Craps: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
        top = self.margin + 2
        wide, high = sign_size(lines, size)
        self.drawn.append(sign_at(left + wide / 2, top, lines, size, place=settings.id("sign-limits"), label=label))
        die = max(34.0, self.px(46))
        middle = top + max(high, die * 1.2) / 2
        x = right - die * 0.7
        for place, value in enumerate(reversed(self.view.dice), start=1):
            which = 3 - place
            self.drawn.append(
                die_at(x, middle, die, value, place=settings.id("die", which), turn=8 if which == 1 else -6)
            )
            x -= die * 1.28
        says = self._calls()
        words_right = x + die * 0.5 - 6
        room = words_right - (left + wide + 10)
        marker_room = 0.0
        if not self.view.point:
            radius = max(16.0, self.px(19))
            self.drawn.append(
                marker_at(left + wide + 12 + radius, middle, radius, on=False, place=settings.id("marker"))
            )
            marker_room = 2 * radius + 8
        self._house(
            left + wide + 14 + marker_room, words_right - text_width(says, size * 1.1, "sans-bold") - 10, middle
        )
        kept = shortened(says, size * 1.1, room - marker_room, "sans-bold")
        self.drawn.append(middle_text(words_right, middle, kept, size * 1.1, face="sans-bold", anchor="end"))
        return top + max(high, die * 1.2) + _GAP * 2

    def _house(self, left: float, right: float, middle: float) -> None:
        """The name of the licensee, where there is room for it above the layout."""
        size = self.settings.letters(24)
        says = self.settings.house
        if text_width(says, size, "serif-italic") <= right - left:
            words = middle_text((left + right) / 2, middle, says, size, face="serif-italic", fill=GOLD)
            self.drawn.append(group(words, id=self.settings.id("inscription-house")))

    def _calls(self) -> str:
        """Who throws, and what lay there last."""
        view = self.view
        who = f"{view.shooter} shoots" if view.shooter else f"dice to {view.offered}" if view.offered else "no shooter"
        thrown = f" · {sum(view.dice)}" if view.dice else ""
        return f"{who}{thrown}"

    # One end of the layout -------------------------------------------------------------------------------------------

    def _end_of_layout(self, left: float, right: float, top: float, reaches: float) -> float:
        """At least as far down as the centre reaches: the come area takes what is left over."""
        before = len(self.drawn)
        end = self._areas(left, right, top, 0.0)
        if end >= reaches:
            return end
        del self.drawn[before:]
        return self._areas(left, right, top, reaches - end)

    def _areas(self, left: float, right: float, top: float, spare: float) -> float:
        wraps = not self.settings.is_small
        strip = max(24.0, self.px(32)) if wraps else 0.0
        inner = left + (2 * strip + _GAP if wraps else 0.0)
        down = self._numbers(inner, right, top)
        if self._offers("come"):
            down = self._come(inner, right, down + _GAP, spare)
        if self._offers("field"):
            down = self._field(inner, right, down + _GAP)
        down += _GAP
        if self._offers("dont-pass"):
            down = self._line("dont-pass", left + strip, right, down, top, strip)
        return self._line("pass", left, right, down, top, strip)

    def _numbers(self, left: float, right: float, top: float) -> float:
        """The six numbers; beside them, where there is room, the don't come area."""
        small = self.settings.is_small
        beside = self.width >= 820 and self._offers("dont-come")
        if self._offers("dont-come") and not beside:
            top = self._dont_come_strip(left, right, top) + _GAP
        columns = 3 if small else 6
        first = (right - left) / 7.2 * 1.2 if beside else 0.0
        wide = (right - left - first - _GAP * (columns - 1 + beside)) / columns
        tall = self._number_height(wide)
        if beside:
            self._dont_come_box(Box(left, top, first, tall))
        for place, point in enumerate(POINTS):
            row, column = divmod(place, columns)
            x = left + (first + _GAP if beside else 0.0) + column * (wide + _GAP)
            self._number(point, Box(x, top + row * (tall + _GAP), wide, tall))
        rows = -(-len(POINTS) // columns)
        return top + rows * (tall + _GAP) - _GAP

    def _cells(self, wagers: Sequence[tuple[str, str]], point: int | None) -> list[tuple[str, str]]:
        """Those that are offered on this number, or on any."""
        numbers = POINTS if point is None else (point,)
        return [(wager, says) for wager, says in wagers if any(self._offers(wager, number) for number in numbers)]

    def _number_height(self, wide: float) -> float:
        rows = sum(-(-len(self._cells(side, None)) // self._across(wide)) for side in (LOSING, WINNING))
        return rows * (self.pile.height + 3) + self._name_height + 4

    def _across(self, wide: float) -> int:
        return max(1, min(4, int((wide - 6) / (self.pile.width + 2))))

    @property
    def _name_height(self) -> float:
        return max(34.0, self.px(42))

    def _number(self, point: int, box: Box) -> None:
        """Above the name what wins with a 7, below it what loses; the marker lies beside the name."""
        is_point = self.view.point == point
        frame = tag(
            "rect",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            rx=6,
            fill="none",
            stroke=GOLD,
            stroke_opacity=0.9,
            stroke_width=2.4 if is_point else 1.6,
        )
        losing, down = self._row_of_cells(LOSING, point, box, box.y + 3)
        name = self._name(point, box, down)
        winning, _ = self._row_of_cells(WINNING, point, box, down + self._name_height)
        self.drawn.append(
            labelled(f"number {point}", frame, *losing, name, *winning, id=self.settings.id("number", point))
        )

    def _name(self, point: int, box: Box, down: float) -> str:
        middle = down + self._name_height / 2
        size = self._name_height * 0.66
        says = NUMBER_WORDS[point]
        face_size = min(size, (box.width - 8) / max(1.0, text_width(says, 1.0, "serif-bold")))
        if self.view.point != point:
            return middle_text(box.x + box.width / 2, middle, says, face_size, face="serif-bold", fill=GOLD)
        radius = min(self._name_height * 0.45, box.width * 0.2)
        radius = max(14.0, radius)
        face_size = min(face_size, (box.width - 2 * radius - 14) / max(1.0, text_width(says, 1.0, "serif-bold")))
        marker = marker_at(box.right - radius - 4, middle, radius, on=True, place=self.settings.id("marker"))
        x = box.x + (box.width - 2 * radius - 6) / 2
        return middle_text(x, middle, says, face_size, face="serif-bold", fill=GOLD) + marker

    def _row_of_cells(
        self, wagers: Sequence[tuple[str, str]], point: int, box: Box, top: float
    ) -> tuple[list[str], float]:
        across = self._across(box.width)
        on_any, here = self._cells(wagers, None), self._cells(wagers, point)
        rows = -(-len(on_any) // across)
        wide, tall = (box.width - 6) / across, self.pile.height + 3
        drawn = []
        for place, (wager, says) in enumerate(here):
            row, column = divmod(place, across)
            used = min(across, len(here) - row * across)
            x = box.x + 3 + wide * column + wide * (across - used) / 2
            cell = Box(x + 1, top + row * tall + 1, wide - 2, tall - 2)
            middle = (cell.x + cell.width / 2, cell.y + cell.height / 2)
            hint = middle_text(*middle, says, 12.0, fill=GOLD, opacity=0.85)
            edge = spot_edge(cell, self.settings, radius=4, strength=0.22)
            drawn.append(self._spot(wager, point, edge, room=cell, empty=hint))
        return drawn, top + rows * tall

    def _bar(self, x: float, y: float, size: float) -> str:
        """The dice that are barred: two sixes, or two ones."""
        value = 1 if self.view.sign.bars == 2 else 6
        return printed_pair(x, y, size, value, value)

    def _dont_come_box(self, box: Box) -> None:
        size = max(12.0, self.px(15))
        x, y = box.x + box.width / 2, box.y + size * 1.1
        words = [
            middle_text(x, y + size * 1.2 * line, says, size, face="serif-bold", fill=GOLD)
            for line, says in enumerate(("DON’T", "COME", "BAR"))
        ]
        die = max(16.0, self.px(19))
        dice_y = y + size * 3.2 + die * 0.4
        room_top = dice_y + die * 0.8
        room = Box(box.x + 3, room_top, box.width - 6, box.bottom - room_top - 3)
        edge = spot_edge(box, self.settings)
        self.drawn.append(self._spot("dont-come", 0, edge, *words, self._bar(x, dice_y, die), room=room))

    def _dont_come_strip(self, left: float, right: float, top: float) -> float:
        return self._strip("dont-come", "DON’T COME BAR", left, right, top, bar=True)

    def _strip(
        self,
        wager: str,
        says: str,
        left: float,
        right: float,
        top: float,
        *,
        bar: bool = False,
        letters: float = 15.0,
        fill: str = GOLD,
        spare: float = 0.0,
    ) -> float:
        """An area with its name at the left, the barred dice after it, and room for chips in the rest."""
        size = self.settings.letters(letters)
        spacing = self.px(1.5)
        tall = self.pile.height + 8 + spare
        box = Box(left, top, right - left, tall)
        wide = text_width(says, size, "serif-bold", spacing)
        words = middle_text(
            left + 10, top + tall / 2, says, size, face="serif-bold", fill=fill, anchor="start", spacing=spacing
        )
        used, printed = left + 10 + wide + 6, [spot_edge(box, self.settings), words]
        if bar:
            die = max(15.0, self.px(19))
            printed.append(self._bar(used + die * 1.15, top + tall / 2, die))
            used += die * 2.3 + 4
        room = Box(used, top + 2, right - used - 4, tall - 4)
        self.drawn.append(self._spot(wager, 0, *printed, room=room))
        return top + tall

    def _come(self, left: float, right: float, top: float, spare: float) -> float:
        return self._strip("come", "COME", left, right, top, letters=34.0, fill=LINE_RED, spare=spare)

    def _field(self, left: float, right: float, top: float) -> float:
        """Its numbers; two and twelve, where they pay more, in a ring."""
        size = self.settings.letters(17)
        tall = size * 2.2 + self.pile.height + 6
        box = Box(left, top, right - left, tall)
        words = text(
            left + 10,
            top + size * 1.45,
            "FIELD",
            size,
            face="serif-bold",
            fill=GOLD,
            anchor="start",
            spacing=self.px(1.5),
        )
        start = left + 10 + text_width("FIELD", size, "serif-bold", self.px(1.5)) + 4
        notes = [self._field_note(value) for value in FIELD]
        step = (right - start - 6) / len(FIELD)
        printed = [spot_edge(box, self.settings), words]
        for place, (value, note) in enumerate(zip(FIELD, notes, strict=True)):
            x = start + step * (place + 0.5)
            if note:
                printed.append(
                    tag("circle", cx=x, cy=top + size * 1.12, r=size * 0.86, fill="none", stroke=GOLD, stroke_width=1.4)
                )
            printed.append(middle_text(x, top + size * 1.12, str(value), size, face="serif-bold", fill=GOLD))
        notes_y = top + size * 2.2 + self.pile.height / 2
        small = 12.0
        first, last = self._field_note(2), self._field_note(12)
        reserve = max((text_width(note, small) for note in (first, last) if note), default=0.0) + 12
        for note, x, anchor in ((first, left + 8, "start"), (last, right - 8, "end")):
            if note:
                printed.append(middle_text(x, notes_y, note, small, fill=GOLD, anchor=anchor))
        room = Box(left + reserve, top + size * 2.2, right - left - 2 * reserve, self.pile.height + 4)
        self.drawn.append(self._spot("field", 0, *printed, room=room))
        return top + tall

    def _field_note(self, value: int) -> str:
        """What a number of the field pays where that is more than even money."""
        pays = self._pays("field", str(value))
        return f"{value} pays {pays}" if pays and pays != "1 to 1" else ""

    def _line(self, wager: str, left: float, right: float, top: float, corner_top: float, strip: float) -> float:
        """A line that runs along the layout and up its left side, with the room for odds behind it."""
        against = wager == "dont-pass"
        says = "DON’T PASS BAR" if against else "PASS LINE"
        size = self.settings.letters(15 if against else 21)
        spacing = self.px(1.5 if against else 4)
        odds_wide = self._odds_width(left, right)
        tall = self.pile.height + 8
        inner = left + strip
        printed = [self._line_shape(left, right, top, tall, corner_top, strip)]
        if strip:
            side = self.settings.letters(13)
            length = text_width(says, side, "serif-bold", spacing)
            if length < top - corner_top - 10:
                upright = middle_text(
                    0, 0, says, side, face="serif-bold", fill=GOLD if against else LINE_RED, spacing=spacing
                )
                printed.append(group(upright, transform=moved(left + strip / 2, (top + corner_top) / 2, -90)))
        wide = text_width(says, size, "serif-bold", spacing)
        fill = GOLD if against else LINE_RED
        printed.append(
            middle_text(
                inner + 8, top + tall / 2, says, size, face="serif-bold", fill=fill, anchor="start", spacing=spacing
            )
        )
        used = inner + 8 + wide + 6
        if against:
            die = max(15.0, self.px(19))
            printed.append(self._bar(used + die * 1.15, top + tall / 2, die))
            used += die * 2.3 + 4
        points = self._on_line(wager)
        room = Box(used, top + 3, right - odds_wide - used - 4, tall - 6)
        self.drawn.append(self._line_spot(wager, printed, room, points))
        self._odds(wager, Box(right - odds_wide + 2, top + 3, odds_wide - 6, tall - 6))
        return top + tall + _GAP

    def _on_line(self, wager: str) -> list[int]:
        """The numbers under which wagers on the line are held: none yet, or the point."""
        return sorted({stake.number for stake in self.view.wagers if stake.wager == wager} | {0})

    def _line_spot(self, wager: str, printed: list[str], room: Box, points: list[int]) -> str:
        piles = [pile for point in points for pile in self._piles(wager, point)]
        amount = sum(pile.amount for pile in piles)
        name = wager.replace("-", " ")
        lying = piles_in(room, piles, self.pile, place=self.settings.id("chips", wager, 0, "others"))
        place = self.settings.id("spot", wager, 0)
        told = spoken_amount(amount) if amount else "empty"
        return spot(place, f"{name}, {told}", *printed, lying, data_wager=wager, data_bet="0")

    def _odds_width(self, left: float, right: float) -> float:
        return max(self.pile.width + 14, (right - left) * 0.26)

    def _odds(self, wager: str, box: Box) -> None:
        """Odds lie behind the line, in a room of their own at its end."""
        odds = f"{wager}-odds"
        edge = spot_edge(box, self.settings, radius=4, dashed=True, strength=0.4)
        hint = middle_text(box.x + box.width / 2, box.y + box.height / 2, "odds", 12.0, fill=GOLD, opacity=0.85)
        piles = [pile for point in (0, *POINTS) for pile in self._piles(odds, point)]
        amount = sum(pile.amount for pile in piles)
        lying = piles_in(box, piles, self.pile, place=self.settings.id("chips", odds, 0, "others")) if piles else hint
        told = spoken_amount(amount) if amount else "empty"
        name = odds.replace("-", " ")
        place = self.settings.id("spot", odds, 0)
        self.drawn.append(spot(place, f"{name}, {told}", edge, lying, data_wager=odds, data_bet="0"))

    def _line_shape(self, left: float, right: float, top: float, tall: float, corner_top: float, strip: float) -> str:
        """Along the layout, round its corner and up its side."""
        bottom = top + tall
        if strip:
            bend = strip * 0.9
            path = (
                f"M{number(left)},{number(corner_top)}H{number(left + strip - 3)}V{number(top)}H{number(right)}"
                f"V{number(bottom)}"
                f"H{number(left + bend)}Q{number(left)},{number(bottom)} {number(left)},{number(bottom - bend)}Z"
            )
        else:
            path = f"M{number(left)},{number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"
        return tag("path", d=path, fill="#000", fill_opacity=0.14, stroke=GOLD, stroke_opacity=0.8, stroke_width=1.6)

    # The centre ------------------------------------------------------------------------------------------------------

    def _centre(self, left: float, right: float, top: float) -> float:
        down = top
        for row in CENTRE:
            offered = [place for place in row if self._offers(place.wager)]
            if not offered:
                continue
            wide = (right - left - _GAP * (len(offered) - 1)) / len(offered)
            tall = self._centre_height(offered, wide)
            for place, printed in enumerate(offered):
                self._centre_place(printed, Box(left + place * (wide + _GAP), down, wide, tall))
            down += tall + _GAP
        return down - _GAP

    def _centre_height(self, places: Sequence[Printed], wide: float) -> float:
        lines = max(len(self._centre_lines(place, wide)) for place in places)
        dice = max(18.0, self.px(20)) * 1.25 if any(place.dice for place in places) else 0.0
        return 6 + dice + lines * self.letters * 1.25 + self.pile.height + 3

    def _centre_lines(self, printed: Printed, wide: float) -> list[str]:
        """What it says and what it pays, in one line where it fits."""
        pays = self._pays(printed.wager)
        whole = f"{printed.says} · {pays}" if pays else printed.says
        if text_width(whole, self.letters, "sans-bold") <= wide - 8 or not pays:
            return [whole]
        return [printed.says, pays]

    def _centre_place(self, printed: Printed, box: Box) -> None:
        die = max(18.0, self.px(20))
        x, down = box.x + box.width / 2, box.y + 6
        inside = [spot_edge(box, self.settings)]
        if printed.dice:
            inside.append(printed_pair(x, down + die / 2, die, *printed.dice))
            down += die * 1.25
        for line in self._centre_lines(printed, box.width):
            kept = shortened(line, self.letters, box.width - 4, "sans-bold")
            inside.append(middle_text(x, down + self.letters * 0.55, kept, self.letters, face="sans-bold", fill=GOLD))
            down += self.letters * 1.25
        room = Box(box.x + 2, box.bottom - self.pile.height - 3, box.width - 4, self.pile.height)
        self.drawn.append(self._spot(printed.wager, printed.number, *inside, room=room))

    # The rail --------------------------------------------------------------------------------------------------------

    def _rail(self, top: float) -> float:
        """Who stands at the rail, clockwise from the left of the bank."""
        size = self.settings.letters(13)
        tiles = list(self._names(size))
        if not tiles:
            return top + 4
        corners, deep = placed_in_rows([(wide, size * 1.9) for *_, wide in tiles], self.width - 2 * self.margin, 6.0)
        for (position, says, fill, wide), corner in zip(tiles, corners, strict=True):
            x, y = self.width / 2 + corner.x, top + corner.y
            ground = tag(
                "rect", width=wide, height=size * 1.9, rx=size * 0.5, fill="#23262c", stroke=fill, stroke_opacity=0.6
            )
            words = middle_text(wide / 2, size * 0.95, says, size, fill=fill)
            label = f"position {position}: {says}"
            self.drawn.append(
                labelled(label, ground, words, id=self.settings.id("plate", position), transform=moved(x, y))
            )
        return top + deep + 10

    def _names(self, size: float) -> Iterator[tuple[int, str, str, float]]:
        for position, name in self.view.rail:
            kept = shortened(f"{position} · {name}", size, self.px(150) + 60)
            says = f"{kept} · dice" if name == self.view.shooter else kept
            fill = (
                ACCENT
                if name in (self.view.shooter, self.view.offered)
                else "#fff"
                if name == self.viewer
                else "#cfd6d1"
            )
            yield position, says, fill, text_width(says, size) + size * 1.2


def draw(view: CrapsView | PlayerView | CrewView, settings: Settings) -> str:
    """As a player sees it, with the own chips first, or as everybody does."""
    table = view if isinstance(view, CrapsView) else view.table
    viewer = settings.viewer or (view.player if isinstance(view, PlayerView) else "")
    return CrapsPicture(table, viewer, settings).picture()


def replayed(posting: CrapsPosting, frames: Sequence[Frame]) -> CrapsView:
    del posting
    return table_view(frames[-1].state)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
