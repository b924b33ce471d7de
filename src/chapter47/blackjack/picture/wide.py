"""The whole half-moon: every box on its ring, the dealer at the top."""

from typing import Final

from chapter47.blackjack.picture import box as boxes
from chapter47.blackjack.picture import dealer
from chapter47.blackjack.picture.box import LEAST_DIAMETER, BoxPlan, Sizes
from chapter47.blackjack.picture.dealer import DealerPlan
from chapter47.blackjack.picture.insurance import insurance_spot, insured
from chapter47.blackjack.picture.seen import Seen
from chapter47.drawing import felt
from chapter47.drawing.chips import amount_width
from chapter47.drawing.felt import GOLD
from chapter47.drawing.furniture import sign_at, sign_size, tray_at
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import TILT, Cell, Ring, cells, placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import arc_text, document, group, middle_text, number, tag

INNER_RADIUS: Final = 0.62
"""Of the ring of the insurance line, by the picture's width."""
SIDE: Final = 0.046
"""How far the boxes stay from the sides, by the picture's width."""
INSURED: Final = "Insurance"
BAND_REACH: Final = 0.31


class Wide:
    """One picture; its measures follow one from another, from the top down."""

    def __init__(self, seen: Seen, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.unit = settings.unit
        self.middle = settings.width / 2
        self.letters = settings.letters(13.5)

    def px(self, size: float) -> float:
        return size * self.unit

    def drawn(self) -> str:
        settings = self.settings
        signs, furniture_bottom = self._signs()
        dealer_plan = self._dealer()
        printed, band = self._inscriptions(dealer_plan.bottom)
        order = self.seen.boxes_in_order
        plans, places = self._boxes(band, furniture_bottom)
        lowest = max(corner.y for cell in places for corner in cell.corners)
        ring = band._replace(radius=max(cell.y for cell in places) - band.y + self.px(26) + 4)
        ring = ring._replace(radius=max(ring.radius, lowest - band.y + self.px(8)))
        rail = self.px(30)
        height = ring.y + ring.radius + rail + self.px(14)
        drawn = [
            boxes.drawn(self.seen, plan, settings, x=cell.x, y=cell.y, turn=cell.turn)
            for plan, cell in zip(plans, places, strict=True)
        ]
        title = f"{self.seen.table.sign.title}, {len(order)} boxes"
        return document(
            settings.width,
            height,
            title,
            felt.half_moon(settings.width, height, ring, rail, settings),
            printed,
            tray_at(self.middle, 0, self.px(370), settings),
            self._house(),
            *signs,
            self._insurance_chips(band),
            *drawn,
            dealer.drawn(self.seen, dealer_plan, settings, settings.letters(15)),
            definitions=felt.definitions(settings),
            title_id=settings.id("title"),
        )

    # The dealer's side ---------------------------------------------------------------------------------------------

    def _signs(self) -> tuple[list[str], float]:
        """Everything beside the dealer, and how far down it reaches."""
        seen, settings, size = self.seen, self.settings, self.letters
        width = settings.width
        left = SIDE * width + self.px(4)
        sign_wide, _ = sign_size(dealer.limits_lines(seen), size)
        limits, limits_high = dealer.limits(seen, left + sign_wide / 2, self.px(12), settings, size)
        rack_wide, shoe_wide = self.px(104), self.px(136)
        rack = dealer.rack(seen, left + sign_wide + self.px(22) + rack_wide / 2, self.px(54), rack_wide, settings)
        shoe_x, shoe_y = width - left - max(self.px(110), size * 6.2), self.px(56)
        shoe = dealer.shoe(seen, shoe_x, shoe_y, shoe_wide, settings, size)
        bottom = max(self.px(12) + limits_high, self.px(98), shoe_y + shoe_wide * 0.34 + size * 1.5)
        drawn, extra = [limits, rack, shoe], dealer.extra_signs(seen)
        corners, deep = placed_in_rows([sign_size(lines, size) for _, lines, _ in extra], 0.0, 6.0)
        for (place, lines, label), corner in zip(extra, corners, strict=True):
            x = left + sign_size(lines, size)[0] / 2
            drawn.append(sign_at(x, bottom + 8 + corner.y, lines, size, place=settings.id(place), label=label))
        return drawn, bottom + (deep + 8 if extra else 0.0)

    def _dealer(self) -> DealerPlan:
        room = self.px(420) if self.seen.table.sign.most_wagers > 1 else self.px(380)
        card = max(44.0, self.px(66))
        return dealer.planned(self.seen, x=self.middle, y=self.px(43) + self.px(14), card=card, room=room)

    # What is printed -----------------------------------------------------------------------------------------------

    def _inscriptions(self, top: float) -> tuple[str, Ring]:
        """The lines on their arcs, and the ring of the insurance line, under which the boxes lie."""
        settings = self.settings
        lines = self.seen.table.sign.inscriptions
        large = settings.letters(33)
        drawn, down = [], top + self.px(10)
        plain = [line for line in lines if not line.startswith(INSURED)]
        for place, line in enumerate(plain, start=1):
            loud = place == 1
            size = large if loud else settings.letters(16)
            says = line if loud else line.upper()
            spacing = self.px(1.5) if loud else max(0.6, self.px(2.6))
            down += size * (1.0 if loud else 1.5)
            ring = self._ring(down)
            drawn.append(
                arc_text(
                    settings.id("inscription", place),
                    (ring.x, ring.y),
                    ring.radius,
                    says,
                    size,
                    face="serif-italic" if loud else "serif-bold",
                    fill=GOLD,
                    spacing=spacing,
                )
            )
            down += size * 0.22
        insured = [line for line in lines if line.startswith(INSURED)]
        band_top = down + self.px(10)
        if insured:
            drawn.append(self._band(insured[0], band_top))
        band = self._ring(band_top + self.band_depth(has_text=bool(insured)))
        return "".join(drawn), band

    def _house(self) -> str:
        """The name of the licensee, between the dealer's cards and the shoe."""
        settings = self.settings
        says = middle_text(
            0.718 * settings.width, self.px(86), settings.house, settings.letters(22), face="serif-italic", fill=GOLD
        )
        return group(says, id=settings.id("inscription-house"))

    def _ring(self, down: float) -> Ring:
        """All rings lie around one point; this one reaches so far down."""
        return Ring(self.middle, self._centre, down - self._centre)

    @property
    def _centre(self) -> float:
        return self.px(300) - INNER_RADIUS * self.settings.width

    def band_depth(self, *, has_text: bool) -> float:
        """Of the insurance line: its words, and under them the chips."""
        return self.settings.letters(15) * 1.5 + 32 if has_text else 4.0

    def _band(self, says: str, top: float) -> str:
        settings = self.settings
        size = settings.letters(15)
        words = self._ring(top + size * 1.25)
        lines = [self._arc(self._ring(down)) for down in (top, top + self.band_depth(has_text=True))]
        lettering = arc_text(
            settings.id("inscription-insurance"),
            (words.x, words.y),
            words.radius,
            says.upper(),
            size,
            face="serif-bold",
            fill=GOLD,
            spacing=max(0.6, self.px(3)),
        )
        return "".join(lines) + lettering

    def _arc(self, ring: Ring) -> str:
        reach = BAND_REACH * self.settings.width
        left, right, down = ring.x - reach, ring.x + reach, ring.below(ring.x + reach)
        bow = f"A{number(ring.radius)},{number(ring.radius)} 0 0 0"
        path = f"M{number(left)},{number(down)}{bow} {number(right)},{number(down)}"
        return tag("path", d=path, fill="none", stroke=GOLD, stroke_opacity=0.75, stroke_width=1.8)

    def _insurance_chips(self, band: Ring) -> str:
        """On the insurance line in front of each box: what its bettors have staked there."""
        drawn = []
        order = self.seen.boxes_in_order
        slot = 2 * BAND_REACH * self.settings.width / len(order)
        for place, box in enumerate(order):
            amount = sum(stake.amount for stake in insured(self.seen, box))
            if not amount:
                continue
            x = self.middle + slot * ((len(order) - 1) / 2 - place)
            fits = [size for size in (self.letters, 12.0) if amount_width(amount, 12.5, size) < slot - 2]
            size = fits[0] if fits else 12.0
            y = band.below(x) - 16
            drawn.append(insurance_spot(self.seen, box, x, y, size, self.settings, chip=bool(fits)))
        return "".join(drawn)

    # The boxes -----------------------------------------------------------------------------------------------------

    def _boxes(self, band: Ring, furniture: float) -> tuple[list[BoxPlan], tuple[Cell, ...]]:
        """Plans and places: first how wide a box can be, then how deep the deepest must be."""
        order = self.seen.boxes_in_order
        room = self._cells(len(order), band, 0.3 * self.settings.width)[0].width
        sizes = Sizes(
            room=room - 6,
            hands_depth=max(112.0, self.px(176)),
            card=max(40.0, min(self.px(62), room * 0.44)),
            circle=max(LEAST_DIAMETER, min(self.px(72), room * 0.62)),
            letters=self.letters,
        )
        plans = [boxes.planned(self.seen, box, sizes) for box in order]
        places = self._cells(len(order), band, max(plan.depth for plan in plans))
        narrowest = min(cell.width for cell in places)
        if narrowest < room:
            plans = [boxes.planned(self.seen, box, sizes._replace(room=narrowest - 6)) for box in order]
            places = self._cells(len(order), band, max(plan.depth for plan in plans), given=narrowest)
        return plans, self._clear(places, band, furniture)

    def _cells(self, count: int, band: Ring, depth: float, given: float | None = None) -> tuple[Cell, ...]:
        """The deeper they are the less they lean, so that deep ones stay as wide."""
        side = SIDE * self.settings.width
        ring = band._replace(radius=band.radius + depth + self.px(12))
        usual = 0.3 * self.settings.width
        return cells(
            count,
            ring=ring,
            left=side,
            right=self.settings.width - side,
            depth=depth,
            widest=self.px(250),
            given=given,
            tilt=TILT * min(1.0, (usual / depth) ** 1.5),
        )

    def _clear(self, places: tuple[Cell, ...], band: Ring, furniture: float) -> tuple[Cell, ...]:
        """Moved down together until they lie under the insurance line, and at the sides under shoe and signs."""
        short = max(self._short(corner, band, furniture) for cell in places for corner in self._upper_edge(cell))
        return tuple(cell._replace(y=cell.y + max(0.0, short)) for cell in places)

    def _upper_edge(self, cell: Cell) -> tuple[Point, ...]:
        left, right = cell.corners[:2]
        return left, right, Point((left.x + right.x) / 2, (left.y + right.y) / 2)

    def _short(self, corner: Point, band: Ring, furniture: float) -> float:
        reach = (BAND_REACH + 0.01) * self.settings.width
        over = band.below(corner.x) if abs(corner.x - band.x) < reach else 0.0
        aside = furniture if abs(corner.x - band.x) > 0.16 * self.settings.width else 0.0
        return max(over, aside) + 8 - corner.y


def wide(seen: Seen, settings: Settings) -> str:
    return Wide(seen, settings).drawn()
