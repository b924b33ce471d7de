"""Every event in words: those of all games alike, the others as their game tells them."""

from typing import Any, Final

from chapter47.core.event import ChipsMoved, Collected, Did, Event, Paid, Returned, RoundBegan, RoundOver, Said
from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.playing import Playing, Teller


def told(event: Event, faces: Faces, playing: Playing[Any]) -> str:
    teller = playing.tellers.get(type(event)) or COMMON[type(event)]
    return teller(event, faces)


def wager_named(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


def _chips(words: str) -> Teller:
    def teller(event: ChipsMoved, faces: Faces) -> str:
        del faces
        what = wager_named(event.wager, event.bet)
        return f"{words} {event.bettor} on {event.at}: {dollars(event.amount)}, {what} – {event.why}."

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
