"""Tables as pictures: cards, chips, dice and felt as SVG text, by pure functions. Each game has its own layout.

Every element that a page may want to find, move or make clickable has an id that stays the same from one picture to the
next, after the settings' `prefix`:

| id | what |
|---|---|
| `spot-4-main-1` | a place for a wager: box or seat, wager, and which of several (a number or a bet's name) |
| `chips-4-0-main-1-1` | chips: box, hand of the box, wager, which of several, which of the bettors there |
| `hand-4-0`, `card-4-0-2` | a hand, and its second card; the dealer is box `d` |
| `badge-4-0` | a hand's total and its result |
| `box-4`, `plate-4` | everything of a box; its number and its players' names |
| `die-1`, `marker`, `shoe`, `rack`, `tray`, `sign-limits` … | other objects on the table |
| `inscription-1` … | what is printed on the felt |

A spot is a `<g class="spot">` with `data-spot` (its id), `data-box`, `data-wager`, `data-bet` and an `aria-label` such
as `box 4, main wager, 100 dollars`. It is in no `role="img"`; only cards, dice and chips are images. A card that is
face down has no face anywhere in the document: the views that pictures are drawn from have none."""
