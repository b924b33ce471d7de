"""A round: what it needs next, what is allowed, what follows. 19:47-3.2 and 3.3, and what is known of 3.6 to 3.12."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from chapter47.baccarat import events as e
from chapter47.baccarat.events import BANKER_HAND, PLAYER_HAND
from chapter47.baccarat.rules.cards import SECTION as THIRD_CARD
from chapter47.baccarat.rules.cards import banker_draws, is_natural, player_draws, point_count, value
from chapter47.baccarat.rules.wagers import BANKER, PLAYER, TIE, WAGERS, fee, limits_of, odds_of, outcome
from chapter47.baccarat.state import Stake, TableState, apply
from chapter47.core.cards import Card
from chapter47.core.event import (
    Collected,
    CouponLaid,
    CouponMoved,
    CouponReturned,
    CouponTaken,
    Did,
    Event,
    Paid,
    Place,
    Returned,
    RoundOver,
    Said,
    cash_changed,
)
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import takes_coupons
from chapter47.core.state_cache import keeps_latest
from chapter47.law import law

FIRST_FOUR: Final = (PLAYER_HAND, BANKER_HAND, PLAYER_HAND, BANKER_HAND)
CALLER: Final = "caller"
NO_MORE_BETS: Final = Said(by="19:47-3.2(d)", words="No more bets")
STAKES: Final = "19:47-3.2(c)"
DEAL, TURN, RESULT = "19:47-3.7", "19:47-3.8", "19:47-3.10"
CALLS_FOR_A_CARD: Final = {
    PLAYER_HAND: Said(by=TURN, words="A card for the Player"),
    BANKER_HAND: Said(by=TURN, words="A card for the Banker"),
}


class NeedBets(Struct, frozen=True, gc=False):
    """Wagers, until the caller ends betting."""


class NeedCard(Struct, frozen=True, gc=False):
    """A card to a hand: the first four are face down, a third card is face up."""

    hand: str
    by: str
    face_down: bool


class NeedTurn(Struct, frozen=True, gc=False):
    """The two face-down cards of a hand, to be turned up."""

    hand: str
    who: str
    by: str = TURN


class NeedSettlement(Struct, frozen=True, gc=False):
    """Both hands are complete."""

    by: str = RESULT


class RoundIsOver(Struct, frozen=True, gc=False):
    """Waiting for the next round to take wagers."""


Need = NeedBets | NeedCard | NeedTurn | NeedSettlement | RoundIsOver


class Step(NamedTuple):
    """The result of an act."""

    state: TableState
    events: tuple[Event, ...]


@keeps_latest
def pending(state: TableState) -> Need:
    """Return what the round needs next."""
    if state.betting:
        return NeedBets()
    if not state.closed:
        return RoundIsOver()
    dealt = len(state.player) + state.player_down + len(state.banker) + state.banker_down
    if dealt < len(FIRST_FOUR):
        return NeedCard(FIRST_FOUR[dealt], DEAL, face_down=True)
    if state.player_down or state.banker_down:
        hand = PLAYER_HAND if state.player_down else BANKER_HAND
        return NeedTurn(hand, who_turns(state, hand))
    third = third_card_for(state)
    return NeedCard(third, THIRD_CARD, face_down=False) if third else NeedSettlement()


def who_turns(state: TableState, hand: str) -> str:
    """Return who turns up a hand: Player's, the highest bettor on it (the lower seat if equal); Banker's, the
    curator."""
    if hand == BANKER_HAND:
        return state.player_at(state.curator) or CALLER
    backers = [stake for stake in state.stakes if stake.wager == PLAYER]
    return min(backers, key=lambda stake: (-stake.amount, stake.seat)).bettor if backers else CALLER


def third_card_for(state: TableState) -> str:
    """Return the hand that draws now; empty if none does."""
    player, banker = point_count(state.player[:2]), point_count(state.banker[:2])
    if player_draws(player, banker) and len(state.player) == 2:
        return PLAYER_HAND
    third = value(state.player[2]) if len(state.player) > 2 else None
    return BANKER_HAND if banker_draws(player, banker, third) and len(state.banker) == 2 else ""


# Acts ----------------------------------------------------------------------------------------------------------------


@law("19:47-3.2(d)", editions="1996")
def too_late(state: TableState, act: str) -> Refusal | None:
    """Refuse bets, raises and withdrawals after the caller's announcement."""
    if state.betting:
        return None
    return Refusal("bets.closed", "19:47-3.2(d)", "the bets are closed", act, "before “No more bets” is announced")


