"""6 to 5 blackjack: 19:47-2.6A and the paragraphs that name the variation."""

from fractions import Fraction
from math import ceil

from chapter47.blackjack.events import Dealt, Did, Event, Opened, Place, Split
from chapter47.blackjack.hands import Total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import deal, double_down, draw, shuffle_and_cut
from chapter47.blackjack.state import Hand, Round
from chapter47.blackjack.traits import SIX_TO_FIVE_CAME_IN, SIX_TO_FIVE_STEP, TRAITS
from chapter47.blackjack.variations.variation import Variation, sections_of_subchapter_2
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.core.money import dollars
from chapter47.law import law

NAME = "six-to-five"
CAME_IN = SIX_TO_FIVE_CAME_IN
FIVE_DOLLARS = SIX_TO_FIVE_STEP
BLACKJACK_PAYS = TRAITS[NAME].blackjack_pays

CITES = {
    "19:47-2.2(d)3": "19:47-2.2(e)",
    "19:47-2.2(d)4": "19:47-2.2(e)",
    "19:47-2.2(d)5": "19:47-2.2(e)",
    "19:47-2.6(b)": "19:47-2.6A(b)",
    deal.FIRST_CARD: "19:47-2.6A(c)1",
    deal.UPCARD: "19:47-2.6A(c)2",
    deal.SECOND_CARD: "19:47-2.6A(c)3",
    "19:47-2.6(f)": "19:47-2.6A(d)",
    "19:47-2.6(g)": "19:47-2.6A(e)",
    "19:47-2.6(h)": "19:47-2.6A(f)",
    "19:47-2.6(i)": "19:47-2.6A(i)",
    "19:47-2.6(j)": "19:47-2.6A(h)",
    "19:47-2.6(l)": "19:47-2.6A(j)",
    "19:47-2.6(l)1": "19:47-2.6A(j)",
}


def _sections(table: TableRules) -> list[str]:
    return sections_of_subchapter_2(table, "19:47-2.6A")


# What may be offered -----------------------------------------------------------------------------------------------


@option("game", "the 6 to 5 variation", "19:47-2.6A", since=CAME_IN)
def six_to_five(table: TableRules) -> bool:
    del table
    return True


@limit("19:47-2.2(a)1", since=CAME_IN)
def one_or_two_decks(table: TableRules) -> Breach | None:
    if table.decks in (1, 2):
        return None
    return Breach("decks.one_or_two", "6 to 5 must be played with one or two decks", str(table.decks), "1 or 2")


@limit("19:47-2.2(e)", since=CAME_IN)
def machine_required(table: TableRules) -> Breach | None:
    if table.shuffle == "machine":
        return None
    return Breach("shuffle.machine_required", "6 to 5 must use a shuffling machine", table.shuffle, "machine")


@limit("19:47-2.3(d)", since=CAME_IN)
def multiples_of_five(table: TableRules) -> Breach | None:
    odd = [
        (key, value) for key, value in (("minimum", table.minimum), ("maximum", table.maximum)) if value % FIVE_DOLLARS
    ]
    if not odd:
        return None
    got = ", ".join(f"{key} {dollars(value)}" for key, value in odd)
    return Breach(
        f"{odd[0][0]}.multiple_of_five", "main wagers at 6 to 5 must be multiples of $5", got, "multiples of $5"
    )


@limit("19:47-2.3(e)", editions="1996 2001 2010", since=CAME_IN)
def no_optional_payouts(table: TableRules) -> Breach | None:
    if not table.optional_payouts:
        return None
    got = ", ".join(table.optional_payouts)
    return Breach("optional_payouts.six_to_five", "the optional pay-outs must not be offered at 6 to 5", got, "none")


@limit("19:47-2.5(i)", since=CAME_IN)
def cutting_card_a_third_in(table: TableRules) -> Breach | None:
    """Require the second cutting card, except for one round from a single deck."""
    if (table.rounds_per_deck == "one" and table.decks == 1) or table.cut_card >= Fraction(1, 3):
        return None
    message = "at least a third of the cards must be behind the second cutting card"
    return Breach("cut_card.third", message, f"{float(table.cut_card):g}", "1/3 or more")


@limit("19:47-2.6A(a)", since=CAME_IN)
def dealt_from_the_hand(table: TableRules) -> Breach | None:
    if table.shoe == "single":
        return None
    return Breach(
        "shoe.from_the_hand", "6 to 5 must be dealt from the hand, not from a double shoe", table.shoe, "single"
    )


@limit("19:47-2.6A(h)", since=CAME_IN)
def hole_card_only_with_reader(table: TableRules) -> Breach | None:
    if table.hole_card not in ("face-down", "face-up"):
        return None
    message = "at 6 to 5 a hole card is dealt only for a card reader"
    return Breach("hole_card.reader_required", message, table.hole_card, "none or card-reader")


@announced("19:47-2.10(d)", "the ban on doubling after a split", start=True)
def no_double_after_split(table: TableRules) -> bool:
    return not table.double_after_split


@limit("19:47-2.12(d)", since=CAME_IN)
def hits_soft_17(table: TableRules) -> Breach | None:
    if table.soft_17 == "hit":
        return None
    return Breach("soft_17.hit_only", "at 6 to 5 the dealer must draw on soft 17", "stand", "hit")


