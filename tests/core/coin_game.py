"""A made-up third game: a coin, and a wager on each of its sides. It is nowhere but here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from tests.core.one_chance import LOSES, OneChance, playing_of, pricing_of

from chapter47.core.findings import Breach, announced, displayed, limit, of_the_floor, option
from chapter47.core.game import Game, Part
from chapter47.core.money import dollars
from chapter47.core.tablefile.keys import CHIP, COUPONS, MAXIMUM, MINIMUM, ON, count_key, flag_key, game_key
from chapter47.core.tablefile.posting_form import PostingForm
from chapter47.law.editions import last_day

NAME: Final = "coin"
SECTION: Final = "19:47-8.4"
EDGE_PAYS: Final = date(2001, 9, 17)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinTable:
    """Heads and tails pay 1 to 1; a coin on its edge is thrown again, or loses where the licensee elects it."""

    game: Literal["coin"] = "coin"
    on: date | None = None
    minimum: int = 1_00
    maximum: int = 100_00
    chip: int = 1_00
    coins: int = 1
    edge_loses: bool = False
    coupons: bool | None = None
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def day(self) -> date:
        return self.on or last_day()


@limit(SECTION, editions="")
def one_coin_or_two(table: CoinTable) -> Breach | None:
    if table.coins in (1, 2):
        return None
    return Breach("coins.one_or_two", "one coin is thrown, or two", str(table.coins), "1 or 2")


@option("edge_loses", "the coin that loses on its edge", SECTION, since=EDGE_PAYS)
def edge_loses(table: CoinTable) -> bool:
    return table.edge_loses


@announced(SECTION, "the coin that loses on its edge", editions="", start=True, stop=True)
def announces_the_edge(table: CoinTable) -> bool:
    return table.edge_loses


@displayed("19:47-8.2", "posting", editions="")
def posted_limits(table: CoinTable) -> Iterator[str]:
    yield f"heads and tails: {dollars(table.minimum)} to {dollars(table.maximum)}"


@of_the_floor(SECTION)
def as_many_coins_everywhere(tables: Mapping[str, CoinTable]) -> Iterator[Breach]:
    if len({table.coins for table in tables.values()}) > 1:
        got = ", ".join(f"{name} {table.coins}" for name, table in sorted(tables.items()))
        yield Breach("coins.the_same", "all tables throw as many coins", got, "one number")


def outcomes(table: CoinTable) -> dict[str, int]:
    """A side comes up as often as the other; a coin on its edge counts only where it loses."""
    return {"tails": 99, "heads": 99, **({"edge": 2} if table.edge_loses else {})}


def pays(table: CoinTable, wager: str, outcome: str) -> int:
    del table
    return 1 if wager == outcome else LOSES


RULES: Final = OneChance(by=SECTION, wagers=("heads", "tails"), outcomes=outcomes, pays=pays)
PLAYING, PRICING = playing_of(RULES), pricing_of(RULES)

FORM: Final = PostingForm(
    record=CoinTable,
    keys=(
        game_key((NAME,)),
        ON,
        MINIMUM,
        MAXIMUM,
        CHIP,
        count_key("coins", "how many coins are thrown"),
        flag_key("edge_loses", "whether a coin on its edge loses"),
        COUPONS,
    ),
)

COIN: Final = Game(
    name=NAME,
    title="A coin",
    text="the rules of the tests",
    since=date(1978, 6, 2),
    posting=FORM,
    sections=lambda table: ("19:47-2.3",),
    limits=(one_coin_or_two,),
    options=(edge_loses,),
    notices=(announces_the_edge, posted_limits),
    floor_rules=(as_many_coins_everywhere,),
    pricing=Part("tests.core.coin_game:PRICING"),
    playing=Part("tests.core.coin_game:PLAYING"),
)
