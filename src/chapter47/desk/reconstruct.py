"""A disputed round, reconstructed from notes: what is unknown stays unknown, and nothing is dealt by chance.

Notes are a script whose `cards` lines may leave out suits (`8`) or whole cards (`?`). Every card that the notes do not
name is tried with every rank; a result counts as certain only if all possible cards lead to it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from chapter47.core.act import Act, Call, Open
from chapter47.core.act_words import BadActError
from chapter47.core.cards import RANKS, SUITS
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.findings import Refusal
from chapter47.core.grammar import Grammar
from chapter47.core.money import cents
from chapter47.core.playing import CARD
from chapter47.games import AnyTable, game_of
from chapter47.library.answers import Answer
from chapter47.session.session import Session, playing_of

UNKNOWN: Final = "?"
TENS_ALIKE: Final = "A23456789K"
"""The ranks that differ where no wager asks which ten-value card it is."""
MOST_RUNS: Final = 4_000
ALL_SUITS: Final = 4
"""Up to so many cards without a suit, all suits are tried; beyond that, the cards in one suit and in turn."""
HEADINGS: Final = ("table", "time", "staff", "note")
_OBSERVED: Final = re.compile(r"observed (?P<player>\S+) (?P<sign>[+-]?)\$?(?P<amount>\d+(?:\.\d{1,2})?)", re.ASCII)
_HEADING: Final = re.compile(rf"(?P<key>{'|'.join(HEADINGS)}):\s*(?P<value>.*)", re.IGNORECASE)
_EXACT: Final = re.compile(rf"[{RANKS}][{SUITS}]")


class BadNotesError(Chapter47Error):
    """Notes that cannot be read, or that describe something impossible."""


# What the answer holds -----------------------------------------------------------------------------------------------


class Assumption(Answer, frozen=True):
    """A card that the notes leave open."""

    card: int
    """Its place among the cards that were dealt, from 1."""
    noted: str
    """`?`, a rank, or nothing where the notes do not name the card at all."""


class Dependence(Answer, frozen=True):
    """A result, and the ranks of the open cards that lead to it."""

    net: int
    cards: tuple[str, ...]
    possibilities: int


class PlayerRuling(Answer, frozen=True):
    """What a player is owed by the rules, beside what was observed. Amounts are cents won; losses are negative."""

    player: str
    owed: int | None
    """None where it depends on cards that are not known."""
    low: int
    high: int
    observed: int | None
    correction: int | None
    """What the player still gets, or gives back."""
    depends: tuple[Dependence, ...]


class RulingLine(Answer, frozen=True):
    """A wager and what the rules do with it."""

    round: int
    bettor: str
    hand: str
    wager: str
    result: str
    amount: int
    why: str
    citation: str


class MovedCall(Answer, frozen=True):
    """An irregularity that was called later than its line stands."""

    line: int
    act: str
    steps: int
    """Steps of the dealer until it was possible."""


class RoundRuling(Answer, frozen=True):
    """The ruling on a round: facts, assumptions, what each wager comes to and what each player is owed."""

    headings: Mapping[str, str]
    facts: tuple[str, ...]
    assumptions: tuple[Assumption, ...]
    possibilities: int
    """Ways in which the open cards can have fallen."""
    all_suits: bool
    """Whether all suits were tried, or only the cards in one suit and in turn."""
    moved: tuple[MovedCall, ...]
    """Irregularities that can only have happened some cards after the line of the notes."""
    unused: str
    """Cards of the notes that the rules do not deal in this round."""
    impossible: int
    """Ways that were ruled out because the acts of the notes would have been refused."""
    certain: bool
    settlement: tuple[RulingLine, ...]
    """As the cards fell; of the first possibility where it depends on them."""
    players: tuple[PlayerRuling, ...]


# Reading the notes ---------------------------------------------------------------------------------------------------


class NotedLine(NamedTuple):
    """A line of a script; a line of cards has no act yet, but its tokens."""

    number: int
    text: str
    act: Act | None
    tokens: tuple[str, ...]


class ReadNotes(NamedTuple):
    """What the notes hold."""

    headings: dict[str, str]
    lines: tuple[NotedLine, ...]
    observed: dict[str, int]

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(token for line in self.lines for token in line.tokens)


def read_notes(text: str, acts: Grammar) -> ReadNotes:
    """Every line that cannot be read is reported."""
    headings: dict[str, str] = {}
    lines: list[NotedLine] = []
    observed: dict[str, int] = {}
    problems: list[Problem] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        if heading := _HEADING.fullmatch(line):
            headings[heading["key"].lower()] = heading["value"]
        elif seen := _OBSERVED.fullmatch(line):
            observed[seen["player"]] = cents(seen["amount"]) * (-1 if seen["sign"] == "-" else 1)
        elif line.split()[0] in ("cards", "card"):
            lines.append(_cards_line(number, line, problems))
        else:
            try:
                lines.append(NotedLine(number, line, acts.read(line), ()))
            except BadActError as error:
                problems.append(Problem(f"line {number}", f"{line}: {error.message}", error.advice, error.citation))
    if not lines and not problems:
        problems.append(Problem("notes", "no line", "one act per line, as in a script"))
    if problems:
        raise BadNotesError(problems)
    return ReadNotes(headings, tuple(lines), observed)


def _cards_line(number: int, line: str, problems: list[Problem]) -> NotedLine:
    tokens = tuple(token.replace("10", "T") for token in line.split()[1:])
    for token in tokens:
        if not (token in (UNKNOWN, *RANKS) or _EXACT.fullmatch(token)):
            allowed = "a card such as 8h, a rank such as 8 or T, or ?"
            problems.append(Problem(f"line {number}", token, allowed))
    return NotedLine(number, line, None, tokens)


# Playing the round with every possible card --------------------------------------------------------------------------


class RoundOutcome(NamedTuple):
    """The end of a round as one choice of cards gives it."""

    ranks: tuple[str, ...]
    """The ranks of the open cards, in order."""
    settlement: tuple[RulingLine, ...]
    net: dict[str, int]
    moved: tuple[MovedCall, ...] = ()
    unused: str = ""


class _Run(NamedTuple):
    outcome: RoundOutcome | None
    missing: int
    """Cards that were dealt and that nobody named."""
    refused: Problem | None


def reconstruct(table: AnyTable, notes: str) -> RoundRuling:
    """Rule on a round from notes; raises `BadNotesError` where the notes cannot have happened."""
    noted = read_notes(notes, playing_of(game_of(table)).acts)
    ways = _every_way(table, noted)
    outcomes = ways.outcomes
    if not outcomes:
        raise BadNotesError(
            [ways.refused] if ways.refused else [Problem("notes", "no finished round", "the acts of a whole round")]
        )
    nets = [outcome.net for outcome in outcomes]
    names = sorted({name for net in nets for name in net} | set(noted.observed))
    first = outcomes[0]
    return RoundRuling(
        headings=noted.headings,
        facts=tuple(line.text for line in noted.lines),
        assumptions=tuple(_assumptions(noted, ways.missing)),
        all_suits=ways.all_suits,
        moved=first.moved,
        unused=first.unused,
        possibilities=len(outcomes),
        impossible=ways.impossible,
        certain=all(outcome.settlement == first.settlement for outcome in outcomes),
        settlement=first.settlement,
        players=tuple(_player(name, outcomes, noted.observed.get(name)) for name in names),
    )


class _Ways(NamedTuple):
    """All ways in which the open cards can have fallen."""

    outcomes: list[RoundOutcome]
    impossible: int
    missing: int
    """The most cards that were dealt and not noted."""
    refused: Problem | None
    all_suits: bool


def _every_way(table: AnyTable, noted: ReadNotes) -> _Ways:
    """Every rank for each card that is not known, and then the suits of all cards noted without one."""
    outcomes: list[RoundOutcome] = []
    impossible, missing = 0, 0
    refused: Problem | None = None
    fallen = list(_ranks_of_all(table, noted))
    each = MOST_RUNS // max(len(fallen), 1)
    all_suits = True
    for tokens in fallen:
        missing = max(missing, len(tokens) - len(noted.tokens))
        suited = list(islice(_suited(tokens), each + 1))
        all_suits &= len(suited) <= each and sum(len(token) == 1 for token in tokens) <= ALL_SUITS
        for cards in suited[:each]:
            run = _play(table, noted, cards)
            if run.outcome is not None:
                outcomes.append(run.outcome._replace(ranks=_open_ranks(noted, tokens)))
            impossible += run.outcome is None
            refused = refused or run.refused
    return _Ways(outcomes, impossible, missing, refused, all_suits)


def _ranks_of_all(table: AnyTable, noted: ReadNotes) -> Iterator[tuple[str, ...]]:
    """Yield the cards of a round, trying every rank for unknown ones."""
    runs = 0
    ranks = RANKS if getattr(table, "wagers", None) or getattr(table, "optional_payouts", None) else TENS_ALIKE
    waiting: list[tuple[str, ...]] = [noted.tokens]
    while waiting:
        tokens = waiting.pop()
        if UNKNOWN in tokens:
            place = tokens.index(UNKNOWN)
            waiting += [(*tokens[:place], rank, *tokens[place + 1 :]) for rank in reversed(ranks)]
            continue
        runs += 1
        if runs > MOST_RUNS:
            raise BadNotesError([Problem("notes", "too many unknown cards to try them all", "more cards or ranks")])
        if _play(table, noted, next(_suited(tokens))).missing:
            waiting.append((*tokens, UNKNOWN))
        else:
            yield tokens


def _open_ranks(noted: ReadNotes, tokens: Sequence[str]) -> tuple[str, ...]:
    listed = (*noted.tokens, *[UNKNOWN] * (len(tokens) - len(noted.tokens)))
    return tuple(token for token, was in zip(tokens, listed, strict=True) if was == UNKNOWN)


def _suited(tokens: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The cards with suits: all of them where few are open, else all cards in one suit and in turn."""
    bare = [place for place, token in enumerate(tokens) if len(token) == 1]
    if not bare:
        yield tuple(tokens)
    elif len(bare) <= ALL_SUITS:
        for suits in product(SUITS, repeat=len(bare)):
            yield _with_suits(tokens, dict(zip(bare, suits, strict=True)))
    else:
        for start in range(len(SUITS)):
            yield _with_suits(tokens, dict.fromkeys(bare, SUITS[start]))
            yield _with_suits(tokens, {place: SUITS[(start + n) % len(SUITS)] for n, place in enumerate(bare)})


