"""The words of baccarat for front ends: its layout and how wagers are asked for. They read views and nothing else."""

from typing import Final

from chapter47.baccarat import events as e
from chapter47.baccarat.acts import Close
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.shuffle_and_cut import cut_refused
from chapter47.baccarat.table.views import SeatView, TableView
from chapter47.baccarat.words.layout import layout, places, quiet, replayed, rules, sign, state_of_table, step
from chapter47.baccarat.words.wagering import Wagering
from chapter47.core.words import Words

WORDS: Final = Words[BaccaratTable, TableView, SeatView, str](
    sign=sign,
    rules=rules,
    places=places,
    layout=layout,
    step=step,
    state_of_table=state_of_table,
    replayed=replayed,
    wagering=Wagering,
    quiet=quiet,
    follows=(e.ShoeGivenUp, e.FeeMarked),
    cut_refused=cut_refused,
    closes=Close(),
)
