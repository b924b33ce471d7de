"""A whole table as each onlooker sees it, composed from its round, its shoe and what it carries over."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.game_citations import cited
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.shoe import Handling, Shoe
from chapter47.blackjack.state import Round
from chapter47.blackjack.table.table_state import TableState, rounds_of
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.views.of_round import (
    NOBODY,
    boxes_called_by,
    hands_with_chips,
    legal_for,
    next_step,
    round_view,
    stake_view,
)
from chapter47.blackjack.views.of_table import inscriptions, next_cut, pay_tables, shoe_view
from chapter47.blackjack.views.records import (
    CallView,
    DealerView,
    MeterView,
    OfferView,
    ResultView,
    RoundView,
    SeatTaken,
    SeatView,
    ShoeKind,
    ShoeView,
    SignView,
    SupervisorView,
    TableView,
    View,
)
from chapter47.core.event import Place
from chapter47.core.onlookers import Who


class Logged(Protocol):
    """A line of the log."""

    @property
    def event(self) -> Event: ...


class TableFacts(Protocol):
    """What a view needs from a table in play."""

    @property
    def rules(self) -> TableRules: ...
    @property
    def state(self) -> Round: ...
    @property
    def carried(self) -> TableState: ...
    @property
    def shoe(self) -> Shoe: ...
    @property
    def handling(self) -> Handling: ...
    @property
    def log(self) -> Sequence[Logged]: ...
    @property
    def is_open(self) -> bool: ...
    @property
    def calls(self) -> list[str]: ...
    @property
    def last_seen(self) -> "LastSeen": ...


class LastSeen:
    """The table as last shown: while nothing happens, equal viewers get the same view."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = (None,) * 5
        self._by: dict[str, TableView] = {}
        self._concealed = False
        self._sign: SignView | None = None
        self._results: Results = (), ()
        self._log_read: tuple[int, object] = 0, None

    def by(self, table: "TableFacts", player: str) -> "TableView":
        state, carried, shoe, length, last = self._of
        log = table.log
        if (
            table.state is not state
            or table.carried is not carried
            or table.shoe is not shoe
            or len(log) != length
            or (log and log[-1] is not last)
        ):
            self._of, self._by = (table.state, table.carried, table.shoe, len(log), log[-1] if log else None), {}
            self._concealed = any(hand.concealed for hand in table.state.hands)
        sees_as = player if self._concealed else NOBODY
        if sees_as not in self._by:
            self._by[sees_as] = _seen_now(table, sees_as)
        return self._by[sees_as]

    def results(self, log: "Sequence[Logged]") -> "Results":
        """Update results from new log entries, or from all of them if the log's beginning was dropped."""
        length, last = self._log_read
        if length > len(log) or (length and log[length - 1] is not last):
            self._results = results(log)
        else:
            self._results = _further_results(self._results, log[length:])
        self._log_read = len(log), log[-1] if log else None
        return self._results

    def sign(self, rules: TableRules) -> SignView:
        """Return the sign, which never changes."""
        if self._sign is None:
            self._sign = sign(rules)
        return self._sign


def view_for(table: TableFacts, who: Who) -> View:
    match who.kind:
        case "player":
            return seat_view(table, who.name)
        case "dealer":
            return dealer_view(table)
        case "supervisor":
            return supervisor_view(table)
        case "anybody":
            return table_view(table)


def table_view(table: TableFacts, player: str = NOBODY) -> TableView:
    """Return the table as this player sees it, or as everybody does."""
    return table.last_seen.by(table, player)


def _seen_now(table: TableFacts, player: str) -> TableView:
    cut = next_cut(table.shoe, table.handling, is_open=table.is_open, idle=table.carried.idle)
    posted, by_round = table.last_seen.sign(table.rules), table.last_seen.results(table.log)
    seen = _of_state(table.rules, table.state, table.carried, by_round, player, posted)
    return replace(seen, is_open=table.is_open, next_cut=cut, shoe=shoe_view(table.shoe))


def logged_view(rules: TableRules, state: Round, carried: TableState, log: Sequence[Logged]) -> TableView:
    """Return the table as everybody saw it at a line of its log; the number of cards in the shoe is not known there."""
    return _of_state(rules, state, carried, results(log), NOBODY, sign(rules))


def _of_state(
    rules: TableRules, state: Round, carried: TableState, by_round: "Results", player: str, posted: SignView
) -> TableView:
    """View an open table without its shoe."""
    now, before = (_without_former_players(results_then, carried) for results_then in by_round)
    kind: ShoeKind = "hand" if GAMES[rules.game].dealt_from_the_hand else rules.shoe
    unseen = ShoeView(kind=kind, shuffle=rules.shuffle, stacks=(), deals=None, batch=None, in_the_machine=0)
    return TableView(
        sign=posted,
        is_open=True,
        idle=carried.idle,
        dealer=carried.dealer,
        rounds_played=carried.number,
        rounds_since_shuffle=carried.since_shuffle,
        seats=tuple(SeatTaken(box=box, player=name) for box, name in sorted(carried.seats.items())),
        places_held=tuple(name for name, held in carried.left.items() if held),
        next_cut=(),
        shoe=unseen,
        meters=tuple(meters(rules, carried)),
        failed_lights=tuple(sorted(carried.dark)),
        reader_failed=carried.reader_failed,
        standing=tuple(map(stake_view, carried.standing)),
        round=_without_former_hands(round_view(state, player), carried),
        results=now,
        last_results=before,
    )


