"""Every event has its tag in logs, its words and its place in both folds; an unknown event is refused."""

import json
from typing import Any

import pytest
from msgspec.structs import fields

from chapter47.blackjack import events as e
from chapter47.blackjack import fold
from chapter47.blackjack.events import EVENTS, LOG, Event, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Round
from chapter47.blackjack.table import table_state
from chapter47.blackjack.table.table_state import TableState, carry
from chapter47.core import log
from chapter47.core.cards import Card, card
from chapter47.core.event import ChipsMoved, CouponMoved, EventTypes, UnknownEventError
from chapter47.core.log import LogEntry

TAGS = [
    "Did",
    "Said",
    "RoundBegan",
    "RoundOver",
    "Collected",
    "Paid",
    "Returned",
    "Shuffled",
    "CutOffered",
    "Cut",
    "CuttingCardPlaced",
    "CuttingCardOut",
    "Burned",
    "BurnCardShown",
    "DeterminantDrawn",
    "Sat",
    "Left",
    "LetIn",
    "DealerRelieved",
    "RecutOrdered",
    "WentIdle",
    "Resumed",
    "ReaderRepaired",
    "Bet",
    "Withdrawn",
    "BetsClosed",
    "Dealt",
    "Turned",
    "Opened",
    "TakenIn",
    "Peeked",
    "Insured",
    "EvenMoney",
    "Stood",
    "Hit",
    "Doubled",
    "Split",
    "SplitStaked",
    "Switched",
    "Surrendered",
    "Rescued",
    "DealerDone",
    "NextDealerHand",
    "Called",
    "Answered",
    "Dead",
    "Voided",
    "SideBet",
    "Lit",
    "LightOut",
    "MeterMoved",
    "HeldBack",
    "AmountShown",
    "CarriedOver",
    "LightFailed",
    "LightRepaired",
    "CouponLaid",
    "CouponTaken",
    "CouponReturned",
]
"""As logs of form 1 have them, whatever the classes are called."""
VALUES: dict[Any, Any] = {str: "Ann", int: 7, bool: True, Place: Place(3, 1), Card: card("Ah")}


class Stranger(Event, frozen=True, kw_only=True):
    """Not an event of any game."""


def subclasses(kind: type[Event]) -> set[type[Event]]:
    return {kind}.union(*map(subclasses, kind.__subclasses__()))


def one_of(kind: type[Event]) -> Event:
    hints = {field.name: getattr(field.type, "__args__", (field.type,))[0] for field in fields(kind)}
    return kind(**{name: VALUES[hint] for name, hint in hints.items()})


def test_the_tags_of_form_1_stay() -> None:
    assert sorted(EVENTS.by_tag) == sorted(TAGS)


def test_every_event_that_is_written_down_has_a_tag() -> None:
    written = {kind for kind in subclasses(Event) if kind.__module__ in (e.__name__, Event.__module__)}
    assert written - {Event, ChipsMoved, CouponMoved, e.WagerOnBox} == set(EVENTS.by_tag.values())


@pytest.mark.parametrize("tag", TAGS)
def test_every_event_comes_back_from_its_line(tag: str) -> None:
    entry = LogEntry("round", one_of(EVENTS.by_tag[tag]))
    line = log.line_of(EVENTS, entry)
    data = json.loads(line)
    assert line == json.dumps(data, ensure_ascii=False)
    assert (list(data)[:3], data["event"]) == (["of", "event", "by"], tag)
    assert EVENTS.from_json({name: value for name, value in data.items() if name != "of"}) == entry.event


def test_every_event_is_folded_or_named_as_one_without_effect() -> None:
    known = set(EVENTS.by_tag.values())
    assert set(fold._CHANGES) == known
    assert {*table_state.CHANGES, *table_state.WITHOUT_EFFECT} == known


def test_an_unknown_event_is_refused_by_both_folds_and_by_the_log() -> None:
    stranger = Stranger(by="19:47-2.1")
    for deed in (
        lambda: fold.apply(Round(TableRules()), stranger),
        lambda: carry(TableState(), stranger),
        lambda: log.line_of(EVENTS, LogEntry("round", stranger)),
    ):
        with pytest.raises(UnknownEventError, match="Stranger is not an event of this game"):
            deed()


def test_every_source_of_a_log_states_events_of_the_game() -> None:
    assert {kind for kinds in LOG.sources.values() for kind in kinds} == set(EVENTS.by_tag.values())


def test_a_class_may_be_renamed_and_its_tag_stays() -> None:
    renamed = EventTypes({"Hit": e.Stood})
    assert renamed.to_json(e.Stood(by="19:47-2.12(a)", at=Place(1))) == {
        "event": "Hit",
        "by": "19:47-2.12(a)",
        "at": "1",
    }
