"""Acts at a table: what people do. An act is a typed record with one line of text and one JSON object.

Both forms are generated from the record's fields: who acts, the verb, then the fields in order, each after its
preposition if it has one. `Bet(player="Ann", amount=2500, on="1")` is `Ann bet 25 on 1` and `{"act": "bet", "player":
"Ann", "amount": 2500, "on": "1"}`. Acts that every game shares are here; a game adds its own and lists all of them in
its tuple `ACTS`."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from chapter47.core.act_words import BadActError, Word, quoted
from chapter47.core.cards import read_card
from chapter47.core.event import Place
from chapter47.core.json_object import Json
from chapter47.core.money import MOST, amount, cents
from chapter47.core.text import legible, printable

Actor = Literal["player", "dealer", "supervisor", "script"]
"""The kinds of actors. Only a script can name the cards or dice to come."""
DEALER_NAME: Final = "dealer"
"""The name of the dealer who cuts if every player declines; no player may use it."""
CREW: Final = (DEALER_NAME, "supervisor")
MOST_WORDS: Final = 1000
GREATEST_NUMBER: Final = 99_999


class BadValueError(ValueError):
    """A value that a paragraph rules out."""

    def __init__(self, message: str, citation: str) -> None:
        super().__init__(message)
        self.citation = citation


# How the values of fields are written --------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of value: how it is read from a word and from JSON, and how it is written."""

    shows: str
    """Placeholder for the value in a displayed form: `AMOUNT`."""
    example: str
    read: Callable[[str], object]
    """Raises `ValueError` with a sentence."""
    write: Callable[[Any], str] = str
    from_json: Callable[[object], object] | None = None
    """Set if the value is not a string in JSON."""

    def of_json(self, value: object) -> object:
        if self.from_json is not None:
            return self.from_json(value)
        if not isinstance(value, str):
            raise ValueError(f"{printable(repr(value))} is not a text such as {self.example!r}.")
        return self.read(value)

    def to_json(self, value: object) -> object:
        return value if self.from_json is not None or isinstance(value, str) else self.write(value)


def _name(text: str) -> str:
    if not text or len(text) > 100 or not legible(text) or '"' in text or text != text.strip():
        raise ValueError(f"'{printable(text)}' cannot be a name.")
    return text


def _word(text: str) -> str:
    if not text or len(text) > 100 or not legible(text) or set(text) & set(' "#'):
        raise ValueError(f"'{printable(text)}' is not a single word.")
    return text


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(GREATEST_NUMBER)) and int(text)):
        raise ValueError(f"'{printable(text)}' is not a number from 1 to {GREATEST_NUMBER}.")
    return int(text)


def _box(text: str) -> str:
    return str(_number(text))


def _money(text: str) -> int:
    try:
        return cents(text)
    except ValueError:
        raise ValueError(f"'{printable(text)}' is not an amount such as 15 or 2.50.") from None


def _money_or_all(text: str) -> int:
    return 0 if text == ALL else _money(text)


def _whole(least: int, most: int, what: str) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{printable(repr(value))} is not {what}.")
        return value

    return read


ALL: Final = "all"
_CENTS: Final = _whole(0, MOST, "an amount in whole cents")
NAME: Final = Kind("NAME", "Ann", _name, quoted)
WORD: Final = Kind("WORD", "word", _word)
WAGER: Final = Kind("WAGER", "pass", _word)
MONEY: Final = Kind("AMOUNT", "10", _money, amount, _CENTS)
MONEY_OR_ALL: Final = Kind("AMOUNT|all", "all", _money_or_all, lambda value: amount(value) if value else ALL, _CENTS)
NUMBER: Final = Kind("NUMBER", "1", _number, str, _whole(1, GREATEST_NUMBER, f"a number from 1 to {GREATEST_NUMBER}"))
BOX: Final = Kind("BOX", "1", _box)
HAND: Final = Kind("HAND", "1", Place.of)
CARD: Final = Kind("CARD", "As", read_card)


class FieldForm(NamedTuple):
    """How a field appears in a line: its kind, and the preposition before it."""

    kind: Kind
    after: str = ""


class Flag(NamedTuple):
    """A field that is true if these words are in the line."""

    words: str


Player = Annotated[str, FieldForm(NAME)]
Money = Annotated[int, FieldForm(MONEY)]
InCash = Annotated[bool, Flag("in cash")]
OnWager = Annotated[str, FieldForm(WAGER, "on")]
OnBox = Annotated[str, FieldForm(BOX, "on")]
AtBox = Annotated[int, FieldForm(Kind("BOX", "1", NUMBER.read, str, NUMBER.from_json), "at")]


