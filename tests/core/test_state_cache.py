"""A value is computed once as long as the same state is asked about."""

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.state_cache import keeps_latest

asked: list[int] = []


class Pile(Struct, frozen=True):
    cards: int


@keeps_latest
def half(pile: Pile) -> int | None:
    asked.append(pile.cards)
    return pile.cards // 2 or None


def test_a_value_is_computed_once_for_the_latest_state() -> None:
    asked.clear()
    pile = Pile(8)
    assert [half(pile), half(pile), half(replace(pile, cards=6)), half(pile)] == [4, 4, 3, 4]
    assert asked == [8, 6, 8]


def test_none_is_a_value_too() -> None:
    asked.clear()
    pile = Pile(1)
    assert (half(pile), half(pile)) == (None, None)
    assert asked == [1]
