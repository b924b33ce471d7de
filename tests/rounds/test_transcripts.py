"""Rounds from beginning to end: each `.round` file is dealt as it stands and ends in the settlement worked out by hand.

The events below it are what the engine did. When they change, `CHAPTER47_WRITE_EVENTS=1` rewrites them, and the
difference is for a person to read; settlements are never written."""

import os
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import pytest
from tests.rounds.transcript import (
    BadTranscriptError,
    Dealing,
    Transcript,
    cleared,
    line_of,
    net,
    opened,
    parsed,
    read,
    rewrite,
    staked,
)

from chapter47.blackjack.events import EVENTS
from chapter47.blackjack.fold import apply
from chapter47.games import check

Claim = Callable[..., None]
HERE = Path(__file__).parent
ROUNDS = sorted(HERE.glob("*.round"))
REWRITE = "CHAPTER47_WRITE_EVENTS" in os.environ


def _dealt(transcript: Transcript) -> Dealing:
    dealing = Dealing(transcript)
    dealing.play_out()
    return dealing


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_round_ends_in_the_settlement_worked_out_by_hand(path: Path, cites: Claim) -> None:
    transcript = read(path)
    cites(*transcript.shows)
    dealing = _dealt(transcript)
    assert net(transcript, dealing.events) == transcript.settlement
    assert staked(transcript, dealing.events) == cleared(dealing.events)
    lines = tuple(map(line_of, dealing.events))
    if REWRITE:
        rewrite(path, lines)
    else:
        assert lines == transcript.events


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_round_is_what_its_events_say(path: Path) -> None:
    transcript = read(path)
    dealing = _dealt(transcript)
    read_back = [EVENTS.from_json(EVENTS.to_json(event)) for event in dealing.events]
    assert read_back == dealing.events
    assert reduce(apply, read_back, opened(transcript)) == dealing.state


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_the_table_of_a_round_is_lawful(path: Path) -> None:
    assert check(read(path).rules).findings == ()


ROUND = """
== wagers
1 Ann 10
== shoe
{shoe}
== decisions
{decisions}
"""


@pytest.mark.parametrize(
    ("shoe", "decisions", "complaint"),
    [
        ("Tc 6d 2h Th 9s", "1 stand", None),
        ("Tc 6d 2h Th", "1 stand", "needs NeedCard"),
        ("Tc 6d 2h Th 9s 2c", "1 stand", "left over"),
        ("Tc 6d 2h Th 9s", "", "needs NeedMove"),
        ("Tc 6d 2h Th 9s", "1 stand\n1 stand", "left over"),
        ("Tc 6d 2h Th 9s", "1 split", "refused: this hand cannot do that"),
        ("Tc 6d 2h Th 9s", "2 stand", "nobody has a wager there"),
        ("Tc 6d 2h Th 9s", "1a stand", "a letter tells those on a shared box apart"),
        ("Tc 6d 2h Th 9s", "call reader-failed\n1 stand", "does not fit"),
        ("Tc 6d 2h Th 9s", "Ann stands", "Ann stands"),
    ],
)
def test_a_transcript_is_followed_strictly(shoe: str, decisions: str, complaint: str | None) -> None:
    text = ROUND.format(shoe=shoe, decisions=decisions)
    if complaint is None:
        assert _dealt(parsed(text)).state.over
        return
    with pytest.raises(BadTranscriptError, match=complaint):
        _dealt(parsed(text))
