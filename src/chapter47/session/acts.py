"""The acts of a session. Each has a text form that rebuilds it: a script is a list of them, a line each."""

from collections.abc import Callable
from typing import Final, NamedTuple

from chapter47.blackjack.events import Place
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.rules.irregularities import CALLS
from chapter47.blackjack.shoe.handling import DEALER_NAME
from chapter47.core.cards import Card, read_card, show
from chapter47.core.money import amount, cents
from chapter47.core.text import legible

NO: Final = "no"


class Bet(NamedTuple):
    box: int
    bettor: str
    amount: int
    standing: bool = False

    def __str__(self) -> str:
        return f"bet {self.box} {quoted(self.bettor)} {amount(self.amount)}" + " standing" * self.standing


class SideBet(NamedTuple):
    """A side wager beside a main wager; `bet` where the wager has several."""

    box: int
    bettor: str
    wager: str
    bet: str
    amount: int

    def __str__(self) -> str:
        which = f"{self.wager} {self.bet}" if self.bet else self.wager
        return f"side {self.box} {quoted(self.bettor)} {which} {amount(self.amount)}"


class Deal(NamedTuple):
    """No more bets. Of a double shoe the determinant card is drawn from this side, or else from the left."""

    side: Side | None = None

    def __str__(self) -> str:
        return f"deal {self.side}" if self.side else "deal"


class Choose(NamedTuple):
    """A bettor's decision."""

    bettor: str
    move: str
    amount: int = 0

    def __str__(self) -> str:
        return f"{quoted(self.bettor)} {self.move}" + (f" {amount(self.amount)}" if self.amount else "")


class Call(NamedTuple):
    """An irregularity, now or as soon as it can happen; with a hand, as soon as it can happen to this hand."""

    kind: str
    at: Place | None = None

    def __str__(self) -> str:
        return f"call {self.kind}" + (f" {self.at}" if self.at is not None else "")


class Steps(NamedTuple):
    """So many steps of the dealer, a card each or a card turned."""

    number: int = 1

    def __str__(self) -> str:
        return "step" if self.number == 1 else f"step {self.number}"


