"""Side bets: what each wins or loses, from the cards of its box, the dealer's cards and the main wager's results."""

import numpy as np

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import lane_record
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.lane_record import LanesRecord
from chapter47.blackjack.simulation.kernel.records import BetRecord, Prizes, Records, RulesRecord
from chapter47.blackjack.simulation.kernel.shoe import rank_of, suit_of
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, MeterRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with
from chapter47.core.numeric.generator import split_mix

compiled = compiled_with(r, lane_record, generator, kernel.shoe, **INNER)
Tables = Records[TableRecord]
RANK_ACE = 12


@compiled
def lay_side_bets(rules: RulesRecord, table: TableRecord) -> None:
    """Before the first card, add to the meters and make streak bets on boxes without one."""
    if rules.has_meters:
        for number in range(rules.side_bets):
            if rules.bets[number].kind == r.PROGRESSIVE:
                table.meters[number].wagers += rules.bets[number].wagers
                table.meters[number].wagers_for_reset += rules.bets[number].wagers
    if rules.has_streaks:
        for box_number in range(rules.boxes):
            lay_streaks(rules, table.boxes[box_number])


@compiled
def lay_streaks(rules: RulesRecord, box: BoxRecord) -> None:
    """Make several streak bets before the same hand, and none while one is in play (2.22(k))."""
    for number in range(rules.side_bets):
        if box.streak[number] != r.NO_STREAK:
            return
    for number in range(rules.side_bets):
        bet = rules.bets[number]
        if bet.kind == r.STREAK and bet.stakes[box.number]:
            box.streak[number] = 0


# Rounds that go by the chart ------------------------------------------------------------------------------------------


@compiled
def look_up_side_bets(rules: RulesRecord, tables: Tables, prizes: Prizes, lanes: LanesRecord, active: int) -> None:
    """What the cards on each table win; a table where more than cards decides leaves the chart, which is rare."""
    for lane in range(active):
        lanes.displays[lane] = tables[lane].displays
        for number in range(rules.side_bets):
            tables[lane].side_net[number] = 0
    for box in range(rules.boxes):
        for number in range(rules.side_bets):
            if rules.bets[number].kind != r.STREAK:
                look_up_bet(rules, tables, prizes, lanes, active, box, number)


@compiled
def look_up_bet(
    rules: RulesRecord, tables: Tables, prizes: Prizes, lanes: LanesRecord, active: int, box: int, number: int
) -> None:
    """Look up one bet of a box at each table."""
    bet, dealt = rules.bets[number], rules.boxes * rules.hands_per_box
    first_place = box * rules.hands_per_box
    second_place = first_place + 1 if rules.hands_per_box == 2 else first_place + dealt + 1
    begin, shift, is_twenty_point = bet.table, bet.shift, bet.kind == r.TWENTY_POINT
    of_first, of_second, of_up = bet.place_value[0], bet.place_value[1], bet.place_value[r.DEALER_CARD]
    reads_draws = bet.place_value[2] | bet.place_value[3]
    reads_dealer = bet.place_value[r.DEALER_CARD + 1] | bet.place_value[r.DEALER_CARD + 2]
    for lane in range(active):
        table, first = tables[lane], lanes.first[lane]
        cards = table.cards
        at = begin + (int(cards[first + first_place]) >> shift) * of_first
        at += (int(cards[first + second_place]) >> shift) * of_second + (int(lanes.up[lane]) >> shift) * of_up
        if reads_draws:
            at += draws_place(rules, table, lanes, lane, box, bet)
        if reads_dealer:
            at += dealer_place(rules, table, lanes, lane, bet)
        prize = prizes[at]
        if is_twenty_point and lanes.against[0, lane] == r.DEALER_BLACKJACK:
            prize = prize if prizes[at + r.BLACKJACK_PART] == prize else r.BY_RECORDS
        if prize != r.BY_RECORDS:
            table.side_net[number] += bet.net[box, prize]
        elif bet.kind == r.DISPLAYED:
            table.side_net[number] += displayed_net(table, bet, box)
        else:
            lanes.any_end[lane] |= r.LEAVES


