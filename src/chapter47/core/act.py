"""Acts at a table: what people do. Each has a text form that rebuilds it: a script is a list of them, a line each.

What every game shares stands here; a game adds its own."""

from collections.abc import Callable, Collection, Mapping
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec import Struct

from chapter47.core.cards import Card, read_card
from chapter47.core.event import Place
from chapter47.core.money import amount, cents
from chapter47.core.text import legible

Doer = Literal["player", "dealer", "supervisor", "script"]
"""Who does an act: what a script alone can say, such as the cards that come, nobody can do at a real table."""
NO: Final = "no"
DEALER_NAME: Final = "dealer"
"""Who cuts where nobody wants to: no player goes by this name."""


class Act(Struct, frozen=True):
    """What somebody does at a table in play."""

    before_opening: ClassVar[bool] = False
    """It can be done or told while the cards still lie there for the first players to look at."""
    at_once: ClassVar[bool] = False
    """The dealer need not finish first what needs no decision."""
    wagers: ClassVar[bool] = False
    """Its `bettor` takes part in the round."""
    beyond_the_seed: ClassVar[bool] = False
    """After it the cards come in an order that no seed gives."""
    usually_by: ClassVar[Doer] = "dealer"

    @property
    def done_by(self) -> Doer:
        """Who may do it."""
        return "script" if self.beyond_the_seed else self.usually_by

    @property
    def name_in_it(self) -> str:
        """The player in whose name it is done; nobody's where it names none."""
        return getattr(self, "bettor", "") or getattr(self, "player", "")


class Open(Act, frozen=True):
    """The table is opened now; without being told, it is when its cards are needed first."""

    before_opening = True

    def __str__(self) -> str:
        return "open"


class Sit(Act, frozen=True):
    """A player comes to the table; the first who does is offered the first cut."""

    before_opening = True
    usually_by = "player"

    box: int
    player: str

    def __str__(self) -> str:
        return f"sit {self.box} {quoted(self.player)}"


class Leave(Act, frozen=True):
    """A player leaves; the licensee may have agreed to hold the place."""

    before_opening = True
    usually_by = "player"

    player: str
    held: bool = False

    def __str__(self) -> str:
        return f"leave {quoted(self.player)}" + " held" * self.held


class CutAt(Act, frozen=True):
    """When this player is offered the cut next, so many cards go before it, or it is declined."""

    before_opening = True
    at_once = True
    usually_by = "player"

    player: str
    cards: int | None

    def __str__(self) -> str:
        return f"cut {quoted(self.player)} {NO if self.cards is None else self.cards}"


class Coupon(Act, frozen=True):
    """A match play coupon laid with a wager: the main one of a box or hand, or the wager that is named."""

    usually_by = "player"

    bettor: str
    amount: int
    wager: str = ""
    at: Place | None = None

    def __str__(self) -> str:
        place = "" if self.at is None else f"{self.at} "
        which = f"{self.wager} " if self.wager else ""
        return f"coupon {place}{quoted(self.bettor)} {which}{amount(self.amount)}"


class Recut(Act, frozen=True):
    """A supervisor wants a new cut, by the same player or the next in turn."""

    usually_by = "supervisor"

    next: bool = False

    def __str__(self) -> str:
        return "recut" + " next" * self.next


class Relieve(Act, frozen=True):
    """A new dealer comes to the table."""

    usually_by = "supervisor"

    dealer: str

    def __str__(self) -> str:
        return f"relieve {quoted(self.dealer)}"


class Choose(Act, frozen=True):
    """A bettor's decision, by the name of a move."""

    usually_by = "player"

    bettor: str
    move: str
    amount: int = 0

    def __str__(self) -> str:
        return f"{quoted(self.bettor)} {self.move}" + (f" {amount(self.amount)}" if self.amount else "")


class Steps(Act, frozen=True):
    """So many steps of the dealer, a card each or a card turned."""

    at_once = True

    number: int = 1

    def __str__(self) -> str:
        return "step" if self.number == 1 else f"step {self.number}"


class Call(Act, frozen=True):
    """An irregularity, now or as soon as it can happen; with a hand, as soon as it can happen to this hand."""

    at_once = True

    kind: str
    at: Place | None = None

    def __str__(self) -> str:
        return f"call {self.kind}" + (f" {self.at}" if self.at is not None else "")


# The lines of a script ---------------------------------------------------------------------------------------------


class BadActError(ValueError):
    """A line that is not an act: how an act of this kind looks, where that is known, what is wrong with this one and,
    where one rules it, the paragraph."""

    def __init__(self, wrong: str, citation: str = "", *, looks: str = "") -> None:
        super().__init__("; ".join(filter(None, (looks, wrong))))
        self.wrong, self.looks, self.citation = wrong, looks, citation


