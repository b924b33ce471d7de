"""Blackjack's words for front ends: its layout, its keys, its questions. They read views and nothing else."""

from typing import Final

from chapter47.blackjack.views.records import SeatView, StepView, TableView
from chapter47.blackjack.words.choices import KEYS, choices
from chapter47.blackjack.words.layout import layout
from chapter47.blackjack.words.questions import question, sign, step
from chapter47.core.words import Words

WORDS: Final = Words[TableView, SeatView, StepView](
    keys=KEYS, sign=sign, layout=layout, question=question, choices=choices, step=step
)
