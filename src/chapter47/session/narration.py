"""Events in words: those of all games here, the others as their game words them."""

from typing import Final

from chapter47.core.act import DEALER_NAME
from chapter47.core.cards import Faces
from chapter47.core.event import (
    BetsClosed,
    ChipsMoved,
    Collected,
    CouponLaid,
    CouponMoved,
    CouponReturned,
    CouponTaken,
    Cut,
    CutOffered,
    Did,
    Event,
    Paid,
    RecutOrdered,
    Returned,
    RoundBegan,
    RoundOver,
    Said,
    Voided,
)
from chapter47.core.money import dollars
from chapter47.core.playing import AnyPlaying, Teller


def event_text(event: Event, faces: Faces, playing: AnyPlaying) -> str:
    kind = type(event)
    for tellers in (playing.tellers, OF_A_SHOE, OF_COUPONS):
        if teller := tellers.get(kind):
            return teller(event, faces)
    return COMMON[kind](event, faces)


def wager_named(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


def _chips(words: str) -> Teller:
    def teller(event: ChipsMoved, faces: Faces) -> str:
        del faces
        wager = wager_named(event.wager, event.bet)
        return f"{words} {event.bettor} on {event.at}: {dollars(event.amount)}, {wager} – {event.why}."

    return teller


def _coupon(words: str) -> Teller:
    def teller(event: CouponMoved, faces: Faces) -> str:
        del faces
        wager = wager_named(event.wager, event.bet)
        return f"A match play coupon of {dollars(event.amount)} {words} {event.bettor}'s {wager} wager on {event.at}."

    return teller


COMMON: Final[dict[type[Event], Teller]] = {
    Did: lambda event, faces: f"The {event.who} {event.what}.",
    Said: lambda event, faces: f"“{faces.in_text(event.words)}”",
    RoundBegan: lambda event, faces: f"Round {event.number} takes wagers.",
    RoundOver: lambda event, faces: "The round is over.",
    Collected: _chips("Collected from"),
    Paid: _chips("Paid to"),
    Returned: _chips("Returned to"),
}


def _cut_offered(event: CutOffered, faces: Faces) -> str:
    del faces
    return f"{event.player} {'takes' if event.taken else 'declines'} the cut."


def _cut(event: Cut, faces: Faces) -> str:
    del faces
    who = "The dealer" if event.player == DEALER_NAME else event.player
    return f"{who} cuts {event.cards} cards from the front."


def _recut_ordered(event: RecutOrdered, faces: Faces) -> str:
    del faces
    return f"The cards are to be cut again, by {'the same player' if event.same_player else 'the next player in turn'}."


OF_A_SHOE: Final[dict[type[Event], Teller]] = {
    CutOffered: _cut_offered,
    Cut: _cut,
    RecutOrdered: _recut_ordered,
    BetsClosed: lambda event, faces: "No more bets.",
    Voided: lambda event, faces: "The round is void.",
}
"""For games dealt from a shoe."""
OF_COUPONS: Final[dict[type[Event], Teller]] = {
    CouponLaid: _coupon("is placed with"),
    CouponTaken: _coupon("is collected with"),
    CouponReturned: _coupon("is returned with"),
}
"""Words for the games that take match play coupons."""
