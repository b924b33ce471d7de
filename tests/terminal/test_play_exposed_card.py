"""A card exposed by mistake at the terminal table, 2.15(c)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.views import dealer_view, seat_view, supervisor_view, table_view
from chapter47.core.cards import Faces
from chapter47.games import from_data
from chapter47.session.session import Session
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import play

EXPOSED = "cards Th 6d 4c 5s 9h 2d\nAnn bet 10 on 1\ndealer deal\n"
TAKEN = [
    "dealer call exposed-card\nAnn hit\nAnn stand\n",
    "dealer call exposed-card\nAnn accept\nAnn stand\n",
    "dealer step 3\ndealer call exposed-card\nAnn accept\nAnn stand\n",
]


def scripted(folder: Path, text: str) -> Session:
    path = folder / "a.script"
    path.write_text(EXPOSED + text, encoding="utf-8")
    done = play(from_data({}), PlayOptions(script=path, json=True, seed=1))
    assert done.refused is None
    return done.session


def table_of(session: Session) -> BlackjackInPlay:
    assert isinstance(session.table, BlackjackInPlay)
    return session.table


@pytest.mark.parametrize("text", TAKEN)
def test_it_is_accepted_by_a_hit_or_by_the_word(tmp_path: Path, text: str, cites: Callable[..., None]) -> None:
    hand = table_of(scripted(tmp_path, text)).state.hands[0]
    assert [str(card) for card in hand.cards] == ["Th", "4c", "5s"]
    cites("19:47-2.15(c)")


def test_the_keys_say_that_a_hit_takes_it(tmp_path: Path) -> None:
    session = scripted(tmp_path, "dealer call exposed-card\n")
    labels = [choice.label for choice in session.words.choices(session.seat("Ann"), Faces(), None)]
    assert "hit (takes 5♠)" in labels


def test_everybody_sees_it(tmp_path: Path) -> None:
    table = table_of(scripted(tmp_path, "dealer call exposed-card\n"))
    views = (table_view(table), seat_view(table, "Ann").table, dealer_view(table).table, supervisor_view(table).table)
    assert [view.round.exposed for view in views] == ["5s"] * 4
