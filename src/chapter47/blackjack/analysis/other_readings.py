"""How other readings of doubtful passages would change a table's prices."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.table_prices import all_prices
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.wager import edge_of
from chapter47.core.errors import NotPricedError
from chapter47.law.editions import edition_of
from chapter47.law.readings import Reading, readings

MAIN: Final = "main wager"
CLOSE: Final = 1e-14
Figures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ComparedReading:
    """One doubtful passage: every figure it changes, under the table's reading and under the other."""

    passage: Reading
    other_chosen: bool
    """Whether the table file itself takes the other reading."""
    figures: Mapping[str, tuple[float, float]]
    why: str = ""
    """Why the other reading has no price, if it has none."""


def figures(table: TableRules) -> Figures:
    """Return every house edge of the table by name."""
    edges: dict[str, float] = {}
    try:
        main: MainGamePrice | None = analyse(table)
    except NotPricedError:
        main = None
    if main is not None:
        edges |= {MAIN: main.house_edge, f"{MAIN}, best play": main.house_edge_optimal}
    for wager in all_prices(table, main):
        for bet, price in wager.bets.items():
            name = f"{wager.name} {bet}".strip()
            edges[name] = float(edge_of(price))
            if bet in wager.by_chart:
                edges[f"{name}, main wager with basic strategy"] = float(edge_of(wager.by_chart[bet]))
            long_run = wager.figures.get(bet, {}).get("long_run_house_edge")
            if isinstance(long_run, float):
                edges[f"{name}, in the long run"] = long_run
    return edges


def applicable(table: TableRules) -> list[Reading]:
    """List the passages with a choice that concern this game or its wagers, in the edition of its date."""
    return [
        passage for passage in readings() if passage.name and _concerns(table, passage) and _of_the_day(table, passage)
    ]


def _of_the_day(table: TableRules, passage: Reading) -> bool:
    if passage.key in table.readings:
        return True
    others = [key for key in table.readings if key.partition(" ")[2] == passage.citation]
    return not others and edition_of(passage.citation, table.day) == passage.edition


def _concerns(table: TableRules, passage: Reading) -> bool:
    """Return whether a passage concerns this table; one of a side wager's section does if the wager is offered."""
    for wager in WAGERS.values():
        if _stands_in(passage.citation, wager.section):
            return any(WAGERS[name].section == wager.section for name in table.wagers)
    return any(_stands_in(passage.citation, section) for section in GAMES[table.game].sections(table))


def _stands_in(citation: str, section: str) -> bool:
    return citation == section or citation.startswith((f"{section}(", f"{section}."))


def compared(table: TableRules) -> Iterator[ComparedReading]:
    """Compare each passage's other reading with the table's."""
    usual = figures(table)
    for passage in applicable(table):
        yield _compare(table, passage, usual)


def _compare(table: TableRules, passage: Reading, usual: Figures) -> ComparedReading:
    chosen = passage.key in table.readings
    if passage.unpriced:
        return ComparedReading(passage, chosen, {}, passage.unpriced)
    kept = {key: name for key, name in table.readings.items() if key != passage.key}
    assert passage.name is not None
    read_otherwise = replace(table, readings=kept if chosen else {**kept, passage.key: passage.name})
    after = figures(read_otherwise)
    changed = {
        name: (value, after[name])
        for name, value in usual.items()
        if name in after and abs(after[name] - value) > CLOSE
    }
    why = ""
    if MAIN in usual and MAIN not in after:
        try:
            analyse(read_otherwise)
        except NotPricedError as error:
            why = str(error)
    return ComparedReading(passage, chosen, changed, why)
