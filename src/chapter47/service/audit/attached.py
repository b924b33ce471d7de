"""What was committed beside the journal: rows, rounds, snapshots and secrets must match the journal."""

from collections.abc import Iterator
from typing import Any

from chapter47.service.audit.chain import Manifest
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.audit.reading import (
    JournalRow,
    ListedRow,
    OpenedRow,
    Reader,
    RoundPlayerRow,
    RoundRow,
    SecretRow,
    SnapshotRow,
)
from chapter47.service.store.journal import digest

Expected = dict[Any, tuple[Any, ...]]


class Attached:
    """Collects every row of the journal, then knows what must be stored beside it."""

    def __init__(self) -> None:
        self._snapshots: Expected = {}
        self._secrets: Expected = {}
        self._opened: Expected = {}
        self._rows: Expected = {}
        self.rounds: Expected = {}
        self._players: Expected = {}
        self._round_of: dict[str, tuple[int, set[str]]] = {}

    def take(self, row: JournalRow, manifest: Manifest) -> None:
        if manifest.snapshot:
            self._snapshots[row.stream] = (row.seq, row.version, manifest.snapshot)
        for id_, kind, commitment, hash_ in manifest.secrets:
            self._secrets[id_] = (row.seq, kind, commitment, hash_)
        for id_, hash_ in manifest.opened:
            self._opened[id_] = (row.seq, hash_)
        for name, key, data in manifest.rows:
            self._rows[name, key] = (row.seq, data)
        if row.round:
            self._take_round(row, manifest)

    def _take_round(self, row: JournalRow, manifest: Manifest) -> None:
        number, players = self._round_of.get(row.stream, (0, set()))
        if number != row.round:
            players = set()
            self._round_of[row.stream] = row.round, players
            self.rounds[row.stream, row.round] = (row.seq, row.at)
        for player in manifest.players:
            if player not in players:
                players.add(player)
                self._players[player, row.seq] = (row.stream, row.round)

    def end(self, reader: Reader) -> Iterator[AuditProblem]:
        snapshots = {row.stream: (row.seq, row.version, digest(row.sealed)) for row in reader.rows(SnapshotRow)}
        yield from _compared("snapshot", self._snapshots, snapshots)
        secrets = {row.id: (row.seq, row.kind, row.commitment, digest(row.sealed)) for row in reader.rows(SecretRow)}
        yield from _compared("secret", self._secrets, secrets)
        opened = {row.id: (row.seq, digest(row.revealed)) for row in reader.rows(OpenedRow)}
        yield from _compared("opened secret", self._opened, opened)
        rows = {(row.name, row.key): (row.seq, digest(row.data)) for row in reader.rows(ListedRow)}
        there = {place: row for place, row in self._rows.items() if row[1] is not None}
        yield from _compared("row", there, rows)
        rounds = {(row.stream, row.round): (row.seq, row.at) for row in reader.rows(RoundRow)}
        yield from _compared("round", self.rounds, rounds)
        players = {(row.player, row.seq): (row.stream, row.round) for row in reader.rows(RoundPlayerRow)}
        yield from _compared("round of", self._players, players)


def _compared(kind: str, expected: Expected, stored: Expected) -> Iterator[AuditProblem]:
    for place in sorted(expected.keys() | stored.keys(), key=str):
        label = f"{kind} {place if isinstance(place, str) else ' '.join(map(str, place))}"
        if place not in stored:
            yield AuditProblem(label, "is missing")
        elif place not in expected:
            yield AuditProblem(label, "belongs to no row of the journal")
        elif expected[place] != stored[place]:
            yield AuditProblem(label, "does not match what was committed")
