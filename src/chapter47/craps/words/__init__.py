"""The words of craps for front ends: its layout, its keys, its questions. They read views and nothing else."""

from typing import Final

from chapter47.core.words import Words
from chapter47.craps import events as e
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.views import CrapsView, PlayerView, StepView
from chapter47.craps.words.layout import layout, places, quiet, replayed, rules, sign, state_of_table, step
from chapter47.craps.words.questions import KEYS, asked, choices, question
from chapter47.craps.words.wagering import Wagering

WORDS: Final = Words[CrapsPosting, CrapsView, PlayerView, StepView](
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
    wagering=Wagering,
    quiet=quiet,
    follows=(e.Travelled, e.MarkerMoved, e.DicePassed),
    chance="dice",
)
