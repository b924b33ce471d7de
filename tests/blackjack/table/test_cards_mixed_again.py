"""2A.3(c): a card that shows its face while the cards are washed has them mixed again, as a script says it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chapter47.core.event import Did
from chapter47.games import from_data
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Claim = Callable[..., None]
LINE = "dealer report exposed card"


def scripted(folder: Path, keys: dict[str, object], *lines: str) -> PlayedSession:
    path = folder / "mixing.script"
    path.write_text("\n".join(lines), encoding="utf-8")
    return play(from_data(keys), PlayOptions(script=path, json=True, seed=7))


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_script_says_that_a_card_was_exposed_in_the_mixing(tmp_path: Path, times: int, cites: Claim) -> None:
    done = scripted(tmp_path, {"game": "switch"}, *[LINE] * times, "Ann bet 10 on 1", "dealer deal")
    assert done.refused is None
    events = [entry.event for entry in done.session.table.log]
    again = [event for event in events if isinstance(event, Did) and "again" in event.what]
    assert [event.by for event in again] == ["19:47-2A.3(c)"] * times
    cites("19:47-2A.3(c)")


# what the table file says besides, what comes before, code, paragraph
REFUSED: list[tuple[dict[str, object], tuple[str, ...], str, str]] = [
    ({"game": "blackjack"}, (), "mixing.not_again", "19:47-2.4(c)"),
    ({"game": "spanish-21"}, (), "mixing.not_again", "19:47-2.4(c)"),
    ({"game": "switch", "shuffle": "machine"}, (), "mixing.not_again", "19:47-2A.3(c)"),
    ({"game": "switch"}, ("dealer open",), "table.open", "19:47-2A.3(c)"),
]


@pytest.mark.parametrize(("keys", "before", "code", "citation"), REFUSED)
def test_only_washed_cards_of_a_text_that_asks_for_it_are_mixed_again(
    tmp_path: Path, keys: dict[str, object], before: tuple[str, ...], code: str, citation: str
) -> None:
    done = scripted(tmp_path, keys, *before, LINE)
    assert done.refused is not None
    assert (done.refused.refusal.code, done.refused.refusal.citation) == (code, citation)
