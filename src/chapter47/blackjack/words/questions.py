"""Questions to people at a keyboard, and their possible answers: moves, wagers box by box, side wagers, floor acts."""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from msgspec.structs import replace

from chapter47.blackjack import acts
from chapter47.blackjack.acts import GRAMMAR, SideBet
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.basic_wager import wager_step
from chapter47.blackjack.variations import wager_at
from chapter47.blackjack.views.records import AskedView, MoveView, RoundView, SeatView, StepView, TableView
from chapter47.blackjack.words.layout import worth
from chapter47.core.act_words import BadActError, quoted
from chapter47.core.cards import Faces
from chapter47.core.money import dollars
from chapter47.core.text import short_citation, spoken
from chapter47.core.words import Choice, DecisionAsked, Keyboard, Places, Sitter

# A letter for each move, and what the move costs ---------------------------------------------------------------------


KEYS: Final = {
    "stand": "s",
    "hit": "h",
    "double": "d",
    "double-face-down": "f",
    "split": "p",
    "surrender": "r",
    "switch": "m",
    "switch-back": "b",
    "keep": "k",
    "rescue": "v",
    "let-stand": "y",
    "insure": "i",
    "even-money": "e",
    "decline": "n",
    "keep-first": "1",
    "keep-second": "2",
    "accept": "a",
    "refuse": "x",
    "later": "l",
    "second-card": "t",
    "dead": "w",
}
DOUBLES: Final = ("double", "double-face-down")


def choices(seat: SeatView, faces: Faces, chips: int | None = None) -> tuple[Choice, ...]:
    """List the choices; a hit while an exposed card is there takes that card (2.15(c))."""
    asked = seat.table.round.asked
    if asked is None:
        return ()
    return tuple(
        Choice(KEYS[move.name], move.name, _cost(seat.table.round, asked, move, faces), move.by, move.least, move.most)
        for move in affordable(seat, chips)
    )


def wager_of(seen: RoundView, asked: AskedView) -> int:
    """Return the bettor's stake on the box before the deal, on all spots together."""
    box = seen.hand(asked.at).box
    return next(bettor.amount for bettor in seen.bettors if (bettor.box, bettor.name) == (box, asked.bettor))


def affordable(seat: SeatView, chips: int | None) -> tuple[MoveView, ...]:
    """Return the legal moves and amounts that the chips cover; a double reserves chips for the other wagers."""
    return seat.legal if chips is None else tuple(_covered(seat, chips))


