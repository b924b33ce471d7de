"""An auditor: replay the log of a table and add up who won what, under which paragraph.

chapter47 play examples/blackjack.toml --script examples/dealer-blackjack-after-split.script --log table.log
python examples/auditor.py table.log"""

import sys
from collections import Counter

import chapter47


def main(path: str) -> None:
    replay = chapter47.replay(path)
    print("reproduces" if replay.reproduces else f"does not reproduce: {replay.error}")
    moved: Counter[tuple[str, str]] = Counter()
    for played in replay.rounds:
        data = played.to_dict()
        print(f"round {played.number}: {data['net']}")
        for row in data["settlement"]:
            moved[row["result"], row["citation"]] += row["amount"]
    for (result, paragraph), cents in sorted(moved.items()):
        print(f"{result} ${cents / 100:,.2f} by {paragraph}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"{__doc__}\n\nThe log of a table is missing: name one file.")
    main(sys.argv[1])
