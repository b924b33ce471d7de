"""What must hold after every step at a table, checked from its log, its shoe and its views."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import astuple
from tests.properties.strategies import amounts

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.fold import apply
from chapter47.blackjack.hands import total
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import (
    Need,
    NeedBets,
    NeedCard,
    NeedMove,
    NeedPeek,
    NeedSettlement,
    NeedTurn,
    Settled,
)
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.state import INSURANCE, MAIN, Legal, Round
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.table.table_state import TableState, carry
from chapter47.blackjack.views import of_round as views
from chapter47.core.cards import Card, card
from chapter47.core.findings import Refusal
from chapter47.core.log import ROUND, LogEntry, line_of
from chapter47.games import log_lines, parse_log

StakeKey = tuple[Place, str, str, int]
"""Which hand, whose, which wager, and on which spot."""

ANY_CARD = card("2c")
BONUSES = ("super-bonus",)
"""What is paid without a stake of its own (19.5(g))."""


class Watch:
    """Follows a table from its opening: reads each line of the log once and compares."""

    def __init__(self, table: BlackjackInPlay) -> None:
        self.table = table
        self.deck = Counter(table.shoe.cards)
        self.read = 0
        self.carried = TableState()
        self.folded = table.state
        self.books = Books()
        self.shown: set[Card] = set()
        """Cards that everybody saw in this round without their lying on a hand."""
        self.overdrawn = 0

    def look(self) -> None:
        for entry in self.table.log[self.read :]:
            self._note(entry)
        named = {card for entry in self.table.log[self.read :] for card in cards_in(line_of(e.EVENTS, entry))}
        self.read = len(self.table.log)
        state = self.table.state
        assert self.folded == state
        assert state.over == isinstance(self.table.need, Settled)
        assert self.carried == self.table.carried
        assert named <= {*face_up(state), *self.shown}
        self.books.agree_with(state)
        self._cards_lie_once(state)
        views_keep_secrets(state, self.shown)

    def _note(self, entry: LogEntry) -> None:
        event = entry.event
        if isinstance(event, e.RoundBegan):
            self.folded = play.open_round(
                self.table.rules,
                reader_failed=self.carried.reader_failed,
                face_down_offered=self.carried.face_down_offered,
            )
            self.books.new_round()
            self.shown, self.overdrawn = set(), 0
        elif entry.source == ROUND:
            self.folded = apply(self.folded, event)
            self.books.note(event)
        self.carried = carry(self.carried, event)
        if isinstance(event, (e.Burned, e.BurnCardShown, e.DeterminantDrawn, e.Called)) and event.card is not None:
            self.shown.add(event.card)
        self.overdrawn += isinstance(event, e.Called) and event.kind == "dealer-overdrew"
        if isinstance(event, e.RoundOver):
            assert not any(stake.open for stake in self.folded.stakes)

    def _cards_lie_once(self, state: Round) -> None:
        shoe = self.table.shoe
        assert Counter(shoe.cards) == self.deck
        lying = Counter(() if state.over else on_the_layout(state))
        assert lying <= Counter(shoe.on_layout)
        beside = (state.exposed is not None) + self.overdrawn
        unseen = 0 if state.over else face_down(state) + beside
        assert len(shoe.on_layout) == lying.total() + unseen


class Books:
    """Double entry, from the events of a log alone."""

    def __init__(self) -> None:
        self.purses: Counter[str] = Counter()
        self.house = 0
        self.new_round()

    def new_round(self) -> None:
        self.wagers: dict[tuple[int, str, int], int] = {}
        self.staked: Counter[StakeKey] = Counter()
        self.gone: Counter[StakeKey] = Counter()

    def note(self, event: Event) -> None:
        match event:
            case e.Bet(box=box, bettor=bettor, amount=amount, spot=spot, hands=hands):
                self.wagers[box, bettor, spot] = amount
                for hand in range(hands):
                    self._stake((Place(box, hand), bettor, MAIN, spot), amount)
            case e.Doubled(at=at, bettor=bettor, amount=amount, spot=spot):
                self._stake((at, bettor, MAIN, spot), amount)
            case e.Insured(at=at, bettor=bettor, amount=amount, spot=spot):
                self._stake((at, bettor, INSURANCE, spot), amount)
            case e.SplitStaked():
                self._split(event)
            case e.Collected() | e.Returned() | e.Paid():
                self._settled(event)

    def _split(self, event: e.SplitStaked) -> None:
        mine = {key[2]: wager for key, wager in self.wagers.items() if key[:2] == (event.at.box, event.bettor)}
        for spot, wager in mine.items():
            if event.both:
                self._stake((event.new, event.bettor, MAIN, spot), wager)
            elif event.keeps == event.new:
                kept = self.staked.pop((event.at, event.bettor, MAIN, spot))
                self.staked[event.new, event.bettor, MAIN, spot] = kept

    def _stake(self, key: StakeKey, amount: int) -> None:
        assert amount >= 0
        self.staked[key] += amount
        self.purses[key[1]] -= amount

    def _settled(self, event: e.Collected | e.Returned | e.Paid) -> None:
        assert event.amount >= 0
        key = (event.at, event.bettor, event.wager, event.spot)
        assert self.staked[key] > 0 or (isinstance(event, e.Paid) and event.wager in BONUSES)
        if not isinstance(event, e.Paid):
            self.gone[key] += event.amount
        if not isinstance(event, e.Collected):
            self.purses[event.bettor] += event.amount
        if not isinstance(event, e.Returned):
            self.house += event.amount if isinstance(event, e.Collected) else -event.amount

    def agree_with(self, state: Round) -> None:
        """What was staked is collected, returned, or still lies on a living hand; no money comes from nowhere."""
        assert all(stake.amount >= 0 and stake.double >= 0 for stake in state.stakes)
        stakes = [stake for stake in state.stakes if stake.open]
        lying = {(stake.at, stake.bettor, stake.wager, stake.spot): stake.whole for stake in stakes}
        assert len(lying) == sum(stake.open for stake in state.stakes)
        left = {key: staked - self.gone[key] for key, staked in self.staked.items() if staked != self.gone[key]}
        assert left == lying
        assert self.purses.total() + self.house + sum(lying.values()) == 0
        main = {at for at, _, wager, _ in lying if wager == MAIN}
        assert main <= {hand.at for hand in state.hands if not hand.dead}


# Cards -------------------------------------------------------------------------------------------------------------


def face_up(state: Round) -> list[Card]:
    return [card for hand in (*state.hands, state.dealer) for card in hand.cards]


def on_the_layout(state: Round) -> list[Card]:
    """All cards with a face that somebody knows and that are not in the discard rack yet."""
    return [card for hand in (*state.hands, state.dealer) if not hand.taken_in for card in hand.cards]


def for_all_to_see(state: Round) -> list[Card]:
    hands = (*state.hands, state.dealer, *state.dealt_before)
    return [card for hand in hands for card in hand.cards[hand.concealed :]]


def known_to(state: Round, player: str) -> Counter[Card]:
    """The cards that lie face down for the others and belong to a box of this player."""
    boxes = {bettor.box for bettor in state.bettors if bettor.name == player}
    return Counter(card for hand in state.hands if hand.at.box in boxes for card in hand.cards[: hand.concealed])


def face_down(state: Round) -> int:
    return sum(hand.down for hand in (*state.hands, state.dealer))


def views_keep_secrets(state: Round, shown: set[Card]) -> None:
    """Nothing but face-up cards in any view, and no total that counts others; a box sees its own cards besides."""
    everybody = Counter(cards_in(views.round_view(state)))
    assert not everybody - Counter(for_all_to_see(state)) - Counter(shown)
    for player in {"nobody", *(bettor.name for bettor in state.bettors)}:
        seen = views.round_view(state, player)
        assert Counter(cards_in(seen)) - everybody == known_to(state, player)
        for hand in (*seen.hands, seen.dealer, *seen.dealt_before):
            assert (hand.points, hand.soft) == total(map(card, hand.known))


_WRITTEN = re.compile(r'\b([2-9TJQKA])([cdhs])\b|"rank":"(.)","suit":"(.)"')
_write = Encoder(enc_hook=str).encode


def cards_in(value: object) -> list[Card]:
    """Every card in a value, also one that only a text names."""
    text = value if isinstance(value, str) else _write(value).decode("utf-8")
    assert isinstance(value, str) or "\\" not in text, "a sign in front of a card would hide it"
    return [
        card(rank + suit + named_rank + named_suit) for rank, suit, named_rank, named_suit in _WRITTEN.findall(text)
    ]


def parts(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, (tuple, list, set, frozenset)):
        return tuple(value)
    if isinstance(value, Struct):
        return astuple(value)
    return [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else []


# What is refused ---------------------------------------------------------------------------------------------------


def only_legal_moves_are_done(table: BlackjackInPlay) -> None:
    """Every move the engine knows, with amounts at and around the limits: done if listed, else refused."""
    need, state = table.need, table.state
    assert isinstance(need, NeedMove)
    legal = {option.name: option for option in need.legal}
    assert len(legal) == len(need.legal)
    for move in (*play._MOVES, "bet", ""):
        for amount in around(legal.get(move), table.rules.chip):
            if move in legal and amount in amounts(legal[move]):
                done = play.choose(state, need.bettor, move, amount, at=need.at, version=state.version)
                assert isinstance(done, play.Step)
                assert done.state.version > state.version
            else:
                refused(table, table.choose(need.bettor, move, amount), state)
    first = need.legal[0]
    refused(table, table.choose("nobody", first.name, first.least), state)
    refused(table, table.choose(need.bettor, first.name, first.least, version=state.version - 1), state)


def around(legal: Legal | None, chip: int) -> set[int]:
    if legal is None or not legal.most:
        return {0, chip}
    least, most, step = legal.least, legal.most, legal.step
    return {0, -step, least - step, least, least + 1, least + step, most - step, most, most + 1, most + step}


def refused(table: BlackjackInPlay, result: object, state: Round) -> None:
    assert isinstance(result, Refusal)
    assert table.state is state


def only_needed_acts_are_done(state: Round) -> None:
    need = pending(state)
    face_down = isinstance(need, NeedCard) and need.face_down
    given = need.given if isinstance(need, NeedCard) else None
    acts: dict[type[Need], list[tuple[play.Result, bool]]] = {
        NeedCard: [(play.give(state, given or ANY_CARD), not face_down), (play.give(state), face_down)],
        NeedTurn: [(play.turn(state, ANY_CARD), True)],
        NeedPeek: [(play.peek(state, False), True)],
        NeedSettlement: [(play.settle(state), True)],
        NeedMove: [(play.choose(state, "nobody", "stand"), False)],
        NeedBets: [(play.bet(state, 1, "nobody", 0), False), (play.close_bets(state), bool(state.bettors))],
    }
    for kind, results in acts.items():
        for result, done in results:
            assert isinstance(result, play.Step) == (done and isinstance(need, kind))


def only_possible_calls_are_done(table: BlackjackInPlay) -> None:
    """The round knows the moment of each irregularity; the table also knows its shoe."""
    state, possible = table.state, play.calls(table.state)
    for kind in set(possible) - set(table.calls):
        refused(table, table.call(kind), state)
    for kind in (*CALLS, "spilt-drink"):
        card = state.exposed or ANY_CARD if kind in ("exposed-card", "dealer-overdrew") else None
        assert isinstance(play.call(state, kind, card), play.Step) == (kind in possible)
        assert kind not in possible or can_happen(state, kind)


def can_happen(state: Round, kind: str) -> bool:
    """What each irregularity needs at the very least."""
    need, rules = pending(state), state.rules
    card = need if isinstance(need, NeedCard) else None
    match kind:
        case "dealer-overdrew":
            return isinstance(need, NeedSettlement) and state.dealer.size >= 2
        case "wrong-side":
            return rules.shoe == "double"
        case "reader-misused" | "reader-failed":
            return rules.hole_card == "card-reader" and not state.reader_failed
        case "missed-dealer-card":
            return card is not None and card.at.is_dealer and state.dealer.size < 2
        case "missed-card":
            return card is not None and not card.at.is_dealer and state.hand(card.at).size < 2
        case "missed-hit":
            return card is not None and not card.at.is_dealer and state.hand(card.at).size >= 2
        case "double-turned-up":
            return card is not None and state.hand(card.at).doubled and rules.double_card != "face-up"
        case "upcard-not-moved" | "upcard-discarded":
            return any(stake.spot > 0 for stake in state.stakes) and isinstance(need, (NeedCard, NeedSettlement))
        case "too-few-cards":
            return isinstance(need, (NeedCard, NeedMove, NeedSettlement))
        case "exposed-card":
            return state.exposed is None and isinstance(need, (NeedCard, NeedMove))
    return isinstance(need, (NeedCard, NeedMove))


# Replay ------------------------------------------------------------------------------------------------------------


def text_of(table: BlackjackInPlay) -> str:
    return "".join(line + "\n" for line in log_lines(table.rules, table.log, seed=7))


def replays(table: BlackjackInPlay) -> None:
    """From its text the log is played again, to the same state and the same bytes."""
    text = text_of(table)
    _, rules, _, entries = parse_log(text)
    assert (rules, entries) == (table.rules, table.log)
    frames = list(replay(rules, entries))
    assert frames[-1].state == table.state
    again = log_lines(rules, [frame.entry for frame in frames], seed=7)
    assert "".join(line + "\n" for line in again) == text
