"""Types that cannot be annotated more precisely, each with the reason; front ends, logs and dispatch tables need
them."""

from typing import Any

OfItsType = Any
"""The argument or result of a function that is looked up by type: how events are folded and narrated, acts performed,
table file keys read and written. No annotation can tie the two together."""

OfItsGame = Any
"""A posting, table, state, need or view of a game that only the table file names: it is passed back to parts of the
same game, and nobody else looks inside."""
