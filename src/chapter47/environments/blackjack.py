"""Blackjack, Spanish 21 and Switch as environments: one box, one round per episode."""

from collections.abc import Iterable, Mapping, Sequence
from math import nan
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces

from chapter47.core import onlookers
from chapter47.core.act import Act
from chapter47.core.cards import Card
from chapter47.core.coaching import AnyCoaching, DecisionValues
from chapter47.core.event import Event, RoundBegan
from chapter47.core.posting import Posting
from chapter47.environments.table_env import Info, Observation, TableEnv, staked, units

RANKS: Final = "A23456789T"
"""The order of ranks in observations; tens include face cards."""
DEAL: Final = "deal"
BETS: Final = {f"bet-{units}": units for units in (1, 2, 4, 8, 16)}
MOVES: Final = ("stand", "hit", "double", "split", "surrender", "insure", "even-money", "decline")
QUESTIONS: Final = ("bet", "play", "insurance", "even money", "rescue", "switch", "switched", "third card")
"""The questions to the player; `bet` is before the deal and after the round."""
MOST_CARDS: Final = 40

Ranks = np.ndarray[Any, np.dtype[np.int16]]


class BlackjackEnv(TableEnv):
    """Blackjack, 6 to 5 or double exposure. With `regret` each step reports the value that the move lost."""

    games: ClassVar[tuple[str, ...]] = ("blackjack", "six-to-five", "double-exposure")
    moves: ClassVar[tuple[str, ...]] = (*MOVES, "double-face-down")

    def __init__(self, table: Posting | None = None, *, regret: bool = False, **settings: Any) -> None:
        self.regret = regret
        self._seen: Ranks = np.zeros(len(RANKS), np.int16)
        self._events: list[Event] = []
        super().__init__(table, **settings)

    def _action_names(self) -> tuple[str, ...]:
        return (*(BETS if self.bet else (DEAL,)), *self.moves)

    def _spaces(self) -> dict[str, spaces.Space[Any]]:
        most = 52 * self.posting.decks
        cards = spaces.Box(0, MOST_CARDS, (len(RANKS),), np.int16)
        return {
            "question": spaces.Discrete(len(QUESTIONS)),
            "hand": cards,
            "total": spaces.Discrete(MOST_CARDS),
            "soft": spaces.Discrete(2),
            "split": spaces.Discrete(2),
            "doubled": spaces.Discrete(2),
            "other_hands": cards,
            "dealer": cards,
            "stake": units(1),
            "seen": spaces.Box(0, most, (len(RANKS),), np.int16),
            "cards_left": spaces.Box(0, most, (1,), np.int16),
        }

    def _observation(self) -> Observation:
        seat = self._seat()
        table = seat.table
        asked = table.round.asked
        hand = table.round.hand(asked.at) if asked else None
        others = (card for other in table.round.hands if hand is None or other.at != hand.at for card in other.known)
        stakes = (stake.whole for stake in table.round.stakes if asked and stake.open and stake.at == asked.at)
        return {
            "question": np.int64(QUESTIONS.index(asked.question) if asked else 0),
            "hand": _ranks(hand.known if hand else ()),
            "total": np.int64(hand.points if hand else 0),
            "soft": np.int64(bool(hand and hand.soft)),
            "split": np.int64(bool(hand and hand.split)),
            "doubled": np.int64(bool(hand and hand.doubled)),
            "other_hands": _ranks(others),
            "dealer": _ranks(table.round.dealer.known),
            "stake": np.array([sum(stakes) / self.unit], np.float32),
            "seen": self._seen.copy(),
            "cards_left": np.array([table.shoe.cards_left], np.int16),
        }

    def _legal(self) -> Mapping[str, Sequence[Act]]:
        offers = self._offers()
        if not self.session.between_rounds:
            moves: dict[str, Sequence[Act]] = {}
            for move in self._seat().legal:
                offer = next(o for o in offers if o.kind == "move" and getattr(o.act, "move", "") == move.name)
                moves[move.name] = (offer.with_amount(move.most),)
            return moves
        wager = next(offer for offer in offers if offer.kind == "bet")
        sizes = BETS if self.bet else {DEAL: 1}
        bets = {name: staked(wager, number * self.unit) for name, number in sizes.items()}
        return {name: (bet,) for name, bet in bets.items() if bet}

    def _deals(self, action: str) -> bool:
        return action not in self.moves

    def _ended(self, dealt: bool) -> bool:
        return self.session.between_rounds

    def _before(self, action: str, info: Info) -> None:
        if not self.regret:
            return
        info["regret"] = 0.0
        if action in self.moves:
            info["regret"] = self._lost_by(action)

    def _lost_by(self, move: str) -> float:
        """Return what a move loses against the best one given the cards seen, in units; `nan` if there are no
        values."""
        game = self.session.game
        assert game.coaching is not None
        coaching: AnyCoaching = game.coaching.load()
        assert coaching.decision is not None
        events = self._hosting.recalled(self._events, onlookers.player(self.player))
        answer = coaching.decision(self.posting, self._seat(), events)
        if not isinstance(answer, DecisionValues):
            return nan
        values = answer.cards_seen or answer.basic
        return (max(values.values()) - values[move]) / self.unit

    def _open(self) -> None:
        self._seen[:] = 0
        self._events.clear()
        super()._open()

    def _notice(self, event: Event) -> None:
        playing = self.session.playing
        if isinstance(event, playing.mixes) or (
            isinstance(event, RoundBegan) and self._hosting.draws_each_round(self.posting)
        ):
            self._seen[:] = 0
            self._events.clear()
        self._events.append(event)
        if isinstance(card := getattr(event, "card", None), Card):
            self._seen += _ranks((str(card),))


class Spanish21Env(BlackjackEnv):
    """Spanish 21."""

    games: ClassVar[tuple[str, ...]] = ("spanish-21",)
    moves: ClassVar[tuple[str, ...]] = (*MOVES, "rescue", "let-stand")


class SwitchEnv(BlackjackEnv):
    """Blackjack switch: one box with two hands. A unit is the wager on each hand."""

    games: ClassVar[tuple[str, ...]] = ("switch",)
    moves: ClassVar[tuple[str, ...]] = (*MOVES, "keep", "switch", "switch-back")


def _ranks(cards: Iterable[str]) -> Ranks:
    """Count cards by rank."""
    counts = np.zeros(len(RANKS), np.int16)
    for card in cards:
        counts[RANKS.index("T" if card[0] in "JQK" else card[0])] += 1
    return counts
