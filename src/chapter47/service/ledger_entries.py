"""Ledger entries of a command, from the table's own statement before and after, and its events.

Chips on the layout, outstanding fees and meters come from the table's statement; what was paid, collected and returned
comes from its events. The difference is what players bet or took back, so ledger and table cannot disagree."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from chapter47.core.event import ChipsMoved, Collected, CouponLaid, CouponMoved, CouponReturned, Event, Paid
from chapter47.core.hosting import Hosting
from chapter47.core.table_in_play import TableInPlay
from chapter47.service import money
from chapter47.service.money import OUTSIDE, Entry


class Statement(Struct, frozen=True):
    """The chips at a table, by place."""

    staked: Mapping[str, int]
    owed: Mapping[str, int]
    meters: Mapping[str, int]


def statement(table: TableInPlay, hosting: Hosting) -> Statement:
    return Statement(dict(table.staked), dict(hosting.owed(table)), dict(hosting.meters(table)))


NOTHING = Statement({}, {}, {})
FEE = "fee collected at closing"


def entries(table: str, before: Statement, after: Statement, events: Iterable[Event]) -> list[Entry]:
    """Order the entries so that no account is overdrawn: bet, set aside, collected, returned, paid."""
    events = list(events)
    moved = [event for event in events if isinstance(event, ChipsMoved)]
    return [
        *(_coupon(table, event) for event in events if isinstance(event, CouponMoved)),
        *_from_meters(table, before.meters, after.meters),
        *_fees_due(table, before.owed, after.owed),
        *_laid_down(table, before.staked, after.staked, moved),
        *(_moved(table, event) for event in moved),
        *_fees_marked(table, before.owed, after.owed),
        *_to_meters(table, before.meters, after.meters),
    ]


def _changes(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for name in sorted({*before, *after}):
        if change := after.get(name, 0) - before.get(name, 0):
            yield name, change


def _laid_down(
    table: str, before: Mapping[str, int], after: Mapping[str, int], moved: Iterable[ChipsMoved]
) -> Iterator[Entry]:
    """Return what players bet; a fee collected at once crosses the layout like a losing wager."""
    down: Counter[str] = Counter(dict(_changes(before, after)))
    for event in moved:
        if not isinstance(event, Paid):
            down[event.bettor] += event.amount
    for player, amount in sorted(down.items()):
        layout, bankroll = money.layout(table, player), money.bankroll(player)
        if amount > 0:
            yield Entry(bankroll, layout, amount, "laid down")
        elif amount < 0:
            yield Entry(layout, bankroll, -amount, "taken back")


def _moved(table: str, event: ChipsMoved) -> Entry:
    layout, bankroll = money.layout(table, event.bettor), money.bankroll(event.bettor)
    match event:
        case Paid():
            return Entry(money.inventory(table), bankroll, event.amount, f"paid: {event.wager}", event.by)
        case Collected():
            return Entry(layout, money.inventory(table), event.amount, f"collected: {event.wager}", event.by)
        case _:
            return Entry(layout, bankroll, event.amount, f"returned: {event.wager}", event.by)


def _coupon(table: str, event: CouponMoved) -> Entry:
    """Remove a coupon that was won or lost: it is worthless and leaves the house."""
    held, laid = money.coupons(event.bettor), money.coupons_laid(table, event.bettor)
    match event:
        case CouponLaid():
            return Entry(held, laid, event.amount, f"coupon laid: {event.wager}", event.by)
        case CouponReturned():
            return Entry(laid, held, event.amount, f"coupon returned: {event.wager}", event.by)
        case _:
            return Entry(laid, OUTSIDE, event.amount, f"coupon taken: {event.wager}", event.by)


def _fees_due(table: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Entry]:
    for player, change in _changes(before, after):
        if change < 0:
            yield Entry(money.owed(table, player), money.bankroll(player), -change, "fee due")


def _fees_marked(table: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Entry]:
    for player, change in _changes(before, after):
        if change > 0:
            yield Entry(money.bankroll(player), money.owed(table, player), change, "fee marked")


def _from_meters(table: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Entry]:
    for name, change in _changes(before, after):
        if change < 0:
            yield Entry(money.meter(table, name), money.inventory(table), -change, "off the meter")


def _to_meters(table: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Entry]:
    for name, change in _changes(before, after):
        if change > 0:
            yield Entry(money.inventory(table), money.meter(table, name), change, "onto the meter")


def closing(table: str, stated: Statement, coupons: Mapping[str, int]) -> list[Entry]:
    """Return the entries for chips that a table still holds for others when it closes: meters go to the house's account
    of that progressive.

    Only a table that is voided has wagers, coupons and fees left: wagers and coupons go back, fees are collected."""
    return [
        *(
            Entry(money.layout(table, name), money.bankroll(name), held, "voided")
            for name, held in _held(stated.staked)
        ),
        *(Entry(money.coupons_laid(table, name), money.coupons(name), held, "voided") for name, held in _held(coupons)),
        *(Entry(money.owed(table, name), money.inventory(table), held, FEE) for name, held in _held(stated.owed)),
        *(
            Entry(money.meter(table, name), money.progressive(name), held, "carried over at closing")
            for name, held in _held(stated.meters)
        ),
    ]


def _held(amounts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(name, held) for name, held in sorted(amounts.items()) if held > 0]


def fill_for(table: str, moved: list[Entry], inventory: int, step: int) -> list[Entry]:
    """Return the chips that the cage must send first, in whole steps, so that the tray can pay."""
    short = -(inventory + money.changes(moved).get(money.inventory(table), 0))
    if short <= 0:
        return []
    return [Entry(OUTSIDE, money.inventory(table), -(-short // step) * step, "fill")]


def agrees(table: str, stated: Statement, balances: Mapping[str, int]) -> list[str]:
    """Yield the differences between the ledger and the table."""
    due = {money.layout(table, name): amount for name, amount in stated.staked.items()}
    due |= {money.owed(table, name): amount for name, amount in stated.owed.items()}
    due |= {money.meter(table, name): amount for name, amount in stated.meters.items()}
    kinds = tuple(f"table/{table}/{kind}/" for kind in ("layout", "owed", "meter"))
    held = {name: amount for name, amount in balances.items() if name.startswith(kinds) and amount}
    wrong = {name for name in {*due, *held} if due.get(name, 0) != held.get(name, 0)}
    return [f"{name} holds {held.get(name, 0)}; the table says {due.get(name, 0)}" for name in sorted(wrong)]


__all__ = ["FEE", "NOTHING", "Statement", "agrees", "closing", "entries", "fill_for", "statement"]
