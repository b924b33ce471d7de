"""The rules of a table in the form the kernel reads, and the numbers it uses for things. `RulesRecord` holds everything
that never changes in a run, tabulated from the rules' own functions. It is a numpy record: the kernel reads
`rules.boxes`, and the record is passed as one pointer. `table_record` holds the table in play."""

from typing import Final, Protocol, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.simulation.counting.count_system import INDEX_STEPS

Ints = NDArray[np.int64]
Prizes = NDArray[np.uint8]
"""The prize tables of all side bets, one after another."""
Record = TypeVar("Record", covariant=True)


class Records(Protocol[Record]):
    """An array of records, indexed by number, or by name for one field of all records."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: str) -> Ints: ...


MOST_BOXES: Final = 7
MOST_HANDS: Final = 8
"""Most hands of one box: two hands of four at Switch."""
MOST_SPOTS: Final = 3
MOST_SIDE_BETS: Final = 8
CARDS: Final = 52
MOST_CARDS: Final = 16 * CARDS
"""Number of cards in a shoe."""
RANKS: Final = 13
"""A card's number is its rank times four and its suit."""
ACE_VALUE: Final = 11
HAND_COUNTS: Final = 5
"""Array size for a number of hands, 0 to 4."""

# Moves and questions, in the order in which they are listed -----------------------------------------------------------

STAND, HIT, DOUBLE, DOUBLE_DOWN, SPLIT, SURRENDER, SWITCH_BACK = range(7)
PLAY, EVEN_MONEY, INSURANCE, DOUBLE_TOO, SWITCH, SWITCHED, RESCUE, THIRD_CARD = range(8)
NO, YES = 0, 1
BY_HASH, AS_GIVEN = 1, 2
"""How a table decides if it does not follow its chart."""
"""The first and the second answer to a question."""

NO_HOLE, HOLE_DOWN, HOLE_READ, HOLE_OPEN = range(4)

# Kinds of hands -------------------------------------------------------------------------------------------------------

BLACKJACK, DESIGNATED, SPLIT_TWO, SWITCHED_TWO = range(21, 25)
"""Kinds of two-card 21; a hand of fewer points has its total as its kind."""
LONGER_21: Final = 25
THREE_CARD_21, MIXED_678, SUITED_678, SPADES_678, MIXED_777, SUITED_777, SPADES_777 = range(7)
FOUR_CARD_21, FIVE_CARD_21, SIX_CARD_21, SEVEN_CARD_21 = range(7, 11)
"""Forms of a longer 21; those of doubled hands come last."""
FORMS_OF_21: Final = 11
BUST: Final = LONGER_21 + 2 * FORMS_OF_21
HAND_KINDS: Final = BUST + 1

TOTALS: Final = 32
SOFT_TOTALS: Final = TOTALS
"""Added to the dealer's points if an ace counts eleven."""
DEALER_TOTALS: Final = 2 * TOTALS
DEALER_KINDS: Final = TOTALS
"""Array size for the dealer's points; the last entry stands for a blackjack."""
DEALER_BLACKJACK: Final = DEALER_KINDS - 1

# States of a hand -----------------------------------------------------------------------------------------------------

DEALT, FROM_SPLIT, FROM_SPLIT_ACES, FROM_SWITCH = range(4)
"""The origin of a hand."""
HAND_STATES: Final = 320
"""Array size for the states of hands, which `hand_states` lists."""
RANK_COLUMNS: Final = 16
"""Columns, one for each rank; a power of two, so that an index is computed by a shift."""
NO_CARD: Final = RANK_COLUMNS - 1
"""The column that leaves a state unchanged."""
IN_PLAY, FINISHED, FINISHED_UNLESS_SPLIT = range(3)
"""Whether a hand needs a decision; split aces may need one only because they can be split again."""

# Rounds that go by the chart ------------------------------------------------------------------------------------------

