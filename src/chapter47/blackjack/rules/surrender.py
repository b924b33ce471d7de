"""19:47-2.8: surrender."""

from datetime import date
from fractions import Fraction

from chapter47.blackjack.events import Did, Event
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.split import split_hand_acts
from chapter47.blackjack.state import INSURANCE, Hand, Round, Stake
from chapter47.core.findings import A_TEST, Breach, announced, limit, option
from chapter47.core.money import to_the_cent
from chapter47.law import law
from chapter47.law.editions import Repealed, in_force


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


def not_here_by(day: date) -> str | None:
    """Return the paragraph that denies surrender: the licensee chooses whether to offer it; while 2.8 was repealed no
    paragraph covered it."""
    is_in_force = not isinstance(in_force("19:47-2.8(c)", day), Repealed)
    return "19:47-2.8(c)" if is_in_force else None


@limit("19:47-2.8(c)", editions="1996 2010", since=date(1990, 1, 16))
def surrender_stands_alone(table: TableRules) -> Breach | None:
    """Check where surrender may not be offered: at some games, and since 1996 with the progressive wager."""
    since = table.traits.without_surrender
    clashes: list[str] = [table.game] if since and table.day >= since else []
    clashes += [offer.name for offer in table.offering("progressive")]
    if not offers_surrender(table) or not clashes:
        return None
    got = "surrender with " + ", ".join(clashes)
    return Breach("surrender.not_available", "surrender is not available at this game", got, "surrender = false")


@announced("19:47-2.8(c)", "surrender", editions="1996 2010", start=True, stop=True)
def surrender(table: TableRules) -> bool:
    return table.surrender


@law("19:47-2.8(a)", editions="1996 2010")
@law("19:47-2A.9(a)", editions="switch")
def may_surrender(state: Round, hand: Hand) -> bool:
    """Return whether a hand may surrender: on its first two cards, before any other decision."""
    two_cards = len(hand.cards) == 2 and not split_hand_acts(hand)
    return state.rules.surrender and two_cards and not hand.blackjack


@law("19:47-2.8(a)1", editions="1996 2010")
@law("19:47-2A.9(a)1", editions="switch")
def settled_at_once(state: Round, hand: Hand) -> bool:
    """Return whether a surrender is settled at once: under a 2 to 9 half is collected and half returned."""
    return hand.surrendered and not state.shows_ace_or_ten


@law("19:47-2.8(a)2", editions="1996 2010")
@law("19:47-2A.9(a)2", editions="switch")
def kept_after_second_card(state: Round, stake: Stake) -> int:
    """Return how much of a wager that waited under an ace or a ten-value card is given back: nothing after a dealer's
    blackjack."""
    return 0 if state.dealer.blackjack else half(stake)


def half(stake: Stake) -> int:
    """Return the half that the player keeps, rounding an odd cent up."""
    return to_the_cent(Fraction(stake.amount, 2))


@law("19:47-2.8(a)2", editions="1996 2010", kind="script")
@law("19:47-2A.9(a)2", editions="switch", kind="script")
def laid_on_the_cards(state: Round) -> list[Event]:
    """Place the surrendered wager on the cards, if it waits for the dealer's second card."""
    if not state.shows_ace_or_ten:
        return []
    return [Did(by="19:47-2.8(a)2", what="puts the surrendered wager on top of the player's cards")]


@law("19:47-2.8(b)", editions="1996 2010")
@law("19:47-2A.9(b)", editions="switch")
def insured_and_surrendered(state: Round, stake: Stake) -> bool:
    """Settle insurance and the surrendered hand, each by its own rule."""
    return any(insured.bettor == stake.bettor for insured in state.stakes_on(stake.at, INSURANCE))


LIMITS = (surrender_stands_alone,)
OPTIONS = (offers_surrender,)
NOTICES = (surrender,)
