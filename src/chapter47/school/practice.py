"""Solo practice: a private table without a clock, dealt from a seed, with a coach beside each decision.

A session is its seed and the acts of the learner: from these it is played again, so nothing of it has to be stored.
Sessions that were played lately are kept, so that the next act does not play all before it again."""

from collections.abc import Sequence
from random import Random
from threading import Lock
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.act import Act, Choose, Open
from chapter47.core.act_words import BadActError
from chapter47.core.coaching import DecisionValues
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.core.hosting import Offer
from chapter47.core.onlookers import player as as_player
from chapter47.core.posting import Posting
from chapter47.games import game_of
from chapter47.school.coach import Coach, JudgedMove, judged
from chapter47.school.computer_players import NAMES, ComputerPlayers
from chapter47.session.session import Session

YOU: Final = "You"
DEAL: Final = "deal"
"""The learner's act that closes betting: the others bet, and the round is dealt."""
HandKind = Literal["any", "pairs", "soft", "stiff", "surrender", "chosen"]
RANKS: Final = "A23456789T"
OBVIOUS: Final = 0.5
"""A move is obvious if every other one costs at least so much of the wager."""
MOST_KEPT: Final = 48
"""Number of recent sessions that are kept."""
MARKS: Final = ((0.2, "??"), (0.07, "?"), (0.0, "?!"))
"""Marks by the share of the wager that a mistake costs: ?!, ? and ??."""


class Options(Struct, frozen=True, kw_only=True):
    """Options of a practice session."""

    others: int = 0
    """Number of computer players at the table."""
    skill: float = 1.0
    """How often they follow basic strategy."""
    hands: HandKind = "any"
    spots: tuple[str, ...] = ()
    """For `chosen`: ranks of the two cards and the dealer's card, such as `T6T`."""
    coached: bool = True
    """Whether decisions are judged and wagers priced."""
    auto: bool = False
    """Whether obvious moves are made by themselves, such as to stand on 20."""


class ReviewedDecision(Struct, frozen=True, kw_only=True):
    """A decision as a review shows it."""

    act: int
    """The number of the act in the session."""
    values: DecisionValues
    judged: JudgedMove
    mark: str


class ReviewedRound(Struct, frozen=True, kw_only=True):
    """A round's result split into expectation, mistakes and luck."""

    number: int
    wagered: int
    result: int
    expected: int
    skill: int
    luck: int
    decisions: tuple[ReviewedDecision, ...]


