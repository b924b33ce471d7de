"""Is a table lawful on a date? Findings, notices, and a verdict from neighbouring texts if none is held."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from msgspec import structs

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.game import AnyGame
from chapter47.library.answers import Answer, html_table
from chapter47.library.arguments import BadArgumentError, day_of, game_of_table

if TYPE_CHECKING:
    from chapter47.core import compliance
    from chapter47.core.findings import Doubt, Finding, Notice
    from chapter47.core.neighbours import NeighbourJudgement, TextOutcome
    from chapter47.games import AnyTable

WORDS = {True: "lawful", False: "not lawful", None: "not known"}


class FindingAnswer(Answer, frozen=True):
    """One paragraph that forbids something."""

    code: str
    citation: str
    message: str
    got: str
    want: str
    key: str
    """The key of the table file to change, such as `decks` or `wagers.streak.odds`."""


class NotHeldAnswer(Answer, frozen=True):
    """A section whose text of that date is not held."""

    citation: str
    message: str
    after: str | None
    before: str | None


class TextOutcomeAnswer(Answer, frozen=True):
    """What one held text of a section says about the table."""

    edition: str
    lawful: bool | None
    """None if that text does not have the table's game."""
    since: str | None
    until: str | None
    """The text was in force from `since` and before `until`; both None for a text without a date."""
    findings: tuple[FindingAnswer, ...]


class NeighbourAnswer(Answer, frozen=True):
    """A section without a text for the date, judged by the nearest texts before and after."""

    citation: str
    before: TextOutcomeAnswer | None
    after: TextOutcomeAnswer | None
    undated: TextOutcomeAnswer | None
    """By the only text held of the section, which has no date."""
    same: bool | None
    """Whether both texts agree on this table; None unless two texts have its game."""
    depends_on: tuple[str, ...]
    """The keys of the table file that decide, if the two texts differ."""
    amended: tuple[str, ...]
    """The amendments between the two texts."""


class NoticeAnswer(Answer, frozen=True):
    """What must be announced, posted or filed, and when."""

    citation: str
    kind: str
    when: str
    message: str
    lead_minutes: int
    """How long before it takes effect; 0 if no time is known, and it is enough that it comes first."""
    to: tuple[str, ...]
    """Who gets it."""
    wording: str
    """A text to print or read out."""


class Verdict(Answer, frozen=True):
    """What the law of a date says about one table."""

    lawful: bool | None
    """True; False if a paragraph forbids something; None if a text is not held and nothing else is wrong."""
    headline: str
    """The verdict in one line: lawful, not lawful, lawful by every text held …, depends on …, or not known."""
    on: str | None
    text: str | None
    """The text it was judged by, if no date was given; 19:47 was replaced on 14 November 2011."""
    findings: tuple[FindingAnswer, ...]
    not_held: tuple[NotHeldAnswer, ...]
    by_neighbours: tuple[NeighbourAnswer, ...]
    """Every section that leaves `lawful` open, judged by the nearest texts before and after the date."""
    notices: tuple[NoticeAnswer, ...]
    change: tuple[NoticeAnswer, ...] | None = None
    """What the change from another table requires, if one was given."""
    take_down: tuple[NoticeAnswer, ...] | None = None
    """What the other table displays and this one must not, if one was given."""

    def __repr__(self) -> str:
        day = f" on {self.on}" if self.on else ""
        cited = ", ".join(
            [*(finding.citation for finding in self.findings), *(text.citation for text in self.not_held)]
        )
        return f"<{self.headline}{day}{': ' + cited if cited else ''}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (finding.citation, f"{finding.message} ({finding.code})", finding.got, finding.want)
            for finding in self.findings
        ]
        rows += [
            (section.citation, section.message, section.after or "", section.before or "") for section in self.not_held
        ]
        notices: list[tuple[object, ...]] = [
            (notice.citation, notice.kind, notice.when, notice.message) for notice in self.notices
        ]
        forbids = html_table("", ("paragraph", "what forbids it", "found", "required"), rows) if rows else ""
        needs = html_table("Notices", ("paragraph", "kind", "when", "what"), notices) if notices else ""
        verdict = self.headline
        return f"<p><b>{verdict}</b>{f' on {self.on}' if self.on else ''}</p>{forbids}{needs}"


