"""The states of a hand, and where each card leads: the kernel looks these up instead of adding up cards. A state holds
everything that decisions and payments need to know about a hand's cards, except the suits and the length of a 21."""

from functools import cache
from typing import Final, NamedTuple

from chapter47.blackjack.chart_codes import CHART_CODES, TOTAL_CODES
from chapter47.blackjack.hands import LIMIT, card_value
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.core.cards import RANKS, Card

VALUES: Final = tuple(card_value(Card(rank, "c")) for rank in RANKS)
LONGER: Final = 3
"""The number of cards that stands for three or more."""
_MOVES_BY_NAME: Final = {
    "stand": r.STAND,
    "hit": r.HIT,
    "double": r.DOUBLE,
    "split": r.SPLIT,
    "surrender": r.SURRENDER,
}
MOVES_OF_CODE: Final = tuple(tuple(_MOVES_BY_NAME[move] for move in code.moves) for code in CHART_CODES)
"""The one or two moves that a chart's code names, in order."""


class HandState(NamedTuple):
    origin: int
    size: int
    """Number of cards: 0, 1, 2, or 3 for three or more."""
    low: int
    """The total with every ace counted as one; 22 for any total over 21."""
    has_ace: bool
    """Whether an ace may still count eleven."""
    pair: int
    """The value of a single card, or of each of two equal ones."""

    @property
    def is_soft(self) -> bool:
        return self.has_ace and self.low + 10 <= LIMIT

    @property
    def points(self) -> int:
        return self.low + 10 * self.is_soft

    @property
    def is_natural(self) -> bool:
        return self.origin == r.DEALT and self.size == 2 and self.points == LIMIT

    @property
    def kind(self) -> int:
        """The row of the payments; for a 21, the first of its possible rows."""
        if self.points < LIMIT:
            return self.points
        if self.points > LIMIT:
            return r.BUST
        if self.size == LONGER:
            return r.LONGER_21
        return {r.DEALT: r.BLACKJACK, r.FROM_SWITCH: r.SWITCHED_TWO}.get(self.origin, r.SPLIT_TWO)

    def after(self, value: int) -> "HandState":
        size = min(self.size + 1, LONGER)
        low = self.low + (1 if value == r.ACE_VALUE else value)
        has_ace = (self.has_ace or value == r.ACE_VALUE) and low + 10 <= LIMIT
        if low > LIMIT:
            return HandState(self.origin, LONGER, LIMIT + 1, False, 0)
        is_pair = size == 1 or (size == 2 and value == self.pair)
        return HandState(self.origin, size, low, has_ace, value if is_pair else 0)


@cache
def all_states() -> tuple[HandState, ...]:
    """List the empty hand of each origin, then everything that cards lead to."""
    states = [HandState(origin, 0, 0, False, 0) for origin in range(4)]
    known = set(states)
    for state in states:  # grows on the way
        for value in sorted(set(VALUES)):
            following = state.after(value)
            if following not in known:
                known.add(following)
                states.append(following)
    assert len(states) <= r.HAND_STATES, len(states)
    return tuple(states)


NATURAL: Final = next(number for number, state in enumerate(all_states()) if state.is_natural)


def state_tables(rules: r.RulesRecord) -> None:
    """Fill in the tables that are the same for every game."""
    number_of = {state: number for number, state in enumerate(all_states())}
    for number, state in enumerate(all_states()):
        rules.after[number, : len(VALUES)] = [number_of[state.after(value)] for value in VALUES]
        rules.after[number, r.NO_CARD] = number
        rules.points[number], rules.is_soft[number] = state.points, state.is_soft
        rules.pair[number] = state.pair if state.size == 2 else 0
        rules.origin[number], rules.kind[number] = state.origin, state.kind
        rules.end_of[number] = state.kind, r.HAND_KINDS + state.kind, r.SURRENDERED, r.LEFT
    for number, origin in enumerate((r.DEALT, r.FROM_SWITCH)):
        for rank, first in enumerate(VALUES):
            one_card = HandState(origin, 0, 0, False, 0).after(first)
            rules.two_cards[number, rank, : len(VALUES)] = [number_of[one_card.after(value)] for value in VALUES]
    for total in range(r.DEALER_TOTALS):
        points, soft = total % r.TOTALS, total >= r.SOFT_TOTALS
        for rank, value in enumerate(VALUES):
            rules.dealer_after[total, rank] = _dealer_total(points - 10 * soft, value, has_ace=soft)


