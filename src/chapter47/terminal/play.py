"""`chapter47 play` from beginning to end."""

import sys
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, TextIO

from chapter47.core.chance import fresh_seed
from chapter47.core.errors import Chapter47Error
from chapter47.core.money import cents, dollars
from chapter47.core.table_in_play import CannotPlayError
from chapter47.core.words import ChartPlay, Words
from chapter47.games import GAMES, game_of
from chapter47.session import script
from chapter47.session.problems import Problem, UnusableError
from chapter47.session.script import Line
from chapter47.session.seats import Seat, seats
from chapter47.session.session import Session, playing_of
from chapter47.terminal.at_the_table import AtTheTable, LeaveError
from chapter47.terminal.by_chart import ByChart, Decision
from chapter47.terminal.options import Wishes
from chapter47.terminal.scripted import Notes, Refused, run
from chapter47.terminal.view import View

PLAYED: Final = tuple(game.name for game in GAMES if game.playing and game.words)
"""The games that are dealt by questions and keys of their own."""
MINIMA: Final = 100
"""How many times the minimum a player brings, unless told."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a session ended."""

    session: Session
    refused: Refused | None = None
    decisions: list[Decision] | None = None
    """What a chart decided, where one was played by."""
    notes: list[str] = field(default_factory=list)
    """What the writer of a script may not have meant."""

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "seed": self.session.seed,
            "rounds": [one.data() for one in self.session.book.finished],
            "unfinished": self.session.unfinished,
        }
        if self.notes:
            found["notes"] = self.notes
        if self.decisions is not None:
            found["decisions"] = [one.data() for one in self.decisions]
        return found | ({"errors": [self.refused.data()]} if self.refused else {})


def play(rules: Any, wishes: Wishes, keyboard: TextIO | None = None) -> Played:
    """Play this table; raises `UnusableError` where that cannot be done."""
    game = game_of(rules)
    if game.playing is None or game.words is None:
        raise UnusableError(Problem("game", f"{rules.game} is not dealt here yet", ", ".join(PLAYED)))
    lines = script.read(wishes.script, playing_of(game).acts) if wishes.script else None
    sitting = _checked(rules, wishes)
    chart = _strategy(rules, wishes.strategy) if wishes.strategy else None
    view = View(cite=wishes.cite)
    by_chart: ByChart | None = None
    with ExitStack() as files:
        session = _session(rules, wishes, files, scripted=lines is not None or chart is not None)
        if chart:
            by_chart = ByChart(session, *chart, sitting, None if wishes.json else view)
        if not wishes.json:
            session.watch = lambda entries: view.entries(session, entries)
            _welcome(session, view, wishes)
        try:
            notes = Notes(session, None if wishes.json else view)
            refused = _play(session, view, wishes, lines, by_chart or sitting, keyboard, notes)
        except CannotPlayError as error:
            raise UnusableError(Problem(error.key, str(error), error.allowed)) from None
        finally:
            if not wishes.json:
                _farewell(session, view)
    return Played(session, refused, by_chart.decisions if by_chart else None, notes.told)


def _play(
    session: Session,
    view: View,
    wishes: Wishes,
    lines: list[Line] | None,
    who: ByChart | list[Seat],
    keyboard: TextIO | None,
    notes: Notes,
) -> Refused | None:
    session.open(seed_tells_all=not (lines and script.stacks_the_shoe(lines)))
    if lines is not None:
        return run(session, lines, notes=notes, view=None if wishes.json else view, rounds=wishes.rounds)
    if isinstance(who, ByChart):
        who.play(1 if wishes.rounds is None else wishes.rounds)
        return None
    with suppress(LeaveError):
        AtTheTable(session, view, who, keyboard or _stdin(), step=wishes.step).play(wishes.rounds)
    return None


def _strategy(rules: Any, path: Path) -> tuple[ChartPlay, Any]:
    """How the game is played by a chart, and the chart in the file."""
    part = game_of(rules).words
    words: Words[Any, Any, Any] | None = part.load() if part else None
    if words is None or words.chart is None:
        raise UnusableError(Problem("--strategy", f"a chart at {rules.game}", "a game that is played by a chart"))
    try:
        return words.chart, words.chart.read(rules, path)
    except Chapter47Error as error:
        raise UnusableError(*error.problems, source=error.source) from None


def _checked(rules: Any, wishes: Wishes) -> list[Seat]:
    if wishes.json and not (wishes.script or wishes.strategy):
        allowed = "a script: --script FILE, or a chart: --strategy FILE"
        raise UnusableError(Problem("--json", "a session at the keyboard", allowed))
    if wishes.strategy and (wishes.script or wishes.step):
        raise UnusableError(Problem("--strategy", "with --script or --step", "the chart alone"))
    if wishes.script and (wishes.boxes is not None or wishes.players is not None or wishes.step):
        raise UnusableError(Problem("--script", "with --boxes, --players or --step", "the script alone"))
    for key, number in (("--seed", wishes.seed), ("--rounds", wishes.rounds)):
        if number is not None and number < 0:
            raise UnusableError(Problem(key, str(number), "0 or more"))
    return seats(rules.boxes, playing_of(game_of(rules)).acts, wishes.boxes, wishes.players)


def _session(rules: Any, wishes: Wishes, files: ExitStack, *, scripted: bool) -> Session:
    bankroll = None if scripted else MINIMA * rules.minimum
    if wishes.bankroll is not None:
        bankroll = _bankroll(wishes.bankroll)
    seed = fresh_seed() if wishes.seed is None else wishes.seed
    try:
        session = Session(rules, seed, bankroll=bankroll)
    except CannotPlayError as error:
        raise UnusableError(Problem(error.key, str(error), error.allowed)) from None
    session.log_file = _new_file("--log", wishes.log, files)
    session.record_file = _new_file("--record", wishes.record, files)
    return session


def _bankroll(text: str) -> int:
    try:
        return cents(text)
    except ValueError as error:
        raise UnusableError(Problem("--bankroll", str(error), "dollars such as 1000")) from None


def _new_file(key: str, path: Path | None, files: ExitStack) -> TextIO | None:
    """A file that is not there yet: what was logged is never overwritten."""
    if path is None:
        return None
    try:
        return files.enter_context(path.open("x", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise UnusableError(Problem(key, f"{path}: {error.strerror}", "a new file")) from None


def _stdin() -> TextIO:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def _welcome(session: Session, view: View, wishes: Wishes) -> None:
    view.say(session.words.sign(session.table_seen().sign), "bold")
    view.say(f"--seed {session.seed} deals the same cards again.")
    if not wishes.script and not wishes.strategy:
        view.say("Type a key and Enter: ? tells the keys, c shows the paragraphs, q leaves.")
    if offers := session.words.offers(session.posting):
        view.say(f"Side wagers: {offers}.")


def _farewell(session: Session, view: View) -> None:
    """A word about wagers that nobody decided, and the totals."""
    if session.unfinished:
        view.say("")
        wagers = ", ".join(f"{name} {dollars(amount)}" for name, amount in session.table.staked.items())
        when = "before the deal" if session.between_rounds else "in the middle of a round"
        view.say(f"Left {when}. Undecided wagers count as given back: {wagers}.", "yellow")
    view.totals(session)
