"""What the round needs next, derived from its facts."""

from chapter47.blackjack.events import Place
from chapter47.blackjack.round import side_wagers
from chapter47.blackjack.round.game_citations import need_of
from chapter47.blackjack.round.moves import active_hand, insurance_question, moves_for, question_for
from chapter47.blackjack.round.needs import (
    Need,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Settled,
)
from chapter47.blackjack.round.settlement import next_box
from chapter47.blackjack.rules import deal, irregularities
from chapter47.blackjack.state import INSURANCE, Hand, Question, Round
from chapter47.blackjack.variations import GAMES, Variation, game_of
from chapter47.core.state_cache import keeps_latest
from chapter47.law import law

SECOND_CARD, HOLE_CARD = "19:47-2.6(h)", "19:47-2.6(j)"
SETTLED, NEED_BETS = Settled(), NeedBets()


@keeps_latest
def pending(state: Round) -> Need:
    """Return one of: a card, a card turned up, a peek, a move, the settlement, or nothing more."""
    need = _needed(state)
    return need_of(state.rules, need) if type(need) is NeedMove else need


def _needed(state: Round) -> Need:
    if state.over:
        return SETTLED
    if not state.closed:
        return NEED_BETS
    if state.dealer_done:
        return _settling(state)
    game = GAMES[state.rules.game]
    return _first_cards(game, state) or _before_play(state) or _playing(game, state) or _dealer(game, state)


def _first_cards(game: Variation, state: Round) -> Need | None:
    if first_card := game.next_first_card(state):
        at, by = first_card
        return NeedCard(at, by, concealed=game.conceals_first_cards and not at.is_dealer)
    if irregularities.dealer_catches_up(state):
        return NeedCard(deal.DEALERS_PLACE, "19:47-2.15(e)", given=state.exposed)
    for hand in state.hands:
        if len(hand.cards) < 2 and irregularities.hand_with_one_card(hand):
            return _late_second_card(state, hand)
    if len(state.dealer.cards) + state.dealer.down == 1 and deal.takes_hole_card(state):
        return NeedCard(deal.DEALERS_PLACE, HOLE_CARD, face_down=True)
    return None


def _late_second_card(state: Round, hand: Hand) -> Need:
    if ("option", hand.at, "second-card") in state.answered:
        return NeedCard(hand.at, "19:47-2.15(g)", concealed=game_of(state).conceals_first_cards)
    return question_for(state, Question("second-card", hand.at, ""))


def _before_play(state: Round) -> Need | None:
    if state.peeked is not None or not state.shows_ace_or_ten:
        return None
    return insurance_question(state) or (NeedPeek() if deal.reads_hole_card(state) else None)


def _playing(game: Variation, state: Round) -> Need | None:
    if game.ends_the_deal(state):
        return _still_offered(state) if state.sides else None
    hand = active_hand(state)
    if ask := state.asks[0] if state.asks else game.question(state, hand):
        return question_for(state, ask)
    if hand is None:
        return None
    return _card_for(state, hand) if hand.owed else moves_for(state, hand)


def _still_offered(state: Round) -> Need | None:
    """Return the card still due for a side wager after a dealer's blackjack ended the deal."""
    owed = next((hand for hand in state.hands if hand.owed), None)
    return _card_for(state, owed) if owed else side_wagers.card_offered(state)


def _card_for(state: Round, hand: Hand) -> Need:
    """Return the card asked for; one exposed by mistake may be refused if nobody asked for it."""
    forgotten = "19:47-2.15(i)" if hand.at in state.late else None
    if hand.doubled:
        face_down = hand.face_down and state.exposed is None
        by = "19:47-2.10(c)" if face_down else "19:47-2.10(a)"
        return NeedCard(hand.at, forgotten or by, face_down, state.exposed)
    if len(hand.cards) > 1:
        return NeedCard(hand.at, forgotten or "19:47-2.6(g)", given=state.exposed)
    if state.exposed is not None and ("option", hand.at, "accept") not in state.answered:
        return question_for(state, Question("exposed-card", hand.at, ""))
    return NeedCard(hand.at, "19:47-2.11(b)", given=state.exposed)


def _dealer(game: Variation, state: Round) -> Need:
    dealer = state.dealer
    if _nothing_left(state):
        return NeedSettlement()
    if game.dealer_draws_nothing(state):
        return NeedSettlement()
    if dealer.down:
        return NeedTurn(dealer.at, HOLE_CARD)
    if deal.second_card_after_the_players(state):
        return NeedCard(dealer.at, SECOND_CARD, given=state.exposed)
    if not game.no_effect(state) and not game.dealer_stands(state.rules, dealer.total):
        return NeedCard(dealer.at, game.drawing_standard(state.rules, dealer.total), given=state.exposed)
    if state.sides and (wager := side_wagers.wager_to_draw_for(state)):
        return NeedCard(dealer.at, wager.draws_to_dealer_by, given=state.exposed)
    return NeedSettlement()


def _nothing_left(state: Round) -> bool:
    """Return whether every hand is dead or settled and nobody is insured."""
    alive = [hand for hand in state.hands if not hand.dead]
    if len(alive) == len(state.hands) or any(state.stakes_on(hand.at) for hand in alive):
        return False
    return not any(stake.open and stake.wager == INSURANCE for stake in state.stakes)


@law("19:47-2.10(c)", editions="2010", duty=5)
def _settling(state: Round) -> Need:
    """Return whether only the face-down double cards of the box being settled are still unknown."""
    box = next_box(state)
    for hand in reversed(state.hands_of(box) if box else []):
        if hand.down:
            return NeedTurn(hand.at, "19:47-2.10(c)")
    return (side_wagers.next_amount(state) if state.sides and box is None else None) or Settled()


def whose_turn(state: Round) -> Place | None:
    """Return the hand being asked or dealt to, for onlookers."""
    need = pending(state)
    return need.at if isinstance(need, (NeedMove, NeedCard, NeedTurn)) else None


__all__ = ["pending", "whose_turn"]