PLAN_HIT, PLAN_DOUBLE, PLAN_STAND, PLAN_DONE, PLAN_SURRENDER, PLAN_BY_COUNT, PLAN_LEAVE = range(7)
"""The plan for a hand that was not split: draw, stand, nothing more, double, surrender, ask the count, or leave the
round to the general code."""
SURRENDERED: Final = 2 * HAND_KINDS
RESCUED, PAID_EARLY, LEFT, SET_APART, ENDS = range(SURRENDERED + 1, SURRENDERED + 6)
"""How a hand that was not split ends: as a kind of hand, as a doubled one, or as one of these. `LEFT` leaves the round
to the general code; a box that is set apart ends as its records say."""
HAS_ENDED, IS_DOUBLED, IS_SURRENDERED, IS_LEFT = range(4)
"""How a hand came to its end; with its state, this is its end."""
PLAN_VIEWS: Final = 64
"""Array size for the dealer's views; a power of two, so that an index is computed by a shift."""
NO_PLAY: Final = PLAN_VIEWS - 1
"""The view in which nothing is left to decide."""
MATTERS, IS_OPEN, IS_LOST, IS_SPECIAL, LEAVES = 1, 2, 4, 8, 16
"""Bits of an end: the dealer's count decides it; it waits to be settled; it is over 21 and collected; more than state
and double decide it; it leaves the round to the general code."""
LANES: Final = 16
"""How many tables are dealt side by side."""
FURTHEST: Final = MOST_CARDS + 256
"""Places that a round may look at, beyond the cards of a shoe."""
MOST_DEALT: Final = 2 * MOST_BOXES
"""Most hands of a box before the first split."""

# The chart ------------------------------------------------------------------------------------------------------------

HARD, SOFT, PAIR = range(3)
CHART_ROWS: Final = 22
DEALER_VIEWS: Final = 44
"""The view: the value of the up card, 0 for an ace; with both cards open, their hard total, or 22 plus their soft
total."""
SOFT_VIEWS: Final = 22
NEVER_REACHED: Final = 1 << 40
"""A true count that is never reached."""
THOUSANDTHS: Final = 1000
"""True counts and tags are kept in thousandths."""
RAMP_ROWS: Final = 16

LONGEST_LOG: Final = 256
"""Number of decisions of a round that are recorded."""

# Side bets ------------------------------------------------------------------------------------------------------------

BY_CARDS, SEVENS, PROGRESSIVE, DISPLAYED, STREAK, TWENTY_POINT = range(1, 7)
"""How a bet is decided: by a table of the cards it reads, or by the code of a particular wager."""
MOST_CARDS_READ: Final = 4
DEALER_CARD: Final = 4
"""Cards that a bet reads: those of the box by number, from this number on those of the dealer."""
CARD_PLACES: Final = DEALER_CARD + 3
NO_CARD_DEALT: Final = CARDS
"""Stands for a card that did not come."""
BLACKJACK_PART: Final = (CARDS + 1) ** 2
"""Offset from a prize for two cards to the one against the dealer's blackjack."""
MOST_PRIZES: Final = 64
BY_RECORDS: Final = 255
"""In place of a prize: the bet is not decided by these cards alone."""
LOSES: Final = -1
WHOLE_METER: Final = -2
MOST_DISPLAY_AMOUNTS: Final = 64
FIRST_DISPLAY: Final = 1 << 40
"""The number of the first word that draws an amount; decisions have the numbers before it."""
STREAK_LOST, STREAK_VOID, STREAK_WON, STREAK_RESULTS = range(4)
"""The result of a round for a streak."""
NO_STREAK: Final = -1
UNDECIDED: Final = -(1 << 40)
"""The net result of a side bet that is not settled in this round."""

BET: Final = np.dtype((np.record, [
    ("kind", "i8"),
    ("table", "i8"),
    ("shift", "i8"),
    ("place_value", "i8", (CARD_PLACES,)),
    ("staked", "i8"),
    ("wagers", "i8"),
    ("net", "i8", (MOST_BOXES, MOST_PRIZES)),
    ("stakes", "i8", (MOST_BOXES,)),
    ("is_small", "i8"),
    ("stake_goes_back", "i8"),
    ("cap", "i8"),
    ("two_cards_lose", "i8", (RANKS, RANKS)),
    # a display
    ("amounts", "i8"),
    ("amount", "i8", (MOST_DISPLAY_AMOUNTS,)),
    ("weight_up_to", "i8", (MOST_DISPLAY_AMOUNTS,)),
    ("weight", "i8"),
    # a streak
    ("streak_result", "i8", (HAND_COUNTS, HAND_COUNTS, HAND_COUNTS)),
    ("streak_after", "i8", (HAND_COUNTS, STREAK_RESULTS)),
    ("streak_net", "i8", (MOST_BOXES, HAND_COUNTS, STREAK_RESULTS)),
    # a progressive meter
    ("reads_two_if_split", "i8"),
    ("meter_start", "i8"),
    ("meter_reset", "i8"),
    ("meter_cents", "i8"),
    ("meter_wagers", "i8"),
    ("both_meters_cents", "i8"),
    ("both_meters_wagers", "i8"),
    ("meter_pays_fixed_prizes", "i8"),
    ("aces_pay", "i8", (HAND_COUNTS, 4**4)),
]))  # fmt: skip


