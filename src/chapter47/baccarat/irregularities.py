"""Irregularities, 19:47-3.12 (a section whose text is not held): when each can be called, and what happens."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from chapter47.baccarat import events as e
from chapter47.baccarat.events import BANKER_HAND
from chapter47.baccarat.round import (
    NeedCard,
    NeedSettlement,
    NeedTurn,
    RoundIsOver,
    Step,
    coupon_gone,
    happen,
    pending,
    returned,
)
from chapter47.baccarat.rules.irregularities import (
    EXTRA_SEEN,
    EXTRA_UNSEEN,
    FACE_UP,
    FORGOTTEN,
    OUT_OF_ORDER,
    SECTION,
    THIRD_SEEN,
    THIRD_UNSEEN,
    TOO_FEW,
)
from chapter47.baccarat.state import TableState
from chapter47.core.cards import Card
from chapter47.core.event import CouponReturned, Did, Event, RoundOver
from chapter47.core.findings import Refusal


class IrregularityRule(NamedTuple):
    """When it can have happened, whether a card came out, and what follows."""

    can_happen: Callable[[TableState], bool]
    draws: Callable[[TableState], bool]
    done: Callable[[TableState, Card | None], list[Event]]


def _player_must_stand(state: TableState) -> bool:
    """Return whether all four cards are seen and the Player's Hand has stood."""
    need = pending(state)
    return len(state.player) == 2 == len(state.banker) and (
        isinstance(need, NeedSettlement) or (isinstance(need, NeedCard) and need.hand == BANKER_HAND)
    )


def _banker_draws(state: TableState) -> bool:
    need = pending(state)
    return isinstance(need, NeedCard) and need.hand == BANKER_HAND and not need.face_down


def _a_card_is_due(state: TableState) -> bool:
    return isinstance(pending(state), NeedCard)


def _no_card_is_due(state: TableState) -> bool:
    return isinstance(pending(state), (NeedTurn, NeedSettlement))


def _third_card_is_due(state: TableState) -> bool:
    need = pending(state)
    return isinstance(need, NeedCard) and not need.face_down


def _both_hands_are_dealt(state: TableState) -> bool:
    return state.player_down == 2 == state.banker_down


def _always(state: TableState) -> bool:
    del state
    return True


def _never(state: TableState) -> bool:
    del state
    return False


def _to_the_banker(state: TableState, card: Card | None) -> list[Event]:
    """Give the card to the Banker's Hand if it must draw; otherwise a seen card is out of play."""
    if _banker_draws(state):
        return [e.Dealt(by=SECTION, hand=BANKER_HAND, card=card)]
    return _discarded(state, card)


def _discarded(state: TableState, card: Card | None) -> list[Event]:
    del state
    return [e.Discarded(by=SECTION, card=card)] if card else [_put_back()]


def _put_back() -> Event:
    return Did(by=SECTION, what="keeps the card unseen as the next one")


def _next_card(state: TableState, card: Card | None) -> list[Event]:
    del state, card
    return [_put_back()]


def _drawn_now(state: TableState, card: Card | None) -> list[Event]:
    del card
    need = pending(state)
    hand = need.hand if isinstance(need, NeedCard) else ""
    return [Did(by=SECTION, who="caller", what=f"calls for the third card of the {hand}'s hand before any other")]


def _put_in_order(state: TableState, card: Card | None) -> list[Event]:
    del state, card
    return [Did(by=SECTION, what="puts the first four cards in their places, in the order drawn")]


def _voided(state: TableState, card: Card | None) -> list[Event]:
    """Return all wagers and shuffle the cards."""
    del card
    back: list[Event] = []
    for stake in state.open_stakes:
        back += (*coupon_gone(stake, CouponReturned, SECTION), returned(stake, SECTION, "round void"))
    return [e.Voided(by=SECTION), *back, RoundOver(by=SECTION)]


IRREGULARITIES: Final[Mapping[str, IrregularityRule]] = {
    THIRD_UNSEEN: IrregularityRule(_player_must_stand, _banker_draws, _to_the_banker),
    THIRD_SEEN: IrregularityRule(_player_must_stand, _always, _to_the_banker),
    FACE_UP: IrregularityRule(_a_card_is_due, _always, _discarded),
    EXTRA_UNSEEN: IrregularityRule(_no_card_is_due, _never, _next_card),
    EXTRA_SEEN: IrregularityRule(_no_card_is_due, _always, _discarded),
    FORGOTTEN: IrregularityRule(_third_card_is_due, _never, _drawn_now),
    OUT_OF_ORDER: IrregularityRule(_both_hands_are_dealt, _never, _put_in_order),
}
"""Irregularities by their names in scripts. A shoe that runs out is not called: the table notices it."""


def calls(state: TableState) -> tuple[str, ...]:
    """Return the irregularities that can have happened now."""
    return tuple(kind for kind, irregularity in IRREGULARITIES.items() if irregularity.can_happen(state))


def draws_a_card(state: TableState, kind: str) -> bool:
    return kind in IRREGULARITIES and IRREGULARITIES[kind].draws(state)


def call(state: TableState, kind: str, card: Card | None = None) -> Step | Refusal:
    """Handle the call; `card` is the one that came out with it, if any."""
    if kind not in calls(state):
        want = ", ".join(calls(state)) or "nothing now"
        return Refusal("call.not_now", SECTION, "this cannot have happened now", kind, want)
    if draws_a_card(state, kind) != (card is not None):
        return Refusal(
            "call.card", SECTION, "name the card if one came out, and only then", str(card), "while it happens"
        )
    called: list[Event] = [e.Called(by=SECTION, kind=kind, card=card)]
    return happen(state, [*called, *IRREGULARITIES[kind].done(state, card)])


def shoe_is_empty(state: TableState) -> Step | Refusal:
    """Void the round: it cannot be finished."""
    if isinstance(pending(state), RoundIsOver) or not _a_card_is_due(state):
        return Refusal("call.not_now", SECTION, "no card is due", TOO_FEW, "while a card is due")
    return happen(state, [e.Called(by=SECTION, kind=TOO_FEW), *_voided(state, None)])
