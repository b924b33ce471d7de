"""The exact prices of side wagers: the cards that a wager reads are enumerated, and its own rule decides.

Read in this order: `price` (any wager), `by_chart` (wagers that go on with the hand, whose player follows the chart),
`streak` (wagers that follow the results of rounds).
"""
