"""Links each method of a table in play to the act it performs, so that the log names the acts."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

from chapter47.blackjack import acts
from chapter47.core.act import Act
from chapter47.core.event import Place
from chapter47.core.findings import Refusal
from chapter47.core.loose_types import OfItsType

if TYPE_CHECKING:
    from chapter47.blackjack.table.in_play import BlackjackInPlay

Method = TypeVar("Method", bound=Callable[..., Refusal | None])


def doing(act_of: Callable[..., Act]) -> Callable[[Method], Method]:
    """Mark a method as performing an act: the events it logs are logged as caused by that act."""

    def mark(method: Method) -> Method:
        @wraps(method)
        def done(self: "BlackjackInPlay", *arguments: OfItsType, **named: OfItsType) -> Refusal | None:
            waiting = self.acting
            self.acting = (*waiting, act_of(*arguments, **named))
            try:
                refusal = method(self, *arguments, **named)
            except BaseException:
                self.acting = waiting if self.acting else ()
                raise
            if refusal is not None and self.acting:
                self.acting = waiting
            return refusal

        return cast(Method, done)

    return mark


def made_side_bet(box: int, bettor: str, wager: str, amount: int, bet: str = "", *, cash: bool = False) -> Act:
    return acts.SideBet(player=bettor, amount=amount, on=wager, bet=bet, at=box, cash=cash)


def taken_back(box: int, bettor: str, wager: str = "", bet: str = "") -> Act:
    if wager:
        return acts.TakeBackSide(player=bettor, on=wager, bet=bet, at=box)
    return acts.TakeBack(bettor, str(box))


def laid_coupon(at: Place, bettor: str, amount: int, wager: str = "") -> Act:
    if wager:
        return acts.SideCoupon(bettor, amount, wager, at)
    return acts.HandCoupon(bettor, amount, str(at))
