"""Side bets: what each wins or loses, from the cards of its box, the dealer's cards and the main wager's results."""

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.hands import hand_at, total
from chapter47.blackjack.simulation.kernel.settle import to_the_cent
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, kernel.settle, **INNER)
RANK_ACE, RANK_7, RANK_8 = 12, 5, 6


@compiled
def lay_side_bets(rules: Ints, felt: Ints) -> None:
    """Before the first card: chips for the meters, and streak bets where none stands from earlier rounds."""
    for line in range(rules[mem.SIDE_BETS]):
        place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
        kind = rules[place + mem.BET_KIND]
        for box in range(rules[mem.BOXES]):
            felt[mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line] = mem.UNDECIDED
            if rules[place + mem.BET_STAKES + box] and kind == mem.PROGRESSIVE:
                felt[mem.METERS + 3 * line + 1] += 1
                felt[mem.METERS + 3 * line + 2] += 1
    for box in range(rules[mem.BOXES]):
        lay_streaks(rules, felt, box)


@compiled
def lay_streaks(rules: Ints, felt: Ints, box: int) -> None:
    """Several are made before the same hand, and none while one is in play (2.22(k))."""
    standing = False
    for line in range(rules[mem.SIDE_BETS]):
        standing |= felt[mem.STREAKS + box * mem.MOST_SIDE_BETS + line] != mem.NO_STREAK
    for line in range(rules[mem.SIDE_BETS]):
        place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
        if rules[place + mem.BET_KIND] == mem.STREAK and rules[place + mem.BET_STAKES + box] and not standing:
            felt[mem.STREAKS + box * mem.MOST_SIDE_BETS + line] = 0


@compiled
def settle_sides(rules: Ints, felt: Ints, box: int, dealer_blackjack: bool) -> None:
    """The side bets of a box, when its main wagers are settled."""
    for line in range(rules[mem.SIDE_BETS]):
        place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
        stake = rules[place + mem.BET_STAKES + box]
        if not stake:
            continue
        kind = rules[place + mem.BET_KIND]
        won = mem.UNDECIDED
        if kind == mem.PROGRESSIVE:
            won = progressive(rules, felt, box, line) - stake
        elif kind == mem.STREAK:
            won = streak(rules, felt, box, line, stake)
        elif kind == mem.BY_CARDS:
            won = net_by_cards(rules, place, stake, cards_pay(rules, felt, box, place))
        elif kind != mem.DISPLAYED and kind != mem.TWENTY_POINT:
            won = net(stake, ratio(rules, felt, box, place, kind), rules[place + mem.BET_DENOMINATOR])
        felt[mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line] = won


@compiled
def net(stake: int, num: int, den: int) -> int:
    """The stake goes back with its winnings."""
    return -stake if num == mem.LOSES else to_the_cent(num * stake, den)


@compiled
def cards_pay(rules: Ints, felt: Ints, box: int, place: int) -> int:
    """What the bet's card table says of the cards that it reads."""
    base, shift = rules[place + mem.CARD_TABLE_BASE], rules[place + mem.CARD_TABLE_SHIFT]
    index = 0
    for number in range(rules[place + mem.CARDS_READ]):
        card = card_read(felt, box, rules[place + mem.CARD_READ + number])
        index = index * base + (base - 1 if card < 0 else card >> shift)
    return rules[rules[place + mem.CARD_TABLE] + index]


@compiled
def card_read(felt: Ints, box: int, which: int) -> int:
    """A card of the box or of the dealer, by its number; negative where none came."""
    if which < mem.DEALER_CARD:
        b = mem.BOX + box * mem.BOX_SIZE
        return felt[b + mem.BOX_CARDS + which] if felt[b + mem.BOX_CARD_COUNT] > which else -1
    number = which - mem.DEALER_CARD
    if felt[mem.DEALER_CARDS] <= number:
        return -1
    if number == 0:
        return felt[mem.UP_CARD]
    return felt[mem.SECOND_CARD] if number == 1 else felt[mem.DEALER_THIRD_CARD]


