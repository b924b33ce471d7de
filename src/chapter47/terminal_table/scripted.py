"""Playing from a script: every line is done, or the first that is refused is told with its paragraph."""

from typing import Any, NamedTuple

from chapter47.round.needs import Refusal
from chapter47.terminal_table.acts import Choose
from chapter47.terminal_table.script import Line
from chapter47.terminal_table.session import Session
from chapter47.terminal_table.view import View


class Refused(NamedTuple):
    """The line of a script that was refused."""

    line: Line
    refusal: Refusal

    def __str__(self) -> str:
        why = self.refusal
        by = f"{why.code}, {why.citation}" if why.citation else why.code
        return f"line {self.line.number}: {self.line.act}: {why.message} ({by}): got {why.got}, allowed: {why.want}"

    def data(self) -> dict[str, Any]:
        why = self.refusal
        return {
            "key": f"line {self.line.number}",
            "act": str(self.line.act),
            "code": why.code,
            "citation": why.citation,
            "message": why.message,
            "got": why.got,
            "allowed": why.want,
        }


def run(session: Session, lines: list[Line], *, view: View | None, rounds: int | None) -> Refused | None:
    """Until the lines or the rounds are done; then what needs no decision."""
    for line in lines:
        if rounds is not None and len(session.book.finished) >= rounds:
            return None
        if view is not None:
            _show(session, view, line)
        if refusal := session.perform(line.act):
            return Refused(line, refusal)
    session.go_on()
    return None


def _show(session: Session, view: View, line: Line) -> None:
    if isinstance(line.act, Choose):
        session.go_on()
        view.layout(session)
    view.say(f"> {line.act}", "bold")
