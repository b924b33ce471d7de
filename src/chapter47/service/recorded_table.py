"""A table in play with the chance it draws from: stored sealed, and brought back exactly as it was last confirmed."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from chapter47.core.act import Act, BadActError, Open
from chapter47.core.event import RoundBegan, RoundOver
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import RefusedError, TableInPlay, declines
from chapter47.games import AnyTable
from chapter47.service.chance import ChanceState, CommittedChance
from chapter47.service.commands import Body, Snapshot
from chapter47.service.errors import ServiceError
from chapter47.service.house import PitHouse
from chapter47.service.store import StoredTable, StoredUnit
from chapter47.session.script import words_of

MOST_CUTS_IN_VAIN: Final = 16
"""Each player at a table may have told one."""
ROUNDS_KEPT: Final = 2
"""So many rounds of the log stay in memory: views tell the results of both."""


class LastConfirmed(NamedTuple):
    """A table as it is stored."""

    values: Json
    version: int
    snapshot: Snapshot
    earlier: tuple[StoredUnit, ...]
    """Of the last rounds before the snapshot, of which views tell the results."""
    units: tuple[StoredUnit, ...]
    """After the snapshot."""


class RecordedTable:
    """What lies at a table, under which version it was last confirmed, and in which round."""

    def __init__(self, id_: str, values: Json, house: PitHouse, game: AnyGame, posting: AnyTable) -> None:
        assert game.playing is not None
        assert game.hosting is not None
        self.id, self.values, self.house, self.game, self.posting = id_, values, house, game, posting
        self.playing: AnyPlaying = game.playing.load()
        self.hosting: Hosting = game.hosting.load()
        self.version = 0
        self.round = 0
        self.in_round = False
        self.lost = ""
        """Why nothing can be written now."""
        self.not_back: set[str] = set()
        """Players of before a start of the server who have not come back, in a house that does not wait for them."""
        self._begin(None)

    def _begin(self, held: ChanceState | None, stored: str | None = None) -> None:
        self.chance = CommittedChance(
            self.house.new_id,
            by_seed=self.hosting.draws_each_round(self.posting),
            randomness=self.house.randomness,
            held=held,
        )
        self.in_play: TableInPlay = (
            self.playing.open(self.posting, self.chance, cut=declines)
            if stored is None
            else self.playing.open_again(self.posting, stored, self.chance, cut=declines)
        )

    @property
    def waits(self) -> bool:
        """Whether people have to do something before the dealer can go on."""
        return isinstance(self.in_play.need, self.playing.waits_for_people)

    @property
    def paused(self) -> str:
        """Why nothing goes on now; empty while it does."""
        if self.lost:
            return f"nothing can be written: {self.lost}"
        return (self.values.get("reason") or "paused") if self.values["status"] == "paused" else ""

    @property
    def closing(self) -> bool:
        """Whether it closes as soon as nothing lies on the layout."""
        return bool(self.values.get("closing"))

    def read(self, line: str) -> Act:
        """An act as it is written in scripts."""
        try:
            words = words_of(line)
            if not words:
                raise BadActError("an act")
            return self.playing.acts.read(words)
        except BadActError as error:
            raise ServiceError("act.unknown", "not an act of this game", got=line[:200], allowed=str(error)) from None

    # The dealer ------------------------------------------------------------------------------------------------------

    def deal(self) -> int:
        """All that needs no decision, if the dealer takes no time for it."""
        steps = 0
        while not self.waits and not self.paused:
            self.step()
            steps += 1
        return steps

    def step(self) -> None:
        """A cut that a player told in vain counts as none: the shuffle goes on without it."""
        for _ in range(MOST_CUTS_IN_VAIN):
            with suppress(RefusedError):
                self.in_play.step()
                return
        self.in_play.step()

    # After a restart -------------------------------------------------------------------------------------------------

    def last_confirmed(self, stored: StoredTable) -> LastConfirmed:
        """Reads the database, perhaps in another thread, and touches nothing of the table."""
        if stored.snapshot is None:
            raise ValueError(f"table {stored.id} has no snapshot")
        opened = self.house.secrets.open(stored.snapshot, f"table/{self.id}")
        snapshot = msgspec.json.decode(opened, type=Snapshot)
        before = stored.units[0].version if stored.units else stored.version + 1
        rounds = range(max(snapshot.round - ROUNDS_KEPT, 0) + 1, snapshot.round + 1)
        earlier = [unit for number in rounds for unit in self.house.store.units_of(self.id, number)]
        kept = tuple(unit for unit in earlier if unit.version < before)
        return LastConfirmed(stored.values, stored.version, snapshot, kept, tuple(stored.units))

    def resume_from(self, confirmed: LastConfirmed) -> None:
        """The newest snapshot, the log of the rounds before it, and all that was committed after it done again."""
        snapshot = confirmed.snapshot
        self._begin(snapshot.chance, snapshot.table)
        self.values, self.version = confirmed.values, confirmed.version
        self.round, self.in_round = snapshot.round, snapshot.in_round
        self.hosting.log(self.in_play)[:0] = [entry for unit in confirmed.earlier for entry in self._entries(unit)]
        for unit in confirmed.units:
            self._do_again(unit)
        self.chance.told()

    def _entries(self, unit: StoredUnit) -> list[LogEntry]:
        body = msgspec.json.decode(unit.body, type=Body)
        lines: list[Json] = msgspec.json.decode(body.events)
        return [LogEntry(line.pop("of"), self.playing.log.events.from_json(line)) for line in lines]

    def _do_again(self, unit: StoredUnit) -> None:
        body = msgspec.json.decode(unit.body, type=Body)
        start = len(self.in_play.log)
        if body.act:
            self.in_play.perform(self.read(body.act))
        if body.opens:
            self.in_play.perform(Open())
        for _ in range(body.steps):
            self.step()
        if list(self.in_play.log[start:]) != self._entries(unit):
            raise ValueError(f"table {self.id}: version {unit.version} does not come again")
        self.note_rounds(self.in_play.log[start:])
        self.chance.open_done(self.hosting.undealt(self.in_play))

    def note_rounds(self, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            match entry.event:
                case RoundBegan(number=number):
                    self.round, self.in_round = number, True
                case RoundOver():
                    self.in_round = False

    # What is kept ----------------------------------------------------------------------------------------------------

    def sealed(self) -> bytes:
        """All of it, as it is stored."""
        snapshot = Snapshot(self.in_play.stored(), self.chance.held, self.round, self.in_round)
        return self.house.secrets.seal(msgspec.json.encode(snapshot), f"table/{self.id}")

    def forget(self, entries: Sequence[LogEntry]) -> None:
        """What happened before the last rounds is on the disk."""
        if not begins_round(entries):
            return
        log = self.hosting.log(self.in_play)
        begins = [place for place, entry in enumerate(log) if isinstance(entry.event, RoundBegan)]
        if len(begins) > ROUNDS_KEPT:
            del log[: begins[-ROUNDS_KEPT]]


def begins_round(entries: Sequence[LogEntry]) -> bool:
    return any(isinstance(entry.event, RoundBegan) for entry in entries)
