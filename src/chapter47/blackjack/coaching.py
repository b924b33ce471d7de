"""The coach for blackjack: the value of every legal move, by basic strategy and by the cards seen."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from threading import Lock
from typing import Final, NamedTuple

from chapter47.blackjack import strategy_file
from chapter47.blackjack.acts import Bet, SideBet
from chapter47.blackjack.analysis import main_game
from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues, row_of, view_of
from chapter47.blackjack.analysis.chart.best_play import optimal
from chapter47.blackjack.analysis.exact.prepared import prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.move_values import move_values
from chapter47.blackjack.analysis.priced import MainGamePrice
from chapter47.blackjack.analysis.pricing import price
from chapter47.blackjack.analysis.switch.advice import HandBesideOther, SwitchAdvice
from chapter47.blackjack.chart_codes import LEGEND, open_move
from chapter47.blackjack.events import (
    BurnCardShown,
    Burned,
    Dealt,
    DeterminantDrawn,
    Event,
    RoundBegan,
    Shuffled,
    Turned,
)
from chapter47.blackjack.hands import total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import MAIN, Round
from chapter47.blackjack.strategy_file import PlayedStrategy
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.of_round import legal_for, round_view
from chapter47.blackjack.views.records import HandView, MoveView, RoundView, SeatView
from chapter47.core.act import Act
from chapter47.core.cards import Card, card, show
from chapter47.core.coaching import Coaching, DecisionValues, LitCell, NoDecision, WagerCost
from chapter47.core.drilling import DrillTask
from chapter47.core.errors import NotPricedError

MOST_KEPT: Final = 16
"""How many tables keep their full-shoe analysis."""
MOST_HANDS: Final = 1024
"""How many hands keep their values from a full shoe."""
Values = dict[str, float]
BOTH_HANDS: Final = {"switch": ("keep", "switch"), "switched": ("switch-back", "keep")}
"""Questions about both hands of a box, with the answers that leave them as dealt and switched."""


class Analyses:
    """The full-shoe analysis of each table, computed once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[MainGamePrice, PlayedStrategy]] = OrderedDict()
        self._hands: OrderedDict[tuple[object, ...], MoveValues | SwitchAdvice] = OrderedDict()
        self._turn = Lock()

    def of(self, table: TableRules) -> tuple[MainGamePrice, PlayedStrategy]:
        key = repr(table)
        with self._turn:
            if key not in self._kept:
                analysis = main_game.analyse(table)
                self._kept[key] = analysis, strategy_file.from_data(analysis.strategy.data())
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    def from_a_full_shoe(self, asked: "AskedHand") -> MoveValues | SwitchAdvice:
        """Value a hand by basic strategy; values are cached, because the same hands come up often."""
        key = (repr(asked.table), asked.hands, asked.up, asked.after_split)
        with self._turn:
            if key in self._hands:
                self._hands.move_to_end(key)
                return self._hands[key]
        values = move_values(asked.table, *asked.hands, up=asked.up, after_split=asked.after_split)
        with self._turn:
            self._hands[key] = values
            while len(self._hands) > MOST_HANDS:
                self._hands.popitem(last=False)
        return values


ANALYSES: Final = Analyses()


class AskedHand(NamedTuple):
    """A decision as the analysis needs it."""

    table: TableRules
    question: str
    hand: HandView
    hands: tuple[tuple[Card, ...], ...]
    """The hand, or at Switch both hands of the box, the one being decided first."""
    up: tuple[Card, ...]
    stake: int
    """Stake of all spots that the decision is about."""
    at_spot: int
    """Stake of the spot being decided."""
    legal: Mapping[str, MoveView]
    after_split: bool = False
    switched: bool = False
    """Whether `hands` are as dealt, and the box has switched them since."""


def decision(table: TableRules, seat: SeatView, events: Sequence[Event]) -> DecisionValues | NoDecision:
    """Value this player's legal moves now."""
    asked = _asked(table, seat.table.round, seat.player, seat.legal)
    if isinstance(asked, NoDecision):
        return asked
    try:
        strategy = ANALYSES.of(table)[1]
        basic = _values(asked)
    except (NotPricedError, ImpossibleCardsError) as error:
        return NoDecision(str(error))
    if missing := [move for move in asked.legal if move not in basic]:
        return NoDecision(f"no values for {', '.join(missing)} ({asked.question})")
    seen, why_not = _by_cards_seen(asked, _gone(events, asked))
    amounts = {name: move.most for name, move in asked.legal.items() if move.most}
    return DecisionValues(
        player=seat.player,
        at=asked.hand.at,
        question=asked.question,
        hand=" | ".join(map(show, asked.hands)),
        against=show(asked.up),
        situation=_situation(asked),
        stake=asked.stake,
        basic=basic,
        best=_by_basic_strategy(asked, strategy, basic),
        cards_seen=seen,
        best_seen=_best(seen) if seen else None,
        why_not_seen=why_not,
        amounts=amounts,
        cell=next(iter(_cells_asked(asked, strategy)), None),
    )


