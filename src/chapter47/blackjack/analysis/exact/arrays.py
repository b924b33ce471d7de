"""What the kernels read and write: the deal, the payments, the plan, the values of moves."""

from typing import Final, NamedTuple

from chapter47.blackjack.analysis.exact.dealer import Floats, Ints

NOT_OPEN: Final = -99.0


NONE, SHOWN = -1, -2


class DealArrays(NamedTuple):
    """What the sweeps read: the shoe, what is seen of the dealer, the player's hands."""

    shoe: Ints
    view_cards: Ints
    view_size: int
    completes_blackjack: Ints
    """The value of the hidden card that would make a blackjack, or NONE, or SHOWN where it lies there already."""
    outcomes: Floats
    cards: Ints
    size: Ints
    points: Ints
    child: Ints


class BustCosts(NamedTuple):
    """What a hand over 21 costs, by itself and doubled; and what it costs on top where the dealer has a blackjack.

    One unit is lost to a dealer's blackjack whatever was done; that unit is not counted here."""

    once: float
    doubled: float
    once_at_blackjack: float
    doubled_at_blackjack: float


class Payoffs(NamedTuple):
    """What a hand of each kind is paid on each dealer's outcome, by itself and doubled; what one over 21 costs."""

    kinds: Ints
    once: Floats
    doubled: Floats
    bust_costs: BustCosts
    bonus: Floats
    """What a hand of each kind earns besides, against each view, where it is not doubled."""
    forfeit: float = NOT_OPEN
    """What a doubled hand that is given up is worth; far below everything where that is not open."""


class Plan(NamedTuple):
    """Which hands hit, which double, and which doubled hands are rescued, by hand and view; after a split too."""

    hits: Ints
    doubles: Ints
    rescues: Ints


class Moves(NamedTuple):
    """The values of a hand's moves, by hand and view; `best` follows the plan."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
