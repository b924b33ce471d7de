"""Amounts that chips cannot halve: everything is paid to the cent, and no cent is lost."""

from datetime import date
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from chapter47.blackjack.events import Collected, Event, Paid, Returned
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedCard, NeedMove, NeedPeek, NeedSettlement, NeedTurn, Settled
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.core.cards import card

RULES = TableRules(
    on=date(2010, 6, 7),
    chip=1,
    minimum=2,
    maximum=1000_00,
    surrender=True,
    bettors_per_box=2,
    optional_payouts=("7-7-7", "6-7-8-suited"),
)
odd_wagers = st.integers(1, 49_999).map(lambda half: 2 * half + 1)


def settled(shoe: str, decisions: str, *bets: int) -> list[Event]:
    """One box, one bettor for each bet, the cards and the caller's decisions as given; others decline or hold on."""
    state, events = play.open_round(RULES), list[Event]()
    cards, moves = iter(shoe.split()), iter(decisions.split())

    def take(result: play.Result) -> Round:
        assert isinstance(result, play.Step), result
        events.extend(result.events)
        return result.state

    for number, bet in enumerate(bets):
        state = take(play.bet(state, 1, f"bettor {number}", bet, seated=not number, consent=True))
    state = take(play.close_bets(state))
    while not isinstance(need := pending(state), Settled):
        match need:
            case NeedCard():
                state = take(play.give(state, card(next(cards))))
            case NeedMove(bettor=bettor):
                move, _, amount = next(moves).partition("=")
                state = take(play.choose(state, bettor, move, int(amount or 0)))
            case NeedSettlement():
                state = take(play.settle(state))
            case NeedTurn() | NeedPeek() | _:
                raise AssertionError(need)
    return events


def sums(events: list[Event], kind: type[Collected] | type[Paid] | type[Returned], bettor: int = 0) -> int:
    mine = [event for event in events if isinstance(event, kind) and event.bettor == f"bettor {bettor}"]
    return sum(event.amount for event in mine)


@given(odd_wagers, odd_wagers)
def test_an_odd_blackjack_is_paid_three_to_two_to_the_cent(first: int, second: int) -> None:
    events = settled("As 6c Kh 9d", "", first, second)
    for bettor, wager in enumerate((first, second)):
        assert sums(events, Paid, bettor) == Fraction(3 * wager + 1, 2)
        assert sums(events, Returned, bettor) == wager
        assert sums(events, Collected, bettor) == 0


@given(odd_wagers, odd_wagers, st.sampled_from(("6c", "Tc")))
def test_of_an_odd_surrender_the_player_keeps_the_odd_cent(first: int, second: int, upcard: str) -> None:
    events = settled(f"Ts {upcard} 6h 9d", "surrender", first, second)
    for bettor, wager in enumerate((first, second)):
        assert sums(events, Paid, bettor) == 0
        assert sums(events, Returned, bettor) == Fraction(wager + 1, 2)
        assert sums(events, Collected, bettor) == Fraction(wager - 1, 2)


@given(odd_wagers, st.data())
def test_an_odd_double_joins_the_odds_of_its_hand(wager: int, data: st.DataObject) -> None:
    double = data.draw(st.integers(1, wager))
    events = settled("7s 6c 7h 7d 9d Td", f"double={double}", wager)
    assert sums(events, Paid) == (3 * (wager + double) + 1) // 2
    assert sums(events, Returned) == wager + double
    assert sums(events, Collected) == 0


@given(odd_wagers, st.data())
def test_insurance_goes_up_to_the_next_cent_above_half(wager: int, data: st.DataObject) -> None:
    insurance = data.draw(st.integers(1, (wager + 1) // 2))
    events = settled("Ts Ac 9h Kd", f"insure={insurance} stand", wager)
    assert sums(events, Paid) == 2 * insurance
    assert sums(events, Returned) == insurance
    assert sums(events, Collected) == wager
