"""19:46-1.10C: what the layout and the sign of a Blackjack Switch table bear."""

from collections.abc import Iterator

from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations.switch import NAME
from chapter47.core.findings import displayed


@displayed("19:46-1.10C(b)1", "layout", of=NAME, editions="switch")
def licensee_name(table: TableRules) -> Iterator[str]:
    del table
    yield "the name or trade name of the licensee"


@displayed("19:46-1.10C(b)2", "layout", of=NAME, editions="switch")
def two_betting_areas(table: TableRules) -> Iterator[str]:
    del table
    yield "two betting areas side by side at each position"


@displayed("19:46-1.10C(b)3", "layout", of=NAME, editions="switch")
def match_area(table: TableRules) -> Iterator[str]:
    del table
    yield "a separate area at each position for the match wager"


def _inscription(words: str) -> Iterator[str]:
    yield f'"{words}" (or on the sign)'


@displayed("19:46-1.10C(b)4i", "layout", of=NAME, editions="switch")
def blackjack_pays(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Blackjack pays 1 to 1")


@displayed("19:46-1.10C(b)4ii", "layout", of=NAME, editions="switch")
def insurance_pays(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Insurance pays 2 to 1")


@displayed("19:46-1.10C(b)4iii", "layout", of=NAME, editions="switch")
def dealer_hits(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Dealer must hit a soft 17")


@displayed("19:46-1.10C(b)4iv", "layout", of=NAME, editions="switch")
def dealer_pushes(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Dealer pushes on 22")


@displayed("19:46-1.10C(b)5", "layout", of=NAME, editions="switch")
def match_odds_on_the_layout(table: TableRules) -> Iterator[str]:
    if table.offering("match"):
        yield "the odds of the match wager, unless the sign gives them"


@displayed("19:46-1.10C(c)1", "sign", of=NAME, editions="switch")
def match_paid_once(table: TableRules) -> Iterator[str]:
    """At every Switch table: its layout has the area of the match wager (b)3 whether it is offered or not."""
    del table
    yield "that several matches in a player's four cards are paid once, at the best of them"


@displayed("19:46-1.10C(c)2", "sign", of=NAME, editions="switch")
def match_odds_on_the_sign(table: TableRules) -> Iterator[str]:
    if table.offering("match"):
        yield "the odds of the match wager, where the layout does not print them"
