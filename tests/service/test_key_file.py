"""The key file: private and never overwritten; without it, the server names the tables that cannot go on."""

import asyncio
from pathlib import Path

import pytest
from tests.service.pit_player import HOUSE, Crowd, close, pit_in, shown

from chapter47.core.errors import Chapter47Error
from chapter47.service.secrets import KeyFileError, NotSealedHereError, Secrets


def test_it_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "key"
    sealed = Secrets.at(path).seal(b"the next card", "table/1")
    assert path.stat().st_mode & 0o777 == 0o600
    assert Secrets.at(path).open(sealed, "table/1") == b"the next card"
    with pytest.raises(NotSealedHereError):
        Secrets.at(path).open(sealed, "table/2")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o666])
def test_one_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "key"
    Secrets.at(path)
    path.chmod(mode)
    with pytest.raises(KeyFileError, match="other users can read it"):
        Secrets.at(path)


@pytest.mark.parametrize("content", ["", "47", "x" * 64, "47" * 33])
def test_what_is_not_a_key_is_refused_and_left_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "key"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="not a key"):
        Secrets.at(path)
    assert path.read_text() == content


def test_without_it_every_table_that_cannot_go_on_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    key = tmp_path / "key"

    async def play() -> None:
        pit = pit_in(tmp_path)
        tables = [await pit.open_table(f'game = "{game}"', HOUSE, practice=True) for game in ("blackjack", "craps")]
        crowd = Crowd(pit, seed=1)
        await crowd.come(tables[0])
        for _ in range(6):
            await crowd.act(tables[0])
        before = await shown(pit, tables[0], None)
        await close(pit)
        kept = key.read_text()
        key.unlink()
        pit = pit_in(tmp_path)
        with pytest.raises(Chapter47Error) as error:
            await pit.start()
        assert {problem.key for problem in error.value.problems} == {f"table {table}" for table in tables}
        assert pit.tables() == []
        await close(pit)
        key.write_text(kept)
        pit = pit_in(tmp_path)
        await pit.start()
        assert await shown(pit, tables[0], None) == before
        await close(pit)

    asyncio.run(play())


def test_rotation_is_a_new_key_once_all_tables_are_closed(tmp_path: Path) -> None:
    async def play() -> None:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.close_table(table, HOUSE)
        await close(pit)
        (tmp_path / "key").unlink()
        pit = pit_in(tmp_path)
        await pit.start()
        assert all(reported["opened"] for reported in pit.commitments(table))
        assert await pit.open_table('game = "blackjack"', HOUSE) != table
        await close(pit)

    asyncio.run(play())
