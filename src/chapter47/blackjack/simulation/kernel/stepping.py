"""Many tables at once, decision by decision: a round is replayed from its first card with the moves so far. The cards
do not change while a round is played, so the same moves lead to the same decision, and one more move leads to the
next."""

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.simulation import kernel
from chapter47.blackjack.simulation.kernel import records as r
from chapter47.blackjack.simulation.kernel.general_rounds import main_result, play_round
from chapter47.blackjack.simulation.kernel.records import Ints, Prizes, Records, RulesRecord
from chapter47.blackjack.simulation.kernel.rounds import PARTS
from chapter47.blackjack.simulation.kernel.shoe import begin_round, end_round, fill_all
from chapter47.blackjack.simulation.kernel.table_record import TableRecord
from chapter47.core.numeric.compiled import BORROWING, INNER, compiled_with
from chapter47.core.numeric.generator import Cards

compiled = compiled_with(*PARTS, kernel.rounds, **INNER)
called_from_outside = compiled_with(*PARTS, kernel.rounds, **BORROWING)

BETTING, DECIDING, OVER = range(3)
"""The phases of a table: before the deal, at a decision, after the round."""
QUESTION, TOTAL, SOFT, PAIR, UP, HANDS, CARDS_LEFT, COLUMNS = range(8)
"""Columns of an observation."""
NEXT_CARD, SHUFFLED_TO, CUTTING_CARD, PHASE, NET, SAVED = range(6)
"""What is kept for a table besides its record: the shoe when its round began, its phase, the result of its last
round."""
DEAL = 0
"""The first action; the others are moves."""
MOST_OF_A_ROUND = 64
"""With fewer cards left, the shoe may run out in a round, so the cards and the random stream are saved too."""

Small = NDArray[np.int16]
Flags = NDArray[np.int8]
Words = NDArray[np.uint64]


@called_from_outside
def open_tables(rules: RulesRecord, tables: Records[TableRecord], kept: Ints) -> None:
    """Shuffle the shoe of every table."""
    for number in range(len(kept)):
        table = tables[number]
        fill_all(rules, table)
        table.decides_by_hash, table.units_bet = r.AS_GIVEN, 1
        kept[number, PHASE] = BETTING


@compiled
def save(rules: RulesRecord, table: TableRecord, kept: Ints, cards: Cards, chance: Words) -> None:
    kept[NEXT_CARD], kept[SHUFFLED_TO], kept[CUTTING_CARD] = (
        table.next_card,
        table.shuffled_to,
        table.cutting_card_out,
    )
    if rules.all_cards - table.next_card < MOST_OF_A_ROUND:
        for place in range(rules.all_cards):
            cards[place] = table.cards[place]
        for word in range(len(chance)):
            chance[word] = table.chance[word]


@compiled
def restore(rules: RulesRecord, table: TableRecord, kept: Ints, cards: Cards, chance: Words) -> None:
    """Restore the shoe. Unless it may run out, cards shuffled since then simply stay."""
    table.next_card, table.cutting_card_out = kept[NEXT_CARD], kept[CUTTING_CARD]
    if rules.all_cards - table.next_card < MOST_OF_A_ROUND:
        table.shuffled_to = kept[SHUFFLED_TO]
        for place in range(rules.all_cards):
            table.cards[place] = cards[place]
        for word in range(len(chance)):
            table.chance[word] = chance[word]


@compiled
def play_on(rules: RulesRecord, table: TableRecord, prizes: Prizes, kept: Ints) -> None:
    """Play the round with the given moves, up to the first question without one or to its end."""
    table.given_taken = table.is_asked = table.decisions = 0
    begin_round(rules, table)
    play_round(rules, table, prizes)
    if table.out_of_cards:
        kept[PHASE], kept[NET] = OVER, 0
        end_round(rules, table)
    elif table.is_asked:
        kept[PHASE] = DECIDING
    else:
        kept[PHASE], kept[NET] = OVER, main_result(rules, table)[1]
        end_round(rules, table)


@compiled
def look(rules: RulesRecord, table: TableRecord, kept: Ints, seen: Small) -> None:
    """Fill in an observation; it shows no hand before the deal and after the round."""
    for column in range(COLUMNS):
        seen[column] = 0
    seen[CARDS_LEFT] = rules.all_cards - (kept[NEXT_CARD] if kept[PHASE] == DECIDING else table.next_card)
    if kept[PHASE] == DECIDING:
        state = table.asked_state
        seen[QUESTION] = table.asked_question + 1
        seen[TOTAL], seen[SOFT], seen[PAIR] = rules.points[state], rules.is_soft[state], rules.pair[state]
        seen[UP], seen[HANDS] = table.up_value, table.asked_hands


@called_from_outside
def look_at_tables(
    rules: RulesRecord, tables: Records[TableRecord], kept: Ints, moves: Flags, seen: Small, legal: Flags
) -> None:
    """Observe every table, with its legal actions. `moves` has the kernel's move by question and action, or -1."""
    for number in range(len(kept)):
        look(rules, tables[number], kept[number], seen[number])
        question = seen[number, QUESTION] - 1
        for action in range(legal.shape[1]):
            legal[number, action] = 0
            if question >= 0 and moves[question, action] >= 0:
                legal[number, action] = tables[number].asked_legal >> moves[question, action] & 1
        if kept[number, PHASE] == BETTING:
            legal[number, DEAL] = 1


@called_from_outside
def step_tables(
    rules: RulesRecord,
    tables: Records[TableRecord],
    prizes: Prizes,
    kept: Ints,
    cards: Cards,
    chance: Words,
    moves: Flags,
    actions: Ints,
    nets: Ints,
    ended: Flags,
    illegal: Flags,
) -> None:
    """Perform one action at every table. After the end of a round the next action only begins another episode."""
    for number in range(len(kept)):
        table, mine, action = tables[number], kept[number], actions[number]
        nets[number] = ended[number] = illegal[number] = 0
        if mine[PHASE] == OVER:
            mine[PHASE] = BETTING
            continue
        if mine[PHASE] == BETTING:
            if action != DEAL:
                illegal[number] = 1
                continue
            save(rules, table, mine, cards[number], chance[number])
            table.given_count = 0
        else:
            move = moves[table.asked_question, action]
            if move < 0 or not table.asked_legal >> move & 1:
                illegal[number] = 1
                continue
            table.given[table.given_count] = move
            table.given_count += 1
            restore(rules, table, mine, cards[number], chance[number])
        play_on(rules, table, prizes, mine)
        if mine[PHASE] == OVER:
            nets[number], ended[number] = mine[NET], 1
