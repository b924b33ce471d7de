"""A hand and its dealer, every draw weighted by its count.

Read in this order: `values` and `hands` (every hand as a row of a table), `shoe` and `suits`, `dealer` (the tree of the
dealer's finishing hands), `rulebook` (the table's rules as numbers), `arrays` (what the kernels read and write),
`exchange` (why the hands of a split pair need not be enumerated together, and the weights that follow), `prepared`
(all of it for one table and shoe), `kernels` (the sweeps), `net_results` (the grid on which results are counted).

Names that recur here and in the neighbouring folders:

- `view`: what is seen of the dealer, the up card or at double exposure both cards;
- `row`: a hand's number in the `HandTable`; `child`: the row with one more card, or -1 over 21;
- `set`: the number of a set of cards gone from the shoe (`RemovedSets`); `kind`: hands that are paid alike;
- `pair`, `further_gone`: the value of a split pair, and how many further cards of it are gone besides a hand's own;
- `weight`, `frequency`: how often something comes up; `share`: the part of it with the right suits;
- `no_blackjack`: the chance that the dealer has none. Values are of the deals without one unless it is said otherwise;
- `orders`: in how many orders cards can come; a set of cards has the same chance in each;
- `once`, `doubled`: paid by itself, paid after a double.
"""
