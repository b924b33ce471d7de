"""Replay of a log: its acts are performed at a new table, and must cause the same events. Cards, throws and amounts
come from the log's seed, or from the log itself; cuts are made as logged."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from chapter47.core.act import DEALER_NAME, Act
from chapter47.core.cards import Card
from chapter47.core.event import Cut, CutOffered, Event
from chapter47.core.findings import Refusal
from chapter47.core.log import (
    FIRST_EVENT_LINE,
    SHOE,
    Frame,
    LogEntry,
    LogError,
    LogForm,
    MismatchError,
    belongs,
    line_in_file,
)
from chapter47.core.loose_types import OfItsGame
from chapter47.core.table_in_play import CannotPlayError, RefusedError

ENTRIES_KEPT: Final = 100
"""Entries of the table's own log that are kept, so that a long log is replayed in bounded memory."""
E = TypeVar("E", bound=Event)


class LogReplay:
    """Compares the entries of a log with those of the replay. `says` names the source of the latter, and `hidden` the
    events whose card is missing because only its box saw it."""

    def __init__(
        self,
        form: LogForm,
        entries: Iterable[LogEntry],
        says: str = "the seed gives",
        hidden: Callable[[Event], bool] = lambda event: False,
    ) -> None:
        self.form, self.says, self.hidden = form, says, hidden
        self._entries = iter(entries)
        self._ahead: list[LogEntry] = []
        """Entries read and not matched yet."""
        self._log: list[LogEntry] = []
        """The log of the table."""
        self._begun = 0
        """Number of entries in that log when the current act or step began."""
        self._matched = 0
        self._cuts_taken = 0
        """Number of entries before the first cut that is still to be made."""

    @property
    def line(self) -> int:
        number, entry = self._matched + FIRST_EVENT_LINE, self._entry(0)
        return number if entry is None else line_in_file(entry, number)

    def _entry(self, place: int) -> LogEntry | None:
        """Return an entry not matched yet, or None after the end of the log."""
        while len(self._ahead) <= place:
            entry = next(self._entries, None)
            if entry is None:
                return None
            self._ahead.append(entry)
        return self._ahead[place]

    # What the log says comes next ----------------------------------------------------------------------------------

    def next(self, kind: type[E]) -> E | None:
        """Return the logged event at the position of the table's next one, if it is of this kind."""
        entry = self._entry(len(self._log) - self._begun)
        return entry.event if entry is not None and isinstance(entry.event, kind) else None

    def following(self, kind: type[E]) -> E | None:
        """Return the next event of this kind, wherever it is."""
        place = len(self._log) - self._begun
        while (entry := self._entry(place)) is not None:
            if isinstance(entry.event, kind):
                return entry.event
            place += 1
        return None

    def cut(self, player: str, stack: int) -> int | None:
        """Answer a cut offer as the log says."""
        del stack
        if player != DEALER_NAME:
            offered = self._next_cut(lambda event: isinstance(event, CutOffered) and event.player == player)
            if not isinstance(offered, CutOffered) or not offered.taken:
                return None
        cut = self._next_cut(lambda event: isinstance(event, Cut))
        return cut.cards if isinstance(cut, Cut) else None

    def _next_cut(self, wanted: Callable[[Event], bool]) -> Event | None:
        place = max(self._cuts_taken - self._matched, 0)
        while (entry := self._entry(place)) is not None:
            place += 1
            if wanted(entry.event):
                self._cuts_taken = self._matched + place
                return entry.event
        return None

    # Performing it again -------------------------------------------------------------------------------------------

    def frames(
        self,
        log: list[LogEntry],
        do: Callable[[LogEntry, Act], Refusal | None],
        go_on: Callable[[Event], object],
        state: Callable[[], OfItsGame],
    ) -> Iterator[Frame]:
        """Perform every act again with `do`, and steps without an act with `go_on`; yield each reproduced entry with
        the state after it. `log` is the table's own. Raises `LogError` at the first entry that is not reproduced."""
        self._log = log
        while (entry := self._entry(0)) is not None:
            belongs(self.form, entry, self.line)
            self._begun = len(log)
            try:
                refusals = [refusal for act in entry.acts if (refusal := do(entry, act))]
                if len(log) == self._begun and not refusals:
                    go_on(entry.event)
            except (RefusedError, CannotPlayError) as error:
                raise LogError(self.line, str(error)) from None
            if len(log) == self._begun:
                why = f"was refused: {refusals[0]}" if refusals else "does not follow from anything before it"
                raise LogError(self.line, f"{self.form.events.tag(entry.event)} {why}")
            yield from self._match(log[self._begun :], state())
            del log[:-ENTRIES_KEPT]

    def _match(self, came: list[LogEntry], state: OfItsGame) -> Iterator[Frame]:
        """Compare the latest events with the log. A log may end before a shuffle, if somebody left."""
        for again in came:
            line, entry = self.line, self._entry(0)
            if entry is None:
                if again.source == SHOE:
                    return
                raise LogError(line, f"the log ends before {self.form.events.tag(again.event)}")
            if again != entry:
                raise self._mismatch(line, entry.event, again.event)
            belongs(self.form, entry, line)
            del self._ahead[0]
            self._matched += 1
            yield Frame(line, entry, state)

    def _mismatch(self, line: int, logged: Event, follows: Event) -> LogError:
        if self.hidden(logged) and type(logged) is type(follows):
            return LogError(
                line, "a card that only its box saw is missing from this log, so the rest cannot be replayed"
            )
        return MismatchError(line, self.form.events, logged, follows, self.says)


def without_extra_cards(
    frames: Iterable[Frame],
    decks: int,
    seen: Callable[[Event], Iterable[Card]],
    starts: Callable[[Event], bool],
) -> Iterator[Frame]:
    """Check that no card occurs more often than there are decks. `seen` returns the cards that an event shows; `starts`
    tells with which events the count starts again."""
    count: Counter[Card] = Counter()
    for frame in frames:
        event = frame.entry.event
        if starts(event):
            count.clear()
        for card in seen(event):
            count[card] += 1
            if count[card] > decks:
                raise LogError(frame.line, f"{card} was dealt more often than it occurs in {decks} decks")
        yield frame
