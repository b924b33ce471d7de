"""A baccarat table as a picture: the long oval with its numbered seats, the two hands, the fee box and the scoreboards.

Every seat has areas for the wagers that the table offers (19:47-3.2); the felt says what a tie pays and which fee a
Banker win bears (3.3)."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from chapter47.baccarat.picture.roads import ROWS, Bead, bead_plate, big_road
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.views import HandView, SeatView, StaffView, TableView, View, table_view
from chapter47.core.log import Frame
from chapter47.core.money import dollars
from chapter47.drawing import felt
from chapter47.drawing.cards import HEIGHT, card_at, spoken_card
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import Mood, badge_at, badge_size, shoe_at, sign_at, sign_size, tray_at
from chapter47.drawing.picture import Picture
from chapter47.drawing.polygons import Box
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile, PileSize, piles_in, spot, spot_edge
from chapter47.drawing.svg import document, group, labelled, middle_text, moved, tag, text

WAGERS: Final = ("tie", "banker", "player")
"""From the middle of the table outwards."""
INK: Final = {"player": "#8fb9ff", "banker": "#ff9d8f", "tie": "#9be0a8"}
BEADS: Final = {"player": "#1f5fbf", "banker": "#b3242b", "tie": "#1c7d3f"}
HANDS: Final = ("player", "banker")
END_INSET: Final = 34
"""How far the uppermost seats at both ends lie further in, where the oval bends."""
MOST_COLUMNS: Final = 20
"""Of a scoreboard."""
_GAP: Final = 6.0


class SeatPlace(NamedTuple):
    """Where a seat lies."""

    seat: int
    box: Box
    at_end: bool = False
    """Of the oval, beside the middle of the table."""


class BaccaratPicture:
    """One picture; the middle of the table first, then the seats around it."""

    def __init__(self, view: TableView, viewer: str, cards_left: int | None, settings: Settings) -> None:
        self.view, self.viewer, self.cards_left, self.settings = view, viewer, cards_left, settings
        self.width = float(settings.width)
        self.letters = settings.letters(13)
        self.pile = PileSize(max(12.0, 13.0 * settings.unit), settings.letters(12.5))
        self.margin = max(14.0, 30 * settings.unit)
        self.drawn: list[str] = []
        self.names = dict(view.seats)
        self.clear = 0.0
        """So far from the sides the shoe keeps off the seats at the ends."""

    def px(self, size: float) -> float:
        return size * self.settings.unit

    @property
    def offers(self) -> tuple[str, ...]:
        return tuple(wager for wager in WAGERS if wager in self.view.sign.offers)

    def picture(self) -> str:
        """Seats at both ends beside the middle and the rest below it; on a small screen one's own seat alone."""
        bottom = self._small() if self.settings.is_small else self._wide()
        height = bottom + self.margin
        title = f"Baccarat, {len(self.view.sign.seats)} seats"
        return document(
            self.width,
            height,
            title,
            self._table(height),
            *self.drawn,
            definitions=felt.definitions(self.settings),
            title_id=self.settings.id("title"),
        )

    def _table(self, height: float) -> str:
        settings, rail = self.settings, self.margin * 0.7
        round_ = min(height / 2 - 4, self.px(170)) if not settings.is_small else 30.0
        ground = tag("rect", width=self.width, height=height, fill=felt.SURROUND)
        outer = {"x": 3.0, "y": 3.0, "width": self.width - 6, "height": height - 6, "rx": round_}
        inner = {
            "x": rail,
            "y": rail,
            "width": self.width - 2 * rail,
            "height": height - 2 * rail,
            "rx": round_ - rail + 3,
        }
        return ground + felt.rounded(outer, inner, settings)

    # The whole oval --------------------------------------------------------------------------------------------------

    def _wide(self) -> float:
        seats = self.view.sign.seats
        at_ends = min(3 if self.width >= 1000 else 2, len(seats) // 3)
        wide, tall = self._seat_size(len(seats) - 2 * at_ends)
        end_wide = max(wide, self.px(118))
        left, right = self.margin + self.px(14), self.width - self.margin - self.px(14)
        self.clear = left + end_wide + self._shoe_size[0] * 0.6
        start = self.margin + self.px(70)
        ends_bottom = start + at_ends * (tall + _GAP * 2)
        aside = end_wide + self.px(END_INSET) + self._shoe_size[0] * 1.05 + 6
        reaches = ends_bottom - _GAP * 2 - self._shoe_size[1]
        middle = self._fitting_middle(left + aside, right - aside, reaches)
        rows_top = max(ends_bottom, middle + _GAP * 2 + self._shoe_size[1])
        drop = (rows_top - ends_bottom) / max(1, at_ends)
        for place in self._places(seats, at_ends, (wide, tall), end_wide, start, rows_top, drop):
            self._seat(place)
        return rows_top + tall + self.px(8)

    def _fitting_middle(self, left: float, right: float, reaches: float) -> float:
        """With the largest cards that leave the seats where they are."""
        before = len(self.drawn)
        for size in (104, 96, 88, 80, 72, 66):
            del self.drawn[before:]
            bottom = self._middle(left, right, self.margin + 4, self.px(size))
            if bottom <= reaches:
                break
        return bottom

    def _seat_size(self, below: int) -> tuple[float, float]:
        room = self.width - 2 * self.margin - self.px(110)
        wide = min(self.px(118) + 8, room / max(1, below) - 4)
        return wide, len(self.offers) * (self.pile.height + 4) + self.letters * 1.7

    def _places(
        self,
        seats: Sequence[int],
        at_ends: int,
        size: tuple[float, float],
        end_wide: float,
        start: float,
        rows_top: float,
        drop: float,
    ) -> Iterator[SeatPlace]:
        """From the right of the dealers down, along the lower side and up at the left."""
        wide, tall = size
        left, right = self.margin + self.px(14), self.width - self.margin - self.px(14)
        inset = self.px(END_INSET)
        last = len(seats) - at_ends
        below = len(seats) - 2 * at_ends
        whole = below * (wide + 4) - 4
        for number, seat in enumerate(seats):
            if number < at_ends:
                y = start + number * (tall + _GAP * 2 + drop)
                yield SeatPlace(seat, Box(right - end_wide - (inset if number == 0 else 0.0), y, end_wide, tall), True)
            elif number < last:
                column = number - at_ends
                x = self.width / 2 + whole / 2 - (column + 1) * (wide + 4) + 4
                yield SeatPlace(seat, Box(x, rows_top, wide, tall))
            else:
                row = at_ends - 1 - (number - last)
                y = start + row * (tall + _GAP * 2 + drop)
                yield SeatPlace(seat, Box(left + (inset if row == 0 else 0.0), y, end_wide, tall), True)

    # One seat --------------------------------------------------------------------------------------------------------

    def _seat(self, place: SeatPlace) -> None:
        """Areas for each wager, and the number with the name."""
        box, seat = place.box, place.seat
        tall = (box.height - self.letters * 1.7) / max(1, len(self.offers))
        drawn = [
            self._area(seat, wager, Box(box.x, box.y + row * tall, box.width, tall - 3))
            for row, wager in enumerate(self.offers)
        ]
        name = self.names.get(seat, "")
        own = bool(name) and name == self.viewer
        says = shortened(
            f"{seat} · {name}" if name else f"{seat}", self.letters, box.width, "sans-bold" if own else "sans"
        )
        fill = "#fff" if own else "#dfe9e2" if name else GOLD
        words = text(
            box.x + box.width / 2,
            box.bottom - self.letters * 0.35,
            says,
            self.letters,
            fill=fill,
            face="sans-bold" if own else "sans",
        )
        label = f"seat {seat}, {name or 'free'}"
        plate = labelled(label, words, id=self.settings.id("plate", seat))
        self.drawn.append(group(*drawn, plate, id=self.settings.id("box", seat), class_="box"))
        if name and name == self.view.curator:
            self._shoe(*self._shoe_place(place), self._shoe_size[0])

    def _shoe_place(self, place: SeatPlace) -> tuple[float, float]:
        """In front of a seat: above it, or at the ends of the oval beside it."""
        (wide, high), box = self._shoe_size, place.box
        middle, aside = box.x + box.width / 2, box.width / 2 + wide * 0.56
        if not place.at_end:
            return min(max(middle, self.clear), self.width - self.clear), box.y - high / 2 - 2
        return middle + (aside if middle < self.width / 2 else -aside), box.y + box.height * 0.4

    @property
    def _shoe_size(self) -> tuple[float, float]:
        wide = max(44.0, self.px(64))
        return wide, wide * 0.7 + 5

    def _area(self, seat: int, wager: str, box: Box) -> str:
        lying = [stake for stake in self.view.stakes if (stake.seat, stake.wager) == (seat, wager)]
        piles = [
            ChipPile(
                stake.bettor,
                stake.amount,
                self.settings.id("chips", seat, 0, wager, 1, slot),
                own=stake.bettor == self.viewer,
            )
            for slot, stake in enumerate(lying, start=1)
        ]
        amount = sum(pile.amount for pile in piles)
        size = 12.0 if box.width < 90 else self.letters
        name = middle_text(
            box.x + box.width / 2,
            box.y + box.height / 2,
            shortened(wager.capitalize(), size, box.width - 2, "serif-bold"),
            size,
            face="serif-bold",
            fill=INK[wager],
        )
        room = Box(box.x + 1, box.y, box.width - 2, box.height)
        inside = (
            piles_in(room, piles, self.pile, place=self.settings.id("chips", seat, 0, wager, 1, "others"))
            if piles
            else name
        )
        told = spoken_amount(amount) if amount else "empty"
        place = self.settings.id("spot", seat, wager, 1)
        edge = spot_edge(box, self.settings, radius=5, strength=0.5)
        return spot(
            place, f"seat {seat}, {wager}, {told}", edge, inside, data_box=str(seat), data_wager=wager, data_bet="1"
        )

    # The middle ------------------------------------------------------------------------------------------------------

    def _middle(self, left: float, right: float, top: float, card: float) -> float:
        """Tray and fee box in front of the dealers, the hands, and the scoreboards."""
        middle = (left + right) / 2
        if not self.settings.is_small:
            tray = min(self.px(330), right - left)
            self.drawn.append(tray_at(middle, 0, tray, self.settings))
            top = max(top, tray * 0.115 + 8)
        limits = self._limits(left, top)
        if not self.view.curator:
            self._shoe(right - self._shoe_size[0] / 2 - 4, top + self._shoe_size[1] / 2 + 2, self._shoe_size[0])
        fees = self._fee_box(left + limits[0] + 10, right - (self._shoe_size[0] + 12), top)
        down = max(top + limits[1], fees) + _GAP
        down = self._hands(left, right, down, card)
        down = self._inscriptions(middle, right - left, down)
        return self._roads(left, right, down)

    def _limits(self, left: float, top: float) -> tuple[float, float]:
        sign, size = self.view.sign, self.letters
        lines = ((f"Min. {dollars(sign.minimum)}", True), (f"max. {dollars(sign.maximum)}", False))
        wide, high = sign_size(lines, size)
        label = f"Baccarat: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
        self.drawn.append(
            sign_at(left + wide / 2, top, lines, size, place=self.settings.id("sign-limits"), label=label)
        )
        return wide, high

    def _shoe(self, x: float, y: float, wide: float) -> None:
        full = self.view.sign.decks * 52
        self.drawn.append(shoe_at(x, y, wide, self.settings, cards_left=self.cards_left, before_cut=None, full=full))

    def _fee_box(self, left: float, right: float, top: float) -> float:
        """A space with each seat's number, for what it owes on Banker wins (3.3)."""
        size = 12.0
        owed = {fee.seat: fee.amount for fee in self.view.fees}
        cells = [(seat, dollars(owed[seat]) if seat in owed else "") for seat in self.view.sign.seats]
        wide = max(max(text_width(says, size, "sans-bold") for _, says in cells), 26.0) + 8
        corners, deep = placed_in_rows([(wide, size * 2.7)] * len(cells), right - left, 3.0)
        drawn = []
        for (seat, says), corner in zip(cells, corners, strict=True):
            box = Box((left + right) / 2 + corner.x, top + corner.y, wide, size * 2.7)
            edge = tag(
                "rect",
                x=box.x,
                y=box.y,
                width=wide,
                height=box.height,
                rx=3,
                fill="#000",
                fill_opacity=0.25,
                stroke=GOLD,
                stroke_opacity=0.45,
            )
            digits = text(box.x + wide / 2, box.y + size * 1.05, str(seat), size, fill=GOLD)
            amount = text(box.x + wide / 2, box.y + size * 2.3, says, size, face="sans-bold") if says else ""
            told = f"seat {seat} owes {spoken_amount(owed[seat])}" if seat in owed else f"seat {seat} owes nothing"
            drawn.append(labelled(told, edge, digits, amount, id=self.settings.id("fee", seat)))
        self.drawn.append(labelled("fees that are owed", *drawn, id=self.settings.id("fee-box")))
        return top + deep

    def _hands(self, left: float, right: float, top: float, card: float) -> float:
        """Player at the left, Banker at the right, each with the count of its points."""
        middle = (left + right) / 2
        half = (right - left) / 2
        card = min(max(40.0, card), half * 0.25)
        heading = self.settings.letters(21)
        bottom = top
        for hand, x in zip(HANDS, (middle - half / 2, middle + half / 2), strict=True):
            bottom = max(bottom, self._hand(hand, x, top, card, heading, half - 10))
        return bottom

    def _hand(self, hand: str, x: float, top: float, card: float, heading: float, room: float) -> float:
        view: HandView = getattr(self.view, hand)
        cards = (*(str(face) for face in view.cards), *[None] * view.face_down)
        won = self.view.result == hand
        name = text(
            x,
            top + heading,
            hand.upper(),
            heading,
            face="serif-bold",
            fill=ACCENT if won else INK[hand],
            spacing=self.px(3),
        )
        y = top + heading * 1.4
        step = card * 1.08
        wide = step * min(2, max(1, len(cards))) - card * 0.08 + (card * 1.5 if len(cards) > 2 else 0.0)
        wide = max(wide, step * 2 - card * 0.08)
        at = x - wide / 2
        drawn = []
        for number, face in enumerate(cards, start=1):
            place = self.settings.id("card", hand, 0, number)
            if number == 3:  # the third card lies across
                drawn.append(
                    card_at(
                        at + step * 2 + card * HEIGHT, y + card * 0.2, card, face, self.settings, place=place, turn=90
                    )
                )
            else:
                drawn.append(card_at(at + step * (number - 1), y, card, face, self.settings, place=place))
        label = f"{hand}: " + (", ".join(map(spoken_card, cards)) or "no cards")
        lying = labelled(label, *drawn, id=self.settings.id("hand", hand, 0), class_="hand")
        bottom = y + card * HEIGHT + 4
        badge = self._points(hand, view, x, bottom, room)
        frame = tag(
            "rect",
            x=x - room / 2,
            y=top - 2,
            width=room,
            height=bottom + self.letters * 1.9 - top + 2,
            rx=self.px(18),
            fill="#000",
            fill_opacity=0.12,
            stroke=ACCENT if won else GOLD,
            stroke_opacity=0.9 if won else 0.5,
            stroke_width=1.6,
        )
        self.drawn.append(frame + name + lying + badge)
        return bottom + self.letters * 1.9 + 4

    def _points(self, hand: str, view: HandView, x: float, top: float, room: float) -> str:
        if view.points is None:
            return ""
        size = self.letters * 1.05
        natural = len(view.cards) == 2 and view.points >= 8 and not view.face_down
        says = f"natural {view.points}" if natural else str(view.points)
        result = self.view.result
        mood: Mood = "plain" if not result else "push" if result == "tie" else "won" if result == hand else "lost"
        says += {"won": " wins", "push": " tie"}.get(mood, "")
        if badge_size(says, size)[0] > room:
            says = str(view.points)
        return badge_at(
            x, top + size * 0.85, says, size, mood, place=self.settings.id("badge", hand, 0), label=f"{hand} has {says}"
        )

    def _inscriptions(self, middle: float, room: float, top: float) -> float:
        """What a tie pays, and the fee."""
        sign = self.view.sign
        size = self.settings.letters(17)
        lines = [(self.settings.house, "serif-italic", size * 1.5)]
        if "tie" in sign.offers:
            lines.append((f"Tie pays {sign.tie_pays}", "serif-italic", size * 1.15))
            lines.append((f"Banker wins bear a fee of {sign.fee}", "serif-bold", max(12.0, size * 0.82)))
        down = top
        for place, (says, face, letters) in enumerate(lines, start=1):
            down += letters * 1.3
            kept = shortened(says, letters, room, "serif-bold")
            words = text(middle, down - letters * 0.25, kept, letters, face=face, fill=GOLD)  # type: ignore[arg-type]  # one of two
            self.drawn.append(group(words, id=self.settings.id("inscription", place)))
        return down + 4

    def _roads(self, left: float, right: float, top: float) -> float:
        """The bead plate at the left and the big road at the right."""
        results, size = self.view.history, max(17.0, self.px(19))
        columns = min(MOST_COLUMNS, int((right - left - 10) / 2 / size))
        middle, wide = (left + right) / 2, columns * size
        plates = (
            ("bead-plate", bead_plate(results, columns), middle - wide - 5),
            ("big-road", big_road(results, columns), middle + 5),
        )
        for name, beads, x in plates:
            told = f"{name.replace('-', ' ')}: {len(results)} rounds"
            drawn = [self._bead(name, bead, x, top, size) for bead in beads]
            self.drawn.append(labelled(told, self._grid(x, top, columns, size), *drawn, id=self.settings.id(name)))
        return top + size * ROWS + 6

    def _grid(self, x: float, y: float, columns: int, size: float) -> str:
        ground = tag(
            "rect", x=x, y=y, width=columns * size, height=ROWS * size, rx=3, fill="#f7f3e7", fill_opacity=0.94
        )
        path = "".join(f"M{x + column * size:.1f},{y:.1f}v{ROWS * size:.1f}" for column in range(1, columns))
        path += "".join(f"M{x:.1f},{y + row * size:.1f}h{columns * size:.1f}" for row in range(1, ROWS))
        return ground + tag("path", d=path, stroke="#b9b29c", stroke_width=0.6)

    def _bead(self, road: str, bead: Bead, x: float, y: float, size: float) -> str:
        middle = (x + (bead.column + 0.5) * size, y + (bead.row + 0.5) * size)
        colour = BEADS[bead.result]
        if road == "bead-plate":
            disc = tag("circle", cx=middle[0], cy=middle[1], r=size * 0.44, fill=colour)
            return disc + middle_text(*middle, bead.result[0].upper(), 12.0, face="sans-bold")
        ring = tag(
            "circle", cx=middle[0], cy=middle[1], r=size * 0.36, fill="none", stroke=colour, stroke_width=size * 0.14
        )
        if not bead.ties:
            return ring
        slash = f"M{middle[0] - size * 0.4:.1f},{middle[1] + size * 0.4:.1f}l{size * 0.8:.1f},{-size * 0.8:.1f}"
        return ring + tag("path", d=slash, stroke=BEADS["tie"], stroke_width=size * 0.13)

    # A small screen --------------------------------------------------------------------------------------------------

    def _small(self) -> float:
        left, right = self.margin, self.width - self.margin
        down = self._middle(left, right, self.margin, 60.0) + _GAP
        own = next((seat for seat, name in self.view.seats if name == self.viewer), None)
        large = own or next((seat for seat, _ in self.view.seats), self.view.sign.seats[0])
        down = self._strip([seat for seat in self.view.sign.seats if seat != large], left, right, down)
        tall = len(self.offers) * (self.pile.height + 8) + self.letters * 1.7
        wide = min(260.0, right - left)
        if self.names.get(large, "") == self.view.curator and self.view.curator:
            down += self._shoe_size[1] + 4
        self._seat(SeatPlace(large, Box(self.width / 2 - wide / 2, down, wide, tall)))
        return down + tall + 6

    def _strip(self, others: Sequence[int], left: float, right: float, top: float) -> float:
        """The other seats: who sits there and what they have staked."""
        columns = 2 if right - left < 500 else 3
        wide = (right - left - _GAP * (columns - 1)) / columns
        corners, deep = placed_in_rows([(wide, 26.0)] * len(others), right - left, _GAP)
        for seat, corner in zip(others, corners, strict=True):
            name = self.names.get(seat, "")
            stakes = [stake for stake in self.view.stakes if stake.seat == seat]
            staked = " ".join(f"{stake.wager[0].upper()} {dollars(stake.amount)}" for stake in stakes)
            holds = " · shoe" if name and name == self.view.curator else ""
            says = shortened(f"{seat} · {name or 'free'}{holds} {staked}".strip(), 12.0, wide - 12)
            ground = tag(
                "rect", width=wide, height=26, rx=7, fill="#000", fill_opacity=0.28, stroke=GOLD, stroke_opacity=0.35
            )
            words = middle_text(7, 13, says, 12.0, anchor="start", fill="#fff" if name else "#b9cfc3")
            place = moved((left + right) / 2 + corner.x, top + corner.y)
            told = f"seat {seat}, {name or 'free'}{holds} {staked}".strip()
            self.drawn.append(
                labelled(told, ground, words, id=self.settings.id("box", seat), class_="box", transform=place)
            )
        return top + deep + _GAP * 2


def draw(view: View, settings: Settings) -> str:
    match view:
        case SeatView():
            return BaccaratPicture(view.table, settings.viewer or view.player, None, settings).picture()
        case StaffView():
            return BaccaratPicture(view.table, settings.viewer, view.cards_left, settings).picture()
        case TableView():
            return BaccaratPicture(view, settings.viewer, None, settings).picture()


def replayed(posting: BaccaratTable, frames: Sequence[Frame]) -> TableView:
    del posting
    return table_view(frames[-1].state)


PICTURE: Final = Picture(draw=draw, replayed=replayed)
