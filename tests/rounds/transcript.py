"""Rounds in a readable form: the parser, and a driver that deals the shoe in its order and answers with the decisions.

A transcript has sections, each headed `== name`: `table` (the keys of a table file), `carried` (what an earlier round
left: `reader-failed`, `face-down-offered`, `dark BOX`, a side wager that stands with its wins: `1 Ann streak 2 10 1`),
`wagers` (box, bettor, amount, `standing`; at multiple action a line for each wager, in the order of the spots), `side`
(box, bettor, wager, bet where it has several, amount), `shoe` (every card in the order in which it leaves the shoe; one
that is dealt face down is drawn when it is dealt), `decisions`, `shows` (the paragraphs that the round shows),
`settlement` (box, bettor, net) and `events`. Behind a `#` stands a comment.

A decision is a place and a move, `1 hit`, `1.1 double 10`; on a shared box the place names the bettor by a letter, in
the order of the wagers: `2b insure 5`. `call KIND [PLACE] [after N]` is an irregularity: it happens as soon as it can,
at that place, when N cards have left the shoe. `shown AMOUNT` is what a display chooses.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import fields

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import Need, NeedAmount, NeedCard, NeedMove, NeedPeek, NeedSettlement, NeedTurn
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round, Stake
from chapter47.core.cards import Card, cards
from chapter47.core.findings import Refusal
from chapter47.core.money import amount, cents
from chapter47.games import parse

SECTIONS: Final = ("table", "carried", "wagers", "side", "shoe", "decisions", "shows", "settlement", "events")
NAMES_A_CARD: Final = ("exposed-card", "dealer-overdrew")
MONEY: Final = ("amount",)

Purse = tuple[int, str]
"""A bettor on a box."""


class Wager(NamedTuple):
    box: int
    bettor: str
    amount: int
    seated: bool


class Side(NamedTuple):
    box: int
    bettor: str
    wager: str
    bet: str
    amount: int


class Shown(NamedTuple):
    amount: int


class WagerDecision(NamedTuple):
    at: Place
    letter: str
    move: str
    amount: int


class Mishap(NamedTuple):
    kind: str
    at: Place | None
    after: int | None


class Transcript(NamedTuple):
    rules: TableRules
    carried: tuple[str, ...]
    wagers: tuple[Wager, ...]
    shoe: tuple[Card, ...]
    decisions: tuple[WagerDecision | Mishap | Shown, ...]
    shows: tuple[str, ...] = ()
    settlement: Mapping[Purse, int] = {}
    events: tuple[str, ...] = ()
    side: tuple[Side, ...] = ()


class BadTranscriptError(ValueError):
    """A line that cannot be read, or a decision that the round does not ask for."""


# Reading -----------------------------------------------------------------------------------------------------------


def read(path: Path) -> Transcript:
    return parsed(path.read_text(encoding="utf-8"))


def parsed(text: str) -> Transcript:
    sections = _sections(text)
    plain = {name: [*_plain(sections.get(name, ""))] for name in SECTIONS}
    return Transcript(
        rules=parse(sections.get("table", "")),
        carried=tuple(plain["carried"]),
        wagers=tuple(map(_wager, plain["wagers"])),
        shoe=cards(" ".join(plain["shoe"])),
        decisions=tuple(map(_decision, plain["decisions"])),
        shows=tuple(" ".join(plain["shows"]).split()),
        settlement=dict(map(_net_line, plain["settlement"])),
        events=tuple(sections.get("events", "").splitlines()),
        side=tuple(map(_side, plain["side"])),
    )


def _sections(text: str) -> dict[str, str]:
    _, *parts = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)
    sections = {name.strip(): body.strip() for name, body in zip(parts[::2], parts[1::2], strict=True)}
    if unknown := [name for name in sections if name not in SECTIONS]:
        raise BadTranscriptError(f"no such section: {unknown}; there are {SECTIONS}")
    return sections


def _plain(body: str) -> Iterator[str]:
    for line in body.splitlines():
        if words := line.partition("#")[0].strip():
            yield words


def _wager(line: str) -> Wager:
    box, bettor, staked, *standing = line.split()
    if standing not in ([], ["standing"]):
        raise BadTranscriptError(line)
    return Wager(int(box), bettor, cents(staked), not standing)


def _side(line: str) -> Side:
    box, bettor, wager, *bet, staked = line.split()
    return Side(int(box), bettor, wager, " ".join(bet), cents(staked))


def _decision(line: str) -> WagerDecision | Mishap | Shown:
    if line.startswith("call "):
        return _mishap(line)
    if line.startswith("shown "):
        return Shown(cents(line.removeprefix("shown ")))
    match = re.fullmatch(r"([0-9.]+)([a-c]?) ([a-z-]+)(?: ([0-9.]+))?", line)
    if not match:
        raise BadTranscriptError(line)
    return WagerDecision(Place.of(match[1]), match[2], match[3], cents(match[4] or "0"))


def _mishap(line: str) -> Mishap:
    match = re.fullmatch(r"call ([a-z-]+)(?: ([0-9.]+|D))?(?: after (\d+))?", line)
    if not match:
        raise BadTranscriptError(line)
    return Mishap(match[1], Place.of(match[2]) if match[2] else None, int(match[3]) if match[3] else None)


def _net_line(line: str) -> tuple[Purse, int]:
    box, bettor, net = line.split()
    return (int(box), bettor), cents(net.lstrip("+-")) * (-1 if net.startswith("-") else 1)


# Dealing -----------------------------------------------------------------------------------------------------------


class Dealing:
    """A round in play. Whatever the engine refuses, and whatever it does not ask for, ends it with an error."""

    def __init__(self, transcript: Transcript, *, settles: bool = True) -> None:
        self.transcript = transcript
        self.settles = settles
        self.state = opened(transcript)
        self.events: list[Event] = []
        self.shoe = deque(transcript.shoe)
        self.decisions = deque(transcript.decisions)
        self.down: dict[Place, deque[Card]] = {}

    def play_out(self) -> None:
        """The whole round; every card and every decision of the transcript is used."""
        self.take_wagers()
        self.go_on()
        if not self.state.over or self.shoe or self.decisions:
            left = f"cards {[*map(str, self.shoe)]}, decisions {[*self.decisions]}"
            raise BadTranscriptError(f"needs {pending(self.state)}; left over: {left}")

    def take_wagers(self) -> None:
        for box, bettor, staked, seated in self.transcript.wagers:
            self._take(play.bet(self.state, box, bettor, staked, seated=seated, consent=True))
        for box, bettor, wager, bet, staked in self.transcript.side:
            self._take(play.side_bet(self.state, box, bettor, wager, staked, bet))

    def go_on(self) -> None:
        """As far as the cards and decisions reach."""
        self._take(play.close_bets(self.state))
        while not self.state.over and self._goes_on(pending(self.state)):
            pass

    def _goes_on(self, need: Need) -> bool:
        if self._is_due(need):
            self._mishap()
            return True
        if isinstance(need, NeedMove) and self.decisions:
            self._decide(need)
            return True
        if isinstance(need, NeedAmount) and self.decisions:
            line = self.decisions.popleft()
            assert isinstance(line, Shown), line
            self._take(play.show_amount(self.state, line.amount))
            return True
        if isinstance(need, NeedCard) and (self.shoe or need.given):
            self._deal(need)
            return True
        return self._dealer_acts(need)

    def _is_due(self, need: Need) -> bool:
        """Whether the irregularity that comes next in the transcript happens now."""
        line = self.decisions[0] if self.decisions else None
        if not isinstance(line, Mishap) or line.kind not in play.calls(self.state):
            return False
        drawn = len(self.transcript.shoe) - len(self.shoe)
        here = line.at is None or line.at == getattr(need, "at", None)
        return here and line.after in (None, drawn)

    def _mishap(self) -> None:
        line = self.decisions.popleft()
        assert isinstance(line, Mishap)
        card = self.shoe.popleft() if line.kind in NAMES_A_CARD else None
        self._take(play.call(self.state, line.kind, card))

    def _decide(self, need: NeedMove) -> None:
        line = self.decisions.popleft()
        if not isinstance(line, WagerDecision):
            raise BadTranscriptError(f"{line} does not fit {need}")
        bettor = _bettor(self.state, line)
        self._take(play.choose(self.state, bettor, line.move, line.amount, at=line.at))

    def _deal(self, need: NeedCard) -> None:
        card = need.given or self.shoe.popleft()
        if need.face_down:
            self.down.setdefault(need.at, deque()).append(card)
        self._take(play.give(self.state, None if need.face_down else card))

    def _dealer_acts(self, need: Need) -> bool:
        if isinstance(need, NeedTurn):
            self._take(play.turn(self.state, self.down[need.at].popleft()))
        elif isinstance(need, NeedPeek):
            self._take(play.peek(self.state, self._has_blackjack()))
        elif isinstance(need, NeedSettlement) and self.settles:
            self._take(play.settle(self.state))
        else:
            return False
        return True

    def _has_blackjack(self) -> bool:
        return is_blackjack((*self.state.dealer.cards, *self.down[self.state.dealer.at]))

    def _take(self, result: play.Result) -> None:
        if isinstance(result, Refusal):
            raise BadTranscriptError(f"refused: {result}")
        self.state = result.state
        self.events += result.events


def opened(transcript: Transcript) -> Round:
    carried = transcript.carried
    return play.open_round(
        transcript.rules,
        reader_failed="reader-failed" in carried,
        face_down_offered="face-down-offered" in carried,
        standing=tuple(stands(line) for line in carried if len(line.split()) > 2),
        dark=frozenset(int(line.split()[1]) for line in carried if line.startswith("dark ")),
    )


def stands(line: str) -> Stake:
    """A side wager from an earlier round, and how many hands it has won."""
    box, bettor, wager, bet, staked = _side(line.rpartition(" ")[0])
    won = int(line.split()[-1])
    return Stake(Place(box), bettor, staked, wager, bet=bet, made=staked, won=won, standing=True)


def _bettor(state: Round, line: WagerDecision) -> str:
    bettors = state.bettors_of(line.at.box)
    if not bettors:
        raise BadTranscriptError(f"{line}: nobody has a wager there")
    if bool(line.letter) != (len(bettors) > 1):
        raise BadTranscriptError(f"{line}: a letter tells those on a shared box apart")
    return bettors["abc".index(line.letter or "a")].name


# Money and text ----------------------------------------------------------------------------------------------------


def net(transcript: Transcript, events: Iterable[Event]) -> dict[Purse, int]:
    """What each bettor won or lost on each box."""
    by_purse = {(wager.box, wager.bettor): 0 for wager in transcript.wagers}
    by_purse |= {(stake.at.box, stake.bettor): 0 for stake in opened(transcript).stakes}
    for event in events:
        if isinstance(event, e.Paid):
            by_purse[event.at.box, event.bettor] += event.amount
        elif isinstance(event, e.Collected):
            by_purse[event.at.box, event.bettor] -= event.amount
    return by_purse


def staked(transcript: Transcript, events: Iterable[Event]) -> Counter[Purse]:
    """All that each bettor put on each box: the wager, doubles, split hands, insurance."""
    first: Counter[Purse] = Counter()
    for wager in transcript.wagers:
        first[wager.box, wager.bettor] += wager.amount
    by_purse: Counter[Purse] = Counter()
    for stake in opened(transcript).stakes:
        by_purse[stake.at.box, stake.bettor] += stake.amount
    for event in events:
        if isinstance(event, e.Bet):
            by_purse[event.box, event.bettor] += event.amount * event.hands
        elif isinstance(event, e.SideBet):
            by_purse[event.box, event.bettor] += event.amount
        elif isinstance(event, (e.Doubled, e.Insured)):
            by_purse[event.at.box, event.bettor] += event.amount
        elif isinstance(event, e.SplitStaked) and event.both:
            by_purse[event.at.box, event.bettor] += first[event.at.box, event.bettor]
    return by_purse


def cleared(events: Iterable[Event]) -> Counter[Purse]:
    """All that left the layout, collected or returned, and what stays for the next round."""
    by_purse: Counter[Purse] = Counter()
    for event in events:
        if isinstance(event, (e.Collected, e.Returned, e.CarriedOver)):
            by_purse[event.at.box, event.bettor] += event.amount
    return by_purse


def line_of(event: Event) -> str:
    """An event on one line: its paragraph, what happened, and all that is not as it mostly is."""
    reported = [
        f"{field.name} {_told(field.name, getattr(event, field.name))}"
        for field in fields(event)
        if field.name != "by" and getattr(event, field.name) != field.default
    ]
    return f"{event.by:<17} {type(event).__name__}" + (": " if reported else "") + ", ".join(reported)


def _told(name: str, value: object) -> str:
    if name in MONEY and isinstance(value, int):
        return amount(value)
    return "face down" if value is None else str(value)


def rewrite(path: Path, lines: Iterable[str]) -> None:
    """Rewrite the events of a transcript and nothing else."""
    before, _, _ = path.read_text(encoding="utf-8").partition("== events\n")
    path.write_text(f"{before}== events\n" + "".join(f"{line}\n" for line in lines), encoding="utf-8")