def _with_suits(tokens: Sequence[str], suits: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(token + suits.get(place, "") for place, token in enumerate(tokens))


def _play(table: AnyTable, noted: ReadNotes, cards: Sequence[str]) -> _Run:
    session = Session(table, 0)
    grammar = session.playing.acts
    left = list(cards)
    extra = len(cards) - len(noted.tokens)
    last = max((place for place, line in enumerate(noted.lines) if line.tokens), default=-1)
    if last < 0 and left and (refused := _performed(session, grammar.read(f"cards {' '.join(left)}"), 0, [])):
        return _Run(None, 0, refused)
    acts = [line.act for line in noted.lines if line.act]
    moved: list[MovedCall] = []
    for place, line in enumerate(noted.lines):
        if line.act is None:
            number = len(line.tokens) + (extra if place == last else 0)
            act = grammar.read(f"cards {' '.join(left[:number])}")
            del left[:number]
        else:
            act = line.act
        if refused := _opened(session, act, acts, line.number) or _performed(session, act, line.number, moved):
            return _Run(None, 0, refused)
    session.go_on()
    if any(shown.kind == CARD for shown in session.unscripted.listed):
        return _Run(None, 1, None)
    outcome = _outcome(session)
    return _Run(outcome and outcome._replace(moved=tuple(moved)), 0, None)


def _opened(session: Session, act: Act, acts: Sequence[Act], number: int) -> Problem | None:
    """Open the table before the first act that needs its cards."""
    if session.table.is_open or (act.before_opening and not isinstance(act, Open)):
        return None
    session.come(session.playing.first_to_come(acts))
    return None if isinstance(act, Open) else _refused(session.perform(Open()), act, number)


def _performed(session: Session, act: Act, number: int, moved: list[MovedCall]) -> Problem | None:
    if isinstance(act, Call):
        before = session.steps_taken
        refused = _refused(session.perform(act), act, number)
        if not refused and (steps := session.steps_taken - before):
            moved.append(MovedCall(line=number, act=str(act), steps=steps))
        return refused
    if act.of_the_layout:
        session.go_on()
    return _refused(session.perform(act), act, number)


def _refused(refusal: Refusal | None, act: Act, number: int) -> Problem | None:
    if refusal is None:
        return None
    refused = f"`{act}`: {refusal.message}, found {refusal.got}"
    return Problem(f"line {number}", refused, refusal.want, refusal.citation)


def _outcome(session: Session) -> RoundOutcome | None:
    rows = tuple(
        RulingLine(
            round=round_.number,
            bettor=row.bettor,
            hand=str(row.at),
            wager=row.wager,
            result=row.result,
            amount=row.amount,
            why=row.why,
            citation=row.citation,
        )
        for round_ in session.book.rounds
        for row in round_.rows
    )
    unused = session.playing.named_and_left(session.table)
    return RoundOutcome((), rows, dict(session.book.net()), unused=unused) if session.book.finished else None


# What follows from it ------------------------------------------------------------------------------------------------


def _assumptions(noted: ReadNotes, missing: int) -> Iterator[Assumption]:
    for place, token in enumerate(noted.tokens, 1):
        if len(token) == 1:
            yield Assumption(card=place, noted=token)
    for place in range(missing):
        yield Assumption(card=len(noted.tokens) + place + 1, noted="")


def _player(name: str, outcomes: Sequence[RoundOutcome], observed: int | None) -> PlayerRuling:
    nets = [outcome.net.get(name, 0) for outcome in outcomes]
    owed = nets[0] if len(set(nets)) == 1 else None
    correction = None if owed is None or observed is None else owed - observed
    counted = Counter(nets)
    ranks: dict[int, dict[str, None]] = {}
    for outcome, net in zip(outcomes, nets, strict=True):
        ranks.setdefault(net, {})[" ".join(outcome.ranks)] = None
    return PlayerRuling(
        player=name,
        owed=owed,
        low=min(nets),
        high=max(nets),
        observed=observed,
        correction=correction,
        depends=()
        if owed is not None
        else tuple(Dependence(net=net, cards=tuple(ranks[net]), possibilities=counted[net]) for net in sorted(counted)),
    )
