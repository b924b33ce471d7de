"""A craps table as an onlooker sees it. Nothing at craps is hidden: the views differ in whose wagers are one's own,
and in what the crew does next and may call."""

from collections.abc import Iterator

from msgspec import Struct

from chapter47.core.money import Odds
from chapter47.core.onlookers import CallView, Who
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import Legal, legal_acts
from chapter47.craps.round.needs import pending
from chapter47.craps.rules.invalid_roll import GROUNDS
from chapter47.craps.rules.invalid_roll import SECTION as INVALID_ROLL
from chapter47.craps.rules.payout_odds import LEAST_ODDS, posted_odds
from chapter47.craps.rules.shooter import SECTION as SHOOTER
from chapter47.craps.rules.shooter import TOLD_TO
from chapter47.craps.state import Layout, Stake, ThrowResult
from chapter47.craps.wagers import WAGERS, is_at_rest


class WagerView(Struct, frozen=True):
    """A wager on the layout; `works` tells whether the next throw counts for it."""

    bettor: str
    wager: str
    number: int
    amount: int
    works: bool
    button: str
    """What it was called: on, off, or nothing."""
    coupon: int = 0
    """What the match play coupon beside it is worth."""


class SignView(Struct, frozen=True):
    """What is posted at the table."""

    day: str
    """The day whose law counts, or nothing."""
    minimum: int
    maximum: int
    odds: str
    """How many times the wager the odds may be, as a table file writes it."""
    buy: tuple[int, ...]
    lay: tuple[int, ...]
    offers: tuple[str, ...] = ()
    bars: int = 12
    pays: tuple[tuple[str, str, str], ...] = ()
    """What is printed on the layout: a wager, its row (a number, or nothing), and its odds."""


class CrapsView(Struct, frozen=True):
    """What everybody at the table sees."""

    sign: SignView
    version: int
    round: int
    rolls: int
    point: int
    """Where the marker lies, or 0 where it is off."""
    rail: tuple[tuple[int, str], ...]
    shooter: str
    offered: str
    dice_out: bool
    wagers: tuple[WagerView, ...]
    need: str
    dice: tuple[int, ...] = ()
    """The faces of the last valid throw; nothing before the first."""
    results: tuple[ThrowResult, ...] = ()
    """What that throw paid, collected and gave back, until the dice are out again."""


class StepView(Struct, frozen=True):
    """What comes next, and by whom."""

    need: str
    shooter: str


class CrewView(Struct, frozen=True):
    """What stickperson, boxperson and supervisor see: the table, what comes next, and what may be called."""

    table: CrapsView
    next: StepView
    calls: tuple[CallView, ...]


class PlayerView(Struct, frozen=True):
    """What a player sees: the table, the own wagers and what may be done."""

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
        results=layout.results,
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
    """Of a throw while the dice are out; before it, that the shooter has to pass them."""
    if layout.dice_out:
        return tuple(CallView(kind=kind, by=INVALID_ROLL, when="while the dice are out") for kind in GROUNDS)
    if not layout.shooter:
        return ()
    return tuple(CallView(kind=kind, by=SHOOTER, when="between two throws") for kind in TOLD_TO)


def view(layout: Layout, who: Who, table: CrapsView) -> CrapsView | PlayerView | CrewView:
    """Whoever stands behind the rail sees the table and nothing else, which is worked out once for all."""
    match who.kind:
        case "player":
            return player_view(layout, who.name, table)
        case "dealer" | "supervisor":
            return CrewView(table, StepView(table.need, layout.shooter), calls(layout))
        case _:
            return table
