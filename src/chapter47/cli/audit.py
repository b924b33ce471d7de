"""The command `audit`."""

import re
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, UNLAWFUL, AsJson, print_json, refusals, refuse
from chapter47.core.errors import Problem

_HASH: Final = re.compile(r"[0-9a-fA-F]{64}")


def audit(
    *,
    database: Annotated[str, Parameter("--database", help="Such as sqlite:///pit.db or postgresql://USER@HOST/NAME.")],
    key: Annotated[
        Path | None, Parameter("--key", help="The server's key file: what is still sealed is checked too.")
    ] = None,
    head: Annotated[
        str, Parameter("--head", help="The last hash of an earlier audit: is it still in the journal?")
    ] = "",
    json_: AsJson = False,
) -> int:
    """Do everything again that a server has stored: is the journal whole, does the ledger add up, were all rounds
    played and paid by the rules?

    Nothing is changed; the server may be running.
    Exit: 0 all is well, 1 something is wrong, 2 there is no such database.

    Example: chapter47 audit --database sqlite:///pit.db --key pit.key
    """
    from chapter47.core.numeric.progress import Progress

    try:
        from chapter47.service.audit import audit as do_again
        from chapter47.service.secrets import Secrets
    except ImportError as error:
        refuse([Problem("audit", f"{error.name} is not installed", "after pip install 'chapter47[server]'")], json_)
    progress = Progress("audit")
    if head and not _HASH.fullmatch(head):
        refuse([Problem("--head", head[:80], "64 hexadecimal digits, as an audit has told them")], json_)
    with refusals(json_, options={"database"}):
        secrets = Secrets.read(key) if key else None
        audited = do_again(database, progress.at, secrets=secrets, head=head)
    progress.done()
    if json_:
        print_json(audited.to_dict())
        return LAWFUL if audited.ok else UNLAWFUL
    for problem in audited.problems:
        print(f"{problem.where}: {problem.what}")
    counted = f"{audited.rounds:,} rounds, {audited.transactions:,} transactions, {audited.units:,} units"
    number = len(audited.problems)
    verdict = "All is well" if audited.ok else f"{number:,} problem{'s' * (number != 1)}"
    print(f"{verdict}: {counted}; the journal ends with {audited.head}")
    return LAWFUL if audited.ok else UNLAWFUL
