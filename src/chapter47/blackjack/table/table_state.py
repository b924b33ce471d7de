"""What a table carries over from round to round: a fold over its events."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play, side_wagers
from chapter47.blackjack.round.game_citations import refusal_of
from chapter47.blackjack.rules.entry import Admission, Rounds, Took
from chapter47.blackjack.shoe.handling import DISCARDS, MACHINE
from chapter47.blackjack.state import Round, Stake
from chapter47.blackjack.variations import GAMES
from chapter47.core.event import UnknownEventError
from chapter47.core.findings import Refusal
from chapter47.core.loose_types import OfItsType
from chapter47.core.money import dollars
from chapter47.core.text import legible, printable


class TableState(Struct, frozen=True, gc=False):
    """The table between rounds."""

    number: int = 0
    """Rounds played."""
    since_shuffle: int = 0
    seats: Mapping[int, str] = {}
    came: tuple[str, ...] = ()
    """Who is at the table, in order of arrival."""
    idle: bool = False
    """Whether nobody plays and the cards are spread out (2.5(j))."""
    took: Mapping[str, Rounds] = {}
    """What each known person did in every round since the shuffle, or since they were let in."""
    betting: frozenset[str] = frozenset()
    seated: frozenset[str] = frozenset()
    """Players who have bet from a seat in this round."""
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
    """Wagers that this round leaves for the next, so far."""
    meters: Mapping[str, tuple[int, int, int]] = {}
    dark: frozenset[int] = frozenset()
    """Boxes whose progressive light has failed (2.15(n))."""
    left: Mapping[str, bool] = {}
    """Players who left and have not come back, and whether their seats are held."""
    machine_stopped: bool = False
    """Whether the machine stopped during its shuffle and has not shuffled its batch again."""

    @property
    def first(self) -> int | None:
        """The box of the player who came first."""
        return next((box for box, player in self.seats.items() if player in self.came[:1]), None)


def opened(rules: TableRules, carried: TableState) -> Round:
    """Open the next round with what the table carries over."""
    return play.open_round(
        rules,
        reader_failed=carried.reader_failed,
        face_down_offered=carried.face_down_offered,
        standing=carried.standing,
        meters=carried.meters,
        dark=carried.dark,
    )


def left_behind(rules: TableRules, carried: TableState, player: str) -> list[Event]:
    """Return what happens to side wagers that wait for the next hand of a player who leaves (2.22(f))."""
    waiting = tuple(stake for stake in carried.standing if stake.bettor == player)
    if not waiting:
        return []
    return side_wagers.on_close(replace(play.open_round(rules, standing=waiting), closed=True))


def carry(carried: TableState, event: Event) -> TableState:
    """Return the table after an event; an unknown event raises `UnknownEventError`."""
    return CHANGES.get(type(event), _unknown)(carried, event)


def _unchanged(carried: TableState, event: Event) -> TableState:
    del event
    return carried


def _unknown(carried: TableState, event: Event) -> TableState:
    del carried
    raise UnknownEventError(event)


def may_bet(rules: TableRules, carried: TableState, player: str, amount: int) -> Refusal | None:
    """Return whether the entry rule of the date lets this person bet on the next round."""
    if refusal := unfit(rules, player):
        return refusal
    allowed = GAMES[rules.game].may_enter(rules, rounds_of(carried, player), let_in=player in carried.let_in)
    refusal = _refused(rules, allowed, player, amount)
    return refusal and refusal_of(rules, refusal)


def unfit(rules: TableRules, name: str) -> Refusal | None:
    """Refuse a name that cannot be written to a log or shown in a terminal."""
    if legible(name):
        return None
    got, want = printable(name), "printable characters"
    return refusal_of(rules, Refusal("name.letters", "19:47-2.3(a)", "a name that cannot be printed", got, want))


def _refused(rules: TableRules, allowed: Admission, player: str, amount: int) -> Refusal | None:
    by = allowed.by or ""
    if allowed.may == "nothing":
        return Refusal("bet.entry", by, "has sat out since the shuffle", player, "after the next shuffle")
    if allowed.may == "minimum" and amount != rules.minimum:
        message = "limited to the minimum until the next shuffle"
        return Refusal("bet.entry_minimum", by, message, dollars(amount), dollars(rules.minimum))
    return None


def rounds_of(carried: TableState, player: str) -> Rounds:
    """Return a person's rounds; one the table has not seen since the shuffle sat out every round."""
    away: Took = "out"
    return carried.took.get(player, (away,) * carried.since_shuffle)


