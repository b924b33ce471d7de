"""19:47-2.17(f) and its like: which side wagers take a match play coupon with the chips."""

from collections.abc import Callable

import pytest

from chapter47.blackjack.events import CouponLaid, Place
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.round import play
from chapter47.blackjack.state import Round
from chapter47.core.findings import Refusal

Claim = Callable[..., None]


def beside(wager: str, bet: str, coupons: bool | None = None) -> Round:
    """Ann's $10 on box 1, and $5 on the side wager."""
    table = TableRules(wagers={wager: WagerOffer(name=wager, minimum=500, maximum=1000)}, coupons=coupons)
    main = play.bet(play.open_round(table), 1, "Ann", 1000)
    assert isinstance(main, play.Step)
    side = play.side_bet(main.state, 1, "Ann", wager, 500, bet)
    assert isinstance(side, play.Step)
    return side.state


def test_a_coupon_lies_with_an_additional_wager(cites: Claim) -> None:
    laid = play.coupon(beside("over-under-13", "over"), Place(1), "Ann", 300, "over-under-13")
    assert isinstance(laid, play.Step)
    assert [event.by for event in laid.events if isinstance(event, CouponLaid)] == ["19:47-2.17(f)"]
    cites("19:47-2.17(f)")


@pytest.mark.parametrize(
    ("wager", "bet", "coupons", "code"),
    [("over-under-13", "under", False, "coupon.not_taken"), ("streak", "2", True, "coupon.wager")],
)
def test_no_coupon_where_table_or_wager_takes_none(wager: str, bet: str, coupons: bool, code: str) -> None:
    refusal = play.coupon(beside(wager, bet, coupons), Place(1), "Ann", 300, wager)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
