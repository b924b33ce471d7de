"""A wager after "no more bets" is refused through a session as it is at the table."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from chapter47.core.findings import Refusal
from chapter47.games import from_data, game_of
from chapter47.session.session import Session, playing_of
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession, play

Claim = Callable[..., None]
BACCARAT = ("Ann sit at 1", "Ann bet 10 on banker", "dealer deal")
BLACKJACK = ("cards Ah 5d Kh 6d Td", "Ann bet 10 on 1", "dealer deal")
"""A blackjack: nobody decides anything before the round is over."""
CRAPS = ("Ann join", "Ann take dice 1 2", "Ann bet 10 on pass", "dealer send dice")
# game, acts until the bets are closed, the act that comes too late, the paragraph
LATE: list[tuple[str, Sequence[str], str, str]] = [
    ("baccarat", BACCARAT, "Ann bet 10 on banker", "19:47-3.2(d)"),
    ("baccarat", BACCARAT, "Ann take back all on banker", "19:47-3.2(d)"),
    ("baccarat", BACCARAT, "Ann lay coupon 5 on banker", "19:47-3.2(d)"),
    ("blackjack", BLACKJACK, "Ann bet 10 on 1", "19:47-2.3(c)"),
    ("blackjack", BLACKJACK, "Ann take back all on 1", "19:47-2.3(c)"),
    ("craps", CRAPS, "Ann bet 10 on field", "19:47-1.3"),
]


def refused_late(game: str, before: Sequence[str], late: str) -> Refusal | None:
    session = Session(from_data({"game": game}), 7)
    session.open()
    for line in before:
        assert session.perform(session.playing.acts.read(line)) is None, line
    lines = len(session.table.log)
    refusal = session.perform(session.playing.acts.read(late))
    assert len(session.table.log) == lines
    return refusal


def refused_at_the_table(game: str, before: Sequence[str], late: str) -> Refusal | None:
    posting = from_data({"game": game})
    playing = playing_of(game_of(posting))
    session = Session(posting, 7)
    for line in before:
        assert session.table.perform(playing.acts.read(line)) is None, line
    return session.table.perform(playing.acts.read(late))


@pytest.mark.parametrize(("game", "before", "late", "citation"), LATE)
def test_a_wager_after_no_more_bets_is_refused_as_the_table_refuses_it(
    game: str, before: Sequence[str], late: str, citation: str, cites: Claim
) -> None:
    refusal = refused_late(game, before, late)
    assert refusal is not None
    assert refusal.citation == citation
    assert refusal == refused_at_the_table(game, before, late)
    if game == "baccarat":
        cites("19:47-3.2(d)")


def scripted(folder: Path, *lines: str) -> PlayedSession:
    path = folder / "late.script"
    path.write_text("\n".join(lines), encoding="utf-8")
    return play(from_data({"game": "baccarat"}), PlayOptions(script=path, json=True, seed=7))


def test_a_line_of_a_script_after_the_deal_is_a_wager_on_the_next_round(tmp_path: Path) -> None:
    done = scripted(tmp_path, *BACCARAT, "Ann bet 10 on banker", "dealer deal")
    assert done.refused is None
    assert [round_.number for round_ in done.session.book.finished] == [1, 2]


def test_a_script_that_goes_step_by_step_can_say_a_late_wager(tmp_path: Path) -> None:
    done = scripted(tmp_path, *BACCARAT, "dealer step", "Ann bet 10 on banker")
    assert done.refused is not None
    assert done.refused.refusal.citation == "19:47-3.2(d)"
