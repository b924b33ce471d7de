"""What each onlooker may see. A card that lies face down for somebody has no field in that one's view."""

from typing import NamedTuple

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import Total, total
from chapter47.blackjack.round.needs import Legal, NeedMove
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.round.play import calls
from chapter47.blackjack.rules.shared_box import caller_of
from chapter47.blackjack.state import Hand, Round, Stake
from chapter47.core.cards import Card


class HandView(NamedTuple):
    """A hand as somebody sees it: the open cards and their total, and how many lie face down."""

    at: Place
    cards: tuple[Card, ...]
    face_down: int
    total: Total
    doubled: bool
    surrendered: bool
    switched: bool = False
    """Its second card came from the box's other hand, so that it is no blackjack (2A.1)."""


class TableView(NamedTuple):
    """What everybody around the table sees; also the view of an onlooker."""

    version: int
    hands: tuple[HandView, ...]
    dealer: HandView
    stakes: tuple[Stake, ...]
    turn: Place | None
    over: bool
    exposed: Card | None = None
    """A card drawn in error that all have seen, and that is the next one (2.15(c))."""


class SeatView(NamedTuple):
    """A player's view: the table, the own hands, and the moves that are open to this player now."""

    table: TableView
    player: str
    mine: tuple[Place, ...]
    own: tuple[HandView, ...]
    """Hands of this player's boxes that have cards which only the box knows, with those cards."""
    calls_for: tuple[int, ...]
    """The boxes whose decisions this player makes."""
    legal: tuple[Legal, ...]


class DealerView(NamedTuple):
    """The dealer's view: the table and what has to be done next. The hole card is no more known here than elsewhere."""

    table: TableView
    next: str


class SupervisorView(NamedTuple):
    """A supervisor's view: the dealer's, and the irregularities that can be called now."""

    table: TableView
    next: str
    calls: tuple[str, ...]


def table_view(state: Round) -> TableView:
    need = pending(state)
    return TableView(
        state.version,
        tuple(_hand(hand) for hand in state.hands),
        _hand(state.dealer),
        tuple(stake for stake in state.stakes if stake.open),
        getattr(need, "at", None),
        state.over,
        state.exposed,
    )


def seat_view(state: Round, player: str) -> SeatView:
    need = pending(state)
    legal = need.legal if isinstance(need, NeedMove) and need.bettor == player else ()
    boxes = dict.fromkeys(bettor.box for bettor in state.bettors if bettor.name == player)
    return SeatView(
        table_view(state),
        player,
        tuple(stake.at for stake in state.stakes if stake.bettor == player and stake.open),
        tuple(_known(hand) for hand in state.hands if hand.at.box in boxes and hand.concealed),
        tuple(box for box in boxes if caller_of(state, box).name == player),
        legal,
    )


def dealer_view(state: Round) -> DealerView:
    return DealerView(table_view(state), _next(state))


def supervisor_view(state: Round) -> SupervisorView:
    return SupervisorView(table_view(state), _next(state), tuple(calls(state)))


def _hand(hand: Hand) -> HandView:
    """For all to see."""
    if not hand.concealed:
        return _known(hand)
    cards = hand.cards[hand.concealed :]
    down = hand.down + hand.concealed
    return HandView(hand.at, cards, down, total(cards), hand.doubled, hand.surrendered, hand.switched)


def _known(hand: Hand) -> HandView:
    return HandView(hand.at, hand.cards, hand.down, hand.total, hand.doubled, hand.surrendered, hand.switched)


def _next(state: Round) -> str:
    return type(pending(state)).__name__.removeprefix("Need").lower()
