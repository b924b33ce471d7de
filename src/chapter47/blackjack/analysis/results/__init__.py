"""How rounds end under a chart.

Read in this order: `round_results` (the probability of each net result, and the variance), `over_21` (hands that bust
before a late blackjack), `several_wagers` and `two_dealers` (multiple action: each wager has its own dealer's hand)."""
