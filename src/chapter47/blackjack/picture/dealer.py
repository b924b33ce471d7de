"""The dealer's side of the table: cards, tray, shoe, discard rack and signs."""

from typing import NamedTuple

from chapter47.blackjack.picture.seen import DEALER, Badge, SeenBlackjack, short_total, total_of
from chapter47.blackjack.views.records import HandView
from chapter47.core.money import dollars
from chapter47.drawing.cards import HEIGHT, card_at, spoken_card
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.furniture import (
    Mood,
    StackSeen,
    badge_at,
    badge_size,
    pack_at,
    rack_at,
    shoe_at,
    sign_at,
    sign_size,
)
from chapter47.drawing.hands import LaidHand, laid
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import labelled, middle_text, tag, text

CARDS_PER_DECK = 52
FAINT = 0.5
"""Opacity of cards already in the discard rack."""


class DealerPlan(NamedTuple):
    """Where the dealer's cards are: around the middle `x`, from `y` down."""

    x: float
    y: float
    card: float
    room: float
    hand: LaidHand
    before: tuple[LaidHand, ...]
    """The earlier hands, if the game has several."""
    areas: int
    under: float
    """Room for the total under the cards, if it is not beside them."""

    @property
    def cards_bottom(self) -> float:
        deepest = max(hand.height for hand in (self.hand, *self.before))
        return self.y + max(self.card * HEIGHT, deepest) + (self.card * 0.12 if self.areas > 1 else 0.0)

    @property
    def bottom(self) -> float:
        return self.cards_bottom + self.under

    def middle_of(self, number: int) -> float:
        """Return the horizontal centre of one of the dealer's areas."""
        return self.x + self.room / self.areas * (number - (self.areas - 1) / 2)


def planned(seen: SeenBlackjack, *, x: float, y: float, card: float, room: float, under: float = 0.0) -> DealerPlan:
    """Multiple action has an area for each of the dealer's hands."""
    areas, round_ = seen.table.sign.most_wagers, seen.table.round
    wide = room / areas if areas > 1 else room
    width = min(card, wide * 0.5)
    hand, *before = (
        laid(max(2, len(hand.cards)), width, wide * 0.94) for hand in (round_.dealer, *round_.dealt_before)
    )
    return DealerPlan(x, y, width, room, hand, tuple(before), areas, under)


def drawn(seen: SeenBlackjack, plan: DealerPlan, settings: Settings, size: float) -> str:
    """Draw the dealer's cards with their total beside or under them."""
    round_ = seen.table.round
    if plan.areas == 1:
        return _hand(round_.dealer, plan.hand, plan, plan.x, settings) + _badge(round_.dealer, plan, settings, size)
    now = round_.dealer_hand
    parts = [
        _areas(seen, plan, settings, size),
        _hand(round_.dealer, plan.hand, plan, plan.middle_of(now), settings),
        _badge(round_.dealer, plan, settings, size, number=now),
    ]
    for number, (hand, cards) in enumerate(zip(round_.dealt_before, plan.before, strict=True)):
        parts.append(_hand(hand, cards, plan, plan.middle_of(number), settings, number + 1))
        parts.append(_badge(hand, plan, settings, size, number=number, before=number + 1))
    return "".join(parts)


def _hand(hand: HandView, cards: LaidHand, plan: DealerPlan, x: float, settings: Settings, before: int = 0) -> str:
    """Draw its cards around a point; an earlier hand is faint, as its cards are in the discard rack."""
    kind, left = "past" if before else "card", x - cards.width / 2
    lying = [
        card_at(
            left + corner.x,
            plan.y + corner.y,
            plan.card,
            card,
            settings,
            place=settings.id(kind, DEALER, before, number),
        )
        for number, (card, corner) in enumerate(zip(hand.cards, cards.corners, strict=False), start=1)
    ]
    whose = f"the dealer's hand {before}, in the discard rack: " if before else "the dealer: "
    label = whose + (", ".join(map(spoken_card, hand.cards)) or "no cards")
    place = settings.id("hand", DEALER, before)
    return labelled(label, *lying, id=place, class_="hand", opacity=FAINT if before else None)