def value_lost(table: TableRules, state: Round, player: str, move: str) -> float | None:
    """Return what a move loses against the best one from a full shoe, in cents; values of the same cards are cached."""
    asked = _asked(table, round_view(state, player), player, legal_for(state, player))
    if isinstance(asked, NoDecision):
        return None
    names = tuple(tuple(strategy_file.name_of(each) for each in hand) for hand in (*asked.hands, asked.up))
    amounts = tuple((name, legal.most) for name, legal in asked.legal.items())
    suits = (asked.hands, asked.up) if table.optional_payouts or not GAMES[table.game].traits.basic else ()
    key = (repr(table), asked.question, names, suits, amounts, asked.stake, asked.at_spot, asked.after_split)
    if key not in VALUED:
        try:
            VALUED[key] = _values(asked)
        except (NotPricedError, ImpossibleCardsError):
            VALUED[key] = {}
        while len(VALUED) > MOST_VALUED:
            VALUED.popitem(last=False)
    values = VALUED[key]
    return max(values.values()) - values[move] if move in values else None


VALUED: Final[OrderedDict[tuple[object, ...], Values]] = OrderedDict()
MOST_VALUED: Final = 50_000
"""Number of decisions whose values are cached."""


def _best(values: Values) -> str:
    return max(values, key=lambda move: values[move])


def _asked(table: TableRules, seen: RoundView, player: str, moves: Sequence[MoveView]) -> AskedHand | NoDecision:
    if seen.asked is None or seen.asked.bettor != player:
        return NoDecision("no decision of yours is pending")
    if seen.exposed is not None:
        return NoDecision("the next card lies exposed (19:47-2.15(c))")
    hand = seen.hand(seen.asked.at)
    hands: tuple[tuple[Card, ...], ...] = (_cards(hand),)
    switched = False
    hands_per_box = GAMES[table.game].hands_per_box
    if hands_per_box == 2:
        hands, switched = _both_hands(seen, hand)
    if any(len(cards) < 2 for cards in hands):
        return NoDecision("the hand has one card")
    stakes = {
        stake.spot: stake.amount
        for stake in seen.stakes
        if stake.at == hand.at and stake.bettor == player and stake.wager == MAIN and stake.open
    }
    at_spot = stakes.get(seen.asked.spot, 0)
    stake = at_spot if seen.asked.question == "insurance" else sum(stakes.values())
    legal = {move.name: move for move in moves}
    if len(legal) < 2:
        return NoDecision("only one move is legal")
    up = tuple(map(card, seen.dealer.known))
    return AskedHand(
        table, seen.asked.question, hand, hands, up, stake, at_spot, legal, after_split=hand.split, switched=switched
    )


def _cards(hand: HandView) -> tuple[Card, ...]:
    return tuple(map(card, hand.known))


def _both_hands(seen: RoundView, hand: HandView) -> tuple[tuple[tuple[Card, ...], ...], bool]:
    """Return both hands. A split hand is beside another hand of its box, whose later cards are gone from the shoe.
    Switched hands that are not played yet are given as dealt."""
    others = [other for other in seen.hands if other.box == hand.box and other.at != hand.at]
    other = max(others, key=lambda each: len(each.cards))
    first, second = _cards(hand), _cards(other)
    if hand.switched and len(first) == len(second) == 2 and len(others) == 1:
        return ((first[0], second[1]), (second[0], first[1])), True
    return (first, second[:2]), False


def _gone(events: Iterable[Event], asked: AskedHand) -> Counter[Card] | None:
    """Return the cards this player has seen since the shuffle, except those that the analysis deals itself."""
    if asked.table.shoe == "double":
        return None
    seen: Counter[Card] = Counter()
    shuffled = False
    for event in events:
        match event:
            case Shuffled():
                seen.clear()
                shuffled = True
            case RoundBegan() if asked.table.shuffle in ("continuous", "bart-carter"):
                seen.clear()
            case Dealt(card=Card() as known) | Turned(card=known) | DeterminantDrawn(card=known):
                seen[known] += 1
            case Burned(card=Card() as known) | BurnCardShown(card=known):
                seen[known] += 1
    if not shuffled:
        return None
    return seen - Counter(card for hand in asked.hands for card in hand) - Counter(asked.up)


# Values --------------------------------------------------------------------------------------------------------------


