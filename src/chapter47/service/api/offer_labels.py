"""Button texts for offers: kind, label and key. No game is known here by name."""

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import Final

from msgspec import Struct, structs

from chapter47.core.act import form_of
from chapter47.core.hosting import Offer, OfferKind
from chapter47.core.json_object import Json
from chapter47.core.text import spoken
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.table_messages import TableMessage
from chapter47.service.terms import Actor

TAKEN_BACK: Final = ("take-back", "take-back-side", "take-down")
DECLINES_CUT: Final = "decline-cut"
AS_OFFERED: Final = ("least", "most", "step", "spot", "by", "after", "stack")
PAGE_KEYS: Final = frozenset("uczo")
"""Keys that the page uses: undo, clear, rebet, bet without dealing."""
LABELS: Final = {
    "let-stand": "Keep the double",
    "rescue": "Give it up, lose half",
    "decline": "No",
    "insure": "Yes",
    "take-dice": "Take the dice",
    "decline-dice": "Pass the dice",
    "pass-dice": "Give up the dice",
    "decline-line": "No line bet",
    "decline-shoe": "Pass the shoe",
    "keep": "Keep the cards",
    "switch": "Switch",
    "accept": "Take the card",
    "refuse": "Refuse it",
    "second-card": "Take my second card",
    "later": "Take my card last",
    "dead": "Give up the hand, bet returned",
    "keep-first": "Keep my bet on hand 1",
    "keep-second": "Keep my bet on hand 2",
}
"""Labels of moves whose everyday name differs from the script's."""


class LabelledOffer(Struct, frozen=True, kw_only=True):
    """An offer as a page shows it."""

    kind: OfferKind
    act: Json
    text: str
    """The act as a line of text."""
    name: str
    """The act in one word, without player and amount."""
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
    """Price of a decision without an amount to choose, such as a split."""
    times: int = 1
    """How many hands one wager covers."""


def labelled(message: TableMessage, actor: Actor | None, keys: Mapping[str, str]) -> list[LabelledOffer]:
    """Label the acts that are allowed now, and bets that can be made along with them; `keys` are those of the game's
    moves."""
    may, table = message.may(actor), message.table
    if actor is None or not may:
        return []
    is_player = actor.role == "player"
    besides = table.hosting.dependent_offers(table.in_play, actor.name) if is_player else ()
    offers = [_labelled(offer, table, actor) for offer in (*may, *besides) if _tag(offer) != DECLINES_CUT]
    return list(with_keys(offers, keys))


def _tag(offer: Offer) -> str:
    """Return the tag of the act behind an offer."""
    return form_of(type(offer.act)).tag


def _labelled(offer: Offer, table: RecordedTable, actor: Actor) -> LabelledOffer:
    form, kind = form_of(type(offer.act)), kind_of(offer, table, actor)
    same = {name: getattr(offer, name) for name in AS_OFFERED}
    return LabelledOffer(
        kind=kind,
        act=form.to_json(offer.act),
        text=offer.text,
        name=form.name(offer.act),
        label=label_of(offer),
        cost=_cost(offer, table),
        times=_times(offer, table),
        **same,
    )


def kind_of(offer: Offer, table: RecordedTable, actor: Actor) -> OfferKind:
    """Return the kind: of the acts with dice or shoe, Play does only the one that takes the turn; the others are
    moves."""
    if offer.kind == "turn" and offer.act != table.hosting.takes_turn(table.in_play, actor.name):
        return "move"
    return offer.kind


def label_of(offer: Offer) -> str:
    name = form_of(type(offer.act)).name(offer.act)
    match offer.kind:
        case "cut":
            return "Cut the cards"
        case "leave":
            return "Leave the seat"
        case "call":
            return f"Call: {spoken(name.removeprefix('call-'))}"
        case "change" if _tag(offer) in TAKEN_BACK:
            named = (getattr(offer.act, field, "") for field in ("on", "bet", "number"))
            wager = spoken(" ".join(str(word) for word in named if word))
            return "Take back my bet" if wager.isdigit() else f"Take back my bet on {wager}"
        case "move" | "turn" if name in LABELS:
            return LABELS[name]
    return offer.label


def _times(offer: Offer, table: RecordedTable) -> int:
    if offer.kind != "bet" or not offer.least:
        return 1
    cost = table.in_play.cost(offer.act)
    return cost.amount // offer.least if cost else 1


def _cost(offer: Offer, table: RecordedTable) -> int:
    if offer.kind not in ("move", "turn") or offer.most:
        return 0
    cost = table.in_play.cost(offer.act)
    return cost.amount if cost else 0


def with_keys(offers: Iterable[LabelledOffer], keys: Mapping[str, str]) -> Iterator[LabelledOffer]:
    """Assign keys: moves use those of their game, or a letter of their own name; calls get none."""
    taken = set(PAGE_KEYS) | set(keys.values())
    for offer in offers:
        if offer.kind not in ("move", "turn", "close"):
            yield offer
            continue
        own = (letter for letter in f"{offer.name}{ascii_lowercase}" if letter.isalpha() and letter not in taken)
        key = keys.get(offer.name) or next(own, "")
        taken.add(key)
        yield structs.replace(offer, key=key)
