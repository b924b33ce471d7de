"""Fees are to the cent, so that a price is that of a stake: buy and lay bets at several stakes, worked by hand."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

import chapter47
from chapter47.cli.app import app
from chapter47.craps.analysis.prices import wager_price
from chapter47.craps.analysis.pricing import price, price_at
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.wagers import WAGERS

SHARE = Fraction(45, 1000)
WHEN_MADE = [
    # 4: won 1 of 3 at 2 to 1, which costs nothing; the fee is 4.5 % of the stake, the half cent left out
    ("buy", 4, 5_00, "win", 22),
    ("buy", 4, 10_00, "win", 45),
    ("buy", 4, 15_00, "win", 67),
    # 5: 3 to 2 needs an even number of dollars
    ("buy", 5, 6_00, "win", 27),
    ("buy", 5, 10_00, "win", 45),
    # lay 4: $6 can win $3, of which 13.5 cents; $10 can win $5, of which 22.5
    ("lay", 4, 6_00, "win", 13),
    ("lay", 4, 10_00, "win", 22),
    ("lay", 4, 6_00, "wager", 27),
    # lay 6: $6 can win $5; $12 can win $10
    ("lay", 6, 6_00, "win", 22),
    ("lay", 6, 12_00, "win", 45),
]


@pytest.mark.parametrize(("name", "number", "stake", "of", "fee"), WHEN_MADE)
def test_the_fee_of_a_stake_is_all_that_a_true_bet_costs(
    name: str, number: int, stake: int, of: Literal["win", "wager"], fee: int
) -> None:
    table = CrapsPosting(buy=(4, 5), lay=(4, 6), vigorish=SHARE, lay_vigorish_of=of)
    made = wager_price(table, WAGERS[name], number, stake=stake)
    assert (made.stake, made.fee_in_cents) == (stake, fee)
    assert made.house_edge == Fraction(fee, stake)
    assert made.house_edge_of_outlay == Fraction(fee, stake + fee)


@pytest.mark.parametrize(
    ("name", "number", "stake", "fee", "won"),
    [
        ("buy", 4, 5_00, 22, Fraction(1, 3)),
        ("buy", 4, 15_00, 67, Fraction(1, 3)),
        ("lay", 4, 6_00, 13, Fraction(2, 3)),
        ("lay", 6, 12_00, 45, Fraction(6, 11)),
    ],
)
def test_a_fee_of_winners_is_paid_as_often_as_the_bet_wins(
    name: str, number: int, stake: int, fee: int, won: Fraction
) -> None:
    table = CrapsPosting(buy=(4,), lay=(4, 6), vigorish=SHARE, vigorish_when="won")
    made = wager_price(table, WAGERS[name], number, stake=stake)
    assert made.house_edge == made.house_edge_of_outlay == won * Fraction(fee, stake)


def test_a_price_is_that_of_the_least_stake_or_of_the_one_named() -> None:
    table = CrapsPosting(buy=(4,), lay=(6,), vigorish=SHARE)
    least, named = (
        {name: priced.data()["wagers"][name]["bets"] for name in ("buy", "lay")}
        for priced in (price(table), price_at(table, 15_00))
    )
    assert (least["buy"]["4"]["stake"], least["buy"]["4"]["exact"]) == (5.0, str(Fraction(22, 5_00)))
    assert (named["buy"]["4"]["stake"], named["buy"]["4"]["exact"]) == (15.0, str(Fraction(67, 15_00)))
    # chips pay 5 to 6 only of multiples of $6: the next above $15 is $18, which can win $15
    assert (named["lay"]["6"]["stake"], named["lay"]["6"]["exact"]) == (18.0, str(Fraction(67, 18_00)))


def test_edge_names_a_stake_at_craps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "craps.toml"
    path.write_text('game = "craps"\nbuy = [4]\nvigorish = 0.045\n', encoding="utf-8")
    assert app(["edge", str(path), "--bet", "15", "--json"], result_action="return_value") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["wagers"]["buy"]["bets"]["4"]["exact"] == "67/1500"
    assert shown["wagers"]["pass"]["exact"] == "7/495"
    for bet, citation in (("4", "19:47-8.2"), ("1001", "19:47-8.2"), ("5.50", "19:47-8.2"), ("much", "")):
        with pytest.raises(chapter47.Chapter47Error) as refused:
            chapter47.edge(chapter47.read_table(path), bet=bet)
        (problem,) = refused.value.problems
        assert (problem.key, problem.got, problem.citation) == ("bet", bet, citation)
