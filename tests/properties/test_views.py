"""What each onlooker sees is what was said and shown, no more and no less, in sessions of every game."""

from collections.abc import Callable
from datetime import date
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.properties.onlooker import Onlooker
from tests.properties.strategies import PLAYERS, amounts, table_of

from chapter47.blackjack import events as e
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.shoe.double import SIDES, Double
from chapter47.blackjack.shoe.handling import NoCardsLeftError, RefusedError
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.pile import Pile
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.state import Hand
from chapter47.blackjack.table import views
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.table_state import may_bet
from chapter47.blackjack.table.views import LastSeen
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.views.records import TableView, View
from chapter47.core.cards import SUITS, Card
from chapter47.games import from_data

SHARED = {"bettors_per_box": 2, "boxes_per_player": 2}
TABLES: dict[str, dict[str, Any]] = {
    "blackjack": {**SHARED, "decks": 2, "surrender": True, "even_money": True, "split_hands": 4},
    "card reader": {**SHARED, "decks": 1, "hole_card": "card-reader", "double_card": "face-down", "preshuffled": True},
    "a quarter of the shoe": {"decks": 4, "cut_card": 0.9, "boxes_per_player": 3, "mid_shoe_entry": "barred"},
    "entry of old": {"on": date(2001, 8, 6), "decks": 6, "cut_card": 0.5, "mid_shoe_entry": ["i1", "i3"]},
    "machine": {**SHARED, "decks": 1, "shuffle": "machine", "hole_card": "face-down", "cut_card": 0.5},
    "continuous": {**SHARED, "decks": 1, "shuffle": "continuous"},
    "Bart Carter": {**SHARED, "decks": 2, "shuffle": "bart-carter"},
    "double shoe": {**SHARED, "decks": 2, "shoe": "double", "insurance_at_turn": True},
    "six to five": {"game": "six-to-five", **SHARED, "decks": 1, "maximum": "200", "burn": True},
    "six to five, one round a deck": {"game": "six-to-five", **SHARED, "decks": 2, "rounds_per_deck": "one"},
    "double exposure": {"game": "double-exposure", **SHARED, "decks": 2},
    "multiple action": {"game": "multiple-action", **SHARED, "decks": 2},
    "switch": {"game": "switch", **SHARED, "wagers": {"match": {}}},
    "switch by machine": {"game": "switch", "shuffle": "machine", "surrender": True, "preshuffled": True},
    "Spanish 21": {"game": "spanish-21", **SHARED, "decks": 6, "wagers": {"match-the-dealer": {}}},
    "side wagers": {
        "decks": 6,
        "hole_card": "card-reader",
        "wagers": {"over-under-13": {}, "streak": {}, "sevens": {}, "match-the-dealer": {}},
    },
    "progressive": {"decks": 6, "wagers": {"progressive": {"rate": "0.7", "initial": "5000", "reset": "5000"}}},
    "bonus": {"decks": 6, "wagers": {"blackjack-bonus": {"payouts": {"1": {"25": 3, "100": 1}, "5": {"125": 1}}}}},
    "twenty points": {"decks": 6, "wagers": {"twenty-point-bonus": {"paytable": "A"}}},
}
FLOOR: tuple[Callable[[BlackjackInPlay, str, Random], object], ...] = (
    lambda table, who, rng: table.sit(rng.randint(1, table.rules.boxes), who),
    lambda table, who, rng: table.sit(rng.randint(1, table.rules.boxes), who),
    lambda table, who, rng: table.leave(who),
    lambda table, who, rng: table.leave(who, held=True),
    lambda table, who, rng: table.let_in(who),
    lambda table, who, rng: table.relieve(who),
    lambda table, who, rng: table.repair_reader(),
    lambda table, who, rng: table.reshuffle(),
    lambda table, who, rng: table.recut(same_player=rng.random() < 0.5),
    lambda table, who, rng: table.recut(same_player=False),
    lambda table, who, rng: table.go_idle(face_up=rng.random() < 0.5),
    lambda table, who, rng: table.resume(asked=rng.random() < 0.5),
    lambda table, who, rng: table.resume(),
    lambda table, who, rng: table.fail_light(rng.randint(1, table.rules.boxes)),
    lambda table, who, rng: table.repair_light(rng.randint(1, table.rules.boxes)),
    lambda table, who, rng: table.show_burned(),
    lambda table, who, rng: table.jam(),
)
ANSWERS = {
    "insurance": (e.Insured,),
    "even money": (e.EvenMoney,),
    "double": (e.Doubled,),
    "split": (e.SplitStaked,),
    "switch": (e.Switched,),
    "rescue": (e.Rescued,),
    "play": (e.Stood, e.Hit, e.Doubled, e.Split, e.Surrendered, e.Switched, e.Answered),
    "exposed-card": (e.Answered,),
    "second-card": (e.Answered,),
    "missed-hit": (e.Answered,),
}
"""What is heard of an answer to each question."""
DECISIONS = tuple({kind for kinds in ANSWERS.values() for kind in kinds})
STEPS = {"card": e.Dealt, "turn": e.Turned, "peek": e.Peeked, "amount": e.AmountShown, "settlement": e.DealerDone}