class _ActField(NamedTuple):
    """A field of a record, and how it is read and written."""

    name: str
    part: FieldForm
    flag: tuple[str, ...]
    default: object
    several: bool
    """Whether it is a list of values."""
    number: int | None
    """How many values it holds, if that is fixed."""

    @property
    def is_optional(self) -> bool:
        return self.default is not NODEFAULT

    @property
    def begins(self) -> str:
        """The word that introduces it in a line; empty for a value without a preposition."""
        return self.flag[0] if self.flag else self.part.after

    def shown(self, *, example: bool = False) -> str:
        if self.flag:
            return f"[{' '.join(self.flag)}]"
        value = self.part.kind.example if example else self.part.kind.shows
        number = self.number or 1
        more = "…" * (self.several and not self.number and not example)
        text = " ".join(filter(None, (self.part.after, *[value] * number, more)))
        return f"[{text}]" if self.is_optional else text

    def written(self, value: object) -> list[str]:
        if self.flag:
            return list(self.flag) if value else []
        if self.is_optional and value == self.default and self.part.kind is not MONEY_OR_ALL:
            return []
        values = value if self.several and isinstance(value, (tuple, list)) else (value,)
        return [*filter(None, (self.part.after,)), *map(self.part.kind.write, values)]

    def of_json(self, value: object) -> object:
        if self.flag:
            if not isinstance(value, bool):
                raise ValueError(f"{printable(repr(value))} is not true or false.")
            return value
        if not self.several:
            return self.part.kind.of_json(value)
        if not isinstance(value, (list, tuple)) or not value or len(value) > MOST_WORDS or self._wrong_number(value):
            raise ValueError(f"{printable(repr(value))} is not a list of {self.number or 'values'}.")
        return tuple(map(self.part.kind.of_json, value))

    def _wrong_number(self, values: Sequence[object]) -> bool:
        return self.number is not None and len(values) != self.number

    def to_json(self, value: object) -> object:
        if self.flag:
            return value
        if self.several and isinstance(value, (tuple, list)):
            return [self.part.kind.to_json(each) for each in value]
        return self.part.kind.to_json(value)


class _WordReader:
    """Takes the words of a line one after another."""

    def __init__(self, words: Sequence[Word], ahead: Iterable[str]) -> None:
        self._words, self._place = words, 0
        self._ahead = set(filter(None, ahead))
        """Prepositions and flags of the form, which are values only in quotation marks."""

    @property
    def next(self) -> Word | None:
        return self._words[self._place] if self._place < len(self._words) else None

    def takes(self, words: Sequence[str]) -> bool:
        """Take these words if they come next, and return whether they did."""
        ahead = self._words[self._place : self._place + len(words)]
        if [word.text for word in ahead] != list(words) or any(word.quoted for word in ahead):
            return False
        self._place += len(words)
        return True

    def value(self) -> str | None:
        """Take the next word as a value."""
        word = self.next
        if word is None or (not word.quoted and word.text in self._ahead):
            return None
        self._place += 1
        return word.text

    def back(self) -> None:
        self._place -= 1


# The record and its form ---------------------------------------------------------------------------------------------


class Act(Struct, frozen=True, gc=False, tag_field="act", omit_defaults=True):
    """What somebody does at a table in play. The tag names it in JSON and, with spaces for hyphens, is its verb."""

    actor: ClassVar[Actor] = "dealer"
    """Who is named first in its line. A player's act has the field `player`."""
    verb: ClassVar[str | None] = None
    """Set if it differs from the tag."""
    before_opening: ClassVar[bool] = False
    """Whether the act is allowed before the table opens."""
    at_once: ClassVar[bool] = False
    """Whether the dealer need not first finish the steps that need no decision."""
    wagers: ClassVar[bool] = False
    """Whether its player takes part in the round."""
    of_the_layout: ClassVar[bool] = False
    """Whether it places or takes back chips while betting is open, so that the dealer does not finish a round first."""

    @property
    def done_by(self) -> Actor:
        """Return who may perform it."""
        return self.actor

    @property
    def in_cash(self) -> bool:
        """Whether it is a spoken bet with cash, which the dealer changes into chips."""
        return bool(getattr(self, "cash", False))

    @property
    def player_name(self) -> str:
        """The player it names, if any."""
        name: str = getattr(self, "player", "")
        return name

    @property
    def chooses_chance(self) -> bool:
        """Return whether it names cards, dice or amounts that otherwise come by chance."""
        return self.actor == "script"

    def __str__(self) -> str:
        return form_of(type(self)).text(self)


