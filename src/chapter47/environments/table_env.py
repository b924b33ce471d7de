"""One player alone at a table, as an environment: what all games share.

A session plays the table. Legal actions are its game's offers, and rewards are its settlements."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from chapter47.core import onlookers
from chapter47.core.act import Act
from chapter47.core.errors import Problem
from chapter47.core.event import Collected, Event, Paid
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.log import LogEntry
from chapter47.core.loose_types import OfItsGame
from chapter47.core.posting import Posting
from chapter47.library.arguments import BadArgumentError, game_of_table
from chapter47.library.checks import NotLawfulError, check
from chapter47.library.tables import table as default_table
from chapter47.session.session import Session

PLAYER: Final = "Agent"
ROUNDS_PER_TABLE: Final = 1000
"""Rounds after which the next episode opens a new table, so that the log stays bounded."""
MOST_UNITS: Final = 1_000_000.0

Observation = dict[str, Any]
Info = dict[str, Any]


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """A table with one player. `table` is a posted table, by default the game's usual one; `unit` is the initial wager
    in cents, by default the table's minimum; rewards are in units. With `bet` the wagers are actions too."""

    games: ClassVar[tuple[str, ...]]
    """The games whose tables it accepts; the first is the default."""
    metadata: dict[str, Any] = {  # noqa: RUF012 as Gymnasium declares it
        "render_modes": ["svg"]
    }

    def __init__(
        self,
        table: Posting | None = None,
        *,
        unit: int | None = None,
        bet: bool = False,
        lawful_only: bool = True,
        render_mode: str | None = None,
    ) -> None:
        posting: OfItsGame = default_table(game=self.games[0]) if table is None else table
        game = game_of_table(posting)
        problems = []
        if game.name not in self.games:
            problems.append(Problem("table", game.name, " or ".join(self.games)))
        if render_mode not in (None, *self.metadata["render_modes"]):
            problems.append(Problem("render_mode", str(render_mode), "svg"))
        if problems:
            raise BadArgumentError(problems)
        if lawful_only and not (verdict := check(posting)).lawful:
            raise NotLawfulError(verdict)
        assert game.hosting is not None
        self.posting = posting
        self.unit: int = posting.minimum if unit is None else unit
        self.bet = bet
        self.render_mode = render_mode
        self._hosting: Hosting = game.hosting.load()
        self._session: Session | None = None
        self._over = True
        self.player = PLAYER
        """Who acts; only a table of several seats changes it."""
        self.players: tuple[str, ...] = (PLAYER,)
        self._nets: Counter[str] = Counter()
        self._cited: list[str] = []
        self.actions = self._action_names()
        """The name of each action."""
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(self._spaces())
        if problem := self._bad_unit():
            raise BadArgumentError([problem])

    # What each game says ---------------------------------------------------------------------------------------------

    @abstractmethod
    def _action_names(self) -> tuple[str, ...]: ...

    @abstractmethod
    def _spaces(self) -> dict[str, spaces.Space[Any]]: ...

    @abstractmethod
    def _observation(self) -> Observation: ...

    @abstractmethod
    def _legal(self) -> Mapping[str, Sequence[Act]]:
        """Return each legal action with the acts that it performs."""

    @abstractmethod
    def _deals(self, action: str) -> bool:
        """Return whether this action closes betting."""

    def _ended(self, dealt: bool) -> bool:
        """Return whether the episode is over after an action, which may have dealt."""
        return dealt and not self.session.unfinished

    def _before(self, action: str, info: Info) -> None:
        """Add to the info what is known before a legal action is performed."""

    def _notice(self, event: Event) -> None:
        """Observe an event."""

    # The interface of Gymnasium --------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The session that plays the table."""
        if self._session is None:
            raise gymnasium.error.ResetNeeded("Call reset() first.")
        return self._session

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start an episode. With a seed, or if the last episode was not finished, a new table opens; otherwise play
        continues at the same table with the same shoe."""
        super().reset(seed=seed, options=options)
        worn = self._session is None or len(self._session.book.rounds) >= ROUNDS_PER_TABLE
        if seed is not None or worn or not self._over:
            self._open()
        self._cited.clear()
        self._over = False
        self._ready()
        return self._observation(), self.info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Perform an action and deal until the next decision. An illegal action changes nothing."""
        before = self.worth(self.player)
        extra = self.perform(self.actions[int(action)])
        if extra is None:
            return self._observation(), 0.0, self._over, False, self.info(illegal=True)
        if not self._over:
            self._ready()
        reward = (self.worth(self.player) - before) / self.unit
        return self._observation(), reward, self._over, False, {**self.info(), **extra}

    def perform(self, action: str, *, closes: bool = True) -> Info | None:
        """Perform an action and deal until the next decision; return what was known before, or None if it is illegal.

        `closes`: a wager ends the time for wagers, because nobody else is still to bet."""
        self._cited.clear()
        acts = self._legal_now().get(action)
        if acts is None:
            return None
        extra: Info = {}
        self._before(action, extra)
        for act in acts:
            self._perform(act)
        if (dealt := self._deals(action)) and closes:
            self._perform(self._hosting.closes_wagers(self.session.table))
        self.session.go_on()
        self._over = (closes or not dealt) and self._ended(dealt)
        return extra

    def observe(self, player: str) -> Observation:
        """Return what a player sees on their turn."""
        self.player = player
        return self._observation()

    def asked(self) -> str:
        """Return the player who must decide."""
        return self._hosting.awaited(self.session.table)

    def worth(self, player: str) -> int:
        """Return a player's result at this table in cents, less fees that are marked and not collected yet."""
        return self._nets[player] - self.session.owed.get(player, 0)

    def info(self, *, illegal: bool = False) -> Info:
        """Return the info of a step, for the player who acts."""
        return {
            "action_mask": self.action_mask(),
            "citations": tuple(dict.fromkeys(cited for cited in self._cited if cited)),
            "illegal": illegal,
        }

    def render(self) -> str | None:
        """Draw the table as an SVG document."""
        from chapter47.drawing.settings import Settings
        from chapter47.session.pictures import drawn_table

        if self.render_mode is None:
            return None
        return drawn_table(self.session.game, self.session.table, Settings(viewer=self.player))

    def action_mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return 1 for each legal action, 0 for the others."""
        legal = self._legal_now()
        return np.array([name in legal for name in self.actions], dtype=np.int8)

    # Helpers of the games --------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._nets.clear()
        session = Session(self.posting, int(self.np_random.integers(2**63)))
        session.watch = self._watch
        self._session = session
        self._sit_down()

    def _sit_down(self) -> None:
        for player in self.players:
            self.player = player
            self._perform(next(offer for offer in self._offers() if offer.kind == "seat").act)
        self.player = self.players[0]

    def _perform(self, act: Act | None) -> None:
        refusal = self.session.perform(act) if act else "the time for wagers cannot end"
        if refusal:
            raise RuntimeError(f"{act} was offered and refused: {refusal}")

    def _ready(self) -> None:
        """Perform what the player only needs to confirm, such as taking the dice."""
        while act := self._hosting.takes_turn(self.session.table, self.player):
            self.session.perform(act)

    def _offers(self) -> list[Offer]:
        return list(self._hosting.offers(self.session.table, self.player))

    def _seat(self) -> OfItsGame:
        return self.session.table.view(onlookers.player(self.player))

    def _legal_now(self) -> Mapping[str, Sequence[Act]]:
        return {} if self._over else self._legal()

    def _watch(self, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            event = entry.event
            self._cited.append(event.by)
            if isinstance(event, Paid):
                self._nets[event.bettor] += event.amount
            elif isinstance(event, Collected):
                self._nets[event.bettor] -= event.amount
            self._notice(event)

    def _bad_unit(self) -> Problem | None:
        least, most, step = self.posting.minimum, self.posting.maximum, self.posting.chip
        if isinstance(self.unit, int) and least <= self.unit <= most and self.unit % step == 0:
            return None
        return Problem("unit", str(self.unit), f"cents from {least} to {most} in steps of {step}")


def staked(offer: Offer, cents: int) -> Act | None:
    """Return the act with the smallest allowed amount of at least so many cents; `None` if it is above the maximum."""
    if not offer.most:
        return offer.act
    steps = max(0, -(-(cents - offer.least) // offer.step)) if offer.step else 0
    amount = offer.least + steps * offer.step
    return offer.with_amount(amount) if amount <= offer.most else None


def units(number: int) -> spaces.Box:
    """The space of stakes, in units."""
    return spaces.Box(0.0, MOST_UNITS, (number,), np.float32)
