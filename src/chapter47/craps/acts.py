"""Acts at a craps table in words, as scripts and keyboards give them, and how they are done.

`Ann join`, `Ann take-dice`, `Ann bet place-to-win 6 12`, `Ann reduce place-to-win 6 by 6`, `Ann take-down dont-pass`,
`Ann call-on place-to-win 6`, `dice 3 4`, `call die-off-table`, `call cocked 3 leaning 4`, `call disputed void`."""

import re
from difflib import get_close_matches
from typing import Final

from chapter47.core import money
from chapter47.core.act import (
    Act,
    ActForms,
    BadActError,
    Choose,
    Coupon,
    Doer,
    Leave,
    LineForm,
    Sit,
    coupon,
    good_name,
    only,
    quoted,
)
from chapter47.core.dice import Roll
from chapter47.core.text import printable
from chapter47.craps.posting import NOT_PERMISSIBLE
from chapter47.craps.round import play
from chapter47.craps.rules import point_throw
from chapter47.craps.rules.invalid_roll import GROUNDS, NO_GROUND
from chapter47.craps.rules.shooter import TOLD_TO
from chapter47.craps.state import Layout
from chapter47.craps.wagers import WAGERS

SENDS_DICE: Final = "send-dice"
ROLLS: Final = "roll"
_PLAIN: Final = ("leave", "decline-dice", "pass-dice", "decline-line")
_WITH_A_WAGER: Final = ("bet", "take-down", "reduce", "call-on", "call-off")
VERBS: Final = ("join", "take-dice", *_PLAIN, *_WITH_A_WAGER)
_WORDS: Final = re.compile(r'"[^"]*"|\S+')


class CrapsAct(Act, frozen=True):
    """Something that somebody does at the table."""

    what: str
    player: str = ""
    wager: str = ""
    number: int = 0
    """Of a wager; of a place at the rail."""
    amount: int = 0
    dice: tuple[int, ...] = ()
    """A throw, the dice that are picked, or a flat die and the leaning sides of the other."""
    confirmed: bool = False

    @property
    def done_by(self) -> Doer:
        """Whoever stands at the rail acts for himself; the crew confirms late wagers and calls; dice fall by chance."""
        if self.dice and self.what != "take-dice":
            return "script"
        return "player" if self.player and not self.confirmed else "dealer"

    @property
    def is_of_a_throw(self) -> bool:
        """A throw, or what the crew calls of one; the dice must be out."""
        return self.what in (ROLLS, "cocked", "disputed", NO_GROUND, *GROUNDS)

    def __str__(self) -> str:
        return _written(self)


class OfTheDice(CrapsAct, frozen=True):
    """An act that does not wait for the dice which are out: what is called of them, a late wager."""

    at_once = True


class NamedDice(OfTheDice, frozen=True):
    """What the dice show, told and not thrown."""

    beyond_the_seed = True


def _written(act: CrapsAct) -> str:
    """As `read_act` reads it."""
    faces = " ".join(map(str, act.dice))
    match act.what:
        case "roll":
            return f"dice {faces}"
        case "send-dice":
            return "throw"
        case "coupon":
            return str(Coupon(act.player, act.amount, act.wager))
        case "cocked":
            return f"call cocked {act.dice[0]} leaning {' '.join(map(str, act.dice[1:]))}"
        case "disputed":
            return f"call disputed {faces or 'void'}"
        case ground if ground in (*GROUNDS, NO_GROUND, *TOLD_TO):
            return f"call {ground}"
    number = str(act.number) if act.number else ""
    amount = money.amount(act.amount) if act.amount else ""
    by = "by" if act.what == "reduce" else ""
    late = "confirmed" if act.confirmed else ""
    words = (quoted(act.player), act.what, act.wager, number, by, amount, late, faces)
    return " ".join(filter(None, words))


def in_words_of_craps(act: Act) -> Act:
    """What every game has: coming, leaving, and a decision by the name of a move."""
    match act:
        case Choose(bettor=player, move=move) if move in _PLAIN or move == "take-dice":
            return CrapsAct(move, player)
        case Sit(box=box, player=player):
            return CrapsAct("join", player, number=box)
        case Leave(player=player):
            return CrapsAct("leave", player)
        case Coupon(bettor=player, wager=wager, amount=amount):
            return CrapsAct("coupon", player, wager, amount=amount)
    return act


def perform(layout: Layout, act: CrapsAct) -> play.Result:
    """Do it, or be refused."""
    match act.what:
        case "join":
            return play.join(layout, act.player, act.number)
        case "leave":
            return play.leave(layout, act.player)
        case "take-dice":
            return play.take_dice(layout, act.player, (act.dice[0], act.dice[1]) if len(act.dice) == 2 else (1, 2))
        case "decline-dice":
            return play.decline_dice(layout, act.player)
        case "pass-dice":
            return play.pass_dice(layout, act.player)
        case "decline-line":
            return play.decline_line(layout, act.player)
        case "send-dice":
            return play.send_dice(layout)
        case "coupon":
            return play.lay_coupon(layout, act.player, act.wager, act.amount, confirmed=act.confirmed)
        case "roll":
            return play.roll_dice(layout, Roll(act.dice[0], act.dice[1]))
        case _:
            return _with_a_wager(layout, act) if act.what in _WITH_A_WAGER else _called(layout, act)


def _with_a_wager(layout: Layout, act: CrapsAct) -> play.Result:
    match act.what:
        case "bet":
            return play.bet(layout, act.player, act.wager, act.amount, act.number, confirmed=act.confirmed)
        case "take-down":
            return play.take_down(layout, act.player, act.wager, act.number)
        case "reduce":
            return play.take_down(layout, act.player, act.wager, act.number, act.amount)
        case _:
            return play.call_wager(layout, act.player, act.wager, act.number, on=act.what == "call-on")