class Practice:
    """A session of practice in progress."""

    def __init__(self, posting: Posting, seed: str, options: Options) -> None:
        self.posting, self.seed, self.options = posting, seed, options
        random = Random(f"practice {seed}")
        self.session = Session(posting, random.getrandbits(40))
        self.others = ComputerPlayers(self.session, NAMES[: options.others], random, skill=options.skill)
        self.coach = Coach(game_of(posting), posting, self.session.table)
        self.acts: list[str] = []
        self.ends: list[int] = []
        """For each finished round, the number of acts after which it was over."""
        self.decisions: dict[int, list[ReviewedDecision]] = {}
        self.expected: dict[int, float] = {}
        self.wagered: dict[int, int] = {}
        self.last: JudgedMove | None = None
        self._random = random
        self._seen = 0
        you = ComputerPlayers(self.session, (YOU,), random)
        you.sit()
        self.others.sit()
        self.session.perform(Open())

    # What the learner does -------------------------------------------------------------------------------------------

    def do(self, line: str) -> Refusal | None:
        """Perform a line such as `You bet 10 on 1`, or `deal`; a refusal changes nothing. Raises `BadActError`."""
        self._seen = len(self.session.table.log)
        self.last = None
        refusal = self._deal() if line == DEAL else self._perform(self.session.playing.acts.read(line))
        if refusal is None:
            self.acts.append(line)
            self._go_on()
            finished = len(self.session.book.finished)
            self.ends += [len(self.acts)] * (finished - len(self.ends))
        return refusal

    @property
    def _round(self) -> int:
        return self.session.book.rounds[-1].number if self.session.book.rounds else 1

    def _perform(self, act: Act) -> Refusal | None:
        if act.player_name != YOU:
            raise BadActError(f"{act.player_name or 'Nobody'} is not you.", "Act as You.")
        coached = self.options.coached
        values = self.coach.decision(YOU, seen=False) if coached and isinstance(act, Choose) else None
        price, cost = self.coach.wager(act) if coached else None, self.session.table.cost(act)
        refusal = self.session.perform(act)
        if refusal is None and isinstance(act, Choose) and isinstance(values, DecisionValues):
            self._judge(values, act.move)
        if refusal is None and price is not None and cost is not None:
            number = self._round
            self.expected[number] = self.expected.get(number, 0.0) - price.house_edge * cost.amount
            self.wagered[number] = self.wagered.get(number, 0) + cost.amount
        return refusal

    def _judge(self, values: DecisionValues, move: str) -> None:
        self.last = judged(values, move)
        share = self.last.cost / values.stake if values.stake else 0.0
        mark = "" if self.last.right else next(sign for least, sign in MARKS if share >= least)
        decision = ReviewedDecision(act=len(self.acts), values=values, judged=self.last, mark=mark)
        self.decisions.setdefault(self._round, []).append(decision)

    def _deal(self) -> Refusal | None:
        if self.others.names:
            self.others.bet(sides=0.2)
        self._choose_cards()
        for name in (YOU, *self.others.names):
            if turn := self.others.hosting.takes_turn(self.session.table, name):
                self.session.perform(turn)
        closing = self.others.hosting.closes_wagers(self.session.table)
        if closing is None:
            return self.others.hosting.why_not_closable(self.session.table) or Refusal(
                "deal.not_now", "", "no wagers can be closed now", "deal", "a bet first"
            )
        return self.session.perform(closing)

    def _go_on(self) -> None:
        """Until the learner has something to decide or to bet."""
        while True:
            self.session.go_on()
            if self.others.names and self.others.decide():
                continue
            move = self._without_choice([offer for offer in self.offers() if offer.kind == "move"])
            if move is None or self.session.perform(move.with_amount(move.most)) is not None:
                return

    def _without_choice(self, moves: Sequence[Offer]) -> Offer | None:
        """The only legal move, or one that is obvious."""
        if len(moves) <= 1 or not self.options.auto:
            return moves[0] if len(moves) == 1 else None
        values = self.coach.decision(YOU, seen=False)
        if not isinstance(values, DecisionValues):
            return None
        others = [worth for move, worth in values.basic.items() if move != values.best]
        obvious = all(values.basic[values.best] - worth >= OBVIOUS * values.stake for worth in others)
        return next((move for move in moves if getattr(move.act, "move", "") == values.best), None) if obvious else None

    def _choose_cards(self) -> None:
        """Deal hands of the chosen kind at once; with other players at the table the cards are not chosen."""
        if self.options.hands == "any" or self.options.others:
            return
        first, second, up = _hand_of(self.options, self._random)
        suits = [self._random.choice("shdc") for _ in range(3)]
        named = " ".join(f"{rank}{suit}" for rank, suit in zip((first, up, second), suits, strict=True))
        try:
            self.session.perform(self.session.playing.acts.read(f"cards {named}"))
        except BadActError:
            return

    def throw(self, dice: str) -> Refusal | None:
        """Let the learner throw these dice: `4 2`."""
        self._seen = len(self.session.table.log)
        if turn := self.others.hosting.takes_turn(self.session.table, YOU):
            self.session.perform(turn)
        refusal = self.session.perform(self.session.playing.acts.read(f"dice {dice}"))
        if refusal is None:
            self._go_on()
        return refusal

    # What the learner sees -------------------------------------------------------------------------------------------

    def offers(self) -> list[Offer]:
        return [
            offer
            for offer in self.others.hosting.offers(self.session.table, YOU)
            if offer.kind in ("bet", "move", "change", "turn")
        ]

    @property
    def may_deal(self) -> bool:
        return self.others.hosting.closes_wagers(self.session.table) is not None

    def events(self) -> list[Event]:
        """Return what happened since the last act, as the learner saw it."""
        log = self.session.table.log
        return self.others.hosting.recalled([entry.event for entry in log], as_player(YOU))[self._seen :]

    def reviews(self) -> list[ReviewedRound]:
        """Return every finished round: expectation, skill and luck add up to the result, to the cent."""
        return [self._reviewed(played.number, played.net.get(YOU, 0)) for played in self.session.book.finished]

    def _reviewed(self, number: int, result: int) -> ReviewedRound:
        decisions = tuple(self.decisions.get(number, ()))
        expected = round(self.expected.get(number, 0.0))
        skill = -round(sum(decision.judged.cost for decision in decisions))
        return ReviewedRound(
            number=number,
            wagered=self.wagered.get(number, 0),
            result=result,
            expected=expected,
            skill=skill,
            luck=result - expected - skill,
            decisions=decisions,
        )

    def finish_round(self) -> int:
        """Finish the round by basic strategy; return what the learner won or lost."""
        number = self._round
        while not self.session.between_rounds:
            values = self.coach.decision(YOU, seen=False)
            moves = [offer for offer in self.offers() if offer.kind == "move"]
            if not moves:
                break
            best = values.best if isinstance(values, DecisionValues) else ""
            offer = next((each for each in moves if getattr(each.act, "move", "") == best), moves[0])
            self.session.perform(offer.with_amount(offer.most))
            self._go_on()
        return next((played.net.get(YOU, 0) for played in self.session.book.rounds if played.number == number), 0)


