"""19:47-1.4: payout odds. The text is not held; the least odds are those of New Jersey's later text."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, lcm
from typing import Final

from chapter47.core.findings import Breach, displayed, limit, of_the_floor
from chapter47.core.money import EVEN, Odds
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.one_roll_wagers import SINGLES, Component

SECTION: Final = "19:47-1.4"

Rows = dict[str, Odds]


def _rows(**odds: str) -> Rows:
    return {row.removeprefix("on_"): Odds.of(text) for row, text in odds.items()}


def _one_row(text: str) -> Rows:
    return {"": Odds.of(text)}


LEAST_ODDS: Final[dict[str, Rows]] = {
    "pass": {"": EVEN},
    "dont-pass": {"": EVEN},
    "come": {"": EVEN},
    "dont-come": {"": EVEN},
    "place-to-win": _rows(on_4="9 to 5", on_5="7 to 5", on_6="7 to 6", on_8="7 to 6", on_9="7 to 5", on_10="9 to 5"),
    "place-to-lose": _rows(on_4="5 to 11", on_5="5 to 8", on_6="4 to 5", on_8="4 to 5", on_9="5 to 8", on_10="5 to 11"),
    "hard-4": _one_row("7 to 1"),
    "hard-6": _one_row("9 to 1"),
    "hard-8": _one_row("9 to 1"),
    "hard-10": _one_row("7 to 1"),
    "field": _rows(on_2="2 to 1", on_12="2 to 1", other="1 to 1"),
    "any-seven": _one_row("4 to 1"),
    "any-craps": _one_row("7 to 1"),
    "craps-2": _one_row("30 to 1"),
    "craps-3": _one_row("15 to 1"),
    "craps-12": _one_row("30 to 1"),
    "eleven": _one_row("15 to 1"),
}
"""At no less than these; craps-eleven, horn and horn high are paid as the single wagers they are made of."""
PAID_WITHIN: Final = {
    "craps-eleven": ("any-craps", "eleven"),
    "horn": tuple(SINGLES.values()),
    "horn-high": tuple(SINGLES.values()),
}
"""The wagers whose odds a combined wager is paid at."""


def is_paid_at(posting: CrapsPosting, wager: str) -> bool:
    """Whether anybody can be paid the odds of this wager here: it is offered, or it is a part of one that is."""
    return any(wager in (offered, *PAID_WITHIN.get(offered, ())) for offered in posting.offers)


def posted_odds(posting: CrapsPosting, wager: str, row: str) -> Fraction:
    """What the table pays on a row: what it posts, or else the least odds."""
    return posting.terms(wager).odds.get(row, LEAST_ODDS[wager][row]).ratio


def combined_odds(parts: Iterable[Component], pays: Callable[[str], Fraction | None]) -> Fraction:
    """On the whole of a combined wager: what its winning parts are paid, less the parts that are lost."""
    units = won = Fraction(0)
    for wager, staked in parts:
        ratio = pays(wager)
        units += staked
        won += -staked if ratio is None else staked * ratio
    return won / units


def unit_of_stakes(posting: CrapsPosting, ratios: Iterable[Fraction], parts: int) -> int:
    """Stakes are multiples of this: chips that divide among the parts, and winnings that chips can pay."""
    if posting.reads(SECTION, "to-the-cent"):
        return posting.chip * parts
    return posting.chip * lcm(parts, *(ratio.denominator for ratio in ratios))


def winnings(stake: int, ratio: Fraction) -> int:
    """To the cent, up, so that the least odds are kept."""
    return ceil(stake * ratio)


@limit(SECTION, editions="")
def no_less_than_the_least_odds(table: CrapsPosting) -> Breach | None:
    short = [
        (f"{wager}{' ' if row else ''}{row}", odds, LEAST_ODDS[wager][row])
        for wager, terms in table.wagers.items()
        for row, odds in terms.odds.items()
        if is_paid_at(table, wager) and odds.ratio < LEAST_ODDS[wager][row].ratio
    ]
    if not short:
        return None
    got = ", ".join(f"{name} at {odds}" for name, odds, _ in short)
    want = ", ".join(f"{name} at {least} or better" for name, _, least in short)
    return Breach("odds.below_the_floor", "a wager is paid at no less than its odds", got, want)


@displayed(SECTION, "layout", editions="")
def inscriptions(table: CrapsPosting) -> Iterator[str]:
    yield 'odds on the layout and in brochures are written with "to", never with "for"'


@of_the_floor(SECTION)
def the_same_odds_everywhere(tables: Mapping[str, CrapsPosting]) -> Iterator[Breach]:
    """Odds better than the least are the same at all craps tables of a casino."""
    for wager, rows in LEAST_ODDS.items():
        for row in rows:
            by_odds: dict[Odds, list[str]] = defaultdict(list)
            for name, table in sorted(tables.items()):
                if is_paid_at(table, wager):
                    by_odds[Odds(posted_odds(table, wager, row))].append(name)
            if len(by_odds) > 1:
                got = "; ".join(f"{odds}: {', '.join(names)}" for odds, names in by_odds.items())
                message = f"all craps tables pay {wager}{' ' if row else ''}{row} at the same odds"
                yield Breach("odds.same_everywhere", message, got, "the same odds at all of them")
