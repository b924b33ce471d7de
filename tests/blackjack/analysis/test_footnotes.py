"""A chart says where it differs from print because of the hands that reach a cell."""

import chapter47
from chapter47.library.pages import page


def test_sixteen_against_a_ten_with_surrender_has_a_footnote() -> None:
    best = chapter47.strategy(chapter47.table(decks=8, surrender=True))
    assert best.hard is not None
    assert best.hard["16"]["T"] == "Rs"
    (note,) = best.sheet.footnotes
    assert note.startswith("Rs at 16 against T: two-card hands are surrendered there")
    assert note in page(best.sheet)


def test_a_chart_like_the_printed_ones_has_none() -> None:
    assert chapter47.strategy(chapter47.table(decks=8)).sheet.footnotes == ()
