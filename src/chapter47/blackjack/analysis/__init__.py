"""Exact analysis: every draw from a full shoe, weighted by its probability.

Read in this order:

1. `main_game.analyse` chooses the `GamePricing` of the table's game; `one_wager` prices a game with one hand, `switch/`
   two.
2. `exact/` prepares the shoe (`prepare`) and sweeps over all hands (`kernels`); `split/` adds the value of
   splitting.
3. `chart/` finds the best play by cards (`best_play`) and the best chart (`best_chart`).
4. `results/` computes how rounds end under that chart, `advice` and `known_suits/` the value of each move of one hand,
   `move_values` the same from any shoe in milliseconds, `side_wagers/` and `table_prices` the side wagers, `vary` and
   `other_readings` the same over other tables."""
