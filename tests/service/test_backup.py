"""Backup and restore of both databases: the copy audits clean, is started with `--restored`, and holds no key."""

import gzip
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.service.played import play

from chapter47.cli.backup import backup, restore
from chapter47.service.audit import audit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store

STORED = Path(__file__).parent / "databases"
"""A database of each form of the tables, as its version wrote it, with the key `00 * 32`."""


def test_a_backup_is_restored_into_either_database(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = play(database_url)
    copy, key = tmp_path / "copy.db", tmp_path / "some.key"
    key.write_text("00" * 32)
    key.chmod(0o600)
    assert backup(copy, database=database_url) == 0
    assert f"{len(units)} units" in capsys.readouterr().out
    assert [path.name for path in tmp_path.glob("copy.db*")] == ["copy.db"], "one file has everything"
    assert restore(copy, database=f"sqlite:///{tmp_path}/again.db", key=key, verify=True, json_=True) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["audit"]["ok"]
    assert shown["audit"]["signed"]
    assert shown["audit"]["head"] == audit(database_url).head
    assert bytes(32).hex().encode() not in copy.read_bytes()


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/pit.db"
    play(url, ["baccarat"])
    before = audit(url).head
    copy = tmp_path / "copy.db"
    assert backup(copy, database=url) == 0
    calls: list[Callable[[], int]] = [
        partial(backup, copy, database=url),
        partial(backup, tmp_path / "other.db", database=f"sqlite:///{tmp_path}/none.db"),
        partial(restore, copy, database=url),
        partial(restore, tmp_path / "none.db", database=f"sqlite:///{tmp_path}/new.db"),
    ]
    for refused in calls:
        with pytest.raises(SystemExit) as ended:
            refused()
        assert ended.value.code == 2
    assert "is in use" in capsys.readouterr().err
    assert audit(url).head == before


@pytest.mark.parametrize("form", sorted(path.name.removesuffix(".db.gz") for path in STORED.glob("*.db.gz")))
def test_a_database_of_every_form_migrates_and_audits_clean(form: str, tmp_path: Path) -> None:
    file = tmp_path / "pit.db"
    with gzip.open(STORED / f"{form}.db.gz") as stored, file.open("wb") as written:
        shutil.copyfileobj(stored, written)
    Store.open(f"sqlite:///{file}").close()
    audited = audit(f"sqlite:///{file}", secrets=Secrets(bytes(32)))
    assert audited.problems == ()
    assert audited.rounds > 0