def bet(state: TableState, bettor: str, wager: str, amount: int, *, cash: bool = False) -> Step | Refusal:
    """Make a wager, or add chips to one."""
    if refusal := _bad_bet(state, bettor, wager, amount):
        return refusal
    seat = state.seat_of(bettor) or 0
    made = e.Bet(by="19:47-3.2(a)", seat=seat, bettor=bettor, wager=wager, amount=amount, cash=cash)
    return happen(state, [made, *(spoken_with_cash(bettor, amount) if cash else ())])


@law("19:47-3.2(c)", editions="1996", kind="script")
def spoken_with_cash(bettor: str, amount: int) -> tuple[Did, ...]:
    """Confirm a spoken bet with cash and change the cash into chips."""
    return cash_changed(bettor, amount, STAKES)


def _bad_bet(state: TableState, bettor: str, wager: str, amount: int) -> Refusal | None:
    table = state.table
    if refusal := too_late(state, f"bet on {wager}"):
        return refusal
    if state.seat_of(bettor) is None:
        return Refusal(
            "seat.none", "19:47-3.2(a)", "a wager must be made from a numbered seat", bettor, "sit down first"
        )
    if wager not in WAGERS or wager not in table.offers:
        offered = ", ".join(offer for offer in WAGERS if offer in table.offers)
        return Refusal("wager.unknown", "19:47-3.2(b)", "this table does not take this wager", wager, offered)
    there = state.stake(bettor, wager)
    staked = amount + (there.amount if there else 0)
    if amount <= 0 or amount % table.chip:
        want = f"multiples of {dollars(table.chip)}"
        return Refusal(
            "bet.chip", limits_of(table), "the chips of this table cannot make this amount", dollars(amount), want
        )
    if not table.minimum <= staked <= table.maximum:
        want = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
        return Refusal("bet.limits", limits_of(table), "outside the limits of the table", dollars(staked), want)
    return None


@law("19:47-3.2(c)", editions="1996")
def lay_coupon(state: TableState, bettor: str, wager: str, amount: int) -> Step | Refusal:
    """Add a match play coupon of at most the same value to the chips of a wager."""
    if refusal := _bad_coupon(state, bettor, wager, amount):
        return refusal
    at = Place(state.seat_of(bettor) or 0)
    return happen(state, [CouponLaid(by=STAKES, at=at, bettor=bettor, wager=wager, amount=amount)])


def _bad_coupon(state: TableState, bettor: str, wager: str, amount: int) -> Refusal | None:
    if refusal := too_late(state, f"coupon on {wager}"):
        return refusal
    if not takes_coupons(state.table):
        return Refusal("coupon.not_taken", STAKES, "this table takes no coupons", dollars(amount), "chips")
    stake = state.stake(bettor, wager)
    if stake is None:
        return Refusal(
            "coupon.no_wager", STAKES, "a coupon needs chips beside it", f"no {wager} wager", "a wager first"
        )
    if amount <= 0 or amount > stake.amount or amount % state.table.chip:
        want = f"up to {dollars(stake.amount)} in steps of {dollars(state.table.chip)}"
        return Refusal(
            "coupon.amount", STAKES, "a coupon must be matched with the same amount in chips", dollars(amount), want
        )
    if any(other.coupon for other in state.stakes if other.bettor == bettor):
        return Refusal("coupon.twice", STAKES, "only one coupon per round", f"a second coupon from {bettor}", "one")
    return None


