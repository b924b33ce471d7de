"""Drills: tasks with a clock and a score, whose answers come from the engine, the law or a count file."""

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, trunc
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from chapter47.core.cards import DECK, Card
from chapter47.core.count_file import count_data, named_count
from chapter47.core.drilling import Drill, DrillTask
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.event import VIGORISH, BetsClosed, ChipsMoved, Collected, Cut, Did, Event, Paid, Returned
from chapter47.core.game import AnyGame
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.money import DOLLAR, dollars
from chapter47.core.posting import Posting
from chapter47.core.text import spoken
from chapter47.drawing.chips import breakdown
from chapter47.games import game_of
from chapter47.library.laws import law
from chapter47.school.computer_players import NAMES, dealt

MOST_ROUNDS: Final = 40
"""Rounds after which another table is dealt if none suits the task."""
WORTH_COUNTING: Final = 0.8
"""How often a task has odds other than even money, if the round has such a wager."""


class DrillKind(NamedTuple):
    """A drill: its name and what it trains."""

    name: str
    title: str
    trains: str


class DrillError(Chapter47Error, ValueError):
    """A drill that this game does not have."""

    def __init__(self, kind: str, allowed: Sequence[str]) -> None:
        super().__init__([Problem("drill", kind, ", ".join(allowed))])


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
    while True:
        settled = [pair for log in _rounds(posting, random) for pair in _paid(log)]
        odd = [pair for pair in settled if pair[0].amount != pair[1]]
        if settled:
            paid, stake = random.choice(odd if odd and random.random() < WORTH_COUNTING else settled)
            return payout_task(paid, stake)


def payout_task(paid: Paid, stake: int) -> DrillTask:
    """Build the task for a wager that has won."""
    named = spoken(f"{paid.wager} {paid.bet}".strip())
    return DrillTask(
        prompt=f"{named[:1].upper()}{named[1:]}, {dollars(stake)}: {paid.why}. What do you pay?",
        form="dollars",
        answer=str(paid.amount),
        by=paid.by,
        explains=f"{dollars(paid.amount)}, beside the wager of {dollars(stake)}",
    )


def _rounds(posting: Posting, random: Random) -> list[Sequence[LogEntry]]:
    """Return the log of a few rounds."""
    logs = dealt(posting, random.getrandbits(40), NAMES[: random.randint(1, 3)])
    last: Sequence[LogEntry] = ()
    for number, log in enumerate(logs):
        last = log
        if any(paid.amount != stake for paid, stake in _paid(log)) or number > MOST_ROUNDS // 4:
            break
    return [last]


def _paid(log: Sequence[LogEntry]) -> list[tuple[Paid, int]]:
    """Yield each payment with the wager beside it."""
    events = [entry.event for entry in log]
    pairs = []
    for place, event in enumerate(events):
        if isinstance(event, Paid) and event.wager != VIGORISH:
            beside = next((later for later in events[place:] if isinstance(later, Returned)), None)
            if beside is not None and _wager(beside) == _wager(event):
                pairs.append((event, beside.amount))
    return pairs


def _wager(event: ChipsMoved) -> tuple[object, ...]:
    return event.at, event.bettor, event.wager, event.bet, event.spot


