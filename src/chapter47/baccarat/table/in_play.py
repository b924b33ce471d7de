"""A baccarat table in play: the shoe answers the need for cards, people wager, the caller goes on step by step."""

import json
from collections.abc import Iterable
from typing import Final

from chapter47.baccarat import events as e
from chapter47.baccarat import irregularities, round, shoe
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import Need, NeedBets, NeedCard, NeedSettlement, NeedTurn, RoundIsOver, Step, pending
from chapter47.baccarat.rules.opening import opening_steps
from chapter47.baccarat.shoe import Shoe
from chapter47.baccarat.state import TableState, apply
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.log import ROUND, SHOE, TABLE
from chapter47.baccarat.table.perform import cost, perform
from chapter47.baccarat.table.views import TableView, View, table_view, view_for
from chapter47.core.act import Act, CutAt
from chapter47.core.cards import Card
from chapter47.core.chance import Chance
from chapter47.core.event import Event, RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.money import added_up
from chapter47.core.onlookers import Who
from chapter47.core.stored import made, plain
from chapter47.core.table_in_play import Cost, Cutter, RefusedError, declines

STORED: Final[Json] = {
    "state": TableState,
    "shoe": Shoe,
    "down": dict[str, tuple[Card, ...]],
    "is_open": bool,
    "is_closed": bool,
    "named": int,
    "cuts_told": tuple[CutAt, ...],
    "will_decline": frozenset[str],
}
"""What a table remembers; the posting and the log are kept by others."""
WAITS: Final = (NeedBets, RoundIsOver)
"""What only people can answer, or nobody any more."""


