"""Is this table lawful on this day? Findings, notices, and where the text is not held."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final

from chapter47.blackjack import rules
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.blackjack_bonus import house_advantage
from chapter47.core.findings import LIMITS, NOTICES, OPTIONS, Doubt, Finding, Notice
from chapter47.core.money import dollars
from chapter47.law.citations import order
from chapter47.law.editions import Held, NotAdopted, NotHeld, Repealed, adopted, in_force, replaced

__all__ = ["Floor", "Verdict", "changes", "check", "check_floor", "rules"]

A_TENTH_OF_A_POINT: Final = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the law of the day says of one table."""

    table: TableRules
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
        found = [
            f"not lawful by {one.citation}, {as_dealt} as the table would be dealt: "
            f"{one.message} (got {one.got}, want {one.want})"
            for one in self.findings
        ]
        if unknown := ", ".join(dict.fromkeys(one.citation for one in self.doubts)):
            held = f"{as_dealt} by the text that is held"
            found.append(f"the law of {self.table.day} is not held in full, {held}: {unknown}")
        return found


def check(table: TableRules, on: date | None = None) -> Verdict:
    """Every paragraph that forbids something at this table, in order of citation; never only the first."""
    if on is not None:
        table = replace(table, on=on)
    findings: list[Finding] = []
    doubts: list[Doubt] = []
    if table.day < adopted():
        findings.append(_before_the_chapter(table.day))
    elif table.day < replaced():
        for option in OPTIONS:
            for found in option.findings(table):
                (findings if isinstance(found, Finding) else doubts).append(found)  # type: ignore[arg-type]
        known = _known(table)
        findings += [finding for limit in LIMITS for finding in limit.findings(known)]
    doubts += _sections_not_held(table)
    notices = _notices(table) if not findings else []
    return Verdict(
        table,
        tuple(sorted(findings, key=lambda finding: (order(finding.citation), finding.code))),
        tuple(sorted(doubts, key=lambda doubt: order(doubt.citation))),
        tuple(notices),
    )


def _known(table: TableRules) -> TableRules:
    """The table less the wagers that the law of its day does not know: each of them is one finding, its option's."""
    unknown = {option.key for option in OPTIONS for found in option.findings(table) if isinstance(found, Finding)}
    return replace(table, wagers={name: one for name, one in table.wagers.items() if f"wagers.{name}" not in unknown})


def changes(old: TableRules, new: TableRules) -> list[Notice]:
    """What a change from one posting to another requires before it takes effect."""
    return _in_order(notice for source in NOTICES for notice in source.changing(old, new))


def _before_the_chapter(day: date) -> Finding:
    message = "no table game was authorised before the chapter was adopted"
    return Finding("chapter.not_adopted", "19:47", message, got=str(day), want=f"{adopted()} or later")


def _sections_not_held(table: TableRules) -> Iterable[Doubt]:
    """The sections this table stands on whose text of that day we do not have."""
    if table.on is None or table.on < adopted():
        return
    if table.on >= replaced():
        yield Doubt("19:47", "19:47 was replaced by 13:69F, which is not held", replaced(), None)
        return
    for section in _sections(table):
        match in_force(section, table.on):
            case NotHeld(after, before, why):
                yield Doubt(section, why, after, before)
            case Held() | NotAdopted() | Repealed():
                pass


def _sections(table: TableRules) -> list[str]:
    sections = GAMES[table.game].sections(table)
    if not table.traits.basic:
        return sections
    return sorted({*sections, *(WAGERS[name].section for name in table.wagers)}, key=order)


def _notices(table: TableRules) -> list[Notice]:
    found = _in_order(notice for source in NOTICES for notice in source.standing(table))
    if table.on is None and GAMES[table.game].text:
        found.insert(0, _which_text(table))
    return found


def _which_text(table: TableRules) -> Notice:
    return Notice("19:47", "text", "no day was named", f"judged by {GAMES[table.game].text}")


def _in_order(notices: Iterable[Notice]) -> list[Notice]:
    return sorted(notices, key=lambda notice: order(notice.citation))


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables of one casino, and the rules that bind them to each other."""

    tables: Mapping[str, Verdict]
    findings: tuple[Finding, ...]

    @property
    def lawful(self) -> bool | None:
        """False if anything is, else None if anything is in doubt, else True."""
        answers = [verdict.lawful for verdict in self.tables.values()] + [not self.findings]
        if False in answers:
            return False
        return None if None in answers else True


def check_floor(tables: Mapping[str, TableRules], on: date | None = None) -> Floor:
    """Each table by itself, then what 2.17(e)2 and 2.20(k) ask of all of them together."""
    verdicts = {name: check(table, on) for name, table in tables.items()}
    judged = {
        name: _known(verdict.table) for name, verdict in verdicts.items() if adopted() <= verdict.table.day < replaced()
    }
    return Floor(verdicts, (*_one_same_suit_option(judged), *_one_bonus_advantage(judged)))


def _one_same_suit_option(tables: Mapping[str, TableRules]) -> Iterable[Finding]:
    by_decks: dict[int, dict[object, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, table in sorted(tables.items()):
        for offer in table.offering("same-suit"):
            by_decks[table.decks][offer.paytable].append(name)
    for decks, options in sorted(by_decks.items()):
        if len(options) > 1:
            got = "; ".join(f"option {option}: {', '.join(names)}" for option, names in options.items())
            message = f"all tables with {decks} deck{'s' * (decks > 1)} use the same same-suit option"
            yield Finding("same_suit.one_option", "19:47-2.17(e)2", message, got, "one option for all of them")


def _one_bonus_advantage(tables: Mapping[str, TableRules]) -> Iterable[Finding]:
    by_stake: dict[int, dict[str, Fraction]] = defaultdict(dict)
    for name, table in sorted(tables.items()):
        for offer in table.offering("blackjack-bonus"):
            for stake, payouts in offer.payouts.items():
                if table.decks:
                    by_stake[stake][name] = house_advantage(table, stake, payouts)
    for stake, edges in sorted(by_stake.items()):
        if max(edges.values()) - min(edges.values()) > A_TENTH_OF_A_POINT:
            got = ", ".join(f"{name} {float(edge):.3%}" for name, edge in edges.items())
            message = f"the house advantage of the {dollars(stake)} bonus wager is the same at all tables"
            want = "equal to a tenth of a percentage point"
            yield Finding("blackjack_bonus.one_advantage", "19:47-2.20(k)", message, got, want)
