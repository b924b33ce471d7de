"""One box: its hands, the areas of the side wagers, the betting places with their chips, and who plays there."""

from collections.abc import Iterator, Sequence
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple

from chapter47.blackjack.picture.seen import MAIN, Area, SeenBlackjack, areas, number_of
from chapter47.blackjack.picture.totals import Badge, badge_of, fitting_amount, signed
from chapter47.blackjack.views.records import HandView, StakeView
from chapter47.core.money import dollars
from chapter47.drawing.cards import card_at, spoken_card
from chapter47.drawing.chips import amount_width, spoken_amount, stack_at, stack_with_amount
from chapter47.drawing.felt import ACCENT, FELTS, GOLD
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import badge_at, badge_size, lammer_at
from chapter47.drawing.hands import Arrangement, HandNeeds, PlacedHand, arranged
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import Cell, placed_in_rows
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import group, labelled, middle_text, moved, tag, text

_GAP: Final = 6.0
USUAL_SIDE: Final = 20_00
"""A side wager whose chips are shown with their amount; of a much longer amount there are only the figures."""
NARROW: Final = 112.0
"""A box with less room has short inscriptions, so that two areas find room side by side."""
LEAST_DIAMETER: Final = 56.0
"""Of a betting circle: chips and their amount must fit in."""


FIRST_CARDS: Final = 2
SWITCHED_CARD: Final = 2
"""Which card of a hand came from the box's other hand (2A.1)."""
FOOT_RADIUS: Final = 12.0
"""Of chips under a split hand."""


