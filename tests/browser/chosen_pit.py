"""A demo server whose cards and throws are chosen: `python chosen_pit.py FOLDER` prints its address.

`/api/tests/open?file=…&cards=…&dice=…` opens a table whose shuffles bring these cards first and whose dice fall so;
`/api/tests/close/TABLE` closes it, `/api/tests/patience/SECONDS/TIMES` says how long and how often it waits for a
decision. Everything else is the real server."""

import sys
from itertools import count
from pathlib import Path
from random import Random

from fastapi import FastAPI
from msgspec.structs import replace

from chapter47.service.api.limits import Limits
from chapter47.service.chance import Draw
from chapter47.service.permissions import ANYBODY
from chapter47.service.pit import Pit
from chapter47.service.server import ServerOptions, run
from chapter47.service.terms import Actor, PitSettings, ServiceError
from chapter47.web import add_pages

PATHS = ("open", "close/{table}", "pause/{table}", "patience/{seconds}/{absences}", "cash-out/{player}")
FLOOR = Actor("floor", "supervisor")
AT_ONCE = PitSettings(pace=0, to_decide=0, to_wager=0)
MANY = Limits(sign_ins_burst=1000, requests_burst=100_000, anonymous_burst=100_000, drawings_burst=100_000)


class Chosen(Random):
    """The cards that are named come first after the dealer's cut, which is in the middle; the dice are searched for."""

    def __init__(self, cards: str, dice: str) -> None:
        super().__init__(47)
        self._cards = cards.split()
        self._throws = [tuple(map(int, throw.split("-"))) for throw in dice.split()]

    def shuffle(self, x: list[object]) -> None:  # type: ignore[override]
        super().shuffle(x)
        for place, named in enumerate(self._cards, start=len(x) // 2):
            at = next(index for index, card in enumerate(x) if str(card) == named and not _taken(index, x, place))
            x[place], x[at] = x[at], x[place]

    def randbytes(self, n: int) -> bytes:
        if not self._throws:
            return super().randbytes(n)
        seeds = (super(Chosen, self).randbytes(n) for _ in count())
        thrown = self._throws
        self._throws = []
        return next(
            seed for seed in seeds if all(Draw(seed.hex(), at).dice() == throw for at, throw in enumerate(thrown))
        )


def _taken(index: int, cards: list[object], place: int) -> bool:
    return len(cards) // 2 <= index < place


def choose(app: FastAPI) -> None:
    pit: Pit = app.state.pit
    app.state.page_rules.update({f"GET /api/tests/{path}": ANYBODY for path in PATHS})

    @app.get("/api/tests/open")
    async def open_table(file: str, cards: str = "", dice: str = "") -> str:
        pit.house.randomness = Chosen(cards, dice)
        try:
            return await pit.open_table(file, FLOOR, practice=True)
        except ServiceError as error:
            return f"{error}: {error.data}"
        finally:
            pit.house.randomness = None

    @app.get("/api/tests/close/{table}")
    async def close_table(table: str) -> str:
        await pit.close_table(table, FLOOR, reason="the shift is over")
        return "closed"

    @app.get("/api/tests/pause/{table}")
    async def pause_table(table: str) -> str:
        await pit.pause(table, FLOOR, reason="the cards are changed")
        return "paused"

    @app.get("/api/tests/patience/{seconds}/{absences}")
    async def wait_so_long(seconds: float, absences: int, to_wager: float = 0) -> str:
        pit.house.settings = replace(AT_ONCE, to_decide=seconds, absences=absences, to_wager=to_wager)
        return "set"

    @app.get("/api/tests/cash-out/{player}")
    async def cash_out(player: str, cents: int) -> str:
        await pit.cash_out(player, cents, FLOOR)
        return "cashed out"


if __name__ == "__main__":
    database = f"sqlite:///{Path(sys.argv[1]) / 'pit.db'}"
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    options = ServerOptions(demo=True, port=port, database=database, settings=AT_ONCE, limits=MANY)
    sys.exit(run(options, [choose, add_pages]))