def _badge(
    hand: HandView, plan: DealerPlan, settings: Settings, size: float, *, number: int = 0, before: int = 0
) -> str:
    """Draw the total beside the cards, or under them in the middle of an area."""
    total = total_of(hand)
    if not total:
        return ""
    over = hand.points > 21
    mood: Mood = "lost" if over else "blackjack" if hand.blackjack else "plain"
    badge = Badge((f"{total} bust", total) if over else (total, short_total(total)), mood)
    says = badge.fitting(size, plan.room / plan.areas)
    x, y = plan.x - plan.hand.width / 2 - badge_size(says, size)[0] / 2 - 8, plan.y + size * 0.9
    if plan.under:
        x, y = plan.middle_of(number), plan.cards_bottom + size
    place, label = settings.id("badge", DEALER, before), f"the dealer has {badge.words[0]}"
    return badge_at(x, y, says, size, mood, place=place, label=label)


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
        empty = number > seen.table.round.dealer_hand or not seen.table.round.dealer.cards
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
    """Draw the shoe and, below it, the number of cards in it."""
    view = seen.table.shoe
    stack = next((stack for stack in view.stacks if view.deals in (None, stack.name)), None)
    left = stack.cards_left if stack else None
    before = stack.before_the_cutting_card if stack else None
    full = seen.table.sign.decks * CARDS_PER_DECK
    kind = pack_at if view.kind == "hand" else shoe_at
    drawn = kind(x, y, width, settings, StackSeen(left or None, before, full))
    says = shoe_words(left, None if short else before, is_out=not short and bool(stack and stack.cutting_card_out_at))
    return drawn + (text(x, y + width * 0.34 + size * 1.1, says, size, fill="#e4ece6") if says else "")


def shoe_words_width(seen: SeenBlackjack, size: float) -> float:
    """Return the width of the longest words under the shoe, so that nothing moves while cards are dealt."""
    full = seen.table.sign.decks * CARDS_PER_DECK
    return text_width(shoe_words(full, full, is_out=False), size) if seen.table.shoe.stacks else 0.0


def shoe_words(left: int | None, before: int | None, *, is_out: bool) -> str:
    if left is None:
        return ""
    if left == 0:
        return "to be shuffled"
    if is_out:
        return f"{left} cards · last round"
    return f"{left} cards" if before is None else f"{left} cards · cut at {before}"


def rack(seen: SeenBlackjack, x: float, y: float, width: float, settings: Settings) -> str:
    view = seen.table.shoe
    has_begun = any(stack.cards_left for stack in view.stacks)  # before that all cards wait to be shuffled
    discards = view.discards if has_begun else None
    return rack_at(x, y, width, settings, discards=discards, full=seen.table.sign.decks * CARDS_PER_DECK)


Lines = tuple[tuple[str, bool], ...]


def limits_lines(seen: SeenBlackjack) -> Lines:
    sign = seen.table.sign
    return (("Minimum", False), (dollars(sign.minimum), True), (f"max. {dollars(sign.maximum)}", False))


def limits(seen: SeenBlackjack, x: float, y: float, settings: Settings, size: float) -> tuple[str, float]:
    """Draw the sign with the limits, its upper edge centred at a point, and return its height."""
    sign, lines = seen.table.sign, limits_lines(seen)
    label = f"{sign.title}: minimum {spoken_amount(sign.minimum)}, maximum {spoken_amount(sign.maximum)}"
    drawn = sign_at(x, y, lines, size, place=settings.id("sign-limits"), label=label)
    return drawn, sign_size(lines, size)[1]


def extra_signs(seen: SeenBlackjack) -> tuple[tuple[str, Lines, str], ...]:
    """Yield meters and the choice of a bonus display: an id, the lines, and the spoken text."""
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
