"""Side bets as tables: what cards win is asked of the wagers' own functions.

A wager that cards alone decide needs nothing here: `card_table` asks it about every combination of the cards that it
reads. The wagers of `OWN_WAY` have a way of their own in the kernel: because they carry something over or make the
dealer draw, or because a few patterns of cards stand for all combinations and so make a much shorter table."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.game_tables import DECK
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.variations.spanish_match import MATCH_THE_DEALER
from chapter47.blackjack.wagers import (
    blackjack_bonus,
    match_the_dealer,
    optional_bonus,
    progressive,
    sevens,
    streak,
    switch_match,
    twenty_point_bonus,
)
from chapter47.blackjack.wagers.facts import Facts, FixedPrize, Prize, Shown, WagerDecision, WholeMeter
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.cards import RANKS, SUITS, Card, card
from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.money import Odds

Ratio = Fraction | int
"""What is paid for each cent staked, or one of the marks for a lost bet and a whole meter."""


class CannotSimulateError(NotPossibleError):
    """A table, a stake or a wager that the kernel does not play; the message says why."""

    key = "wagers"

    def __init__(self, why: str, got: str = "", problems: Sequence[Problem] = ()) -> None:
        super().__init__(why, got)
        self.problems = tuple(problems) or self.problems

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "what the table takes")


class OtherStrategyError(CannotSimulateError):
    """A strategy for a dealer who shows more or fewer cards."""

    key = "strategy"

    def problem(self, why: str, got: str) -> Problem:
        return Problem(self.key, got or why, "a strategy for this game")


class OfferedBet(NamedTuple):
    """One side bet of a program: the wager, and how the table offers it."""

    wager: Wager
    table: TableRules
    offer: WagerOffer
    bet: str

    def decide(self, **facts: object) -> WagerDecision | None:
        assert self.wager.decide is not None
        return self.wager.decide(Facts(self.table, self.offer, self.bet, 1)._replace(**facts))  # type: ignore[arg-type]


def offered_bet(table: TableRules, name: str, bet: str) -> OfferedBet:
    return OfferedBet(wager_at(table, name), table, table.wagers[name], bet)


def side_bet_table(offered: OfferedBet, numbers: Ints) -> Ints:
    """Fill a side bet's part of a program; what belongs behind all of them is given back."""
    kind = kind_of(offered.wager)
    numbers[mem.BET_KIND] = kind
    numbers[mem.STAKE_GOES_BACK] = offered.wager.returns_stake(offered.table)
    numbers[mem.PRIZE_CAP] = -1 if offered.offer.cap is None else offered.offer.cap
    numbers[mem.BET_DENOMINATOR] = 1
    if kind == mem.BY_CARDS:
        return card_table(offered, numbers)
    _TABLE_BY_KIND[kind](offered, numbers)
    return np.zeros(0, dtype=np.int64)


OWN_WAY: Final[dict[object, int]] = {
    sevens.WAGER.decide: mem.SEVENS,
    progressive.WAGER.decide: mem.PROGRESSIVE,
    blackjack_bonus.WAGER.decide: mem.DISPLAYED,
    streak.WAGER.decide: mem.STREAK,
    match_the_dealer.WAGER.decide: mem.MATCH_THE_DEALER,
    MATCH_THE_DEALER.decide: mem.MATCH_THE_DEALER,
    twenty_point_bonus.WAGER.decide: mem.TWENTY_POINT,
    optional_bonus.WAGER.decide: mem.OPTIONAL_BONUS,
    switch_match.WAGER.decide: mem.SWITCH_MATCH,
}
"""By the very function that decides the wager: another one that reads the same cards gets a card table."""


def kind_of(wager: Wager) -> int:
    """How the kernel decides a wager. What it cannot play is refused and never guessed."""
    if wager.decide in OWN_WAY:
        return OWN_WAY[wager.decide]
    more_than_cards = {
        "meters": wager.meters,
        "a display": wager.display,
        "streaks": wager.carries,
        "a card on offer": wager.offers_card,
        "a card to the dealer": wager.draws_to_dealer,
        "shared prizes": wager.share,
    }
    unknown = [name for name, hook in more_than_cards.items() if hook is not None]
    if unknown:
        raise CannotSimulateError(f"{wager.name} has {', '.join(unknown)} that the simulator does not know")
    if not 1 <= len(wager.reads) <= mem.MOST_CARDS_READ:
        raise CannotSimulateError(f"{wager.name} reads {len(wager.reads)} cards, not 1 to {mem.MOST_CARDS_READ}")
    return mem.BY_CARDS


