"""Acts at a blackjack table, performed or refused with the paragraph."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, get_args

from chapter47.blackjack import acts
from chapter47.blackjack import events as e
from chapter47.blackjack.round import play
from chapter47.blackjack.round.game_citations import refusal_of
from chapter47.blackjack.round.needs import Need, NeedBets, NeedMove, Settled
from chapter47.blackjack.shoe.stacked import WHOLE, cards_left_by_stack, stacked, with_burned
from chapter47.blackjack.table.table_state import may_bet
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.core.act import Act, PlannedCut
from chapter47.core.event import Place
from chapter47.core.findings import Refusal
from chapter47.core.loose_types import OfItsType
from chapter47.core.money import dollars
from chapter47.core.table_in_play import Cost, RefusedError

if TYPE_CHECKING:
    from chapter47.blackjack.table.in_play import BlackjackInPlay as Table

WAITS: Final = (NeedBets, NeedMove, Settled)
"""Needs that only a person can meet, or that are final."""


def perform(table: "Table", act: Act) -> Refusal | None:
    try:
        if not table.is_open and not act.before_opening:
            if isinstance(act, acts.Bet) and not act.standing:
                _first_to_come(table, act)
            table.open()
        return _refused_now(table, act) or HANDLERS[type(act)](table, act)
    except RefusedError as error:
        return error.refusal


def perform_alone(table: "Table", act: Act) -> Refusal | None:
    """Perform a logged act without the opening, seat or round that it may have begun: these have entries of their
    own."""
    match act:
        case acts.Bet():
            return _placed(table, act)
        case acts.Deal():
            return table.close_bets(act.side)
        case acts.Open():
            return table.open()
    return HANDLERS[type(act)](table, act)


def cost(table: "Table", act: Act) -> Cost | None:
    """Return the chips that an act takes: the named amount, or the wager again for a split."""
    match act:
        case acts.Bet(player=bettor, amount=amount):
            return Cost(bettor, amount * GAMES[table.rules.game].hands_per_box)
        case acts.SideBet(player=bettor, amount=amount):
            return Cost(bettor, amount)
        case acts.Choose(player=bettor, amount=amount) if isinstance(need := table.need, NeedMove):
            if amount or _meant(table, need, act.move) != "split":
                return Cost(bettor, amount)
            return Cost(bettor, table.state.bettor(need.at.box, need.bettor).amount)
    return None


def waits_for(need: Need) -> str:
    """Return whom the table waits for, in words."""
    match need:
        case NeedMove(bettor=bettor, at=at, legal=legal):
            return f"{bettor} on {at}: {', '.join(move.name for move in legal)}"
        case NeedBets():
            return "wagers"
        case Settled():
            return "the next round"
        case _:
            return "the dealer"


def _refused_now(table: "Table", act: Act) -> Refusal | None:
    if type(act) not in HANDLERS:
        return _refused(table, "act.unknown", "19:47-2.6", "not an act of this game", act, "an act of this game")
    if table.between_rounds or isinstance(act, acts.ShowBurn) or not isinstance(act, get_args(acts.BetweenRounds)):
        return None
    return _refused(table, "act.not_now", "19:47-2.6", "a round is in progress", act, waits_for(table.need))


def _refused(table: "Table", code: str, by: str, message: str, act: Act, want: str) -> Refusal:
    return refusal_of(table.rules, Refusal(code, by, message, str(act), want))


# Cards -------------------------------------------------------------------------------------------------------------


def _open(table: "Table", act: acts.Open) -> Refusal | None:
    if table.is_open:
        return _refused(
            table, "table.open", "19:47-2.4(a)", "the table is already open", act, "once, before the first round"
        )
    return table.open()


def _plan_cut(table: "Table", act: acts.CutAt | acts.DeclineCut) -> Refusal | None:
    table.planned_cuts.append(PlannedCut.by(act))
    return None


def _stack(table: "Table", act: acts.Stack) -> Refusal | None:
    stack = act.side or WHOLE
    named = table.named_cards_by_stack.get(stack, 0)
    shoe = stacked(table.shoe, act.cards, side=act.side, after=named)
    if isinstance(shoe, Refusal):
        return refusal_of(table.rules, shoe)
    table.shoe = shoe
    table.named_until[stack] = cards_left_by_stack(shoe)[stack] - named - len(act.cards)
    return None


def _name_burned(table: "Table", act: acts.NameBurned) -> Refusal | None:
    events = (entry.event for entry in reversed(table.log))
    last = next((event for event in events if isinstance(event, (e.Burned, e.BurnCardShown))), None)
    if isinstance(last, e.BurnCardShown) or (last is not None and last.card is not None):
        return _refused(
            table, "burn.seen", "19:47-2.6(c)", "the burned card has already been seen", act, "before it is shown"
        )
    try:
        shoe = with_burned(table.shoe, act.card, after=table.named_cards_left)
    except RefusedError as error:
        return refusal_of(table.rules, error.refusal)
    if isinstance(shoe, Refusal):
        return shoe
    table.shoe = shoe
    return None


def _name_amount(table: "Table", act: acts.NameAmount) -> Refusal | None:
    """Name an amount for a wager on the layout, for the display to show."""
    offers = table.rules.wagers
    shown_for = [stake for stake in table.state.stakes if stake.open and stake.wager in offers]
    shown_for = [stake for stake in shown_for if wager_at(table.rules, stake.wager).display]
    known = sorted({amount for stake in shown_for for amount in offers[stake.wager].payouts[stake.made]})
    if act.amount not in known:
        want = ", ".join(map(dollars, known)) or "a blackjack bonus wager first"
        message = "not an amount the display can show"
        return _refused(table, "amount.unknown", "19:47-2.20(j)", message, act, want)
    table.amounts_told.append(act.amount)
    return None


def _steps(table: "Table", act: acts.Steps) -> Refusal | None:
    for _ in range(act.number):
        if isinstance(table.need, WAITS):
            message = "no step of the dealer is due"
            return Refusal("step.decision", "19:47-2.6", message, str(act), waits_for(table.need))
        table.step()
    return None


def _call(table: "Table", act: acts.Call) -> Refusal | None:
    here = getattr(table.need, "at", None)
    if act.at is not None and act.at != here:
        want = "nothing" if here is None else str(here)
        return Refusal("call.hand", "19:47-2.15", "this cannot have happened to this hand", str(act.at), want)
    return table.call(act.kind)


# Wagers and decisions ----------------------------------------------------------------------------------------------


def _bet(table: "Table", act: acts.Bet) -> Refusal | None:
    """Bet; an accepted wager begins a round, and a bettor at the idle table has come to it."""
    if table.state.over or not table.state.bettors:
        if refusal := _bad_first_bet(table, act):
            return refusal
        if table.carried.idle and (refusal := _play_again(table, act)):
            return refusal
        if not table.begun or table.state.over:
            table.begin()
    return _placed(table, act)


def _placed(table: "Table", act: acts.Bet) -> Refusal | None:
    return table.bet(act.box, act.player, act.amount, seated=not act.standing, consent=True, cash=act.cash)


def _side_bet(table: "Table", act: acts.SideBet) -> Refusal | None:
    return table.side_bet(act.at, act.player, act.on, act.amount, act.bet, cash=act.cash)


def _coupon(table: "Table", act: acts.HandCoupon) -> Refusal | None:
    return table.coupon(Place.of(act.on), act.player, act.amount)


def _side_coupon(table: "Table", act: acts.SideCoupon) -> Refusal | None:
    return table.coupon(act.at, act.player, act.amount, act.on)


def _first_to_come(table: "Table", act: acts.Bet) -> None:
    """Seat the first bettor as the first player at the table, if nobody is seated."""
    if not table.carried.seats and _bad_first_bet(table, act) is None:
        table.sit(act.box, act.player)


def _bad_first_bet(table: "Table", act: acts.Bet) -> Refusal | None:
    if refusal := may_bet(table.rules, table.carried, act.player, act.amount):
        return refusal
    tried = play.bet(play.open_round(table.rules), act.box, act.player, act.amount, seated=not act.standing)
    return tried if isinstance(tried, Refusal) else None


def _play_again(table: "Table", act: acts.Bet) -> Refusal | None:
    if not table.carried.seats and not act.standing:
        table.sit(act.box, act.player)
    return table.resume()


def _deal(table: "Table", act: acts.Deal) -> Refusal | None:
    if act.side and table.rules.shoe != "double":
        return _refused(table, "deal.side", "19:47-2.6(d)1", "only a double shoe has sides", act, "deal")
    return table.close_bets(act.side)


def _choose(table: "Table", act: acts.Choose) -> Refusal | None:
    need = table.need
    move = _meant(table, need, act.move) if isinstance(need, NeedMove) else act.move
    return table.choose(act.player, move, act.amount)


def _meant(table: "Table", need: NeedMove, move: str) -> str:
    """Interpret a hit as accepting the exposed card, if there is one (2.15(c))."""
    exposed = table.state.exposed is not None
    return "hit" if move == "accept" and need.question == "play" and exposed else move


def _handlers() -> dict[type[Act], Callable[["Table", OfItsType], Refusal | None]]:
    return {
        acts.Open: _open,
        acts.CutAt: _plan_cut,
        acts.DeclineCut: _plan_cut,
        acts.Stack: _stack,
        acts.NameBurned: _name_burned,
        acts.NameAmount: _name_amount,
        acts.Steps: _steps,
        acts.Call: _call,
        acts.Bet: _bet,
        acts.SideBet: _side_bet,
        acts.TakeBack: lambda table, act: table.withdraw(act.box, act.player),
        acts.TakeBackSide: lambda table, act: table.withdraw(act.at, act.player, act.on, act.bet),
        acts.HandCoupon: _coupon,
        acts.SideCoupon: _side_coupon,
        acts.Deal: _deal,
        acts.Choose: _choose,
        acts.Relieve: lambda table, act: table.relieve(act.dealer),
        acts.Shuffle: lambda table, act: table.reshuffle(),
        acts.Sit: lambda table, act: table.sit(act.at, act.player),
        acts.Leave: lambda table, act: table.leave(act.player, held=act.held),
        acts.LetIn: lambda table, act: table.let_in(act.player),
        acts.RepairReader: lambda table, act: table.repair_reader(),
        acts.Recut: lambda table, act: table.recut(same_player=not act.next),
        acts.Idle: lambda table, act: table.go_idle(face_up=not act.face_down),
        acts.Resume: lambda table, act: table.resume(asked=act.asked),
        acts.ShowBurn: lambda table, act: table.show_burned(act.player),
        acts.FailLight: lambda table, act: table.fail_light(act.at),
        acts.RepairLight: lambda table, act: table.repair_light(act.at),
        acts.ExposeInMixing: lambda table, act: table.expose_in_mixing(),
        acts.Jam: lambda table, act: table.jam(),
    }


HANDLERS: Final = _handlers()
