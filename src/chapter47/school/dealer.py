"""Play the dealer: computer players bet and decide, the trainee does the dealer's work, and the rules judge each act.

A round is dealt by the engine from a seed. Its log is the lawful course of the round: the trainee's act is right if it
is the dealer's next event. Everything that does not need the dealer (decisions, throws, book-keeping) happens
automatically."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from chapter47.core.cards import Faces
from chapter47.core.event import ChipsMoved, Collected, Event, Paid, Returned, RoundBegan, Said
from chapter47.core.game import AnyGame
from chapter47.core.log import LogEntry
from chapter47.core.money import dollars
from chapter47.core.playing import AnyPlaying
from chapter47.core.posting import Posting
from chapter47.core.text import spoken
from chapter47.games import game_of
from chapter47.school.computer_players import NAMES, opened
from chapter47.session.narration import event_text

TRIES: Final = 30
"""Most rounds dealt to find one with enough work for a dealer."""
PHRASES: Final = 4
MOST_SPOTS: Final = 3
BOX_DEALER: Final = "D"
HANDS: Final = ("banker", "player")
TOTAL: Final = re.compile(r"(?<!^)(?<![\d.])\d+(?![\d.:])")
"""A number that is not the box at the start of the words."""
SAY, CARD, TURN, DONE, TAKE, PAY, PUSH, FEE, MARK, MOVE = (
    *("say", "card", "turn", "done", "take", "pay", "push", "fee", "mark", "move"),
)


KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    SAY: (),
    CARD: ("Dealt",),
    TURN: ("Turned",),
    DONE: ("DealerDone",),
    TAKE: (),
    PAY: (),
    PUSH: (),
    FEE: ("FeeMarked", "FeeTaken"),
    MARK: ("MarkerMoved",),
    MOVE: ("Travelled",),
}
"""Kinds of acts, and the events of which a game must have one to offer them; the other kinds belong to every game."""


class DealerAct(Struct, frozen=True, kw_only=True):
    """An act of the dealer: its kind, its subject, and an amount in cents if chips move."""

    kind: str
    what: str = ""
    amount: int = 0

    def __str__(self) -> str:
        paid = f" {dollars(self.amount)}" if self.amount else ""
        return f"{self.kind} {self.what}{paid}".strip()


class JudgedAct(Struct, frozen=True, kw_only=True):
    """An act of the trainee: right or wrong, what the rules require, and the paragraph."""

    right: bool
    did: str
    should: str
    by: str


class DealtRound(NamedTuple):
    """A round dealt by the engine; the trainee starts at `begins`."""

    posting: Posting
    game: AnyGame
    entries: tuple[LogEntry, ...]
    begins: int

    @property
    def playing(self) -> AnyPlaying:
        assert self.game.playing
        playing: AnyPlaying = self.game.playing.load()
        return playing

    def events(self) -> list[Event]:
        return [entry.event for entry in self.entries]


# What the dealer does ------------------------------------------------------------------------------------------------


def act_of(event: Event, before: Event | None = None) -> DealerAct | None:
    """Return the dealer's act for an event; None for events without the dealer, and for a wager returned beside its
    winnings."""
    if isinstance(event, ChipsMoved):
        return _chips(event, before)
    match type(event).__name__:
        case "Said":
            return DealerAct(kind=SAY, what=getattr(event, "words", ""))
        case "Dealt":
            return DealerAct(kind=CARD, what=str(getattr(event, "at", getattr(event, "hand", ""))))
        case "Turned" if getattr(event, "who", "dealer") in ("dealer", "caller"):
            return DealerAct(kind=TURN, what=str(getattr(event, "at", getattr(event, "hand", ""))))
        case "DealerDone":
            return DealerAct(kind=DONE)
        case "FeeMarked":
            return DealerAct(kind=FEE, what=_seat(event), amount=getattr(event, "amount", 0))
        case "MarkerMoved":
            return DealerAct(kind=MARK, what=str(getattr(event, "point", 0) or "off"))
        case "Travelled" if "come" in getattr(event, "wager", ""):
            moved = f"{getattr(event, 'bettor', '')}'s {spoken(getattr(event, 'wager', ''))}"
            return DealerAct(kind=MOVE, what=f"{moved} to {getattr(event, 'point', 0)}")
    return None


def _chips(event: ChipsMoved, before: Event | None) -> DealerAct | None:
    named = wager_name(event)
    if event.is_fee:
        return DealerAct(kind=FEE, what=_seat(event), amount=event.amount)
    if isinstance(event, Collected):
        return DealerAct(kind=TAKE, what=named)
    if isinstance(event, Paid):
        return DealerAct(kind=PAY, what=named, amount=event.amount)
    beside = isinstance(before, ChipsMoved) and not before.is_fee and wager_name(before) == named
    return None if beside else DealerAct(kind=PUSH, what=named)


def _seat(event: Event) -> str:
    return str(getattr(event, "bettor", ""))


def wager_name(event: ChipsMoved) -> str:
    return _named(event.bettor, event.wager, event.bet, str(event.at), event.spot)


def _named(bettor: str, wager: str, bet: str, at: str, spot: int) -> str:
    beside = f", wager {spot + 1}" if spot else ""
    return f"{bettor}: {spoken(f'{wager} {bet}'.strip())} at {at}{beside}"


def open_wagers(events: Sequence[Event]) -> dict[str, int]:
    """Return the wagers on the layout after these events, by name, with their amounts in cents."""
    wagers: dict[str, int] = {}
    seats: dict[str, str] = {}
    for event in events:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        if isinstance(event, (Collected, Returned)) and not event.is_fee:
            _subtract(wagers, wager_name(event), event.amount)
        elif type(event).__name__ in ("Joined", "Sat"):
            seats[fields["player"]] = str(next(fields[name] for name in ("seat", "box", "position") if name in fields))
        elif type(event).__name__ in STAKES and fields["amount"]:
            for name in _staked(type(event).__name__, fields, seats):
                wagers[name] = wagers.get(name, 0) + fields["amount"]
        elif type(event).__name__ == "SplitStaked" and fields["both"]:
            for spot in range(MOST_SPOTS):
                old, new = (_named(fields["bettor"], "main", "", str(fields[hand]), spot) for hand in ("at", "new"))
                if old in wagers:
                    wagers[new] = wagers[old]
        elif type(event).__name__ == "TakenDown":
            _subtract(wagers, _staked("Bet", fields, seats)[0], fields["amount"])
        elif type(event).__name__ == "Travelled":
            old = _named(fields["bettor"], fields["wager"], "", seats.get(fields["bettor"], ""), 0)
            new = _named(fields["bettor"], fields["wager"], str(fields["point"]), seats.get(fields["bettor"], ""), 0)
            wagers[new] = wagers.get(new, 0) + wagers.pop(old, 0)
    return wagers


def _subtract(wagers: dict[str, int], name: str, amount: int) -> None:
    left = wagers.pop(name, 0) - amount
    if left > 0:
        wagers[name] = left


STAKES: Final = ("Bet", "SideBet", "Insured", "Doubled")


def _staked(kind: str, fields: Mapping[str, Any], seats: Mapping[str, str]) -> list[str]:
    bettor, spot = fields["bettor"], fields.get("spot", 0)
    wager = "insurance" if kind == "Insured" else fields.get("wager", "main")
    bet = str(fields.get("bet", "") or fields.get("number", "") or "")
    if "at" in fields:
        return [_named(bettor, wager, bet, str(fields["at"]), spot)]
    place = str(fields.get("box") or fields.get("seat") or seats.get(bettor, ""))
    hands = [place, f"{place}.1"][: fields.get("hands", 1)]
    return [_named(bettor, wager, bet, hand, spot) for hand in hands]


# The round -----------------------------------------------------------------------------------------------------------


def dealt_round(posting: Posting, seed: str, number: int) -> DealtRound:
    """Deal a round in which the dealer takes and pays; the same seed and number give the same round."""
    random = Random(f"dealer {seed} {number}")
    game = game_of(posting)
    dealing: DealtRound | None = None
    for _ in range(TRIES):
        players = opened(posting, random.getrandbits(40), NAMES[: random.randint(2, 3)])
        before = 0
        for _ in range(3):
            before = len(players.session.table.log)
            players.play_round(sides=0.3)
        entries = tuple(players.session.table.log)
        dealing = DealtRound(posting, game, entries, _begins(entries, before))
        if {Paid, Collected} <= {type(event) for event in dealing.events()[dealing.begins :]}:
            return dealing
    assert dealing is not None
    return dealing


def _begins(entries: Sequence[LogEntry], before: int) -> int:
    """Return where the dealer first acts after the players have bet."""
    bets = [place for place in range(before, len(entries)) if type(entries[place].event).__name__ in ("Bet", "SideBet")]
    return bets[-1] + 1 if bets else before


def _phrases(entries: Sequence[LogEntry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.event.words for entry in entries if isinstance(entry.event, Said)))


class DealerRound:
    """A round in which the trainee has made some acts. A wrong act is judged, and the right one is performed
    instead."""

    def __init__(self, dealing: DealtRound, acts: Sequence[DealerAct]) -> None:
        self.dealing = dealing
        self.marks: list[JudgedAct] = []
        self._events = dealing.events()
        self.place = self._next(dealing.begins)
        for act in acts:
            if self.expected is not None:
                self._do(act)

    @property
    def expected(self) -> DealerAct | None:
        """Return what the rules require now; None when the round is over."""
        if self.place >= len(self._events):
            return None
        return act_of(self._events[self.place], self._events[self.place - 1])

    @property
    def length(self) -> int:
        """Return the number of the dealer's acts in this round."""
        places = range(self.dealing.begins, len(self._events))
        return sum(act_of(self._events[place], self._events[place - 1]) is not None for place in places)

    def _next(self, place: int) -> int:
        """Return the next event that is an act of the dealer."""
        while place < len(self._events) and act_of(self._events[place], self._events[place - 1]) is None:
            place += 1
        return place

    def _do(self, act: DealerAct) -> None:
        event, expected = self._events[self.place], self.expected
        words = event_text(event, Faces(), self.dealing.playing).replace(Faces().back, "a card")
        right = act == expected
        self.marks.append(JudgedAct(right=right, did=str(act), should=words, by=event.by))
        self.place = self._next(self.place + 1)

    def seen(self) -> tuple[LogEntry, ...]:
        """Return the log so far, without anything that comes later."""
        return self.dealing.entries[: self.place]

    # What the trainee chooses from: made from what lies open, so that it says nothing about the next act --------------

    def hands(self) -> list[str]:
        """Return every hand on the layout, including those that wait for a first card."""
        seen = self._round_so_far()
        boxes = [
            hand
            for event in seen
            if (box := getattr(event, "box", 0)) and type(event).__name__ == "Bet"
            for hand in (str(box), f"{box}.1")[: getattr(event, "hands", 1)]
        ]
        dealt = [act.what for event in seen if (act := act_of(event)) and act.kind == CARD]
        expected = self.expected
        now = [expected.what] if expected and expected.kind == CARD else []
        house = [BOX_DEALER] if boxes else list(HANDS)
        return sorted(dict.fromkeys([*boxes, *house, *dealt, *now]))

    def wagers(self) -> dict[str, int]:
        """Return the wagers on the layout now, with their amounts."""
        return open_wagers(self._events[: self.place])

    def _round_so_far(self) -> Sequence[Event]:
        began = [place for place in range(self.place) if isinstance(self._events[place], RoundBegan)]
        return self._events[began[-1] if began else 0 : self.place]

    def phrases(self) -> list[str]:
        """Return phrases to choose from: the right one, if the dealer must speak, and phrases used earlier."""
        expected = self.expected
        random = Random(f"{self.place} {len(self.dealing.entries)}")
        said = expected.what if expected and expected.kind == SAY else ""
        others = [phrase for phrase in _phrases(self.seen()) if phrase != said]
        chosen = [*([said] if said else []), *_like(said, random), *random.sample(others, min(PHRASES, len(others)))]
        chosen = list(dict.fromkeys(chosen))[:PHRASES]
        random.shuffle(chosen)
        return chosen

    def kinds(self) -> list[str]:
        """Return the kinds of acts of a dealer at this game."""
        names = {kind.__name__ for kind in self.dealing.playing.log.events.by_tag.values()}
        return [kind for kind, needs in KINDS.items() if not needs or names & set(needs)]


def _like(said: str, random: Random) -> list[str]:
    """Return the same words with a wrong total, off by one or ten."""
    match = TOTAL.search(said)
    if match is None:
        return []
    wrong = [max(0, int(match[0]) + change) for change in random.sample((-2, -1, 1, 2, 10), 2)]
    return [f"{said[: match.start()]}{number}{said[match.end() :]}" for number in wrong]
