"""A round from the first card to its settlement, with records of boxes and hands: every game and option."""

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import hand_states
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.play import (
    before_play,
    boxes_play,
    dealer_has_blackjack,
    dealer_plays,
    first_cards,
    has_effect,
    lay_out,
    next_dealer_hand,
    third_cards,
)
from chapter47.blackjack.simulation.kernel.records import Prizes, RulesRecord
from chapter47.blackjack.simulation.kernel.settle import (
    another_spot,
    collect_late_busts,
    nobody_is_left,
    pay_early_blackjacks,
    settle_box,
    settle_insurance,
    super_bonuses,
    turn_up,
)
from chapter47.blackjack.simulation.kernel.side_bets import lay_side_bets, settle_last_bets, settle_side_bets
from chapter47.blackjack.simulation.kernel.table_record import BoxRecord, TableRecord
from chapter47.core.numeric import generator
from chapter47.core.numeric.compiled import INNER, compiled_with

compiled = compiled_with(
    r,
    hand_states,
    generator,
    kernel.shoe,
    kernel.hands,
    kernel.decisions,
    kernel.play,
    kernel.settle,
    kernel.side_bets,
    **INNER,
)
NOBODY = -1
"""The box number before any box has begun to play."""


@compiled
def play_round(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    lay_out(rules, table)
    if rules.side_bets:
        lay_side_bets(rules, table)
    first_cards(rules, table)
    finish_round(rules, table, prizes)


@compiled
def finish_round(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    """Play everything after the first cards."""
    before_play(rules, table)
    pay_early_blackjacks(rules, table)
    if not table.deal_ended:
        boxes_play(rules, table, 0, NOBODY)
    elif rules.third_card_offered_by:
        third_cards(rules, table)
    after_the_boxes(rules, table, prizes)


@compiled
def after_the_boxes(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    dealer_decides(rules, table, prizes)
    if rules.super_bonus_to_others:
        super_bonuses(rules, table)


@compiled
def dealer_decides(rules: RulesRecord, table: TableRecord, prizes: Prizes) -> None:
    """Deal one dealer's hand for each spot with an open wager."""
    for spot in range(rules.spots):
        if spot == 0:
            if not nobody_is_left(rules, table):
                dealer_plays(rules, table, has_effect(rules, table, spot))
        else:
            next_dealer_hand(rules, table)
            if another_spot(rules, table, spot - 1):
                dealer_plays(rules, table, has_effect(rules, table, spot))
        settle_insurance(rules, table, spot)
        for number in range(rules.boxes - 1, -1, -1):
            box = table.boxes[number]
            turn_up(rules, table, box)
            settle_box(rules, table, box, spot)
            if spot == 0 and rules.side_bets:
                settle_side_bets(rules, table, prizes, box)
        if spot == 0 and rules.side_bets:
            settle_last_bets(rules, table, prizes, dealer_has_blackjack(table))
        collect_late_busts(rules, table, spot)


@compiled
def main_result(rules: RulesRecord, table: TableRecord) -> tuple[int, int]:
    """Return what all boxes staked before the deal, and what they won on it, including insurance and bonuses."""
    staked = net = 0
    for box_number in range(rules.boxes):
        box = table.boxes[box_number]
        net += box_net(rules, box)
        for number in range(rules.hands_per_box):
            for spot in range(rules.spots):
                staked += box.hands[number].stake[spot]
    return staked, net


@compiled
def box_net(rules: RulesRecord, box: BoxRecord) -> int:
    net = box.super_bonus
    for number in range(box.hand_count):
        hand = box.hands[number]
        for spot in range(rules.spots):
            net += hand.net[spot] + hand.insurance_net[spot]
    return net