def _without_former_players(results_then: "tuple[ResultView, ...]", carried: TableState) -> "tuple[ResultView, ...]":
    """Hide a former player's results from a box that somebody else has taken."""
    seats = carried.seats
    return tuple(
        result
        for result in results_then
        if seats.get(Place.of(result.at).box, result.bettor) == result.bettor or result.bettor in seats.values()
    )


def _without_former_hands(seen: RoundView, carried: TableState) -> RoundView:
    """Clear a box after a round if somebody else has taken it."""
    if not seen.over:
        return seen
    bettors: dict[int, set[str]] = {}
    for bettor in seen.bettors:
        bettors.setdefault(bettor.box, set()).add(bettor.name)
    taken = {box for box, names in bettors.items() if carried.seats.get(box, next(iter(names))) not in names}
    if not taken:
        return seen
    return replace(
        seen,
        bettors=tuple(bettor for bettor in seen.bettors if bettor.box not in taken),
        hands=tuple(hand for hand in seen.hands if hand.box not in taken),
    )


def seat_view(table: TableFacts, player: str) -> SeatView:
    rules, carried, state = table.rules, table.carried, table.state
    game = GAMES[rules.game]
    entry = game.may_enter(rules, rounds_of(carried, player), let_in=player in carried.let_in)
    return SeatView(
        table=table_view(table, player),
        player=player,
        boxes=tuple(sorted(box for box, name in carried.seats.items() if name == player)),
        mine=hands_with_chips(state, player),
        calls_for=boxes_called_by(state, player),
        legal=legal_for(state, player),
        may_wager=entry.may,
        may_wager_by=None if entry.by is None else cited(rules, entry.by),
    )


def dealer_view(table: TableFacts) -> DealerView:
    return DealerView(table=table_view(table), next=next_step(table.state))


def supervisor_view(table: TableFacts) -> SupervisorView:
    calls = tuple(CallView(kind=kind, by=CALLS[kind].by, when=CALLS[kind].when) for kind in table.calls)
    return SupervisorView(table=table_view(table), next=next_step(table.state), calls=calls)


def sign(rules: TableRules) -> SignView:
    game = GAMES[rules.game]
    least, most = game.wagers(rules)
    return SignView(
        game=rules.game,
        title=game.title,
        day=str(rules.on) if rules.on else None,
        boxes=rules.boxes,
        decks=rules.decks,
        minimum=rules.minimum,
        maximum=rules.maximum,
        chip=rules.chip,
        least_wagers=least,
        most_wagers=most,
        hands_per_box=game.hands_per_box,
        bettors_per_box=rules.bettors_per_box,
        boxes_per_player=rules.boxes_per_player,
        side_wagers=tuple(
            OfferView(
                name=name,
                bets=tuple(bet for bet in wager_at(rules, name).bets(rules, offer) if bet),
                minimum=offer.minimum,
                maximum=offer.maximum,
            )
            for name, offer in rules.wagers.items()
        ),
        inscriptions=inscriptions(rules),
        pay_tables=pay_tables(rules),
    )


def meters(rules: TableRules, carried: TableState) -> Iterator[MeterView]:
    """Return the meters; before the first wager a meter shows its starting amount."""
    for name, offer in rules.wagers.items():
        if of_wager := wager_at(rules, name).meters:
            moved = carried.meters.get(name) or of_wager.opening(offer)
            yield MeterView(wager=name, shows=of_wager.shows(moved, offer))


# Results -----------------------------------------------------------------------------------------------------------

ResultsOfRound = tuple[ResultView, ...]
Results = tuple[ResultsOfRound, ResultsOfRound]
"""Results of the latest round, and of the previous one."""
_NAMES: Final[dict[type[Event], Literal["paid", "collected", "returned"]]] = {
    e.Paid: "paid",
    e.Collected: "collected",
    e.Returned: "returned",
}
_RESULTS_SHOWN: Final = 2
"""Rounds."""


def results(log: Sequence[Logged]) -> Results:
    """Return the chips that moved in the latest round of the log, and in the previous one."""
    begun, first = 0, 0
    for place in range(len(log) - 1, -1, -1):
        if type(log[place].event) is e.RoundBegan:
            begun += 1
            if begun == _RESULTS_SHOWN:
                first = place
                break
    return _further_results(((), ()), log[first:])


def _further_results(by_round: Results, lines: Sequence[Logged]) -> Results:
    latest, before = list(by_round[0]), by_round[1]
    for line in lines:
        event = line.event
        if isinstance(event, (e.Paid, e.Collected, e.Returned)):
            latest.append(result_view(event))
        elif isinstance(event, e.RoundBegan):
            latest, before = [], tuple(latest)
    return tuple(latest), before


def result_view(event: e.Paid | e.Collected | e.Returned) -> ResultView:
    return ResultView(
        at=str(event.at),
        bettor=event.bettor,
        wager=event.wager,
        bet=event.bet,
        spot=event.spot,
        amount=event.amount,
        result=_NAMES[type(event)],
        why=event.why,
        by=event.by,
    )
