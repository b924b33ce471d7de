"""The dealer's script: announcements and steps that do not change the round."""

from collections.abc import Callable
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import DEALER, Event
from chapter47.blackjack.round.needs import Need, NeedAmount, NeedBets, NeedCard, NeedMove
from chapter47.blackjack.round.side_wagers import lights_checked, pressed
from chapter47.blackjack.rules import basic_wager, deal, double_down, pay_blackjack, shared_box, split, surrender
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations import GAMES, game_of, wager_at
from chapter47.blackjack.variations.variation import Script
from chapter47.core.loose_types import OfItsType
from chapter47.law import law


def _after_bet(event: e.Bet, state: Round) -> list[Event]:
    if not event.cash:
        return []
    return [*basic_wager.spoken_with_cash(event.bettor, event.amount * event.hands, "19:47-2.3(d)")]


def _after_side_bet(event: e.SideBet, state: Round) -> list[Event]:
    if not event.cash:
        return []
    return [*basic_wager.spoken_with_cash(event.bettor, event.amount, wager_at(state.rules, event.wager).cash_by)]


def _after_closing(event: e.BetsClosed, state: Round) -> list[Event]:
    return [*lights_checked(state), no_more_bets(), *_lines(state)]


@law("19:47-2.19(b)", editions="2010", kind="script", duty=3)
@law("19:47-2.20(b)", editions="2010", kind="script", duty=4)
@law("19:47-2.24(d)", editions="2010", kind="script", duty=1)
def no_more_bets() -> e.Said:
    """Call an end to betting, at every table before the first card."""
    return e.Said(by="19:47-2.3(c)", words="No more bets")


def _before_the_first_card(state: Round) -> list[Event]:
    said: list[Event] = [e.Did(by="19:47-2.6(b)", what=game_of(state).dealing(state.rules))]
    if state.face_down_offered and double_down.may_ask_face_down(state.rules):
        said.append(e.Said(by="19:47-2.10(c)", words=double_down.offered_to_all()))
    return said


def _after_opening(event: e.Opened, state: Round) -> list[Event]:
    hand = state.hand(event.at)
    return [pay_blackjack.announces_blackjack(state, hand)] if hand.blackjack and not state.dealer_done else []


def _after_double(event: e.Doubled, state: Round) -> list[Event]:
    return [] if state.asks else [double_down.laid_sideways(state.rules)]


def _after_surrender(event: e.Surrendered, state: Round) -> list[Event]:
    return surrender.laid_on_the_cards(state)


def _after_dealer(event: e.DealerDone, state: Round) -> list[Event]:
    if len(state.dealer.cards) < 2:
        return []
    total = "blackjack" if state.dealer.blackjack else state.dealer.total
    return [e.Said(by="19:47-2.6(h)", words=f"Dealer has {total}")]


def _lines(state: Round) -> list[Event]:
    """Line up wagers: on a shared box the caller's is nearest the dealer."""
    lined_up: list[Event] = []
    if len(state.bettors) == 1:
        return lined_up
    for box in dict.fromkeys(bettor.box for bettor in state.bettors):
        bettors = state.bettors_of(box)
        if len(bettors) > 1:
            names = ", then ".join(bettor.name for bettor in shared_box.line_of_wagers(bettors))
            lined_up.append(e.Did(by="19:47-2.13(c)", what=f"lines up the wagers of box {box}: {names}"))
    return lined_up


def _after_card(event: e.Dealt, state: Round) -> list[Event]:
    if event.card is None:
        return []
    if event.at.box == DEALER:
        forgotten_upcard = state.dealer.passes == 2 and state.dealer.size == 1
        return _late_blackjacks(state) if forgotten_upcard else []
    hand = state.hand(event.at)
    if hand.concealed:
        return []
    if hand.blackjack:
        announced = state.upcard and not game_of(state).blackjacks_last
        return [pay_blackjack.announces_blackjack(state, hand)] if announced else []
    if split.split_hand_acts(hand):
        return [e.Said(by="19:47-2.11(c)", words=split.announces_split_total(hand))]
    if len(hand.cards) > 2:
        return [e.Said(by="19:47-2.6(g)", words=deal.announces_total(hand))]
    return []


def _late_blackjacks(state: Round) -> list[Event]:
    """Announce late blackjacks when the dealer's forgotten up card decides how they are paid."""
    if game_of(state).blackjacks_last:
        return []
    return [pay_blackjack.announces_blackjack(state, hand) for hand in state.hands if hand.blackjack]


def _on_card(state: Round, before: Need, need: NeedCard) -> list[Event]:
    if isinstance(before, NeedBets):
        return _before_the_first_card(state)
    if (
        need.at.box != DEALER
        or not deal.called_for_aloud(state, need.at)
        or need == before
        or game_of(state).next_first_card(state)
    ):
        return []
    return [e.Said(by="19:47-2.6(h)", words="Dealer's Card")]


def _on_amount(state: Round, before: Need, need: NeedAmount) -> list[Event]:
    return [] if need == before else [pressed(need)]


def _on_move(state: Round, before: Need, need: NeedMove) -> list[Event]:
    if need.question != "play":
        return [] if need == before else game_of(state).asked_aloud(state, need.question, need.at)
    if isinstance(before, NeedMove) and before.question == "play" and before.at == need.at:
        return []
    hand = state.hand(need.at)
    if len(hand.cards) != 2 or hand.split or hand.concealed:
        return []
    return [e.Said(by="19:47-2.6(f)", words=deal.announces_total(hand, shown=True))]


ON_TURN: Final[dict[type[Need], Callable[[Round, Need, OfItsType], list[Event]]]] = {
    NeedMove: _on_move,
    NeedCard: _on_card,
    NeedAmount: _on_amount,
}
"""Announcements by the next need, from the state and the previous need: the first total of a hand whose turn begins,
and the call for the dealer's card. They come after everything else."""

_EVERY_GAME: Final[Script] = {
    e.Bet: _after_bet,
    e.SideBet: _after_side_bet,
    e.BetsClosed: _after_closing,
    e.Dealt: _after_card,
    e.Opened: _after_opening,
    e.Doubled: _after_double,
    e.Surrendered: _after_surrender,
    e.DealerDone: _after_dealer,
}


SCRIPTS: Final = {
    name: {
        kind: [script[kind] for script in (_EVERY_GAME, game.script) if kind in script]
        for kind in (*_EVERY_GAME, *game.script)
    }
    for name, game in GAMES.items()
}
"""By game and kind of event, what the dealer says and does after it: first what is common to all games, then this
game's own."""
