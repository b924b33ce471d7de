"""Side bets: what each wins or loses, from the cards of its box, the dealer's cards and the main wager's results."""

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation.kernel import (
    cards as kernel_cards,
)
from chapter47.blackjack.simulation.kernel import (
    hands as kernel_hands,
)
from chapter47.blackjack.simulation.kernel import memory_map as f
from chapter47.blackjack.simulation.kernel import (
    moves as kernel_moves,
)
from chapter47.blackjack.simulation.kernel import (
    play as kernel_play,
)
from chapter47.blackjack.simulation.kernel import (
    settle as kernel_settle,
)
from chapter47.blackjack.simulation.kernel.hands import hand_at, total
from chapter47.blackjack.simulation.kernel.settle import to_the_cent
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(f, generator, kernel_cards, kernel_hands, kernel_moves, kernel_play, kernel_settle, **INNER)
RANK_ACE, RANK_7, RANK_8 = 12, 5, 6


@compiled
def lay_side_bets(rules: Ints, felt: Ints) -> None:
    """Before the first card: chips for the meters, and streak bets where none stands from earlier rounds."""
    for line in range(rules[f.LINES]):
        place = f.LINE + line * f.LINE_SIZE
        kind = rules[place + f.LINE_KIND]
        for box in range(rules[f.BOXES]):
            felt[f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line] = f.UNDECIDED
            if rules[place + f.STAKED + box] and kind == f.PROGRESSIVE:
                felt[f.METERS + 3 * line + 1] += 1
                felt[f.METERS + 3 * line + 2] += 1
    for box in range(rules[f.BOXES]):
        lay_streaks(rules, felt, box)


@compiled
def lay_streaks(rules: Ints, felt: Ints, box: int) -> None:
    """Several are made before the same hand, and none while one is in play (2.22(k))."""
    standing = False
    for line in range(rules[f.LINES]):
        standing |= felt[f.STREAKS + box * f.MOST_LINES + line] != f.NO_STREAK
    for line in range(rules[f.LINES]):
        place = f.LINE + line * f.LINE_SIZE
        if rules[place + f.LINE_KIND] == f.STREAK and rules[place + f.STAKED + box] and not standing:
            felt[f.STREAKS + box * f.MOST_LINES + line] = 0


@compiled
def settle_sides(rules: Ints, felt: Ints, box: int, dealer_blackjack: bool) -> None:
    """The side bets of a box, when its main wagers are settled."""
    for line in range(rules[f.LINES]):
        place = f.LINE + line * f.LINE_SIZE
        stake = rules[place + f.STAKED + box]
        if not stake:
            continue
        kind = rules[place + f.LINE_KIND]
        won = f.UNDECIDED
        if kind == f.PROGRESSIVE:
            won = progressive(rules, felt, box, line) - stake
        elif kind == f.STREAK:
            won = streak(rules, felt, box, line, stake)
        elif kind != f.SHOWN and kind != f.TWENTY:
            won = net(stake, ratio(rules, felt, box, place, kind), rules[place + f.LINE_DEN])
        felt[f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line] = won


@compiled
def net(stake: int, num: int, den: int) -> int:
    """The stake goes back with its winnings."""
    return -stake if num == f.LOSES else to_the_cent(num * stake, den)


@compiled
def two_cards(felt: Ints, box: int) -> int:
    own = f.BOX + box * f.BOX_SIZE + f.OWN
    return felt[own] * f.CARDS + felt[own + 1]


@compiled
def ratio(rules: Ints, felt: Ints, box: int, place: int, kind: int) -> int:
    """What the cards pay, over the line's denominator."""
    if kind == f.TWO:
        return rules[place + f.PAY + two_cards(felt, box)]
    if kind == f.SEVENS:
        return sevens(rules, felt, box, place)
    if kind == f.MATCH:
        return match(rules, felt, box, place)
    if kind == f.OPTIONAL:
        return optional(rules, felt, place)
    own = f.BOX + box * f.BOX_SIZE + f.OWN
    pairs = 0
    for one in range(4):
        for other in range(one):
            pairs += (felt[own + one] >> 2) == (felt[own + other] >> 2)
    return rules[place + f.FIGURES + pairs]


