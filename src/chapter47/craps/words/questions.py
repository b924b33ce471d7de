"""Keys of craps: for each wager one, with its number behind it where it has several, and for the dice."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.words import Choice, DecisionAsked
from chapter47.craps.round.legal import Legal
from chapter47.craps.views import CrapsView, PlayerView

TAKE, DECLINE = "take-dice", "decline-dice"
KEYS: Final = {TAKE: "t", DECLINE: "n"}
WAGER_KEYS: Final = {
    "p": "pass",
    "d": "dont-pass",
    "co": "come",
    "dc": "dont-come",
    "w": "place-to-win",
    "l": "place-to-lose",
    "h4": "hard-4",
    "h6": "hard-6",
    "h8": "hard-8",
    "h10": "hard-10",
    "f": "field",
    "s": "any-seven",
    "ac": "any-craps",
    "c2": "craps-2",
    "c3": "craps-3",
    "c12": "craps-12",
    "e": "eleven",
    "ce": "craps-eleven",
    "hn": "horn",
    "hh": "horn-high",
    "b": "buy",
    "y": "lay",
    "o": "pass-odds",
    "do": "dont-pass-odds",
}
"""A key and its wager; a number follows where the wager has several, as in `w6`."""
ODDS_WITH_A_NUMBER: Final = {"pass-odds": "come-odds", "dont-pass-odds": "dont-come-odds"}
_KEY_OF: Final = {wager: key for key, wager in WAGER_KEYS.items()} | {"come-odds": "o", "dont-come-odds": "do"}
_HARDWAYS: Final = re.compile(r"(hard|craps)-\d+")
_HEAD: Final = re.compile(r"([a-z]+)(\d{1,2})?", re.ASCII)


def asked(seen: CrapsView) -> DecisionAsked | None:
    """Whoever is offered the dice."""
    return DecisionAsked(seen.offered, "", "the dice") if seen.offered and not seen.shooter else None


def question(seat: PlayerView, faces: Faces) -> str:
    del faces
    return f"{seat.player}, the dice are offered to you >"


def choices(seat: PlayerView, faces: Faces, chips: int | None) -> tuple[Choice, ...]:
    del faces, chips
    return tuple(Choice(KEYS[act.act], act.act, "", act.by) for act in seat.legal if act.act in KEYS)


def key_of(act: Legal) -> str:
    """What is typed for a wager: `p`, `w6`."""
    key = _KEY_OF[act.wager]
    plain_odds = act.wager in ODDS_WITH_A_NUMBER
    return key if not act.number or plain_odds else f"{key}{act.number}"


def wager_of(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """The wager with its number as a script names it, and the words behind it; nothing where no wager is meant."""
    first, *rest = words
    if first in WAGER_KEYS and first not in ODDS_WITH_A_NUMBER:
        return WAGER_KEYS[first], rest
    if first in _KEY_OF:
        return first, rest
    head = _HEAD.fullmatch(first)
    if head is None or head[1] not in WAGER_KEYS:
        return None
    wager = WAGER_KEYS[head[1]]
    if not head[2]:
        return wager, rest
    return f"{ODDS_WITH_A_NUMBER.get(wager, wager)} {head[2]}", rest


def wager_keys(seat: PlayerView) -> list[str]:
    """The wagers that may be made now, each by its key; those on several numbers together."""
    keys: dict[str, list[str]] = {}
    for act in seat.legal:
        if act.act == "bet":
            keys.setdefault(_HARDWAYS.sub(r"\1", act.wager), []).append(key_of(act))
    told = [
        f"{' '.join((typed[0], '…', typed[-1])) if len(typed) > 1 else typed[0]} {name}" for name, typed in keys.items()
    ]
    return [*told, "? limits and more"]


def help_lines(seat: PlayerView) -> Iterator[str]:
    """Everything that the player may do, with its key, its limits and its paragraph."""
    for act in seat.legal:
        wager = f"{act.wager}{f' {act.number}' if act.number else ''}"
        match act.act:
            case "bet":
                amounts = f"{dollars(act.least)} to {dollars(act.most)} in steps of {dollars(act.step)}"
                yield f"  {key_of(act)} AMOUNT  {wager}, {amounts} ({act.by})"
            case "coupon":
                amounts = f"{dollars(act.least)} to {dollars(act.most)}"
                yield f"  coupon {seat.player} {act.wager} AMOUNT  a match play coupon, {amounts} ({act.by})"
            case "take-down":
                yield f"  -{key_of(act)}  takes {wager} down ({act.by})"
            case "reduce":
                part = f"{dollars(act.least)} to {dollars(act.most)}"
                yield f"  -{key_of(act)} AMOUNT  takes {part} of it down ({act.by})"
            case "call-on" | "call-off":
                on = act.act.removeprefix("call-")
                yield f"  {on} {key_of(act)}  calls {wager} {on} ({act.by})"
            case "pass-dice" | "decline-line":
                yield f"  {act.act} ({act.by})"
            case "send-dice":
                yield f"  Enter  throws the dice ({act.by})"
