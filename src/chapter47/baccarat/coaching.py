"""The coach for baccarat: the price of each wager, with the fee."""

from random import Random
from typing import Final

from chapter47.baccarat.acts import Bet
from chapter47.baccarat.analysis.price import BaccaratPrice
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import banker_draws, player_draws, point_count, value
from chapter47.baccarat.table.views import SeatView
from chapter47.core.act import Act
from chapter47.core.cards import DECK, show
from chapter47.core.coaching import Coaching, WagerCost
from chapter47.core.drilling import DrillTask


def wager(table: BaccaratTable, act: Act) -> WagerCost | None:
    if not isinstance(act, Bet):
        return None
    priced = BaccaratPrice(table)
    if act.on not in priced.offered():
        return None
    edges = {name: float(priced.wager(name, act.amount).house_edge) for name in priced.offered()}
    cheapest = min(edges, key=lambda name: edges[name])
    cheaper = edges[cheapest] < edges[act.on]
    return WagerCost(
        wager=act.on,
        amount=act.amount,
        house_edge=edges[act.on],
        expected_loss=edges[act.on] * act.amount,
        cheapest=cheapest if cheaper else "",
        cheapest_edge=edges[cheapest] if cheaper else None,
    )


def points(table: BaccaratTable, random: Random) -> DrillTask:
    """The point count of a hand."""
    del table
    hand = tuple(random.choice(DECK) for _ in range(random.choice((2, 3))))
    return DrillTask(
        prompt="What is the point count of this hand?",
        form="number",
        answer=str(point_count(hand)),
        cards=tuple(map(str, hand)),
        by="19:47-3.4",
    )


def third_card(table: BaccaratTable, random: Random) -> DrillTask:
    """Who draws a third card."""
    del table
    player, banker = (tuple(random.choice(DECK) for _ in range(2)) for _ in range(2))
    drawn = random.choice(DECK)
    own, other = point_count(player), point_count(banker)
    draws = player_draws(own, other)
    asks_banker = random.random() < 0.7
    if not asks_banker:
        prompt, answer = "Does the Player's Hand draw a third card?", draws
    else:
        third = f" The Player's Hand drew {drawn}." if draws else " The Player's Hand drew no card."
        prompt = f"Does the Banker's Hand draw a third card?{third}"
        answer = banker_draws(own, other, value(drawn) if draws else None)
    return DrillTask(
        prompt=f"Player {show(player)} ({own}), Banker {show(banker)} ({other}). {prompt}",
        form="choice",
        answer="draws" if answer else "stands",
        choices=("draws", "stands"),
        by="19:47-3.9",
    )


COACHING: Final = Coaching[BaccaratTable, SeatView](wager=wager, drills={"points": points, "third-card": third_card})
