"""How the blackjack games are played, logged and narrated: the part `playing` of each game."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.acts import GRAMMAR, Bet, Deal, Sit
from chapter47.blackjack.events import LOG, BetsClosed, Event, Place
from chapter47.blackjack.hands import total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.shoe.from_the_hand import HAND
from chapter47.blackjack.shoe.single import SHOE
from chapter47.blackjack.state import MAIN, Round
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.perform import WAITS, waits_for
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.blackjack.table.stored import restore
from chapter47.core.act import Act, Choose
from chapter47.core.cards import Faces
from chapter47.core.chance import Chance
from chapter47.core.history import DecisionRow, HandRow
from chapter47.core.log import LogEntry
from chapter47.core.money import amount, dollars
from chapter47.core.playing import AMOUNT, CARD, Playing, ShownByChance, Teller, named_cards_left
from chapter47.core.table_in_play import Cutter, declines


def place(at: Place) -> str:
    return "the dealer" if at.is_dealer else f"box {at}"


def _burned(event: e.Burned, faces: Faces) -> str:
    return f"{faces.card(event.card)} is burned." if event.card else "A card is burned unseen."


def _determinant(event: e.DeterminantDrawn, faces: Faces) -> str:
    card = faces.card(event.card)
    return f"The determinant card, from the {event.drawn_from} side, is {card}: the {event.deals} side deals."


def _left(event: e.Left, faces: Faces) -> str:
    del faces
    return f"{event.player} leaves; the seat is {'held' if event.held else 'free'}."


def _resumed(event: e.Resumed, faces: Faces) -> str:
    del faces
    asked = " and asks to see the cards of the machine" if event.asked else ""
    return f"A player comes to the idle table{asked}."


def _bet(event: e.Bet, faces: Faces) -> str:
    del faces
    hands = f", each of {event.hands} hands" if event.hands > 1 else ""
    again = f", wager {event.spot + 1}" if event.spot else ""
    standing = "" if event.seated else ", standing"
    return f"{event.bettor} bets {dollars(event.amount)} on box {event.box}{hands}{again}{standing}."


def _dealt(event: e.Dealt, faces: Faces) -> str:
    seen = event.card and not event.concealed
    card = faces.card(event.card) if event.card and seen else f"{faces.back} face down"
    return f"{card} to {place(event.at)}."


def _insured(event: e.Insured, faces: Faces) -> str:
    del faces
    if not event.amount:
        return f"{event.bettor} does not insure box {event.at}."
    return f"{event.bettor} insures box {event.at} for {dollars(event.amount)}."


def _even_money(event: e.EvenMoney, faces: Faces) -> str:
    del faces
    return f"{event.bettor} {'takes' if event.taken else 'declines'} even money on box {event.at}."


def _doubled(event: e.Doubled, faces: Faces) -> str:
    del faces
    if not event.amount:
        return f"{event.bettor} leaves the wager on box {event.at} unchanged."
    down = ", card face down" if event.face_down else ""
    return f"{event.bettor} doubles box {event.at} with {dollars(event.amount)}{down}."


def _split_staked(event: e.SplitStaked, faces: Faces) -> str:
    del faces
    if event.both:
        return f"{event.bettor} stakes on both hands, {event.at} and {event.new}."
    return f"{event.bettor} keeps one wager, on hand {event.keeps}."


_SWITCHED: Final = {
    "switch": "switches its second cards",
    "keep": "leaves its cards as dealt",
    "switch-back": "takes the switch back",
}


def _rescued(event: e.Rescued, faces: Faces) -> str:
    del faces
    does = "rescues the double" if event.taken else "lets the double stand"
    return f"{event.bettor} {does}, box {event.at}."


def _called(event: e.Called, faces: Faces) -> str:
    at_the_place = f", {place(event.at)}" if event.at is not None else ""
    card = f": {faces.card(event.card)}" if event.card else ""
    return f"Irregularity {event.kind}{at_the_place}{card}."


def _turned(event: e.Turned, faces: Faces) -> str:
    card = faces.card(event.card)
    return f"The dealer turns up {card}." if event.at.box == e.DEALER else f"{card} of {place(event.at)} is turned up."


def _cutting_card_out(event: e.CuttingCardOut, faces: Faces) -> str:
    del faces
    return f"The cutting card appears at {place(event.at)}: the cards are shuffled after this round."


def _side_bet(event: e.SideBet, faces: Faces) -> str:
    del faces
    return f"{event.bettor} bets {dollars(event.amount)} on {_side(event.wager, event.bet)}, box {event.box}."


def _withdrawn(event: e.Withdrawn, faces: Faces) -> str:
    del faces
    side = "" if event.wager == MAIN else f" from {_side(event.wager, event.bet)}"
    return f"{event.bettor} takes back {dollars(event.amount)}{side}, box {event.box}."


def _side(wager: str, bet: str) -> str:
    return f"{wager} {bet}" if bet else wager


def _carried_over(event: e.CarriedOver, faces: Faces) -> str:
    del faces
    bet = _side(event.wager, event.bet)
    return f"{event.bettor}'s {bet} on box {event.at} stays for the next round; hands won in a row: {event.won}."


def _of_several(stack: str) -> str:
    """Name the stack, unless the table can have only one."""
    return "" if stack in (SHOE, HAND) else f" ({stack})"


TELLERS: Final[dict[type[Event], Teller]] = {
    e.Shuffled: lambda event, faces: f"{event.cards} cards are shuffled{_of_several(event.where)}.",
    e.CuttingCardPlaced: lambda event, faces: (
        f"The last {event.behind} cards{_of_several(event.where)} will not be dealt."
    ),
    e.CuttingCardOut: _cutting_card_out,
    e.Burned: _burned,
    e.BurnCardShown: lambda event, faces: f"The burned card is shown: {faces.card(event.card)}.",
    e.DeterminantDrawn: _determinant,
    e.Sat: lambda event, faces: f"{event.player} sits down at box {event.box}.",
    e.Left: _left,
    e.LetIn: lambda event, faces: f"{event.player} may play again.",
    e.DealerRelieved: lambda event, faces: f"{event.dealer} is the new dealer.",
    e.WentIdle: lambda event, faces: "Nobody is playing: the table is idle.",
    e.Resumed: _resumed,
    e.ReaderRepaired: lambda event, faces: "The card reader works again.",
    e.LightFailed: lambda event, faces: f"The light of box {event.box} does not work.",
    e.LightRepaired: lambda event, faces: f"The light of box {event.box} works again.",
    e.Bet: _bet,
    e.SideBet: _side_bet,
    e.Withdrawn: _withdrawn,
    e.Lit: lambda event, faces: f"The light of box {event.at} is on: {event.wager} of {event.bettor}.",
    e.LightOut: lambda event, faces: f"The light of box {event.at} goes out: {event.wager} of {event.bettor}.",
    e.MeterMoved: lambda event, faces: f"The {event.wager} meter shows {dollars(event.shows)}.",
    e.HeldBack: lambda event, faces: f"{event.bettor} has won {event.wager}; it is paid after all others.",
    e.AmountShown: lambda event, faces: f"The display shows {dollars(event.amount)} for {event.bettor}.",
    e.CarriedOver: _carried_over,
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.Opened: lambda event, faces: f"The first two cards of {place(event.at)} are turned up.",
    e.TakenIn: lambda event, faces: f"The cards of {place(event.at)} go to the discard rack.",
    e.NextDealerHand: lambda event, faces: f"Only the dealer's up card stays: hand {event.number} begins.",
    e.Peeked: lambda event, faces: f"The card reader says: {'blackjack' if event.blackjack else 'no blackjack'}.",
    e.Insured: _insured,
    e.EvenMoney: _even_money,
    e.Stood: lambda event, faces: f"Box {event.at} stands.",
    e.Hit: lambda event, faces: f"Box {event.at} takes a card.",
    e.Doubled: _doubled,
    e.Split: lambda event, faces: f"Box {event.at} is split; the new hand is {event.new}.",
    e.SplitStaked: _split_staked,
    e.Surrendered: lambda event, faces: f"Box {event.at} surrenders.",
    e.Switched: lambda event, faces: f"Box {event.at.box} {_SWITCHED[event.how]}.",
    e.Rescued: _rescued,
    e.DealerDone: lambda event, faces: "The dealer's hand is complete; settling.",
    e.Called: _called,
    e.Answered: lambda event, faces: f"{event.bettor} answers for box {event.at}: {event.answer}.",
    e.Dead: lambda event, faces: f"Hand {event.at} is dead.",
}


def open_table(posting: TableRules, chance: Chance, *, cut: Cutter = declines) -> BlackjackInPlay:
    """Open a table whose cards are still in their boxes: it opens when they are needed, or on `dealer open`."""
    return BlackjackInPlay(posting, chance, cut=cut)


def open_again(posting: TableRules, stored: str, chance: Chance, *, cut: Cutter = declines) -> BlackjackInPlay:
    """Restore a stored table; its log starts here."""
    table = BlackjackInPlay(posting, chance, cut=cut)
    restore(table, stored)
    return table


def first_to_come(script: Sequence[Act]) -> Iterator[tuple[int, str]]:
    """Yield the players present when the table opened: the bettors of the first round, unless the script says who sat
    down."""
    first_round = list(takewhile(lambda act: not isinstance(act, Deal), script))
    if any(isinstance(act, Sit) for act in first_round):
        return
    for act in first_round:
        if isinstance(act, Bet) and not act.standing:
            yield act.box, act.player


def named_and_left(table: BlackjackInPlay) -> str:
    amounts = (f"{dollars(listed)} for the display" for listed in table.amounts_told)
    return ", ".join(filter(None, (named_cards_left(table.named_cards_left), *amounts)))


def named_left(table: BlackjackInPlay) -> dict[str, int]:
    return {CARD: table.named_cards_left, AMOUNT: len(table.amounts_told)}


def by_chance(event: Event) -> ShownByChance | None:
    match event:
        case e.Dealt(card=card):
            return ShownByChance(CARD, str(card or ""))
        case e.DeterminantDrawn(card=card):
            return ShownByChance(CARD, str(card), peeked=True)
        case e.Burned(card=card):
            return ShownByChance(CARD, str(card or ""), counts=card is not None)
        case e.AmountShown(amount=cents):
            return ShownByChance(AMOUNT, amount(cents))
    return None


def hands(state: Round) -> Sequence[HandRow]:
    """Return the hands of a round, the dealer's last."""
    return [
        HandRow(str(hand.at), tuple(map(str, hand.cards)), *total(hand.cards), hand.doubled, hand.surrendered)
        for hand in (*state.hands, *state.dealt_before, state.dealer)
    ]


