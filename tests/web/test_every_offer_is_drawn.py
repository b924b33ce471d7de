"""Whatever can be wagered has its spot on the felt, at every width: nobody is offered what cannot be tapped. On a small
screen the free boxes are a strip, and a new player sits down by a button."""

import random
import re
from pathlib import Path

import pytest

from chapter47 import games
from chapter47.core import onlookers
from chapter47.core.act import Act
from chapter47.core.chance import Seeded
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import TableInPlay, declines
from chapter47.drawing.settings import SMALL_SCREEN, Settings

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
WITH_SIDE_WAGERS = """
game = "blackjack"
decks = 6
[wagers.over-under-13]
[wagers.same-suit]
[wagers.sevens]
[wagers.streak]
[wagers.match-the-dealer]
"""
TABLES = {**{path.stem: path.read_text() for path in EXAMPLES}, "side wagers": WITH_SIDE_WAGERS}
ACTS = 60


class Seat:
    """Ann at a table of her own."""

    def __init__(self, text: str) -> None:
        self.posting = games.parse(text)
        self.game = games.game_of(self.posting)
        assert self.game.playing
        assert self.game.hosting
        self.playing: Playing[object] = self.game.playing.load()
        self.hosting: Hosting = self.game.hosting.load()
        self.table: TableInPlay = self.playing.open(self.posting, Seeded(47), cut=declines)

    def offers(self) -> list[Offer]:
        return [*self.hosting.offers(self.table, "Ann"), *self.hosting.dependent_offers(self.table, "Ann")]

    def drawn(self, width: int) -> set[str]:
        assert self.game.picture
        svg = self.game.picture.load().draw(
            self.table.view(onlookers.player("Ann")), Settings(width=width, viewer="Ann")
        )
        return set(re.findall(r'id="((?:spot|plate)-[^"]*)"', svg))

    def do(self, act: Act) -> None:
        assert self.table.perform(act) is None, str(act)
        while not isinstance(self.table.need, self.playing.waits_for_people):
            self.table.step()


@pytest.mark.parametrize("width", [360, 1280, 2560])
@pytest.mark.parametrize(
    "text",
    [*(path.read_text() for path in EXAMPLES), WITH_SIDE_WAGERS],
    ids=[*(path.stem for path in EXAMPLES), "side"],
)
def test_every_offer_has_its_spot(text: str, width: int) -> None:
    seat, chance = Seat(text), random.Random(width)
    seen = set()
    for _ in range(ACTS):
        spots = {
            offer.spot for offer in seat.offers() if offer.spot.startswith("spot-" if width < SMALL_SCREEN else "")
        }
        spots.discard("")
        assert spots <= (there := seat.drawn(width)), spots - there
        seen |= spots
        may = [offer for offer in seat.hosting.offers(seat.table, "Ann") if offer.kind not in ("cut", "leave")]
        closing = seat.hosting.closes_wagers(seat.table)
        if closing and (not may or chance.random() < 0.2):
            seat.do(closing)
        elif may:
            offer = chance.choice(may)
            seat.do(offer.with_amount(offer.least))
    assert any(spot.startswith("spot-") for spot in seen)
