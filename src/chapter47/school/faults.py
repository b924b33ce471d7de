"""Foul!: rounds in which the dealer breaks a rule. A fault is made by omitting, moving or changing one of the events
required by the rules, so the violated paragraph is that of the event that should have come. The engine's judge finds
it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.cards import Faces
from chapter47.core.event import BetsClosed, Collected, Did, Event, Paid, Returned, RoundBegan, Said
from chapter47.core.game import AnyGame
from chapter47.core.log import FIRST_EVENT_LINE, LogEntry, LogError, MismatchError
from chapter47.core.money import DOLLAR
from chapter47.core.playing import AnyPlaying
from chapter47.core.posting import Posting
from chapter47.games import game_of
from chapter47.school.computer_players import NAMES, opened
from chapter47.session.narration import event_text

TRIES: Final = 60
ROUNDS: Final = 2


class Planted(NamedTuple):
    """A log with one fault: where it first differs, what should have come there, and its paragraph."""

    kind: str
    entries: tuple[LogEntry, ...]
    place: int
    should: Event
    cents: int = 0
    """What the fault costs the house or a player."""

    @property
    def by(self) -> str:
        return self.should.by


class Found(Struct, frozen=True, kw_only=True):
    """The judge's finding: the first event that does not follow from the rules."""

    place: int
    by: str
    should: Event | None


class Dealing(NamedTuple):
    """A clean log: its table, seed and entries."""

    posting: Posting
    game: AnyGame
    seed: int
    entries: tuple[LogEntry, ...]

    @property
    def playing(self) -> AnyPlaying:
        assert self.game.playing
        playing: AnyPlaying = self.game.playing.load()
        return playing


def clean(posting: Posting, seed: int, rounds: int = ROUNDS) -> Dealing:
    """Deal rounds of computer players by the rules."""
    players = opened(posting, seed, NAMES[:3])
    for _ in range(rounds):
        players.play_round(sides=0.3)
    return Dealing(posting, game_of(posting), seed, tuple(players.session.table.log))


# The judge -----------------------------------------------------------------------------------------------------------


def judge(dealing: Dealing, entries: Sequence[LogEntry]) -> Found | None:
    """Judge a log: it is replayed and dealt again from its seed. The first line that does not follow is the fault."""
    kept = [replace(entry, line=0) for entry in entries]
    playing = dealing.playing
    replayed = _judged(dealing, lambda: [*playing.replay(dealing.posting, kept)])
    dealt = _judged(dealing, lambda: playing.redeal(dealing.posting, kept, dealing.seed))
    breach = [each for each in (replayed, dealt) if each is not None]
    if not breach and len(kept) < len(dealing.entries):
        return _as_dealt(dealing, len(kept))
    return min(breach, key=lambda each: each.place, default=None)


def _judged(dealing: Dealing, read: Callable[[], object]) -> Found | None:
    try:
        read()
    except MismatchError as error:
        return Found(place=error.line - FIRST_EVENT_LINE, by=error.follows.by, should=error.follows)
    except LogError as error:
        return _as_dealt(dealing, error.line - FIRST_EVENT_LINE)
    return None


def _as_dealt(dealing: Dealing, place: int) -> Found:
    """Return what the engine does in place of an act that is impossible there."""
    should = dealing.entries[min(place, len(dealing.entries) - 1)].event
    return Found(place=place, by=should.by, should=should)


# The faults ----------------------------------------------------------------------------------------------------------

Entries = list[LogEntry]
Maker = Callable[[Entries, Random], Entries | None]
"""Breaks a rule in a log; returns None if the log gives no opportunity."""


def _where(entries: Entries, wanted: Callable[[Event], bool]) -> list[int]:
    begins = next((place for place, entry in enumerate(entries) if isinstance(entry.event, RoundBegan)), 0)
    return [place for place, entry in enumerate(entries[:-1]) if wanted(entry.event) and place > begins]


def _pick(entries: Entries, random: Random, *kinds: type[Event] | str) -> int | None:
    places = _where(entries, lambda event: _is(event, kinds))
    return random.choice(places) if places else None


def _is(event: Event, kinds: tuple[type[Event] | str, ...]) -> bool:
    return any(type(event).__name__ == kind if isinstance(kind, str) else isinstance(event, kind) for kind in kinds)


def _changed(entries: Entries, place: int, **values: object) -> Entries:
    entry = entries[place]
    return [*entries[:place], replace(entry, event=replace(entry.event, **values)), *entries[place + 1 :]]


def _left_out(*kinds: type[Event] | str) -> Maker:
    def maker(entries: Entries, random: Random) -> Entries | None:
        place = _pick(entries, random, *kinds)
        return None if place is None else [*entries[:place], *entries[place + 1 :]]

    return maker


