"""Words for front ends at craps: layout, keys and questions, using only views."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chapter47.core.act import CREW, Act
from chapter47.core.act_words import BadActError, Word, quoted, words_of
from chapter47.core.cards import Faces
from chapter47.core.event import Event
from chapter47.core.log import Frame, LogEntry
from chapter47.core.money import dollars
from chapter47.core.text import spoken
from chapter47.core.words import Chips, Choice, Column, DecisionAsked, Keyboard, LayoutRow, LayoutText, Places, Words
from chapter47.craps import events as e
from chapter47.craps.acts import GRAMMAR, ODDS, DeclineDice, TakeDice
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.betting import name_of
from chapter47.craps.round.legal import Legal
from chapter47.craps.views import CrapsView, PlayerView, SignView, StepView, WagerView, table_view

_QUIET: Final = (e.RoundBegan, e.RoundOver, e.DicePicked, e.NoRoll)
"""Events already shown by the layout, the settlement or the stickperson."""


def quiet(entry: LogEntry, earlier: Sequence[LogEntry]) -> bool:
    del earlier
    return isinstance(entry.event, _QUIET)


def sign(seen: CrapsView) -> str:
    posted = seen.sign
    day = f", the law of {posted.day}" if posted.day else ""
    return f"Craps, {dollars(posted.minimum)} to {dollars(posted.maximum)}, odds {posted.odds}{_bought(posted)}{day}."


def rules(seen: CrapsView) -> str:
    """Describe the odds behind the line, and what can be bought and laid."""
    return f"Odds {seen.sign.odds} behind the line{_bought(seen.sign)}."


def _bought(posted: SignView) -> str:
    at_true_odds = {"buy": posted.buy, "lay": posted.lay}
    return "".join(f"; {name} {', '.join(map(str, on))}" for name, on in at_true_odds.items() if on)


def places(posted: CrapsPosting) -> Places:
    return Places(tuple(range(1, posted.positions + 1)), "place")


def state_of_table(seen: CrapsView) -> str:
    """Describe the marker and the shooter."""
    marker = f"point {seen.point}" if seen.point else "come out roll"
    return f"{marker}, {seen.shooter} has the dice" if seen.shooter else marker


def layout(seen: CrapsView, faces: Faces, chips: Chips) -> LayoutText:
    """Show a row for each player, with a line per wager."""
    columns = (
        Column("place", right=True),
        Column("player", wraps=True),
        *(Column("chips", right=True),) * bool(chips),
        Column("wager"),
        Column("stake", right=True),
        Column(""),
        Column(""),
    )
    return LayoutText(columns, tuple(_row(seen, place, name, faces, chips) for place, name in seen.rail))


def _row(seen: CrapsView, place: int, name: str, faces: Faces, chips: Chips) -> LayoutRow:
    mine = [wager for wager in seen.wagers if wager.bettor == name]
    has_dice = name == seen.shooter
    cells = (
        str(place),
        name,
        *(dollars(chips[name]) if name in chips else "",) * bool(chips),
        "\n".join(name_of(wager.wager, wager.number) for wager in mine),
        "\n".join(map(_staked, mine)),
        "\n".join(map(_state, mine)),
        faces.turn if has_dice else "",
    )
    return LayoutRow(cells, "turn" if has_dice else "")


def _staked(wager: WagerView) -> str:
    return dollars(wager.amount) + (f" + {dollars(wager.coupon)} coupon" if wager.coupon else "")


def _state(wager: WagerView) -> str:
    """Say whether a wager is on or off, and whether the player turned it so."""
    if wager.button:
        return f"{wager.button}, as called"
    return "" if wager.works else "off: rests on the come out"


def step(done_next: StepView) -> str:
    return f"{done_next.shooter} throws the dice (1.8)" if done_next.need == "NeedRoll" else "wagers"


def replayed(frame: Frame, events: Sequence[Event], faces: Faces) -> LayoutText | None:
    """Show the layout as the dice go to the shooter."""
    del events
    return layout(table_view(frame.state), faces, {}) if isinstance(frame.entry.event, e.DiceOut) else None


TAKE, DECLINE = "take-dice", "decline-dice"
KEYS: Final = {TAKE: "t", DECLINE: "n"}
WAGER_KEYS: Final = {
    "p": "pass",
    "d": "dont-pass",
    "co": "come",
    "dc": "dont-come",
    "w": "place-to-win",
    "l": "place-to-lose",
    "h4": "hard-4",
    "h6": "hard-6",
    "h8": "hard-8",
    "h10": "hard-10",
    "f": "field",
    "s": "any-seven",
    "ac": "any-craps",
    "c2": "craps-2",
    "c3": "craps-3",
    "c12": "craps-12",
    "e": "eleven",
    "ce": "craps-eleven",
    "hn": "horn",
    "hh": "horn-high",
    "b": "buy",
    "y": "lay",
    "o": "pass-odds",
    "do": "dont-pass-odds",
}
"""A key and its wager; a number follows if the wager has several, as in `w6`."""
ODDS_WITH_A_NUMBER: Final = {"pass-odds": "come-odds", "dont-pass-odds": "dont-come-odds"}
_KEY_OF: Final = {wager: key for key, wager in WAGER_KEYS.items()} | {"come-odds": "o", "dont-come-odds": "do"}
_HARDWAYS: Final = re.compile(r"(hard|craps)-\d+")
_HEAD: Final = re.compile(r"([a-z]+)(\d{1,2})?", re.ASCII)


def asked(seen: CrapsView) -> DecisionAsked | None:
    """Return the player who is offered the dice."""
    return DecisionAsked(seen.offered, "", "the dice") if seen.offered and not seen.shooter else None


def question(seat: PlayerView, faces: Faces) -> str:
    del faces
    return f"{seat.player}, the dice are offered to you >"


def choices(seat: PlayerView, faces: Faces, chips: int | None) -> tuple[Choice, ...]:
    del faces, chips
    return tuple(Choice(KEYS[act.act], act.act, "", act.by) for act in seat.legal if act.act in KEYS)


def decide(player: str, move: str, amount: int) -> Act:
    del amount
    return TakeDice(player) if move == TAKE else DeclineDice(player)


def key_of(act: Legal) -> str:
    """Return the key of a wager: `p`, `w6`."""
    key = _KEY_OF[act.wager]
    plain_odds = act.wager in ODDS_WITH_A_NUMBER
    return key if not act.number or plain_odds else f"{key}{act.number}"


def wager_of(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """Parse a wager with its number, and the words after it; None if it is not a wager."""
    first, *rest = words
    if first in WAGER_KEYS and first not in ODDS_WITH_A_NUMBER:
        return WAGER_KEYS[first], rest
    if first in _KEY_OF:
        return first, rest
    head = _HEAD.fullmatch(first)
    if head is None or head[1] not in WAGER_KEYS:
        return None
    wager = WAGER_KEYS[head[1]]
    if not head[2]:
        return wager, rest
    return f"{ODDS_WITH_A_NUMBER.get(wager, wager)} {head[2]}", rest


def wager_keys(seat: PlayerView) -> list[str]:
    """List the wagers that may be made now by key; those on several numbers together."""
    keys: dict[str, list[str]] = {}
    for act in seat.legal:
        if act.act == "bet":
            keys.setdefault(_HARDWAYS.sub(r"\1", act.wager), []).append(key_of(act))
    keys_shown = [
        f"{' '.join((typed[0], '…', typed[-1])) if len(typed) > 1 else typed[0]} {name}" for name, typed in keys.items()
    ]
    return [*keys_shown, "? limits and more"]


def help_lines(seat: PlayerView) -> Iterator[str]:
    """List everything the player may do, with its key, its limits and its paragraph."""
    for act in seat.legal:
        wager = f"{act.wager}{f' {act.number}' if act.number else ''}"
        match act.act:
            case "bet":
                amounts = f"{dollars(act.least)} to {dollars(act.most)} in steps of {dollars(act.step)}"
                yield f"  {key_of(act)} AMOUNT  {wager}, {amounts} ({act.by})"
            case "coupon":
                amounts = f"{dollars(act.least)} to {dollars(act.most)}"
                yield f"  lay coupon AMOUNT on {act.wager}  a match play coupon, {amounts} ({act.by})"
            case "take-down":
                yield f"  -{key_of(act)}  takes {wager} down ({act.by})"
            case "reduce":
                part = f"{dollars(act.least)} to {dollars(act.most)}"
                yield f"  -{key_of(act)} AMOUNT  takes {part} of it down ({act.by})"
            case "turn-on" | "turn-off":
                on = act.act.removeprefix("turn-")
                yield f"  {on} {key_of(act)}  calls {wager} {on} ({act.by})"
            case "pass-dice" | "decline-line":
                yield f"  {spoken(act.act)} ({act.by})"
            case "send-dice":
                yield f"  Enter  throws the dice ({act.by})"


HELP, SHOW, IRREGULARITY, DOWN, BUYS = "?", "=", "!", "-", "+"
MORE: Final = (
    "  = shows the layout   +100 buys $100 in chips   NAME or NAME WAGER acts for another player\n"
    "  NAME join at PLACE   NAME leave   ! calls what went wrong   c paragraphs   . stops before each throw   q leaves"
)
SCRIPTED: Final = tuple(form.verb[0] for form in GRAMMAR.forms if form.kind.actor == "script")
TOO_FEW_WORDS: Final = (
    "Write a wager as a key, its number if it has several, and an amount: p 10, w6 12. ? lists them all."
)


class Wagering:
    """Asks until the dice go to the shooter, or somebody must decide whether to take them."""

    def __init__(self, keyboard: Keyboard[CrapsPosting, CrapsView, PlayerView]) -> None:
        self.keyboard = keyboard
        self.speaker = keyboard.seats[0].name

    def __call__(self) -> None:
        if self.table.point or not self.table.rolls:  # at the end of a round it is shown anyway
            self.keyboard.show()
        self.speaker = self.speaker if self.speaker in self.names else next(iter(self.names), self.speaker)
        self.keyboard.say_keys(wager_keys(self.seat))
        while self.table.need in ("NeedBets", "NeedPlayer"):
            answer = self.keyboard.ask(self.prompt())
            if not answer:
                self.do("dealer send dice")
            elif answer == HELP:
                self.help()
            elif answer == SHOW:
                self.keyboard.show()
            elif answer == IRREGULARITY:
                self.keyboard.irregularity()
            elif answer.startswith(BUYS):
                self.buy(answer[1:])
            else:
                self.heard(answer)

    @property
    def table(self) -> CrapsView:
        seen: CrapsView = self.keyboard.table_seen()
        return seen

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.table.rail]

    @property
    def seat(self) -> PlayerView:
        seen: PlayerView = self.keyboard.seat(self.speaker)
        return seen

    def prompt(self) -> str:
        chips = self.keyboard.chips(self.speaker)
        has = "" if chips is None else f", {dollars(chips)} in chips"
        shooter = self.table.shooter
        throws = "throws" if shooter == self.speaker else f"has {shooter} throw"
        return f"{self.speaker}{has}. A wager such as p 10 (Enter {throws}, ? help):"

    def help(self) -> None:
        self.keyboard.say("\n".join(help_lines(self.seat)))
        self.keyboard.say(MORE)

    def buy(self, text: str) -> None:
        if bought := self.keyboard.amount_of(text):
            self.keyboard.buy(self.speaker, bought)

    def do(self, line: str) -> None:
        """Read a line of a script, or say what is wrong with it."""
        act = self.keyboard.act_of(line)
        if act is not None and act.chooses_chance:
            self.keyboard.say("You cannot choose the dice here; a script can.", "yellow")
        elif act is not None:
            self.keyboard.perform(act)

    def heard(self, answer: str) -> None:
        try:
            self.said(words_of(answer))
        except BadActError as error:
            self.keyboard.say(str(error), "yellow")

    def said(self, words: list[Word]) -> None:
        """Parse an act of a named player, or of the speaker, or a wager by its key."""
        if words[0].text in self.names:
            self.speaker, words = words[0].text, words[1:]
        if not words:
            return
        line, typed = " ".join(quoted(word.text) for word in words), [word.text for word in words]
        if any(form.kind.actor == "player" and form.begins(words) for form in GRAMMAR.forms):
            self.do(f"{quoted(self.speaker)} {line}")
        elif typed[0] in (*CREW, *SCRIPTED) or typed[1:2] == ["join"]:
            self.do(line)
        elif typed[0] in ("on", "off") and len(typed) > 1:
            self.wager(f"turn {typed[0]}", typed[1:])
        elif typed[0].startswith(DOWN):
            self.wager("reduce" if len(typed) > 1 else "take down", [typed[0].removeprefix(DOWN), *typed[1:]])
        else:
            self.wager("bet", typed)

    def wager(self, verb: str, words: list[str]) -> None:
        meant = wager_of(words)
        if meant is None:
            self.keyboard.say(f"“{' '.join(words)}” is not a wager. {TOO_FEW_WORDS}", "yellow")
            return
        wager, rest = meant
        if verb == "bet" and not rest and not (rest := self.how_much(wager)):
            return
        self.do(" ".join((quoted(self.speaker), *self.rest_of_line(verb, wager, rest))))

    def rest_of_line(self, verb: str, wager: str, rest: list[str]) -> list[str]:
        """Return the words after the bettor's name."""
        name, _, number = wager.partition(" ")
        if verb == "bet" and name in ODDS:
            odds = "lay odds" if name.startswith("dont") else "take odds"
            return [odds, *rest, "on", number or str(self.table.point)]
        if verb == "bet":
            number_and_more = rest[:-1]
            return [verb, *rest[-1:], "on", wager, *number_and_more]
        return [verb, wager, *(["by", *rest] if verb == "reduce" else rest)]

    def how_much(self, wager: str) -> list[str]:
        legal = next((act for act in self.seat.legal if act.act == "bet" and _named(act) == wager), None)
        if legal is None:
            self.keyboard.say(TOO_FEW_WORDS, "yellow")
            return []
        amounts = f"{dollars(legal.least)} to {dollars(legal.most)} in steps of {dollars(legal.step)}"
        amount = self.keyboard.ask(f"How much on {wager}? {amounts}, Enter for none:")
        return [amount.removeprefix("$")] if amount else []


def _named(act: Legal) -> str:
    plain_odds = act.wager.endswith("pass-odds")
    return f"{act.wager} {act.number}" if act.number and not plain_odds else act.wager


WORDS: Final = Words[CrapsPosting, CrapsView, PlayerView, StepView](
    keys=KEYS,
    sign=sign,
    rules=rules,
    places=places,
    layout=layout,
    question=question,
    choices=choices,
    step=step,
    asked=asked,
    state_of_table=state_of_table,
    replayed=replayed,
    wagering=Wagering,
    quiet=quiet,
    follows=(e.Travelled, e.MarkerMoved, e.DicePassed),
    chance="dice",
    decide=decide,
)