class BetRecord(Protocol):
    """A side bet of a program."""

    kind: int
    table: int
    """Start of the bet's part of the prize tables; a wager with a prize against the dealer's blackjack has a second
    part after it."""
    shift: int
    """Shift for each card it reads: 2 if only ranks count."""
    place_value: Ints
    """The factor of each card in the index into the tables; 0 for cards that it does not read."""
    staked: int
    """The stake on all boxes."""
    wagers: int
    """Number of boxes that bet."""
    net: Ints
    """What each prize wins, by box."""
    stakes: Ints
    is_small: int
    """Whether the squares of its results between two shuffles fit into one number."""
    stake_goes_back: int
    cap: int
    """The cap that all winners of a top prize share; negative without one."""
    two_cards_lose: Ints
    amounts: int
    amount: Ints
    weight_up_to: Ints
    weight: int
    streak_result: Ints
    """The round's result for a streak, by hands, wins and losses."""
    streak_after: Ints
    """Hands won in a streak after the round, by hands won before and the result of the round."""
    streak_net: Ints
    """The net result then, by box; undecided while the streak continues."""
    reads_two_if_split: int
    meter_start: int
    meter_reset: int
    meter_cents: int
    meter_wagers: int
    both_meters_cents: int
    both_meters_wagers: int
    meter_pays_fixed_prizes: int
    aces_pay: Ints
    """The prize by the number of leading aces, and their suits."""


# The rules ------------------------------------------------------------------------------------------------------------

