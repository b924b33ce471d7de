"""The middle of the table: limits and fee box in front of the dealers, the two hands, and the print."""

from collections.abc import Sequence
from typing import Final

from chapter47.baccarat.picture.sheet import INK, Sheet
from chapter47.baccarat.table.views import HandView
from chapter47.core.money import dollars
from chapter47.drawing.cards import HEIGHT, card_at, spoken_card
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.felt import ACCENT, GOLD
from chapter47.drawing.font_metrics import Face, fitting, text_width
from chapter47.drawing.furniture import Mood, badge_at, badge_size, sign_at, sign_size
from chapter47.drawing.polygons import Box
from chapter47.drawing.rings import placed_in_rows
from chapter47.drawing.svg import group, labelled, tag, text

HANDS: Final = ("player", "banker")


def limits(sheet: Sheet, left: float, top: float) -> tuple[float, float]:
    """Draw the limits sign and return its size."""
    sign, size = sheet.seen.table.sign, sheet.letters
    lines = ((f"Min. {dollars(sign.minimum)}", True), (f"max. {dollars(sign.maximum)}", False))
    wide, high = sign_size(lines, size)
    label = f"Baccarat: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
    place = sheet.settings.id("sign-limits")
    sheet.add(sign_at(left + wide / 2, top, lines, size, place=place, label=label))
    return wide, high


def fee_box(sheet: Sheet, left: float, right: float, top: float, seats: tuple[int, ...]) -> float:
    """Draw a numbered space for each seat, showing the fees it owes on Banker wins (3.3)."""
    size = sheet.settings.letters(12)
    owed = {fee.seat: fee.amount for fee in sheet.seen.table.fees}
    cells = [(seat, dollars(owed[seat]) if seat in owed else "") for seat in seats]
    wide = max(max(text_width(says, size, "sans-bold") for _, says in cells), size * 1.8) + size * 0.5
    corners, deep = placed_in_rows([(wide, size * 2.7)] * len(cells), right - left, 2.0)
    drawn = []
    for (seat, says), corner in zip(cells, corners, strict=True):
        box = Box((left + right) / 2 + corner.x, top + corner.y, wide, size * 2.7)
        edge = tag(
            "rect",
            x=box.x,
            y=box.y,
            width=wide,
            height=box.height,
            rx=2,
            fill="#000",
            fill_opacity=0.28,
            stroke=GOLD,
            stroke_opacity=0.45,
        )
        digits = text(box.x + wide / 2, box.y + size * 1.05, str(seat), size, fill=GOLD)
        amount = text(box.x + wide / 2, box.y + size * 2.3, says, size, face="sans-bold", room=wide) if says else ""
        debt = f"seat {seat} owes {spoken_amount(owed[seat])}" if seat in owed else f"seat {seat} owes nothing"
        drawn.append(labelled(debt, edge, digits, amount, id=sheet.settings.id("fee", seat)))
    sheet.add(labelled("outstanding fees", *drawn, id=sheet.settings.id("fee-box")))
    return top + deep


# The hands -----------------------------------------------------------------------------------------------------------


def hands(sheet: Sheet, left: float, right: float, top: float, card: float) -> float:
    """Draw Player at the left, Banker at the right, each with its point count."""
    middle, half = (left + right) / 2, (right - left) / 2
    card = min(max(36.0, card), half * 0.25)
    places = zip(HANDS, (middle - half / 2, middle + half / 2), strict=True)
    return max(_hand(sheet, hand, x, top, card, half - 8) for hand, x in places)


