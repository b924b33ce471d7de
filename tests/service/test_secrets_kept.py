"""Nothing shown to players depends on a card that nobody has seen.

A table is played by a seed, through the application itself. Then it is played again with the same cards in the places
that were dealt and others in the places that were not: everything that goes to players and onlookers (answers, sockets,
errors, what somebody sees who comes back) must be the same, byte for byte, but for the commitments."""

import asyncio
import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AsyncExitStack
from copy import copy
from functools import cache
from math import ceil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from tests.service.pit_player import EXAMPLES, HOUSE, PLAYERS, Crowd, close, pit_in
from tests.service.worlds import World, world

from chapter47.core.cards import DECK, Card
from chapter47.service.chance import DRAWS_OF_A_SEED, CommittedChance, Draw
from chapter47.service.pit import Pit
from chapter47.service.terms import Actor, ServiceError

PAIRS: Final = 100
PAIRS_IN_SOAK: Final = 100_000
ACTS: Final = (8, 14, 22)
"""How long tables are played, by their seeds."""
OTHERS, OTHERS_IN_SOAK = 3, 20
"""So many other shoes for each that is played."""
PARTS: Final = 3
"""Tables are shared out among so many tests."""
COMMITMENT: Final = re.compile(rb"[0-9a-f]{64}")
FURTHER: Final = {
    "machine": 'game = "blackjack"\ndecks = 1\nshuffle = "machine"\ncut_card = 0.5',
    "double-shoe": 'game = "blackjack"\ndecks = 2\nshoe = "double"\ncut_card = 0.5',
    "continuous": 'game = "blackjack"\ndecks = 4\nshuffle = "continuous"',
    "bart-carter": 'game = "blackjack"\ndecks = 2\nshuffle = "bart-carter"',
    "one-deck": 'game = "blackjack"\ndecks = 1\ncut_card = 0.5',
    "card-reader": 'game = "blackjack"\ndecks = 6\nhole_card = "card-reader"',
    "face-down-doubles": 'game = "blackjack"\ndecks = 6\nhole_card = "face-down"\ndouble_card = "face-down"',
    "exposed-one-deck": 'game = "double-exposure"\ndecks = 1\ncut_card = 0.5',
    "six-to-five-one-deck": 'game = "six-to-five"\ndecks = 1',
    "spanish-machine": 'game = "spanish-21"\ndecks = 1\nshuffle = "machine"\ncut_card = 0.5',
    "switch-machine": 'game = "switch"\ndecks = 2\nshuffle = "machine"\ncut_card = 0.5',
    "baccarat-reshuffled": 'game = "baccarat"\ndecks = 1\nreshuffle_after_lacing = true',
}
WITH_CARDS: Final = {
    **{path.stem: path.read_text() for path in EXAMPLES if path.stem != "craps"},
    **FURTHER,
}


class Shuffler(Random):
    """Orders from a seed or as given; each has cards of its own, so that one can be followed through a shoe."""

    def __init__(self, seed: int, reported: Sequence[list[Card]] = ()) -> None:
        super().__init__(seed)
        self.orders: list[list[Card]] = []
        self._told = reported

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        number = len(self.orders)
        x[:] = [copy(card) for card in (self._told[number] if number < len(self._told) else x)]
        self.orders.append(list(x))


class Played:
    """What everybody was shown, and the places of each order that nobody has seen."""

    def __init__(self, traffic: dict[Actor | None, list[bytes]], orders: list[list[Card]], left: set[int]) -> None:
        self.traffic, self.orders = traffic, orders
        self.unseen = [[place for place, card in enumerate(order) if id(card) in left] for order in orders]


@cache
def empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        pit_in(Path(folder)).store.close()
        return (Path(folder) / "pit.db").read_bytes()


def new_database(folder: Path) -> None:
    """Made by its migrations once, and copied."""
    folder.mkdir(parents=True)
    (folder / "pit.db").write_bytes(empty_database())


