"""Where everything lies: the places of all numbers in a program, and in the state of a table in play.

Compiled code counts references to each array it is handed, so a program is one array of integers (`rules` in the
kernel) and the table in play another (`state`: shoe, dealer, boxes, hands, meters). These names are the places in
them."""

from itertools import accumulate
from typing import Final

MOST_BOXES: Final = 7
MOST_HANDS: Final = 8
"""Of one box: two hands of four at Switch."""
MOST_SPOTS: Final = 3
MOST_SIDE_BETS: Final = 8
"""Side bets of one program."""
CARDS: Final = 52
RANKS: Final = 13
"""A card's number is its rank times four and its suit."""
ACE_VALUE: Final = 11
TOTALS: Final = 32
"""Places for totals, in tables by total."""
HAND_COUNTS: Final = 5
"""Places for a number of hands, 0 to 4."""


def _places(*sizes: int) -> tuple[int, ...]:
    """Where tables of these sizes begin, one after the other, and where the last one ends."""
    return (0, *accumulate(sizes))


# Moves and questions, in the order in which they are listed -----------------------------------------------------------

STAND, HIT, DOUBLE, DOUBLE_DOWN, SPLIT, SURRENDER, SWITCH_BACK = range(7)
PLAY, EVEN_MONEY, INSURANCE, DOUBLE_TOO, SWITCH, SWITCHED, RESCUE, THIRD_CARD = range(8)
NO, YES = 0, 1
"""The first and the second answer to a question."""

NO_HOLE, HOLE_DOWN, HOLE_READ, HOLE_OPEN = range(4)

# Kinds of hands -------------------------------------------------------------------------------------------------------

BLACKJACK, DESIGNATED, SPLIT_TWO, SWITCHED_TWO = range(21, 25)
"""Hands of two cards that count 21; a hand of fewer points is its own kind."""
LONGER_21: Final = 25
THREE_CARD_21, MIXED_678, SUITED_678, SPADES_678, MIXED_777, SUITED_777, SPADES_777 = range(7)
FOUR_CARD_21, FIVE_CARD_21, SIX_CARD_21, SEVEN_CARD_21 = range(7, 11)
"""Forms of a longer 21; those of doubled hands come after those of the others."""
FORMS_OF_21: Final = 11
BUST: Final = LONGER_21 + 2 * FORMS_OF_21
HAND_KINDS: Final = BUST + 1
DEALER_KINDS: Final = TOTALS
"""The dealer's points; the last stands for a blackjack."""
DEALER_BLACKJACK: Final = DEALER_KINDS - 1

# The chart ------------------------------------------------------------------------------------------------------------

HARD, SOFT, PAIR = range(3)
CHART_ROWS: Final = 22
DEALER_VIEWS: Final = 44
"""The value of the up card; where both cards lie open their hard total, or 22 and their soft total."""
SOFT_VIEWS: Final = 22
CHART_CELLS: Final = 3 * CHART_ROWS * DEALER_VIEWS
NEVER_REACHED: Final = 1 << 40
"""A true count that is not reached."""
THOUSANDTHS: Final = 1000
"""True counts and tags are kept in thousandths."""

# A program ------------------------------------------------------------------------------------------------------------

(
    BOXES,
    HANDS_PER_BOX,
    SPOTS,
    HOLE_CARD,
    TAKES_EVEN_MONEY,
    INSURANCE_AT_TURN,
    DOUBLE_CARD_DOWN,
    MAY_ASK_DOWN,
    BUSTS_LOSE_AT_ONCE,
    BUSTED_DOUBLE_LOSES_ALL,
    BUSTED_SPLIT_LOSES_ALL,
    SPLIT_21_IS_VOID,
    OFFERS_RESCUE,
    OFFERS_SWITCH,
    OPEN_BLACKJACK_ENDS,
    INSURANCE_LOST_WITH_HANDS,
    DEALER_DRAWS_NOTHING,
    BLACKJACK_ODDS_BY_DEALER,
    SMALLEST_CHIP,
    WAGER_STEP,
    PAYS_DENOMINATOR,
    INSURANCE_NUMERATOR,
    INSURANCE_DENOMINATOR,
    SUPER_BONUS_TO_OTHERS,
    SIDE_BETS,
    THIRD_CARD_OFFERED_BY,
    THIRD_CARD_DRAWN_FOR,
    CARDS_PER_DECK,
    SHOE_SIDES,
    LEFT_SIDE_CARDS,
    ALL_CARDS,
    CUTTING_CARD,
    CUTTING_CARD_RIGHT,
    BURNS_FIRST_CARD,
    BURNS_EACH_ROUND,
    FRESH,
    DISCARDS_GO_BACK,
    RED_SIDE,
    CHART_INSURES,
    CHART_EVEN_MONEY,
    INSURES_FROM_COUNT,
    IS_COUNTED,
    COUNT_STARTS_AT,
    COUNT_ROUNDED_DOWN,
    RAMP_STEPS,
    LAST_FLAG,
) = range(46)

