"""Drills: tasks with a clock and a score, whose answers come from the engine, the law or a count file."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor, trunc
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from chapter47.core.cards import DECK, Card, Faces
from chapter47.core.count_file import MOST_STEPS, MOST_UNITS, CountReading, CountSystemError, count_data, count_path
from chapter47.core.drilling import Drill, DrillTask
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.event import BetsClosed, ChipsMoved, Collected, Cut, Did, Event, Paid, Returned
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.money import DOLLAR, dollars
from chapter47.core.posting import Posting
from chapter47.core.text import spoken
from chapter47.games import game_of
from chapter47.school.computer_players import NAMES, dealt, opened
from chapter47.school.faults import ruling_of
from chapter47.school.pictures import counted_stacks, discard_rack
from chapter47.school.tables import school_tables
from chapter47.session.narration import event_text
from chapter47.session.session import playing_of

MOST_ROUNDS: Final = 40
"""Rounds after which another table is dealt if none suits the task."""
ROUNDS: Final = 12
"""From so many rounds a pay-out is chosen."""
WORTH_COUNTING: Final = 0.8
"""How often a task has other odds than even money, where the rounds have some."""
TRAY: Final = (100 * DOLLAR, 25 * DOLLAR, 5 * DOLLAR, DOLLAR)
SMALL: Final = (250, 50)
"""Chips of a tray for amounts with cents, besides the others."""
CHIPS_TO_COUNT: Final = 20
FEES: Final = ("FeeMarked", "FeeTaken")
"""Events with a fee."""


class DrillKind(NamedTuple):
    """A drill: its name and what it trains."""

    name: str
    title: str
    trains: str


class DrillError(Chapter47Error, ValueError):
    """A drill that this game does not have, or a wish that it cannot fulfil."""

    def __init__(self, got: str, allowed: Sequence[str], *, key: str = "drill") -> None:
        super().__init__([Problem(key, got, ", ".join(allowed))])


class Marked(Struct, frozen=True, kw_only=True):
    """A judged answer."""

    right: bool
    answer: str
    """The right answer, as people write it."""
    by: str
    explains: str


# From rounds that the engine settled ---------------------------------------------------------------------------------


def payouts(posting: Posting, random: Random) -> DrillTask:
    """Ask for the pay-out of a winning wager in a round settled by the engine."""
    return _payout(posting, random, lambda paid: True)


def bonus(posting: Posting, random: Random) -> DrillTask:
    """The same for a side wager."""
    return _payout(posting, random, lambda paid: paid.wager in getattr(posting, "wagers", ()))


def _payout(posting: Posting, random: Random, wanted: Callable[[Paid], bool]) -> DrillTask:
    """Every kind of wager and odds that was paid is as likely as any other: a 7 to 6 comes as often as even money."""
    while True:
        log = _log(posting, random, ROUNDS)
        kinds: dict[tuple[object, ...], list[PaidWager]] = {}
        for each in _paid(log):
            if wanted(each.paid):
                kinds.setdefault((each.paid.wager, each.paid.bet, each.paid.why), []).append(each)
        odd = {kind: paid for kind, paid in kinds.items() if any(each.paid.amount != each.stake for each in paid)}
        if kinds:
            chosen = odd if odd and random.random() < WORTH_COUNTING else kinds
            return payout_task(random.choice(chosen[random.choice(sorted(chosen, key=str))]))


class PaidWager(NamedTuple):
    """A payment, the wager beside it, and the throw that decided it, if it was one."""

    paid: Paid
    stake: int
    throw: str = ""


def payout_task(settled: PaidWager) -> DrillTask:
    """Build the task for a wager that has won."""
    paid, stake, throw = settled
    named = spoken(f"{paid.wager} {paid.bet}".strip())
    how = "won" if paid.why in named else f"row {paid.why}" if paid.why.isdecimal() else paid.why
    thrown = f"The dice show {throw} " if throw else ""
    return DrillTask(
        prompt=f"{thrown}{named[:1].upper()}{named[1:]}, {dollars(stake)}: {how}. What do you pay?",
        form="dollars",
        answer=str(paid.amount),
        by=paid.by,
        explains=f"{dollars(paid.amount)}, beside the wager of {dollars(stake)}",
    )


def _log(posting: Posting, random: Random, rounds: int) -> Sequence[LogEntry]:
    """Rounds of computer players."""
    logs = dealt(posting, random.getrandbits(40), NAMES[: random.randint(1, 3)])
    return list(zip(range(rounds), logs, strict=False))[-1][1]


def _paid(log: Sequence[LogEntry]) -> list[PaidWager]:
    """Yield each payment with the wager beside it."""
    events = [entry.event for entry in log]
    pairs, throw = [], ""
    for place, event in enumerate(events):
        if type(event).__name__ == "Thrown":
            throw = f"{getattr(event, 'first', '')} and {getattr(event, 'second', '')}."
        if isinstance(event, Paid) and not event.is_fee:
            beside = next((later for later in events[place:] if isinstance(later, Returned)), None)
            if beside is not None and _wager(beside) == _wager(event):
                pairs.append(PaidWager(event, beside.amount, throw))
    return pairs


def fees(posting: Posting, random: Random) -> DrillTask:
    """The fee on a wager as the engine took or marked it."""
    playing = playing_of(game_of(posting))
    while True:
        events = [entry.event for entry in _log(posting, random, ROUNDS)]
        taken = [place for place, event in enumerate(events) if type(event).__name__ in FEES and _once(events, place)]
        if taken:
            fee, before = events[place := random.choice(taken)], events[place - 1]
            amount = getattr(fee, "amount", 0)
            return DrillTask(
                prompt=f"{event_text(before, Faces(), playing)} What is the fee?",
                form="dollars",
                answer=str(amount),
                by=fee.by,
                explains=event_text(fee, Faces(), playing),
            )


def _once(events: Sequence[Event], place: int) -> bool:
    """Whether the wager of a fee was made in one go, so that the event before the fee tells its amount."""
    before = events[place - 1]
    name = tuple(getattr(before, field, "") for field in ("bettor", "wager", "number"))
    return name not in [
        tuple(getattr(event, field, "") for field in ("bettor", "wager", "number"))
        for event in events[: place - 1]
        if type(event) is type(before)
    ]


BEFORE_AN_ACE: Final = ("cards 9s Ah 8d", "cards Ts Ah 7d", "cards 9s 8d Ah 7c")
"""Cards after which insurance is offered, at a box with one hand or two."""


def _is_bet(event: Event) -> bool:
    return type(event).__name__ == "Bet"


def insurance(posting: Posting, random: Random) -> DrillTask:
    """The maximum of an insurance wager, as the engine offers it."""
    while True:
        players = opened(posting, random.getrandbits(40), NAMES[:1])
        players.bet(sides=0)
        players.session.perform(players.session.playing.acts.read(random.choice(BEFORE_AN_ACE)))
        stake = next(getattr(each.event, "amount", 0) for each in players.session.table.log if _is_bet(each.event))
        players.close()
        for offer in players.hosting.offers(players.session.table, NAMES[0]):
            if getattr(offer.act, "move", "") == "insure":
                return DrillTask(
                    prompt=f"The dealer shows an ace. The wager is {dollars(stake)}. What is the maximum of insurance?",
                    form="dollars",
                    answer=str(offer.most),
                    by=offer.by,
                )


def _wager(event: ChipsMoved) -> tuple[object, ...]:
    return event.at, event.bettor, event.wager, event.bet, event.spot


def chips(posting: Posting, random: Random) -> DrillTask:
    """An amount in the fewest chips of the tray."""
    del posting
    whole = random.random() < 0.7
    tray = TRAY if whole else (*TRAY, *SMALL)
    cents = random.randint(7, 400) * (DOLLAR if whole else SMALL[-1])
    fewest = fewest_chips(cents, tray)
    listed = ", ".join(dollars(value) for value in tray)
    return DrillTask(
        prompt=f"The tray holds chips of {listed}. You pay {dollars(cents)} in the fewest chips. How many are that?",
        form="number",
        answer=str(len(fewest)),
        explains=" + ".join(dollars(value) for value in fewest),
    )


def fewest_chips(cents: int, tray: Sequence[int]) -> tuple[int, ...]:
    """The fewest chips that make an amount, largest first. It tries all ways: the greatest chip first is not always
    best."""
    step = min(tray)
    best: list[tuple[int, ...]] = [()]
    for amount in range(1, cents // step + 1):
        ways = [(value, *best[amount - value // step]) for value in tray if value <= amount * step]
        best.append(min(ways, key=len))
    return tuple(sorted(best[-1], reverse=True))


def chip_count(posting: Posting, random: Random) -> DrillTask:
    """Twenty chips in stacks: how much is that?"""
    del posting
    values = sorted(random.sample(TRAY, random.randint(2, 4)), reverse=True)
    cuts = sorted(random.sample(range(1, CHIPS_TO_COUNT), len(values) - 1))
    counts = [high - low for low, high in pairwise((0, *cuts, CHIPS_TO_COUNT))]
    stacks = list(zip(values, counts, strict=True))
    return DrillTask(
        prompt=f"{CHIPS_TO_COUNT} chips. How much is that?",
        form="dollars",
        answer=str(sum(value * count for value, count in stacks)),
        picture=counted_stacks(stacks),
        spoken=", ".join(f"{count} of {dollars(value)}" for value, count in stacks),
        explains=" + ".join(f"{count} of {dollars(value)}" for value, count in stacks),
    )


def order(posting: Posting, random: Random) -> DrillTask:
    """Ask which wager is taken or paid first."""
    while True:
        logs = dealt(posting, random.getrandbits(40), NAMES[:3])
        for _, log in zip(range(MOST_ROUNDS), logs, strict=False):
            moved = _settlement([entry.event for entry in log])
            if len({_moved(event) for event in moved}) >= 3:
                first, *others = dict.fromkeys(map(_moved, moved))
                choices = [first, *random.sample(others, min(3, len(others)))]
                random.shuffle(choices)
                return DrillTask(
                    prompt="The round is settled. Which of these does the dealer do first?",
                    form="choice",
                    answer=first,
                    choices=tuple(choices),
                    by=moved[0].by,
                    explains="; then ".join(dict.fromkeys(map(_moved, moved))),
                )


def _settlement(events: Sequence[Event]) -> list[ChipsMoved]:
    """Return the chips that moved at the end of the last round."""
    moved: list[ChipsMoved] = []
    for event in events:
        if isinstance(event, (Collected, Paid)):
            moved.append(event)
        elif not isinstance(event, (Returned, Did)) and not _is_last_word(event):
            moved = []
    return moved


def _is_last_word(event: Event) -> bool:
    return type(event).__name__ in ("RoundOver", "FeeMarked", "MeterMoved", "LightOut")


def _moved(event: ChipsMoved) -> str:
    verb = "pay" if isinstance(event, Paid) else "collect"
    named = spoken(f"{event.wager} {event.bet}".strip())
    return f"{verb} {event.bettor}, {named} at {event.at}"


def procedure(posting: Posting, random: Random) -> DrillTask:
    """Ask for the next step in opening, shuffling, cutting or dealing."""
    log = next(dealt(posting, random.getrandbits(40), NAMES[:1]))
    closed = next(place for place, entry in enumerate(log) if isinstance(entry.event, BetsClosed))
    steps = [entry.event for entry in log[:closed] if isinstance(entry.event, Did)]
    lines = [_step(event) for event in steps]
    places = [place for place in range(1, len(lines)) if lines[place] != lines[place - 1]]
    place = random.choice(places)
    others = [line for line in dict.fromkeys(lines) if line not in (lines[place], lines[place - 1])]
    choices = [lines[place], *random.sample(others, min(3, len(others)))]
    random.shuffle(choices)
    return DrillTask(
        prompt=f"“{lines[place - 1]}.” What comes next?",
        form="choice",
        answer=lines[place],
        choices=tuple(choices),
        by=steps[place].by,
    )


def _step(event: Did) -> str:
    return f"The {event.who} {event.what}"


def rulings(posting: Posting, random: Random) -> DrillTask:
    """Ask for the ruling after an irregularity."""
    calls = list(game_of(posting).irregularities)
    random.shuffle(calls)
    call, others = calls[0], [ruling_of(each) for each in calls[1:]]
    answer = ruling_of(call)
    choices = [answer, *[each for each in dict.fromkeys(others) if each != answer][:3]]
    random.shuffle(choices)
    return DrillTask(
        prompt=f"Irregularity: {call.what or spoken(call.kind)}. What is the ruling?",
        form="choice",
        answer=answer,
        choices=tuple(choices),
        by=call.by,
    )


# Counting ------------------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A count as data: tags by rank, where it begins, and how a true count is rounded."""

    name: str
    tags: Mapping[str, float]
    red: Mapping[str, float]
    """Tags of red cards, where they differ."""
    initial: tuple[float, float]
    """Where it begins: a number, and another for each deck."""
    rounds: str
    indices: tuple[Json, ...]
    """When it leaves the chart."""

    def begins(self, decks: int) -> float:
        return self.initial[0] + self.initial[1] * decks

    def tag(self, card: Card) -> float:
        return self.red.get(card.rank, self.tags[card.rank]) if card.is_red else self.tags[card.rank]

    def running(self, cards: Sequence[Card]) -> float:
        """What these cards add to the count."""
        return sum(map(self.tag, cards))

    def true(self, running: float, decks_left: Fraction) -> Fraction | int:
        """The count that decides, rounded as the count file says."""
        exact = Fraction(running) / decks_left
        match self.rounds:
            case "floor":
                return floor(exact)
            case "truncate":
                return trunc(exact)
            case "round":
                return round(exact)
        return exact


