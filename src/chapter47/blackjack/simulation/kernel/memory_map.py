"""Where everything lies: the places of all numbers in a program, and of a round in play on the felt.

Compiled code counts references to each array it is handed, so a program is one array of integers and a round another;
these names are the places in them."""

from itertools import accumulate
from typing import Final

MOST_BOXES: Final = 7
MOST_HANDS: Final = 8
"""Of one box: two hands of four at Switch."""
MOST_SPOTS: Final = 3
MOST_LINES: Final = 8
"""Side bets of one program."""
CARDS: Final = 52


def _places(*sizes: int) -> tuple[int, ...]:
    """Where tables of these sizes begin, one after the other, and where the last one ends."""
    return (0, *accumulate(sizes))


# Moves and questions, in the order in which they are listed -----------------------------------------------------------

STAND, HIT, DOUBLE, DOUBLE_DOWN, SPLIT, SURRENDER, SWITCH_BACK = range(7)
PLAY, EVEN_MONEY, INSURANCE, DOUBLE_TOO, SWITCH, SWITCHED, RESCUE, THIRD_CARD = range(8)
NO, YES = 0, 1
"""The first and the second answer to a question."""

NO_HOLE, HOLE_DOWN, HOLE_READ, HOLE_OPEN = range(4)
CHART, HASH = range(2)
"""How decisions are made: by the program's chart, or by a hash of the seed and the number of the decision."""

# Kinds of hands -------------------------------------------------------------------------------------------------------

BLACKJACK, DESIGNATED, SPLIT_TWO, SWITCHED_TWO = range(21, 25)
"""Hands of two cards that count 21; a hand of fewer points is its own kind."""
LONGER: Final = 25
THREE, MIXED_678, SUITED_678, SPADES_678, MIXED_777, SUITED_777, SPADES_777, FOUR, FIVE, SIX, SEVEN = range(11)
"""Forms of a longer 21; those of doubled hands come after those of the others."""
FORMS: Final = 11
BUST: Final = LONGER + 2 * FORMS
KINDS: Final = BUST + 1
DEALERS: Final = 32
"""The dealer's points; the last stands for a blackjack."""
DEALER_BLACKJACK: Final = DEALERS - 1

# The chart ------------------------------------------------------------------------------------------------------------

HARD, SOFT, PAIR = range(3)
ROWS: Final = 22
VIEWS: Final = 44
"""The value of the up card; where both cards lie open their hard total, or 22 and their soft total."""
SOFT_VIEWS: Final = 22
CELLS: Final = 3 * ROWS * VIEWS
NEVER: Final = 1 << 40
"""A true count that is not reached."""
FINE: Final = 1000
"""True counts and tags are kept in thousandths."""

# A program ------------------------------------------------------------------------------------------------------------

(
    BOXES,
    HANDS_PER_BOX,
    SPOTS,
    HOLE,
    TAKES_EVEN_MONEY,
    AT_TURN,
    ALWAYS_DOWN,
    ASKS_DOWN,
    BUSTS_NOW,
    LOST_DOUBLED,
    LOST_SPLIT,
    RESCUES,
    SWITCHES,
    OPEN_BLACKJACK_ENDS,
    INSURANCE_GOES_TOO,
    DRAWS_NOTHING,
    ODDS_HANG,
    CHIP,
    STEP,
    DEN,
    INSURANCE_NUM,
    INSURANCE_DEN,
    SUPER_OTHERS,
    LINES,
    OFFERS_THIRD,
    THIRD_IS_DUE,
    DECK_CARDS,
    SIDES,
    LEFT_CARDS,
    ALL_CARDS,
    CUT,
    CUT_RIGHT,
    BURNS,
    BURNS_EACH,
    FRESH,
    PUTS_BACK,
    RED_SIDE,
    CHART_INSURES,
    CHART_EVEN_MONEY,
    INSURES_AT,
    COUNTS,
    COUNT_FROM,
    FLOORED,
    RAMP,
    WORTHS,
    LAST_FLAG,
) = range(46)

(
    FLAGS,
    VALUE,
    STANDS,
    ALLOWED,
    SPLITS,
    RESULT,
    FIRST,
    EXTRA,
    INSURES,
    INSURED,
    EARLY,
    SUPER_LEAST,
    SUPER_PAYS,
    NAMED,
    STAKES,
    CODES,
    TURNS,
    TURNED,
    WORTH,
    RESCUED_AT,
    TAGS,
    COUNTING,
    RAMP_FROM,
    RAMP_TIMES,
    LINE,
) = _places(
    LAST_FLAG, CARDS, 64, 512, 10, KINDS * DEALERS, KINDS * DEALERS, KINDS * DEALERS, 12, 12, 12, 2, 2, 2,
    MOST_BOXES * MOST_SPOTS, CELLS, CELLS, CELLS, CELLS, ROWS * VIEWS, 13, MOST_BOXES, 16, 16
)  # fmt: skip

CAN_HIT, CAN_DOUBLE, CAN_SURRENDER, IS_DONE = 1, 2, 4, 8
"""What the table of allowed moves says of a hand."""

# A side bet of a program ----------------------------------------------------------------------------------------------

