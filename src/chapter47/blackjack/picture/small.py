"""A small screen: the dealer and the viewer's boxes large, the other boxes as a strip with their totals."""

from typing import Final

from chapter47.blackjack.picture import box as boxes
from chapter47.blackjack.picture import dealer
from chapter47.blackjack.picture.box import insurance_spot, insured
from chapter47.blackjack.picture.box_plan import LEAST_DIAMETER, BoxPlan, Sizes, planned
from chapter47.blackjack.picture.seen import MAIN, SeenBlackjack, badge_of, pay_rows, signed
from chapter47.core.money import dollars
from chapter47.drawing import felt
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import fitting, shortened, text_width
from chapter47.drawing.furniture import badge_at, badge_size, sign_at, sign_size
from chapter47.drawing.placards import Placard, placard_at, placard_size
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import arc_text, document, group, labelled, middle_text, moved, tag

MARGIN: Final = 14.0
MOST_SHORTER: Final = 0.1
"""How far hands may be moved up, relative to the picture's width, if the screen's edge would otherwise cut a box."""
IN_A_ROW: Final = 3
"""Number of the viewer's boxes in a row."""


class Small:
    """One picture, composed from the top down."""

    def __init__(self, seen: SeenBlackjack, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.width = float(settings.width)
        self.middle = self.width / 2
        self.letters = max(12.0, min(17.0, self.width / 28))
        self.drawn: list[str] = []
        self.down = 0.0
        self.shorter = 0.0
        """How much less room the hands have, so that the whole box is visible at once."""

    def picture(self) -> str:
        own = self._large_boxes()
        self._dealer()
        self._inscriptions()
        self._insured(own)
        self._strip(self._others(own))
        rows = self._rows(own)
        too_long = self.down + _depth(rows) - self.settings.least_height
        if len(rows) == 1 and 0 < too_long <= self.width * MOST_SHORTER:
            self.shorter = too_long
            rows = self._rows(own)
        self._move_down(_depth(rows))
        for row in rows:
            self._row(row)
        self._placards()
        height = self.down + MARGIN
        ground = tag("rect", width=self.width, height=height, fill=self.settings.surround)
        table = tag(
            "path", d=self._table(height, 1), fill=f"url(#{self.settings.id('wood')})", id=self.settings.id("rail")
        )
        cloth = tag(
            "path",
            d=self._table(height, 7),
            fill=f"url(#{self.settings.id('felt-colour')})",
            id=self.settings.id("felt"),
        )
        return document(
            self.width,
            height,
            f"{self.seen.table.sign.title}, {self.seen.table.sign.boxes} boxes",
            ground,
            table,
            cloth,
            *self.drawn,
            definitions=felt.definitions(self.settings),
            title_id=self.settings.id("title"),
        )

    def _move_down(self, boxes_depth: float) -> None:
        """Move the viewer's boxes towards the rail. Placards that do not fit below them start where the screen ends, so
        that none is cut in two."""
        placards, room = self._placed_placards()[1] + MARGIN, self.settings.least_height
        if self.down + boxes_depth + placards > room >= self.down + boxes_depth:
            placards = 0.0
        self.down = max(self.down, room - boxes_depth - placards)

    def _table(self, height: float, inset: float) -> str:
        """Draw the table: straight at the top, round at the lower corners."""
        right, bottom, corner = self.width - inset, height - inset, 34.0
        return (
            f"M{inset},0H{right:.1f}V{bottom - corner:.1f}Q{right:.1f},{bottom:.1f} {right - corner:.1f},{bottom:.1f}"
            f"H{inset + corner:.1f}Q{inset},{bottom:.1f} {inset},{bottom - corner:.1f}Z"
        )

    def _large_boxes(self) -> tuple[int, ...]:
        """Return the viewer's boxes; for an onlooker the box whose turn it is, or else the first in play."""
        seen = self.seen
        if own := seen.own_boxes:
            return own
        at_turn = [hand.box for hand in seen.table.round.hands if seen.is_turn(hand.at)]
        played = [bettor.box for bettor in seen.table.round.bettors]
        return ((*at_turn, *played, 1)[0],)

    def _dealer(self) -> None:
        """Draw the dealer between the limits sign and the shoe: the cards, with their total beside them if it fits."""
        seen, settings, size = self.seen, self.settings, self.letters
        sign_wide, sign_high = sign_size(dealer.limits_lines(seen), 12.0)
        limits, _ = dealer.limits(seen, MARGIN + sign_wide / 2, 8, settings, 12.0)
        shoe_wide = min(76.0, self.width * 0.2)
        shoe = dealer.shoe(seen, self.width - MARGIN - shoe_wide / 2, 32, shoe_wide, settings, 12.0, short=True)
        left, right = MARGIN + sign_wide + 8, self.width - MARGIN - shoe_wide - 8
        card = min(60.0, self.width * 0.15)
        plan = dealer.planned(seen, x=(left + right) / 2, y=10, card=card, room=right - left)
        badge = badge_size("Blackjack", size)[0] + 10
        if plan.areas > 1 or plan.hand.width + 2 * badge > right - left:
            plan = plan._replace(under=size * 1.8)
        self.drawn += [limits, shoe, dealer.drawn(seen, plan, settings, size)]
        self.down = max(8 + sign_high + 22, 32 + shoe_wide * 0.34 + 20, plan.bottom + 4)
        if not self._sign_under_limits(sign_wide, 8 + sign_high + 6):
            self.drawn.append(self._house(MARGIN + sign_wide / 2, 8 + sign_high + 12))
            self._extra_signs()

    def _house(self, x: float, y: float) -> str:
        words = middle_text(x, y, self.settings.house, 13.0, face="serif-italic", fill=GOLD)
        return group(words, id=self.settings.id("inscription-house"))

    def _sign_under_limits(self, room: float, top: float) -> bool:
        """Draw a single meter under the limits if it is no wider; the house's name then goes under the shoe."""
        signs = dealer.extra_signs(self.seen)
        if len(signs) != 1:
            return False
        place, lines, label = signs[0]
        wide, high = sign_size(lines, 12.0)
        if wide > room + 6:
            return False
        self.drawn.append(sign_at(MARGIN + wide / 2, top, lines, 12.0, place=self.settings.id(place), label=label))
        name_wide = text_width(self.settings.house, 13.0, "serif-italic")
        self.drawn.append(self._house(self.width - MARGIN - name_wide / 2, top + high - 10))
        self.down = max(self.down, top + high + 4)
        return True

    def _extra_signs(self) -> None:
        signs = dealer.extra_signs(self.seen)
        sizes = [sign_size(lines, 12.0) for _, lines, _ in signs]
        corners, deep = placed_in_rows(sizes, self.width - 2 * MARGIN, 6.0)
        for (place, lines, label), corner, (wide, _) in zip(signs, corners, sizes, strict=True):
            x, y = self.middle + corner.x + wide / 2, self.down + 6 + corner.y
            self.drawn.append(sign_at(x, y, lines, 12.0, place=self.settings.id(place), label=label))
        self.down += deep + 6 if signs else 0

    def _inscriptions(self) -> None:
        """Draw lines on shallow arcs, no wider than the screen."""
        radius = self.width * 1.6
        for place, line in enumerate(self.seen.table.sign.inscriptions, start=1):
            loud = place == 1
            face = "serif-italic" if loud else "serif-bold"
            size = self.letters * 1.6 if loud else 12.0
            self.down += size * 1.15 + 3
            words = arc_text(
                self.settings.id("inscription", place),
                (self.middle, self.down - radius),
                radius,
                line,
                size,
                face=face,  # type: ignore[arg-type]  # one of two
                fill=GOLD,
            )
            self.drawn.append(words)
        self.down += 12

    def _insured(self, own: tuple[int, ...]) -> None:
        """Draw the insurance of the boxes that are large."""
        row = [box for box in own if insured(self.seen, box)]
        sizes = [(text_width("box 1 $10,000", 12.0) + 34, 28.0) for _ in row]
        corners, deep = placed_in_rows(sizes, self.width - 2 * MARGIN, 8.0)
        for box, corner, (wide, tall) in zip(row, corners, sizes, strict=True):
            x, y = self.middle + corner.x + wide / 2, self.down + corner.y + tall / 2
            self.drawn.append(insurance_spot(self.seen, box, x, y, 12.0, self.settings))
        self.down += deep + 4 if row else 0

    def _placards(self) -> None:
        """Draw what bonuses and side wagers pay, below the boxes."""
        placards, deep = self._placed_placards()
        for number, (table, corner, wide) in enumerate(placards, start=1):
            x, y, place = self.middle + corner.x, self.down + 4 + corner.y, self.settings.id("sign-pays", number)
            self.drawn.append(placard_at(x, y, table, 12.0, place=place, room=wide))
        self.down += deep

    def _placed_placards(self) -> tuple[list[tuple[Placard, Point, float]], float]:
        """Return each placard with its corner and width, and their total depth."""
        tables: list[Placard] = [(table,) for table in pay_rows(self.seen)]
        sizes = [placard_size(table, 12.0, self.width - 2 * MARGIN) for table in tables]
        corners, deep = placed_in_rows(sizes, self.width - 2 * MARGIN, 6.0)
        widths = [wide for wide, _ in sizes]
        return list(zip(tables, corners, widths, strict=True)), deep + 10 if tables else 0.0

    # The others ----------------------------------------------------------------------------------------------------

    def _others(self, own: tuple[int, ...]) -> list[int]:
        """Return the other boxes; a viewer with a box needs only those that are taken."""
        rest = [box for box in range(1, self.seen.table.sign.boxes + 1) if box not in own]
        return [box for box in rest if self.seen.names(box)] if self.seen.own_boxes else rest

    def _strip(self, others: list[int]) -> None:
        if not others:
            return
        columns = 3
        wide = (self.width - 2 * MARGIN - 6 * (columns - 1)) / columns
        corners, deep = placed_in_rows([(wide, 30.0)] * len(others), self.width - 2 * MARGIN, 6.0)
        for box, corner in zip(others, corners, strict=True):
            self.drawn.append(self._tile(box, self.middle + corner.x, self.down + corner.y, wide))
        self.down += deep + 12

    def _tile(self, box: int, x: float, y: float, wide: float) -> str:
        """Draw a box in one line: who plays, for how much, and the state of the hands."""
        seen = self.seen
        names = ", ".join(seen.names(box))
        badges = [badge for hand in seen.hands(box) if hand.cards and (badge := badge_of(seen, hand))]
        staked = sum(stake.whole for stake in seen.stakes(box) if stake.wager == MAIN)
        short = " ".join(badge.words[-1] if len(badges) > 1 else badge.words[-2:][0] for badge in badges)
        mood = badges[0].mood if len(badges) == 1 else "plain"
        results = tuple(result for result in seen.results(box) if result.wager == MAIN)
        if len(badges) > 1 and results and seen.table.round.over:
            short = signed(seen.net(results))
        room = wide - 12
        says = shortened(short, 12.0, wide * 0.62, "sans-bold")
        badge_wide = badge_size(says, 12.0)[0] if says else 0.0
        amount = dollars(staked) if staked and not (badges and badges[0].mood in ("won", "lost", "push")) else ""
        name = f"{box} · {names}" if names else f"{box} · free"
        ways = (" ".join(filter(None, (name, amount))), name, f"{box}") if says else (f"{name} {amount}".strip(),)
        free = room - badge_wide - 6
        left = fitting(ways, 12.0, free)
        at_turn = any(seen.is_turn(hand.at) for hand in seen.hands(box))
        edge = tag(
            "rect",
            width=wide,
            height=30,
            rx=8,
            fill="#000",
            fill_opacity=0.28,
            stroke=felt.ACCENT if at_turn else GOLD,
            stroke_opacity=0.9 if at_turn else 0.35,
        )
        words = group(
            middle_text(8, 15, left, 12.0, anchor="start", fill="#fff" if names else "#b9cfc3", room=free),
            id=self.settings.id("plate", box),
        )
        total = (
            badge_at(wide - 5 - badge_wide / 2, 15, says, 12.0, mood, place=self.settings.id("badge", box, 0))
            if says
            else ""
        )
        spoken = f"box {box}, {names or 'free'}" + (f", {short}" if short else "")
        return labelled(
            spoken, edge, words, total, id=self.settings.id("box", box), class_="box", transform=moved(x, y)
        )

    # One's own -----------------------------------------------------------------------------------------------------

    def _rows(self, own: tuple[int, ...]) -> list[list[BoxPlan]]:
        return [self._planned(own[first : first + IN_A_ROW]) for first in range(0, len(own), IN_A_ROW)]

    def _planned(self, row: tuple[int, ...]) -> list[BoxPlan]:
        room = (self.width - 2 * MARGIN) / len(row)
        alone = len(row) == 1
        sizes = Sizes(
            room=room - 6,
            hands_depth=self.width * (0.4 if alone else 0.34) - self.shorter,
            card=min(84.0, room * (0.24 if alone else 0.42)),
            circle=max(LEAST_DIAMETER, min(76.0, room * 0.5)),
            letters=self.letters,
        )
        return [planned(self.seen, box, sizes) for box in row]

    def _row(self, plans: list[BoxPlan]) -> None:
        room = (self.width - 2 * MARGIN) / len(plans)
        self.down += max(plan.depth for plan in plans)
        for place, plan in enumerate(plans):
            x = MARGIN + room * (len(plans) - place - 0.5)
            self.drawn.append(boxes.drawn(self.seen, plan, self.settings, x=x, y=self.down))
        self.down += 10


def _depth(rows: list[list[BoxPlan]]) -> float:
    return sum(max(plan.depth for plan in row) + 10 for row in rows)


def small(seen: SeenBlackjack, settings: Settings) -> str:
    return Small(seen, settings).picture()
