"""`chapter47 replay`: replays a log step by step."""

import sys
from collections.abc import Callable

from rich.text import Text

from chapter47.core.event import Event, RoundOver, Said
from chapter47.core.log import Frame, LogError, MismatchError
from chapter47.core.words import AnyWords
from chapter47.session.narration import event_text
from chapter47.session.replays import Replayed, ReplayedRound
from chapter47.terminal.console import Faces, Terminal, coloured
from chapter47.terminal.keys import LEAVE
from chapter47.terminal.layout import layout, settlement

Wait = Callable[[], bool]
"""Called after each step; returns whether to show the next one."""


def at_the_keyboard() -> bool:
    """Wait for Enter; q, or the end of input, leaves."""
    line = sys.stdin.readline()
    return bool(line) and line.strip() != LEAVE


def show(replayed: Replayed, *, number: int | None, wait: Wait | None = None) -> None:
    """Show each line of the log in words, with its paragraph, and the settlement after each round."""
    console = Terminal(highlight=False)
    faces = Faces.of(console)
    for part in replayed.parts:
        if number in (None, part.result.number) and not _shown(replayed, part, console, faces, wait):
            return


def _shown(replayed: Replayed, part: ReplayedRound, console: Terminal, faces: Faces, wait: Wait | None) -> bool:
    for frame in part.frames:
        _line(replayed, frame, console, faces)
        if wait is not None:
            _layout(replayed, frame, part, console, faces)
        if isinstance(frame.entry.event, RoundOver):
            console.print()
            console.print(settlement(part.result, _place(replayed)))
            console.print()
        if wait is not None and not wait():
            return False
    return True


def _line(replayed: Replayed, frame: Frame, console: Terminal, faces: Faces) -> None:
    event = frame.entry.event
    text = Text(f"{frame.line:>5}  ", style="dim")
    text.append_text(coloured(event_text(event, faces, replayed.playing), "cyan" if isinstance(event, Said) else ""))
    text.append(f"  {event.by}", style="dim")
    if frame.entry.unscripted:
        text.append("  not in the script", style="yellow")
    console.print(text, soft_wrap=not console.is_terminal)


def _words(replayed: Replayed) -> AnyWords | None:
    return replayed.game.words.load() if replayed.game.words else None


def _place(replayed: Replayed) -> str:
    """Return what a place at the table is called."""
    words = _words(replayed)
    return words.places(replayed.rules).word if words else "box"


def _layout(replayed: Replayed, frame: Frame, part: ReplayedRound, console: Terminal, faces: Faces) -> None:
    """Show the layout at decisions."""
    words = _words(replayed)
    if words is None:
        return
    events = [done.entry.event for done in part.frames if done.line <= frame.line]
    if shown := words.replayed(frame, events, faces):
        console.print(layout(shown))


def verdict(replayed: Replayed, *, raw: bool = False) -> str:
    if replayed.error is not None:
        why = _why(replayed, replayed.error, raw=raw)
        return f"does not reproduce: line {replayed.error.line}: {why}{_context(replayed)}"
    count = len(replayed.rounds)
    words = _words(replayed)
    chance = words.chance if words else "cards"
    cards = (
        f"the {chance} are as logged" if replayed.seed is None else f"the {chance} are those of seed {replayed.seed}"
    )
    if replayed.unscripted:
        cards += f", {replayed.unscripted} of them not in the script"
    if replayed.cut_off_in is not None:
        whole = count - 1
        before = f"the {whole} before it reproduced" if whole else "nothing precedes it"
        return f"ends in the middle of round {replayed.cut_off_in}: {before}, {cards}{_context(replayed)}"
    return f"reproduces: {count} round{'s' * (count != 1)}, {cards}{_context(replayed)}"


def _why(replayed: Replayed, error: LogError, *, raw: bool) -> str:
    """Explain a mismatch in words, unless the events differ in something that words do not show."""
    if raw or not isinstance(error, MismatchError):
        return error.why
    faces = Faces.of(Terminal())
    logged, follows = (_quoted(replayed, event, faces) for event in (error.logged, error.follows))
    return error.why if logged == follows else f"the log says {logged}, {error.says} {follows}"


def _quoted(replayed: Replayed, event: Event, faces: Faces) -> str:
    words = event_text(event, faces, replayed.playing).removesuffix(".")
    return f"{words if words.startswith('“') else f'“{words}”'} ({event.by})"


def _context(replayed: Replayed) -> str:
    if replayed.context is None:
        return ""
    version, day, text = replayed.context
    return f"; written by version {version}, judged {f'on {day}' if day else f'by {text}'}"