@compiled
def draws_place(
    rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, box: int, bet: BetRecord
) -> int:  # fmt: skip
    """How much further the third and fourth cards of a box lead in the tables."""
    if rules.hands_per_box == 2:
        place = lanes.first[lane] + 2 * (box + rules.boxes) + 1
        third, fourth = int(table.cards[place]), int(table.cards[place + 1])
    else:
        begin, stop = lanes.hand_begin[box, lane], lanes.hand_stop[box, lane]
        third = int(table.cards[begin]) if stop > begin else r.NO_CARD_DEALT
        fourth = int(table.cards[begin + 1]) if stop > begin + 1 else r.NO_CARD_DEALT
    return (third >> bet.shift) * bet.place_value[2] + (fourth >> bet.shift) * bet.place_value[3]


@compiled
def dealer_place(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int, bet: BetRecord) -> int:
    """The same for the second and third cards of the dealer."""
    second = third = r.NO_CARD_DEALT
    if lanes.dealer_cards[lane] > 1:
        second = int(lanes.second[lane])
    if rules.spots == 1 and lanes.at[lane] > lanes.dealer_third[lane]:
        third = int(table.cards[lanes.dealer_third[lane]])
    places = (second >> bet.shift) * bet.place_value[r.DEALER_CARD + 1]
    return places + (third >> bet.shift) * bet.place_value[r.DEALER_CARD + 2]


@compiled
def first_cards_place(bet: BetRecord, first: int, second: int, up: int) -> int:
    """Return the index of these first cards into the tables, as far as they decide the prize."""
    shift = bet.shift
    return (
        bet.table
        + (first >> shift) * bet.place_value[0]
        + (second >> shift) * bet.place_value[1]
        + (up >> shift) * bet.place_value[4]
    )


@compiled
def further_cards_place(bet: BetRecord, third: int, fourth: int, second_of_dealer: int, third_of_dealer: int) -> int:
    """Return what these further cards add to the index into the tables."""
    shift = bet.shift
    return (
        (third >> shift) * bet.place_value[2]
        + (fourth >> shift) * bet.place_value[3]
        + (second_of_dealer >> shift) * bet.place_value[5]
        + (third_of_dealer >> shift) * bet.place_value[6]
    )


@compiled
def look_up_streaks(rules: RulesRecord, table: TableRecord, lanes: LanesRecord, lane: int) -> None:
    """Look up streaks by how each box's hands ended."""
    hands, against = rules.hands_per_box, lanes.against[0, lane]
    for number in range(rules.side_bets):
        bet = rules.bets[number]
        if bet.kind == r.STREAK:
            table.side_wagers[number] = table.side_staked[number] = 0
            for box_number in range(rules.boxes):
                box, wins, losses = table.boxes[box_number], 0, 0
                for hand in range(box_number * hands, box_number * hands + hands):
                    outcome = lanes.end_outcome[lanes.hand_end[hand, lane], against]
                    wins += int(outcome > 0)
                    losses += int(outcome < 0)
                result = bet.streak_result[hands, wins, losses]
                if lanes.hand_end[box_number, lane] == r.SET_APART:
                    result = round_for_streak(bet, box)
                net = streak_net(bet, box, number, result)
                if net != r.UNDECIDED:
                    table.side_wagers[number] += 1
                    table.side_staked[number] += bet.stakes[box_number]
                    table.side_net[number] += net


# By the records of boxes ----------------------------------------------------------------------------------------------


@compiled
def settle_side_bets(rules: RulesRecord, table: TableRecord, prizes: Prizes, box: BoxRecord) -> None:
    """Settle the side bets of a box with its main wagers."""
    for number in range(rules.side_bets):
        bet = rules.bets[number]
        box.side_net[number] = r.UNDECIDED
        if not bet.stakes[box.number]:
            continue
        if bet.kind == r.BY_CARDS or bet.kind == r.SEVENS:
            box.side_net[number] = bet.net[box.number, prizes[box_prize_place(table, box, bet)]]
        elif bet.kind == r.PROGRESSIVE:
            box.side_net[number] = progressive_prize(rules, table, box, number) - bet.stakes[box.number]
        elif bet.kind == r.STREAK:
            box.side_net[number] = streak_net(bet, box, number, round_for_streak(bet, box))