def _ratio_paid(decision: WagerDecision | None) -> Ratio:
    """Per cent staked; an amount stands for itself."""
    match decision.prize if decision else None:
        case Odds(ratio):
            return ratio
        case FixedPrize(cents):
            return Fraction(cents)
        case WholeMeter():
            return mem.WHOLE_METER
        case Shown():
            return Fraction(0)
    return mem.LOSES


def _write_ratios(numbers: Ints, ratios: dict[int, Ratio]) -> None:
    """All ratios of a side bet over one denominator."""
    shared = lcm(*(ratio.denominator for ratio in ratios.values()))
    numbers[mem.BET_DENOMINATOR] = shared
    for place, ratio in ratios.items():
        numbers[place] = int(ratio * shared) if isinstance(ratio, Fraction) else ratio


# Wagers that cards alone decide ---------------------------------------------------------------------------------------


def card_table(offered: OfferedBet, numbers: Ints) -> Ints:
    """What every combination of the cards that a wager reads pays; the way into the table goes to `numbers`."""
    tabulated = _CardTable(offered)
    reads = offered.wager.reads
    numbers[mem.CARD_TABLE_BASE] = tabulated.base
    numbers[mem.CARD_TABLE_SHIFT] = 2 if offered.wager.ranks_only else 0
    numbers[mem.CARDS_READ] = len(reads)
    for number, whose in enumerate(reads):
        before = reads[:number].count(whose)
        numbers[mem.CARD_READ + number] = before if whose == "own" else mem.DEALER_CARD + before
    numbers[mem.BET_DENOMINATOR] = tabulated.denominator
    return tabulated.pays()


class _CardTable:
    """A wager's decisions by the cards it reads, in their order; one is asked for only while the wager is undecided."""

    def __init__(self, offered: OfferedBet) -> None:
        self.wager, self.reads = offered.wager, offered.wager.reads
        self.cards = DECK[:: len(SUITS)] if offered.wager.ranks_only else DECK
        self.base = len(self.cards) + 1
        self.hands = GAMES[offered.table.game].hands_per_box
        self.prizes: dict[tuple[type, Prize | None], int] = {}
        """By type too: equal numbers are not the same prize as odds and as cents."""
        self.numbers = np.full((self.base,) * len(self.reads), _RETURNED, dtype=np.int64)
        self._fill((), Facts(offered.table, offered.offer, offered.bet, 1))
        if self.wager.suits_alike and not self.wager.ranks_only:
            self._copy_suits()

    def _fill(self, digits: tuple[int, ...], facts: Facts) -> None:
        number = len(digits)
        own = self.reads[number] == "own"
        is_last = number + 1 == len(self.reads)
        for digit, drawn in enumerate(self.cards):
            if number or not self.wager.suits_alike or drawn.suit == SUITS[0]:
                seen = {"own": (*facts.own, drawn)} if own else {"dealer": (*facts.dealer, drawn)}
                self._decide((*digits, digit), facts._replace(**seen, own_done=is_last))  # type: ignore[arg-type]
        if self._may_be_missing(number):
            self._decide((*digits, self.base - 1), facts._replace(own_done=own or facts.own_done))

    def _may_be_missing(self, number: int) -> bool:
        whose = self.reads[number]
        always = 2 * self.hands if whose == "own" else 1
        return self.reads[:number].count(whose) >= always

    def _decide(self, digits: tuple[int, ...], facts: Facts) -> None:
        assert self.wager.decide is not None
        decision = self.wager.decide(facts)
        if decision is not None:
            prize = (type(decision.prize), decision.prize)
            self.numbers[digits] = self.prizes.setdefault(prize, len(self.prizes))
        elif len(digits) < len(self.reads):
            self._fill(digits, facts)

    def _copy_suits(self) -> None:
        """No row names a suit: the suit of the first card and clubs change places in all cards."""
        for first in range(0, len(DECK), len(SUITS)):
            for suit in range(1, len(SUITS)):
                places = np.arange(self.base)
                places[suit:-1:4], places[0:-1:4] = np.arange(0, len(DECK), 4), np.arange(suit, len(DECK), 4)
                exchanged = np.ix_(*[places] * (len(self.reads) - 1))
                self.numbers[first + suit] = self.numbers[first][exchanged]

    @property
    def denominator(self) -> int:
        return lcm(*(prize.ratio.denominator for _, prize in self.prizes if isinstance(prize, Odds)))

    def pays(self) -> Ints:
        codes = [self._code(prize) for _, prize in self.prizes]
        return np.array([*codes, mem.STAKE_RETURNED], dtype=np.int64)[self.numbers.ravel()]

    def _code(self, prize: Prize | None) -> int:
        match prize:
            case None:
                return mem.LOSES
            case Odds(ratio):
                return int(ratio * self.denominator)
            case FixedPrize(cents):
                return mem.FIXED_PRIZE - cents
        raise CannotSimulateError(f"{self.wager.name} pays what no card table holds")


