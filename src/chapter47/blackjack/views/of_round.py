"""A round as an onlooker sees it. A card that is face down for them has no field in their view."""

from functools import lru_cache
from typing import Final

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import total
from chapter47.blackjack.round.needs import (
    Need,
    NeedAmount,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Settled,
)
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.rules.shared_box import caller_of
from chapter47.blackjack.state import Bettor, Hand, Round, Stake
from chapter47.blackjack.views.records import (
    AskedView,
    BettorView,
    HandView,
    MoveView,
    RoundView,
    StakeView,
    StepView,
)

NOBODY: Final = ""
"""An onlooker who is not a player."""
VIEWS_KEPT: Final = 4096
"""Cached views of hands and stakes, most of which are unchanged by the last card."""


def round_view(state: Round, player: str = NOBODY) -> RoundView:
    """Return the round as this player sees it, or as everybody does."""
    need = pending(state)
    own_boxes = {bettor.box for bettor in state.bettors if bettor.name == player}
    return RoundView(
        version=state.version,
        bettors=tuple(_bettor(state, bettor) for bettor in state.bettors),
        hands=tuple(hand_view(hand, own=hand.at.box in own_boxes) for hand in state.hands),
        dealer=hand_view(state.dealer),
        dealer_hand=state.spot,
        dealt_before=tuple(map(hand_view, state.dealt_before)),
        stakes=tuple(map(stake_view, state.stakes)),
        turn=_at(getattr(need, "at", None)),
        asked=_asked(need),
        closed=state.closed,
        over=state.over,
        void=state.void,
        exposed=None if state.exposed is None else str(state.exposed),
        reader_says_blackjack=state.peeked,
    )


@lru_cache(maxsize=VIEWS_KEPT)
def hand_view(hand: Hand, *, own: bool = False) -> HandView:
    """Return a hand; its first cards may be visible only to its box."""
    hidden = 0 if own else hand.concealed
    known = hand.cards[hidden:]
    points, soft = total(known)
    return HandView(
        at=str(hand.at),
        box=hand.at.box,
        cards=(*[None] * hidden, *map(str, known), *[None] * hand.down),
        concealed=hand.concealed,
        points=points,
        soft=soft,
        blackjack=hand.blackjack and not hidden and not hand.down,
        split=hand.split,
        doubled=hand.doubled,
        stood=hand.stood,
        surrendered=hand.surrendered,
        switched=hand.switched,
        dead=hand.dead,
        taken_in=hand.taken_in,
    )


@lru_cache(maxsize=VIEWS_KEPT)
def stake_view(stake: Stake) -> StakeView:
    return StakeView(
        at=str(stake.at),
        bettor=stake.bettor,
        wager=stake.wager,
        bet=stake.bet,
        spot=stake.spot,
        amount=stake.amount,
        double=stake.double,
        made=stake.made,
        open=stake.open,
        lit=stake.lit,
        held_back=stake.held,
        shown=stake.shown,
        won_in_a_row=stake.won,
        from_earlier_round=stake.standing,
        stays=stake.kept,
        coupon=stake.coupon,
    )


def hands_with_chips(state: Round, player: str) -> tuple[str, ...]:
    """Yield each hand once, even with several wagers on it."""
    return tuple(dict.fromkeys(str(stake.at) for stake in state.stakes if stake.bettor == player and stake.open))


def boxes_called_by(state: Round, player: str) -> tuple[int, ...]:
    boxes = dict.fromkeys(bettor.box for bettor in state.bettors if bettor.name == player)
    return tuple(box for box in boxes if caller_of(state, box).name == player)


def legal_for(state: Round, player: str) -> tuple[MoveView, ...]:
    """Return this player's legal moves; empty while somebody else decides."""
    need = pending(state)
    if not isinstance(need, NeedMove) or need.bettor != player:
        return ()
    return tuple(
        MoveView(name=move.name, by=move.by, least=move.least, most=move.most, step=move.step) for move in need.legal
    )


def next_step(state: Round) -> StepView:
    """Return what the dealer does next, or whom the dealer waits for."""
    match pending(state):
        case NeedCard(at=at, by=by, face_down=face_down):
            return StepView(kind="card", at=str(at), by=by, face_down=face_down)
        case NeedTurn(at=at, by=by):
            return StepView(kind="turn", at=str(at), by=by)
        case NeedPeek(by=by):
            return StepView(kind="peek", by=by)
        case NeedMove(at=at, bettor=bettor):
            return StepView(kind="move", at=str(at), bettor=bettor)
        case NeedAmount(at=at, bettor=bettor, wager=wager):
            return StepView(kind="amount", at=str(at), bettor=bettor, wager=wager)
        case NeedSettlement(by=by):
            return StepView(kind="settlement", by=by)
        case NeedBets():
            return StepView(kind="bets")
        case Settled():
            return StepView(kind="settled")


def _bettor(state: Round, bettor: Bettor) -> BettorView:
    calls = caller_of(state, bettor.box).name == bettor.name
    return BettorView(box=bettor.box, name=bettor.name, amount=bettor.amount, seated=bettor.seated, calls=calls)


def _asked(need: Need) -> AskedView | None:
    if not isinstance(need, NeedMove):
        return None
    return AskedView(bettor=need.bettor, at=str(need.at), question=need.question, spot=need.spot)


def _at(place: Place | None) -> str | None:
    return None if place is None else str(place)
