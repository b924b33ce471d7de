"""Playing with the keyboard: bets, decisions, irregularities, the cut."""

from collections.abc import Sequence
from typing import TextIO

from chapter47.blackjack import acts
from chapter47.blackjack.round.needs import Need
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.rules.shuffle_and_cut import cut_refused
from chapter47.blackjack.table.views import dealer_view, supervisor_view
from chapter47.blackjack.views.records import AskedView
from chapter47.blackjack.words import side_wagers
from chapter47.core.act import BadActError
from chapter47.core.money import cents, dollars
from chapter47.core.words import Choice
from chapter47.session.script import words_of
from chapter47.session.seats import Seat
from chapter47.session.session import Session
from chapter47.terminal import keys
from chapter47.terminal.faces import short
from chapter47.terminal.view import View


class LeaveError(Exception):
    """Somebody leaves the table, or no more keys come."""


class AtTheTable:
    """Asks for whatever the table needs, until somebody leaves or enough rounds are played."""

    def __init__(
        self, session: Session, view: View, seats: list[Seat], keyboard: TextIO, *, step: bool = False
    ) -> None:
        self.session, self.view, self.seats, self.keyboard = session, view, seats, keyboard
        self.by_steps, self.leaving = step, False
        self.nobody_cuts = False
        """Whether the cut was declined for all; until something else is asked."""
        self.last: dict[Seat, int] = {}
        session.pause = self.before_step
        session.ask_cut = self.cut
        for seat in seats:
            session.purse.sit(seat.name)

    def play(self, rounds: int | None) -> None:
        self.session.come((seat.box, seat.name) for seat in self.seats if not seat.standing)
        self.session.perform(acts.Open())
        while rounds is None or len(self.session.book.finished) < rounds:
            self.bets()
            if refusal := self.session.perform(acts.Deal()):
                self.view.refusal(refusal)
            self.session.go_on()
            while asked := self.session.table_seen().round.asked:
                self.decide(asked)
                self.session.go_on()

    # The keyboard --------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, *, before_step: bool = False) -> str:
        self.nobody_cuts = False
        return self.ask_once(prompt, before_step=before_step)

    def ask_once(self, prompt: str, *, before_step: bool = False) -> str:
        """A line from the keyboard; the keys that work everywhere are done here."""
        while not self.leaving:
            self.view.console.print(f"{prompt} ", end="", markup=False, soft_wrap=True, style="bold")
            line = self.keyboard.readline()
            if not self.keyboard.isatty():
                self.view.say(line.rstrip("\n"))  # a terminal shows what is typed, a pipe does not
            if not line or line.strip() == keys.LEAVE:
                self.leaving = True
                break
            match line.strip():
                case keys.CITE:
                    self.view.cite = not self.view.cite
                    self.view.say(f"Paragraphs are {'shown' if self.view.cite else 'hidden'}.")
                case keys.STEP:
                    self.by_steps = not self.by_steps
                    self.view.say(f"The dealer goes {'step by step' if self.by_steps else 'on without waiting'}.")
                    if before_step:
                        return ""
                case key:
                    return key
        raise LeaveError

    def money(self, text: str) -> int | None:
        try:
            return cents(text.removeprefix("$"))
        except ValueError:
            self.view.say("An amount is written as 15 or 2.50.", "yellow")
            return None

    # Wagers --------------------------------------------------------------------------------------------------------

    def bets(self) -> None:
        """Everybody once; again, as long as nobody wagers."""
        while True:
            wagered = [seat for seat in self.seats if self.all_bets(seat)]
            if wagered:
                self.side_bets(wagered)
                return
            self.view.say("Nobody has wagered.")

    def all_bets(self, seat: Seat) -> bool:
        """One wager, or as many as the game asks for and allows."""
        sign = self.session.table_seen().sign
        least, most = sign.least_wagers, sign.most_wagers
        if not self.bet(seat, _which(1, most)):
            return False
        for made in range(1, most):
            while not (more := self.bet(seat, _which(made + 1, most))) and made < least:
                self.view.say(f"{least} wagers are the least here.", "yellow")
            if not more:
                break
        return True

    def side_bets(self, seats: list[Seat]) -> None:
        """Whoever has a main wager may add side wagers, one after the other."""
        for seat in seats if self.session.posting.wagers else ():
            while answer := self.ask(f"{seat.name}, box {seat.box}. Side wager (Enter for none):"):
                if answer == keys.HELP:
                    self.view.say(f"{side_wagers.LOOKS} Here: {side_wagers.offered(self.session.posting)}.")
                elif (wish := side_wagers.wished(seat.box, seat.name, answer)) is None:
                    self.view.say(side_wagers.LOOKS, "yellow")
                elif refusal := self.session.perform(wish):
                    self.view.refusal(refusal)

    def bet(self, seat: Seat, which: str = "") -> bool:
        while True:
            usual = self.usual_bet(seat)
            answer = self.ask(self.bet_prompt(seat, usual, which))
            if answer == keys.HELP:
                self.view.say(_BETTING)
            elif answer.startswith("+"):
                self.buy(seat, answer[1:])
            elif answer == "0" or (not answer and not usual):
                return False
            elif answer and answer.split()[0] in acts.ACTS.by_word:
                self.between_rounds(answer)
            elif (wager := self.money(answer) if answer else usual) and self.placed(seat, wager):
                return True

    def placed(self, seat: Seat, wager: int) -> bool:
        refusal = self.session.perform(acts.Bet(seat.box, seat.name, wager, seat.standing))
        if refusal:
            self.view.refusal(refusal)
            return False
        self.last[seat] = wager
        return True

    def usual_bet(self, seat: Seat) -> int:
        """The last one or the minimum, as far as the chips go."""
        rules, chips = self.session.posting, self.session.chips(seat.name)
        usual = self.last.get(seat, rules.minimum)
        if chips is not None and chips < usual:
            usual = chips // wager_step(rules) * wager_step(rules)
        return usual if usual >= rules.minimum else 0

    def bet_prompt(self, seat: Seat, usual: int, which: str) -> str:
        chips = self.session.chips(seat.name)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        enter = f"Enter for {dollars(usual)}" if usual else "Enter sits out, +100 buys chips"
        return f"{seat.name}, box {seat.box}{has}. Wager{which} ({enter}):"

    def buy(self, seat: Seat, text: str) -> None:
        if bought := self.money(text):
            self.session.purse.buy(seat.name, bought)

    def between_rounds(self, line: str) -> None:
        """What the floor does between rounds, in the words of a script."""
        try:
            act = acts.ACTS.read(words_of(line))
        except BadActError as error:
            self.view.say(str(error), "yellow")
            return
        if not isinstance(act, acts.BetweenRounds):
            self.view.say(f"Here only: {_BETWEEN_ROUNDS}.", "yellow")
        elif refusal := self.session.perform(act):
            self.view.refusal(refusal)

    # Decisions -----------------------------------------------------------------------------------------------------

    def decide(self, asked: AskedView) -> None:
        """The question stays until it is answered, or something happens that changes it."""
        self.view.layout(self.session)
        version = self.session.table_seen().round.version
        while self.session.table_seen().round.version == version:
            seat = self.session.seat(asked.bettor)
            words, faces = self.session.words, self.view.faces
            offered = words.choices(seat, faces, self.session.chips(asked.bettor))
            self.view.say("   ".join([*(f"{choice.key} {choice.label}" for choice in offered), "? help"]))
            answer = self.ask(words.question(seat, faces))
            if answer == keys.HELP:
                self.view.explain(self.session.posting, offered)
                self.view.say(f"  {keys.ALWAYS}", "dim")
            elif answer == keys.IRREGULARITY:
                self.irregularity()
            elif answer == str(acts.ShowBurn()):
                self.between_rounds(answer)
            else:
                self.move(asked.bettor, offered, answer)

    def move(self, bettor: str, offered: Sequence[Choice], answer: str) -> None:
        word, _, money = answer.partition(" ")
        named = {key: choice for choice in offered for key in (choice.key, choice.name)}
        if word.lower() not in named:
            got = f"“{answer}” is none of the keys. " if answer else ""
            self.view.say(f"{got}{keys.ALWAYS}", "yellow")
            return
        chosen = named[word.lower()]
        staked = self.amount(chosen, money.strip())
        if staked is None:
            return
        if refusal := self.session.perform(acts.Choose(bettor, chosen.name, staked)):
            self.view.refusal(refusal)

    def amount(self, chosen: Choice, text: str) -> int | None:
        """How much, where one can choose; all of it on Enter."""
        if not chosen.most:
            return 0
        if not text and chosen.least < chosen.most:
            text = self.ask(f"How much? {chosen.cost}, Enter for {dollars(chosen.most)}:")
        return self.money(text) if text else chosen.most

    def irregularity(self) -> None:
        calls = supervisor_view(self.session.table).calls
        if not calls:
            self.view.say("No irregularity can be called now.")
            return
        listed = [Choice(str(number), call.kind, "", call.by) for number, call in enumerate(calls, start=1)]
        self.view.explain(self.session.posting, listed)
        answer = self.ask("Which one? Enter for none:")
        kinds = {key: choice.name for choice in listed for key in (choice.key, choice.name)}
        if answer in kinds and (refusal := self.session.perform(acts.Call(kinds[answer]))):
            self.view.refusal(refusal)

    # The dealer ----------------------------------------------------------------------------------------------------

    def before_step(self, need: Need) -> None:
        del need  # the dealer's view tells it
        while self.by_steps:
            seen = dealer_view(self.session.table)
            coming = self.session.words.step(seen.next)
            answer = self.ask(f"Next: {coming}. Enter goes on, ! irregularity, . runs on:", before_step=True)
            if answer != keys.IRREGULARITY:
                return
            self.irregularity()
            if self.session.table_seen().round.version != seen.table.round.version:
                return

    def cut(self, player: str, stack: int) -> int | None:
        """One question for all who sit here, as the cut passes from one to the next.

        Whoever leaves at this moment declines first, so that what is being done is done to its end."""
        if self.nobody_cuts or player not in {seat.name for seat in self.seats}:
            return None
        try:
            return self.cut_place(player, stack)
        except LeaveError:
            return None

    def cut_place(self, player: str, stack: int) -> int | None:
        several = len({seat.name for seat in self.seats}) > 1
        passes = f", {NEXT} passes it on" if several else ""
        enter = "Enter for no cut at all" if several else "Enter declines"
        while answer := self.ask_once(f"{player}, the cut: how many of {stack} cards go to the back? {enter}{passes}:"):
            if answer == NEXT and several:
                return None
            if not (answer.isascii() and answer.isdigit() and len(answer) < 6):
                self.view.say("A number of cards, please.", "yellow")
            elif finding := cut_refused(stack, int(answer)):
                self.view.say(f"No: {finding.message} ({short(finding.citation)}). Allowed: {finding.want}.", "yellow")
            else:
                return int(answer)
        self.nobody_cuts = True
        return None


NEXT = "n"
"""Passes the cut on to the next player."""


def _which(number: int, most: int) -> str:
    """Which of several wagers on a box."""
    return f" {number} of {most}" if most > 1 else ""


_BETWEEN_ROUNDS = (
    "relieve NAME, shuffle, recut [next], sit BOX NAME, leave NAME [held], let-in NAME, idle [face-down], "
    "resume [asked], show-burn, repair-reader, fail-light BOX, repair-light BOX, jam"
)
_BETTING = (
    "An amount bets it, Enter bets the same as before, 0 sits out, +100 buys chips for $100, c shows the paragraphs, "
    f". goes step by step, q leaves. Between rounds also: {_BETWEEN_ROUNDS}."
)
