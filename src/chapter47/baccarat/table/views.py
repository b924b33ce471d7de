"""A table as an onlooker sees it. Unseen cards have no field: only their number is shown."""

from typing import Final

from msgspec import Struct

from chapter47.baccarat.events import BANKER_HAND, PLAYER_HAND
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import Need, NeedBets, NeedCard, NeedSettlement, NeedTurn, pending
from chapter47.baccarat.rules.irregularities import SECTION as IRREGULARITIES
from chapter47.baccarat.rules.wagers import WAGERS
from chapter47.baccarat.state import FeeOwed, Stake, TableState, WagerResult
from chapter47.core.onlookers import CallView, Who

STEPS: Final[dict[type, str]] = {
    NeedBets: "wagers are taken",
    NeedCard: "a card is drawn",
    NeedTurn: "cards are turned up",
    NeedSettlement: "the result is announced",
}


class HandView(Struct, frozen=True):
    """One of the two hands."""

    cards: tuple[str, ...]
    """The face-up cards."""
    face_down: int
    points: int | None
    """Set once all its cards are seen."""


class SignView(Struct, frozen=True):
    """What is posted at the table."""

    day: str
    """The date whose law applies, or empty."""
    decks: int
    minimum: int
    maximum: int
    chip: int
    tie_pays: str
    fee: str
    """The fee on a Banker win in percent; all rates if there are several."""
    seats: tuple[int, ...] = ()
    """Their numbers."""
    offers: tuple[str, ...] = ()


class TableView(Struct, frozen=True):
    """What everybody sees."""

    sign: SignView
    round: int
    next: str
    """What comes next, in words."""
    seats: tuple[tuple[int, str], ...]
    curator: str
    """The curator's name; empty if the caller deals."""
    stakes: tuple[Stake, ...]
    fees: tuple[FeeOwed, ...]
    """Outstanding fees, as the markers in the numbered spaces show them."""
    player: HandView
    banker: HandView
    result: str
    last_round: bool
    """The cutting card is out."""
    history: tuple[str, ...]
    """The winner of each round since the shuffle, or a tie, as the scoreboards show it."""
    results: tuple[WagerResult, ...] = ()
    """Results of players who still have their seats, until the next round begins."""


class SeatView(Struct, frozen=True):
    """What a player sees, and may do."""

    table: TableView
    player: str
    seat: int | None
    wagers: tuple[str, ...]
    """Wagers that can be made now."""
    turns: str
    """The hand whose cards this player turns up now."""


class StaffView(Struct, frozen=True):
    """What the caller or a supervisor also sees."""

    table: TableView
    cards_left: int
    next: str
    """What comes next, in words."""
    calls: tuple[CallView, ...]
    """The irregularities that can be called now."""


View = TableView | SeatView | StaffView


def view_for(state: TableState, who: Who, *, table: TableView, cards_left: int, calls: tuple[str, ...]) -> View:
    """Return the view; `table` is the public part, computed once for all."""
    match who.kind:
        case "player":
            return _seat(state, table, who.name)
        case "dealer" | "supervisor":
            called = tuple(CallView(kind=kind, by=IRREGULARITIES, when="with the cards dealt so far") for kind in calls)
            return StaffView(table, cards_left, table.next, called)
        case _:
            return table


def table_view(state: TableState) -> TableView:
    return TableView(
        sign=_sign(state.table),
        round=state.number,
        next=need_text(pending(state)),
        seats=state.seats,
        curator=state.player_at(state.curator),
        stakes=state.open_stakes,
        fees=state.fees,
        player=_hand(state, PLAYER_HAND),
        banker=_hand(state, BANKER_HAND),
        result=state.announced,
        last_round=state.last_round,
        history=state.history,
        results=tuple(result for result in state.results if state.player_at(result.seat) == result.bettor),
    )


def _sign(table: BaccaratTable) -> SignView:
    day = table.on.isoformat() if table.on else ""
    fee = " or ".join(f"{float(100 * rate):g}" for rate in table.rates)
    return SignView(
        day=day,
        decks=table.decks,
        minimum=table.minimum,
        maximum=table.maximum,
        chip=table.chip,
        tie_pays=str(table.tie_pays),
        fee=f"{fee} percent",
        seats=table.numbers,
        offers=table.offers,
    )


def need_text(need: Need) -> str:
    return STEPS.get(type(need), "the round is over")


def _hand(state: TableState, hand: str) -> HandView:
    cards, down = state.hand(hand), state.down(hand)
    return HandView(tuple(map(str, cards)), down, state.points(hand) if cards and not down else None)


def _seat(state: TableState, table: TableView, player: str) -> SeatView:
    need = pending(state)
    seat = state.seat_of(player)
    takes = seat is not None and not state.closed
    offered = tuple(wager for wager in WAGERS if wager in state.table.offers) if takes else ()
    turns = need.hand if isinstance(need, NeedTurn) and need.who == player else ""
    return SeatView(table, player, seat, offered, turns)
