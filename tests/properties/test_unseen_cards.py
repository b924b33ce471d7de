"""With one deck every card is unique: neither log nor view names one before it is turned up."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.strategies import favourites, lawful_tables, play_at_random, seeds, table_of
from tests.properties.watching import cards_in, face_up, parts

from chapter47.blackjack.events import EVENTS, Burned, Called, RoundBegan, Turned
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.table import views
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.views.records import DealerView, SeatView, SignView, SupervisorView, TableView
from chapter47.core.cards import Card
from chapter47.core.log import LogEntry, line_of

one_deck = lawful_tables(
    decks=1,
    shoe="single",
    shuffle="manual",
    on=None,
    insurance_at_turn=False,
    hole_card="card-reader",
    double_card="face-down",
)


def this_round(table: BlackjackInPlay) -> list[LogEntry]:
    begun = max(n for n, entry in enumerate(table.log) if isinstance(entry.event, RoundBegan))
    return table.log[begun:]


def named(table: BlackjackInPlay) -> set[Card]:
    return {card for entry in this_round(table) for card in cards_in(line_of(EVENTS, entry))}


def seen_beside_the_hands(table: BlackjackInPlay) -> set[Card]:
    """Found face up in the shoe, exposed or overdrawn: everybody saw them, wherever they are now."""
    return {
        card for entry in this_round(table) if isinstance(entry.event, (Burned, Called)) for card in cards_in(entry)
    }


def lying_face_down(table: BlackjackInPlay) -> set[Card]:
    return set(table.shoe.on_layout) - set(face_up(table.state)) - seen_beside_the_hands(table)


def undealt(table: BlackjackInPlay) -> set[Card]:
    shoe = table.shoe
    return set(shoe.cards) - set(shoe.on_layout) - set(shoe.discards) - seen_beside_the_hands(table)


def besides_the_sign(view: object, rules: TableRules) -> Iterator[object]:
    """The sign is of the posted rules alone, and names the cards of a designated blackjack."""
    if isinstance(view, SignView):
        assert view == views.sign(rules)
    elif isinstance(view, (TableView, SeatView, DealerView, SupervisorView)):
        for part in parts(view):
            yield from besides_the_sign(part, rules)
    else:
        yield view


@settings(max_examples=30)
@given(rules=one_deck, seed=seeds, favoured=favourites, irregular=st.sampled_from((0, 0.1)))
def test_nothing_names_an_unseen_card(rules: TableRules, seed: int, favoured: str, irregular: float) -> None:
    table = table_of(rules, seed, favoured)
    hidden: set[Card] = set()

    def look() -> None:
        state = table.state
        if state.over:
            return
        unseen = lying_face_down(table) | undealt(table)
        assert not named(table) & unseen
        everywhere = (
            views.table_view(table),
            views.dealer_view(table),
            views.supervisor_view(table),
            *(views.seat_view(table, bettor.name) for bettor in state.bettors),
        )
        shown = [part for view in everywhere for part in besides_the_sign(view, rules)]
        assert not set(cards_in(shown)) & unseen
        hidden.update(lying_face_down(table))

    play_at_random(table, Random(seed), rounds=3, irregular=irregular, look=look)
    turned = {entry.event.card for entry in table.log if isinstance(entry.event, Turned)}
    assert turned <= hidden
