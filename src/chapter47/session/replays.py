"""A replayed log: its rounds, what happened in each, and where it does not reproduce."""

from dataclasses import dataclass, field
from pathlib import Path

from chapter47.core.event import EventTypes, RoundBegan
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.log import Context, Frame, LogError, context_in, parse, text_of
from chapter47.core.playing import AnyPlaying
from chapter47.games import GAMES, AnyTable
from chapter47.session.book import Book, RoundResult
from chapter47.session.session import playing_of


@dataclass
class ReplayedRound:
    """A round and everything until the next one; number 0 is the opening of the table."""

    result: RoundResult
    frames: list[Frame] = field(default_factory=list)

    def data(self, types: EventTypes) -> Json:
        events = [
            {
                "line": frame.line,
                "of": frame.entry.source,
                **types.to_json(frame.entry.event),
                **({"unscripted": True} if frame.entry.unscripted else {}),
            }
            for frame in self.frames
        ]
        return {**self.result.data(), "over": self.result.over, "events": events}


@dataclass
class Replayed:
    """A readable log: what was replayed, and where it failed."""

    game: AnyGame
    playing: AnyPlaying
    rules: AnyTable
    seed: int | None
    parts: list[ReplayedRound]
    """The opening of the table, then every round."""
    error: LogError | None = None
    context: Context | None = None
    """The program version and law it was judged by, if the log says so."""

    @property
    def rounds(self) -> list[ReplayedRound]:
        return self.parts[1:]

    @property
    def cut_off_in(self) -> int | None:
        """The number of the round in whose middle the log ends."""
        last = self.parts[-1]
        dealt = any(isinstance(frame.entry.event, self.playing.closes_wagers) for frame in last.frames)
        return last.result.number if dealt and not last.result.over else None

    @property
    def unscripted(self) -> int:
        """Return how many cards, throws and amounts came from the seed although a script named others."""
        return sum(frame.entry.unscripted for part in self.parts for frame in part.frames)

    def holds(self, *, partial: bool) -> bool:
        """Return whether everything reproduced, to the end of a round unless a partial log is accepted."""
        return self.error is None and (partial or self.cut_off_in is None)

    def data(self, number: int | None = None) -> Json:
        opening, *rounds = [part.data(self.playing.log.events) for part in self.parts]
        return {
            "reproduces": self.error is None,
            "error": {"line": self.error.line, "why": self.error.why} if self.error else None,
            "cut_off_in": self.cut_off_in,
            "written_by": self.context._asdict() if self.context else None,
            "seed": self.seed,
            "unscripted": self.unscripted,
            "opening": opening["events"],
            "rounds": [played for played in rounds if number in (None, played["number"])],
        }


def replayed(path: Path, game: AnyGame | None = None) -> Replayed:
    """Replay a log, of `game` if it is not one of the chapter's; raises `LogError` if it cannot be read."""
    text = text_of(path)
    game, rules, seed, entries = parse(text, GAMES if game is None else (game,))
    playing = playing_of(game)
    replay = Replayed(game, playing, rules, seed, [ReplayedRound(RoundResult(0))], context=context_in(text))
    book = Book()
    try:
        for frame in playing.replay(rules, entries):
            _note(replay, book, frame)
        if replay.seed is not None:
            playing.redeal(rules, entries, replay.seed)
    except LogError as error:
        replay.error = error
    return replay


def _note(replay: Replayed, book: Book, frame: Frame) -> None:
    if isinstance(frame.entry.event, RoundBegan):
        replay.parts.append(ReplayedRound(RoundResult(frame.entry.event.number)))
    book.note(frame.entry.event)
    replay.parts[-1].frames.append(frame)
    if book.rounds:
        replay.parts[-1].result = book.rounds[-1]
