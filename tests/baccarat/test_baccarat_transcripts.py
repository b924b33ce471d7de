"""Transcripts worked out by hand from 3.1 to 3.5 and from what is known of 3.6 to 3.12."""

from pathlib import Path

import pytest
from tests.baccarat.baccarat_transcript import played, read, same_money, told_of

from chapter47.baccarat.game import BACCARAT
from chapter47.baccarat.table.in_play import folded
from chapter47.baccarat.table.replay import replay
from chapter47.core.log import lines, parse

FOLDER = Path(__file__).parent / "rounds"
PATHS = sorted(FOLDER.glob("*.round"))


def test_there_are_transcripts() -> None:
    assert len(PATHS) >= 12


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_transcript_settles_as_the_text_says(path: Path) -> None:
    transcript = read(path)
    table = played(transcript)
    assert transcript.shown
    for section, expected in transcript.shown.items():
        said = told_of(table, section)
        if section == "burned":
            assert said == expected
        else:
            assert [same_money(line) for line in said] == [same_money(line) for line in expected], section


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_its_log_replays_and_folds_to_the_same_table(path: Path) -> None:
    transcript = read(path)
    table = played(transcript)
    assert folded(transcript.posting, (entry.event for entry in table.log)) == table.state
    text = "\n".join(lines(BACCARAT, transcript.posting, table.log))
    frames = list(replay(transcript.posting, parse(text, (BACCARAT,)).entries))
    assert frames[-1].state == table.state