TWO, SEVENS, PROGRESSIVE, SHOWN, STREAK, MATCH, TWENTY, OPTIONAL, FOUR_CARDS = range(1, 10)
"""How a bet is read: by two cards, by the dealer's, by the results of the main wager and so on."""

(
    LINE_KIND,
    LINE_DEN,
    LINE_BACK,
    LINE_CAP,
    LINE_UNSPLIT,
    METER_START,
    METER_RESET,
    METER_NUM,
    METER_DEN,
    METER_ALL_NUM,
    METER_ALL_DEN,
    METER_PAYS_ALL,
    SHOWN_COUNT,
    SHOWN_WEIGHT,
    LAST_OF_LINE,
) = range(15)

STAKED, FIGURES, PAY, PAY_BLACKJACK, LINE_SIZE = _places(16, 8, 1408, CARDS * CARDS, CARDS * CARDS)[1:]
"""In a line: its stakes by box, figures of its own, what two cards pay, and the same against a dealer's blackjack."""
LOSES: Final = -1
WHOLE_METER: Final = -2
SHOWN_MOST: Final = 64
CARRIED: Final = -100
"""And the number of hands won: a streak that stays for the next round."""
STREAK_OF: Final = 64
"""In the figures of a streak bet: what a round's results amount to, by hands, wins and losses."""
EIGHTS: Final = 512
"""In the figures of an optional bonus: what three eights pay, by their suits."""
THIRD: Final = 256
"""In the same figures: what the third card pays; before it stands which two cards have lost."""
PROGRAM: Final = LINE + MOST_LINES * LINE_SIZE

# A round on the felt --------------------------------------------------------------------------------------------------

(
    AT,
    END,
    BASE,
    MODE,
    SEED,
    DECISIONS,
    AMOUNT,
    UP,
    SECOND,
    HOLE_LIES,
    DEALER_LOW,
    DEALER_ACES,
    DEALER_CARDS,
    DEALER_THIRD,
    ENDED,
    RUNNING,
    SHORT,
    START,
    IS_OUT,
    GIVEN,
    LOGS,
    LOGGED,
    SIDE,
    TIMES,
    SIDE_AT,
    _RIGHT_AT,
    SIDE_OUT,
    _RIGHT_OUT,
    SIDE_MIXED,
    _RIGHT_MIXED,
    MIXED,
    FIRST_CARD,
    VIEW,
    LAST_NUMBER,
) = range(34)

(
    HAND_CARDS,
    LOW,
    ACES,
    CARD_0,
    CARD_1,
    CARD_2,
    IS_SPLIT,
    FROM_ACES,
    OF,
    IS_DOUBLED,
    DOWN,
    STOOD,
    GIVEN_UP,
    IS_SWITCHED,
    IS_RESCUED,
    IS_OPEN,
    OUTCOME,
    WAS_DOWN,
    STAKE,
) = range(19)
DOUBLED, NET, INSURED_FOR, INSURANCE_NET = (STAKE + part * MOST_SPOTS for part in range(1, 5))
HAND_SIZE: Final = STAKE + 5 * MOST_SPOTS

LOG_SIZE: Final = 8
"""Of each decision: box, hand, question, spot, legal moves, the move, its amount, cards drawn before it."""
LONGEST_LOG: Final = 256

HANDS_OF, OWN_CARDS, SUPER = range(3)
ORDER, OWN, SIDE_NET, WAITS, BOX_SIZE = (3 + place for place in _places(MOST_HANDS, 4, MOST_LINES, 1))
"""In a box: its hands from the dealer's left, the first cards dealt to it, what its side bets won."""

NUMBERS, BOX, HAND, STREAKS, METERS, LOG, FELT = _places(
    LAST_NUMBER,
    MOST_BOXES * BOX_SIZE,
    MOST_BOXES * MOST_HANDS * HAND_SIZE,
    MOST_BOXES * MOST_LINES,
    MOST_LINES * 3,
    LONGEST_LOG * LOG_SIZE,
)
NO_STREAK: Final = -1
UNDECIDED: Final = -(1 << 40)
"""What a side bet won that is not settled in this round."""

# Sums -----------------------------------------------------------------------------------------------------------------

WAGERS, STAKED_SUM, NET_SUM, NET_SQUARES, STAKED_SQUARES, PRODUCTS = range(6)
SHOE_NET, SHOE_STAKED, SHOE_PRODUCTS = range(6, 9)
METER_ROSE, SHOE_OWED, SHOE_OWED_PRODUCTS, SUMS = range(9, 13)
"""What goes onto a meter is owed to players: the last ones are of the net result and what the meter rose by."""
LOWER: Final = (1 << 32) - 1
"""Of a large number; what is above it is added up apart."""
MOST_IN_A_SHOE: Final = 3_000_000_000
"""Cents that can be staked in a shoe so that their square is one number."""
RESULTS: Final = 1 << 13
"""How many different results of a round are told apart."""
SLICES: Final = 10
"""In how many parts the shoe is looked at."""
IN_SLICE: Final = 8
"""Of each: rounds, staked and net; by shoe the squares of net and staked and their product; the
shoe in play's staked and net."""