RULES: Final = np.dtype((np.record, [
    *((name, "i8") for name in (
        "boxes", "hands_per_box", "spots", "hole_card", "takes_even_money", "insurance_at_turn",
        "double_card_down", "may_ask_down", "busts_lose_at_once", "busted_double_loses_all",
        "busted_split_loses_all", "split_21_is_void", "offers_rescue", "offers_switch", "open_blackjack_ends",
        "insurance_lost_with_hands", "dealer_draws_nothing", "blackjack_odds_by_dealer", "smallest_chip",
        "wager_step", "insurance_numerator", "insurance_denominator", "super_bonus_to_others", "side_bets",
        "third_card_offered_by", "third_card_drawn_for", "cards_per_deck", "shoe_sides", "left_side_cards",
        "all_cards", "burns_first_card", "burns_each_round", "fresh", "discards_go_back", "red_side",
        "chart_insures", "chart_even_money", "insures_from_count", "is_counted", "count_starts_at",
        "count_rounding", "ramp_steps", "goes_by_chart", "forms_are_paid", "may_insure", "counts_to_insure",
        "deals", "shuffled_ahead", "sets_apart",
        "counts_aces", "has_meters", "has_streaks",
    )),
    ("super_bonus_least", "i8", (2,)),
    ("super_bonus_pays", "i8", (2,)),
    ("designated", "i8", (2,)),
    ("cutting_card", "i8", (2,)),
    ("ramp_from", "i8", (RAMP_ROWS,)),
    ("ramp_units", "i8", (RAMP_ROWS,)),
    ("tags", "i8", (CARDS,)), ("ace_side_tags", "i8", (CARDS,)),
    ("box_counts", "i8", (MOST_BOXES,)),
    ("stakes", "i8", (MOST_BOXES, MOST_SPOTS)),
    ("value", "i1", (RANK_COLUMNS,)),
    ("chart_place", "i1", (RANK_COLUMNS,)),
    ("offers_insurance", "i1", (12,)),
    ("insurance_wins", "i1", (12,)),
    ("blackjack_paid_early", "i1", (12,)),
    ("may_split", "i1", (2, HAND_COUNTS)),
    ("dealer_after", "i1", (DEALER_TOTALS, RANK_COLUMNS)),
    ("dealer_stands", "i1", (DEALER_TOTALS,)),
    ("dealer_draws", "u1", (DEALER_TOTALS,)),
    ("after", "u2", (HAND_STATES, RANK_COLUMNS)),
    ("points", "i1", (HAND_STATES,)),
    ("is_soft", "i1", (HAND_STATES,)),
    ("pair", "i1", (HAND_STATES,)),
    ("origin", "i1", (HAND_STATES,)),
    ("kind", "i1", (HAND_STATES,)),
    ("finished", "i1", (HAND_STATES,)),
    ("legal", "i1", (HAND_STATES,)),
    ("move", "i1", (HAND_STATES, DEALER_VIEWS)),
    ("move_unless_split", "i1", (HAND_STATES, DEALER_VIEWS)),
    ("has_index", "i1", (HAND_STATES, DEALER_VIEWS)),
    ("plan", "u1", (HAND_STATES, PLAN_VIEWS)),
    ("two_cards", "u2", (2, RANK_COLUMNS, RANK_COLUMNS)),
    ("first_view", "u1", (RANK_COLUMNS, RANK_COLUMNS)),
    ("dealer_two_cards", "u1", (RANK_COLUMNS, RANK_COLUMNS)),
    ("end_of", "u1", (HAND_STATES, 4)),
    ("renamed", "u1", (CARDS,)),
    ("switch_value", "i8", (HAND_STATES, DEALER_VIEWS)),
    ("result", "i1", (HAND_KINDS, DEALER_KINDS)),
    ("pays_denominator", "i2", (HAND_KINDS, DEALER_KINDS)),
    ("pays_original", "i4", (HAND_KINDS, DEALER_KINDS)),
    ("pays_added", "i4", (HAND_KINDS, DEALER_KINDS)),
    ("chart", "i1", (3, CHART_ROWS, DEALER_VIEWS)),
    ("index_code", "i1", (3, CHART_ROWS, DEALER_VIEWS, INDEX_STEPS)),
    ("index_count", "i8", (3, CHART_ROWS, DEALER_VIEWS, INDEX_STEPS)),
    ("switch_score", "i8", (3, CHART_ROWS, DEALER_VIEWS)),
    ("rescue_answer", "i1", (CHART_ROWS, DEALER_VIEWS)),
    ("bets", BET, (MOST_SIDE_BETS,)),
]))  # fmt: skip


