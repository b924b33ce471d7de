"""Tables of every game played at random to decisions, for the tests of the school."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from chapter47.core.chance import Seeded
from chapter47.core.hosting import Hosting
from chapter47.games import parse
from chapter47.session.session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
BLACKJACK = ("blackjack", "six-to-five", "double-exposure", "multiple-action", "spanish-21", "switch")
PLAYERS = ("Ann", "Bob")


def posting_of(name: str) -> Any:
    return parse((EXAMPLES / f"{name}.toml").read_text())


def opened(name: str, seed: int, players: tuple[str, ...] = PLAYERS) -> Session:
    posting = posting_of(name)
    session = Session(posting, seed, chance=Seeded(seed))
    session.come(enumerate(players, start=1))
    return session


def part(session: Session) -> Hosting:
    assert session.game.hosting
    hosting: Hosting = session.game.hosting.load()
    return hosting


def bet(session: Session, random: Random, players: tuple[str, ...] = PLAYERS, sides: float = 0.0) -> None:
    """Every player makes the wagers that the game asks for."""
    hosting = part(session)
    for player in players:
        for _ in range(max(1, hosting.missing_wagers(session.table, player))):
            offers = [o for o in hosting.offers(session.table, player) if o.kind == "bet"]
            main = next((o for o in offers if "-main-" in o.spot), None)
            if main is not None:
                steps = min(20, (main.most - main.least) // main.step)
                session.perform(main.with_amount(main.least + main.step * random.randint(0, steps)))
        for offer in [o for o in hosting.offers(session.table, player) if o.kind == "bet" and "-main-" not in o.spot]:
            if random.random() < sides:
                session.perform(offer.act)


def decisions(name: str, seed: int, number: int, players: tuple[str, ...] = PLAYERS) -> Iterator[tuple[Session, str]]:
    """A session at each of so many decisions, and who decides; a random legal move is made after each."""
    session, random = opened(name, seed, players), Random(seed)
    hosting = part(session)
    while number > 0:
        bet(session, random, players)
        closing = hosting.closes_wagers(session.table)
        assert closing is not None
        session.perform(closing)
        session.go_on()
        while player := hosting.awaited(session.table):
            yield session, player
            number -= 1
            if not number:
                return
            offers = [o for o in hosting.offers(session.table, player) if o.kind == "move"]
            offer = random.choice(offers)
            assert session.perform(offer.with_amount(offer.most)) is None
            session.go_on()
