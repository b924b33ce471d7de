"""6 to 5 blackjack: 19:47-2.6A and the paragraphs that name the variation."""

from datetime import date
from fractions import Fraction

from chapter47.findings import Breach, limit, option
from chapter47.games.variation import Variation, sections_of_subchapter_2
from chapter47.posting import TableRules


def _sections(table: TableRules) -> list[str]:
    return sections_of_subchapter_2(table, "19:47-2.6A")


SIX_TO_FIVE = Variation(
    name="six-to-five",
    title="6 to 5 blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    defaults={"decks": 2, "soft_17": "hit", "shuffle": "machine", "cut_card": Fraction(1, 3)},
)


@option("game", "the 6 to 5 variation", "19:47-2.6A", since=date(2006, 1, 17))
def six_to_five(table: TableRules) -> bool:
    return table.is_game("six-to-five")


@limit("19:47-2.6A(a)", since=date(2006, 1, 17))
def dealt_from_the_hand(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five") or table.shoe == "single":
        return None
    return ("shoe.from_the_hand", "6 to 5 is dealt from the hand, not from a double shoe", table.shoe, "single")


@limit("19:47-2.6A(h)", since=date(2006, 1, 17))
def hole_card_only_with_reader(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five") or table.hole_card not in ("face-down", "face-up"):
        return None
    message = "at 6 to 5 a hole card is dealt only to be read in a card reader"
    return ("hole_card.reader_required", message, table.hole_card, "none or card-reader")
