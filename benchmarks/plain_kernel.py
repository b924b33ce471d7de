"""The unit of speed: a plain blackjack kernel, as one writes it in an afternoon.

One box against a dealer who stands on 17 and draws a hole card; basic strategy from a table; doubling, splitting to
four hands, a shuffle by xorshift at the cutting card. It has no options and keeps one sum. Other kernels are measured
as multiples of it, in turn with it, so that whatever else runs on the machine slows both."""

import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray

from chapter47.core.numeric.compiled import compiled

DECKS = 6
CUT = DECKS * 52 * 3 // 4
HANDS = 4
HIT, STAND, DOUBLE, SPLIT = range(4)

_LETTERS = "HSDP"
_HARD = {
    range(4, 9): "HHHHHHHHHH",
    range(9, 10): "HDDDDHHHHH",
    range(10, 11): "DDDDDDDDHH",
    range(11, 12): "DDDDDDDDDH",
    range(12, 13): "HHSSSHHHHH",
    range(13, 17): "SSSSSHHHHH",
    range(17, 22): "SSSSSSSSSS",
}
_SOFT = {
    range(12, 15): "HHHDDHHHHH",
    range(15, 17): "HHDDDHHHHH",
    range(17, 18): "HDDDDHHHHH",
    range(18, 19): "SDDDDSSHHH",
    range(19, 22): "SSSSSSSSSS",
}
_PAIRS = {
    2: "PPPPPPHHHH",
    3: "PPPPPPHHHH",
    4: "HHHPPHHHHH",
    5: "DDDDDDDDHH",
    6: "PPPPPHHHHH",
    7: "PPPPPPHHHH",
    8: "PPPPPPPPPP",
    9: "PPPPPSPPSS",
    10: "SSSSSSSSSS",
    11: "PPPPPPPPPP",
}
Chart = NDArray[np.int8]


def _chart(rows: dict[range, str]) -> Chart:
    """By total and the dealer's up card, 2 to 11."""
    chart = np.zeros((22, 12), dtype=np.int8)
    for totals, letters in rows.items():
        for total in totals:
            chart[total, 2:] = [_LETTERS.index(letter) for letter in letters]
    return chart


HARD_CHART, SOFT_CHART = _chart(_HARD), _chart(_SOFT)
PAIR_CHART = _chart({range(value, value + 1): letters for value, letters in _PAIRS.items()})
SHOE = np.array([*range(52)] * DECKS, dtype=np.int64)
VALUE = np.array([*range(2, 11), 10, 10, 10, 11], dtype=np.int64)
"""By rank; a card's number is its rank times four and its suit."""


@compiled
def _shuffle(cards: NDArray[np.int64], word: np.uint64) -> np.uint64:
    for place in range(len(cards) - 1, 0, -1):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        other = np.int64(word % np.uint64(place + 1))
        cards[place], cards[other] = cards[other], cards[place]
    return word


@compiled
def _value(card: int) -> int:
    return int(VALUE[card >> 2])


@compiled
def _with_card(total: int, aces: int, card: int) -> tuple[int, int]:
    """The total and how many of its aces count eleven."""
    total += card
    if card == 11:
        aces += 1
    if total > 21 and aces > 0:
        return total - 10, aces - 1
    return total, aces


@compiled
def play(rounds: int, seed: int) -> float:
    """What so many rounds won, in wagers."""
    word, cards, at = np.uint64(seed), SHOE.copy(), len(SHOE)
    totals, wagers = np.zeros(HANDS, dtype=np.int64), np.zeros(HANDS, dtype=np.int64)
    waiting = np.zeros(HANDS, dtype=np.int64)
    won = 0.0
    for _ in range(rounds):
        if at >= CUT:
            word = _shuffle(cards, word)
            at = 1
        first, up, second, hole = _value(cards[at]), _value(cards[at + 1]), _value(cards[at + 2]), _value(cards[at + 3])
        at += 4
        player_natural, dealer_natural = first + second == 21, up + hole == 21
        if player_natural or dealer_natural:
            won += 0.0 if player_natural and dealer_natural else 1.5 if player_natural else -1.0
            continue
        hands, done, decides = 1, 0, False
        waiting[0] = 0
        while done < hands:
            if waiting[done]:
                first, second = waiting[done], _value(cards[at])
                at += 1
            total, aces = _with_card(first, 1 if first == 11 else 0, second)
            wager, count = 1, 2
            while total < 21:
                if count == 2 and first == second and hands < HANDS:
                    move = PAIR_CHART[first, up]
                elif aces:
                    move = SOFT_CHART[total, up]
                else:
                    move = HARD_CHART[total, up]
                if hands > 1 and first == 11 and move != SPLIT:
                    break
                if move == SPLIT:
                    waiting[hands] = first
                    hands += 1
                    second = _value(cards[at])
                    at += 1
                    total, aces = _with_card(first, 1 if first == 11 else 0, second)
                    continue
                if move == STAND:
                    break
                total, aces = _with_card(total, aces, _value(cards[at]))
                at += 1
                count += 1
                if move == DOUBLE and count == 3:
                    wager = 2
                    break
            totals[done], wagers[done] = total, wager
            decides |= total <= 21
            done += 1
        total, aces = _with_card(up, 1 if up == 11 else 0, hole)
        while decides and total < 17:
            total, aces = _with_card(total, aces, _value(cards[at]))
            at += 1
        for hand in range(hands):
            if totals[hand] > 21 or (total <= 21 and totals[hand] < total):
                won -= wagers[hand]
            elif total > 21 or totals[hand] > total:
                won += wagers[hand]
    return won


def multiple(other: Callable[[int], object], rounds: int, plain_rounds: int = 1_000_000, turns: int = 9) -> float:
    """How many times as many rounds per second another kernel plays; the median of several turns with the plain one."""
    other(rounds)
    play(plain_rounds, 1)
    ratios = []
    for turn in range(turns):
        begun = time.process_time()
        play(plain_rounds, turn + 1)
        between = time.process_time()
        other(rounds)
        ratios.append((between - begun) / plain_rounds / ((time.process_time() - between) / rounds))
    return median(ratios)


def rate(rounds: int = 2_000_000) -> float:
    """Rounds per second of one core."""
    play(1000, 1)
    begun = time.process_time()
    play(rounds, 7)
    return rounds / (time.process_time() - begun)