@compiled
def net_by_cards(rules: Ints, place: int, stake: int, pays: int) -> int:
    if pays == mem.LOSES:
        return -stake
    if pays == mem.STAKE_RETURNED:
        return 0
    fixed = pays <= mem.FIXED_PRIZE
    won = mem.FIXED_PRIZE - pays if fixed else to_the_cent(pays * stake, rules[place + mem.BET_DENOMINATOR])
    return won if rules[place + mem.STAKE_GOES_BACK] else won - stake


@compiled
def two_cards(felt: Ints, box: int) -> int:
    own = mem.BOX + box * mem.BOX_SIZE + mem.BOX_CARDS
    return felt[own] * mem.CARDS + felt[own + 1]


@compiled
def ratio(rules: Ints, felt: Ints, box: int, place: int, kind: int) -> int:
    """What the cards pay, over the line's denominator."""
    if kind == mem.SEVENS:
        return sevens(rules, felt, box, place)
    if kind == mem.MATCH_THE_DEALER:
        return match(rules, felt, box, place)
    if kind == mem.OPTIONAL_BONUS:
        return optional(rules, felt, place)
    own = mem.BOX + box * mem.BOX_SIZE + mem.BOX_CARDS
    pairs = 0
    for first_card in range(4):
        for second_card in range(first_card):
            pairs += (felt[own + first_card] >> 2) == (felt[own + second_card] >> 2)
    return rules[place + mem.BET_FIGURES + pairs]


@compiled
def sevens(rules: Ints, felt: Ints, box: int, place: int) -> int:
    """A third seven counts if it was dealt face up to the hand of the first two."""
    b = mem.BOX + box * mem.BOX_SIZE
    a, c, d = felt[b + mem.BOX_CARDS], felt[b + mem.BOX_CARDS + 1], felt[b + mem.BOX_CARDS + 2]
    h = hand_at(felt, box, 0)
    third = felt[b + mem.BOX_CARD_COUNT] > 2 and felt[b + mem.HAND_COUNT] == 1 and felt[h + mem.WAS_DOWN] == 0
    if third and (a >> 2) == RANK_7 and (c >> 2) == RANK_7 and (d >> 2) == RANK_7:
        return rules[place + mem.BET_FIGURES + ((a & 3) * 4 + (c & 3)) * 4 + (d & 3)]
    return rules[place + mem.TWO_CARDS_PAY + two_cards(felt, box)]


@compiled
def match(rules: Ints, felt: Ints, box: int, place: int) -> int:
    own, up = mem.BOX + box * mem.BOX_SIZE + mem.BOX_CARDS, felt[mem.UP_CARD]
    pattern = 0
    for number in range(2):
        card = felt[own + number]
        alike = 0
        if (card >> 2) == (up >> 2):
            alike = 2 if (card & 3) == (up & 3) else 1
        pattern = pattern * 3 + alike
    return rules[place + mem.BET_FIGURES + pattern]


@compiled
def optional(rules: Ints, felt: Ints, place: int) -> int:
    """Lost with enough in two cards, else by the dealer's third card if it is too much."""
    a, b, c = felt[mem.UP_CARD], felt[mem.SECOND_CARD], felt[mem.DEALER_THIRD_CARD]
    if rules[place + mem.BET_FIGURES + 13 * (a >> 2) + (b >> 2)]:
        return mem.LOSES
    low = aces = 0
    for card in (a, b, c):
        value = rules[mem.CARD_VALUE + card]
        aces += value == 11
        low += 1 if value == 11 else value
    if total(low, aces) <= LIMIT:
        return mem.LOSES
    if (a >> 2) == RANK_8 and (b >> 2) == RANK_8 and (c >> 2) == RANK_8:
        return rules[place + mem.BET_FIGURES + mem.THREE_EIGHTS_PAY + ((a & 3) * 4 + (b & 3)) * 4 + (c & 3)]
    return rules[place + mem.BET_FIGURES + mem.THIRD_CARD_PAYS + (c >> 2)]


