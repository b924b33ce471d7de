"""A table-games manager: is the floor lawful on a day, what forbids a table, and what does a change need?

python examples/manager.py"""

from dataclasses import replace
from pathlib import Path

import chapter47

EXAMPLES = Path(__file__).parent
DAY = "2010-06-07"


def main() -> None:
    tables = {path.name: chapter47.read_table(path) for path in sorted(EXAMPLES.glob("*.toml"))}
    for name, verdict in chapter47.check_floor(tables, on=DAY).tables.items():
        print(f"{name}: {'lawful' if verdict.lawful else 'not known' if verdict.lawful is None else 'not lawful'}")

    wrong = chapter47.table(game="six-to-five", decks=6, surrender=True, on=DAY)
    for finding in chapter47.check(wrong).findings:
        print(f"{finding.citation}: {finding.message} (found {finding.got}; required: {finding.want})")

    before = chapter47.table(game="blackjack", minimum="10", on=DAY)
    after = replace(before, soft_17="hit")
    for notice in chapter47.check(after, before=before).change or ():
        print(f"{notice.citation}, {notice.when}: {notice.message}")


if __name__ == "__main__":
    main()
