"""Transcripts: each settlement was worked out from the text before the engine ran."""

from pathlib import Path

import pytest
from tests.conftest import Claim
from tests.craps.transcript import Playing, purses, read

from chapter47.core.money import amount
from chapter47.craps.state import Layout, fold

ROUNDS = sorted((Path(__file__).parent / "rounds").glob("*.round"))


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_a_transcript_settles_as_the_text_says(path: Path, cites: Claim) -> None:
    transcript = read(path)
    playing = Playing(transcript.posting)
    playing.play(transcript.script)
    cites(*transcript.shows)
    assert dict(purses(playing.events)) == {
        name: net for name, net in transcript.settlement.items() if net or name in purses(playing.events)
    }
    lying = [f"{stake.bettor} {stake.wager} {stake.number} {amount(stake.amount)}" for stake in playing.layout.stakes]
    assert lying == transcript.lies
    if transcript.rounds is not None:
        assert playing.layout.rounds == transcript.rounds


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_the_layout_is_the_fold_of_its_events(path: Path) -> None:
    transcript = read(path)
    playing = Playing(transcript.posting)
    playing.play(transcript.script)
    assert fold(Layout(transcript.posting), playing.events) == playing.layout
    assert all(event.by.startswith("19:47-1.") for event in playing.events)