def coupon_gone(stake: Stake, kind: type[CouponMoved], by: str) -> Iterator[Event]:
    """Remove a coupon: collected if its wager is won or lost, returned if the wager is void or withdrawn."""
    if stake.coupon:
        yield kind(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=stake.coupon)


def withdraw(state: TableState, bettor: str, wager: str, amount: int = 0) -> Step | Refusal:
    """Take back some or all chips of a wager."""
    there = state.stake(bettor, wager)
    if refusal := too_late(state, f"withdraw {wager}"):
        return refusal
    if there is None:
        return Refusal("bet.none", "19:47-3.2(a)", "no such wager", f"{bettor} {wager}", "a wager on the layout")
    amount = amount or there.amount
    left = there.amount - amount
    if left < 0 or amount % state.table.chip or (left and left < state.table.minimum):
        want = f"all of it, or down to {dollars(state.table.minimum)}"
        return Refusal("bet.limits", limits_of(state.table), "outside the limits of the table", dollars(amount), want)
    taken = e.Withdrawn(by="19:47-3.2(d)", seat=there.seat, bettor=bettor, wager=wager, amount=amount)
    unmatched = coupon_gone(there, CouponReturned, STAKES) if left < there.coupon else ()
    return happen(state, [taken, *unmatched])


def close_bets(state: TableState) -> Step | Refusal:
    if not state.betting:
        return _not_now(state, "close the bets")
    if not state.stakes:
        return Refusal("bets.none", "19:47-3.2(a)", "a round needs a wager", "no wager", "at least one")
    return happen(state, [NO_MORE_BETS, e.BetsClosed(by="19:47-3.2(d)")])


def give(state: TableState, card: Card | None) -> Step | Refusal:
    """Deal the card that is needed; None if it is face down."""
    need = pending(state)
    if not isinstance(need, NeedCard):
        return _not_now(state, "deal a card")
    if need.face_down != (card is None):
        want = "a card face down" if need.face_down else "a card face up"
        return Refusal("card.face", need.by, "this card must be dealt the other way up", str(card), want)
    return happen(state, [e.Dealt(by=need.by, hand=need.hand, card=card)])


def turn(state: TableState, first: Card, second: Card) -> Step | Refusal:
    need = pending(state)
    if not isinstance(need, NeedTurn):
        return _not_now(state, "turn cards")
    return happen(state, [e.Turned(by=need.by, hand=need.hand, first=first, second=second, who=need.who)])


def settle(state: TableState) -> Step | Refusal:
    if not isinstance(pending(state), NeedSettlement):
        return _not_now(state, "settle")
    return happen(state, _settlement(state))


def _not_now(state: TableState, act: str) -> Refusal:
    return Refusal("act.not_now", DEAL, f"You cannot {act} now", act, _NEXT[type(pending(state))])


_NEXT: Final[dict[type[Need], str]] = {
    NeedBets: "bets",
    NeedCard: "the next card",
    NeedTurn: "the cards being turned up",
    NeedSettlement: "the settlement",
    RoundIsOver: "the next round",
}
"""What comes next at the table, in words."""


# What follows --------------------------------------------------------------------------------------------------------


def happen(state: TableState, happening: Iterable[Event]) -> Step:
    """Fold the events, and continue with the caller's automatic announcements."""
    done: list[Event] = []
    events = happening
    while events:
        for event in events:
            state = apply(state, event)
            done.append(event)
        events = _calls_of_the_caller(state)
    return Step(state, tuple(done))


def _calls_of_the_caller(state: TableState) -> list[Event]:
    """Announce the count of a hand whose cards are all seen; after both, who draws a third card."""
    if not state.closed or state.announced:
        return []
    for hand in (PLAYER_HAND, BANKER_HAND):
        if len(state.hand(hand)) >= 2 and hand not in state.called:
            points = state.points(hand)
            natural = ", a natural" if len(state.hand(hand)) == 2 and is_natural(points) else ""
            words = f"{hand.capitalize()} shows {points}{natural}"
            count: list[Event] = [e.PointsCalled(by=TURN, hand=hand, points=points), Said(by=TURN, words=words)]
            drawing = third_card_for(state) if len(state.called) == 1 else ""
            return [*count, CALLS_FOR_A_CARD[drawing]] if drawing else count
    return []


