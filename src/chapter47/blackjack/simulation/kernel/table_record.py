"""The table in play: the shoe, the dealer, the boxes with their hands, meters and streaks, as numpy records."""

from typing import Any, Final, Protocol, cast

import numpy as np

from chapter47.blackjack.simulation.kernel.records import (
    LONGEST_LOG,
    MOST_BOXES,
    MOST_CARDS,
    MOST_HANDS,
    MOST_SIDE_BETS,
    MOST_SPOTS,
    NO_STREAK,
    Ints,
    Records,
    RulesRecord,
)
from chapter47.core.numeric.generator import STREAM_SIZE, Cards, Stream

HAND: Final = np.dtype((np.record, [
    ("number", "i8"),
    ("state", "i8"),
    ("length", "i8"),
    ("card", "i8", (3,)),
    ("original", "i8"),
    ("outcome", "i8"),
    ("down", "i8"),
    ("doubled", "i8"),
    ("stood", "i8"),
    ("surrendered", "i8"),
    ("switched", "i8"),
    ("rescued", "i8"),
    ("open", "i8"),
    ("was_down", "i8"),
    ("stake", "i8", (MOST_SPOTS,)),
    ("double", "i8", (MOST_SPOTS,)),
    ("net", "i8", (MOST_SPOTS,)),
    ("insurance", "i8", (MOST_SPOTS,)),
    ("insurance_net", "i8", (MOST_SPOTS,)),
]))  # fmt: skip


class HandRecord(Protocol):
    number: int
    """The hand's number in its box."""
    state: int
    length: int
    """Its number of cards."""
    card: Ints
    """The first three cards."""
    original: int
    """The number of the hand that it was split from, or its own."""
    outcome: int
    down: int
    """The number of the face-down double card plus one; 0 without one."""
    doubled: int
    stood: int
    surrendered: int
    switched: int
    rescued: int
    open: int
    """Whether its main wagers wait to be settled."""
    was_down: int
    stake: Ints
    double: Ints
    net: Ints
    insurance: Ints
    insurance_net: Ints


BOX: Final = np.dtype((np.record, [
    ("number", "i8"),
    ("hand_count", "i8"),
    ("card_count", "i8"),
    ("super_bonus", "i8"),
    ("order", "i8", (MOST_HANDS,)),
    ("card", "i8", (4,)),
    ("side_net", "i8", (MOST_SIDE_BETS,)),
    ("streak", "i8", (MOST_SIDE_BETS,)),
    ("hands", HAND, (MOST_HANDS,)),
]))  # fmt: skip


class BoxRecord(Protocol):
    number: int
    hand_count: int
    card_count: int
    super_bonus: int
    order: Ints
    """The numbers of its hands from the dealer's left."""
    card: Ints
    """The first cards dealt to it, for its side bets."""
    side_net: Ints
    streak: Ints
    """By side bet: hands won so far, or a mark that none is in play."""
    hands: Records[HandRecord]


METER: Final = np.dtype((np.record, [("amount", "i8"), ("wagers", "i8"), ("wagers_for_reset", "i8")]))


class MeterRecord(Protocol):
    """The meter of a progressive bet: cents, and the wagers since then that raise the meter and the reset meter."""

    amount: int
    wagers: int
    wagers_for_reset: int


SIDE: Final = np.dtype((np.record, [("next_card", "i8"), ("is_over", "i8"), ("shuffled_to", "i8")]))


class SideRecord(Protocol):
    """A side of a shoe: its next card, whether its cutting card is out, and up to where it is shuffled."""

    next_card: int
    is_over: int
    shuffled_to: int


DECISION: Final = np.dtype((np.record, [
    (name, "i8") for name in ("box", "hand", "question", "spot", "legal", "move", "amount")
]))  # fmt: skip


class DecisionRecord(Protocol):
    """An entry of the log: who is asked what, the legal moves, the move, its amount."""

    box: int
    hand: int
    question: int
    spot: int
    legal: int
    move: int
    amount: int


