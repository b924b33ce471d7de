"""Insurance wagers, which lie on the insurance line in front of their box."""

from math import cos, radians, sin

from chapter47.blackjack.picture.seen import INSURANCE, SeenBlackjack
from chapter47.blackjack.views.records import StakeView
from chapter47.core.money import dollars
from chapter47.drawing.chips import amount_width, spoken_amount, stack_with_amount
from chapter47.drawing.rings import Ring
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import labelled, middle_text, moved

RADIUS = 12.5


def insured(seen: SeenBlackjack, box: int) -> list[StakeView]:
    return [stake for stake in seen.stakes(box) if stake.wager == INSURANCE]


def insurance_on_band(
    seen: SeenBlackjack, box: int, ring: Ring, angle: float, slot: float, size: float, settings: Settings
) -> str:
    """Around a point of a ring; as much of chips, amount and letters as the slot has room for."""
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
    """What the bettors of a box have staked on insurance together; where there is little room, the amount alone."""
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