(
    FLAGS,
    CARD_VALUE,
    DEALER_STANDS,
    ALLOWED_MOVES,
    MAY_SPLIT,
    RESULT,
    PAYS_ORIGINAL,
    PAYS_ADDED,
    OFFERS_INSURANCE,
    INSURANCE_WINS,
    BLACKJACK_PAID_EARLY,
    SUPER_BONUS_LEAST,
    SUPER_BONUS_PAYS,
    DESIGNATED_CARDS,
    STAKES,
    CHART_CODES,
    INDEX_COUNT,
    INDEX_CODE,
    SWITCH_SCORE,
    RESCUE_ANSWER,
    COUNT_TAGS,
    BOX_COUNTS,
    RAMP_FROM,
    RAMP_UNITS,
    SIDE_BET,
) = _places(
    LAST_FLAG, CARDS, 2 * TOTALS, 16 * TOTALS, 2 * HAND_COUNTS,
    HAND_KINDS * DEALER_KINDS, HAND_KINDS * DEALER_KINDS, HAND_KINDS * DEALER_KINDS, 12, 12, 12, 2, 2, 2,
    MOST_BOXES * MOST_SPOTS, CHART_CELLS, CHART_CELLS, CHART_CELLS, CHART_CELLS,
    CHART_ROWS * DEALER_VIEWS, RANKS, MOST_BOXES, 16, 16
)  # fmt: skip

CAN_HIT, CAN_DOUBLE, CAN_SURRENDER, IS_DONE = 1, 2, 4, 8
"""What the table of allowed moves says of a hand."""

# A side bet of a program ----------------------------------------------------------------------------------------------

BY_CARDS, SEVENS, PROGRESSIVE, DISPLAYED, STREAK = range(1, 6)
MATCH_THE_DEALER, TWENTY_POINT, OPTIONAL_BONUS, SWITCH_MATCH = range(6, 10)
"""How a bet is decided: by a table of the cards it reads, or as a wager that has a way of its own."""

(
    BET_KIND,
    BET_DENOMINATOR,
    STAKE_GOES_BACK,
    PRIZE_CAP,
    READS_TWO_IF_SPLIT,
    METER_START,
    METER_RESET,
    METER_CENTS,
    METER_WAGERS,
    BOTH_METERS_CENTS,
    BOTH_METERS_WAGERS,
    METER_PAYS_FIXED_PRIZES,
    DISPLAY_AMOUNTS,
    DISPLAY_WEIGHT,
    CARD_TABLE,
    CARD_TABLE_BASE,
    CARD_TABLE_SHIFT,
    CARDS_READ,
    CARD_READ,
) = range(19)
"""The card table begins at `CARD_TABLE`, behind all side bets. Its index is a number with a digit for each card that is
read, to the base of `CARD_TABLE_BASE`: the card shifted by `CARD_TABLE_SHIFT`, or the highest digit for none."""
MOST_CARDS_READ: Final = 4
DEALER_CARD: Final = 8
"""`CARD_READ` and the places after it say which card each digit is: one of the box, or from here on of the dealer."""

BET_STAKES, BET_FIGURES, TWO_CARDS_PAY, PAY_AT_BLACKJACK, SIDE_BET_SIZE = _places(
    CARD_READ + MOST_CARDS_READ, 8, 1408, CARDS * CARDS, CARDS * CARDS
)[1:]
"""In a side bet: its stakes by box, figures of its own, what two cards pay, also against a dealer's blackjack."""
LOSES: Final = -1
WHOLE_METER: Final = -2
STAKE_RETURNED: Final = -3
"""Nothing decided the bet."""
FIXED_PRIZE: Final = -1000
"""Less the cents of a prize that does not depend on the stake."""
MOST_DISPLAY_AMOUNTS: Final = 64
STREAK_STAYS: Final = -100
"""And the number of hands won: a streak that stays for the next round."""
STREAK_LOST, STREAK_VOID, STREAK_WON, STREAK_RESULTS = range(4)
"""What a round was for a streak."""
STREAK_RESULT: Final = 64
"""In the figures of a streak bet: what a round's results amount to, by hands, wins and losses."""
SUITS_OF_FOUR: Final = 4**4
"""In the figures of a progressive bet: places for the suits of four cards, for each number of aces."""
THREE_EIGHTS_PAY: Final = 512
"""In the figures of an optional bonus: what three eights pay, by their suits."""
THIRD_CARD_PAYS: Final = 256
"""In the same figures: what the third card pays; before it stands which two cards have lost."""
PROGRAM_SIZE: Final = SIDE_BET + MOST_SIDE_BETS * SIDE_BET_SIZE

# The state of a table in play -----------------------------------------------------------------------------------------