class Watch:
    """Looks through everybody's eyes after every act."""

    def __init__(self, table: BlackjackInPlay) -> None:
        self.table = table
        self.read = 0
        self.eyes = {who: Onlooker(table.rules, who) for who in ("", *PLAYERS)}
        self.before = views.dealer_view(table)
        self.looks = 0

    def look(self) -> None:
        new = self.table.log[self.read :]
        self.read = len(self.table.log)
        for entry in new:
            for eyes in self.eyes.values():
                eyes.hear(entry)
        self._as_announced([entry.event for entry in new])
        everybody = views.table_view(self.table)
        self.eyes[""].agrees_with(everybody)
        self._turn(everybody)
        for player in PLAYERS:
            self._seat(player)
        self.before = views.dealer_view(self.table)
        supervisor = views.supervisor_view(self.table)
        assert self.before.table == supervisor.table == everybody
        assert self.before.next == supervisor.next
        assert [call.kind for call in supervisor.calls] == self.table.calls
        self.looks += 1

    def _as_announced(self, new: list[e.Event]) -> None:
        """What happened is what the view before said would happen, to the hand and the bettor that it named."""
        step, asked, turn = self.before.next, self.before.table.round.asked, self.before.table.round.turn
        if not new or any(isinstance(event, (e.Called, e.RoundBegan)) for event in new):
            return
        decided = [event for event in new if isinstance(event, DECISIONS)]
        assert (asked is not None) == (step.kind == "move") == bool(decided)
        if asked is not None:
            reported = decided[0]
            assert isinstance(reported, ANSWERS[asked.question])
            assert str(reported.at) == asked.at == step.at == turn
            assert getattr(reported, "bettor", asked.bettor) == asked.bettor == step.bettor
            assert getattr(reported, "spot", asked.spot) == asked.spot
        if step.kind in STEPS and self.before.table.round.closed:
            done = next(event for event in new if isinstance(event, STEPS[step.kind]))
            assert str(getattr(done, "at", None)) == str(step.at) == str(turn)
            assert getattr(done, "bettor", step.bettor) == step.bettor
            assert getattr(done, "wager", step.wager) == step.wager
            assert step.kind != "card" or step.face_down == (done.card is None)  # type: ignore[attr-defined]

    def _turn(self, view: TableView) -> None:
        table, asked = self.table, view.round.asked
        if asked is None:
            return
        seat = views.seat_view(table, asked.bettor)
        for move in play._MOVES:
            legal = next((option for option in seat.legal if option.name == move), None)
            for amount in {0, table.rules.chip} if legal is None or not legal.most else {0, legal.least, legal.most}:
                done = play.choose(table.state, asked.bettor, move, amount, version=view.round.version)
                fits = legal is not None and (legal.least <= amount <= legal.most)
                assert isinstance(done, play.Step) == fits
            if legal is not None and legal.most:
                beyond = play.choose(table.state, asked.bettor, move, legal.most + legal.step)
                assert not isinstance(beyond, play.Step)

    def _seat(self, player: str) -> None:
        seat, eyes = views.seat_view(self.table, player), self.eyes[player]
        eyes.agrees_with(seat.table)
        asked = seat.table.round.asked
        assert (seat.mine, seat.calls_for, seat.boxes) == (eyes.mine(), eyes.calls_for(), eyes.boxes())
        assert seat.player == player
        assert bool(seat.legal) == (asked is not None and asked.bettor == player)
        rules, carried = self.table.rules, self.table.carried
        least, more = (may_bet(rules, carried, player, amount) for amount in (rules.minimum, rules.maximum))
        assert seat.may_wager == ("nothing" if least else "minimum" if more else "anything")
        assert (seat.may_wager_by or "") == (more.citation if more else "")


