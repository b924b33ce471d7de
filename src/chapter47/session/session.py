"""A session: acts are done at a table in play, and everything that happens is logged and shown at once."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TextIO

from chapter47.core import log, onlookers
from chapter47.core.act import DEALER_NAME, Act, Call, CutAt, Sit, Steps
from chapter47.core.chance import Chance, Seeded
from chapter47.core.findings import Refusal
from chapter47.core.game import AnyGame
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.playing import AnyPlaying
from chapter47.core.posting import Posting
from chapter47.core.table_in_play import Cutter, RefusedError, TableInPlay
from chapter47.core.words import AnyWords, DecisionAsked
from chapter47.games import game_of
from chapter47.session.book import Book
from chapter47.session.purse import Purse

Watch = Callable[[Sequence[LogEntry]], None]
Pause = Callable[[object], None]


class Session:
    """One table, its log and the chips of its players."""

    def __init__(
        self,
        posting: Posting,
        seed: int,
        *,
        bankroll: int | None = None,
        chance: Chance | None = None,
        game: AnyGame | None = None,
    ) -> None:
        self.posting = posting
        self.seed = seed
        self.game: AnyGame = game or game_of(posting)
        self.playing = playing_of(self.game)
        self._table: TableInPlay = self.playing.open(posting, chance or Seeded(seed), cut=self._cut)
        self.book = Book()
        self.purse = Purse(bankroll)
        self.watch: Watch = lambda entries: None
        self.pause: Pause = lambda need: None
        """Called before each step of the dealer."""
        self.ask_cut: Cutter = lambda player, stack: None
        self.log_file: TextIO | None = None
        self.record_file: TextIO | None = None
        self._seen = 0
        self._steps = 0
        """Steps of the dealer since the last act that was recorded."""

    @property
    def table(self) -> TableInPlay:
        return self._table

    @property
    def need(self) -> object:
        return self._table.need

    @property
    def waits(self) -> bool:
        """Whether nothing goes on until somebody decides or wagers."""
        return isinstance(self._table.need, self.playing.waits_for_people)

    @property
    def between_rounds(self) -> bool:
        return self._table.between_rounds

    @property
    def unfinished(self) -> bool:
        """Whether wagers lie on the layout that are not decided."""
        return bool(self._table.staked)

    @property
    def owed(self) -> dict[str, int]:
        """Fees that players owe on wagers that are decided, and have not paid."""
        return dict(self.playing.owed(self._table))

    def chips(self, player: str) -> int | None:
        return self.purse.chips(player, self.book, self._table.staked)

    @property
    def words(self) -> AnyWords:
        """How its game speaks to people."""
        part = self.game.words
        if part is None:
            raise LookupError(f"{self.game.name} has no words for front ends")
        words: AnyWords = part.load()
        return words

    def seat(self, player: str) -> OfItsGame:
        """What this player sees."""
        return self._table.view(onlookers.player(player))

    def table_seen(self) -> OfItsGame:
        """The table as whoever is asked sees it, or else as everybody does."""
        asked = getattr(self.need, "bettor", None) if self.waits else None
        return self._table.view(onlookers.ANYBODY) if asked is None else self.seat(asked).table

    def asked(self) -> DecisionAsked | None:
        """Whose decision the table waits for."""
        return self.words.asked(self.table_seen())

    def dealer_seen(self) -> OfItsGame:
        """What the dealer sees; `next` is the step that comes."""
        return self._table.view(onlookers.DEALER)

    def supervisor_seen(self) -> OfItsGame:
        """What the supervisor sees; `calls` are the irregularities that can be called now."""
        return self._table.view(onlookers.SUPERVISOR)

    def open(self, *, seed_tells_all: bool = True) -> None:
        """The log begins; a seed stands in it only if it gives the order of the cards.

        The table itself opens with the first act that needs its cards."""
        head = log.lines(self.game, self.posting, (), seed=self.seed if seed_tells_all else None)
        self._write(self.log_file, "".join(f"{line}\n" for line in head))

    def come(self, seats: Iterable[tuple[int, str]]) -> None:
        """Players sit down as far as there is room; whoever finds none is told when a wager is made."""
        for box, player in seats:
            self.perform(Sit(box, player))

    def perform(self, act: Act) -> Refusal | None:
        """Do it, or say why not; what needs no decision before it is done first."""
        try:
            refusal = self._perform(act)
        except RefusedError as error:
            refusal = error.refusal
        if refusal is None:
            self._record(act)
        self.drain()
        return refusal

    def _perform(self, act: Act) -> Refusal | None:
        if isinstance(act, Steps):
            return self._take_steps(act)
        if isinstance(act, Call):
            self._step_until(act)
        elif not act.at_once:
            self.go_on()
        cost = self._table.cost(act)
        if cost and (refusal := self.purse.too_dear(self.chips(cost.player), cost.amount)):
            return refusal
        return self._table.perform(act)

    def _take_steps(self, act: Steps) -> Refusal | None:
        for _ in range(act.number):
            if self.waits:
                return self._table.perform(act)  # which says why not
            self.step()
        return None

    def _step_until(self, call: Call) -> None:
        """Until the irregularity can have happened, if it can at all before somebody decides."""
        while not self.waits:
            here = call.at is None or call.at == getattr(self.need, "at", None)
            if here and call.kind in self._table.calls:
                return
            self.step()

    def go_on(self) -> object:
        """Deal until somebody has to decide."""
        while not self.waits:
            self.step()
        return self.need

    def step(self) -> None:
        """One step of the dealer; whoever is asked before it may call an irregularity instead."""
        before = len(self._table.log)
        self.pause(self.need)
        if len(self._table.log) == before:
            self._table.step()
            self._steps += 1
            self.drain()

    def drain(self) -> None:
        """Log and show what has happened; acts are logged whole, so that every log can be replayed."""
        entries = self._table.log[self._seen :]
        self._seen = len(self._table.log)
        events = self.playing.log.events
        self._write(self.log_file, "".join(f"{log.line_of(events, entry)}\n" for entry in entries))
        for entry in entries:
            self.book.note(entry.event)
        self.watch(entries)

    # The cut, and the files ----------------------------------------------------------------------------------------

    def _cut(self, player: str, stack: int) -> int | None:
        self.drain()
        place = self.ask_cut(player, stack)
        if player != DEALER_NAME:
            self._write(self.record_file, f"{CutAt(player, place)}\n")
        return place

    def _record(self, act: Act) -> None:
        steps = f"{Steps(self._steps)}\n" if isinstance(act, Call) and self._steps else ""
        self._write(self.record_file, f"{steps}{act}\n")
        self._steps = 0

    @staticmethod
    def _write(file: TextIO | None, text: str) -> None:
        if file is None or not text:
            return
        try:
            file.write(text)
            file.flush()
        except OSError as error:
            with suppress(OSError):
                file.close()
            raise OSError(error.errno, error.strerror, file.name) from error


def playing_of(game: AnyGame) -> AnyPlaying:
    if game.playing is None:
        raise LookupError(f"{game.name} is not played here")
    playing: AnyPlaying = game.playing.load()
    return playing
