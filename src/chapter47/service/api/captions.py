"""Captions for events: each in words, with the chips that changed hands."""

import re
from typing import Final

from chapter47.core.event import VIGORISH, Collected, Did, Event, Paid, Returned, RoundOver
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.text import spoken
from chapter47.core.words import AnyWords
from chapter47.service.table_messages import FACES
from chapter47.session.narration import wager_named

MOVED: Final = {"at", "bettor", "wager", "amount", "why"}
"""The fields of events that move the chips of a wager."""
FEE_OWED: Final = "FeeMarked"
"""A fee that is marked now and paid later."""
BOOKS: Final[tuple[type[Event], ...]] = (Collected, Paid, Returned, RoundOver, Did)
"""Events that the results and the felt already show, so the previous caption stays."""
MONEY: Final = {Collected.__name__: "Collected from", Paid.__name__: "Paid to", Returned.__name__: "Returned to"}
TOTAL: Final = re.compile(r"^“(\d+)(?:\.(\d+))?: ")
BUST: Final = " against over 21"
PLAIN: Final = ("won", "lost", "insurance")
"""Reasons that add nothing to the wager's name."""


def captions(events: list[Json], words: AnyWords) -> list[Json]:
    """Caption events: `stays` keeps the previous caption, `follows` marks a consequence of what the dealer just
    said."""
    stays = {kind.__name__ for kind in BOOKS}
    follows = {kind.__name__ for kind in words.follows}
    return [
        {**caption(event), "stays": event["event"] in stays, "follows": event["event"] in follows} for event in events
    ]


def caption(event: Json) -> Json:
    """Caption one event: `kind`, `by`, `text`, and `moved` if chips changed hands."""
    kind = str(event["event"])
    shown: Json = {"by": str(event.get("by", "")), "kind": kind}
    if event.keys() >= MOVED:
        shown["moved"] = _moved(event)
    elif kind == FEE_OWED:
        shown["moved"] = _owed(event)
    said = _money(event) if kind in MONEY else _announced(str(event["sentence"])).replace(FACES.back, "a card")
    if wager := str(event.get("wager", "")):
        said = said.replace(wager, spoken(wager))
    return {**shown, "text": said[:1].upper() + said[1:]}


def _announced(sentence: str) -> str:
    """Write the box and the hand of an announcement in full; in the log, as `4.1: 16`, they are short."""
    return TOTAL.sub(lambda place: f"“Box {place[1]}{hand_named(place[2])}: ", sentence, count=1)


def hand_named(number: str | None) -> str:
    """Name one of the hands of a split box, which are numbered from 0."""
    return f", hand {int(number) + 1}" if number else ""


def _why(event: Json) -> str:
    return str(event["why"]).replace(BUST, "; dealer bust")


def _money(event: Json) -> str:
    """Describe chips that changed hands in a sentence."""
    wager = wager_named(str(event["wager"]), str(event.get("bet", "")))
    hand = hand_named(str(event["at"]).partition(".")[2])
    why = "" if event["why"] in PLAIN else f" – {_why(event)}"
    return f"{MONEY[event['event']]} {event['bettor']}: {dollars(event['amount'])}, {wager}{hand}{why}."


def _moved(event: Json) -> Json:
    """Describe the chips of a wager that changed hands, with the wager's everyday name."""
    name = spoken(wager_named(str(event["wager"]), str(event.get("bet", ""))))
    fee = event["event"] not in MONEY or event["wager"] == VIGORISH
    kept = {key: event.get(key, "") for key in ("bettor", "wager", "bet", "spot", "amount", "why")}
    return {**kept, "why": _why(event), "at": str(event["at"]), "name": name[:1].upper() + name[1:], "fee": fee}


def _owed(event: Json) -> Json:
    kept = {key: event[key] for key in ("bettor", "amount")}
    return {**kept, "at": str(event["at"]), "wager": "", "bet": "", "spot": 0, "why": "", "name": "Fee", "fee": True}