def chips(posting: Posting, random: Random) -> DrillTask:
    """Ask for an amount in the fewest chips."""
    step = random.choice((50, DOLLAR, DOLLAR, 5 * DOLLAR))
    cents = step * random.randint(3, 60)
    fewest = breakdown(cents)
    del posting
    return DrillTask(
        prompt=f"You pay {dollars(cents)} in the fewest chips. How many chips are that?",
        form="number",
        answer=str(len(fewest)),
        explains=" + ".join(dollars(chip.value) for chip in fewest),
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
    call, others = calls[0], [_ruling(each.by) for each in calls[1:]]
    answer = _ruling(call.by)
    choices = [answer, *[each for each in dict.fromkeys(others) if each != answer][:3]]
    random.shuffle(choices)
    return DrillTask(
        prompt=f"Irregularity: {spoken(call.kind)}. What is the ruling?",
        form="choice",
        answer=answer,
        choices=tuple(choices),
        by=call.by,
    )


def _ruling(citation: str) -> str:
    paragraph = law(citation)
    return paragraph.says or paragraph.known or citation


# Counting ------------------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A count as data: tags by rank, where it begins, and how a true count is rounded."""

    name: str
    tags: Mapping[str, float]
    begins: float
    rounds: str

    def running(self, cards: Sequence[Card]) -> float:
        return self.begins + sum(self.tags[card.rank] for card in cards)

    def true(self, running: float, cards_left: int) -> int:
        exact = Fraction(running) / Fraction(cards_left, len(DECK))
        return floor(exact) if self.rounds == "floor" else trunc(exact) if self.rounds == "trunc" else round(exact)


def read_count(name: str = "hi-lo") -> Count:
    data: Any = count_data(named_count(name))
    tags = {str(rank): float(tag) for rank, tag in data["tags"].items()}
    begins = data.get("begins", data.get("initial", 0))
    return Count(data.get("name", name), tags, float(begins or 0), str(data.get("true_count", "floor")))


def running_count(posting: Posting, random: Random) -> DrillTask:
    """Ask for the running count after some cards."""
    del posting
    count, cards = read_count(), tuple(random.sample(DECK * 2, random.randint(4, 16)))
    running = count.running(cards)
    return DrillTask(
        prompt=f"{count.name}: the cards come one by one. What is the running count?",
        form="number",
        answer=f"{running:g}",
        cards=tuple(map(str, cards)),
        one_by_one=True,
        explains=" ".join(f"{card} {count.tags[card.rank]:+g}" for card in cards),
    )


def countdown(posting: Posting, random: Random) -> DrillTask:
    """Ask for the tag of the card that is missing from a deck."""
    del posting
    count, deck = read_count(), list(DECK)
    random.shuffle(deck)
    missing = deck.pop()
    return DrillTask(
        prompt=f"{count.name}: count this deck down. One card is missing: what does it count?",
        form="number",
        answer=f"{count.tags[missing.rank]:g}",
        cards=tuple(map(str, deck)),
        one_by_one=True,
        explains=f"The running count is {count.running(deck):+g}; {missing} is missing.",
    )


def true_count(posting: Posting, random: Random) -> DrillTask:
    """Ask for the true count, given the running count and the discard tray."""
    count, decks = read_count(), max(1, int(getattr(posting, "decks", 6)))
    halves = random.randint(1, 2 * decks - 1)
    left = len(DECK) * halves // 2
    running = random.randint(-12, 12)
    return DrillTask(
        prompt=f"{decks} decks; {decks - halves / 2:g} of them are in the discard tray. "
        f"The running count is {running:+d}. What is the true count ({count.rounds})?",
        form="number",
        answer=str(count.true(running, left)),
        explains=f"{running:+d} divided by {halves / 2:g} decks",
    )


RAMP: Final = ((1, 1), (2, 2), (3, 4), (4, 8), (5, 12))
"""True count and units to bet; below the first, one unit."""


def bet_sizing(posting: Posting, random: Random) -> DrillTask:
    """Ask for the bet by the ramp."""
    ramp, true = dict(RAMP), random.randint(-3, 7)
    units = max([1, *(units for at_least, units in ramp.items() if true >= at_least)])
    unit = posting.minimum
    steps = ", ".join(f"{at_least:+d}: {units}" for at_least, units in ramp.items())
    return DrillTask(
        prompt=f"Units by true count: {steps}; a unit is {dollars(unit)}. True count {true:+d}. What do you bet?",
        form="dollars",
        answer=str(units * unit),
        explains=f"{units} units",
    )


def deviations(posting: Posting, random: Random) -> DrillTask:
    """Ask whether the count changes the chart's move."""
    del posting
    data: Any = count_data(named_count("hi-lo"))
    rows = [row for row in data["index"] if "from" in row and "play" in row]
    row = random.choice(rows)
    true = row["from"] + random.randint(-3, 3)
    return DrillTask(
        prompt=f"{row['hand']} against {row['up']}, true count {true:+g}. Does the count change the move?",
        form="choice",
        answer="yes" if true >= row["from"] else "no",
        choices=("yes", "no"),
        explains=f"{row['play']} from {row['from']:+g}",
    )


# The drills of a game ------------------------------------------------------------------------------------------------

OF_EVERY_GAME: Final[Mapping[str, Drill]] = {
    "payouts": payouts,
    "chips": chips,
    "order": order,
    "procedure": procedure,
}
COUNTING: Final[Mapping[str, Drill]] = {
    "running-count": running_count,
    "countdown": countdown,
    "true-count": true_count,
    "bet-sizing": bet_sizing,
    "deviations": deviations,
}
KINDS: Final = (
    DrillKind("payouts", "Pay-outs", "Pay what the engine's settlement pays, with breakage and fees."),
    DrillKind("chips", "Fewest chips", "Break an amount into the fewest chips."),
    DrillKind("order", "Order of collection", "Take and pay the wagers in the lawful order."),
    DrillKind("procedure", "Procedure", "Open, shuffle, cut and burn step by step."),
    DrillKind("rulings", "Rulings", "Give the supervisor's ruling after an irregularity."),
    DrillKind("totals", "Hand totals", "Announce the total of a hand."),
    DrillKind("strategy", "Basic strategy", "Choose the move of this table's chart."),
    DrillKind("calls", "Stick calls", "Call the throw."),
    DrillKind("points", "Point counts", "Count a baccarat hand."),
    DrillKind("third-card", "Third card", "Apply the rule for the third card."),
    DrillKind("running-count", "Running count", "Keep the count while the cards come."),
    DrillKind("countdown", "Deck countdown", "Count a whole deck down."),
    DrillKind("true-count", "True count", "Convert by the decks in the discard tray."),
    DrillKind("bet-sizing", "Bet sizing", "Bet by a ramp."),
    DrillKind("deviations", "Deviations", "Leave the chart when the count says so."),
)


def drills_of(game: AnyGame) -> Mapping[str, Drill]:
    """Return the drills of a game."""
    if game.playing is None:
        return {}
    own: Mapping[str, Drill] = game.coaching.load().drills if game.coaching else {}
    dealt_from_a_shoe = Cut in game.playing.load().log.events.by_tag.values()
    rules = {"rulings": rulings} if len(game.irregularities) > 1 else {}
    everywhere = {name: drill for name, drill in OF_EVERY_GAME.items() if name != "procedure" or dealt_from_a_shoe}
    return {**everywhere, **rules, **own, **(COUNTING if "strategy" in own else {})}


def task(posting: Posting, kind: str, seed: str, number: int = 0) -> DrillTask:
    """Return a task of a series by its number; the same seed gives the same series."""
    drills = drills_of(game_of(posting))
    if kind not in drills:
        raise DrillError(kind, tuple(drills))
    return drills[kind](posting, Random(f"{kind} {seed} {number}"))


def audition() -> Json:
    """Return the sections of the audition (drill, game, tasks and seconds for each) and the share needed to pass."""
    return tomllib.loads(Path(__file__).with_name("audition.toml").read_text(encoding="utf-8"))


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
