"""Moves that only some games have: the switch and the rescue."""

from collections.abc import Iterator

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.round import settlement
from chapter47.blackjack.round.needs import Legal, NeedMove
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations.spanish_rescue import GIVEN_UP, given_up_wager_waits


def switch(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    """Switch, keep, or take the switch back."""
    yield e.Switched(by=legal.by, at=need.at, bettor=need.bettor, how=legal.name)


def rescue(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    """The double goes back and the first wager is given up: at once, unless a blackjack could still give it back."""
    waits = given_up_wager_waits(state, state.hand(need.at), need.bettor)
    yield e.Rescued(by=legal.by, at=need.at, bettor=need.bettor, taken=True)
    for stake in state.stakes_on(need.at):
        if stake.bettor == need.bettor:
            yield settlement.returned(stake, stake.double, "double taken back", legal.by)
            if not waits:
                yield settlement.collected(stake, stake.amount, GIVEN_UP, legal.by)


def let_stand(state: Round, need: NeedMove, legal: Legal, amount: int) -> Iterator[Event]:
    yield e.Rescued(by=legal.by, at=need.at, bettor=need.bettor, taken=False)


GAME_MOVES = {
    "switch": switch,
    "keep": switch,
    "switch-back": switch,
    "rescue": rescue,
    "let-stand": let_stand,
}
