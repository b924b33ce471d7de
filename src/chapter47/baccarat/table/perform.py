"""Acts at a baccarat table, performed or refused with the paragraph, without changes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chapter47.baccarat import acts, round, shoe
from chapter47.baccarat.round import NeedBets, RoundIsOver
from chapter47.baccarat.state import TableState, apply
from chapter47.baccarat.table import duties
from chapter47.core.act import Act, PlannedCut
from chapter47.core.cards import decks
from chapter47.core.event import RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.loose_types import OfItsType
from chapter47.core.table_in_play import Cost, RefusedError

if TYPE_CHECKING:
    from chapter47.baccarat.table.in_play import BaccaratInPlay as Table

OPENING, SEATS, ROUND = "19:47-3.4(a)", "19:47-3.3(c)", "19:47-3.2(a)"


def cost(act: Act) -> Cost | None:
    return Cost(act.player, act.amount) if isinstance(act, acts.Bet) else None


def perform(table: "Table", act: Act) -> Refusal | None:
    """Perform an act; the table opens with the first act that needs its cards, unless refused."""
    if type(act) not in HANDLERS:
        return Refusal("act.unknown", ROUND, "there are no decisions at baccarat", str(act), "an act of this game")
    if table.is_closed:
        return Refusal("table.closed", SEATS, "the table is closed", str(act), "nothing more")
    if refusal := _refused_now(table, act):
        return refusal
    try:
        if not table.is_open and isinstance(act, NEED_CARDS):
            table.open()
        return HANDLERS[type(act)](table, act)
    except RefusedError as error:
        return error.refusal


def _refused_now(table: "Table", act: Act) -> Refusal | None:
    if isinstance(act, acts.Bet):
        takes_wagers = table.is_open and isinstance(table.need, NeedBets)
        return None if takes_wagers else _bad_bet(table, act)
    if isinstance(act, acts.Stack) and not table.is_open:
        whole = shoe.named(shoe.Shoe(decks(table.posting.decks)), act.cards)
        return whole if isinstance(whole, Refusal) else None
    if not (table.is_open or act.before_opening):
        return Refusal("table.not_open", OPENING, "the table is not open", str(act), "`open table`, or the first wager")
    if isinstance(act, BETWEEN_ROUNDS) and not table.between_rounds:
        return Refusal("act.not_now", ROUND, "a round is in progress", str(act), "between rounds")
    return None


def _bad_bet(table: "Table", act: acts.Bet) -> Refusal | None:
    """Check a bet; an accepted wager begins a round."""
    tried = round.bet(_taking_wagers(table), act.player, act.on, act.amount)
    return tried if isinstance(tried, Refusal) else None


def _taking_wagers(table: "Table") -> TableState:
    if isinstance(table.need, RoundIsOver):
        return apply(table.state, RoundBegan(by=ROUND, number=table.state.number + 1))
    return table.state


# The table and its cards ---------------------------------------------------------------------------------------------


def _open(table: "Table", act: acts.Open) -> Refusal | None:
    if table.is_open:
        return Refusal("table.open", OPENING, "the table is already open", str(act), "once, before the first round")
    table.open()
    return None


def _sit(table: "Table", act: acts.Sit) -> Refusal | None:
    numbers = table.posting.numbers
    if act.at not in numbers:
        want = f"{numbers[0]} to {numbers[-1]}, without 13"
        return Refusal("seat.unknown", SEATS, "the layout has no seat with this number", str(act.at), want)
    if taken := table.state.player_at(act.at):
        return Refusal("seat.taken", SEATS, "this seat is taken", f"{act.at}, {taken}", "a free seat")
    if table.state.seat_of(act.player) is not None:
        return Refusal("seat.has_one", SEATS, "this player already has a seat", act.player, "one seat per player")
    table.sit(act.at, act.player)
    return None


def _leave(table: "Table", act: acts.Leave) -> Refusal | None:
    if table.state.seat_of(act.player) is None:
        return Refusal("seat.none", SEATS, "this player is not seated here", act.player, "a seated player")
    if act.held:
        return Refusal("seat.held", SEATS, "seats are not held at baccarat", str(act), f"{act.player} leave")
    if act.player in table.staked:
        return Refusal(
            "bet.open", ROUND, "this player has a wager on the layout", act.player, "after it is withdrawn or decided"
        )
    table.leave(act.player)
    return None


def _close(table: "Table", act: acts.Close) -> Refusal | None:
    if table.staked:
        return Refusal("bet.open", ROUND, "there are wagers on the layout", str(act), "after they are withdrawn")
    table.close()
    return None


def _plan_cut(table: "Table", act: acts.CutAt | acts.DeclineCut) -> Refusal | None:
    table.planned_cuts = (*table.planned_cuts, PlannedCut.by(act))
    return None


def _stack(table: "Table", act: acts.Stack) -> Refusal | None:
    stacked = shoe.named(table.shoe, act.cards, after=table.named)
    if isinstance(stacked, Refusal):
        return stacked
    table.shoe = stacked
    table.named += len(act.cards)
    return None


def _recut(table: "Table", act: acts.Recut) -> Refusal | None:
    return table.recut(same_player=not act.next)


# The curator ---------------------------------------------------------------------------------------------------------


def _decline(table: "Table", act: acts.DeclineShoe) -> Refusal | None:
    if table.state.seat_of(act.player) is None:
        message = "this player is not seated here"
        return Refusal("seat.none", duties.THE_SHOE, message, act.player, "a seated player")
    table.will_decline |= {act.player}
    return None


def _give_up(table: "Table", act: acts.GiveUpShoe) -> Refusal | None:
    if table.state.curator is None:
        return Refusal("shoe.nobody", duties.PASSING, "nobody holds the shoe", str(act), "while there is a curator")
    if (curator := table.state.player_at(table.state.curator)) != act.player:
        return Refusal("shoe.not_yours", duties.PASSING, "another player holds the shoe", act.player, curator)
    if isinstance(table.need, NeedBets):
        return Refusal("act.not_now", duties.PASSING, "wagers are being taken", str(act), "after a round")
    table.note("round", duties.given_up(table.state))
    return None


# A round -------------------------------------------------------------------------------------------------------------


def _bet(table: "Table", act: acts.Bet) -> Refusal | None:
    if isinstance(table.need, RoundIsOver):
        table.begin()
    return table.done(round.bet(table.state, act.player, act.on, act.amount, cash=act.cash))


def _coupon(table: "Table", act: acts.Coupon) -> Refusal | None:
    return table.done(round.lay_coupon(table.state, act.player, act.on, act.amount))


def _take_back(table: "Table", act: acts.TakeBack) -> Refusal | None:
    return table.done(round.withdraw(table.state, act.player, act.on, act.amount))


def _deal(table: "Table", act: acts.Deal) -> Refusal | None:
    del act
    return table.done(round.close_bets(table.state))


def _steps(table: "Table", act: acts.Steps) -> Refusal | None:
    for _ in range(act.number):
        table.step()
    return None


HANDLERS: Final[dict[type[Act], Callable[["Table", OfItsType], Refusal | None]]] = {
    acts.Open: _open,
    acts.Sit: _sit,
    acts.Leave: _leave,
    acts.Close: _close,
    acts.CutAt: _plan_cut,
    acts.DeclineCut: _plan_cut,
    acts.Stack: _stack,
    acts.Recut: _recut,
    acts.DeclineShoe: _decline,
    acts.GiveUpShoe: _give_up,
    acts.Bet: _bet,
    acts.Coupon: _coupon,
    acts.TakeBack: _take_back,
    acts.Deal: _deal,
    acts.Steps: _steps,
    acts.Call: lambda table, act: table.call(act.kind),
}
NEED_CARDS: Final = (acts.Bet, acts.Stack)
BETWEEN_ROUNDS: Final = (acts.Leave, acts.Close, acts.Recut, acts.GiveUpShoe)