def _covered(seat: SeatView, chips: int) -> Iterator[MoveView]:
    seen = seat.table.round
    if seen.asked is None:
        return
    others = _other_wagers_to_double(seen, seen.asked)
    for move in seat.legal:
        kept = others * move.step if move.name in DOUBLES else 0
        most = min(move.most, (chips - kept) // move.step * move.step) if move.most else 0
        if (move.most and most < move.least) or (move.name == "split" and chips < wager_of(seen, seen.asked)):
            continue
        yield replace(move, most=most)


def _other_wagers_to_double(seen: RoundView, asked: AskedView) -> int:
    """Count the bettor's other wagers on the hand that a double must also cover."""
    own = [
        stake
        for stake in seen.stakes
        if stake.open and (stake.at, stake.bettor, stake.wager) == (asked.at, asked.bettor, "main")
    ]
    return sum(stake.spot != asked.spot and not stake.double for stake in own)


def _cost(seen: RoundView, asked: AskedView, move: MoveView, faces: Faces) -> str:
    wager = wager_of(seen, asked)
    match move.name:
        case "hit" if seen.exposed is not None:
            return f"(takes {faces.card(seen.exposed)})"
        case "double" | "double-face-down" | "insure":
            return amounts(move.least, move.most)
        case "split":
            return dollars(wager)
        case "surrender":
            return f"for {dollars(wager // 2)}"
        case "even-money":
            return f"+{dollars(wager)}"
    return ""


def amounts(least: int, most: int) -> str:
    return dollars(most) if least == most else f"{dollars(least)} to {dollars(most)}"


# Questions, steps and the sign ---------------------------------------------------------------------------------------


ABOUT_BOTH_HANDS: Final = frozenset(("switch",))
"""Questions to a box rather than to one hand."""


def sign(seen: TableView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    decks = f"{posted.decks} deck{'s' * (posted.decks != 1)}"
    return f"{posted.title}, {decks}, {dollars(posted.minimum)} to {dollars(posted.maximum)}{day}."


def rules(seen: TableView) -> str:
    """What is printed on the felt, and the side wagers."""
    posted = seen.sign
    decks = f"{posted.decks} deck{'s' * (posted.decks != 1)}"
    aside = [f"With {', '.join(spoken(offer.name) for offer in posted.side_wagers)}"] if posted.side_wagers else []
    return "".join(f"{said}. " for said in (decks, *posted.inscriptions, *aside)).strip()


def places(posted: TableRules) -> Places:
    return Places(tuple(range(1, posted.boxes + 1)), shared=True, most_of_one=posted.boxes_per_player)


def asked(seen: TableView) -> DecisionAsked | None:
    decides = seen.round.asked
    if decides is None:
        return None
    return DecisionAsked(decides.bettor, decides.at, f"box {decides.at}", _which_wager(seen, decides))


def _which_wager(seen: TableView, asked: AskedView) -> int:
    """Return the number of the wager that is insured: of several on a box, or of the two hands of a box at Switch."""
    if asked.question != "insurance":
        return 0
    if seen.sign.hands_per_box > 1:
        return [hand.at for hand in seen.round.hands if hand.box == seen.round.hand(asked.at).box].index(asked.at) + 1
    return asked.spot + 1 if len(_spots(seen.round, asked)) > 1 else 0


def state_of_table(seen: TableView) -> str:
    stack = "the dealer's hand" if seen.shoe.kind == "hand" else "the shoe"
    return f"{seen.shoe.cards_left} cards left in {stack}"


def question(seat: SeatView, faces: Faces) -> str:
    """Ask the bettor: the hand and its total, the dealer's open cards, and the question if it is unusual."""
    seen = seat.table.round
    asked = seen.asked
    if asked is None:
        return ""
    dealer = " ".join(faces.card(card) for card in seen.dealer.known)
    against = f" against {dealer}" if dealer else ""
    about = "" if asked.question == "play" else f" – {asked.question}{_spot(seen, asked)}?"
    return f"{asked.bettor}, {_hand(seat, asked, faces)}{against}{about} >"


def _hand(seat: SeatView, asked: AskedView, faces: Faces) -> str:
    """Describe the hand and its total; if a box has two hands from the deal, which of them, or both."""
    hand = seat.table.round.hand(asked.at)
    if seat.table.sign.hands_per_box == 1:
        return f"box {asked.at}: {worth(hand)}"
    hands = [other for other in seat.table.round.hands if other.box == hand.box]
    if asked.question in ABOUT_BOTH_HANDS:
        return f"box {asked.at}: " + " and ".join(f"{worth(both)} ({faces.cards(both.cards)})" for both in hands)
    return f"box {asked.at}, hand {hands.index(hand) + 1} of {len(hands)}: {worth(hand)} ({faces.cards(hand.cards)})"


def _spot(seen: RoundView, asked: AskedView) -> str:
    """Name one of several wagers on the box."""
    return f" of wager {asked.spot + 1}" if len(_spots(seen, asked)) > 1 else ""


def _spots(seen: RoundView, asked: AskedView) -> set[int]:
    return {stake.spot for stake in seen.stakes if stake.bettor == asked.bettor}


def step(done_next: StepView) -> str:
    cited = f" ({short_citation(done_next.by)})" if done_next.by else ""
    match done_next.kind:
        case "card":
            return f"a card{' face down' * done_next.face_down} to {place(done_next.at)}{cited}"
        case "turn":
            return f"the card of {place(done_next.at)} being turned{cited}"
        case "peek":
            return f"the card reader{cited}"
        case "amount":
            return f"the display chooses for {done_next.wager} of {done_next.bettor}"
        case "settlement":
            return f"the settlement{cited}"
    return "the next round"


def place(at: str | None) -> str:
    return "the dealer" if at == "D" else f"box {at}"


# Side wagers as they are offered and named at the table --------------------------------------------------------------


LOOKS: Final = "Write a side wager as WAGER [BET] AMOUNT, such as: match-the-dealer 5, or over-under-13 over 5."


def offered(rules: TableRules) -> str:
    """List the side wagers of a table, each with its bets if it has several."""
    return ", ".join(_with_bets(name, wager_at(rules, name).bets(rules, offer)) for name, offer in rules.wagers.items())


def _with_bets(name: str, bets: tuple[str, ...]) -> str:
    several = " | ".join(bet for bet in bets if bet)
    return f"{name} ({several})" if several else name


def wished(box: int, bettor: str, line: str) -> SideBet | None:
    """Parse a side wager; None if the line is not one."""
    wager, *bet, amount = (*line.split(), "", "")[: max(len(line.split()), 2)]
    try:
        act = GRAMMAR.read(f"{quoted(bettor)} bet {amount} on {' '.join((wager, *bet))} at {box}")
    except BadActError:
        return None
    return act if isinstance(act, SideBet) else None


# Wagering at the keyboard --------------------------------------------------------------------------------------------


HELP: Final = "?"
BETWEEN_ROUNDS: Final = (
    "supervisor relieve dealer with NAME, supervisor shuffle, supervisor recut [by next player], NAME sit at BOX, "
    "NAME leave [with seat held], supervisor let in NAME, supervisor idle table [face-down], "
    "dealer resume play [showing cards], NAME ask for burn card, supervisor repair card reader, "
    "dealer report failed light at BOX, supervisor repair light at BOX, dealer report jam, "
    "NAME take back all on BOX, NAME take back all on WAGER [BET] at BOX"
)
BETTING: Final = (
    "Type an amount to bet it. Enter bets the same as before, 0 sits out, +100 buys $100 in chips, c shows the "
    f"paragraphs, . goes step by step, q leaves. Between rounds also: {BETWEEN_ROUNDS}."
)


class Wagering:
    """Asks everybody for the wagers of a round, and closes them."""

    def __init__(self, keyboard: Keyboard[TableRules, TableView, SeatView]) -> None:
        self.keyboard = keyboard
        self.rules = keyboard.posting
        self.last: dict[Sitter, int] = {}

    def __call__(self) -> None:
        self.main_wagers()
        self.keyboard.perform(acts.Deal())

    def main_wagers(self) -> None:
        """Ask everybody once; repeat while nobody bets."""
        while True:
            wagered = [seat for seat in self.keyboard.seats if self.wagers_of(seat)]
            if wagered:
                self.side_wagers(wagered)
                return
            self.keyboard.say("Nobody has placed a wager.")

    def wagers_of(self, seat: Sitter) -> bool:
        """Ask for one wager, or as many as the game requires and allows."""
        sign = self.keyboard.table_seen().sign
        least, most = sign.least_wagers, sign.most_wagers
        if not self.wager(seat, _which(1, most)):
            return False
        for made in range(1, most):
            if self.wager(seat, _which(made + 1, most)):
                continue
            if made < least:
                self.keyboard.say(f"The minimum here is {least} wagers; yours are returned.", "yellow")
                self.keyboard.perform(acts.TakeBack(seat.name, str(seat.box)))
                return False
            break
        return True

    def side_wagers(self, seats: Sequence[Sitter]) -> None:
        """Let players with a main wager add side wagers, one after another."""
        for seat in seats if self.rules.wagers else ():
            while answer := self.keyboard.ask(f"{seat.name}, box {seat.box}. Side wager (Enter for none):"):
                if answer == HELP:
                    self.keyboard.say(f"{LOOKS} Here: {offered(self.rules)}.")
                elif (wish := wished(seat.box, seat.name, answer)) is None:
                    self.keyboard.say(LOOKS, "yellow")
                else:
                    self.keyboard.perform(wish)

    def wager(self, seat: Sitter, which: str = "") -> bool:
        while True:
            usual = self.usual_wager(seat)
            answer = self.keyboard.ask(self.prompt(seat, usual, which))
            if answer == HELP:
                self.keyboard.say(BETTING)
            elif answer.startswith("+"):
                self.buy(seat, answer[1:])
            elif answer == "0" or (not answer and not usual):
                return False
            elif answer and not answer[0].isdigit() and " " in answer:
                self.between_rounds(answer)
            elif (amount := self.keyboard.amount_of(answer) if answer else usual) and self.is_placed(seat, amount):
                return True

    def is_placed(self, seat: Sitter, amount: int) -> bool:
        done = self.keyboard.perform(acts.Bet(seat.name, amount, str(seat.box), seat.standing))
        if done:
            self.last[seat] = amount
        return done

    def usual_wager(self, seat: Sitter) -> int:
        """Return the last wager or the minimum, as far as the chips go."""
        rules, chips = self.rules, self.keyboard.chips(seat.name)
        usual = self.last.get(seat, rules.minimum)
        if chips is not None and chips < usual:
            usual = chips // wager_step(rules) * wager_step(rules)
        return usual if usual >= rules.minimum else 0

    def prompt(self, seat: Sitter, usual: int, which: str) -> str:
        chips = self.keyboard.chips(seat.name)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        enter = f"Enter for {dollars(usual)}" if usual else "Enter sits out, +100 buys chips"
        return f"{seat.name}, box {seat.box}{has}. Wager{which} ({enter}):"

    def buy(self, seat: Sitter, text: str) -> None:
        if bought := self.keyboard.amount_of(text):
            self.keyboard.buy(seat.name, bought)

    def between_rounds(self, line: str) -> None:
        """Perform floor acts between rounds, in script form."""
        act = self.keyboard.act_of(line)
        if act is None:
            return
        if isinstance(act, (*get_args(acts.BetweenRounds), acts.TakeBack, acts.TakeBackSide)):
            self.keyboard.perform(act)
        else:
            self.keyboard.say(f"Here only: {BETWEEN_ROUNDS}.", "yellow")


def _which(number: int, most: int) -> str:
    """Name one of several wagers on a box."""
    return f" {number} of {most}" if most > 1 else ""