class LineForm(NamedTuple):
    """How a line that begins with a certain word is read, and how it looks."""

    looks: str
    read: Callable[[list[str]], Act]


class ActForms(NamedTuple):
    """The lines that a game's scripts are made of."""

    by_word: Mapping[str, LineForm]
    otherwise: LineForm
    """A line that begins with none of the words: a name, and what its bearer does."""
    moves: tuple[str, ...] = ()
    """The decisions that the game knows."""

    def read(self, words: list[str]) -> Act:
        """The act that the words of a line mean."""
        form = self.by_word.get(words[0])
        try:
            return form.read(words[1:]) if form else self.otherwise.read(words)
        except BadActError as error:
            raise BadActError(str(error), error.citation, looks=(form or self.otherwise).looks) from None
        except (ValueError, IndexError):
            raise BadActError("", looks=(form or self.otherwise).looks) from None

    def good_name(self, name: str) -> str:
        return good_name(name, self.by_word)


def good_name(name: str, words: Collection[str]) -> str:
    """A name that a script can tell from its own words, and that a terminal can show."""
    if not name or name in words or name == DEALER_NAME or not legible(name) or '"' in name or "#" in name:
        raise ValueError(name)
    return name


def quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def only(words: list[str], *, least: int = 0, most: int | None = None) -> list[str]:
    """So many words and no others."""
    if not least <= len(words) <= (least if most is None else most):
        raise ValueError(words)
    return words


def mark(words: list[str], place: int, word: str) -> bool:
    """Whether the word at the end is there; another one is none of this form."""
    if len(words) > place and words[place] != word:
        raise ValueError(words[place])
    return len(words) > place


def marked(act: Callable[[bool], Act], word: str) -> Callable[[list[str]], Act]:
    """An act of one word, and a second one that may follow."""
    return lambda words: act(mark(only(words, most=1), 0, word))


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise ValueError(text)
    return int(text)


def named_cards(words: list[str]) -> tuple[Card, ...]:
    """The words after `cards`: those that come next."""
    return tuple(read_card(word) for word in only(words, least=1, most=1000))


def decision(name: Callable[[str], str]) -> LineForm:
    """A line without a word of its own: who decides, which move, how much."""

    def choose(words: list[str]) -> Act:
        bettor, move = only(words, least=2, most=3)[:2]
        return Choose(name(bettor), move, cents(words[2]) if len(words) > 2 else 0)

    return LineForm("NAME MOVE [AMOUNT], such as: Ann stand", choose)


def coupon(words: list[str], name: Callable[[str], str], *, on_a_hand: bool) -> Coupon:
    """The words after `coupon`: a hand where the game has them, a name, the wager where it is not the main one, and
    what the coupon is worth."""
    hand = words[:1] if on_a_hand else []
    bettor, *wager, money = only(words[len(hand) :], least=2, most=3)
    if not all(legible(word) and not set(word) & set(' "#') for word in wager):
        raise ValueError(words)
    return Coupon(name(bettor), cents(money), "".join(wager), Place.of(hand[0]) if hand else None)


RECUT: Final = LineForm("recut, or by the next in turn: recut next", marked(Recut, "next"))
"""Of the games that are dealt from a shoe."""


def common_forms(name: Callable[[str], str], calls: Collection[str]) -> dict[str, LineForm]:
    """The acts of every game: `name` tells good names, `calls` are the irregularities that the game knows."""

    def call(words: list[str]) -> Act:
        kind = only(words, least=1, most=2)[0]
        if kind not in calls:
            raise ValueError(kind)
        return Call(kind, Place.of(words[1]) if len(words) > 1 else None)

    def cut(words: list[str]) -> Act:
        player, place = only(words, least=2)
        return CutAt(name(player), None if place == NO else number(place))

    def sit(words: list[str]) -> Act:
        box, player = only(words, least=2)
        return Sit(number(box), name(player))

    def leave(words: list[str]) -> Act:
        return Leave(name(only(words, least=1, most=2)[0]), mark(words, 1, "held"))

    return {
        "call": LineForm(f"call IRREGULARITY [HAND]; the irregularities are {', '.join(calls)}", call),
        "step": LineForm("step, or so many of them: step 3", lambda words: Steps(*map(number, only(words, most=1)))),
        "cut": LineForm("cut NAME CARDS, such as: cut Ann 52; or cut Ann no", cut),
        "relieve": LineForm("relieve NAME: the new dealer", lambda words: Relieve(name(only(words, least=1)[0]))),
        "open": LineForm("open", lambda words: Open(*only(words))),
        "sit": LineForm("sit BOX NAME, such as: sit 1 Ann", sit),
        "leave": LineForm("leave NAME [held]", leave),
    }