def _dealer_total(low: int, value: int, *, has_ace: bool) -> int:
    has_ace = has_ace or value == r.ACE_VALUE
    low += 1 if value == r.ACE_VALUE else value
    if has_ace and low + 10 <= LIMIT:
        return low + 10 + r.SOFT_TOTALS
    return max(min(low, r.TOTALS - 2), 0)


def decision_tables(rules: r.RulesRecord) -> None:
    """Tabulate what the chart does in every state against every view; the chart and the legal moves must be filled
    in."""
    chart: list[list[list[int]]] = rules.chart.tolist()
    indexed = (rules.index_count != r.NEVER_REACHED).any(axis=-1)
    for number, state in enumerate(all_states()):
        if state.size < 2 or state.points >= LIMIT:
            continue
        cells, legal = _cells(state), int(rules.legal[number])
        codes = list(zip(*(chart[sort][row] for sort, row in cells), strict=True))
        unless_split = [_move(at_view, legal) for at_view in codes]
        rules.move_unless_split[number] = rules.move[number] = unless_split
        if len(cells) > 1:
            rules.move[number] = [_move(at_view, legal | 1 << r.SPLIT) for at_view in codes]
        for sort, row in cells:
            rules.has_index[number] |= indexed[sort, row]
    _plans(rules)
    _switch_values(rules)


def _plans(rules: r.RulesRecord) -> None:
    """Fill in the plan for hands that were not split; the general code plays pairs that the chart splits."""
    plan_of_move = {
        r.HIT: r.PLAN_HIT,
        r.STAND: r.PLAN_STAND,
        r.DOUBLE: r.PLAN_LEAVE if rules.double_card_down else r.PLAN_DOUBLE,
        r.SURRENDER: r.PLAN_SURRENDER,
        r.SPLIT: r.PLAN_LEAVE,
    }
    rules.plan[:] = r.PLAN_LEAVE
    for number, state in enumerate(all_states()):
        if rules.finished[number] == r.FINISHED:
            rules.plan[number] = r.PLAN_DONE
        elif state.size >= 2 and state.origin in (r.DEALT, r.FROM_SWITCH):
            moves = rules.move[number] if rules.may_split[0, 1] else rules.move_unless_split[number]
            plans = [plan_of_move[move] for move in moves.tolist()]
            has_index = rules.has_index[number].tolist()
            rules.plan[number, : r.DEALER_VIEWS] = [
                r.PLAN_BY_COUNT if counted else plan for plan, counted in zip(plans, has_index, strict=True)
            ]
    rules.plan[:, r.NO_PLAY] = r.PLAN_DONE


def _switch_values(rules: r.RulesRecord) -> None:
    """Fill in the scores for a switch; a 21 made by a switch is in the row of hard totals."""
    for number, state in enumerate(all_states()):
        if state.size == 2 and state.points <= LIMIT:
            sort, row = _cells(state)[0]
            if state.points == LIMIT and state.origin == r.FROM_SWITCH:
                sort = r.HARD
            rules.switch_value[number] = rules.switch_score[sort, row]


def _cells(state: HandState) -> list[tuple[int, int]]:
    """Return the cells to look up in order: that of a pair, then that of the total."""
    total = (r.SOFT if state.is_soft else r.HARD, state.points)
    is_pair = state.size == 2 and state.pair
    return [(r.PAIR, 0 if state.pair == r.ACE_VALUE else state.pair), total] if is_pair else [total]


@cache
def _move(codes: tuple[int, ...], legal: int) -> int:
    """Return the chart's move: a pair by its own cell; one that may not be split, by its total."""
    for code in codes:
        for move in MOVES_OF_CODE[code]:
            if legal >> move & 1:
                return move
        if code < TOTAL_CODES:
            break
    return r.STAND
