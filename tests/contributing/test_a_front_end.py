"""A front end opens a session, performs acts, and shows views and narration: a whole one, for any game."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.core.coin_game import COIN, CoinTable

from chapter47.core.cards import Faces
from chapter47.core.game import Game
from chapter47.games import from_data, game_named
from chapter47.session.narration import event_text
from chapter47.session.session import Session

FACES = Faces(signs=False)


def front_end(game: Game[Any], posting: Any, typed: list[str]) -> Iterator[str]:
    """Each line that somebody types, and what the table shows then."""
    session = Session(posting, seed=47, bankroll=500_00, game=game)
    said: list[str] = []
    session.watch = lambda entries: said.extend(event_text(entry.event, FACES, session.playing) for entry in entries)
    for line in typed:
        refusal = session.perform(session.playing.acts.read(line))
        session.go_on()
        yield f"> {line}"
        yield from said if refusal is None else [f"No: {refusal.message} ({refusal.citation})."]
        yield f"{session.playing.waits_for(session.need)}; Ann sees {session.seat('Ann')}"
        said.clear()
    yield f"Ann has {session.chips('Ann')}"


PLAYED = [
    (COIN, CoinTable(), ["Ann bet 5 on heads", "dealer close wagers", "dealer close wagers"]),
    (game_named("blackjack"), from_data({"decks": 6}), ["Ann bet 10 on 1", "dealer deal", "Ann stand", "dealer deal"]),
]


@pytest.mark.parametrize(("game", "posting", "typed"), PLAYED, ids=["coin", "blackjack"])
def test_a_front_end_of_a_few_lines_plays_any_game(game: Game[Any], posting: Any, typed: list[str]) -> None:
    shown = [*front_end(game, posting, typed)]
    assert [line[2:] for line in shown if line.startswith("> ")] == typed
    assert "The round is over." in shown
    assert any(line.startswith("No: ") and "(19:47-" in line for line in shown)
    assert any("Ann sees" in line for line in shown)
    assert shown[-1] in {f"Ann has {500_00 + net}" for net in (-10_00, -5_00, 0, 5_00, 10_00, 15_00)}