@compiled
def box_prize_place(table: TableRecord, box: BoxRecord, bet: BetRecord) -> int:
    """Return the index for a box; a third seven counts if it was dealt face up to the hand of the first two."""
    has_third = box.card_count > 2
    if bet.kind == r.SEVENS:
        has_third = has_third and box.hand_count == 1 and box.hands[0].was_down == 0
    return first_cards_place(bet, box.card[0], box.card[1], table.up_card) + further_cards_place(
        bet,
        box.card[2] if has_third else r.NO_CARD_DEALT,
        box.card[3] if box.card_count > 3 else r.NO_CARD_DEALT,
        table.second_card if table.dealer_cards > 1 else r.NO_CARD_DEALT,
        table.third_card if table.dealer_cards > 2 else r.NO_CARD_DEALT,
    )


@compiled
def sum_side_bets(rules: RulesRecord, table: TableRecord) -> None:
    """Sum the side bets of a round on all boxes."""
    for number in range(rules.side_bets):
        bet = rules.bets[number]
        wagers = staked = net = 0
        for box in range(rules.boxes):
            stake, won = bet.stakes[box], table.boxes[box].side_net[number]
            if stake and won != r.UNDECIDED:
                wagers, staked, net = wagers + 1, staked + stake, net + won
        table.side_wagers[number], table.side_staked[number], table.side_net[number] = wagers, staked, net


# Bets that carry something over ---------------------------------------------------------------------------------------


@compiled
def round_for_streak(bet: BetRecord, box: BoxRecord) -> int:
    wins = losses = 0
    for hand in range(box.hand_count):
        outcome = box.hands[hand].outcome
        wins += outcome > 0
        losses += outcome < 0
    return bet.streak_result[box.hand_count, wins, losses]


@compiled
def streak_net(bet: BetRecord, box: BoxRecord, number: int, result: int) -> int:
    """Return a streak's net result; undecided while it stays for the next round."""
    won_before = box.streak[number]
    if won_before == r.NO_STREAK:
        return r.UNDECIDED
    box.streak[number] = bet.streak_after[won_before, result]
    return bet.streak_net[box.number, won_before, result]


@compiled
def aces_pay(rules: RulesRecord, box: BoxRecord, bet: BetRecord) -> int:
    """Return what the leading aces of the box pay."""
    read = min(box.card_count, 4)
    if bet.reads_two_if_split and box.hand_count > rules.hands_per_box:
        read = 2
    aces = suits = 0
    while aces < read and rank_of(box.card[aces]) == RANK_ACE:
        aces += 1
    for number in range(4):
        suits = suits * 4 + (suit_of(box.card[number]) if number < aces else 0)
    return bet.aces_pay[aces, suits]


@compiled
def meter_shows(bet: BetRecord, meter: MeterRecord) -> int:
    return meter.amount + meter.wagers * bet.meter_cents // bet.meter_wagers


@compiled
def on_the_meters(bet: BetRecord, meter: MeterRecord) -> int:
    """Return the amounts on the meter and the reset meter."""
    return meter.amount + meter.wagers * bet.both_meters_cents // bet.both_meters_wagers


