"""Checks whether a table is lawful on a date: findings, notices, and texts that are not held.

The games are passed in; this module knows none of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from chapter47.core.findings import Doubt, Finding, Notice, P
from chapter47.core.game import AnyGame, Game
from chapter47.core.posting import Posting
from chapter47.law.citations import order
from chapter47.law.citations import section as section_of
from chapter47.law.editions import Held, NotAdopted, NotHeld, Repealed, adopted, in_force, replaced


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the law of a date says about one table."""

    table: Posting
    findings: tuple[Finding, ...]
    doubts: tuple[Doubt, ...]
    notices: tuple[Notice, ...]

    @property
    def lawful(self) -> bool | None:
        """True; False if a paragraph forbids something; None if nothing is wrong but a text is not held."""
        if self.findings:
            return False
        return None if self.doubts else True

    def remarks(self, *, as_dealt: str) -> list[str]:
        """List what forbids something at this table and what is unknown, for prices or play regardless."""
        problems = [
            f"not lawful by {finding.citation}, {as_dealt} as the table would be dealt: "
            f"{finding.message} (found {finding.got}; required: {finding.want})"
            for finding in self.findings
        ]
        if unknown := ", ".join(dict.fromkeys(doubt.citation for doubt in self.doubts)):
            day = self.table.day
            held = f"{as_dealt} by the held text nearest in time"
            problems.append(f"the law of {day} is not held in full, {held}; not held for that date: {unknown}")
        return problems


def check(table: P, game: Game[P], on: date | None = None) -> Judgement:
    """Return every paragraph that forbids something at this table, in order of citation."""
    if on is not None:
        table = replace(table, on=on)
    findings: list[Finding] = []
    doubts: list[Doubt] = []
    breaches: list[Doubt] = []
    if table.day < adopted():
        findings.append(_before_the_chapter(table.day))
    elif table.day < replaced():
        for option in game.options:
            for objection in option.findings(table):
                if isinstance(objection, Finding):
                    findings.append(objection)
                else:
                    doubts.append(objection)
        known = _known(table, game)
        for limit in game.limits:
            for finding in limit.findings(known):
                if not _stood(finding.citation, table.day):
                    continue  # what the law of the day did not know is a finding of its option
                if game.only_held_texts_forbid and (doubt := _not_definite(finding, table.on)):
                    breaches.append(doubt)
                else:
                    findings.append(finding)
    doubts += breaches
    reported = {section_of(doubt.citation) for doubt in breaches}
    doubts += (doubt for doubt in _sections_not_held(table, game) if doubt.citation not in reported)
    notices = _notices(table, game) if not findings else []
    return Judgement(
        table,
        tuple(sorted(findings, key=lambda finding: (order(finding.citation), finding.code))),
        tuple(sorted(doubts, key=lambda doubt: order(doubt.citation))),
        tuple(notices),
    )


def _stood(citation: str, day: date) -> bool:
    """Return whether the section was in the chapter on that date."""
    return not isinstance(in_force(citation, day), (NotAdopted, Repealed))


def _not_definite(finding: Finding, on: date | None) -> Doubt | None:
    """Return a finding as a doubt if the text of its date is not held."""
    match in_force(finding.citation, on) if on else None:
        case NotHeld(after, before, why):
            judged_by = "by the text held" if after or before else "by what is known of it"
            message = f"{finding.message} (found {finding.got}; required: {finding.want}), {judged_by}; {why}"
            return Doubt(finding.citation, message, after, before)
    return None


def _known(table: P, game: Game[P]) -> P:
    """Return the table without what the law of its date did not have: the option's own finding reports each of
    these."""
    unknown = [
        option.key for option in game.options for objection in option.findings(table) if isinstance(objection, Finding)
    ]
    return game.known_part(table, frozenset(unknown)) if unknown else table


def changes(old: P, new: P, was: Game[P], now: Game[P]) -> list[Notice]:
    """List what a change from one posting to another, perhaps of another game, requires before it takes effect."""
    sources = dict.fromkeys((*was.notices, *now.notices))
    return _in_order(
        notice
        for source in sources
        for notice in source.changing(old if source in was.notices else None, new if source in now.notices else None)
    )


def _before_the_chapter(day: date) -> Finding:
    message = "no table game was authorized before the chapter was adopted"
    return Finding("chapter.not_adopted", "19:47", message, got=str(day), want=f"{adopted()} or later", key="on")


def _sections_not_held(table: P, game: Game[P]) -> Iterable[Doubt]:
    """Yield the sections this table depends on whose text of that date is not held."""
    if table.on is None or table.on < adopted():
        return
    if table.on >= replaced():
        yield Doubt("19:47", "19:47 was replaced by 13:69F, which is not held", replaced(), None)
        return
    for section in game.sections(table):
        match in_force(section, table.on):
            case NotHeld(after, before, why):
                yield Doubt(section, why, after, before)
            case Held() | NotAdopted() | Repealed():
                pass


def _notices(table: P, game: Game[P]) -> list[Notice]:
    standing = (notice for source in game.notices for notice in source.standing(table))
    notices = _in_order(notice for notice in standing if _stood(notice.citation, table.day))
    if table.on is None and game.text:
        notices.insert(0, Notice("19:47", "text", "no date given", f"judged by {game.text}"))
    return notices


def _in_order(notices: Iterable[Notice]) -> list[Notice]:
    return sorted(notices, key=lambda notice: order(notice.citation))


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables of one casino, and the rules across tables."""

    tables: Mapping[str, Judgement]
    findings: tuple[Finding, ...]

    @property
    def lawful(self) -> bool | None:
        """False if anything is unlawful, else None if anything is in doubt, else True."""
        answers = [verdict.lawful for verdict in self.tables.values()] + [not self.findings]
        if False in answers:
            return False
        return None if None in answers else True


def check_floor(tables: Mapping[str, P], game_of: Callable[[P], AnyGame], on: date | None = None) -> Floor:
    """Check each table alone, then the rules across all tables of a game."""
    dated = {name: table if on is None else replace(table, on=on) for name, table in tables.items()}
    verdicts = {name: check(table, game_of(table)) for name, table in dated.items()}
    judged = {
        name: _known(table, game_of(table)) for name, table in dated.items() if adopted() <= table.day < replaced()
    }
    findings: list[Finding] = []
    for rule in dict.fromkeys(rule for table in judged.values() for rule in game_of(table).floor_rules):
        bound = {name: table for name, table in judged.items() if rule in game_of(table).floor_rules}
        findings += rule.findings(bound)
    return Floor(verdicts, tuple(findings))
