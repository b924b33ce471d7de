"""The commands `backup` and `restore`."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, flag, print_answer, refusals, refuse
from chapter47.core.errors import Problem

Url = Annotated[str, Parameter("--database", help="Such as sqlite:///pit.db or postgresql://USER@HOST/NAME.")]


def backup(file: Path, *, database: Url, json_: AsJson = False) -> int:
    """Back up everything a server has stored to a new file, even while the server is running.

    The backup is a SQLite file for either kind of database. It does not hold the key: keep that in another place.
    Exit 0: written. 2: no such database, or the file exists.

    Example: chapter47 backup pit-backup.db --database sqlite:///pit.db
    """
    copies = _service(json_)
    if file.exists():
        refuse([Problem("FILE", f"{file} exists", "a new file")], json_)
    with refusals(json_, options={"database"}):
        rows = copies.back_up(database, file)
    return _report(
        json_, {"file": str(file), "units": rows}, f"{file}: {rows:,} units. Keep the key file in another place."
    )


def restore(
    file: Path,
    *,
    database: Url,
    key: Annotated[Path | None, Parameter("--key", help="The server's key file, for --verify.")] = None,
    verify: Annotated[bool, flag("--verify", "Audit the restored database.")] = False,
    json_: AsJson = False,
) -> int:
    """Copy a backup into an empty database, and audit it with --verify.

    Then start the server once with --restored: every table gets new cards and seeds, and everybody is signed out.
    Exit 0: restored. 1: --verify found problems. 2: no such backup, or the database is not empty.

    Example: chapter47 restore pit-backup.db --database sqlite:///new.db --verify
    """
    copies = _service(json_)
    if not file.is_file():
        refuse([Problem("FILE", f"{file}: no such file", "a backup that chapter47 backup made")], json_)
    with refusals(json_, options={"database"}):
        rows = copies.restore(file, database)
        if not verify:
            return _report(json_, {"units": rows}, f"{rows:,} units restored. Start the server with --restored.")
        from chapter47.service.audit import audit
        from chapter47.service.secrets import Secrets

        audited = audit(database, secrets=Secrets.read(key) if key else None)
    words = [f"{problem.where}: {problem.what}" for problem in audited.problems]
    verdict = "no problems" if audited.ok else f"{len(words):,} problems"
    _report(
        json_, {"units": rows, "audit": audited.to_dict()}, "\n".join([*words, f"{rows:,} units restored: {verdict}."])
    )
    return LAWFUL if audited.ok else UNLAWFUL


def _service(json_: bool) -> Any:
    try:
        from chapter47.service import backup as copies
    except ImportError as error:
        refuse([Problem("backup", f"{error.name} is not installed", "after pip install 'chapter47[server]'")], json_)
    return copies


def _report(json_: bool, data: dict[str, Any], words: str) -> int:
    if json_:
        print_answer(data)
    else:
        print(words)
    return LAWFUL
