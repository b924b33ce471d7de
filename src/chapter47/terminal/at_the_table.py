"""Playing with the keyboard: bets, decisions, irregularities, the cut."""

from typing import TextIO

from chapter47.blackjack.round.needs import (
    Legal,
    Need,
    NeedAmount,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
)
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.rules.shuffle_and_cut import cut_refused
from chapter47.blackjack.variations import GAMES
from chapter47.core.money import cents, dollars
from chapter47.session import acts, side_wagers
from chapter47.session.acts import BadActError, act_of
from chapter47.session.faces import Faces, place, short, worth
from chapter47.session.purse import affordable, wagers_to_double
from chapter47.session.script import words_of
from chapter47.session.seats import Seat
from chapter47.session.session import Session
from chapter47.terminal import keys
from chapter47.terminal.keys import Choice
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
            while isinstance(need := self.session.go_on(), NeedMove):
                self.decide(need)

    # The keyboard --------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, *, before_step: bool = False) -> str:
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
        least, most = GAMES[self.session.rules.game].wagers(self.session.rules)
        if not self.bet(seat):
            return False
        for made in range(1, most):
            while not (more := self.bet(seat)) and made < least:
                self.view.say(f"{least} wagers are the least here.", "yellow")
            if not more:
                break
        return True

    def side_bets(self, seats: list[Seat]) -> None:
        """Whoever has a main wager may add side wagers, one after the other."""
        for seat in seats if self.session.rules.wagers else ():
            while answer := self.ask(f"{seat.name}, box {seat.box}. Side wager (Enter for none):"):
                if answer == keys.HELP:
                    self.view.say(f"{side_wagers.LOOKS} Here: {side_wagers.offered(self.session.rules)}.")
                elif (wish := side_wagers.wished(seat, answer)) is None:
                    self.view.say(side_wagers.LOOKS, "yellow")
                elif refusal := self.session.perform(wish):
                    self.view.refusal(refusal)

    def bet(self, seat: Seat) -> bool:
        while True:
            usual = self.usual_bet(seat)
            answer = self.ask(self.bet_prompt(seat, usual))
            if answer == keys.HELP:
                self.view.say(_BETTING)
            elif answer.startswith("+"):
                self.buy(seat, answer[1:])
            elif answer == "0" or (not answer and not usual):
                return False
            elif answer and answer.split()[0] in acts.FORMS:
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
        rules, chips = self.session.rules, self.session.chips(seat.name)
        usual = self.last.get(seat, rules.minimum)
        if chips is not None and chips < usual:
            usual = chips // wager_step(rules) * wager_step(rules)
        return usual if usual >= rules.minimum else 0

    def bet_prompt(self, seat: Seat, usual: int) -> str:
        chips = self.session.chips(seat.name)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        enter = f"Enter for {dollars(usual)}" if usual else "Enter sits out, +100 buys chips"
        return f"{seat.name}, box {seat.box}{has}. Wager ({enter}):"

    def buy(self, seat: Seat, text: str) -> None:
        if bought := self.money(text):
            self.session.purse.buy(seat.name, bought)

    def between_rounds(self, line: str) -> None:
        """What the floor does between rounds, in the words of a script."""
        try:
            act = act_of(words_of(line))
        except BadActError as error:
            self.view.say(str(error), "yellow")
            return
        if not isinstance(act, acts.BetweenRounds):
            self.view.say(f"Here only: {_BETWEEN_ROUNDS}.", "yellow")
        elif refusal := self.session.perform(act):
            self.view.refusal(refusal)

    # Decisions -----------------------------------------------------------------------------------------------------

    def decide(self, need: NeedMove) -> None:
        state = self.session.table.state
        self.view.layout(self.session)
        while self.session.need == need and self.session.table.state is state:
            split = state.bettor(need.at.box, need.bettor).amount
            others = wagers_to_double(state, need)
            legal = affordable(need.legal, self.session.chips(need.bettor), split, others)
            offered = keys.choices(state, need, legal)
            self.view.say("   ".join([*(f"{one.key} {one.label}" for one in offered), "? help"]))
            answer = self.ask(_question(need, self.view.faces, self.session))
            if answer == keys.HELP:
                self.view.explain(self.session.rules, offered)
                self.view.say(f"  {keys.ALWAYS}", "dim")
            elif answer == keys.IRREGULARITY:
                self.irregularity()
            elif answer == str(acts.ShowBurn()):
                self.between_rounds(answer)
            else:
                self.move(need, legal, offered, answer)

    def move(self, need: NeedMove, legal: tuple[Legal, ...], offered: list[Choice], answer: str) -> None:
        word, _, money = answer.partition(" ")
        names = {one.key: one.name for one in offered} | {one.name: one.name for one in offered}
        if word.lower() not in names:
            got = f"“{answer}” is none of the keys. " if answer else ""
            self.view.say(f"{got}{keys.ALWAYS}", "yellow")
            return
        chosen = next(one for one in legal if one.name == names[word.lower()])
        staked = self.amount(chosen, money.strip())
        if staked is None:
            return
        if refusal := self.session.perform(acts.Choose(need.bettor, chosen.name, staked)):
            self.view.refusal(refusal)

    def amount(self, chosen: Legal, text: str) -> int | None:
        """How much, where one can choose; all of it on Enter."""
        if not chosen.most:
            return 0
        if not text and chosen.least < chosen.most:
            text = self.ask(f"How much? {keys.amounts(chosen)}, Enter for {dollars(chosen.most)}:")
        return self.money(text) if text else chosen.most

    def irregularity(self) -> None:
        calls = self.session.table.calls
        if not calls:
            self.view.say("No irregularity can be called now.")
            return
        listed = [Choice(str(n), kind, "", CALLS[kind].by) for n, kind in enumerate(calls, start=1)]
        self.view.explain(self.session.rules, listed)
        answer = self.ask("Which one? Enter for none:")
        kinds = {one.key: one.name for one in listed} | {one.name: one.name for one in listed}
        if answer in kinds and (refusal := self.session.perform(acts.Call(kinds[answer]))):
            self.view.refusal(refusal)

    # The dealer ----------------------------------------------------------------------------------------------------

    def before_step(self, need: Need) -> None:
        while self.by_steps:
            answer = self.ask(f"Next: {_next_step(need)}. Enter goes on, ! irregularity, . runs on:", before_step=True)
            if answer != keys.IRREGULARITY:
                return
            state = self.session.table.state
            self.irregularity()
            if self.session.table.state is not state:
                return

    def cut(self, player: str, stack: int) -> int | None:
        """Whoever leaves at this moment declines first, so that what is being done is done to its end."""
        try:
            return self.cut_place(player, stack) if player in {seat.name for seat in self.seats} else None
        except LeaveError:
            return None

    def cut_place(self, player: str, stack: int) -> int | None:
        while answer := self.ask(f"{player}, the cut: how many of {stack} cards go to the back? Enter declines:"):
            if not (answer.isascii() and answer.isdigit() and len(answer) < 6):
                self.view.say("A number of cards, please.", "yellow")
            elif found := cut_refused(stack, int(answer)):
                self.view.say(f"No: {found.message} ({short(found.citation)}). Allowed: {found.want}.", "yellow")
            else:
                return int(answer)
        return None


