"""Verifiable chance: a commitment is published in advance and opened once it can do no harm.

An order of cards comes from the operating system; its commitment is the SHA-256 of its nonce, a space and the cards.
Dice, bonus amounts and cards that return to the undealt ones come from a seed whose commitment is the SHA-256 of its
hexadecimal digits: draw number n takes the HMAC-SHA-256 of `n.k` under the seed for k = 0, 1, … as 64-bit numbers, and
skips those beyond the last whole multiple of the limit, so that all values are equally likely. A seed is opened after
`DRAWS_OF_A_SEED` draws or when the table closes; the next seed is committed to before that. If cards come from it, it
is opened only once all of them are shuffled again."""

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from random import Random, SystemRandom
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from chapter47.core.cards import Card, show
from chapter47.core.chance import FACES, Dice, at_place

T = TypeVar("T")
DRAWS_OF_A_SEED: Final = 1000
WORD_BYTES: Final = 8
WORDS: Final = 1 << (8 * WORD_BYTES)
ORDER, SEED = "order", "seed"
UNSEEN: Final = "?"


class Secret(Struct, frozen=True):
    """A value that is committed to but not yet opened."""

    id: str
    kind: str
    nonce: str
    """Hexadecimal; a seed has none."""
    value: str
    """The cards in order, or the seed in hexadecimal digits."""

    @property
    def commitment(self) -> str:
        return commitment_of(self.kind, self.nonce, self.value)

    @property
    def announced(self) -> dict[str, str]:
        return {"id": self.id, "kind": self.kind, "commitment": self.commitment}

    @property
    def revealed(self) -> dict[str, str]:
        opened = {**self.announced, "value": self.value}
        return {**opened, "nonce": self.nonce} if self.nonce else opened


def commitment_of(kind: str, nonce: str, value: str) -> str:
    return sha256((f"{nonce} {value}" if kind == ORDER else value).encode()).hexdigest()


class Draw:
    """One draw from a seed: as many unbiased numbers below a limit as it takes."""

    def __init__(self, seed: str, number: int) -> None:
        self._key = bytes.fromhex(seed)
        self._number = number
        self._words = 0

    def below(self, limit: int) -> int:
        while True:
            word = self._next_word()
            if word < WORDS - WORDS % limit:
                return word % limit

    def _next_word(self) -> int:
        message = f"{self._number}.{self._words}".encode()
        self._words += 1
        return int.from_bytes(hmac.digest(self._key, message, "sha256")[:WORD_BYTES], "big")

    def dice(self) -> Dice:
        return self.below(FACES) + 1, self.below(FACES) + 1

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        """Shuffle from the last place down, swapping each card with an earlier one or itself (Fisher-Yates)."""
        mixed = list(cards)
        for place in range(len(mixed) - 1, 0, -1):
            earlier = self.below(place + 1)
            mixed[place], mixed[earlier] = mixed[earlier], mixed[place]
        return tuple(mixed)

    def by_weight(self, weights: Mapping[int, int]) -> int:
        return at_place(weights, self.below(sum(weights.values())))


class ChanceState(Struct, frozen=True):
    """Everything a table's chance remembers; stored sealed."""

    seed: Secret
    next_seed: Secret
    drawn: int = 0
    """Draws from the seed so far."""
    whole: int = 0
    """The most cards that a seed has shuffled at once: all cards of the table."""
    orders: tuple[Secret, ...] = ()
    """Orders that undealt cards may come from."""


