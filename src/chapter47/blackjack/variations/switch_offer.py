"""What a Blackjack Switch table may offer: 19:47-2A.2 to 2A.14, and positions, layout and sign of 19:46-1.10C."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.shared_box import MOST_BETTORS
from chapter47.blackjack.rules.shuffle_and_cut import quarter_behind
from chapter47.blackjack.rules.split import MOST_HANDS
from chapter47.blackjack.wagers import switch_match
from chapter47.blackjack.wagers.wager import below
from chapter47.core.findings import Breach, announced, displayed, limit, option


@option("game", "Blackjack Switch", "19:47-2A.1", since=date(2007, 11, 20), by=date(2010, 12, 31))
def blackjack_switch(table: TableRules) -> bool:
    """Forbid Switch before the temporary rules; these cite 2.25, so they cannot be older."""
    del table
    return True


@limit("19:46-1.10C(a)", editions="switch")
def at_most_five_positions(table: TableRules) -> Breach | None:
    if table.boxes <= 5:
        return None
    return Breach("boxes.too_many", "a Switch table has at most five betting positions", str(table.boxes), "1 to 5")


@limit("19:47-2A.2(a)", editions="switch")
def six_or_eight_decks_at_switch(table: TableRules) -> Breach | None:
    if table.decks in (6, 8):
        return None
    return Breach("decks.six_or_eight", "Switch must be played with six or eight decks", str(table.decks), "6 or 8")


@limit("19:47-2A.4(f)", editions="")
def cutting_card_at_switch(table: TableRules) -> Breach | None:
    """Require the cutting card; a machine's stack is not cut, 2A.4(b)1, so (f) applies only to other stacks."""
    uncut = table.shuffle == "machine" and not table.preshuffled
    return quarter_behind(table) if not uncut else None


@limit("19:47-2A.5(g)", editions="")
def pays_one_to_one(table: TableRules) -> Breach | None:
    if not table.optional_payouts:
        return None
    got = ", ".join(table.optional_payouts)
    return Breach("optional_payouts.switch", "every winning hand pays 1 to 1 at Switch", got, "none")


@limit("19:47-2A.5(h)", editions="")
def mid_shoe_entry_at_switch(table: TableRules) -> Breach | None:
    if isinstance(table.mid_shoe_entry, str) or not table.mid_shoe_entry:
        return None
    message = "at Switch a player who sat out a round may be refused; the older options are not available"
    return Breach("mid_shoe_entry.new_text", message, ", ".join(table.mid_shoe_entry), "open or barred")


@limit("19:47-2A.5(i)", editions="switch")
def wagers_not_at_switch(table: TableRules) -> Breach | None:
    offered = [offer.name for offer in table.offering(*table.traits.forbids)]
    if not offered:
        return None
    return Breach(
        "switch.excludes",
        "these wagers must not be offered at Switch",
        ", ".join(offered),
        "none of them",
        f"wagers.{offered[0]}",
    )


@limit("19:47-2A.6(c)", editions="switch")
def least_odds_of_a_match(table: TableRules) -> Breach | None:
    floor = switch_match.WAGER.floor
    return next((below(offer, floor(table, offer)) for offer in table.offering(switch_match.WAGER.name)), None)


@limit("19:47-2A.7(a)", editions="switch")
def one_shoe_at_switch(table: TableRules) -> Breach | None:
    if table.shoe == "single":
        return None
    return Breach("shoe.single", "Switch must be dealt from one shoe at the dealer's left", table.shoe, "single")


@limit("19:47-2A.7(l)", editions="")
def hole_card_at_switch(table: TableRules) -> Breach | None:
    if table.hole_card != "face-up":
        return None
    message = "the hole card must be dealt after the players have acted, or face down"
    return Breach("hole_card.switch", message, table.hole_card, "none, face-down or card-reader")


@limit("19:47-2A.8(a)", editions="")
def even_money_at_switch(table: TableRules) -> Breach | None:
    if not table.even_money:
        return None
    return Breach("even_money.switch", "subchapter 2A has insurance but no even money", "true", "false")


@limit("19:47-2A.8(a)2", editions="")
def insurance_before_the_switch(table: TableRules) -> Breach | None:
    if not table.insurance_at_turn:
        return None
    message = "insurance must be placed before any player is offered the switch"
    return Breach("insurance_at_turn.switch", message, "true", "false")


@announced("19:47-2A.9(c)", "surrender", editions="switch", start=True, stop=True)
def surrender_at_switch(table: TableRules) -> bool:
    return table.surrender


@limit("19:47-2A.10(a)", editions="")
def double_after_split_at_switch(table: TableRules) -> Breach | None:
    if table.double_after_split:
        return None
    return Breach("double_after_split.required", "doubling a split hand must be allowed at Switch", "false", "true")


@limit("19:47-2A.10(b)", editions="")
def double_card_face_up_at_switch(table: TableRules) -> Breach | None:
    if table.double_card == "face-up":
        return None
    message = "the double-down card must be dealt face up at Switch"
    return Breach("double_card.face_up", message, table.double_card, "face-up")


