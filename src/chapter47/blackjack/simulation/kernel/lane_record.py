"""Tables side by side: what a round of each has come to, and what every end of a hand wins."""

from typing import Any, Final, Protocol, cast

import numpy as np

from chapter47.blackjack.simulation.kernel.records import (
    DEALER_KINDS,
    ENDS,
    FURTHEST,
    LANES,
    MOST_BOXES,
    MOST_CARDS,
    MOST_DEALT,
    MOST_RESULTS,
    MOST_SIDE_BETS,
    MOST_SPOTS,
    SHOE_TENTHS,
    SUM_COUNT,
    TENTH_SIZE,
    Ints,
)

LANES_RECORD: Final = np.dtype((np.record, [
    *((name, "u4", (LANES,)) for name in ("first", "at", "dealer_third", "gone", "ready_to")),
    *((name, "u2", (LANES,)) for name in ("state",)),
    *((name, "u1", (LANES,)) for name in (
        "up", "second", "dealer_cards", "dealer_view", "plan", "doubled", "switched", "any_end", "all_ends", "total",
        "matters", "waiting", "apart",
    )),
    ("round_net", "i8", (LANES,)),
    ("hand_begin", "u2", (MOST_DEALT, LANES)),
    ("hand_stop", "u2", (MOST_DEALT, LANES)),
    ("hand_end", "u1", (MOST_DEALT, LANES)),
    ("against", "u1", (MOST_SPOTS, LANES)),
    ("count_before", "i4", (LANES, FURTHEST)),
    ("running_count", "i8", (LANES,)),
    ("betting_count", "i8", (LANES,)),
    ("notes_counts", "i8"),
    # the shoe in play
    ("rounds", "i8", (LANES,)),
    ("staked", "i8", (LANES, 1 + MOST_SIDE_BETS)),
    ("net", "i8", (LANES, 1 + MOST_SIDE_BETS)),
    ("squares", "i8", (LANES, 1 + MOST_SIDE_BETS)),
    ("sat_out", "i8", (LANES,)),
    ("units_squared", "i8", (LANES,)),
    ("units_by_net", "i8", (LANES,)),
    ("tenth_staked", "i8", (LANES, SHOE_TENTHS)),
    ("tenth_net", "i8", (LANES, SHOE_TENTHS)),
    ("displays", "i8", (LANES,)),
    ("on_meters", "i8", (LANES, MOST_SIDE_BETS)),
    # sums
    ("sums", "i8", (1 + MOST_SIDE_BETS, 2 * SUM_COUNT)),
    ("results", "i8", (MOST_RESULTS + 3, 2)),
    ("by_cards_gone", "i8", (MOST_CARDS + 1, 3)),
    ("tenths", "i8", (SHOE_TENTHS, 2 * TENTH_SIZE)),
    # tables
    ("staked_flat", "i8"),
    ("staked_by_count", "i8"),
    ("tenth_of", "u1", (MOST_CARDS + 1,)),
    ("stake_class", "u1", (MOST_BOXES,)),
    ("end_bits", "u1", (ENDS,)),
    ("end_outcome", "i1", (ENDS, DEALER_KINDS)),
    ("end_net", "i8", (MOST_BOXES, MOST_SPOTS, 2, ENDS, DEALER_KINDS)),
]))  # fmt: skip


class LanesRecord(Protocol):
    """By lane, the round in play and the sums of its shoe; and by end, what a hand wins."""

    first: Ints
    """The place of the round's first card."""
    at: Ints
    """The place of its next card."""
    dealer_third: Ints
    """The place of the dealer's third card."""
    gone: Ints
    """How many cards had left the shoe before the round."""
    ready_to: Ints
    """How many cards of the shoe were shuffled before it was dealt."""
    count_before: Ints
    """The running count before each card of the shoe, from its first card on."""
    up: Ints
    second: Ints
    """The dealer's first two cards."""
    dealer_cards: Ints
    dealer_view: Ints
    state: Ints
    plan: Ints
    doubled: Ints
    switched: Ints
    """The hand that is played, or the box."""
    any_end: Ints
    all_ends: Ints
    """The bits of the ends so far: those that one has, and those that all have."""
    total: Ints
    matters: Ints
    """The dealer's total, and whether it is drawn to."""
    apart: Ints
    """How many boxes are set apart."""
    waiting: Ints
    """The lanes that draw a further card."""
    round_net: Ints
    """What all boxes won on the main wagers."""
    hand_begin: Ints
    hand_stop: Ints
    """The places of the cards that a hand drew."""
    hand_end: Ints
    against: Ints
    """The dealer's hand, by spot."""
    running_count: Ints
    betting_count: Ints
    notes_counts: int
    """The counts before the round, if they are noted."""
    rounds: Ints
    staked: Ints
    net: Ints
    """Of the main wager and each side bet, in the rounds since the last shuffle."""
    squares: Ints
    """Of side bets whose results are small, the squares of rounds."""
    sat_out: Ints
    units_squared: Ints
    units_by_net: Ints
    """Rounds without a stake, and products of the units bet, where a count decides about them."""
    tenth_staked: Ints
    tenth_net: Ints
    """The main wager by the part of the shoe."""
    displays: Ints
    """Amounts that a display had drawn before the round."""
    on_meters: Ints
    """What the meters held at the last shuffle."""
    sums: Ints
    """Of the main wager and each side bet."""
    results: Ints
    """How often each result of a round came."""
    by_cards_gone: Ints
    """Rounds, staked and net of the main wager, by the cards that were gone."""
    tenths: Ints
    staked_flat: int
    staked_by_count: int
    """What is staked in a round, by boxes that bet flat and for each unit by those that count."""
    tenth_of: Ints
    """The part of the shoe that a round is in, by the cards gone."""
    stake_class: Ints
    """For each box, the first box with the same stakes."""
    end_bits: Ints
    end_outcome: Ints
    end_net: Ints
    """What an end wins for one unit, by class of stakes, spot, hand of the box, end and dealer's hand."""


def blank_lanes() -> LanesRecord:
    return cast(LanesRecord, cast(Any, np.zeros((), dtype=LANES_RECORD)[()]))