class Stack(NamedTuple):
    """The next cards that come out of the shoe."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"cards {show(self.cards)}"


class CutAt(NamedTuple):
    """When this player is offered the cut next, so many cards go before it, or it is declined."""

    player: str
    cards: int | None

    def __str__(self) -> str:
        return f"cut {quoted(self.player)} {NO if self.cards is None else self.cards}"


class Relieve(NamedTuple):
    dealer: str

    def __str__(self) -> str:
        return f"relieve {quoted(self.dealer)}"


class Shuffle(NamedTuple):
    """Because the licensee wants it."""

    def __str__(self) -> str:
        return "shuffle"


class Open(NamedTuple):
    """The table is opened now; without being told, it is when its cards are needed first."""

    def __str__(self) -> str:
        return "open"


class Sit(NamedTuple):
    """A player comes to the table; the first who does is offered the first cut."""

    box: int
    player: str

    def __str__(self) -> str:
        return f"sit {self.box} {quoted(self.player)}"


class Recut(NamedTuple):
    """A supervisor wants a new cut, by the same player or the next in turn."""

    next: bool = False

    def __str__(self) -> str:
        return "recut" + " next" * self.next


class Idle(NamedTuple):
    """Nobody plays any more: the cards are spread out."""

    face_down: bool = False

    def __str__(self) -> str:
        return "idle" + " face-down" * self.face_down


class Resume(NamedTuple):
    """Somebody has come to the idle table, and may have asked to see the cards of the machine."""

    asked: bool = False

    def __str__(self) -> str:
        return "resume" + " asked" * self.asked


class ShowBurn(NamedTuple):
    """A player asks for the burn card."""

    def __str__(self) -> str:
        return "show-burn"


class Leave(NamedTuple):
    player: str
    held: bool = False

    def __str__(self) -> str:
        return f"leave {quoted(self.player)}" + " held" * self.held


class LetIn(NamedTuple):
    player: str

    def __str__(self) -> str:
        return f"let-in {quoted(self.player)}"


class RepairReader(NamedTuple):
    def __str__(self) -> str:
        return "repair-reader"


BetweenRounds = Relieve | Shuffle | Sit | Leave | LetIn | RepairReader | Recut | Idle | Resume | ShowBurn
BeforeOpening = CutAt | Sit | Leave
"""What is done or told while the cards still lie there for the first players to look at."""
Act = Bet | SideBet | Deal | Choose | Call | Steps | Stack | CutAt | Open | BetweenRounds


def quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


class BadActError(ValueError):
    """A line that is no act: what an act of this kind looks like."""


def act_of(words: list[str]) -> Act:
    """The act that the words of a line mean."""
    form = FORMS.get(words[0])
    try:
        return form.read(words[1:]) if form else _choose(words)
    except (ValueError, IndexError):
        raise BadActError(form.looks if form else _CHOICE) from None


def good_name(name: str) -> str:
    """A name that a script can tell from its own words, and that a terminal can show."""
    if not name or name in (*FORMS, DEALER_NAME) or not legible(name) or '"' in name or "#" in name:
        raise ValueError(name)
    return name


class Form(NamedTuple):
    """How a line that begins with a certain word is read, and how it looks."""

    looks: str
    read: Callable[[list[str]], Act]


def _only(words: list[str], *, least: int = 0, most: int | None = None) -> list[str]:
    if not least <= len(words) <= (least if most is None else most):
        raise ValueError(words)
    return words


def _mark(words: list[str], place: int, mark: str) -> bool:
    """Whether the word at the end is there; another one is none of this form."""
    if len(words) > place and words[place] != mark:
        raise ValueError(words[place])
    return len(words) > place


def _bet(words: list[str]) -> Act:
    box, bettor, money = _only(words, least=3, most=4)[:3]
    return Bet(_number(box), good_name(bettor), cents(money), _mark(words, 3, "standing"))


def _side_bet(words: list[str]) -> Act:
    box, bettor = _only(words, least=4, most=5)[:2]
    return side_bet(_number(box), good_name(bettor), words[2:])


def side_bet(box: int, bettor: str, words: list[str]) -> SideBet:
    """A wager of the table, its bet where it has several, and the amount."""
    wager, *bet, money = _only(words, least=2, most=3)
    if not all(legible(word) and not set(word) & set(' "#') for word in (wager, *bet)):
        raise ValueError(words)
    return SideBet(box, bettor, wager, "".join(bet), cents(money))


def _deal(words: list[str]) -> Act:
    match _only(words, most=1):
        case ["left"]:
            return Deal("left")
        case ["right"]:
            return Deal("right")
        case []:
            return Deal()
    raise ValueError(words)


def _choose(words: list[str]) -> Act:
    bettor, move = _only(words, least=2, most=3)[:2]
    return Choose(good_name(bettor), move, cents(words[2]) if len(words) > 2 else 0)


def _call(words: list[str]) -> Act:
    kind = _only(words, least=1, most=2)[0]
    if kind not in CALLS:
        raise ValueError(kind)
    return Call(kind, Place.of(words[1]) if len(words) > 1 else None)


def _steps(words: list[str]) -> Act:
    return Steps(_number(words[0]) if _only(words, most=1) else 1)


def _stack(words: list[str]) -> Act:
    return Stack(tuple(read_card(word) for word in _only(words, least=1, most=1000)))


def _cut(words: list[str]) -> Act:
    player, place = _only(words, least=2)
    return CutAt(good_name(player), None if place == NO else _number(place))


def _leave(words: list[str]) -> Act:
    return Leave(good_name(_only(words, least=1, most=2)[0]), _mark(words, 1, "held"))


def _sit(words: list[str]) -> Act:
    box, player = _only(words, least=2)
    return Sit(_number(box), good_name(player))


def _marked(act: Callable[[bool], Act], mark: str) -> Callable[[list[str]], Act]:
    """An act of one word, and a second one that may follow."""
    return lambda words: act(_mark(_only(words, most=1), 0, mark))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise ValueError(text)
    return int(text)


_CHOICE: Final = "NAME MOVE [AMOUNT], such as: Ann stand"
FORMS: Final[dict[str, Form]] = {
    "bet": Form("bet BOX NAME AMOUNT [standing], such as: bet 1 Ann 10", _bet),
    "side": Form("side BOX NAME WAGER [BET] AMOUNT, such as: side 1 Ann match-the-dealer 5", _side_bet),
    "deal": Form("deal, or of a double shoe: deal left, deal right", _deal),
    "call": Form(f"call IRREGULARITY [HAND]; the irregularities are {', '.join(CALLS)}", _call),
    "step": Form("step, or so many of them: step 3", _steps),
    "cards": Form("cards CARD …, such as: cards As Kh Td", _stack),
    "cut": Form("cut NAME CARDS, such as: cut Ann 52; or cut Ann no", _cut),
    "relieve": Form("relieve NAME: the new dealer", lambda words: Relieve(good_name(_only(words, least=1)[0]))),
    "shuffle": Form("shuffle", lambda words: Shuffle(*_only(words))),
    "open": Form("open", lambda words: Open(*_only(words))),
    "sit": Form("sit BOX NAME, such as: sit 1 Ann", _sit),
    "leave": Form("leave NAME [held]", _leave),
    "let-in": Form("let-in NAME", lambda words: LetIn(good_name(_only(words, least=1)[0]))),
    "repair-reader": Form("repair-reader", lambda words: RepairReader(*_only(words))),
    "recut": Form("recut, or by the next in turn: recut next", _marked(Recut, "next")),
    "idle": Form("idle, or with the cards face down: idle face-down", _marked(Idle, "face-down")),
    "resume": Form("resume, or to see the cards of the machine too: resume asked", _marked(Resume, "asked")),
    "show-burn": Form("show-burn", lambda words: ShowBurn(*_only(words))),
}
