"""What the kernels read and write: the deal, the payments, the plan, the values of moves."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Indices = NDArray[np.uint64]

NOT_OPEN: Final = -99.0
"""The value of a move that is not allowed: far below any other."""
NONE, SHOWN = -1, -2
LOWEST_DOUBLED: Final = 4
"""The lowest total that a doubled hand can have in sums by total."""
LET_STAND, GIVEN_UP, FREQUENCY, RESCUE_SUMS = range(4)
"""Sums over doubled hands by total: their value standing and given up, and how often they occur."""


class DealArrays(NamedTuple):
    """Input of the sweeps: the shoe, the dealer's visible cards, the player's hands."""

    shoe: Ints
    view_cards: Ints
    view_size: int
    completes_blackjack: Ints
    """The value of the hidden card that would make a blackjack, NONE, or SHOWN if it is already visible."""
    outcomes: Floats
    cards: Ints
    size: Ints
    points: Ints
    child: Ints


class HandsInPlay(NamedTuple):
    """Hands swept together: unsplit ones, or those of one split pair."""

    rows: Ints
    """Shortest first."""
    sets: Ints
    """The set of cards gone with each hand of the table."""
    pair: int
    further_gone: int
    """How many cards of the pair are gone besides a hand's own; 0 without a split."""
    may_double: Ints
    may_draw: bool


class BustCosts(NamedTuple):
    """What a hand over 21 costs, undoubled and doubled, and how much more if the dealer has a blackjack. The one unit
    that any hand loses to a dealer's blackjack is not counted here."""

    once: float
    doubled: float
    once_at_blackjack: float
    doubled_at_blackjack: float


class Payoffs(NamedTuple):
    """What a hand of each kind is paid for each dealer's outcome, undoubled and doubled, and what a bust costs."""

    kinds: Ints
    once: Floats
    doubled: Floats
    bust_costs: BustCosts
    bonus: Floats
    """What a hand of each kind earns in addition, against each view, if it is not doubled."""
    forfeit: float = NOT_OPEN
    """The value of a doubled hand that is given up; far below any other if that is not allowed."""


class Plan(NamedTuple):
    """Which hands hit, double and, once doubled, are rescued, by hand and view; the same after a split."""

    hits: Ints
    doubles: Ints
    rescues: Ints


class Moves(NamedTuple):
    """The values of a hand's moves, by hand and view; `best` follows the plan."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
