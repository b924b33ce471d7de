"""A past round recalled for a player who took part: replayed line by line, as a log, and checked against its
commitments."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from chapter47 import games
from chapter47.core.act import Act
from chapter47.core.act_words import BadActError
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import Frame, LogEntry, LogError
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import CannotPlayError, RefusedError
from chapter47.drawing.settings import Settings
from chapter47.games import AnyTable
from chapter47.service.audit.again import Again, Recorded
from chapter47.service.chance import ORDER
from chapter47.service.commands import Body, UnitLog, entries_of
from chapter47.service.opened_chance import Committed, OpenedChance, StillSecretError, WrongOrderError
from chapter47.service.past_play import SEES_ALL, PastPlay
from chapter47.service.store import StoredUnit
from chapter47.service.table_messages import onlooker
from chapter47.service.terms import Actor, ServiceError
from chapter47.session.pictures import drawn_log
from chapter47.session.session import playing_of

COMING: Final = ("Sat", "Joined", "LetIn", "Bet")
"""The events by which a player comes to a table."""
NAMED: Final = ("player", "bettor", "shooter", "who")
"""Fields in which an event names a player or a member of the crew."""
IN_WORDS: Final = ("words", "what", "why")
"""Text fields of an event that may contain names."""


class RecalledSecret(NamedTuple):
    """A commitment that a round may depend on: when it was published and revealed, and the value it stood for."""

    kind: str
    commitment: str
    published: int
    opened: int | None = None
    value: str = ""
    nonce: str = ""


class Fairness(NamedTuple):
    """The result of checking a round against what was fixed in advance; `later` while secrets are still sealed."""

    verdict: Literal["holds", "later", "wrong"]
    secrets: tuple[RecalledSecret, ...]
    units: int = 0
    """Acts and dealer's steps that were replayed."""
    wrong: str = ""