def session(table: BlackjackInPlay, rng: Random, look: Callable[[], None], *, rounds: int, irregular: float) -> None:
    for _ in range(rounds):
        for _ in range(rng.choice((0, 1, 2, 4))):
            try:
                rng.choice(FLOOR)(table, rng.choice(PLAYERS), rng)
            except RefusedError:
                continue
            look()
        if table.carried.idle:
            for box in rng.sample(range(1, table.rules.boxes + 1), 2):
                table.sit(box, rng.choice(PLAYERS))
                look()
            table.resume()
        table.begin()
        look()
        _wager(table, rng, look)
        if table.close_bets() is None:
            _play(table, rng, look, irregular)


def _wager(table: BlackjackInPlay, rng: Random, look: Callable[[], None]) -> None:
    rules = table.rules
    for box in rng.sample(range(1, rules.boxes + 1), 3):
        for player in rng.sample(PLAYERS, rng.randint(1, rules.bettors_per_box)):
            seated = rng.random() < 0.7
            for _ in range(rng.randint(*GAMES[rules.game].wagers(rules))):
                chips = rng.choice((1, 2, 3)) * rules.minimum
                table.bet(box, player, chips, seated=seated, consent=True)
                look()
            for name, offer in rules.wagers.items():
                bet = rng.choice(wager_at(rules, name).bets(rules, offer) or ("",))
                table.side_bet(box, player, name, rng.choice((1, 1, 5)) * 100, bet)
            if rng.random() < 0.2:
                look()
                table.withdraw(box, player, rng.choice(("", *rules.wagers)))
                look()
    look()


def _play(table: BlackjackInPlay, rng: Random, look: Callable[[], None], irregular: float) -> None:
    look()
    while not isinstance(need := table.need, Settled):
        if rng.random() < irregular and (possible := table.calls):
            assert table.call(rng.choice(possible)) is None
        elif isinstance(need, NeedMove):
            legal = rng.choice(need.legal)
            assert table.choose(need.bettor, legal.name, rng.choice(amounts(legal))) is None
        else:
            table.step()
        look()


def watched(name: str, seed: int, favoured: str, irregular: float, rounds: int = 5) -> Watch:
    rng = Random(seed)
    table = table_of(from_data(TABLES[name]), seed, favoured, opened=False)
    watch = Watch(table)
    for player in rng.sample(PLAYERS, rng.randint(0, 3)):
        table.sit(rng.randint(1, table.rules.boxes), player)
        watch.look()
    table.open()
    watch.look()
    try:
        session(table, rng, watch.look, rounds=rounds, irregular=irregular)
    except NoCardsLeftError:
        assert table.shoe.cards_left == 0
    return watch


@pytest.mark.parametrize("irregular", [0, 0.1])
@pytest.mark.parametrize("name", TABLES)
def test_views_tell_what_was_said_and_shown(name: str, irregular: float) -> None:
    for seed, favoured in enumerate(("", "A", "TJQK", "89")):
        assert watched(name, seed, favoured, irregular).looks > 20


# What nobody has seen ----------------------------------------------------------------------------------------------


