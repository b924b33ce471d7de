"""Wagers at the keyboard: whoever speaks makes wagers, takes them down or calls them on, until the dice are thrown."""

from typing import Final

from chapter47.core.act import quoted
from chapter47.core.money import dollars
from chapter47.core.words import Keyboard
from chapter47.craps.acts import FORMS, VERBS, words_in
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import Legal
from chapter47.craps.views import CrapsView, PlayerView
from chapter47.craps.words.questions import help_lines, wager_keys, wager_of

HELP, SHOW, IRREGULARITY, DOWN, BUYS = "?", "=", "!", "-", "+"
MORE: Final = (
    "  = shows the layout   +100 buys chips for $100   NAME or NAME WAGER speaks for another player\n"
    "  sit PLACE NAME   leave NAME   ! calls what went wrong   c paragraphs   . stops before each throw   q leaves"
)
TOO_FEW_WORDS: Final = "A wager is a key, its number where it has several, and an amount: p 10, w6 12. ? tells all."


class Wagering:
    """Asks until the dice go to the shooter, or somebody has to say whether to take them."""

    def __init__(self, keyboard: Keyboard[CrapsPosting, CrapsView, PlayerView]) -> None:
        self.keyboard = keyboard
        self.speaker = keyboard.seats[0].name

    def __call__(self) -> None:
        if self.table.point or not self.table.rolls:  # at the end of a round it is shown anyway
            self.keyboard.show()
        self.speaker = self.speaker if self.speaker in self.names else next(iter(self.names), self.speaker)
        self.keyboard.say_keys(wager_keys(self.seat))
        while self.table.need in ("NeedBets", "NeedPlayer"):
            answer = self.keyboard.ask(self.prompt())
            if not answer:
                self.do("throw")
            elif answer == HELP:
                self.help()
            elif answer == SHOW:
                self.keyboard.show()
            elif answer == IRREGULARITY:
                self.keyboard.irregularity()
            elif answer.startswith(BUYS):
                self.buy(answer[1:])
            else:
                self.said(words_in(answer))

    @property
    def table(self) -> CrapsView:
        seen: CrapsView = self.keyboard.table_seen()
        return seen

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.table.rail]

    @property
    def seat(self) -> PlayerView:
        seen: PlayerView = self.keyboard.seat(self.speaker)
        return seen

    def prompt(self) -> str:
        chips = self.keyboard.chips(self.speaker)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        shooter = self.table.shooter
        throws = "throws" if shooter == self.speaker else f"has {shooter} throw"
        return f"{self.speaker}{has}. A wager such as p 10 (Enter {throws}, ? help):"

    def help(self) -> None:
        self.keyboard.say("\n".join(help_lines(self.seat)))
        self.keyboard.say(MORE)

    def buy(self, text: str) -> None:
        if bought := self.keyboard.amount_of(text):
            self.keyboard.buy(self.speaker, bought)

    def do(self, line: str) -> None:
        """A line of a script; what it cannot mean is told."""
        act = self.keyboard.act_of(line)
        if act is not None and act.beyond_the_seed:
            self.keyboard.say("The dice are thrown here, not named; a script names them.", "yellow")
        elif act is not None:
            self.keyboard.perform(act)

    def said(self, words: list[str]) -> None:
        if words[0] in self.names:
            self.speaker, words = words[0], words[1:]
        if not words:
            return
        if words[0] in FORMS.by_word:
            self.do(" ".join(map(quoted, words)))
        elif words[0] in VERBS:
            self.do(f"{quoted(self.speaker)} {' '.join(words)}")
        elif words[0] in ("on", "off") and len(words) > 1:
            self.wager(f"call-{words[0]}", words[1:])
        elif words[0].startswith(DOWN):
            self.wager("reduce" if len(words) > 1 else "take-down", [words[0].removeprefix(DOWN), *words[1:]])
        else:
            self.wager("bet", words)

    def wager(self, verb: str, words: list[str]) -> None:
        meant = wager_of(words)
        if meant is None:
            self.keyboard.say(f"“{' '.join(words)}” is not a wager. {TOO_FEW_WORDS}", "yellow")
            return
        wager, rest = meant
        if verb == "bet" and not rest and not (rest := self.how_much(wager)):
            return
        self.do(" ".join((quoted(self.speaker), verb, wager, *rest)))

    def how_much(self, wager: str) -> list[str]:
        legal = next((act for act in self.seat.legal if act.act == "bet" and _named(act) == wager), None)
        if legal is None:
            self.keyboard.say(TOO_FEW_WORDS, "yellow")
            return []
        amounts = f"{dollars(legal.least)} to {dollars(legal.most)} in steps of {dollars(legal.step)}"
        amount = self.keyboard.ask(f"How much on {wager}? {amounts}, Enter for none:")
        return [amount.removeprefix("$")] if amount else []


def _named(act: Legal) -> str:
    plain_odds = act.wager.endswith("pass-odds")
    return f"{act.wager} {act.number}" if act.number and not plain_odds else act.wager