class Recall:
    """A round of a table, with everything that happened there before it."""

    def __init__(self, past: PastPlay, actor: Actor, table: str, number: int) -> None:
        """Raise `ServiceError` unless the actor may see the round."""
        self.actor, self.table, self.number = actor, table, number
        self.seen: Json = past.round(actor, table, number)
        self.is_over: bool = self.seen["over"]
        self._sees_all = self.is_over and actor.role in SEES_ALL
        self.last: int = self.seen["units"][-1]["version"]
        self.first: int = self.seen["units"][0]["version"]
        self.posting: AnyTable = past.posting_of(table)
        self.game: AnyGame = games.game_of(self.posting)
        self.playing: AnyPlaying = playing_of(self.game)
        assert self.game.hosting
        self.hosting: Hosting = self.game.hosting.load()
        self._units: Sequence[StoredUnit] = past.store.units_of(table)
        self._frames: list[Frame] = []

    # Line by line ----------------------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Json]:
        """Return every event of the round as its player saw it, as JSON."""
        return [line for unit in self.seen["units"] for line in msgspec.json.decode(unit["events"])]

    def drawn(self, step: int, settings: Settings) -> str:
        """Draw the table as everybody saw it after a number of events of the round."""
        if not self._frames:
            self._frames = list(self.playing.replay(self.posting, self._entries_until_its_end()))
        before = len(self._frames) - len(self.lines)
        return drawn_log(self.game, self.posting, self._frames[: before + min(max(step, 1), len(self.lines))], settings)

    def _until_its_end(self) -> Iterator[StoredUnit]:
        return (unit for unit in self._units if unit.version <= self.last)

    def _entries(self, unit: StoredUnit) -> list[LogEntry]:
        return entries_of(_body(unit), self.playing)

    # As a log --------------------------------------------------------------------------------------------------------

    def log(self) -> str:
        """Return the table's log up to the end of the round, which `replay` reproduces if it is complete; other players
        have no names in it, and cards meant only for others are face down."""
        entries = self._entries_until_its_end()
        if self.actor.role not in SEES_ALL:
            entries = self._without_others(entries)
        elif not self._sees_all:
            entries = self._without_concealed(entries)
        return "".join(f"{line}\n" for line in games.log_lines(self.posting, entries))

    @property
    def log_is_whole(self) -> bool:
        """Return whether the log holds every card, that is, none was meant only for other players."""
        events = [entry.event for entry in self._entries_until_its_end()]
        return self._sees_all or self.hosting.recalled(events, onlooker(self.actor)) == events

    def _entries_until_its_end(self) -> list[LogEntry]:
        log = UnitLog(self.playing)
        return [entry for unit in self._until_its_end() for entry in log.entries(_body(unit))]

    def _without_concealed(self, entries: list[LogEntry]) -> list[LogEntry]:
        """Hide concealed cards of the round in progress, and show all cards of earlier rounds."""
        before = sum(len(self._entries(unit)) for unit in self._until_its_end() if unit.version < self.first)
        seen = self.hosting.recalled([entry.event for entry in entries], onlooker(self.actor))
        masked = [replace(entry, event=event) for entry, event in zip(entries, seen, strict=True)]
        return entries[:before] + masked[before:]

    def _without_others(self, entries: list[LogEntry]) -> list[LogEntry]:
        events = [entry.event for entry in entries]
        seen = self.hosting.recalled(events, onlooker(self.actor))
        types = self.playing.log.events
        as_json = [types.to_json(event) for event in seen]
        names = _renamed(as_json, self.actor.name)
        renamed = [
            LogEntry(entry.source, types.from_json(_with_names(event, names)), acts=self._renamed_acts(entry, names))
            for entry, event in zip(entries, as_json, strict=True)
        ]
        if seen == events:
            self._check_again(renamed)
        return renamed

    def _renamed_acts(self, entry: LogEntry, names: Mapping[str, str]) -> tuple[Act, ...]:
        grammar = self.playing.acts
        return tuple(grammar.from_json(_with_names(grammar.to_json(act), names)) for act in entry.acts)

    def _check_again(self, entries: list[LogEntry]) -> None:
        """Replay the renamed log: it fails if free text still contains a name."""
        try:
            list(self.playing.replay(self.posting, entries))
        except LogError as error:
            message, allowed = "The log cannot be shown without players' names", "a supervisor"
            raise ServiceError("log.names", message, got=str(error), allowed=allowed, status=409) from None

    # Held against what was committed to ------------------------------------------------------------------------------

    def fairness(self) -> Fairness:
        """Replay everything at the table up to the end of the round from what has been opened since."""
        secrets = self._secrets()
        again = Again(self.table, self.playing, self.hosting, self.posting, self._chance(secrets))
        done = 0
        for unit in self._until_its_end():
            body = _body(unit)
            recorded = Recorded(f"version {unit.version}", body.act, body.opens, body.steps, self._entries(unit), [])
            try:
                wrong = again.came_out_otherwise(recorded)
            except StillSecretError:
                return Fairness("later", self._of_the_round(secrets), done)
            except WrongOrderError:
                wrong = "the cards shuffled differ from those opened"
            except (RefusedError, CannotPlayError, BadActError) as error:
                wrong = f"cannot be replayed: {error}"
            if wrong:
                return Fairness("wrong", self._of_the_round(secrets), done, f"{recorded.where}: {wrong}")
            done += 1
        wrong = "; ".join(problem for secret in secrets.values() for problem in _committed(secret).problems())
        return Fairness("wrong" if wrong else "holds", self._of_the_round(secrets), done, wrong)

    def _secrets(self) -> dict[str, RecalledSecret]:
        """Return secrets by id, in order of publication, with the versions at which they were published."""
        secrets: dict[str, RecalledSecret] = {}
        for unit in self._units:
            body = _body(unit)
            for secret in body.published:
                secrets[secret["id"]] = RecalledSecret(secret["kind"], secret["commitment"], unit.version)
            for secret in body.opened:
                before = secrets[secret["id"]]
                secrets[secret["id"]] = before._replace(
                    opened=unit.version, value=secret["value"], nonce=secret.get("nonce", "")
                )
        return secrets

    def _chance(self, secrets: Mapping[str, RecalledSecret]) -> OpenedChance:
        committed = [_committed(secret) for secret in secrets.values()]
        return OpenedChance(committed, by_seed=self.hosting.draws_each_round(self.posting))

    def _of_the_round(self, secrets: Mapping[str, RecalledSecret]) -> tuple[RecalledSecret, ...]:
        """Select secrets published before the round ended and not opened before it began: orders if there are any."""
        its = [
            secret
            for secret in secrets.values()
            if secret.published <= self.last and (secret.opened is None or secret.opened >= self.first)
        ]
        orders = tuple(secret for secret in its if secret.kind == ORDER)
        return orders or tuple(its[:1])


def _body(unit: StoredUnit) -> Body:
    return msgspec.json.decode(unit.body, type=Body)


def _committed(secret: RecalledSecret) -> Committed:
    opened = None if secret.opened is None else {"value": secret.value, "nonce": secret.nonce}
    return Committed(secret.kind, secret.commitment, opened)


def _renamed(events: Iterable[Json], own: str) -> dict[str, str]:
    """Number all other players in order of arrival."""
    comings = [event for event in events if event["event"] in COMING]
    names = dict.fromkeys(str(event.get("player") or event.get("bettor")) for event in comings)
    return {name: f"Player {number}" for number, name in enumerate(names, start=1) if name != own}


def _with_names(event: Json, names: Mapping[str, str]) -> Json:
    renamed: Json = {**event, **{key: names.get(event[key], event[key]) for key in NAMED if key in event}}
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True))
    for key in IN_WORDS if pattern else ():
        if isinstance(renamed.get(key), str):
            renamed[key] = re.sub(pattern, lambda match: names[match[0]], renamed[key])
    return renamed
