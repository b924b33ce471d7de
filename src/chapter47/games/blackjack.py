"""Blackjack as 19:47-2.1 to 2.16 have it, and what its layout bears (19:46-1.10)."""

from collections.abc import Iterator

from chapter47.findings import displayed
from chapter47.games.variation import Variation, sections_of_subchapter_2
from chapter47.posting import BLACKJACK_GAMES, TableRules

BLACKJACK = Variation(
    name="blackjack",
    title="Blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=sections_of_subchapter_2,
    playable=True,
)

_PAYS = {"six-to-five": "6 to 5", "double-exposure": "1 to 1"}


@displayed("19:46-1.10", "layout", editions="")
def blackjack_layout(table: TableRules) -> Iterator[str]:
    if not table.is_game(*BLACKJACK_GAMES):
        return
    yield "the name or trade name of the licensee"
    yield f'"Blackjack pays {_PAYS.get(table.game, "3 to 2")}"'
    if table.soft_17 == "hit":
        yield '"Dealer must hit soft 17s"'
    else:
        yield '"Dealer must draw to 16 and stand on all 17s"'
    if not table.is_game("double-exposure"):
        yield '"Insurance pays 2 to 1"'
    if table.is_game("double-exposure"):
        yield "that the hole card is dealt face up"
    if table.is_game("multiple-action"):
        yield "a betting area for each of the wagers, and the dealer's areas for hands one, two and three"
