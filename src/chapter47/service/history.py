"""Past play, computed in another process: replays, pictures, fairness, logs and chance files. Each function takes the
URL of the database, which it opens read-only, and plain values; `Work` runs it."""

import os
import tempfile
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec.json import encode

from chapter47.core.cards import Faces
from chapter47.core.json_object import Json
from chapter47.drawing.settings import Settings
from chapter47.service.past_play import PastPlay
from chapter47.service.recall import Fairness, Recall
from chapter47.service.store import StoredHistory
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.work import Question, Work
from chapter47.session.histories import rounds_of_log
from chapter47.session.narration import event_text

ROUNDS_KEPT: Final = 8
"""Number of replayed rounds kept in the process's memory."""
LARGEST_KEPT: Final = 200_000
"""Maximum length of an answer that is cached."""
Key = tuple[str, Actor, str, int, int]


class HistoryWork(Work):
    """Caches small answers only, since a log or a chance file may be long."""

    def _keep(self, question: Question, answer: Any) -> None:
        if not isinstance(answer, Path) and (not isinstance(answer, (str, bytes)) or len(answer) <= LARGEST_KEPT):
            super()._keep(question, answer)


class RoundInWords(msgspec.Struct, frozen=True):
    """A round step by step."""

    title: str
    log_is_complete: bool
    steps: tuple[tuple[str, str], ...]
    """The words of each event, and its paragraph."""


_opened: dict[str, PastPlay] = {}
_recalls: OrderedDict[Key, Recall] = OrderedDict()
_turn: Final = Lock()


def _past(url: str) -> PastPlay:
    if url not in _opened:
        _opened.clear()
        _recalls.clear()
        _opened[url] = PastPlay(StoredHistory.open_to_read(url))
    return _opened[url]


def _recall(url: str, actor: Actor, table: str, number: int, version: int) -> Recall:
    """Return the round as it was at a version of its table."""
    key = (url, actor, table, number, version)
    with _turn:
        past = _past(url)
        if key not in _recalls:
            _recalls[key] = Recall(past, actor, table, number)
        _recalls.move_to_end(key)
        while len(_recalls) > ROUNDS_KEPT:
            _recalls.popitem(last=False)
        return _recalls[key]


def round_in_words(url: str, actor: Actor, table: str, number: int, version: int) -> RoundInWords:
    recall = _recall(url, actor, table, number, version)
    return RoundInWords(recall.game.title, recall.log_is_whole, tuple(_words(recall, recall.lines)))


def _words(recall: Recall, lines: Iterable[Json]) -> Iterable[tuple[str, str]]:
    for line in lines:
        faces = Faces()
        event = recall.playing.log.events.from_json({name: value for name, value in line.items() if name != "of"})
        words = event_text(event, faces, recall.playing).replace(faces.back, "a card")
        yield words[:1].upper() + words[1:], str(line.get("by", ""))


def round_picture(url: str, actor: Actor, table: str, number: int, version: int, step: int, settings: Settings) -> str:
    return _recall(url, actor, table, number, version).drawn(step, settings)


def round_log(url: str, actor: Actor, table: str, number: int, version: int) -> str:
    return _recall(url, actor, table, number, version).log()


def round_fairness(url: str, actor: Actor, table: str, number: int, version: int) -> Fairness:
    """Check a round against the secrets. `version` is part of the cached question: later openings change the answer."""
    del version
    with _turn:
        past = _past(url)
    return Recall(past, actor, table, number).fairness()


def table_log(url: str, actor: Actor, table: str, version: int) -> str:
    del version
    with _turn:
        past = _past(url)
    return past.log(actor, table)


def table_records(url: str, actor: Actor, table: str, version: int) -> str:
    """Return the finished rounds of a whole table as a hand history, in JSON lines."""
    rows = rounds_of_log(table_log(url, actor, table, version), source="server")
    return "".join(f"{encode(row).decode()}\n" for row in rows)


def round_records(url: str, actor: Actor, table: str, number: int, version: int) -> str:
    """Return the same up to the end of a round, as its player saw it; raises if other players' cards are missing."""
    recall = _recall(url, actor, table, number, version)
    if not recall.log_is_whole:
        message, allowed = "Other players' cards are missing, so this history would not replay", "a supervisor"
        raise ServiceError("records.concealed", message, allowed=allowed, status=409)
    return "".join(f"{encode(row).decode()}\n" for row in rounds_of_log(recall.log(), source="server"))


def commitments(url: str, table: str, version: int) -> bytes:
    del version
    with _turn:
        past = _past(url)
    return encode(past.commitments(table))


def chance_file(url: str, table: str, token: str) -> Path:
    """Write the file piece by piece; `token` makes each request unique."""
    del token
    with _turn:
        past = _past(url)
    pieces = past.chance_file(table)
    descriptor, name = tempfile.mkstemp(prefix="chapter47-", suffix=".json")
    with os.fdopen(descriptor, "wb") as file:
        for piece in pieces:
            file.write(piece)
    return Path(name)
