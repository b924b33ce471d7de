"""A letter for each move, and what the move costs."""

from typing import Final, NamedTuple

from chapter47.blackjack.round.needs import Legal, NeedMove
from chapter47.blackjack.state import Round
from chapter47.core.money import dollars

MOVES: Final = {
    "stand": "s",
    "hit": "h",
    "double": "d",
    "double-face-down": "f",
    "split": "p",
    "surrender": "r",
    "switch": "m",
    "switch-back": "b",
    "keep": "k",
    "rescue": "v",
    "let-stand": "y",
    "insure": "i",
    "even-money": "e",
    "decline": "n",
    "keep-first": "1",
    "keep-second": "2",
    "accept": "a",
    "refuse": "x",
    "later": "l",
    "second-card": "t",
    "dead": "w",
}
HELP, IRREGULARITY, CITE, STEP, LEAVE = "?", "!", "c", ".", "q"
ALWAYS: Final = "? help · ! irregularity · c paragraphs · . step by step · q leave"


class Choice(NamedTuple):
    """A key, what it does and by which paragraph."""

    key: str
    name: str
    cost: str
    by: str

    @property
    def label(self) -> str:
        return f"{self.name} {self.cost}".strip()


def choices(state: Round, need: NeedMove, legal: tuple[Legal, ...]) -> list[Choice]:
    """A hit while an exposed card lies there is that card (2.15(c))."""
    return [Choice(MOVES[one.name], one.name, _cost(state, need, one), one.by) for one in legal]


def _cost(state: Round, need: NeedMove, legal: Legal) -> str:
    wager = state.bettor(need.at.box, need.bettor).amount
    match legal.name:
        case "hit" if state.exposed is not None:
            return f"(takes {state.exposed})"
        case "double" | "double-face-down" | "insure":
            return amounts(legal)
        case "split":
            return dollars(wager)
        case "surrender":
            return f"for {dollars(wager // 2)}"
        case "even-money":
            return f"+{dollars(wager)}"
    return ""


def amounts(legal: Legal) -> str:
    return dollars(legal.most) if legal.least == legal.most else f"{dollars(legal.least)} to {dollars(legal.most)}"
