"""A craps table that is to close: the house alone brings whatever lies there to an end."""

from random import Random

import pytest

from chapter47.core.chance import Seeded
from chapter47.core.money import amount
from chapter47.craps.acts import read_act
from chapter47.craps.hosting import empties, offers
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.needs import NeedBets, NeedShooter
from chapter47.craps.table.in_play import CrapsInPlay, open_table

PLAYERS = ("Ann", "Bob", "Cy")
MOST_ACTS = 400


def go_on(table: CrapsInPlay) -> None:
    while not isinstance(table.need, (NeedBets, NeedShooter)):
        table.step()


def played(seed: int) -> CrapsInPlay:
    table, random = open_table(CrapsPosting(), Seeded(seed)), Random(seed)
    for _ in range(60):
        choices = [offer for player in PLAYERS for offer in offers(table, player) if "leave" not in offer.line]
        offer = random.choice(choices)
        line = f"{offer.line} {amount(offer.least)}" if offer.most else offer.line
        assert table.perform(read_act(line)) is None, line
        go_on(table)
    return table


@pytest.mark.parametrize("seed", range(25))
def test_every_layout_is_emptied(seed: int) -> None:
    table = played(seed)
    for _ in range(MOST_ACTS):
        if not table.staked:
            break
        act = empties(table)
        assert act is not None
        assert table.perform(act) is None, act
        go_on(table)
    assert table.staked == {}
