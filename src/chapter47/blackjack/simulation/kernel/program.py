"""A table, a strategy and stakes become a program: one array of integers that the kernel plays by."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.chart_codes import STAND, is_rescued, number_of
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import Refusal
from chapter47.blackjack.rules import basic_wager
from chapter47.blackjack.rules.burn_and_reshuffle import burns_the_first_card, side_that_deals
from chapter47.blackjack.rules.decks import full_set, stacks
from chapter47.blackjack.rules.shuffle_and_cut import cut_and_marked
from chapter47.blackjack.shoe import shoe_for
from chapter47.blackjack.shoe.bart_carter import BartCarter
from chapter47.blackjack.shoe.continuous import Continuous
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.simulation.counting.count_system import VIEW_OF, CountSystem
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.count_tables import count_tables
from chapter47.blackjack.simulation.kernel.game_tables import NUMBER, blank, main_tables
from chapter47.blackjack.simulation.kernel.side_bet_tables import (
    CannotSimulateError,
    OtherStrategyError,
    offered_bet,
    side_bet_table,
)
from chapter47.blackjack.state import Round
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.variations.six_to_five import behind_the_second_cutting_card
from chapter47.core.cards import Card
from chapter47.core.errors import Problem
from chapter47.core.json_object import JsonMapping
from chapter47.core.money import dollars

ChartOrFile = Chart | JsonMapping
TWENTY_ONES: Final = {"21 by a switch": mem.HARD, "blackjack as dealt": mem.SOFT}


class SideStake(NamedTuple):
    """A side bet, with its stake on every box or on each of them."""

    wager: str
    stake: int | tuple[int, ...]
    bet: str = ""

    def on(self, box: int) -> int:
        return self.stake if isinstance(self.stake, int) else self.stake[box]

    @property
    def name(self) -> str:
        return f"{self.wager} {self.bet}".strip()


class Program(NamedTuple):
    """What the kernel plays by: `numbers` as `memory_map` lays them out, the cards, and the names of the bets."""

    numbers: Ints
    cards: NDArray[np.uint8]
    """And as many places to lay them aside when they are mixed again."""
    bet_names: tuple[str, ...]
    """The main wager, then each side bet."""


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
    """One box with the least wager unless told. `fresh` shuffles before every round. Without a strategy boxes stand."""
    wagers = stakes or [least_wagers(table)]
    refuse_what_the_table_refuses(table, wagers, side_bets)
    if counting is not None:
        _refuse_the_ramp(table, wagers, side_bets, counting)
    numbers = blank()
    main_tables(table, numbers)
    _wagers(table, wagers, numbers)
    cards = _shoe(table, numbers)
    numbers[mem.FRESH] |= fresh
    _refuse_too_much(wagers, counting, len(cards) // 2)
    numbers[mem.CHART_CODES : mem.CHART_CODES + mem.CHART_CELLS] = STAND
    if strategy is not None:
        _chart(strategy, numbers)
    numbers[mem.INDEX_COUNT : mem.INDEX_COUNT + mem.CHART_CELLS] = mem.NEVER_REACHED
    numbers[mem.INSURES_FROM_COUNT] = mem.NEVER_REACHED
    if counting is not None:
        count_tables(counting, len(wagers), numbers)
    card_tables = _side_bets(table, side_bets, len(wagers), numbers)
    return Program(np.concatenate([numbers, *card_tables]), cards, ("main", *(side.name for side in side_bets)))


def least_wagers(table: TableRules) -> tuple[int, ...]:
    """The least that one box can stake: the table's minimum as chips make it, on as many spots as it must."""
    step = basic_wager.wager_step(table)
    least, _ = GAMES[table.game].wagers(table)
    return (-(-table.minimum // step) * step,) * least


def refuse_what_the_table_refuses(table: TableRules, stakes: BoxStakes, side_bets: Sequence[SideStake]) -> None:
    """Every wager is offered to the engine first; it says no where the kernel could not. All refusals are told, each
    under the option that asked for it."""
    refused: dict[Problem, str] = {}
    if not 1 <= len(stakes) <= min(mem.MOST_BOXES, table.boxes):
        problem = Problem("boxes", str(len(stakes)), f"boxes 1 to {table.boxes}")
        refused[problem] = f"this table has boxes 1 to {table.boxes}, not {len(stakes)}"
    if len(side_bets) > mem.MOST_SIDE_BETS:
        problem = Problem("side", f"{len(side_bets)} side bets", f"at most {mem.MOST_SIDE_BETS} at once")
        refused[problem] = f"at most {mem.MOST_SIDE_BETS} side bets are played at once"
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
    """The most that a count makes of the wagers is offered too."""
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
    """What a shoe brings is squared for the error; a round takes two cards for each box and the dealer, or more."""
    times = max(_most_units(counting), 1)
    rounds = cards // (2 * len(stakes) + 2) + 1
    most = mem.MOST_IN_A_SHOE // (rounds * times)
    if sum(map(sum, stakes)) > most:
        raise CannotSimulateError(f"at most {dollars(most)} a round on all boxes, without what a count raises it to")


def _wagers(table: TableRules, stakes: BoxStakes, numbers: Ints) -> None:
    numbers[mem.BOXES] = len(stakes)
    numbers[mem.SPOTS] = max(map(len, stakes))
    numbers[mem.WAGER_STEP] = basic_wager.wager_step(table)
    for box, wagers in enumerate(stakes):
        for spot, amount in enumerate(wagers):
            numbers[mem.STAKES + box * mem.MOST_SPOTS + spot] = amount


# The shoe -------------------------------------------------------------------------------------------------------------


def _shoe(table: TableRules, numbers: Ints) -> NDArray[np.uint8]:
    shoe = shoe_for(table)
    halves = stacks(table)
    numbers[mem.CARDS_PER_DECK] = len(full_set(table, 1))
    numbers[mem.SHOE_SIDES] = len(halves)
    numbers[mem.LEFT_SIDE_CARDS] = len(halves[0])
    numbers[mem.RED_SIDE] = side_that_deals(Card("A", "h"), table.double_shoe_red_side) == "right"
    numbers[mem.DISCARDS_GO_BACK] = isinstance(shoe, BartCarter)
    by_hand = isinstance(shoe, FromTheHand)
    plain = not (by_hand or isinstance(shoe, Continuous))
    numbers[mem.BURNS_FIRST_CARD] = plain and len(halves) == 1 and burns_the_first_card(table)
    numbers[mem.BURNS_EACH_ROUND] = by_hand and table.burn
    numbers[mem.FRESH] = isinstance(shoe, Continuous) or (by_hand and table.rounds_per_deck == "one")
    for place, cards in zip((mem.CUTTING_CARD, mem.CUTTING_CARD_RIGHT), halves, strict=False):
        numbers[place] = len(cards) - _behind(table, cards, by_hand=by_hand)
    if numbers[mem.DISCARDS_GO_BACK] or numbers[mem.FRESH]:
        numbers[mem.CUTTING_CARD] = len(halves[0])
    numbers_of_cards = [NUMBER[card] for half in halves for card in half]
    numbers[mem.ALL_CARDS] = len(numbers_of_cards)
    return np.array(numbers_of_cards + [0] * len(numbers_of_cards), dtype=np.uint8)


def _behind(table: TableRules, cards: tuple[Card, ...], *, by_hand: bool) -> int:
    """How many cards lie behind the cutting card."""
    if by_hand:
        return behind_the_second_cutting_card(table, len(cards)) or 0
    return cut_and_marked(cards, 0, table.cut_card)[1] or 0


# The chart ------------------------------------------------------------------------------------------------------------


def _chart(strategy: ChartOrFile, numbers: Ints) -> None:
    """A strategy file: codes by total or pair and by what is seen of the dealer, and the answers to what is asked."""
    data = strategy.data() if isinstance(strategy, Chart) else strategy
    is_open = bool(numbers[mem.HOLE_CARD] == mem.HOLE_OPEN)
    if is_open != any(column.startswith("soft ") for column in data["hard"]["4"]):
        raise OtherStrategyError(
            f"the strategy is for a dealer with {'one open card' if is_open else 'two open cards'}"
        )
    numbers[mem.CHART_INSURES] = bool(data.get("insurance"))
    numbers[mem.CHART_EVEN_MONEY] = bool(data.get("even_money"))
    for sort, name in ((mem.HARD, "hard"), (mem.SOFT, "soft"), (mem.PAIR, "pairs")):
        for row, codes in data[name].items():
            for view, code in codes.items():
                place = cell(sort, row_of(sort, row), view_of(view, is_open=is_open))
                numbers[mem.CHART_CODES + place] = number_of(code)
    for points, answers in data.get("rescue", {}).items():
        for view, answer in answers.items():
            place = mem.RESCUE_ANSWER + int(points) * mem.DEALER_VIEWS + view_of(view, is_open=is_open)
            numbers[place] = is_rescued(answer)
    for hand, scores in data.get("switch", {}).get("scores", {}).items():
        for view, score in scores.items():
            numbers[mem.SWITCH_SCORE + cell(*_scored(hand), view_of(view, is_open=is_open))] = score


def view_of(name: str, *, is_open: bool) -> int:
    """The place of an up card; where both cards lie open, of their total."""
    if not is_open:
        return VIEW_OF[name]
    return mem.SOFT_VIEWS + int(name.removeprefix("soft ")) if name.startswith("soft ") else int(name)


def row_of(sort: int, name: str) -> int:
    return VIEW_OF[name] if sort == mem.PAIR else int(name)


def _scored(hand: str) -> tuple[int, int]:
    """Where a score of two cards lies; 21 by a switch stands with the hard totals, as dealt with the soft ones."""
    if hand in TWENTY_ONES:
        return TWENTY_ONES[hand], LIMIT
    kind, _, name = hand.rpartition(" ")
    sort = {"hard": mem.HARD, "soft": mem.SOFT, "pair of": mem.PAIR}[kind]
    return sort, row_of(sort, name)


def cell(sort: int, row: int, view: int) -> int:
    return (sort * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + view


# Side bets ------------------------------------------------------------------------------------------------------------


def _side_bets(table: TableRules, side_bets: Sequence[SideStake], boxes: int, numbers: Ints) -> list[Ints]:
    """Each in its part of the program; the card tables come behind the program."""
    numbers[mem.SIDE_BETS] = len(side_bets)
    card_tables: list[Ints] = []
    for number, side in enumerate(side_bets):
        place = mem.SIDE_BET + number * mem.SIDE_BET_SIZE
        bet = offered_bet(table, side.wager, side.bet)
        part = numbers[place : place + mem.SIDE_BET_SIZE]
        part[mem.CARD_TABLE] = mem.PROGRAM_SIZE + sum(map(len, card_tables))
        card_tables.append(side_bet_table(bet, part))
        part[mem.BET_STAKES : mem.BET_STAKES + boxes] = [side.on(box) for box in range(boxes)]
        if bet.wager.offers_card:
            numbers[mem.THIRD_CARD_OFFERED_BY] = number + 1
        if bet.wager.draws_to_dealer and any(part[mem.BET_STAKES : mem.BET_STAKES + boxes]):
            numbers[mem.THIRD_CARD_DRAWN_FOR] = number + 1
    return card_tables


__all__ = ["CannotSimulateError", "CountSystem", "Program", "SideStake", "compile_program", "least_wagers"]
