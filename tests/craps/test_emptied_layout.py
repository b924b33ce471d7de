"""A craps table that is to close: the house alone finishes every wager on the layout."""

from random import Random

import pytest

from chapter47.core.chance import Seeded
from chapter47.craps.acts import GRAMMAR
from chapter47.craps.hosting import offers, winding_down_act
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import NeedBets, NeedShooter
from chapter47.craps.table.in_play import CrapsInPlay, open_table

PLAYERS = ("Ann", "Bob", "Cy")
MOST_ACTS = 400


def go_on(table: CrapsInPlay) -> None:
    while not isinstance(table.need, (NeedBets, NeedShooter)):
        table.step()


def played(seed: int) -> CrapsInPlay:
    table, random = open_table(CrapsPosting(), Seeded(seed)), Random(seed)
    for _ in range(60):
        choices = [offer for player in PLAYERS for offer in offers(table, player) if offer.kind != "leave"]
        offer = random.choice(choices)
        assert table.perform(GRAMMAR.read(offer.text)) is None, offer
        go_on(table)
    return table


@pytest.mark.parametrize("seed", range(25))
def test_every_layout_is_emptied(seed: int) -> None:
    table = played(seed)
    for _ in range(MOST_ACTS):
        if not table.staked:
            break
        act = winding_down_act(table)
        assert act is not None
        assert table.perform(act) is None, act
        go_on(table)
    assert table.staked == {}