def _by_cards_seen(asked: AskedHand, gone: Counter[Card] | None) -> tuple[Values | None, str]:
    if gone is None:
        return None, "the cards dealt since the shuffle are not known: a double shoe, or the server was restarted"
    try:
        return _values(asked, tuple(gone.elements())), ""
    except (NotPricedError, ImpossibleCardsError) as error:
        return None, str(error)


def _values(asked: AskedHand, gone: tuple[Card, ...] = ()) -> Values:
    """Value, in cents, the legal moves that the analysis covers, with these cards gone besides the visible ones."""
    if asked.question == "rescue":
        units = _rescue(asked, gone)
    elif gone:
        advice = move_values(asked.table, *asked.hands, up=asked.up, gone=gone, after_split=asked.after_split)
        units = _units(asked, advice)
    else:
        units = _units(asked, ANALYSES.from_a_full_shoe(asked))
    return {move: worth * asked.stake for move, worth in units.items() if move in asked.legal}


def _units(asked: AskedHand, advice: object) -> Values:
    """Return values by move name, per unit of the wager."""
    match asked.question:
        case "insurance":
            insurance = _insurance(advice)
            return {"insure": insurance * _share(asked, "insure", of_stake=0.5), "decline": 0.0}
        case "even money":
            assert isinstance(advice, MoveValues)
            return {"even-money": advice.moves.get("even money", 1.0), "decline": advice.moves["stand"]}
        case question if question in BOTH_HANDS:
            assert isinstance(advice, SwitchAdvice)
            assert advice.switched is not None
            kept, switched = advice.kept.value, advice.switched.value
            return dict(zip(BOTH_HANDS[asked.question], (kept, switched), strict=True))
        case "play":
            return _moves(asked, advice)
    return {}


def _insurance(advice: object) -> float:
    assert isinstance(advice, (MoveValues, SwitchAdvice))
    if advice.insurance is None:
        raise NotPricedError("insurance is not priced here")
    return advice.insurance


def _share(asked: AskedHand, move: str, *, of_stake: float) -> float:
    """Return the maximum stake as a share of what the analysis stakes."""
    legal = asked.legal.get(move)
    return legal.most / (of_stake * asked.at_spot) if legal and legal.most and asked.at_spot else 1.0


def _moves(asked: AskedHand, advice: object) -> Values:
    one_hand = _one_hand(asked, advice)
    assert one_hand is not None
    values = dict(one_hand.moves)
    if isinstance(advice, SwitchAdvice) and advice.switched is not None and asked.switched:
        other = advice.switched.moves[1]  # which goes on the same whatever this hand does, but for a switch back
        values["switch-back"] = advice.kept.value - other.moves[other.best]
    if "double" in values:
        values["double"] *= (1.0 + _share(asked, "double", of_stake=1.0)) / 2.0
        values["double-face-down"] = values["double"]
    return values


def _one_hand(asked: AskedHand, advice: object) -> MoveValues | None:
    if isinstance(advice, SwitchAdvice):
        arranged = advice.switched if asked.switched and advice.switched else advice.kept
        return arranged.moves[0]
    return advice if isinstance(advice, MoveValues) else None


def _rescue(asked: AskedHand, gone: tuple[Card, ...]) -> Values:
    """Value a rescue (19:47-19.9): the first wager is given up, or both stand."""
    left = Counter(full_shoes(asked.table)[0].cards) - Counter(gone)
    shoe = CardCounts(tuple(left.elements()), suits_are_even=bool(gone))
    prepared = prepare(asked.table, shoe, main_game.analysed_game(asked.table))
    hand = HandBesideOther(prepared, optimal(prepared), None)
    row, view = row_of(hand, asked.hands[0]), view_of(hand, asked.up)
    of_hand, pays = prepared.removed.of_hand, prepared.pays
    worth = float(prepared.deal.outcomes[of_hand[row], view] @ pays.doubled[pays.kinds[row]])
    clear = float(prepared.no_blackjack[of_hand[row], view])
    worth = worth / clear if prepared.table.hole_card == "card-reader" else worth - (1.0 - clear)
    share = (1.0 + _share(asked, "rescue", of_stake=1.0)) / 2.0
    return {"let-stand": worth * share, "rescue": -1.0}


# The chart -----------------------------------------------------------------------------------------------------------


def _played_hand(asked: AskedHand) -> tuple[Card, ...]:
    """Return the hand being decided, as it is now."""
    return _cards(asked.hand)


def _pair(hand: tuple[Card, ...]) -> str:
    names = [strategy_file.name_of(card) for card in hand]
    return names[0] if len(names) == 2 and names[0] == names[1] else ""