@limit("19:47-2A.11(e)", editions="switch")
def hands_from_one_pair_at_switch(table: TableRules) -> Breach | None:
    if 2 <= table.split_hands <= MOST_HANDS:
        return None
    message = "a pair may become two, three or four hands at Switch"
    return Breach("split_hands.too_many", message, str(table.split_hands), "2 to 4")


@announced("19:47-2A.11(e)", "aces split only once where other pairs are split again", editions="switch", start=True)
def aces_once(table: TableRules) -> bool:
    return table.split_hands > 2 and not table.resplit_aces


@limit("19:47-2A.12(b)", editions="")
def hits_soft_17_at_switch(table: TableRules) -> Breach | None:
    if table.soft_17 == "hit":
        return None
    return Breach("soft_17.hit_only", "the dealer must draw on soft 17 at Switch", "stand", "hit")


@limit("19:47-2A.13(a)", editions="switch")
def at_most_three_on_a_spot(table: TableRules) -> Breach | None:
    if 1 <= table.bettors_per_box <= MOST_BETTORS:
        return None
    return Breach(
        "bettors_per_box.too_many", "at most three people may bet on a spot", str(table.bettors_per_box), "1 to 3"
    )


@limit("19:47-2A.14", editions="")
def spots_of_this_table(table: TableRules) -> Breach | None:
    if 1 <= table.boxes_per_player <= table.boxes:
        return None
    message = "the extra spots of one player must be spots of this table"
    return Breach("boxes_per_player.too_many", message, str(table.boxes_per_player), f"1 to {table.boxes}")


@displayed("19:46-1.10C(b)1", "layout", editions="switch")
def licensee_name(table: TableRules) -> Iterator[str]:
    del table
    yield "the name or trade name of the licensee"


@displayed("19:46-1.10C(b)2", "layout", editions="switch")
def two_betting_areas(table: TableRules) -> Iterator[str]:
    del table
    yield "two betting areas side by side at each position"


@displayed("19:46-1.10C(b)3", "layout", editions="switch")
def match_area(table: TableRules) -> Iterator[str]:
    del table
    yield "a separate area at each position for the match wager"


def _inscription(words: str) -> Iterator[str]:
    yield f'"{words}" (or on the sign)'


@displayed("19:46-1.10C(b)4i", "layout", editions="switch")
def blackjack_pays(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Blackjack pays 1 to 1")


@displayed("19:46-1.10C(b)4ii", "layout", editions="switch")
def insurance_pays(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Insurance pays 2 to 1")


@displayed("19:46-1.10C(b)4iii", "layout", editions="switch")
def dealer_hits(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Dealer must hit a soft 17")


@displayed("19:46-1.10C(b)4iv", "layout", editions="switch")
def dealer_pushes(table: TableRules) -> Iterator[str]:
    del table
    return _inscription("Dealer pushes on 22")


@displayed("19:46-1.10C(b)5", "layout", editions="switch")
def match_odds_on_the_layout(table: TableRules) -> Iterator[str]:
    if table.offering("match"):
        yield "the odds of the match wager, unless the sign gives them"


@displayed("19:46-1.10C(c)1", "sign", editions="switch")
def match_paid_once(table: TableRules) -> Iterator[str]:
    """Require the sign at every Switch table: the layout has the area of the match wager (b)3 whether it is offered or
    not."""
    del table
    yield "that several matches in a player's four cards are paid once, at the best odds among them"


@displayed("19:46-1.10C(c)2", "sign", editions="switch")
def match_odds_on_the_sign(table: TableRules) -> Iterator[str]:
    if table.offering("match"):
        yield "the odds of the match wager, unless the layout prints them"


@displayed("19:47-2A.15(j)", "notice", editions="switch", only_on_change=True)
def shuffling_device_is_removed(table: TableRules) -> Iterator[str]:
    """Require the device off the table before the cards are shuffled in another way."""
    if table.shuffle != "machine":
        yield "the automatic shuffling device is taken off the table before the cards are shuffled in another way"


LIMITS = (
    at_most_five_positions,
    six_or_eight_decks_at_switch,
    cutting_card_at_switch,
    pays_one_to_one,
    mid_shoe_entry_at_switch,
    wagers_not_at_switch,
    least_odds_of_a_match,
    one_shoe_at_switch,
    hole_card_at_switch,
    even_money_at_switch,
    insurance_before_the_switch,
    double_after_split_at_switch,
    double_card_face_up_at_switch,
    hands_from_one_pair_at_switch,
    hits_soft_17_at_switch,
    at_most_three_on_a_spot,
    spots_of_this_table,
)
OPTIONS = (blackjack_switch,)
NOTICES = (
    surrender_at_switch,
    aces_once,
    licensee_name,
    two_betting_areas,
    match_area,
    blackjack_pays,
    insurance_pays,
    dealer_hits,
    dealer_pushes,
    match_odds_on_the_layout,
    match_paid_once,
    match_odds_on_the_sign,
    shuffling_device_is_removed,
)
