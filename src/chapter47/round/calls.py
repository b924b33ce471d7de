"""Which irregularities can happen now."""

from chapter47.games import game_of
from chapter47.round.needs import Need, NeedAmount, NeedBets, NeedCard, NeedMove, NeedSettlement, Settled
from chapter47.rules import deal, irregularities
from chapter47.state import Round


def possible(state: Round, need: Need, kind: str) -> bool:
    if not state.closed or isinstance(need, (NeedBets, Settled)):
        return False
    card = need if isinstance(need, NeedCard) else None
    first = card is not None and game_of(state).next_first_card(state) is not None
    hand = state.hand(card.at) if card is not None else None
    asked = card is not None and hand is not None and not card.at.is_dealer and hand.owed > 0
    match kind:
        case "face-up-in-shoe" | "too-few-cards":
            return card is not None and card.given is None
        case "drawn-unseen":
            return isinstance(need, (NeedCard, NeedMove)) and irregularities.is_the_next_card(state)
        case "exposed-card":
            unseen = isinstance(need, NeedMove) or (card is not None and not card.face_down)
            dealt = not first and irregularities.after_the_first_two_cards(state)
            return unseen and dealt and _no_late_first_card(state)
        case "dealer-overdrew":
            stands = isinstance(need, NeedSettlement) and len(state.dealer.cards) >= 2
            return irregularities.burned_when_dealer_stands(stands)
        case "missed-dealer-card":
            first_two = card is not None and card.at.is_dealer and card.by in deal.FIRST_TWO_OF_THE_DEALER
            return first_two and state.dealer.passes < 2
        case "missed-card":
            return first and card is not None and not card.at.is_dealer
        case "wrong-side":
            return irregularities.wrong_side_stands(state)
        case "missed-hit":
            return asked and hand is not None and len(hand.cards) >= 2 and hand.at not in state.late
        case "reader-misused":
            reader = state.rules.hole_card == "card-reader" and not state.reader_failed
            return reader and not state.shows_ace_or_ten and state.dealer.down == 1 and not state.dealer_done
        case "reader-failed":
            return irregularities.reader_can_fail(state) and not state.dealer_done
        case "upcard-not-moved":
            return card is not None and irregularities.counts_as_moved(state)
        case "upcard-discarded":
            return irregularities.upcard_is_found_again(state)
        case "double-turned-up":
            return asked and hand is not None and irregularities.face_up_by_mistake(hand)
        case "nothing-shown":
            return isinstance(need, NeedAmount)
    raise AssertionError(kind)


def _no_late_first_card(state: Round) -> bool:
    return not any(irregularities.hand_with_one_card(hand) for hand in state.hands)
