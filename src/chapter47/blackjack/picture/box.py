"""One box, drawn by its plan: hands, side-wager areas, betting places with chips, and its players."""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final

from chapter47.blackjack.picture.box_plan import (
    FOOT_RADIUS,
    GAP,
    BoxPlan,
    MainSpot,
    Sizes,
    has_light,
    lies_across,
    plate_words,
    side_label,
)
from chapter47.blackjack.picture.seen import INSURANCE, MAIN, Area, SeenBlackjack, fitting_amount, number_of, signed
from chapter47.blackjack.views.records import HandView, StakeView
from chapter47.core.money import dollars
from chapter47.drawing.cards import card_at, spoken_card
from chapter47.drawing.chips import amount_width, spoken_amount, stack_at, stack_with_amount
from chapter47.drawing.felt import ACCENT, FELTS, GOLD
from chapter47.drawing.font_metrics import shortened
from chapter47.drawing.furniture import badge_at, badge_size, lammer_at
from chapter47.drawing.hands import PlacedHand
from chapter47.drawing.polygons import Point
from chapter47.drawing.rings import Ring
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import group, labelled, middle_text, moved, tag, text

SWITCHED_CARD: Final = 2
"""Which card of a hand came from the box's other hand (2A.1)."""


def drawn(seen: SeenBlackjack, plan: BoxPlan, settings: Settings, *, x: float, y: float, turn: float = 0.0) -> str:
    """Draw a box with the middle of its lower edge at a point."""
    hands_bottom = -plan.spots_depth - GAP
    top = hands_bottom - plan.arrangement.depth
    sides_top = -plan.spots_depth
    sides_depth = _depth(plan.side_corners, plan.side_sizes)
    mains_top = sides_top + (sides_depth + GAP if plan.sides else 0.0)
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


def _plate(seen: SeenBlackjack, plan: BoxPlan, settings: Settings) -> str:
    names, says = ", ".join(seen.names(plan.box)), plate_words(seen, plan.box)
    size = plan.sizes.letters
    own = bool(seen.viewer) and seen.viewer in seen.names(plan.box)
    kept = shortened(says, size, plan.sizes.room, "sans-bold" if own else "sans")
    fill, face = ("#fff", "sans-bold") if own else ("#dfe9e2", "sans")
    how = {"face": face, "fill": fill, "room": plan.sizes.room}
    letters = text(0, -size * 0.35, kept, size, **how)  # type: ignore[arg-type]  # as they are
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
    amount_text = (
        ", ".join(f"{stake.bettor} {spoken_amount(stake.whole)}" for stake in spot.stakes)
        if len(spot.stakes) > 1
        else spoken_amount(amount)
    )
    label = f"box {plan.box}, main wager{which}, {amount_text if amount else 'empty'}"
    shown = chips if chips else [hint] if several else []
    return _spot(label, plan.box, MAIN, spot.number + 1, settings, glow if at_turn else "", ground, line, *shown, at=at)


def _brought(seen: SeenBlackjack, plan: BoxPlan, spot: MainSpot) -> str:
    """Draw the result of one of several wagers on a hand (2.18): its chips are gone, the others may remain."""
    if seen.table.sign.most_wagers == 1:
        return ""
    of_spot = tuple(moved for moved in seen.results(plan.box) if (moved.wager, moved.spot) == (MAIN, spot.number))
    return signed(seen.net(of_spot)) if of_spot else ""


def _brought_words(says: str, x: float, y: float, sizes: Sizes) -> str:
    fill = "#a6f3bf" if says[0] == "+" else "#ffc2b5" if says[0] == "−" else "#e2ece5"
    return middle_text(x, y, says, max(12.0, sizes.letters), face="sans-bold", fill=fill)


def _main_chips(plan: BoxPlan, spot: MainSpot, slot: int, stake: StakeView, settings: Settings) -> str:
    """Draw the stack, a double beside it, and the amount of both below."""
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
    """Draw the results of an area's wagers, once decided."""
    of_area = tuple(result for result in seen.results(box) if (result.wager, result.bet) == (area.wager, area.bet))
    net = seen.net(of_area)
    return fitting_amount(abs(net), size, room, "+" if net > 0 else "−" if net < 0 else "") if of_area else ""


