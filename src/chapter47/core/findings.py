"""What the law says of a table: findings, options with the day they came in, notices."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from chapter47.core.posting import Posting
from chapter47.law import law

P = TypeVar("P", bound=Posting)

Days = tuple[date, date]
"""From the first day on, until the day before the second."""
InDoubt = tuple[date, date, str]
"""From which day on, until the day before which, and why nobody can say whether it was lawful."""
A_TEST: Final = "was under a temporary test on that day"


class Objection(Struct, frozen=True):
    """What the law has against something: a code for programs, the paragraph, the words, what was and what must be.

    Against a table it is a `Finding`, against an act at a table in play a `Refusal`."""

    code: str
    citation: str
    message: str
    got: str
    want: str


class Finding(Objection, frozen=True):
    """One paragraph that forbids something at this table."""


class Refusal(Objection, frozen=True):
    """Why something cannot be done now: the state stays as it was."""

    def __str__(self) -> str:
        return f"{self.message} ({self.citation}): got {self.got}, allowed: {self.want}"


class Breach(Struct, frozen=True):
    """How a table breaks a limit; the limit adds its paragraph and makes it a `Finding`."""

    code: str
    message: str
    got: str
    want: str


class Doubt(Struct, frozen=True):
    """Why the answer is neither yes nor no: a text not held, or an option whose first day is not known."""

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
    return Finding(breach.code, citation, breach.message, breach.got, breach.want)


class Option(Struct, Generic[P], frozen=True):
    """Something a licensee may elect, and the days on which the law knew it."""

    key: str
    name: str
    citation: str
    since: date
    used: Used[P]
    by: date | None
    """Where only a window is known: the option came in between `since` and this day."""
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
                f"{self.name} was lawful only until the day before {self.until}",
                got=str(day),
                want=f"a day before {self.until}",
            )
        for _, repealed in self.before:
            if repealed <= day:
                message = f"{self.name} was repealed on {repealed} and came back on {self.since}"
                return Finding(f"{self.key}.repealed", self.citation, message, str(day), f"{self.since} or later")
        when = f"between {self.since} and {self.by}" if self.by else f"on {self.since}"
        message = f"the law of {day} does not know {self.name}; it came in {when}"
        return Finding(f"{self.key}.not_yet", self.citation, message, str(day), f"{self.since} or later")


class Announcement(Struct, Generic[P], frozen=True):
    """Something whose start, end, change, increase or decrease needs notice, under 8.3 unless told otherwise.

    A state that is a frozenset is several things, each of which starts and ends by itself."""

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
    """Of a change only between tables that both have this."""

    def __call__(self, table: P) -> object:
        return self.state(table)

    def standing(self, table: P) -> Iterator[Notice]:
        """What a table that has this needs, now and later."""
        if not self.state(table):
            return
        if self.start:
            yield self._notice("before it is used", f"{self.how} to use")
        if self.stop:
            yield self._notice("before it is withdrawn", f"{self.how} before withdrawing")
        if self.change:
            yield self._notice("on choice and on every change", f"{self.how} of")
        if self.decrease:
            yield self._notice("on every decrease", f"{self.how} of")
        if self.increase:
            yield self._notice("on every increase", f"{self.how} of")

    def changing(self, old: P | None, new: P | None) -> Iterator[Notice]:
        """What a change of a table needs before it takes effect; no table where its game has no such thing."""
        if self.between and not all(table is not None and self.between(table) for table in (old, new)):
            return
        was, now = (None if table is None else self.state(table) for table in (old, new))
        begun, ended = _parts(now) - _parts(was), _parts(was) - _parts(now)
        if self.decrease or self.increase:
            if _goes(was, now, up=self.increase):
                yield self._notice("before the change", f"{self.how} of")
        elif begun and (self.start or self.change):
            yield self._notice("before the change", f"{self.how} to {'change' if was else 'begin'}")
        elif ended and self.stop:
            yield self._notice("before the change", f"{self.how} to withdraw")

    def _notice(self, when: str, words: str) -> Notice:
        return Notice(self.citation, "notice", when, f"{words} {self.what}")


def _goes(was: object, now: object, *, up: bool) -> bool:
    """Whether a number is raised, from none too, or lowered; where there was none, it begins low."""
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
    """Something that must be posted, on a sign or on the layout as long as the table has it."""

    citation: str
    kind: NoticeKind
    words: Words[P]

    def __call__(self, table: P) -> Iterable[str]:
        return self.words(table)

    def standing(self, table: P) -> Iterator[Notice]:
        for message in self.words(table):
            yield Notice(self.citation, self.kind, "while the table is open", message)

    def changing(self, old: P | None, new: P | None) -> Iterator[Notice]:
        before, after = (() if table is None else tuple(self.words(table)) for table in (old, new))
        for message in after:
            if message not in before:
                yield Notice(self.citation, self.kind, "before the change", message)


class FloorRule(Struct, Generic[P], frozen=True):
    """What a paragraph asks of all tables of a casino together."""

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
    """Mark the check of a limit on offers; it answers with a breach or with nothing."""
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
    """Mark what tells whether a table uses an option, with the day on which the option became lawful.

    `editions` where this is all that the paragraph limits; else its limit has a home of its own."""
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
) -> Callable[[Used[P]], Announcement[P]]:
    """Mark what tells whether a table has something that needs notice to start, stop, change, decrease or increase."""
    at_home = law(citation, editions=editions, kind="notice")
    return lambda state: Announcement(
        citation, what, at_home(state), start, stop, change, decrease, increase, how, between
    )


def displayed(citation: str, kind: NoticeKind, *, editions: str = "2010") -> Callable[[Words[P]], Display[P]]:
    """Mark what gives the words that a table must post, show on a sign or bear on its layout."""
    at_home = law(citation, editions=editions, kind="notice")
    return lambda words: Display(citation, kind, at_home(words))


def of_the_floor(citation: str) -> Callable[[FloorCheck[P]], FloorRule[P]]:
    """Mark the check of what binds all tables of a casino together; the paragraph's limit has its home elsewhere."""
    return lambda check: FloorRule(citation, check)


class Irregularity(NamedTuple):
    """Something that goes wrong in the deal and can be called: its paragraph says what is done then."""

    kind: str
    by: str
    when: str
    """The moments at which it can happen, as a refusal of the call says them."""
