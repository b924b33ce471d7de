"""What the law says of a table: findings, options with the day they came in, notices."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final, Literal

from msgspec import Struct

from chapter47.blackjack.table_rules import TableRules
from chapter47.law import law

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


ANY: Final = ""
BASIC: Final = "the basic game"


def _is_of(of: str, table: TableRules) -> bool:
    """A rule is of one game, which it names, of the games of subchapter 2, or of any."""
    return of in (ANY, table.game) or (of == BASIC and table.traits.basic)


Check = Callable[[TableRules], Breach | None]


class Limit(Struct, frozen=True):
    """A limit on what may be offered, in force from `since` until the day before `until`."""

    citation: str
    of: str
    check: Check
    since: date | None
    until: date | None

    def findings(self, table: TableRules) -> Iterator[Finding]:
        if self._binds(table) and (breach := self.check(table)):
            yield Finding(breach.code, self.citation, breach.message, breach.got, breach.want)

    def _binds(self, table: TableRules) -> bool:
        in_time = (self.since is None or self.since <= table.day) and (self.until is None or table.day < self.until)
        replaced = self.of != table.game and self.citation in table.traits.replaces
        return in_time and _is_of(self.of, table) and not replaced


class Option(Struct, frozen=True):
    """Something a licensee may elect, and the days on which the law knew it."""

    key: str
    name: str
    citation: str
    of: str
    since: date
    used: Callable[[TableRules], object]
    by: date | None
    """Where only a window is known: the option came in between `since` and this day."""
    before: tuple[Days, ...]
    doubts: tuple[InDoubt, ...]
    until: date | None

    def findings(self, table: TableRules) -> Iterator[Finding | Doubt]:
        day = table.day
        if not _is_of(self.of, table) or not self.used(table) or self._known(day):
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


class Announcement(Struct, frozen=True):
    """Something whose start, end or change needs notice under 8.3.

    A state that is a frozenset is several things, each of which starts and ends by itself."""

    citation: str
    of: str
    what: str
    state: Callable[[TableRules], object]
    start: bool
    stop: bool
    change: bool
    decrease: bool

    def standing(self, table: TableRules) -> Iterator[Notice]:
        """What a table that has this needs, now and later."""
        if not self._state(table):
            return
        if self.start:
            yield self._notice("before it is used", "notice under 8.3 to use")
        if self.stop:
            yield self._notice("before it is withdrawn", "notice under 8.3 before withdrawing")
        if self.change:
            yield self._notice("on choice and on every change", "notice under 8.3 of")
        if self.decrease:
            yield self._notice("on every decrease", "notice under 8.3 of")

    def changing(self, old: TableRules, new: TableRules) -> Iterator[Notice]:
        """What a change from one table to the other needs before it takes effect."""
        was, now = self._state(old), self._state(new)
        begun, ended = _parts(now) - _parts(was), _parts(was) - _parts(now)
        if self.decrease:
            if isinstance(now, int) and (not isinstance(was, int) or now < was):
                yield self._notice("before the change", "notice under 8.3 of")
        elif begun and (self.start or self.change):
            yield self._notice("before the change", f"notice under 8.3 to {'change' if was else 'begin'}")
        elif ended and self.stop:
            yield self._notice("before the change", "notice under 8.3 to withdraw")

    def _state(self, table: TableRules) -> object:
        return self.state(table) if _is_of(self.of, table) else None

    def _notice(self, when: str, words: str) -> Notice:
        return Notice(self.citation, "notice", when, f"{words} {self.what}")


def _parts(state: object) -> frozenset[object]:
    if isinstance(state, frozenset):
        return state
    return frozenset([state]) if state else frozenset()


class Display(Struct, frozen=True):
    """Something that must be posted, on a sign or on the layout as long as the table has it."""

    citation: str
    of: str
    kind: NoticeKind
    words: Callable[[TableRules], Iterable[str]]

    def standing(self, table: TableRules) -> Iterator[Notice]:
        for message in self._words(table):
            yield Notice(self.citation, self.kind, "while the table is open", message)

    def changing(self, old: TableRules, new: TableRules) -> Iterator[Notice]:
        before = set(self._words(old))
        for message in self._words(new):
            if message not in before:
                yield Notice(self.citation, self.kind, "before the change", message)

    def _words(self, table: TableRules) -> Iterable[str]:
        return self.words(table) if _is_of(self.of, table) else ()


LIMITS: Final[list[Limit]] = []
OPTIONS: Final[list[Option]] = []
NOTICES: Final[list[Announcement | Display]] = []
Used = Callable[[TableRules], object]
Words = Callable[[TableRules], Iterable[str]]


def limit(
    citation: str,
    *,
    of: str = ANY,
    editions: str = "2010",
    since: date | None = None,
    until: date | None = None,
) -> Callable[[Check], Check]:
    """Mark the check of a limit on offers; it answers with a breach or with nothing."""

    def mark(check: Check) -> Check:
        marked = law(citation, editions=editions, kind="limit")(check)
        LIMITS.append(Limit(citation, of, marked, since, until))
        return marked

    return mark


def option(
    key: str,
    name: str,
    citation: str,
    *,
    since: date,
    of: str = ANY,
    editions: str = "",
    by: date | None = None,
    before: tuple[Days, ...] = (),
    doubts: tuple[InDoubt, ...] = (),
    until: date | None = None,
) -> Callable[[Used], Used]:
    """Mark what tells whether a table uses an option, with the day on which the option became lawful.

    `editions` where this is all that the paragraph limits; else its limit has a home of its own."""

    def mark(used: Used) -> Used:
        marked = law(citation, editions=editions, kind="limit")(used)
        OPTIONS.append(Option(key, name, citation, of, since, marked, by, before, doubts, until))
        return marked

    return mark


def announced(
    citation: str,
    what: str,
    *,
    of: str = ANY,
    editions: str = "2010",
    start: bool = False,
    stop: bool = False,
    change: bool = False,
    decrease: bool = False,
) -> Callable[[Used], Used]:
    """Mark what tells whether a table has something that needs notice under 8.3 to start, stop, change or decrease."""

    def mark(state: Used) -> Used:
        marked = law(citation, editions=editions, kind="notice")(state)
        NOTICES.append(Announcement(citation, of, what, marked, start, stop, change, decrease))
        return marked

    return mark


def displayed(citation: str, kind: NoticeKind, *, of: str = ANY, editions: str = "2010") -> Callable[[Words], Words]:
    """Mark what gives the words that a table must post, show on a sign or bear on its layout."""

    def mark(words: Words) -> Words:
        marked = law(citation, editions=editions, kind="notice")(words)
        NOTICES.append(Display(citation, of, kind, marked))
        return marked

    return mark
