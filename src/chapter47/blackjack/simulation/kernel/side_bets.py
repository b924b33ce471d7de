"""Side bets: what each wins or loses, from the cards of its box, the dealer's cards and the main wager's results."""

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Ints
from chapter47.blackjack.hands import LIMIT
from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import memory_map as mem
from chapter47.blackjack.simulation.kernel.cards import rank_of, suit_of
from chapter47.blackjack.simulation.kernel.hands import bet_at, box_at, hand_at, total
from chapter47.blackjack.simulation.kernel.settle import to_the_cent
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(mem, generator, kernel.cards, kernel.hands, kernel.moves, kernel.play, kernel.settle, **INNER)
RANK_ACE, RANK_7, RANK_8 = 12, 5, 6


@compiled
def lay_side_bets(rules: Ints, state: Ints) -> None:
    """Before the first card: chips for the meters, and streak bets where none stands from earlier rounds."""
    for bet_number in range(rules[mem.SIDE_BETS]):
        bet = bet_at(bet_number)
        kind = rules[bet + mem.BET_KIND]
        for box in range(rules[mem.BOXES]):
            state[box_at(box) + mem.SIDE_NET + bet_number] = mem.UNDECIDED
            if rules[bet + mem.BET_STAKES + box] and kind == mem.PROGRESSIVE:
                state[meter_at(bet_number) + mem.WAGERS_FOR_METER] += 1
                state[meter_at(bet_number) + mem.WAGERS_FOR_RESET_METER] += 1
    for box in range(rules[mem.BOXES]):
        lay_streaks(rules, state, box)


@compiled
def lay_streaks(rules: Ints, state: Ints, box: int) -> None:
    """Several are made before the same hand, and none while one is in play (2.22(k))."""
    standing = False
    for bet_number in range(rules[mem.SIDE_BETS]):
        standing |= state[mem.STREAKS + box * mem.MOST_SIDE_BETS + bet_number] != mem.NO_STREAK
    for bet_number in range(rules[mem.SIDE_BETS]):
        bet = bet_at(bet_number)
        if rules[bet + mem.BET_KIND] == mem.STREAK and rules[bet + mem.BET_STAKES + box] and not standing:
            state[mem.STREAKS + box * mem.MOST_SIDE_BETS + bet_number] = 0


@compiled
def settle_side_bets(rules: Ints, state: Ints, box: int) -> None:
    """The side bets of a box, when its main wagers are settled."""
    for bet_number in range(rules[mem.SIDE_BETS]):
        bet = bet_at(bet_number)
        stake = rules[bet + mem.BET_STAKES + box]
        if not stake:
            continue
        kind = rules[bet + mem.BET_KIND]
        won = mem.UNDECIDED
        if kind == mem.PROGRESSIVE:
            won = progressive_prize(rules, state, box, bet_number) - stake
        elif kind == mem.STREAK:
            won = streak_net(rules, state, box, bet_number, stake)
        elif kind == mem.BY_CARDS:
            won = net_by_cards(rules, bet, stake, card_table_pays(rules, state, box, bet))
        elif kind != mem.DISPLAYED and kind != mem.TWENTY_POINT:
            won = net_of(stake, own_way_pays(rules, state, box, bet, kind), rules[bet + mem.BET_DENOMINATOR])
        state[box_at(box) + mem.SIDE_NET + bet_number] = won


@compiled
def net_of(stake: int, pays: int, denominator: int) -> int:
    """The stake goes back with its winnings."""
    return -stake if pays == mem.LOSES else to_the_cent(pays * stake, denominator)


@compiled
def card_table_pays(rules: Ints, state: Ints, box: int, bet: int) -> int:
    """What the bet's card table says of the cards that it reads."""
    base, shift = rules[bet + mem.CARD_TABLE_BASE], rules[bet + mem.CARD_TABLE_SHIFT]
    index = 0
    for number in range(rules[bet + mem.CARDS_READ]):
        card = card_it_reads(state, box, rules[bet + mem.CARD_READ + number])
        index = index * base + (base - 1 if card < 0 else card >> shift)
    return rules[rules[bet + mem.CARD_TABLE] + index]