TABLE: Final = np.dtype((np.record, [
    ("next_card", "i8"),
    ("shuffled_to", "i8"),
    ("deals_left", "i8"),
    ("shoe_end", "i8"),
    ("shoe_base", "i8"),
    ("shoe_side", "i8"),
    ("round_start", "i8"),
    ("cutting_card_out", "i8"),
    ("out_of_cards", "i8"),
    ("cards_are_given", "i8"),
    ("determinant_card", "i8"),
    ("running_count", "i8"), ("ace_side_count", "i8"),
    ("units_bet", "i8"),
    ("up_card", "i8"),
    ("up_value", "i8"),
    ("dealer_view", "i8"),
    ("hole_card", "i8"),
    ("second_card", "i8"),
    ("third_card", "i8"),
    ("dealer_total", "i8"),
    ("dealer_cards", "i8"),
    ("deal_ended", "i8"),
    ("decides_by_hash", "i8"),
    ("keeps_log", "i8"),
    ("given", "i1", (LONGEST_LOG,)), ("given_count", "i8"), ("given_taken", "i8"),
    ("is_asked", "i8"), ("asked_question", "i8"), ("asked_state", "i8"), ("asked_legal", "i8"), ("asked_hands", "i8"),
    ("seed", "i8"),
    ("decisions", "i8"),
    ("displays", "i8"),
    ("log_length", "i8"),
    ("amount", "i8"),
    ("side_wagers", "i8", (MOST_SIDE_BETS,)),
    ("side_staked", "i8", (MOST_SIDE_BETS,)),
    ("side_net", "i8", (MOST_SIDE_BETS,)),
    ("sides", SIDE, (2,)),
    ("boxes", BOX, (MOST_BOXES,)),
    ("meters", METER, (MOST_SIDE_BETS,)),
    ("chance", "u8", (STREAM_SIZE,)),
    ("cards", "u1", (2 * MOST_CARDS,)),
    ("log", DECISION, (LONGEST_LOG,)),
]))  # fmt: skip


class TableRecord(Protocol):
    """The table in play."""

    next_card: int
    shuffled_to: int
    deals_left: int
    """How often the shoe will be dealt again with its cards renamed before it is shuffled."""
    shoe_end: int
    shoe_base: int
    shoe_side: int
    round_start: int
    cutting_card_out: int
    out_of_cards: int
    cards_are_given: int
    """Whether the order of the cards is given."""
    determinant_card: int
    """The determinant card of a double shoe while it waits to be the first card, or -1."""
    running_count: int
    ace_side_count: int
    units_bet: int
    up_card: int
    up_value: int
    dealer_view: int
    """The chart's column."""
    hole_card: int
    """The hole card while it is concealed, or -1."""
    second_card: int
    third_card: int
    dealer_total: int
    dealer_cards: int
    deal_ended: int
    """Whether the dealer's blackjack is known before the boxes play."""
    decides_by_hash: int
    keeps_log: int
    given: Ints
    """Moves given beforehand, how many there are and how many were taken; the first question beyond them is
    recorded."""
    given_count: int
    given_taken: int
    is_asked: int
    asked_question: int
    asked_state: int
    asked_legal: int
    asked_hands: int
    seed: int
    decisions: int
    displays: int
    """Amounts that a display has drawn."""
    log_length: int
    amount: int
    """What the last decision stakes."""
    side_wagers: Ints
    side_staked: Ints
    side_net: Ints
    """For each side bet on all boxes: how many wagers the round decided, what was staked on them and won."""
    sides: Records[SideRecord]
    boxes: Records[BoxRecord]
    meters: Records[MeterRecord]
    chance: Stream
    cards: Cards
    """All cards, and equal room to set cards aside when they are shuffled again."""
    log: Records[DecisionRecord]


def blank_table(rules: RulesRecord, cards: Cards) -> TableRecord:
    """Make a table with nothing in play and the meters at their start."""
    table: Any = np.zeros((), dtype=TABLE)[()]
    table.boxes["number"] = np.arange(MOST_BOXES)
    table.boxes["hands"]["number"] = np.arange(MOST_HANDS)
    table.boxes["streak"] = NO_STREAK
    table.meters["amount"] = rules.bets["meter_start"]
    table.cards[: len(cards)] = cards
    return cast(TableRecord, table)
