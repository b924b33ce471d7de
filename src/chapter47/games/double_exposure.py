"""Double exposure: both dealer cards face up, 19:47-2.6(k)."""

from datetime import date

from chapter47.findings import Breach, announced, limit, option
from chapter47.games.variation import Variation, sections_of_subchapter_2
from chapter47.posting import BLACKJACK_GAMES, TableRules


def _sections(table: TableRules) -> list[str]:
    return [section for section in sections_of_subchapter_2(table) if section != "19:47-2.9"]


DOUBLE_EXPOSURE = Variation(
    name="double-exposure",
    title="Double exposure",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    defaults={"hole_card": "face-up"},
)


@option("game", "the hole card face up", "19:47-2.6(k)", since=date(1991, 11, 4))
def face_up(table: TableRules) -> bool:
    """A table that calls itself blackjack and shows the hole card uses it too."""
    return table.is_game("double-exposure") or (table.is_game(*BLACKJACK_GAMES) and table.hole_card == "face-up")


@limit("19:47-2.6(k)", editions="1996 2010", since=date(1991, 11, 4))
def face_up_is_double_exposure(table: TableRules) -> Breach | None:
    """A face-up hole card and the game's rules go together, and not with the progressive wager."""
    if not table.is_game(*BLACKJACK_GAMES):
        return None
    exposed = table.hole_card == "face-up"
    if exposed != table.is_game("double-exposure"):
        message = "a face-up hole card is double exposure, and double exposure has one"
        want = (
            "face-up"
            if table.is_game("double-exposure")
            else 'none, face-down, card-reader, or game = "double-exposure"'
        )
        return ("hole_card.double_exposure", message, table.hole_card, want)
    if exposed and table.offering("progressive") and table.day >= date(1996, 7, 15):
        return ("double_exposure.progressive", "no progressive wager at double exposure", "progressive", "none")
    return None


@announced("19:47-2.6(k)", "the hole card dealt face up", editions="1996 2010", start=True)
def exposes_the_hole_card(table: TableRules) -> bool:
    return table.is_game("double-exposure")


@limit("19:47-2.6(k)3", editions="1996 2010", since=date(1991, 11, 4))
def no_surrender_no_insurance(table: TableRules) -> Breach | None:
    keys = [key for key in ("surrender", "even_money", "insurance_at_turn") if getattr(table, key)]
    if not table.is_game("double-exposure") or not keys:
        return None
    message = "double exposure has neither surrender nor insurance, nor even money in its place"
    return ("double_exposure.no_surrender_or_insurance", message, ", ".join(keys), "none of them")


@limit("19:47-2.6(k)5", editions="1996 2010", since=date(1991, 11, 4))
def no_resplit(table: TableRules) -> Breach | None:
    if not table.is_game("double-exposure") or table.split_hands <= 2:
        return None
    return ("double_exposure.no_resplit", "a pair is split once at double exposure", str(table.split_hands), "2")