@compiled
def card_it_reads(state: Ints, box: int, which: int) -> int:
    """A card of the box or of the dealer, by its number; negative where none came."""
    if which < mem.DEALER_CARD:
        came = state[box_at(box) + mem.BOX_CARD_COUNT] > which
        return state[box_at(box) + mem.BOX_CARDS + which] if came else -1
    number = which - mem.DEALER_CARD
    if state[mem.DEALER_CARDS] <= number:
        return -1
    if number == 0:
        return state[mem.UP_CARD]
    return state[mem.SECOND_CARD] if number == 1 else state[mem.DEALER_THIRD_CARD]


@compiled
def net_by_cards(rules: Ints, bet: int, stake: int, pays: int) -> int:
    if pays == mem.LOSES:
        return -stake
    if pays == mem.STAKE_RETURNED:
        return 0
    fixed = pays <= mem.FIXED_PRIZE
    won = mem.FIXED_PRIZE - pays if fixed else to_the_cent(pays * stake, rules[bet + mem.BET_DENOMINATOR])
    return won if rules[bet + mem.STAKE_GOES_BACK] else won - stake


@compiled
def two_card_place(state: Ints, box: int) -> int:
    """Of the box's first two cards in a table by two cards."""
    own = box_at(box) + mem.BOX_CARDS
    return state[own] * mem.CARDS + state[own + 1]


@compiled
def own_way_pays(rules: Ints, state: Ints, box: int, bet: int, kind: int) -> int:
    """What a wager with a way of its own pays, over the bet's denominator."""
    if kind == mem.SEVENS:
        return sevens_pay(rules, state, box, bet)
    if kind == mem.MATCH_THE_DEALER:
        return match_the_dealer_pays(rules, state, box, bet)
    if kind == mem.OPTIONAL_BONUS:
        return optional_bonus_pays(rules, state, bet)
    own = box_at(box) + mem.BOX_CARDS
    pairs = 0
    for first_card in range(4):
        for second_card in range(first_card):
            pairs += rank_of(state[own + first_card]) == rank_of(state[own + second_card])
    return rules[bet + mem.BET_FIGURES + pairs]


@compiled
def sevens_pay(rules: Ints, state: Ints, box: int, bet: int) -> int:
    """A third seven counts if it was dealt face up to the hand of the first two."""
    box_base, hand = box_at(box), hand_at(box, 0)
    cards = box_base + mem.BOX_CARDS
    first, second, third = state[cards], state[cards + 1], state[cards + 2]
    has_third = state[box_base + mem.BOX_CARD_COUNT] > 2 and state[box_base + mem.HAND_COUNT] == 1
    if has_third and state[hand + mem.WAS_DOWN] == 0 and are_of_rank(RANK_7, first, second, third):
        return rules[bet + mem.BET_FIGURES + suits_place(first, second, third)]
    return rules[bet + mem.TWO_CARDS_PAY + two_card_place(state, box)]


@compiled
def are_of_rank(rank: int, first: int, second: int, third: int) -> bool:
    return rank_of(first) == rank and rank_of(second) == rank and rank_of(third) == rank


@compiled
def suits_place(first: int, second: int, third: int) -> int:
    """Of three suits in a table by suits."""
    return (suit_of(first) * 4 + suit_of(second)) * 4 + suit_of(third)


@compiled
def match_the_dealer_pays(rules: Ints, state: Ints, box: int, bet: int) -> int:
    own, up = box_at(box) + mem.BOX_CARDS, state[mem.UP_CARD]
    pattern = 0
    for number in range(2):
        card = state[own + number]
        alike = 0
        if rank_of(card) == rank_of(up):
            alike = 2 if suit_of(card) == suit_of(up) else 1
        pattern = pattern * 3 + alike
    return rules[bet + mem.BET_FIGURES + pattern]


@compiled
def optional_bonus_pays(rules: Ints, state: Ints, bet: int) -> int:
    """Lost with enough in two cards, else by the dealer's third card if it is too much."""
    first, second, third = state[mem.UP_CARD], state[mem.SECOND_CARD], state[mem.DEALER_THIRD_CARD]
    if rules[bet + mem.BET_FIGURES + mem.RANKS * rank_of(first) + rank_of(second)]:
        return mem.LOSES
    low = aces = 0
    for card in (first, second, third):
        value = rules[mem.CARD_VALUE + card]
        aces += value == mem.ACE_VALUE
        low += 1 if value == mem.ACE_VALUE else value
    if total(low, aces) <= LIMIT:
        return mem.LOSES
    if are_of_rank(RANK_8, first, second, third):
        return rules[bet + mem.BET_FIGURES + mem.THREE_EIGHTS_PAY + suits_place(first, second, third)]
    return rules[bet + mem.BET_FIGURES + mem.THIRD_CARD_PAYS + rank_of(third)]


