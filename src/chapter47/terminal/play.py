"""`chapter47 play` from start to end."""

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, TextIO

from chapter47.core.chance import fresh_seed
from chapter47.core.errors import Chapter47Error
from chapter47.core.files import why_not_begun
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.money import cents, dollars
from chapter47.core.numeric.records import write_records
from chapter47.core.posting import Posting
from chapter47.core.table_in_play import CannotPlayError
from chapter47.core.words import AnyWords, ChartPlay
from chapter47.games import GAMES, game_of
from chapter47.library.histories import records_problems
from chapter47.session import script
from chapter47.session.histories import TableOrigin, as_data, rounds
from chapter47.session.pictures import PictureFile, drawn_table
from chapter47.session.problems import Problem, ProblemInWords, UnusableError
from chapter47.session.purse import Seat, seats
from chapter47.session.script import ScriptLine
from chapter47.session.session import Session, Watch, playing_of
from chapter47.terminal.at_the_table import AtTheTable, LeaveError
from chapter47.terminal.by_chart import ByChart, RecordedDecision
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.screen import Screen
from chapter47.terminal.scripted import Notes, RefusedLine, run

PLAYED: Final = tuple(game.name for game in GAMES if game.playing and game.words)
"""The games that can be played here."""
MINIMA: Final = 100
"""How many times the minimum a player brings by default."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """How a session ended."""

    session: Session
    refused: RefusedLine | None = None
    decisions: list[RecordedDecision] | None = None
    """What a chart decided, if one was used."""
    notes: list[str] = field(default_factory=list)
    """Notes on things that the author of a script may not have intended."""

    def data(self) -> Json:
        data: Json = {
            "seed": self.session.seed,
            "rounds": [round_.data() for round_ in self.session.book.finished],
            "unfinished": self.session.unfinished,
        }
        if self.session.owed:
            data["owed"] = self.session.owed
        if self.notes and (unscripted := self.session.unscripted.listed):
            data["unscripted"] = [shown.data() for shown in unscripted]
        if self.notes:
            data["notes"] = self.notes
        if self.decisions is not None:
            data["decisions"] = [decision.data() for decision in self.decisions]
        return data | ({"errors": [self.refused.data()]} if self.refused else {})


def play(rules: Posting, options: PlayOptions, keyboard: TextIO | None = None) -> PlayedSession:
    """Play this table; raises `UnusableError` if that is impossible."""
    game = game_of(rules)
    if game.playing is None or game.words is None:
        raise UnusableError(ProblemInWords("game", f"{rules.game} cannot be played here yet", ", ".join(PLAYED)))
    lines = script.read(options.script, playing_of(game).acts) if options.script else None
    if options.records and (problems := records_problems(options.records, (), force=False, key="--records")):
        raise UnusableError(*problems)
    sitting = _checked(rules, options)
    chart = _strategy(rules, options.strategy) if options.strategy else None
    screen = Screen(cite=options.cite)
    by_chart: ByChart[Any] | None = None
    with ExitStack() as files:
        session = _session(rules, options, files, scripted=lines is not None or chart is not None)
        picture = _picture(session, options, sitting, watched=lines is None and not chart)
        if chart:
            by_chart = ByChart(session, *chart, sitting, None if options.json else screen)
        if not options.json:
            session.watch = _narrating(session, screen, session.watch)
            _welcome(session, screen, options)
        try:
            notes = Notes(session, None if options.json else screen)
            refused = _play(session, screen, options, lines, by_chart or sitting, keyboard, notes)
        except CannotPlayError as error:
            raise UnusableError(*error.problems) from None
        finally:
            picture()
            _write_history(session, options)
            if not options.json:
                _farewell(session, screen)
    return PlayedSession(session, refused, by_chart.decisions if by_chart else None, notes.noted)


def _write_history(session: Session, options: PlayOptions) -> None:
    """Write the finished rounds as a hand history, without the seed if a script named cards or dice."""
    if options.records is None:
        return
    seed = None if session.marks_chance else session.seed
    origin = TableOrigin(session.game, session.posting, "play", seed)
    write_records(options.records, map(as_data, rounds(origin, session.table.log, values=options.values)))


def _picture(session: Session, options: PlayOptions, sitting: list[Seat], *, watched: bool) -> Callable[[], None]:
    """Draw the felt to its file: after every event in interactive play, otherwise once at the end. A single player
    sees the table from their own seat."""
    if options.picture.svg is None:
        return lambda: None
    names = {seat.name for seat in sitting} if watched else set()
    settings = options.picture.settings(names.pop() if len(names) == 1 else "")
    file = PictureFile(options.picture.svg)

    def draw() -> None:
        file.draw(drawn_table(session.game, session.table, settings))

    if watched:
        session.watch = lambda entries: draw()
    return draw


def _narrating(session: Session, screen: Screen, drawing: Watch) -> Watch:
    def tell(entries: Sequence[LogEntry]) -> None:
        screen.entries(session, entries)
        drawing(entries)

    return tell


def _play(
    session: Session,
    screen: Screen,
    options: PlayOptions,
    lines: list[ScriptLine] | None,
    players: ByChart[Any] | list[Seat],
    keyboard: TextIO | None,
    notes: Notes,
) -> RefusedLine | None:
    session.open(seed_tells_all=not (lines and script.chooses_chance(lines)))
    if lines is not None:
        return run(session, lines, notes=notes, screen=None if options.json else screen, rounds=options.rounds)
    if isinstance(players, ByChart):
        players.play(1 if options.rounds is None else options.rounds)
        return None
    with suppress(LeaveError):
        AtTheTable(session, screen, players, keyboard or _stdin(), step=options.step, coached=options.coach).play(
            options.rounds
        )
    if session.words.closes and not session.unfinished:
        session.perform(session.words.closes)
    return None


def _strategy(rules: Posting, path: Path) -> tuple[ChartPlay[Any, Any, Any, Any], Any]:
    """Return the game's chart play, and the chart in the file."""
    part = game_of(rules).words
    words: AnyWords | None = part.load() if part else None
    if words is None or words.chart is None:
        raise UnusableError(Problem("--strategy", f"a chart for {rules.game}", "a game with a strategy chart"))
    try:
        return words.chart, words.chart.read(rules, path)
    except Chapter47Error as error:
        raise UnusableError(*error.problems, source=error.source) from None