def decision(state: Round, entry: LogEntry) -> DecisionRow | None:
    """Return the decision that a line of the log records."""
    chosen = next((act for act in entry.acts if isinstance(act, Choose)), None)
    need = pending(state) if chosen else None
    if chosen is None or not isinstance(need, NeedMove) or need.bettor != chosen.player:
        return None
    legal = need.named(chosen.move)
    return DecisionRow(
        player=need.bettor,
        hand=str(need.at),
        question=need.question,
        cards=tuple(map(str, state.hand(need.at).cards)),
        up=tuple(map(str, state.dealer.cards)),
        legal=tuple(each.name for each in need.legal),
        move=chosen.move,
        amount=chosen.amount if legal and legal.most else 0,
        paragraph=entry.event.by,
    )


PLAYING: Final = Playing(
    open=open_table,
    open_again=open_again,
    waits_for_people=WAITS,
    waits_for=waits_for,
    closes_wagers=BetsClosed,
    acts=GRAMMAR,
    log=LOG,
    tellers=TELLERS,
    replay=replay,
    redeal=redeal,
    first_to_come=first_to_come,
    named_and_left=named_and_left,
    named_left=named_left,
    by_chance=by_chance,
    hands=hands,
    decision=decision,
    mixes=(e.RecutOrdered, e.Shuffled),
)
