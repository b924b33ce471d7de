"""A craps table in play."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from chapter47.core.act import Act
from chapter47.core.chance import Chance
from chapter47.core.dice import Roll
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.stored import made, plain
from chapter47.core.table_in_play import Cost, Cutter, declines
from chapter47.craps.acts import ROLLS, CrapsAct, in_words_of_craps, perform
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round import play
from chapter47.craps.round.needs import Need, NeedRoll, pending
from chapter47.craps.state import Layout
from chapter47.craps.views import CrapsView, CrewView, PlayerView, calls, table_view, view

TABLE = "table"


class CrapsInPlay:
    """The layout, the source of its dice, and everything that has happened."""

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
        if not isinstance(act, CrapsAct) or act.what != "bet":
            return None
        return Cost(act.player, act.amount + play.fee_with(self.layout, act.player, act.wager, act.number, act.amount))

    def perform(self, act: Act) -> Refusal | None:
        """A throw that is named needs no dice out before: the stickperson sends them."""
        done = in_words_of_craps(act)
        if not isinstance(done, CrapsAct):
            return Refusal("act.unknown", "19:47-1.3", "not an act at a craps table", str(act), "an act of craps")
        if done.is_of_a_throw and not self.layout.dice_out:
            return self._sent_and(done)
        return self._take(perform(self.layout, done))

    def _sent_and(self, act: CrapsAct) -> Refusal | None:
        """Both, or nothing."""
        sent = play.send_dice(self.layout)
        if isinstance(sent, Refusal):
            return sent
        thrown = perform(sent.layout, act)
        if isinstance(thrown, Refusal):
            return thrown
        return self._take(play.Step(thrown.layout, (*sent.events, *thrown.events)))

    def step(self) -> Need:
        """The dice, where they are out."""
        if isinstance(self.need, NeedRoll):
            self._take(perform(self.layout, CrapsAct(ROLLS, dice=tuple(Roll(*self.chance.dice())))))
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
    """From its stored form; its log begins there."""
    table = CrapsInPlay(posting, chance, cut=cut)
    data: Json = json.loads(stored)
    table.layout = made(Layout, data["layout"], {CrapsPosting: posting})
    return table
