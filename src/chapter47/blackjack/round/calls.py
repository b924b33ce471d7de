"""Which irregularities can happen now."""

from typing import Final

from chapter47.blackjack.round.needs import Need, NeedAmount, NeedBets, NeedCard, NeedMove, NeedSettlement, Settled
from chapter47.blackjack.rules import irregularities
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations import game_of


def possible(state: Round, need: Need, kind: str) -> bool:
    if not state.closed or isinstance(need, (NeedBets, Settled)):
        return False
    if kind == "too-few-cards" and not isinstance(need, NeedCard):
        return any(_at_this_moment(state, need, error) for error in WITH_A_CARD_DRAWN_IN_ERROR)
    if kind not in WITH_A_CARD_TO_DEAL:
        return _at_this_moment(state, need, kind)
    return isinstance(need, NeedCard) and _with_this_card(state, need, kind)


WITH_A_CARD_DRAWN_IN_ERROR: Final = ("exposed-card", "dealer-overdrew")
"""These also reveal that the shoe is empty."""

WITH_A_CARD_TO_DEAL: Final = frozenset(
    (
        "face-up-in-shoe",
        "too-few-cards",
        "missed-dealer-card",
        "missed-card",
        "missed-hit",
        "upcard-not-moved",
        "double-turned-up",
    )
)


def _with_this_card(state: Round, card: NeedCard, kind: str) -> bool:
    hand = state.hand(card.at)
    asked = not card.at.is_dealer and hand.owed > 0
    match kind:
        case "missed-dealer-card":
            return card.at.is_dealer and _one_of_the_dealers_first_two(state, card)
        case "missed-card":
            return _is_first(state) and not card.at.is_dealer
        case "missed-hit":
            return asked and len(hand.cards) >= 2 and hand.at not in state.late
        case "upcard-not-moved":
            return irregularities.counts_as_moved(state)
        case "double-turned-up":
            return asked and irregularities.face_up_by_mistake(hand)
        case _:
            return card.given is None


def _at_this_moment(state: Round, need: Need, kind: str) -> bool:
    match kind:
        case "drawn-unseen":
            return isinstance(need, (NeedCard, NeedMove))
        case "exposed-card":
            unseen = isinstance(need, NeedMove) or (isinstance(need, NeedCard) and not need.face_down)
            dealt = not (isinstance(need, NeedCard) and _is_first(state))
            return unseen and dealt and irregularities.after_the_first_two_cards(state) and _no_late_first_card(state)
        case "dealer-overdrew":
            return irregularities.burned_when_dealer_stands(state, about_to_settle=isinstance(need, NeedSettlement))
        case "wrong-side":
            return irregularities.wrong_side_stands(state)
        case "reader-misused":
            return irregularities.reader_can_be_misused(state)
        case "reader-failed":
            return irregularities.reader_can_fail(state) and not state.dealer_done
        case "upcard-discarded":
            return irregularities.upcard_is_found_again(state)
        case "nothing-shown":
            return isinstance(need, NeedAmount)
    raise AssertionError(kind)


def _one_of_the_dealers_first_two(state: Round, card: NeedCard) -> bool:
    """Return whether one of the dealer's first two cards is due and none was missed; a second card that waits for the
    players (2.6(h)) is not part of the first deal."""
    dealer = state.dealer
    return dealer.passes < 2 and dealer.size == dealer.passes and (_is_first(state) or card.face_down)


def _is_first(state: Round) -> bool:
    return game_of(state).next_first_card(state) is not None


def _no_late_first_card(state: Round) -> bool:
    return not any(irregularities.hand_with_one_card(hand) for hand in state.hands)