class Form:
    """The line of text and the JSON object of one type of act, generated from its fields."""

    def __init__(self, kind: type[Act]) -> None:
        self.kind, self.tag = kind, str(kind.__struct_config__.tag)
        verb = self.tag.replace("-", " ") if kind.verb is None else kind.verb
        self.verb = tuple(verb.split())
        listed = _fields_of(kind)
        self.player = listed.pop(0) if kind.actor == "player" else None
        self.fields = listed
        self._ahead = [field.begins for field in listed]

    @property
    def actor(self) -> str:
        """The first word of the line, if it is not a player's name."""
        return self.kind.actor if self.kind.actor in CREW else ""

    @property
    def shown(self) -> str:
        """`NAME bet AMOUNT on BOX [standing]`."""
        return self._line([field.shown() for field in self.fields])

    @property
    def example(self) -> str:
        """`Ann bet 10 on 1`."""
        return self._line([field.shown(example=True) for field in self.fields if not field.is_optional])

    def _line(self, values: Iterable[str]) -> str:
        who = NAME.example if self.player else self.actor
        return " ".join(filter(None, (who, *self.verb, *values)))

    def text(self, act: Act) -> str:
        who = NAME.write(getattr(act, self.player.name)) if self.player else self.actor
        return " ".join(filter(None, (who, *self.verb, *self._written(act))))

    def _written(self, act: Act, without: str = "") -> list[str]:
        return [
            word for field in self.fields if field.name != without for word in field.written(getattr(act, field.name))
        ]

    def label(self, act: Act) -> str:
        """The act without its actor and amount, as a button shows it: `Bet on 1`."""
        return " ".join((*self.verb, *self._written(act, without="amount")))

    def name(self, act: Act) -> str:
        """One word for the act without its player and amount: `bet-on-1`, `stand`."""
        return "-".join((*(() if self.kind.verb == "" else (self.tag,)), *self._written(act, without="amount")))

    def begins(self, words: Sequence[Word]) -> bool:
        """Return whether these words begin with its verb."""
        return _WordReader(words, ()).takes(self.verb)

    def read(self, player: str, words: Sequence[Word]) -> Act:
        """Read the act from the words after the verb."""
        reader = _WordReader(words, self._ahead)
        values: Json = {self.player.name: player} if self.player else {}
        try:
            for field in self.fields:
                values |= self._value(field, reader)
        except ValueError as error:
            raise BadActError(str(error), self.advice, getattr(error, "citation", "")) from None
        if (left := reader.next) is not None:
            raise BadActError(f"'{printable(left.text)}' does not belong here.", self.advice)
        return self.kind(**values)

    @property
    def advice(self) -> str:
        return f"Write: {self.shown}; for example: {self.example}."

    def _value(self, field: _ActField, reader: _WordReader) -> Json:
        if field.flag:
            return {field.name: True} if reader.takes(field.flag) else {}
        if field.part.after and not reader.takes((field.part.after,)):
            if field.is_optional:
                return {}
            raise ValueError(f"'{field.shown()}' is missing.")
        if field.several:
            return self._values(field, reader)
        word = reader.value()
        if word is None and field.is_optional and not field.part.after:
            return {}
        if word is None:
            raise ValueError(f"{field.part.kind.shows} is missing.")
        try:
            return {field.name: field.part.kind.read(word)}
        except ValueError:
            if not field.is_optional or field.part.after:
                raise
            reader.back()
            return {}

    def _values(self, field: _ActField, reader: _WordReader) -> Json:
        words: list[str] = []
        while len(words) < (field.number or MOST_WORDS) and (word := reader.value()) is not None:
            words.append(word)
        if not words and field.is_optional:
            return {}
        if not words or field.number not in (None, len(words)):
            raise ValueError(f"'{field.shown()}' is missing.")
        return {field.name: tuple(map(field.part.kind.read, words))}

    # JSON ------------------------------------------------------------------------------------------------------------

    def to_json(self, act: Act) -> Json:
        data: Json = {"act": self.tag}
        for field in self._all:
            value = getattr(act, field.name)
            if not (field.is_optional and value == field.default):
                data[field.name] = field.to_json(value)
        return data

    def from_json(self, data: Json) -> Act:
        given = {name: value for name, value in data.items() if name != "act"}
        known = {field.name: field for field in self._all}
        try:
            if strange := next((name for name in given if name not in known), None):
                meant = did_you_mean(strange, known) or f"It has {', '.join(known) or 'no fields'}."
                raise ValueError(f"'{self.tag}' has no field '{printable(strange)}'. {meant}")
            if missing := [field.name for field in self._all if field.name not in given and not field.is_optional]:
                raise ValueError(f"{' and '.join(map(repr, missing))} {'are' if missing[1:] else 'is'} missing.")
            return self.kind(**{name: known[name].of_json(value) for name, value in given.items()})
        except ValueError as error:
            example = f"For example: {self.json_example}."
            raise BadActError(str(error), example, getattr(error, "citation", "")) from None

    @property
    def json_example(self) -> str:
        values = [f'"{field.name}": {_json_example(field)}' for field in self._all if not field.is_optional]
        return "{" + ", ".join((f'"act": "{self.tag}"', *values)) + "}"

    @property
    def _all(self) -> list[_ActField]:
        return [self.player, *self.fields] if self.player else self.fields


