"""A log names the acts that caused its events; replay performs them again."""

import json
from typing import Any, Final

import pytest

from chapter47.core.chance import Seeded
from chapter47.core.log import LogError
from chapter47.core.table_in_play import TableInPlay, declines
from chapter47.games import from_data, game_of, log_lines, parse_log
from chapter47.session.session import playing_of

SEED: Final = 47
SCRIPTS: Final[dict[str, tuple[str, ...]]] = {
    "blackjack": ("Ann sit at 1", "Bob sit at 2", "Ann bet 25 on 1", "Bob bet 10 on 2", "dealer deal"),
    "craps": ("Ann join", "Ann take dice 3 4", "Ann bet 10 on pass", "dealer send dice"),
    "baccarat": ("Ann sit at 1", "Ann decline shoe", "Ann bet 10 on banker", "dealer deal"),
}


def played(game: str) -> tuple[TableInPlay, list[str]]:
    """A table at which everything of the script was said, and the lines of its log."""
    posting = from_data({"game": game})
    playing = playing_of(game_of(posting))
    table = playing.open(posting, Seeded(SEED), cut=declines)
    for line in SCRIPTS[game]:
        assert table.perform(playing.acts.read(line)) is None, line
    while not isinstance(table.need, playing.waits_for_people):
        table.step()
    return table, list(log_lines(posting, table.log, seed=SEED))


def again(lines: list[str]) -> None:
    log = parse_log("\n".join(lines))
    playing = playing_of(log.game)
    list(playing.replay(log.table, log.entries))
    assert log.seed is not None
    playing.redeal(log.table, log.entries, log.seed)


@pytest.mark.parametrize("game", SCRIPTS)
def test_a_log_names_every_act_once_and_comes_again(game: str) -> None:
    table, lines = played(game)
    named = [act for line in lines[1:] for act in json.loads(line).get("acts", ())]
    assert [act for act in named if act != "dealer open"] == list(SCRIPTS[game])
    again(lines)
    assert parse_log("\n".join(lines)).entries == list(table.log)


def with_acts(line: str, acts: Any) -> str:
    return json.dumps({**json.loads(line), "acts": acts})


CHANGES: Final = (
    ("Ann bet 30 on 1", "the rules give"),
    ("Ann bet 25 on 9", "was refused"),
    ("Ann bte 25 on 1", "Did you mean"),
    (7, '"acts" is a list of lines'),
)


@pytest.mark.parametrize(("act", "why"), CHANGES)
def test_an_act_that_did_not_lead_there_is_found(act: Any, why: str) -> None:
    _, lines = played("blackjack")
    place = next(number for number, line in enumerate(lines) if '"Ann bet 25 on 1"' in line)
    lines[place] = with_acts(lines[place], [act] if isinstance(act, str) else act)
    with pytest.raises(LogError, match=why) as error:
        again(lines)
    assert error.value.line == place + 1


def test_an_act_left_out_is_found() -> None:
    _, lines = played("craps")
    place = next(number for number, line in enumerate(lines) if '"Ann bet 10 on pass"' in line)
    with pytest.raises(LogError, match="does not follow from anything before it"):
        again([*lines[:place], with_acts(lines[place], []), *lines[place + 1 :]])


def test_a_log_without_acts_is_recognised_and_refused() -> None:
    _, (head, *rest) = played("baccarat")
    with pytest.raises(LogError, match="form 1, which holds no acts; this version replays form 2") as error:
        parse_log("\n".join([json.dumps({**json.loads(head), "form": 1}), *rest]))
    assert error.value.line == 1
