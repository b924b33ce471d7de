"""Wagers at the keyboard: main wagers box by box, then side wagers, and what the floor does between rounds."""

from collections.abc import Sequence
from typing import Final, get_args

from chapter47.blackjack import acts
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.views.records import SeatView, TableView
from chapter47.blackjack.words import side_wagers
from chapter47.core.money import dollars
from chapter47.core.words import Keyboard, Sitter

HELP: Final = "?"
BETWEEN_ROUNDS: Final = (
    "relieve NAME, shuffle, recut [next], sit BOX NAME, leave NAME [held], let-in NAME, idle [face-down], "
    "resume [asked], show-burn, repair-reader, fail-light BOX, repair-light BOX, jam, withdraw BOX NAME [WAGER [BET]]"
)
BETTING: Final = (
    "An amount bets it, Enter bets the same as before, 0 sits out, +100 buys chips for $100, c shows the paragraphs, "
    f". goes step by step, q leaves. Between rounds also: {BETWEEN_ROUNDS}."
)


class Wagering:
    """Asks everybody for the wagers of a round, and closes them."""

    def __init__(self, keyboard: Keyboard[TableRules, TableView, SeatView]) -> None:
        self.keyboard = keyboard
        self.rules = keyboard.posting
        self.last: dict[Sitter, int] = {}

    def __call__(self) -> None:
        self.main_wagers()
        self.keyboard.perform(acts.Deal())

    def main_wagers(self) -> None:
        """Everybody once; again, as long as nobody wagers."""
        while True:
            wagered = [seat for seat in self.keyboard.seats if self.wagers_of(seat)]
            if wagered:
                self.side_wagers(wagered)
                return
            self.keyboard.say("Nobody has wagered.")

    def wagers_of(self, seat: Sitter) -> bool:
        """One wager, or as many as the game asks for and allows."""
        sign = self.keyboard.table_seen().sign
        least, most = sign.least_wagers, sign.most_wagers
        if not self.wager(seat, _which(1, most)):
            return False
        for made in range(1, most):
            if self.wager(seat, _which(made + 1, most)):
                continue
            if made < least:
                self.keyboard.say(f"{least} wagers are the least here: what lies there goes back.", "yellow")
                self.keyboard.perform(acts.Withdraw(seat.box, seat.name))
                return False
            break
        return True

    def side_wagers(self, seats: Sequence[Sitter]) -> None:
        """Whoever has a main wager may add side wagers, one after the other."""
        for seat in seats if self.rules.wagers else ():
            while answer := self.keyboard.ask(f"{seat.name}, box {seat.box}. Side wager (Enter for none):"):
                if answer == HELP:
                    self.keyboard.say(f"{side_wagers.LOOKS} Here: {side_wagers.offered(self.rules)}.")
                elif (wish := side_wagers.wished(seat.box, seat.name, answer)) is None:
                    self.keyboard.say(side_wagers.LOOKS, "yellow")
                else:
                    self.keyboard.perform(wish)

    def wager(self, seat: Sitter, which: str = "") -> bool:
        while True:
            usual = self.usual_wager(seat)
            answer = self.keyboard.ask(self.prompt(seat, usual, which))
            if answer == HELP:
                self.keyboard.say(BETTING)
            elif answer.startswith("+"):
                self.buy(seat, answer[1:])
            elif answer == "0" or (not answer and not usual):
                return False
            elif answer and answer.split()[0] in acts.ACTS.by_word:
                self.between_rounds(answer)
            elif (amount := self.keyboard.amount_of(answer) if answer else usual) and self.is_placed(seat, amount):
                return True

    def is_placed(self, seat: Sitter, amount: int) -> bool:
        done = self.keyboard.perform(acts.Bet(seat.box, seat.name, amount, seat.standing))
        if done:
            self.last[seat] = amount
        return done

    def usual_wager(self, seat: Sitter) -> int:
        """The last one or the minimum, as far as the chips go."""
        rules, chips = self.rules, self.keyboard.chips(seat.name)
        usual = self.last.get(seat, rules.minimum)
        if chips is not None and chips < usual:
            usual = chips // wager_step(rules) * wager_step(rules)
        return usual if usual >= rules.minimum else 0

    def prompt(self, seat: Sitter, usual: int, which: str) -> str:
        chips = self.keyboard.chips(seat.name)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        enter = f"Enter for {dollars(usual)}" if usual else "Enter sits out, +100 buys chips"
        return f"{seat.name}, box {seat.box}{has}. Wager{which} ({enter}):"

    def buy(self, seat: Sitter, text: str) -> None:
        if bought := self.keyboard.amount_of(text):
            self.keyboard.buy(seat.name, bought)

    def between_rounds(self, line: str) -> None:
        """What the floor does between rounds, in the words of a script."""
        act = self.keyboard.act_of(line)
        if act is None:
            return
        if isinstance(act, (*get_args(acts.BetweenRounds), acts.Withdraw)):
            self.keyboard.perform(act)
        else:
            self.keyboard.say(f"Here only: {BETWEEN_ROUNDS}.", "yellow")


def _which(number: int, most: int) -> str:
    """Which of several wagers on a box."""
    return f" {number} of {most}" if most > 1 else ""