# Bets that carry something over ---------------------------------------------------------------------------------------


@compiled
def streak(rules: Ints, felt: Ints, box: int, line: int, stake: int) -> int:
    """Undecided while it stands for the next round."""
    place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE + mem.BET_FIGURES
    here = mem.STREAKS + box * mem.MOST_SIDE_BETS + line
    if felt[here] == mem.NO_STREAK:
        return mem.UNDECIDED
    hands = felt[mem.BOX + box * mem.BOX_SIZE + mem.HAND_COUNT]
    wins = losses = 0
    for number in range(hands):
        outcome = felt[hand_at(felt, box, number) + mem.OUTCOME]
        wins += outcome > 0
        losses += outcome < 0
    result = rules[place + mem.STREAK_RESULT + (hands * 5 + wins) * 5 + losses]
    next_one = rules[place + 3 * felt[here] + result]
    if next_one < mem.LOSES:
        felt[here] = next_one - mem.STREAK_STAYS
        return mem.UNDECIDED
    felt[here] = mem.NO_STREAK
    return net(stake, next_one, rules[mem.SIDE_BET + line * mem.SIDE_BET_SIZE + mem.BET_DENOMINATOR])


@compiled
def prize(rules: Ints, felt: Ints, box: int, line: int) -> int:
    """By the aces that came first to the box."""
    place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
    b = mem.BOX + box * mem.BOX_SIZE
    read = min(felt[b + mem.BOX_CARD_COUNT], 4)
    if rules[place + mem.READS_TWO_IF_SPLIT] and felt[b + mem.HAND_COUNT] > rules[mem.HANDS_PER_BOX]:
        read = 2
    aces = suits = 0
    while aces < read and (felt[b + mem.BOX_CARDS + aces] >> 2) == RANK_ACE:
        aces += 1
    for number in range(4):
        suits = suits * 4 + (felt[b + mem.BOX_CARDS + number] & 3 if number < aces else 0)
    return rules[place + mem.BET_FIGURES + 256 * aces + suits]


@compiled
def shows(rules: Ints, felt: Ints, line: int) -> int:
    place, meter = mem.SIDE_BET + line * mem.SIDE_BET_SIZE, mem.METERS + 3 * line
    return felt[meter] + felt[meter + 1] * rules[place + mem.METER_CENTS] // rules[place + mem.METER_WAGERS]


@compiled
def on_the_meters(rules: Ints, felt: Ints, line: int) -> int:
    """What the meter and the reset meter hold."""
    place, meter = mem.SIDE_BET + line * mem.SIDE_BET_SIZE, mem.METERS + 3 * line
    return felt[meter] + felt[meter + 1] * rules[place + mem.BOTH_METERS_CENTS] // rules[place + mem.BOTH_METERS_WAGERS]


@compiled
def progressive(rules: Ints, felt: Ints, box: int, line: int) -> int:
    """A fixed amount, or a share of the meter, which begins anew when the last of its winners is paid."""
    place, meter = mem.SIDE_BET + line * mem.SIDE_BET_SIZE, mem.METERS + 3 * line
    won = prize(rules, felt, box, line)
    if won == mem.LOSES:
        return 0
    if won != mem.WHOLE_METER:
        if rules[place + mem.METER_PAYS_FIXED_PRIZES]:
            felt[meter] -= min(won, shows(rules, felt, line))
        return won
    winners = before = 0
    for other_box in range(rules[mem.BOXES]):
        if rules[place + mem.BET_STAKES + other_box] and prize(rules, felt, other_box, line) == mem.WHOLE_METER:
            winners += 1
            before += other_box < box
    whole = shows(rules, felt, line)
    if before == 0:
        since, den = felt[meter + 2], rules[place + mem.METER_WAGERS]
        kept = since * rules[place + mem.BOTH_METERS_CENTS] // rules[place + mem.BOTH_METERS_WAGERS]
        felt[meter] = rules[place + mem.METER_RESET] + kept - since * rules[place + mem.METER_CENTS] // den
        felt[meter + 1] = felt[meter + 2] = 0
    return whole // winners + (1 if before >= winners - whole % winners else 0)