# Bets that carry something over ---------------------------------------------------------------------------------------


@compiled
def streak_net(rules: Ints, state: Ints, box: int, bet_number: int, stake: int) -> int:
    """Undecided while it stands for the next round."""
    figures = bet_at(bet_number) + mem.BET_FIGURES
    streak = mem.STREAKS + box * mem.MOST_SIDE_BETS + bet_number
    if state[streak] == mem.NO_STREAK:
        return mem.UNDECIDED
    hands = state[box_at(box) + mem.HAND_COUNT]
    wins = losses = 0
    for number in range(hands):
        outcome = state[hand_at(box, number) + mem.OUTCOME]
        wins += outcome > 0
        losses += outcome < 0
    place = (hands * mem.HAND_COUNTS + wins) * mem.HAND_COUNTS + losses
    result = rules[figures + mem.STREAK_RESULT + place]
    pays = rules[figures + mem.STREAK_RESULTS * state[streak] + result]
    if pays < mem.LOSES:
        state[streak] = pays - mem.STREAK_STAYS
        return mem.UNDECIDED
    state[streak] = mem.NO_STREAK
    return net_of(stake, pays, rules[bet_at(bet_number) + mem.BET_DENOMINATOR])


@compiled
def aces_pay(rules: Ints, state: Ints, box: int, bet_number: int) -> int:
    """By the aces that came first to the box."""
    bet = bet_at(bet_number)
    box_base = box_at(box)
    read = min(state[box_base + mem.BOX_CARD_COUNT], 4)
    if rules[bet + mem.READS_TWO_IF_SPLIT] and state[box_base + mem.HAND_COUNT] > rules[mem.HANDS_PER_BOX]:
        read = 2
    aces = suits = 0
    while aces < read and rank_of(state[box_base + mem.BOX_CARDS + aces]) == RANK_ACE:
        aces += 1
    for number in range(4):
        suits = suits * 4 + (suit_of(state[box_base + mem.BOX_CARDS + number]) if number < aces else 0)
    return rules[bet + mem.BET_FIGURES + mem.SUITS_OF_FOUR * aces + suits]


@compiled
def meter_at(bet_number: int) -> int:
    return mem.METERS + mem.METER_SIZE * bet_number


@compiled
def meter_shows(rules: Ints, state: Ints, bet_number: int) -> int:
    bet, meter = bet_at(bet_number), meter_at(bet_number)
    raised = state[meter + mem.WAGERS_FOR_METER] * rules[bet + mem.METER_CENTS] // rules[bet + mem.METER_WAGERS]
    return state[meter + mem.METER_AMOUNT] + raised


@compiled
def on_the_meters(rules: Ints, state: Ints, bet_number: int) -> int:
    """What the meter and the reset meter hold."""
    bet, meter = bet_at(bet_number), meter_at(bet_number)
    cents, wagers = rules[bet + mem.BOTH_METERS_CENTS], rules[bet + mem.BOTH_METERS_WAGERS]
    return state[meter + mem.METER_AMOUNT] + state[meter + mem.WAGERS_FOR_METER] * cents // wagers


@compiled
def progressive_prize(rules: Ints, state: Ints, box: int, bet_number: int) -> int:
    """A fixed amount, or a share of the meter, which begins anew when the last of its winners is paid."""
    bet, meter = bet_at(bet_number), meter_at(bet_number)
    won = aces_pay(rules, state, box, bet_number)
    if won == mem.LOSES:
        return 0
    if won != mem.WHOLE_METER:
        if rules[bet + mem.METER_PAYS_FIXED_PRIZES]:
            state[meter + mem.METER_AMOUNT] -= min(won, meter_shows(rules, state, bet_number))
        return won
    winners = winners_before = 0
    for other_box in range(rules[mem.BOXES]):
        if rules[bet + mem.BET_STAKES + other_box] and aces_pay(rules, state, other_box, bet_number) == mem.WHOLE_METER:
            winners += 1
            winners_before += other_box < box
    whole = meter_shows(rules, state, bet_number)
    if winners_before == 0:
        wagers = state[meter + mem.WAGERS_FOR_RESET_METER]
        on_both = wagers * rules[bet + mem.BOTH_METERS_CENTS] // rules[bet + mem.BOTH_METERS_WAGERS]
        on_the_first = wagers * rules[bet + mem.METER_CENTS] // rules[bet + mem.METER_WAGERS]
        state[meter + mem.METER_AMOUNT] = rules[bet + mem.METER_RESET] + on_both - on_the_first
        state[meter + mem.WAGERS_FOR_METER] = state[meter + mem.WAGERS_FOR_RESET_METER] = 0
    return whole // winners + (1 if winners_before >= winners - whole % winners else 0)


