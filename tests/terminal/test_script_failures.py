"""What fails at a table, said in a script: a light, a shuffling machine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.games import from_data
from chapter47.session.replays import replayed
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

PROGRESSIVE: dict[str, Any] = {
    "decks": 6,
    "wagers": {"progressive": {"rate": "0.7", "initial": "5000", "reset": "5000"}},
}
MACHINE: dict[str, Any] = {"game": "switch", "shuffle": "machine"}
DARK = "dealer report failed light at 1\nAnn bet 10 on 1\nAnn bet 1 on progressive at 1\n"


def scripted(folder: Path, table: dict[str, Any], text: str, log: Path | None = None) -> PlayedSession:
    path = folder / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(from_data(table), PlayOptions(script=path, json=True, seed=1, log=log))


def test_a_failed_light_takes_no_wager_until_it_is_repaired(tmp_path: Path, cites: Callable[..., None]) -> None:
    refused = scripted(tmp_path, PROGRESSIVE, DARK).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.citation) == (3, "19:47-2.15(n)")
    repaired = (
        "dealer report failed light at 1\nsupervisor repair light at 1\n"
        "Ann bet 10 on 1\nAnn bet 1 on progressive at 1\n"
    )
    assert scripted(tmp_path, PROGRESSIVE, repaired).refused is None
    cites("19:47-2.15(n)")


def test_a_jammed_shuffler_shuffles_its_batch_again(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    done = scripted(tmp_path, MACHINE, "dealer report jam\nAnn bet 10 on 1\n", log)
    assert done.refused is None
    stopped = [entry.event for entry in done.session.table.log if isinstance(entry.event, e.Did)]
    assert any(event.who == "machine" for event in stopped)
    assert replayed(log).error is None


REFUSED = [
    ({}, "dealer report failed light at 1\n", "light.none"),
    (PROGRESSIVE, "dealer report failed light at 9\n", "light.box"),
    (PROGRESSIVE, "dealer report failed light at 1\ndealer report failed light at 1\n", "light.failed"),
    (PROGRESSIVE, "supervisor repair light at 1\n", "light.works"),
    ({}, "dealer report jam\n", "machine.none"),
    (PROGRESSIVE, "cards Th 6d 9c\nAnn bet 10 on 1\ndealer deal\ndealer report failed light at 1\n", "act.not_now"),
]


@pytest.mark.parametrize(("table", "text", "code"), REFUSED)
def test_what_cannot_fail(tmp_path: Path, table: dict[str, Any], text: str, code: str) -> None:
    refused = scripted(tmp_path, table, text).refused
    assert refused is not None
    assert refused.refusal.code == code
