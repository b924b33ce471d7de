"""A blackjack table in play: the shoe provides cards, people provide decisions."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from chapter47.blackjack import acts
from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.fold import apply
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.game_citations import events_of, refusal_of
from chapter47.blackjack.round.needs import (
    Need,
    NeedAmount,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Settled,
)
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.round.play import Step
from chapter47.blackjack.rules.burn_and_reshuffle import DRAWN_FROM, Side
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.shoe import Handling, RefusedError, Shoe, shoe_for
from chapter47.blackjack.shoe.double import SIDES
from chapter47.blackjack.shoe.handling import Events
from chapter47.blackjack.shoe.stacked import WHOLE, cards_left_by_stack
from chapter47.blackjack.state import Round
from chapter47.blackjack.table import floor, outcomes
from chapter47.blackjack.table.doing import doing, laid_coupon, made_side_bet, taken_back
from chapter47.blackjack.table.perform import cost, perform
from chapter47.blackjack.table.stored import stored
from chapter47.blackjack.table.table_state import WITHOUT_EFFECT, TableState, carry, left_behind, may_bet, opened, unfit
from chapter47.blackjack.table.views import LastSeen, view_for
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.records import View
from chapter47.core.act import Act, PlannedCut
from chapter47.core.cards import Card
from chapter47.core.chance import Chance, Scripted
from chapter47.core.findings import Refusal
from chapter47.core.log import ROUND, SHOE, TABLE, LogEntry, credit
from chapter47.core.money import added_up
from chapter47.core.onlookers import Who
from chapter47.core.table_in_play import Cost, Cutter, ReplayedLog, declines

TOO_FEW = "too-few-cards"
INTO_THE_RACK: Final = frozenset((e.TakenIn, e.NextDealerHand))
ONLY_OF_THE_ROUND: Final = WITHOUT_EFFECT - INTO_THE_RACK
"""Events that change neither what the table carries over nor the discard rack."""
MIXES: Final = frozenset((e.RecutOrdered, e.Shuffled))
WAITS: Final = frozenset((NeedBets, NeedMove, Settled))
"""Needs that only a person can meet, or that are final."""


class OwnParagraphs:
    """Makes the shoe's refusals cite the game's own paragraphs."""

    def __init__(self, rules: TableRules):
        self.rules = rules

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, RefusedError):
            raise RefusedError(refusal_of(self.rules, error.finding)) from None


def _heard(act: Callable[[Handling], object], handling: Handling) -> Cutter:
    """Collect the answers to every cut offer, which do not depend on the order of the cards."""
    answers: list[int | None] = []

    def ask(player: str, stack: int) -> int | None:
        answers.append(handling.cut(player, stack))
        return answers[-1]

    act(replace(handling, chance=Scripted(), cut=ask))
    planned = iter(answers)
    return lambda player, stack: next(planned)


class BlackjackInPlay:
    """A blackjack table in play. Its log is complete: the state, what is carried over and every answer can be rebuilt
    from it."""

    def __init__(self, rules: TableRules, chance: Chance, *, cut: Cutter = declines):
        self.rules = rules
        self.chance = chance
        self.cut = cut
        self.shoe: Shoe = shoe_for(rules)
        self.carried = TableState()
        self.state = play.open_round(rules)
        self.log: list[LogEntry] = []
        self.acting: tuple[Act, ...] = ()
        """Acts that are not in the log yet."""
        self.begun = False
        """Whether any round has begun."""
        self.planned_cuts: list[PlannedCut] = []
        """What players will answer when they are next offered the cut."""
        self.named_until: dict[str, int] = {}
        """As long as a stack of the shoe has more cards than this, its next card is a named one."""
        self.amounts_told: list[int] = []
        """What the display of a side wager will show next."""
        self._own_paragraphs = OwnParagraphs(rules)
        self.exposed_in_mixing = 0
        """Number of cards turned over while the cards were washed."""
        self.down: dict[Place, list[Card]] = {}
        """The values of face-down cards."""
        self.aside: list[Card] = []
        """Cards that were drawn in error and are beside the shoe."""
        self.logged: ReplayedLog | None = None
        """In a replay, the log that says which cards and amounts came."""
        self.last_seen = LastSeen()
        self.uncleared = False
        """Whether a finished round's cards are still on the table, because a cut was refused."""

    @property
    def handling(self) -> Handling:
        cut = self._cut if self.planned_cuts or self.cut is not declines else declines
        return Handling(chance=self.chance, players=self.carried.seats, first=self.carried.first, cut=cut)

    def _cut(self, player: str, stack: int) -> int | None:
        planned = next((cut for cut in self.planned_cuts if cut.player == player), None)
        if planned is None:
            return self.cut(player, stack)
        self.planned_cuts.remove(planned)
        return planned.cards

    @property
    def need(self) -> Need:
        return pending(self.state)

    def view(self, who: Who) -> View:
        """Return the table as an onlooker sees it."""
        return view_for(self, who)

    # What every table in play answers ------------------------------------------------------------------------------

    @property
    def between_rounds(self) -> bool:
        return not self.state.closed or self.state.over

    @property
    def staked(self) -> dict[str, int]:
        """Each bettor's undecided chips on the layout."""
        stakes = self.carried.standing if self.state.over else self.state.stakes
        return added_up((stake.bettor, stake.whole) for stake in stakes if stake.open)

    @property
    def named_cards_left(self) -> int:
        """Named cards that have not come out yet."""
        return sum(self.named_cards_by_stack.values())

    @property
    def named_cards_by_stack(self) -> dict[str, int]:
        left = cards_left_by_stack(self.shoe)
        return {stack: max(left[stack] - until, 0) for stack, until in self.named_until.items()}

    def cost(self, act: Act) -> Cost | None:
        return cost(self, act)

    def perform(self, act: Act) -> Refusal | None:
        """Perform an act, or return the refusal. The table opens with the first act that needs its cards."""
        return perform(self, act)

    def stored(self) -> str:
        """Return everything except the posting and the log; `open_again` continues from it."""
        return stored(self)

    # Between rounds ------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the table is open: its cards are inspected, shuffled and in play before the first round."""
        return bool(self.carried.number or self.state.closed or self.shoe.cards_left or self.carried.idle)

    @doing(acts.Open)
    def open(self) -> Refusal | None:
        """Inspect, shuffle, cut and burn; the cards are mixed again for each one exposed in mixing."""
        exposed = self.exposed_in_mixing
        events = self._handled(lambda handling: self.shoe.open(replace(handling, exposed=exposed)))
        self.exposed_in_mixing = 0
        self._note(SHOE, *events)
        return None

    @doing(acts.ExposeInMixing)
    def expose_in_mixing(self) -> Refusal | None:
        """Expose a card while the cards are washed; the game's text then has them mixed again."""
        by, act, opens_with = "19:47-2.4(c)", "report exposed card", GAMES[self.rules.game].opens_with
        if self.is_open:
            return self._refused("table.open", by, "the cards are already stacked", act, "before the table opens")
        if opens_with(self.rules, 1) == opens_with(self.rules, 0):
            message = "the text of this game has no rule to mix the cards again"
            return self._refused("mixing.not_again", by, message, act, "cards washed at Switch")
        self.exposed_in_mixing += 1
        return None

    @doing(acts.Jam)
    def jam(self) -> Refusal | None:
        """Stop the shuffling machine before its shuffle is complete."""
        self._clear()
        try:
            events = self._handled(self.shoe.jammed)
        except RefusedError as error:
            return error.refusal
        self._note(SHOE, *events)
        return None

    @doing(acts.Relieve)
    def relieve(self, dealer: str) -> Refusal | None:
        """Relieve the dealer; the new one burns a card before dealing."""
        if refusal := self._not_open("a new dealer") or self._not_in_a_round("relieve the dealer", "19:47-2.6(c)"):
            return refusal
        if refusal := unfit(self.rules, dealer):
            return refusal
        self._clear()
        with self._own_paragraphs:
            shoe, events = self.shoe.new_dealer()
        self._note(TABLE, e.DealerRelieved(by="19:47-2.6(c)", dealer=dealer))
        self.shoe = shoe
        self._note(SHOE, *events)
        return None

    @doing(lambda box, player: acts.Sit(player, box))
    def sit(self, box: int, player: str) -> Refusal | None:
        """Seat a player. The first to come is offered the first cut."""
        self._clear()
        refusal = floor.may_sit(self.rules, self.carried, box, player)
        return self._says(e.Sat(by="19:47-2.4(b)", box=box, player=player), unless=refusal)

    @doing(acts.Leave)
    def leave(self, player: str, *, held: bool = False) -> Refusal | None:
        self._clear()
        left = e.Left(by="19:47-2.3(j)" if held else "19:47-2.3(i)", player=player, held=held)
        refusal = self._says(left, unless=floor.may_leave(self.rules, self.carried, left))
        nobody_plays = not self.begun or self.state.over or not self.state.bettors
        if refusal is None and nobody_plays and not held:
            self._give_up(player)
        return refusal

    def _give_up(self, player: str) -> None:
        """Forfeit the wagers that wait for the next hand of a player who leaves."""
        given_up = left_behind(self.rules, self.carried, player)
        self._note(TABLE, *given_up)
        if self.begun and not self.state.over:
            for event in given_up:
                self.state = apply(self.state, event)

    @doing(acts.LetIn)
    def let_in(self, player: str) -> Refusal | None:
        """Let a player in for one return; sitting out afterwards excludes them again."""
        self._clear()
        return self._says(e.LetIn(by="19:47-2.3(i)", player=player), unless=floor.may_let_in(self.rules, player))

    @doing(acts.RepairReader)
    def repair_reader(self) -> Refusal | None:
        self._clear()
        refusal = floor.may_repair_reader(self.rules, self.carried)
        return self._says(e.ReaderRepaired(by="19:47-2.15(k)"), unless=refusal)

    @doing(acts.FailLight)
    def fail_light(self, box: int) -> Refusal | None:
        """Mark the progressive light of a box as failed."""
        self._clear()
        failed = e.LightFailed(by="19:47-2.15(n)", box=box)
        return self._says(failed, unless=floor.may_fail_light(self.rules, self.carried, box))

    @doing(acts.RepairLight)
    def repair_light(self, box: int) -> Refusal | None:
        self._clear()
        repaired = e.LightRepaired(by="19:47-2.15(n)", box=box)
        return self._says(repaired, unless=floor.may_repair_light(self.rules, self.carried, box))

    @doing(acts.Shuffle)
    def reshuffle(self) -> Refusal | None:
        """Shuffle at the licensee's request, after any round."""
        if refusal := self._not_open("a reshuffle") or self._not_in_a_round("reshuffle", "19:47-2.5(h)1"):
            return refusal
        self._clear()
        self._note(SHOE, *self._handled(self.shoe.reshuffle))
        return None

    @doing(lambda same_player=True: acts.Recut(next=not same_player))
    def recut(self, *, same_player: bool = True) -> Refusal | None:
        """Recut on a supervisor's order before any card is dealt: by the same player, or the next in turn."""
        if refusal := self._not_open("a recut"):
            return refusal
        self._clear()
        ordered = e.RecutOrdered(by="19:47-2.5(g)", same_player=same_player)
        return self._of_the_shoe(ordered, lambda handling: self.shoe.recut(handling, same_player=same_player))

    @doing(lambda face_up=True: acts.Idle(face_down=not face_up))
    def go_idle(self, *, face_up: bool = True) -> Refusal | None:
        """Go idle when everybody has left; the cards are spread out until somebody comes."""
        act, by = "go idle", "19:47-2.5(j)"
        if refusal := self._not_open(act) or floor.may_go_idle(self.rules) or self._not_in_a_round(act, by):
            return refusal
        if self.state.bettors and not self.state.over:
            return self._refused("act.not_now", by, "there are wagers on the layout", act, "between rounds")
        self._clear()
        return self._of_the_shoe(e.WentIdle(by=by, face_up=face_up), lambda handling: self.shoe.idle(face_up=face_up))

    @doing(acts.Resume)
    def resume(self, *, asked: bool = False) -> Refusal | None:
        """Resume for a player who has come to the idle table, and may have `asked` to see and shuffle the machine's
        cards."""
        if refusal := floor.may_resume(self.rules, self.carried):
            return refusal
        resumed = e.Resumed(by="19:47-2.5(j)", asked=asked)
        return self._of_the_shoe(resumed, lambda handling: self.shoe.resume(handling, asked=asked))

    @doing(lambda player="somebody": acts.ShowBurn(player))
    def show_burned(self, player: str = "somebody") -> Refusal | None:
        """Show the burn card to a player, at any time after it was burned."""
        if refusal := self._not_open("the burn card"):
            return refusal
        self._clear()
        try:
            with self._own_paragraphs:
                shown = self.shoe.show_burned()
        except RefusedError as error:
            return error.refusal
        self._note(SHOE, shown)
        return None

    def _of_the_shoe(self, ordered: Event, act: Callable[[Handling], tuple[Shoe, Events]]) -> Refusal | None:
        """Perform a floor order that the shoe may refuse."""
        try:
            events = self._handled(act)
        except RefusedError as error:
            return error.refusal
        self._note(TABLE, ordered)
        self._note(SHOE, *events)
        return None

    def _says(self, event: Event, *, unless: Refusal | None) -> Refusal | None:
        if unless is None:
            self._note(TABLE, event)
        return unless

    def _handled(self, act: Callable[[Handling], tuple[Shoe, Events]]) -> Events:
        """Collect every cut before shuffling: if one is refused, the next shuffle is still the same."""
        handling = self.handling
        with self._own_paragraphs:
            if handling.cut is not declines:
                handling = replace(handling, cut=_heard(act, handling))
            self.shoe, events = act(handling)
        return events

    def begin(self) -> Refusal | None:
        """Begin a round: wagers are taken."""
        if self.begun and not self.state.over:
            got, want = f"round {self.carried.number + 2}", f"the end of round {self.carried.number + 1}"
            return self._refused("round.not_over", "19:47-2.3(a)", "a round is already in progress", got, want)
        self._clear()
        self.begun = True
        self.state = opened(self.rules, self.carried)
        self._note(TABLE, e.RoundBegan(by="19:47-2.3(a)", number=self.carried.number + 1))
        return None

    def _not_open(self, act: str) -> Refusal | None:
        if self.is_open:
            return floor.in_play(self.rules, self.carried, act)
        return self._refused("table.not_open", "19:47-2.4(a)", "the table is not open", act, "open the table first")

    def _not_in_a_round(self, act: str, by: str) -> Refusal | None:
        if not self.state.closed or self.state.over:
            return None
        return self._refused("act.not_now", by, "a round is in progress", act, "between rounds")

    def _no_round(self) -> Refusal | None:
        if self.begun:
            return None
        return self._refused("round.not_begun", "19:47-2.3(a)", "no round has begun", "a wager", "begin a round first")

    def _refused(self, code: str, by: str, message: str, got: str, want: str) -> Refusal:
        return refusal_of(self.rules, Refusal(code, by, message, got, want))

    # In a round ----------------------------------------------------------------------------------------------------

    def bet(
        self, box: int, bettor: str, amount: int, *, seated: bool = True, consent: bool = False, cash: bool = False
    ) -> Refusal | None:
        if refusal := self._no_round() or may_bet(self.rules, self.carried, bettor, amount):
            return refusal
        result = play.bet(self.state, box, bettor, amount, seated=seated, consent=consent, cash=cash)
        return self._take(result, acts.Bet(bettor, amount, str(box), not seated, cash))

    @doing(made_side_bet)
    def side_bet(
        self, box: int, bettor: str, wager: str, amount: int, bet: str = "", *, cash: bool = False
    ) -> Refusal | None:
        return self._take(play.side_bet(self.state, box, bettor, wager, amount, bet, cash=cash))

    @doing(taken_back)
    def withdraw(self, box: int, bettor: str, wager: str = "", bet: str = "") -> Refusal | None:
        """Take back a wager; with the last one of all, players who left forfeit what waits for the next hand."""
        lying = opened(self.rules, self.carried) if self.state.over or not self.begun else self.state
        refusal = self._take(play.withdraw(lying, box, bettor, wager, bet))
        if refusal is None and not self.state.bettors:
            for player in self.carried.left:
                self._give_up(player)
        return refusal

    @doing(laid_coupon)
    def coupon(self, at: Place, bettor: str, amount: int, wager: str = "") -> Refusal | None:
        return self._take(play.coupon(self.state, at, bettor, amount, wager))

    def close_bets(self, side: Side | None = None) -> Refusal | None:
        """End betting; with a double shoe the determinant card, drawn from this side, decides which side deals."""
        if refusal := self._not_open("the first card") or self._take(play.close_bets(self.state), acts.Deal(side)):
            return refusal
        first, draw_from = self.state.hands[0].at, side or DRAWN_FROM
        if self.logged is not None:
            outcomes.stack_determinant(self, self.logged, draw_from)
        with self._own_paragraphs:
            card, self.shoe, events = self.shoe.begin_round(first, draw_from)
        self._note(SHOE, *events)
        if card is not None:
            self._take(play.give(self.state, card, determinant=True))
        return None

    def choose(self, bettor: str, move: str, amount: int = 0, *, version: int | None = None) -> Refusal | None:
        result = play.choose(self.state, bettor, move, amount, version=version)
        return self._take(result, acts.Choose(bettor, move, amount))

    @property
    def calls(self) -> list[str]:
        """The irregularities that may be called now. An empty shoe is noticed automatically, and no card is face up in
        it."""
        empty = self.shoe.cards_left == 0
        return [
            kind for kind in play.calls(self.state) if kind != TOO_FEW and not (empty and kind == "face-up-in-shoe")
        ]

    @doing(acts.Call)
    def call(self, kind: str) -> Refusal | None:
        """Call an irregularity. If it involves a card, that card comes from the shoe."""
        if kind in play.calls(self.state):
            if kind not in self.calls:
                got = f"{self.shoe.cards_left} cards left"
                want = ", ".join(self.calls)
                return self._refused(
                    "call.not_now", CALLS[kind].by, "the number of cards left in the shoe rules this out", got, want
                )
            if kind == "face-up-in-shoe":
                _, self.shoe, events = self.shoe.face_up()
                self._note(SHOE, *events)
            if kind in ("exposed-card", "dealer-overdrew"):
                card = self._draw_aside(kind)  # first: an empty shoe is called before it
                return self._take(play.call(self.state, kind, card))
        return self._take(play.call(self.state, kind))

    def _draw_aside(self, kind: str) -> Card:
        """Draw a card for an irregularity; an already exposed card is the next one, even for the dealer's error
        (2.15(c))."""
        if self.aside:
            return self.aside.pop()
        card = self._draw(self.state.dealer.at)
        if kind == "exposed-card":
            self.aside.append(card)
        return card

    def step(self) -> Need:
        """Perform the next step that needs no person: a card, a peek, a card turned, the settlement."""
        self._do(self.need)
        return self.need

    def _do(self, need: Need) -> None:
        match need:
            case NeedCard():
                self._deal(need)
            case NeedTurn(at=at):
                self._take(play.turn(self.state, outcomes.turned(self, self.down[at].pop(0))))
            case NeedPeek():
                self._take(play.peek(self.state, outcomes.peeked(self)))
            case NeedAmount(amounts=amounts):
                named = outcomes.amount(self, amounts)
                shown = self.chance.by_weight(amounts) if named is None else named
                self._take(play.show_amount(self.state, shown))
            case NeedSettlement():
                self._take(play.settle(self.state))
            case NeedBets() | NeedMove() | Settled():
                pass

    def deal(self) -> Need:
        """Continue until a person must decide or the round is over."""
        while type(need := pending(self.state)) not in WAITS:
            self._do(need)
        return need

    def go_on(self, logged: Event) -> None:
        """Perform the next step without an act, as the log shows: clear the table, open it, begin a round, or take the
        dealer's next step."""
        if self.uncleared:
            self._clear()
        elif not (self.is_open or isinstance(logged, e.RoundBegan)):
            self.open()
        elif self.state.over or not self.begun:
            self.begin()
        else:
            self.step()

    # The cards -----------------------------------------------------------------------------------------------------

    def _deal(self, need: NeedCard) -> None:
        if need.given is not None:
            self.aside.remove(need.given)
            self._take(play.deal_to(self.state, need, need.given, need.by))
            return
        card = self._draw(need.at)
        if need.face_down:
            self.down.setdefault(need.at, []).append(card)
        self._take(play.deal_to(self.state, need, None if need.face_down else card, need.by))

    def _draw(self, at: Place) -> Card:
        if self.shoe.cards_left == 0:
            events = self._handled(lambda handling: self.shoe.refill(at, handling))
            self._take(play.call(self.state, TOO_FEW))
            self._note(SHOE, *events)
        card, self.shoe, events = self.shoe.draw(at)
        if events:
            self._note(SHOE, *events)
        return card if self.logged is None else outcomes.drawn(self, card)

    def _clear(self) -> None:
        """Clear the finished round: cards to the discard rack, and a shuffle if due; repeated if a cut was refused."""
        if not self.uncleared:
            return
        self.down.clear()
        self.aside.clear()
        events = self._handled(lambda handling: self.shoe.end_round(handling, void=self.state.void))
        self.uncleared = False
        acting, self.acting = self.acting, ()  # the end of the round before is nobody's doing
        self._note(SHOE, *events)
        self.acting = acting

    def _take(self, result: Step | Refusal, act: Act | None = None) -> Refusal | None:
        """Take over the result of an act, or of a dealer's step, from the round."""
        if isinstance(result, Refusal):
            return result
        before, self.state = self.state, result.state
        if act is not None:
            self.acting = (*self.acting, act)
        log, acting = self.log, self.acting
        for event in result.events:
            if acting:
                log.append(LogEntry(ROUND, event, acts=acting))
                self.acting = acting = ()
            else:
                log.append(LogEntry(ROUND, event))
            kind = type(event)
            if kind in ONLY_OF_THE_ROUND:
                continue
            if kind in INTO_THE_RACK:
                self._take_in(before, event)
            else:
                self.carried = carry(self.carried, event)
        if self.state.over:
            self.uncleared = True
            self._clear()
        return None

    def _credit(self, start: int) -> None:
        """Credit the entries from `start` on to the acts performed."""
        if len(self.log) > start:
            credit(self.log, start, self.acting)
            self.acting = ()

    def _take_in(self, before: Round, event: Event) -> None:
        """Take in the cards of a finished hand; of the dealer's earlier cards, all but the up card."""
        if isinstance(event, e.TakenIn):
            self.shoe = self.shoe.take_in(self.state.hand(event.at).cards)
        elif isinstance(event, e.NextDealerHand):
            self.shoe = self.shoe.take_in(before.dealer.cards[1:])

    def _note(self, source: str, *events: Event) -> None:
        """Note events of the table and its shoe outside the round."""
        start = len(self.log)
        for named in events_of(self.rules, events):
            event = named if self.logged is None else outcomes.of_the_shoe(self, named)
            self.log.append(LogEntry(source, event))
            self.carried = carry(self.carried, event)
            if self.named_until and type(event) in MIXES:
                side = getattr(event, "where", WHOLE)
                others = set(SIDES) - {side} if side in SIDES else ()
                self.named_until = {other: self.named_until[other] for other in others if other in self.named_until}
        if self.acting:
            self._credit(start)
