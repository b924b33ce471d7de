"""Exact analysis: every draw weighted by its count, from a full shoe.

Read in this order:

1. `main_game.analyse` picks the `GamePricing` of the table's game; `one_wager` prices a game with one hand, `switch/`
   two.
2. `exact/` prepares the shoe (`prepare`) and sweeps over all hands (`kernels`); `split/` adds what splitting is
   worth.
3. `chart/` finds the best play by cards (`best_play`) and the best chart (`best_chart`).
4. `results/` tells how rounds end under that chart, `advice` and `known_suits/` what the moves of one hand are worth,
   `side_wagers/` and `table_prices` what the side wagers cost, `vary` and `other_readings` the same over other
   tables.
"""
