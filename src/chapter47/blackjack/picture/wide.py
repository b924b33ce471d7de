"""The whole half-moon: every box on its ring, the dealer at the top.

All rings share a centre. It is as low as possible, for a round table; if boxes are deep or words long it moves up, and
the ring gives way before anything overlaps."""

from itertools import product
from math import atan2, degrees, hypot, sqrt
from typing import Final, NamedTuple

from chapter47.blackjack.picture import box as boxes
from chapter47.blackjack.picture import dealer
from chapter47.blackjack.picture.box import insurance_on_band
from chapter47.blackjack.picture.box_plan import LEAST_DIAMETER, BoxPlan, Sizes, planned
from chapter47.blackjack.picture.dealer import DealerPlan
from chapter47.blackjack.picture.inscriptions import Inscriptions, inscriptions
from chapter47.blackjack.picture.seen import SeenBlackjack, areas, pay_rows
from chapter47.drawing import felt
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.furniture import sign_at, sign_size, tray_at
from chapter47.drawing.placards import Placard, placard_at, placard_least, placard_size, two_placards
from chapter47.drawing.polygons import Box, Polygon, overlap
from chapter47.drawing.rings import LEAN, Cell, Ground, Ring, placed_in_rows, seated
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import document, group, middle_text

SIDE: Final = 0.046
"""Distance of the boxes from the sides, relative to the picture's width."""
CENTRES: Final = (0, -40, -90, -150, -220, -310, -420, -560, -760, -1100, -1600)
"""Centres of all rings, from the roundest table to the flattest, in pixels of the usual width."""
SLACK: Final = 84
FEW_AREAS: Final = 4
WIDER: Final = (1.0, 1.15, 1.3)
WORTH_IT: Final = 0.95
"""A table with wider boxes is flatter: it must be this much lower to be worth it."""
WINGS: Final = (3.0, 2.5, 2.1, 1.7)
RAIL: Final = 30


class Seating(NamedTuple):
    """The common centre, and a place for each box."""

    centre: float
    cells: tuple[Cell, ...]


