"""19:47-19.9: doubling at Spanish 21, and the rescue of a doubled hand."""

from typing import Final

from chapter47.blackjack.events import Collected, Event
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.state import MAIN, Hand, Legal, Question, Round


def may_double(state: Round, hand: Hand) -> bool:
    """On any two or more cards below 21, of a split hand and of split aces too; once."""
    del state
    return len(hand.cards) >= 2 and hand.total.points < LIMIT and not hand.doubled


def question(state: Round, active: Hand | None) -> Question | None:
    """Who doubled and is not over 21 may take the double back for the first wager, before the dealer plays."""
    del active
    for hand in state.hands:
        if hand.doubled and not hand.owed and not hand.dead and not hand.total.bust:
            for stake in state.stakes_on(hand.at):
                if stake.double and ("rescue", hand.at, stake.bettor) not in state.answered:
                    return Question("rescue", hand.at, stake.bettor)
    return None


GIVEN_UP: Final = "given up to rescue the double"


def given_up_wager_waits(state: Round, hand: Hand, bettor: str) -> bool:
    """A dealer's blackjack takes no more than the original wager (2.11(d)), a rescued one counted in. So while
    one can still come, a second rescued hand of a pair leaves its wager on the layout until the dealer's next card."""
    of_the_pair = [other for other in state.hands_of(hand.at.box) if other.of == hand.of]
    rescued_before = any(_gave_up(state, other, bettor) for other in of_the_pair)
    return rescued_before and state.shows_ace_or_ten and state.peeked is None


def _gave_up(state: Round, hand: Hand, bettor: str) -> bool:
    return ("gave-up", hand.at, bettor) in state.answered


def collects_given_up_wagers(state: Round) -> list[Event]:
    """Those that waited, when the dealer's second card makes no blackjack."""
    if len(state.dealer.cards) < 2 or state.dealer.blackjack:
        return []
    return [
        Collected(at=stake.at, bettor=stake.bettor, wager=MAIN, amount=stake.amount, why=GIVEN_UP, by="19:47-19.9")
        for hand in state.hands
        for stake in state.stakes_on(hand.at)
        if _gave_up(state, hand, stake.bettor)
    ]


OPTIONS: Final = {"rescue": (Legal("let-stand", "19:47-19.9"), Legal("rescue", "19:47-19.9"))}


def is_live(state: Round, hand: Hand) -> bool:
    return any(not _gave_up(state, hand, stake.bettor) for stake in state.stakes_on(hand.at))
