"""Is this table lawful on this day? Findings, notices, and where the text is not held.

Everything here is handed the games and knows none of them."""

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
    """What the law of the day says of one table."""

    table: Posting
    findings: tuple[Finding, ...]
    doubts: tuple[Doubt, ...]
    notices: tuple[Notice, ...]

    @property
    def lawful(self) -> bool | None:
        """True, False where a paragraph forbids, None where nothing is wrong but a text is not held."""
        if self.findings:
            return False
        return None if self.doubts else True

    def remarks(self, *, as_dealt: str) -> list[str]:
        """What forbids something at this table, and what is not known, where it is priced or played all the same."""
        problems = [
            f"not lawful by {finding.citation}, {as_dealt} as the table would be dealt: "
            f"{finding.message} (got {finding.got}, want {finding.want})"
            for finding in self.findings
        ]
        if unknown := ", ".join(dict.fromkeys(doubt.citation for doubt in self.doubts)):
            day = self.table.day
            held = f"{as_dealt} by the held text that is nearest in time"
            problems.append(f"the law of {day} is not held in full, {held}; not held on that day: {unknown}")
        return problems


def check(table: P, game: Game[P], on: date | None = None) -> Judgement:
    """Every paragraph that forbids something at this table, in order of citation; never only the first."""
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
                if game.only_held_texts_forbid and (doubt := _not_definite(finding, table.on)):
                    breaches.append(doubt)
                else:
                    findings.append(finding)
    doubts += breaches
    told = {section_of(doubt.citation) for doubt in breaches}
    doubts += (doubt for doubt in _sections_not_held(table, game) if doubt.citation not in told)
    notices = _notices(table, game) if not findings else []
    return Judgement(
        table,
        tuple(sorted(findings, key=lambda finding: (order(finding.citation), finding.code))),
        tuple(sorted(doubts, key=lambda doubt: order(doubt.citation))),
        tuple(notices),
    )


def _not_definite(finding: Finding, on: date | None) -> Doubt | None:
    """What a paragraph forbids by a text of another day, where that of the day which was named is not held."""
    match in_force(finding.citation, on) if on else None:
        case NotHeld(after, before, why):
            judged_by = "by the text that is held" if after or before else "by what is known of it"
            message = f"{finding.message} (got {finding.got}, want {finding.want}), {judged_by}; {why}"
            return Doubt(finding.citation, message, after, before)
    return None


def _known(table: P, game: Game[P]) -> P:
    """The table less what the law of its day does not know: each of those is one finding, its option's."""
    unknown = [
        option.key for option in game.options for objection in option.findings(table) if isinstance(objection, Finding)
    ]
    return game.known_part(table, frozenset(unknown)) if unknown else table


def changes(old: P, new: P, was: Game[P], now: Game[P]) -> list[Notice]:
    """What a change from one posting to another, perhaps of another game, requires before it takes effect."""
    sources = dict.fromkeys((*was.notices, *now.notices))
    return _in_order(
        notice
        for source in sources
        for notice in source.changing(old if source in was.notices else None, new if source in now.notices else None)
    )


def _before_the_chapter(day: date) -> Finding:
    message = "no table game was authorised before the chapter was adopted"
    return Finding("chapter.not_adopted", "19:47", message, got=str(day), want=f"{adopted()} or later")


def _sections_not_held(table: P, game: Game[P]) -> Iterable[Doubt]:
    """The sections this table stands on whose text of that day we do not have."""
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
    notices = _in_order(notice for source in game.notices for notice in source.standing(table))
    if table.on is None and game.text:
        notices.insert(0, Notice("19:47", "text", "no day was named", f"judged by {game.text}"))
    return notices


def _in_order(notices: Iterable[Notice]) -> list[Notice]:
    return sorted(notices, key=lambda notice: order(notice.citation))


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables of one casino, and the rules that bind them to each other."""

    tables: Mapping[str, Judgement]
    findings: tuple[Finding, ...]

    @property
    def lawful(self) -> bool | None:
        """False if anything is, else None if anything is in doubt, else True."""
        answers = [verdict.lawful for verdict in self.tables.values()] + [not self.findings]
        if False in answers:
            return False
        return None if None in answers else True


def check_floor(tables: Mapping[str, P], game_of: Callable[[P], AnyGame], on: date | None = None) -> Floor:
    """Each table by itself, then what each game asks of all its tables together."""
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
