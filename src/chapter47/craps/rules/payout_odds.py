"""19:47-1.4 to 1.6: payout odds, buy and lay bets with their fee, supplemental wagers. These texts are not held. The
minimum odds are those of New Jersey's later text."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, lcm
from typing import Final

from chapter47.core.dice import ways
from chapter47.core.findings import Breach, displayed, limit, of_the_floor
from chapter47.core.money import EVEN, Odds
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.line_wagers import POINTS, SEVEN
from chapter47.craps.rules.place_and_proposition_wagers import SINGLES, Component

# 19:47-1.4, payout odds ----------------------------------------------------------------------------------------------


PAYOUT_ODDS: Final = "19:47-1.4"

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
"""Minimum odds; craps-eleven, horn and horn high are paid as the single wagers they consist of."""
PAID_WITHIN: Final = {
    "craps-eleven": ("any-craps", "eleven"),
    "horn": tuple(SINGLES.values()),
    "horn-high": tuple(SINGLES.values()),
}
"""The wagers at whose odds a combined wager is paid."""


def is_paid_at(posting: CrapsPosting, wager: str) -> bool:
    """Return whether these odds can be paid here: the wager is offered, or is part of one that is."""
    return any(wager in (offered, *PAID_WITHIN.get(offered, ())) for offered in posting.offers)


def posted_odds(posting: CrapsPosting, wager: str, row: str) -> Fraction:
    """Return what the table pays on a row: the posted odds, or else the minimum."""
    return posting.terms(wager).odds.get(row, LEAST_ODDS[wager][row]).ratio


def combined_odds(parts: Iterable[Component], pays: Callable[[str], Fraction | None]) -> Fraction:
    """Return the odds of a combined wager as a whole: its winning parts, less the losing ones."""
    units = won = Fraction(0)
    for wager, staked in parts:
        ratio = pays(wager)
        units += staked
        won += -staked if ratio is None else staked * ratio
    return won / units


def unit_of_stakes(posting: CrapsPosting, ratios: Iterable[Fraction], parts: int) -> int:
    """Return the step of stakes: chips that divide among the parts, and winnings that chips can pay."""
    if posting.reads(PAYOUT_ODDS, "to-the-cent"):
        return posting.chip * parts
    return posting.chip * lcm(parts, *(ratio.denominator for ratio in ratios))


def winnings(stake: int, ratio: Fraction) -> int:
    """Return winnings rounded up to the cent, so that the minimum odds are kept."""
    return ceil(stake * ratio)


@limit(PAYOUT_ODDS, editions="")
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
    return Breach("odds.below_the_floor", "a wager must pay at least its odds", got, want)


@displayed(PAYOUT_ODDS, "layout", editions="")
def inscriptions(table: CrapsPosting) -> Iterator[str]:
    yield 'odds on the layout and in brochures are written with "to", never with "for"'


@of_the_floor(PAYOUT_ODDS)
def the_same_odds_everywhere(tables: Mapping[str, CrapsPosting]) -> Iterator[Breach]:
    """Require the same odds, if above the minimum, at all craps tables of a casino."""
    for wager, rows in LEAST_ODDS.items():
        for row in rows:
            by_odds: dict[Odds, list[str]] = defaultdict(list)
            for name, table in sorted(tables.items()):
                if is_paid_at(table, wager):
                    by_odds[Odds(posted_odds(table, wager, row))].append(name)
            if len(by_odds) > 1:
                got = "; ".join(f"{odds}: {', '.join(names)}" for odds, names in by_odds.items())
                message = f"all craps tables must pay {wager}{' ' if row else ''}{row} at the same odds"
                yield Breach("odds.same_everywhere", message, got, "the same odds at all of them")


# 19:47-1.5, place bets at true odds (buy and lay bets) and their fee -------------------------------------------------


BUY_AND_LAY: Final = "19:47-1.5"
MOST_FEE: Final = Fraction(1, 20)

TRUE_ODDS: Final = {number: Fraction(ways(SEVEN), ways(number)) for number in POINTS}
"""2 to 1, 3 to 2, 6 to 5: the odds that the 7 comes before the number."""


def true_odds(number: int, *, against: bool) -> Fraction:
    return 1 / TRUE_ODDS[number] if against else TRUE_ODDS[number]


def charged_share(posting: CrapsPosting, number: int, *, against: bool) -> Fraction:
    """Return the fee as a share of the stake: a lay bet may be charged on what it can win."""
    if against and posting.lay_vigorish_of == "win":
        return posting.vigorish * true_odds(number, against=True)
    return posting.vigorish


def fee(posting: CrapsPosting, number: int, stake: int, *, against: bool) -> int:
    """Return the fee in cents, never above the share."""
    return int(stake * charged_share(posting, number, against=against))


def fee_is_paid_when_made(posting: CrapsPosting) -> bool:
    return posting.vigorish_when == "made"


def fee_goes_back(posting: CrapsPosting) -> bool:
    """Return whether the fee is returned with a wager taken down undecided; by the other reading the house keeps it."""
    return not posting.reads(BUY_AND_LAY, "kept")


@limit(BUY_AND_LAY, editions="")
def at_most_five_percent(table: CrapsPosting) -> Breach | None:
    """Limit the fee: 5 percent of the wager; by the other reading a lay bet at most 5 percent of what it can win."""
    if table.vigorish > MOST_FEE and (table.buy or table.lay):
        want = f"at most {float(MOST_FEE)}"
        return Breach(
            "vigorish.share", "the fee on buy and lay bets must be at most 5 percent", str(float(table.vigorish)), want
        )
    if table.lay and table.lay_vigorish_of == "wager" and table.reads(BUY_AND_LAY, "of-the-win"):
        message = "the fee on a lay bet must be at most 5 percent of what it can win"
        return Breach("vigorish.lay", message, f"{float(table.vigorish)} of the wager", 'lay_vigorish_of = "win"')
    return None


# 19:47-1.6, supplemental wagers, or odds, in support of line wagers with a point -------------------------------------


SUPPLEMENTAL: Final = "19:47-1.6"
MOST_TIMES: Final = 100


def most_odds(posting: CrapsPosting, supported: int, point: int, *, against: bool, unit: int) -> int:
    """Return the maximum odds: the posted multiple, or for the don't side what wins it, rounded up to a payable
    amount."""
    limit = supported * posting.odds_multiple.by_point[point]
    if against:
        limit /= true_odds(point, against=True)
    return ceil(Fraction(limit, unit)) * unit


@limit(SUPPLEMENTAL, editions="")
def once_to_a_hundred_times(table: CrapsPosting) -> Breach | None:
    """Require odds between one and a hundred times the wager: one is the player's right, more the licensee's choice."""
    if all(1 <= times <= MOST_TIMES for times in table.odds_multiple.by_point.values()):
        return None
    got = table.odds_multiple.name
    if not got.endswith("x"):
        got = ", ".join(f"{float(times):g} on {point}" for point, times in table.odds_multiple.by_point.items())
    return Breach("odds_multiple.limit", "odds must be 1 to 100 times the wager", got, f"from 1 to {MOST_TIMES} times")
