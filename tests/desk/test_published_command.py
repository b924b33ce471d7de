"""Figures in print beside ours: met to the last printed digit, or explained by a computation that is."""

from typing import Any

import pytest

from chapter47.cli.app import app
from chapter47.desk.published import PrintedFigure, PublishedFigure, published

NOT_EXPLAINED = {
    "Blackjack Switch, six decks, house edge in percent": 0.04,
    "double exposure, Atlantic City, eight decks, house edge in percent": 0.10,
    "variance of a round, six decks S17 DAS LS RSA, from the shoe": 0.001,
}
"""Figures that no computation of ours gives, with how far ours is away at most."""


@pytest.fixture(scope="module")
def rows() -> tuple[PublishedFigure, ...]:
    return published()


def test_figures_are_met_or_explained_by_computation(rows: tuple[PublishedFigure, ...]) -> None:
    open_figures = {row.figure: abs(row.difference) for row in rows if row.status == "not explained"}
    assert set(open_figures) == set(NOT_EXPLAINED)
    assert all(away <= NOT_EXPLAINED[name] for name, away in open_figures.items())


def test_statuses_are_what_the_figures_say(rows: tuple[PublishedFigure, ...]) -> None:
    assert len(rows) >= 70
    for row in rows:
        places = len(f"{row.published:g}".partition(".")[2])
        half = 0.5 * 10**-places + 1e-12
        assert row.difference == row.ours - row.published
        if row.status == "met":
            assert abs(row.difference) <= half
            assert row.reason is None
        if row.status == "explained":
            assert row.recomputed is not None
            assert row.reason
        assert row.status != "not explained" or row.reason


def test_a_reason_explains_only_if_its_figure_is_the_printed_one() -> None:
    def printed(**given: Any) -> str:
        return PrintedFigure("a book", "a figure", 0.58, 2, **given).compared().status

    assert printed(ours=lambda: 0.5849) == "met"
    assert printed(ours=lambda: 0.574, reason="a guess") == "not explained"
    assert printed(ours=lambda: 0.54, reason="another rule", recomputed=lambda: 0.583) == "explained"
    assert printed(ours=lambda: 0.54, reason="another rule", recomputed=lambda: 0.57) == "not explained"


def test_the_command_lists_every_reason(rows: tuple[PublishedFigure, ...], capsys: pytest.CaptureFixture[str]) -> None:
    app(["published"], result_action="return_value")
    shown = " ".join(capsys.readouterr().out.split())
    assert all(row.reason in shown for row in rows if row.reason)
