"""Every game played from afar: what is offered is accepted, nobody waits for ever, the absent are decided for."""

import random
from pathlib import Path
from typing import Any

import pytest

from chapter47 import games
from chapter47.core.act import Act
from chapter47.core.chance import Seeded
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.onlookers import ANYBODY, player
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import TableInPlay, declines

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
every_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
NAMES = ("Ann", "Bob", "Cleo")
ACTS = 150


class Host:
    """A table of an example, played by whatever its game offers."""

    def __init__(self, path: Path, seed: int) -> None:
        posting = games.read(path)
        game = games.game_of(posting)
        assert game.playing is not None
        assert game.hosting is not None
        self.playing: Playing[Any] = game.playing.load()
        self.hosting: Hosting = game.hosting.load()
        self.table: TableInPlay = self.playing.open(posting, Seeded(seed), cut=declines)
        self.random = random.Random(seed)

    def offers(self, name: str) -> list[Offer]:
        """All but leaving."""
        offers = self.hosting.offers(self.table, name)
        return [offer for offer in offers if offer.kind != "leave"]

    def act(self, line: str) -> Act:
        return self.playing.acts.read(line)

    def go_on(self) -> None:
        while not isinstance(self.table.need, self.playing.waits_for_people):
            self.table.step()


@every_example
def test_what_is_offered_is_accepted(path: Path) -> None:
    host = Host(path, seed=47)
    rounds = 0
    for _ in range(ACTS):
        name = host.hosting.awaited(host.table) or host.random.choice(NAMES)
        offers = host.offers(name)
        if offers and host.random.random() < 0.8:
            offer = host.random.choice(offers)
            act = offer.with_amount(offer.least)
            assert act.done_by == "player"
            assert act.player_name in (name, "")
            assert host.table.perform(act) is None, str(act)
        elif act_of_the_house := host.hosting.time_is_up(host.table):
            assert host.table.perform(act_of_the_house) is None, str(act_of_the_house)
            rounds += 1
        host.go_on()
    assert rounds > 5


@every_example
def test_a_round_ends_although_nobody_decides(path: Path) -> None:
    host = Host(path, seed=4)
    for name in NAMES[:2]:
        seats = [offer for offer in host.offers(name) if offer.kind == "seat"]
        seat = seats[0 if name == "Ann" else -1]
        assert host.table.perform(seat.act) is None
    for _ in range(ACTS):
        if host.hosting.closes_wagers(host.table):
            break
        name = host.hosting.awaited(host.table) or host.random.choice(NAMES[:2])
        if not (offers := host.offers(name)):
            continue
        offer = host.random.choice(offers)
        assert host.table.perform(offer.with_amount(offer.least)) is None, offer.text
    assert host.hosting.closes_wagers(host.table)
    for _ in range(500):
        if act := host.hosting.time_is_up(host.table):
            assert host.table.perform(act) is None
        host.go_on()
        if not host.table.staked:
            break
    assert not host.table.staked
    assert set(host.hosting.seated(host.table)) == {"Ann", "Bob"}


def test_a_card_for_its_box_alone_is_a_back_for_others(tmp_path: Path) -> None:
    file = tmp_path / "six-to-five.toml"
    file.write_text('game = "six-to-five"\n')
    host = Host(file, seed=1)
    for line in ("Ann sit at 1", "Bob sit at 2", "Ann bet 10 on 1", "Bob bet 10 on 2", "dealer deal"):
        assert host.table.perform(host.act(line)) is None
    host.go_on()
    dealt = [entry.event for entry in host.table.log if getattr(entry.event, "concealed", False)]
    assert len(dealt) == 4
    own = [host.hosting.seen(host.table, event, player("Ann")) for event in dealt]
    assert [getattr(event, "card", None) is not None for event in own] == [True, False] * 2
    assert not any(getattr(host.hosting.seen(host.table, event, ANYBODY), "card", None) for event in dealt)
