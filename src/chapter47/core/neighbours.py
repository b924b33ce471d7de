"""A verdict for a date whose text is not held, from the nearest texts before and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from msgspec import Struct, structs

from chapter47.core.compliance import Judgement, check
from chapter47.core.findings import Finding, P
from chapter47.core.game import Game
from chapter47.law.citations import order, subchapter
from chapter47.law.citations import section as section_of
from chapter47.law.editions import HeldText, amendments, held_texts, last_day, undated_edition

DEFINITE: Final = "definite"
INFERRED: Final = "inferred"
DEPENDS: Final = "depends"
UNKNOWN: Final = "unknown"


class TextOutcome(Struct, frozen=True):
    """What one held text of a section says about a table."""

    edition: str
    lawful: bool | None
    """None if that text does not have the table's game at all."""
    since: date | None
    until: date | None
    """The text was in force from `since` and before `until`; both None if it has no date."""
    day: date
    """The date at which the table was judged by this text: the nearest to the date asked about."""
    findings: tuple[Finding, ...]


class NeighbourJudgement(Struct, frozen=True):
    """A section without a text for the date, judged by the nearest texts before and after."""

    citation: str
    before: TextOutcome | None
    after: TextOutcome | None
    undated: TextOutcome | None
    """The judgement by the only text held of a section, if that has no date."""
    depends_on: tuple[str, ...]
    """The keys of the table file that decide, if the two texts differ."""
    amended: tuple[date, ...]
    """The amendments between the two texts, or all known ones if a text is missing."""

    @property
    def same(self) -> bool | None:
        """Whether both texts agree on this table; None unless two texts have its game."""
        if self.before is None or self.after is None or None in (self.before.lawful, self.after.lawful):
            return None
        return self.before.lawful == self.after.lawful

    @property
    def changed(self) -> tuple[date, date] | None:
        """The first and the last amendment between the two texts."""
        if not (self.before and self.after and self.before.until and self.after.since):
            return None
        return self.before.until, self.after.since


def by_neighbours(judgement: Judgement, table: P, game: Game[P]) -> tuple[NeighbourJudgement, ...]:
    """Judge every section that leaves the verdict open, in order of citation."""
    if table.on is None:
        return ()
    sections = {section_of(doubt.citation) for doubt in judgement.doubts if "-" in doubt.citation}
    return tuple(_judged(section, table, game, table.on) for section in sorted(sections, key=order))


def certainty(judgement: Judgement, neighbours: Sequence[NeighbourJudgement]) -> str:
    """Return how sure the verdict is: definite, inferred from both neighbours, dependent on an amendment, unknown."""
    if judgement.lawful is not None:
        return DEFINITE
    if not neighbours or any(row.same is None for row in neighbours):
        return UNKNOWN
    return DEPENDS if any(map(_dependence, neighbours)) else INFERRED


def headline(judgement: Judgement, neighbours: Sequence[NeighbourJudgement]) -> str:
    """State the verdict in one line; never definite if the texts differ or are missing."""
    sure = certainty(judgement, neighbours)
    if sure == DEFINITE:
        return "lawful" if judgement.lawful else "not lawful"
    if sure == UNKNOWN:
        return "not known"
    if sure == DEPENDS:
        return f"depends on {' and '.join(words for row in neighbours if (words := _dependence(row)))}"
    forbids = any(row.before and row.before.lawful is False for row in neighbours)
    sections = "1 section" if len(neighbours) == 1 else f"{len(neighbours)} sections"
    answer = "not lawful" if forbids else "lawful"
    return f"{answer} by every text held; {sections} inferred from both neighbours"


def _dependence(row: NeighbourJudgement) -> str | None:
    if row.same or row.changed is None:
        return None
    keys = ", ".join(f"`{key}`" for key in row.depends_on)
    return f"an amendment of {row.citation} between {row.changed[0]} and {row.changed[1]} (your {keys})"