async def played(file: str, folder: Path, seed: int, shuffler: Shuffler, acts: int = ACTS[1]) -> Played:
    new_database(folder)
    ids = iter(range(10_000))
    injected: dict[str, Any] = {
        "randomness": shuffler,
        "clock": lambda: 0,
        "new_id": lambda: f"id{next(ids)}",
    }
    pit = pit_in(folder, **injected)
    table = await pit.open_table(file, HOUSE, practice=True)
    onlookers = (*PLAYERS, HOUSE, None)
    traffic: dict[Actor | None, list[bytes]] = {actor: [] for actor in onlookers}
    watchers = [pit.watch(table, actor) for actor in onlookers]
    crowd = Crowd(pit, seed)
    await crowd.come(table)
    for number in range(acts):
        await crowd.act(table)
        if number == acts // 2:
            for player in PLAYERS:
                traffic[player].append(await refusal(pit, table, player))
    left = {id(card) for card in undealt(getattr(pit.table(table).in_play, "shoe", None))}
    result = Played(traffic, shuffler.orders, left)
    if seed == 0:  # the first pair of each table is shown the same again after a restart
        await close(pit)
        pit = pit_in(folder, **injected)
        await pit.start()
    for actor in onlookers:
        traffic[actor] += await recalled(pit, table, actor)
    await close(pit)
    for watcher in watchers:
        traffic[watcher.actor] += [message async for message in watcher]
    for actor in onlookers:
        traffic[actor] = [COMMITMENT.sub(b"commitment", message) for message in traffic[actor]]
    return result


async def recalled(pit: Pit, table: str, actor: Actor | None) -> list[bytes]:
    """What somebody gets who comes back after a restart."""
    reported = [await pit.view(table, actor), msgspec.json.encode(pit.commitments(table))]
    if actor is None:
        return reported
    for stored in pit.rounds(actor, table=table):
        reported.append(msgspec.json.encode(pit.round(actor, table, stored.round)))
    return reported


async def refusal(pit: Pit, table: str, actor: Actor) -> bytes:
    with pytest.raises(ServiceError) as error:
        await pit.act(table, actor, f"{actor.name} bet 7 on 99")
    reported = error.value
    return msgspec.json.encode(
        [reported.code, reported.message, reported.citation, reported.got, reported.allowed, reported.data]
    )


def undealt(part: Any) -> Iterator[Card]:
    """The cards of a shoe that have not come out of it, of whatever kind it is."""
    for stack, out in (("cards", "next"), ("stack", "out")):
        if isinstance(getattr(part, out, None), int):
            yield from getattr(part, stack)[getattr(part, out) :]
            return
    match part:
        case Card():
            yield part
        case tuple():
            for held in part:
                yield from undealt(held)
        case msgspec.Struct():
            for name in part.__struct_fields__:
                yield from undealt(getattr(part, name))


def with_others(order: list[Card], places: list[int], mix: Callable[[list[Card]], None]) -> list[Card]:
    others = [order[place] for place in places]
    mix(others)
    changed = list(order)
    for place, card in zip(places, others, strict=True):
        changed[place] = card
    return changed


