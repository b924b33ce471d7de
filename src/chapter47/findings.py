"""What the law says of a table: findings, options with the day they came in, notices."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final, Literal

from msgspec import Struct

from chapter47.law import law
from chapter47.posting import TableRules

Days = tuple[date, date]
"""From the first day on, until the day before the second."""


class Finding(Struct, frozen=True):
    """One paragraph that forbids something at this table."""

    code: str
    citation: str
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


Breach = tuple[str, str, str, str]
"""Code, message, got, want."""
Check = Callable[[TableRules], Breach | None]


class Limit(Struct, frozen=True):
    """A limit on what may be offered, in force from `since` until the day before `until`."""

    citation: str
    check: Check
    since: date | None
    until: date | None

    def findings(self, table: TableRules) -> Iterator[Finding]:
        in_time = (self.since is None or self.since <= table.day) and (self.until is None or table.day < self.until)
        if in_time and (breach := self.check(table)):
            code, message, got, want = breach
            yield Finding(code, self.citation, message, got, want)


class Option(Struct, frozen=True):
    """Something a licensee may elect, and the days on which the law knew it."""

    key: str
    name: str
    citation: str
    since: date
    used: Callable[[TableRules], object]
    unsure_from: date | None
    """From this day to the day before `since` nobody knows: the notes name both days."""
    before: tuple[Days, ...]
    tests: tuple[Days, ...]
    until: date | None

    def findings(self, table: TableRules) -> Iterator[Finding | Doubt]:
        day = table.day
        if not self.used(table) or self._known(day):
            return
        for first, last in self.tests:
            if first <= day < last:
                yield Doubt(self.citation, f"{self.name} was under a temporary test on that day", first, last)
                return
        if self.unsure_from and self.unsure_from <= day < self.since:
            yield Doubt(
                self.citation,
                f"{self.name} came in on one of two days; which is not known",
                self.unsure_from,
                self.since,
            )
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
        return Finding(
            f"{self.key}.not_yet",
            self.citation,
            f"the law of {day} does not know {self.name}; it came in on {self.since}",
            got=str(day),
            want=f"{self.since} or later",
        )


class Announcement(Struct, frozen=True):
    """Something whose start, end or change needs notice under 8.3.

    A state that is a frozenset is several things, each of which starts and ends by itself."""

    citation: str
    what: str
    state: Callable[[TableRules], object]
    start: bool
    stop: bool
    change: bool
    decrease: bool

    def standing(self, table: TableRules) -> Iterator[Notice]:
        """What a table that has this needs, now and later."""
        if not self.state(table):
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
        was, now = self.state(old), self.state(new)
        begun, ended = _parts(now) - _parts(was), _parts(was) - _parts(now)
        if self.decrease:
            if isinstance(now, int) and (not isinstance(was, int) or now < was):
                yield self._notice("before the change", "notice under 8.3 of")
        elif begun and (self.start or self.change):
            yield self._notice("before the change", f"notice under 8.3 to {'change' if was else 'begin'}")
        elif ended and self.stop:
            yield self._notice("before the change", "notice under 8.3 to withdraw")

    def _notice(self, when: str, words: str) -> Notice:
        return Notice(self.citation, "notice", when, f"{words} {self.what}")


def _parts(state: object) -> frozenset[object]:
    if isinstance(state, frozenset):
        return state
    return frozenset([state]) if state else frozenset()


class Display(Struct, frozen=True):
    """Something that must be posted, on a sign or on the layout as long as the table has it."""

    citation: str
    kind: NoticeKind
    words: Callable[[TableRules], Iterable[str]]

    def standing(self, table: TableRules) -> Iterator[Notice]:
        for message in self.words(table):
            yield Notice(self.citation, self.kind, "while the table is open", message)

    def changing(self, old: TableRules, new: TableRules) -> Iterator[Notice]:
        before = set(self.words(old))
        for message in self.words(new):
            if message not in before:
                yield Notice(self.citation, self.kind, "before the change", message)


LIMITS: Final[list[Limit]] = []
OPTIONS: Final[list[Option]] = []
NOTICES: Final[list[Announcement | Display]] = []
Used = Callable[[TableRules], object]
Words = Callable[[TableRules], Iterable[str]]


def limit(
    citation: str,
    *,
    editions: str = "2010",
    since: date | None = None,
    until: date | None = None,
) -> Callable[[Check], Check]:
    """Mark the check of a limit on offers; it answers with a breach or with nothing."""

    def mark(check: Check) -> Check:
        marked = law(citation, editions=editions, kind="limit")(check)
        LIMITS.append(Limit(citation, marked, since, until))
        return marked

    return mark


def option(
    key: str,
    name: str,
    citation: str,
    *,
    since: date,
    editions: str = "",
    unsure_from: date | None = None,
    before: tuple[Days, ...] = (),
    tests: tuple[Days, ...] = (),
    until: date | None = None,
) -> Callable[[Used], Used]:
    """Mark what tells whether a table uses an option, with the day on which the option became lawful.

    `editions` where this is all that the paragraph limits; else its limit has a home of its own."""

    def mark(used: Used) -> Used:
        marked = law(citation, editions=editions, kind="limit")(used)
        OPTIONS.append(Option(key, name, citation, since, marked, unsure_from, before, tests, until))
        return marked

    return mark


def announced(
    citation: str,
    what: str,
    *,
    editions: str = "2010",
    start: bool = False,
    stop: bool = False,
    change: bool = False,
    decrease: bool = False,
) -> Callable[[Used], Used]:
    """Mark what tells whether a table has something that needs notice under 8.3 to start, stop, change or decrease."""

    def mark(state: Used) -> Used:
        marked = law(citation, editions=editions, kind="notice")(state)
        NOTICES.append(Announcement(citation, what, marked, start, stop, change, decrease))
        return marked

    return mark


def displayed(citation: str, kind: NoticeKind, *, editions: str = "2010") -> Callable[[Words], Words]:
    """Mark what gives the words that a table must post, show on a sign or bear on its layout."""

    def mark(words: Words) -> Words:
        marked = law(citation, editions=editions, kind="notice")(words)
        NOTICES.append(Display(citation, kind, marked))
        return marked

    return mark