class Counting(Struct, frozen=True, kw_only=True):
    """How a counter trains: the count, the cards between two checks, and the ramp."""

    count: str = "hi-lo"
    """The name of a count that comes with the program, or a file."""
    cards: int = 8
    ramp: tuple[tuple[int, int], ...] = ((1, 1), (2, 2), (3, 4), (4, 8), (5, 12))
    """True count and units to bet; below the first, one unit."""


def read_count(name: str = "hi-lo") -> Count:
    """A count by its name, or a count file."""
    data: Any = count_data(count_path(Path(name)))
    reading = CountReading(data, tuple(data))
    tags = reading.tags()
    if reading.problems:
        raise CountSystemError(reading.problems, name)
    initial = (float(data.get("initial", 0)), float(data.get("initial_per_deck", 0)))
    indices = tuple(row for row in data.get("index", ()) if "from" in row and "play" in row)
    rounds = str(data.get("true_count", "floor"))
    return Count(data.get("name", name), tags, reading.red_tags(), initial, rounds, indices)


def read_ramp(text: str) -> tuple[tuple[int, int], ...]:
    """A ramp such as `1:1 2:2 4:8`: true counts and units."""
    try:
        steps = sorted((int(count), int(units)) for count, units in (step.split(":") for step in text.split()))
    except ValueError:
        steps = []
    if not 0 < len(steps) <= MOST_STEPS or any(
        units < 1 or abs(count) > MOST_UNITS or units > MOST_UNITS for count, units in steps
    ):
        raise DrillError(text, (f"1 to {MOST_STEPS} steps such as 1:1 2:2 4:8: true count and units",), key="ramp")
    return tuple(steps)


