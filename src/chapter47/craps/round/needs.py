"""What a craps table needs next."""

from msgspec import Struct

from chapter47.craps.state import Layout


class NeedPlayer(Struct, frozen=True, gc=False):
    """Nobody stands at the rail."""


class NeedShooter(Struct, frozen=True, gc=False):
    """The set of dice is offered to a player, who takes it or not."""

    player: str
    by: str = "19:47-1.11"


class NeedBets(Struct, frozen=True, gc=False):
    """Wagers, until the dice go to the shooter."""

    shooter: str
    come_out: bool


class NeedRoll(Struct, frozen=True, gc=False):
    """Two dice, thrown by the shooter."""

    shooter: str
    by: str = "19:47-1.8"


Need = NeedPlayer | NeedShooter | NeedBets | NeedRoll


def pending(layout: Layout) -> Need:
    if layout.dice_out:
        return NeedRoll(layout.shooter)
    if layout.shooter:
        return NeedBets(layout.shooter, come_out=layout.point == 0)
    return NeedShooter(layout.offered) if layout.offered else NeedPlayer()


__all__ = ["Need", "NeedBets", "NeedPlayer", "NeedRoll", "NeedShooter", "pending"]
