"""A developer or researcher: rounds of many shoes as data, and how often the dealer busts with each upcard.

python examples/researcher.py"""

from collections import Counter

import chapter47
from chapter47.blackjack.acts import Bet, Choose, Deal
from chapter47.blackjack.events import DealerDone, Dealt

ROUNDS = 2000


def main() -> None:
    posted = chapter47.table(game="blackjack", decks=6, soft_17="stand")
    table = chapter47.open_table(posted, seed=1)
    seen: Counter[str] = Counter()
    bust: Counter[str] = Counter()
    for _ in range(ROUNDS):
        table.perform(Bet("Ann", 10_00, "1"))
        table.perform(Deal())
        begun = len(table.log)
        while not table.between_rounds:
            if moves := [move.name for move in getattr(table.need, "legal", ())]:
                table.perform(Choose("Ann", "stand" if "stand" in moves else "decline"))
            else:
                table.step()
        events = [entry.event for entry in table.log[begun:]]
        up = next(
            event.card.rank for event in events if isinstance(event, Dealt) and str(event.at) == "D" and event.card
        )
        seen[up] += 1
        bust[up] += next(event.total for event in events if isinstance(event, DealerDone)) > 21
    for rank in "23456789TJQKA":
        print(f"{rank}: {bust[rank] / seen[rank]:.1%} of {seen[rank]}")


if __name__ == "__main__":
    main()