_BETWEEN_ROUNDS = (
    "relieve NAME, shuffle, recut [next], sit BOX NAME, leave NAME [held], let-in NAME, idle [face-down], "
    "resume [asked], show-burn, repair-reader"
)
_BETTING = (
    "An amount bets it, Enter bets the same as before, 0 sits out, +100 buys chips for $100, c shows the paragraphs, "
    f". goes step by step, q leaves. Between rounds also: {_BETWEEN_ROUNDS}."
)


def _question(need: NeedMove, faces: Faces, session: Session) -> str:
    state = session.table.state
    upcard = f" against {faces.card(state.upcard)}" if state.upcard else ""
    spot = f" of wager {need.spot + 1}" if len(_spots(session, need)) > 1 else ""
    asked = "" if need.question == "play" else f" – {need.question}{spot}?"
    return f"{need.bettor}, box {need.at}: {worth(state.hand(need.at))}{upcard}{asked} >"


def _spots(session: Session, need: NeedMove) -> set[int]:
    return {stake.spot for stake in session.table.state.stakes if stake.bettor == need.bettor}


def _next_step(need: Need) -> str:
    match need:
        case NeedCard(at=at, by=by, face_down=down):
            return f"a card{' face down' if down else ''} to {place(at)} ({short(by)})"
        case NeedTurn(at=at, by=by):
            return f"the card of {place(at)} is turned ({short(by)})"
        case NeedPeek(by=by):
            return f"the card reader ({short(by)})"
        case NeedAmount(bettor=bettor, wager=wager):
            return f"the display chooses for {wager} of {bettor}"
        case NeedSettlement(by=by):
            return f"the settlement ({short(by)})"
    return "the next round"
