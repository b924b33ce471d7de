"""Replay: every act of a log is done again, and everything that followed must follow again."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from chapter47.core.chance import Seeded
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.core.log import FIRST_EVENT_LINE, Frame, LogEntry, LogError, MismatchError, line_in_file
from chapter47.craps import events as e
from chapter47.craps.acts import CrapsAct, perform
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.rules.shooter import TOLD_TO
from chapter47.craps.state import Layout

AHEAD = 4
"""How many events tell which act they began with."""


def replay(posting: CrapsPosting, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Yields every line with the layout it leads to; raises `LogError` at the first line that does not reproduce."""
    listed = list(entries)
    layout = Layout(posting)
    expected: deque[Event] = deque()
    line = FIRST_EVENT_LINE - 1
    for place, entry in enumerate(listed):
        line = line_in_file(entry, place + FIRST_EVENT_LINE)
        if not expected:
            step = _done_again(layout, [ahead.event for ahead in listed[place : place + AHEAD]], line)
            layout, expected = step.layout, deque(step.events)
        _same(expected.popleft(), entry.event, line)
        yield Frame(line, entry, layout)
    if expected:
        raise LogError(line + 1, f"the log ends before {e.EVENTS.tag(expected[0])}")


def _done_again(layout: Layout, ahead: Sequence[Event], line: int) -> play.Step:
    """By the act that leads to most of these events; where all are refused, the first refusal is told."""
    results = [perform(layout, act) for act in acts_of(layout, ahead)]
    if not results:
        raise LogError(line, f"{e.EVENTS.tag(ahead[0])} follows from nothing")
    steps = [result for result in results if not isinstance(result, Refusal)]
    if not steps:
        raise LogError(line, f"{e.EVENTS.tag(ahead[0])} was refused: {results[0]}")
    return max(steps, key=lambda step: _alike(step.events, ahead))


def _alike(events: Sequence[Event], ahead: Sequence[Event]) -> int:
    """How many of them are the same, from the first on."""
    pairs = zip(events, ahead, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _same(expected: Event, event: Event, line: int) -> None:
    if expected != event:
        raise MismatchError(line, e.EVENTS, event, expected, "the rules say")


def acts_of(layout: Layout, ahead: Sequence[Event]) -> Iterator[CrapsAct]:
    """The acts that may have begun with these events; nothing for events that only follow from others."""
    first, second = ahead[0], ahead[1] if len(ahead) > 1 else None
    match first:
        case e.RoundBegan() if second is not None:
            yield from acts_of(layout, ahead[1:])
        case e.Bet():
            yield from _bets(layout, first, [event for event in ahead if isinstance(event, e.Bet)])
        case e.CouponLaid():
            late = layout.dice_out
            yield CrapsAct("coupon", first.bettor, first.wager, amount=first.amount, confirmed=late)
        case e.TakenDown() | e.FeeReturned() | e.CouponReturned():
            yield from _taken_down([event for event in ahead if isinstance(event, e.TakenDown)])
        case e.WagerCalled():
            yield CrapsAct("call-on" if first.on else "call-off", first.bettor, first.wager, first.number)
        case e.DiceOut() | e.Thrown() | e.NoRoll():
            yield from _throws(first)
        case _:
            yield from _with_the_dice(first, second)


def _bets(layout: Layout, first: e.Bet, bets: Sequence[e.Bet]) -> Iterator[CrapsAct]:
    late = layout.dice_out
    yield CrapsAct("bet", first.bettor, first.wager, first.number, first.amount, confirmed=late)
    if first.wager == "horn" and len(bets) > 1:  # horn high where the layout has no area for it
        for high in (2, 3, 11, 12):
            amount = first.amount + bets[1].amount
            yield CrapsAct("bet", first.bettor, "horn-high", high, amount, confirmed=late)


def _taken_down(downs: Sequence[e.TakenDown]) -> Iterator[CrapsAct]:
    """Odds that lose their support go first, then the wager itself."""
    for down in downs[1::-1]:
        yield CrapsAct("take-down", down.bettor, down.wager, down.number)
        yield CrapsAct("reduce", down.bettor, down.wager, down.number, down.amount)


def _throws(event: Event) -> Iterator[CrapsAct]:
    match event:
        case e.DiceOut():
            yield CrapsAct("send-dice")
        case e.Thrown(how="cocked"):
            yield CrapsAct("cocked", dice=(event.first, 7 - event.second))
        case e.Thrown(how=""):
            yield CrapsAct("roll", dice=(event.first, event.second))
        case e.Thrown():
            yield CrapsAct("disputed", dice=(event.first, event.second))
        case e.NoRoll(ground="cocked"):
            yield CrapsAct("cocked", dice=(1, 1, 2))
        case e.NoRoll():
            yield CrapsAct(event.ground)


def _with_the_dice(first: Event, second: Any) -> Iterator[CrapsAct]:
    match first:
        case e.Joined():
            yield CrapsAct("join", first.player, number=first.position)
        case e.Left():
            yield CrapsAct("leave", first.player)
        case e.LineDeclined():
            yield CrapsAct("decline-line", first.player)
        case e.DiceOffered(taken=True):
            yield CrapsAct("take-dice", first.player, dice=(second.first, second.second) if second else ())
        case e.DiceOffered():
            yield CrapsAct("leave" if isinstance(second, e.Left) else "decline-dice", first.player)
        case e.DicePassed():
            told = next((ground for ground, words in TOLD_TO.items() if words == first.why), "")
            yield CrapsAct("leave" if isinstance(second, e.Left) else told or "pass-dice", first.player)


def redeal(posting: CrapsPosting, entries: list[LogEntry], seed: int) -> None:
    """The dice of a log are those of its seed; raises `LogError` at the first that are not."""
    chance = Seeded(seed)
    for number, entry in enumerate(entries, start=FIRST_EVENT_LINE):
        if isinstance(entry.event, e.Thrown):
            dice = chance.dice()
            if dice != (entry.event.first, entry.event.second):
                by_seed = replace(entry.event, first=dice[0], second=dice[1])
                raise MismatchError(line_in_file(entry, number), e.EVENTS, entry.event, by_seed, "the seed gives")
    del posting
