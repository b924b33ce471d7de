"""Side bets as prize tables: the wagers' own functions say what cards win. A wager decided by cards alone needs no code
here: `card_table` asks it about every combination of the cards it reads. The wagers of `OWN_WAY` get their tables from
a few patterns of cards that stand for all combinations, or carry something over, draw an amount or share a prize, for
which the kernel has code."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import floor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.game_tables import DECK, NUMBER
from chapter47.blackjack.simulation.kernel.records import BetRecord, Prizes
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

Numbers = NDArray[np.uint8]
"""The numbers of prizes, by the cards that a bet reads."""


class CannotSimulateError(NotPossibleError):
    """A table, a stake or a wager that the kernel cannot play; the message says why."""

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


def side_bet_table(offered: OfferedBet, stakes: Sequence[int], bet: BetRecord) -> Prizes:
    """Fill in a side bet of a program and return its part of the prize tables."""
    bet.kind = kind_of(offered.wager)
    bet.stakes[: len(stakes)] = stakes
    bet.staked, bet.wagers = sum(stakes), sum(map(bool, stakes))
    bet.stake_goes_back = offered.wager.returns_stake(offered.table)
    bet.cap = -1 if offered.offer.cap is None else offered.offer.cap
    bet.meter_wagers = bet.both_meters_wagers = 1
    prizes = PrizeList(offered.wager.name)
    fill = _TABLE_OF.get(offered.wager.decide, card_table)
    numbers = fill(offered, bet, prizes)
    for (_, prize), number in prizes.numbers.items():
        bet.net[: len(stakes), number] = [net_of(prize, stake, bool(bet.stake_goes_back)) for stake in stakes]
    most = int(max(np.abs(bet.net).max(), np.abs(bet.amount).max(), np.abs(bet.stakes).max()))
    bet.is_small = bet.kind not in (r.PROGRESSIVE, r.STREAK) and (most * r.MOST_BOXES) ** 2 < r.MOST_IN_A_ROUND
    return numbers.ravel()


class StakeReturned(NamedTuple):
    """The prize of a bet that is returned undecided."""


Listed = Prize | StakeReturned | None
"""A prize, or nothing for a bet that loses."""


class PrizeList:
    """The prizes of a bet by number, `BY_RECORDS` for a prize that is not decided by cards alone."""

    def __init__(self, wager: str) -> None:
        self.wager = wager
        self.numbers: dict[tuple[type, Listed], int] = {}
        """Also keyed by type: equal numbers are different prizes as odds and as cents."""

    def number(self, prize: Listed) -> int:
        if isinstance(prize, (Shown, WholeMeter)):
            return r.BY_RECORDS
        if len(self.numbers) == r.MOST_PRIZES:
            raise CannotSimulateError(f"{self.wager} has more than {r.MOST_PRIZES} prizes")
        return self.numbers.setdefault((type(prize), prize), len(self.numbers))

    def decided(self, decision: WagerDecision | None) -> int:
        """Return the prize of a decision; without one the bet loses."""
        return self.number(decision.prize if decision else None)


def net_of(prize: Listed, stake: int, stake_goes_back: bool) -> int:
    """Return what a stake wins, in cents; half a cent is rounded up."""
    if not stake or isinstance(prize, StakeReturned):
        return 0
    match prize:
        case Odds(ratio):
            won = floor(ratio * stake + Fraction(1, 2))
        case FixedPrize(cents):
            won = cents
        case _:
            return -stake
    return won if stake_goes_back else won - stake


def read_cards(bet: BetRecord, reads: Sequence[int], base: int) -> None:
    """Return the factors of the cards that a bet reads, each a digit of the index; the highest digit stands for a
    missing card."""
    bet.shift = 0 if base == r.NO_CARD_DEALT + 1 else 2
    for power, place in enumerate(reversed(reads)):
        bet.place_value[place] = base**power


OWN_WAY: Final[dict[object, int]] = {
    sevens.WAGER.decide: r.SEVENS,
    progressive.WAGER.decide: r.PROGRESSIVE,
    blackjack_bonus.WAGER.decide: r.DISPLAYED,
    streak.WAGER.decide: r.STREAK,
    match_the_dealer.WAGER.decide: r.BY_CARDS,
    MATCH_THE_DEALER.decide: r.BY_CARDS,
    twenty_point_bonus.WAGER.decide: r.TWENTY_POINT,
    optional_bonus.WAGER.decide: r.BY_CARDS,
    switch_match.WAGER.decide: r.BY_CARDS,
}
"""Table builders by the function that decides the wager; any other function gets a card table."""


def kind_of(wager: Wager) -> int:
    """Return how the kernel decides a wager; raises an error for one it cannot play."""
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
    if not 1 <= len(wager.reads) <= r.MOST_CARDS_READ:
        raise CannotSimulateError(f"{wager.name} reads {len(wager.reads)} cards, not 1 to {r.MOST_CARDS_READ}")
    return r.BY_CARDS


# Wagers that cards alone decide ---------------------------------------------------------------------------------------


def card_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Tabulate what every combination of the cards that a wager reads wins."""
    tabulated = _CardTable(offered, prizes)
    reads = offered.wager.reads
    places = [reads[:number].count(whose) + (whose == "dealer") * r.DEALER_CARD for number, whose in enumerate(reads)]
    read_cards(bet, places, tabulated.base)
    return tabulated.numbers


