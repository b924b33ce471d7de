"""The verdict on a table for every day from 1978 to 2011, in stretches of days with the same verdict."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import groupby, pairwise

from msgspec import Struct, structs

from chapter47.core.compliance import check
from chapter47.core.findings import P
from chapter47.core.game import Game
from chapter47.core.neighbours import DEFINITE, DEPENDS, INFERRED, UNKNOWN, by_neighbours, certainty, headline
from chapter47.law.editions import adopted, all_changes, replaced


class VerdictStretch(Struct, frozen=True):
    """Days with the same verdict, from `start` and before `end`."""

    start: date
    end: date
    lawful: bool | None
    headline: str
    certainty: str
    """How sure the headline is."""

    @property
    def days(self) -> int:
        return (self.end - self.start).days


def verdict_stretches(table: P, game: Game[P]) -> tuple[VerdictStretch, ...]:
    """Return the verdicts of all days on which the chapter was in force, in order; each differs from the previous
    one."""
    judged = [_judged(table, game, start, end) for start, end in pairwise(_boundaries(game))]
    return tuple(_joined(judged))


def count_days(stretches: tuple[VerdictStretch, ...]) -> dict[str, int]:
    """Count the days by certainty."""
    counts = dict.fromkeys((DEFINITE, INFERRED, DEPENDS, UNKNOWN), 0)
    for stretch in stretches:
        counts[stretch.certainty] += stretch.days
    return counts


def _judged(table: P, game: Game[P], start: date, end: date) -> VerdictStretch:
    dated = replace(table, on=start)
    judgement = check(dated, game)
    rows = by_neighbours(judgement, dated, game)
    return VerdictStretch(start, end, judgement.lawful, headline(judgement, rows), certainty(judgement, rows))


def _boundaries(game: Game[P]) -> list[date]:
    """Return the dates on which a verdict can change: amendments, and the first and last days of options and limits."""
    days = {*all_changes(), *_option_days(game)}
    days |= {day for limit in game.limits for day in (limit.since, limit.until) if day}
    return sorted(day for day in days if adopted() <= day <= replaced())


def _option_days(game: Game[P]) -> Iterator[date]:
    for option in game.options:
        yield from (day for day in (option.since, option.by, option.until) if day)
        yield from (day for stretch in option.before for day in stretch)
        yield from (day for first, last, _ in option.doubts for day in (first, last))


def _joined(stretches: list[VerdictStretch]) -> Iterator[VerdictStretch]:
    for _, same in groupby(stretches, key=lambda stretch: (stretch.lawful, stretch.headline)):
        together = list(same)
        yield structs.replace(together[0], end=together[-1].end)
