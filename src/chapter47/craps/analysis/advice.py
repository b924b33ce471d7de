"""What each act of a player is worth, given the point and what lies on the layout."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from chapter47.core.json_object import Json
from chapter47.core.pricing import Listing
from chapter47.core.text import percent
from chapter47.craps.analysis.named_layout import read_layout
from chapter47.craps.analysis.wager_price import wager_price
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.rules import buy_and_lay
from chapter47.craps.wagers import WAGERS


@dataclass(frozen=True)
class CrapsAdvice:
    """By act the expected gain per unit staked, of a wager taken down per unit that lies there."""

    moves: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return max(self.moves, key=lambda move: self.moves[move])

    def data(self) -> Json:
        return {"moves": {move: float(worth) for move, worth in self.moves.items()}, "best": self.best}

    def told(self, hands: Sequence[str], up: str) -> Iterator[Listing | str]:
        del hands, up
        rows = [(move, percent(float(worth), signed=True)) for move, worth in self.moves.items()]
        yield Listing("What each act is worth, per unit staked", rows)
        yield f"best: {self.best}"


def advise(table: CrapsPosting, known: Mapping[str, str]) -> CrapsAdvice:
    """`point` is 4 to 10 or off; `layout` lists what lies there: `pass 6=10, place-to-win 8=12`."""
    layout = read_layout(table, known)
    return CrapsAdvice(
        {_named(act): _worth(table, act) for act in legal_acts(layout) if act.act in ("bet", "take-down")}
    )


def _named(act: Legal) -> str:
    return f"{act.act} {name_of(act.wager, act.number)}"


def _worth(table: CrapsPosting, act: Legal) -> Fraction:
    """A wager brings its mean; one that is taken down no longer does, though a fee that was paid may be kept. Odds are
    paid truly."""
    wager = WAGERS[act.wager]
    if wager.supports:
        return Fraction(0)
    price = wager_price(table, wager, act.number)
    if act.act == "bet":
        return price.mean
    kept = price.fee if price.fee_when_made and not buy_and_lay.fee_goes_back(table) else Fraction(0)
    return -price.mean - kept
