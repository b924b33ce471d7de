"""Hosting of blackjack: who must act next, what each player may do, what others may not see."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from chapter47.blackjack import acts
from chapter47.blackjack.acts import Choose, Deal, Leave, TakeBack
from chapter47.blackjack.events import Bet, Dealt, Event, Opened, Place, RoundBegan, Shuffled, Split, Withdrawn
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play, side_wagers, withdrawal
from chapter47.blackjack.round.betting import bad_bet, incomplete, wagers_of
from chapter47.blackjack.round.game_citations import event_of
from chapter47.blackjack.round.needs import NeedBets, NeedMove
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.rules.decks import stacks
from chapter47.blackjack.shoe.double import SIDES, Double
from chapter47.blackjack.shoe.machine import Machine
from chapter47.blackjack.shoe.single import Single
from chapter47.blackjack.state import MAIN, Round
from chapter47.blackjack.table.floor import may_sit
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.table_state import TableState, may_bet, opened
from chapter47.blackjack.table.views import meters, table_view
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.blackjack.views.of_round import legal_for
from chapter47.blackjack.views.of_table import is_cut
from chapter47.core.act import Act
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal
from chapter47.core.hosting import HostingOf, Offer, cut_offers
from chapter47.core.onlookers import Who
from chapter47.core.state_cache import keeps_latest

FOR_THE_ABSENT: Final = ("stand", "decline", "keep", "let-stand", "refuse", "keep-first", "later")
"""Moves that cost nothing and draw nothing, in this order: the first legal one is made for an absent player."""


def seated(table: BlackjackInPlay) -> list[str]:
    return list(dict.fromkeys((*table.carried.seats.values(), *(bettor.name for bettor in table.state.bettors))))


def awaited(table: BlackjackInPlay) -> str:
    return need.bettor if isinstance(need := table.need, NeedMove) else ""


def awaited_place(table: BlackjackInPlay) -> str:
    return str(need.at) if isinstance(need := table.need, NeedMove) else ""


def time_is_up(table: BlackjackInPlay) -> Choose | Deal | TakeBack | None:
    """Act for an absent player; one with fewer wagers than required (2.18(b)) gets them back, so that the others can
    play."""
    need = table.need
    if isinstance(need, NeedBets):
        short = next(incomplete(table.state), None)
        return closes_wagers(table) if short is None else TakeBack(short.name, str(short.box))
    if not isinstance(need, NeedMove):
        return None
    move = next((legal for name in FOR_THE_ABSENT if (legal := need.named(name))), need.legal[0])
    return Choose(need.bettor, move.name, move.least)


def closes_wagers(table: BlackjackInPlay) -> Deal | None:
    return Deal() if isinstance(table.need, NeedBets) and why_not_closable(table) is None else None


def why_not_closable(table: BlackjackInPlay) -> Refusal | None:
    """Return why betting cannot end."""
    return _bets_not_closable(table.state)


@keeps_latest
def _bets_not_closable(state: Round) -> Refusal | None:
    closed = play.close_bets(state)
    return closed if isinstance(closed, Refusal) else None


def winding_down_act(table: BlackjackInPlay) -> Act | None:
    """Return the act that clears the layout: wagers are played out; a player who does not play on forfeits a wager that
    waits for the next hand, under 2.22(f), and leaves."""
    if act := time_is_up(table):
        return act
    return next((Leave(player) for player in plays_on(table)), None)


def plays_on(table: BlackjackInPlay) -> list[str]:
    """Return players whose streak waits for a hand without a main wager yet."""
    if not table.between_rounds:
        return []
    betting = {bettor.name for bettor in _taking_wagers(table).bettors}
    return [name for name in dict.fromkeys(stake.bettor for stake in table.carried.standing) if name not in betting]


def seen(table: BlackjackInPlay, event: Event, who: Who) -> Event | None:
    """Hide a card meant for its own box from all others."""
    boxes = {bettor.box for bettor in table.state.bettors if who.kind == "player" and bettor.name == who.name}
    hidden = isinstance(event, Dealt) and event.concealed and event.at.box not in boxes
    return replace(event, card=None) if hidden else event


def recalled(events: Sequence[Event], who: Who) -> list[Event]:
    """Return events as the player saw them: boxes belong to their bettors of that round, and cards turned up
    later count as seen."""
    shown = list(events)
    boxes: set[int] = set()
    backs: dict[Place, list[int]] = {}
    for number, event in enumerate(events):
        match event:
            case RoundBegan():
                boxes, backs = set(), {}
            case Bet() if who.kind == "player" and event.bettor == who.name:
                boxes.add(event.box)
            case Withdrawn(wager="main") if who.kind == "player" and event.bettor == who.name:
                boxes.discard(event.box)
            case Dealt(concealed=True) if event.at.box not in boxes:
                backs.setdefault(event.at, []).append(number)
                shown[number] = replace(event, card=None)
            case Opened() | Split() if who.kind == "player":
                for earlier in backs.pop(event.at, ()):
                    shown[earlier] = events[earlier]
    return shown


def shown_on_meters(table: BlackjackInPlay) -> dict[str, int]:
    return {meter.wager: meter.shows for meter in meters(table.rules, table.carried)}


def mixed_among_undealt(rules: TableRules) -> bool:
    return rules.shuffle in ("continuous", "bart-carter") and not GAMES[rules.game].dealt_from_the_hand


def undealt(table: BlackjackInPlay) -> Iterator[tuple[Card, ...]]:
    """Return undealt stacks: both sides of a double shoe, and the batch inside a machine."""
    match table.shoe:
        case Double() as shoe:
            yield from (shoe.side(side).remaining for side in SIDES)
        case Machine() as shoe:
            yield from (shoe.pile.remaining, shoe.inside)
        case Single() as shoe:
            yield shoe.pile.remaining


# What a player may do ------------------------------------------------------------------------------------------------


def offers(table: BlackjackInPlay, player: str) -> Iterator[Offer]:
    if not table.between_rounds:
        yield from _decisions(table, player)
        return
    carried, has_staked = table.carried, player in table.staked
    boxes = sorted(box for box, sitter in carried.seats.items() if sitter == player)
    if len(boxes) < table.rules.boxes_per_player and not has_staked:
        free = (box for box in range(1, table.rules.boxes + 1) if may_sit(table.rules, carried, box, player) is None)
        for box in free:
            yield Offer(kind="seat", act=acts.Sit(player, box), by="19:47-2.4(b)", spot=f"plate-{box}")
    taking = _taking_wagers(table)
    for box in boxes:
        yield from _main_wagers(taking, carried, box, player)
        yield from _side_wagers(table.state, box, player)
        yield from _withdrawals(taking, box, player)
    if boxes and not has_staked:
        yield Offer(kind="leave", act=Leave(player), by="19:47-2.3(i)")
    if _may_cut(table, player):
        yield from cut_offers(player, min(len(stack) for stack in stacks(table.rules)), "19:47-2.5(e)")


def _may_cut(table: BlackjackInPlay, player: str) -> bool:
    """Return whether the player may announce a cut, once per coming shuffle and even before sitting down."""
    if any(planned.player == player for planned in table.planned_cuts):
        return False
    if not table.is_open and not table.carried.seats:
        return is_cut(table.shoe, is_open=False)
    return player in table_view(table).next_cut


def _decisions(table: BlackjackInPlay, player: str) -> Iterator[Offer]:
    for move in legal_for(table.state, player):
        act = Choose(player, move.name, move.least)
        yield Offer(kind="move", act=act, by=move.by, least=move.least, most=move.most, step=move.step)


def _main_wagers(state: Round, carried: TableState, box: int, player: str) -> Iterator[Offer]:
    rules = state.rules
    made = len(wagers_of(state, box, player))
    _, several = GAMES[rules.game].wagers(rules)
    if made >= several:
        return
    step = wager_step(rules)
    least = -(-rules.minimum // step) * step
    if may_bet(rules, carried, player, least) or bad_bet(state, box, player, least, seated=True, consent=True):
        return
    most = least if may_bet(rules, carried, player, least + step) else rules.maximum
    spot = f"spot-{box}-main-{made + 1 if several > 1 else 1}"
    act = acts.Bet(player, least, str(box))
    yield Offer(kind="bet", act=act, by="19:47-2.3(a)", least=least, most=most, step=step, spot=spot)


def _withdrawals(state: Round, box: int, player: str) -> Iterator[Offer]:
    """Offer to take back the main wagers of a box with everything beside them, and each side wager."""
    lying = [stake for stake in state.stakes if (stake.at.box, stake.bettor) == (box, player)]
    named = dict.fromkeys((MAIN, "") if stake.wager == MAIN else (stake.wager, stake.bet) for stake in lying)
    for wager, bet in named:
        taken_back = withdrawal.withdrawn(state, box, player, wager, bet)
        if not isinstance(taken_back, Refusal):
            main, side = TakeBack(player, str(box)), acts.TakeBackSide(player=player, on=wager, bet=bet, at=box)
            by = event_of(state.rules, taken_back[0]).by
            act = main if wager == MAIN else side
            yield Offer(kind="change", act=act, by=by, spot=f"spot-{box}-{wager}-{bet or 1}")


def _taking_wagers(table: BlackjackInPlay) -> Round:
    return opened(table.rules, table.carried) if table.state.over or not table.begun else table.state


def missing_wagers(table: BlackjackInPlay, player: str) -> int:
    """Return how many wagers are missing; multiple action requires several, 2.18(b)."""
    if not table.between_rounds:
        return 0
    least, _ = GAMES[table.rules.game].wagers(table.rules)
    taking = _taking_wagers(table)
    boxes = [box for box, sitter in table.carried.seats.items() if sitter == player]
    return max((least - len(wagers_of(taking, box, player)) for box in boxes), default=0)


def dependent_offers(table: BlackjackInPlay, player: str) -> Iterator[Offer]:
    """Offer further wagers of multiple action, 2.18(b), and side wagers beside a main wager that is still to be
    made."""
    if not table.between_rounds:
        return
    _, several = GAMES[table.rules.game].wagers(table.rules)
    taking = _taking_wagers(table)
    for box in sorted(box for box, sitter in table.carried.seats.items() if sitter == player):
        for main in _main_wagers(taking, table.carried, box, player):
            made = len(wagers_of(taking, box, player))
            for number in range(made + 2, several + 1):
                spots = (f"spot-{box}-main-{place}" for place in (number, number - 1))
                yield replace(main, **dict(zip(("spot", "after"), spots, strict=True)))
            if not made:
                yield from _beside(table, box, player, main)


def _beside(table: BlackjackInPlay, box: int, player: str, main: Offer) -> Iterator[Offer]:
    """Return side wagers, from the minimum beside the minimum main wager to the maximum beside the maximum."""
    lowest, highest = (
        {offer.spot: offer for offer in _side_wagers(_with_wager(table, box, player, amount), box, player)}
        for amount in (main.least, main.most)
    )
    for spot, offer in lowest.items():
        most = highest[spot].most if spot in highest else offer.most
        yield replace(offer, most=most, after=main.spot)


def _with_wager(table: BlackjackInPlay, box: int, player: str, amount: int) -> Round:
    made = play.bet(_taking_wagers(table), box, player, amount, consent=True)
    return table.state if isinstance(made, Refusal) else made.state


def _side_wagers(state: Round, box: int, player: str) -> Iterator[Offer]:
    if state.over or not wagers_of(state, box, player):
        return
    rules = state.rules
    for name, offer in rules.wagers.items():
        wager = wager_at(rules, name)
        for bet in wager.bets(rules, offer):
            if stakes := side_wagers.stakes_now(state, box, player, name, bet):
                spot = f"spot-{box}-{name}-{bet or 1}"
                act = acts.SideBet(player=player, amount=stakes.least, on=name, bet=bet, at=box)
                yield Offer(kind="bet", act=act, by=wager.stakes_by, **stakes._asdict(), spot=spot)


HOSTING: Final = HostingOf[BlackjackInPlay, TableRules](
    seated=seated,
    awaited=awaited,
    awaited_place=awaited_place,
    time_is_up=time_is_up,
    winding_down_act=winding_down_act,
    plays_on=plays_on,
    closes_wagers=closes_wagers,
    why_not_closable=why_not_closable,
    offers=offers,
    dependent_offers=dependent_offers,
    missing_wagers=missing_wagers,
    log=lambda table: table.log,
    leaves=Leave,
    seen=seen,
    recalled=recalled,
    meters=shown_on_meters,
    draws_each_round=mixed_among_undealt,
    new_cards=(Shuffled,),
    undealt=undealt,
)