def _json_example(field: _ActField) -> str:
    kind = field.part.kind
    value = kind.to_json(kind.read(kind.example))
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return f"[{', '.join([text] * (field.number or 1))}]" if field.several else text


def _fields_of(kind: type[Act]) -> list[_ActField]:
    hints = get_type_hints(kind, include_extras=True)
    return [_field(field.name, hints[field.name], field.default) for field in fields(kind)]


def _field(name: str, hint: Any, default: object) -> _ActField:
    """Build a field from an annotation such as `Annotated[str, FieldForm(WAGER, "on")]`."""
    hint, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    for note in notes:
        if isinstance(note, Flag):
            return _ActField(name, FieldForm(WORD), tuple(note.words.split()), default, several=False, number=None)
        if isinstance(note, FieldForm):
            several = get_origin(hint) is tuple
            items = get_args(hint)
            number = len(items) if several and Ellipsis not in items else None
            return _ActField(name, note, (), default, several=several, number=number)
    raise TypeError(f"{name}: how it is written is not annotated")


@cache
def form_of(kind: type[Act]) -> Form:
    return Form(kind)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `Did you mean …?` if a word is close to a known one."""
    near = get_close_matches(word[:60], list(known), n=1, cutoff=0.6)
    return f"Did you mean `{near[0]}`?" if near and near[0] != word else ""


# The acts of every game ----------------------------------------------------------------------------------------------


class Open(Act, frozen=True, tag="open"):
    """The table opens now; otherwise it opens when its cards are first needed."""

    before_opening = True


class Sit(Act, frozen=True, tag="sit"):
    """A player takes a seat; the first to do so is offered the first cut."""

    actor = "player"
    before_opening = True

    player: Player
    at: AtBox


class Leave(Act, frozen=True, tag="leave"):
    """A player leaves; the licensee may have agreed to hold the seat."""

    actor = "player"
    before_opening = True

    player: Player
    held: Annotated[bool, Flag("with seat held")] = False


class CutAt(Act, frozen=True, tag="cut"):
    """The player will take the next cut offered, with this many cards in front of it."""

    actor = "player"
    before_opening = True
    at_once = True

    player: Player
    cards: Annotated[int, FieldForm(Kind("CARDS", "52", NUMBER.read, str, NUMBER.from_json), "at")]


class DeclineCut(Act, frozen=True, tag="decline-cut"):
    """The player will decline the next cut offered."""

    actor = "player"
    before_opening = True
    at_once = True

    player: Player


class Coupon(Act, frozen=True, tag="coupon"):
    """A player adds a match play coupon to a wager."""

    actor = "player"
    verb = "lay coupon"
    of_the_layout = True

    player: Player
    amount: Money
    on: OnWager


class Recut(Act, frozen=True, tag="recut"):
    """A supervisor orders a new cut, by the same player or by the next in turn."""

    actor = "supervisor"

    next: Annotated[bool, Flag("by next player")] = False


class Relieve(Act, frozen=True, tag="relieve"):
    """A new dealer comes to the table."""

    actor = "supervisor"
    verb = "relieve dealer"

    dealer: Annotated[str, FieldForm(NAME, "with")]


class Choose(Act, frozen=True, tag="choose"):
    """A player's decision, by the name of a move; the move is the verb."""

    actor = "player"
    verb = ""

    player: Player
    move: Annotated[str, FieldForm(Kind("MOVE", "stand", _word))]
    amount: Annotated[int, FieldForm(MONEY, "for")] = 0


class Steps(Act, frozen=True, tag="step"):
    """A number of dealer's steps: a card dealt or turned, the settlement."""

    at_once = True

    number: Annotated[int, FieldForm(NUMBER)] = 1


class Call(Act, frozen=True, tag="call"):
    """An irregularity, now or as soon as it can happen; with a hand, as soon as it can happen to that hand."""

    at_once = True

    kind: Annotated[str, FieldForm(Kind("IRREGULARITY", "exposed-card", _word))]
    at: Annotated[Place | None, FieldForm(HAND, "at")] = None


class PlannedCut(Struct, frozen=True):
    """A player's choice for the next cut offered: this many cards in front of it, or no cut."""

    player: str
    cards: int | None

    @classmethod
    def by(cls, act: CutAt | DeclineCut) -> "PlannedCut":
        return cls(act.player, act.cards if isinstance(act, CutAt) else None)


COMMON_ACTS: Final[tuple[type[Act], ...]] = (Leave, Steps, Call)
"""Acts of every game."""
SHOE_ACTS: Final[tuple[type[Act], ...]] = (Open, Sit, CutAt, DeclineCut, Recut, Coupon)
"""For games dealt from a shoe."""
