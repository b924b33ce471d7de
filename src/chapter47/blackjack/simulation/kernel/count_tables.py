"""A count system as the numbers that the kernel reads."""

from typing import Final

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.chart_codes import number_of
from chapter47.blackjack.simulation.counting.count_system import VIEW_OF, CountSystem
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.core.cards import RANKS

_SORTS: Final = {"hard": mem.HARD, "soft": mem.SOFT, "pairs": mem.PAIR}


def count_tables(counting: CountSystem, boxes: int, numbers: Ints) -> None:
    numbers[mem.IS_COUNTED] = 1
    numbers[mem.COUNT_STARTS_AT] = round(counting.begins * mem.THOUSANDTHS)
    numbers[mem.COUNT_ROUNDED_DOWN] = counting.floored
    for rank, tag in counting.tags.items():
        numbers[mem.COUNT_TAGS + RANKS.index(rank)] = round(tag * mem.THOUSANDTHS)
    for box in counting.boxes if counting.boxes is not None else range(1, boxes + 1):
        numbers[mem.BOX_COUNTS + box - 1] = 1
    if counting.insurance is not None:
        numbers[mem.INSURES_FROM_COUNT] = round(counting.insurance * mem.THOUSANDTHS)
    numbers[mem.RAMP_STEPS] = len(counting.ramp)
    for step, (count, times) in enumerate(counting.ramp):
        numbers[mem.RAMP_FROM + step], numbers[mem.RAMP_UNITS + step] = round(count * mem.THOUSANDTHS), times
    for play in counting.deviations:
        row = VIEW_OF[play.row] if play.sort == "pairs" else int(play.row)
        place = (_SORTS[play.sort] * mem.CHART_ROWS + row) * mem.DEALER_VIEWS + VIEW_OF[play.view]
        numbers[mem.INDEX_COUNT + place] = round(play.at * mem.THOUSANDTHS)
        numbers[mem.INDEX_CODE + place] = number_of(play.code)