def _judged(section: str, table: P, game: Game[P], on: date) -> NeighbourJudgement:
    texts = held_texts(section)
    before = next((text for text in reversed(texts) if text.end <= on), None)
    after = next((text for text in texts if text.start > on), None)
    row = NeighbourJudgement(
        citation=section,
        before=_outcome(section, table, game, before, before.end - timedelta(days=1)) if before else None,
        after=_outcome(section, table, game, after, after.start) if after else None,
        undated=_undated_outcome(section, table, game),
        depends_on=(),
        amended=tuple(_between(amendments(section), before, after)),
    )
    return structs.replace(row, depends_on=_deciding_keys(row, table, game)) if row.same is False else row


def _between(days: Sequence[date], before: HeldText | None, after: HeldText | None) -> Iterator[date]:
    for day in days:
        if (before is None or before.end <= day) and (after is None or day <= after.start):
            yield day


def _outcome(section: str, table: P, game: Game[P], text: HeldText, day: date) -> TextOutcome:
    lawful, findings = _by_the_text_of(section, table, game, day)
    return TextOutcome(text.editions[-1], lawful, text.start, text.end, day, findings)


def _undated_outcome(section: str, table: P, game: Game[P]) -> TextOutcome | None:
    if (edition := undated_edition(section)) is None:
        return None
    lawful, findings = _by_the_text_of(section, table, game, last_day())
    return TextOutcome(edition, lawful, None, None, last_day(), findings)


def _by_the_text_of(section: str, table: P, game: Game[P], day: date) -> tuple[bool | None, tuple[Finding, ...]]:
    """Judge the table by this text, in this section alone."""
    findings = check(replace(table, on=day), game).findings
    if any(finding.code.startswith("game.") for finding in findings):
        return None, ()
    ours = tuple(finding for finding in findings if section in _places(finding.citation))
    return not ours, ours


def _places(citation: str) -> tuple[str, ...]:
    """Return the section and subchapter of a paragraph: a text without a date is named by its subchapter."""
    return (section_of(citation), subchapter(citation)) if "-" in citation else (citation,)


# Which keys decide ---------------------------------------------------------------------------------------------------

Objections = frozenset[tuple[str, str]]


def _deciding_keys(row: NeighbourJudgement, table: P, game: Game[P]) -> tuple[str, ...]:
    """Return the keys whose defaults would make the two texts differ less, or else those that the findings name."""
    differing = _differing(row)
    keys = [key for key, other in _one_key_less(table, game) if not differing <= _differing(_again(row, other, game))]
    return tuple(keys) or tuple(dict.fromkeys(code.rpartition(".")[0] for code, _ in sorted(differing)))


def _again(row: NeighbourJudgement, table: P, game: Game[P]) -> NeighbourJudgement:
    """Judge the same section for another table, by the same two texts."""

    def judged(text: TextOutcome | None) -> TextOutcome | None:
        if text is None:
            return None
        return structs.replace(text, findings=_by_the_text_of(row.citation, table, game, text.day)[1])

    return structs.replace(row, before=judged(row.before), after=judged(row.after))


def _differing(row: NeighbourJudgement) -> Objections:
    texts = [text.findings if text else () for text in (row.before, row.after)]
    before, after = (frozenset((finding.code, finding.citation) for finding in findings) for findings in texts)
    return before ^ after


def _one_key_less(table: P, game: Game[P]) -> Iterator[tuple[str, P]]:
    """Yield the table with one key set to its default at a time, and without one wager at a time."""
    form = game.posting
    posted = form.write(table)
    usual = form.write(form.read({"game": game.name}, games=(game.name,)))
    for key, value in posted.items():
        if key in ("game", "on", "readings") or value == usual.get(key):
            continue
        if isinstance(value, dict) and key in {subtable.name for subtable in form.subtables}:
            for name in value:
                rest = {other: terms for other, terms in value.items() if other != name}
                yield f"{key}.{name}", form.read({**posted, key: rest}, games=(game.name,))
        else:
            yield key, form.read({other: posted[other] for other in posted if other != key}, games=(game.name,))