def _cells(hand: tuple[Card, ...], up: tuple[Card, ...], strategy: PlayedStrategy) -> list[LitCell]:
    """Return the cells to look up: a pair's own, then that of its total."""
    (points, soft), (seen, seen_soft) = total(hand), total(up)
    column = f"{'soft ' * seen_soft}{seen}" if len(up) > 1 else strategy_file.name_of(up[0])
    pair = [("pairs", _pair(hand))] if _pair(hand) else []
    rows = [*pair, ("soft" if soft else "hard", str(points))]
    parts = [(part, row, strategy.chart[part].get(row, {}).get(column)) for part, row in rows]
    return [LitCell(part, row, column, code) for part, row, code in parts if code]


def _cells_asked(asked: AskedHand, strategy: PlayedStrategy) -> list[LitCell]:
    """List the cells of the chart for a question; empty if it has none."""
    return _cells(_played_hand(asked), asked.up, strategy) if asked.question == "play" else []


def _by_basic_strategy(asked: AskedHand, strategy: PlayedStrategy, basic: Values) -> str:
    """Return the chart's move; if a question has no cell, the better answer from the full shoe."""
    if asked.question == "insurance":
        return "insure" if strategy.insurance else "decline"
    if asked.question == "even money":
        return "even-money" if strategy.even_money else "decline"
    best = _best(basic)
    if best == "switch-back":
        return best
    moves = (open_move(cell.code, basic) for cell in _cells_asked(asked, strategy))
    return next(filter(None, moves), best)


def _situation(asked: AskedHand) -> str:
    hand = _played_hand(asked)
    points, soft = total(hand)
    up = str(total(asked.up).points) if len(asked.up) > 1 else strategy_file.name_of(asked.up[0])
    pair = _pair(hand)
    named = f"a pair of {pair}s" if pair else f"{'soft ' * soft}{points}"
    if asked.question in BOTH_HANDS:
        named = " and ".join(show(hand) for hand in asked.hands)
    return f"{named} against {up}"


# Wagers --------------------------------------------------------------------------------------------------------------


def wager(table: TableRules, act: Act) -> WagerCost | None:
    """Price a wager: the main wager by basic strategy, a side wager by its own price."""
    if isinstance(act, Bet):
        edge = ANALYSES.of(table)[0].house_edge
        return WagerCost(wager="main", amount=act.amount, house_edge=edge, expected_loss=edge * act.amount)
    if not isinstance(act, SideBet):
        return None
    figures = price(table).wagers.get(act.on)
    if figures is None:
        return None
    figures = figures.get("bets", {}).get(act.bet, figures)
    edge = figures.get("house_edge")
    if edge is None:
        return None
    main = ANALYSES.of(table)[0].house_edge
    named = f"{act.on} {act.bet}".strip()
    return WagerCost(
        wager=named,
        amount=act.amount,
        house_edge=edge,
        expected_loss=edge * act.amount,
        cheapest="main" if main < edge else "",
        cheapest_edge=main if main < edge else None,
        advice="The same chips on the main wager lose less." if main < edge else "",
    )


# Drills --------------------------------------------------------------------------------------------------------------


def totals(table: TableRules, random: Random) -> DrillTask:
    """Drill: the total of a hand, as the dealer announces it."""
    deck, hand = list(full_shoes(table)[0].cards), list[Card]()
    while len(hand) < 2 or (not total(tuple(hand)).bust and total(tuple(hand)).points < 17 and random.random() < 0.8):
        hand.append(random.choice(deck))
    points, soft = total(tuple(hand))
    return DrillTask(
        prompt="What is the total of this hand?",
        form="number",
        answer=str(points),
        cards=tuple(map(str, hand)),
        by="19:47-2.6(f)",
        explains=f"{'Soft ' * soft}{points}",
    )


def basic_strategy(table: TableRules, random: Random) -> DrillTask:
    """Drill: the chart's move for two cards."""
    strategy = ANALYSES.of(table)[1]
    deck, shown = full_shoes(table)[0].cards, 2 if strategy.for_open_cards else 1
    cells: list[LitCell] = []
    while not cells:
        *hand, first, second = random.sample(deck, 4)
        up = (first, second)[:shown]
        cells = _cells(tuple(hand), up, strategy)
    named = ("hit", "stand", "double", *(["split"] if _pair(tuple(hand)) else []))
    choices = (*named, *(["surrender"] if table.surrender else []))
    best = next(filter(None, (open_move(cell.code, choices) for cell in cells)))
    cell = cells[0]
    return DrillTask(
        prompt=f"The dealer shows {show(up)}. What is basic strategy?",
        form="choice",
        answer=best,
        choices=choices,
        cards=tuple(map(str, hand)),
        explains=f"{cell.part} {cell.row} against {cell.column}: {LEGEND[cell.code]}",
    )


COACHING: Final = Coaching[TableRules, SeatView](
    decision=decision, wager=wager, value_lost=value_lost, drills={"totals": totals, "strategy": basic_strategy}
)