@compiled
def sevens(rules: Ints, felt: Ints, box: int, place: int) -> int:
    """A third seven counts if it was dealt face up to the hand of the first two."""
    b = f.BOX + box * f.BOX_SIZE
    a, c, d = felt[b + f.OWN], felt[b + f.OWN + 1], felt[b + f.OWN + 2]
    h = hand_at(felt, box, 0)
    third = felt[b + f.OWN_CARDS] > 2 and felt[b + f.HANDS_OF] == 1 and felt[h + f.WAS_DOWN] == 0
    if third and (a >> 2) == RANK_7 and (c >> 2) == RANK_7 and (d >> 2) == RANK_7:
        return rules[place + f.FIGURES + ((a & 3) * 4 + (c & 3)) * 4 + (d & 3)]
    return rules[place + f.PAY + two_cards(felt, box)]


@compiled
def match(rules: Ints, felt: Ints, box: int, place: int) -> int:
    own, up = f.BOX + box * f.BOX_SIZE + f.OWN, felt[f.UP]
    pattern = 0
    for number in range(2):
        card = felt[own + number]
        alike = 0
        if (card >> 2) == (up >> 2):
            alike = 2 if (card & 3) == (up & 3) else 1
        pattern = pattern * 3 + alike
    return rules[place + f.FIGURES + pattern]


@compiled
def optional(rules: Ints, felt: Ints, place: int) -> int:
    """Lost with enough in two cards, else by the dealer's third card if it is too much."""
    a, b, c = felt[f.UP], felt[f.SECOND], felt[f.DEALER_THIRD]
    if rules[place + f.FIGURES + 13 * (a >> 2) + (b >> 2)]:
        return f.LOSES
    low = aces = 0
    for card in (a, b, c):
        value = rules[f.VALUE + card]
        aces += value == 11
        low += 1 if value == 11 else value
    if total(low, aces) <= LIMIT:
        return f.LOSES
    if (a >> 2) == RANK_8 and (b >> 2) == RANK_8 and (c >> 2) == RANK_8:
        return rules[place + f.FIGURES + f.EIGHTS + ((a & 3) * 4 + (b & 3)) * 4 + (c & 3)]
    return rules[place + f.FIGURES + f.THIRD + (c >> 2)]


# Bets that carry something over ---------------------------------------------------------------------------------------


@compiled
def streak(rules: Ints, felt: Ints, box: int, line: int, stake: int) -> int:
    """Undecided while it stands for the next round."""
    place = f.LINE + line * f.LINE_SIZE + f.FIGURES
    here = f.STREAKS + box * f.MOST_LINES + line
    if felt[here] == f.NO_STREAK:
        return f.UNDECIDED
    hands = felt[f.BOX + box * f.BOX_SIZE + f.HANDS_OF]
    wins = losses = 0
    for number in range(hands):
        outcome = felt[hand_at(felt, box, number) + f.OUTCOME]
        wins += outcome > 0
        losses += outcome < 0
    result = rules[place + f.STREAK_OF + (hands * 5 + wins) * 5 + losses]
    next_one = rules[place + 3 * felt[here] + result]
    if next_one < f.LOSES:
        felt[here] = next_one - f.CARRIED
        return f.UNDECIDED
    felt[here] = f.NO_STREAK
    return net(stake, next_one, rules[f.LINE + line * f.LINE_SIZE + f.LINE_DEN])


@compiled
def prize(rules: Ints, felt: Ints, box: int, line: int) -> int:
    """By the aces that came first to the box."""
    place = f.LINE + line * f.LINE_SIZE
    b = f.BOX + box * f.BOX_SIZE
    read = min(felt[b + f.OWN_CARDS], 4)
    if rules[place + f.LINE_UNSPLIT] and felt[b + f.HANDS_OF] > rules[f.HANDS_PER_BOX]:
        read = 2
    aces = suits = 0
    while aces < read and (felt[b + f.OWN + aces] >> 2) == RANK_ACE:
        aces += 1
    for number in range(4):
        suits = suits * 4 + (felt[b + f.OWN + number] & 3 if number < aces else 0)
    return rules[place + f.FIGURES + 256 * aces + suits]


@compiled
def shows(rules: Ints, felt: Ints, line: int) -> int:
    place, meter = f.LINE + line * f.LINE_SIZE, f.METERS + 3 * line
    return felt[meter] + felt[meter + 1] * rules[place + f.METER_NUM] // rules[place + f.METER_DEN]


@compiled
def on_the_meters(rules: Ints, felt: Ints, line: int) -> int:
    """What the meter and the reset meter hold."""
    place, meter = f.LINE + line * f.LINE_SIZE, f.METERS + 3 * line
    return felt[meter] + felt[meter + 1] * rules[place + f.METER_ALL_NUM] // rules[place + f.METER_ALL_DEN]