def in_turn(monkeypatch: pytest.MonkeyPatch, shuffler: Shuffler, drawn: dict[object, Any]) -> Shuffler:
    """A continuous shuffler draws from a seed; here its orders are given too, and repeat as those of a seed do."""

    def order(draw: Draw, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        which = draw._key, draw._number, cards
        if which not in drawn:
            mixed = list(cards)
            shuffler.shuffle(mixed)
            drawn[which] = tuple(mixed)
        same: tuple[Card, ...] = drawn[which]
        return same

    monkeypatch.setattr(Draw, "order", order)
    return shuffler


class Told(NamedTuple):
    """What everybody was shown, the orders that were dealt from, and their places that nobody has seen."""

    traffic: dict[str, list[bytes]]
    orders: list[list[Card]]
    unseen: list[list[int]]


async def told_through_the_api(
    house: World, file: str, seed: int, shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> Told:
    table, traffic = await house.play(file, seed, in_turn(monkeypatch, shuffler, house.drawn), ACTS[seed % len(ACTS)])
    left = {id(card) for card in undealt(getattr(house.pit.table(table).in_play, "shoe", None))}
    played_so = Played({}, shuffler.orders, left)
    if seed == 0:  # the first of each table is shown the same again after a restart
        await house.restart()
    await house.recall(table)
    plain = {
        name: [COMMITMENT.sub(b"commitment", message) for message in reported] for name, reported in traffic.items()
    }
    return Told(plain, shuffler.orders, played_so.unseen)


class Agreed(NamedTuple):
    """Plays that were compared byte by byte with the first of their table, and pairs of shoes that agree by it."""

    plays: int = 0
    pairs: int = 0


async def agree(files: Collection[str], monkeypatch: pytest.MonkeyPatch, *, pairs: int, others: int = OTHERS) -> Agreed:
    """Tables are played, and played again with other cards in the places that nobody has seen, so often.

    Each is compared with the first; where all are the same bytes, so are every two of them."""
    agreed, seed = Agreed(), 0
    while agreed.pairs < pairs:
        async with AsyncExitStack() as stack:
            houses = [await stack.enter_async_context(world()) for _ in range(1 + others)]
            for file in files:
                compared = await others_agree(houses, file, seed, monkeypatch)
                agreed = Agreed(agreed.plays + compared, agreed.pairs + compared * (compared + 1) // 2)
        seed += 1
    return agreed


async def others_agree(houses: list[World], file: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> int:
    first = await told_through_the_api(houses[0], file, seed, Shuffler(seed), monkeypatch)
    different = [first.orders]
    for number, house in enumerate(houses[1:], start=1):
        mix = random.Random(f"{seed} {number}").shuffle
        orders = [with_others(order, places, mix) for order, places in zip(first.orders, first.unseen, strict=True)]
        again = await told_through_the_api(house, file, seed, Shuffler(seed, orders), monkeypatch)
        assert again.orders not in different, "no two shoes are the same"
        different.append(again.orders)
        assert first.unseen == again.unseen
        assert first.traffic == again.traffic
    return len(houses) - 1


@pytest.mark.parametrize("part", range(PARTS))
def test_unseen_cards_change_nothing_that_is_shown(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the API: answers, sockets, errors, returning players, and after a restart; every table of cards."""
    pairs, files = ceil(PAIRS / PARTS), list(WITH_CARDS.values())[part::PARTS]
    agreed = asyncio.run(agree(files, monkeypatch, pairs=pairs))
    assert agreed.pairs >= pairs
    assert agreed.plays >= OTHERS * len(files)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_what_nobody_has_seen_changes_nothing_in_many_pairs(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 21 shoes that agree on all dealt cards, every two: 210 pairs of each play. All differ in the rest."""
    pairs, files = ceil(PAIRS_IN_SOAK / PARTS), list(WITH_CARDS.values())[part::PARTS]
    agreed = asyncio.run(agree(files, monkeypatch, pairs=pairs, others=OTHERS_IN_SOAK))
    assert agreed.pairs >= pairs
    assert agreed.plays >= 2 * pairs // (OTHERS_IN_SOAK + 1)


def test_a_side_that_is_shuffled_often_does_not_open_the_other(tmp_path: Path) -> None:
    """Nor does a machine that stops again and again open the batch in play."""

    async def play() -> None:
        pit = pit_in(tmp_path)
        file = 'game = "switch"\ndecks = 2\nshuffle = "machine"'
        table = await pit.open_table(file, HOUSE, practice=True)
        crowd = Crowd(pit, seed=1)
        await crowd.come(table)
        await crowd.act(table)
        chance = pit.table(table).chance
        opened_before = len([reported for reported in pit.commitments(table) if reported["opened"]])
        for _ in range(5):
            await pit.act(table, HOUSE, "dealer report jam")
        in_use = {secret.commitment for secret in chance.commitments}
        opened = [reported for reported in pit.commitments(table) if reported["opened"]]
        assert len(opened) == opened_before + 5
        assert not in_use & {reported["commitment"] for reported in opened}
        await close(pit)

    asyncio.run(play())


def test_a_seed_of_cards_is_opened_only_when_all_cards_are_mixed_again() -> None:
    chance = CommittedChance(iter(map(str, range(9))).__next__, by_seed=True, randomness=Random(1))
    chance.take_secrets()
    for _ in range(DRAWS_OF_A_SEED):
        chance.order(DECK)
    first = chance.held.seed
    chance.by_weight({1: 1, 2: 5})
    chance.order(DECK[:9])
    assert (chance.held.seed, chance.take_secrets()) == (first, ([], []))
    chance.order(DECK)
    assert chance.held.seed != first
    assert chance.take_secrets() == ([chance.held.next_seed], [first])


def test_the_next_seed_of_the_dice_changes_nothing_that_is_shown(tmp_path: Path) -> None:
    craps = next(path for path in EXAMPLES if path.stem == "craps").read_text()
    for seed in range(5):
        first, again = (
            asyncio.run(played(craps, tmp_path / f"{seed}-{next_seed}", seed, SeedTeller(seed, next_seed)))
            for next_seed in (1, 2)
        )
        assert first.traffic == again.traffic


class SeedTeller(Shuffler):
    """The first seed of a table is given; the next one differs."""

    def __init__(self, seed: int, next_seed: int) -> None:
        super().__init__(seed)
        self._seeds = [seed, next_seed]

    def randbytes(self, n: int) -> bytes:
        return bytes([self._seeds.pop(0)]) * n if self._seeds else super().randbytes(n)


async def dealt_face_down(folder: Path, shuffler: Shuffler) -> Played:
    """Two cards for each player; the places of Bob's are those that the others have not seen."""
    new_database(folder)
    pit = pit_in(folder, randomness=shuffler, clock=lambda: 0, new_id=iter(map(str, range(100))).__next__)
    table = await pit.open_table('game = "six-to-five"', HOUSE, practice=True)
    await Crowd(pit, seed=1).come(table)
    for box, player in enumerate(PLAYERS, start=1):
        await pit.act(table, player, f"{player.name} sit at {box}")
        await pit.act(table, player, f"{player.name} bet 10 on {box}")
    watchers = {actor: pit.watch(table, actor) for actor in (*PLAYERS, None)}
    await pit.act(table, HOUSE, "dealer deal")
    in_play: Any = pit.table(table).in_play
    bobs = in_play.state.hands_of(2)[0].cards
    assert {card.is_ace for card in bobs} == {False}, "a blackjack is shown at once"
    left = {id(card) for card in (*bobs, *undealt(in_play.shoe.pile))}
    await close(pit)
    traffic: dict[Actor | None, list[bytes]] = {actor: [] for actor in watchers}
    for actor, watcher in watchers.items():
        traffic[actor] = [COMMITMENT.sub(b"commitment", message) async for message in watcher]
    return Played(traffic, shuffler.orders, left)


def test_cards_for_one_box_alone_change_nothing_that_others_are_shown(tmp_path: Path) -> None:
    """At 6 to 5 the first two cards lie face down: as long as Bob has not shown his, they may be any."""
    ann, bob = PLAYERS
    for seed in (5, 6, 7, 9, 10, 11):  # nobody has an ace
        first = asyncio.run(dealt_face_down(tmp_path / f"{seed}-first", Shuffler(seed)))
        reported = [
            with_others(order, places, without_aces) for order, places in zip(first.orders, first.unseen, strict=True)
        ]
        again = asyncio.run(dealt_face_down(tmp_path / f"{seed}-again", Shuffler(seed, reported)))
        assert first.traffic[bob] != again.traffic[bob]
        assert first.traffic[ann] == again.traffic[ann]
        assert first.traffic[None] == again.traffic[None]


def without_aces(others: list[Card]) -> None:
    """Mixed, and no ace at the front."""
    random.Random(len(others)).shuffle(others)
    others.sort(key=lambda card: card.is_ace)


def test_a_dealt_card_does_change_what_is_shown(tmp_path: Path) -> None:
    """The comparison can fail."""
    file = WITH_CARDS["blackjack"]
    first = asyncio.run(played(file, tmp_path / "first", 5, Shuffler(5)))
    dealt = sorted(set(range(len(first.orders[0]))) - set(first.unseen[0]))
    other = with_others(first.orders[0], dealt, lambda cards: cards.sort(key=str))
    again = asyncio.run(played(file, tmp_path / "again", 5, Shuffler(5, [other])))
    assert first.traffic != again.traffic


def test_the_database_without_the_key_does_not_tell_the_next_card(tmp_path: Path) -> None:
    first = asyncio.run(played(WITH_CARDS["blackjack"], tmp_path / "first", 5, Shuffler(5)))
    dump = b"".join(file.read_bytes() for file in (tmp_path / "first").iterdir() if file.name != "key")
    order, places = first.orders[0], first.unseen[0]
    stretches = {" ".join(str(order[place]) for place in places[start : start + 3]) for start in range(0, 300, 3)}
    assert not [stretch for stretch in stretches if stretch.encode() in dump]
    assert b"blackjack" in dump
