"""A developer or researcher: hands of many shoes as data, and how often the dealer goes over 21 by the up card.

python examples/researcher.py"""

from collections import Counter

import chapter47
from chapter47.blackjack.acts import Bet, Choose, Deal

ROUNDS = 2000


def main() -> None:
    posted = chapter47.table(game="blackjack", decks=6, soft_17="stand")
    table = chapter47.open_table(posted, seed=1)
    seen: Counter[str] = Counter()
    bust: Counter[str] = Counter()
    for _ in range(ROUNDS):
        table.perform(Bet(1, "Ann", 10_00))
        table.perform(Deal())
        begun = len(table.log)
        while not table.between_rounds:
            if moves := [move.name for move in getattr(table.need, "legal", ())]:
                table.perform(Choose("Ann", "stand" if "stand" in moves else "decline"))
            else:
                table.step()
        cards = [
            entry.event.card
            for entry in table.log[begun:]
            if type(entry.event).__name__ == "Dealt" and str(entry.event.at) == "D"
        ]
        total = next(entry.event.total for entry in table.log[begun:] if type(entry.event).__name__ == "DealerDone")
        seen[cards[0].rank] += 1
        bust[cards[0].rank] += total > 21
    for rank in "23456789TJQKA":
        print(f"{rank}: {bust[rank] / seen[rank]:.1%} of {seen[rank]}")


if __name__ == "__main__":
    main()
