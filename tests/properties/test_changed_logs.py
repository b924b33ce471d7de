"""A log in which one line was changed does not replay: the error names the change or the first thing that it alters.

What replay cannot find out, because the log is then simply that of another lawful table in play:
- lines of the shoe and of the people between rounds, which no rule derives from others (a cut, a burned card);
- a card for one of equal value, or one of a hand whose points nobody announced (a dealer's blackjack came first);
- a call without effect (a card drawn unseen, the wrong side of a double shoe) or whose effect never showed;
- two neighbouring wagers, or two cards that the dealer drew one after the other, in the other order;
- a log that ends early, between two acts."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from msgspec.structs import replace
from tests.properties.strategies import favourites, lawful_tables, play_at_random, seeds, table_of

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import MAIN
from chapter47.blackjack.table.replay import replay
from chapter47.core.cards import DECK
from chapter47.core.log import FIRST_EVENT_LINE, ROUND, LogEntry, LogError

Log = list[LogEntry]
Settling = (e.Collected, e.Paid, e.Returned)
WITHOUT_A_TRACE = (
    "drawn-unseen",
    "exposed-card",
    "face-up-in-shoe",
    "missed-dealer-card",
    "reader-failed",
    "too-few-cards",
    "wrong-side",
)


class Change(NamedTuple):
    """A changed log, the index of the change, and of the last line at which it must have shown."""

    log: Log
    at: int
    shows: int


def with_event(log: Log, index: int, event: Event) -> Log:
    return [*log[:index], replace(log[index], event=event), *log[index + 1 :]]


def end_of_round(log: Log, index: int) -> int:
    return next(n for n in range(index, len(log)) if isinstance(log[n].event, e.RoundOver))


def next_round(log: Log, index: int) -> int:
    """Where the next round begins, or the end of the log."""
    return next((n for n in range(index, len(log)) if isinstance(log[n].event, e.RoundBegan)), len(log))


def last(log: Log, start: int, test: Callable[[Event], bool]) -> int | None:
    """The last line of the round that passes the test, from `start` on."""
    places = [n for n in range(start, end_of_round(log, start) + 1) if log[n].source == ROUND and test(log[n].event)]
    return places[-1] if places else None


# Changes: each gives nothing where a line cannot be changed in its way ------------------------------------------------


def another_paragraph(log: Log, index: int, rng: Random) -> Change | None:
    """The first card of a double shoe has two lawful ones; this is neither."""
    del rng
    return Change(with_event(log, index, replace(log[index].event, by="19:47-2.99")), index, index)


def another_amount(log: Log, index: int, rng: Random) -> Change | None:
    event = log[index].event
    if not isinstance(event, (e.Bet, e.Doubled, e.Insured, *Settling)):
        return None
    changed = with_event(log, index, replace(event, amount=event.amount + rng.choice((-1, 1, 100))))
    if isinstance(event, Settling):
        return Change(changed, index, index)
    wager = "insurance" if isinstance(event, e.Insured) else MAIN
    box = event.box if isinstance(event, e.Bet) else event.at.box
    bettor = event.bettor

    def settles(other: Event) -> bool:
        return isinstance(other, Settling) and (other.at.box, other.bettor, other.wager) == (box, bettor, wager)

    shows = last(log, index, settles)
    return Change(changed, index, end_of_round(log, index) if shows is None else shows)


def another_card(log: Log, index: int, rng: Random) -> Change | None:
    """Of another value, in a hand whose points are announced."""
    event = log[index].event
    if not isinstance(event, e.Dealt) or event.card is None:
        return None
    value = card_value(event.card)
    card = rng.choice([card for card in DECK if card_value(card) != value])
    shows = last(log, index, lambda other: _announces(other, event.at))
    return None if shows is None else Change(with_event(log, index, replace(event, card=card)), index, shows)


def _announces(event: Event, at: Place) -> bool:
    if at.is_dealer:
        return isinstance(event, e.DealerDone)
    words = rf"{at.box}(\.\d)?: |Blackjack on {at.box}$"
    return isinstance(event, e.Said) and re.match(words, event.words) is not None


def another_exposed_card(log: Log, index: int, rng: Random) -> Change | None:
    event = log[index].event
    if not isinstance(event, e.Called) or event.card is None:
        return None
    card = rng.choice([card for card in DECK if card != event.card])
    return Change(with_event(log, index, replace(event, card=card)), index, end_of_round(log, index))


def another_hand(log: Log, index: int, rng: Random) -> Change | None:
    del rng
    event: Any = log[index].event
    if getattr(event, "at", None) is None:
        return None
    other = Place(event.at.box, event.at.hand + 5)
    return Change(with_event(log, index, replace(event, at=other)), index, index)


def a_line_lost(log: Log, index: int, rng: Random) -> Change | None:
    del rng
    if _leaves_no_trace(log[index].event):
        return None
    lost = [*log[:index], *log[index + 1 :]]
    return Change(lost, index, next_round(lost, index))


def a_line_told_twice(log: Log, index: int, rng: Random) -> Change | None:
    del rng
    if _leaves_no_trace(log[index].event):
        return None
    return Change([*log[: index + 1], *log[index:]], index + 1, end_of_round(log, index) + 1)


def two_lines_swapped(log: Log, index: int, rng: Random) -> Change | None:
    del rng
    if index + 1 == len(log) or log[index + 1].source != ROUND:
        return None
    first, second = log[index], log[index + 1]
    if first == second or _either_way(first.event, second.event):
        return None
    if _leaves_no_trace(first.event) or _leaves_no_trace(second.event):
        return None
    return Change([*log[:index], second, first, *log[index + 2 :]], index, index + 1)


def _either_way(first: Event, second: Event) -> bool:
    """Wagers on several boxes, or cards that the dealer draws for himself, in whatever order they came."""
    cards = isinstance(first, e.Dealt) and isinstance(second, e.Dealt) and first.at == second.at
    return cards or (isinstance(first, e.Bet) and isinstance(second, e.Bet))


def _leaves_no_trace(event: Event) -> bool:
    return isinstance(event, e.Called) and event.kind in WITHOUT_A_TRACE


CHANGES = (
    another_paragraph,
    another_amount,
    another_card,
    another_exposed_card,
    another_hand,
    a_line_lost,
    a_line_told_twice,
    two_lines_swapped,
)


def found_out_at(rules: TableRules, log: Log) -> int | None:
    """The index of the entry at which replay stops."""
    try:
        for _ in replay(rules, log):
            pass
    except LogError as error:
        return error.line - FIRST_EVENT_LINE
    return None


def every_change_is_found_out(rules: TableRules, seed: int, favoured: str) -> None:
    """All kinds of change, each at a few lines of the rounds."""
    table, rng = table_of(rules, seed, favoured), Random(seed)
    play_at_random(table, rng, rounds=2, irregular=0.1)
    log = table.log
    of_rounds = [index for index, entry in enumerate(log) if entry.source == ROUND]
    assume(of_rounds)
    for kind in CHANGES:
        possible = [change for index in of_rounds if (change := kind(log, index, rng))]
        for change in rng.sample(possible, min(len(possible), 6)):
            noticed = found_out_at(rules, change.log)
            assert noticed is not None, (kind.__name__, change.at, log[change.at])
            assert change.at <= noticed <= change.shows, (kind.__name__, change.at, noticed, change.shows)


@settings(max_examples=40)
@given(rules=lawful_tables(), seed=seeds, favoured=favourites)
def test_a_changed_log_is_found_out(rules: TableRules, seed: int, favoured: str) -> None:
    every_change_is_found_out(rules, seed, favoured)


@pytest.mark.soak
@settings(max_examples=800)
@given(rules=lawful_tables(), seed=seeds, favoured=favourites)
def test_a_changed_log_is_found_out_at_length(rules: TableRules, seed: int, favoured: str) -> None:
    every_change_is_found_out(rules, seed, favoured)


def test_every_kind_of_change_is_tried() -> None:
    rules = TableRules(boxes=6, decks=2, hole_card="card-reader", bettors_per_box=3)
    table, rng = table_of(rules, 1, "A"), Random(1)
    play_at_random(table, rng, rounds=12, irregular=0.2)
    log = table.log
    lines = [index for index, entry in enumerate(log) if entry.source == ROUND]
    assert [kind for kind in CHANGES if not any(kind(log, index, rng) for index in lines)] == []
