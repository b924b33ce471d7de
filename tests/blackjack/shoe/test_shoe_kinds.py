"""19:47-2.6(a) and 2.6A(a): what a table deals from."""

from collections.abc import Callable
from typing import Any

import pytest

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.shoe import Shoe, shoe_for
from chapter47.blackjack.shoe.double import Double
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Continuous, Machine
from chapter47.blackjack.shoe.single import BartCarter, Single

Claim = Callable[..., None]

ROWS = [
    ({}, Single, "19:47-2.6(a)"),
    ({"shuffle": "machine"}, Machine, "19:47-2.6(a)"),
    ({"shuffle": "bart-carter"}, BartCarter, "19:47-2.6(a)"),
    ({"shuffle": "continuous"}, Continuous, "19:47-2.6(a)"),
    ({"shoe": "double"}, Double, "19:47-2.6(a)"),
    ({"game": "six-to-five", "decks": 2, "shuffle": "machine"}, FromTheHand, "19:47-2.6A(a)"),
    ({"game": "six-to-five", "decks": 2, "shoe": "double"}, FromTheHand, "19:47-2.6A(a)"),  # whatever the file says
]


@pytest.mark.parametrize(("keys", "kind", "citation"), ROWS)
def test_what_a_table_deals_from(keys: dict[str, Any], kind: type[Shoe], citation: str, cites: Claim) -> None:
    assert type(shoe_for(TableRules(**keys))) is kind
    cites(citation)
