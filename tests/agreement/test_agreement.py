"""The kernel settles what the engine settles, wager by wager and to the cent, on the same cards and decisions."""

import os
from random import Random
from typing import Any, Final

import pytest
from tests.agreement.engine_side import EngineRound, NoCardLeftError, Won, open_round
from tests.agreement.kernel_side import MOVES, KernelTable
from tests.agreement.random_tables import MixedShoe, random_sides, random_stakes, random_table
from tests.day import DAY

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.simulation.kernel.game_tables import DECK
from chapter47.blackjack.simulation.kernel.program import compile_program
from chapter47.blackjack.state import Stake
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.games import from_data

ROUNDS: Final = int(os.environ.get("CHAPTER47_AGREEMENT", "10800"))
"""All cases together; half of them by the seed of the day, the whole in the soak."""
SOAK: Final = int(os.environ.get("CHAPTER47_SOAK_AGREEMENT", "10000000"))
PARTS: Final = 6
PER_TABLE: Final = 50
CASES: Final = [(game, part) for game in GAMES for part in range(PARTS)]


def _nonzero(won: Won) -> dict[tuple[Any, ...], int]:
    return {key: cents for key, cents in won.items() if cents}


Seen = set[tuple[str, ...]]


def agree(rng: Random, table: TableRules, rounds: int, seen: Seen | None = None) -> int:
    """Rounds of one table with random wagers; how many could be played to their end.

    The round is opened again only where the last one left something behind; otherwise it starts from the same state."""
    stakes = random_stakes(rng, table)
    side_bets = random_sides(rng, table, stakes)
    kernel = KernelTable(compile_program(table, stakes=stakes, side_bets=side_bets), side_bets)
    standing: tuple[Stake, ...] = ()
    meters: dict[str, tuple[int, int, int]] = {}
    wagered = open_round(table, stakes, side_bets, standing, meters)
    shoe, played = MixedShoe(rng, table), 0
    for _ in range(rounds):
        cards, seed = shoe.mixed(), rng.getrandbits(62)
        engine = EngineRound(wagered, cards, seed)
        lasted = kernel.play(cards, seed)
        try:
            expected = engine.play()
        except NoCardLeftError:
            assert not lasted
            return played
        by_kernel = (kernel.asked(), kernel.cards, _nonzero(kernel.won()))
        if not lasted or by_kernel != (expected.asked, expected.cards, _nonzero(expected.won)):
            drawn = " ".join(str(DECK[number]) for number in cards[: engine.next])
            raise AssertionError(f"{table}\n{stakes} {side_bets}\n{drawn} seed {seed}\n{by_kernel}\n{expected}")
        if seen is not None:
            seen |= {(asked.question, asked.move) for asked in expected.asked}
            seen |= {(wager, "won" if cents > 0 else "lost") for (_, _, wager, *_), cents in by_kernel[2].items()}
        played += 1
        if (standing, meters) != (expected.standing, expected.meters):
            standing, meters = expected.standing, expected.meters
            wagered = open_round(table, stakes, side_bets, standing, meters)
    return played


THIRD_CARD: Final = from_data(
    {"game": "blackjack", "boxes": 6, "decks": 6, "hole_card": "card-reader", "wagers": {"sevens": {}}}
)
"""Where two sevens may meet a dealer's blackjack that the reader found."""


def play_case(game: str, seed: str, rounds: int) -> None:
    rng, left = Random(f"{game} {seed}"), rounds
    while left > 0:
        left -= max(agree(rng, random_table(rng, game), min(PER_TABLE, left)), 1)


@pytest.mark.parametrize(("game", "part"), CASES)
def test_the_kernel_settles_what_the_engine_settles(game: str, part: int) -> None:
    play_case(game, f"{part} {DAY}" if part % 2 else str(part), -(-ROUNDS // len(CASES)))


@pytest.mark.soak
@pytest.mark.parametrize(("game", "part"), [(game, part + PARTS) for game, part in CASES])
def test_the_kernel_settles_what_the_engine_settles_for_long(game: str, part: int) -> None:
    play_case(game, str(part), -(-SOAK // len(CASES)))


def test_the_random_rounds_show_every_question_move_and_wager() -> None:
    seen: Seen = set()
    wanted = {(question, move) for question, names in MOVES.items() for move in names if move}
    wanted |= {(wager, end) for wager in ("main", "insurance", *WAGERS) for end in ("won", "lost")}
    chances = {game: Random(game) for game in GAMES}
    for _ in range(60):
        for game, rng in chances.items():
            agree(rng, random_table(rng, game), 25, seen)
        agree(chances["blackjack"], THIRD_CARD, 25, seen)
        if wanted <= seen:
            break
    assert wanted - seen == set()
