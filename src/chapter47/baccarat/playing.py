"""How baccarat is played, logged and narrated: the game's part `playing`."""

from collections.abc import Sequence
from typing import Final

from chapter47.baccarat import events as e
from chapter47.baccarat.acts import GRAMMAR
from chapter47.baccarat.events import LOG, BetsClosed
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.state import TableState
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay, waits_for
from chapter47.baccarat.table.replay import redeal, replay
from chapter47.core.cards import Faces
from chapter47.core.chance import Chance
from chapter47.core.event import Event
from chapter47.core.history import HandRow
from chapter47.core.money import dollars
from chapter47.core.playing import CARD, Playing, ShownByChance, Teller, named_cards_left
from chapter47.core.table_in_play import Cutter, declines

HANDS: Final = {e.PLAYER_HAND: "the Player's Hand", e.BANKER_HAND: "the Banker's Hand"}
RESULTS: Final = {"banker": "The Banker's Hand wins", "player": "The Player's Hand wins", "tie": "A tie"}


def _offered(event: e.ShoeOffered, faces: Faces) -> str:
    del faces
    answer = "takes the shoe as curator" if event.taken else "declines the shoe"
    return f"{event.player}, seat {event.seat}, {answer}."


def _cutting_card(event: e.CuttingCardOut, faces: Faces) -> str:
    del faces
    last = "this is the last round of the shoe" if event.first else "one more round after this one"
    return f"The cutting card appears: {last}."


def _dealt(event: e.Dealt, faces: Faces) -> str:
    card = faces.card(event.card) if event.card else f"{faces.back} face down"
    return f"{card} to {HANDS[event.hand]}."


def _turned(event: e.Turned, faces: Faces) -> str:
    who = "The caller" if event.who == "caller" else event.who
    return f"{who} turns up {faces.card(event.first)} {faces.card(event.second)} of {HANDS[event.hand]}."


def _announced(event: e.Announced, faces: Faces) -> str:
    del faces
    return f"{RESULTS[event.result]}: Player {event.player}, Banker {event.banker}."


def _called(event: e.Called, faces: Faces) -> str:
    return f"Irregularity {event.kind}{f': {faces.card(event.card)}' if event.card else ''}."


TELLERS: Final[dict[type[Event], Teller]] = {
    e.Sat: lambda event, faces: f"{event.player} sits down at seat {event.seat}.",
    e.Left: lambda event, faces: f"{event.player} leaves.",
    e.Closed: lambda event, faces: "The table closes.",
    e.Shuffled: lambda event, faces: f"{event.cards} cards are shuffled.",
    e.CuttingCardPlaced: lambda event, faces: f"The last {event.behind} cards will not be dealt.",
    e.CuttingCardOut: _cutting_card,
    e.Burned: lambda event, faces: f"{faces.card(event.card)} is burned.",
    e.ShoeOffered: _offered,
    e.ShoeGivenUp: lambda event, faces: f"{event.player} passes the shoe on: {event.why}.",
    e.Bet: lambda event, faces: f"{event.bettor} bets {dollars(event.amount)} on {event.wager}.",
    e.Withdrawn: lambda event, faces: f"{event.bettor} takes back {dollars(event.amount)} from {event.wager}.",
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.PointsCalled: lambda event, faces: f"T{HANDS[event.hand][1:]} has {event.points}.",
    e.Announced: _announced,
    e.FeeMarked: lambda event, faces: (
        f"{event.bettor} owes a fee of {dollars(event.amount)}, marked at seat {event.at}."
    ),
    e.Called: _called,
    e.Discarded: lambda event, faces: f"{faces.card(event.card)} is discarded.",
}


def open_table(posting: BaccaratTable, chance: Chance, *, cut: Cutter = declines) -> BaccaratInPlay:
    """Open a table; its cards are put into play when needed, or on `dealer open`."""
    return BaccaratInPlay(posting, chance, cut=cut)


def open_again(posting: BaccaratTable, stored: str, chance: Chance, *, cut: Cutter = declines) -> BaccaratInPlay:
    """Restore a stored table; its log starts here."""
    table = BaccaratInPlay(posting, chance, cut=cut)
    table.restore(stored)
    return table


def owed(table: BaccaratInPlay) -> dict[str, int]:
    return duties.due(table.state)


def named_and_left(table: BaccaratInPlay) -> str:
    return named_cards_left(table.named_cards_left)


def named_left(table: BaccaratInPlay) -> dict[str, int]:
    return {CARD: table.named_cards_left}


def by_chance(event: Event) -> ShownByChance | None:
    return ShownByChance(CARD, str(event.card or "")) if isinstance(event, (e.Dealt, e.Burned)) else None


def hands(state: TableState) -> Sequence[HandRow]:
    return [HandRow(hand, tuple(map(str, state.hand(hand))), state.points(hand)) for hand in e.HANDS]


PLAYING: Final = Playing[BaccaratTable](
    open=open_table,
    open_again=open_again,
    waits_for_people=WAITS,
    waits_for=waits_for,
    closes_wagers=BetsClosed,
    acts=GRAMMAR,
    log=LOG,
    tellers=TELLERS,
    replay=replay,
    redeal=redeal,
    owed=owed,
    named_and_left=named_and_left,
    named_left=named_left,
    by_chance=by_chance,
    hands=hands,
    mixes=(e.Shuffled,),
)
