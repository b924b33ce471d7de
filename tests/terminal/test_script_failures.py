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
DARK = "fail-light 1\nbet 1 Ann 10\nside 1 Ann progressive 1\n"


def scripted(folder: Path, table: dict[str, Any], text: str, log: Path | None = None) -> PlayedSession:
    path = folder / "a.script"
    path.write_text(text, encoding="utf-8")
    return play(from_data(table), PlayOptions(script=path, json=True, seed=1, log=log))


def test_a_failed_light_takes_no_wager_until_it_is_repaired(tmp_path: Path, cites: Callable[..., None]) -> None:
    refused = scripted(tmp_path, PROGRESSIVE, DARK).refused
    assert refused is not None
    assert (refused.line.number, refused.refusal.citation) == (3, "19:47-2.15(n)")
    repaired = "fail-light 1\nrepair-light 1\nbet 1 Ann 10\nside 1 Ann progressive 1\n"
    assert scripted(tmp_path, PROGRESSIVE, repaired).refused is None
    cites("19:47-2.15(n)")


def test_a_jammed_shuffler_shuffles_its_batch_anew(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    done = scripted(tmp_path, MACHINE, "jam\nbet 1 Ann 10\n", log)
    assert done.refused is None
    stopped = [entry.event for entry in done.session.table.log if isinstance(entry.event, e.Did)]
    assert any(event.who == "machine" for event in stopped)
    assert replayed(log).error is None


REFUSED = [
    ({}, "fail-light 1\n", "light.none"),
    (PROGRESSIVE, "fail-light 9\n", "light.box"),
    (PROGRESSIVE, "fail-light 1\nfail-light 1\n", "light.failed"),
    (PROGRESSIVE, "repair-light 1\n", "light.works"),
    ({}, "jam\n", "machine.none"),
    (PROGRESSIVE, "cards Th 6d 9c\nbet 1 Ann 10\ndeal\nfail-light 1\n", "act.not_now"),
]


@pytest.mark.parametrize(("table", "text", "code"), REFUSED)
def test_what_cannot_fail(tmp_path: Path, table: dict[str, Any], text: str, code: str) -> None:
    refused = scripted(tmp_path, table, text).refused
    assert refused is not None
    assert refused.refusal.code == code
