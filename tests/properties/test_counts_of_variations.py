"""All rounds of 6 to 5, double exposure and multiple action from tiny shoes: engine and text find the same ones."""

import re
from typing import Any

import pytest
from tests.properties import by_the_text
from tests.properties.by_the_text import House, Story
from tests.properties.test_counts import SHOES, Claim, _differences, _election, _tally, by_the_engine
from tests.properties.variations_by_the_text import DoubleExposure, MultipleAction, SixToFive

from chapter47.core.cards import cards
from chapter47.games import from_data

GAMES: dict[str, type[Story]] = {
    "double-exposure": DoubleExposure,
    "six-to-five": SixToFive,
    "multiple-action": MultipleAction,
}
ALWAYS: dict[str, dict[str, Any]] = {
    "double-exposure": {"hole_card": "face-up"},
    "six-to-five": {"soft_17": "hit"},
    "multiple-action": {},
}

TABLE = """
game             shoe     elects                                           rounds  ran out     cents  paragraph
double-exposure  soft 17  -                                                  161       30     13000  19:47-2.6(k)
double-exposure  soft 17  soft_17=hit                                        161       34      9000  19:47-2.6(k)1
double-exposure  aces     -                                                  130       20     52000  19:47-2.6(k)6
double-exposure  jacks    double_card=face-down                              168       60    -28000  19:47-2.6(k)2
double-exposure  eights   -                                                    6        0         0  19:47-2.6(k)5
double-exposure  nines    -                                                  334        0   -265000  19:47-2.6(k)4
six-to-five      soft 17  -                                                  428      107   -113300  19:47-2.6A(f)
six-to-five      soft 17  hole_card=card-reader even_money                   269       86     11700  19:47-2.6A(h)
six-to-five      soft 17  double_card=face-down                              424      119    -95300  19:47-2.6A(g)
six-to-five      nines    -                                                 1051        0  -1494400  19:47-2.6A(e)3
six-to-five      aces     split_hands=4 resplit_aces                         539      138     28200  19:47-2.6A(e)1
multiple-action  soft 17  multiple_action_wagers=2                           573      403   -506000  19:47-2.18(d)
multiple-action  aces     multiple_action_wagers=2 even_money                659      468   -100000  19:47-2.7(c)
multiple-action  jacks    multiple_action_wagers=2 double_card=face-down     414      648   -688000  19:47-2.18(f)
multiple-action  eights   -                                                   12        0    -42000  19:47-2.18(f)1
multiple-action  nines    multiple_action_wagers=2                          1496        0  -3942000  19:47-2.18(f)2
"""
ROWS = [re.split(r" {2,}", line) for line in TABLE.strip().splitlines()[1:]]


@pytest.mark.parametrize(
    ("game", "shoe", "elects", "rounds", "ran_out", "cents", "paragraph"), ROWS, ids=[" ".join(row[:3]) for row in ROWS]
)
def test_engine_and_text_find_the_same_rounds(
    game: str, shoe: str, elects: str, rounds: str, ran_out: str, cents: str, paragraph: str, cites: Claim
) -> None:
    cites(paragraph)
    elections = ALWAYS[game] | dict(map(_election, elects.split() if elects != "-" else []))
    rules = from_data({"game": game, "boxes": 6, "minimum": "10", "chip": "1"} | elections)
    engine = by_the_engine(cards(SHOES[shoe]), rules)
    assert _differences(engine, by_the_text.rounds(cards(SHOES[shoe]), House(**elections), GAMES[game])) == []
    assert _tally(engine) == (int(rounds), int(ran_out), int(cents))