class RulesRecord(Protocol):
    """A table, a strategy and stakes, tabulated."""

    boxes: int
    hands_per_box: int
    spots: int
    hole_card: int
    takes_even_money: int
    insurance_at_turn: int
    double_card_down: int
    may_ask_down: int
    busts_lose_at_once: int
    busted_double_loses_all: int
    busted_split_loses_all: int
    split_21_is_void: int
    offers_rescue: int
    offers_switch: int
    open_blackjack_ends: int
    insurance_lost_with_hands: int
    dealer_draws_nothing: int
    blackjack_odds_by_dealer: int
    smallest_chip: int
    wager_step: int
    insurance_numerator: int
    insurance_denominator: int
    super_bonus_to_others: int
    super_bonus_least: Ints
    super_bonus_pays: Ints
    designated: Ints
    """The two cards of the designated blackjack, or -1."""
    side_bets: int
    third_card_offered_by: int
    """The number of the side bet that requires it, from 1."""
    third_card_drawn_for: int
    cards_per_deck: int
    shoe_sides: int
    left_side_cards: int
    all_cards: int
    cutting_card: Ints
    """The number of cards in front of the cutting card of each side."""
    burns_first_card: int
    burns_each_round: int
    fresh: int
    discards_go_back: int
    red_side: int
    chart_insures: int
    chart_even_money: int
    insures_from_count: int
    is_counted: int
    count_starts_at: int
    count_rounding: int
    ramp_steps: int
    ramp_from: Ints
    ramp_units: Ints
    tags: Ints
    ace_side_tags: Ints
    box_counts: Ints
    stakes: Ints
    value: Ints
    chart_place: Ints
    """The position of a rank in the chart, as up card or pair."""
    offers_insurance: Ints
    insurance_wins: Ints
    blackjack_paid_early: Ints
    may_split: Ints
    """Whether a pair may be split, by whether it is of aces, comes from aces, and the number of hands."""
    dealer_after: Ints
    dealer_stands: Ints
    dealer_draws: Ints
    """By the dealer's total."""
    after: Ints
    """The state of a hand with one more card, by rank."""
    points: Ints
    is_soft: Ints
    pair: Ints
    """The value of each of two equal cards, or 0."""
    origin: Ints
    kind: Ints
    finished: Ints
    legal: Ints
    """A bit for each move; splitting is checked separately, because it depends on the other hands."""
    move: Ints
    """What the chart does with a hand that may be split if it is a pair, by the dealer's view."""
    move_unless_split: Ints
    has_index: Ints
    """Whether a count may change the move."""
    goes_by_chart: int
    """Whether rounds may be played with the tables below from the first card to the last."""
    forms_are_paid: int
    """Whether the cards of a longer 21 affect its pay-out."""
    may_insure: int
    """Whether chart or count may take insurance or even money."""
    counts_aces: int
    """Whether there is a side count of aces."""
    counts_to_insure: int
    """Whether a count alone decides about insurance, of all boxes at once."""
    deals: int
    """How often a shuffled shoe is dealt, each time with its cards renamed."""
    sets_apart: int
    """Whether a box that splits may go on by its records beside boxes that go by the chart."""
    shuffled_ahead: int
    """How many cards of a shoe are shuffled before it is dealt; the others as they are needed."""
    has_meters: int
    has_streaks: int
    """Whether a side bet is of this kind."""
    plan: Ints
    two_cards: Ints
    """The state of two cards by their ranks: as dealt, and made by a switch."""
    first_view: Ints
    """The view in which the boxes play, by the ranks of the dealer's first two cards; `NO_PLAY` if the deal is over."""
    dealer_two_cards: Ints
    """The dealer's total, by the ranks of two cards."""
    end_of: Ints
    """The end of a hand, by its state and how it came to it."""
    renamed: Ints
    """The card that each becomes when a shuffled shoe is dealt again."""
    switch_value: Ints
    """The score of two cards when a switch is considered, by state and view."""
    result: Ints
    pays_denominator: Ints
    pays_original: Ints
    pays_added: Ints
    chart: Ints
    index_code: Ints
    index_count: Ints
    switch_score: Ints
    rescue_answer: Ints
    bets: Records[BetRecord]


def blank_rules() -> RulesRecord:
    return cast(RulesRecord, np.zeros((), dtype=RULES)[()])


# Sums -----------------------------------------------------------------------------------------------------------------

WAGER_COUNT, STAKED_SUM, NET_SUM, NET_SQUARES, STAKED_SQUARES, PRODUCTS = range(6)
SHOE_NET_SQUARES, SHOE_STAKED_SQUARES, SHOE_PRODUCTS = range(6, 9)
METER_ROSE, SHOE_OWED_SQUARES, SHOE_OWED_PRODUCTS, SUM_COUNT = range(9, 13)
"""Columns of sums. Contributions to a meter are owed to players: the last columns add the meter's rise to the net
result."""
LOW_HALF: Final = (1 << 32) - 1
"""Mask for the lower half of a large number; the upper half is added up separately."""
MOST_IN_A_SHOE: Final = 3_000_000_000
"""Cents that can be staked in a shoe so that their square is one number."""
MOST_IN_A_ROUND: Final = 1 << 52
"""So that the sum over the rounds between two shuffles is one number."""
MOST_RESULTS: Final = 1 << 13
"""Number of distinct results of a round that are counted."""
SHOE_TENTHS: Final = 10
"""Number of parts of the shoe with separate figures."""
(
    TENTH_ROUNDS,
    TENTH_STAKED,
    TENTH_NET,
    TENTH_NET_SQUARES,
    TENTH_STAKED_SQUARES,
    TENTH_PRODUCTS,
    TENTH_SIZE,
) = range(7)
"""Of each: rounds, staked and net; by shuffle the squares of net and staked and their product."""
