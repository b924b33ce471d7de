"""19:47-2.3(c): until the first card of the round a wager may be taken back, whole, with everything beside it."""

from collections.abc import Iterable, Iterator

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.round import coupons
from chapter47.blackjack.rules.basic_wager import too_late
from chapter47.blackjack.state import MAIN, Round, Stake
from chapter47.blackjack.variations import wager_at
from chapter47.core.findings import Refusal

BY = "19:47-2.3(c)"


def withdrawn(state: Round, box: int, bettor: str, wager: str, bet: str) -> list[Event] | Refusal:
    """Take back a bettor's main wagers on a box with their side wagers, or one side wager."""
    name = wager or MAIN
    got = f"{bettor}'s {name} on box {box}"
    if refusal := too_late(state, got, withdrawing=True):
        return refusal
    mine = [stake for stake in state.stakes if (stake.at.box, stake.bettor) == (box, bettor) and stake.in_play]
    chosen = [stake for stake in mine if name in (MAIN, stake.wager) and (not bet or stake.bet == bet)]
    wagers = [stake for stake in chosen if not stake.standing]
    if not any(stake.wager == name for stake in wagers):
        return _no_such_wager(chosen, name, got)
    if refusal := _in_the_acceptor(state, wagers, got):
        return refusal
    return list(_taken_back(state, wagers))


def _no_such_wager(chosen: list[Stake], name: str, got: str) -> Refusal:
    if any(stake.wager == name for stake in chosen):
        message = "once its first hand is dealt, a wager stays until it is decided"
        return Refusal("bet.standing", BY, message, got, "after it is decided")
    return Refusal("bet.none", "19:47-2.3(a)", "there is no such wager", got, "a wager on the layout")


def _in_the_acceptor(state: Round, wagers: Iterable[Stake], got: str) -> Refusal | None:
    """Refuse chips in the acceptor, which do not come out again; so the main wager they need stays too (2.19(f))."""
    lit = next((stake for stake in wagers if stake.lit), None)
    meters = wager_at(state.rules, lit.wager).meters if lit else None
    if meters is None:
        return None
    return Refusal("bet.acceptor", meters.by, "the chip is already in the acceptor", got, "a wager without an acceptor")


def _taken_back(state: Round, wagers: list[Stake]) -> Iterator[Event]:
    """Return side wagers first, then the main wagers together; each with its coupon."""
    for stake in wagers:
        if stake.wager != MAIN:
            yield _event(stake, stake.amount, out=False)
            yield from coupons.given_back(state, [stake])
    if main := [stake for stake in wagers if stake.wager == MAIN]:
        first = main[0]
        elsewhere = {bettor.name for bettor in state.bettors if bettor.box != first.at.box}
        yield _event(first, sum(stake.amount for stake in main), out=first.bettor not in elsewhere)
        yield from coupons.given_back(state, main)


def _event(stake: Stake, amount: int, *, out: bool) -> e.Withdrawn:
    return e.Withdrawn(
        by=BY, box=stake.at.box, bettor=stake.bettor, wager=stake.wager, amount=amount, bet=stake.bet, out=out
    )
