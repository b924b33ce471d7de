"""A program: the table, strategy and stakes as records for the kernel."""

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.chart_codes import STAND, is_rescued, number_of
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.rules import basic_wager
from chapter47.blackjack.rules.burn_and_reshuffle import burns_the_first_card, side_that_deals
from chapter47.blackjack.rules.decks import full_set, stacks
from chapter47.blackjack.rules.shuffle_and_cut import cut_and_marked
from chapter47.blackjack.shoe import shoe_for
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Continuous
from chapter47.blackjack.shoe.single import BartCarter
from chapter47.blackjack.simulation.counting import count_system
from chapter47.blackjack.simulation.counting.count_system import VIEW_OF, CountSystem, index_steps
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.game_tables import NUMBER, main_tables
from chapter47.blackjack.simulation.kernel.hand_states import decision_tables
from chapter47.blackjack.simulation.kernel.records import Prizes, RulesRecord, blank_rules
from chapter47.blackjack.simulation.kernel.side_bet_tables import (
    CannotSimulateError,
    OtherStrategyError,
    offered_bet,
    side_bet_table,
)
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.variations.six_to_five import behind_the_second_cutting_card
from chapter47.core.cards import Card
from chapter47.core.count_file import ROUNDINGS
from chapter47.core.errors import Problem
from chapter47.core.findings import Refusal
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import dollars
from chapter47.core.numeric.generator import AT_A_TIME

ChartOrFile = Chart | JsonMapping
SORTS: Final = ("hard", "soft", "pairs")
"""The parts of a chart, by number."""
TWENTY_ONES: Final = {"21 by a switch": r.HARD, "blackjack as dealt": r.SOFT}


class SideStake(NamedTuple):
    """A side bet, with one stake for every box or a stake for each box."""

    wager: str
    stake: int | tuple[int, ...]
    bet: str = ""

    def on(self, box: int) -> int:
        return self.stake if isinstance(self.stake, int) else self.stake[box]

    @property
    def name(self) -> str:
        return f"{self.wager} {self.bet}".strip()


class Program(NamedTuple):
    """The kernel's input, and the names of the bets."""

    rules: RulesRecord
    prizes: Prizes
    cards: NDArray[np.uint8]
    bet_names: tuple[str, ...]
    """The main wager, then each side bet."""

    def to_bytes(self) -> bytes:
        """A fingerprint of the rules, chart, stakes and cards."""
        numbers = (np.asarray(self.rules), self.prizes, self.cards)
        return b"".join(array.tobytes() for array in numbers) + repr(self.bet_names).encode()


BoxStakes = Sequence[Sequence[int]]
"""The main wagers in cents: of each box, on each of its spots."""


def compile_program(
    table: TableRules,
    strategy: ChartOrFile | None = None,
    *,
    stakes: BoxStakes | None = None,
    side_bets: Sequence[SideStake] = (),
    counting: CountSystem | None = None,
    fresh: bool = False,
) -> Program:
    """Compile a run, with one box and the minimum wager by default. `fresh` shuffles before every round. Without a
    strategy, boxes stand."""
    wagers = stakes or [least_wagers(table)]
    refuse_what_the_table_refuses(table, wagers, side_bets)
    if counting is not None:
        _refuse_the_ramp(table, wagers, side_bets, counting)
    rules = blank_rules()
    main_tables(table, rules)
    _wagers(table, wagers, rules)
    cards = _shoe(table, rules)
    rules.fresh |= fresh
    _refuse_too_much(wagers, counting, len(cards))
    _dealing(rules, cards)
    rules.chart[:] = STAND
    if strategy is not None:
        _chart(strategy, rules)
    rules.index_count[:] = rules.insures_from_count = r.NEVER_REACHED
    if counting is not None:
        _count(counting, len(wagers), rules)
    decision_tables(rules)
    prizes = _side_bets(table, side_bets, len(wagers), rules)
    set_chart_flags(rules)
    return Program(rules, prizes, cards, ("main", *(side.name for side in side_bets)))


