"""Computer players of a given skill: they bet, decide and play rounds at a table of any game."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from chapter47.core.act import Act, Open
from chapter47.core.chance import Chance, Seeded
from chapter47.core.coaching import DecisionValues
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.log import LogEntry
from chapter47.core.posting import Posting
from chapter47.school.coach import Coach
from chapter47.session.session import Session

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve")
MOST_STEPS: Final = 12
"""Most steps of a wager above its minimum, so that amounts stay realistic."""
TRIES: Final = 20
"""Attempts at betting until a round can be dealt, since at craps the shooter needs a line wager."""
BESIDE_MAIN: Final = "-main-"


class ComputerPlayers:
    """Seats at one table. With skill 1 they follow basic strategy, with skill 0 they decide at random."""

    def __init__(self, session: Session, names: Sequence[str], random: Random, *, skill: float = 0.0) -> None:
        self.session, self.names, self.random, self.skill = session, tuple(names), random, skill
        assert session.game.hosting
        self.hosting: Hosting = session.game.hosting.load()
        self._coach = Coach(session.game, session.posting, session.table)

    def sit(self) -> None:
        for name in self.names:
            seats = [offer for offer in self.hosting.offers(self.session.table, name) if offer.kind == "seat"]
            if seats:
                self.session.perform(seats[0].act)

    def bet(self, names: Sequence[str] = (), *, sides: float = 0.5) -> None:
        """Let each make the wagers that the game requires and, with the probability `sides`, any other that is
        offered."""
        for name in names or self.names:
            for _ in range(max(1, self.hosting.missing_wagers(self.session.table, name))):
                main = [offer for offer in self._bets(name) if BESIDE_MAIN in offer.spot]
                if main:
                    self.session.perform(self._amount(main[0]))
            others = [offer for offer in self._bets(name) if BESIDE_MAIN not in offer.spot]
            few = 4 if not any(BESIDE_MAIN in offer.spot for offer in self._bets(name)) else len(others)
            if name not in self.session.table.staked and others:
                self.session.perform(self._amount(self.random.choice(others[:2])))
            for offer in self.random.sample(others, min(few, len(others))):
                if self.random.random() < sides:
                    self.session.perform(self._amount(offer))

    def _bets(self, name: str) -> list[Offer]:
        return [offer for offer in self.hosting.offers(self.session.table, name) if offer.kind == "bet"]

    def _amount(self, offer: Offer) -> Act:
        steps = min(MOST_STEPS, (offer.most - offer.least) // offer.step) if offer.step else 0
        return offer.with_amount(offer.least + offer.step * self.random.randint(0, steps))

    def close(self) -> bool:
        """Close betting; return whether a round is in progress."""
        if not self._closed():
            return False
        self.session.go_on()
        return True

    def _closed(self) -> bool:
        for name in self.names:
            if turn := self.hosting.takes_turn(self.session.table, name):
                self.session.perform(turn)
        closing = self.hosting.closes_wagers(self.session.table)
        return closing is not None and self.session.perform(closing) is None

    def decide(self) -> bool:
        """Return the decision that the table waits for, if one of these players must make it."""
        if not self._decided():
            return False
        self.session.go_on()
        return True

    def _decided(self) -> bool:
        name = self.hosting.awaited(self.session.table)
        if name not in self.names:
            return False
        offers = [offer for offer in self.hosting.offers(self.session.table, name) if offer.kind in ("move", "turn")]
        if not offers:
            return False
        offer = self._chosen(name, offers)
        self.session.perform(offer.with_amount(offer.most))
        return True

    def _chosen(self, name: str, offers: list[Offer]) -> Offer:
        if self.skill and self.random.random() < self.skill:
            values = self._coach.decision(name, seen=False)
            if isinstance(values, DecisionValues):
                return next((offer for offer in offers if getattr(offer.act, "move", "") == values.best), offers[0])
        return self.random.choice(offers)

    def steps(self, *, sides: float = 0.5) -> Iterator[None]:
        """One round step by step: it goes on after each moment at which something may happen to the table."""
        for _ in range(TRIES):
            self.bet(sides=sides)
            if self._closed():
                break
        while not self.session.between_rounds:
            yield
            if not self.session.waits:
                self.session.step()
            elif not self._decided():
                return

    def play_round(self, *, sides: float = 0.5) -> bool:
        """Play one round, or one throw; return whether it was played."""
        for _ in range(TRIES):
            self.bet(sides=sides)
            if self.close():
                while self.decide():
                    pass
                return True
        return False


def opened(posting: Posting, seed: int, names: Sequence[str], *, chance: Chance | None = None) -> ComputerPlayers:
    """Return an open table with these players at it."""
    session = Session(posting, seed, chance=chance or Seeded(seed))
    players = ComputerPlayers(session, names, Random(seed))
    players.sit()
    session.perform(Open())
    return players


def dealt(posting: Posting, seed: int, names: Sequence[str] = NAMES[:2]) -> Iterator[Sequence[LogEntry]]:
    """Yield the log of a table after each round played by computer players."""
    players = opened(posting, seed, names)
    while players.play_round():
        yield players.session.table.log
