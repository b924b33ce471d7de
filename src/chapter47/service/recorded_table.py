"""A table in play with its chance: stored sealed, and restored exactly as last confirmed."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from chapter47.core.act import Act, Open
from chapter47.core.act_words import BadActError
from chapter47.core.event import RoundBegan, RoundOver
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import RefusedError, TableInPlay, declines
from chapter47.games import AnyTable
from chapter47.service.chance import ChanceState, CommittedChance
from chapter47.service.commands import Body, Snapshot, entries_of
from chapter47.service.house import PitHouse
from chapter47.service.store import StoredTable, StoredUnit
from chapter47.service.terms import ServiceError

MOST_CUTS_IN_VAIN: Final = 16
"""Each player at a table may have named one invalid cut."""
ROUNDS_KEPT: Final = 2
"""Rounds of the log kept in memory: views show the results of both."""


class LastConfirmed(NamedTuple):
    """A table as it is stored."""

    values: Json
    version: int
    snapshot: Snapshot
    earlier: tuple[StoredUnit, ...]
    """Units of the last rounds before the snapshot, whose results views show."""
    units: tuple[StoredUnit, ...]
    """Units after the snapshot."""


class RecordedTable:
    """The state of a table, the version at which it was last confirmed, and its round."""

    def __init__(self, id_: str, values: Json, house: PitHouse, game: AnyGame, posting: AnyTable) -> None:
        assert game.playing is not None
        assert game.hosting is not None
        self.id, self.values, self.house, self.game, self.posting = id_, values, house, game, posting
        self.playing: AnyPlaying = game.playing.load()
        self.hosting: Hosting = game.hosting.load()
        self.version = 0
        self.epoch = 0
        """In a cluster: the epoch of the lease under which the table was taken over; 0 for a table opened here."""
        self.round = 0
        self.in_round = False
        self.lost = ""
        """Why nothing can be written now."""
        self.not_back: set[str] = set()
        """Players from before a restart who have not come back, on a server that does not wait for them."""
        self.skipped: set[str] = set()
        """Disconnected players who have missed a round, for whom nobody waits."""
        self.earlier_cards: list[LogEntry] = []
        """The part of the log since the last shuffle that left memory: learners are coached by the cards they saw."""
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
        """Return whether people must act before the dealer can continue."""
        return isinstance(self.in_play.need, self.playing.waits_for_people)

    @property
    def paused(self) -> str:
        """Return why the table is paused; empty while it is not."""
        if self.lost:
            return f"nothing can be written: {self.lost}"
        return (self.values.get("reason") or "paused") if self.values["status"] == "paused" else ""

    @property
    def pause_fields(self) -> Json:
        """Return why the table is paused, by whom, and who resumes it: a supervisor, or the server itself."""
        if not self.paused:
            return {"paused": None}
        if self.lost:
            return {"paused": self.paused, "paused_by": "server", "resumed_by": "server"}
        return {"paused": self.paused, "paused_by": self.values.get("by", "server"), "resumed_by": "supervisor"}

    @property
    def stopped(self) -> bool:
        """Whether the deal is stopped: nothing is dealt or timed out automatically."""
        return bool(self.values.get("stopped"))

    @property
    def dealer(self) -> str:
        """The dealer that a supervisor has assigned to the table, if any."""
        return str(self.values.get("dealer", ""))

    @property
    def pace(self) -> float:
        """Return the seconds between steps of the dealer: the house's, or those the only player has chosen."""
        chosen = self._chosen("pace")
        return self.house.settings.pace if chosen is None else float(chosen)

    @property
    def has_clock(self) -> bool:
        """Return whether players have a time limit; the only player may have switched it off."""
        return self._chosen("clock") is not False

    def _chosen(self, name: str) -> float | bool | None:
        """Return the only player's choice, which lasts while that player is alone at the table."""
        choice: Json = self.values.get("own_pace") or {}
        alone = bool(choice) and list(self.hosting.seated(self.in_play)) == [choice["player"]]
        return choice.get(name) if alone else None

    @property
    def closing(self) -> bool:
        """Return whether the table closes as soon as the layout is empty."""
        return bool(self.values.get("closing"))

    def read(self, said: str | Json | Act) -> Act:
        """Parse an act given as text, JSON or record."""
        try:
            return self.playing.acts.act(said)
        except BadActError as error:
            given = str(said)[:200]
            raise ServiceError("act.unknown", error.message, got=given, allowed=error.advice) from None

    # The dealer ------------------------------------------------------------------------------------------------------

    def deal(self) -> int:
        """Deal everything that needs no decision, if the dealer takes no time for it."""
        steps = 0
        while not self.waits and not self.paused and not self.stopped:
            self.step()
            steps += 1
        return steps

    def step(self) -> None:
        """Perform a step; an invalid cut is ignored, and the shuffle continues without it."""
        for _ in range(MOST_CUTS_IN_VAIN):
            with suppress(RefusedError):
                self.in_play.step()
                return
        self.in_play.step()

    # After a restart -------------------------------------------------------------------------------------------------

    def last_confirmed(self, stored: StoredTable) -> LastConfirmed:
        """Read the last confirmed state from the database, perhaps in another thread, without touching the table."""
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
        """Restore the newest snapshot and the log of the rounds before it, then replay what was committed
        afterwards."""
        snapshot = confirmed.snapshot
        self.earlier_cards.clear()
        self._begin(snapshot.chance, snapshot.table)
        self.values, self.version = confirmed.values, confirmed.version
        self.round, self.in_round = snapshot.round, snapshot.in_round
        self.hosting.log(self.in_play)[:0] = [entry for unit in confirmed.earlier for entry in self._entries(unit)]
        for unit in confirmed.units:
            self._do_again(unit)
        self.chance.take_secrets()

    def _entries(self, unit: StoredUnit) -> list[LogEntry]:
        body = msgspec.json.decode(unit.body, type=Body)
        return entries_of(body, self.playing)

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
            raise ValueError(f"table {self.id}: version {unit.version} does not reproduce")
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
        """Return the whole table in its stored, sealed form."""
        snapshot = Snapshot(self.in_play.stored(), self.chance.held, self.round, self.in_round)
        return self.house.secrets.seal(msgspec.json.encode(snapshot), f"table/{self.id}")

    def forget(self, entries: Sequence[LogEntry]) -> None:
        """Drop the log before the last rounds from memory; it is on disk."""
        if not begins_round(entries):
            return
        log = self.hosting.log(self.in_play)
        begins = [place for place, entry in enumerate(log) if isinstance(entry.event, RoundBegan)]
        if len(begins) > ROUNDS_KEPT:
            self._keep_cards_of(log[: begins[-ROUNDS_KEPT]])
            del log[: begins[-ROUNDS_KEPT]]

    def _keep_cards_of(self, entries: Sequence[LogEntry]) -> None:
        for entry in entries if self.hosting.new_cards else ():
            if isinstance(entry.event, self.hosting.new_cards):
                self.earlier_cards.clear()
            self.earlier_cards.append(entry)


def begins_round(entries: Sequence[LogEntry]) -> bool:
    return any(isinstance(entry.event, RoundBegan) for entry in entries)
