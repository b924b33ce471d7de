"""The plan of a box: hands, side-wager areas, betting places, and their sizes."""

from collections.abc import Sequence
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple

from chapter47.blackjack.picture.seen import MAIN, Area, Badge, SeenBlackjack, areas, badge_of, number_of
from chapter47.blackjack.views.records import HandView, StakeView
from chapter47.core.money import added_up
from chapter47.drawing.chips import amount_width
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import badge_size
from chapter47.drawing.hands import Arrangement, HandNeeds, arranged
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import Cell, placed_in_rows

GAP: Final = 6.0
USUAL_SIDE: Final = 20_00
"""A side wager whose chips are shown with their amount; for a much longer amount only the figures fit."""
NARROW: Final = 112.0
"""A narrower box has short inscriptions, so that two areas fit side by side."""
LEAST_DIAMETER: Final = 56.0
"""Minimum diameter of a betting circle: chips and their amount must fit."""
FIRST_CARDS: Final = 2
FOOT_RADIUS: Final = 12.0
"""The radius of chips under a split hand."""


class Sizes(NamedTuple):
    """Measures of a box in pixels, by how much room it has."""

    room: float
    hands_depth: float
    card: float
    circle: float
    letters: float
    split_room: float = 0.0
    """Maximum width of split hands, if neighbouring boxes leave room."""

    @property
    def radius(self) -> float:
        return max(12.0, self.circle * 0.255)

    @property
    def double_radius(self) -> float:
        """The radius of chips in two stacks side by side."""
        return max(12.0, self.circle * 0.225)

    @property
    def side_height(self) -> float:
        return max(27.0, self.letters * 2)

    @property
    def side_radius(self) -> float:
        return max(12.0, self.letters * 0.9)

    @property
    def lammer_radius(self) -> float:
        return self.letters * 0.66


