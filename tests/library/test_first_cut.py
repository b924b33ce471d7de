"""The first cut is offered to the players who have come, however a table is opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

import chapter47
from chapter47.core.chance import Seeded
from chapter47.core.event import Cut, CutOffered
from chapter47.core.log import LogEntry
from chapter47.games import from_data, game_of
from chapter47.session.session import Session, playing_of
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import play

Claim = Callable[..., None]
COMES: dict[str, tuple[str, ...]] = {
    "baccarat": ("Ann sit at 1", "Ann cut at 100", "Ann bet 10 on banker"),
    "blackjack": ("Ann sit at 1", "Ann cut at 100", "Ann bet 10 on 1"),
}


def cut_by(log: list[LogEntry]) -> list[tuple[str, object]]:
    return [
        (event.player, event.taken if isinstance(event, CutOffered) else event.cards)
        for event in (entry.event for entry in log)
        if isinstance(event, (CutOffered, Cut))
    ]


@pytest.mark.parametrize("game", COMES)
def test_a_table_of_the_library_offers_the_first_cut_to_who_has_come(game: str, cites: Claim) -> None:
    table = chapter47.open_table(chapter47.table(game=game), seed=1)
    assert not table.is_open
    assert [table.say(line) for line in COMES[game]] == [None] * 3
    assert cut_by(list(table.log)) == [("Ann", True), ("Ann", 100)]
    if game == "baccarat":
        cites("19:47-3.5(a)", "19:47-3.5(b)")


@pytest.mark.parametrize("game", COMES)
def test_a_table_that_was_stored_before_it_opened_offers_the_first_cut(game: str) -> None:
    posting = chapter47.table(game=game)
    sits, cuts, bets = COMES[game]
    before = chapter47.open_table(posting, seed=1)
    assert [before.say(sits), before.say(cuts)] == [None, None]
    playing = playing_of(game_of(posting))
    after = playing.open_again(posting, before.stored(), Seeded(1), cut=lambda player, stack: None)
    assert after.perform(playing.acts.read(bets)) is None
    assert cut_by(list(after.log)) == [("Ann", True), ("Ann", 100)]


@pytest.mark.parametrize("game", COMES)
def test_a_session_offers_the_first_cut_to_who_has_come(game: str) -> None:
    session = Session(from_data({"game": game}), 1)
    session.open()
    for line in COMES[game]:
        assert session.perform(session.playing.acts.read(line)) is None
    assert cut_by(list(session.table.log)) == [("Ann", True), ("Ann", 100)]


@pytest.mark.parametrize("game", COMES)
def test_a_script_offers_the_first_cut_to_who_has_come(game: str, tmp_path: Path) -> None:
    script = tmp_path / "cut.script"
    script.write_text("\n".join(COMES[game]), encoding="utf-8")
    done = play(from_data({"game": game}), PlayOptions(script=script, json=True, seed=1))
    assert done.refused is None
    assert cut_by(list(done.session.table.log)) == [("Ann", True), ("Ann", 100)]


def test_a_table_that_cannot_be_dealt_is_refused_before_anybody_comes() -> None:
    with pytest.raises(chapter47.Chapter47Error):
        chapter47.open_table(chapter47.table(decks=0), lawful_only=False)