RESULTS: Final = {PLAYER: "Player wins", BANKER: "Banker wins", TIE: "Tie hand"}


def winner(state: TableState) -> str:
    player, banker = state.points(PLAYER_HAND), state.points(BANKER_HAND)
    return next(wager for wager in (BANKER, PLAYER, TIE) if outcome(wager, player, banker)[0] == "win")


def _settlement(state: TableState) -> Iterator[Event]:
    """Settle the round: announce the result, collect losers and pay winners seat by seat, and discard the cards."""
    player, banker = state.points(PLAYER_HAND), state.points(BANKER_HAND)
    result = winner(state)
    yield e.Announced(by=RESULT, result=result, player=player, banker=banker)
    points = f"{player} each" if result == TIE else f"{max(player, banker)} over {min(player, banker)}"
    yield Said(by=RESULT, words=f"{RESULTS[result]}, {points}")
    decided = [(stake, *outcome(stake.wager, player, banker)) for stake in sorted(state.stakes, key=_order)]
    for stake, became, by in decided:
        if became == "lose":
            yield from coupon_gone(stake, CouponTaken, by)
            yield Collected(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=stake.amount, why="lost")
    for stake, became, by in decided:
        if became == "void":
            yield from coupon_gone(stake, CouponReturned, by)
            yield returned(stake, by, "void")
        elif became == "win":
            yield from _paid(state, stake)
    yield Did(by=RESULT, what="puts the cards into the discard bucket")
    yield RoundOver(by=RESULT)


def _order(stake: Stake) -> tuple[int, int]:
    return stake.seat, WAGERS.index(stake.wager)


def returned(stake: Stake, by: str, why: str) -> Event:
    """Return the stake to its bettor."""
    return Returned(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=stake.amount, why=why)


def _paid(state: TableState, stake: Stake) -> Iterator[Event]:
    """Pay chips and coupon at the odds of the wager; then the coupon is gone and the chips are returned."""
    if stake.wager == BANKER:
        yield from _paid_less_the_fee(state, stake)
        return
    by, odds = "19:47-3.3(b)" if stake.wager == TIE else "19:47-3.3(a)", odds_of(state.table, stake.wager)
    yield _winnings(stake, odds.pays(stake.amount + stake.coupon), str(odds), by)
    yield from coupon_gone(stake, CouponTaken, by)
    yield returned(stake, by, "won")


def _winnings(stake: Stake, amount: int, why: str, by: str) -> Event:
    counted = f", {dollars(stake.coupon)} coupon counted in" if stake.coupon else ""
    return Paid(by=by, at=stake.at, bettor=stake.bettor, wager=stake.wager, amount=amount, why=why + counted)


def _paid_less_the_fee(state: TableState, stake: Stake) -> Iterator[Event]:
    """Pay a Banker win less the fee, or in full with the fee marked as owed."""
    by = "19:47-3.3(c)"
    table = state.table
    won = odds_of(table, BANKER).pays(stake.amount + stake.coupon)
    owed = fee(won, table.rate(stake.seat), rounded=table.vigorish_rounding and not table.rounds_on_collection)
    at_once = table.vigorish_when == "paid"
    why = f"1 to 1 less a fee of {dollars(owed)}" if at_once else "1 to 1, the fee marked"
    yield _winnings(stake, won - owed if at_once else won, why, by)
    yield from coupon_gone(stake, CouponTaken, by)
    yield returned(stake, by, "won")
    if owed and not at_once:
        yield from marks_the_fee(stake, owed)


@law("19:47-3.3(c)", editions="1996", kind="script")
def marks_the_fee(stake: Stake, owed: int) -> tuple[Event, ...]:
    """Mark the fee with a coin or marker in the space with the seat's number."""
    return (e.FeeMarked(by="19:47-3.3(c)", at=stake.at, bettor=stake.bettor, amount=owed),)