def _hand(sheet: Sheet, hand: str, x: float, top: float, card: float, room: float) -> float:
    view: HandView = getattr(sheet.seen.table, hand)
    cards = (*view.cards, *[None] * view.face_down)
    won, heading = sheet.seen.table.result == hand, sheet.settings.letters(21)
    fill = ACCENT if won else INK[hand]
    how = {"face": "serif-bold", "fill": fill, "spacing": sheet.px(3), "room": room}
    name = text(x, top + heading, hand.upper(), heading, **how)  # type: ignore[arg-type]  # as they are
    y = top + heading * 1.4
    lying = _cards(sheet, hand, cards, x, y, card)
    bottom = y + card * HEIGHT + 4
    badge = _points(sheet, hand, view, x, bottom, room)
    frame = tag(
        "rect",
        x=x - room / 2,
        y=top - 2,
        width=room,
        height=bottom + sheet.letters * 1.9 - top + 2,
        rx=sheet.px(14),
        fill="#000",
        fill_opacity=0.14,
        stroke=ACCENT if won else GOLD,
        stroke_opacity=0.95 if won else 0.5,
        stroke_width=2.4 if won else 1.4,
    )
    sheet.add(frame + name + lying + badge)
    return bottom + sheet.letters * 1.9 + 4


def _cards(sheet: Sheet, hand: str, cards: tuple[str | None, ...], x: float, y: float, card: float) -> str:
    """Draw two cards side by side, the third sideways."""
    step = card * 1.08
    wide = step * 2 - card * 0.08 + (card * 1.5 if len(cards) > 2 else 0.0)
    at, drawn = x - wide / 2, []
    for number, face in enumerate(cards, start=1):
        place = sheet.settings.id("card", hand, 0, number)
        left, top, turn = at + step * (number - 1), y, 0.0
        if number == 3:
            left, top, turn = at + step * 2 + card * HEIGHT, y + card * 0.2, 90.0
        drawn.append(card_at(left, top, card, face, sheet.settings, place=place, turn=turn))
    label = f"{hand}: " + (", ".join(map(spoken_card, cards)) or "no cards")
    return labelled(label, *drawn, id=sheet.settings.id("hand", hand, 0), class_="hand")


def _points(sheet: Sheet, hand: str, view: HandView, x: float, top: float, room: float) -> str:
    if view.points is None:
        return ""
    size, result = sheet.letters * 1.05, sheet.seen.table.result
    natural = len(view.cards) == 2 and view.points >= 8 and not view.face_down
    says = f"natural {view.points}" if natural else str(view.points)
    mood: Mood = "plain" if not result else "push" if result == "tie" else "won" if result == hand else "lost"
    says += {"won": " wins", "push": " tie"}.get(mood, "")
    if badge_size(says, size)[0] > room:
        says = str(view.points)
    place = sheet.settings.id("badge", hand, 0)
    return badge_at(x, top + size * 0.85, says, size, mood, place=place, label=f"{hand} has {says}")


# What is printed -----------------------------------------------------------------------------------------------------


def inscriptions(sheet: Sheet, middle: float, room: float, top: float) -> float:
    """Draw the lines, and return how far down they reach."""
    down = top
    for place, (says, face, letters) in enumerate(_lines(sheet), start=1):
        down += letters * 1.3
        kept = fitting(says, letters, room, face)
        words = text(middle, down - letters * 0.25, kept, letters, face=face, fill=GOLD, room=room)
        sheet.add(group(words, id=sheet.settings.id("inscription", place)))
    return down + 4


def inscriptions_height(sheet: Sheet) -> float:
    return sum(letters * 1.3 for *_, letters in _lines(sheet)) + 4


def _lines(sheet: Sheet) -> list[tuple[Sequence[str], Face, float]]:
    """Return the house, what a tie pays, and the fee, each in one or more ways, the longest first."""
    sign, size = sheet.seen.table.sign, sheet.settings.letters(18)
    lines: list[tuple[Sequence[str], Face, float]] = [((sheet.settings.house,), "serif-italic", size * 1.4)]
    if "tie" in sign.offers:
        lines.append(((f"Tie pays {sign.tie_pays}",), "serif-italic", size * 1.15))
    fee = (f"Banker wins pay a fee of {sign.fee}", f"Fee on Banker wins: {sign.fee}", f"Banker fee: {sign.fee}")
    return [*lines, (fee, "serif-bold", max(12.0, size * 0.82))]
