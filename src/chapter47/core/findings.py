"""What the law says about a table: findings, options with their first date, notices."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from chapter47.core.posting import Posting
from chapter47.law import law

P = TypeVar("P", bound=Posting)

Days = tuple[date, date]
"""First date included, second excluded."""
InDoubt = tuple[date, date, str]
"""First date included, second excluded, and the reason why nobody can say whether the option was lawful."""
A_TEST: Final = "was under a temporary test on that day"


class Objection(Struct, frozen=True):
    """An objection of the law: a code for programs, the paragraph, the words, what was found and what is required.

    Against a table it is a `Finding`, against an act at a table in play a `Refusal`."""

    code: str
    citation: str
    message: str
    got: str
    want: str


class Finding(Objection, frozen=True):
    """One paragraph that forbids something at this table."""

    key: str = ""
    """The key of the table file to change, such as `decks` or `wagers.streak.odds`."""


class Refusal(Objection, frozen=True):
    """Why something cannot be done now; the state is unchanged."""

    def __str__(self) -> str:
        return f"{self.message} ({self.citation}): found {self.got}; allowed: {self.want}"


class Breach(Struct, frozen=True):
    """How a table breaks a limit; the limit adds its paragraph and makes it a `Finding`."""

    code: str
    message: str
    got: str
    want: str
    key: str = ""
    """The key of the table file to change; the part of the code before the last dot if left out."""


class Doubt(Struct, frozen=True):
    """Why the answer is neither yes nor no: a text not held, or an option whose first date is not known."""

    citation: str
    message: str
    after: date | None
    before: date | None


NoticeKind = Literal["notice", "posting", "sign", "layout", "submission", "text"]


class Notice(Struct, frozen=True):
    """What must be announced, posted, printed on the layout or filed, and when."""

    citation: str
    kind: NoticeKind
    when: str
    message: str
    lead_minutes: int = 0
    """Minutes before it takes effect; 0 if no time is known, and any earlier moment will do."""
    to: tuple[str, ...] = ()
    """Who gets it."""
    wording: str = ""
    """A text to print or read out."""


HALF_AN_HOUR: Final = 30
"""What is known of 8.3, whose text is not held: a rule changes half an hour after its notice at the earliest."""
PLAYERS, COMMISSION, SURVEILLANCE = "players at the table", "the Commission", "the surveillance department"
_READERS: Final[Mapping[NoticeKind, tuple[str, ...]]] = {
    "notice": ("the floorperson of the table",),
    "posting": (PLAYERS,),
    "sign": (PLAYERS,),
    "layout": (PLAYERS, COMMISSION),
    "submission": (COMMISSION,),
    "text": (),
}
"""Who gets what a table displays; the Commission approves layouts and submissions."""


Check = Callable[[P], Breach | None]
Used = Callable[[P], object]
Words = Callable[[P], Iterable[str]]
FloorCheck = Callable[[Mapping[str, P]], Iterable[Breach]]


class Limit(Struct, Generic[P], frozen=True):
    """A limit on what may be offered, in force from `since` until the day before `until`."""

    citation: str
    check: Check[P]
    since: date | None
    until: date | None

    def __call__(self, table: P) -> Breach | None:
        return self.check(table)

    def findings(self, table: P) -> Iterator[Finding]:
        if self._binds(table.day) and (breach := self.check(table)):
            yield _finding(self.citation, breach)

    def _binds(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


def _finding(citation: str, breach: Breach) -> Finding:
    key = breach.key or breach.code.rpartition(".")[0]
    return Finding(breach.code, citation, breach.message, breach.got, breach.want, key)


class Option(Struct, Generic[P], frozen=True):
    """An option of the licensee, and the days on which the law had it."""

    key: str
    name: str
    citation: str
    since: date
    used: Used[P]
    by: date | None
    """If only a period is known: the option was introduced between `since` and this day."""
    before: tuple[Days, ...]
    doubts: tuple[InDoubt, ...]
    until: date | None

    def __call__(self, table: P) -> object:
        return self.used(table)

    def findings(self, table: P) -> Iterator[Finding | Doubt]:
        day = table.day
        if not self.used(table) or self._known(day):
            return
        for first, last, why in self.doubts:
            if first <= day < last:
                yield Doubt(self.citation, f"{self.name} {why}", first, last)
                return
        yield self._unknown(day)

    def _known(self, day: date) -> bool:
        if self.since <= day:
            return self.until is None or day < self.until
        return any(first <= day < last for first, last in self.before)

    def _unknown(self, day: date) -> Finding:
        if self.until and day >= self.until:
            return Finding(
                f"{self.key}.no_longer",
                self.citation,
                f"{self.name} was lawful only before {self.until}",
                got=str(day),
                want=f"a date before {self.until}",
                key=self.key,
            )
        for _, repealed in self.before:
            if repealed <= day:
                message = f"{self.name} was repealed on {repealed} and restored on {self.since}"
                want = f"{self.since} or later"
                return Finding(f"{self.key}.repealed", self.citation, message, str(day), want, self.key)
        when = f"between {self.since} and {self.by}" if self.by else f"on {self.since}"
        message = f"{self.name} was not authorized on {day}; it was introduced {when}"
        return Finding(f"{self.key}.not_yet", self.citation, message, str(day), f"{self.since} or later", self.key)


class Announcement(Struct, Generic[P], frozen=True):
    """A fact whose start, end, change, increase or decrease needs notice, under 8.3 unless stated otherwise.

    A state that is a frozenset is several facts, each with its own start and end."""

    citation: str
    what: str
    state: Used[P]
    start: bool
    stop: bool
    change: bool
    decrease: bool
    increase: bool = False
    how: str = "notice under 8.3"
    between: Callable[[P], object] | None = None
    """Count only changes between tables that both have this."""
    to: tuple[str, ...] = (PLAYERS, COMMISSION)

    def __call__(self, table: P) -> object:
        return self.state(table)

    def standing(self, table: P) -> Iterator[Notice]:
        """List what a table that has this needs, now and later."""
        if not self.state(table):
            return
        if self.start:
            yield self._notice("before it is used", f"{self.how} to use", BEGINS)
        if self.stop:
            yield self._notice("before it is withdrawn", f"{self.how} before withdrawing", ENDS)
        if self.change:
            yield self._notice("when chosen, and on every change", f"{self.how} of", CHANGES)
        if self.decrease:
            yield self._notice("on every decrease", f"{self.how} of", FALLS)
        if self.increase:
            yield self._notice("on every increase", f"{self.how} of", RISES)

    def changing(self, old: P | None, new: P | None) -> Iterator[Notice]:
        """List what a change of a table needs before it takes effect; None stands for a game without it."""
        if self.between and not all(table is not None and self.between(table) for table in (old, new)):
            return
        was, now = (None if table is None else self.state(table) for table in (old, new))
        begun, ended = _parts(now) - _parts(was), _parts(was) - _parts(now)
        if self.decrease or self.increase:
            if _goes(was, now, up=self.increase):
                yield self._notice("before the change", f"{self.how} of", RISES if self.increase else FALLS)
        elif begun and (self.start or self.change):
            wording = CHANGES if was else BEGINS
            yield self._notice("before the change", f"{self.how} to {'change' if was else 'begin'}", wording)
        elif ended and self.stop:
            yield self._notice("before the change", f"{self.how} to withdraw", ENDS)

    def _notice(self, when: str, words: str, wording: str) -> Notice:
        text = f"NOTICE. From ____ o'clock {wording.format(what=self.what)} (N.J.A.C. {self.citation})."
        return Notice(self.citation, "notice", when, f"{words} {self.what}", HALF_AN_HOUR, self.to, text)


BEGINS: Final = "this table offers or uses {what}"
ENDS: Final = "this table no longer offers or uses {what}"
CHANGES: Final = "this changes at this table: {what}"
FALLS: Final = "this is lower at this table: {what}"
RISES: Final = "this is higher at this table: {what}"


def _goes(was: object, now: object, *, up: bool) -> bool:
    """Return whether a number is raised or lowered; a new number counts as raised."""
    if not isinstance(now, (int, Fraction)):
        return False
    if not isinstance(was, (int, Fraction)):
        return not up or now > 0
    return now > was if up else now < was


def _parts(state: object) -> frozenset[object]:
    if isinstance(state, frozenset):
        return state
    return frozenset([state]) if state else frozenset()


class Display(Struct, Generic[P], frozen=True):
    """Words that must be posted, on a sign or on the layout, while the table has the rule."""

    citation: str
    kind: NoticeKind
    words: Words[P]
    only_on_change: bool = False
    """Whether it applies only when a table of the game changes to what the words describe."""

    def __call__(self, table: P) -> Iterable[str]:
        return self.words(table)

    def standing(self, table: P) -> Iterator[Notice]:
        for message in () if self.only_on_change else self.words(table):
            yield self._notice("while the table is open", message)

    def changing(self, old: P | None, new: P | None) -> Iterator[Notice]:
        if self.only_on_change and old is None:
            return
        before, after = (() if table is None else tuple(self.words(table)) for table in (old, new))
        for message in after:
            if message not in before:
                yield self._notice("before the change", message)

    def _notice(self, when: str, message: str) -> Notice:
        return Notice(self.citation, self.kind, when, message, 0, _READERS[self.kind], _printable(message))


def _printable(message: str) -> str:
    """Return the inscription in a message such as `"Tie pays 8 to 1", in a form with "to"`, or else all of it."""
    inscription = re.match(r'"([^"]+)"', message)
    return inscription[1] if inscription else message[:1].upper() + message[1:]


class FloorRule(Struct, Generic[P], frozen=True):
    """A paragraph's requirement across all tables of a casino."""

    citation: str
    check: FloorCheck[P]

    def findings(self, tables: Mapping[str, P]) -> Iterator[Finding]:
        for breach in self.check(tables):
            yield _finding(self.citation, breach)


