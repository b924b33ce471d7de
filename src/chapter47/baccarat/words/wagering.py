"""Wagers at the keyboard: each seat in turn makes any of the wagers, then the caller closes the bets."""

from typing import Final

from chapter47.baccarat import acts
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.views import SeatView, TableView
from chapter47.core.money import dollars
from chapter47.core.words import Keyboard

HELP, AGAIN, SHOW, IRREGULARITY, BUYS, NOTHING = "?", "r", "=", "!", "+", "0"
KEYS: Final = {"b": "banker", "p": "player", "t": "tie"}
BETWEEN_ROUNDS: Final = (acts.Sit, acts.Leave, acts.Recut, acts.DeclineShoe, acts.GiveUpShoe, acts.Close, acts.CutAt)
FLOOR: Final = (
    "sit SEAT NAME, leave NAME, decline-shoe NAME, give-up-shoe, recut [next], cut NAME CARDS, "
    "withdraw NAME WAGER, coupon NAME WAGER AMOUNT, close"
)
HELP_TEXT: Final = (
    "b 20 bets $20 on Banker, p on Player, t on a tie; -b takes it back, -b 10 a part of it; r bets the same as last "
    "time; Enter ends the wagers of a seat, and after the last seat the cards are dealt. = shows the layout, +100 buys "
    "chips for $100, c shows the paragraphs, . goes step by step, ! calls an irregularity before a step, q leaves. "
    f"Between rounds also: {FLOOR}."
)
LOOKS: Final = "A wager is b, p or t and an amount, such as b 20; ? tells all."


class Wagering:
    """Asks everybody for the wagers of a round, and closes them."""

    def __init__(self, keyboard: Keyboard[BaccaratTable, TableView, SeatView]) -> None:
        self.keyboard = keyboard
        self.last: dict[str, list[acts.Bet]] = {}

    def __call__(self) -> None:
        """Everybody once; again, as long as nobody wagers."""
        while True:
            for _, player in self.table.seats:
                self.wagers_of(player)
            if self.table.stakes and self.keyboard.perform(acts.Deal()):
                return
            self.keyboard.say("Nobody has wagered.")

    @property
    def table(self) -> TableView:
        return self.keyboard.table_seen()

    def wagers_of(self, player: str) -> None:
        seat: SeatView = self.keyboard.seat(player)
        self.keyboard.say_keys(self.wager_keys(seat))
        while seat.seat is not None and (answer := self.keyboard.ask(self.prompt(seat))) not in ("", NOTHING):
            self.answered(player, answer)
            seat = self.keyboard.seat(player)
        if mine := [stake for stake in self.table.stakes if stake.bettor == player]:
            self.last[player] = [acts.Bet(player, stake.wager, stake.amount) for stake in mine]

    def wager_keys(self, seat: SeatView) -> list[str]:
        sign = seat.table.sign
        wagers = [f"{key} {wager}" for key, wager in KEYS.items() if wager in seat.wagers]
        again = [f"{AGAIN} as before"] if seat.player in self.last else []
        limits = f"{dollars(sign.minimum)} to {dollars(sign.maximum)}"
        return [*wagers, *again, limits, "? help"]

    def prompt(self, seat: SeatView) -> str:
        chips = self.keyboard.chips(seat.player)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        staked = [
            f"{dollars(stake.amount)} on {stake.wager}" for stake in seat.table.stakes if stake.bettor == seat.player
        ]
        lies = f", {' and '.join(staked)}" if staked else ""
        enter = "Enter for no more" if staked else "Enter for none"
        return f"{seat.player}, seat {seat.seat}{has}{lies}. Wager such as b 20 ({enter}):"

    def answered(self, player: str, answer: str) -> None:
        words = answer.split()
        if answer == HELP:
            self.keyboard.say(HELP_TEXT)
        elif answer == SHOW:
            self.keyboard.show()
        elif answer == IRREGULARITY:
            self.keyboard.irregularity()
        elif answer == AGAIN:
            self.again(player)
        elif answer.startswith(BUYS):
            if bought := self.keyboard.amount_of(answer[1:]):
                self.keyboard.buy(player, bought)
        elif words[0] in acts.ACTS.by_word:
            self.act(answer)
        else:
            self.wager(player, words)

    def again(self, player: str) -> None:
        for bet in self.last.get(player, []):
            self.keyboard.perform(bet)

    def wager(self, player: str, words: list[str]) -> None:
        """`b 20`, `banker 20`, and with a minus before it taken back."""
        first, *money = words
        back, word = first.startswith("-"), first.removeprefix("-").lower()
        wager = KEYS.get(word, word)
        if wager not in KEYS.values() or len(money) > 1 or not (money or back):
            self.keyboard.say(LOOKS, "yellow")
            return
        amount = self.keyboard.amount_of(money[0]) if money else 0
        if amount is not None:
            act = acts.Withdraw(player, wager, amount) if back else acts.Bet(player, wager, amount)
            self.keyboard.perform(act)

    def act(self, line: str) -> None:
        """What is done besides wagers, in the words of a script."""
        act = self.keyboard.act_of(line)
        if isinstance(act, (*BETWEEN_ROUNDS, acts.Bet, acts.Withdraw, acts.Coupon)):
            self.keyboard.perform(act)
        elif act is not None:
            self.keyboard.say(f"Here only: {FLOOR}.", "yellow")
