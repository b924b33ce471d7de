"""Cents and odds: exact, and written so that they can be read again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chapter47.core.money import EVEN, Odds, amount, cents, dollars, to_the_cent


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("0", 0),
        ("0.01", 1),
        ("1", 100),
        ("2.50", 250),
        ("15", 1500),
        ("007", 700),
        ("999999999999.99", 99_999_999_999_999),
    ],
)
def test_an_amount(text: str, worth: int) -> None:
    assert cents(text) == worth


@pytest.mark.parametrize(
    "text",
    ["", " ", "-1", "+1", "1.5", "1.", ".50", "1.505", "1,000", "$5", "1e3", "five", "1 ", "1\n", "٣", "1" * 13, "nan"],
)
def test_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an amount: write dollars such as 15, or with cents such as 2.50"):
        cents(text)


@given(st.integers(0, 10**14 - 1))
def test_the_text_of_an_amount_rebuilds_it(worth: int) -> None:
    assert cents(amount(worth)) == worth


@pytest.mark.parametrize(
    ("worth", "text"),
    [(0, "$0"), (5, "$0.05"), (250, "$2.50"), (1500, "$15"), (500_000, "$5,000"), (-1000, "-$10"), (-5, "-$0.05")],
)
def test_an_amount_for_people(worth: int, text: str) -> None:
    assert dollars(worth) == text


@pytest.mark.parametrize(
    ("exact", "worth"),
    [
        (Fraction(0), 0),
        (Fraction(1, 3), 0),
        (Fraction(1, 2), 1),
        (Fraction(2, 3), 1),
        (Fraction(3, 2), 2),
        (Fraction(5, 2), 3),
        (Fraction(7), 7),
    ],
)
def test_half_a_cent_goes_up(exact: Fraction, worth: int) -> None:
    assert to_the_cent(exact) == worth


@given(st.fractions(min_value=0))
def test_to_the_cent_is_within_half_a_cent(exact: Fraction) -> None:
    assert -Fraction(1, 2) < to_the_cent(exact) - exact <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("odds", "stake", "paid"),
    [
        ("3 to 2", 1000, 1500),
        ("3 to 2", 101, 152),
        ("6 to 5", 1000, 1200),
        ("6 to 5", 1, 1),
        ("6 to 5", 2, 2),
        ("6 to 5", 3, 4),
        ("1 to 1", 555, 555),
        ("2 to 1", 250, 500),
        ("2.5 to 1", 100, 250),
        ("2.5 to 1", 101, 253),
        ("0.5 to 1", 1, 1),
        ("5000 to 1", 100, 500_000),
        ("0 to 1", 1000, 0),
    ],
)
def test_what_odds_pay_to_the_cent(odds: str, stake: int, paid: int) -> None:
    assert Odds.of(odds).pays(stake) == paid


@pytest.mark.parametrize(
    ("odds", "same", "text"),
    [("2.5 to 1", "5 to 2", "5 to 2"), ("6 to 4", "3 to 2", "3 to 2"), ("10 to 10", "1 to 1", "1 to 1")],
)
def test_the_same_odds_are_equal_and_written_alike(odds: str, same: str, text: str) -> None:
    assert Odds.of(odds) == Odds.of(same)
    assert str(Odds.of(odds)) == str(Odds.of(same)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "3:2",
        "3 for 2",
        "3to2",
        "3 to 0",
        "3 to -2",
        "-3 to 2",
        "3 to 2.5",
        "3 TO 2",
        "1e3 to 1",
        "2. to 1",
        "3 to 2 to 1",
        "2.55555 to 1",
        "9999999999 to 1",
        "1.0001 to 999999999",
        "٣ to ٢",
    ],
)
def test_no_odds(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not valid odds: write 3 to 2 or 2.5 to 1"):
        Odds.of(text)


@given(st.integers(0, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_the_text_of_odds_rebuilds_them(paid: int, staked: int) -> None:
    odds = Odds.of(f"{paid} to {staked}")
    assert odds.ratio == Fraction(paid, staked)
    assert Odds.of(str(odds)) == odds


@given(st.from_regex(r"[0-9]{1,9}\.[0-9]{1,4} to [1-9][0-9]{0,8}", fullmatch=True))
def test_odds_that_can_be_read_can_be_read_again(text: str) -> None:
    try:
        odds = Odds.of(text)
    except ValueError:
        assert max((Fraction(text.split()[0]) / int(text.split()[2])).as_integer_ratio()) >= 10**9
    else:
        assert Odds.of(str(odds)) == odds


@given(st.integers(0, 10**12))
def test_even_money_pays_the_stake(stake: int) -> None:
    assert EVEN.pays(stake) == stake