_RETURNED: Final = -1
"""In the table of prizes: its last place."""


# Wagers with a way of their own ---------------------------------------------------------------------------------------


def _two_cards() -> Iterator[tuple[int, tuple[Card, Card]]]:
    for (first_number, first), (second_number, second) in product(enumerate(DECK), repeat=2):
        yield first_number * mem.CARDS + second_number, (first, second)


def _pays_by_two_cards(offered: OfferedBet) -> dict[int, Ratio]:
    return {
        mem.TWO_CARDS_PAY + place: _ratio_paid(offered.decide(own=own, own_done=True)) for place, own in _two_cards()
    }


def _suits(count: int) -> Iterator[tuple[int, str]]:
    for suits in product(range(4), repeat=count):
        place = 0
        for suit in suits:
            place = place * 4 + suit
        yield place, "".join(SUITS[suit] for suit in suits)


def _sevens_table(offered: OfferedBet, numbers: Ints) -> None:
    by_two = _pays_by_two_cards(offered)
    for place, suits in _suits(3):
        own = tuple(Card("7", suit) for suit in suits)
        by_two[mem.BET_FIGURES + place] = _ratio_paid(offered.decide(own=own, own_done=True))
    _write_ratios(numbers, by_two)


def _twenty_point_table(offered: OfferedBet, numbers: Ints) -> None:
    """Against a low card, and against a dealer's blackjack."""
    low, natural = (card("2c"),), (card("Ac"), card("Kd"))
    ratios: dict[int, Ratio] = {}
    for place, own in _two_cards():
        ratios[mem.TWO_CARDS_PAY + place] = _ratio_paid(offered.decide(own=own, dealer=low))
        ratios[mem.PAY_AT_BLACKJACK + place] = _ratio_paid(offered.decide(own=own, dealer=natural))
    _write_ratios(numbers, ratios)


def _match_the_dealer_table(offered: OfferedBet, numbers: Ints) -> None:
    """By what each card has in common with the up card: nothing, the rank, the suit too."""
    alike = (card("5d"), card("9d"), card("9c"))
    ratios: dict[int, Ratio] = {
        mem.BET_FIGURES + 3 * first + second: _ratio_paid(
            offered.decide(own=(alike[first], alike[second]), dealer=(card("9c"),))
        )
        for first, second in product(range(3), repeat=2)
    }
    _write_ratios(numbers, ratios)


def _switch_match_table(offered: OfferedBet, numbers: Ints) -> None:
    """By the number of pairs of equal ranks in four cards."""
    patterns = {0: "2c 3c 4c 5c", 1: "2c 2d 4c 5c", 2: "2c 2d 4c 4d", 3: "2c 2d 2h 5c", 6: "2c 2d 2h 2s"}
    _write_ratios(
        numbers,
        {
            mem.BET_FIGURES + pairs: _ratio_paid(offered.decide(own=tuple(map(card, text.split()))))
            for pairs, text in patterns.items()
        },
    )


def _optional_bonus_table(offered: OfferedBet, numbers: Ints) -> None:
    ratios: dict[int, Ratio] = {}
    for (first_number, first_rank), (second_number, second_rank) in product(enumerate(RANKS), repeat=2):
        decided = offered.decide(dealer=(Card(first_rank, "c"), Card(second_rank, "d")))
        numbers[mem.BET_FIGURES + mem.RANKS * first_number + second_number] = decided is not None
    for number, rank in enumerate(RANKS):
        bust = (card("Kc"), card("6d"), Card(rank, "h"))
        ratios[mem.BET_FIGURES + mem.THIRD_CARD_PAYS + number] = _ratio_paid(offered.decide(dealer=bust))
    for place, suits in _suits(3):
        ratios[mem.BET_FIGURES + mem.THREE_EIGHTS_PAY + place] = _ratio_paid(
            offered.decide(dealer=tuple(Card("8", suit) for suit in suits))
        )
    _write_ratios(numbers, ratios)


def _display_table(offered: OfferedBet, numbers: Ints) -> None:
    """Which two cards win, then the amounts with their weights added up."""
    decided = {place: offered.decide(own=own) for place, own in _two_cards()}
    weights = next(
        decision.prize.weights for decision in decided.values() if decision and isinstance(decision.prize, Shown)
    )
    if len(weights) > mem.MOST_DISPLAY_AMOUNTS:
        raise CannotSimulateError(f"{offered.wager.name} has more than {mem.MOST_DISPLAY_AMOUNTS} amounts")
    _write_ratios(numbers, {mem.TWO_CARDS_PAY + place: _ratio_paid(decision) for place, decision in decided.items()})
    numbers[mem.DISPLAY_AMOUNTS] = len(weights)
    so_far = 0
    for number, (amount, weight) in enumerate(sorted(weights.items())):
        so_far += weight
        numbers[mem.BET_FIGURES + 2 * number], numbers[mem.BET_FIGURES + 2 * number + 1] = amount, so_far
    numbers[mem.DISPLAY_WEIGHT] = so_far


