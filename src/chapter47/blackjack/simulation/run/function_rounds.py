"""A strategy written as a Python function, played by the engine on shoes shuffled from the seed."""

from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from chapter47.blackjack.analysis.exact.values import NAMES
from chapter47.blackjack.analysis.given_function import Cards, StrategyFunction, wrong_answer
from chapter47.blackjack.events import Shuffled
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.simulation.kernel.program import compile_program
from chapter47.blackjack.simulation.run.engine_rounds import net_of, player_of
from chapter47.blackjack.simulation.run.request import SimulationRequest
from chapter47.blackjack.simulation.run.simulate import SimulationRun
from chapter47.blackjack.simulation.run.tally import BetTotals, Tally
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.core.cards import Card
from chapter47.core.chance import Seeded
from chapter47.core.errors import Chapter47Error, ProblemInWords
from chapter47.core.findings import Refusal

REPORT_EVERY: Final = 1000
"""Rounds after which the progress is reported, at the end of a shoe."""
ASKED: Final = {
    "play": {move: move for move in ("hit", "stand", "double", "split", "surrender")},
    "rescue": {"stand": "let-stand", "rescue": "rescue"},
}
"""By question: the moves offered to a function, in order, with the engine's names for them."""
ANSWERED: Final = {"insurance": "decline", "even money": "decline", "double": "double"}
"""Questions that a function is not asked. The last one is about the other wagers of a hand that it has doubled."""
TEN: Final = 10


def run_function(
    request: SimulationRequest, function: StrategyFunction, watch: Callable[[Tally], None]
) -> SimulationRun:
    """Play a request by a function. Ctrl-C, or a KeyboardInterrupt raised by `watch`, stops after whole shoes."""
    rules = compile_program(request.table, stakes=request.wagers, fresh=request.fresh).rules
    if rules.offers_switch:
        problem = "a function cannot be played at Switch, where both hands are decided together"
        raise Chapter47Error([ProblemInWords("strategy", problem, "a strategy file, which has a switching rule")])
    tally, begun, reported = Tally(), monotonic(), 0
    stake = sum(map(sum, request.wagers))
    try:
        for nets in _shoes(_FunctionTable(request, function, is_fresh=bool(rules.fresh)), request.rounds):
            tally += _shoe_tally(nets, stake)
            if tally.rounds - reported >= REPORT_EVERY or tally.rounds == request.rounds:
                reported = tally.rounds
                watch(tally)
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return SimulationRun(request, tally, monotonic() - begun, tally.rounds)


def _shoe_tally(nets: list[int], stake: int) -> Tally:
    """Add up the rounds of one shoe."""
    rounds, net = len(nets), sum(nets)
    main = BetTotals(
        wagers=rounds,
        staked=rounds * stake,
        net=net,
        net_squares=sum(each * each for each in nets),
        staked_squares=rounds * stake**2,
        products=net * stake,
        shoe_net_squares=net**2,
        shoe_staked_squares=(rounds * stake) ** 2,
        shoe_products=net * rounds * stake,
    )
    return Tally(rounds, 1, bets={"main": main}, results=Counter(nets), shuffles=1)


def _shoes(table: "_FunctionTable", rounds: int) -> Iterator[list[int]]:
    """Yield the net results of each shoe's rounds."""
    nets: list[int] = []
    for _ in range(rounds):
        net = table.play_round()
        if table.was_shuffled and nets:
            yield nets
            nets = []
        nets.append(net)
    yield nets


class _FunctionTable:
    """An engine table whose boxes all play by one function."""

    def __init__(self, request: SimulationRequest, function: StrategyFunction, *, is_fresh: bool) -> None:
        self.request, self.function, self.is_fresh = request, function, is_fresh
        self.chance = Seeded(request.seed)
        self.table = self._opened()
        self.was_shuffled = False
        """Whether the cards were shuffled before the last round. The log has everything since the bets before it."""

    def _opened(self) -> BlackjackInPlay:
        table = BlackjackInPlay(self.request.table, self.chance)
        _do(table.open())
        return table

    def play_round(self) -> int:
        """Return the net result of a round in cents; a round that runs out of cards is dealt again."""
        while True:
            if self.is_fresh:
                self.table = self._opened()
            table = self.table
            _do(table.begin())
            self.was_shuffled = any(isinstance(entry.event, Shuffled) for entry in table.log)
            table.log.clear()
            for box, wagers in enumerate(self.request.wagers, start=1):
                for amount in wagers:
                    _do(table.bet(box, player_of(box), amount))
            _do(table.close_bets())
            while isinstance(need := table.deal(), NeedMove):
                move = ANSWERED.get(need.question) or self._move(need)
                legal = need.named(move)
                _do(table.choose(need.bettor, move, legal.most if legal and move == "double" else 0))
            if not table.state.void:
                return sum(net_of(entry.event) for entry in table.log)

    def _move(self, need: NeedMove) -> str:
        """Ask the function, unless only one move is legal."""
        names = {name: move for name, move in ASKED[need.question].items() if need.named(move)}
        if len(names) == 1:
            return next(iter(names.values()))
        state, legal = self.table.state, tuple(names)
        hand = next(hand for hand in state.hands if hand.at == need.at)
        held, up = _by_value(hand.cards), _by_value(state.dealer.cards)
        answer = self.function(held, up, legal)
        if answer not in legal:
            raise Chapter47Error([wrong_answer(answer, held, up, legal)])
        return names[answer]


def _by_value(cards: Cards) -> Cards:
    """Name every card that counts ten T, as the exact price of a function does."""
    return tuple(Card(NAMES[TEN - 1], card.suit) if card_value(card) == TEN else card for card in cards)


def _do(refusal: Refusal | None) -> None:
    assert refusal is None, str(refusal)
