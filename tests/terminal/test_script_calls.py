"""`call` waits for its moment, through the decisions that come before it."""

from pathlib import Path

import pytest

from chapter47.blackjack import events as e
from chapter47.games import from_data
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

BETS = "cards Th 6d 2c 5s 9h 8d\nAnn bet 10 on 1\ndealer deal\n"


def scripted(folder: Path, text: str) -> PlayedSession:
    path = folder / "a.script"
    path.write_text(BETS + text, encoding="utf-8")
    return play(from_data({}), PlayOptions(script=path, json=True, seed=1))


def happened(done: PlayedSession) -> list[str]:
    kinds = (e.Hit, e.Called, e.Stood, e.DealerDone)
    return [type(entry.event).__name__ for entry in done.session.table.log if isinstance(entry.event, kinds)]


def test_a_call_waits_for_the_decision_that_makes_it_possible(tmp_path: Path) -> None:
    done = scripted(tmp_path, "dealer call missed-hit\nAnn hit\nAnn later\n")
    assert done.refused is None
    assert happened(done)[:2] == ["Hit", "Called"]


def test_a_call_waits_until_the_dealer_stands(tmp_path: Path) -> None:
    done = scripted(tmp_path, "dealer call dealer-overdrew\nAnn stand\n")
    assert done.refused is None
    assert happened(done) == ["Stood", "Called", "DealerDone"]


@pytest.mark.parametrize(
    "text", ["dealer call missed-hit\nAnn stand\n", "dealer call missed-hit\nAnn stand\nAnn bet 10 on 1\n"]
)
def test_a_call_whose_moment_never_came_is_refused_by_its_line(tmp_path: Path, text: str) -> None:
    refused = scripted(tmp_path, text).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.code) == (4, "call.not_now")