def _progressive_table(offered: OfferedBet, numbers: Ints) -> None:
    """By how many aces come first, and their suits."""
    meters, offer = offered.wager.meters, offered.offer
    assert meters is not None
    ratios: dict[int, Ratio] = {}
    for aces in range(5):
        for place, suits in _suits(4):
            own = tuple(Card("A", suit) if number < aces else card("5d") for number, suit in enumerate(suits))
            ratios[mem.BET_FIGURES + mem.SUITS_OF_FOUR * aces + place] = _ratio_paid(
                offered.decide(own=own, own_done=True)
            )
    _write_ratios(numbers, ratios)
    numbers[mem.METER_START] = meters.opening(offer)[0]
    numbers[mem.METER_RESET] = meters.after_a_win((0, 0, 0), offer)[0]
    numbers[mem.METER_CENTS : mem.METER_CENTS + 2] = _share(lambda wagers: meters.shows((0, wagers, 0), offer))
    reset = _share(lambda wagers: meters.after_a_win((0, 0, wagers), offer)[0] - int(numbers[mem.METER_RESET]))
    whole = Fraction(*numbers[mem.METER_CENTS : mem.METER_CENTS + 2].tolist()) + Fraction(*reset)
    numbers[mem.BOTH_METERS_CENTS : mem.BOTH_METERS_CENTS + 2] = whole.as_integer_ratio()
    numbers[mem.METER_PAYS_FIXED_PRIZES] = meters.after_a_fixed_prize((1000, 0, 0), offered.table, offer, 10) != (
        1000,
        0,
        0,
    )
    split = offered.decide(own=tuple(map(card, ("Ac", "Ad", "Ah"))), hands=2, own_done=True)
    whole_hand = offered.decide(own=tuple(map(card, ("Ac", "Ad", "Ah"))), own_done=True)
    numbers[mem.READS_TWO_IF_SPLIT] = split != whole_hand


def _share(shows: Callable[[int], int]) -> tuple[int, int]:
    """What a meter gets of each wager, in cents; its parts of a cent show when there are enough of them."""
    wagers = 10**9
    return Fraction(shows(wagers), wagers).limit_denominator(10**6).as_integer_ratio()


def _streak_table(offered: OfferedBet, numbers: Ints) -> None:
    """What a round's results amount to, and what becomes of a streak after a lost, a void and a won round."""
    carries = offered.wager.carries
    assert carries is not None
    for hands in range(1, 5):
        for wins, losses in product(range(hands + 1), repeat=2):
            if wins + losses <= hands:
                results = ("win",) * wins + ("lose",) * losses + ("push",) * (hands - wins - losses)
                place = (
                    mem.BET_FIGURES + mem.STREAK_RESULT + (hands * mem.HAND_COUNTS + wins) * mem.HAND_COUNTS + losses
                )
                numbers[place] = _round_for_streak(offered, results)
    ratios: dict[int, Ratio] = {}
    for won in range(5):
        for result, name in ((mem.STREAK_LOST, "lose"), (mem.STREAK_VOID, "push"), (mem.STREAK_WON, "win")):
            decided = offered.decide(won=won, results=(name,))
            place = mem.BET_FIGURES + mem.STREAK_RESULTS * won + result
            if decided is None:
                after, _ = carries(Facts(offered.table, offered.offer, offered.bet, won=won, results=(name,)))  # type: ignore[arg-type]
                numbers[place] = mem.STREAK_STAYS + after
            else:
                ratios[place] = _ratio_paid(decided)
    _write_ratios(numbers, ratios)


def _round_for_streak(offered: OfferedBet, results: tuple[str, ...]) -> int:
    """Seen by a bet that has won one hand less than it needs: it wins, loses or stays."""
    decided = offered.decide(won=int(offered.bet) - 1, results=results)
    if decided is None:
        return mem.STREAK_VOID
    return mem.STREAK_WON if decided.prize else mem.STREAK_LOST


_TABLE_BY_KIND: dict[int, Callable[[OfferedBet, Ints], None]] = {
    mem.SEVENS: _sevens_table,
    mem.PROGRESSIVE: _progressive_table,
    mem.DISPLAYED: _display_table,
    mem.STREAK: _streak_table,
    mem.MATCH_THE_DEALER: _match_the_dealer_table,
    mem.TWENTY_POINT: _twenty_point_table,
    mem.OPTIONAL_BONUS: _optional_bonus_table,
    mem.SWITCH_MATCH: _switch_match_table,
}