# Bets that are settled after all others -------------------------------------------------------------------------------


@compiled
def settle_last_bets(rules: Ints, state: Ints, dealer_blackjack: bool) -> None:
    for bet_number in range(rules[mem.SIDE_BETS]):
        if rules[bet_at(bet_number) + mem.BET_KIND] == mem.TWENTY_POINT:
            settle_twenty_point(rules, state, bet_number, dealer_blackjack)
    for box in range(rules[mem.BOXES]):
        for bet_number in range(rules[mem.SIDE_BETS]):
            bet = bet_at(bet_number)
            if rules[bet + mem.BET_KIND] == mem.DISPLAYED and rules[bet + mem.BET_STAKES + box]:
                settle_displayed(rules, state, box, bet_number)


@compiled
def settle_twenty_point(rules: Ints, state: Ints, bet_number: int, dealer_blackjack: bool) -> None:
    """With a cap on the top prize its winners share it by their stakes (2.24(h))."""
    bet = bet_at(bet_number)
    top_prizes = staked = winners = 0
    for box in range(rules[mem.BOXES]):
        stake = rules[bet + mem.BET_STAKES + box]
        if stake:
            place = two_card_place(state, box)
            pays = rules[bet + (mem.PAY_AT_BLACKJACK if dealer_blackjack else mem.TWO_CARDS_PAY) + place]
            denominator = rules[bet + mem.BET_DENOMINATOR]
            state[box_at(box) + mem.SIDE_NET + bet_number] = net_of(stake, pays, denominator)
            if pays != rules[bet + mem.TWO_CARDS_PAY + place]:
                top_prizes += to_the_cent(pays * stake, denominator)
                staked += stake
                winners += 1
    cap = rules[bet + mem.PRIZE_CAP]
    if winners and 0 <= cap < top_prizes:
        share_the_cap(rules, state, bet_number, staked, winners)


@compiled
def share_the_cap(rules: Ints, state: Ints, bet_number: int, staked: int, winners: int) -> None:
    """By stakes, in whole cents; the odd cents, counted first, go to the last winners."""
    bet = bet_at(bet_number)
    cap = odd_cents = rules[bet + mem.PRIZE_CAP]
    for is_paid in range(2):
        winner = 0
        for box in range(rules[mem.BOXES]):
            stake = rules[bet + mem.BET_STAKES + box]
            place = two_card_place(state, box)
            if stake and rules[bet + mem.TWO_CARDS_PAY + place] != rules[bet + mem.PAY_AT_BLACKJACK + place]:
                share = cap * stake // staked
                if is_paid:
                    share += 1 if winner >= winners - odd_cents else 0
                    state[box_at(box) + mem.SIDE_NET + bet_number] = share
                else:
                    odd_cents -= share
                winner += 1


@compiled
def settle_displayed(rules: Ints, state: Ints, box: int, bet_number: int) -> None:
    """An amount by its weight, from a hash of the seed and the number of the decision."""
    bet = bet_at(bet_number)
    net = box_at(box) + mem.SIDE_NET + bet_number
    stake = rules[bet + mem.BET_STAKES + box]
    if rules[bet + mem.TWO_CARDS_PAY + two_card_place(state, box)] == mem.LOSES:
        state[net] = -stake
        return
    word = split_mix(state[mem.SEED], state[mem.DECISIONS]) >> np.uint64(1)
    state[mem.DECISIONS] += 1
    part = np.int64(word) % rules[bet + mem.DISPLAY_WEIGHT]
    number = 0
    while rules[bet + mem.BET_FIGURES + 2 * number + 1] <= part:
        number += 1
    back = 0 if rules[bet + mem.STAKE_GOES_BACK] else stake
    state[net] = rules[bet + mem.BET_FIGURES + 2 * number] - back
