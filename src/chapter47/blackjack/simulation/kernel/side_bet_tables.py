"""Side bets as tables: what cards win is asked of the wagers' own functions, once for each pattern of cards."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.game_tables import DECK
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.wagers.facts import Amount, Decision, Facts, Shown, WholeMeter
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.cards import RANKS, SUITS, Card, card
from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.money import Odds

Ratio = Fraction | int
"""What is paid for each cent staked, or one of the marks for a lost bet and a whole meter."""


class CannotSimulateError(NotPossibleError):
    """A table, a stake or a wager that the kernel does not play; the message says why."""

    key = "wagers"

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "what the table takes")


class OtherStrategyError(CannotSimulateError):
    """A strategy for a dealer who shows more or fewer cards."""

    key = "strategy"

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "a strategy for this game")


class Line(NamedTuple):
    """One side bet of a program."""

    wager: Wager
    table: TableRules
    offer: WagerOffer
    bet: str

    def decide(self, **facts: object) -> Decision | None:
        assert self.wager.decide is not None
        return self.wager.decide(Facts(self.table, self.offer, self.bet, 1)._replace(**facts))  # type: ignore[arg-type]


def line_of(table: TableRules, name: str, bet: str) -> Line:
    return Line(wager_at(table, name), table, table.wagers[name], bet)


def side_table(line: Line, numbers: Ints) -> None:
    """Fill a line's part of a program."""
    kind = _kind(line.wager)
    numbers[mem.BET_KIND] = kind
    numbers[mem.STAKE_GOES_BACK] = line.wager.returns_stake(line.table)
    numbers[mem.PRIZE_CAP] = -1 if line.offer.cap is None else line.offer.cap
    numbers[mem.BET_DENOMINATOR] = 1
    _FILLED[kind](line, numbers)


def _kind(wager: Wager) -> int:
    """What tells wagers apart: how they are decided, and which cards they read."""
    marks = (
        (wager.meters, mem.PROGRESSIVE),
        (wager.display, mem.DISPLAYED),
        (wager.carries, mem.STREAK),
        (wager.offers_card, mem.SEVENS),
        (wager.draws_to_dealer, mem.OPTIONAL_BONUS),
    )
    for mark, kind in marks:
        if mark:
            return kind
    read = {
        ("own", "own"): mem.BY_CARDS,
        ("dealer", "own", "own"): mem.MATCH_THE_DEALER,
        ("own", "own", "dealer", "dealer"): mem.TWENTY_POINT,
        ("own",) * 4: mem.SWITCH_MATCH,
    }
    if wager.reads not in read:
        raise CannotSimulateError(f"{wager.name} reads cards in a way that the kernel does not know")
    return read[wager.reads]


def _ratio(decision: Decision | None) -> Ratio:
    """Per cent staked; an amount stands for itself."""
    match decision.prize if decision else None:
        case Odds(ratio):
            return ratio
        case Amount(cents):
            return Fraction(cents)
        case WholeMeter():
            return mem.WHOLE_METER
        case Shown():
            return Fraction(0)
    return mem.LOSES


def _write(numbers: Ints, found: dict[int, Ratio]) -> None:
    """All ratios of a line over one denominator."""
    shared = lcm(*(ratio.denominator for ratio in found.values()))
    numbers[mem.BET_DENOMINATOR] = shared
    for place, ratio in found.items():
        numbers[place] = int(ratio * shared) if isinstance(ratio, Fraction) else ratio


def _pairs() -> Iterator[tuple[int, tuple[Card, Card]]]:
    for (first, one), (second, other) in product(enumerate(DECK), repeat=2):
        yield first * mem.CARDS + second, (one, other)


def _two_cards(line: Line, numbers: Ints) -> None:
    _write(numbers, _by_two(line))


def _by_two(line: Line) -> dict[int, Ratio]:
    return {mem.TWO_CARDS_PAY + place: _ratio(line.decide(own=own, own_done=True)) for place, own in _pairs()}