def _deck(posting: Posting) -> tuple[Card, ...]:
    deck: tuple[Card, ...] = getattr(getattr(posting, "traits", None), "deck", DECK)
    return deck


def running_count(posting: Posting, seed: str, number: int, how: Counting) -> DrillTask:
    """The running count goes on from check to check, until the cutting card: then the shoe is shuffled."""
    count, decks = read_count(how.count), int(getattr(posting, "decks", 6))
    checks = max(1, 3 * decks * len(_deck(posting)) // 4 // how.cards)
    shoe = list(_deck(posting) * decks)
    Random(f"running-count {seed} {number // checks}").shuffle(shoe)
    first = number % checks * how.cards
    initial = count.begins(decks)
    running = initial + count.running(shoe[: first + how.cards])
    begins = "The deal goes on." if first else f"The cards are shuffled; {count.name} begins at {initial:g}."
    cards = shoe[first : first + how.cards]
    return DrillTask(
        prompt=f"{begins} {how.cards} cards come one by one. What is the running count since the shuffle?",
        form="number",
        answer=f"{running:g}",
        cards=tuple(map(str, cards)),
        one_by_one=True,
        explains=" ".join(f"{card} {count.tag(card):+g}" for card in cards),
    )


def countdown(posting: Posting, random: Random, how: Counting) -> DrillTask:
    """Ask for the tag of the card that is missing from a deck."""
    count, deck = read_count(how.count), list(_deck(posting))
    random.shuffle(deck)
    missing = deck.pop()
    return DrillTask(
        prompt=f"{count.name}: count this deck down. One card is missing: what does it count?",
        form="number",
        answer=f"{count.tag(missing):g}",
        cards=tuple(map(str, deck)),
        one_by_one=True,
        explains=f"The running count is {count.running(deck):+g}; {missing} is missing",
    )


def true_count(posting: Posting, random: Random, how: Counting) -> DrillTask:
    """The true count from the running count and a picture of the discard rack."""
    count, decks = read_count(how.count), max(1, int(getattr(posting, "decks", 6)))
    if count.rounds == "running":
        raise DrillError(how.count, ("a count with a true count, such as hi-lo",), key="count")
    halves = random.randint(1, 2 * decks - 1)
    running = random.randint(-12, 12)
    true = count.true(running, Fraction(halves, 2))
    rounding = "exact, such as 1.5 or 3/2" if count.rounds == "exact" else count.rounds
    return DrillTask(
        prompt=f"{count.name}, {decks} decks. The running count is {running:+g}. What is the true count ({rounding})?",
        form="number",
        answer=str(true),
        picture=discard_rack(decks - halves / 2, decks),
        spoken=f"In the discard rack: {decks - halves / 2:g} of {decks} decks.",
        explains=f"{running:+g} divided by {halves / 2:g} deck{'s' * (halves != 2)} that are left",
    )


def bet_sizing(posting: Posting, random: Random, how: Counting) -> DrillTask:
    """Ask for the bet by the ramp."""
    ramp, true = dict(how.ramp), random.randint(min(-3, how.ramp[0][0] - 2), how.ramp[-1][0] + 2)
    units = next((units for least, units in reversed(how.ramp) if true >= least), 1)
    steps = ", ".join(f"{at_least:+d}: {units}" for at_least, units in ramp.items())
    return DrillTask(
        prompt=f"Units by true count: {steps}; a unit is {dollars(posting.minimum)}. The true count is {true:+d}. "
        "What do you bet?",
        form="dollars",
        answer=str(units * posting.minimum),
        explains=f"{units} unit{'s' * (units != 1)}",
    )


def deviations(posting: Posting, random: Random, how: Counting) -> DrillTask:
    """Ask whether the count changes the chart's move."""
    del posting
    count = read_count(how.count)
    if not count.indices:
        raise DrillError(how.count, ("a count with index plays, such as hi-lo",), key="count")
    row = random.choice(count.indices)
    true = row["from"] + random.randint(-3, 3)
    return DrillTask(
        prompt=f"{count.name}: {row['hand']} against {row['up']}, true count {true:+g}. "
        "Does the count change the move?",
        form="choice",
        answer="yes" if true >= row["from"] else "no",
        choices=("yes", "no"),
        explains=f"{row['play']} from {row['from']:+g}",
    )


# The drills of a game ------------------------------------------------------------------------------------------------

OF_EVERY_GAME: Final[Mapping[str, Drill]] = {
    "payouts": payouts,
    "chips": chips,
    "chip-count": chip_count,
    "order": order,
    "procedure": procedure,
}
CountDrill = Callable[[Posting, Random, Counting], DrillTask]
COUNTING: Final[Mapping[str, CountDrill]] = {
    "countdown": countdown,
    "true-count": true_count,
    "bet-sizing": bet_sizing,
    "deviations": deviations,
}
RUNNING: Final = "running-count"
AT_SCHOOL_TABLES: Final = ("payouts", "bonus", "fees")
"""Drills that use the school's tables where no other table is given."""
KINDS: Final = (
    DrillKind("payouts", "Pay-outs", "Pay what the engine's settlement pays, with breakage."),
    DrillKind("bonus", "Bonus pay-outs", "Pay the side wagers of the game."),
    DrillKind("fees", "Fees", "Take or mark the vigorish."),
    DrillKind("insurance", "Insurance maximum", "Say how much insurance a wager may have."),
    DrillKind("chips", "Fewest chips", "Break an amount into the fewest chips."),
    DrillKind("chip-count", "Chip count", "Count twenty chips."),
    DrillKind("order", "Order of collection", "Take and pay the wagers in the lawful order."),
    DrillKind("procedure", "Procedure", "Open, shuffle, cut and burn step by step."),
    DrillKind("rulings", "Rulings", "Give the supervisor's ruling after an irregularity."),
    DrillKind("totals", "Hand totals", "Announce the total of a hand."),
    DrillKind("strategy", "Basic strategy", "Choose the move of this table's chart."),
    DrillKind("calls", "Stick calls", "Call the throw."),
    DrillKind("points", "Point counts", "Count a baccarat hand."),
    DrillKind("third-card", "Third card", "Apply the rule for the third card."),
    DrillKind("running-count", "Running count", "Keep the count of a shoe, with a check after every few cards."),
    DrillKind("countdown", "Deck countdown", "Count a whole deck down."),
    DrillKind("true-count", "True count", "Convert by the cards in the discard rack."),
    DrillKind("bet-sizing", "Bet sizing", "Bet by your ramp."),
    DrillKind("deviations", "Deviations", "Leave the chart when the count says so."),
)
COUNTING_KINDS: Final = (RUNNING, *COUNTING)
COUNT: Final = Counting()
OF_SOME: Final[Mapping[str, Drill]] = {"bonus": bonus, "fees": fees, "insurance": insurance, "rulings": rulings}


def drills_of(game: AnyGame) -> tuple[str, ...]:
    """The names of the drills that a game has, in their order."""
    if game.playing is None:
        return ()
    own: Mapping[str, Drill] = game.coaching.load().drills if game.coaching else {}
    events = game.playing.load().log.events.by_tag.values()
    names = {*OF_EVERY_GAME, *own} - (set() if Cut in events else {"procedure"})
    if len(game.irregularities) > 1:
        names.add("rulings")
    if any(kind.__name__ in FEES for kind in events):
        names.add("fees")
    if any(_has_occasion(table, "bonus") for table in school_tables(game.name)):
        names.add("bonus")
    if "strategy" in own:
        names |= set(COUNTING_KINDS)
    if any(kind.__name__ == "Insured" for kind in events) and _may_insure(school_tables(game.name)[0]):
        names.add("insurance")
    return tuple(kind.name for kind in KINDS if kind.name in names)


def task(posting: Posting, kind: str, seed: str, number: int = 0, how: Counting = COUNT) -> DrillTask:
    """Return a task of a series by its number; the same seed gives the same series."""
    game, random = game_of(posting), Random(f"{kind} {seed} {number}")
    if kind not in drills_of(game):
        raise DrillError(kind, drills_of(game))
    if kind == RUNNING:
        return running_count(posting, seed, number, how)
    if kind in COUNTING:
        return COUNTING[kind](posting, random, how)
    tables = school_tables(game.name)
    if kind in AT_SCHOOL_TABLES and posting == tables[0]:
        posting = random.choice([table for table in tables if _has_occasion(table, kind)])
    own: Mapping[str, Drill] = game.coaching.load().drills if game.coaching else {}
    return {**OF_EVERY_GAME, **OF_SOME, **own}[kind](posting, random)


def _has_occasion(table: Posting, kind: str) -> bool:
    needed = {"bonus": ("wagers",), "fees": ("buy", "vigorish_rounding")}.get(kind, ())
    return not needed or any(getattr(table, name, ()) for name in needed)


def _may_insure(table: Posting) -> bool:
    return bool(getattr(getattr(table, "traits", None), "insurance", False))


def mark(given: str, asked: DrillTask) -> Marked:
    """Judge an answer. An amount may be written with or without a dollar sign."""
    return Marked(right=_same(given, asked), answer=shown_answer(asked), by=asked.by, explains=asked.explains)


def shown_answer(asked: DrillTask) -> str:
    return dollars(int(asked.answer)) if asked.form == "dollars" else asked.answer


def _same(given: str, asked: DrillTask) -> bool:
    text = given.strip().removeprefix("$").replace(",", "").replace("−", "-")
    if asked.form == "choice":
        return given.strip() == asked.answer
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return number * (DOLLAR if asked.form == "dollars" else 1) == Fraction(asked.answer)