def _hand_of(options: Options, random: Random) -> tuple[str, str, str]:
    """Return the first card, the second card and the dealer's up card."""
    up = random.choice(RANKS)
    match options.hands:
        case "chosen" if options.spots:
            spot = random.choice(options.spots)
            return spot[0], spot[1], spot[2]
        case "pairs":
            rank = random.choice(RANKS)
            return rank, rank, up
        case "soft":
            return "A", random.choice("23456789"), up
        case "surrender":
            return *random.choice((("T", "6"), ("T", "5"), ("9", "7"), ("9", "6"), ("8", "8"))), random.choice("9TA")
    low = random.choice("23456")
    return "T", low, up


class KeptPractices:
    """Sessions that were played lately, the newest last. Who goes on with one takes it out and keeps it again."""

    def __init__(self) -> None:
        self._kept: list[Practice] = []
        self._turn = Lock()

    def taken(self, posting: Posting, seed: str, options: Options, acts: Sequence[str]) -> Practice:
        """The session that has played the most of these acts; a new one if none is kept."""
        with self._turn:
            fitting = [
                each
                for each in self._kept
                if (each.posting, each.seed, each.options) == (posting, seed, options)
                and each.acts == list(acts[: len(each.acts)])
            ]
            if fitting:
                longest = max(fitting, key=lambda each: len(each.acts))
                self._kept = [each for each in self._kept if each is not longest]
                return longest
        return Practice(posting, seed, options)

    def keep(self, practice: Practice) -> None:
        with self._turn:
            self._kept = [*self._kept, practice][-MOST_KEPT:]


KEPT: Final = KeptPractices()


def practised(posting: Posting, seed: str, options: Options, acts: Sequence[str]) -> Practice:
    """A session played from its acts; raises `BadActError`, and stops at a refusal. The caller keeps it if nothing was
    refused."""
    practice = KEPT.taken(posting, seed, options, acts)
    for line in acts[len(practice.acts) :]:
        if practice.do(line) is not None:
            break
    return practice


def what_if(posting: Posting, seed: str, options: Options, acts: Sequence[str], *, at: int, move: str) -> int:
    """Return the result of the round with the same cards, had another move been made at this act."""
    practice = practised(posting, seed, replace(options, coached=False), acts[:at])
    offers = [offer for offer in practice.offers() if getattr(offer.act, "move", "") == move]
    if offers:
        practice.do(str(offers[0].with_amount(offers[0].most)))
    return practice.finish_round()