class Sizes(NamedTuple):
    """Measures of a box in pixels, by how much room it has."""

    room: float
    hands_depth: float
    card: float
    circle: float
    letters: float
    split_room: float = 0.0
    """How wide split hands may lie, where the boxes beside leave room for more than their own."""

    @property
    def radius(self) -> float:
        return max(12.0, self.circle * 0.255)

    @property
    def double_radius(self) -> float:
        """Of two stacks side by side."""
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
    """A place for main wagers: one circle, or a longer one where several people may bet on the box."""

    number: int
    """Of a hand of the box, or of a spot of multiple action, from 0."""
    stakes: tuple[StakeView, ...]
    slots: int

    def across(self, sizes: Sizes) -> int:
        """How many people's chips lie side by side."""
        return max(1, min(self.slots, int((sizes.room - sizes.circle) / (0.9 * sizes.circle)) + 1))

    def size(self, sizes: Sizes) -> tuple[float, float]:
        across = self.across(sizes)
        rows = ceil(self.slots / across)
        return sizes.circle * (1 + 0.9 * (across - 1)), sizes.circle * (1 + 0.9 * (rows - 1))

    def slot(self, number: int, sizes: Sizes) -> Point:
        """The upper left corner of the circle that somebody's chips take; of one alone, the middle one."""
        across = self.across(sizes)
        width, _ = self.size(sizes)
        if len(self.stakes) == 1:
            return Point((width - sizes.circle) / 2, 0.0)
        return Point(0.9 * sizes.circle * (number % across), 0.9 * sizes.circle * (number // across))


class FootChips(NamedTuple):
    """All that somebody has staked on a split hand."""

    bettor: str
    amount: int


class BoxPlan(NamedTuple):
    """Where everything of a box goes, from the upper edge down; the depth is all that the table must give it."""

    box: int
    sizes: Sizes
    hands: tuple[HandView, ...]
    badges: tuple[str, ...]
    moods: tuple[Badge | None, ...]
    chips: tuple[tuple[FootChips, ...], ...]
    """Of split boxes, what lies under each hand."""
    arrangement: Arrangement
    sides: tuple[Area, ...]
    side_sizes: list[tuple[float, float]]
    side_corners: list[Point]
    mains: tuple[MainSpot, ...]
    main_corners: list[Point]
    spots_depth: float
    """Of main and side places and the names, together."""
    spots_width: float

    @property
    def depth(self) -> float:
        return self.spots_depth + _GAP + max(self.sizes.hands_depth, self.arrangement.depth)

    @property
    def hands_depth(self) -> float:
        """From the uppermost card down to the spots."""
        return self.arrangement.depth + _GAP

    def of_hands(self, cell: Cell, shift: float) -> Cell:
        """The place of a box, as wide as its hands are and so far to the right."""
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
    spots_depth = side_depth + (_GAP if sides else 0.0) + main_depth + plate
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
    amounts: dict[str, int] = {}
    for stake in seen.stakes(box):
        if stake.wager == MAIN and stake.at == at:
            amounts[stake.bettor] = amounts.get(stake.bettor, 0) + stake.whole
    return tuple(FootChips(bettor, amount) for bettor, amount in amounts.items())


def _needs(hand: HandView, words: str, chips: Sequence[FootChips], sizes: Sizes) -> HandNeeds:
    foot = [badge_size(words, sizes.letters)] if words else []
    foot += [(amount_width(chip.amount, FOOT_RADIUS, sizes.letters), 28.0) for chip in chips]
    return HandNeeds(len(hand.cards), tuple(foot), last_across=_lies_across(hand))


def _lies_across(hand: HandView) -> bool:
    """The card of a double (2.10(c))."""
    return hand.doubled and len(hand.cards) > FIRST_CARDS


def _mains(seen: SeenBlackjack, box: int, *, is_split: bool) -> tuple[MainSpot, ...]:
    """The first hand or hands of a box and each of their wagers have a place of their own."""
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


# Drawing -----------------------------------------------------------------------------------------------------------


def drawn(seen: SeenBlackjack, plan: BoxPlan, settings: Settings, *, x: float, y: float, turn: float = 0.0) -> str:
    """A box, the middle of its lower edge at a point."""
    hands_bottom = -plan.spots_depth - _GAP
    top = hands_bottom - plan.arrangement.depth
    sides_top = -plan.spots_depth
    sides_depth = _depth(plan.side_corners, plan.side_sizes)
    mains_top = sides_top + (sides_depth + _GAP if plan.sides else 0.0)
    at_turn, is_own = any(seen.is_turn(hand.at) for hand in seen.hands(plan.box)), plan.box in seen.own_boxes
    return group(
        *(_side(seen, plan, area, corner, sides_top, size, settings) for area, corner, size in _side_places(plan)),
        *(
            _main(seen, plan, spot, Point(corner.x, mains_top + corner.y), settings, at_turn=at_turn)
            for spot, corner in zip(plan.mains, plan.main_corners, strict=True)
        ),
        _plate(seen, plan, settings),
        *_hands(seen, plan, top, settings),
        id=settings.id("box", plan.box),
        class_="box" + " at-turn" * at_turn + " own" * is_own,
        transform=moved(x, y, turn),
    )


def _depth(corners: list[Point], sizes: list[tuple[float, float]]) -> float:
    return max((corner.y + size[1] for corner, size in zip(corners, sizes, strict=True)), default=0.0)


def _side_places(plan: BoxPlan) -> Iterator[tuple[Area, Point, tuple[float, float]]]:
    return zip(plan.sides, plan.side_corners, plan.side_sizes, strict=True)


def plate_words(seen: SeenBlackjack, box: int) -> str:
    names = ", ".join(seen.names(box))
    return f"{box} · {names}" if names else f"{box}"


def _plate(seen: SeenBlackjack, plan: BoxPlan, settings: Settings) -> str:
    names, says = ", ".join(seen.names(plan.box)), plate_words(seen, plan.box)
    size = plan.sizes.letters
    own = bool(seen.viewer) and seen.viewer in seen.names(plan.box)
    kept = shortened(says, size, plan.sizes.room, "sans-bold" if own else "sans")
    fill, face = ("#fff", "sans-bold") if own else ("#dfe9e2", "sans")
    letters = text(0, -size * 0.35, kept, size, face=face, fill=fill)  # type: ignore[arg-type]  # one of two faces
    return labelled(
        f"box {plan.box}" + (f", {names}" if names else ", free"), letters, id=settings.id("plate", plan.box)
    )


def _spot(label: str, box: int, wager: str, which: object, settings: Settings, *inside: str, at: Point) -> str:
    place = settings.id("spot", box, wager, which)
    return labelled(
        label,
        *inside,
        id=place,
        class_="spot",
        data_spot=place,
        data_box=str(box),
        data_wager=wager,
        data_bet=str(which),
        transform=moved(at.x, at.y),
    )


def _main(seen: SeenBlackjack, plan: BoxPlan, spot: MainSpot, at: Point, settings: Settings, *, at_turn: bool) -> str:
    width, height = spot.size(plan.sizes)
    ring = {"width": width, "height": height, "rx": plan.sizes.circle / 2}
    ground = tag("rect", **ring, fill=FELTS[settings.felt].hollow, fill_opacity=0.55)
    line = tag(
        "rect",
        **ring,
        class_="edge",
        fill="none",
        stroke=ACCENT if at_turn else GOLD,
        stroke_width=3.0 if at_turn else 1.8,
        stroke_opacity=1 if at_turn else 0.8,
    )
    glow = tag(
        "rect", x=-4, y=-4, width=width + 8, height=height + 8, rx=plan.sizes.circle / 2 + 4, fill=ACCENT, opacity=0.22
    )
    several = len(plan.mains) > 1
    hint = middle_text(
        width / 2,
        height / 2,
        str(spot.number + 1),
        plan.sizes.letters * 1.1,
        face="serif-bold",
        fill=GOLD,
        opacity=0.75,
        class_="hint",
    )
    chips = [_main_chips(plan, spot, slot, stake, settings) for slot, stake in enumerate(spot.stakes)]
    if several and not chips and (brought := _brought(seen, plan, spot)):
        chips = [_brought_words(brought, width / 2, height / 2, plan.sizes)]
    amount = sum(stake.whole for stake in spot.stakes)
    which = f" {spot.number + 1}" if several else ""
    told = (
        ", ".join(f"{stake.bettor} {spoken_amount(stake.whole)}" for stake in spot.stakes)
        if len(spot.stakes) > 1
        else spoken_amount(amount)
    )
    label = f"box {plan.box}, main wager{which}, {told if amount else 'empty'}"
    shown = chips if chips else [hint] if several else []
    return _spot(label, plan.box, MAIN, spot.number + 1, settings, glow if at_turn else "", ground, line, *shown, at=at)


def _brought(seen: SeenBlackjack, plan: BoxPlan, spot: MainSpot) -> str:
    """What one of several wagers on a hand brought (2.18): its chips are gone, the others may still lie there."""
    if seen.table.sign.most_wagers == 1:
        return ""
    of_spot = tuple(moved for moved in seen.results(plan.box) if (moved.wager, moved.spot) == (MAIN, spot.number))
    return signed(seen.net(of_spot)) if of_spot else ""


def _brought_words(says: str, x: float, y: float, sizes: Sizes) -> str:
    fill = "#a6f3bf" if says[0] == "+" else "#ffc2b5" if says[0] == "−" else "#e2ece5"
    return middle_text(x, y, says, max(12.0, sizes.letters), face="sans-bold", fill=fill)


def _main_chips(plan: BoxPlan, spot: MainSpot, slot: int, stake: StakeView, settings: Settings) -> str:
    """The stack, a double beside it, and the amount of both under them."""
    sizes, corner = plan.sizes, spot.slot(slot, plan.sizes)
    x, bottom = corner.x + sizes.circle / 2, corner.y + sizes.circle
    y, radius = corner.y + sizes.circle * 0.47, sizes.double_radius if stake.double else sizes.radius
    ids = (number_of(stake.at), MAIN, spot.number + 1, slot + 1)
    label = f"{stake.bettor}, {spoken_amount(stake.whole)}"
    place = settings.id("chips", plan.box, *ids)
    if stake.double:
        stacks = [
            stack_at(x - radius * 1.04, y, radius, stake.amount, place=place, label=label),
            stack_at(x + radius * 1.04, y, radius, stake.double, place=f"{place}-double", label="the double"),
        ]
    else:
        stacks = [stack_at(x, y, radius, stake.whole, place=place, label=label)]
    size = max(12.0, min(sizes.letters, sizes.circle * 0.19))
    amount = text(x, bottom - size * 0.52, dollars(stake.whole), size, face="sans-bold", fill="#fff")
    return "".join(stacks) + amount


# Side wagers ---------------------------------------------------------------------------------------------------------


def _side_stakes(seen: SeenBlackjack, box: int, area: Area) -> tuple[StakeView, ...]:
    return tuple(stake for stake in seen.stakes(box) if (stake.wager, stake.bet) == (area.wager, area.bet))


def _side_result(seen: SeenBlackjack, box: int, area: Area, size: float, room: float) -> str:
    """What the wagers of an area brought, once they are decided."""
    of_area = tuple(result for result in seen.results(box) if (result.wager, result.bet) == (area.wager, area.bet))
    net = seen.net(of_area)
    return fitting_amount(abs(net), size, room, "+" if net > 0 else "−" if net < 0 else "") if of_area else ""


def _has_light(seen: SeenBlackjack, area: Area) -> bool:
    return any(meter.wager == area.wager for meter in seen.table.meters)


def _button(stakes: Sequence[StakeView]) -> str:
    """What lies beside the chips: a marker with the hands won in a row (2.22), or the bonus button of a wager that has
    won and is paid when the display has chosen (2.20)."""
    if streak := max((stake.won_in_a_row for stake in stakes), default=0):
        return str(streak)
    return "B" if any(stake.held_back for stake in stakes) else ""


def side_size(seen: SeenBlackjack, area: Area, sizes: Sizes) -> tuple[float, float]:
    """Wide enough for its name and for chips with their amount, whether some lie there or not: nothing moves when
    wagers are laid or decided."""
    words = text_width(side_label(area, sizes), sizes.letters)
    chips = amount_width(USUAL_SIDE, sizes.side_radius, sizes.letters)
    wide = max(words, chips, 2 * (sizes.side_radius + sizes.lammer_radius))
    if _has_light(seen, area):
        wide += 14
    return min(sizes.room, wide + (5 if sizes.room < NARROW else 8)), sizes.side_height


def side_label(area: Area, sizes: Sizes) -> str:
    return area.short_label if sizes.room < NARROW else area.label


def _side(
    seen: SeenBlackjack,
    plan: BoxPlan,
    area: Area,
    corner: Point,
    top: float,
    size: tuple[float, float],
    settings: Settings,
) -> str:
    width, height = size
    ring = tag(
        "rect",
        width=width,
        height=height,
        rx=height * 0.32,
        class_="edge",
        fill=FELTS[settings.felt].hollow,
        fill_opacity=0.45,
        stroke=GOLD,
        stroke_opacity=0.6,
        stroke_width=1.2,
        stroke_dasharray="4 3",
    )
    stakes = _side_stakes(seen, plan.box, area)
    amount = sum(stake.whole for stake in stakes)
    light = _light(height, lit=any(stake.lit for stake in stakes)) if _has_light(seen, area) else ""
    shift = 14.0 if light else 0.0
    inside = _side_inside(seen, plan, area, stakes, (width, height, shift), settings)
    told = spoken_amount(amount) if amount else "empty"
    streak = next((f", {stake.won_in_a_row} won in a row" for stake in stakes if stake.won_in_a_row), "")
    label = f"box {plan.box}, {area.spoken}, {told}{streak}"
    return _spot(
        label, plan.box, area.wager, area.bet or 1, settings, ring, light, inside, at=Point(corner.x, top + corner.y)
    )


def _side_inside(
    seen: SeenBlackjack,
    plan: BoxPlan,
    area: Area,
    stakes: Sequence[StakeView],
    room: tuple[float, float, float],
    settings: Settings,
) -> str:
    (width, height, shift), sizes = room, plan.sizes
    if stakes:
        amount = sum(stake.whole for stake in stakes)
        button, radius = _button(stakes), sizes.side_radius
        lammer_room = 2 * sizes.lammer_radius + 2 if button else 0.0
        x, free = shift + (width - shift - lammer_room) / 2, width - shift - lammer_room
        place = settings.id("chips", plan.box, number_of(stakes[0].at), area.wager, area.bet or 1, 1)
        label = ", ".join(f"{stake.bettor} {spoken_amount(stake.whole)}" for stake in stakes)
        if amount_width(amount, radius, sizes.letters) <= free:
            chips = stack_with_amount(x, height / 2, radius, amount, sizes.letters, place=place, label=label, most=1)
        elif button:
            chips = stack_at(x, height / 2, radius, amount, place=place, label=label, most=1)
        else:
            kept = fitting_amount(amount, sizes.letters, free - 4)
            chips = middle_text(x, height / 2, kept, sizes.letters, face="sans-bold")
        x_button = width - sizes.lammer_radius - 2.5
        lammer = lammer_at(x_button, height / 2, sizes.lammer_radius, button) if button else ""
        return chips + lammer
    middle = shift + (width - shift) / 2
    if result := _side_result(seen, plan.box, area, sizes.letters, width - shift - 4):
        fill = "#ffe9a8" if result[0] == "+" else "#f0c9c4"
        return middle_text(middle, height / 2, result, sizes.letters, face="sans-bold", fill=fill)
    kept = shortened(side_label(area, sizes), sizes.letters, width - shift - 4)
    return middle_text(middle, height / 2, kept, sizes.letters, fill=GOLD, class_="hint")


def _light(height: float, *, lit: bool) -> str:
    """The light of a chip acceptor."""
    glow = tag("circle", cx=13, cy=height / 2, r=7, fill="#ff3b30", opacity=0.35) if lit else ""
    return glow + tag(
        "circle", cx=13, cy=height / 2, r=4, fill="#ff4a3d" if lit else "#4d1512", stroke="#000", stroke_opacity=0.5
    )


# Hands ---------------------------------------------------------------------------------------------------------------


def _hands(seen: SeenBlackjack, plan: BoxPlan, top: float, settings: Settings) -> Iterator[str]:
    for number, (hand, placed) in enumerate(zip(plan.hands, plan.arrangement.hands, strict=True)):
        yield _hand(seen, plan, hand, placed, top, settings)
        foot = [Point(corner.x, top + corner.y) for corner in placed.foot]
        badge = plan.moods[number]
        if badge and plan.badges[number]:
            corner = foot.pop(0)
            wide, tall = badge_size(plan.badges[number], plan.sizes.letters)
            place = settings.id("badge", plan.box, number_of(hand.at))
            yield badge_at(
                corner.x + wide / 2,
                corner.y + tall / 2,
                plan.badges[number],
                plan.sizes.letters,
                badge.mood,
                place=place,
                label=f"box {plan.box}: {badge.words[0]}",
            )
        for slot, (chips, corner) in enumerate(zip(plan.chips[number], foot, strict=True), start=1):
            size = plan.sizes.letters
            x = corner.x + amount_width(chips.amount, FOOT_RADIUS, size) / 2
            place = settings.id("chips", plan.box, number_of(hand.at), MAIN, 1, slot)
            label = f"{chips.bettor}, {spoken_amount(chips.amount)}"
            yield stack_with_amount(
                x, corner.y + 14.0, FOOT_RADIUS, chips.amount, size, place=place, label=label, most=1
            )


def _hand(
    seen: SeenBlackjack, plan: BoxPlan, hand: HandView, placed: PlacedHand, top: float, settings: Settings
) -> str:
    width = plan.arrangement.card_width
    cards = [
        card_at(
            corner.x,
            top + corner.y,
            width,
            card,
            settings,
            place=settings.id("card", plan.box, number_of(hand.at), number),
            turn=90.0 if _lies_across(hand) and number == len(hand.cards) else 0.0,
            marked=hand.switched and number == SWITCHED_CARD,
        )
        for number, (card, corner) in enumerate(zip(hand.cards, placed.cards, strict=True), start=1)
    ]
    label = f"box {plan.box}: " + ", ".join(map(spoken_card, hand.cards))
    faded = 0.55 if hand.dead or hand.surrendered else None
    del seen
    return labelled(label, *cards, id=settings.id("hand", plan.box, number_of(hand.at)), class_="hand", opacity=faded)