@compiled
def progressive(rules: Ints, felt: Ints, box: int, line: int) -> int:
    """A fixed amount, or a share of the meter, which begins anew when the last of its winners is paid."""
    place, meter = f.LINE + line * f.LINE_SIZE, f.METERS + 3 * line
    won = prize(rules, felt, box, line)
    if won == f.LOSES:
        return 0
    if won != f.WHOLE_METER:
        if rules[place + f.METER_PAYS_ALL]:
            felt[meter] -= min(won, shows(rules, felt, line))
        return won
    winners = before = 0
    for other in range(rules[f.BOXES]):
        if rules[place + f.STAKED + other] and prize(rules, felt, other, line) == f.WHOLE_METER:
            winners += 1
            before += other < box
    whole = shows(rules, felt, line)
    if before == 0:
        since, den = felt[meter + 2], rules[place + f.METER_DEN]
        kept = since * rules[place + f.METER_ALL_NUM] // rules[place + f.METER_ALL_DEN]
        felt[meter] = rules[place + f.METER_RESET] + kept - since * rules[place + f.METER_NUM] // den
        felt[meter + 1] = felt[meter + 2] = 0
    return whole // winners + (1 if before >= winners - whole % winners else 0)


# Bets that are settled after all others -------------------------------------------------------------------------------


@compiled
def last_bets(rules: Ints, felt: Ints, dealer_blackjack: bool) -> None:
    for line in range(rules[f.LINES]):
        if rules[f.LINE + line * f.LINE_SIZE + f.LINE_KIND] == f.TWENTY:
            twenty(rules, felt, line, dealer_blackjack)
    for box in range(rules[f.BOXES]):
        for line in range(rules[f.LINES]):
            place = f.LINE + line * f.LINE_SIZE
            if rules[place + f.LINE_KIND] == f.SHOWN and rules[place + f.STAKED + box]:
                shown(rules, felt, box, line)


@compiled
def twenty(rules: Ints, felt: Ints, line: int, dealer_blackjack: bool) -> None:
    """With a cap on the top prize its winners share it by their stakes (2.24(h))."""
    place = f.LINE + line * f.LINE_SIZE
    wanted = staked = winners = 0
    for box in range(rules[f.BOXES]):
        stake = rules[place + f.STAKED + box]
        if stake:
            cards = two_cards(felt, box)
            num = rules[place + (f.PAY_BLACKJACK if dealer_blackjack else f.PAY) + cards]
            felt[f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line] = net(stake, num, rules[place + f.LINE_DEN])
            if num != rules[place + f.PAY + cards]:
                wanted += to_the_cent(num * stake, rules[place + f.LINE_DEN])
                staked += stake
                winners += 1
    cap = rules[place + f.LINE_CAP]
    if winners and 0 <= cap < wanted:
        share_the_cap(rules, felt, line, staked, winners)


@compiled
def share_the_cap(rules: Ints, felt: Ints, line: int, staked: int, winners: int) -> None:
    place = f.LINE + line * f.LINE_SIZE
    cap = odd = rules[place + f.LINE_CAP]
    for again in range(2):
        number = 0
        for box in range(rules[f.BOXES]):
            stake = rules[place + f.STAKED + box]
            cards = two_cards(felt, box)
            if stake and rules[place + f.PAY + cards] != rules[place + f.PAY_BLACKJACK + cards]:
                part = cap * stake // staked
                if again:
                    part += 1 if number >= winners - odd else 0
                    felt[f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line] = part
                else:
                    odd -= part
                number += 1


@compiled
def shown(rules: Ints, felt: Ints, box: int, line: int) -> None:
    """An amount by its weight, from a hash of the seed and the number of the decision."""
    place = f.LINE + line * f.LINE_SIZE
    here = f.BOX + box * f.BOX_SIZE + f.SIDE_NET + line
    stake = rules[place + f.STAKED + box]
    if rules[place + f.PAY + two_cards(felt, box)] == f.LOSES:
        felt[here] = -stake
        return
    word = split_mix(felt[f.SEED], felt[f.DECISIONS]) >> np.uint64(1)
    felt[f.DECISIONS] += 1
    part = np.int64(word) % rules[place + f.SHOWN_WEIGHT]
    number = 0
    while rules[place + f.FIGURES + 2 * number + 1] <= part:
        number += 1
    back = 0 if rules[place + f.LINE_BACK] else stake
    felt[here] = rules[place + f.FIGURES + 2 * number] - back