(
    NEXT_CARD,
    SHOE_END,
    SHOE_BASE,
    DECIDES_BY_HASH,
    SEED,
    DECISIONS,
    AMOUNT,
    UP_CARD,
    SECOND_CARD,
    CONCEALED_HOLE_CARD,
    DEALER_LOW_TOTAL,
    DEALER_ACES,
    DEALER_CARDS,
    DEALER_THIRD_CARD,
    DEAL_ENDED,
    RUNNING_COUNT,
    OUT_OF_CARDS,
    ROUND_START,
    CUTTING_CARD_OUT,
    CARDS_ARE_GIVEN,
    KEEPS_LOG,
    LOG_LENGTH,
    SHOE_SIDE,
    UNITS_BET,
    SIDE_NEXT_CARD,
    _RIGHT_NEXT_CARD,
    SIDE_IS_OVER,
    _RIGHT_IS_OVER,
    SIDE_SHUFFLED_TO,
    _RIGHT_SHUFFLED_TO,
    SHUFFLED_TO,
    DETERMINANT_CARD,
    DEALER_VIEW,
    LAST_NUMBER,
) = range(34)

(
    HAND_CARDS,
    LOW_TOTAL,
    ACES,
    CARD_0,
    CARD_1,
    CARD_2,
    IS_SPLIT,
    FROM_ACES,
    ORIGINAL_HAND,
    IS_DOUBLED,
    CARD_DOWN,
    STOOD,
    IS_SURRENDERED,
    IS_SWITCHED,
    IS_RESCUED,
    IS_OPEN,
    OUTCOME,
    WAS_DOWN,
    STAKE,
) = range(19)
DOUBLE_STAKE, NET, INSURANCE_STAKE, INSURANCE_NET = (STAKE + part * MOST_SPOTS for part in range(1, 5))
HAND_SIZE: Final = STAKE + 5 * MOST_SPOTS

LOG_BOX, LOG_HAND, LOG_QUESTION, LOG_SPOT, LOG_LEGAL, LOG_MOVE, LOG_AMOUNT, LOG_NEXT_CARD, LOG_SIZE = range(9)
"""Of each decision: who is asked what, the legal moves, the move, its amount, cards drawn before it."""
LONGEST_LOG: Final = 256

METER_AMOUNT, WAGERS_FOR_METER, WAGERS_FOR_RESET_METER, METER_SIZE = range(4)
"""Of a progressive bet's meters: cents, and the wagers since then that raise the meter and the reset meter."""

HAND_COUNT, BOX_CARD_COUNT, SUPER_BONUS = range(3)
HAND_ORDER, BOX_CARDS, SIDE_NET, BOX_SIZE = (3 + place for place in _places(MOST_HANDS, 4, MOST_SIDE_BETS))
"""In a box: its hands from the dealer's left, the first cards dealt to it, what its side bets won."""

NUMBERS, BOX, HAND, STREAKS, METERS, LOG, STATE_SIZE = _places(
    LAST_NUMBER,
    MOST_BOXES * BOX_SIZE,
    MOST_BOXES * MOST_HANDS * HAND_SIZE,
    MOST_BOXES * MOST_SIDE_BETS,
    MOST_SIDE_BETS * METER_SIZE,
    LONGEST_LOG * LOG_SIZE,
)
NO_STREAK: Final = -1
UNDECIDED: Final = -(1 << 40)
"""What a side bet won that is not settled in this round."""

# Sums -----------------------------------------------------------------------------------------------------------------

WAGER_COUNT, STAKED_SUM, NET_SUM, NET_SQUARES, STAKED_SQUARES, PRODUCTS = range(6)
SHOE_NET_SQUARES, SHOE_STAKED_SQUARES, SHOE_PRODUCTS = range(6, 9)
METER_ROSE, SHOE_OWED_SQUARES, SHOE_OWED_PRODUCTS, SUM_COUNT = range(9, 13)
"""What goes onto a meter is owed to players: the last ones are of the net result and what the meter rose by."""
LOW_HALF: Final = (1 << 32) - 1
"""Of a large number; what is above it is added up apart."""
MOST_IN_A_SHOE: Final = 3_000_000_000
"""Cents that can be staked in a shoe so that their square is one number."""
MOST_RESULTS: Final = 1 << 13
"""How many different results of a round are told apart."""
SHOE_TENTHS: Final = 10
"""In how many parts the shoe is looked at."""
(
    TENTH_ROUNDS,
    TENTH_STAKED,
    TENTH_NET,
    TENTH_NET_SQUARES,
    TENTH_STAKED_SQUARES,
    TENTH_PRODUCTS,
    TENTH_STAKED_NOW,
    TENTH_NET_NOW,
    TENTH_SIZE,
) = range(9)
"""Of each: rounds, staked and net; by shoe the squares of net and staked and their product; the
shoe in play's staked and net."""
STAKED_BEFORE, NET_BEFORE, METERS_BEFORE, BEFORE_SIZE = range(4)
"""Of each wager, what its sums and meters were before the shoe in play."""
