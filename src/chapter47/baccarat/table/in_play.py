"""A baccarat table in play: the shoe provides cards, people bet, the caller deals step by step."""

import json
from collections.abc import Iterable
from typing import Final

from chapter47.baccarat import acts, irregularities, round, shoe
from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import Need, NeedBets, NeedCard, NeedSettlement, NeedTurn, RoundIsOver, Step, pending
from chapter47.baccarat.rules.opening import opening_steps
from chapter47.baccarat.shoe import Shoe
from chapter47.baccarat.state import TableState, apply
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.perform import cost, perform
from chapter47.baccarat.table.views import TableView, View, table_view, view_for
from chapter47.core.act import Act, PlannedCut
from chapter47.core.cards import Card
from chapter47.core.chance import Chance
from chapter47.core.event import Event, RoundBegan
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.log import ROUND, SHOE, TABLE, LogEntry, credit
from chapter47.core.money import added_up
from chapter47.core.onlookers import Who
from chapter47.core.stored import made, plain
from chapter47.core.table_in_play import Cost, Cutter, RefusedError, ReplayedLog, declines

STORED: Final[Json] = {
    "state": TableState,
    "shoe": Shoe,
    "down": dict[str, tuple[Card, ...]],
    "is_open": bool,
    "is_closed": bool,
    "named": int,
    "planned_cuts": tuple[PlannedCut, ...],
    "will_decline": frozenset[str],
}
"""What a table remembers; the posting and the log are stored elsewhere."""
BY_CHANCE: Final = (acts.Stack, acts.CutAt, acts.DeclineCut)
"""Acts that name cards or cuts; in a log, the events already show these."""
WAITS: Final = (NeedBets, RoundIsOver)
"""Needs that only people can meet, or that are final."""


class BaccaratInPlay:
    """A baccarat table in play. Its state can be rebuilt from its log."""

    def __init__(self, posting: BaccaratTable, chance: Chance, *, cut: Cutter = declines) -> None:
        self.posting, self.chance, self.cut = posting, chance, cut
        self.state = TableState(posting)
        self._shown: tuple[TableState, TableView] | None = None
        self.shoe = Shoe()
        self.log: list[LogEntry] = []
        self.acting: tuple[Act, ...] = ()
        """Acts that are not in the log yet."""
        self.down: dict[str, tuple[Card, ...]] = {}
        """The values of face-down cards, which nobody has seen."""
        self.logged: ReplayedLog | None = None
        """In a replay, the log that says which cards came."""
        self.is_open = False
        self.is_closed = False
        self.named = 0
        """How many of the next cards were named."""
        self.planned_cuts: tuple[PlannedCut, ...] = ()
        self.will_decline: frozenset[str] = frozenset()
        """Who will decline the shoe when it is next offered."""

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
        """Perform an act, or return why it is refused. The events it causes are logged under it; a named card or cut is
        chance, not an act."""
        waiting = self.acting
        if not isinstance(act, BY_CHANCE):
            self.acting = (*waiting, act)
        refusal = perform(self, act)
        if refusal is not None and self.acting:
            self.acting = waiting
        return refusal

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
        """Inspect, shuffle and cut; the burn waits for the first wager, so that a recut is possible."""
        handled = shoe.new_shoe(self.posting, self.chance, self.state.seats, None, self.ask_cut)
        self.is_open = True
        self.note(SHOE, *opening_steps(self.posting))
        self._take(handled)

    def ask_cut(self, player: str, stack: int) -> int | None:
        planned = next((cut for cut in self.planned_cuts if cut.player == player), None)
        if planned is None:
            return self.cut(player, stack)
        self.planned_cuts = tuple(cut for cut in self.planned_cuts if cut is not planned)
        return planned.cards

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
        """Begin a round: burn if the shoe is new, offer the shoe if nobody holds it, and take wagers."""
        if not self.shoe.is_burned:
            named = self.named
            if self.logged is not None and (burned := self.logged.next(e.Burned)):
                self.shoe = shoe.on_top(self.shoe, burned.card)
            handled = shoe.burned(self.shoe)
            out = handled.shoe.out - self.shoe.out
            self._take(handled)
            self.named = max(named - out, 0)
        if self.state.curator is None:
            self.offer_the_shoe()
        self.note(TABLE, RoundBegan(by="19:47-3.2(a)", number=self.state.number + 1))

    def offer_the_shoe(self) -> None:
        """Offer the shoe in turn until somebody takes it; otherwise the caller deals."""
        for seat in duties.offers_of_the_shoe(self.state):
            player = self.state.player_at(seat)
            taken = player not in self.will_decline
            self.will_decline -= {player}
            self.note(TABLE, e.ShoeOffered(by=duties.THE_SHOE, seat=seat, player=player, taken=taken))
            if taken:
                return

    def done(self, result: Step | Refusal) -> Refusal | None:
        """Note the result of an act in the round."""
        if isinstance(result, Refusal):
            return result
        self.state = result.state
        start = len(self.log)
        self.log += (LogEntry(ROUND, event) for event in result.events)
        self._credit(start)
        return None

    def _credit(self, start: int) -> None:
        if self.acting and len(self.log) > start:
            credit(self.log, start, self.acting)
            self.acting = ()

    def step(self) -> Need:
        """Perform the next card, turn, or settlement with everything that follows."""
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
                if self.logged is not None and (turned := self.logged.next(e.Turned)):
                    first, second = turned.first, turned.second
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
        """Draw the next card, after the cutting card if that comes first; None from an empty shoe voids the round."""
        if self.shoe.cutting_card_is_next:
            first = not (self.state.cards_of(e.PLAYER_HAND) or self.state.cards_of(e.BANKER_HAND))
            self.shoe = shoe.without_cutting_card(self.shoe)
            self.note(SHOE, e.CuttingCardOut(by="19:47-3.10", first=first))
        if not self.shoe.left:
            self._end_of_shoe(irregularities.shoe_is_empty(self.state))
            return None
        self.shoe, card = self.shoe.drawn()
        self.named = max(self.named - 1, 0)
        if self.logged is not None:
            event = self.logged.next(e.Dealt) or self.logged.next(e.Called)
            card = event.card if event is not None and event.card is not None else card
        return card

    def _settle(self) -> None:
        result = round.settle(self.state)
        if self.state.shoe_done:
            self._end_of_shoe(result)
            return
        self._must(result)
        self.note(ROUND, *duties.after_a_round(self.state))

    def _end_of_shoe(self, result: Step | Refusal) -> None:
        """End the shoe; the cut is decided first, so a refusal changes nothing."""
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
        """Note events outside the round."""
        start = len(self.log)
        for event in events:
            if self.logged is not None and isinstance(event, e.Burned):
                event = self.logged.next(e.Burned) or event
            self.state = apply(self.state, event)
            self.log.append(LogEntry(source, event))
        self._credit(start)


def _not_due(need: object) -> Refusal:
    message = "no step of the caller is due"
    return Refusal("step.decision", round.DEAL, message, "step", waits_for(need))


def waits_for(need: object) -> str:
    """Return whom the table waits for, in words."""
    match need:
        case NeedBets():
            return "wagers"
        case RoundIsOver():
            return "the next round"
        case _:
            return "the caller"


def folded(posting: BaccaratTable, events: Iterable[Event]) -> TableState:
    """Fold the state from a log."""
    state = TableState(posting)
    for event in events:
        state = apply(state, event)
    return state
