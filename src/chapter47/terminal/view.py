"""What the people at the table see and hear."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.padding import Padding
from rich.text import Text

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.round.needs import Refusal
from chapter47.blackjack.rules.deal import FIRST_CARD, SECOND_CARD, UPCARD
from chapter47.blackjack.state import INSURANCE, MAIN
from chapter47.blackjack.table.log import SHOE
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.log import Entry
from chapter47.core.words import Choice
from chapter47.law.editions import Held, in_force
from chapter47.law.paragraphs import paragraph
from chapter47.session.narration import told
from chapter47.session.session import Session
from chapter47.terminal.console import Terminal
from chapter47.terminal.faces import Faces, coloured, short
from chapter47.terminal.layout import layout, settlement, totals

_BASIC: Final = (FIRST_CARD, UPCARD, SECOND_CARD)
_FIRST_CARDS: Final = {*_BASIC, *(game.cites.get(by, by) for game in GAMES.values() for by in _BASIC)}
_QUIET: Final = (
    e.Bet,
    e.BetsClosed,
    e.Collected,
    e.CuttingCardPlaced,
    e.DealerDone,
    e.Did,
    e.Hit,
    e.Paid,
    e.Returned,
    e.RoundBegan,
    e.RoundOver,
    e.Sat,
    e.SideBet,
    e.Split,
    e.TakenIn,
    e.Stood,
)
"""What the layout or the settlement shows anyway; with the paragraphs switched on, all of it is told."""


class View:
    """Prints; `cite` adds every step and its paragraph."""

    def __init__(self, *, cite: bool = False, console: Terminal | None = None) -> None:
        self.console = console or Terminal(highlight=False)
        self.faces = Faces.of(self.console)
        self.cite = cite

    def say(self, text: str | Text, style: str = "") -> None:
        self._print(coloured(text, style) if isinstance(text, str) else text)

    def _print(self, text: Text) -> None:
        """A file or a pipe keeps a line whole."""
        self.console.print(text, soft_wrap=not self.console.is_terminal)

    def entries(self, session: Session, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if self.cite or not _hidden(entry):
                self.event(session, entry.event)
            if isinstance(entry.event, e.RoundOver):
                self.settled(session)

    def event(self, session: Session, event: Event) -> None:
        text = coloured(told(event, self.faces, session.playing), "cyan" if isinstance(event, e.Said) else "")
        if self.cite:
            text.append(f"  {short(event.by)}", style="dim")
        self._print(text)

    def settled(self, session: Session) -> None:
        self.layout(session)
        self.console.print()
        self.console.print(settlement(session.book.rounds[-1]))
        self.console.print()

    def layout(self, session: Session) -> None:
        """As whoever is asked sees it: at a terminal this one looks."""
        seen = session.table_seen()
        book = session.book.rounds
        title = f"Round {book[-1].number if book else 0} – {seen.shoe.cards_left} cards left in the shoe"
        chips = {bettor.name: session.chips(bettor.name) for bettor in seen.round.bettors}
        known = {name: left for name, left in chips.items() if left is not None}
        self.console.print()
        self.console.print(layout(session.words.layout(seen, self.faces, known), title))

    def refusal(self, refusal: Refusal) -> None:
        cited = f" ({short(refusal.citation)})" if refusal.citation else ""
        got, want = self.faces.in_text(refusal.got), self.faces.in_text(refusal.want)
        self.say(f"No: {refusal.message}{cited}. Got {got}; allowed: {want}.", "yellow")

    def explain(self, rules: TableRules, choices: Iterable[Choice]) -> None:
        """Each choice with its key, what it costs, its paragraph and what that says."""
        for choice in choices:
            self.say(f"  {choice.key}  {choice.label} – {choice.by}")
            if what := says(choice.by, rules):
                self.console.print(Padding(Text(what, style="dim"), (0, 0, 0, 5)))

    def totals(self, session: Session) -> None:
        book = session.book
        names = dict.fromkeys([*session.purse.players, *book.net(), *session.table.staked])
        chips = {name: session.chips(name) for name in names}
        for name, amount in session.table.staked.items():
            left = chips[name]
            chips[name] = None if left is None else left + amount
        if names:
            self.console.print(totals(book.net(), book.staked(), chips, len(book.finished)))


def _hidden(entry: Entry) -> bool:
    event = entry.event
    if isinstance(event, e.Dealt):
        return event.by in _FIRST_CARDS
    if isinstance(event, e.SplitStaked):
        return event.both
    if isinstance(event, (e.Insured, e.Doubled)):
        return event.amount == 0
    if isinstance(event, (e.Paid, e.Collected)) and event.wager not in (MAIN, INSURANCE):
        return False  # a side wager is decided before the settlement shows it
    return isinstance(event, _QUIET) or (entry.source == SHOE and isinstance(event, e.CutOffered))


def says(citation: str, rules: TableRules) -> str:
    """What a paragraph says on the day of the table, in our words."""
    forms = paragraph(citation)
    held = in_force(citation, rules.day)
    editions = held.editions if isinstance(held, Held) else ()
    chosen = [form for form in forms if set(editions) & set(form.editions)] or list(forms)
    return chosen[-1].says if chosen else ""