# Each of these marks the function below it; a game names what it is marked as in the tuples of its record.


def limit(
    citation: str,
    *,
    editions: str = "2010",
    since: date | None = None,
    until: date | None = None,
) -> Callable[[Check[P]], Limit[P]]:
    """Mark the check of a limit on offers; it returns a breach or None."""
    at_home = law(citation, editions=editions, kind="limit")
    return lambda check: Limit(citation, at_home(check), since, until)


def option(
    key: str,
    name: str,
    citation: str,
    *,
    since: date,
    editions: str = "",
    by: date | None = None,
    before: tuple[Days, ...] = (),
    doubts: tuple[InDoubt, ...] = (),
    until: date | None = None,
) -> Callable[[Used[P]], Option[P]]:
    """Mark the function that says whether a table uses an option, with the date the option became lawful.

    Give `editions` if this is all the paragraph limits; otherwise its limit has a home of its own."""
    at_home = law(citation, editions=editions, kind="limit")
    return lambda used: Option(key, name, citation, since, at_home(used), by, before, doubts, until)


def announced(
    citation: str,
    what: str,
    *,
    editions: str = "2010",
    start: bool = False,
    stop: bool = False,
    change: bool = False,
    decrease: bool = False,
    increase: bool = False,
    how: str = "notice under 8.3",
    between: Callable[[Any], object] | None = None,
    to: tuple[str, ...] = (PLAYERS, COMMISSION),
) -> Callable[[Used[P]], Announcement[P]]:
    """Mark the function that says whether a table has something that needs notice to start, stop, change, decrease or
    increase."""
    at_home = law(citation, editions=editions, kind="notice")
    return lambda state: Announcement(
        citation, what, at_home(state), start, stop, change, decrease, increase, how, between, to
    )


def displayed(
    citation: str, kind: NoticeKind, *, editions: str = "2010", only_on_change: bool = False
) -> Callable[[Words[P]], Display[P]]:
    """Mark the function that returns the words a table must post, show on a sign or print on its layout."""
    at_home = law(citation, editions=editions, kind="notice")
    return lambda words: Display(citation, kind, at_home(words), only_on_change)


def of_the_floor(citation: str, *, editions: str = "", duty: int = 0) -> Callable[[FloorCheck[P]], FloorRule[P]]:
    """Mark the check of a rule across all tables of a casino, usually one duty of its paragraph among others."""
    at_home = law(citation, editions=editions, kind="limit", duty=duty)
    return lambda check: FloorRule(citation, at_home(check))


class Irregularity(NamedTuple):
    """An irregularity of the deal that can be called; its paragraph says what follows."""

    kind: str
    by: str
    when: str
    """When it can happen, as the refusal of a call states it."""
    what: str = ""
    """What happened, in the words a supervisor would use."""
    then: str = ""
    """What is done, if the text of its paragraph is not held."""