class _CardTable:
    """A wager's decisions by the cards it reads, in order; further cards are tried only while it is undecided."""

    def __init__(self, offered: OfferedBet, prizes: PrizeList) -> None:
        self.wager, self.reads = offered.wager, offered.wager.reads
        self.cards = DECK[:: len(SUITS)] if offered.wager.ranks_only else DECK
        self.base = len(self.cards) + 1
        self.hands = GAMES[offered.table.game].hands_per_box
        self.prizes = prizes
        self.numbers = np.full((self.base,) * len(self.reads), prizes.number(StakeReturned()), dtype=np.uint8)
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
            if isinstance(decision.prize, (Shown, WholeMeter)):
                raise CannotSimulateError(f"{self.wager.name} pays what no card table holds")
            self.numbers[digits] = self.prizes.number(decision.prize)
        elif len(digits) < len(self.reads):
            self._fill(digits, facts)

    def _copy_suits(self) -> None:
        """Copy decisions to other suits if no row names one, by exchanging clubs with the suit of the first card."""
        for first in range(0, len(DECK), len(SUITS)):
            for suit in range(1, len(SUITS)):
                places = np.arange(self.base)
                places[suit:-1:4], places[0:-1:4] = np.arange(0, len(DECK), 4), np.arange(suit, len(DECK), 4)
                exchanged = np.ix_(*[places] * (len(self.reads) - 1))
                self.numbers[first + suit] = self.numbers[first][exchanged]


# Wagers whose tables come from patterns -------------------------------------------------------------------------------

BASE: Final = r.NO_CARD_DEALT + 1
"""Digits of an index: the cards, and one for no card."""
OWN: Final = (0, 1, 2, 3)
DEALER: Final = (r.DEALER_CARD, r.DEALER_CARD + 1, r.DEALER_CARD + 2)


def _by_two_cards(offered: OfferedBet, prizes: PrizeList, **facts: object) -> Numbers:
    numbers = np.full((BASE, BASE), prizes.number(None), dtype=np.uint8)
    for (first_number, first), (second_number, second) in product(enumerate(DECK), repeat=2):
        decided = offered.decide(own=(first, second), **facts)
        numbers[first_number, second_number] = prizes.decided(decided)
    return numbers


def _three_alike(offered: OfferedBet, prizes: PrizeList, numbers: Numbers, rank: str, whose: str) -> None:
    """Return whether three cards of a rank have the same suit."""
    for suits in product(SUITS, repeat=3):
        cards = tuple(Card(rank, suit) for suit in suits)
        decided = offered.decide(**{whose: cards}, own_done=True)
        numbers[tuple(NUMBER[card] for card in cards)] = prizes.decided(decided)


def _sevens_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table; a box dealt two hands has no third card."""
    two = _by_two_cards(offered, prizes, own_done=True)
    hands_per_box = GAMES[offered.table.game].hands_per_box
    if hands_per_box > 1:
        read_cards(bet, OWN[:2], BASE)
        return two
    read_cards(bet, OWN[:3], BASE)
    numbers = np.repeat(two[:, :, np.newaxis], BASE, axis=2)
    _three_alike(offered, prizes, numbers, "7", "own")
    return numbers


def _twenty_point_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table against a low card, followed by that against a dealer's blackjack."""
    read_cards(bet, OWN[:2], BASE)
    low, natural = (card("2c"),), (card("Ac"), card("Kd"))
    return np.stack([_by_two_cards(offered, prizes, dealer=dealer) for dealer in (low, natural)])


