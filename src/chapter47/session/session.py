"""A session: acts are done at a table in play, and everything that happens is logged and shown at once."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TextIO

from chapter47.blackjack.events import RecutOrdered, Shuffled
from chapter47.blackjack.round import play
from chapter47.blackjack.round.game_citations import refusal_of
from chapter47.blackjack.round.needs import Need, NeedBets, NeedMove, Refusal, Settled
from chapter47.blackjack.rules.burn_and_reshuffle import DRAWN_FROM
from chapter47.blackjack.shoe.errors import RefusedError
from chapter47.blackjack.shoe.handling import DEALER_NAME
from chapter47.blackjack.table import log
from chapter47.blackjack.table.floor import refusal_from
from chapter47.blackjack.table.in_play import TableInPlay
from chapter47.blackjack.table.table_state import may_bet
from chapter47.blackjack.table.views import seat_view, table_view
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.records import SeatView, StepView, TableView
from chapter47.core.chance import Seeded
from chapter47.core.log import Entry
from chapter47.core.words import Words
from chapter47.games import game_named
from chapter47.session import acts
from chapter47.session.acts import Act
from chapter47.session.book import Book
from chapter47.session.card_source import stacked
from chapter47.session.purse import Purse

MANY = sys.maxsize
Watch = Callable[[Sequence[Entry]], None]
Pause = Callable[[Need], None]
Cutter = Callable[[str, int], int | None]


class Session:
    """One table, its log and the chips of its players."""

    def __init__(self, rules: TableRules, seed: int, *, bankroll: int | None = None) -> None:
        self.seed = seed
        self.table = TableInPlay(rules, Seeded(seed), cut=self._cut)
        self.book = Book()
        self.purse = Purse(bankroll)
        self.watch: Watch = lambda entries: None
        self.pause: Pause = lambda need: None
        """Called before each step of the dealer."""
        self.ask_cut: Cutter = lambda player, stack: None
        self.log_file: TextIO | None = None
        self.record_file: TextIO | None = None
        self._cuts: list[acts.CutAt] = []
        self._named_until = MANY
        """As long as more cards than this are in the shoe, the next ones are those that were named."""
        self._seen = 0
        self._steps = 0
        """Steps of the dealer since the last act that was recorded."""

    @property
    def rules(self) -> TableRules:
        return self.table.rules

    @property
    def need(self) -> Need:
        return self.table.need

    @property
    def between_rounds(self) -> bool:
        return not self.table.state.closed or self.table.state.over

    @property
    def unfinished(self) -> bool:
        """Whether wagers lie on the layout that are not decided."""
        return any(stake.open for stake in self.table.state.stakes)

    @property
    def named_cards_left(self) -> int:
        """Cards that were named as the next ones and have not come out yet."""
        return max(self.table.shoe.cards_left - self._named_until, 0)

    def chips(self, player: str) -> int | None:
        return self.purse.chips(player, self.book, self.table.state)

    @property
    def words(self) -> Words[TableView, SeatView, StepView]:
        """How its game speaks to people."""
        part = game_named(self.rules.game).words
        if part is None:
            raise LookupError(f"{self.rules.game} has no words for front ends")
        words: Words[TableView, SeatView, StepView] = part.load()
        return words

    def seat(self, player: str) -> SeatView:
        """What this player sees."""
        return seat_view(self.table, player)

    def table_seen(self) -> TableView:
        """The table as whoever is asked sees it, or else as everybody does."""
        asked = table_view(self.table).round.asked
        return table_view(self.table) if asked is None else self.seat(asked.bettor).table

    def open(self, *, seed_tells_all: bool = True) -> None:
        """The log begins; a seed stands in it only if it gives the order of the cards.

        The table itself opens with the first act that needs its cards."""
        head = log.lines(self.rules, (), seed=self.seed if seed_tells_all else None)
        self._write(self.log_file, "".join(f"{line}\n" for line in head))

    def come(self, seats: Iterable[tuple[int, str]]) -> None:
        """Players sit down as far as there is room; whoever finds none is told when a wager is made."""
        for box, player in seats:
            self.perform(acts.Sit(box, player))

    def perform(self, act: Act) -> Refusal | None:
        """Do it, or say why not; what needs no decision before it is done first."""
        refusal = self._tried(lambda: self._perform(act))
        if refusal is None:
            self._record(act)
        self.drain()
        return refusal

    @staticmethod
    def _tried(act: Callable[[], Refusal | None]) -> Refusal | None:
        try:
            return act()
        except RefusedError as error:
            return refusal_from(error.finding)

    def go_on(self) -> Need:
        """Deal until somebody has to decide."""
        while not isinstance(self.need, (NeedBets, NeedMove, Settled)):
            self.step()
        return self.need

    def step(self) -> None:
        """One step of the dealer; whoever is asked before it may call an irregularity instead."""
        version = self.table.state.version
        self.pause(self.need)
        if self.table.state.version == version:
            self.table.step()
            self._steps += 1
            self.drain()

    def drain(self) -> None:
        """Log and show what has happened; acts are logged whole, so that every log can be replayed."""
        entries = self.table.log[self._seen :]
        self._seen = len(self.table.log)
        self._write(self.log_file, "".join(f"{log.line_of(entry)}\n" for entry in entries))
        for entry in entries:
            self.book.note(entry.event)
            if isinstance(entry.event, (RecutOrdered, Shuffled)):
                self._named_until = MANY
        self.watch(entries)

    # Acts ----------------------------------------------------------------------------------------------------------

    def _open(self) -> Refusal | None:
        """The cards are shuffled and cut when the first players have come, or when nobody does."""
        if self.table.is_open:
            refusal = Refusal("table.open", "19:47-2.4(a)", "the table is open", "open", "once, before the first round")
            return refusal_of(self.rules, refusal)
        self.table.open()
        self.drain()
        return None

    def _perform(self, act: Act) -> Refusal | None:
        if isinstance(act, acts.Open):
            return self._open()
        if not self.table.is_open and not isinstance(act, acts.BeforeOpening):
            if isinstance(act, acts.Bet) and not act.standing:
                self._first_to_come(act)
            self._open()
        match act:
            case acts.Stack():
                return self._stack(act)
            case acts.CutAt():
                self._cuts.append(act)
                return None
            case acts.Call():
                return self._call(act)
            case acts.Steps():
                return self._take_steps(act)
        self.go_on()
        match act:
            case acts.Bet():
                return self._bet(act)
            case acts.SideBet():
                return self._side_bet(act)
            case acts.Deal():
                return self._deal(act)
            case acts.Choose():
                return self._choose(act)
            case _:
                return self._between_rounds(act)

    def _first_to_come(self, act: acts.Bet) -> None:
        """Where nobody sits yet, whoever makes the first wager has come first."""
        if not self.table.carried.seats and self._bad_first_bet(act) is None:
            self.table.sit(act.box, act.bettor)

    def _stack(self, act: acts.Stack) -> Refusal | None:
        named = self.table.shoe.cards_left - self._named_until
        shoe = stacked(self.table.shoe, act.cards, after=max(named, 0))
        if isinstance(shoe, Refusal):
            return shoe
        self.table.shoe = shoe
        self._named_until = shoe.cards_left - max(named, 0) - len(act.cards)
        return None

    def _bet(self, act: acts.Bet) -> Refusal | None:
        hands = GAMES[self.rules.game].hands_per_box
        if refusal := self.purse.too_dear(self.chips(act.bettor), act.amount * hands):
            return refusal
        if self.table.state.over or not self.table.state.bettors:
            if refusal := self._bad_first_bet(act):
                return refusal
            if self.table.carried.idle and (refusal := self._play_again(act)):
                return refusal
            if self.book.rounds[-1:] == self.book.finished[-1:]:
                self.table.begin()
        return self.table.bet(act.box, act.bettor, act.amount, seated=not act.standing, consent=True)

    def _play_again(self, act: acts.Bet) -> Refusal | None:
        """Whoever wagers at the idle table has come to it."""
        if not self.table.carried.seats and not act.standing:
            self.table.sit(act.box, act.bettor)
        return self.table.resume()

    def _side_bet(self, act: acts.SideBet) -> Refusal | None:
        if refusal := self.purse.too_dear(self.chips(act.bettor), act.amount):
            return refusal
        return self.table.side_bet(act.box, act.bettor, act.wager, act.amount, act.bet)

    def _bad_first_bet(self, act: acts.Bet) -> Refusal | None:
        """A round begins with a wager that is accepted."""
        if refusal := may_bet(self.rules, self.table.carried, act.bettor, act.amount):
            return refusal
        tried = play.bet(play.open_round(self.rules), act.box, act.bettor, act.amount, seated=not act.standing)
        return tried if isinstance(tried, Refusal) else None

    def _deal(self, act: acts.Deal) -> Refusal | None:
        if act.side and self.rules.shoe != "double":
            refusal = Refusal("deal.side", "19:47-2.6(d)1", "only a double shoe has sides", str(act), "deal")
            return refusal_of(self.rules, refusal)
        return self.table.close_bets(act.side or DRAWN_FROM)

    def _choose(self, act: acts.Choose) -> Refusal | None:
        move = act.move
        if isinstance(self.need, NeedMove):
            move = self._meant(self.need, move)
            cost = self.purse.cost(self.table.state, self.need, move, act.amount)
            if refusal := self.purse.too_dear(self.chips(act.bettor), cost):
                return refusal
        return self.table.choose(act.bettor, move, act.amount)

    def _meant(self, need: NeedMove, move: str) -> str:
        """While an exposed card lies there (2.15(c)), whoever is at turn accepts it by a hit."""
        exposed = self.table.state.exposed is not None
        return "hit" if move == "accept" and need.question == "play" and exposed else move

    def _call(self, act: acts.Call) -> Refusal | None:
        while not self._callable(act) and not isinstance(self.need, (NeedBets, NeedMove, Settled)):
            self.step()
        if act.at is not None and act.at != getattr(self.need, "at", None):
            where = getattr(self.need, "at", "nothing")
            return Refusal("call.hand", "19:47-2.15", "it cannot have happened to this hand", str(act.at), f"{where}")
        return self.table.call(act.kind)

    def _callable(self, act: acts.Call) -> bool:
        here = act.at is None or act.at == getattr(self.need, "at", None)
        return here and act.kind in self.table.calls

    def _take_steps(self, act: acts.Steps) -> Refusal | None:
        for _ in range(act.number):
            if isinstance(self.need, (NeedBets, NeedMove, Settled)):
                return Refusal("step.decision", "19:47-2.6", "no step of the dealer is due", str(act), waits_for(self))
            self.step()
        return None

    def _between_rounds(self, act: acts.BetweenRounds) -> Refusal | None:
        if not self.between_rounds and not isinstance(act, acts.ShowBurn):
            refusal = Refusal("act.not_now", "19:47-2.6", "a round is being played", str(act), waits_for(self))
            return refusal_of(self.rules, refusal)
        match act:
            case acts.Relieve():
                return self.table.relieve(act.dealer)
            case acts.Shuffle():
                return self.table.reshuffle()
            case acts.Sit():
                return self.table.sit(act.box, act.player)
            case acts.Leave():
                return self.table.leave(act.player, held=act.held)
            case acts.LetIn():
                return self.table.let_in(act.player)
            case acts.RepairReader():
                return self.table.repair_reader()
            case acts.Recut():
                return self.table.recut(same_player=not act.next)
            case acts.Idle():
                return self.table.go_idle(face_up=not act.face_down)
            case acts.Resume():
                return self.table.resume(asked=act.asked)
            case acts.ShowBurn():
                return self.table.show_burned()

    # The cut, and the files ----------------------------------------------------------------------------------------

    def _cut(self, player: str, stack: int) -> int | None:
        self.drain()
        told = next((cut for cut in self._cuts if cut.player == player), None)
        if told is not None:
            self._cuts.remove(told)
            return told.cards
        place = self.ask_cut(player, stack)
        if player != DEALER_NAME:
            self._write(self.record_file, f"{acts.CutAt(player, place)}\n")
        return place

    def _record(self, act: Act) -> None:
        steps = f"{acts.Steps(self._steps)}\n" if isinstance(act, acts.Call) and self._steps else ""
        self._write(self.record_file, f"{steps}{act}\n")
        self._steps = 0

    @staticmethod
    def _write(file: TextIO | None, text: str) -> None:
        if file is None or not text:
            return
        try:
            file.write(text)
            file.flush()
        except OSError as error:
            with suppress(OSError):
                file.close()
            raise OSError(error.errno, error.strerror, file.name) from error


def waits_for(session: Session) -> str:
    """Whom the table waits for, in words."""
    match session.need:
        case NeedMove(bettor=bettor, at=at, legal=legal):
            return f"{bettor} on {at}: {', '.join(one.name for one in legal)}"
        case NeedBets():
            return "wagers"
        case Settled():
            return "the next round"
        case _:
            return "the dealer"


def on_the_layout(session: Session) -> dict[str, int]:
    """The chips of each bettor that lie on the layout."""
    found: dict[str, int] = {}
    for stake in session.table.state.stakes:
        if stake.open:
            found[stake.bettor] = found.get(stake.bettor, 0) + stake.whole
    return found