class UnreadableFile(Answer, frozen=True):
    """A file in a folder that is not a table."""

    lawful: None
    errors: tuple[Mapping[str, str], ...]
    """Every problem with its key, what was found and what is allowed."""


class FloorVerdict(Answer, frozen=True):
    """What the law says about all tables of a casino, separately and together."""

    lawful: bool | None
    tables: Mapping[str, Verdict | UnreadableFile]
    floor_findings: tuple[FindingAnswer, ...]
    removed: Mapping[str, tuple[NoticeAnswer, ...]] | None = None
    """Tables that were removed, with what they displayed, if the old tables were given."""

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (name, table.headline, ", ".join(text.citation for text in table.findings))
            if isinstance(table, Verdict)
            else (name, "cannot be read", "")
            for name, table in self.tables.items()
        ]
        rows += [("together", problem.message, problem.citation) for problem in self.floor_findings]
        return html_table("", ("table", "answer", "paragraphs"), rows)


def check(
    table: "AnyTable",
    on: date | str | None = None,
    *,
    before: "AnyTable | None" = None,
    game: "AnyGame | None" = None,
) -> Verdict:
    """Is this table lawful, on the date `on` or the date that the table names?

    The answer lists every paragraph that forbids something, in order of citation, and the notices that the table needs.
    If the text of the date is not held, `headline` and `by_neighbours` judge the table by the nearest texts before and
    after. Pass the old table as `before` (same kind of game) to get the notices of the change in `change`. `game` is
    the record of a game that is not in the chapter."""
    from chapter47.games import changes

    day = day_of(on)
    game_of_table(table, game)
    if before is not None:
        game_of_table(before, game, "before")
    table = table if day is None else replace(table, on=day)
    if before is not None and type(before) is not type(table):
        raise BadArgumentError([Problem("before", f"a table of {before.game}", f"a table of {table.game}")])
    verdict = _verdict(table, _judged(table, game), game)
    if before is None:
        return verdict
    shown_before = _displayed(_verdict(before, _judged(before, game), game))
    return structs.replace(
        verdict,
        change=tuple(map(_notice, changes(before, table))),
        take_down=tuple(notice for notice in shown_before if notice not in verdict.notices),
    )


def _displayed(verdict: Verdict) -> tuple[NoticeAnswer, ...]:
    """List what is on signs, layout and postings of a table."""
    return tuple(notice for notice in verdict.notices if notice.kind in ("layout", "sign", "posting"))


def check_floor(
    tables: Mapping[str, "AnyTable"],
    on: date | str | None = None,
    *,
    unreadable: Mapping[str, Chapter47Error] | None = None,
    before: Mapping[str, "AnyTable"] | None = None,
) -> FloorVerdict:
    """Are all tables of a casino lawful, separately and together? `unreadable` lists files that are not tables.

    Pass the old tables by name as `before` to get the notices of every change; a table of another kind of game under
    the same name counts as removed and new."""
    from chapter47.games import check_floor as judge

    if not isinstance(tables, Mapping):
        raise BadArgumentError([Problem("tables", f"a {type(tables).__name__}", "tables by their names")])
    for name, table in tables.items():
        game_of_table(table, key=name)
    day, broken = day_of(on), unreadable or {}
    judged = {name: table if day is None else replace(table, on=day) for name, table in tables.items()}
    floor = judge(judged)
    changed = {name: old for name, old in (before or {}).items() if type(old) is type(judged.get(name))}
    answers: dict[str, Verdict | UnreadableFile] = {
        name: check(judged[name], before=changed[name]) if name in changed else _verdict(judged[name], verdict)
        for name, verdict in floor.tables.items()
    }
    for name, error in broken.items():
        answers[name] = UnreadableFile(lawful=None, errors=tuple(problem.data() for problem in error.problems))
    return FloorVerdict(
        lawful=None if broken else floor.lawful,
        tables=answers,
        floor_findings=tuple(map(_finding, floor.findings)),
        removed=None
        if before is None
        else {
            name: _displayed(check(old)) for name, old in before.items() if name not in changed and name not in broken
        },
    )


