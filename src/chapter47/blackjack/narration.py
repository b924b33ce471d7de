"""The events of a blackjack table in words; those of every game, and of every shoe, are told by the session."""

from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.stakes import MAIN
from chapter47.core.faces import Faces
from chapter47.core.money import dollars
from chapter47.core.playing import Teller


def place(at: Place) -> str:
    return "the dealer" if at.is_dealer else f"box {at}"


def _burned(event: e.Burned, faces: Faces) -> str:
    return f"{faces.card(event.card)} is burned." if event.card else "A card is burned unseen."


def _determinant(event: e.DeterminantDrawn, faces: Faces) -> str:
    card = faces.card(event.card)
    return f"The determinant card, from the {event.drawn_from} side, is {card}: the {event.deals} side deals."


def _left(event: e.Left, faces: Faces) -> str:
    del faces
    return f"{event.player} leaves; the place is {'held' if event.held else 'free'}."


def _resumed(event: e.Resumed, faces: Faces) -> str:
    del faces
    asked = " and asks to see the cards of the machine" if event.asked else ""
    return f"Somebody comes to the idle table{asked}."


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
        return f"{event.bettor} leaves the wager on box {event.at} as it is."
    down = ", card face down" if event.face_down else ""
    return f"{event.bettor} doubles box {event.at} with {dollars(event.amount)}{down}."


def _split_staked(event: e.SplitStaked, faces: Faces) -> str:
    del faces
    if event.both:
        return f"{event.bettor} stakes on both hands, {event.at} and {event.new}."
    return f"{event.bettor} keeps one wager, on hand {event.keeps}."


_SWITCHED: Final = {
    "switch": "switches its second cards",
    "keep": "leaves its cards as they lie",
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


def _cutting_card_out(event: e.CuttingCardOut, faces: Faces) -> str:
    del faces
    return f"The cutting card comes out at {place(event.at)}: after this round the cards are shuffled."


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
    return f"{event.bettor}'s {bet} on box {event.at} stays for the next round, hands won in a row: {event.won}."


TELLERS: Final[dict[type[Event], Teller]] = {
    e.Shuffled: lambda event, faces: f"{event.cards} cards are shuffled ({event.where}).",
    e.CuttingCardPlaced: lambda event, faces: f"{event.behind} cards lie behind the cutting card ({event.where}).",
    e.CuttingCardOut: _cutting_card_out,
    e.Burned: _burned,
    e.BurnCardShown: lambda event, faces: f"The burned card is shown: {faces.card(event.card)}.",
    e.DeterminantDrawn: _determinant,
    e.Sat: lambda event, faces: f"{event.player} sits down at box {event.box}.",
    e.Left: _left,
    e.LetIn: lambda event, faces: f"{event.player} is let in.",
    e.DealerRelieved: lambda event, faces: f"{event.dealer} is the new dealer.",
    e.WentIdle: lambda event, faces: "Nobody plays: the table is idle.",
    e.Resumed: _resumed,
    e.ReaderRepaired: lambda event, faces: "The card reader works again.",
    e.LightFailed: lambda event, faces: f"The light of box {event.box} does not work.",
    e.LightRepaired: lambda event, faces: f"The light of box {event.box} works again.",
    e.Bet: _bet,
    e.SideBet: _side_bet,
    e.Withdrawn: _withdrawn,
    e.Lit: lambda event, faces: f"The light of box {event.at} is on: {event.wager} of {event.bettor}.",
    e.LightOut: lambda event, faces: f"The light of box {event.at} goes out: {event.wager} of {event.bettor}.",
    e.MeterMoved: lambda event, faces: f"The meter of {event.wager} shows {dollars(event.shows)}.",
    e.HeldBack: lambda event, faces: f"{event.bettor} has won {event.wager}; it is paid after all others.",
    e.AmountShown: lambda event, faces: f"The display shows {dollars(event.amount)} for {event.bettor}.",
    e.CarriedOver: _carried_over,
    e.Dealt: _dealt,
    e.Turned: lambda event, faces: f"{faces.card(event.card)} is turned up, {place(event.at)}.",
    e.Opened: lambda event, faces: f"The first two cards of {place(event.at)} are turned up.",
    e.TakenIn: lambda event, faces: f"The cards of {place(event.at)} go to the discard rack.",
    e.NextDealerHand: lambda event, faces: f"Of the dealer's cards only the up card stays: hand {event.number} begins.",
    e.Peeked: lambda event, faces: f"The card reader says: {'blackjack' if event.blackjack else 'no blackjack'}.",
    e.Insured: _insured,
    e.EvenMoney: _even_money,
    e.Stood: lambda event, faces: f"Box {event.at} stands.",
    e.Hit: lambda event, faces: f"Box {event.at} asks for a card.",
    e.Doubled: _doubled,
    e.Split: lambda event, faces: f"Box {event.at} is split; the new hand is {event.new}.",
    e.SplitStaked: _split_staked,
    e.Surrendered: lambda event, faces: f"Box {event.at} surrenders.",
    e.Switched: lambda event, faces: f"Box {event.at.box} {_SWITCHED[event.how]}.",
    e.Rescued: _rescued,
    e.DealerDone: lambda event, faces: "The dealer has all cards and settles.",
    e.Called: _called,
    e.Answered: lambda event, faces: f"{event.bettor} answers for box {event.at}: {event.answer}.",
    e.Dead: lambda event, faces: f"Hand {event.at} is dead.",
}
