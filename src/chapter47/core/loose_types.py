"""Types that no annotation can name, each with the reason; a front end, a log and a table of functions need them."""

from typing import Any

OfItsType = Any
"""What a function takes or gives that stands in a table by the type of it: how events are folded and told, acts done,
keys of a table file read and written. No annotation can tie the two together."""

OfItsGame = Any
"""A posting, a table, a state, a need or a view of a game that only the table file names: it is handed back to the
parts of the same game, and nobody else looks into it."""
