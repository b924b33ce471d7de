"""A value of a frozen state is computed once, and the state stays equal to its copies."""

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.state_cache import computed_once

asked: list[int] = []


class Pile(Struct, frozen=True, dict=True):
    cards: int


@computed_once
def half(pile: Pile) -> int | None:
    asked.append(pile.cards)
    return pile.cards // 2 or None


def test_a_value_is_computed_once_for_each_state() -> None:
    asked.clear()
    pile = Pile(8)
    assert [half(pile), half(pile), half(replace(pile, cards=6))] == [4, 4, 3]
    assert asked == [8, 6]
    assert pile == Pile(8)


def test_none_is_a_value_too() -> None:
    asked.clear()
    pile = Pile(1)
    assert (half(pile), half(pile)) == (None, None)
    assert asked == [1]