def with_other_cards(table: BlackjackInPlay, rng: Random, player: str) -> SimpleNamespace:
    """The same to every onlooker: unseen cards in another order, and other suits where only others know a card."""
    state = table.state
    own = {bettor.box for bettor in state.bettors if bettor.name == player}
    hands = tuple(hand if hand.at.box in own else other_suits(hand, rng) for hand in state.hands)
    return SimpleNamespace(
        rules=table.rules,
        state=replace(state, hands=hands),
        carried=table.carried,
        shoe=other_order(table.shoe, rng),
        handling=table.handling,
        log=table.log,
        is_open=table.is_open,
        calls=table.calls,
        last_seen=LastSeen(),
    )


def other_suits(hand: Hand, rng: Random) -> Hand:
    hidden = [Card(card.rank, rng.choice(SUITS)) for card in hand.cards[: hand.concealed]]
    return replace(hand, cards=(*hidden, *hand.cards[hand.concealed :]))


def other_order(shoe: object, rng: Random) -> object:
    if isinstance(shoe, Double):
        left, right = (mixed(shoe.side(side), rng) for side in SIDES)
        return replace(shoe, on_left=left, on_right=right)
    assert isinstance(shoe, Single)
    inside = {"inside": tuple(rng.sample(shoe.inside, len(shoe.inside)))} if isinstance(shoe, Machine) else {}
    return replace(shoe, pile=mixed(shoe.pile, rng), **inside)


def mixed(pile: Pile, rng: Random) -> Pile:
    cards = tuple(rng.sample(pile.cards, len(pile.cards)))
    return replace(pile, cards=cards, burned=pile.burned and rng.choice(pile.cards))


def everybodys(table: Any) -> list[View]:
    return [views.table_view(table), views.dealer_view(table), views.supervisor_view(table)]


@pytest.mark.parametrize("name", TABLES)
def test_cards_that_nobody_has_seen_change_no_view(name: str) -> None:
    rng = Random(7)
    table = table_of(from_data(TABLES[name]), 11, "A5")
    seen: list[View] = []

    def look() -> None:
        other = with_other_cards(table, rng, "")
        assert everybodys(other) == everybodys(table)
        for player in PLAYERS:
            other = with_other_cards(table, rng, player)
            assert views.seat_view(other, player) == views.seat_view(table, player)
        seen.append(views.table_view(table))

    try:
        session(table, rng, look, rounds=5, irregular=0.05)
    except NoCardsLeftError:
        assert table.shoe.cards_left == 0
    assert len(set(map(msgspec.json.encode, seen))) > 20


# The form ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_view_is_read_back_from_its_json(name: str) -> None:
    table = table_of(from_data(TABLES[name]), 3)

    def look() -> None:
        for view in (*everybodys(table), views.seat_view(table, PLAYERS[0])):
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view

    session(table, Random(5), look, rounds=2, irregular=0)


def test_the_sign_tells_what_is_posted() -> None:
    rules = from_data({"game": "multiple-action", "on": date(2010, 6, 7), "decks": 6, "wagers": {"streak": {}}})
    assert msgspec.to_builtins(views.sign(rules)) == {
        "game": "multiple-action",
        "title": "Multiple action blackjack",
        "day": "2010-06-07",
        "boxes": 7,
        "decks": 6,
        "minimum": 10_00,
        "maximum": 1000_00,
        "chip": 1_00,
        "least_wagers": 3,
        "most_wagers": 3,
        "hands_per_box": 1,
        "bettors_per_box": 1,
        "boxes_per_player": 1,
        "side_wagers": ({"name": "streak", "bets": ("2", "3", "4", "5"), "minimum": 1_00, "maximum": 1000_00},),
        "inscriptions": (
            "Blackjack pays 3 to 2",
            "Dealer must draw to 16 and stand on all 17s",
            "Insurance pays 2 to 1",
        ),
        "pay_tables": (
            {"title": "Streak", "rows": (("2", "3 to 1"), ("3", "7 to 1"), ("4", "17 to 1"), ("5", "37 to 1"))},
        ),
    }
