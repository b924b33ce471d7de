"""Every act done again with the orders and seeds that were opened: cards, events and entries must come out the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from chapter47.core.act import BadActError, Open
from chapter47.core.cards import Card, cards
from chapter47.core.chance import Dice
from chapter47.core.hosting import Hosting
from chapter47.core.log import LogEntry
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import CannotPlayError, RefusedError, TableInPlay, declines
from chapter47.service import keeping, money
from chapter47.service.audit.problem import AuditProblem
from chapter47.service.chance import DRAWS_OF_A_SEED, ORDER, Draw, Opening, problems_with
from chapter47.session.script import words_of

T = TypeVar("T")
LINES_KEPT: Final = 1000
"""So much of the log stays with the table that is played again."""
MOST_TRIES: Final = 16
"""A step is tried again after a cut that a player told in vain."""


class StillSecretError(Exception):
    """What comes next is still a secret."""


class WrongOrderError(Exception):
    """What was opened are other cards than those that were shuffled."""


class Committed(NamedTuple):
    """A commitment, and what it stood for as far as that was opened."""

    kind: str
    commitment: str
    opened: Mapping[str, str] | None

    def problems(self) -> list[str]:
        if self.opened is None:
            return []
        value, nonce = self.opened.get("value", ""), self.opened.get("nonce", "")
        return problems_with(Opening(commitment=self.commitment, kind=self.kind, value=value, nonce=nonce))


class OpenedChance:
    """The chance of a table as far as it was opened; raises `NotOpenedError` beyond."""

    def __init__(self, committed: Sequence[Committed], *, by_seed: bool) -> None:
        self._orders = [secret.opened for secret in committed if secret.kind == ORDER]
        self._seeds = [secret.opened for secret in committed if secret.kind != ORDER]
        self._by_seed = by_seed
        self._shuffled = self._seed = self._drawn = self._whole = 0

    def order(self, cards_: tuple[T, ...]) -> tuple[T, ...]:
        if self._by_seed:
            self._whole = max(self._whole, len(cards_))
            return self._draw(may_be_last=len(cards_) == self._whole).order(cards_)
        opened = _value(self._orders, self._shuffled)
        self._shuffled += 1
        named: tuple[Any, ...] = cards(opened)
        if sorted(map(str, named)) != sorted(str(card) for card in cards_ if isinstance(card, Card)):
            raise WrongOrderError
        return named

    def dice(self) -> Dice:
        return self._draw().dice()

    def by_weight(self, weights: Mapping[int, int]) -> int:
        return self._draw().by_weight(weights)

    def _draw(self, *, may_be_last: bool | None = None) -> Draw:
        """A seed of cards lasts until all of them are mixed again."""
        if self._drawn >= DRAWS_OF_A_SEED and (not self._by_seed if may_be_last is None else may_be_last):
            self._seed, self._drawn = self._seed + 1, 0
        self._drawn += 1
        return Draw(_value(self._seeds, self._seed), self._drawn - 1)


def _value(secrets: Sequence[Mapping[str, str] | None], place: int) -> str:
    opened = secrets[place] if place < len(secrets) else None
    if opened is None:
        raise StillSecretError
    return opened["value"]


class Recorded(NamedTuple):
    """A unit of a table as the journal has it."""

    where: str
    act: str
    opens: bool
    steps: int
    events: list[LogEntry]
    entries: list[money.Entry]


class Again:
    """One table, played again act by act."""

    def __init__(self, table: str, playing: Playing[Any], hosting: Hosting, posting: Any, chance: OpenedChance) -> None:
        self.table, self._playing, self._hosting = table, playing, hosting
        self._in_play: TableInPlay = playing.open(posting, chance, cut=declines)
        self._stated = keeping.NOTHING
        self._happened: Sequence[LogEntry] = ()

    def findings(self, units: Iterator[Recorded]) -> Iterator[AuditProblem]:
        """Until something is still a secret, or does not come again."""
        for unit in units:
            try:
                wrong = self._wrong(unit)
            except StillSecretError:
                return
            except WrongOrderError:
                wrong = "shuffled other cards than were opened"
            except (RefusedError, CannotPlayError, BadActError) as error:
                wrong = f"cannot be done again: {error}"
            if wrong:
                yield AuditProblem(unit.where, wrong)
                return

    def came_out_otherwise(self, unit: Recorded) -> str:
        """What does not come again of what happened; empty where all does."""
        log = self._hosting.log(self._in_play)
        if len(log) > LINES_KEPT:
            del log[:-LINES_KEPT]
        start = len(log)
        if refused := self._do(unit):
            return f"cannot be done again: {refused}"
        self._happened = self._in_play.log[start:]
        return "" if list(self._happened) == unit.events else "does not come again from what was opened"

    def _wrong(self, unit: Recorded) -> str:
        """What does not come again of what happened and of the chips; empty where all does."""
        if wrong := self.came_out_otherwise(unit):
            return wrong
        after = keeping.statement(self._in_play, self._hosting)
        due = keeping.entries(self.table, self._stated, after, [entry.event for entry in self._happened])
        self._stated = after
        return "" if due == _without_fill(unit.entries) else "has other entries than follow from what happened"

    def _do(self, unit: Recorded) -> object:
        if unit.act:
            refusal = self._in_play.perform(self._playing.acts.read(words_of(unit.act)))
            if refusal is not None:
                return refusal
        if unit.opens and (refusal := self._in_play.perform(Open())) is not None:
            return refusal
        for _ in range(unit.steps):
            self._step()
        return None

    def _step(self) -> None:
        for _ in range(MOST_TRIES):
            try:
                self._in_play.step()
            except RefusedError:
                continue
            return
        self._in_play.step()


def _without_fill(entries: list[money.Entry]) -> list[money.Entry]:
    """The cage may have sent chips first, so that the tray could pay."""
    return entries[1:] if entries and entries[0].debit == money.OUTSIDE else entries
