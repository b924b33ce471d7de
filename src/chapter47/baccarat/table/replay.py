"""Replay of a log: every act is performed again and must cause the same events."""

from collections.abc import Iterable, Iterator

from chapter47.baccarat import events as e
from chapter47.baccarat.events import LOG
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted, Seeded
from chapter47.core.event import Event
from chapter47.core.log import Frame, LogEntry
from chapter47.core.replay import LogReplay, without_extra_cards


def replay(posting: BaccaratTable, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Yields every line with the state after it; raises `LogError` at the first line that does not reproduce."""
    log = LogReplay(LOG, entries, "the rules give")
    table = BaccaratInPlay(posting, Scripted(), cut=log.cut)
    table.logged = log
    return without_extra_cards(_frames(log, table), posting.decks, _seen, lambda event: isinstance(event, e.Shuffled))


def redeal(posting: BaccaratTable, entries: list[LogEntry], seed: int) -> None:
    """Deal a log again; raises `LogError` at the first line that this seed and these acts do not give."""
    log = LogReplay(LOG, entries)
    for _ in _frames(log, BaccaratInPlay(posting, Seeded(seed), cut=log.cut)):
        pass


def _frames(log: LogReplay, table: BaccaratInPlay) -> Iterator[Frame]:
    def go_on(event: Event) -> None:
        del event
        if table.is_open:
            table.step()
        else:
            table.open()

    return log.frames(table.log, lambda _, act: table.perform(act), go_on, lambda: table.state)


def _seen(event: Event) -> Iterable[Card]:
    match event:
        case e.Burned(card=card) | e.Discarded(card=card) | e.Dealt(card=Card() as card):
            return (card,)
        case e.Turned(first=first, second=second):
            return first, second
    return ()
