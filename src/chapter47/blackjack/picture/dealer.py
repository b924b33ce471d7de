"""The dealer's side of the table: cards, tray, shoe, discard rack and signs."""

from typing import NamedTuple

from chapter47.blackjack.picture.seen import DEALER, SeenBlackjack
from chapter47.blackjack.picture.totals import total_of
from chapter47.blackjack.views.records import HandView
from chapter47.core.money import dollars
from chapter47.drawing.cards import HEIGHT, card_at, spoken_card
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.furniture import Mood, badge_at, badge_size, rack_at, shoe_at, sign_at, sign_size
from chapter47.drawing.hands import LaidHand, laid
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import labelled, middle_text, tag, text

CARDS_PER_DECK = 52


class DealerPlan(NamedTuple):
    """Where the dealer's cards lie: around the middle `x`, from `y` down."""

    x: float
    y: float
    card: float
    room: float
    hand: LaidHand
    areas: int
    under: float
    """Room for the total under the cards, where it does not stand beside them."""

    @property
    def cards_bottom(self) -> float:
        return self.y + max(self.card * HEIGHT, self.hand.height) + (self.card * 0.12 if self.areas > 1 else 0.0)

    @property
    def bottom(self) -> float:
        return self.cards_bottom + self.under


def planned(seen: SeenBlackjack, *, x: float, y: float, card: float, room: float, under: float = 0.0) -> DealerPlan:
    """Multiple action has an area for each of the dealer's hands."""
    areas = seen.table.sign.most_wagers
    cards = max(2, len(seen.table.round.dealer.cards))
    wide = room / areas if areas > 1 else room
    width = min(card, wide * 0.5)
    return DealerPlan(x, y, width, room, laid(cards, width, wide * 0.94), areas, under)


def drawn(seen: SeenBlackjack, plan: DealerPlan, settings: Settings, size: float) -> str:
    """Cards, and beside or under them their total."""
    hand = seen.table.round.dealer
    areas = _areas(seen, plan, settings, size) if plan.areas > 1 else ""
    x = plan.x
    if plan.areas > 1:
        x += plan.room / plan.areas * (seen.table.round.dealer_hand - (plan.areas - 1) / 2)
    left = x - plan.hand.width / 2
    cards = [
        card_at(
            left + corner.x, plan.y + corner.y, plan.card, card, settings, place=settings.id("card", DEALER, 0, number)
        )
        for number, (card, corner) in enumerate(zip(hand.cards, plan.hand.corners, strict=False), start=1)
    ]
    label = "the dealer: " + (", ".join(map(spoken_card, hand.cards)) or "no cards")
    lying = labelled(label, *cards, id=settings.id("hand", DEALER, 0), class_="hand")
    return areas + lying + _badge(hand, plan, left, settings, size)


def _badge(hand: HandView, plan: DealerPlan, left: float, settings: Settings, size: float) -> str:
    total = total_of(hand)
    if not total:
        return ""
    says = f"{total} bust" if hand.points > 21 else total
    mood: Mood = "lost" if hand.points > 21 else "blackjack" if hand.blackjack else "plain"
    wide, _ = badge_size(says, size)
    x, y = left - wide / 2 - 8, plan.y + size * 0.9
    if plan.under:
        x, y = left + plan.hand.width / 2, plan.cards_bottom + size
    return badge_at(x, y, says, size, mood, place=settings.id("badge", DEALER, 0), label=f"the dealer has {says}")


def _areas(seen: SeenBlackjack, plan: DealerPlan, settings: Settings, size: float) -> str:
    """The places of the dealer's hands one, two and three (2.18)."""
    wide = plan.room / plan.areas
    drawn = []
    for number in range(plan.areas):
        x = plan.x - plan.room / 2 + wide * number
        is_played = number == seen.table.round.dealer_hand
        line = tag(
            "rect",
            x=x + 3,
            y=plan.y - 3,
            width=wide - 6,
            height=plan.cards_bottom - plan.y + 3,
            rx=6,
            fill="none",
            stroke=GOLD,
            stroke_opacity=0.8 if is_played else 0.4,
            stroke_dasharray=None if is_played else "5 4",
        )
        empty = not (is_played and seen.table.round.dealer.cards)
        middle = (x + wide / 2, (plan.y + plan.cards_bottom) / 2)
        words = (
            middle_text(*middle, str(number + 1), size * 1.5, face="serif-bold", fill=GOLD, opacity=0.8)
            if empty
            else ""
        )
        drawn.append(
            labelled(f"the dealer's hand {number + 1}", line, words, id=settings.id("area", DEALER, number + 1))
        )
    return "".join(drawn)


