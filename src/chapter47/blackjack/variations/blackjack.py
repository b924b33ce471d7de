"""Blackjack as in 19:47-2.1 to 2.16, and its layout (19:46-1.10)."""

from collections.abc import Iterator

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations.variation import Variation, sections_of_subchapter_2
from chapter47.core.findings import displayed

BLACKJACK = Variation(
    name="blackjack",
    title="Blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=sections_of_subchapter_2,
    playable=True,
)


@displayed("19:46-1.10", "layout", editions="")
def layout(table: TableRules) -> Iterator[str]:
    yield "the name or trade name of the licensee"
    yield f'"Blackjack pays {table.traits.blackjack_pays}"'
    if table.soft_17 == "hit":
        yield '"Dealer must hit soft 17s"'
    else:
        yield '"Dealer must draw to 16 and stand on all 17s"'
    if table.traits.insurance:
        yield '"Insurance pays 2 to 1"'
    yield from table.traits.layout
