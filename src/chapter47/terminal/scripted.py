"""Playing from a script: each line is performed, and the first refusal is reported with its paragraph."""

from typing import NamedTuple

from chapter47.core.act import Call, Choose, Open, Steps
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.session.script import ScriptLine
from chapter47.session.session import Session
from chapter47.session.unscripted import sentences
from chapter47.terminal.screen import Screen


class RefusedLine(NamedTuple):
    """The refused line of a script."""

    line: ScriptLine
    refusal: Refusal

    def __str__(self) -> str:
        why = self.refusal
        by = f"{why.code}, {why.citation}" if why.citation else why.code
        return f"line {self.line.number}: {self.line.act}: {why.message} ({by}): found {why.got}; allowed: {why.want}"

    def data(self) -> Json:
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


class Notes:
    """Notes on things that the author of a script may not have intended, shown as they arise."""

    def __init__(self, session: Session, screen: Screen | None) -> None:
        self.session, self.screen = session, screen
        self.noted: list[str] = []
        self._rounds = 0

    def tell(self, note: str) -> None:
        self.noted.append(note)
        if self.screen is not None:
            self.screen.say(note, "yellow")

    def after_an_act(self) -> None:
        """Add notes once at the end of each round."""
        finished = self.session.book.finished
        if len(finished) > self._rounds and (left := self.session.playing.named_and_left(self.session.table)):
            self.tell(f"Round {finished[-1].number} is over. Not used yet, so next in line: {left}.")
        self._rounds = len(finished)

    def waited(self, line: ScriptLine, why: str) -> None:
        self.tell(f"Line {line.number} (`{line.act}`) waited: {why}. It was called at the first possible moment.")

    def left_to_chance(self) -> None:
        for sentence in sentences(self.session.unscripted.listed, self.session.seed):
            self.tell(sentence)

    def at_the_end(self) -> None:
        asked = self.session.asked()
        if asked is None:
            return
        book = self.session.book
        of_a_round = bool(book.rounds) and not book.rounds[-1].over
        when = f"in the middle of round {book.rounds[-1].number}" if of_a_round else "between two rounds"
        self.tell(f"The script ends {when}: {asked.bettor} decides on {asked.about}.")


class WaitingCalls:
    """Irregularities that cannot have happened yet; each is called as soon as it can happen."""

    NOT_YET = ("call.not_now", "call.hand")

    def __init__(self, session: Session, notes: Notes) -> None:
        self.session, self.notes = session, notes
        self.waiting: list[RefusedLine] = []
        self._rounds = 0
        session.pause = lambda need: self.try_them()

    def put_off(self, refused: RefusedLine) -> bool:
        """Return whether the line waits: a round is in progress, and decisions are still to come."""
        waits = isinstance(refused.line.act, Call) and refused.refusal.code in self.NOT_YET
        if waits and not self.session.between_rounds:
            self.waiting.append(refused)
            return True
        return False

    def try_them(self) -> None:
        for refused in self.waiting:
            call = refused.line.act
            assert isinstance(call, Call)
            here = call.at is None or call.at == getattr(self.session.need, "at", None)
            if here and call.kind in self.session.table.calls:
                self.waiting.remove(refused)
                self.session.perform(call)
                self.notes.waited(refused.line, f"{refused.refusal.message}; possible: {refused.refusal.want}")
                return

    def before_an_act(self) -> None:
        if self.waiting:
            self.session.go_on()
            self.try_them()

    def never_came(self, *, at_the_end: bool = False) -> RefusedLine | None:
        """Return the first call whose round is over or, after the last line, any."""
        finished = len(self.session.book.finished)
        over, self._rounds = finished > self._rounds, finished
        return self.waiting[0] if self.waiting and (over or at_the_end) else None


def run(
    session: Session, lines: list[ScriptLine], *, notes: Notes, screen: Screen | None, rounds: int | None
) -> RefusedLine | None:
    """Perform the lines until they or the rounds are done, then the steps that need no decision.

    Once betting is closed a wager is for the next round, except after `dealer step`: then it is made at once."""
    refused = _run(session, lines, notes=notes, screen=screen, rounds=rounds)
    notes.left_to_chance()
    return refused


def _run(
    session: Session, lines: list[ScriptLine], *, notes: Notes, screen: Screen | None, rounds: int | None
) -> RefusedLine | None:
    calls = WaitingCalls(session, notes)
    by_steps = False
    for line in lines:
        if not (session.table.is_open or (line.act.before_opening and not isinstance(line.act, Open))):
            session.come(session.playing.first_to_come([line.act for line in lines]))
            if not isinstance(line.act, Open) and (refusal := session.perform(Open())):
                return RefusedLine(line, refusal)
        if rounds is not None and len(session.book.finished) >= rounds:
            return None
        if screen is not None:
            _show(session, screen, line)
        calls.before_an_act()
        if line.act.of_the_layout and not by_steps:
            session.go_on()
        by_steps = isinstance(line.act, Steps)
        before = session.steps_taken
        refusal = session.perform(line.act)
        if isinstance(line.act, Call) and refusal is None and (steps := session.steps_taken - before):
            notes.waited(line, f"the dealer had {steps} step{'s' * (steps != 1)} to take before it could happen")
        if refusal and not calls.put_off(RefusedLine(line, refusal)):
            return RefusedLine(line, refusal)
        if never := calls.never_came():
            return never
        notes.after_an_act()
    if not session.table.is_open and (refusal := session.perform(Open())):
        return RefusedLine(lines[-1], refusal)
    calls.before_an_act()
    session.go_on()
    notes.after_an_act()
    notes.at_the_end()
    return calls.never_came(at_the_end=True)


def _show(session: Session, screen: Screen, line: ScriptLine) -> None:
    if isinstance(line.act, Choose):
        session.go_on()
        screen.layout(session)
    screen.say(f"> {line.act}", "bold")
