"""19:47-2A.5(h), 19.5(j) and (k): who may wager during a shoe at Switch and at Spanish 21, whatever the day."""

from collections.abc import Callable
from typing import Any

import pytest

from chapter47.blackjack.rules.entry import Rounds, Took
from chapter47.blackjack.table.table_state import TableState, may_bet
from chapter47.blackjack.variations import GAMES
from chapter47.core.findings import Refusal
from chapter47.games import from_data

LETTERS: dict[str, Took] = {"b": "bet", "o": "out", "h": "held"}

# game, entry, what Ann did in each round since the shuffle (b bet, o sat out, h away with the place held), wager in
# dollars, refusal, the paragraph that refuses, the paragraph shown
ROWS = """
    switch      barred  b    10  -                  -        2A.5(h)
    switch      barred  bo   10  bet.entry          2A.5(h)  2A.5(h)
    switch      barred  bh   10  bet.entry          2A.5(h)  2A.5(h)
    switch      open    bo   10  -                  -        -
    spanish-21  i1      o    10  bet.entry          19.5(j)1 19.5(j)1
    spanish-21  i1      bo   10  -                  -        19.5(j)1
    spanish-21  i2      o    10  -                  -        19.5(j)2
    spanish-21  i2      o    20  bet.entry_minimum  19.5(j)2 19.5(j)2
    spanish-21  i3      bo   10  bet.entry          19.5(j)3 19.5(j)3
    spanish-21  i3      bh   10  -                  -        19.5(k)
    spanish-21  i4      bo   20  bet.entry_minimum  19.5(j)4 19.5(j)4
    spanish-21  i4      bh   20  -                  -        19.5(k)
    spanish-21  open    bo   10  -                  -        -
"""


def _rounds(did: str) -> Rounds:
    return tuple(LETTERS[letter] for letter in did)


@pytest.mark.parametrize("row", [line.split() for line in ROWS.strip().splitlines()], ids=" ".join)
def test_who_may_wager(row: list[str], cites: Callable[..., None]) -> None:
    game, allowed, did, wager, code, by, shows = row
    data: dict[str, Any] = {"game": game, "mid_shoe_entry": allowed if allowed in ("open", "barred") else [allowed]}
    carried = TableState(since_shuffle=len(did), took={"Ann": _rounds(did)})
    refusal = may_bet(from_data(data), carried, "Ann", int(wager) * 100)
    if code == "-":
        assert refusal is None
    else:
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.citation) == (code, f"19:47-{by}")
    cites(*([f"19:47-{shows}"] if shows != "-" else []))


def test_the_licensee_may_let_in_at_switch_only() -> None:
    rounds: Rounds = ("bet", "out")
    switch = from_data({"game": "switch", "mid_shoe_entry": "barred"})
    spanish = from_data({"game": "spanish-21", "mid_shoe_entry": ["i3"]})
    assert GAMES["switch"].may_enter(switch, rounds, let_in=True).may == "anything"
    assert GAMES["spanish-21"].may_enter(spanish, rounds, let_in=True).may == "nothing"
