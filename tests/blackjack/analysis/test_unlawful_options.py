"""Options that a game's law fixes are priced as the table posts them, and marked not lawful with their paragraph."""

import pytest

import chapter47
from chapter47.library.prices import comparisons

UNLAWFUL = (
    ("six-to-five", "soft_17", "stand", "19:47-2.12(d)", -0.0021),
    ("six-to-five", "surrender", True, "19:47-2.8(c)", -0.0009),
    ("double-exposure", "surrender", True, "19:47-2.6(k)3", -0.0293),
    ("double-exposure", "split_hands", 3, "19:47-2.6(k)5", -0.0025),
    ("spanish-21", "soft_17", "hit", "19:46-1.10B", 0.0041),
    ("spanish-21", "double_after_split", False, "19:47-19.9", 0.0012),
    ("switch", "soft_17", "stand", "19:47-2A.12(b)", -0.0039),
)


@pytest.mark.parametrize(("game", "key", "value", "citation", "difference"), UNLAWFUL)
def test_an_option_that_the_law_fixes_has_its_price(
    game: str, key: str, value: object, citation: str, difference: float
) -> None:
    written = str(value).lower() if isinstance(value, bool) else value
    (row,) = comparisons(chapter47.table(game=game, decks=6), [f"{key}={written}"], readings=False)["vary"]
    assert row["difference"] == pytest.approx(difference, abs=0.0005)
    assert row["lawful"] is False
    assert citation in row["forbidden_by"]


def test_the_simulator_plays_what_is_posted() -> None:
    table = chapter47.table(game="six-to-five", soft_17="stand", surrender=True)
    played = chapter47.simulate(table, 1_000_000, 1, fresh=True)
    assert played.standard_error is not None
    assert played.house_edge == pytest.approx(chapter47.edge(table).house_edge, abs=4 * played.standard_error)


def test_even_money_at_switch_is_not_priced() -> None:
    priced = chapter47.edge(chapter47.table(game="switch", even_money=True))
    assert priced.house_edge is None
    assert "even money is not priced at Switch: 19:47-2A.8(a) allows insurance only" in priced.notes


@pytest.mark.parametrize(
    ("game", "offers", "citation"),
    [
        ("craps", ["pass", "fire", "hop", "big-6", "big-8"], "19:47-1.2(a)"),
        ("baccarat", ["banker", "dragon-7", "panda-8", "player-pair", "banker-pair"], "19:47-3.2(a)"),
    ],
)
def test_wagers_that_are_not_authorized_say_why_they_have_no_price(game: str, offers: list[str], citation: str) -> None:
    lawful, *others = offers
    priced = chapter47.edge(chapter47.table(game=game, offers=offers)).wagers
    assert list(priced) == offers
    assert priced[lawful].why is None
    for name in others:
        assert priced[name].house_edge is None
        assert citation in (priced[name].why or "")
