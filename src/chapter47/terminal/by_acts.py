"""Playing a game that has no keys of its own: acts are typed, or read from a script, in the words of scripts."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO

from chapter47.core.act import Act, BadActError, Sit
from chapter47.core.chance import fresh_seed
from chapter47.core.log import Entry
from chapter47.core.money import cents, dollars
from chapter47.games import game_of
from chapter47.session import script
from chapter47.session.narration import told
from chapter47.session.problems import Problem, UnusableError
from chapter47.session.script import Line
from chapter47.session.session import Session
from chapter47.terminal.console import Terminal
from chapter47.terminal.faces import Faces
from chapter47.terminal.options import PlayOptions
from chapter47.terminal.play import PlayedSession
from chapter47.terminal.scripted import Refused

MINIMA: Final = 100
"""How many times the minimum a player brings, unless told."""
LEAVES: Final = ("q", "quit")


def play(posting: Any, options: PlayOptions, keyboard: TextIO | None = None) -> PlayedSession:
    """Raises `UnusableError` where that cannot be done."""
    _fitting(options)
    acts = game_of(posting).playing
    if acts is None:
        raise UnusableError(Problem("game", f"{posting.game} is not dealt here yet", "another game"))
    forms = acts.load().acts
    lines = script.read(options.script, forms) if options.script else None
    console = Terminal(highlight=False)
    with ExitStack() as files:
        session = _session(posting, options, files, scripted=lines is not None)
        if not options.json:
            session.watch = lambda entries: _tell(session, console, entries, cite=options.cite)
        session.open(seed_tells_all=not any(line.act.beyond_the_seed for line in lines or ()))
        if lines is not None:
            return PlayedSession(session, _run(session, lines, options.rounds))
        _at_the_keyboard(session, console, options, keyboard or sys.stdin)
    return PlayedSession(session)


def _fitting(options: PlayOptions) -> None:
    if options.strategy or options.step or options.boxes is not None:
        raise UnusableError(Problem("--strategy, --step, --boxes", "at this game", "--players, --script"))
    if options.json and not options.script:
        raise UnusableError(Problem("--json", "a session at the keyboard", "a script: --script FILE"))


def _session(posting: Any, options: PlayOptions, files: ExitStack, *, scripted: bool) -> Session:
    bankroll = None if scripted else MINIMA * posting.minimum
    if options.bankroll is not None:
        try:
            bankroll = cents(options.bankroll)
        except ValueError as error:
            raise UnusableError(Problem("--bankroll", str(error), "dollars such as 1000")) from None
    session = Session(posting, fresh_seed() if options.seed is None else options.seed, bankroll=bankroll)
    session.log_file = _new_file("--log", options.log, files)
    session.record_file = _new_file("--record", options.record, files)
    return session


def _new_file(key: str, path: Path | None, files: ExitStack) -> TextIO | None:
    if path is None:
        return None
    try:
        return files.enter_context(path.open("x", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise UnusableError(Problem(key, f"{path}: {error.strerror}", "a new file")) from None


def _tell(session: Session, console: Terminal, entries: Sequence[Entry], *, cite: bool) -> None:
    faces = Faces.of(console)
    for entry in entries:
        cited = f"{entry.event.by:<18}" if cite else ""
        console.print(cited + told(entry.event, faces, session.playing), markup=False)


def _run(session: Session, lines: Sequence[Line], rounds: int | None) -> Refused | None:
    for line in lines:
        if rounds is not None and len(session.book.finished) >= rounds:
            return None
        if refusal := session.perform(line.act):
            return Refused(line, refusal)
    session.go_on()
    return None


def _at_the_keyboard(session: Session, console: Terminal, options: PlayOptions, keyboard: TextIO) -> None:
    """A line for each act; a player who is alone need not say the name."""
    names = [name.strip() for name in (options.players or "Ann").split(",")]
    for place, name in enumerate(names, start=1):
        session.perform(Sit(place, name))
    console.print(f"--seed {session.seed} gives the same chance again. ? tells the acts, q leaves.", markup=False)
    while options.rounds is None or len(session.book.finished) < options.rounds:
        session.go_on()
        _show(session, console, names[0])
        console.print(f"[{session.playing.waits_for(session.need)}] ", end="", markup=False)
        line = keyboard.readline()
        if not line or line.strip() in LEAVES:
            break
        _typed(session, console, line, names)
    for name, net in session.book.net().items():
        console.print(f"{name}: {dollars(net)}", markup=False)


def _show(session: Session, console: Terminal, name: str) -> None:
    if session.playing.shown:
        console.print("\n".join(session.playing.shown(session.seat(name))), style="dim", markup=False)


def _typed(session: Session, console: Terminal, line: str, names: Sequence[str]) -> None:
    if line.strip() in ("", "?"):
        forms = session.playing.acts
        looks = [form.looks for form in (*forms.by_word.values(), forms.otherwise)]
        if session.playing.may_do:
            looks += [f"{names[0]} may:", *session.playing.may_do(session.seat(names[0]))]
        console.print("\n".join(looks), markup=False)
        return
    try:
        act = _act(session, line, names)
    except BadActError as error:
        console.print(str(error), style="yellow", markup=False)
        return
    if refusal := session.perform(act):
        console.print(str(refusal), style="yellow", markup=False)


def _act(session: Session, line: str, names: Sequence[str]) -> Act:
    try:
        words = shlex.split(line)
    except ValueError:
        raise BadActError("a quotation mark has no other") from None
    try:
        return session.playing.acts.read(words)
    except BadActError:
        if len(names) > 1:
            raise
        return session.playing.acts.read([names[0], *words])
