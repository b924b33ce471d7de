"""Every price of craps reckoned once more from dice alone, by none of the rules of the game, at random tables."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from chapter47.core.money import Odds
from chapter47.craps.analysis.prices import prices
from chapter47.craps.posting import CrapsPosting, OddsMultiple, WagerTerms

WAYS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
TRUE: Final = {4: "2", 5: "3/2", 6: "6/5", 8: "6/5", 9: "3/2", 10: "2"}
PLACE: Final = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
PLACE_TO_LOSE: Final = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
HARD: Final = {"hard-4": (4, "7"), "hard-6": (6, "9"), "hard-8": (8, "9"), "hard-10": (10, "7")}
SINGLE: Final = {
    "any-seven": ((7,), "4"),
    "any-craps": ((2, 3, 12), "7"),
    "craps-2": ((2,), "30"),
    "craps-3": ((3,), "15"),
    "eleven": ((11,), "15"),
    "craps-12": ((12,), "30"),
}
POINTS: Final = tuple(TRUE)
LOST: Final = Fraction(-1)

Ends = dict[Fraction, Fraction]
"""What one unit brings, and how likely that is."""


def ends_of(*ends: tuple[Fraction | int, Fraction]) -> Ends:
    counted: dict[Fraction, Fraction] = {}
    for net, chance in ends:
        counted[Fraction(net)] = counted.get(Fraction(net), Fraction(0)) + chance
    return counted


def line(*, against: bool, bars: int) -> Ends:
    wins = -1 if against else 1
    ends: list[tuple[Fraction | int, Fraction]] = []
    for total, ways in WAYS.items():
        chance, made = Fraction(ways, 36), Fraction(ways, ways + 6)
        if total in POINTS:
            ends += (wins, chance * made), (-wins, chance * (1 - made))
        elif total in (7, 11):
            ends.append((wins, chance))
        else:
            ends.append((0 if against and total == bars else -wins, chance))
    return ends_of(*ends)


def won_or_lost(chance: Fraction, pays: Fraction, lost: Fraction = LOST) -> Ends:
    return ends_of((pays, chance), (lost, 1 - chance))


def next_throw(pays: Mapping[int, Fraction]) -> Ends:
    return ends_of(*((pays.get(total, LOST), Fraction(ways, 36)) for total, ways in WAYS.items()))


def before_seven(number: int) -> Fraction:
    return Fraction(WAYS[number], WAYS[number] + 6)


# A table drawn at random ---------------------------------------------------------------------------------------------


@st.composite
def postings(draw: st.DrawFn) -> CrapsPosting:
    """Odds at the floor or a little better, any fee, any multiple of odds."""
    better = st.integers(0, 2)
    terms = {
        name: WagerTerms(odds={"": Odds(Fraction(pays) + draw(better))}) for name, (_, pays) in (HARD | SINGLE).items()
    }
    place = {str(point): Odds(Fraction(pays) + draw(better)) for point, pays in PLACE.items()}
    field = {row: Odds(Fraction(pays + draw(better))) for row, pays in (("2", 2), ("12", 2), ("other", 1))}
    multiples = {point: Fraction(draw(st.integers(1, 40)), 2) for point in POINTS}
    return CrapsPosting(
        bars=draw(st.sampled_from((12, 2))),
        buy=POINTS,
        lay=POINTS,
        vigorish=Fraction(draw(st.integers(0, 50)), 1000),
        vigorish_when=draw(st.sampled_from(("made", "won"))),
        lay_vigorish_of=draw(st.sampled_from(("win", "wager"))),
        minimum=100 * draw(st.integers(1, 60)),
        odds_multiple=OddsMultiple("drawn", multiples),
        wagers={**terms, "place-to-win": WagerTerms(odds=place), "field": WagerTerms(odds=field)},
    )


def paid(posting: CrapsPosting, wager: str, row: str = "") -> Fraction:
    return posting.wagers[wager].odds[row].ratio


def reckoned(posting: CrapsPosting) -> dict[str, dict[int, Ends]]:
    lines = {name: line(against=name.startswith("dont"), bars=posting.bars) for name in LINES}
    hard = {name: won_or_lost(Fraction(1, WAYS[n] + 6), paid(posting, name)) for name, (n, _) in HARD.items()}
    singles = {name: next_throw(dict.fromkeys(totals, paid(posting, name))) for name, (totals, _) in SINGLE.items()}
    other = dict.fromkeys((3, 4, 9, 10, 11), paid(posting, "field", "other"))
    field = next_throw({2: paid(posting, "field", "2"), 12: paid(posting, "field", "12"), **other})
    craps, eleven = paid(posting, "any-craps"), paid(posting, "eleven")
    halves = next_throw({**dict.fromkeys((2, 3, 12), (craps - 1) / 2), 11: (eleven - 1) / 2})
    plain = {**lines, **hard, **singles, "field": field, "craps-eleven": halves, "horn": horn(posting)}
    return {
        **{name: {0: ends} for name, ends in plain.items()},
        "horn-high": {high: horn(posting, high) for high in (2, 3, 11, 12)},
        "place-to-win": {n: won_or_lost(before_seven(n), paid(posting, "place-to-win", str(n))) for n in POINTS},
        "place-to-lose": {n: won_or_lost(1 - before_seven(n), Fraction(PLACE_TO_LOSE[n])) for n in POINTS},
        "buy": {n: with_fee(posting, before_seven(n), Fraction(TRUE[n]), of_the_win=False) for n in POINTS},
        "lay": {n: laid(posting, n) for n in POINTS},
    }


LINES: Final = ("pass", "dont-pass", "come", "dont-come")


def horn(posting: CrapsPosting, high: int = 0) -> Ends:
    """A unit on each of four totals, one more on the high one."""
    names = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}
    units = {total: 1 + (total == high) for total in names}
    staked = sum(units.values())
    return next_throw({n: (units[n] * (paid(posting, name) + 1) - staked) / staked for n, name in names.items()})


def with_fee(posting: CrapsPosting, chance: Fraction, pays: Fraction, *, of_the_win: bool) -> Ends:
    """At the least stake whose winnings are whole dollars; the fee is cut off at the cent."""
    unit = 100 * pays.denominator
    stake = -(-posting.minimum // unit) * unit
    share = posting.vigorish * (pays if of_the_win else 1)
    fee = Fraction(int(stake * share), stake)
    return won_or_lost(chance, pays - fee, LOST - fee if posting.vigorish_when == "made" else LOST)


def laid(posting: CrapsPosting, number: int) -> Ends:
    of_the_win = posting.lay_vigorish_of == "win"
    return with_fee(posting, 1 - before_seven(number), 1 / Fraction(TRUE[number]), of_the_win=of_the_win)


@settings(max_examples=25)
@given(postings())
def test_every_price_is_that_of_the_dice(posting: CrapsPosting) -> None:
    priced = prices(posting)
    by_dice = reckoned(posting)
    assert set(priced.wagers) == set(by_dice)
    for name, by_number in by_dice.items():
        assert set(priced.wagers[name]) == set(by_number)
        for number, ends in by_number.items():
            mean = sum((net * chance for net, chance in ends.items()), Fraction(0))
            squares = sum((net**2 * chance for net, chance in ends.items()), Fraction(0))
            price = priced.wagers[name][number]
            assert (price.house_edge, price.variance) == (-mean, squares - mean**2), (name, number)


@settings(max_examples=25)
@given(postings())
def test_odds_spread_the_same_loss_over_more_chips(posting: CrapsPosting) -> None:
    behind = posting.odds_multiple.by_point
    for name, against in (("pass", False), ("dont-pass", True)):
        loss = -sum((net * chance for net, chance in line(against=against, bars=posting.bars).items()), Fraction(0))
        laid_each = {n: behind[n] * (Fraction(TRUE[n]) if against else 1) for n in POINTS}
        staked = 1 + sum((Fraction(WAYS[n], 36) * laid_each[n] for n in POINTS), Fraction(0))
        assert prices(posting).odds["drawn"][name] == loss / staked
