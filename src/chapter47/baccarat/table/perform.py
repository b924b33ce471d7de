"""Acts done at a baccarat table, or refused with the paragraph: then nothing has changed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chapter47.baccarat import acts, round, shoe
from chapter47.baccarat.round import NeedBets, RoundIsOver
from chapter47.baccarat.state import TableState, apply
from chapter47.baccarat.table import duties
from chapter47.core.act import Act
from chapter47.core.cards import decks
from chapter47.core.event import RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.loose_types import OfItsType
from chapter47.core.table_in_play import Cost, RefusedError

if TYPE_CHECKING:
    from chapter47.baccarat.table.in_play import BaccaratInPlay as Table

OPENING, SEATS, ROUND = "19:47-3.4(a)", "19:47-3.3(c)", "19:47-3.2(a)"


def cost(act: Act) -> Cost | None:
    return Cost(act.bettor, act.amount) if isinstance(act, acts.Bet) else None


def perform(table: "Table", act: Act) -> Refusal | None:
    """The table opens with the first act that needs its cards, if that is not refused."""
    if type(act) not in DEEDS:
        return Refusal("act.unknown", ROUND, "nobody decides anything at baccarat", str(act), "an act of this game")
    if table.is_closed:
        return Refusal("table.closed", SEATS, "the table is closed", str(act), "nothing more")
    if refusal := _refused_now(table, act):
        return refusal
    try:
        if not table.is_open and isinstance(act, NEED_CARDS):
            table.open()
        return DEEDS[type(act)](table, act)
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
        return Refusal("table.not_open", OPENING, "the table is not open", str(act), "open, or the first wager")
    if isinstance(act, BETWEEN_ROUNDS) and not table.between_rounds:
        return Refusal("act.not_now", ROUND, "a round is being played", str(act), "between two rounds")
    return None


def _bad_bet(table: "Table", act: acts.Bet) -> Refusal | None:
    """A round begins with a wager that is accepted."""
    tried = round.bet(_taking_wagers(table), act.bettor, act.wager, act.amount)
    return tried if isinstance(tried, Refusal) else None


def _taking_wagers(table: "Table") -> TableState:
    if isinstance(table.need, RoundIsOver):
        return apply(table.state, RoundBegan(by=ROUND, number=table.state.number + 1))
    return table.state


# The table and its cards ---------------------------------------------------------------------------------------------


def _open(table: "Table", act: acts.Open) -> Refusal | None:
    if table.is_open:
        return Refusal("table.open", OPENING, "the table is open", str(act), "once, before the first round")
    table.open()
    return None


def _sit(table: "Table", act: acts.Sit) -> Refusal | None:
    numbers = table.posting.numbers
    if act.box not in numbers:
        want = f"{numbers[0]} to {numbers[-1]}, without 13"
        return Refusal("seat.unknown", SEATS, "the layout has no such number", str(act.box), want)
    if taken := table.state.player_at(act.box):
        return Refusal("seat.taken", SEATS, "somebody sits there", f"{act.box}, {taken}", "a free seat")
    if table.state.seat_of(act.player) is not None:
        return Refusal("seat.has_one", SEATS, "this player has a seat", act.player, "one seat for each player")
    table.sit(act.box, act.player)
    return None


def _leave(table: "Table", act: acts.Leave) -> Refusal | None:
    if table.state.seat_of(act.player) is None:
        return Refusal("seat.none", SEATS, "this player does not sit here", act.player, "somebody who sits here")
    if act.held:
        return Refusal("seat.held", SEATS, "no seat is held at baccarat", str(act), "leave NAME")
    if act.player in table.staked:
        return Refusal("bet.open", ROUND, "a wager lies on the layout", act.player, "after it is withdrawn or decided")
    table.leave(act.player)
    return None


def _close(table: "Table", act: acts.Close) -> Refusal | None:
    if table.staked:
        return Refusal("bet.open", ROUND, "wagers lie on the layout", str(act), "after they are withdrawn")
    table.close()
    return None


def _cut_at(table: "Table", act: acts.CutAt) -> Refusal | None:
    table.cuts_told = (*table.cuts_told, act)
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
        message = "this player does not sit here"
        return Refusal("seat.none", duties.THE_SHOE, message, act.player, "somebody who sits here")
    table.will_decline |= {act.player}
    return None


def _give_up(table: "Table", act: acts.GiveUpShoe) -> Refusal | None:
    if table.state.curator is None:
        return Refusal("shoe.nobody", duties.PASSING, "nobody holds the shoe", str(act), "while there is a curator")
    if isinstance(table.need, NeedBets):
        return Refusal("act.not_now", duties.PASSING, "wagers are being taken", str(act), "after a round")
    table.note("round", duties.given_up(table.state))
    return None


# A round -------------------------------------------------------------------------------------------------------------


def _bet(table: "Table", act: acts.Bet) -> Refusal | None:
    if isinstance(table.need, RoundIsOver):
        table.begin()
    return table.done(round.bet(table.state, act.bettor, act.wager, act.amount))


def _coupon(table: "Table", act: acts.Coupon) -> Refusal | None:
    return table.done(round.lay_coupon(table.state, act.bettor, act.wager, act.amount))


def _withdraw(table: "Table", act: acts.Withdraw) -> Refusal | None:
    return table.done(round.withdraw(table.state, act.bettor, act.wager, act.amount))


def _deal(table: "Table", act: acts.Deal) -> Refusal | None:
    del act
    return table.done(round.close_bets(table.state))


def _steps(table: "Table", act: acts.Steps) -> Refusal | None:
    for _ in range(act.number):
        table.step()
    return None


DEEDS: Final[dict[type[Act], Callable[["Table", OfItsType], Refusal | None]]] = {
    acts.Open: _open,
    acts.Sit: _sit,
    acts.Leave: _leave,
    acts.Close: _close,
    acts.CutAt: _cut_at,
    acts.Stack: _stack,
    acts.Recut: _recut,
    acts.DeclineShoe: _decline,
    acts.GiveUpShoe: _give_up,
    acts.Bet: _bet,
    acts.Coupon: _coupon,
    acts.Withdraw: _withdraw,
    acts.Deal: _deal,
    acts.Steps: _steps,
    acts.Call: lambda table, act: table.call(act.kind),
}
NEED_CARDS: Final = (acts.Bet, acts.Stack)
BETWEEN_ROUNDS: Final = (acts.Leave, acts.Close, acts.Recut, acts.GiveUpShoe)