class BaccaratInPlay:
    """Drives one table. Its state can be folded from its log again."""

    def __init__(self, posting: BaccaratTable, chance: Chance, *, cut: Cutter = declines) -> None:
        self.posting, self.chance, self.cut = posting, chance, cut
        self.state = TableState(posting)
        self._shown: tuple[TableState, TableView] | None = None
        self.shoe = Shoe()
        self.log: list[LogEntry] = []
        self.down: dict[str, tuple[Card, ...]] = {}
        """The faces of cards that lie face down, which nobody has seen."""
        self.is_open = False
        self.is_closed = False
        self.named = 0
        """So many of the next cards were named."""
        self.cuts_told: tuple[CutAt, ...] = ()
        self.will_decline: frozenset[str] = frozenset()
        """Who does not want the shoe when it is offered next."""

    # What every table in play answers ------------------------------------------------------------------------------

    @property
    def need(self) -> Need:
        return pending(self.state)

    @property
    def calls(self) -> tuple[str, ...]:
        return irregularities.calls(self.state)

    @property
    def between_rounds(self) -> bool:
        return not self.state.closed

    @property
    def staked(self) -> dict[str, int]:
        return added_up((stake.bettor, stake.amount) for stake in self.state.open_stakes)

    @property
    def named_cards_left(self) -> int:
        return self.named

    def cost(self, act: Act) -> Cost | None:
        return cost(act)

    def perform(self, act: Act) -> Refusal | None:
        return perform(self, act)

    def view(self, who: Who) -> View:
        if self._shown is None or self._shown[0] is not self.state:
            self._shown = self.state, table_view(self.state)
        return view_for(self.state, who, table=self._shown[1], cards_left=self.shoe.left, calls=self.calls)

    def stored(self) -> str:
        given = {BaccaratTable: self.posting}
        return json.dumps({name: plain(getattr(self, name), given) for name in STORED}, ensure_ascii=False)

    def restore(self, text: str) -> None:
        data, given = json.loads(text), {BaccaratTable: self.posting}
        for name, kind in STORED.items():
            setattr(self, name, data[name] if kind in (bool, int) else made(kind, data[name], given))

    # Opening, people, cut ------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Inspection, shuffle and cut; the burn waits for the first wager, so that the cards can be cut again."""
        handled = shoe.new_shoe(self.posting, self.chance, self.state.seats, None, self.ask_cut)
        self.is_open = True
        self.note(SHOE, *opening_steps(self.posting))
        self._take(handled)

    def ask_cut(self, player: str, stack: int) -> int | None:
        told = next((cut for cut in self.cuts_told if cut.player == player), None)
        if told is None:
            return self.cut(player, stack)
        self.cuts_told = tuple(cut for cut in self.cuts_told if cut is not told)
        return told.cards

    def sit(self, seat: int, player: str) -> None:
        self.note(TABLE, e.Sat(by="19:47-3.3(c)", seat=seat, player=player))

    def leave(self, player: str) -> None:
        self.note(ROUND, *duties.on_leaving(self.state, player))
        self.note(TABLE, e.Left(by="19:47-3.3(c)", player=player))

    def close(self) -> None:
        self.note(ROUND, *duties.collected(self.state, duties.ON_CLOSING))
        self.note(TABLE, e.Closed(by="19:47-3.3(c)"))
        self.is_closed = True

    def recut(self, *, same_player: bool) -> Refusal | None:
        handled = shoe.recut(self.shoe, self.posting, self.state.seats, self.ask_cut, same_player=same_player)
        if isinstance(handled, Refusal):
            return handled
        self._take(handled)
        return None

    def _take(self, handled: shoe.Handled) -> None:
        self.shoe = handled.shoe
        self.named = 0
        self.note(SHOE, *handled.events)

    # A round -------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The burn where the shoe is new, the shoe to a curator where nobody holds it, and wagers are taken."""
        if not self.shoe.is_burned:
            named = self.named
            handled = shoe.burned(self.shoe)
            out = handled.shoe.out - self.shoe.out
            self._take(handled)
            self.named = max(named - out, 0)
        if self.state.curator is None:
            self.offer_the_shoe()
        self.note(TABLE, RoundBegan(by="19:47-3.2(a)", number=self.state.number + 1))

    def offer_the_shoe(self) -> None:
        """In turn until somebody takes it; where nobody wants it the caller deals."""
        for seat in duties.offers_of_the_shoe(self.state):
            player = self.state.player_at(seat)
            taken = player not in self.will_decline
            self.will_decline -= {player}
            self.note(TABLE, e.ShoeOffered(by=duties.THE_SHOE, seat=seat, player=player, taken=taken))
            if taken:
                return

    def done(self, result: Step | Refusal) -> Refusal | None:
        """What a round made of an act."""
        if isinstance(result, Refusal):
            return result
        self.state = result.state
        self.log += (LogEntry(ROUND, event) for event in result.events)
        return None

    def step(self) -> Need:
        """The next card, the cards turned, or the settlement with all that follows it."""
        match need := self.need:
            case NeedCard(face_down=True, hand=hand):
                card = self.draw()
                if card is not None:
                    self.down[hand] = (*self.down.get(hand, ()), card)
                    self._must(round.give(self.state, None))
            case NeedCard():
                card = self.draw()
                if card is not None:
                    self._must(round.give(self.state, card))
            case NeedTurn(hand=hand):
                first, second = self.down.pop(hand)
                self._must(round.turn(self.state, first, second))
            case NeedSettlement():
                self._settle()
            case _:
                raise RefusedError(_not_due(need))
        return self.need

    def call(self, kind: str) -> Refusal | None:
        if kind not in self.calls:
            return self.done(irregularities.call(self.state, kind))
        card = None
        if irregularities.draws_a_card(self.state, kind):
            card = self.draw()
            if card is None:
                return None  # the shoe was empty, and the round is void
        return self.done(irregularities.call(self.state, kind, card))

    def draw(self) -> Card | None:
        """The next card, after the cutting card where that comes first; none where the shoe is empty: a void round."""
        if self.shoe.cutting_card_is_next:
            first = not (self.state.cards_of(e.PLAYER_HAND) or self.state.cards_of(e.BANKER_HAND))
            self.shoe = shoe.without_cutting_card(self.shoe)
            self.note(SHOE, e.CuttingCardOut(by="19:47-3.10", first=first))
        if not self.shoe.left:
            self._end_of_shoe(irregularities.shoe_is_empty(self.state))
            return None
        self.shoe, card = self.shoe.drawn()
        self.named = max(self.named - 1, 0)
        return card

    def _settle(self) -> None:
        result = round.settle(self.state)
        if self.state.shoe_done:
            self._end_of_shoe(result)
            return
        self._must(result)
        self.note(ROUND, *duties.after_a_round(self.state))

    def _end_of_shoe(self, result: Step | Refusal) -> None:
        """The cut is heard first: where it is refused nothing has happened yet."""
        curator = self.state.curator if self.state.curator is not None else self.state.last_curator
        handled = shoe.new_shoe(self.posting, self.chance, self.state.seats, curator, self.ask_cut)
        self._must(result)
        self.down = {}
        self.note(ROUND, *duties.after_a_round(self.state))
        self._take(handled)

    def _must(self, result: Step | Refusal) -> None:
        if isinstance(result, Refusal):
            raise RefusedError(result)
        self.done(result)

    def note(self, source: str, *events: Event) -> None:
        """What happens outside the round's own doing."""
        for event in events:
            self.state = apply(self.state, event)
            self.log.append(LogEntry(source, event))


def _not_due(need: object) -> Refusal:
    message = "no step of the caller is due"
    return Refusal("step.decision", round.DEAL, message, "step", waits_for(need))


def waits_for(need: object) -> str:
    """Whom the table waits for, in words."""
    match need:
        case NeedBets():
            return "wagers"
        case RoundIsOver():
            return "the next round"
        case _:
            return "the caller"


def folded(posting: BaccaratTable, events: Iterable[Event]) -> TableState:
    """The state that a log tells."""
    state = TableState(posting)
    for event in events:
        state = apply(state, event)
    return state
