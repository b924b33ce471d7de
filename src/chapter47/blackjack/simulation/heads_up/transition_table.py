"""All steps of a heads-up round in one array of small numbers, for the kernel to follow."""

from collections.abc import Callable
from math import gcd
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.exact.values import ACE, VALUES
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.rules.insurance import insurance_pays
from chapter47.blackjack.simulation.heads_up.steps import (
    DEALER_BLACKJACK,
    DOUBLED,
    KINDS,
    OUTCOMES,
    SPLIT_TWENTY_ONE,
    Dealer,
    HeadsUpRules,
    State,
    after,
    dealer_outcome,
    kind_of,
    total_of,
)

TransitionTable = NDArray[np.uint16]
Ints = NDArray[np.int64]

STOP_FLAG: Final = 1 << 15
"""Flags a final entry: a pair to split, or the end of a hand."""
RESULT_BIAS: Final = 1 << 14
"""Added to results, which can be negative."""
LONGEST_WAIT: Final = 96
"""The most cards that a shoe waits after a split that was played ahead of the other shoes."""

(
    START,
    ZERO_END,
    FIRST_END,
    WAITING,
    DONE,
    SPLIT_HANDS,
    DEALER_ROWS,
    PAYS,
    MOST_HANDS,
    DEALER_DECIDES,
    BUSTS_APART,
    WAGER,
    INSURANCE_WINS,
    INSURANCE_LOSES,
    HEAD_SIZE,
) = range(15)
"""The header: positions of the parts, and a few numbers."""


Step = Callable[[HeadsUpRules, State, int], State]


class TooLargeError(ValueError):
    """More states or results than the transition table can hold."""


class Transitions(NamedTuple):
    """States and where each card leads; ends and splits lead nowhere yet."""

    states: list[State]
    after: Ints


def explored(rules: HeadsUpRules) -> Transitions:
    """Find every state that can be reached; an end continues like the start, a split leads to itself."""
    number: dict[State, int] = {("start",): 0}
    states: list[State] = [("start",)]
    rows: list[list[int]] = []
    while len(rows) < len(states):
        state = states[len(rows)]
        begun = ("start",) if state[0] == "end" else state
        row = []
        for card in range(VALUES):
            following = state if state[0] == "split" else rules.step(begun, card)
            if following not in number:
                number[following] = len(states)
                states.append(following)
            row.append(number[following])
        rows.append(row)
    return Transitions(states, np.array(rows, dtype=np.int64))


def merged(rows: Transitions) -> Transitions:
    """Merge states with the same future: refine partitions until their members cannot be distinguished."""
    marks: dict[State, int] = {}
    labels = np.array([marks.setdefault(_future_known(state), len(marks)) for state in rows.states], dtype=np.int64)
    count = 0
    while len(np.unique(labels)) > count:
        count = len(np.unique(labels))
        kinds = np.column_stack((labels, labels[rows.after]))
        labels = np.unique(kinds, axis=0, return_inverse=True)[1].ravel()
    _, firsts = np.unique(labels, return_index=True)
    return Transitions([rows.states[first] for first in firsts], labels[rows.after[firsts]])


def _future_known(state: State) -> State:
    return state if state[0] in ("start", "end", "split") else ("on the way",)


def split_step(rules: HeadsUpRules, state: State, card: int) -> State:
    """A hand of a split pair that is not split again."""
    match state:
        case ("one", pair, up):
            points = total_of(pair, card)
            if points.points == LIMIT:
                return ("over", SPLIT_TWENTY_ONE)
            if pair == ACE:
                return ("over", kind_of(points))
            two = (min(pair, card), max(pair, card))
            return _moved(rules.choice(points, up, two, split=True), points, up)
        case ("double", points, _):
            return ("over", kind_of(after(points, card)) + DOUBLED)
        case _:
            points = after(state[1], card)
            if points.points >= LIMIT:
                return ("over", kind_of(points))
            return _moved(rules.choice(points, state[2], None), points, state[2])


def _moved(move: str, points: Total, up: int) -> State:
    return ("over", kind_of(points)) if move == "stand" else (move, points, up)


def dealer_step(rules: HeadsUpRules, state: State, card: int) -> State:
    match state:
        case ("up", up) if Dealer(up, card).is_blackjack:
            return ("over", DEALER_BLACKJACK)
        case ("up", up):
            points = total_of(up, card)
        case _:
            points = after(state[1], card)
    if points.bust or points in rules.stands:
        return ("over", dealer_outcome(points))
    return ("with", points)


