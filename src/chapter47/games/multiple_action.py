"""Multiple action: two or three wagers on one hand, 19:47-2.18."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, announced, displayed, limit, option
from chapter47.games.variation import Variation, sections_of_subchapter_2
from chapter47.money import dollars
from chapter47.posting import TableRules


def _sections(table: TableRules) -> list[str]:
    return sections_of_subchapter_2(table, "19:47-2.18")


MULTIPLE_ACTION = Variation(
    name="multiple-action",
    title="Multiple action blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
)

EXCLUDED = ("progressive", "blackjack-bonus", "streak", "match-the-dealer", "twenty-point-bonus", "optional-bonus")


@option("game", "multiple action", "19:47-2.18(a)", since=date(1993, 9, 20))
def multiple_action(table: TableRules) -> bool:
    return table.is_game("multiple-action")


@limit("19:47-2.18(a)", editions="1996 2010", since=date(1993, 9, 20))
def without_the_other_wagers(table: TableRules) -> Breach | None:
    offered = [offer.name for offer in table.offering(*EXCLUDED)]
    if not table.is_game("multiple-action") or not offered:
        return None
    message = "multiple action may not be offered together with these wagers"
    return ("multiple_action.excludes", message, ", ".join(offered), "none of them")


@announced("19:47-2.18(a)", "multiple action", editions="1996 2010", stop=True)
def offers_multiple_action(table: TableRules) -> bool:
    return table.is_game("multiple-action")


@limit("19:47-2.18(b)", editions="1996 2010", since=date(1993, 9, 20))
def two_or_three_wagers(table: TableRules) -> Breach | None:
    if not table.is_game("multiple-action") or table.multiple_action_wagers in (2, 3):
        return None
    message = "a player makes two or three wagers; the licensee may require all three"
    return ("multiple_action_wagers.two_or_three", message, str(table.multiple_action_wagers), "2 or 3")


@displayed("19:47-2.18(b)", "posting", editions="1996 2010")
def number_and_limits(table: TableRules) -> Iterator[str]:
    if table.is_game("multiple-action"):
        yield (
            f"the least number of wagers, {table.multiple_action_wagers}, and the limits of each: "
            f"{dollars(table.minimum)} to {dollars(table.maximum)}"
        )


@limit("19:47-2.18(e)", editions="", since=date(1993, 9, 20))
def second_card_after_the_players(table: TableRules) -> Breach | None:
    """Each dealer's hand gets its second card by 2.6(h), once the players are done."""
    if not table.is_game("multiple-action") or table.hole_card == "none" or table.hole_card == "face-up":
        return None
    message = "at multiple action the dealer's second card is dealt after the players have acted"
    return ("hole_card.multiple_action", message, table.hole_card, "none")
