"""Routes of the lobby: open tables, and games that can be opened."""

from typing import Final

from fastapi import Request

from chapter47.core import onlookers
from chapter47.games import GAMES, starter
from chapter47.service.api import models
from chapter47.service.api.edges import Edges
from chapter47.service.api.endpoints import Endpoint, ThePit, TheVisitor
from chapter47.service.api.felt import words_of_game
from chapter47.service.pit import Pit, TableSummary
from chapter47.service.terms import Actor


async def lobby(request: Request, pit: ThePit, visitor: TheVisitor) -> models.Lobby:
    """List all open tables by game, with their rules and house edge in words."""
    edges: Edges = request.app.state.edges
    order = [game.name for game in GAMES]
    tables = sorted(pit.tables(), key=lambda table: order.index(table.game))
    return models.Lobby(tables=[_shown(pit, table, visitor, edges) for table in tables], progress=edges.progress)


def _shown(pit: Pit, summary: TableSummary, visitor: Actor | None, edges: Edges) -> models.LobbyTable:
    table = pit.table(summary.id)
    if (rules := table.rules_line) is None:
        rules = table.rules_line = str(words_of_game(table).rules(table.in_play.view(onlookers.ANYBODY)))
    return models.LobbyTable(
        id=summary.id,
        name=summary.name,
        game=summary.game,
        title=summary.title,
        minimum=summary.minimum,
        maximum=summary.maximum,
        players=len(summary.players),
        seated=visitor is not None and visitor.name in summary.players,
        practice=summary.practice,
        paused=summary.paused,
        round=summary.round,
        rules=rules,
        edge=edges.known(table.values["file"]),
    )


async def games() -> list[models.GameShown]:
    """List the games played here, each with a lawful table file to start from."""
    return [
        models.GameShown(name=game.name, title=game.title, file=starter(game.name)) for game in GAMES if game.playing
    ]


ENDPOINTS: Final = (
    Endpoint("GET", "/lobby", lobby, models.Lobby),
    Endpoint("GET", "/games", games, list[models.GameShown]),
)