def _button(stakes: Sequence[StakeView]) -> str:
    """Draw the marker beside the chips: hands won in a row (2.22), or the bonus button of a winner waiting for the
    display (2.20)."""
    if streak := max((stake.won_in_a_row for stake in stakes), default=0):
        return str(streak)
    return "B" if any(stake.held_back for stake in stakes) else ""


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
    light = _light(height, lit=any(stake.lit for stake in stakes)) if has_light(seen, area) else ""
    shift = 14.0 if light else 0.0
    inside = _side_inside(seen, plan, area, stakes, (width, height, shift), settings)
    amount_text = spoken_amount(amount) if amount else "empty"
    streak = next((f", {stake.won_in_a_row} won in a row" for stake in stakes if stake.won_in_a_row), "")
    label = f"box {plan.box}, {area.spoken}, {amount_text}{streak}"
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
            chips = middle_text(x, height / 2, kept, sizes.letters, face="sans-bold", room=free - 4)
        x_button = width - sizes.lammer_radius - 2.5
        lammer = lammer_at(x_button, height / 2, sizes.lammer_radius, button) if button else ""
        return chips + lammer
    middle = shift + (width - shift) / 2
    if result := _side_result(seen, plan.box, area, sizes.letters, width - shift - 4):
        fill = "#ffe9a8" if result[0] == "+" else "#f0c9c4"
        return middle_text(
            middle, height / 2, result, sizes.letters, face="sans-bold", fill=fill, room=width - shift - 4
        )
    free = width - shift - 4
    kept = shortened(side_label(area, sizes), sizes.letters, free)
    return middle_text(middle, height / 2, kept, sizes.letters, fill=GOLD, class_="hint", room=free)


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
            turn=90.0 if lies_across(hand) and number == len(hand.cards) else 0.0,
            marked=hand.switched and number == SWITCHED_CARD,
        )
        for number, (card, corner) in enumerate(zip(hand.cards, placed.cards, strict=True), start=1)
    ]
    label = f"box {plan.box}: " + ", ".join(map(spoken_card, hand.cards))
    faded = 0.55 if hand.dead or hand.surrendered else None
    del seen
    return labelled(label, *cards, id=settings.id("hand", plan.box, number_of(hand.at)), class_="hand", opacity=faded)


RADIUS = 12.5


def insured(seen: SeenBlackjack, box: int) -> list[StakeView]:
    return [stake for stake in seen.stakes(box) if stake.wager == INSURANCE]


def insurance_on_band(
    seen: SeenBlackjack, box: int, ring: Ring, angle: float, slot: float, size: float, settings: Settings
) -> str:
    """Draw insurance around a point of a ring, with as much of chips, amount and letters as fits."""
    amount = sum(stake.amount for stake in insured(seen, box))
    if not amount:
        return ""
    fits = [letters for letters in (size, 12.0) if amount_width(amount, RADIUS, letters) < slot - 2]
    x, y = ring.x + ring.radius * sin(radians(angle)), ring.y + ring.radius * cos(radians(angle))
    return insurance_spot(seen, box, x, y, fits[0] if fits else 12.0, settings, chip=bool(fits), turn=-angle)


def insurance_spot(
    seen: SeenBlackjack,
    box: int,
    x: float,
    y: float,
    size: float,
    settings: Settings,
    *,
    chip: bool = True,
    turn: float = 0.0,
) -> str:
    """Draw the insurance of all bettors of a box together; with little room, only the amount."""
    stakes = insured(seen, box)
    amount = sum(stake.amount for stake in stakes)
    label = ", ".join(f"{stake.bettor} {spoken_amount(stake.amount)}" for stake in stakes)
    place = settings.id("chips", box, 0, INSURANCE, 1, 1)
    if chip:
        chips = stack_with_amount(0, 0, RADIUS, amount, size, place=place, label=label, most=1)
    else:
        chips = middle_text(0, 0, dollars(amount), size, face="sans-bold")
    spot = settings.id("spot", box, INSURANCE, 1)
    return labelled(
        f"box {box}, insurance, {spoken_amount(amount)}",
        chips,
        id=spot,
        class_="spot",
        data_spot=spot,
        data_box=str(box),
        data_wager=INSURANCE,
        data_bet="1",
        transform=moved(x, y, turn),
    )