def _bet(carried: TableState, event: e.Bet) -> TableState:
    carried = replace(_back(carried, event.bettor), betting=carried.betting | {event.bettor})
    if not event.seated:
        return carried
    if carried.seats == {event.box: event.bettor}:  # alone, and where before
        return replace(carried, seated=frozenset((event.bettor,)))
    moves = event.bettor not in carried.seated
    stay = {box: player for box, player in carried.seats.items() if not (moves and player == event.bettor)}
    seated = carried.seated | {event.bettor}
    return replace(_at(carried, stay, event.box, event.bettor), seated=seated)


def _withdrawn(carried: TableState, event: e.Withdrawn) -> TableState:
    if not event.out:
        return carried
    nobody = {event.bettor}
    return replace(carried, betting=carried.betting - nobody, seated=carried.seated - nobody)


def _sat(carried: TableState, event: e.Sat) -> TableState:
    return _at(_back(carried, event.player), carried.seats, event.box, event.player)


def _back(carried: TableState, player: str) -> TableState:
    if player not in carried.left:
        return carried
    return replace(carried, left={name: held for name, held in carried.left.items() if name != player})


def _at(carried: TableState, seats: Mapping[int, str], box: int, player: str) -> TableState:
    """Move a player who bets from another seat: the old seat is free, and a box has only one seat."""
    seats = {**seats, box: player}
    came = carried.came if player in carried.came else (*carried.came, player)
    return replace(carried, seats=seats, came=tuple(name for name in came if name in seats.values()))


def _round_over(carried: TableState, event: e.RoundOver) -> TableState:
    del event
    known = {*carried.took, *carried.seats.values(), *carried.betting, *carried.held}
    used = carried.let_in & carried.betting
    took: dict[str, Rounds] = {
        player: ("bet",) if player in used else (*rounds_of(carried, player), _took(carried, player))
        for player in sorted(known)
    }
    return replace(
        carried,
        number=carried.number + 1,
        since_shuffle=carried.since_shuffle + 1,
        took=took,
        betting=frozenset(),
        seated=frozenset(),
        let_in=carried.let_in - used,
        held=carried.held - carried.betting,
        face_down_offered=carried.face_down_offered or carried.asked_face_down,
        standing=carried.staying,
        staying=(),
    )


def _took(carried: TableState, player: str) -> Took:
    if player in carried.betting:
        return "bet"
    return "held" if player in carried.held else "out"


def _shuffled(carried: TableState, event: e.Shuffled) -> TableState:
    """Note a shuffle. Shuffled discards that finish a round, or a batch out of play, do not start a new shoe."""
    if carried.machine_stopped:
        return replace(carried, machine_stopped=False)
    if event.where == DISCARDS and carried.betting:
        return carried
    return replace(carried, since_shuffle=0, took={}, let_in=frozenset())


def _did(carried: TableState, event: e.Did) -> TableState:
    return replace(carried, machine_stopped=True) if event.who == MACHINE else carried


def _left(carried: TableState, event: e.Left) -> TableState:
    seats = {box: player for box, player in carried.seats.items() if player != event.player}
    came = tuple(player for player in carried.came if player != event.player)
    held = carried.held | {event.player} if event.held else carried.held
    return replace(carried, seats=seats, came=came, held=held, left={**carried.left, event.player: event.held})


