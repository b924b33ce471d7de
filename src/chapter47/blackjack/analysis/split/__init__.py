"""Exact values of split pairs: what splitting is worth, and how all hands of a pair end together.

Read in this order: `exact/exchange` (why hands need not be enumerated together, and the weights that follow),
`dealer_blackjack` and `all_hands_bust` (what a late blackjack takes), `one_hand`, `two_hands` and
`all_hands` (how hands end together, for the variance), `late_blackjacks`. `sevens` and `by_suit` are for pay-outs that
depend on suits.
"""
