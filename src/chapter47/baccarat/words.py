"""Words for front ends at baccarat: layout, keys and questions, using only views."""

from collections.abc import Sequence
from typing import Final

from chapter47.baccarat import acts
from chapter47.baccarat import events as e
from chapter47.baccarat.acts import Close
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.opening import cut_refused
from chapter47.baccarat.state import FEE, Stake
from chapter47.baccarat.table.views import HandView, SeatView, TableView, table_view
from chapter47.core.cards import Faces
from chapter47.core.event import Collected, Did, Event, Paid, Returned, RoundBegan, RoundOver
from chapter47.core.log import Frame, LogEntry
from chapter47.core.money import dollars
from chapter47.core.words import Chips, Column, Keyboard, LayoutRow, LayoutText, Places, Words

_QUIET: Final = (
    Did,
    RoundBegan,
    RoundOver,
    Paid,
    Returned,
    e.CutOffered,
    e.CuttingCardPlaced,
    e.BetsClosed,
    e.PointsCalled,
    e.Announced,
)
"""Events already shown by the caller's words, the layout or the settlement."""


def quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    del earlier
    match entry.event:
        case e.Dealt(card=card):
            return card is None
        case Collected(wager=wager):
            return wager != FEE
    return isinstance(entry.event, _QUIET)


