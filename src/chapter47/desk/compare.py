"""Several tables side by side: verdict, notices, edge, variance, chart, win per hour."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from msgspec import Struct, structs

from chapter47.core.errors import Chapter47Error, NotPossibleError, NotPricedError, Problem
from chapter47.desk.win_per_hour import Assumptions, win_per_hour
from chapter47.games import AnyTable, game_of, to_data
from chapter47.library.arguments import BadArgumentError, day_of
from chapter47.library.checks import Verdict, check
from chapter47.library.prices import Edge, ItemProgress, edge, silent, strategy

GRIDS: Final = ("hard", "soft", "pairs")


class ComparedTable(Struct, frozen=True):
    """One table of a comparison."""

    name: str
    game: str
    verdict: Verdict
    edge: Edge
    chart: Mapping[str, Any] | None
    """The strategy file; None if the game has no decisions or the table no price."""
    win_per_hour: Mapping[str, Any]
    keys: Mapping[str, Any]
    """The table as its file writes it."""

    def to_dict(self) -> dict[str, Any]:
        named = {"name": self.name, "game": self.game}
        return {**named, **self.verdict.to_dict(), **self.edge.to_dict(), "win_per_hour": dict(self.win_per_hour)}


class Comparison(Struct, frozen=True):
    """Tables side by side, and how they differ."""

    tables: tuple[ComparedTable, ...]
    floor: bool = True
    """Whether the tables form a floor and add up, or are the same table on several dates."""

    @property
    def lawful(self) -> bool | None:
        """False if a table is not lawful, else None if one is open, else True."""
        answers = [table.verdict.lawful for table in self.tables]
        return False if False in answers else None if None in answers else True

    @property
    def differences(self) -> dict[str, Any]:
        return {
            "keys": list(self._key_rows()),
            "figures": list(self._figure_rows()),
            "findings": list(self._finding_rows()),
            "notices": list(self._notice_rows()),
            "chart": list(self._chart_rows()),
        }

    @property
    def totals(self) -> dict[str, Any] | None:
        """Totals over all tables of a floor."""
        if not self.floor:
            return None
        wins = [table.win_per_hour["total"] for table in self.tables]
        spreads = [table.win_per_hour["standard_deviation"] for table in self.tables]
        return {
            "tables": len(self.tables),
            "win_per_hour": None if None in wins else round(sum(wins), 4),
            "standard_deviation": None if None in spreads else round(sum(spread**2 for spread in spreads) ** 0.5, 4),
        }

    def to_dict(self) -> dict[str, Any]:
        tables = [table.to_dict() for table in self.tables]
        return {"lawful": self.lawful, "tables": tables, "differences": self.differences, "totals": self.totals}

    def _key_rows(self) -> Iterator[dict[str, Any]]:
        flat = [dict(_flat(table.keys)) for table in self.tables]
        for key in dict.fromkeys(key for keys in flat for key in keys):
            values = [keys.get(key) for keys in flat]
            if any(value != values[0] for value in values):
                yield {"key": key, "values": values}

    def _figure_rows(self) -> Iterator[dict[str, Any]]:
        for name in ("house_edge", "house_edge_optimal", "variance"):
            values = [getattr(table.edge, name) for table in self.tables]
            yield {"figure": name, "values": values, "difference": _from_first(values)}
        wins = [table.win_per_hour["total"] for table in self.tables]
        yield {"figure": "win_per_hour", "values": wins, "difference": _from_first(wins)}

    def _finding_rows(self) -> Iterator[dict[str, Any]]:
        """List what is forbidden at some tables and not at others."""
        broken = [{finding.code: finding for finding in table.verdict.findings} for table in self.tables]
        for code in dict.fromkeys(code for findings in broken for code in findings):
            names = [table.name for table, findings in zip(self.tables, broken, strict=True) if code in findings]
            if len(names) < len(self.tables):
                finding = next(findings[code] for findings in broken if code in findings)
                row = {"code": code, "citation": finding.citation, "message": finding.message}
                yield {**row, "tables": names}

    def _notice_rows(self) -> Iterator[dict[str, Any]]:
        """List notices that only some tables need."""
        needed = [{(notice.citation, notice.message) for notice in table.verdict.notices} for table in self.tables]
        for citation, message in dict.fromkeys(
            (notice.citation, notice.message) for table in self.tables for notice in table.verdict.notices
        ):
            at = [(citation, message) in notices for notices in needed]
            if not all(at):
                names = [table.name for table, has in zip(self.tables, at, strict=True) if has]
                yield {"citation": citation, "message": message, "tables": names}

    def _chart_rows(self) -> Iterator[dict[str, Any]]:
        """List the cells in which the charts differ; tables without a chart have no code."""
        cells = [dict(_cells(table.chart)) for table in self.tables]
        if sum(map(bool, cells)) < 2:
            return
        for cell in dict.fromkeys(cell for chart in cells for cell in chart):
            codes = [chart.get(cell) for chart in cells]
            known = [code for code, chart in zip(codes, cells, strict=True) if chart]
            if any(code != known[0] for code in known):
                yield {"grid": cell[0], "hand": cell[1], "up": cell[2], "codes": codes}


def compare(
    tables: Mapping[str, AnyTable] | Sequence[AnyTable],
    on: date | str | None = None,
    *,
    assumed: Assumptions | None = None,
    progress: ItemProgress = silent,
) -> Comparison:
    """Compare tables: verdict, notices, edge, variance, chart and win per hour, side by side.

    Name the tables with a mapping, or pass a list. `assumed` sets the assumptions about an hour; by default each table
    has four players who bet its minimum on one box each."""
    named = dict(tables) if isinstance(tables, Mapping) else {f"table {n}": table for n, table in enumerate(tables, 1)}
    if not named:
        raise Chapter47Error([Problem("tables", "none", "at least one table")])
    day = day_of(on)
    hour = assumed or Assumptions()
    dated = {name: table if day is None else replace(table, on=day) for name, table in named.items()}
    for table in dated.values():
        game_of(table)
    rows = progress(dated.items(), "comparing tables", len(dated))
    return Comparison(tuple(_compared(name, table, hour) for name, table in rows))


def consequences(table: AnyTable, first: date | str, second: date | str, **how: Any) -> Comparison:
    """Compare a table with itself on two dates, to show what a change in the law means for it."""
    problems: list[Problem] = []
    dates = []
    for day in (first, second):
        try:
            dates.append(day_of(day, "between"))
        except Chapter47Error as error:
            problems += error.problems
    if problems:
        raise BadArgumentError(problems)
    return structs.replace(compare({f"on {day}": replace(table, on=day) for day in dates}, **how), floor=False)


def _compared(name: str, table: AnyTable, assumed: Assumptions) -> ComparedTable:
    price = edge(table)
    return ComparedTable(
        name=name,
        game=table.game,
        verdict=check(table),
        edge=price,
        chart=_chart(table, price),
        win_per_hour=win_per_hour(table, price, assumed),
        keys=to_data(table),
    )


def _chart(table: AnyTable, price: Edge) -> Mapping[str, Any] | None:
    if price.house_edge is None:
        return None
    try:
        return strategy(table).to_dict()
    except (NotPricedError, NotPossibleError):
        return None


def _flat(keys: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in keys.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{prefix}{key}.")
        elif key != "on":
            yield prefix + key, {} if isinstance(value, Mapping) else value


def _cells(chart: Mapping[str, Any] | None) -> Iterator[tuple[tuple[str, str, str], str]]:
    for grid in GRIDS:
        for hand, codes in ((chart or {}).get(grid) or {}).items():
            for up, code in codes.items():
                yield (grid, hand, up), code


def _from_first(values: Sequence[float | None]) -> list[float | None]:
    first = values[0]
    return [None if value is None or first is None else value - first for value in values]
