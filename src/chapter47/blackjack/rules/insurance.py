"""19:47-2.9: insurance."""

from datetime import date

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import MAIN, Round, Stake, insurance_of
from chapter47.core.findings import Breach, announced, limit, option
from chapter47.core.money import Odds
from chapter47.law import law


@option(
    "insurance_at_turn",
    "insurance at the player's own turn",
    "19:47-2.9(b)",
    since=date(1998, 12, 7),
    doubts=((date(1996, 7, 15), date(1998, 12, 7), "was introduced on one of two dates; which one is not known"),),
)
def insurance_at_turn(table: TableRules) -> bool:
    return table.insurance_at_turn


@limit("19:47-2.9(b)", since=date(1996, 7, 15))
def insurance_before_the_card_reader(table: TableRules) -> Breach | None:
    if not insurance_at_turn(table) or table.hole_card != "card-reader":
        return None
    message = "with a card reader, all insurance must be placed before the hole card goes into it"
    return Breach(
        "insurance_at_turn.card_reader",
        message,
        "insurance_at_turn with a card reader",
        "insurance_at_turn = false",
    )


@announced("19:47-2.9(b)", "insurance just before the player's own decision", start=True)
def insurance_at_own_turn(table: TableRules) -> bool:
    return table.insurance_at_turn


TWO_TO_ONE = Odds.of("2 to 1")


@law("19:47-2.9(a)", editions="1996 2010")
@law("19:47-2A.8(a)", editions="switch")
def may_insure(state: Round) -> bool:
    """Return whether insurance is offered: the dealer's first card is an ace."""
    return state.upcard is not None and state.upcard.is_ace


@law("19:47-2.9(a)", editions="", kind="rule")
def insurance_wins(state: Round) -> bool:
    """Return whether insurance wins, once there is a second card."""
    return card_value(state.dealer.cards[1]) == 10


@law("19:47-2.9(e)", "19:47-2.9(f)", editions="2010")
@law("19:47-2A.8(e)", editions="switch")
def can_be_insured(stake: Stake) -> bool:
    """Return whether a wager can be insured: the main wager, but not the progressive wager or the additional wagers of
    2.17(a)."""
    return stake.wager == MAIN


@law("19:47-2A.5(f)", editions="switch")
def not_yet_asked(state: Round, at: Place, bettor: str, spot: int = 0) -> bool:
    """Return whether insurance is still open; once made or declined it cannot change."""
    return (insurance_of(spot), at, bettor) not in state.answered


@law("19:47-2A.8(a)1", editions="switch")
def insured_wager(state: Round, at: Place, bettor: str, spot: int = 0) -> int:
    """Return the wager that limits a bettor's insurance."""
    stakes = [stake for stake in state.stakes if stake.open and stake.at == at and stake.bettor == bettor]
    return sum(stake.amount for stake in stakes if stake.spot == spot and can_be_insured(stake))


@law("19:47-2.9(b)", editions="1996 2010")
@law("19:47-2A.8(b)", editions="switch")
def most_insurance(table: TableRules, wager: int) -> int:
    """Return the maximum insurance: half the first wager, or the next amount that chips can make."""
    return -(-wager // (2 * table.chip)) * table.chip


@law("19:47-2.9(c)", editions="1996 2010")
@law("19:47-2A.8(d)", editions="switch")
def insurance_pays(amount: int) -> int:
    return TWO_TO_ONE.pays(amount)


@law("19:47-2.9(d)", editions="1996 2010")
@law("19:47-2A.8(c)", editions="switch")
def insurance_is_decided(state: Round) -> bool:
    """Return whether insurance is decided: once the second card is seen and before any further one is drawn."""
    return len(state.dealer.cards) >= 2


LIMITS = (insurance_before_the_card_reader,)
OPTIONS = (insurance_at_turn,)
NOTICES = (insurance_at_own_turn,)
