"""19:47-2.11: splitting pairs."""

from collections.abc import Callable, Iterable
from datetime import date

from chapter47.blackjack.hands import card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Hand, Round, Stake
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.law import law

MOST_HANDS = 4
MOST_HANDS_WITH_SEVEN_BOXES = 3


@option("split_hands", "splitting more than once", "19:47-2.11(e)", since=date(1991, 11, 4))
def resplits(table: TableRules) -> bool:
    return table.split_hands > 2


def allowed_hands(table: TableRules) -> int:
    if (since := table.traits.splits_once) and table.day >= since:
        return 2
    return MOST_HANDS if table.boxes < 7 else MOST_HANDS_WITH_SEVEN_BOXES


@limit("19:47-2.11(a)", editions="")
def pairs_may_be_split(table: TableRules) -> Breach | None:
    if table.split_hands >= 2:
        return None
    return Breach(
        "split_hands.too_few", "every player must be allowed to split a pair", str(table.split_hands), "2 or more"
    )


@limit("19:47-2.11(e)", editions="1996 2010", since=date(1991, 11, 4))
def hands_from_one_pair(table: TableRules) -> Breach | None:
    """Limit the hands of one pair: four with up to six boxes, three with seven, two at multiple action; since 1992 aces
    may be limited to two."""
    if not resplits(table):
        return None
    most = allowed_hands(table)
    if table.split_hands > most:
        at_which = f"at {table.game.replace('-', ' ')}" if most == 2 else f"at a table of {table.boxes} boxes"
        return Breach(
            "split_hands.too_many", f"at most {most} hands {at_which}", str(table.split_hands), f"2 to {most}"
        )
    if table.day < date(1992, 8, 17) and not table.resplit_aces:
        message = "before 1992-08-17 aces could not be limited to one split"
        return Breach("resplit_aces.not_yet", message, "false", "true")
    return None


@announced("19:47-2.11(e)", "splitting more than once", editions="1996 2010", start=True, stop=True, change=True)
def number_of_hands(table: TableRules) -> int | None:
    return table.split_hands if resplits(table) else None


@announced("19:47-2.11(e)", "aces split only once where other pairs are split again", editions="", start=True)
def aces_once(table: TableRules) -> bool:
    return bool(resplits(table)) and not table.resplit_aces


@announced("19:47-2.11(e)", "aces split again like other pairs", editions="", change=True, between=resplits)
def aces_again(table: TableRules) -> bool:
    """Return whether the option needs notice while it stays in use; its first use has a notice of its own."""
    return bool(resplits(table)) and table.resplit_aces


@law("19:47-2.11(a)", editions="1996 2010")
@law("19:47-2A.11(a)", editions="switch")
def is_pair(hand: Hand) -> bool:
    """Return whether two cards have the same value: any two ten-value cards are a pair."""
    return len(hand.cards) == 2 and card_value(hand.cards[0]) == card_value(hand.cards[1])


@law("19:47-2.11(c)1", editions="1996 2010")
@law("19:47-2A.11(c)1", editions="switch")
def splits_once(hand: Hand) -> bool:
    """Return whether a split hand may not be split again, because (e) is not in use."""
    return not hand.split


@law("19:47-2.11(e)", editions="1996 2010")
@law("19:47-2A.11(e)", editions="switch")
def may_split_again(state: Round, hand: Hand) -> bool:
    """Return whether a hand may be split again: up to the table's number of hands; aces only once if the table says
    so."""
    table = state.rules
    if table.split_hands <= 2 or (hand.from_aces and not table.resplit_aces):
        return False
    of_one_pair = [other for other in state.hands_of(hand.at.box) if other.of == hand.of]
    return len(of_one_pair) < min(table.split_hands, MOST_HANDS)


def no_more_hands_by(table: TableRules) -> str:
    """Return the paragraph that stops further splits: by default none are allowed, under (e) as many as the table
    allows."""
    return "19:47-2.11(e)" if table.split_hands > 2 else "19:47-2.11(c)1"


ONE_CARD_TO_EACH_ACE = "19:47-2.11(c)2"


def may_split(state: Round, hand: Hand) -> bool:
    return is_pair(hand) and (splits_once(hand) or may_split_again(state, hand))


@law("19:47-2.11(b)", editions="1996 2010")
@law("19:47-2A.11(b)", editions="switch")
def first_incomplete(state: Round, in_turn: Iterable[Hand], done: Callable[[Round, Hand], bool]) -> Hand | None:
    """Return the first hand, from the dealer's left, that still needs a card or a decision."""
    for hand in in_turn:
        if hand.cards and not done(state, hand):
            return hand
    return None


@law("19:47-2.11(c)", editions="1996 2010")
@law("19:47-2A.11(c)", editions="switch")
def split_hand_acts(hand: Hand) -> bool:
    """Return what a split hand with two cards may do: stand, draw or double, but not surrender."""
    return hand.split and len(hand.cards) == 2


@law("19:47-2.11(c)", editions="1996 2010", kind="script")
@law("19:47-2A.11(c)", editions="switch", kind="script")
def announces_split_total(hand: Hand) -> str:
    """Announce the total of a split hand with its second card: it cannot be over 21."""
    return f"{hand.at}: {hand.total}"


@law("19:47-2.11(c)2", editions="1996 2010")
@law("19:47-2.12(a)3", editions="1996 2010")
@law("19:47-2A.11(c)2", editions="switch")
def one_card_to_each_ace(hand: Hand) -> bool:
    return hand.from_aces and len(hand.cards) >= 2


@law("19:47-2.11(d)", editions="1996 2010")
@law("19:47-2A.11(d)", editions="switch")
def lost_to_blackjack(stake: Stake, left: int) -> int:
    """Return what a dealer's blackjack takes from all hands of the pair together: no more than is `left` of the
    original wager. The rest is returned."""
    return min(left, stake.amount)


LIMITS = (pairs_may_be_split, hands_from_one_pair)
OPTIONS = (resplits,)
NOTICES = (number_of_hands, aces_once, aces_again)
