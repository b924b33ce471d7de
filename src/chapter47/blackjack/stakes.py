"""Chips on the layout, and what events do to them."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.core.event import ChipsMoved
from chapter47.core.json_object import Json

MAIN: Final = "main"
INSURANCE: Final = "insurance"


class Stake(Struct, frozen=True, gc=False):
    """Chips on the layout: a main wager with its double, insurance, a side wager."""

    at: Place
    bettor: str
    amount: int
    wager: str = MAIN
    spot: int = 0
    double: int = 0
    open: bool = True
    bet: str = ""
    """Which bet of a side wager, where it has several."""
    made: int = 0
    """A side wager as it was made."""
    result: str = ""
    """What became of it: win, lose or push."""
    lit: bool = False
    """Its chip is in the acceptor and a light shows it."""
    held: bool = False
    """It has won and is paid after all others."""
    shown: int | None = None
    """What the display chose; nothing (0) where the display failed."""
    kept: bool = False
    """It stays for the next round."""
    won: int = 0
    """Hands won in a row before this round."""
    standing: bool = False
    """It stands from an earlier round."""
    coupon: int = 0
    """What the match play coupon beside the chips is worth: paid for like them, and no chip itself."""

    @property
    def whole(self) -> int:
        return self.amount + self.double

    @property
    def paid_on(self) -> int:
        """What the odds are paid on: chips and coupon."""
        return self.whole + self.coupon

    @property
    def in_play(self) -> bool:
        return (self.open or self.lit) and not self.kept


def same(stake: Stake, event: e.Collected | e.Paid | e.Returned) -> bool:
    return stake.open and of_the_wager(stake, event)


def of_the_wager(stake: Stake, event: ChipsMoved | e.CouponMoved) -> bool:
    return (
        stake.at == event.at
        and stake.bettor == event.bettor
        and stake.wager == event.wager
        and stake.spot == event.spot
        and stake.bet == event.bet
    )


def less(stake: Stake, event: e.Collected | e.Returned) -> Stake:
    """Chips taken off a stake, the double first; with the last of them the stake is closed."""
    double = max(stake.double - event.amount, 0)
    rest = stake.amount - max(event.amount - stake.double, 0)
    result = stake.result or ("lose" if isinstance(event, e.Collected) else "" if rest else "push")
    return replace(stake, amount=rest, double=double, open=rest + double > 0, result=result, held=False)


def named(stake: Stake, event: Event) -> bool:
    """Whether an event means this side wager."""
    key = tuple(getattr(event, name, "") for name in ("at", "bettor", "wager", "bet"))
    return stake.in_play and (stake.at, stake.bettor, stake.wager, stake.bet) == key


def marks(event: Event) -> Json:
    """What an event notes on the side wager that it means."""
    match event:
        case e.Lit():
            return {"lit": True}
        case e.LightOut():
            return {"lit": False}
        case e.HeldBack():
            return {"held": True}
        case e.AmountShown(amount=amount):
            return {"shown": amount}
        case e.CarriedOver(won=won):
            return {"kept": True, "won": won}
    raise AssertionError(event)