class MainSpot(NamedTuple):
    """A place for main wagers: one circle, or a longer one if several people may bet on the box."""

    number: int
    """The number of the hand, or of the spot at multiple action, from 0."""
    stakes: tuple[StakeView, ...]
    slots: int

    def across(self, sizes: Sizes) -> int:
        """How many people's chips are side by side."""
        return max(1, min(self.slots, int((sizes.room - sizes.circle) / (0.9 * sizes.circle)) + 1))

    def size(self, sizes: Sizes) -> tuple[float, float]:
        across = self.across(sizes)
        rows = ceil(self.slots / across)
        return sizes.circle * (1 + 0.9 * (across - 1)), sizes.circle * (1 + 0.9 * (rows - 1))

    def slot(self, number: int, sizes: Sizes) -> Point:
        """Return the upper left corner of a bettor's circle; a single bettor gets the middle one."""
        across = self.across(sizes)
        width, _ = self.size(sizes)
        if len(self.stakes) == 1:
            return Point((width - sizes.circle) / 2, 0.0)
        return Point(0.9 * sizes.circle * (number % across), 0.9 * sizes.circle * (number // across))


class FootChips(NamedTuple):
    """Everything a bettor has staked on a split hand."""

    bettor: str
    amount: int


class BoxPlan(NamedTuple):
    """Where everything in a box goes, from the upper edge down, and how deep the box is."""

    box: int
    sizes: Sizes
    hands: tuple[HandView, ...]
    badges: tuple[str, ...]
    moods: tuple[Badge | None, ...]
    chips: tuple[tuple[FootChips, ...], ...]
    """For split boxes, the chips under each hand."""
    arrangement: Arrangement
    sides: tuple[Area, ...]
    side_sizes: list[tuple[float, float]]
    side_corners: list[Point]
    mains: tuple[MainSpot, ...]
    main_corners: list[Point]
    spots_depth: float
    """The depth of the main places, side places and names together."""
    spots_width: float

    @property
    def depth(self) -> float:
        return self.spots_depth + GAP + max(self.sizes.hands_depth, self.arrangement.depth)

    @property
    def hands_depth(self) -> float:
        """From the top card down to the spots."""
        return self.arrangement.depth + GAP

    def of_hands(self, cell: Cell, shift: float) -> Cell:
        """Return the place of a box, as wide as its hands and shifted to the right."""
        x, y = shift * cos(radians(cell.turn)), shift * sin(radians(cell.turn))
        return Cell(cell.x + x, cell.y + y, self.arrangement.width + 4, self.spots_depth + self.hands_depth, cell.turn)


def planned(seen: SeenBlackjack, box: int, sizes: Sizes) -> BoxPlan:
    hands = tuple(hand for hand in seen.hands(box) if hand.cards and not hand.taken_in)
    is_split = len(seen.hands(box)) > seen.table.sign.hands_per_box
    badges = tuple(badge_of(seen, hand) for hand in hands)
    words = tuple(badge.fitting(sizes.letters, sizes.room) if badge else "" for badge in badges)
    chips = tuple(_foot_chips(seen, box, hand.at) if is_split else () for hand in hands)
    hands_room = max(sizes.room, sizes.split_room) if is_split else sizes.room
    needs = tuple(_needs(hand, says, under, sizes) for hand, says, under in zip(hands, words, chips, strict=True))
    arrangement = (
        arranged(needs, room=hands_room, depth=sizes.hands_depth, largest=sizes.card)
        if needs
        else Arrangement(sizes.card, (), 0.0)
    )
    sides = areas(seen.table)
    side_sizes = [side_size(seen, area, sizes) for area in sides]
    side_corners, side_depth = placed_in_rows(side_sizes, sizes.room, 3.0, groups=[area.wager for area in sides])
    mains = _mains(seen, box, is_split=is_split)
    main_corners, main_depth = placed_in_rows([spot.size(sizes) for spot in mains], sizes.room, 4.0)
    plate = sizes.letters * 1.5
    spots_depth = side_depth + (GAP if sides else 0.0) + main_depth + plate
    reach = [
        abs(edge)
        for corners, widths in ((side_corners, side_sizes), (main_corners, [spot.size(sizes) for spot in mains]))
        for corner, size in zip(corners, widths, strict=True)
        for edge in (corner.x, corner.x + size[0])
    ]
    name = shortened(plate_words(seen, box), sizes.letters, sizes.room, "sans-bold")
    spots_width = max(2 * max(reach), text_width(name, sizes.letters, "sans-bold"))
    return BoxPlan(
        box,
        sizes,
        hands,
        words,
        badges,
        chips,
        arrangement,
        sides,
        side_sizes,
        side_corners,
        mains,
        main_corners,
        spots_depth,
        spots_width,
    )


def _foot_chips(seen: SeenBlackjack, box: int, at: str) -> tuple[FootChips, ...]:
    stakes = (stake for stake in seen.stakes(box) if stake.wager == MAIN and stake.at == at)
    amounts = added_up((stake.bettor, stake.whole) for stake in stakes)
    return tuple(FootChips(bettor, amount) for bettor, amount in amounts.items())


def _needs(hand: HandView, words: str, chips: Sequence[FootChips], sizes: Sizes) -> HandNeeds:
    foot = [badge_size(words, sizes.letters)] if words else []
    foot += [(amount_width(chip.amount, FOOT_RADIUS, sizes.letters), 28.0) for chip in chips]
    return HandNeeds(len(hand.cards), tuple(foot), last_across=lies_across(hand))


def lies_across(hand: HandView) -> bool:
    """Return whether the last card lies sideways: the card of a double (2.10(c))."""
    return hand.doubled and len(hand.cards) > FIRST_CARDS


def _mains(seen: SeenBlackjack, box: int, *, is_split: bool) -> tuple[MainSpot, ...]:
    """Build the places: each first hand of a box and each of its wagers has its own."""
    sign = seen.table.sign
    slots = max(1, len({stake.bettor for stake in seen.stakes(box) if stake.wager == MAIN}))
    mains = [stake for stake in seen.stakes(box) if stake.wager == MAIN]
    if sign.hands_per_box > 1:
        return tuple(
            MainSpot(hand, () if is_split else tuple(stake for stake in mains if number_of(stake.at) == hand), slots)
            for hand in range(sign.hands_per_box)
        )
    return tuple(
        MainSpot(spot, () if is_split else tuple(stake for stake in mains if stake.spot == spot), slots)
        for spot in range(sign.most_wagers)
    )


def plate_words(seen: SeenBlackjack, box: int) -> str:
    names = ", ".join(seen.names(box))
    return f"{box} · {names}" if names else f"{box}"


def has_light(seen: SeenBlackjack, area: Area) -> bool:
    return any(meter.wager == area.wager for meter in seen.table.meters)


def side_size(seen: SeenBlackjack, area: Area, sizes: Sizes) -> tuple[float, float]:
    """Return a size wide enough for its name and for chips with their amount, even when empty: nothing moves when
    wagers are made or decided."""
    words = text_width(side_label(area, sizes), sizes.letters)
    chips = amount_width(USUAL_SIDE, sizes.side_radius, sizes.letters)
    wide = max(words, chips, 2 * (sizes.side_radius + sizes.lammer_radius))
    if has_light(seen, area):
        wide += 14
    return min(sizes.room, wide + (5 if sizes.room < NARROW else 8)), sizes.side_height


def side_label(area: Area, sizes: Sizes) -> str:
    return area.short_label if sizes.room < NARROW else area.label
