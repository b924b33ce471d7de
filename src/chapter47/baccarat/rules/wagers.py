"""The three wagers and what becomes of them, 19:47-3.2."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from chapter47.baccarat.posting import LAWFUL_OFFERS, BaccaratTable
from chapter47.core.findings import Breach, limit, option
from chapter47.core.posting import COUPONS_SINCE
from chapter47.law import law

BANKER, PLAYER, TIE = "banker", "player", "tie"
WAGERS: Final = (BANKER, PLAYER, TIE)
Result = Literal["win", "lose", "void"]


@law("19:47-3.2(a)1i", editions="1996")
def banker_wins(player: int, banker: int) -> bool:
    return banker > player


@law("19:47-3.2(a)1ii", editions="1996")
def banker_loses(player: int, banker: int) -> bool:
    return banker < player


@law("19:47-3.2(a)1iii", editions="1996")
def banker_is_void(player: int, banker: int) -> bool:
    return banker == player


@law("19:47-3.2(a)2i", editions="1996")
def player_wins(player: int, banker: int) -> bool:
    return player > banker


@law("19:47-3.2(a)2ii", editions="1996")
def player_loses(player: int, banker: int) -> bool:
    return player < banker


@law("19:47-3.2(a)2iii", editions="1996")
def player_is_void(player: int, banker: int) -> bool:
    return player == banker


@law("19:47-3.2(a)3", editions="1996")
def tie_wins(player: int, banker: int) -> bool:
    """It loses whenever the counts differ."""
    return player == banker


Case = tuple[Callable[[int, int], bool], Result, str]
CASES: Final[Mapping[str, tuple[Case, ...]]] = {
    BANKER: (
        (banker_wins, "win", "19:47-3.2(a)1i"),
        (banker_loses, "lose", "19:47-3.2(a)1ii"),
        (banker_is_void, "void", "19:47-3.2(a)1iii"),
    ),
    PLAYER: (
        (player_wins, "win", "19:47-3.2(a)2i"),
        (player_loses, "lose", "19:47-3.2(a)2ii"),
        (player_is_void, "void", "19:47-3.2(a)2iii"),
    ),
    TIE: (
        (tie_wins, "win", "19:47-3.2(a)3"),
        (lambda player, banker: not tie_wins(player, banker), "lose", "19:47-3.2(a)3"),
    ),
}


def outcome(wager: str, player: int, banker: int) -> tuple[Result, str]:
    """What becomes of a wager by the point counts of both hands, and by which paragraph."""
    for applies, result, by in CASES[wager]:
        if applies(player, banker):
            return result, by
    raise AssertionError((wager, player, banker))


@limit("19:47-3.2(b)", editions="1996")
def no_other_wager(table: BaccaratTable) -> Breach | None:
    others = [offer for offer in table.offers if offer not in LAWFUL_OFFERS]
    if not others:
        return None
    message = "no wager beside these three is taken without the Commission's approval"
    return Breach("offers.not_permitted", message, ", ".join(others), ", ".join(LAWFUL_OFFERS))


@option("coupons", "the match play coupon", "19:47-3.2(c)", since=COUPONS_SINCE)
def takes_coupons(table: BaccaratTable) -> bool:
    return table.coupons is True
