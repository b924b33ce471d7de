"""How hands are arranged in the available room: large if possible, otherwise smaller and in rows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import ceil
from typing import Final, NamedTuple

from chapter47.drawing.cards import HEIGHT, index_room
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import placed_in_rows

SMALLEST_CARD: Final = 22.0
_GAP: Final = 5.0

Size = tuple[float, float]


class LaidHand(NamedTuple):
    """Cards fanned in rows so that every index is visible: their upper left corners, and the room they take."""

    corners: tuple[Point, ...]
    width: float
    height: float


def laid(cards: int, card_width: float, room: float, *, last_across: bool = False) -> LaidHand:
    """Arrange cards; the last may be sideways, turned right, given by where its upper left corner ends up."""
    if last_across and cards > 1:
        return _with_one_across(laid(cards - 1, card_width, room), card_width, room)
    across, down = index_room(card_width)
    in_a_row = max(1, int((room - card_width) / across + 1e-9) + 1)
    rows = max(1, ceil(cards / in_a_row))
    in_a_row = ceil(cards / rows)
    corners = tuple(Point(across * (card % in_a_row), down * (card // in_a_row)) for card in range(cards))
    width = card_width + across * (in_a_row - 1)
    return LaidHand(corners, width, card_width * HEIGHT + down * (rows - 1))


def _with_one_across(upright: LaidHand, card_width: float, room: float) -> LaidHand:
    """Add a sideways card beside the last one, or below them if the room is too narrow."""
    (across, down), last, long = index_room(card_width), upright.corners[-1], card_width * HEIGHT
    left, top = last.x + across, last.y
    if left + long > room:
        left, top = 0.0, last.y + down
    low = top + long - card_width
    corners = (*upright.corners, Point(left + long, low))
    return LaidHand(corners, max(upright.width, left + long), max(upright.height, low + card_width))


class HandNeeds(NamedTuple):
    """A hand with this many cards, and the sizes of what is below it: its badge, then chips."""

    cards: int
    foot: tuple[Size, ...]
    last_across: bool = False


class PlacedHand(NamedTuple):
    cards: tuple[Point, ...]
    foot: tuple[Point, ...]

    def moved(self, across: float) -> "PlacedHand":
        cards, foot = (tuple(Point(x + across, y) for x, y in points) for points in self)
        return PlacedHand(cards, foot)


class Arrangement(NamedTuple):
    """Hands around the middle of a room, from its upper edge down."""

    card_width: float
    hands: tuple[PlacedHand, ...]
    depth: float
    width: float = 0.0

    def moved(self, across: float) -> "Arrangement":
        return self._replace(hands=tuple(hand.moved(across) for hand in self.hands))


class _Block(NamedTuple):
    cards: LaidHand
    foot: list[Point]
    width: float
    height: float


def _block(hand: HandNeeds, card_width: float, room: float) -> _Block:
    cards = laid(hand.cards, card_width, room, last_across=hand.last_across) if hand.cards else LaidHand((), 0, 0)
    foot, deep = placed_in_rows(list(hand.foot), room, _GAP) if hand.foot else ([], 0.0)
    ends = (x for corner, (wide, _) in zip(foot, hand.foot, strict=True) for x in (corner.x, corner.x + wide))
    widest = 2 * max(map(abs, ends), default=0.0)
    gap = _GAP if hand.cards and hand.foot else 0.0
    return _Block(cards, foot, max(cards.width, widest), cards.height + gap + deep)


@lru_cache(maxsize=512)
def arranged(hands: tuple[HandNeeds, ...], *, room: float, depth: float, largest: float) -> Arrangement:
    """Arrange with the largest cards that fit; if none do, with the smallest, and deeper than asked for."""
    least: Arrangement | None = None
    for way in _ways(hands, room, largest):
        if way.depth <= depth:
            return way
        least = way if least is None or way.depth < least.depth else least
    assert least
    return least


def _ways(hands: Sequence[HandNeeds], room: float, largest: float) -> Iterator[Arrangement]:
    """Yield arrangements from the largest cards to the smallest, at each size with most hands side by side first."""
    columns = sorted({len(hands), ceil(len(hands) / 2), 1}, reverse=True)
    for steps in count():
        card_width = max(SMALLEST_CARD, largest - 2 * steps)
        for side_by_side in columns:
            column = (room - 2 * _GAP * (side_by_side - 1)) / side_by_side
            blocks = [_block(hand, card_width, column) for hand in hands]
            if side_by_side == 1 or all(block.width <= column for block in blocks):
                yield _placed(blocks, card_width, side_by_side)
        if card_width == SMALLEST_CARD:
            return


def _placed(blocks: list[_Block], card_width: float, side_by_side: int) -> Arrangement:
    """Place rows of blocks; in a row the cards share a baseline, so that the badges do too."""
    placed: list[PlacedHand] = []
    down, widest = 0.0, 0.0
    for first in range(0, len(blocks), side_by_side):
        row = blocks[first : first + side_by_side]
        whole = sum(block.width for block in row) + 2 * _GAP * (len(row) - 1)
        across, tall = -whole / 2, max(block.cards.height for block in row)
        widest = max(widest, whole)
        for block in row:
            middle = across + block.width / 2
            top = down + tall - block.cards.height
            cards = (Point(middle - block.cards.width / 2 + x, top + y) for x, y in block.cards.corners)
            under = down + tall + (_GAP if block.cards.corners else 0.0)
            foot = (Point(middle + x, under + y) for x, y in block.foot)
            placed.append(PlacedHand(tuple(cards), tuple(foot)))
            across += block.width + 2 * _GAP
        down += tall + max(block.height - block.cards.height for block in row) + 2 * _GAP
    return Arrangement(card_width, tuple(placed), down - 2 * _GAP, widest)
