"""What a Spanish 21 table may offer: 19:47-19.4(e) to 19.7(a), what is known of the lost sections, and 19:46-1.10B."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.shared_box import MOST_BETTORS
from chapter47.blackjack.rules.shuffle_and_cut import quarter_behind
from chapter47.blackjack.rules.split import MOST_HANDS
from chapter47.core.findings import Breach, announced, displayed, limit, option


@option("game", "Spanish 21", "19:47-19.5(a)", since=date(1996, 5, 21), by=date(2001, 9, 17))
def spanish_21(table: TableRules) -> bool:
    """Forbid Spanish 21 on days whose table of contents does not list it yet."""
    del table
    return True


@limit("19:46-1.10B", editions="")
def six_positions_and_all_17s(table: TableRules) -> Breach | None:
    """Require at most six positions, and a dealer who stands on every 17, as the layout says."""
    if table.boxes > 6:
        return Breach(
            "boxes.too_many", "a Spanish 21 table has at most six betting positions", str(table.boxes), "1 to 6"
        )
    if table.soft_17 == "hit":
        return Breach("soft_17.stand_only", "the dealer must stand on every 17 at Spanish 21", "hit", "stand")
    return None


@limit("19:47-19.2", editions="")
def six_or_eight_spanish_decks(table: TableRules) -> Breach | None:
    if table.decks in (6, 8):
        return None
    return Breach("decks.six_or_eight", "Spanish 21 must be played with six or eight decks", str(table.decks), "6 or 8")


@limit("19:47-19.3", editions="")
def no_preshuffled_cards(table: TableRules) -> Breach | None:
    if not table.preshuffled:
        return None
    message = "pre-shuffled cards were introduced on 2007-03-19, after the Spanish 21 text that is held"
    return Breach("preshuffled.not_yet", message, "true", "false")


@limit("19:47-19.4(e)", editions="")
def cutting_card_at_spanish_21(table: TableRules) -> Breach | None:
    return quarter_behind(table)


@limit("19:47-19.4(g)", editions="")
def no_bart_carter_shuffle(table: TableRules) -> Breach | None:
    if table.shuffle != "bart-carter":
        return None
    message = "19.4 reshuffles the whole shoe and has no Bart Carter shuffle"
    return Breach("shuffle.bart_carter", message, table.shuffle, "manual, machine or continuous")


@limit("19:47-19.5(e)", editions="")
def its_own_odds(table: TableRules) -> Breach | None:
    """Require its own pay-outs, fixed by 19.5(e) and (f); even money is pointless if blackjack beats blackjack."""
    got = [*table.optional_payouts, *(["even_money"] if table.even_money else [])]
    if not got:
        return None
    return Breach("optional_payouts.spanish_21", "Spanish 21 has only its own pay-outs", ", ".join(got), "none")


@limit("19:47-19.5(j)", editions="2001")
def mid_shoe_entry_by_options(table: TableRules) -> Breach | None:
    if table.mid_shoe_entry != "barred":
        return None
    message = "only the four listed options can restrict entry during a shoe"
    return Breach("mid_shoe_entry.old_text", message, "barred", 'open or a list of "i1" to "i4"')


def _entry_option(table: TableRules, name: str) -> bool:
    return not isinstance(table.mid_shoe_entry, str) and name in table.mid_shoe_entry


@announced("19:47-19.5(j)", "the restriction of entry during a shoe", editions="2001", start=True)
def restricts_entry(table: TableRules) -> frozenset[str]:
    return frozenset(name for name in ("i1", "i2", "i3", "i4") if _entry_option(table, name))


@limit("19:47-19.7(a)", editions="2001")
def one_shoe_at_spanish_21(table: TableRules) -> Breach | None:
    if table.shoe != "single":
        return Breach(
            "shoe.single", "Spanish 21 must be dealt from one shoe at the dealer's left", table.shoe, "single"
        )
    if table.hole_card == "face-up":
        message = "the hole card must be dealt after the players have acted, or face down"
        return Breach("hole_card.spanish_21", message, table.hole_card, "none, face-down or card-reader")
    return None


@limit("19:47-19.9", editions="")
def doubling_at_spanish_21(table: TableRules) -> Breach | None:
    if not table.double_after_split:
        return Breach(
            "double_after_split.required", "doubling a split hand must be allowed at Spanish 21", "false", "true"
        )
    if table.double_card != "face-up":
        message = "the double-down card must be dealt face up; the face-down option is for blackjack, from 2005"
        return Breach("double_card.face_up", message, table.double_card, "face-up")
    return None


@limit("19:47-19.10", editions="")
def hands_from_one_pair_at_spanish_21(table: TableRules) -> Breach | None:
    if 2 <= table.split_hands <= MOST_HANDS:
        return None
    return Breach(
        "split_hands.too_many", "a pair may become two, three or four hands", str(table.split_hands), "2 to 4"
    )


@limit("19:47-19", editions="")
def sharing_a_box_at_spanish_21(table: TableRules) -> Breach | None:
    """Limit the sharing of boxes; the section is lost, so 2.13 and 2.14 are the model."""
    if not 1 <= table.bettors_per_box <= MOST_BETTORS:
        return Breach(
            "bettors_per_box.too_many", "at most three people may bet on a box", str(table.bettors_per_box), "1 to 3"
        )
    if not 1 <= table.boxes_per_player <= table.boxes:
        message = "the extra boxes of one player must be boxes of this table"
        return Breach("boxes_per_player.too_many", message, str(table.boxes_per_player), f"1 to {table.boxes}")
    return None


@displayed("19:46-1.10B", "layout", editions="")
def spanish_layout(table: TableRules) -> Iterator[str]:
    yield "the name or trade name of the licensee"
    yield "an area for the main wager and one for match-the-dealer at each position"
    yield '"Blackjack pays 3 to 2"'
    yield '"Dealer must draw to 16 and stand on all 17\'s"'
    yield '"Insurance pays 2 to 1"'
    yield "the odds of every bonus of 19.5(f) and (g)"


@displayed("19:46-1.10B(c)", "sign", editions="")
def spanish_sign(table: TableRules) -> Iterator[str]:
    yield "that doubled hands win no bonus of 19.5(f), and doubled or split hands no super bonus of 19.5(g)"
    if table.offering("match-the-dealer"):
        yield "the match-the-dealer odds, unless the layout prints them"


LIMITS = (
    six_positions_and_all_17s,
    six_or_eight_spanish_decks,
    no_preshuffled_cards,
    cutting_card_at_spanish_21,
    no_bart_carter_shuffle,
    its_own_odds,
    mid_shoe_entry_by_options,
    one_shoe_at_spanish_21,
    doubling_at_spanish_21,
    hands_from_one_pair_at_spanish_21,
    sharing_a_box_at_spanish_21,
)
OPTIONS = (spanish_21,)
NOTICES = (restricts_entry, spanish_layout, spanish_sign)
