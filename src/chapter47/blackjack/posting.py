"""Everything a licensee elects and posts for one table, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Literal

from chapter47.blackjack.traits import TRAITS, Traits
from chapter47.core.cards import Card
from chapter47.core.money import Odds
from chapter47.law.editions import last_day

GameName = Literal["blackjack", "six-to-five", "double-exposure", "multiple-action", "switch", "spanish-21"]
HoleCard = Literal["none", "face-down", "card-reader", "face-up"]
Shuffle = Literal["manual", "machine", "continuous", "bart-carter"]
OptionalPayout = Literal["6-7-8-suited", "7-7-7", "five-card-21", "designated-blackjack"]
EntryOption = Literal["i1", "i2", "i3", "i4"]
MidShoeEntry = Literal["open", "barred"] | tuple[EntryOption, ...]

Weights = Mapping[int, int]
"""How often each pay-out in cents occurs, relative to the sum of all weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOffer:
    """A side wager as this table offers it."""

    name: str
    minimum: int | None = None
    maximum: int | None = None
    paytable: int | str | None = None
    odds: Mapping[str, Odds] = field(default_factory=dict)
    rate: Fraction | None = None
    initial: int | None = None
    reset: int | None = None
    reset_meter: bool = False
    payouts: Mapping[int, Weights] = field(default_factory=dict)
    cap: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """One table. The defaults here are blackjack's; each game states its own in `games`."""

    game: GameName = "blackjack"
    on: date | None = None
    boxes: int = 7
    decks: int = 8
    minimum: int = 10_00
    maximum: int = 1000_00
    chip: int = 1_00
    soft_17: Literal["stand", "hit"] = "stand"
    hole_card: HoleCard = "none"
    card_reader_visible: bool = False
    shuffle: Shuffle = "manual"
    preshuffled: bool = False
    shoe: Literal["single", "double"] = "single"
    double_shoe_red_side: Literal["left", "right"] = "left"
    cut_card: Fraction = Fraction(1, 4)
    rounds_per_deck: Literal["several", "one"] = "several"
    burn: bool = False
    surrender: bool = False
    even_money: bool = False
    insurance_at_turn: bool = False
    resplit_aces: bool = False
    split_hands: int = 2
    double_after_split: bool = True
    double_card: Literal["face-up", "face-down", "on-request"] = "face-up"
    optional_payouts: tuple[OptionalPayout, ...] = ()
    designated_blackjack: tuple[Card, ...] = ()
    mid_shoe_entry: MidShoeEntry = "open"
    bettors_per_box: int = 1
    boxes_per_player: int = 1
    multiple_action_wagers: int = 3
    coupons: bool | None = None
    wagers: Mapping[str, WagerOffer] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def day(self) -> date:
        """The date of the table, or else the last day of the newest text."""
        return self.on or last_day()

    @property
    def traits(self) -> Traits:
        """The traits of its game that the basic rules and the side wagers need."""
        return TRAITS[self.game]

    def having(self, *names: str) -> list[str]:
        """Return which of the named games and side wagers are played here, in order."""
        return [name for name in names if name in (self.game, *self.wagers)]

    def offering(self, *names: str) -> list[WagerOffer]:
        """Return which of the named side wagers this table offers, in order."""
        return [self.wagers[name] for name in names if name in self.wagers]

    def reads(self, citation: str, name: str) -> bool:
        """Return whether the table file chose the reading `name` of a doubtful passage, in any edition."""
        return bool(self.readings) and any(
            key.partition(" ")[2] == citation and chosen == name for key, chosen in self.readings.items()
        )
