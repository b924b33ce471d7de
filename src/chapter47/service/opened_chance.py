"""Revealed orders and seeds, and a table replayed with them: everything must be reproduced."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from chapter47.core.act import Open
from chapter47.core.cards import Card, cards
from chapter47.core.chance import Dice
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import RefusedError, TableInPlay
from chapter47.service.chance import DRAWS_OF_A_SEED, ORDER, Draw, Opening, problems_with

T = TypeVar("T")
MOST_TRIES: Final = 16
"""A step is retried after a player's invalid cut, at most this often."""


class StillSecretError(Exception):
    """What comes next is still sealed."""


class WrongOrderError(Exception):
    """The revealed order has other cards than those that were shuffled."""


class Committed(NamedTuple):
    """A commitment, and what it stood for if it was opened."""

    kind: str
    commitment: str
    opened: Mapping[str, str] | None

    def problems(self) -> list[str]:
        if self.opened is None:
            return []
        value, nonce = self.opened.get("value", ""), self.opened.get("nonce", "")
        return problems_with(Opening(commitment=self.commitment, kind=self.kind, value=value, nonce=nonce))


class OpenedChance:
    """The chance of a table as far as it was opened; raises `StillSecretError` beyond that."""

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
        """Draw from the opened seed; a seed for cards lasts until all of them are shuffled again."""
        if self._drawn >= DRAWS_OF_A_SEED and (not self._by_seed if may_be_last is None else may_be_last):
            self._seed, self._drawn = self._seed + 1, 0
        self._drawn += 1
        return Draw(_value(self._seeds, self._seed), self._drawn - 1)


def _value(secrets: Sequence[Mapping[str, str] | None], place: int) -> str:
    opened = secrets[place] if place < len(secrets) else None
    if opened is None:
        raise StillSecretError
    return opened["value"]


def do_again(playing: AnyPlaying, table: TableInPlay, act: str, *, opens: bool, steps: int) -> object:
    """Replay an act, the opening of the table and a number of dealer's steps; return the refusal, if any."""
    if act and (refusal := table.perform(playing.acts.read(act))) is not None:
        return refusal
    if opens and (refusal := table.perform(Open())) is not None:
        return refusal
    for _ in range(steps):
        _step(table)
    return None


def _step(table: TableInPlay) -> None:
    for _ in range(MOST_TRIES):
        try:
            table.step()
        except RefusedError:
            continue
        return
    table.step()