@compiled
def progressive_prize(rules: RulesRecord, table: TableRecord, box: BoxRecord, number: int) -> int:
    """Return a fixed amount, or a share of the meter, which restarts when the last of its winners is paid."""
    bet, meter = rules.bets[number], table.meters[number]
    won = aces_pay(rules, box, bet)
    if won == r.LOSES:
        return 0
    if won != r.WHOLE_METER:
        if bet.meter_pays_fixed_prizes:
            meter.amount -= min(won, meter_shows(bet, meter))
        return won
    winners = winners_before = 0
    for other in range(rules.boxes):
        if bet.stakes[other] and aces_pay(rules, table.boxes[other], bet) == r.WHOLE_METER:
            winners += 1
            winners_before += other < box.number
    whole = meter_shows(bet, meter)
    if winners_before == 0:
        wagers = meter.wagers_for_reset
        on_both = wagers * bet.both_meters_cents // bet.both_meters_wagers
        on_the_first = wagers * bet.meter_cents // bet.meter_wagers
        meter.amount = bet.meter_reset + on_both - on_the_first
        meter.wagers = meter.wagers_for_reset = 0
    return whole // winners + (1 if winners_before >= winners - whole % winners else 0)


# Bets that are settled after all others -------------------------------------------------------------------------------


@compiled
def settle_last_bets(rules: RulesRecord, table: TableRecord, prizes: Prizes, dealer_blackjack: bool) -> None:
    for number in range(rules.side_bets):
        if rules.bets[number].kind == r.TWENTY_POINT:
            settle_twenty_point(rules, table, prizes, number, dealer_blackjack)
    for box_number in range(rules.boxes):
        for number in range(rules.side_bets):
            bet = rules.bets[number]
            if bet.kind == r.DISPLAYED and bet.stakes[box_number]:
                settle_displayed(table, prizes, table.boxes[box_number], bet, number)


@compiled
def settle_twenty_point(
    rules: RulesRecord, table: TableRecord, prizes: Prizes, number: int, dealer_blackjack: bool
) -> None:
    """Share a capped top prize among its winners by their stakes (2.24(h))."""
    bet = rules.bets[number]
    top_prizes = staked = winners = 0
    for box_number in range(rules.boxes):
        stake = bet.stakes[box_number]
        if stake:
            box = table.boxes[box_number]
            usual = box_prize_place(table, box, bet)
            prize = prizes[usual + r.BLACKJACK_PART] if dealer_blackjack else prizes[usual]
            box.side_net[number] = bet.net[box_number, prize]
            if prize != prizes[usual]:
                top_prizes += bet.net[box_number, prize]
                staked += stake
                winners += 1
    if winners and 0 <= bet.cap < top_prizes:
        share_the_cap(rules, table, prizes, number, staked, winners)


@compiled
def share_the_cap(
    rules: RulesRecord, table: TableRecord, prizes: Prizes, number: int, staked: int, winners: int
) -> None:
    """Share by stakes, in whole cents; the odd cents go to the last winners."""
    bet = rules.bets[number]
    odd_cents = bet.cap
    for is_paid in range(2):
        winner = 0
        for box_number in range(rules.boxes):
            stake, box = bet.stakes[box_number], table.boxes[box_number]
            usual = box_prize_place(table, box, bet)
            if stake and prizes[usual] != prizes[usual + r.BLACKJACK_PART]:
                share = bet.cap * stake // staked
                if is_paid:
                    box.side_net[number] = share + (1 if winner >= winners - odd_cents else 0)
                else:
                    odd_cents -= share
                winner += 1


@compiled
def settle_displayed(table: TableRecord, prizes: Prizes, box: BoxRecord, bet: BetRecord, number: int) -> None:
    prize = prizes[box_prize_place(table, box, bet)]
    is_drawn = prize == r.BY_RECORDS
    box.side_net[number] = displayed_net(table, bet, box.number) if is_drawn else bet.net[box.number, prize]


@compiled
def displayed_net(table: TableRecord, bet: BetRecord, box: int) -> int:
    """An amount by its weight, from a hash of the seed and the number of the display."""
    word = split_mix(table.seed, r.FIRST_DISPLAY + table.displays) >> np.uint64(1)
    table.displays += 1
    part = np.int64(word) % bet.weight
    amount = 0
    while bet.weight_up_to[amount] <= part:
        amount += 1
    return bet.amount[amount] - (0 if bet.stake_goes_back else bet.stakes[box])
