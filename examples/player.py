"""A player, or a dealer in training: a round by the best move, and the paragraph that each step follows.

python examples/player.py"""

from typing import Any

import chapter47
from chapter47.blackjack.acts import Bet, Choose, Deal
from chapter47.core.onlookers import ANYBODY

SEED = 47


def main() -> None:
    posted = chapter47.table(game="blackjack", decks=6, hole_card="card-reader")
    table = chapter47.open_table(posted, seed=SEED)
    table.perform(Bet("Ann", 25_00, "1"))
    table.perform(Deal())
    while not table.between_rounds:
        if legal := {move.name: move for move in getattr(table.need, "legal", ())}:
            move = best_move(posted, table.view(ANYBODY)) if "stand" in legal else "decline"
            table.perform(Choose("Ann", move, legal[move].most))
        else:
            table.step()
    for entry in table.log:
        print(f"{type(entry.event).__name__:18} {entry.event.by}")


def best_move(posted: Any, seen: Any) -> str:
    """What the exact analysis thinks best of the cards that everybody sees."""
    hand = seen.round.hand(seen.round.turn)
    best: str = chapter47.advise(posted, " ".join(hand.cards), up=seen.round.dealer.known[0]).best
    return best


if __name__ == "__main__":
    main()