def _suits(count: int) -> Iterator[tuple[int, str]]:
    for suits in product(range(4), repeat=count):
        place = 0
        for suit in suits:
            place = place * 4 + suit
        yield place, "".join(SUITS[suit] for suit in suits)


def _sevens(line: Line, numbers: Ints) -> None:
    found = _by_two(line)
    for place, suits in _suits(3):
        own = tuple(Card("7", suit) for suit in suits)
        found[mem.BET_FIGURES + place] = _ratio(line.decide(own=own, own_done=True))
    _write(numbers, found)


def _twenty(line: Line, numbers: Ints) -> None:
    """Against a low card, and against a dealer's blackjack."""
    low, natural = (card("2c"),), (card("Ac"), card("Kd"))
    found: dict[int, Ratio] = {}
    for place, own in _pairs():
        found[mem.TWO_CARDS_PAY + place] = _ratio(line.decide(own=own, dealer=low))
        found[mem.PAY_AT_BLACKJACK + place] = _ratio(line.decide(own=own, dealer=natural))
    _write(numbers, found)


def _match(line: Line, numbers: Ints) -> None:
    """By what each card has in common with the up card: nothing, the rank, the suit too."""
    alike = (card("5d"), card("9d"), card("9c"))
    found: dict[int, Ratio] = {
        mem.BET_FIGURES + 3 * first + second: _ratio(
            line.decide(own=(alike[first], alike[second]), dealer=(card("9c"),))
        )
        for first, second in product(range(3), repeat=2)
    }
    _write(numbers, found)


def _four_cards(line: Line, numbers: Ints) -> None:
    """By the number of pairs of equal ranks in four cards."""
    patterns = {0: "2c 3c 4c 5c", 1: "2c 2d 4c 5c", 2: "2c 2d 4c 4d", 3: "2c 2d 2h 5c", 6: "2c 2d 2h 2s"}
    _write(
        numbers,
        {
            mem.BET_FIGURES + pairs: _ratio(line.decide(own=tuple(map(card, text.split()))))
            for pairs, text in patterns.items()
        },
    )


def _optional(line: Line, numbers: Ints) -> None:
    found: dict[int, Ratio] = {}
    for (first, one), (second, other) in product(enumerate(RANKS), repeat=2):
        decided = line.decide(dealer=(Card(one, "c"), Card(other, "d")))
        numbers[mem.BET_FIGURES + 13 * first + second] = decided is not None
    for number, rank in enumerate(RANKS):
        bust = (card("Kc"), card("6d"), Card(rank, "h"))
        found[mem.BET_FIGURES + mem.THIRD_CARD_PAYS + number] = _ratio(line.decide(dealer=bust))
    for place, suits in _suits(3):
        found[mem.BET_FIGURES + mem.THREE_EIGHTS_PAY + place] = _ratio(
            line.decide(dealer=tuple(Card("8", suit) for suit in suits))
        )
    _write(numbers, found)


def _shown(line: Line, numbers: Ints) -> None:
    """Which two cards win, then the amounts with their weights added up."""
    decided = {place: line.decide(own=own) for place, own in _pairs()}
    weights = next(one.prize.weights for one in decided.values() if one and isinstance(one.prize, Shown))
    if len(weights) > mem.MOST_DISPLAY_AMOUNTS:
        raise CannotSimulateError(f"{line.wager.name} has more than {mem.MOST_DISPLAY_AMOUNTS} amounts")
    _write(numbers, {mem.TWO_CARDS_PAY + place: _ratio(decision) for place, decision in decided.items()})
    numbers[mem.DISPLAY_AMOUNTS] = len(weights)
    so_far = 0
    for number, (amount, weight) in enumerate(sorted(weights.items())):
        so_far += weight
        numbers[mem.BET_FIGURES + 2 * number], numbers[mem.BET_FIGURES + 2 * number + 1] = amount, so_far
    numbers[mem.DISPLAY_WEIGHT] = so_far


