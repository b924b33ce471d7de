"""Words for front ends at blackjack: layout, keys and questions, using only views."""

from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.acts import ShowBurn
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.shuffle_and_cut import cut_refused
from chapter47.blackjack.views.records import SeatView, StepView, TableView
from chapter47.blackjack.words.by_chart import CHART
from chapter47.blackjack.words.layout import layout, quiet, replayed
from chapter47.blackjack.words.questions import (
    KEYS,
    Wagering,
    asked,
    choices,
    offered,
    places,
    question,
    rules,
    sign,
    state_of_table,
    step,
)
from chapter47.core.words import Words

WORDS: Final = Words[TableRules, TableView, SeatView, StepView](
    keys=KEYS,
    sign=sign,
    rules=rules,
    places=places,
    layout=layout,
    question=question,
    choices=choices,
    step=step,
    asked=asked,
    state_of_table=state_of_table,
    replayed=replayed,
    offers=offered,
    wagering=Wagering,
    chart=CHART,
    quiet=quiet,
    follows=(e.CarriedOver, e.Opened, e.LightOut),
    cut_refused=cut_refused,
    at_any_time={"ask for burn card": ShowBurn},
)