def _match_the_dealer_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table by what each card shares with the up card: nothing, the rank, or rank and suit."""
    read_cards(bet, (*OWN[:2], DEALER[0]), BASE)
    alike = (card("5d"), card("9d"), card("9c"))
    wins = [
        prizes.decided(offered.decide(own=(alike[first], alike[second]), dealer=(card("9c"),)))
        for first, second in product(range(3), repeat=2)
    ]
    cards = np.arange(BASE)
    common = (cards[:, np.newaxis] // 4 == cards // 4).astype(int) + np.eye(BASE, dtype=int)
    pattern = 3 * common[:, np.newaxis, :] + common[np.newaxis, :, :]
    return np.array(wins, dtype=np.uint8)[pattern]


def _switch_match_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table by the number of pairs of equal rank in four cards."""
    base = len(RANKS) + 1
    read_cards(bet, OWN, base)
    patterns = {0: "2c 3c 4c 5c", 1: "2c 2d 4c 5c", 2: "2c 2d 4c 4d", 3: "2c 2d 2h 5c", 6: "2c 2d 2h 2s"}
    wins = np.full(7, prizes.number(None), dtype=np.uint8)
    for pairs, text in patterns.items():
        wins[pairs] = prizes.decided(offered.decide(own=tuple(map(card, text.split()))))
    ranks = np.indices((base,) * 4)
    return wins[sum((ranks[first] == ranks[second]).astype(int) for first, second in combinations(range(4), 2))]


def _optional_bonus_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table: the bet loses to two cards of 17 or more, and wins if the dealer's third card busts."""
    read_cards(bet, DEALER, BASE)
    numbers = np.full((BASE, BASE, BASE), prizes.number(None), dtype=np.uint8)
    for first, second in product(range(len(RANKS)), repeat=2):
        two = (Card(RANKS[first], "c"), Card(RANKS[second], "d"))
        bet.two_cards_lose[first, second] = offered.decide(dealer=two) is not None
        if not bet.two_cards_lose[first, second]:
            for third, rank in enumerate(RANKS):
                decided = prizes.decided(offered.decide(dealer=(*two, Card(rank, "h"))))
                numbers[_suits_of(first), _suits_of(second), _suits_of(third)] = decided
    _three_alike(offered, prizes, numbers, "8", "dealer")
    return numbers


def _suits_of(rank: int) -> slice:
    return slice(len(SUITS) * rank, len(SUITS) * (rank + 1))


# Wagers with a way of their own ---------------------------------------------------------------------------------------


def _display_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table of winning two-card hands, and the amounts with cumulative weights."""
    read_cards(bet, OWN[:2], BASE)
    weights = next(
        decision.prize.weights
        for own in product(DECK, repeat=2)
        if (decision := offered.decide(own=own)) and isinstance(decision.prize, Shown)
    )
    if len(weights) > r.MOST_DISPLAY_AMOUNTS:
        raise CannotSimulateError(f"{offered.wager.name} has more than {r.MOST_DISPLAY_AMOUNTS} amounts")
    bet.amounts = len(weights)
    for number, (amount, weight) in enumerate(sorted(weights.items())):
        bet.weight += weight
        bet.amount[number], bet.weight_up_to[number] = amount, bet.weight
    return _by_two_cards(offered, prizes)


def _progressive_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the table by the number of leading aces and their suits; two aces wait for more cards."""
    meters, offer = offered.wager.meters, offered.offer
    assert meters is not None
    for aces in range(5):
        for place, suits in enumerate(product(SUITS, repeat=4)):
            own = tuple(Card("A", suit) if number < aces else card("5d") for number, suit in enumerate(suits))
            decided = offered.decide(own=own, own_done=True)
            bet.aces_pay[aces, place] = _cents_paid(decided.prize if decided else None)
    bet.meter_start = meters.opening(offer)[0]
    bet.meter_reset = reset_to = meters.after_a_win((0, 0, 0), offer)[0]
    share = _share(lambda wagers: meters.shows((0, wagers, 0), offer))
    share_of_reset = _share(lambda wagers: meters.after_a_win((0, 0, wagers), offer)[0] - reset_to)
    bet.meter_cents, bet.meter_wagers = share.as_integer_ratio()
    bet.both_meters_cents, bet.both_meters_wagers = (share + share_of_reset).as_integer_ratio()
    full = (1000, 0, 0)
    bet.meter_pays_fixed_prizes = meters.after_a_fixed_prize(full, offered.table, offer, 10) != full
    three_aces = tuple(map(card, ("Ac", "Ad", "Ah")))
    split = offered.decide(own=three_aces, hands=2, own_done=True)
    bet.reads_two_if_split = split != offered.decide(own=three_aces, own_done=True)
    return _first_ace_table(bet, prizes)


