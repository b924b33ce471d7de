"""In a replay, the outcomes of chance according to the log: cards, the card reader's answer, an amount on a display."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.double import Double
from chapter47.blackjack.shoe.stacked import on_top, shown_as
from chapter47.core.cards import Card
from chapter47.core.table_in_play import ReplayedLog

if TYPE_CHECKING:
    from chapter47.blackjack.table.in_play import BlackjackInPlay as Table

SHOWS_CARDS: Final = (e.Burned, e.BurnCardShown, e.DeterminantDrawn)
"""Events of the shoe that name a card."""


def drawn(table: "Table", card: Card) -> Card:
    """Return the card that the log names for a draw, or the card that came."""
    return _as_logged(table, e.Dealt, _as_logged(table, e.Called, card))


def turned(table: "Table", card: Card) -> Card:
    return _as_logged(table, e.Turned, card)


def peeked(table: "Table") -> bool:
    """Return whether the hole card makes a blackjack."""
    if table.logged is not None and (event := table.logged.next(e.Peeked)):
        return event.blackjack
    return is_blackjack((*table.state.dealer.cards, table.down[table.state.dealer.at][0]))


def amount(table: "Table", amounts: Mapping[int, int]) -> int | None:
    """Return the amount that the log or a script names for the display, or None."""
    if table.logged is not None and (shown := table.logged.next(e.AmountShown)) and shown.amount in amounts:
        return shown.amount
    named = next((amount for amount in table.amounts_told if amount in amounts), None)
    if named is not None:
        table.amounts_told.remove(named)
    return named


def stack_determinant(table: "Table", log: ReplayedLog, side: Side) -> None:
    """Put the log's determinant card on top of its side, because its colour decides which side deals."""
    if isinstance(table.shoe, Double):
        event = log.following(e.DeterminantDrawn)
        table.shoe = table.shoe if event is None else on_top(table.shoe, side, event.card)


def of_the_shoe(table: "Table", event: Event) -> Event:
    """Return an event of the shoe with the card that the log names."""
    if table.logged is None or not isinstance(event, SHOWS_CARDS) or event.card is None:
        return event
    logged = table.logged.next(type(event))
    return event if logged is None else replace(event, card=logged.card)


def _as_logged(table: "Table", kind: type[e.Dealt | e.Turned | e.Called], card: Card) -> Card:
    event = None if table.logged is None else table.logged.next(kind)
    if event is None or event.card is None or event.card == card:
        return card
    table.shoe = shown_as(table.shoe, card, event.card)
    return event.card
