"""What the wagers of a craps table pay, for its gaming guide."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from chapter47.core.dice import Roll
from chapter47.core.money import Odds
from chapter47.core.pay_lines import PayLine
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.rules.payout_odds import BUY_AND_LAY, LEAST_ODDS, PAYOUT_ODDS, SUPPLEMENTAL, posted_odds, true_odds
from chapter47.craps.rules.place_and_proposition_wagers import HORN
from chapter47.craps.wagers import WAGERS, odds_paid

_TITLES: Final = {"craps-eleven": "Craps-eleven (C and E)", "dont-pass": "Don't pass", "dont-come": "Don't come"}
_COMBINED: Final = ("craps-eleven", "horn", "horn-high")
_THROWS: Final = {2: Roll(1, 1), 3: Roll(1, 2), 11: Roll(5, 6), 12: Roll(6, 6)}


def pay_lines(posting: CrapsPosting) -> Iterator[PayLine]:
    """List the wagers on offer with their odds, then odds behind line wagers, and buy and lay bets with their fee."""
    for wager in posting.offers:
        if wager in LEAST_ODDS:
            for row in LEAST_ODDS[wager]:
                yield _line(posting, wager, _row_words(row), str(Odds(posted_odds(posting, wager, row))))
        elif wager in _COMBINED:
            yield from _combined(posting, wager)
    for side, against in (("taken behind pass or come", False), ("laid behind don't pass or don't come", True)):
        for points in _alike():
            pays = str(Odds(true_odds(points[0], against=against)))
            limits = f"up to {posting.odds_multiple.name} odds"
            yield PayLine(f"Odds {side}", _on(points), pays, SUPPLEMENTAL, f"odds {side}", limits=limits)
    for name, numbers, against in (("buy", posting.buy, False), ("lay", posting.lay, True)):
        for number in sorted(numbers):
            pays = f"{Odds(true_odds(number, against=against))}, less a fee of {_fee(posting, name)}"
            yield PayLine(name.capitalize(), str(number), pays, BUY_AND_LAY, name)


def _line(posting: CrapsPosting, wager: str, wins: str, pays: str) -> PayLine:
    title = _TITLES.get(wager, wager.replace("-", " ").capitalize())
    return PayLine(title, wins, pays, PAYOUT_ODDS, wager, *posting.limits(wager))


def _row_words(row: str) -> str:
    return "any other win" if row == "other" else row


def _combined(posting: CrapsPosting, wager: str) -> Iterator[PayLine]:
    """Pay a combined wager as a whole, by the total thrown: its winning part less the parts that lose."""
    record = WAGERS[wager]
    for high in record.numbers or (0,):
        totals: dict[Fraction, list[str]] = {}
        for total in HORN:
            totals.setdefault(odds_paid(posting, record, high, _THROWS[total]), []).append(str(total))
        for ratio, alike in totals.items():
            wins = f"{', '.join(alike[:-1])} or {alike[-1]}" if len(alike) > 1 else alike[0]
            yield _line(posting, wager, f"{wins}, high on {high}" if high else wins, f"{Odds(ratio)} on the whole bet")


def _alike() -> list[tuple[int, int]]:
    return [(low, 14 - low) for low in POINTS if low < 14 - low]


def _on(points: tuple[int, int]) -> str:
    return f"{points[0]} and {points[1]}"


def _fee(posting: CrapsPosting, name: str) -> str:
    share = f"{100 * float(posting.vigorish):g}%"
    of_the_win = name == "lay" and posting.lay_vigorish_of == "win"
    return f"{share} of {'what it can win' if of_the_win else 'the bet'}"
