"""Foul!: rounds in which the dealer breaks a rule. A fault omits, moves or changes one event that the rules require, so
the violated paragraph is that of the event that should have come. The engine's judge finds it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from chapter47.core.act import Call
from chapter47.core.cards import Faces
from chapter47.core.event import ChipsMoved, Collected, Event, Paid, Returned, RoundBegan, Said
from chapter47.core.findings import Irregularity
from chapter47.core.game import AnyGame
from chapter47.core.log import FIRST_EVENT_LINE, LogEntry, LogError, MismatchError
from chapter47.core.money import DOLLAR
from chapter47.core.playing import AnyPlaying
from chapter47.core.posting import Posting
from chapter47.games import from_data, game_of
from chapter47.library.laws import law
from chapter47.school.computer_players import NAMES, opened
from chapter47.school.tables import one_of_the_school
from chapter47.session.narration import event_text
from chapter47.session.session import playing_of

TRIES: Final = 60
"""Rounds that are dealt until one has an occasion for a fault."""
FEW_TRIES: Final = 4
"""The same for an irregularity."""
ROUNDS: Final = 2
THROWS: Final = 4
"""A round at craps is one throw: so many are watched."""
FAULTY: Final = 0.75
"""The share of rounds with a fault."""
MOST_REMEDIES: Final = 4


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
    rounds: int = ROUNDS

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
    return Dealing(posting, game_of(posting), seed, tuple(players.session.table.log), rounds)


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
Maker = Callable[[Dealing, Random], Entries | None]
"""Breaks a rule in a log; returns None if the log gives no opportunity."""
Wanted = Callable[[Event], bool]


def _where(dealing: Dealing, wanted: Wanted, *, opening: bool = False) -> list[int]:
    """The places of such events; those before the first round only where the opening of the table counts."""
    entries = dealing.entries
    begins = next((place for place, entry in enumerate(entries) if isinstance(entry.event, RoundBegan)), 0)
    return [place for place, entry in enumerate(entries[:-1]) if wanted(entry.event) and (opening or place > begins)]


def _named(*kinds: str) -> Wanted:
    return lambda event: type(event).__name__ in kinds


def _is_a(kind: type[ChipsMoved]) -> Wanted:
    """Chips of a wager, not of a fee."""
    return lambda event: isinstance(event, kind) and not event.is_fee


def _changed(dealing: Dealing, place: int, **values: object) -> Entries:
    entries = list(dealing.entries)
    entries[place] = replace(entries[place], event=replace(entries[place].event, **values))
    return entries


def _without(dealing: Dealing, place: int, number: int = 1) -> Entries:
    return [*dealing.entries[:place], *dealing.entries[place + number :]]


def _exchanged(dealing: Dealing, place: int) -> Entries:
    """The event of a place and the next one the other way round."""
    entries = list(dealing.entries)
    entries[place : place + 2] = entries[place + 1], entries[place]
    return entries


def _left_out(wanted: Wanted, *, opening: bool = False) -> Maker:
    def maker(dealing: Dealing, random: Random) -> Entries | None:
        places = _where(dealing, wanted, opening=opening)
        return _without(dealing, random.choice(places)) if places else None

    return maker


def wrong_payout(dealing: Dealing, random: Random) -> Entries | None:
    places = _where(dealing, _is_a(Paid))
    if not places:
        return None
    place = random.choice(places)
    amount = dealing.entries[place].event.amount  # type: ignore[attr-defined]
    wrong = amount + random.choice((-1, 1)) * random.choice((DOLLAR, amount // 2 or DOLLAR))
    return _changed(dealing, place, amount=wrong if wrong > 0 else amount + DOLLAR)


def missed_payment(dealing: Dealing, random: Random) -> Entries | None:
    """Skip a box: its wager is neither paid nor returned."""
    places = _where(dealing, _is_a(Paid))
    if not places:
        return None
    place = random.choice(places)
    return _without(dealing, place, 2 if isinstance(dealing.entries[place + 1].event, Returned) else 1)


def wrong_order(dealing: Dealing, random: Random) -> Entries | None:
    """Settle two boxes in the wrong order."""
    entries = dealing.entries
    places = [
        place
        for place in _where(dealing, _is_a(Collected))
        if isinstance(entries[place + 1].event, (Collected, Paid)) and entries[place] != entries[place + 1]
    ]
    return _exchanged(dealing, random.choice(places)) if places else None


def _hand(event: Event) -> object:
    return getattr(event, "at", getattr(event, "hand", None))


def card_out_of_turn(dealing: Dealing, random: Random) -> Entries | None:
    """Deal a card to the wrong hand."""
    pairs = [
        place
        for place, other in pairwise(_where(dealing, _named("Dealt")))
        if other == place + 1 and _hand(dealing.entries[place].event) != _hand(dealing.entries[other].event)
    ]
    return _exchanged(dealing, random.choice(pairs)) if pairs else None


def missed_box(dealing: Dealing, random: Random) -> Entries | None:
    """A box is passed over as the cards are dealt round the table."""
    dealt = set(_where(dealing, _named("Dealt")))
    places = [
        place
        for place in dealt
        if place + 1 in dealt and getattr(_hand(dealing.entries[place].event), "is_dealer", True) is False
    ]
    return _without(dealing, random.choice(sorted(places))) if places else None


def one_card_too_many(dealing: Dealing, random: Random) -> Entries | None:
    """Let the dealer draw to a total on which the dealer must stand."""
    entries = dealing.entries
    places = [
        place
        for place in _where(dealing, _named("DealerDone", "Announced"))
        if any(type(entry.event).__name__ == "Dealt" for entry in entries[:place])
    ]
    if not places:
        return None
    place = random.choice(places)
    last = next(entry for entry in reversed(entries[:place]) if type(entry.event).__name__ == "Dealt")
    return [*entries[:place], last, *entries[place:]]


def one_card_too_few(dealing: Dealing, random: Random) -> Entries | None:
    """The dealer stands on a total to which the rules draw: the last card before the hand is complete is not drawn."""
    entries, done, words = dealing.entries, _named("DealerDone", "Announced"), _named("PointsCalled", "Said")
    places = []
    for place in _where(dealing, _named("Dealt")):
        later = next((entry.event for entry in entries[place + 1 :] if not words(entry.event)), None)
        if later is not None and done(later):
            places.append(place)
    return _without(dealing, random.choice(places)) if places else None


def other_soft_17(dealing: Dealing, random: Random) -> Entries | None:
    """The round as a dealer plays it who follows the other rule on soft 17."""
    del random
    written = dealing.game.posting.write(dealing.posting)
    rule = {"stand": "hit", "hit": "stand"}.get(str(written.get("soft_17")))
    if rule is None:
        return None
    other, own = clean(from_data({**written, "soft_17": rule}), dealing.seed, dealing.rounds).entries, dealing.entries
    for place in range(min(len(own), len(other))):
        if replace(own[place].event, by="") != replace(other[place].event, by=""):
            return [*own[:place], *other[place:]]
    return None


def late_wager(dealing: Dealing, random: Random) -> Entries | None:
    """Accept a wager after "No more bets"."""
    del random
    closed = _where(dealing, lambda event: isinstance(event, dealing.playing.closes_wagers))
    bets = _where(dealing, _named("Bet", "SideBet"))
    pairs = [(bet, close) for close in closed for bet in bets if bet < close]
    if not pairs:
        return None
    bet, close = max(pairs, key=lambda pair: (pair[1], pair[0]))
    entries = dealing.entries
    return [*entries[: close + 1], entries[bet], *entries[close + 1 :]]


def hole_card_early(dealing: Dealing, random: Random) -> Entries | None:
    """Turn up a face-down card too early."""
    entries = dealing.entries
    places = [
        place - 1
        for place in _where(dealing, _named("Turned"))
        if entries[place - 1].source == entries[place].source
        and type(entries[place - 1].event).__name__ not in ("Turned", "Did")
    ]
    return _exchanged(dealing, random.choice(places)) if places else None


def wrong_announcement(dealing: Dealing, random: Random) -> Entries | None:
    places = _where(dealing, lambda event: isinstance(event, Said))
    if not places:
        return None
    place = random.choice(places)
    said = {entry.event.words for entry in dealing.entries if isinstance(entry.event, Said)}
    others = sorted(said - {dealing.entries[place].event.words})  # type: ignore[attr-defined]
    return _changed(dealing, place, words=random.choice(others)) if others else None


def wrong_fee(dealing: Dealing, random: Random) -> Entries | None:
    places = _where(dealing, _named("FeeMarked", "FeeTaken"))
    if not places:
        return None
    place = random.choice(places)
    amount = dealing.entries[place].event.amount  # type: ignore[attr-defined]
    return _changed(dealing, place, amount=amount + (random.choice((-25, 25, 50)) if amount > 25 else 25))


def wrong_marker(dealing: Dealing, random: Random) -> Entries | None:
    """The marker or a come bet goes to a wrong number."""
    places = _where(dealing, lambda event: bool(getattr(event, "point", 0)) and _named("MarkerMoved")(event))
    if not places:
        return None
    place = random.choice(places)
    point = dealing.entries[place].event.point  # type: ignore[attr-defined]
    return _changed(dealing, place, point=random.choice([other for other in (4, 5, 6, 8, 9, 10) if other != point]))


def _has_hole_card(posting: Posting) -> bool:
    return getattr(posting, "hole_card", "") not in ("none", "face-up")


def _has_fee(posting: Posting) -> bool:
    return bool(getattr(posting, "buy", True) or getattr(posting, "lay", True))


class FaultKind(NamedTuple):
    """A way to break a rule, in words for the list from which a trainee chooses."""

    name: str
    title: str
    make: Maker
    needs: tuple[str, ...] = ()
    """Events of which a game must have one."""
    fits: Callable[[Posting], bool] = lambda posting: True
    """Whether it can happen at a table of the game."""
    ruling: str = ""
    """The irregularity that the fault is, where the law rules on it."""


STEPS: Final = ("Did", "CuttingCardPlaced", "Shuffled")
FAULTS: Final = (
    FaultKind("wrong-payout", "A wager is paid the wrong amount", wrong_payout),
    FaultKind("missed-payment", "A winning wager is passed over", missed_payment),
    FaultKind("missed-collection", "A losing wager is left on the layout", _left_out(_is_a(Collected))),
    FaultKind("wrong-order", "Wagers are settled in the wrong order", wrong_order),
    FaultKind("card-out-of-turn", "A card is dealt out of turn", card_out_of_turn, ("Dealt",)),
    FaultKind("missed-box", "A box is passed over in the deal", missed_box, ("DealerDone",), ruling="missed-card"),
    FaultKind(
        "card-too-many",
        "The dealer draws a card too many",
        one_card_too_many,
        ("DealerDone", "Announced"),
        ruling="dealer-overdrew",
    ),
    FaultKind("card-too-few", "The dealer draws a card too few", one_card_too_few, ("DealerDone", "Announced")),
    FaultKind("soft-17", "The dealer mishandles a soft 17", other_soft_17, ("DealerDone",)),
    FaultKind("hole-card-early", "A card is turned up before its time", hole_card_early, ("Turned",), _has_hole_card),
    FaultKind("late-wager", "A wager is accepted late", late_wager),
    FaultKind("wrong-announcement", "The announcement is wrong", wrong_announcement),
    FaultKind("no-announcement", "An announcement is left out", _left_out(lambda event: isinstance(event, Said))),
    FaultKind("step-left-out", "A step of the procedure is left out", _left_out(_named(*STEPS)), ("Shuffled",)),
    FaultKind("no-burn", "No card is burned", _left_out(_named("Burned"), opening=True), ("Burned",)),
    FaultKind("wrong-fee", "The fee is wrong", wrong_fee, ("FeeMarked", "FeeTaken"), _has_fee),
    FaultKind(
        "dice-not-offered", "The dice are not offered", _left_out(_named("DiceOffered"), opening=True), ("DiceOffered",)
    ),
    FaultKind("wrong-marker", "The marker goes to the wrong number", wrong_marker, ("MarkerMoved",)),
    FaultKind(
        "bet-not-moved",
        "A bet is not moved to its number",
        _left_out(_named("Travelled"), opening=True),
        ("Travelled",),
    ),
)
BY_NAME: Final[Mapping[str, FaultKind]] = {kind.name: kind for kind in FAULTS}


def kinds_of(posting: Posting) -> list[FaultKind]:
    """The faults that a dealer of this table can make."""
    playing = playing_of(game_of(posting))
    events = {kind.__name__ for kind in playing.log.events.by_tag.values()}
    return [kind for kind in FAULTS if kind.fits(posting) and (not kind.needs or events & set(kind.needs))]


def plant(dealing: Dealing, kind: str, random: Random) -> Planted | None:
    """Put this fault into a log; None if the log gives no opportunity."""
    made = BY_NAME[kind].make(dealing, random)
    if made is None:
        return None
    for place, rightful in enumerate(dealing.entries):
        if place >= len(made) or made[place] != rightful:
            cents = abs(_moved(made) - _moved(dealing.entries))
            return Planted(kind, tuple(made), place, rightful.event, cents)
    return None


def _moved(entries: Sequence[LogEntry]) -> int:
    paid = sum(entry.event.amount for entry in entries if isinstance(entry.event, Paid))
    return paid - sum(entry.event.amount for entry in entries if isinstance(entry.event, Collected))


# A table at which the dealer errs now and then -----------------------------------------------------------------------


class FoulTable(NamedTuple):
    """What a trainee watches: a log that may contain a fault."""

    dealing: Dealing
    planted: Planted | None
    name: str
    """Its seed and number."""

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        return self.planted.entries if self.planted else self.dealing.entries

    def text(self, event: Event) -> str:
        """An event as people at the table see it; a card that lies face down has no name."""
        faces = Faces()
        return event_text(event, faces, self.dealing.playing).replace(faces.back, "a card")


def foul_table(posting: Posting, seed: str, number: int = 0) -> FoulTable:
    """Return a log; three of four have a fault, and the same seed gives the same log."""
    name = f"{seed} {number}"
    random = Random(f"foul {name}")
    posting = one_of_the_school(posting, random)
    kinds = kinds_of(posting)
    rounds = THROWS if BY_NAME["dice-not-offered"] in kinds else 1
    if random.random() >= FAULTY:
        return FoulTable(clean(posting, random.getrandbits(40), rounds), None, name)
    random.shuffle(kinds)
    for kind in kinds:
        for _ in range(TRIES):
            if planted := plant(dealing := clean(posting, random.getrandbits(40), rounds), kind.name, random):
                return FoulTable(dealing, planted, name)
    raise AssertionError("no fault fits this game")


class ScoredCall(Struct, frozen=True, kw_only=True):
    """A scored call."""

    outcome: str
    """catch, wrong-reason, miss, false-call or clean"""
    kind: str = ""
    title: str = ""
    place: int = -1
    by: str = ""
    should: str = ""
    cents: int = 0
    points: int = 0
    remedies: tuple[str, ...] = ()
    """After a catch: what may be done now, for the trainee to choose from. Then nothing says yet what is right."""
    remedy: str = ""
    """The right one."""
    remedied: bool | None = None
    """Whether the trainee chose it."""


POINTS: Final = {"catch": 3, "wrong-reason": 1, "miss": -1, "false-call": -2, "clean": 1}
FOR_THE_REMEDY: Final = 2


def rule_on(
    table: FoulTable, *, place: int | None, kind: str = "", by: str = "", remedy: str | None = ""
) -> ScoredCall:
    """Judges a trainee's call at a line, with the kind of the fault or its paragraph; `place` is None for no call.

    The judge of the engine decides whether there was a fault at all: a wrong accusation is never right. After a catch
    the trainee chooses the remedy; with `remedy` None the answer has those to choose from."""
    breach = judge(table.dealing, table.entries)
    outcome, planted = _outcome(table, breach, place, kind, by), table.planted
    if breach is None or planted is None:
        return ScoredCall(outcome=outcome, title="No rule was broken", points=POINTS[outcome])
    right, *others = remedies(table, planted)
    if outcome == "catch" and remedy is None:
        choices = [right, *others]
        Random(f"remedies {table.name}").shuffle(choices)
        return ScoredCall(outcome=outcome, place=breach.place, by=breach.by, remedies=tuple(choices))
    remedied = remedy == right if outcome == "catch" and remedy else None
    return ScoredCall(
        outcome=outcome,
        kind=planted.kind,
        title=BY_NAME[planted.kind].title,
        place=breach.place,
        by=breach.by,
        should=table.text(breach.should) if breach.should else "",
        cents=planted.cents,
        points=POINTS[outcome] + (FOR_THE_REMEDY if remedied else 0),
        remedy=right,
        remedied=remedied,
    )


def remedies(table: FoulTable, planted: Planted) -> list[str]:
    """The right remedy and three others: the ruling of the law on an irregularity, or else the act that the rules order
    at this place."""
    random, calls = Random(f"other remedies {table.name}"), table.dealing.game.irregularities
    ruling = next((call for call in calls if call.kind == BY_NAME[planted.kind].ruling), None)
    if ruling is not None:
        others = [ruling_of(call) for call in calls]
        return _with_others(ruling_of(ruling), others, random)
    later = [table.text(entry.event) for entry in table.dealing.entries]
    done = table.text(planted.entries[min(planted.place, len(planted.entries) - 1)].event)
    stands = f"Let it stand: {done}"
    return _with_others(f"Do now: {table.text(planted.should)}", [f"Do now: {text}" for text in later], random, stands)


def _with_others(right: str, others: Sequence[str], random: Random, *always: str) -> list[str]:
    wrong = [other for other in dict.fromkeys(others) if other != right]
    return [right, *always, *random.sample(wrong, min(MOST_REMEDIES - 1 - len(always), len(wrong)))]


@cache
def ruling_of(call: Irregularity) -> str:
    """What the law orders after an irregularity."""
    paragraph = law(call.by)
    return paragraph.says or call.then or paragraph.known or call.by


def _outcome(table: FoulTable, breach: Found | None, place: int | None, kind: str, by: str) -> str:
    if breach is None or table.planted is None:
        return "clean" if place is None else "false-call"
    if place is None:
        return "miss"
    if place < breach.place:
        return "false-call"
    named = (kind and kind == table.planted.kind) or (by and by == breach.by)
    return "catch" if named else "wrong-reason"


# The supervisor ------------------------------------------------------------------------------------------------------


class RulingAsked(NamedTuple):
    """An irregularity at a table: what was seen before it, the ruling, and what the engine does then."""

    dealing: Dealing
    call: Irregularity
    then: tuple[LogEntry, ...]
    choices: tuple[str, ...]

    def lines(self) -> list[str]:
        return _told(self.dealing, self.dealing.entries)

    def follows(self) -> list[str]:
        return _told(self.dealing, self.then)


class MarkedRuling(Struct, frozen=True, kw_only=True):
    """A supervisor's ruling that was judged."""

    right: bool
    answer: str
    by: str
    follows: tuple[str, ...]
    """What happens at the table then."""
    points: int