class CommittedChance:
    """The chance of one table. `published` and `opened` collect what is announced next."""

    def __init__(
        self,
        new_id: Callable[[], str],
        *,
        by_seed: bool = False,
        randomness: Random | None = None,
        held: ChanceState | None = None,
    ) -> None:
        self._new_id = new_id
        self._by_seed = by_seed
        self._randomness = randomness or SystemRandom()
        self.published: list[Secret] = []
        self.opened: list[Secret] = []
        self._shown: tuple[ChanceState, tuple[str, ...]] | None = None
        self.held = held or ChanceState(self._new_seed(), self._new_seed())

    @property
    def commitments(self) -> list[Secret]:
        """Return the commitments that are not opened, the one in use first."""
        return [self.held.seed, self.held.next_seed, *self.held.orders]

    @property
    def commitment_texts(self) -> tuple[str, ...]:
        """Return the published texts of the commitments, cached."""
        if self._shown is None or self._shown[0] is not self.held:
            self._shown = self.held, tuple(secret.commitment for secret in self.commitments)
        return self._shown[1]

    # The protocol of chance ------------------------------------------------------------------------------------------

    def order(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        if self._by_seed:
            self.held = msgspec.structs.replace(self.held, whole=max(self.held.whole, len(cards)))
            return self._draw(may_be_last=len(cards) == self.held.whole).order(cards)
        mixed = list(cards)
        self._randomness.shuffle(mixed)
        self._commit_to(tuple(mixed))
        return tuple(mixed)

    def dice(self) -> Dice:
        return self._draw().dice()

    def by_weight(self, weights: Mapping[int, int]) -> int:
        return self._draw().by_weight(weights)

    # Secrets ---------------------------------------------------------------------------------------------------------

    def _commit_to(self, cards: tuple[object, ...]) -> None:
        named = show(tuple(card for card in cards if isinstance(card, Card)))
        secret = Secret(self._new_id(), ORDER, self._token(16), named)
        self.published.append(secret)
        self.held = msgspec.structs.replace(self.held, orders=(*self.held.orders, secret))

    def open_done(self, stacks: Iterable[tuple[Card, ...]] | None) -> None:
        """Open every order with no undealt card left in these stacks; without stacks, all but the last."""
        orders = self.held.orders
        if len(orders) < 2:
            return
        in_use = orders[-1:] if stacks is None else _in_use(orders, stacks)
        self.opened += [order for order in orders if order not in in_use]
        self.held = msgspec.structs.replace(self.held, orders=in_use)

    def _draw(self, *, may_be_last: bool | None = None) -> Draw:
        """Draw from the seed, moving to the next one when it is used up, but never while its cards are in the shoe."""
        held = self.held
        if held.drawn >= DRAWS_OF_A_SEED and (not self._by_seed if may_be_last is None else may_be_last):
            self.opened.append(held.seed)
            held = msgspec.structs.replace(held, seed=held.next_seed, next_seed=self._new_seed(), drawn=0)
        self.held = msgspec.structs.replace(held, drawn=held.drawn + 1)
        return Draw(held.seed.value, held.drawn)

    def _new_seed(self) -> Secret:
        secret = Secret(self._new_id(), SEED, "", self._token(32))
        self.published.append(secret)
        return secret

    def _token(self, length: int) -> str:
        if isinstance(self._randomness, SystemRandom):
            return secrets.token_hex(length)
        return self._randomness.randbytes(length).hex()

    def close(self) -> None:
        """Reveal everything, because nothing will be drawn any more."""
        self.opened += self.commitments
        self.held = msgspec.structs.replace(self.held, orders=())

    def take_secrets(self) -> tuple[list[Secret], list[Secret]]:
        """Return what was published and opened since the last call."""
        published, opened = self.published, self.opened
        self.published, self.opened = [], []
        return published, opened


def _in_use(orders: tuple[Secret, ...], stacks: Iterable[tuple[Card, ...]]) -> tuple[Secret, ...]:
    """Return the orders in use: a stack that was cut and dealt from is a stretch of its order, wrapping round at the
    end.

    Returns all orders if some stack is a stretch of none, since its origin is unknown."""
    used: set[str] = set()
    for stack in filter(None, stacks):
        named = show(stack)
        alike = {order.id for order in orders if named in f"{order.value} {order.value}"}
        if not alike:
            return orders
        used |= alike
    return tuple(order for order in orders if order.id in used)


# Checking -----------------------------------------------------------------------------------------------------------


class Opening(Struct, frozen=True, kw_only=True):
    """A commitment and the value it stood for, as players get it when it is revealed: the file that `verify` reads."""

    commitment: str
    kind: str
    value: str
    nonce: str = ""
    rolls: tuple[Dice, ...] = ()
    """For a seed at a dice table: the throws that came from it, in order."""
    cut: int = 0
    """For an order: how many cards the cut moved from the front to the back."""
    came_out: str = ""
    """For an order: the cards dealt, first to last, such as `Ah ? 7c`; `?` for a card that was not seen."""


def problems_with(opening: Opening) -> list[str]:
    """List everything that does not match."""
    if opening.kind not in (ORDER, SEED):
        return [f"kind is {opening.kind!r}; it must be {ORDER} or {SEED}"]
    if commitment_of(opening.kind, opening.nonce, opening.value) != opening.commitment:
        return ["the commitment is not the SHA-256 of what was opened"]
    return list(_wrong_cards(opening) if opening.kind == ORDER else _wrong_throws(opening))


def _wrong_cards(opening: Opening) -> Iterator[str]:
    order, came_out = opening.value.split(), opening.came_out.split()
    if not 0 <= opening.cut <= len(order):
        yield f"the cut is {opening.cut}; the order has {len(order)} cards"
        return
    if len(came_out) > len(order):
        yield f"{len(came_out)} cards were dealt; the order has {len(order)}"
        return
    stack = order[opening.cut :] + order[: opening.cut]
    for number, (seen, due) in enumerate(zip(came_out, stack, strict=False), start=1):
        if seen not in (UNSEEN, due):
            yield f"card {number} was {seen}; the order gives {due}"


def _wrong_throws(opening: Opening) -> Iterator[str]:
    try:
        bytes.fromhex(opening.value)
    except ValueError:
        yield "the seed is not hexadecimal"
        return
    for number, roll in enumerate(opening.rolls):
        drawn = Draw(opening.value, number).dice()
        if drawn != tuple(roll):
            thrown, due = (f"{dice[0]} {dice[1]}" for dice in (roll, drawn))
            yield f"throw {number + 1} was {thrown}; the seed gives {due}"