def small_rows(
    rules: HeadsUpRules, roots: list[State], step: Callable[[HeadsUpRules, State, int], State], begin: int
) -> list[int]:
    """Number the states of a part that begins at this position with its roots; an end is a flagged number."""
    states = list(roots)
    number_of = {state: number for number, state in enumerate(states)}
    numbers: list[int] = []
    for state in states:  # grows on the way
        for card in range(VALUES):
            following = step(rules, state, card)
            if following[0] == "over":
                numbers.append(STOP_FLAG + following[1])
                continue
            if following not in number_of:
                number_of[following] = len(states)
                states.append(following)
            numbers.append(begin + VALUES * number_of[following])
    return numbers


def split_code(split: State) -> int:
    """A pair, the dealer's cards and whether it is insured, in one number."""
    _, pair, dealer, insured = split
    return int(((pair * VALUES + dealer.up) * (VALUES + 1) + dealer.hole + 1) * 2 + insured)


def largest_unit(rules: HeadsUpRules, rows: Transitions) -> int:
    """The largest amount of which every result is a multiple."""
    amounts = [state[1] for state in rows.states if state[0] == "end"]
    amounts += [amount for row in rules.pays for amount in row]
    return gcd(rules.wager, rules.insurance, insurance_pays(rules.insurance), *amounts)


def by_use(rows: Transitions) -> list[int]:
    """Order the states by how often they occur, so that frequent ones are close together in memory."""
    chances = np.array([1.0] * 9 + [4.0]) / 13
    visits = np.full(len(rows.states), 1e-9)
    visits[0] = 1.0
    moving = np.zeros_like(visits)
    moving[[number for number, state in enumerate(rows.states) if state[0] == "start"]] = 1.0
    for _ in range(40):
        following = np.zeros_like(visits)
        np.add.at(following, rows.after, moving[:, None] * chances)
        moving = following
        visits += moving
    return sorted(range(len(rows.states)), key=lambda number: -visits[number])


def transition_table_of(rules: HeadsUpRules, *, fresh: bool) -> tuple[TransitionTable, int]:
    """Return the table and its unit in cents; if every round has fresh cards, nothing follows the end of a round."""
    rows = merged(explored(rules))
    unit = largest_unit(rules, rows)
    by_frequency = [number for number in by_use(rows) if rows.states[number][0] not in ("end", "split")]
    place = {number: HEAD_SIZE + VALUES * row for row, number in enumerate(by_frequency)}
    start = place[next(number for number in by_frequency if rows.states[number][0] == "start")]
    waiting = HEAD_SIZE + VALUES * len(by_frequency)
    done = waiting + VALUES * (LONGEST_WAIT + 1)
    hands = done + VALUES
    roots: list[State] = [("one", pair, up) for pair in range(VALUES) for up in range(VALUES)]
    hand_rows = small_rows(rules, roots, split_step, hands)
    dealer = hands + len(hand_rows)
    dealer_rows = small_rows(rules, [("up", up) for up in range(VALUES)], dealer_step, dealer)
    first_end = dealer + len(dealer_rows)
    most = (2 * max(rules.most) * rules.wager + 2 * rules.insurance) // unit
    zero = first_end + VALUES * most
    pays = zero + VALUES * (most + 1)
    if pays >= STOP_FLAG or most >= RESULT_BIAS // 8:
        raise TooLargeError(f"{pays} numbers, results up to {most} units")
    for number, state in enumerate(rows.states):
        if state[0] == "end":
            place[number] = zero + VALUES * (state[1] // unit)
        elif state[0] == "split":
            place[number] = STOP_FLAG + split_code(state)
    main_rows = [place[following] for number in by_frequency for following in rows.after[number]]
    begin = main_rows[(start - HEAD_SIZE) : (start - HEAD_SIZE) + VALUES]
    waiting_rows = [*begin, *(waiting + VALUES * (n - 1) for n in range(1, LONGEST_WAIT + 1) for _ in range(VALUES))]
    end_rows = [
        n if fresh else card for n in range(first_end, pays, VALUES) for card in ([n] * VALUES if fresh else begin)
    ]
    amounts = [amount // unit + RESULT_BIAS for row in rules.pays for amount in row]
    tail = [*amounts, *rules.most, *(int(rules.decides(kind)) for kind in range(KINDS))]
    head = [
        start, zero, first_end, waiting, done, hands, dealer, pays, pays + KINDS * OUTCOMES,
        pays + KINDS * OUTCOMES + VALUES, int(rules.busts_apart(split=True)), rules.wager // unit,
        insurance_pays(rules.insurance) // unit, rules.insurance // unit,
    ]  # fmt: skip
    numbers = [*head, *main_rows, *waiting_rows, *[done] * VALUES, *hand_rows, *dealer_rows, *end_rows, *tail]
    return np.array(numbers, dtype=np.uint16), unit
