"""The double shoe: two sides with their own cutting cards and discards, and a card that decides which of them deals."""

from collections.abc import Callable
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from chapter47.blackjack.events import BurnCardShown, Burned, DeterminantDrawn, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.burn_and_reshuffle import (
    DRAWN_FROM,
    Side,
    is_the_first_players_card,
    round_picked_up,
    side_emptied,
    side_that_deals,
    stacks_to_shuffle,
)
from chapter47.blackjack.rules.decks import sides
from chapter47.blackjack.rules.shuffle_and_cut import (
    reshuffle_refused,
    shoe_is_over,
    spread_out,
)
from chapter47.blackjack.shoe import pile as piles
from chapter47.blackjack.shoe.filling import Why, begun_again, cut_again, fill, refill
from chapter47.blackjack.shoe.handling import NOTHING, Cards, Events, Handling, RefusedError, refuse
from chapter47.blackjack.shoe.pile import NO_HAND, Pile
from chapter47.blackjack.shoe.single import NO_MACHINE
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card
from chapter47.core.findings import Finding

SIDES: Final[tuple[Side, Side]] = ("left", "right")


class Double(Struct, frozen=True):
    """`deals` is the side chosen by the determinant card for this round; None between rounds."""

    table: TableRules
    on_left: Pile
    on_right: Pile
    deals: Side | None = None

    @classmethod
    def of(cls, table: TableRules) -> Self:
        left, right = sides(table)
        return cls(table, piles.closed(left), piles.closed(right))

    @property
    def cards_left(self) -> int:
        """Cards left on the side that deals; between rounds, on the side with fewer."""
        return min(self.side(side).left for side in ((self.deals,) if self.deals else SIDES))

    @property
    def discards(self) -> Cards:
        return self.on_left.rack + self.on_right.rack

    @property
    def on_layout(self) -> Cards:
        return self.on_left.on_layout + self.on_right.on_layout

    @property
    def cards(self) -> Cards:
        return self.on_left.everything + self.on_right.everything

    def side(self, side: Side) -> Pile:
        return self.on_left if side == "left" else self.on_right

    def with_side(self, side: Side, pile: Pile) -> Self:
        """Return the shoe with another stack on that side."""
        if side == "left":
            return type(self)(self.table, pile, self.on_right, self.deals)
        return type(self)(self.table, self.on_left, pile, self.deals)

    def _dealing(self) -> Side:
        if self.deals is None:
            raise RefusedError(NO_SIDE)
        return self.deals

    def _each(self, act: Callable[[Pile, Side], tuple[Pile, Events]], among: tuple[Side, ...]) -> tuple[Self, Events]:
        shoe, events = self, NOTHING
        for side in among:
            pile, more = act(self.side(side), side)
            shoe, events = shoe.with_side(side, pile), (*events, *more)
        return shoe, events

    def _fill(self, why: Why, handling: Handling, among: tuple[Side, ...] = SIDES) -> tuple[Self, Events]:
        return self._each(lambda pile, side: fill(pile, why, self.table, handling, stack_name=side), among)

    def open(self, handling: Handling) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        shoe, events = self._fill("opening", handling)
        return shoe, (*GAMES[self.table.game].opens_with(self.table, handling.exposed), *events)

    def begin_round(self, at: Place, draw_from: Side = DRAWN_FROM) -> tuple[Card | None, Self, Events]:
        """Draw the determinant card: the first hand's first card if it names its own side, otherwise out of play."""
        if self.on_layout:
            raise RefusedError(ROUND_NOT_OVER)
        pile = self.side(draw_from)
        deals = side_that_deals(pile.cards[pile.next], self.table.double_shoe_red_side) if pile.left else draw_from
        fits = is_the_first_players_card(drawn_from=draw_from, deals=deals)
        card, pile, events = piles.draw(pile, at if fits else NO_HAND, draw_from)
        drawn = DeterminantDrawn(card=card, drawn_from=draw_from, deals=deals, by="19:47-2.6(d)1")
        shoe = replace(self.with_side(draw_from, pile if fits else pile.gathered(None)), deals=deals)._no_recut()
        if fits:
            return card, shoe, (*events, drawn)
        return None, shoe, (*events, drawn, Burned(card=card, where=draw_from, by="19:47-2.6(d)2"))

    def _no_recut(self) -> Self:
        on_left, on_right = (replace(self.side(side), cutter=None) for side in SIDES)
        return replace(self, on_left=on_left, on_right=on_right)

    def draw(self, at: Place) -> tuple[Card, Self, Events]:
        side = self._dealing()
        card, pile, events = piles.draw(self.side(side), at, side)
        return card, self.with_side(side, pile), events

    def burn(self, by: str) -> tuple[Self, Events]:
        side = self._dealing()
        pile, events = piles.burn(self.side(side), side, by=by)
        return self.with_side(side, pile), events

    def new_dealer(self) -> tuple[Self, Events]:
        """Burn nothing: the determinant card replaces the burn card (2.6(d))."""
        return self, NOTHING

    def face_up(self, side: Side | None = None) -> tuple[Card, Self, Events]:
        from_side = side or self._dealing()
        card, pile, events = piles.face_up(self.side(from_side), from_side)
        return card, self.with_side(from_side, pile), events

    def show_burned(self) -> BurnCardShown:
        raise RefusedError(NO_BURN_CARD)

    def refill(self, at: Place, handling: Handling) -> tuple[Self, Events]:
        side = self._dealing()
        pile, events = refill(self.side(side), at, handling, marked=True, stack_name=side)
        return self.with_side(side, pile), events

    def take_in(self, cards: Cards) -> Self:
        side = self._dealing()
        return self.with_side(side, self.side(side).taken_in(cards))

    def end_round(
        self, handling: Handling, *, picked_up: Cards | None = None, reshuffle: bool = False, void: bool = False
    ) -> tuple[Self, Events]:
        side = self._dealing()
        done = replace(self.with_side(side, self.side(side).gathered(picked_up)), deals=None)
        over = done._sides_over()
        if (reshuffle or void) and len(over) < len(SIDES):
            return done.reshuffle(handling)
        if not over:
            return done, NOTHING
        shoe, events = done._fill("cutting-card", handling, over)
        return shoe, (round_picked_up(), *map(side_emptied, over), *events)

    def _sides_over(self) -> tuple[Side, ...]:
        return stacks_to_shuffle({side: shoe_is_over(self.side(side).out_at, self.side(side).left) for side in SIDES})

    def jammed(self, handling: Handling) -> tuple[Self, Events]:
        raise RefusedError(NO_MACHINE)

    def reshuffle(self, handling: Handling) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        return self._fill("at-will", handling)

    def recut(self, handling: Handling, *, same_player: bool) -> tuple[Self, Events]:
        """Recut the sides that were just cut: both, or the one that was shuffled alone."""
        among = tuple(side for side in SIDES if self.side(side).cutter is not None) or SIDES

        def again(pile: Pile, side: Side) -> tuple[Pile, Events]:
            return cut_again(pile, self.table, handling, same=same_player, stack_name=side)

        return self._each(again, among)

    def idle(self, *, face_up: bool = True) -> tuple[Self, Events]:
        refuse(reshuffle_refused(len(self.on_layout)))
        if not GAMES[self.table.game].knows_idle_tables(self.table):
            return self, NOTHING
        left, right = (
            replace(piles.closed(self.side(side).everything), spread="face up" if face_up else "face down")
            for side in SIDES
        )
        return type(self)(self.table, left, right), (spread_out(face_up=face_up),)

    def resume(self, handling: Handling, *, asked: bool = False) -> tuple[Self, Events]:
        del asked  # by hand the cards are always shown and shuffled
        if not self.on_left.spread:
            return self, NOTHING
        return begun_again(self._fill, handling, face_up=self.on_left.spread == "face up")


NO_SIDE = Finding(
    "shoe.no_side",
    "19:47-2.6(d)1",
    "a round begins with the determinant card, which decides the side",
    "none",
    "a side",
)
ROUND_NOT_OVER = Finding(
    "round.not_over", "19:47-2.6(d)1", "the determinant card comes before the round", "cards on the layout", "none"
)
NO_BURN_CARD = Finding(
    "burn.double_shoe", "19:47-2.6(d)", "a double shoe has no burn card to show", "a double shoe", "a single shoe"
)
