"""How far a split travels: the modules and calls from the act that a player sends to the felt drawn again."""

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from benchmarks.figures import Figure, Size, main
from chapter47.blackjack.posting import TableRules
from chapter47.core.chance import Seeded
from chapter47.core.onlookers import player
from chapter47.core.table_in_play import TableInPlay, declines
from chapter47.drawing.settings import Settings
from chapter47.games import from_data, game_of
from chapter47.session.session import playing_of

TABLE = {"decks": 6, "soft_17": "hit"}
SCRIPT = ("Ann sit at 1", "dealer open", "cards 8s 6d 8h", "Ann bet 25 on 1", "dealer deal", "dealer step 3")


def travelled(act: Callable[[], object]) -> tuple[set[str], int]:
    """The modules of ours in which something was called, and how many calls there were."""
    modules: set[str] = set()
    calls = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith("chapter47."):
            calls += 1
            modules.add(name)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return modules, calls


def pair_of_eights() -> TableInPlay:
    """A table that waits for Ann's decision on two eights."""
    posting = from_data(TABLE)
    assert isinstance(posting, TableRules)
    playing = playing_of(game_of(posting))
    table = playing.open(posting, Seeded(47), cut=declines)
    for line in SCRIPT:
        assert table.perform(playing.acts.read(line)) is None, line
    return table


def measure(size: Size) -> Iterator[Figure]:
    del size
    table = pair_of_eights()
    game = game_of(from_data(TABLE))
    assert game.picture is not None
    picture = game.picture.load()

    def split() -> None:
        assert table.perform(playing_of(game).acts.read("Ann split")) is None
        table.step()

    def redraw() -> None:
        picture.draw(table.view(player("Ann")), Settings(viewer="Ann"))

    redraw()
    modules, calls = travelled(split)
    redrawn, drawing_calls = travelled(redraw)
    yield Figure("modules of a split, from its line to the felt", len(modules | redrawn), "modules")
    yield Figure("calls of the split and the card after it", calls, "calls")
    yield Figure("calls of the redraw", drawing_calls, "calls", "3,900")


if __name__ == "__main__":
    main(measure)
