"""A round of a table recalled by somebody who was there: done again line by line, as a log, and held against what was
committed to before it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from chapter47 import games
from chapter47.core.act import BadActError
from chapter47.core.game import AnyGame
from chapter47.core.hosting import Hosting
from chapter47.core.json_object import Json
from chapter47.core.log import Frame, LogEntry, LogError
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import CannotPlayError, RefusedError
from chapter47.drawing.settings import Settings
from chapter47.games import AnyTable
from chapter47.service.actor import Actor
from chapter47.service.audit.again import Again, Recorded
from chapter47.service.chance import ORDER
from chapter47.service.commands import Body
from chapter47.service.errors import ServiceError
from chapter47.service.opened_chance import Committed, OpenedChance, StillSecretError, WrongOrderError
from chapter47.service.past_play import SEES_ALL, PastPlay
from chapter47.service.showing import onlooker
from chapter47.service.store import StoredUnit
from chapter47.session.pictures import drawn_log
from chapter47.session.session import playing_of

COMING: Final = ("Sat", "Joined", "LetIn", "Bet")
"""The events by which somebody comes to a table."""
NAMED: Final = ("player", "bettor", "shooter", "who")
"""Where an event names a player, or somebody of the crew."""
IN_WORDS: Final = ("words", "what", "why")
"""Where an event says something in which somebody may be named."""


class RecalledSecret(NamedTuple):
    """A commitment of which a round may have come: when it was published and opened, and what it stood for."""

    kind: str
    commitment: str
    published: int
    opened: int | None = None
    value: str = ""
    nonce: str = ""


class Fairness(NamedTuple):
    """Whether a round came out as was fixed before it; `later` as long as that is not opened."""

    verdict: Literal["holds", "later", "wrong"]
    secrets: tuple[RecalledSecret, ...]
    units: int = 0
    """How many acts and steps of the dealer were done again."""
    wrong: str = ""


class Recall:
    """A round of a table, with everything that happened there before it."""

    def __init__(self, past: PastPlay, actor: Actor, table: str, number: int) -> None:
        """Raises `ServiceError` where it is not a round of theirs."""
        self.actor, self.table, self.number = actor, table, number
        self.seen: Json = past.round(actor, table, number)
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
        """Every event of the round as its player saw it, in JSON."""
        return [line for unit in self.seen["units"] for line in msgspec.json.decode(unit["events"])]

    def drawn(self, step: int, settings: Settings) -> str:
        """The table as everybody saw it after so many events of the round."""
        if not self._frames:
            self._frames = list(self.playing.replay(self.posting, self._entries_until_its_end()))
        before = len(self._frames) - len(self.lines)
        return drawn_log(self.game, self.posting, self._frames[: before + min(max(step, 1), len(self.lines))], settings)

    def _until_its_end(self) -> Iterator[StoredUnit]:
        return (unit for unit in self._units if unit.version <= self.last)

    def _entries(self, unit: StoredUnit) -> list[LogEntry]:
        lines: list[Json] = msgspec.json.decode(_body(unit).events)
        return [LogEntry(line.pop("of"), self.playing.log.events.from_json(line)) for line in lines]

    # As a log --------------------------------------------------------------------------------------------------------

    def log(self) -> str:
        """The log of the table to the end of the round, which `replay` does again where it is whole; other players have
        no names in it, and a card that was for others alone is a back."""
        entries = self._entries_until_its_end()
        if self.actor.role not in SEES_ALL:
            entries = self._without_others(entries)
        return "".join(f"{line}\n" for line in games.log_lines(self.posting, entries))

    @property
    def log_is_whole(self) -> bool:
        """Whether the log holds every card; not where some were for other players alone."""
        events = [entry.event for entry in self._entries_until_its_end()]
        return self.actor.role in SEES_ALL or self.hosting.recalled(events, onlooker(self.actor)) == events

    def _entries_until_its_end(self) -> list[LogEntry]:
        return [entry for unit in self._until_its_end() for entry in self._entries(unit)]

    def _without_others(self, entries: list[LogEntry]) -> list[LogEntry]:
        events = [entry.event for entry in entries]
        seen = self.hosting.recalled(events, onlooker(self.actor))
        types = self.playing.log.events
        told = [types.to_json(event) for event in seen]
        names = _renamed(told, self.actor.name)
        renamed = [
            LogEntry(entry.source, types.from_json(_with_names(event, names)))
            for entry, event in zip(entries, told, strict=True)
        ]
        if seen == events:
            self._check_again(renamed)
        return renamed

    def _check_again(self, entries: list[LogEntry]) -> None:
        """A name may stand in words of which we do not know."""
        try:
            list(self.playing.replay(self.posting, entries))
        except LogError as error:
            message, allowed = "the log cannot be told without names", "a supervisor"
            raise ServiceError("log.names", message, got=str(error), allowed=allowed, status=409) from None

    # Held against what was committed to ------------------------------------------------------------------------------

    def fairness(self) -> Fairness:
        """Everything at the table up to the end of the round, done again from what was opened since."""
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
                wrong = "other cards were shuffled than were opened"
            except (RefusedError, CannotPlayError, BadActError) as error:
                wrong = f"cannot be done again: {error}"
            if wrong:
                return Fairness("wrong", self._of_the_round(secrets), done, f"{recorded.where}: {wrong}")
            done += 1
        wrong = "; ".join(problem for secret in secrets.values() for problem in _committed(secret).problems())
        return Fairness("wrong" if wrong else "holds", self._of_the_round(secrets), done, wrong)

    def _secrets(self) -> dict[str, RecalledSecret]:
        """By their ids, in the order of publication; versions say when."""
        secrets: dict[str, RecalledSecret] = {}
        for unit in self._units:
            body = _body(unit)
            for told in body.published:
                secrets[told["id"]] = RecalledSecret(told["kind"], told["commitment"], unit.version)
            for told in body.opened:
                before = secrets[told["id"]]
                secrets[told["id"]] = before._replace(
                    opened=unit.version, value=told["value"], nonce=told.get("nonce", "")
                )
        return secrets

    def _chance(self, secrets: Mapping[str, RecalledSecret]) -> OpenedChance:
        committed = [_committed(secret) for secret in secrets.values()]
        return OpenedChance(committed, by_seed=self.hosting.draws_each_round(self.posting))

    def _of_the_round(self, secrets: Mapping[str, RecalledSecret]) -> tuple[RecalledSecret, ...]:
        """Those that were published before it ended and not opened before it began: orders where there are any."""
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
    """A number for everybody else who is named, in the order in which they came."""
    comings = [event for event in events if event["event"] in COMING]
    names = dict.fromkeys(str(event.get("player") or event.get("bettor")) for event in comings)
    return {name: f"Player {number}" for number, name in enumerate(names, start=1) if name != own}


def _with_names(event: Json, names: Mapping[str, str]) -> Json:
    told: Json = {**event, **{key: names.get(event[key], event[key]) for key in NAMED if key in event}}
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True))
    for key in IN_WORDS if pattern else ():
        if isinstance(told.get(key), str):
            told[key] = re.sub(pattern, lambda match: names[match[0]], told[key])
    return told
