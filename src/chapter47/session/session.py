"""A session: acts are performed at a table in play, and everything that happens is logged and shown at once."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TextIO

from chapter47.core import log, onlookers
from chapter47.core.act import DEALER_NAME, Act, Call, CutAt, DeclineCut, Steps
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
from chapter47.session.unscripted import UnscriptedChance

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
        self.unscripted = UnscriptedChance(self.playing, self._table)
        """Cards, dice and amounts that a script left to the seed."""
        self._marks_chance = False
        self._seen = 0
        self.steps_taken = 0
        self._steps = 0
        """Number of the dealer's steps since the last recorded act."""

    @property
    def marks_chance(self) -> bool:
        """Return whether a script names cards, dice or amounts, so that the seed does not determine them."""
        return self._marks_chance

    @property
    def table(self) -> TableInPlay:
        return self._table

    @property
    def need(self) -> object:
        return self._table.need

    @property
    def waits(self) -> bool:
        """Return whether the table waits for a decision or a wager."""
        return isinstance(self._table.need, self.playing.waits_for_people)

    @property
    def between_rounds(self) -> bool:
        return self._table.between_rounds

    @property
    def unfinished(self) -> bool:
        """Return whether undecided wagers are on the layout."""
        return bool(self._table.staked)

    @property
    def owed(self) -> dict[str, int]:
        """Outstanding fees of players on decided wagers."""
        return dict(self.playing.owed(self._table))

    def chips(self, player: str) -> int | None:
        return self.purse.chips(player, self.book, self._table.staked)

    @property
    def words(self) -> AnyWords:
        """The game's words."""
        part = self.game.words
        if part is None:
            raise LookupError(f"{self.game.name} has no words for front ends")
        words: AnyWords = part.load()
        return words

    def seat(self, player: str) -> OfItsGame:
        """What this player sees."""
        return self._table.view(onlookers.player(player))

    def table_seen(self) -> OfItsGame:
        """The table as the player who must decide sees it, or as everybody does."""
        asked = getattr(self.need, "bettor", None) if self.waits else None
        return self._table.view(onlookers.ANYBODY) if asked is None else self.seat(asked).table

    def asked(self) -> DecisionAsked | None:
        """Return the player whose decision the table waits for."""
        return self.words.asked(self.table_seen())

    def dealer_seen(self) -> OfItsGame:
        """What the dealer sees; `next` is the next step."""
        return self._table.view(onlookers.DEALER)

    def supervisor_seen(self) -> OfItsGame:
        """What the supervisor sees; `calls` are the possible irregularities."""
        return self._table.view(onlookers.SUPERVISOR)

    def open(self, *, seed_tells_all: bool = True) -> None:
        """Start the log; the seed is included only if it determines the cards.

        The table itself opens with the first act that needs its cards."""
        self._marks_chance = not seed_tells_all
        head = log.lines(self.game, self.posting, (), seed=self.seed if seed_tells_all else None)
        self._write(self.log_file, "".join(f"{line}\n" for line in head))

    def come(self, seats: Iterable[tuple[int, str]]) -> None:
        """Seat the players as far as there is room; the others learn about it when they bet."""
        for box, player in seats:
            self.perform(self.playing.sit(player, box))

    def perform(self, act: Act) -> Refusal | None:
        """Perform an act, or return the refusal. Steps that need no decision come first, except when chips are placed
        or taken back: after "no more bets" that is refused."""
        try:
            refusal = self._perform(act)
        except RefusedError as error:
            refusal = error.refusal
        if refusal is None:
            self._record(act)
        self.drain(named=act.chooses_chance)
        return refusal

    def _perform(self, act: Act) -> Refusal | None:
        if isinstance(act, Steps):
            return self._take_steps(act)
        if isinstance(act, Call):
            self._step_until(act)
        elif not (act.at_once or act.of_the_layout):
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
        """Continue until the irregularity can have happened, if it can before the next decision."""
        while not self.waits:
            here = call.at is None or call.at == getattr(self.need, "at", None)
            if here and call.kind in self._table.calls:
                return
            self.step()

    def go_on(self) -> object:
        """Deal until somebody must decide."""
        while not self.waits:
            self.step()
        return self.need

    def step(self) -> None:
        """Perform one step of the dealer; before it, the players may call an irregularity instead."""
        before = len(self._table.log)
        self.pause(self.need)
        if len(self._table.log) == before:
            self._table.step()
            self._steps += 1
            self.steps_taken += 1
            self.drain()

    def drain(self, *, named: bool = False) -> None:
        """Log and show what has happened; acts are logged whole, so that every log can be replayed. `named` if a line
        of a script has just named the outcome of chance."""
        entries = self._table.log[self._seen :]
        self._seen = len(self._table.log)
        events = self.playing.log.events
        marked = self.unscripted.marked(entries, named=named)
        logged = marked if self._marks_chance else entries
        self._write(self.log_file, "".join(f"{log.line_of(events, entry)}\n" for entry in logged))
        for entry in entries:
            self.book.note(entry.event)
        self.watch(entries)

    # The cut, and the files ----------------------------------------------------------------------------------------

    def _cut(self, player: str, stack: int) -> int | None:
        self.drain()
        place = self.ask_cut(player, stack)
        if player != DEALER_NAME:
            cut = DeclineCut(player) if place is None else CutAt(player, place)
            self._write(self.record_file, f"{cut}\n")
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
        raise LookupError(f"{game.name} cannot be played here")
    playing: AnyPlaying = game.playing.load()
    return playing
