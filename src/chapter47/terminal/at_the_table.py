"""Playing with the keyboard: bets, decisions, irregularities, the cut."""

from collections.abc import Sequence
from typing import Any, TextIO

from chapter47.core.act import DEALER_NAME, Act, Open
from chapter47.core.act_words import BadActError, quoted
from chapter47.core.coaching import DecisionValues
from chapter47.core.money import cents, dollars
from chapter47.core.text import money, percent
from chapter47.core.words import Choice, DecisionAsked
from chapter47.school.coach import Coach, judged
from chapter47.session.purse import Seat
from chapter47.session.session import Session
from chapter47.terminal import keys
from chapter47.terminal.console import short
from chapter47.terminal.screen import Screen


class LeaveError(Exception):
    """Raised when a player leaves the table or the input ends."""


class AtTheTable:
    """Asks players for whatever the table needs, until somebody leaves or enough rounds are played."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        seats: list[Seat],
        keyboard: TextIO,
        *,
        step: bool = False,
        coached: bool = False,
    ) -> None:
        self.session, self.screen, self.seats, self.keyboard = session, screen, seats, keyboard
        self.by_steps, self.leaving = step, False
        self.coach = Coach(session.game, session.posting, session.table) if coached else None
        self.nobody_cuts = False
        """Whether the cut was declined for all, until the next other question."""
        self.posting = session.posting
        self.take_wagers = session.words.wagering(self)
        session.pause = self.before_step
        session.ask_cut = self.cut
        for seat in seats:
            session.purse.sit(seat.name)

    def play(self, rounds: int | None) -> None:
        self.session.come((seat.box, seat.name) for seat in self.seats if not seat.standing)
        if not self.session.table.is_open:
            self.session.perform(Open())
        self.decisions()
        while rounds is None or len(self.session.book.finished) < rounds:
            self.take_wagers()
            self.decisions()

    def decisions(self) -> None:
        """Let the dealer continue and players decide until betting opens again."""
        self.session.go_on()
        while asked := self.session.asked():
            self.decide(asked)
            self.session.go_on()

    # The keyboard --------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, *, before_step: bool = False) -> str:
        self.nobody_cuts = False
        return self.ask_once(prompt, before_step=before_step)

    def ask_once(self, prompt: str, *, before_step: bool = False) -> str:
        """Read a line from the keyboard, handling the keys that work everywhere."""
        while not self.leaving:
            self.screen.console.print(f"{prompt} ", end="", markup=False, soft_wrap=True, style="bold")
            line = self.keyboard.readline()
            if not self.keyboard.isatty():
                self.screen.say(line.rstrip("\n"))  # a terminal shows what is typed, a pipe does not
            if not line or line.strip() == keys.LEAVE:
                self.leaving = True
                break
            match line.strip():
                case keys.CITE:
                    self.screen.cite = not self.screen.cite
                    self.screen.say(f"Paragraphs are {'shown' if self.screen.cite else 'hidden'}.")
                case keys.STEP:
                    self.by_steps = not self.by_steps
                    waits = "now waits for you" if self.by_steps else "no longer waits"
                    self.screen.say(f"The dealer {waits} before each step.")
                    if before_step:
                        return ""
                case key:
                    return key
        raise LeaveError

    # What the game's own questions about wagers use ---------------------------------------------------------------

    def amount_of(self, text: str) -> int | None:
        try:
            return cents(text.removeprefix("$"))
        except ValueError:
            self.say("Write an amount as 15 or 2.50.", "yellow")
            return None

    def say(self, text: str, style: str = "") -> None:
        self.screen.say(text, style)

    def say_keys(self, keys: Sequence[str]) -> None:
        self.screen.keys(keys)

    def perform(self, act: Act) -> bool:
        """Perform an act and return whether it was done; show a refusal."""
        price = self.coach.wager(act) if self.coach else None
        refusal = self.session.perform(act)
        if refusal:
            self.screen.refusal(refusal)
        elif act.player_name:
            self.session.purse.sit(act.player_name)
        if price is not None and refusal is None:
            loss = money(price.expected_loss / 100)
            line = f"Coach: house edge {percent(price.house_edge)}, {loss} on average. {price.advice}"
            self.screen.say(line.rstrip())
        return refusal is None

    def act_of(self, line: str) -> Act | None:
        """Parse a script line; say so if it is not an act."""
        try:
            return self.session.playing.acts.read(line)
        except BadActError as error:
            cited = f" ({short(error.citation)})" if error.citation else ""
            self.say(f"{error}{cited}", "yellow")
            return None

    def chips(self, player: str) -> int | None:
        return self.session.chips(player)

    def buy(self, player: str, amount: int) -> None:
        self.session.purse.buy(player, amount)

    def table_seen(self) -> Any:
        return self.session.table_seen()

    def seat(self, player: str) -> Any:
        return self.session.seat(player)

    def show(self) -> None:
        self.screen.layout(self.session)

    # Decisions -----------------------------------------------------------------------------------------------------

    def decide(self, asked: DecisionAsked) -> None:
        """Repeat the question until it is answered or something happens that changes it."""
        self.screen.layout(self.session)
        happened = self.happened
        while self.happened == happened:
            seat = self.session.seat(asked.bettor)
            words, faces = self.session.words, self.screen.faces
            offered = words.choices(seat, faces, self.session.chips(asked.bettor))
            values = [f"{keys.VALUES} values"] if self.coach else []
            self.say_keys([*(f"{choice.key} {choice.label}" for choice in offered), *values, "? help"])
            answer = self.ask(words.question(seat, faces))
            if answer == keys.HELP:
                self.screen.explain(self.session.posting, offered)
                self.screen.say(f"  {keys.ALWAYS}", "dim")
            elif answer == keys.IRREGULARITY:
                self.irregularity()
            elif answer == keys.VALUES and self.coach:
                self.values(self.coach, asked.bettor)
            elif act := words.at_any_time.get(answer.removeprefix(f"{quoted(asked.bettor)} ")):
                self.perform(act(asked.bettor))
                happened = self.happened  # the same question again
            else:
                self.move(asked.bettor, offered, answer)

    @property
    def happened(self) -> int:
        """Grows with everything that happens at the table."""
        return len(self.session.table.log)

    def move(self, bettor: str, offered: Sequence[Choice], answer: str) -> None:
        word, _, stake = answer.partition(" ")
        named = {key: choice for choice in offered for key in (choice.key, choice.name)}
        if word.lower() not in named:
            got = f"“{answer}” is not one of the keys. " if answer else ""
            self.screen.say(f"{got}{keys.ALWAYS}", "yellow")
            return
        chosen = named[word.lower()]
        staked = self.amount(chosen, stake.strip())
        if staked is None:
            return
        values = self.coach.decision(bettor) if self.coach else None
        if self.perform(self.session.words.decide(bettor, chosen.name, staked)) and isinstance(values, DecisionValues):
            mark = judged(values, chosen.name)
            self.screen.say(f"Coach: {mark.line}", "green" if mark.right else "yellow")

    def values(self, coach: Coach, bettor: str) -> None:
        """Show what each move is worth on average."""
        values = coach.decision(bettor)
        if not isinstance(values, DecisionValues):
            self.screen.say(f"Coach: no values here: {values.why}.")
            return
        ranked = sorted(values.basic.items(), key=lambda move: -move[1])
        worth = ", ".join(f"{move} {money(worth / 100)}" for move, worth in ranked)
        self.screen.say(f"Coach, {values.situation}: {worth}. Basic strategy: {values.best}.")

    def amount(self, chosen: Choice, text: str) -> int | None:
        """Ask for an amount, if there is a choice; Enter takes all of it."""
        if not chosen.most:
            if text:
                self.screen.say(f"{chosen.name.capitalize()} takes no amount.", "yellow")
                return None
            return 0
        if not text and chosen.least < chosen.most:
            text = self.ask(f"How much? {chosen.cost}, Enter for {dollars(chosen.most)}:")
        return self.amount_of(text) if text else chosen.most

    def irregularity(self) -> None:
        calls = self.session.supervisor_seen().calls
        if not calls:
            self.screen.say("No irregularity can be called now.")
            return
        listed = [Choice(str(number), call.kind, "", call.by) for number, call in enumerate(calls, start=1)]
        self.screen.explain(self.session.posting, listed)
        answer = self.ask("Which one? Press Enter for none:")
        kinds = {key: choice.name for choice in listed for key in (choice.key, choice.name)}
        if answer in kinds and (act := self.act_of(f"{DEALER_NAME} call {kinds[answer]}")):
            self.perform(act)

    # The dealer ----------------------------------------------------------------------------------------------------

    def before_step(self, need: object) -> None:
        del need  # the dealer's view tells it
        while self.by_steps:
            happened = self.happened
            coming = self.session.words.step(self.session.dealer_seen().next)
            answer = self.ask(f"Next: {coming}. Enter continues, ! irregularity, . stops waiting:", before_step=True)
            if answer != keys.IRREGULARITY:
                return
            self.irregularity()
            if self.happened != happened:
                return

    def cut(self, player: str, stack: int) -> int | None:
        """Ask one question for all players here, as the cut passes from one to the next.

        A player who leaves at this moment declines first, so that the current act is completed."""
        if self.nobody_cuts or player not in {seat.name for seat in self.seats}:
            return None
        try:
            return self.cut_place(player, stack)
        except LeaveError:
            return None

    def cut_place(self, player: str, stack: int) -> int | None:
        several = len({seat.name for seat in self.seats}) > 1
        passes = f", {NEXT} passes the cut to the next player" if several else ""
        enter = "Enter for no cut" if several else "Enter declines"
        while answer := self.ask_once(f"{player}, the cut: how many of {stack} cards go to the back? {enter}{passes}:"):
            if answer == NEXT and several:
                return None
            if not (answer.isascii() and answer.isdigit() and len(answer) < 6):
                self.screen.say("Enter a number of cards.", "yellow")
            elif finding := self.session.words.cut_refused(stack, int(answer)):
                self.screen.say(
                    f"No: {finding.message} ({short(finding.citation)}). Allowed: {finding.want}.", "yellow"
                )
            else:
                return int(answer)
        self.nobody_cuts = True
        return None


NEXT = "n"
"""Passes the cut to the next player."""
