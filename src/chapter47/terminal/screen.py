"""Output for the people at the table."""

from collections.abc import Iterable, Sequence

from rich.padding import Padding
from rich.text import Text

from chapter47.core.event import Event, RoundOver, Said
from chapter47.core.findings import Refusal
from chapter47.core.log import LogEntry
from chapter47.core.posting import Posting
from chapter47.core.words import Choice
from chapter47.law.editions import Held, in_force
from chapter47.law.paragraphs import paragraph
from chapter47.session.narration import event_text
from chapter47.session.session import Session
from chapter47.terminal.console import Faces, Terminal, coloured, short
from chapter47.terminal.layout import layout, settlement, totals


class Screen:
    """Prints; `cite` adds every step and its paragraph."""

    def __init__(self, *, cite: bool = False, console: Terminal | None = None) -> None:
        self.console = console or Terminal(highlight=False)
        self.faces = Faces.of(self.console)
        self.cite = cite

    def say(self, text: str | Text, style: str = "") -> None:
        self._print(coloured(text, style) if isinstance(text, str) else text)

    def keys(self, keys: Sequence[str]) -> None:
        """Print keys in lines that break only between two keys."""
        for line in _packed(keys, self.console.width if self.console.is_terminal else None):
            self.say(line)

    def _print(self, text: Text) -> None:
        """Print; a file or a pipe keeps a line whole."""
        self.console.print(text, soft_wrap=not self.console.is_terminal)

    def entries(self, session: Session, entries: Sequence[LogEntry]) -> None:
        log: Sequence[LogEntry] = session.table.log
        for number, entry in enumerate(entries, start=len(log) - len(entries)):
            if self.cite or not session.words.quiet(entry, log[:number]):
                self.event(session, entry.event)
            if isinstance(entry.event, RoundOver):
                self.settled(session)

    def event(self, session: Session, event: Event) -> None:
        text = coloured(event_text(event, self.faces, session.playing), "cyan" if isinstance(event, Said) else "")
        if self.cite:
            text.append(f"  {short(event.by)}", style="dim")
        self._print(text)

    def settled(self, session: Session) -> None:
        self.layout(session)
        self.console.print()
        if not session.book.rounds[-1].rows:
            return
        self.console.print(settlement(session.book.rounds[-1], session.words.places(session.posting).word))
        self.console.print()

    def layout(self, session: Session) -> None:
        """Show the layout as the player who must decide sees it."""
        seen = session.table_seen()
        book = session.book.rounds
        words = session.words
        when = f"Round {book[-1].number}" if book else "Before the first round"
        title = f"{when} – {words.state_of_table(seen)}"
        chips = {name: session.chips(name) for name in self._names(session)}
        known = {name: left for name, left in chips.items() if left is not None}
        self.console.print()
        self.console.print(layout(words.layout(seen, self.faces, known), title))

    def refusal(self, refusal: Refusal) -> None:
        cited = f" ({short(refusal.citation)})" if refusal.citation else ""
        got, want = self.faces.in_text(refusal.got), self.faces.in_text(refusal.want)
        self.say(f"No: {refusal.message}{cited}. Found {got}; allowed: {want}.", "yellow")

    def explain(self, posting: Posting, choices: Iterable[Choice]) -> None:
        """Show each choice with its key, its cost, its paragraph and what that says."""
        for choice in choices:
            self.say(f"  {choice.key}  {choice.label} – {choice.by}")
            if text := says(choice.by, posting):
                self.console.print(Padding(Text(text, style="dim"), (0, 0, 0, 5)))

    @staticmethod
    def _names(session: Session) -> list[str]:
        """Return everybody who brought chips or has bet."""
        return [*dict.fromkeys([*session.purse.players, *session.book.net(), *session.table.staked])]

    def totals(self, session: Session) -> None:
        """Show the totals; wagers on the layout count as returned, outstanding fees as paid."""
        book, net = session.book, session.book.net()
        net.subtract(session.owed)
        chips = {name: session.chips(name) for name in self._names(session)}
        for name, left in chips.items():
            if left is not None:
                chips[name] = left + session.table.staked.get(name, 0) - session.owed.get(name, 0)
        if chips:
            self.console.print(totals(net, book.staked(), chips, len(book.finished)))


def _packed(words: Sequence[str], width: int | None) -> list[str]:
    """Put as many items on a line as fit."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}   {word}" if lines else ""
        if longer and (width is None or len(longer) <= width):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def says(citation: str, posting: Posting) -> str:
    """Return what a paragraph says on the date of the table, in our words."""
    forms = paragraph(citation)
    held = in_force(citation, posting.day)
    editions = held.editions if isinstance(held, Held) else ()
    chosen = [form for form in forms if set(editions) & set(form.editions)] or list(forms)
    return chosen[-1].says if chosen else ""