def _called(layout: Layout, act: CrapsAct) -> play.Result:
    """What the crew calls of a throw or of the shooter."""
    match act.what:
        case "cocked":
            return play.read_cocked(layout, act.dice[0], act.dice[1:])
        case "disputed":
            return play.decide_dispute(layout, Roll(act.dice[0], act.dice[1]) if act.dice else None)
        case "delay" | "invalid-rolls" | "breach":
            return play.change_shooter(layout, act.what)
        case ground:
            return play.call_no_roll(layout, ground)


# From words ----------------------------------------------------------------------------------------------------------


def read_act(line: str) -> CrapsAct:
    """Raises `BadActError` with what it may have meant."""
    match words_in(line):
        case ["dice", *faces]:
            return NamedDice(ROLLS, dice=tuple(_throw(faces)))
        case ["call", kind, *rest]:
            return _read_call(kind, rest)
        case ["throw"]:
            return CrapsAct(SENDS_DICE)
        case ["coupon", player, wager, money]:
            return CrapsAct("coupon", player, wager, amount=_amount(money))
        case [player, verb, *rest] if verb in VERBS:
            return _read_verb(player, verb, rest)
        case [_, verb, *_]:
            close = get_close_matches(verb[:40], VERBS, n=1)
            raise BadActError(f"'{printable(verb)}' is not an act" + (f"; perhaps {close[0]}?" if close else ""))
    raise BadActError(f"'{printable(line)}' is not an act")


def words_in(line: str) -> list[str]:
    """A name with a blank stands in double quotes."""
    return [word.strip('"') for word in _WORDS.findall(line)]


def _throw(faces: list[str]) -> Roll:
    try:
        return Roll.of(" ".join(faces))
    except ValueError as error:
        raise BadActError(str(error), point_throw.SECTION) from None


def _read_call(kind: str, rest: list[str]) -> CrapsAct:
    if kind == "cocked" and len(rest) > 2 and rest[1] == "leaning":
        return NamedDice("cocked", dice=tuple(_number(word) for word in (rest[0], *rest[2:])))
    if kind == "disputed" and rest:
        return OfTheDice("disputed") if rest == ["void"] else NamedDice("disputed", dice=tuple(_throw(rest)))
    if kind in (*GROUNDS, NO_GROUND, *TOLD_TO) and not rest:
        return OfTheDice(kind)
    known = [*GROUNDS, *TOLD_TO, "cocked FACE leaning FACE", "disputed FACE FACE", "disputed void"]
    raise BadActError(f"'{printable(kind)}' cannot be called so; calls are {', '.join(known)}")


def _number(word: str) -> int:
    if not re.fullmatch(r"\d{1,4}", word, re.ASCII):
        raise BadActError(f"'{printable(word)}' is not a number")
    return int(word)


def _amount(word: str) -> int:
    try:
        return money.cents(word)
    except ValueError as error:
        raise BadActError(str(error)) from None


def _read_verb(player: str, verb: str, rest: list[str]) -> CrapsAct:
    if verb in _PLAIN and not rest:
        return CrapsAct(verb, player)
    if verb == "join" and len(rest) < 2:
        return CrapsAct(verb, player, number=_number(rest[0]) if rest else 0)
    if verb == "take-dice" and len(rest) in (0, 2):
        return CrapsAct(verb, player, dice=tuple(map(_number, rest)))
    if verb in _WITH_A_WAGER and rest:
        return _read_wager(player, verb, rest)
    raise BadActError(f"'{printable(' '.join((player, verb, *rest)))}' has too many or too few words")


def _read_wager(player: str, verb: str, rest: list[str]) -> CrapsAct:
    wager, *more = rest
    if wager not in (*WAGERS, *NOT_PERMISSIBLE) and (close := get_close_matches(wager[:40], WAGERS, n=1)):
        raise BadActError(f"'{printable(wager)}' is not a wager; perhaps {close[0]}?")
    confirmed = bool(more) and verb == "bet" and more[-1] == "confirmed"
    more = more[:-1] if confirmed else [word for word in more if word != "by"]
    amount = _amount(more.pop()) if verb in ("bet", "reduce") and more else 0
    if len(more) > 1 or (verb in ("bet", "reduce") and not amount):
        raise BadActError(f"'{printable(' '.join(rest))}' is not a wager with {'its number' if more else 'an amount'}")
    kind = OfTheDice if confirmed else CrapsAct
    return kind(verb, player, wager, _number(more[0]) if more else 0, amount, confirmed=confirmed)


def _name(name: str) -> str:
    return good_name(name, ("dice", "throw", "call", "coupon", "sit", "leave"))


def _form(looks: str, first: str = "") -> LineForm:
    return LineForm(looks, lambda words: read_act(" ".join((first, *map(quoted, words))).strip()))


FORMS: Final = ActForms(
    {
        "dice": _form("dice FACE FACE, such as: dice 3 4", "dice"),
        "throw": _form("throw: the dice go to the shooter", "throw"),
        "call": _form(f"call KIND; the calls are {', '.join((*GROUNDS, *TOLD_TO))}, cocked, disputed", "call"),
        "coupon": LineForm(
            "coupon NAME WAGER AMOUNT, such as: coupon Ann pass 10",
            lambda words: coupon(only(words, least=3), _name, on_a_hand=False),
        ),
        "sit": LineForm("sit PLACE NAME, such as: sit 1 Ann", lambda words: Sit(_number(words[0]), words[1])),
        "leave": LineForm("leave NAME", lambda words: Leave(words[0])),
    },
    _form(f"NAME ACT, such as: Ann bet place-to-win 6 12; the acts are {', '.join(VERBS)}; or dice, throw, call"),
)