class Wide:
    """One picture; its measures follow from each other, from the top down."""

    def __init__(self, seen: SeenBlackjack, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.unit = settings.unit
        self.middle = settings.width / 2
        self.letters = settings.letters(13.5)
        self.order = seen.boxes_in_order
        self.standing: list[Box] = []
        """Objects on the felt beside the dealer's cards."""
        self.signs_right = 0.0
        """How far the lower signs extend towards the middle."""
        self.wings = 1.0
        """How much wider than its box split hands may be."""
        self.is_deep = False
        """Whether there is room for two hands, one above the other."""

    def px(self, size: float) -> float:
        return size * self.unit

    def drawn(self) -> str:
        settings, signs = self.settings, self._signs()
        hand = self._dealer()
        printed = inscriptions(self.seen.table.sign.inscriptions, hand.bottom, self.signs_right, settings)
        plans, seating = self._boxes(printed, self._dealers_room(hand))
        ring = self._edge(seating)
        placards, height = self._placards(ring)[0], self._height(seating)
        drawn = [
            boxes.drawn(self.seen, plan, settings, x=cell.x, y=cell.y, turn=cell.turn)
            for plan, cell in zip(plans, seating.cells, strict=True)
        ]
        return document(
            settings.width,
            height,
            f"{self.seen.table.sign.title}, {len(self.order)} boxes",
            felt.half_moon(settings.width, height, ring, self.px(RAIL), settings),
            printed.drawn(seating.centre),
            tray_at(self.middle, 0, self.px(370), settings),
            *signs,
            *self._insurance(printed, seating),
            *drawn,
            dealer.drawn(self.seen, hand, settings, settings.letters(15)),
            *placards,
            definitions=felt.definitions(settings),
            title_id=settings.id("title"),
            aside=settings.aside,
        )

    # The dealer's side ---------------------------------------------------------------------------------------------

    def _signs(self) -> list[str]:
        """Draw everything beside the dealer: limits, meters and discard rack at the left, shoe and house at the
        right."""
        seen, settings, size = self.seen, self.settings, self.letters
        left, top = self.px(118), self.px(12)
        sign_wide, sign_high = sign_size(dealer.limits_lines(seen), size)
        limits, _ = dealer.limits(seen, left + sign_wide / 2, top, settings, size)
        self.standing.append(Box(left, top, sign_wide, sign_high))
        drawn = [limits, *self._extra_signs(left, top + sign_high + 8)]
        rack_wide, shoe_wide = self.px(104), self.px(130)
        rack_x = max(left + sign_wide + self.px(18), self.px(250)) + rack_wide / 2
        drawn.append(dealer.rack(seen, rack_x, self.px(52), rack_wide, settings))
        self.standing.append(Box(rack_x - rack_wide * 0.53, 0, rack_wide * 1.06, self.px(52) + rack_wide * 0.38))
        shoe_x, shoe_y = settings.width - self.px(330), self.px(50)
        drawn.append(dealer.shoe(seen, shoe_x, shoe_y, shoe_wide, settings, size))
        words = max(shoe_wide * 1.06, dealer.shoe_words_width(seen, size) + 4)
        self.standing.append(Box(shoe_x - words / 2, 0, words, shoe_y + shoe_wide * 0.34 + size * 1.5))
        return [*drawn, self._house(shoe_x + words / 2)]

    def _extra_signs(self, left: float, top: float) -> list[str]:
        """Meters and displays, under the limits."""
        extra = dealer.extra_signs(self.seen)
        sizes = [sign_size(lines, self.letters) for _, lines, _ in extra]
        corners, _ = placed_in_rows(sizes, 0.0, 6.0)
        drawn = []
        for (place, lines, label), corner, (wide, high) in zip(extra, corners, sizes, strict=True):
            box = Box(left, top + corner.y, wide, high)
            x = left + wide / 2
            drawn.append(sign_at(x, box.y, lines, self.letters, place=self.settings.id(place), label=label))
            self.standing.append(box)
            self.signs_right = max(self.signs_right, box.right)
        return drawn

    def _house(self, shoe_right: float) -> str:
        """The name of the licensee, beside the shoe."""
        settings, size = self.settings, self.settings.letters(20)
        room = settings.width - self.px(106) - shoe_right
        wide = text_width(settings.house, size, "serif-italic")
        if wide > room:
            size = max(12.0, size * room / wide)
        x, y = shoe_right + room / 2, self.px(46)
        words = middle_text(x, y, settings.house, size, face="serif-italic", fill=GOLD)
        self.standing.append(Box(x - wide / 2, 0, wide, y + size))
        return group(words, id=settings.id("inscription-house"))

    def _dealer(self) -> DealerPlan:
        several = self.seen.table.sign.most_wagers > 1
        room, card = self.px(420 if several else 260), max(44.0, self.px(66))
        under = self.settings.letters(15) * 1.9 if several else 0.0
        return dealer.planned(self.seen, x=self.middle, y=self.px(57), card=card, room=room, under=under)

    def _dealers_room(self, plan: DealerPlan) -> Box:
        wide = plan.room if plan.areas > 1 else max(plan.hand.width, plan.card * 2.2)
        return Box(plan.x - wide / 2, plan.y, wide, plan.bottom - plan.y)

    # The boxes -----------------------------------------------------------------------------------------------------

    def _boxes(self, printed: Inscriptions, hand: Box) -> tuple[list[BoxPlan], Seating]:
        """Place boxes at the usual width, or wider if many areas then need fewer rows and the table gets lower. Split
        hands go side by side if neighbours leave room, otherwise one above the other in a deeper box."""
        if self._is_split:
            tried: set[tuple[float, ...]] = set()
            for self.is_deep, self.wings in product((False, True), WINGS):
                plans, seating = self._seated(printed, hand, self._usual_width())
                widths_now = tuple(plan.arrangement.width for plan in plans)
                if widths_now in tried:
                    continue
                tried.add(widths_now)
                if spread := self._spread(plans, seating, self._ground(printed, seating.centre)):
                    return spread, seating
            self.wings = 1.0
        widths = WIDER if len(areas(self.seen.table)) > FEW_AREAS else WIDER[:1]
        usual, *wider = [self._seated(printed, hand, self._usual_width() * more) for more in widths]
        lower = min(wider, key=lambda way: self._height(way[1]), default=usual)
        return lower if self._height(lower[1]) < self._height(usual[1]) * WORTH_IT else usual

    def _height(self, seating: Seating) -> float:
        """Return the height of the whole picture."""
        ring = self._edge(seating)
        return max(ring.y + ring.radius + self.px(RAIL) + self.px(6), self._placards(ring)[1])

    def _seated(self, printed: Inscriptions, hand: Box, usual: float) -> tuple[list[BoxPlan], Seating]:
        """Seat the boxes on the roundest ring on which the deepest box fits; otherwise in a flat row."""
        plans = self._plans(usual)
        depth = max(plan.depth for plan in plans)
        for centre in (self.px(centre) for centre in CENTRES):
            if not printed.fits(centre, hand, self.standing):
                continue
            ground = self._ground(printed, centre)
            made = seated(len(self.order), ground, width=usual, depth=depth, slack=self.px(SLACK))
            if made is not None:
                return self._widened(plans, Seating(centre, made), ground)
        return self._in_a_row(printed, usual)

    def _usual_width(self) -> float:
        count = len(self.order)
        return max(98.0, self.px(126 if count > 5 else 160 if count > 3 else 190))

    def _plans(self, width: float) -> list[BoxPlan]:
        room = width - 4
        sizes = Sizes(
            room=room,
            hands_depth=self._hands_depth(),
            card=max(40.0, min(self.px(60), room * 0.47)),
            circle=max(LEAST_DIAMETER, min(self.px(72), room * 0.62)),
            letters=self.letters,
            split_room=room * self.wings,
        )
        return [planned(self.seen, box, sizes) for box in self.order]

    def _hands_depth(self) -> float:
        """Return room for a hand as dealt, or for two if split hands are one above the other."""
        return max(150.0, self.px(222)) if self.is_deep else max(96.0, self.px(116))

    @property
    def _is_split(self) -> bool:
        dealt = self.seen.table.sign.hands_per_box
        return any(len(self.seen.hands(box)) > dealt for box in self.order)

    def _spread(self, plans: list[BoxPlan], seating: Seating, ground: Ground) -> list[BoxPlan] | None:
        """Return positions for hands wider than their box, straight above it or to one side, if they cover nothing
        else; None if there is none."""
        if any(plan.arrangement.depth > plan.sizes.hands_depth for plan in plans):
            return None
        taken: list[tuple[int, Polygon]] = []
        wide = []
        for place, (plan, cell) in enumerate(zip(plans, seating.cells, strict=True)):
            taken.append((place, cell._replace(width=plan.spots_width + 4).lower(plan.spots_depth)))
            if plan.arrangement.width > cell.width:
                wide.append(place)
            elif plan.hands:
                taken.append((place, plan.of_hands(cell, 0.0).upper(plan.hands_depth)))
        shifts = self._shifts(plans, seating, ground, wide, taken)
        if shifts is None:
            return None
        return [
            plan._replace(arrangement=plan.arrangement.moved(shifts.get(place, 0.0)))
            for place, plan in enumerate(plans)
        ]

    def _shifts(
        self,
        plans: list[BoxPlan],
        seating: Seating,
        ground: Ground,
        wide: list[int],
        taken: list[tuple[int, Polygon]],
    ) -> dict[int, float] | None:
        """Return how far to shift the wide hands of each place to the right, so that all fit."""
        if not wide:
            return {}
        place, *rest = wide
        plan, cell = plans[place], seating.cells[place]
        aside = (plan.arrangement.width - cell.width) / 2 + 2
        for shift in (part * aside for part in (0, -0.5, 0.5, -1, 1, -1.5, 1.5)):
            hands = plan.of_hands(cell, shift)
            shape = hands.upper(plan.hands_depth)
            if any(other != place and overlap(shape, lies) for other, lies in taken) or not ground.keeps_clear([hands]):
                continue
            others = self._shifts(plans, seating, ground, rest, [*taken, (place, shape)])
            if others is not None:
                return {place: shift, **others}
        return None

    def _ground(self, printed: Inscriptions, centre: float) -> Ground:
        side = SIDE * self.settings.width
        inner = printed.ring(printed.bottom + 8, centre)
        return Ground(side, self.settings.width - side, inner, printed.reach(centre) + 1.5, tuple(self.standing))

    def _widened(self, plans: list[BoxPlan], seating: Seating, ground: Ground) -> tuple[list[BoxPlan], Seating]:
        """Widen boxes as much as possible where they are."""
        first = seating.cells[0]
        for more in (1.5, 1.35, 1.2, 1.1):
            wider = tuple(cell._replace(width=first.width * more) for cell in seating.cells)
            if ground.holds(wider):
                again = self._plans(first.width * more)
                if max(plan.depth for plan in again) <= first.depth:
                    return again, seating._replace(cells=wider)
        return plans, seating

    def _in_a_row(self, printed: Inscriptions, usual: float) -> tuple[list[BoxPlan], Seating]:
        """Place deep boxes on the flattest ring: as narrow and as far down as necessary."""
        centre = self.px(CENTRES[-1] * 2)
        ground = self._ground(printed, centre)
        width = min(usual, (ground.right - ground.left) / len(self.order) - 3)
        plans = self._plans(width)
        depth = max(plan.depth for plan in plans)
        ways = [
            made
            for lean in (LEAN, LEAN / 2, 0.0)
            if (made := seated(len(self.order), ground, width=width, depth=depth, slack=self.px(600), lean=lean))
        ]
        if not ways:
            raise ValueError(f"{len(self.order)} boxes {depth:.0f} deep do not fit")
        return plans, Seating(centre, min(ways, key=lambda made: round(max(cell.y for cell in made), -1)))

    def _edge(self, seating: Seating) -> Ring:
        """Return the edge of the felt: outside the lowest corner of every box."""
        farthest = 0.0
        for cell in seating.cells:
            right, left = cell.corners[2:]
            for part in (0.12, 0.88):
                x, y = left.x + (right.x - left.x) * part, left.y + (right.y - left.y) * part
                farthest = max(farthest, hypot(x - self.middle, y - seating.centre))
        return Ring(self.middle, seating.centre, farthest + self.px(12) + 3)

    def _placards(self, ring: Ring) -> tuple[list[str], float]:
        """Place pay tables beside the table or in the corners that the half-moon leaves free, and return how far down
        they reach."""
        size, drawn, bottom = self.settings.letters(12.5), [], 0.0
        for number, placard in enumerate(two_placards(pay_rows(self.seen))):
            if not placard:
                continue
            box = self._placard(placard, ring, size)
            x = box.x if number == 0 else self.settings.width - box.right
            place = self.settings.id("sign-pays", number + 1)
            drawn.append(placard_at(x, box.y, placard, size, place=place, room=box.width))
            bottom = max(bottom, box.bottom + self.px(6))
        return drawn, bottom

    def _placard(self, placard: Placard, ring: Ring, size: float) -> Box:
        """Place a placard at the left side: full width if it fits above the table's lower edge, narrower beside the
        table, or lower down."""
        side = self.px(10) - self.settings.aside
        beside = self.middle - felt.SIDE_MARGIN * self.settings.width + self.px(RAIL) + 6
        outer, low_edge = ring.radius + self.px(RAIL) + 6, ring.y + ring.radius + self.px(RAIL)
        ways: list[Box] = []
        for room in (self.middle - side - self.px(5), self.middle - side - beside):
            if ways and room < placard_least(placard, size):
                continue
            wide, high = placard_size(placard, size, room)
            across, top = self.middle - side - wide, low_edge - high
            if across < beside - 0.01:
                top = max(top, ring.y + sqrt(max(0.0, outer**2 - across**2)))
            ways.append(Box(side, top, wide, high))
        return min(ways, key=lambda way: max(way.bottom, low_edge))

    # Insurance -----------------------------------------------------------------------------------------------------

    def _insurance(self, printed: Inscriptions, seating: Seating) -> list[str]:
        """Draw each box's insurance on the band in front of it."""
        ring = printed.ring(printed.bottom - 16, seating.centre)
        angles = [degrees(atan2(cell.x - self.middle, cell.y - seating.centre)) for cell in seating.cells]
        most = printed.reach(seating.centre) * (1 - 0.5 / max(1, len(angles)))
        shrink = min(1.0, most / angles[0]) if angles[0] else 1.0
        step = (angles[0] - angles[-1]) * shrink / max(1, len(angles) - 1)
        slot = ring.radius * step / 57.3 if len(angles) > 1 else self.px(120)
        return [
            insurance_on_band(self.seen, box, ring, angle * shrink, slot, self.letters, self.settings)
            for box, angle in zip(self.order, angles, strict=True)
        ]


def wide(seen: SeenBlackjack, settings: Settings) -> str:
    return Wide(seen, settings).drawn()
