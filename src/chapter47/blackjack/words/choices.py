"""A letter for each move, and what the move costs."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from chapter47.blackjack.views.records import AskedView, MoveView, RoundView, SeatView
from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.words import Choice

KEYS: Final = {
    "stand": "s",
    "hit": "h",
    "double": "d",
    "double-face-down": "f",
    "split": "p",
    "surrender": "r",
    "switch": "m",
    "switch-back": "b",
    "keep": "k",
    "rescue": "v",
    "let-stand": "y",
    "insure": "i",
    "even-money": "e",
    "decline": "n",
    "keep-first": "1",
    "keep-second": "2",
    "accept": "a",
    "refuse": "x",
    "later": "l",
    "second-card": "t",
    "dead": "w",
}
DOUBLES: Final = ("double", "double-face-down")


def choices(seat: SeatView, faces: Faces, chips: int | None = None) -> tuple[Choice, ...]:
    """A hit while an exposed card lies there is that card (2.15(c))."""
    asked = seat.table.round.asked
    if asked is None:
        return ()
    return tuple(
        Choice(KEYS[move.name], move.name, _cost(seat.table.round, asked, move, faces), move.by, move.least, move.most)
        for move in affordable(seat, chips)
    )


def wager_of(seen: RoundView, asked: AskedView) -> int:
    """What the bettor staked on the box before the deal, on all spots together."""
    box = seen.hand(asked.at).box
    return next(bettor.amount for bettor in seen.bettors if (bettor.box, bettor.name) == (box, asked.bettor))


def affordable(seat: SeatView, chips: int | None) -> tuple[MoveView, ...]:
    """The legal moves that the chips cover, with the amounts that they cover; a double leaves some for the others."""
    return seat.legal if chips is None else tuple(_covered(seat, chips))


def _covered(seat: SeatView, chips: int) -> Iterator[MoveView]:
    seen = seat.table.round
    if seen.asked is None:
        return
    others = _other_wagers_to_double(seen, seen.asked)
    for move in seat.legal:
        kept = others * move.step if move.name in DOUBLES else 0
        most = min(move.most, (chips - kept) // move.step * move.step) if move.most else 0
        if (move.most and most < move.least) or (move.name == "split" and chips < wager_of(seen, seen.asked)):
            continue
        yield replace(move, most=most)


def _other_wagers_to_double(seen: RoundView, asked: AskedView) -> int:
    """How many wagers of the bettor on the hand a double has to cover besides the one that is asked about."""
    own = [
        stake
        for stake in seen.stakes
        if stake.open and (stake.at, stake.bettor, stake.wager) == (asked.at, asked.bettor, "main")
    ]
    return sum(stake.spot != asked.spot and not stake.double for stake in own)


def _cost(seen: RoundView, asked: AskedView, move: MoveView, faces: Faces) -> str:
    wager = wager_of(seen, asked)
    match move.name:
        case "hit" if seen.exposed is not None:
            return f"(takes {faces.card(seen.exposed)})"
        case "double" | "double-face-down" | "insure":
            return amounts(move.least, move.most)
        case "split":
            return dollars(wager)
        case "surrender":
            return f"for {dollars(wager // 2)}"
        case "even-money":
            return f"+{dollars(wager)}"
    return ""


def amounts(least: int, most: int) -> str:
    return dollars(most) if least == most else f"{dollars(least)} to {dollars(most)}"
