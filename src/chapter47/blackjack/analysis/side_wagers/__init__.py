"""The exact prices of side wagers: the cards that a wager reads are enumerated, and the wager's own rule decides. Read
in this order: `price` (any wager), `by_chart` (wagers that depend on how the hand is played, by the chart), `streak`
(wagers that follow the results of rounds).
"""