def _progressive(line: Line, numbers: Ints) -> None:
    """By how many aces come first, and their suits."""
    meters, offer = line.wager.meters, line.offer
    assert meters is not None
    found: dict[int, Ratio] = {}
    for aces in range(5):
        for place, suits in _suits(4):
            own = tuple(Card("A", suit) if number < aces else card("5d") for number, suit in enumerate(suits))
            found[mem.BET_FIGURES + 256 * aces + place] = _ratio(line.decide(own=own, own_done=True))
    _write(numbers, found)
    numbers[mem.METER_START] = meters.opening(offer)[0]
    numbers[mem.METER_RESET] = meters.after_a_win((0, 0, 0), offer)[0]
    numbers[mem.METER_CENTS : mem.METER_CENTS + 2] = _share(lambda wagers: meters.shows((0, wagers, 0), offer))
    reset = _share(lambda wagers: meters.after_a_win((0, 0, wagers), offer)[0] - int(numbers[mem.METER_RESET]))
    whole = Fraction(*numbers[mem.METER_CENTS : mem.METER_CENTS + 2].tolist()) + Fraction(*reset)
    numbers[mem.BOTH_METERS_CENTS : mem.BOTH_METERS_CENTS + 2] = whole.as_integer_ratio()
    numbers[mem.METER_PAYS_FIXED_PRIZES] = meters.after_a_fixed_prize((1000, 0, 0), line.table, offer, 10) != (
        1000,
        0,
        0,
    )
    split = line.decide(own=tuple(map(card, ("Ac", "Ad", "Ah"))), hands=2, own_done=True)
    whole_hand = line.decide(own=tuple(map(card, ("Ac", "Ad", "Ah"))), own_done=True)
    numbers[mem.READS_TWO_IF_SPLIT] = split != whole_hand


def _share(shows: Callable[[int], int]) -> tuple[int, int]:
    """What a meter gets of each wager, in cents; its parts of a cent show when there are enough of them."""
    many = 10**9
    return Fraction(shows(many), many).limit_denominator(10**6).as_integer_ratio()


def _streak(line: Line, numbers: Ints) -> None:
    """What a round's results amount to, and what becomes of a streak after a lost, a void and a won round."""
    carries = line.wager.carries
    assert carries is not None
    for hands in range(1, 5):
        for wins, losses in product(range(hands + 1), repeat=2):
            if wins + losses <= hands:
                results = ("win",) * wins + ("lose",) * losses + ("push",) * (hands - wins - losses)
                place = mem.BET_FIGURES + mem.STREAK_RESULT + (hands * 5 + wins) * 5 + losses
                numbers[place] = _of_the_round(line, results)
    found: dict[int, Ratio] = {}
    for won in range(5):
        for result, name in ((0, "lose"), (1, "push"), (2, "win")):
            decided = line.decide(won=won, results=(name,))
            place = mem.BET_FIGURES + 3 * won + result
            if decided is None:
                after, _ = carries(Facts(line.table, line.offer, line.bet, won=won, results=(name,)))  # type: ignore[arg-type]
                numbers[place] = mem.STREAK_STAYS + after
            else:
                found[place] = _ratio(decided)
    _write(numbers, found)


def _of_the_round(line: Line, results: tuple[str, ...]) -> int:
    """Seen by a bet that has won one hand less than it needs: it wins, loses or stays."""
    decided = line.decide(won=int(line.bet) - 1, results=results)
    return 1 if decided is None else 2 if decided.prize else 0


_FILLED: dict[int, Callable[[Line, Ints], None]] = {
    mem.BY_CARDS: _two_cards,
    mem.SEVENS: _sevens,
    mem.PROGRESSIVE: _progressive,
    mem.DISPLAYED: _shown,
    mem.STREAK: _streak,
    mem.MATCH_THE_DEALER: _match,
    mem.TWENTY_POINT: _twenty,
    mem.OPTIONAL_BONUS: _optional,
    mem.SWITCH_MATCH: _four_cards,
}