# Shoe, rack, signs ---------------------------------------------------------------------------------------------------


def shoe(
    seen: SeenBlackjack, x: float, y: float, width: float, settings: Settings, size: float, *, short: bool = False
) -> str:
    """The shoe and, under it, how many cards are in it."""
    view = seen.table.shoe
    stack = next((stack for stack in view.stacks if view.deals in (None, stack.name)), None)
    left = stack.cards_left if stack else None
    before = stack.before_the_cutting_card if stack else None
    full = seen.table.sign.decks * CARDS_PER_DECK
    name = "the dealer's hand" if view.kind == "hand" else "the shoe"
    drawn = shoe_at(x, y, width, settings, cards_left=left, before_cut=before, full=full, name=name)
    says = shoe_words(left, None if short else before, is_out=not short and bool(stack and stack.cutting_card_out_at))
    return drawn + (text(x, y + width * 0.34 + size * 1.1, says, size, fill="#e4ece6") if says else "")


def shoe_words_width(seen: SeenBlackjack, size: float) -> float:
    """Room for the longest words under the shoe, so that nothing moves while cards are dealt."""
    full = seen.table.sign.decks * CARDS_PER_DECK
    return text_width(shoe_words(full, full, is_out=False), size) if seen.table.shoe.stacks else 0.0


def shoe_words(left: int | None, before: int | None, *, is_out: bool) -> str:
    if left is None:
        return ""
    if is_out:
        return f"{left} cards · last round"
    return f"{left} cards" if before is None else f"{left} cards · cut at {before}"


def rack(seen: SeenBlackjack, x: float, y: float, width: float, settings: Settings) -> str:
    view = seen.table.shoe
    discards = view.discards if view.stacks else None
    return rack_at(x, y, width, settings, discards=discards, full=seen.table.sign.decks * CARDS_PER_DECK)


Lines = tuple[tuple[str, bool], ...]


def limits_lines(seen: SeenBlackjack) -> Lines:
    sign = seen.table.sign
    return (("Minimum", False), (dollars(sign.minimum), True), (f"max. {dollars(sign.maximum)}", False))


def limits(seen: SeenBlackjack, x: float, y: float, settings: Settings, size: float) -> tuple[str, float]:
    """The sign with the limits, its upper edge in the middle at a point; and how high it is."""
    sign, lines = seen.table.sign, limits_lines(seen)
    label = f"{sign.title}: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
    drawn = sign_at(x, y, lines, size, place=settings.id("sign-limits"), label=label)
    return drawn, sign_size(lines, size)[1]


def extra_signs(seen: SeenBlackjack) -> tuple[tuple[str, Lines, str], ...]:
    """Meters, and what a bonus display chose: an id, the lines, and how it is told."""
    signs: list[tuple[str, Lines, str]] = []
    for meter in seen.table.meters:
        name = meter.wager.replace("-", " ").capitalize()
        lines = ((name, False), (dollars(meter.shows), True))
        signs.append((f"sign-{meter.wager}", lines, f"{name} meter: {spoken_amount(meter.shows)}"))
    chosen = next((stake for stake in seen.table.round.stakes if stake.shown is not None), None)
    if chosen is not None and chosen.shown is not None:
        lines = (("Bonus display", False), (dollars(chosen.shown), True))
        signs.append(("sign-display", lines, f"the bonus display shows {spoken_amount(chosen.shown)}"))
    if seen.table.round.exposed:
        lines = (("Next card", False), (seen.table.round.exposed.replace("T", "10"), True))
        signs.append(("sign-exposed", lines, f"the next card is the {spoken_card(seen.table.round.exposed)}"))
    return tuple(signs)
