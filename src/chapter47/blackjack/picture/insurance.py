"""Insurance wagers, which lie on the insurance line in front of their box."""

from chapter47.blackjack.picture.seen import INSURANCE, Seen
from chapter47.blackjack.views.records import StakeView
from chapter47.core.money import dollars
from chapter47.drawing.chips import spoken_amount, stack_with_amount
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import labelled, middle_text


def insured(seen: Seen, box: int) -> list[StakeView]:
    return [stake for stake in seen.stakes(box) if stake.wager == INSURANCE]


def insurance_spot(
    seen: Seen, box: int, x: float, y: float, size: float, settings: Settings, *, chip: bool = True
) -> str:
    """What the bettors of a box have staked on insurance together; where there is little room, the amount alone."""
    stakes = insured(seen, box)
    amount = sum(stake.amount for stake in stakes)
    label = ", ".join(f"{stake.bettor} {spoken_amount(stake.amount)}" for stake in stakes)
    place = settings.id("chips", box, 0, INSURANCE, 1, 1)
    if chip:
        chips = stack_with_amount(x, y, 12.5, amount, size, place=place, label=label, most=1)
    else:
        chips = middle_text(x, y, dollars(amount), size, face="sans-bold")
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
    )
