"""Acts done at a craps layout, or refused with the paragraph."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from chapter47.core.act import Act
from chapter47.core.chance import Chance
from chapter47.core.dice import Roll
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.log import TABLE, LogEntry, credit
from chapter47.core.loose_types import OfItsType
from chapter47.core.onlookers import Who
from chapter47.core.stored import made, plain
from chapter47.core.table_in_play import Cost, Cutter, declines
from chapter47.craps import acts
from chapter47.craps.acts import Steps, Throw, is_of_a_throw
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.legal import Need, NeedRoll, pending
from chapter47.craps.rules import payout_odds, throwing
from chapter47.craps.state import Layout
from chapter47.craps.views import CrapsView, CrewView, PlayerView, calls, table_view, view


def perform(layout: Layout, act: Act) -> play.Result:
    """Perform an act, or refuse it."""
    if (handler := HANDLERS.get(type(act))) is None:
        return Refusal("act.unknown", "19:47-1.3", "not an act at a craps table", str(act), "an act of craps")
    return handler(layout, act)


def stake_of(layout: Layout, act: Act) -> acts.ConfirmBet | None:
    """Return the wager that an act makes, by name and number."""
    match act:
        case acts.Bet():
            return acts.ConfirmBet(amount=act.amount, on=act.on, number=act.number, player=act.player)
        case acts.TakeOdds() | acts.LayOdds():
            wager, number = _odds(layout, act)
            return acts.ConfirmBet(amount=act.amount, on=wager, number=number, player=act.player)
        case acts.ConfirmBet():
            return act
    return None


def _odds(layout: Layout, act: acts.TakeOdds | acts.LayOdds) -> tuple[str, int]:
    """Return odds behind the line if the marker shows this point, else behind a come or don't come wager.

    A player never has both: the come out roll that sets the point decides a come wager with the same number."""
    line, come = ("pass", "come") if isinstance(act, acts.TakeOdds) else ("dont-pass", "dont-come")
    number = int(act.on) if act.on.isdecimal() else 0
    of_the_line = number == layout.point and layout.stake(act.player, come, number) is None
    return f"{line if of_the_line else come}-odds", number


def _bet(layout: Layout, act: acts.Bet) -> play.Result:
    if act.on in acts.ODDS:
        want = "take odds or lay odds"
        return Refusal("bet.odds", payout_odds.SUPPLEMENTAL, "odds must be taken or laid behind a wager", act.on, want)
    return play.bet(layout, act.player, act.on, act.amount, act.number)


def _take_or_lay_odds(layout: Layout, act: acts.TakeOdds | acts.LayOdds) -> play.Result:
    wager, number = _odds(layout, act)
    return play.bet(layout, act.player, wager, act.amount, number)


def _confirm_bet(layout: Layout, act: acts.ConfirmBet) -> play.Result:
    return play.bet(layout, act.player, act.on, act.amount, act.number, confirmed=True)


def _leave(layout: Layout, act: acts.Leave) -> play.Result:
    if act.held:
        return Refusal("rail.held", throwing.SHOOTER, "seats are not held at craps", str(act), f"{act.player} leave")
    return play.leave(layout, act.player)


def _throw(layout: Layout, act: acts.Throw) -> play.Result:
    return _two_faces(act.dice) or play.roll_dice(layout, Roll(*act.dice))


def _rule_dispute(layout: Layout, act: acts.RuleDispute) -> play.Result:
    return _two_faces(act.dice) or play.decide_dispute(layout, Roll(*act.dice))


def _two_faces(faces: tuple[int, ...]) -> Refusal | None:
    if len(faces) == 2 and all(1 <= face <= 6 for face in faces):
        return None
    got = " ".join(map(str, faces))
    return Refusal("dice.faces", throwing.POINT_THROW, "not a throw of two dice", got, "two faces from 1 to 6")


def _call(layout: Layout, act: acts.Call) -> play.Result:
    if act.kind == acts.DISPUTED:
        return play.decide_dispute(layout, None)
    if act.kind in throwing.TOLD_TO:
        return play.change_shooter(layout, act.kind)
    return play.call_no_roll(layout, act.kind)


HANDLERS: Final[dict[type[Act], Callable[[Layout, OfItsType], play.Result]]] = {
    acts.Join: lambda layout, act: play.join(layout, act.player, act.at),
    acts.Leave: _leave,
    acts.TakeDice: lambda layout, act: play.take_dice(layout, act.player, act.dice),
    acts.DeclineDice: lambda layout, act: play.decline_dice(layout, act.player),
    acts.PassDice: lambda layout, act: play.pass_dice(layout, act.player),
    acts.DeclineLine: lambda layout, act: play.decline_line(layout, act.player),
    acts.SendDice: lambda layout, act: play.send_dice(layout),
    acts.Bet: _bet,
    acts.TakeOdds: _take_or_lay_odds,
    acts.LayOdds: _take_or_lay_odds,
    acts.ConfirmBet: _confirm_bet,
    acts.Coupon: lambda layout, act: play.lay_coupon(layout, act.player, act.on, act.amount),
    acts.TakeDown: lambda layout, act: play.take_down(layout, act.player, act.on, act.number),
    acts.Reduce: lambda layout, act: play.take_down(layout, act.player, act.on, act.number, act.amount),
    acts.TurnOn: lambda layout, act: play.call_wager(layout, act.player, act.on, act.number, on=True),
    acts.TurnOff: lambda layout, act: play.call_wager(layout, act.player, act.on, act.number, on=False),
    acts.Throw: _throw,
    acts.ReadCocked: lambda layout, act: play.read_cocked(layout, act.flat, act.leaning),
    acts.RuleDispute: _rule_dispute,
    acts.Call: _call,
}


class CrapsInPlay:
    """A craps table in play: the layout, the source of its dice, and the log."""

    def __init__(self, posting: CrapsPosting, chance: Chance, *, cut: Cutter = declines) -> None:
        del cut  # there are no cards
        self.layout = Layout(posting)
        self._shown: tuple[Layout, CrapsView] | None = None
        self.chance = chance
        self.entries: list[LogEntry] = []

    @property
    def log(self) -> Sequence[LogEntry]:
        return self.entries

    @property
    def need(self) -> Need:
        return pending(self.layout)

    @property
    def calls(self) -> list[str]:
        return [call.kind for call in calls(self.layout)]

    @property
    def is_open(self) -> bool:
        return True

    @property
    def between_rounds(self) -> bool:
        return not self.layout.in_round

    @property
    def staked(self) -> Mapping[str, int]:
        staked: Counter[str] = Counter()
        for stake in self.layout.stakes:
            staked[stake.bettor] += stake.amount
        return dict(staked)

    def cost(self, act: Act) -> Cost | None:
        """The stake, and a fee that is paid with it."""
        made = stake_of(self.layout, act)
        if made is None:
            return None
        return Cost(
            made.player, made.amount + play.fee_with(self.layout, made.player, made.on, made.number, made.amount)
        )

    def perform(self, act: Act) -> Refusal | None:
        start = len(self.entries)
        refusal = self._perform(act)
        if refusal is None and len(self.entries) > start:
            credit(self.entries, start, (act,))
        return refusal

    def _perform(self, act: Act) -> Refusal | None:
        """Perform an act; a named throw needs no dice out before: the stickperson sends them."""
        if isinstance(act, Steps):
            return self._take_steps(act)
        if is_of_a_throw(act) and not self.layout.dice_out:
            return self._sent_and(act)
        return self._take(perform(self.layout, act))

    def _take_steps(self, act: Steps) -> Refusal | None:
        """Throw the dice that are out, this many times."""
        for _ in range(act.number):
            if not isinstance(self.need, NeedRoll):
                message = "no step of the dealer is due"
                return Refusal("step.decision", throwing.THROW, message, str(act), "while the dice are out")
            self.step()
        return None

    def _sent_and(self, act: Act) -> Refusal | None:
        """Perform both acts, or neither."""
        sent = play.send_dice(self.layout)
        if isinstance(sent, Refusal):
            return sent
        thrown = perform(sent.layout, act)
        if isinstance(thrown, Refusal):
            return thrown
        return self._take(play.Step(thrown.layout, (*sent.events, *thrown.events)))

    def step(self) -> Need:
        """Throw the dice, if they are out."""
        if isinstance(self.need, NeedRoll):
            self._take(perform(self.layout, Throw(self.chance.dice())))
        return self.need

    def _take(self, result: play.Result) -> Refusal | None:
        if isinstance(result, Refusal):
            return result
        self.layout = result.layout
        self.entries += [LogEntry(TABLE, event) for event in result.events]
        return None

    def view(self, who: Who) -> CrapsView | PlayerView | CrewView:
        if self._shown is None or self._shown[0] is not self.layout:
            self._shown = self.layout, table_view(self.layout)
        return view(self.layout, who, self._shown[1])

    def stored(self) -> str:
        given = {CrapsPosting: self.layout.posting}
        return json.dumps({"layout": plain(self.layout, given)}, ensure_ascii=False)


def open_table(posting: CrapsPosting, chance: Chance, *, cut: Cutter = declines) -> CrapsInPlay:
    return CrapsInPlay(posting, chance, cut=cut)


def open_again(posting: CrapsPosting, stored: str, chance: Chance, *, cut: Cutter = declines) -> CrapsInPlay:
    """Restore from the stored form; its log starts there."""
    table = CrapsInPlay(posting, chance, cut=cut)
    data: Json = json.loads(stored)
    table.layout = made(Layout, data["layout"], {CrapsPosting: posting})
    return table