# Cards -------------------------------------------------------------------------------------------------------------


@law("19:47-2.2(e)", editions="2010")
def decks_change(table: TableRules, *, cutting_card_out: bool) -> bool:
    """Change decks after the round in which the cutting card came out."""
    return cutting_card_out or table.rounds_per_deck == "one"


@law("19:47-2.5(i)", editions="2010")
def behind_the_second_cutting_card(table: TableRules, stack: int) -> int | None:
    """Return the cards behind the second cutting card, if several rounds are dealt; with one round per deck the cards
    change after every round."""
    return ceil(table.cut_card * stack) if table.rounds_per_deck == "several" else None


@law("19:47-2.5(i)", editions="2010", kind="script")
def bottom_card_covered() -> Did:
    return Did(what="keeps a cutting card under the bottom card", by="19:47-2.5(i)")


# Play --------------------------------------------------------------------------------------------------------------


@law("19:47-2.6A(b)", editions="2010", kind="script")
def dealing(table: TableRules) -> str:
    del table
    return "deals from the hand, always the same one in a round, held in front above the chip tray"


@law("19:47-2.6A(c)1", "19:47-2.6A(c)2", "19:47-2.6A(c)3", editions="2010")
def next_first_card(state: Round) -> tuple[Place, str] | None:
    """Deal in the order of the basic game; only the boxes see their own cards."""
    first_card = deal.next_first_card(state)
    if first_card is None:
        return None
    at, by = first_card
    return at, CITES[by]


@law("19:47-2.6A(e)1", editions="2010")
def turned_up_to_split(event: Split, state: Round) -> list[Event]:
    """Turn up the pair at the first split; the cards of a split hand are already open."""
    if len(state.hands_of(event.at.box)) > 2:
        return []
    return [Did(by="19:47-2.6A(e)1", what=f"turns up the two cards of {event.at}")]


@law("19:47-2.6A(e)2", editions="2010")
def laid_down_unseen(event: Dealt, state: Round) -> list[Event]:
    """Discard unseen: on a bust nobody else learns the first two cards."""
    hand = state.hand(event.at)
    if not hand.concealed or not hand.total.bust or hand.down:
        return []
    return [Did(by="19:47-2.6A(e)2", what=f"lays down the first two cards of {hand.at} unseen", who="player")]


@law("19:47-2.6A(e)3", editions="2010")
def collected_at_once(hand: Hand) -> bool:
    return draw.over_21_in_sight(hand)


def shows_blackjack(state: Round) -> list[Event]:
    """Show a blackjack as soon as everybody has two cards, to have it announced and paid under 2.7."""
    by = "19:47-2.7(b)" if state.shows_ace_or_ten else "19:47-2.7(a)"
    return [Opened(by=by, at=hand.at) for hand in state.hands if hand.blackjack and hand.concealed and not hand.dead]


@law("19:47-2.6A(g)", editions="2010")
def turned_over(state: Round, box: int) -> list[Event]:
    """Show what is still in play before it is settled."""
    hidden = [hand.at for hand in state.hands_of(box) if hand.concealed and not hand.taken_in and not hand.dead]
    return [Opened(by="19:47-2.6A(g)", at=at) for at in hidden]


@law("19:47-2.12(d)", editions="2010")
def dealer_stands(table: TableRules, total: Total) -> bool:
    """Return whether the dealer stands: on hard 17 and soft 18; a table that unlawfully posts it also on soft 17."""
    return total.points >= (18 if total.soft and table.soft_17 == "hit" else 17)


def drawing_standard(table: TableRules, total: Total) -> str:
    del table, total
    return "19:47-2.12(d)"


SIX_TO_FIVE = Variation(
    name=NAME,
    title="6 to 5 blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    defaults={"decks": 2, "soft_17": "hit", "shuffle": "machine", "cut_card": Fraction(1, 3)},
    cites=CITES,
    playable=True,
    dealt_from_the_hand=True,
    next_first_card=next_first_card,
    conceals_first_cards=True,
    dealing=dealing,
    dealer_stands=dealer_stands,
    drawing_standard=drawing_standard,
    blackjack_odds=BLACKJACK_PAYS,
    collected_at_once=collected_at_once,
    collected_at_once_by="19:47-2.6A(e)3",
    follows=shows_blackjack,
    script={Split: turned_up_to_split, Dealt: laid_down_unseen},
    before_settling=turned_over,
    unused_keys=frozenset({"double_shoe_red_side", "multiple_action_wagers"}),
    without=(
        shuffle_and_cut.cutting_card_a_quarter_in,  # 2.5(i) in its place
        double_down.doubles_after_a_split,  # 2.10(d)
        double_down.double_after_split,
        draw.stands_on_all_17s,  # 2.12(d)
    ),
    own_limits=(
        one_or_two_decks,
        machine_required,
        multiples_of_five,
        no_optional_payouts,
        cutting_card_a_third_in,
        dealt_from_the_hand,
        hole_card_only_with_reader,
        hits_soft_17,
    ),
    own_options=(six_to_five,),
    own_notices=(no_double_after_split,),
)
