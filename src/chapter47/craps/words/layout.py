"""The layout of a craps table in rows of text: who stands where, what lies on which wager, and what rests."""

from collections.abc import Sequence
from typing import Final

from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.log import Frame, LogEntry
from chapter47.core.money import dollars
from chapter47.core.words import Chips, Column, LayoutRow, LayoutText, Places
from chapter47.craps import events as e
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.views import CrapsView, SignView, StepView, WagerView, table_view

_QUIET: Final = (e.RoundBegan, e.RoundOver, e.DicePicked, e.NoRoll)
"""The layout, the settlement or the stickperson's words tell it."""


def quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    del earlier
    return isinstance(entry.event, _QUIET)


def sign(seen: CrapsView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    return f"Craps, {dollars(posted.minimum)} to {dollars(posted.maximum)}, odds {posted.odds}{_bought(posted)}{day}."


def rules(seen: CrapsView) -> str:
    """Which odds behind the line, and what can be bought and laid."""
    return f"Odds {seen.sign.odds} behind the line{_bought(seen.sign)}."


def _bought(posted: SignView) -> str:
    at_true_odds = {"buy": posted.buy, "lay": posted.lay}
    return "".join(f"; {name} {', '.join(map(str, on))}" for name, on in at_true_odds.items() if on)


def places(posted: CrapsPosting) -> Places:
    return Places(tuple(range(1, posted.positions + 1)), "place")


def state_of_table(seen: CrapsView) -> str:
    """Where the marker lies, and who has the dice."""
    marker = f"point {seen.point}" if seen.point else "come out roll"
    return f"{marker}, {seen.shooter} has the dice" if seen.shooter else marker


def layout(seen: CrapsView, faces: Faces, chips: Chips) -> LayoutText:
    """A row for each player, a line in it for each wager."""
    columns = (
        Column("place", right=True),
        Column("player", wraps=True),
        *(Column("chips", right=True),) * bool(chips),
        Column("wager"),
        Column("stake", right=True),
        Column(""),
        Column(""),
    )
    return LayoutText(columns, tuple(_row(seen, place, name, faces, chips) for place, name in seen.rail))


def _row(seen: CrapsView, place: int, name: str, faces: Faces, chips: Chips) -> LayoutRow:
    mine = [wager for wager in seen.wagers if wager.bettor == name]
    has_dice = name == seen.shooter
    cells = (
        str(place),
        name,
        *(dollars(chips[name]) if name in chips else "",) * bool(chips),
        "\n".join(name_of(wager.wager, wager.number) for wager in mine),
        "\n".join(map(_staked, mine)),
        "\n".join(map(_state, mine)),
        faces.turn if has_dice else "",
    )
    return LayoutRow(cells, "turn" if has_dice else "")


def _staked(wager: WagerView) -> str:
    return dollars(wager.amount) + (f" + {dollars(wager.coupon)} coupon" if wager.coupon else "")


def _state(wager: WagerView) -> str:
    """On or off, and whether the player called it so."""
    if wager.button:
        return f"{wager.button}, as called"
    return "" if wager.works else "off: rests on the come out"


def step(done_next: StepView) -> str:
    return f"{done_next.shooter} throws the dice (1.8)" if done_next.need == "NeedRoll" else "wagers"


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """As the dice go to the shooter."""
    del events
    return layout(table_view(frame.state), faces, {}) if isinstance(frame.entry.event, e.DiceOut) else None
