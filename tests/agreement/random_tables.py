"""Random lawful tables of every game and option, with wagers for their boxes and cards in a random order."""

from datetime import date
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.rules.decks import full_set
from chapter47.blackjack.simulation.kernel.game_tables import NUMBER
from chapter47.blackjack.simulation.kernel.program import SideStake
from chapter47.blackjack.table_file import from_data
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.wagers import WAGERS
from chapter47.blackjack.wagers.facts import Placing
from chapter47.core.cards import RANKS
from chapter47.core.findings import Refusal
from chapter47.core.money import amount
from chapter47.games import check

DAYS: Final = (
    date(1994, 6, 1),
    date(1996, 9, 2),
    date(1999, 8, 2),
    date(2001, 8, 6),
    date(2007, 12, 3),
    None,
    None,
    None,
)
READINGS: Final = {
    "2010 19:47-2.3(a)3": "literal",
    "2010 19:47-2.3(e)": "first-wager",
    "2010 19:47-2.10(b)": "busted-plus-one",
    "2010 19:47-2.11(d)": "busted-plus-one",
    "2010 19:47-2.6(k)4": "soft-too",
    "2010 19:47-2.19(c)": "unsplit",
    "2010 19:47-2.19": "off-meter",
    "2010 19:47-2.20(j)": "returned",
    "2010 19:47-2.22(h)": "strict",
    "2010 19:47-2.18(e)": "hole-card",
    "2010 19:47-2.18(f)": "waits",
    "switch 19:47-2A.5(b)1": "loses",
    "switch 19:47-2A.11(d)": "push",
    "2001 19:47-19.5(a)3": "literal",
    "2001 19:47-19.5(e)": "literal",
}
OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "on": DAYS,
    "boxes": tuple(range(1, 8)),
    "decks": tuple(range(1, 9)),
    "soft_17": ("stand", "hit"),
    "hole_card": ("none", "face-down", "card-reader", "face-up"),
    "surrender": (False, True),
    "even_money": (False, True),
    "insurance_at_turn": (False, True),
    "resplit_aces": (False, True),
    "split_hands": (2, 3, 4),
    "double_after_split": (True, True, False),
    "double_card": ("face-up", "face-down", "on-request"),
    "multiple_action_wagers": (2, 3),
}
PAYOUTS: Final = ("6-7-8-suited", "7-7-7", "five-card-21", "designated-blackjack")
SIDES: Final = tuple(WAGERS)


def random_table(rng: Random, game: str) -> TableRules:
    """Whatever a paragraph forbids is given up, until the table is lawful."""
    data: dict[str, Any] = {key: rng.choice(values) for key, values in OPTIONS.items()}
    data |= {"game": game, "optional_payouts": [payout for payout in PAYOUTS if rng.random() < 0.5]}
    data["designated_blackjack"] = f"A{rng.choice('cdhs')} {rng.choice('JQK')}{rng.choice('cdhs')}"
    data["readings"] = {key: name for key, name in READINGS.items() if rng.random() < 0.25}
    data["wagers"] = {name: _offer(rng, name) for name in SIDES if rng.random() < 0.4}
    for key in [key for key in data if data[key] is None or (key != "game" and rng.random() < 0.25)]:
        del data[key]
    data |= _limits(rng)
    for _ in range(60):
        table = from_data(data)
        findings = check(table).findings
        if not findings:
            return table
        _give_way(rng, data, findings[0].code, str(findings[0]))
    raise AssertionError(f"no lawful table is left of {data}: {findings}")


def _offer(rng: Random, name: str) -> dict[str, Any]:
    offer: dict[str, Any] = {}
    if name == "same-suit":
        offer["paytable"] = rng.randint(1, 4)
    if name == "twenty-point-bonus":
        offer |= {"minimum": "1", "maximum": "25", "paytable": rng.choice("AB"), "cap": "30000"}
    if name == "progressive" and rng.random() < 0.5:
        offer |= {"rate": rng.choice((0.7, 0.75, 0.833)), "reset_meter": rng.random() < 0.5}
    return offer


LIMITS: Final = ("chip", "minimum", "maximum")