def _checked(rules: Posting, options: PlayOptions) -> list[Seat]:
    if options.json and not (options.script or options.strategy):
        allowed = "--script FILE or --strategy FILE"
        raise UnusableError(Problem("--json", "interactive play", allowed))
    if options.strategy and (options.script or options.step):
        raise UnusableError(Problem("--strategy", "together with --script or --step", "--strategy without them"))
    if options.script and (options.boxes is not None or options.players is not None or options.step):
        raise UnusableError(Problem("--script", "together with --boxes, --players or --step", "--script without them"))
    for key, number in (("--seed", options.seed), ("--rounds", options.rounds)):
        if number is not None and number < 0:
            raise UnusableError(Problem(key, str(number), "0 or more"))
    game = game_of(rules)
    assert game.words is not None  # or it is not dealt here
    words: AnyWords = game.words.load()
    return seats(words.places(rules), playing_of(game).acts, options.boxes, options.players)


def _session(rules: Posting, options: PlayOptions, files: ExitStack, *, scripted: bool) -> Session:
    bankroll = None if scripted else MINIMA * rules.minimum
    if options.bankroll is not None:
        bankroll = _bankroll(options.bankroll)
    seed = fresh_seed() if options.seed is None else options.seed
    try:
        session = Session(rules, seed, bankroll=bankroll)
    except CannotPlayError as error:
        raise UnusableError(*error.problems) from None
    session.log_file = _new_file("--log", options.log, files)
    session.record_file = _new_file("--record", options.record, files)
    return session


def _bankroll(text: str) -> int:
    try:
        return cents(text)
    except ValueError:
        raise UnusableError(Problem("--bankroll", text, "dollars such as 1000, or with cents such as 2.50")) from None


def _new_file(key: str, path: Path | None, files: ExitStack) -> TextIO | None:
    """Require a new file: logs are never overwritten."""
    if path is None:
        return None
    try:
        return files.enter_context(path.open("x", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise UnusableError(ProblemInWords(key, f"{path}: {why_not_begun(error)}", "a new file")) from None


def _stdin() -> TextIO:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def _welcome(session: Session, screen: Screen, options: PlayOptions) -> None:
    screen.say(session.words.sign(session.table_seen()), "bold")
    screen.say(f"--seed {session.seed} gives the same {session.words.chance} again.")
    if not options.script and not options.strategy:
        screen.say("Type a key and press Enter: ? lists the keys, c shows the paragraphs, q leaves.")
    if offers := session.words.offers(session.posting):
        screen.say(f"Side wagers: {offers}.")


def _farewell(session: Session, screen: Screen) -> None:
    """Show undecided wagers, outstanding fees and the totals."""
    if session.unfinished:
        screen.say("")
        wagers = ", ".join(f"{name} {dollars(amount)}" for name, amount in session.table.staked.items())
        when = "before the deal" if session.between_rounds else "in the middle of a round"
        screen.say(f"Left {when}. Undecided wagers are returned: {wagers}.", "yellow")
    if session.owed:
        fees = ", ".join(f"{name} {dollars(amount)}" for name, amount in session.owed.items())
        screen.say(f"Outstanding fees are paid: {fees}.", "yellow")
    screen.totals(session)
