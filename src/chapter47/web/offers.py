"""What a player may do, in the words of buttons. No game is known here by name."""

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import Final, Literal

from msgspec import Struct

from chapter47.core.hosting import CARDS
from chapter47.core.json_object import Json
from chapter47.core.text import spoken
from chapter47.session.script import words_of

Kind = Literal["seat", "bet", "chips", "move", "cut", "close", "leave"]
LESS: Final = "reduce"
"""The act that takes a part of a wager back."""
CUT: Final = "Cut the cards"
AS_OFFERED: Final = ("least", "most", "step", "spot", "by", "after", "stack")
KEPT_KEYS: Final = frozenset("uczo")
"""Keys of the page itself: undo, clear, rebet, place only."""


class Button(Struct, frozen=True, kw_only=True):
    """An offer as a page shows it."""

    line: str
    kind: Kind
    label: str
    key: str = ""
    spot: str = ""
    by: str = ""
    least: int = 0
    most: int = 0
    step: int = 0
    after: str = ""
    stack: int = 0
    cost: int = 0
    """What a decision without an amount of its own costs, such as a split."""
    times: int = 1
    """For how many hands at once a wager is made."""


class Onlooker(Struct, frozen=True, kw_only=True):
    """Whose offers they are."""

    name: str
    seated: bool
    leaves: str
    """The line by which this player gets up."""


def buttons(may: Iterable[Json], onlooker: Onlooker, keys: Mapping[str, str]) -> list[Button]:
    """`keys` are those that the game has for its moves; the others get a letter of their own word."""
    return list(_with_keys([_button(offer, onlooker) for offer in may], keys))


def _button(offer: Json, onlooker: Onlooker) -> Button:
    line: str = offer["line"]
    words = [word for word in words_of(line) if word not in (onlooker.name, CARDS)]
    same = {name: offer[name] for name in AS_OFFERED}
    kind = _kind(offer, onlooker)
    return Button(line=line, kind=kind, label=CUT if kind == "cut" else _label(words), **same)


def _kind(offer: Json, onlooker: Onlooker) -> Kind:
    if CARDS in offer["line"]:
        return "cut"
    if offer["line"] == onlooker.leaves:
        return "leave"
    if offer["closes"]:
        return "close"
    if not onlooker.seated:
        return "seat"
    if not offer["spot"]:
        return "move"
    if offer["spot"].startswith("plate-"):
        return "seat"
    return "bet" if offer["most"] and LESS not in words_of(offer["line"]) else "chips"


def _label(words: list[str]) -> str:
    return spoken(" ".join(words)).capitalize()


def _with_keys(made: list[Button], keys: Mapping[str, str]) -> Iterator[Button]:
    taken = set(KEPT_KEYS) | set(keys.values())
    for button in made:
        if button.kind not in ("move", "close"):
            yield button
            continue
        name = button.label.lower().replace(" ", "-")
        key = keys.get(name) or next((x for x in f"{name}{ascii_lowercase}" if x.isalpha() and x not in taken), "")
        taken.add(key)
        yield Button(**{field: getattr(button, field) for field in button.__struct_fields__ if field != "key"}, key=key)