def mark_ruling(asked: RulingAsked, answer: str, by: str = "") -> MarkedRuling:
    """Judges a ruling given in words, or at the higher level by its paragraph."""
    right = by == asked.call.by if by else answer == ruling_of(asked.call)
    points = POINTS["catch" if right else "miss"]
    follows = tuple(asked.follows())
    return MarkedRuling(right=right, answer=ruling_of(asked.call), by=asked.call.by, follows=follows, points=points)


def _told(dealing: Dealing, entries: Sequence[LogEntry]) -> list[str]:
    faces = Faces()
    return [event_text(entry.event, faces, dealing.playing).replace(faces.back, "a card") for entry in entries]


def irregular_table(posting: Posting, seed: str, number: int = 0) -> RulingAsked:
    """A round in which an irregularity happens; the same seed gives the same one."""
    random = Random(f"supervisor {seed} {number}")
    posting = one_of_the_school(posting, random)
    wanted = [call.kind for call in game_of(posting).irregularities]
    random.shuffle(wanted)
    for kind in wanted:
        for _ in range(FEW_TRIES):
            if asked := _irregular(posting, random, kind):
                return asked
    raise AssertionError("no irregularity can happen at this game")


def _irregular(posting: Posting, random: Random, kind: str) -> RulingAsked | None:
    game, number = game_of(posting), random.getrandbits(40)
    players = opened(posting, number, NAMES[:3])
    session, skipped = players.session, random.randrange(4)
    for _ in players.steps(sides=0.3):
        if kind in session.table.calls and (skipped := skipped - 1) < 0:
            before = tuple(session.table.log)
            if session.perform(Call(kind)) is not None:
                return None
            then = tuple(session.table.log)[len(before) :]
            call = next(each for each in game.irregularities if each.kind == kind)
            choices = _with_others(ruling_of(call), [ruling_of(each) for each in game.irregularities], random)
            random.shuffle(choices)
            return RulingAsked(Dealing(posting, game, number, before), call, then, tuple(choices))
    return None