def _limits(rng: Random) -> dict[str, str]:
    chip = rng.choice((1, 25, 50, 1_00, 5_00))
    least = rng.choice((1_00, 7_50, 10_00, 15_00))
    return {"chip": amount(chip), "minimum": amount(least), "maximum": amount(max(least, chip) * rng.randint(2, 20))}


def _give_way(rng: Random, data: dict[str, Any], code: str, said: str) -> None:
    """The key or the wager that a finding is about goes."""
    key = code.partition(".")[0]
    wager = key.replace("_", "-")
    offered = data.get("wagers", {})
    if key in LIMITS:
        data |= dict(zip(LIMITS, ("5", "5", "500"), strict=True))
    elif key in data and key != "game":
        del data[key]
    elif wager in offered:
        del offered[wager]
    elif offered:
        named = [name for name in offered if name in said] or list(offered)
        del offered[rng.choice(named)]
    else:
        del data[rng.choice([key for key in data if key not in ("game", *LIMITS)])]


# Wagers ---------------------------------------------------------------------------------------------------------------


def random_stakes(rng: Random, table: TableRules) -> list[list[int]]:
    """One to all boxes, each with as many main wagers as the game wants."""
    boxes = rng.choice((1, 1, 1, 1, 2, 2, 3, rng.randint(1, table.boxes)))
    least, most = GAMES[table.game].wagers(table)
    return [[_main(rng, table) for _ in range(rng.randint(least, most))] for _ in range(min(boxes, table.boxes))]


def _main(rng: Random, table: TableRules) -> int:
    step = wager_step(table)
    return step * rng.randint(-(-table.minimum // step), table.maximum // step)


def random_sides(rng: Random, table: TableRules, stakes: list[list[int]]) -> list[SideStake]:
    """Side bets that the table takes, each on some of the boxes."""
    side_stakes: list[SideStake] = []
    for name, offer in table.wagers.items():
        for bet in wager_at(table, name).bets(table, offer):
            on = tuple(_side(rng, table, name, bet, box, stakes, side_stakes) for box in range(len(stakes)))
            if any(on):
                side_stakes.append(SideStake(name, on, bet))
    return side_stakes


def _side(
    rng: Random, table: TableRules, name: str, bet: str, box: int, stakes: list[list[int]], made: list[SideStake]
) -> int:
    mine = [(side, side.on(box)) for side in made if side.on(box)]
    if rng.random() < 0.3:
        return 0
    placing = Placing(table, table.wagers[name], bet, 0, sum(stakes[box]))
    limits = wager_at(table, name).stakes(placing)
    least = -(-limits.least // limits.step)
    if limits.most // limits.step < least:
        return 0
    stake = limits.step * rng.randint(least, limits.most // limits.step)
    state = play.open_round(table)
    for amounts in stakes[box]:
        state = _state(play.bet(state, 1, "x", amounts))
    for side, amounts in mine:
        state = _state(play.side_bet(state, 1, "x", side.wager, amounts, side.bet))
    return 0 if isinstance(play.side_bet(state, 1, "x", name, stake, bet), Refusal) else stake


def _state(result: play.Result) -> Any:
    assert not isinstance(result, Refusal), str(result)
    return result.state


# Cards ----------------------------------------------------------------------------------------------------------------

FAVOURED: Final = ("", "", "", "A", "AT", "AK", "7", "7AK", "7AK", "78", "8", "678", "5A", "Q", "23456")
"""Ranks that come first now and then, so that pairs, blackjacks and long hands are not rare."""


class MixedShoe:
    """All cards of a table, in a new random order for each round; the favoured ranks more likely in front."""

    def __init__(self, rng: Random, table: TableRules) -> None:
        self.rng, self.orders = rng, np.random.default_rng(rng.getrandbits(64))
        self.cards = np.array([NUMBER[card] for card in full_set(table)], dtype=np.uint8)
        self.places = {rank: np.flatnonzero(self.cards >> 2 == RANKS.index(rank)) for rank in {*"".join(FAVOURED)}}

    def mixed(self) -> NDArray[np.uint8]:
        order = self.orders.random(len(self.cards))
        for rank in self.rng.choice(FAVOURED):
            order[self.places[rank]] -= 0.8
        return self.cards[np.argsort(order)]
