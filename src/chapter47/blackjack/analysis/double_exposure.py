"""Double exposure, 19:47-2.6(k): both dealer's cards are seen; its chart goes by the dealer's total."""

from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Views, total_of
from chapter47.blackjack.analysis.exact.game import BLACKJACK, ChartColumns
from chapter47.blackjack.analysis.exact.values import VALUES, multiset
from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.errors import NotPricedError

TWO_CARDS: Final[Views] = tuple((first, second) for first in range(VALUES) for second in range(first, VALUES))
_TOTALS: Final = (
    *(Total(points, soft=False) for points in range(4, LIMIT)),
    *(Total(points, soft=True) for points in range(12, LIMIT + 1)),
)
"""Of a dealer's two cards; the last one is a blackjack, which leaves nothing to decide."""


def _name(total: Total) -> str:
    return f"soft {total.points}" if total.soft else str(total.points)


def _columns() -> ChartColumns:
    seen = [total_of(multiset(view)) for view in TWO_CARDS]
    of_view = np.array([_TOTALS.index(total) for total in seen], dtype=np.int64)
    return ChartColumns(tuple(map(_name, _TOTALS)), tuple(range(len(_TOTALS) - 1)), of_view)


def _refuse(table: TableRules) -> None:
    if table.hole_card != "face-up":
        raise NotPricedError("double exposure is priced with the hole card face up only")


DOUBLE_EXPOSURE: Final = BLACKJACK._replace(refuse=_refuse, views=TWO_CARDS, columns=_columns())