def wrong_payout(entries: Entries, random: Random) -> Entries | None:
    place = _pick(entries, random, Paid)
    if place is None:
        return None
    amount = entries[place].event.amount  # type: ignore[attr-defined]
    wrong = amount + random.choice((-1, 1)) * random.choice((DOLLAR, amount // 2 or DOLLAR))
    return _changed(entries, place, amount=wrong if wrong > 0 else amount + DOLLAR)


def missed_payment(entries: Entries, random: Random) -> Entries | None:
    """Skip a box: its wager is neither paid nor returned."""
    place = _pick(entries, random, Paid)
    if place is None:
        return None
    until = place + 2 if isinstance(entries[place + 1].event, Returned) else place + 1
    return [*entries[:place], *entries[until:]]


def wrong_order(entries: Entries, random: Random) -> Entries | None:
    """Settle two boxes in the wrong order."""
    places = [
        place
        for place in _where(entries, lambda event: isinstance(event, Collected))
        if isinstance(entries[place + 1].event, (Collected, Paid)) and entries[place] != entries[place + 1]
    ]
    if not places:
        return None
    place = random.choice(places)
    return [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]


def card_out_of_turn(entries: Entries, random: Random) -> Entries | None:
    """Deal a card to the wrong hand."""
    places = _where(entries, lambda event: _is(event, ("Dealt",)))
    pairs = [
        (place, other)
        for place, other in pairwise(places)
        if other == place + 1 and _hand(entries[place].event) != _hand(entries[other].event)
    ]
    if not pairs:
        return None
    place, other = random.choice(pairs)
    return [*entries[:place], entries[other], entries[place], *entries[other + 1 :]]


def _hand(event: Event) -> object:
    return getattr(event, "at", getattr(event, "hand", None))


def one_card_too_many(entries: Entries, random: Random) -> Entries | None:
    """Let the dealer draw to a total on which the dealer must stand."""
    places = [
        place
        for place in _where(entries, lambda event: _is(event, ("DealerDone", "Announced")))
        if any(_is(entry.event, ("Dealt",)) for entry in entries[:place])
    ]
    if not places:
        return None
    place = random.choice(places)
    last = next(entry for entry in reversed(entries[:place]) if _is(entry.event, ("Dealt",)))
    return [*entries[:place], last, *entries[place:]]


def one_card_too_few(entries: Entries, random: Random) -> Entries | None:
    """Let the dealer stand on a total to which the dealer must draw."""
    places = [
        place
        for place in _where(entries, lambda event: _is(event, ("Dealt",)))
        if _is(entries[place + 1].event, ("DealerDone", "Announced"))
    ]
    if not places:
        return None
    place = random.choice(places)
    return [*entries[:place], *entries[place + 1 :]]


def late_wager(entries: Entries, random: Random) -> Entries | None:
    """Accept a wager after "No more bets"."""
    closed = _where(entries, lambda event: isinstance(event, BetsClosed))
    bets = _where(entries, lambda event: _is(event, ("Bet", "SideBet")))
    pairs = [(bet, close) for close in closed for bet in bets if bet < close]
    if not pairs:
        return None
    bet, close = max(pairs, key=lambda pair: (pair[1], pair[0]))
    return [*entries[: close + 1], entries[bet], *entries[close + 1 :]]


def hole_card_early(entries: Entries, random: Random) -> Entries | None:
    """Turn up a face-down card too early."""
    places = [
        place
        for place in _where(entries, lambda event: _is(event, ("Turned",)))
        if entries[place - 1].source == entries[place].source and not _is(entries[place - 1].event, ("Turned", "Did"))
    ]
    if not places:
        return None
    place = random.choice(places)
    return [*entries[: place - 1], entries[place], entries[place - 1], *entries[place + 1 :]]


def wrong_announcement(entries: Entries, random: Random) -> Entries | None:
    place = _pick(entries, random, Said)
    if place is None:
        return None
    words = entries[place].event.words  # type: ignore[attr-defined]
    others = sorted({entry.event.words for entry in entries if isinstance(entry.event, Said)} - {words})
    return _changed(entries, place, words=random.choice(others)) if others else None


def wrong_fee(entries: Entries, random: Random) -> Entries | None:
    place = _pick(entries, random, "FeeMarked")
    if place is None:
        return None
    amount = entries[place].event.amount  # type: ignore[attr-defined]
    return _changed(entries, place, amount=amount + random.choice((-25, 25, 50)) if amount > 25 else amount + 25)


class FaultKind(NamedTuple):
    """A way to break a rule, in words for the list from which a trainee chooses."""

    name: str
    title: str
    make: Maker


FAULTS: Final = (
    FaultKind("wrong-payout", "A wager is paid the wrong amount", wrong_payout),
    FaultKind("missed-payment", "A winning wager is passed over", missed_payment),
    FaultKind("missed-collection", "A losing wager is left on the layout", _left_out(Collected)),
    FaultKind("wrong-order", "Wagers are settled in the wrong order", wrong_order),
    FaultKind("card-out-of-turn", "A card is dealt out of turn", card_out_of_turn),
    FaultKind("card-too-many", "The dealer draws a card too many", one_card_too_many),
    FaultKind("card-too-few", "The dealer draws a card too few", one_card_too_few),
    FaultKind("hole-card-early", "A card is turned up before its time", hole_card_early),
    FaultKind("late-wager", "A wager is accepted late", late_wager),
    FaultKind("wrong-announcement", "The announcement is wrong", wrong_announcement),
    FaultKind("no-announcement", "An announcement is left out", _left_out(Said)),
    FaultKind("step-left-out", "A step of the procedure is left out", _left_out(Did, "CuttingCardPlaced", "Shuffled")),
    FaultKind("no-burn", "No card is burned", _left_out("Burned")),
    FaultKind("wrong-fee", "The fee is wrong", wrong_fee),
    FaultKind("dice-not-offered", "The dice are not offered", _left_out("DiceOffered")),
)
BY_NAME: Final[Mapping[str, FaultKind]] = {kind.name: kind for kind in FAULTS}
OPENING: Final = ("no-burn", "dice-not-offered")
"""Faults that can occur before the first round."""


def plant(dealing: Dealing, kind: str, random: Random) -> Planted | None:
    """Put this fault into a log; None if the log gives no opportunity."""
    made = _made(dealing, kind, random)
    if made is None:
        return None
    for place, rightful in enumerate(dealing.entries):
        if place >= len(made) or made[place] != rightful:
            cents = _cents(made, dealing.entries)
            return Planted(kind, tuple(made), place, rightful.event, cents)
    return None


def _made(dealing: Dealing, kind: str, random: Random) -> Entries | None:
    entries = list(dealing.entries)
    if kind not in OPENING:
        return BY_NAME[kind].make(entries, random)
    wanted = {"no-burn": ("Burned",), "dice-not-offered": ("DiceOffered",)}[kind]
    places = [place for place, entry in enumerate(entries) if _is(entry.event, wanted)]
    if not places:
        return None
    place = random.choice(places)
    return [*entries[:place], *entries[place + 1 :]]


def _cents(made: Sequence[LogEntry], rightful: Sequence[LogEntry]) -> int:
    return abs(_moved(made) - _moved(rightful))


def _moved(entries: Sequence[LogEntry]) -> int:
    paid = sum(entry.event.amount for entry in entries if isinstance(entry.event, Paid))
    return paid - sum(entry.event.amount for entry in entries if isinstance(entry.event, Collected))


# A table at which the dealer errs now and then -----------------------------------------------------------------------


class FoulTable(NamedTuple):
    """What a trainee watches: a log that may contain a fault."""

    dealing: Dealing
    planted: Planted | None

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return self.planted.entries if self.planted else self.dealing.entries


def foul_table(posting: Posting, seed: str, number: int = 0) -> FoulTable:
    """Return a log; three of four have a fault, and the same seed gives the same log."""
    random = Random(f"foul {seed} {number}")
    wanted = random.random() < 0.75
    for dealing in _dealings(posting, random):
        if not wanted:
            return FoulTable(dealing, None)
        kinds = list(BY_NAME)
        random.shuffle(kinds)
        for kind in kinds:
            if planted := plant(dealing, kind, random):
                return FoulTable(dealing, planted)
    raise AssertionError("no fault fits this game")


def _dealings(posting: Posting, random: Random) -> Iterator[Dealing]:
    for _ in range(TRIES):
        yield clean(posting, random.getrandbits(40), 1)


class ScoredCall(Struct, frozen=True, kw_only=True):
    """A scored call."""

    outcome: str
    """catch, wrong-reason, miss, false-call or clean"""
    kind: str
    title: str
    place: int
    by: str
    should: str
    cents: int
    points: int


POINTS: Final = {"catch": 3, "wrong-reason": 1, "miss": -1, "false-call": -2, "clean": 1}


def rule_on(table: FoulTable, *, place: int | None, kind: str = "", by: str = "") -> ScoredCall:
    """Judge a trainee's call at a line, with the kind of the fault or its paragraph; `place` is None for no call. The
    engine's judge decides whether there was a fault at all, so a false accusation never counts as right."""
    breach = judge(table.dealing, table.entries)
    outcome = _outcome(table, breach, place, kind, by)
    planted = table.planted
    return ScoredCall(
        outcome=outcome,
        kind=planted.kind if planted and breach else "",
        title=BY_NAME[planted.kind].title if planted and breach else "No rule was broken",
        place=breach.place if breach else -1,
        by=breach.by if breach else "",
        should=event_text(breach.should, Faces(), table.dealing.playing) if breach and breach.should else "",
        cents=planted.cents if planted else 0,
        points=POINTS[outcome],
    )


def _outcome(table: FoulTable, breach: Found | None, place: int | None, kind: str, by: str) -> str:
    if breach is None or table.planted is None:
        return "clean" if place is None else "false-call"
    if place is None:
        return "miss"
    if place < breach.place:
        return "false-call"
    named = (kind and kind == table.planted.kind) or (by and by == breach.by)
    return "catch" if named else "wrong-reason"