def _first_ace_table(bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Return what leading aces win: nothing without one; a prize for one alone, unless the meter pays it."""
    read_cards(bet, OWN[:2], BASE)
    numbers = np.full((BASE, BASE), prizes.number(None), dtype=np.uint8)
    aces = _suits_of(RANKS.index("A"))
    for suit, first in enumerate(range(aces.start, aces.stop)):
        paid = int(bet.aces_pay[1, suit * len(SUITS) ** 3])
        if paid != r.LOSES:
            is_prize = paid != r.WHOLE_METER and not bet.meter_pays_fixed_prizes
            numbers[first] = prizes.number(FixedPrize(paid)) if is_prize else r.BY_RECORDS
    numbers[aces, aces] = r.BY_RECORDS
    return numbers


def _cents_paid(prize: Prize | None) -> int:
    match prize:
        case FixedPrize(cents):
            return cents
        case WholeMeter():
            return r.WHOLE_METER
    return r.LOSES


def _share(shows: Callable[[int], int]) -> Fraction:
    """Return the part of each wager that goes to a meter, in cents; fractions of a cent add up."""
    wagers = 10**9
    return Fraction(shows(wagers), wagers).limit_denominator(10**6)


def _streak_table(offered: OfferedBet, bet: BetRecord, prizes: PrizeList) -> Numbers:
    """Build the tables for a streak: the result of a round, and the streak after a lost, a void and a won round."""
    carries = offered.wager.carries
    assert carries is not None
    for hands in range(1, r.HAND_COUNTS):
        for wins, losses in product(range(hands + 1), repeat=2):
            if wins + losses <= hands:
                results = ("win",) * wins + ("lose",) * losses + ("push",) * (hands - wins - losses)
                bet.streak_result[hands, wins, losses] = _round_for_streak(offered, results)
    for won in range(5):
        for result, name in ((r.STREAK_LOST, "lose"), (r.STREAK_VOID, "push"), (r.STREAK_WON, "win")):
            decided = offered.decide(won=won, results=(name,))
            if decided is None:
                after, _ = carries(Facts(offered.table, offered.offer, offered.bet, won=won, results=(name,)))  # type: ignore[arg-type]
                bet.streak_after[won, result] = after
                bet.streak_net[:, won, result] = r.UNDECIDED
            else:
                bet.streak_after[won, result] = r.NO_STREAK
                bet.streak_net[:, won, result] = [net_of(decided.prize, int(stake), True) for stake in bet.stakes]
    bet.shift = 0
    prizes.number(StakeReturned())
    return np.zeros(1, dtype=np.uint8)


def _round_for_streak(offered: OfferedBet, results: tuple[str, ...]) -> int:
    """Return a round's result for a bet that needs one more win: it wins, loses or stays."""
    decided = offered.decide(won=int(offered.bet) - 1, results=results)
    if decided is None:
        return r.STREAK_VOID
    return r.STREAK_WON if decided.prize else r.STREAK_LOST


_TABLE_OF: Final[dict[object, Callable[[OfferedBet, BetRecord, PrizeList], Numbers]]] = {
    sevens.WAGER.decide: _sevens_table,
    progressive.WAGER.decide: _progressive_table,
    blackjack_bonus.WAGER.decide: _display_table,
    streak.WAGER.decide: _streak_table,
    match_the_dealer.WAGER.decide: _match_the_dealer_table,
    MATCH_THE_DEALER.decide: _match_the_dealer_table,
    twenty_point_bonus.WAGER.decide: _twenty_point_table,
    optional_bonus.WAGER.decide: _optional_bonus_table,
    switch_match.WAGER.decide: _switch_match_table,
}
