"""Replay: every act of a log is performed again and must cause the same events."""

from collections.abc import Iterable, Iterator

from chapter47.blackjack import events as e
from chapter47.blackjack.acts import Bet
from chapter47.blackjack.events import LOG, Event
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.perform import perform_alone
from chapter47.core.act import Act
from chapter47.core.cards import Card
from chapter47.core.chance import Scripted, Seeded
from chapter47.core.findings import Refusal
from chapter47.core.log import ROUND, Frame, LogEntry
from chapter47.core.replay import LogReplay, without_extra_cards


def replay(rules: TableRules, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Yields every line with the state it leads to; raises `LogError` at the first line that does not reproduce."""
    log = LogReplay(LOG, entries, "the rules give", _hidden)
    table = BlackjackInPlay(rules, Scripted(), cut=log.cut)
    table.logged = log
    return without_extra_cards(
        _frames(log, table), rules.decks, _seen, lambda event: isinstance(event, (e.RoundBegan, e.Shuffled))
    )


def redeal(rules: TableRules, entries: list[LogEntry], seed: int) -> None:
    """Deal a log again; raises `LogError` at the first line that this seed and these acts do not give."""
    log = LogReplay(LOG, entries)
    for _ in _frames(log, BlackjackInPlay(rules, Seeded(seed), cut=log.cut)):
        pass


def _frames(log: LogReplay, table: BlackjackInPlay) -> Iterator[Frame]:
    def do(entry: LogEntry, act: Act) -> Refusal | None:
        own_entry = entry.source == ROUND or (table.is_open and not isinstance(act, Bet))
        return perform_alone(table, act) if own_entry else table.perform(act)

    return log.frames(table.log, do, table.go_on, lambda: table.state)


def _hidden(event: Event) -> bool:
    return isinstance(event, e.Dealt) and event.concealed and event.card is None


def _seen(event: Event) -> Iterable[Card]:
    card = event.card if isinstance(event, (e.Dealt, e.Turned)) else None
    return () if card is None else (card,)
