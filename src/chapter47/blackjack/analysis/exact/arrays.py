"""What the kernels read and write: the deal, the payments, the plan, the values of moves."""

from typing import Final, NamedTuple

from chapter47.blackjack.analysis.exact.dealer import Floats, Ints

NOT_OPEN: Final = -99.0
"""The value of a move that is not open: far below everything."""
NONE, SHOWN = -1, -2
LOWEST_DOUBLED: Final = 4
"""The lowest total that a doubled hand can have in sums by total."""
LET_STAND, GIVEN_UP, FREQUENCY, RESCUE_SUMS = range(4)
"""What is added up of doubled hands by total: their worth let stand and given up, and how often they come up."""


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


class HandsInPlay(NamedTuple):
    """Hands that are swept together: unsplit ones, or those of one split pair."""

    rows: Ints
    """Shortest first."""
    sets: Ints
    """The set of cards gone with each hand of the table."""
    pair: int
    further_gone: int
    """How many cards of the pair are gone besides a hand's own; none where nothing was split."""
    may_double: Ints
    may_draw: bool


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
