"""What a table carries from round to round: a fold over its events."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from chapter47 import events as e
from chapter47.events import Event
from chapter47.games import GAMES
from chapter47.money import dollars
from chapter47.posting import TableRules
from chapter47.round import play
from chapter47.round.needs import Refusal
from chapter47.round.own_words import refusal_of
from chapter47.rules.entry import Entry as Allowed
from chapter47.rules.entry import Rounds, Took
from chapter47.state import Round, Stake

OTHER_SHUFFLES: Final = frozenset(
    game.cites.get(paragraph, paragraph) for game in GAMES.values() for paragraph in ("19:47-2.15(f)", "19:47-2A.15(i)")
)
"""Shuffles with which no new shoe begins: the discards that finish a round, and a batch that is not in play."""


class Carried(Struct, frozen=True):
    """The table between two rounds."""

    number: int = 0
    """Rounds played."""
    since_shuffle: int = 0
    seats: Mapping[int, str] = {}
    first: int | None = None
    """The box of the player who came first."""
    took: Mapping[str, Rounds] = {}
    """What each known person did in every round since the shuffle."""
    betting: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    let_in: frozenset[str] = frozenset()
    reader_failed: bool = False
    asked_face_down: bool = False
    face_down_offered: bool = False
    """From the round after the first request on, the face-down double card is offered to all (2.10(c))."""
    dealer: str = ""
    standing: tuple[Stake, ...] = ()
    """Side wagers that stay for the next round."""
    staying: tuple[Stake, ...] = ()
    """Those that this round has left so far."""
    meters: Mapping[str, tuple[int, int, int]] = {}
    dark: frozenset[int] = frozenset()
    """Boxes whose progressive light does not work (2.15(n))."""


def opened(rules: TableRules, carried: Carried) -> Round:
    """The next round, with what the table carries into it."""
    return play.open_round(
        rules,
        reader_failed=carried.reader_failed,
        face_down_offered=carried.face_down_offered,
        standing=carried.standing,
        meters=carried.meters,
        dark=carried.dark,
    )


def carry(carried: Carried, event: Event) -> Carried:
    change = CHANGES.get(type(event))
    return carried if change is None else change(carried, event)


def may_bet(rules: TableRules, carried: Carried, player: str, amount: int) -> Refusal | None:
    """Whether the entry rule of the day lets this person wager on the next round."""
    allowed = GAMES[rules.game].may_enter(rules, rounds_of(carried, player), let_in=player in carried.let_in)
    refusal = _refused(rules, allowed, player, amount)
    return refusal and refusal_of(rules, refusal)


def _refused(rules: TableRules, allowed: Allowed, player: str, amount: int) -> Refusal | None:
    by = allowed.by or ""
    if allowed.may == "nothing":
        return Refusal("bet.entry", by, "sat out since the shuffle", player, "after the next shuffle")
    if allowed.may == "minimum" and amount != rules.minimum:
        message = "held to the minimum until the next shuffle"
        return Refusal("bet.entry_minimum", by, message, dollars(amount), dollars(rules.minimum))
    return None


def rounds_of(carried: Carried, player: str) -> Rounds:
    """Somebody the table has not seen since the shuffle sat out every round."""
    away: Took = "out"
    return carried.took.get(player, (away,) * carried.since_shuffle)


def _bet(carried: Carried, event: e.Bet) -> Carried:
    seats = dict(carried.seats)
    if event.seated:
        seats[event.box] = event.bettor
    first = event.box if carried.first is None else carried.first
    return replace(carried, seats=seats, first=first, betting=carried.betting | {event.bettor})


def _round_over(carried: Carried, event: e.RoundOver) -> Carried:
    del event
    known = {*carried.took, *carried.seats.values(), *carried.betting, *carried.held}
    took = {player: (*rounds_of(carried, player), _took(carried, player)) for player in sorted(known)}
    return replace(
        carried,
        number=carried.number + 1,
        since_shuffle=carried.since_shuffle + 1,
        took=took,
        betting=frozenset(),
        held=carried.held - carried.betting,
        face_down_offered=carried.face_down_offered or carried.asked_face_down,
        standing=carried.staying,
        staying=(),
    )


def _took(carried: Carried, player: str) -> Took:
    if player in carried.betting:
        return "bet"
    return "held" if player in carried.held else "out"


def _shuffled(carried: Carried, event: e.Shuffled) -> Carried:
    if event.by in OTHER_SHUFFLES:
        return carried
    return replace(carried, since_shuffle=0, took={}, let_in=frozenset())


def _left(carried: Carried, event: e.Left) -> Carried:
    seats = {box: player for box, player in carried.seats.items() if player != event.player}
    held = carried.held | {event.player} if event.held else carried.held
    return replace(carried, seats=seats, held=held)


def _let_in(carried: Carried, event: e.LetIn) -> Carried:
    return replace(carried, let_in=carried.let_in | {event.player})


def _relieved(carried: Carried, event: e.DealerRelieved) -> Carried:
    return replace(carried, dealer=event.dealer)


def _called(carried: Carried, event: e.Called) -> Carried:
    return replace(carried, reader_failed=True) if event.kind == "reader-failed" else carried


def _repaired(carried: Carried, event: e.ReaderRepaired) -> Carried:
    del event
    return replace(carried, reader_failed=False)


def _doubled(carried: Carried, event: e.Doubled) -> Carried:
    return replace(carried, asked_face_down=True) if event.face_down else carried


def _carried_over(carried: Carried, event: e.CarriedOver) -> Carried:
    stake = Stake(
        event.at,
        event.bettor,
        event.amount,
        event.wager,
        bet=event.bet,
        made=event.amount,
        won=event.won,
        standing=True,
    )
    return replace(carried, staying=(*carried.staying, stake))


def _meter_moved(carried: Carried, event: e.MeterMoved) -> Carried:
    return replace(carried, meters={**carried.meters, event.wager: (event.base, event.wagers, event.for_reset)})


def _light_failed(carried: Carried, event: e.LightFailed) -> Carried:
    return replace(carried, dark=carried.dark | {event.box})


def _light_repaired(carried: Carried, event: e.LightRepaired) -> Carried:
    return replace(carried, dark=carried.dark - {event.box})


CHANGES: Final[dict[type[Event], Callable[[Carried, Any], Carried]]] = {
    e.Bet: _bet,
    e.RoundOver: _round_over,
    e.Shuffled: _shuffled,
    e.Left: _left,
    e.LetIn: _let_in,
    e.DealerRelieved: _relieved,
    e.Called: _called,
    e.ReaderRepaired: _repaired,
    e.Doubled: _doubled,
    e.CarriedOver: _carried_over,
    e.MeterMoved: _meter_moved,
    e.LightFailed: _light_failed,
    e.LightRepaired: _light_repaired,
}