# Bets that are settled after all others -------------------------------------------------------------------------------


@compiled
def last_bets(rules: Ints, felt: Ints, dealer_blackjack: bool) -> None:
    for line in range(rules[mem.SIDE_BETS]):
        if rules[mem.SIDE_BET + line * mem.SIDE_BET_SIZE + mem.BET_KIND] == mem.TWENTY_POINT:
            twenty(rules, felt, line, dealer_blackjack)
    for box in range(rules[mem.BOXES]):
        for line in range(rules[mem.SIDE_BETS]):
            place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
            if rules[place + mem.BET_KIND] == mem.DISPLAYED and rules[place + mem.BET_STAKES + box]:
                shown(rules, felt, box, line)


@compiled
def twenty(rules: Ints, felt: Ints, line: int, dealer_blackjack: bool) -> None:
    """With a cap on the top prize its winners share it by their stakes (2.24(h))."""
    place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
    wanted = staked = winners = 0
    for box in range(rules[mem.BOXES]):
        stake = rules[place + mem.BET_STAKES + box]
        if stake:
            cards = two_cards(felt, box)
            num = rules[place + (mem.PAY_AT_BLACKJACK if dealer_blackjack else mem.TWO_CARDS_PAY) + cards]
            den = rules[place + mem.BET_DENOMINATOR]
            felt[mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line] = net(stake, num, den)
            if num != rules[place + mem.TWO_CARDS_PAY + cards]:
                wanted += to_the_cent(num * stake, den)
                staked += stake
                winners += 1
    cap = rules[place + mem.PRIZE_CAP]
    if winners and 0 <= cap < wanted:
        share_the_cap(rules, felt, line, staked, winners)


@compiled
def share_the_cap(rules: Ints, felt: Ints, line: int, staked: int, winners: int) -> None:
    place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
    cap = odd = rules[place + mem.PRIZE_CAP]
    for again in range(2):
        number = 0
        for box in range(rules[mem.BOXES]):
            stake = rules[place + mem.BET_STAKES + box]
            cards = two_cards(felt, box)
            if stake and rules[place + mem.TWO_CARDS_PAY + cards] != rules[place + mem.PAY_AT_BLACKJACK + cards]:
                part = cap * stake // staked
                if again:
                    part += 1 if number >= winners - odd else 0
                    felt[mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line] = part
                else:
                    odd -= part
                number += 1


@compiled
def shown(rules: Ints, felt: Ints, box: int, line: int) -> None:
    """An amount by its weight, from a hash of the seed and the number of the decision."""
    place = mem.SIDE_BET + line * mem.SIDE_BET_SIZE
    here = mem.BOX + box * mem.BOX_SIZE + mem.SIDE_NET + line
    stake = rules[place + mem.BET_STAKES + box]
    if rules[place + mem.TWO_CARDS_PAY + two_cards(felt, box)] == mem.LOSES:
        felt[here] = -stake
        return
    word = split_mix(felt[mem.SEED], felt[mem.DECISIONS]) >> np.uint64(1)
    felt[mem.DECISIONS] += 1
    part = np.int64(word) % rules[place + mem.DISPLAY_WEIGHT]
    number = 0
    while rules[place + mem.BET_FIGURES + 2 * number + 1] <= part:
        number += 1
    back = 0 if rules[place + mem.STAKE_GOES_BACK] else stake
    felt[here] = rules[place + mem.BET_FIGURES + 2 * number] - back