def least_wagers(table: TableRules) -> tuple[int, ...]:
    """Return the minimum stake of one box: the table's minimum, as chips allow, on as many spots as required."""
    step = basic_wager.wager_step(table)
    least, _ = GAMES[table.game].wagers(table)
    return (-(-table.minimum // step) * step,) * least


def refuse_what_the_table_refuses(table: TableRules, stakes: BoxStakes, side_bets: Sequence[SideStake]) -> None:
    """Offer every wager to the engine first, because the kernel cannot refuse. Report all refusals, each under the
    option that caused it."""
    refused: dict[Problem, str] = {}
    if not 1 <= len(stakes) <= min(r.MOST_BOXES, table.boxes):
        problem = Problem("boxes", str(len(stakes)), f"boxes 1 to {table.boxes}")
        refused[problem] = f"this table has boxes 1 to {table.boxes}, not {len(stakes)}"
    if len(side_bets) > r.MOST_SIDE_BETS:
        problem = Problem("side", f"{len(side_bets)} side bets", f"at most {r.MOST_SIDE_BETS} at once")
        refused[problem] = f"at most {r.MOST_SIDE_BETS} side bets are played at once"
    state = play.open_round(table)
    for box, wagers in enumerate(stakes[: table.boxes], start=1):
        for amount in wagers:
            after = _placed(play.bet(state, box, str(box), amount), "bet", refused)
            if after is None:  # so that side bets are judged by themselves
                after = _placed(play.bet(state, box, str(box), least_wagers(table)[0]), "bet", {})
            state = after or state
        for side in side_bets:
            if amount := side.on(box - 1):
                laid = play.side_bet(state, box, str(box), side.wager, amount, side.bet)
                state = _placed(laid, "side", refused, side.wager) or state
    if not refused:
        _placed(play.close_bets(state), "bet", refused)
    if refused:
        raise CannotSimulateError("; ".join(dict.fromkeys(refused.values())), problems=[*refused])


def _placed(result: play.Result, option: str, refused: dict[Problem, str], wager: str = "") -> Round | None:
    if isinstance(result, Refusal):
        got = f"{wager} {result.got}, {result.message}".strip()
        refused[Problem(option, got, result.want, result.citation)] = str(result)
        return None
    return result.state


def _most_units(counting: CountSystem | None) -> int:
    return max((units for _, units in counting.ramp), default=1) if counting else 1


def _refuse_the_ramp(
    table: TableRules, stakes: BoxStakes, side_bets: Sequence[SideStake], counting: CountSystem
) -> None:
    """Offer the largest wagers of the ramp to the engine too."""
    units = max(_most_units(counting), 1)
    counts = range(1, len(stakes) + 1) if counting.boxes is None else counting.boxes
    raised = [
        [amount * (units if box in counts else 1) for amount in amounts] for box, amounts in enumerate(stakes, start=1)
    ]
    try:
        refuse_what_the_table_refuses(table, raised, side_bets)
    except CannotSimulateError as error:
        raise CannotSimulateError(f"with {units} units, as the count may bet: {error.why}") from None


def _refuse_too_much(stakes: BoxStakes, counting: CountSystem | None, cards: int) -> None:
    """Refuse stakes whose shoe results, squared for the error, would overflow; a round takes at least two cards a
    hand."""
    times = max(_most_units(counting), 1)
    rounds = cards // (2 * len(stakes) + 2) + 1
    most = r.MOST_IN_A_SHOE // (rounds * times)
    if sum(map(sum, stakes)) > most:
        raise CannotSimulateError(f"at most {dollars(most)} a round on all boxes, without what a count raises it to")


def _wagers(table: TableRules, stakes: BoxStakes, rules: RulesRecord) -> None:
    rules.boxes = len(stakes)
    rules.spots = max(map(len, stakes))
    rules.wager_step = basic_wager.wager_step(table)
    for box, wagers in enumerate(stakes):
        rules.stakes[box, : len(wagers)] = wagers


# The shoe -------------------------------------------------------------------------------------------------------------


def _shoe(table: TableRules, rules: RulesRecord) -> NDArray[np.uint8]:
    shoe = shoe_for(table)
    halves = stacks(table)
    rules.cards_per_deck = len(full_set(table, 1))
    rules.shoe_sides = len(halves)
    rules.left_side_cards = len(halves[0])
    rules.red_side = side_that_deals(Card("A", "h"), table.double_shoe_red_side) == "right"
    rules.discards_go_back = isinstance(shoe, BartCarter)
    by_hand = isinstance(shoe, FromTheHand)
    plain = not (by_hand or isinstance(shoe, Continuous))
    rules.burns_first_card = plain and len(halves) == 1 and burns_the_first_card(table)
    rules.burns_each_round = by_hand and table.burn
    rules.fresh = isinstance(shoe, Continuous) or (by_hand and table.rounds_per_deck == "one")
    for side, cards in enumerate(halves):
        rules.cutting_card[side] = len(cards) - _behind(table, cards, by_hand=by_hand)
    if rules.discards_go_back or rules.fresh:
        rules.cutting_card[0] = len(halves[0])
    numbers_of_cards = [NUMBER[card] for half in halves for card in half]
    rules.all_cards = len(numbers_of_cards)
    if len(numbers_of_cards) > r.MOST_CARDS:
        raise CannotSimulateError(f"at most {r.MOST_CARDS} cards are simulated, not {len(numbers_of_cards)}")
    return np.array(numbers_of_cards, dtype=np.uint8)


def _behind(table: TableRules, cards: tuple[Card, ...], *, by_hand: bool) -> int:
    """Return the number of cards behind the cutting card."""
    if by_hand:
        return behind_the_second_cutting_card(table, len(cards)) or 0
    return cut_and_marked(cards, 0, table.cut_card)[1] or 0


# The chart ------------------------------------------------------------------------------------------------------------


def _chart(strategy: ChartOrFile, rules: RulesRecord) -> None:
    """Fill in a strategy file: codes by total or pair and by the dealer's visible cards, and the answers to
    questions."""
    data = strategy.data() if isinstance(strategy, Chart) else strategy
    is_open = bool(rules.hole_card == r.HOLE_OPEN)
    if is_open != any(column.startswith("soft ") for column in data["hard"]["4"]):
        raise OtherStrategyError(
            f"the strategy is for a dealer with {'one open card' if is_open else 'two open cards'}"
        )
    rules.chart_insures = bool(data.get("insurance"))
    rules.chart_even_money = bool(data.get("even_money"))
    for sort, name in enumerate(SORTS):
        for row, codes in data[name].items():
            for view, code in codes.items():
                rules.chart[sort, row_of(sort, row), view_of(view, is_open=is_open)] = number_of(code)
    for points, answers in data.get("rescue", {}).items():
        for view, answer in answers.items():
            rules.rescue_answer[int(points), view_of(view, is_open=is_open)] = is_rescued(answer)
    for hand, scores in data.get("switch", {}).get("scores", {}).items():
        for view, score in scores.items():
            rules.switch_score[(*_scored(hand), view_of(view, is_open=is_open))] = score


def _count(counting: CountSystem, boxes: int, rules: RulesRecord) -> None:
    rules.is_counted = 1
    rules.count_starts_at = round(counting.start_of(rules.all_cards / rules.cards_per_deck) * r.THOUSANDTHS)
    rules.count_rounding = ROUNDINGS.index(counting.rounding)
    for card, number in NUMBER.items():
        rules.tags[number] = round(counting.tag_of(card) * r.THOUSANDTHS)
        excess = count_system.ACE_SIDE_SHARE - 1 if card.is_ace else -1
        rules.ace_side_tags[number] = round(counting.aces * r.THOUSANDTHS) * excess
    for box in counting.boxes if counting.boxes is not None else range(1, boxes + 1):
        rules.box_counts[box - 1] = 1
    rules.counts_aces = bool(counting.aces)
    if counting.insurance is not None:
        rules.insures_from_count = least_exact_count(counting.insurance, counting.rounding)
    rules.ramp_steps = len(counting.ramp)
    for step, (count, times) in enumerate(counting.ramp):
        rules.ramp_from[step], rules.ramp_units[step] = least_exact_count(count, counting.rounding), times
    for (sort_name, row, view), steps in index_steps(counting.deviations).items():
        sort = SORTS.index(sort_name)
        cell = (sort, row_of(sort, row), VIEW_OF[view])
        for step, (at, code) in enumerate(steps):
            rules.index_count[(*cell, step)] = least_exact_count(at, counting.rounding)
            rules.index_code[(*cell, step)] = count_system.CHART_STAYS if code is None else number_of(code)


def least_exact_count(count: float, rounding: str) -> int:
    """The least count, in thousandths and not rounded, that reaches this one once it is rounded."""
    least = round(count * r.THOUSANDTHS)
    if rounding in ("running", "exact"):
        return least
    whole = -(-least // r.THOUSANDTHS) * r.THOUSANDTHS
    if rounding == "round":
        return whole - r.THOUSANDTHS // 2
    return whole - r.THOUSANDTHS + 1 if rounding == "truncate" and whole <= 0 else whole


def view_of(name: str, *, is_open: bool) -> int:
    """Return the column of an up card or, if both cards are open, of their total."""
    if not is_open:
        return VIEW_OF[name]
    return r.SOFT_VIEWS + int(name.removeprefix("soft ")) if name.startswith("soft ") else int(name)


def row_of(sort: int, name: str) -> int:
    return VIEW_OF[name] if sort == r.PAIR else int(name)


def _scored(hand: str) -> tuple[int, int]:
    """Return where the score of two cards is stored; a 21 made by a switch is with the hard totals, one that was dealt
    with the soft."""
    if hand in TWENTY_ONES:
        return TWENTY_ONES[hand], LIMIT
    kind, _, name = hand.rpartition(" ")
    sort = {"hard": r.HARD, "soft": r.SOFT, "pair of": r.PAIR}[kind]
    return sort, row_of(sort, name)


# Side bets ------------------------------------------------------------------------------------------------------------


def _side_bets(table: TableRules, side_bets: Sequence[SideStake], boxes: int, rules: RulesRecord) -> Prizes:
    """Fill in each side bet's record and append its tables."""
    rules.side_bets = len(side_bets)
    tables = [np.zeros(0, dtype=np.uint8)]
    for number, side in enumerate(side_bets):
        offered, bet = offered_bet(table, side.wager, side.bet), rules.bets[number]
        bet.table = sum(map(len, tables))
        tables.append(side_bet_table(offered, [side.on(box) for box in range(boxes)], bet))
        if offered.wager.offers_card:
            rules.third_card_offered_by = number + 1
        if offered.wager.draws_to_dealer and bet.wagers:
            rules.third_card_drawn_for = number + 1
    kinds = rules.bets["kind"][: len(side_bets)]
    rules.has_meters = r.PROGRESSIVE in kinds
    rules.has_streaks = r.STREAK in kinds
    return np.concatenate(tables)


# Rounds that go by the chart ------------------------------------------------------------------------------------------

DEALS: Final = 4
"""How often a shuffled shoe is dealt. Measured: see docs/simulation.md."""
DRAWN_AHEAD: Final = 8
"""Cards for the draws of a round, beside its first cards; a round that draws more shuffles some more."""


def set_chart_flags(rules: RulesRecord) -> None:
    """Note whether rounds may follow the chart alone: one stack of cards, wagers on every spot, and results
    proportional to the units bet, without rounding."""
    stakes = rules.stakes[: rules.boxes, : rules.spots]
    rules.goes_by_chart = rules.shoe_sides == 1 and bool(stakes.all())
    if rules.ramp_steps:
        rules.goes_by_chart = rules.goes_by_chart and all(_is_exact(rules, stake) for stake in np.unique(stakes))
    forms = slice(r.LONGER_21, r.LONGER_21 + r.FORMS_OF_21), slice(r.LONGER_21 + r.FORMS_OF_21, r.BUST)
    payments = (rules.result, rules.pays_denominator, rules.pays_original, rules.pays_added)
    rules.forms_are_paid = bool(rules.super_bonus_to_others) or any(
        (payment[form] != payment[form][0]).any() for payment in payments for form in forms
    )
    by_count = rules.is_counted and rules.insures_from_count != r.NEVER_REACHED
    rules.may_insure = bool(rules.chart_insures or rules.chart_even_money or by_count)
    alike = rules.box_counts[: rules.boxes].all() and not (rules.insurance_at_turn or rules.chart_even_money)
    rules.counts_to_insure = bool(by_count and alike and rules.hole_card != r.HOLE_OPEN)
    cards_of_the_box = rules.bets["place_value"][: rules.side_bets, 2:4].any(axis=1)
    reads_draws = (cards_of_the_box & (rules.bets["kind"][: rules.side_bets] == r.BY_CARDS)).any()
    rules.sets_apart = rules.hands_per_box == 1 and not (rules.double_card_down or reads_draws)
    _first_views(rules)


def _first_views(rules: RulesRecord) -> None:
    """What the dealer's first two cards say: the view in which the boxes play, and the total."""
    for up, second in product(range(r.RANKS), repeat=2):
        total = rules.dealer_after[rules.dealer_after[0, up], second]
        soft, points = divmod(int(total), r.TOTALS)
        view, is_natural = rules.chart_place[up], soft and points == LIMIT
        if rules.hole_card == r.HOLE_OPEN:
            view = r.SOFT_VIEWS + points if soft else points
        reads = rules.hole_card == r.HOLE_READ and rules.value[up] >= 10
        shows = rules.hole_card == r.HOLE_OPEN and rules.open_blackjack_ends
        rules.first_view[up, second] = r.NO_PLAY if is_natural and (reads or shows) else view
        rules.dealer_two_cards[up, second] = total


def _dealing(rules: RulesRecord, cards: NDArray[np.uint8]) -> None:
    """How often a shuffled shoe is dealt, its cards renamed, and how many are shuffled before that."""
    of_each = np.unique(cards)
    rules.renamed[of_each] = np.roll(of_each, -len(of_each) // DEALS)
    is_simple = rules.shoe_sides == 1 and not rules.discards_go_back and not rules.fresh
    rules.deals = DEALS if is_simple else 1
    of_a_round = 2 * int(rules.boxes * rules.hands_per_box) + 2 + DRAWN_AHEAD
    dealt = of_a_round + (0 if rules.fresh else int(max(rules.cutting_card)))
    rules.shuffled_ahead = rules.all_cards if rules.discards_go_back else -(-dealt // AT_A_TIME) * AT_A_TIME


def _is_exact(rules: RulesRecord, stake: int) -> bool:
    """Return whether a stake of this many cents is paid in whole cents, however a hand ends."""
    denominators = np.maximum(rules.pays_denominator, 1)
    paid = (rules.pays_original * stake, rules.pays_added * stake)
    return stake % 2 == 0 and not any((amounts % denominators).any() for amounts in paid)


__all__ = ["CannotSimulateError", "CountSystem", "Program", "SideStake", "compile_program", "least_wagers"]
