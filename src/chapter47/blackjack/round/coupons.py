"""Match play coupons (19:47-2.3(d)): placed with a wager, paid with it at its odds, and gone when it is decided."""

from collections.abc import Iterable, Iterator
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.rules.basic_wager import too_late
from chapter47.blackjack.state import MAIN, Round, Stake
from chapter47.blackjack.variations import wager_at
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import takes_coupons
from chapter47.law import law

BY: Final = "19:47-2.3(d)"


@law("19:47-2.23(d)", editions="2010")
@law("19:47-19.5(c)", "19:47-19.6(c)", editions="2001")
def laid(state: Round, at: Place, bettor: str, amount: int, wager: str) -> list[Event] | Refusal:
    """Place a coupon beside the chips of a wager; if a hand has several, the last one made."""
    if refusal := too_late(state, dollars(amount)):
        return refusal
    if not takes_coupons(state.rules):
        return Refusal("coupon.not_taken", BY, "this table takes no coupons", dollars(amount), "chips")
    name = wager or MAIN
    chips = next((stake for stake in reversed(state.stakes) if _is_the_wager(stake, at, bettor, name)), None)
    if chips is None:
        return Refusal("coupon.no_wager", BY, "a coupon needs chips beside it", f"no {name} wager", "a wager first")
    by = _taken_by(state, chips)
    return _bad_coupon(state, chips, amount, by) or [_event(e.CouponLaid, chips, amount, by)]


def _are_taken_with(state: Round, stake: Stake) -> bool:
    return stake.wager == MAIN or wager_at(state.rules, stake.wager).takes_coupons(state.rules)


def _is_the_wager(stake: Stake, at: Place, bettor: str, name: str) -> bool:
    return (stake.at, stake.bettor, stake.wager, stake.standing) == (at, bettor, name, False)


def _bad_coupon(state: Round, chips: Stake, amount: int, by: str) -> Refusal | None:
    if not _are_taken_with(state, chips):
        section = wager_at(state.rules, chips.wager).stakes_by
        return Refusal("coupon.wager", section, "no coupons with this wager", chips.wager, "chips")
    if not 0 < amount <= chips.amount:
        want = f"up to {dollars(chips.amount)}"
        return Refusal(
            "coupon.amount", by, "a coupon must be matched with the same amount in chips", dollars(amount), want
        )
    if any(stake.coupon for stake in state.stakes if stake.bettor == chips.bettor):
        return Refusal("coupon.twice", by, "only one coupon per round", f"a second coupon from {chips.bettor}", "one")
    return None


def _taken_by(state: Round, stake: Stake) -> str:
    """Return the paragraph that allows a coupon with this wager."""
    return BY if stake.wager == MAIN else wager_at(state.rules, stake.wager).coupons_by


def with_decided_wagers(state: Round) -> list[Event]:
    """Collect coupons of wagers that were won or lost, and return those of undecided wagers."""
    gone: list[Event] = []
    for stake in state.stakes:
        if stake.coupon and not stake.open:
            gone.append(_gone(state, stake))
    return gone


def given_back(state: Round, stakes: Iterable[Stake]) -> Iterator[Event]:
    """Return coupons with wagers that are taken back."""
    for stake in stakes:
        if stake.coupon:
            yield _event(e.CouponReturned, stake, stake.coupon, _taken_by(state, stake))


def _gone(state: Round, stake: Stake) -> Event:
    kind = e.CouponReturned if stake.result == "push" else e.CouponTaken
    return _event(kind, stake, stake.coupon, _taken_by(state, stake))


def _event(kind: type[e.CouponMoved], stake: Stake, amount: int, by: str) -> Event:
    at, bettor, wager, spot, bet = stake.at, stake.bettor, stake.wager, stake.spot, stake.bet
    return kind(by=by, at=at, bettor=bettor, wager=wager, amount=amount, spot=spot, bet=bet)
