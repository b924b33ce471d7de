"""What everybody sees of a table besides the round: shoe, next cut, inscriptions, pay tables."""

import re
from collections.abc import Iterator
from typing import Final, Literal

from chapter47.blackjack.events import Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.shuffle_and_cut import shuffled_before_play
from chapter47.blackjack.shoe import Handling, Shoe
from chapter47.blackjack.shoe.double import SIDES, Double
from chapter47.blackjack.shoe.filling import Why, in_turn, turn
from chapter47.blackjack.shoe.from_the_hand import FromTheHand
from chapter47.blackjack.shoe.machine import Continuous, Machine
from chapter47.blackjack.shoe.pile import NOWHERE, Pile
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.variations import GAMES, blackjack, wager_at
from chapter47.blackjack.views.records import PayTableView, ShoeView, StackView
from chapter47.blackjack.wagers.wager import odds_of
from chapter47.core.findings import Display

# The shoe: how many cards, and never which ---------------------------------------------------------------------------


StackName = Literal["shoe", "left", "right", "hand"]


def shoe_view(shoe: Shoe) -> ShoeView:
    if isinstance(shoe, Double):
        stacks = tuple(stack_view(side, shoe.side(side)) for side in SIDES)
        shuffle = shoe.table.shuffle
        return ShoeView(kind="double", shuffle=shuffle, stacks=stacks, deals=shoe.deals, batch=None, in_the_machine=0)
    if not isinstance(shoe, Single):
        raise TypeError(f"a shoe of an unknown kind: {type(shoe).__name__}")
    by_hand = isinstance(shoe, FromTheHand)
    machine = shoe if isinstance(shoe, Machine) else None
    return ShoeView(
        kind="hand" if by_hand else "single",
        shuffle=shoe.table.shuffle,
        stacks=(stack_view("hand" if by_hand else "shoe", shoe.pile),),
        deals=None,
        batch=machine.batch if machine else None,
        in_the_machine=len(machine.inside) if machine else 0,
    )


def stack_view(name: StackName, pile: Pile) -> StackView:
    return StackView(
        name=name,
        cards_left=pile.left,
        discards=len(pile.rack),
        before_the_cutting_card=None if pile.cutting_card == NOWHERE else pile.cutting_card - pile.next,
        cutting_card_out_at=None if pile.out_at is None else str(pile.out_at),
        burned=pile.burned is not None,
        cut_by_box=pile.cutter,
        spread=pile.spread,
    )


# Who would be offered the cut, were the cards shuffled now, 19:47-2.5(e) and (f) -------------------------------------


def next_cut(shoe: Shoe, handling: Handling, *, is_open: bool, idle: bool) -> tuple[str, ...]:
    """Return the players in cutting order; empty if a machine's cards are not cut."""
    if not is_cut(shoe, is_open=is_open):
        return ()
    came_out = cutting_card_out_at(shoe)
    why: Why = "opening" if not is_open else "idle" if idle else "at-will" if came_out is None else "cutting-card"
    return tuple(player for _, player in in_turn(turn(why, came_out, handling), handling))


def cutting_card_out_at(shoe: Shoe) -> Place | None:
    """Return where the cutting card came out; of a double shoe, on the side that is shuffled first."""
    match shoe:
        case Double():
            return next((out for side in SIDES if (out := shoe.side(side).out_at) is not None), None)
        case Single():
            return shoe.pile.out_at
    raise TypeError(f"a shoe of an unknown kind: {type(shoe).__name__}")


def is_cut(shoe: Shoe, *, is_open: bool) -> bool:
    """Whether the cards that are shuffled next are cut at all."""
    if isinstance(shoe, Continuous):
        return False
    by_machine = isinstance(shoe, Machine) and (is_open or shuffled_before_play(shoe.table))
    return isinstance(shoe, FromTheHand) or GAMES[shoe.table.game].is_cut(by_machine=by_machine)


# The words on the layout, from the notices that order them -----------------------------------------------------------


_QUOTED: Final = re.compile(r'"([^"]+)"')


def inscriptions(rules: TableRules) -> tuple[str, ...]:
    """List each line printed on the felt, in paragraph order (19:46-1.10, 1.10B, 1.10C)."""
    return tuple(dict.fromkeys(_printed(rules)))


def _printed(rules: TableRules) -> Iterator[str]:
    game = GAMES[rules.game]
    basic = (blackjack.layout,) if game.traits.basic else ()
    for notice in (*basic, *game.own_notices):
        if isinstance(notice, Display) and notice.kind == "layout":
            for line in notice(rules):
                if words := _printed_words(line):
                    yield words


def _printed_words(line: str) -> str | None:
    """Return quoted words as they are, and other words of the layout in ours."""
    if quoted := _QUOTED.match(line):
        return quoted[1]
    return line[5].upper() + line[6:] if line.startswith("that ") else None


# What a table pays besides the odds of its main wager ----------------------------------------------------------------


BONUSES = "Bonuses"


def pay_tables(rules: TableRules) -> tuple[PayTableView, ...]:
    return tuple(_pay_tables(rules))


def _pay_tables(rules: TableRules) -> Iterator[PayTableView]:
    if bonuses := GAMES[rules.game].posted_bonuses(rules):
        yield PayTableView(title=BONUSES, rows=tuple(bonuses.items()))
    for name, offer in rules.wagers.items():
        wager = wager_at(rules, name)
        rows = {_row_words(row): str(odds) for row, odds in odds_of(wager, rules, offer).items()}
        prizes = wager.prizes(rules, offer) if wager.prizes else {}
        if rows or prizes:
            yield PayTableView(title=wager.title, rows=(*rows.items(), *prizes.items()))


def _row_words(row: str) -> str:
    return row.replace("-", " ").capitalize()
