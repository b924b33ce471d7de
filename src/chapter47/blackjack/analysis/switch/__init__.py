"""The exact price of Blackjack Switch, 19:47-2A: two hands, and the choice to exchange their second cards.

Read in this order: `prepared` (a prepared shoe for each two cards that the other hand can hold), `price` (both edges
and the chart), `switching_rule` (when to switch, as scores), `ends`, `two_hands` and `rounds` (how rounds end),
`advice`.
"""
