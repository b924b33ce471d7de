"""6 to 5 blackjack: 19:47-2.6A and the paragraphs that name the variation."""

from datetime import date
from fractions import Fraction

from chapter47.events import At, Dealt, Did, Event, Opened, Split
from chapter47.findings import Breach, limit, option
from chapter47.games.variation import Variation, sections_of_subchapter_2
from chapter47.law import law
from chapter47.posting import TableRules
from chapter47.rules import basic_wager, deal
from chapter47.state import Hand, Round

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


# Play --------------------------------------------------------------------------------------------------------------


@law("19:47-2.6A(a)", editions="2010")
@law("19:47-2.6A(b)", editions="2010", kind="script")
def dealing(table: TableRules) -> str:
    del table
    return "deals from the hand, always the same one in a round, held in front above the chip tray"


@law("19:47-2.6A(c)1", "19:47-2.6A(c)2", "19:47-2.6A(c)3", editions="2010")
def next_first_card(state: Round) -> tuple[At, str] | None:
    """In the order of the basic game; the boxes' cards are for themselves to look at."""
    found = deal.next_first_card(state)
    return (found[0], CITES[found[1]]) if found else None


@law("19:47-2.6A(d)", editions="2010")
def no_surrender(state: Round, hand: Hand) -> bool:
    """A player doubles, splits, stands or draws."""
    del state, hand
    return False


def goes_with(event: Event, state: Round) -> list[Event]:
    if isinstance(event, Split):
        return [turned_up_to_split(event.at)]
    if isinstance(event, Dealt) and not event.at.is_dealer:
        hand = state.hand(event.at)
        return [laid_down_unseen(hand)] if hand.concealed and hand.total.bust and not hand.down else []
    return []


@law("19:47-2.6A(e)1", editions="2010")
def turned_up_to_split(at: At) -> Did:
    return Did(by="19:47-2.6A(e)1", what=f"turns up the two cards of {at}")


@law("19:47-2.6A(e)2", editions="2010")
def laid_down_unseen(hand: Hand) -> Did:
    """Nobody else learns what they were."""
    return Did(by="19:47-2.6A(e)2", what=f"lays down the first two cards of {hand.at} unseen", who="player")


@law("19:47-2.6A(e)3", editions="2010")
def collected_at_once(hand: Hand) -> str:
    return "19:47-2.6A(e)3" if hand.total.bust else ""


def shows_blackjack(state: Round) -> list[Event]:
    """To have it announced and paid under 2.7 the player lays it open as soon as everybody has two cards."""
    by = "19:47-2.7(b)" if state.shows_ace_or_ten else "19:47-2.7(a)"
    return [Opened(by=by, at=hand.at) for hand in state.hands if hand.blackjack and hand.concealed and not hand.dead]


@law("19:47-2.6A(g)", editions="2010")
def turned_over(state: Round, box: int) -> list[Event]:
    """What still is in play is shown before it is settled."""
    hidden = [hand.at for hand in state.hands_of(box) if hand.concealed and not hand.taken_in and not hand.dead]
    return [Opened(by="19:47-2.6A(g)", at=at) for at in hidden]


@law("19:47-2.6A(c)", editions="2010")
def burns_the_top_card(table: TableRules) -> bool:
    """At the start of every round, where the licensee elects it."""
    return table.burn


SIX_TO_FIVE = Variation(
    name="six-to-five",
    title="6 to 5 blackjack",
    text="the text after the amendment of 7 June 2010",
    sections=_sections,
    defaults={"decks": 2, "soft_17": "hit", "shuffle": "machine", "cut_card": Fraction(1, 3)},
    cites=CITES,
    playable=True,
    next_first_card=next_first_card,
    conceals_first_cards=True,
    dealing=dealing,
    may_surrender=no_surrender,
    blackjack_odds=basic_wager.SIX_TO_FIVE,
    busts_collected_by=collected_at_once,
    follows=shows_blackjack,
    goes_with=goes_with,
    before_settling=turned_over,
)
