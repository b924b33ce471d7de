"""Who would be offered the cut, were the cards shuffled now, 19:47-2.5(e) and (f)."""

from chapter47.blackjack.events import Place
from chapter47.blackjack.rules.shuffle_and_cut import shuffled_before_play
from chapter47.blackjack.shoe import Handling, Shoe
from chapter47.blackjack.shoe.continuous import Continuous
from chapter47.blackjack.shoe.double import SIDES, Double
from chapter47.blackjack.shoe.filling import Why, in_turn, turn
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.variations import GAMES


def next_cut(shoe: Shoe, handling: Handling, *, is_open: bool, idle: bool) -> tuple[str, ...]:
    """The players in their order; nobody where the cards of a machine are not cut."""
    if not is_cut(shoe, is_open=is_open):
        return ()
    came_out = cutting_card_out_at(shoe)
    why: Why = "opening" if not is_open else "idle" if idle else "at-will" if came_out is None else "cutting-card"
    return tuple(player for _, player in in_turn(turn(why, came_out, handling), handling))


def cutting_card_out_at(shoe: Shoe) -> Place | None:
    """Of a double shoe, the side that comes first in a shuffle of both."""
    match shoe:
        case Double():
            return next((out for side in SIDES if (out := shoe.side(side).out_at) is not None), None)
        case Single():
            return shoe.pile.out_at
    raise TypeError(f"a shoe of an unknown kind: {type(shoe).__name__}")


def is_cut(shoe: Shoe, *, is_open: bool) -> bool:
    """Whether the cards that are shuffled next are cut at all."""
    if isinstance(shoe, Continuous):
        return False
    by_machine = isinstance(shoe, Machine) and (is_open or shuffled_before_play(shoe.table))
    return isinstance(shoe, FromTheHand) or GAMES[shoe.table.game].is_cut(by_machine=by_machine)
