"""A craps table as an onlooker sees it. Nothing is hidden at craps: views differ in which wagers are the viewer's own,
and in what the crew does next and may call."""

from collections.abc import Iterator

from msgspec import Struct

from chapter47.core.money import Odds
from chapter47.core.onlookers import CallView, Who
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import Legal, legal_acts, pending
from chapter47.craps.rules.payout_odds import LEAST_ODDS, posted_odds
from chapter47.craps.rules.throwing import NO_ROLLS, SHOOTER_CALLS
from chapter47.craps.state import Layout, Stake, ThrowResult
from chapter47.craps.wagers import WAGERS, is_at_rest


class WagerView(Struct, frozen=True):
    """A wager on the layout; `works` says whether the next throw counts for it."""

    bettor: str
    wager: str
    number: int
    amount: int
    works: bool
    button: str
    """Whether the player turned it on or off; empty for neither."""
    coupon: int = 0
    """The value of the match play coupon beside it."""


class SignView(Struct, frozen=True):
    """What is posted at the table."""

    day: str
    """The date whose law applies, or empty."""
    minimum: int
    maximum: int
    odds: str
    """Odds as a multiple of the wager, as in a table file."""
    buy: tuple[int, ...]
    lay: tuple[int, ...]
    offers: tuple[str, ...] = ()
    bars: int = 12
    pays: tuple[tuple[str, str, str], ...] = ()
    """What is printed on the layout: a wager, its row (a number, or empty), and its odds."""


class CrapsView(Struct, frozen=True):
    """What everybody at the table sees."""

    sign: SignView
    version: int
    round: int
    rolls: int
    point: int
    """The marker's point, or 0 if it is off."""
    rail: tuple[tuple[int, str], ...]
    shooter: str
    offered: str
    dice_out: bool
    wagers: tuple[WagerView, ...]
    need: str
    dice: tuple[int, ...] = ()
    """The faces of the last valid throw; empty before the first."""
    results: tuple[ThrowResult, ...] = ()
    """Chips that the last throw moved, of players still at the rail, until the dice are out again."""


class StepView(Struct, frozen=True):
    """The next step, and who takes it."""

    need: str
    shooter: str


class CrewView(Struct, frozen=True):
    """What stickperson, boxperson and supervisor see: the table, what comes next, and what may be called."""

    table: CrapsView
    next: StepView
    calls: tuple[CallView, ...]


class PlayerView(Struct, frozen=True):
    """What a player sees: the table, their own wagers and what they may do."""

    table: CrapsView
    player: str
    mine: tuple[WagerView, ...]
    legal: tuple[Legal, ...]


def table_view(layout: Layout) -> CrapsView:
    return CrapsView(
        sign=_sign(layout),
        version=layout.version,
        round=layout.rounds,
        rolls=layout.rolls,
        point=layout.point,
        rail=layout.rail,
        shooter=layout.shooter,
        offered=layout.offered,
        dice_out=layout.dice_out,
        wagers=tuple(_wager(layout, stake) for stake in layout.stakes),
        need=type(pending(layout)).__name__,
        dice=layout.dice,
        results=tuple(result for result in layout.results if result.bettor in layout.players),
    )


def _sign(layout: Layout) -> SignView:
    posting = layout.posting
    return SignView(
        day=posting.on.isoformat() if posting.on else "",
        minimum=posting.minimum,
        maximum=posting.maximum,
        odds=posting.odds_multiple.name,
        buy=posting.buy,
        lay=posting.lay,
        offers=posting.offers,
        bars=posting.bars,
        pays=tuple(_printed_odds(posting)),
    )


def _printed_odds(posting: CrapsPosting) -> Iterator[tuple[str, str, str]]:
    for wager, rows in LEAST_ODDS.items():
        if wager in posting.offers:
            for row in rows:
                yield wager, row, str(Odds(posted_odds(posting, wager, row)))


def _wager(layout: Layout, stake: Stake) -> WagerView:
    rests = is_at_rest(layout.posting, WAGERS[stake.wager], layout.standing(stake))
    return WagerView(stake.bettor, stake.wager, stake.number, stake.amount, not rests, stake.called, stake.coupon)


def player_view(layout: Layout, player: str, table: CrapsView) -> PlayerView:
    mine = tuple(wager for wager in table.wagers if wager.bettor == player)
    legal = tuple(act for act in legal_acts(layout) if act.player in ("", player))
    return PlayerView(table, player, mine, legal)


def calls(layout: Layout) -> tuple[CallView, ...]:
    """List calls about a throw while the dice are out; before it, that the shooter must pass them."""
    if not layout.dice_out and not layout.shooter:
        return ()
    possible = NO_ROLLS if layout.dice_out else SHOOTER_CALLS
    return tuple(CallView(kind=call.kind, by=call.by, when=call.when) for call in possible)


def view(layout: Layout, who: Who, table: CrapsView) -> CrapsView | PlayerView | CrewView:
    """Return the view; onlookers share one, computed once."""
    match who.kind:
        case "player":
            return player_view(layout, who.name, table)
        case "dealer" | "supervisor":
            return CrewView(table, StepView(table.need, layout.shooter), calls(layout))
        case _:
            return table
