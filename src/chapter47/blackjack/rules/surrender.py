"""19:47-2.8: surrender."""

from datetime import date
from fractions import Fraction

from chapter47.blackjack.events import Did, Event
from chapter47.blackjack.rules.split import split_hand_acts
from chapter47.blackjack.state import INSURANCE, Hand, Round, Stake
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.findings import A_TEST, Breach, announced, limit, option
from chapter47.core.money import to_the_cent
from chapter47.law import law


@option(
    "surrender",
    "surrender",
    "19:47-2.8(c)",
    since=date(1990, 1, 16),
    before=((date(1978, 6, 2), date(1981, 7, 23)),),
    doubts=((date(1989, 3, 15), date(1989, 6, 14), A_TEST),),
)
def offers_surrender(table: TableRules) -> bool:
    return table.surrender


NOT_HERE = "19:47-2.8(c)"
"""Whether surrender is available is the licensee's choice; at some games and beside some wagers it is not."""


@limit("19:47-2.8(c)", editions="1996 2010", since=date(1990, 1, 16))
def surrender_stands_alone(table: TableRules) -> Breach | None:
    """Not at the games it excepts; since 1996 not with the progressive wager."""
    since = table.traits.without_surrender
    clashes: list[str] = [table.game] if since and table.day >= since else []
    clashes += [offer.name for offer in table.offering("progressive")]
    if not offers_surrender(table) or not clashes:
        return None
    got = "surrender with " + ", ".join(clashes)
    return Breach("surrender.not_available", "surrender is not available here", got, "surrender = false")


@announced("19:47-2.8(c)", "surrender", editions="1996 2010", start=True, stop=True)
def surrender(table: TableRules) -> bool:
    return table.surrender


@law("19:47-2.8(a)", editions="1996 2010")
@law("19:47-2A.9(a)", editions="switch")
def may_surrender(state: Round, hand: Hand) -> bool:
    """On the first two cards, before any other decision on the hand."""
    two_cards = len(hand.cards) == 2 and not split_hand_acts(hand)
    return state.rules.surrender and two_cards and not hand.blackjack


@law("19:47-2.8(a)1", editions="1996 2010")
@law("19:47-2A.9(a)1", editions="switch")
def settled_at_once(state: Round, hand: Hand) -> bool:
    """Under a 2 to 9 half is collected and half returned straight away."""
    return hand.surrendered and not state.shows_ace_or_ten


@law("19:47-2.8(a)2", editions="1996 2010")
@law("19:47-2A.9(a)2", editions="switch")
def kept_after_second_card(state: Round, stake: Stake) -> int:
    """What goes back of a wager that waited under an ace or a ten-value card: nothing after a dealer's blackjack."""
    return 0 if state.dealer.blackjack else half(stake)


def half(stake: Stake) -> int:
    """What the player keeps: of an odd cent the better part."""
    return to_the_cent(Fraction(stake.amount, 2))


@law("19:47-2.8(a)2", editions="1996 2010", kind="script")
@law("19:47-2A.9(a)2", editions="switch", kind="script")
def laid_on_the_cards(state: Round) -> list[Event]:
    """Where it waits for the dealer's second card."""
    if not state.shows_ace_or_ten:
        return []
    return [Did(by="19:47-2.8(a)2", what="puts the surrendered wager on top of the player's cards")]


@law("19:47-2.8(b)", editions="1996 2010")
@law("19:47-2A.9(b)", editions="switch")
def insured_and_surrendered(state: Round, stake: Stake) -> bool:
    """Insurance and a surrendered hand are settled each by its own rule."""
    return any(insured.bettor == stake.bettor for insured in state.stakes_on(stake.at, INSURANCE))


LIMITS = (surrender_stands_alone,)
OPTIONS = (offers_surrender,)
NOTICES = (surrender,)