def remarks(table: "AnyTable", game: "AnyGame | None" = None, *, as_dealt: str) -> list[str]:
    """List what forbids something at a table that is priced or played anyway."""
    return _judged(table, game).remarks(as_dealt=as_dealt)


def judged_by(table: "AnyTable", game: "AnyGame | None" = None) -> str:
    """Return the date whose law applies, or the text if no date is given."""
    from chapter47.games import game_of

    return f"on {table.on}" if table.on else f"by {(game or game_of(table)).text}"


def _judged(table: "AnyTable", game: "AnyGame | None") -> "compliance.Judgement":
    from chapter47.core.compliance import check as judge
    from chapter47.games import game_of

    return judge(table, game or game_of(table))


class NotLawfulError(Chapter47Error, ValueError):
    """A table that may not be dealt: every finding, and every text not held, is a problem with its citation."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        problems = [Problem(finding.code, finding.got, finding.want, finding.citation) for finding in verdict.findings]
        problems += [Problem("on", verdict.on or "", section.message, section.citation) for section in verdict.not_held]
        super().__init__(problems, "table")


def _verdict(
    table: "AnyTable",
    verdict: "compliance.Judgement",
    game: "AnyGame | None" = None,
) -> Verdict:
    from chapter47.core.neighbours import by_neighbours, headline
    from chapter47.games import game_of

    rows = by_neighbours(verdict, table, game or game_of(table))
    return Verdict(
        lawful=verdict.lawful,
        headline=headline(verdict, rows),
        on=_iso(table.on),
        text=None if table.on else (game or game_of(table)).text or None,
        findings=tuple(map(_finding, verdict.findings)),
        not_held=tuple(map(_not_held, verdict.doubts)),
        by_neighbours=tuple(map(_neighbour, rows)),
        notices=tuple(map(_notice, verdict.notices)),
    )


def _finding(finding: "Finding") -> FindingAnswer:
    return FindingAnswer(
        code=finding.code,
        citation=finding.citation,
        message=finding.message,
        got=finding.got,
        want=finding.want,
        key=finding.key,
    )


def _notice(notice: "Notice") -> NoticeAnswer:
    return NoticeAnswer(
        citation=notice.citation,
        kind=notice.kind,
        when=notice.when,
        message=notice.message,
        lead_minutes=notice.lead_minutes,
        to=notice.to,
        wording=notice.wording,
    )


def _not_held(doubt: "Doubt") -> NotHeldAnswer:
    return NotHeldAnswer(
        citation=doubt.citation, message=doubt.message, after=_iso(doubt.after), before=_iso(doubt.before)
    )


def _neighbour(row: "NeighbourJudgement") -> NeighbourAnswer:
    return NeighbourAnswer(
        citation=row.citation,
        before=_outcome(row.before),
        after=_outcome(row.after),
        undated=_outcome(row.undated),
        same=row.same,
        depends_on=tuple(row.depends_on),
        amended=tuple(day.isoformat() for day in row.amended),
    )


def _outcome(text: "TextOutcome | None") -> TextOutcomeAnswer | None:
    if text is None:
        return None
    return TextOutcomeAnswer(
        edition=text.edition,
        lawful=text.lawful,
        since=_iso(text.since),
        until=_iso(text.until),
        findings=tuple(map(_finding, text.findings)),
    )


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
