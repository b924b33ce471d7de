"""Every view of a table, put together a second time: from the lines of its log alone, as people hear and see them."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.properties.stacks_from_events import Stacks

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.views.records import (
    BettorView,
    HandView,
    MeterView,
    ResultView,
    SeatTaken,
    StakeView,
    TableView,
)
from chapter47.core.cards import Card
from chapter47.core.log import ROUND, LogEntry

Facts = dict[str, Any]
POINTS = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}
RESULTS = {e.Paid: "paid", e.Collected: "collected", e.Returned: "returned"}


def counted(cards: list[str]) -> tuple[int, bool]:
    """2.2(b): an ace is eleven where that does not pass 21."""
    low = sum(POINTS.get(card[0]) or int(card[0]) for card in cards)
    return (low + 10, True) if any(card[0] == "A" for card in cards) and low + 10 <= 21 else (low, False)


class Onlooker:
    """A player at the table, or an onlooker without a name. Only the box itself sees its face-down cards."""

    def __init__(self, rules: TableRules, player: str = "") -> None:
        self.rules, self.player = rules, player
        self.stacks = Stacks(rules)
        self.seats: dict[int, str] = {}
        self.came: list[str] = []
        self.seated: set[str] = set()
        self.held: dict[str, bool] = {}
        self.idle, self.open, self.dealer_name = False, False, ""
        self.rounds = self.since_shuffle = 0
        self.jam = False
        self.reader_failed = False
        self.meters: dict[str, int] = {}
        self.dark: set[int] = set()
        self.standing: list[Facts] = []
        self.results: list[list[ResultView]] = [[]]
        self.new_round()

    def new_round(self) -> None:
        self.bettors: dict[tuple[int, str], Facts] = {}
        self.hands: dict[Place, Facts] = {}
        self.order: list[Place] = []
        self.hands[Place(0)] = self.no_cards(Place(0))
        self.secret: dict[Place, list[Card]] = {}
        """What only a box knows, for the moment at which it is shown to all."""
        self.stakes = [dict(stake) for stake in self.standing]
        self.staying: list[Facts] = []
        """Side wagers that stay for the next round, in the order in which that was said."""
        self.dealer_hand, self.closed, self.over, self.void = 0, False, False, False
        self.dealt_before: list[HandView] = []
        """The dealer's hands of this round that are over."""
        self.exposed: Card | None = None
        self.peeked: bool | None = None

    @staticmethod
    def no_cards(at: Place) -> Facts:
        marks = ("split", "doubled", "stood", "surrendered", "switched", "dead", "taken_in")
        return {"at": at, "hidden": 0, "own": [], "seen": [], "down": 0, **dict.fromkeys(marks, False)}

    # What is heard and seen ----------------------------------------------------------------------------------------

    def hear(self, entry: LogEntry) -> None:
        event = entry.event
        self.stacks.hear(entry, exposed=self.exposed, seats=self.seats, came=self.came)
        self.open = self.open or entry.source == "shoe"
        if isinstance(event, e.Collected):
            self._no_longer_stands(event)
        if isinstance(event, e.TakenIn):
            self.stacks.taken_in(self.hands[event.at]["hidden"] + len(self.hands[event.at]["seen"]))
        if isinstance(event, e.NextDealerHand):
            self.stacks.taken_in(len(self.hands[Place(0)]["seen"]) - 1)
        if entry.source == ROUND:
            self._round(event)
        else:
            self._table(event)

    def _table(self, event: Event) -> None:
        match event:
            case e.Sat():
                self.arrive(event.box, event.player)
            case e.Left():
                self.seats = {box: who for box, who in self.seats.items() if who != event.player}
                self.came = [who for who in self.came if who != event.player]
                self.held[event.player] = event.held
            case e.Collected():
                self.note(event)
            case e.DealerRelieved():
                self.dealer_name = event.dealer
            case e.WentIdle():
                self.idle, self.seats, self.came = True, {}, []
            case e.Resumed():
                self.idle = False
            case e.ReaderRepaired():
                self.reader_failed = False
            case e.LightFailed():
                self.dark.add(event.box)
            case e.LightRepaired():
                self.dark.discard(event.box)
            case e.RoundBegan():
                self.new_round()
                self.results.append([])
            case e.Did():
                self.jam = event.who == "machine"
            case e.Shuffled():
                in_a_round = self.closed and not self.over
                if not self.jam and (not in_a_round or self.rules.shuffle == "continuous"):
                    self.since_shuffle = 0
                self.jam = False

    def _no_longer_stands(self, event: e.Collected) -> None:
        """A side wager that stayed from the last round is decided, or given up by a player who left (2.22(f))."""
        names = {name: getattr(event, name) for name in ("at", "bettor", "wager", "bet")}
        self.standing = [stake for stake in self.standing if not names.items() <= stake.items()]

    def arrive(self, box: int, player: str) -> None:
        self.held.pop(player, None)
        self.seats[box] = player
        if player not in self.came:
            self.came.append(player)
        self.came = [who for who in self.came if who in self.seats.values()]

    def _round(self, event: Event) -> None:
        match event:
            case e.Bet():
                self._bet(event)
            case e.SideBet():
                self.stake(Place(event.box), event.bettor, event.amount, event.wager, bet=event.bet, made=event.amount)
            case e.Withdrawn():
                self._withdrawn(event)
            case e.Dealt() | e.Turned() | e.Opened() | e.Split() | e.Switched() | e.NextDealerHand():
                self._cards(event)
            case e.Insured() | e.Doubled() | e.SplitStaked() | e.Collected() | e.Returned() | e.Paid():
                self._chips(event)
            case e.Lit() | e.LightOut() | e.HeldBack() | e.AmountShown() | e.CarriedOver():
                self._side(event)
            case e.Stood() | e.Surrendered() | e.Dead() | e.TakenIn():
                mark = {e.Stood: "stood", e.Surrendered: "surrendered", e.Dead: "dead", e.TakenIn: "taken_in"}
                self.hands[event.at][mark[type(event)]] = True
            case e.MeterMoved():
                self.meters[event.wager] = event.shows
            case e.Peeked():
                self.peeked = event.blackjack
            case e.BetsClosed():
                self.closed = True
            case e.Voided():
                self.void = True
            case e.Called():
                self._called(event)
            case e.Burned() if event.card == self.exposed:
                self.exposed = None
            case e.RoundOver():
                self._over()

    def _bet(self, event: e.Bet) -> None:
        places = [Place(event.box, hand) for hand in range(event.hands)]
        if not any(at.box == event.box for at in self.order):
            self.order = sorted([*self.order, *places])
            self.hands |= {at: self.no_cards(at) for at in places}
        for at in places:
            self.stake(at, event.bettor, event.amount, "main", spot=event.spot)
        new = {"amount": 0, "seated": event.seated}
        self.bettors.setdefault((event.box, event.bettor), new)["amount"] += event.amount
        self.held.pop(event.bettor, None)
        if event.seated:
            if event.bettor not in self.seated:
                stays = {box: who for box, who in self.seats.items() if who != event.bettor or box == event.box}
                self.seats = (
                    stays
                    if stays.get(event.box) == event.bettor and len(stays) == 1
                    else {box: who for box, who in stays.items() if box != event.box}
                )
            self.seated.add(event.bettor)
            self.arrive(event.box, event.bettor)

    def _withdrawn(self, event: e.Withdrawn) -> None:
        """Nobody's box gets no cards."""
        taken = {"bettor": event.bettor, "wager": event.wager, "bet": event.bet, "from_earlier_round": False}
        self.stakes = [
            stake for stake in self.stakes if stake["at"].box != event.box or not taken.items() <= stake.items()
        ]
        if event.wager != "main":
            return
        del self.bettors[event.box, event.bettor]
        if not any(box == event.box for box, _ in self.bettors):
            self.order = [at for at in self.order if at.box != event.box]
            self.hands = {at: hand for at, hand in self.hands.items() if at.box != event.box}
        if not any(name == event.bettor for _, name in self.bettors):
            self.seated.discard(event.bettor)

    def stake(self, at: Place, bettor: str, amount: int, wager: str, **more: Any) -> None:
        usual = {
            "bet": "",
            "spot": 0,
            "double": 0,
            "made": 0,
            "open": True,
            "lit": False,
            "held_back": False,
            "shown": None,
            "won_in_a_row": 0,
            "from_earlier_round": False,
            "stays": False,
        }
        self.stakes.append({**usual, "at": at, "bettor": bettor, "amount": amount, "wager": wager, **more})

    def _cards(self, event: Event) -> None:
        match event:
            case e.Dealt():
                self._dealt(event)
            case e.Turned():
                hand = self.hands[event.at]
                hand["down"] -= 1
                hand["seen"].append(str(event.card))
            case e.Opened():
                self.open_up(event.at)
            case e.Split():
                self._split(event)
            case e.Switched():
                self._switched(event)
            case e.NextDealerHand():
                self.hands[Place(0)]["taken_in"] = True
                self.dealt_before.append(self.hand(Place(0)))
                upcard = self.hands[Place(0)]["seen"][:1]
                self.hands[Place(0)] = {**self.no_cards(Place(0)), "seen": upcard}
                self.dealer_hand = event.number - 1

    def _dealt(self, event: e.Dealt) -> None:
        hand = self.hands[event.at]
        if event.card is None:
            hand["down"] += 1
        elif event.concealed:
            hand["hidden"] += 1
            self.secret.setdefault(event.at, []).append(event.card)
            if (event.at.box, self.player) in self.bettors:
                hand["own"].append(str(event.card))
        else:
            hand["seen"].append(str(event.card))
        if event.card is not None and event.card == self.exposed:
            self.exposed = None

    def open_up(self, at: Place) -> None:
        shown = [str(card) for card in self.secret.pop(at, [])]
        hand = self.hands[at]
        hand |= {"hidden": 0, "own": [], "seen": [*shown, *hand["seen"]]}

    def _split(self, event: e.Split) -> None:
        self.open_up(event.at)
        first, second = self.hands[event.at]["seen"]
        self.hands[event.at] = {**self.no_cards(event.at), "seen": [first], "split": True}
        self.hands[event.new] = {**self.no_cards(event.new), "seen": [second], "split": True}
        self.order.insert(self.order.index(event.at) + 1, event.new)

    def _switched(self, event: e.Switched) -> None:
        if event.how == "keep":
            return
        first, second = (self.hands[at] for at in self.order if at.box == event.at.box)
        first["seen"][1], second["seen"][1] = second["seen"][1], first["seen"][1]
        for hand in (first, second):
            hand |= {"switched": event.how == "switch", "stood": False}

    # Chips ---------------------------------------------------------------------------------------------------------

    def main(self, at: Place, bettor: str) -> list[Facts]:
        named = {"open": True, "at": at, "bettor": bettor, "wager": "main"}
        return [stake for stake in self.stakes if named.items() <= stake.items()]

    def _chips(self, event: Event) -> None:
        match event:
            case e.Insured(amount=amount) if amount:
                self.stake(event.at, event.bettor, amount, "insurance", spot=event.spot)
            case e.Doubled():
                self.hands[event.at]["doubled"] = True
                for stake in self.main(event.at, event.bettor):
                    if stake["spot"] == event.spot:
                        stake["double"] = event.amount
            case e.SplitStaked():
                for stake in self.main(event.at, event.bettor):
                    if event.both:
                        self.stakes.insert(self.stakes.index(stake) + 1, {**stake, "at": event.new})
                    else:
                        stake["at"] = event.keeps or event.at
            case e.Collected() | e.Returned():
                self.note(event)
                for stake in self.meant(event):
                    self._less(stake, event.amount)
            case e.Paid():
                self.note(event)

    def meant(self, event: e.Collected | e.Returned) -> list[Facts]:
        keys = ("at", "bettor", "wager", "bet", "spot")
        return [
            stake for stake in self.stakes if stake["open"] and all(stake[key] == getattr(event, key) for key in keys)
        ]

    def _less(self, stake: Facts, amount: int) -> None:
        rest = stake["amount"] + stake["double"] - amount
        stake["double"] = max(stake["double"] - amount, 0)
        stake["amount"] = rest - stake["double"]
        stake["held_back"] = False
        if not rest:
            stake["open"] = False

    def note(self, event: e.Collected | e.Returned | e.Paid) -> None:
        self.results[-1].append(
            ResultView(
                at=str(event.at),
                bettor=event.bettor,
                wager=event.wager,
                bet=event.bet,
                spot=event.spot,
                amount=event.amount,
                result=RESULTS[type(event)],  # type: ignore[arg-type]
                why=event.why,
                by=event.by,
            )
        )

    def _side(self, event: Event) -> None:
        names = {name: getattr(event, name, "") for name in ("at", "bettor", "wager", "bet")}
        marks: dict[type[Event], Facts] = {
            e.Lit: {"lit": True},
            e.LightOut: {"lit": False},
            e.HeldBack: {"held_back": True},
            e.AmountShown: {"shown": getattr(event, "amount", 0)},
            e.CarriedOver: {"stays": True, "won_in_a_row": getattr(event, "won", 0)},
        }
        for stake in self.stakes:
            if (stake["open"] or stake["lit"]) and not stake["stays"] and names.items() <= stake.items():
                stake |= marks[type(event)]
                if stake["stays"]:
                    self.staying.append(stake)

    def _called(self, event: e.Called) -> None:
        match event.kind:
            case "exposed-card":
                self.exposed = event.card
            case "reader-failed":
                self.reader_failed = True
            case "nothing-shown":
                waiting = {"held_back": True, "shown": None, "at": event.at}
                next(stake for stake in self.stakes if waiting.items() <= stake.items())["shown"] = 0

    def _over(self) -> None:
        self.over = True
        self.rounds += 1
        self.since_shuffle += 1
        self.seated = set()
        self.standing = [{**stake, "stays": False, "from_earlier_round": True} for stake in self.staying]

    # What follows --------------------------------------------------------------------------------------------------

    def calls(self, box: int, name: str) -> bool:
        """2.13(b): the player seated at the box, else the highest wager, the first of equals."""
        here = {who: facts for (at, who), facts in self.bettors.items() if at == box}
        seated = [who for who, facts in here.items() if facts["seated"]]
        return name == (seated[0] if seated else max(here, key=lambda who: here[who]["amount"]))

    def hand(self, at: Place) -> HandView:
        facts = self.hands[at]
        hidden = facts["own"] or [None] * facts["hidden"]
        cards = [*hidden, *facts["seen"], *[None] * facts["down"]]
        known = [card for card in cards if card is not None]
        points, soft = counted(known)
        whole = len(known) == len(cards) == 2 and not facts["split"] and not facts["switched"]
        marks = ("split", "doubled", "stood", "surrendered", "switched", "dead", "taken_in")
        return HandView(
            at=str(at),
            box=at.box,
            cards=tuple(cards),
            concealed=facts["hidden"],
            points=points,
            soft=soft,
            blackjack=whole and points == 21,
            **{mark: facts[mark] for mark in marks},
        )

    def stakes_seen(self, stakes: list[Facts]) -> Iterator[StakeView]:
        for stake in stakes:
            yield StakeView(**{**stake, "at": str(stake["at"])})

    def agrees_with(self, view: TableView) -> None:
        """All but `sign`, whose turn it is, and the number of the version: these are compared elsewhere."""
        self._round_agrees(view)
        assert view.shoe == self.stacks.view()
        assert view.next_cut == self.stacks.next_cut(self.seats, self.came, is_open=self.open, idle=self.idle)
        assert (view.is_open, view.idle, view.dealer) == (self.open, self.idle, self.dealer_name)
        assert (view.rounds_played, view.rounds_since_shuffle) == (self.rounds, self.since_shuffle)
        assert view.seats == tuple(SeatTaken(box=box, player=who) for box, who in sorted(self.seats.items()))
        assert view.places_held == tuple(who for who, held in self.held.items() if held)
        assert view.failed_lights == tuple(sorted(self.dark))
        assert view.reader_failed == self.reader_failed
        assert view.standing == tuple(self.stakes_seen(self.standing))
        for meter in view.meters:
            opens = self.rules.wagers[meter.wager].initial or 0
            assert meter == MeterView(wager=meter.wager, shows=self.meters.get(meter.wager, opens))
        assert {meter.wager for meter in view.meters} == set(self.rules.wagers) & {"progressive"}
        assert view.results == self.results_shown(self.results[-1])
        assert view.last_results == (self.results_shown(self.results[-2]) if len(self.results) > 1 else ())

    def results_shown(self, results: Iterable[ResultView]) -> tuple[ResultView, ...]:
        """Without those of players who have left a box that somebody else has taken."""
        present = set(self.seats.values())
        return tuple(
            result for result in results if result.bettor in present or Place.of(result.at).box not in self.seats
        )

    def _round_agrees(self, view: TableView) -> None:
        seen, taken = view.round, self.taken_over()
        assert seen.hands == tuple(self.hand(at) for at in self.order if at.box not in taken)
        assert seen.dealer == self.hand(Place(0))
        assert seen.stakes == tuple(self.stakes_seen(self.stakes))
        assert seen.bettors == tuple(
            BettorView(box=box, name=name, calls=self.calls(box, name), **facts)
            for (box, name), facts in self.bettors.items()
            if box not in taken
        )
        assert (seen.closed, seen.over, seen.void) == (self.closed, self.over, self.void)
        assert (seen.dealer_hand, seen.dealt_before) == (self.dealer_hand, tuple(self.dealt_before))
        assert seen.exposed == (None if self.exposed is None else str(self.exposed))
        assert seen.reader_says_blackjack == self.peeked

    def taken_over(self) -> set[int]:
        """The boxes of a finished round that somebody else has taken since; they are clear."""
        played = {box for box, _ in self.bettors} if self.over else set()
        return {box for box in played if box in self.seats and (box, self.seats[box]) not in self.bettors}

    def mine(self) -> tuple[str, ...]:
        own = [stake for stake in self.stakes if stake["open"] and stake["bettor"] == self.player]
        return tuple(dict.fromkeys(str(stake["at"]) for stake in own))

    def calls_for(self) -> tuple[int, ...]:
        return tuple(box for box, name in self.bettors if name == self.player and self.calls(box, name))

    def boxes(self) -> tuple[int, ...]:
        return tuple(sorted(box for box, who in self.seats.items() if who == self.player))