def sign(seen: TableView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    limits = f"{dollars(posted.minimum)} to {dollars(posted.maximum)}"
    return f"Baccarat-punto banco, {posted.decks} decks, {limits}, a tie pays {posted.tie_pays}, fee {posted.fee}{day}."


def rules(seen: TableView) -> str:
    posted = seen.sign
    return f"{posted.decks} decks. A tie pays {posted.tie_pays}; Banker wins cost a fee of {posted.fee}."


def places(posted: BaccaratTable) -> Places:
    return Places(posted.numbers, "seat")


def state_of_table(seen: TableView) -> str:
    """Say who deals, and whether the shoe is ending."""
    nobody = "the shoe is offered next" if seen.result or not seen.round else "the caller deals"
    deals = f"{seen.curator} has the shoe" if seen.curator else nobody
    return deals + (", the cutting card is out" if seen.last_round else "")


def step(done_next: str) -> str:
    return done_next


def layout(seen: TableView, faces: Faces, chips: Chips) -> LayoutText:
    """Show both hands first, then every occupied seat."""
    columns = (
        Column("seat", right=True),
        Column("", wraps=True),
        *(Column("chips", right=True),) * bool(chips),
        Column("cards"),
        Column("points", right=True),
        Column("wagers"),
        Column("owes", right=True),
        Column(""),
    )
    hands = [_hand(title, hand, faces, chips) for title, hand in (("Player", seen.player), ("Banker", seen.banker))]
    return LayoutText(columns, (*hands, *(_seat(seen, seat, name, chips) for seat, name in seen.seats)))


def _hand(title: str, hand: HandView, faces: Faces, chips: Chips) -> LayoutRow:
    cards = faces.cards((*hand.cards, *(None,) * hand.face_down))
    points = "" if hand.points is None else str(hand.points)
    return LayoutRow(("", f"{title}'s Hand", *("",) * bool(chips), cards, points, "", "", ""))


def _staked(stake: Stake) -> str:
    coupon = f" + {dollars(stake.coupon)} coupon" if stake.coupon else ""
    return f"{dollars(stake.amount)}{coupon} {stake.wager}"


def _seat(seen: TableView, seat: int, name: str, chips: Chips) -> LayoutRow:
    staked = [_staked(stake) for stake in seen.stakes if stake.bettor == name]
    owed = sum(fee.amount for fee in seen.fees if fee.bettor == name)
    cells = (
        str(seat),
        name,
        *(dollars(chips[name]) if name in chips else "",) * bool(chips),
        "",
        "",
        "\n".join(staked),
        dollars(owed) if owed else "",
        "curator" if name == seen.curator else "",
    )
    return LayoutRow(cells)


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """Show the layout when betting closes, and when the result is announced."""
    del events
    shows = isinstance(frame.entry.event, (e.BetsClosed, e.Announced))
    return layout(table_view(frame.state), faces, {}) if shows else None


HELP, AGAIN, SHOW, IRREGULARITY, BUYS, NOTHING = "?", "r", "=", "!", "+", "0"
KEYS: Final = {"b": "banker", "p": "player", "t": "tie"}
BETWEEN_ROUNDS: Final = (
    acts.CutAt,
    acts.DeclineCut,
    acts.Sit,
    acts.Leave,
    acts.Recut,
    acts.DeclineShoe,
    acts.GiveUpShoe,
    acts.Close,
)
FLOOR: Final = (
    "Ann sit at 2, Ann leave, Ann decline shoe, Ann give up shoe, supervisor recut, Ann cut at 52, Ann decline cut, "
    "Ann take back all on banker, Ann lay coupon 10 on banker, supervisor close table"
)
HELP_TEXT: Final = (
    "b 20 bets $20 on Banker, p on Player, t on a tie; -b takes the bet back, -b 10 a part of it; r repeats your last "
    "bets; Enter finishes a seat, and after the last seat the cards are dealt. = shows the layout, +100 buys $100 in "
    "chips, c shows the paragraphs, . goes step by step, ! calls an irregularity before a step, q leaves. "
    f"Between rounds also: {FLOOR}."
)
LOOKS: Final = "Write a wager as b, p or t and an amount, such as b 20; ? shows more."


class Wagering:
    """Asks everybody for the wagers of a round, and closes them."""

    def __init__(self, keyboard: Keyboard[BaccaratTable, TableView, SeatView]) -> None:
        self.keyboard = keyboard
        self.last: dict[str, list[acts.Bet]] = {}

    def __call__(self) -> None:
        """Ask every player for wagers; repeat until somebody bets."""
        while True:
            for _, player in self.table.seats:
                self.wagers_of(player)
            if self.table.stakes and self.keyboard.perform(acts.Deal()):
                return
            self.keyboard.say("Nobody has placed a wager.")

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
            self.last[player] = [acts.Bet(player, stake.amount, stake.wager) for stake in mine]

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
        elif len(words) > 1 and words[0].removeprefix("-").lower() not in (*KEYS, *KEYS.values()):
            self.act(answer)
        else:
            self.wager(player, words)

    def again(self, player: str) -> None:
        for bet in self.last.get(player, []):
            self.keyboard.perform(bet)

    def wager(self, player: str, words: list[str]) -> None:
        """Parse `b 20`, `banker 20`, with a minus to take it back."""
        first, *money = words
        back, word = first.startswith("-"), first.removeprefix("-").lower()
        wager = KEYS.get(word, word)
        if wager not in KEYS.values() or len(money) > 1 or not (money or back):
            self.keyboard.say(LOOKS, "yellow")
            return
        amount = self.keyboard.amount_of(money[0]) if money else 0
        if amount is not None:
            act = acts.TakeBack(player, amount, wager) if back else acts.Bet(player, amount, wager)
            self.keyboard.perform(act)

    def act(self, line: str) -> None:
        """Parse other acts, in script form."""
        act = self.keyboard.act_of(line)
        if isinstance(act, (*BETWEEN_ROUNDS, acts.Bet, acts.TakeBack, acts.Coupon)):
            self.keyboard.perform(act)
        elif act is not None:
            self.keyboard.say(f"Here only: {FLOOR}.", "yellow")


WORDS: Final = Words[BaccaratTable, TableView, SeatView, str](
    sign=sign,
    rules=rules,
    places=places,
    layout=layout,
    step=step,
    state_of_table=state_of_table,
    replayed=replayed,
    wagering=Wagering,
    quiet=quiet,
    follows=(e.ShoeGivenUp, e.FeeMarked),
    cut_refused=cut_refused,
    closes=Close(),
)
