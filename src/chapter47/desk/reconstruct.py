"""A disputed round, reconstructed from notes: unknown cards stay unknown, and nothing is dealt at random.

Notes are a script whose `cards` lines may leave out suits (`8`) or whole cards (`?`). Every rank is tried for each card
that the notes do not name; a result is certain only if all possible cards lead to it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product, takewhile
from typing import Final, NamedTuple

from chapter47.core.act import Act, Call, Open, Steps
from chapter47.core.cards import RANKS, SUITS, Faces
from chapter47.core.errors import Problem
from chapter47.core.event import RoundOver
from chapter47.core.findings import Refusal
from chapter47.core.playing import AMOUNT, CARD, THROW
from chapter47.desk.round_notes import UNKNOWN, BadNotesError, NotedLine, Observed, ReadNotes, read_notes
from chapter47.games import AnyTable, game_of
from chapter47.library.answers import Answer
from chapter47.session.narration import event_text
from chapter47.session.session import Session, playing_of

TENS_ALIKE: Final = "A23456789K"
"""The ranks to try if no wager distinguishes ten-value cards."""
MOST_RUNS: Final = 4_000
ALL_SUITS: Final = 4
"""Up to this many cards without a suit, all suits are tried; beyond that, only all cards in one suit and suits in
rotation."""
MOST_SENTENCES: Final = 24
"""Of what the rules say after something that the dealer did."""


# What the answer holds -----------------------------------------------------------------------------------------------


class Assumption(Answer, frozen=True):
    """A card that the notes leave open."""

    card: int
    """Its position among the cards dealt, from 1."""
    noted: str
    """`?`, a rank, or empty if the notes do not mention the card."""


class Dependence(Answer, frozen=True):
    """A result, and the ranks of the open cards that lead to it."""

    net: int
    cards: tuple[str, ...]
    possibilities: int


class PlayerRuling(Answer, frozen=True):
    """What a player is owed by the rules, and what was observed. Amounts are cents won; losses are negative."""

    player: str
    owed: int | None
    """None if it depends on unknown cards."""
    low: int
    high: int
    observed: int | None
    correction: int | None
    """What the player must still be paid, or must give back."""
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


class WagerRuling(Answer, frozen=True):
    """What one wager of a player comes to by the rules, beside what was observed, in cents won."""

    player: str
    wager: str
    owed: int | None
    """None if it depends on unknown cards."""
    observed: int | None
    correction: int | None


class RuleSays(Answer, frozen=True):
    """What happens by the rules, and the paragraph."""

    says: str
    citation: str


class DealerDeviation(Answer, frozen=True):
    """What the dealer did, beside what the rules say from that moment until the next act of the notes."""

    line: int
    did: str
    rules: tuple[RuleSays, ...]


class DisputedAct(Answer, frozen=True):
    """A disputed act: if the rules refuse it, the round is judged without it."""

    line: int
    act: str
    why: str
    """Empty if the rules allow it."""
    citation: str


class MovedCall(Answer, frozen=True):
    """An irregularity that was called later than its line in the notes."""

    line: int
    act: str
    steps: int
    """Steps of the dealer until it was possible."""


class RoundRuling(Answer, frozen=True):
    """The ruling on a round: facts, assumptions, the result of each wager, and what each player is owed."""

    headings: Mapping[str, str]
    facts: tuple[str, ...]
    assumptions: tuple[Assumption, ...]
    possibilities: int
    """Number of possible combinations of the unknown cards."""
    all_suits: bool
    """Whether all suits were tried, or only the cards in one suit and in turn."""
    moved: tuple[MovedCall, ...]
    """Irregularities that can only have happened some steps after their line in the notes."""
    unused: str
    """Noted cards that are not dealt in this round by the rules."""
    deviations: tuple[DealerDeviation, ...]
    """What the dealer did, beside what the rules say; as the cards fell in the first possibility."""
    disputed: tuple[DisputedAct, ...]
    """Disputed acts: those that the rules refuse are left out of the ruling."""
    impossible: int
    """Number of combinations ruled out because acts in the notes would have been refused."""
    certain: bool
    settlement: tuple[RulingLine, ...]
    """The settlement; that of the first possibility if it depends on the cards."""
    players: tuple[PlayerRuling, ...]
    wagers: tuple[WagerRuling, ...]


# Playing the round with every possible card --------------------------------------------------------------------------


class RoundOutcome(NamedTuple):
    """The end of a round for one choice of unknown cards."""

    ranks: tuple[str, ...]
    """The ranks of the open cards, in order."""
    settlement: tuple[RulingLine, ...]
    net: dict[str, int]
    moved: tuple[MovedCall, ...] = ()
    unused: str = ""
    deviations: tuple[DealerDeviation, ...] = ()
    disputed: tuple[DisputedAct, ...] = ()

    def net_of(self, player: str, wager: str) -> int | None:
        """Return what a player won on one wager; None where no such wager was settled."""
        rows = [row for row in self.settlement if (row.bettor, row.wager) == (player, wager)]
        won = {"paid": 1, "collected": -1, "returned": 0}
        return sum(won[row.result] * row.amount for row in rows) if rows else None


class _Run(NamedTuple):
    outcome: RoundOutcome | None
    missing: int
    """One play of the round, noting cards that were dealt but not named."""
    refused: Problem | None


def reconstruct(table: AnyTable, notes: str) -> RoundRuling:
    """Rule on a round from notes; raises `BadNotesError` if the notes describe something impossible."""
    noted = read_notes(notes, playing_of(game_of(table)).acts)
    ways = _every_way(table, noted)
    outcomes = ways.outcomes
    if not outcomes:
        raise BadNotesError(
            [ways.refused] if ways.refused else [Problem("notes", "no finished round", "the acts of a whole round")]
        )
    nets = [outcome.net for outcome in outcomes]
    totals = {of.player: amount for of, amount in noted.observed.items() if not of.wager}
    by_wager = {of: amount for of, amount in noted.observed.items() if of.wager}
    _check_wagers(by_wager, outcomes)
    names = sorted({name for net in nets for name in net} | {of.player for of in noted.observed})
    first = outcomes[0]
    return RoundRuling(
        headings=noted.headings,
        facts=tuple(line.text for line in noted.lines),
        assumptions=tuple(_assumptions(noted, ways.missing)),
        all_suits=ways.all_suits,
        moved=first.moved,
        deviations=first.deviations,
        disputed=first.disputed,
        unused=first.unused,
        possibilities=len(outcomes),
        impossible=ways.impossible,
        certain=all(outcome.settlement == first.settlement for outcome in outcomes),
        settlement=first.settlement,
        players=tuple(_player(name, outcomes, totals.get(name)) for name in names),
        wagers=tuple(_wagers(outcomes, by_wager)),
    )


class _Ways(NamedTuple):
    """All possible combinations of the unknown cards."""

    outcomes: list[RoundOutcome]
    impossible: int
    missing: int
    """The largest number of cards dealt but not noted."""
    refused: Problem | None
    all_suits: bool


def _every_way(table: AnyTable, noted: ReadNotes) -> _Ways:
    """Yield every combination: every rank for each unknown card, then suits for all cards noted without one."""
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
    """Yield the cards with suits: all combinations if there are few, otherwise all in one suit and suits in
    rotation."""
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


class Applied(NamedTuple):
    """A table after the lines of the notes, with what had to be said about them."""

    session: Session
    refused: Problem | None
    """Why a line cannot have happened; the lines after it were not applied."""
    moved: tuple[MovedCall, ...] = ()
    disputed: tuple[DisputedAct, ...] = ()
    marks: tuple[tuple[NotedLine, int, int], ...] = ()
    """What the dealer did: the line, where the act before it began in the log, and where the log was."""


def apply_notes(table: AnyTable, noted: ReadNotes, cards: Sequence[str]) -> Applied:
    """Perform the acts of the notes with these cards; cards beyond the noted ones go with the last line of cards."""
    session = Session(table, 0)
    grammar = session.playing.acts
    left = list(cards)
    extra = len(cards) - len(noted.tokens)
    last = max((place for place, line in enumerate(noted.lines) if line.tokens), default=-1)
    if last < 0 and left and (refused := _performed(session, grammar.read(f"cards {' '.join(left)}"), 0, [])):
        return Applied(session, refused)
    acts = [line.act for line in noted.lines if line.act and not line.disputed]
    moved: list[MovedCall] = []
    disputed: list[DisputedAct] = []
    marks: list[tuple[NotedLine, int, int]] = []
    stepped, began = False, 0
    for place, line in enumerate(noted.lines):
        if line.did:
            marks.append((line, began, len(session.table.log)))
            continue
        if line.act is None:
            number = len(line.tokens) + (extra if place == last else 0)
            act = grammar.read(f"cards {' '.join(left[:number])}")
            del left[:number]
        else:
            act, began = line.act, len(session.table.log)
        refused = _opened(session, act, acts, line.number)
        refused = refused or _performed(session, act, line.number, moved, exactly=stepped or line.disputed)
        stepped = isinstance(act, Steps)
        if line.disputed:
            why, by = (_why(refused), refused.citation) if refused else ("", "")
            disputed.append(DisputedAct(line=line.number, act=str(act), why=why, citation=by))
        elif refused:
            return Applied(session, refused)
    return Applied(session, None, tuple(moved), tuple(disputed), tuple(marks))


NOT_NOTED: Final = {
    THROW: ("a throw that the notes do not name", "a line such as `dice 4 3`"),
    AMOUNT: ("an amount of the display that the notes do not name", "a line such as `display 25`"),
}
"""What must not come by chance and cannot be tried either."""


def _play(table: AnyTable, noted: ReadNotes, cards: Sequence[str]) -> _Run:
    applied = apply_notes(table, noted, cards)
    if applied.refused:
        return _Run(None, 0, applied.refused)
    session = applied.session
    session.go_on()
    kinds = {shown.kind for shown in session.unscripted.listed}
    if CARD in kinds:
        return _Run(None, 1, None)
    for kind in kinds & set(NOT_NOTED):
        return _Run(None, 0, Problem("notes", *NOT_NOTED[kind]))
    outcome = _outcome(session)
    deviations = tuple(
        DealerDeviation(line=line.number, did=line.did, rules=tuple(_rules_at(session, *when)))
        for line, *when in applied.marks
    )
    if outcome:
        outcome = outcome._replace(moved=applied.moved, deviations=deviations, disputed=applied.disputed)
    return _Run(outcome, 0, None)


def _rules_at(session: Session, began: int, start: int) -> Iterator[RuleSays]:
    """Word what the dealer does by the rules from a moment on, until somebody else acts; where that is nothing, what
    followed from the act before it."""
    log = session.table.log
    entries = list(takewhile(lambda entry: not entry.acts, log[start:])) or log[began:start]
    entries = list(takewhile(lambda entry: not isinstance(entry.event, RoundOver), entries))
    for entry in entries[:MOST_SENTENCES]:
        yield RuleSays(says=event_text(entry.event, Faces(), session.playing), citation=entry.event.by)


def _why(refused: Problem) -> str:
    return refused.got.partition(": ")[2].rpartition(", found ")[0]


def _opened(session: Session, act: Act, acts: Sequence[Act], number: int) -> Problem | None:
    """Open the table before the first act that needs its cards."""
    if session.table.is_open or (act.before_opening and not isinstance(act, Open)):
        return None
    session.come(session.playing.first_to_come(acts))
    return None if isinstance(act, Open) else _refused(session.perform(Open()), act, number)


def _performed(
    session: Session, act: Act, number: int, moved: list[MovedCall], *, exactly: bool = False
) -> Problem | None:
    """Perform an act. `exactly` at this moment, or not at all: an irregularity after a counted number of steps, and
    what somebody disputes."""
    if isinstance(act, Call):
        if exactly and act.kind not in session.table.calls:
            return _refused(session.table.perform(act), act, number)
        before = session.steps_taken
        refused = _refused(session.perform(act), act, number)
        if not refused and (steps := session.steps_taken - before):
            moved.append(MovedCall(line=number, act=str(act), steps=steps))
        return refused
    if act.of_the_layout and not exactly:
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


def _check_wagers(by_wager: Mapping[Observed, int], outcomes: Sequence[RoundOutcome]) -> None:
    """Report amounts observed on wagers that nobody has."""
    made = {(row.bettor, row.wager) for outcome in outcomes for row in outcome.settlement}
    problems = [
        Problem(
            "observed",
            f"{of.player} on {of.wager}",
            f"a settled wager: {', '.join(sorted(f'{player} on {wager}' for player, wager in made)) or 'none'}",
        )
        for of in by_wager
        if (of.player, of.wager) not in made
    ]
    if problems:
        raise BadNotesError(problems)


def _wagers(outcomes: Sequence[RoundOutcome], by_wager: Mapping[Observed, int]) -> Iterator[WagerRuling]:
    made = dict.fromkeys((row.bettor, row.wager) for outcome in outcomes for row in outcome.settlement)
    for player, wager in made:
        nets = {outcome.net_of(player, wager) for outcome in outcomes}
        owed = nets.pop() if len(nets) == 1 else None
        seen = by_wager.get(Observed(player, wager))
        due = None if owed is None or seen is None else owed - seen
        yield WagerRuling(player=player, wager=wager, owed=owed, observed=seen, correction=due)


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
