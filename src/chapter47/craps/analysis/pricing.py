"""The part `pricing` of craps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import Odds
from chapter47.core.pricing import Price, Pricing, Several, VariedTable, unpriced
from chapter47.core.varying import tables
from chapter47.craps.analysis.advice import advise
from chapter47.craps.analysis.prices import CrapsPrices, End, WagerPrice, prices, wager_price
from chapter47.craps.decision import Result
from chapter47.craps.posting import NOT_PERMISSIBLE, CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.table_file import FORM
from chapter47.craps.wagers import FEE, WAGERS
from chapter47.law.readings import Reading, readings

TITLES: Final = {"basis": "exact, over every throw", "main": "pass wager", "best": "for the best wager"}


def price(table: CrapsPosting) -> Price:
    """Price the table: `house_edge` is that of pass, `house_edge_optimal` that of the best wager offered; odds cost
    nothing extra."""
    return price_at(table, 0)


def price_at(table: CrapsPosting, stake: int) -> Price:
    """Price at a stake; fees (and, by another reading of 1.4, winnings) are rounded to the cent, which matters for
    small stakes."""
    priced = prices(table, stake)
    line = priced.wagers.get("pass", {}).get(0)
    return Price(
        house_edge=float(line.house_edge) if line else None,
        house_edge_optimal=None if priced.best is None else float(priced.best),
        variance=float(line.variance) if line else None,
        main={"odds": _odds(priced), "rolls_per_shooter": float(priced.rolls_per_shooter)},
        wagers={
            **{name: _wager(table, name, by_number) for name, by_number in priced.wagers.items()},
            **_not_authorized(table),
        },
        titles={**{name: name for name in (*priced.wagers, *table.offers)}, **TITLES},
        notes=() if line else ("pass is not offered, so the table has no house edge of its own",),
    )


def _not_authorized(table: CrapsPosting) -> dict[str, Json]:
    """List offered wagers that no paragraph describes: they have no odds to price."""
    why = "19:47-1.2(a) does not authorize this wager and 19:47-1.4 gives no odds for it"
    return {name: unpriced(why) for name in table.offers if name in NOT_PERMISSIBLE}


def _odds(priced: CrapsPrices) -> dict[str, dict[str, float]]:
    return {
        name: {"house_edge": float(edges["pass"]), "house_edge_dont_pass": float(edges["dont-pass"])}
        for name, edges in priced.odds.items()
    }


def _wager(table: CrapsPosting, name: str, by_number: Mapping[int, WagerPrice]) -> Json:
    if 0 in by_number:
        return _figures(by_number[0])
    return {"bets": {str(number): _bet(table, name, number, price) for number, price in by_number.items()}}


def _bet(table: CrapsPosting, name: str, number: int, price: WagerPrice) -> Json:
    if name not in FEE:
        return _figures(price)
    ways = {when: wager_price(table, WAGERS[name], number, stake=price.stake, when=when) for when in ("made", "won")}
    return {
        **_figures(price),
        "stake": price.stake / 100,
        "house_edge_of_outlay": float(price.house_edge_of_outlay),
        "vigorish_when": {when: {"house_edge": float(way.house_edge)} for when, way in ways.items()},
    }


def _figures(price: WagerPrice) -> Json:
    return {
        "house_edge": float(price.house_edge),
        "house_edge_resolved": float(price.house_edge_resolved),
        "house_edge_per_roll": float(price.house_edge_per_roll),
        "exact": str(price.house_edge),
        "variance": float(price.variance),
        "expected_rolls": float(price.rolls),
        "expected_rolls_with_rests": float(price.rolls_with_rests),
        "outcomes": {_outcome(end): float(chance) for end, chance in sorted(price.outcomes.items(), reverse=True)},
        "rows": {
            _outcome(end): {"probability": str(chance), "pays": _pays(end), "net": float(price.net(end))}
            for end, chance in sorted(price.outcomes.items(), reverse=True)
        },
    }


def _pays(end: End) -> str:
    result, paid = end
    return str(Odds(paid)) if result is Result.WON else "nothing" if result is Result.LOST else "push"


def _outcome(end: End) -> str:
    match end:
        case (Result.WON, paid):
            return f"won {Odds(paid)}"
        case (Result.LOST, _):
            return "lost"
    return "void"


# Over other values and readings --------------------------------------------------------------------------------------

VALUES: Final[Mapping[str, tuple[object, ...]]] = {
    "bars": (12, 2),
    "odds_multiple": ("1x", "2x", "3x", "3-4-5", "5x", "10x"),
    "vigorish": (0.03, 0.04, 0.05),
    "vigorish_when": ("made", "won"),
    "lay_vigorish_of": ("win", "wager"),
    "horn_high_area": (True, False),
}
"""Values of a key if none are named."""


def vary(table: CrapsPosting, words: Sequence[str]) -> Several[VariedTable[CrapsPosting]]:
    rows = tables(FORM, table, words, VALUES)
    usual = dict(_edges(table, prices(table)))
    return Several(len(rows), (_varied(options, varied, usual) for options, varied in rows))


def _varied(options: JsonMapping, table: CrapsPosting, usual: Mapping[str, float]) -> VariedTable[CrapsPosting]:
    priced = prices(table)
    line = priced.wagers.get("pass", {}).get(0)
    best = None if priced.best is None else float(priced.best)
    changed = {name: edge for name, edge in _edges(table, priced) if usual.get(name) != edge}
    return VariedTable(options, table, float(line.house_edge) if line else None, best, figures=changed)


def _edges(table: CrapsPosting, priced: CrapsPrices) -> Iterator[tuple[str, float]]:
    """Return the edges of every wager and number except pass, and of the line wagers with full odds."""
    for name, by_number in priced.wagers.items():
        for number, price in by_number.items():
            if name != "pass":
                yield name_of(name, number), float(price.house_edge)
    for name, edge in priced.odds[table.odds_multiple.name].items():
        yield f"{name} with odds", float(edge)


def other_readings(table: CrapsPosting) -> Several[Json]:
    """Compare each passage of craps with a choice: the figures that the other reading changes."""
    passages = [passage for passage in readings() if passage.name and passage.citation.startswith("19:47-1.")]
    return Several(len(passages), (_compared(table, passage) for passage in passages))


def _compared(table: CrapsPosting, passage: Reading) -> Json:
    name = passage.name or ""
    taken = table.reads(passage.citation, name)
    kept = {key: names for key, names in table.readings.items() if key != passage.key}
    read_otherwise = replace(table, readings=kept if taken else {**kept, passage.key: name})
    return {
        "citation": passage.citation,
        "edition": passage.edition,
        "name": passage.name,
        "reading": passage.reading,
        "other": passage.other,
        "figures": [*_changed(prices(table), prices(read_otherwise))],
    }


def _changed(usual: CrapsPrices, otherwise: CrapsPrices) -> Iterator[Json]:
    """Yield prices per roll, including come out rolls on which a wager is off, since a reading may decide when it
    works."""
    for name, by_number in usual.wagers.items():
        for number in by_number:
            edge, after = (_per_roll_with_rests(some.wagers[name][number]) for some in (usual, otherwise))
            if edge != after:
                label = name_of(name, number)
                figures = {
                    "house_edge": float(edge),
                    "house_edge_other": float(after),
                    "difference": float(after - edge),
                }
                yield {"figure": f"{label}, per roll, including rolls while it is off", **figures}


def _per_roll_with_rests(price: WagerPrice) -> Fraction:
    return price.house_edge / price.rolls_with_rests


PRICING: Final = Pricing[CrapsPosting](
    price=price,
    price_at=price_at,
    advise_without_hands=advise,
    vary=vary,
    varied_options=VALUES,
    edges=("pass", "best wager"),
    other_readings=other_readings,
)
