"""The command `audit`."""

import re
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, print_answer, refusals, refuse
from chapter47.core.errors import Problem

_HASH: Final = re.compile(r"[0-9a-fA-F]{64}")


def audit(
    *,
    database: Annotated[str, Parameter("--database", help="Such as sqlite:///pit.db or postgresql://USER@HOST/NAME.")],
    key: Annotated[
        Path | None,
        Parameter(
            "--key", help="The server's key file, to check the signature and sealed chance too; by default NAME.key."
        ),
    ] = None,
    head: Annotated[
        str, Parameter("--head", help="The last hash of an earlier audit; it must still be in the journal.")
    ] = "",
    json_: AsJson = False,
) -> int:
    """Verify everything a server has stored: is the journal whole, does the ledger add up, were all rounds
    played and paid by the rules?

    Nothing is changed; the server may be running.
    Exit 0: no problems. 1: problems found. 2: no such database.

    Example: chapter47 audit --database sqlite:///pit.db --key pit.key
    """
    from chapter47.core.numeric.progress import Progress

    try:
        from chapter47.service.anchor import Anchor
        from chapter47.service.audit import audit as do_again
        from chapter47.service.audit import key_beside
        from chapter47.service.secrets import Secrets
    except ImportError as error:
        refuse([Problem("audit", f"{error.name} is not installed", "after pip install 'chapter47[server]'")], json_)
    progress = Progress("audit")
    if head and not _HASH.fullmatch(head):
        refuse([Problem("--head", head[:80], "64 hexadecimal digits, the head printed by an earlier audit")], json_)
    with refusals(json_, options={"database"}):
        key = key or key_beside(database)
        secrets = Secrets.read(key) if key else None
        noted = Anchor(key).read() if key else None
        heads = [each for each in (head, noted.hash if noted else "") if each]
        audited = do_again(database, progress.at, secrets=secrets, heads=heads)
    progress.done()
    if json_:
        print_answer(audited.to_dict())
        return LAWFUL if audited.ok else UNLAWFUL
    for problem in audited.problems:
        print(f"{problem.where}: {problem.what}")
    counted = f"{audited.rounds:,} rounds, {audited.transactions:,} transactions, {audited.units:,} units"
    if audited.corrections:
        counted += f", {audited.corrections:,} correction{'s' * (audited.corrections != 1)}"
    number = len(audited.problems)
    verdict = "No problems" if audited.ok else f"{number:,} problem{'s' * (number != 1)}"
    signed = ", signed with the key" if audited.signed else ""
    print(f"{verdict}: {counted}; the journal ends with {audited.head}{signed}")
    return LAWFUL if audited.ok else UNLAWFUL
