"""How many rounds there are at Switch and at Spanish 21: engine and text find the same ones, settled alike."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from tests.conftest import Claim
from tests.properties.by_the_text import Rounds
from tests.properties.other_games_by_the_text import OtherHouse, spanish_rounds, switch_rounds
from tests.properties.test_counts import _differences, _election, _tally, by_the_engine

from chapter47.core.cards import cards
from chapter47.games import from_data

READINGS = {
    "loses": ("switch 19:47-2A.5(b)1", "loses"),
    "literal_3": ("2001 19:47-19.5(a)3", "literal"),
    "literal_e": ("2001 19:47-19.5(e)", "literal"),
}
BY_THE_TEXT = {"switch": switch_rounds, "spanish-21": spanish_rounds}

SWITCH = """
shoe                     hole card    elects                                rounds  ran out       cents  paragraph
Ac Ac Tc Tc Tc Tc 6c     card-reader  surrender                               1574     2555    -1330000  2A.7(l)2
Ac Ac Tc Tc Tc 6c        none         -                                        260     2584      -84000  2A.5(b)
Ac Ac Tc Tc Tc 6c        none         loses                                    260     2584     -124000  2A.5(b)1
Ac Ac Tc Tc Tc 6c        face-down    surrender                                760     1960     -466000  2A.9(a)2
"""

SPANISH_21 = """
shoe                     hole card    elects                                rounds  ran out       cents  paragraph
6c 7c 8c 6d Kc Kc        none         surrender                               1376      428     -929000  19.5(f)2
7h 7h 7h 7d Kc Kc Kc     none         -                                        494      320     -457500  19.5(g)
Ac Ac Ac Kc Kc Kc Kc     none         split_hands=4 resplit_aces               127      106      -47000  19.5(b)
Ac Ac Ac Kc Kc Kc Kc     none         split_hands=4 resplit_aces literal_3     127      106       19000  19.5(a)3
Ac Ac 5c Kc Kc Kc Kc     none         literal_e surrender                      440      233     -226000  19.5(e)
Ac Ac 5c Kc Kc Kc Kc     card-reader  surrender                                250      133     -100000  19.5(e)
2c 2c 2c 5c Kc Kc Kc     none         -                                        802      918     -360000  19.5(f)5
"""

LONG_SWITCH = """
shoe                     hole card    elects                                rounds  ran out       cents  paragraph
Ac Ac Tc Tc Tc Tc 6c     none         -                                       1872     5241    -1014000  2A.5(b)
Ac Ac Tc Tc Tc Tc 6c     none         loses                                   1872     5241    -1194000  2A.5(b)1
Ac Ac Tc Tc Tc Tc 6c     none         surrender                               3954     6381    -3446000  2A.9(a)2
Ac Ac Ac 6c Tc Tc Tc     face-down    split_hands=4 resplit_aces              2416     4502    -1240000  2A.11(e)
8c 8c 9c 9c 9c Tc Tc Tc  none         -                                      20400    21344   -40224000  2A.11(d)
6c 6c 6c Tc Tc Tc Tc Tc  none         -                                       2064     4256    -4040000  2A.5(c)
"""

LONG_SPANISH_21 = """
shoe                     hole card    elects                                rounds  ran out       cents  paragraph
6c 7c 8c 6d Kc Kc Kc     none         surrender                               2104     1056    -1839000  19.5(f)2
2c 2c 2c 3c 3c 3c Kc Kc  none         -                                       4464     8352    -3502000  19.5(f)5
"""


class Row(NamedTuple):
    game: str
    shoe: str
    hole_card: str
    elects: str
    tally: tuple[int, ...]
    """Rounds, lines in which the shoe ran out, and the sum of all settlements in cents."""
    paragraph: str

    def __str__(self) -> str:
        return f"{self.game}, {self.shoe}, {self.hole_card}, {self.elects}"


def _rows(game: str, table: str) -> Iterator[Row]:
    for line in table.strip().splitlines()[1:]:
        shoe, hole_card, elects, *tally, paragraph = re.split(r" {2,}", line)
        yield Row(game, shoe, hole_card, elects, tuple(map(int, tally)), f"19:47-{paragraph}")


def _both(row: Row) -> tuple[Rounds, Rounds]:
    words = [] if row.elects == "-" else row.elects.split()
    elected: dict[str, Any] = {"surrender": False, "split_hands": 2, "resplit_aces": False}
    elected |= dict(map(_election, words))
    house = OtherHouse(hole_card=row.hole_card, **elected)
    readings = dict(READINGS[word] for word in READINGS if elected.pop(word, False))
    table = {"game": row.game, "minimum": "10", "chip": "1", "hole_card": row.hole_card, "readings": readings}
    engine = by_the_engine(cards(row.shoe), from_data(table | elected))
    return engine, BY_THE_TEXT[row.game](cards(row.shoe), house)


LONG = [*_rows("switch", LONG_SWITCH), *_rows("spanish-21", LONG_SPANISH_21)]
ROWS = [
    *_rows("switch", SWITCH),
    *_rows("spanish-21", SPANISH_21),
    *(pytest.param(row, marks=pytest.mark.soak) for row in LONG),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_engine_and_text_find_the_same_rounds(row: Row, cites: Claim) -> None:
    cites(row.paragraph)
    engine, text = _both(row)
    assert _differences(engine, text) == []
    assert _tally(engine) == _tally(text) == row.tally
