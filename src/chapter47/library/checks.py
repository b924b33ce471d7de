"""Is a table lawful on a day? Findings, notices, and where the text is not held."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.library.answers import Answer, by_name, each, html_table
from chapter47.library.arguments import BadArgumentError, day_of, game_of_table

if TYPE_CHECKING:
    from chapter47.core import compliance
    from chapter47.core.findings import Doubt, Finding, Notice
    from chapter47.games import AnyTable

WORDS = {True: "lawful", False: "not lawful", None: "cannot be told"}


class FindingAnswer(Answer):
    """One paragraph that forbids something."""

    code: str
    citation: str
    message: str
    got: str
    want: str


class NotHeldAnswer(Answer):
    """A section whose text of that day is not held."""

    citation: str
    message: str
    after: str | None
    before: str | None


class NoticeAnswer(Answer):
    """What must be announced, posted or filed, and when."""

    citation: str
    kind: str
    when: str
    message: str


class Verdict(Answer):
    """What the law of a day says of one table."""

    lawful: bool | None
    """True, False where a paragraph forbids, None where a text is not held and nothing else is wrong."""
    on: str | None
    text: str | None
    """By which text it was judged where no day was named; 19:47 was replaced on 14 November 2011."""
    findings: tuple[FindingAnswer, ...]
    not_held: tuple[NotHeldAnswer, ...]
    notices: tuple[NoticeAnswer, ...]
    change: tuple[NoticeAnswer, ...] | None
    """What the change from another table requires, where one was named."""
    errors: tuple[Mapping[str, str], ...] | None
    """Of a file in a folder that cannot be read."""

    _parts = {  # noqa: RUF012 never changed
        "findings": each(FindingAnswer),
        "not_held": each(NotHeldAnswer),
        "notices": each(NoticeAnswer),
        "change": each(NoticeAnswer),
    }

    def __repr__(self) -> str:
        day = f" on {self.on}" if self.on else ""
        cited = ", ".join(
            [*(finding.citation for finding in self.findings or ()), *(text.citation for text in self.not_held or ())]
        )
        return f"<{WORDS[self.lawful]}{day}{': ' + cited if cited else ''}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (finding.citation, f"{finding.message} ({finding.code})", finding.got, finding.want)
            for finding in self.findings or ()
        ]
        rows += [
            (section.citation, section.message, section.after or "", section.before or "")
            for section in self.not_held or ()
        ]
        notices: list[tuple[object, ...]] = [
            (notice.citation, notice.kind, notice.when, notice.message) for notice in self.notices or ()
        ]
        forbids = html_table("", ("paragraph", "what forbids it", "got", "wanted"), rows) if rows else ""
        needs = html_table("Notices", ("paragraph", "kind", "when", "what"), notices) if notices else ""
        return f"<p><b>{WORDS[self.lawful]}</b>{f' on {self.on}' if self.on else ''}</p>{forbids}{needs}"


class FloorVerdict(Answer):
    """What the law says of all tables of a casino, and of them together."""

    lawful: bool | None
    tables: Mapping[str, Verdict]
    floor_findings: tuple[FindingAnswer, ...]

    _parts = {"tables": by_name(Verdict), "floor_findings": each(FindingAnswer)}  # noqa: RUF012 never changed

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (name, WORDS[table.lawful], ", ".join(finding.citation for finding in table.findings or ()))
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
    """Is this table lawful, on the day `on` or else on the day that the table names?

    Every paragraph that forbids something, in order of citation, and the notices that the table needs. With `before`,
    the table as it was (of the same kind of game), `change` has the notices that the change requires. `game` is the
    record of a game that is not one of the chapter's."""
    from chapter47.games import changes

    day = day_of(on)
    game_of_table(table, game)
    if before is not None:
        game_of_table(before, game, "before")
    table = table if day is None else replace(table, on=day)
    if before is not None and type(before) is not type(table):
        raise BadArgumentError([Problem("before", f"a table of {before.game}", f"a table of {table.game}")])
    data = _verdict_data(table, _judged(table, game), game)
    if before is not None:
        data["change"] = [_notice_data(notice) for notice in changes(before, table)]
    return Verdict(data)


def check_floor(
    tables: Mapping[str, "AnyTable"],
    on: date | str | None = None,
    *,
    unreadable: Mapping[str, Chapter47Error] | None = None,
) -> FloorVerdict:
    """Are all tables of a casino lawful, each by itself and together? `unreadable` are files that are not tables."""
    from chapter47.games import check_floor as judge

    if not isinstance(tables, Mapping):
        raise BadArgumentError([Problem("tables", f"a {type(tables).__name__}", "tables by their names")])
    for name, table in tables.items():
        game_of_table(table, key=name)
    day, broken = day_of(on), unreadable or {}
    judged = {name: table if day is None else replace(table, on=day) for name, table in tables.items()}
    floor = judge(judged)
    answers = {name: _verdict_data(judged[name], verdict) for name, verdict in floor.tables.items()}
    for name, error in broken.items():
        answers[name] = {"lawful": None, "errors": [problem.data() for problem in error.problems]}
    findings = [_finding_data(finding) for finding in floor.findings]
    return FloorVerdict({"lawful": None if broken else floor.lawful, "tables": answers, "floor_findings": findings})


def remarks(table: "AnyTable", game: "AnyGame | None" = None, *, as_dealt: str) -> list[str]:
    """What forbids something at a table that is priced or played all the same."""
    return _judged(table, game).remarks(as_dealt=as_dealt)


def judged_by(table: "AnyTable", game: "AnyGame | None" = None) -> str:
    """The day whose law counts, or the text where no day is named."""
    from chapter47.games import game_of

    return f"on {table.on}" if table.on else f"by {(game or game_of(table)).text}"


def _judged(table: "AnyTable", game: "AnyGame | None") -> "compliance.Judgement":
    from chapter47.core.compliance import check as judge
    from chapter47.games import game_of

    return judge(table, game or game_of(table))


class NotLawfulError(Chapter47Error, ValueError):
    """A table that may not be dealt: every finding, and every text that is not held, is a problem with its citation."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        problems = [Problem(finding.code, finding.got, finding.want, finding.citation) for finding in verdict.findings]
        problems += [Problem("on", verdict.on or "", section.message, section.citation) for section in verdict.not_held]
        super().__init__(problems, "table")


def _verdict_data(table: "AnyTable", verdict: "compliance.Judgement", game: "AnyGame | None" = None) -> Json:
    from chapter47.games import game_of

    return {
        "lawful": verdict.lawful,
        "on": table.on.isoformat() if table.on else None,
        "text": None if table.on else (game or game_of(table)).text or None,
        "findings": [_finding_data(finding) for finding in verdict.findings],
        "not_held": [_doubt_data(doubt) for doubt in verdict.doubts],
        "notices": [_notice_data(notice) for notice in verdict.notices],
    }


def _finding_data(finding: "Finding") -> dict[str, str]:
    return _named(finding, ("code", "citation", "message", "got", "want"))


def _notice_data(notice: "Notice") -> dict[str, str]:
    return _named(notice, ("citation", "kind", "when", "message"))


def _doubt_data(doubt: "Doubt") -> dict[str, str | None]:
    days = {"after": doubt.after, "before": doubt.before}
    return {
        "citation": doubt.citation,
        "message": doubt.message,
        **{key: day.isoformat() if day else None for key, day in days.items()},
    }


def _named(record: object, names: Sequence[str]) -> dict[str, str]:
    return {name: getattr(record, name) for name in names}
