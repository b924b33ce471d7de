"""A hand and its dealer, every draw weighted by its count.

Read in this order: `values` and `hands` (every hand as a row of a table), `shoe` and `suits`, `dealer` (the tree of the
dealer's final hands), `rulebook` (the table's rules as numbers), `arrays` (what the kernels read and write), `exchange`
(why the hands of a split pair need not be enumerated together, and the resulting weights), `prepared` (everything for
one table and shoe), `kernels` (the sweeps), `net_results` (the grid of results).

Names that recur here and in the neighbouring folders:

- `view`: the visible cards of the dealer, the up card or at double exposure both;
- `row`: a hand's number in the `HandTable`; `child`: the row with one more card, or -1 over 21;
- `set`: the number of a set of cards gone from the shoe (`RemovedSets`); `kind`: hands with the same payments;
- `pair`, `further_gone`: the value of a split pair, and how many more of its cards are gone besides a hand's own;
- `weight`, `frequency`: how often something occurs; `share`: the part of it with the right suits;
- `no_blackjack`: the probability that the dealer has none. Values are for deals without one unless noted otherwise;
- `orders`: the number of orders in which cards can come; a set of cards is equally likely in each;
- `once`, `doubled`: paid by itself, paid after a double."""