def _went_idle(carried: TableState, event: e.WentIdle) -> TableState:
    del event
    return replace(carried, seats={}, came=(), idle=True)


def _resumed(carried: TableState, event: e.Resumed) -> TableState:
    del event
    return replace(carried, idle=False)


def _let_in(carried: TableState, event: e.LetIn) -> TableState:
    return replace(carried, let_in=carried.let_in | {event.player})


def _relieved(carried: TableState, event: e.DealerRelieved) -> TableState:
    return replace(carried, dealer=event.dealer)


def _called(carried: TableState, event: e.Called) -> TableState:
    return replace(carried, reader_failed=True) if event.kind == "reader-failed" else carried


def _repaired(carried: TableState, event: e.ReaderRepaired) -> TableState:
    del event
    return replace(carried, reader_failed=False)


def _doubled(carried: TableState, event: e.Doubled) -> TableState:
    return replace(carried, asked_face_down=True) if event.face_down else carried


def _carried_over(carried: TableState, event: e.CarriedOver) -> TableState:
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


def _collected(carried: TableState, event: e.Collected) -> TableState:
    """Remove a side wager that no longer waits for the next round."""
    if not carried.standing:
        return carried
    taken = (event.at, event.bettor, event.wager, event.bet)
    kept = tuple(stake for stake in carried.standing if (stake.at, stake.bettor, stake.wager, stake.bet) != taken)
    return replace(carried, standing=kept)


def _meter_moved(carried: TableState, event: e.MeterMoved) -> TableState:
    return replace(carried, meters={**carried.meters, event.wager: (event.base, event.wagers, event.for_reset)})


def _light_failed(carried: TableState, event: e.LightFailed) -> TableState:
    return replace(carried, dark=carried.dark | {event.box})


def _light_repaired(carried: TableState, event: e.LightRepaired) -> TableState:
    return replace(carried, dark=carried.dark - {event.box})


WITHOUT_EFFECT: Final[frozenset[type[Event]]] = frozenset(
    (
        e.AmountShown,
        e.Answered,
        e.BetsClosed,
        e.BurnCardShown,
        e.Burned,
        e.CouponLaid,
        e.CouponReturned,
        e.CouponTaken,
        e.Cut,
        e.CutOffered,
        e.CuttingCardOut,
        e.CuttingCardPlaced,
        e.Dead,
        e.DealerDone,
        e.Dealt,
        e.DeterminantDrawn,
        e.EvenMoney,
        e.HeldBack,
        e.Hit,
        e.Insured,
        e.LightOut,
        e.Lit,
        e.NextDealerHand,
        e.Opened,
        e.Paid,
        e.Peeked,
        e.RecutOrdered,
        e.Rescued,
        e.Returned,
        e.RoundBegan,
        e.Said,
        e.SideBet,
        e.Split,
        e.SplitStaked,
        e.Stood,
        e.Surrendered,
        e.Switched,
        e.TakenIn,
        e.Turned,
        e.Voided,
    )
)
"""Events that a table does not carry to its next round."""

CHANGES: Final[dict[type[Event], Callable[[TableState, OfItsType], TableState]]] = {
    e.Bet: _bet,
    e.Withdrawn: _withdrawn,
    e.RoundOver: _round_over,
    e.Shuffled: _shuffled,
    e.Did: _did,
    e.Sat: _sat,
    e.Collected: _collected,
    e.Left: _left,
    e.WentIdle: _went_idle,
    e.Resumed: _resumed,
    e.LetIn: _let_in,
    e.DealerRelieved: _relieved,
    e.Called: _called,
    e.ReaderRepaired: _repaired,
    e.Doubled: _doubled,
    e.CarriedOver: _carried_over,
    e.MeterMoved: _meter_moved,
    e.LightFailed: _light_failed,
    e.LightRepaired: _light_repaired,
    **dict.fromkeys(WITHOUT_EFFECT, _unchanged),
}
