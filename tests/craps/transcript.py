"""Games of craps in a readable form: the parser, and a driver that does every act of the script.

A transcript has sections, each headed `== name`: `table` (the keys of a table file), `script` (acts; a line
`refused CODE CITATION: ACT` is one that must be refused), `shows` (the paragraphs that it shows), `settlement` (what
each player's purse has gained or lost at the end, with what still lies on the layout counted as gone), `lies` (bettor,
wager, number, amount of every wager on the layout at the end) and `rounds` (how many began). A comment
stands behind a `#`."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from chapter47.core.act import Act
from chapter47.core.event import Event
from chapter47.core.findings import Refusal
from chapter47.core.money import cents
from chapter47.craps import events as e
from chapter47.craps.acts import GRAMMAR, SendDice, is_of_a_throw
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.state import Layout
from chapter47.craps.table.in_play import perform
from chapter47.craps.table_file import FORM

SECTIONS: Final = ("table", "script", "shows", "settlement", "lies", "rounds")
REFUSED: Final = re.compile(r"refused (\S+) (\S+): (.+)")


class Transcript(NamedTuple):
    posting: CrapsPosting
    script: list[str]
    shows: list[str]
    settlement: dict[str, int]
    lies: list[str]
    rounds: int | None


def read(path: Path) -> Transcript:
    return parsed(path.read_text(encoding="utf-8"))


def parsed(text: str) -> Transcript:
    _, *parts = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)
    sections = {name.strip(): body for name, body in zip(parts[::2], parts[1::2], strict=True)}
    assert set(sections) <= set(SECTIONS), sections.keys()
    lines = {name: _plain(sections.get(name, "")) for name in SECTIONS}
    return Transcript(
        FORM.read(tomllib.loads(sections.get("table", ""))),
        lines["script"],
        " ".join(lines["shows"]).split(),
        dict(map(_net, lines["settlement"])),
        lines["lies"],
        int(lines["rounds"][0]) if lines["rounds"] else None,
    )


def _plain(body: str) -> list[str]:
    return [words for line in body.splitlines() if (words := line.partition("#")[0].strip())]


def _net(line: str) -> tuple[str, int]:
    name, net = line.split()
    return name, cents(net.lstrip("+-")) * (-1 if net.startswith("-") else 1)


class Playing:
    """A table in the hands of a script."""

    def __init__(self, posting: CrapsPosting) -> None:
        self.layout = Layout(posting)
        self.events: list[Event] = []

    def play(self, script: list[str]) -> None:
        for line in script:
            if refused := REFUSED.fullmatch(line):
                self._is_refused(refused[1], refused[2], refused[3])
            else:
                refusal = self.do(line)
                assert refusal is None, f"{line}: {refusal}"

    def do(self, line: str) -> Refusal | None:
        """Whatever is said of a throw needs the dice to be out."""
        act = GRAMMAR.read(line)
        refusal = self._take(SendDice()) if is_of_a_throw(act) and not self.layout.dice_out else None
        return refusal or self._take(act)

    def _is_refused(self, code: str, citation: str, line: str) -> None:
        before = self.layout
        refusal = self.do(line)
        assert refusal is not None, f"{line} was not refused"
        assert (refusal.code, refusal.citation) == (code, citation), f"{line}: {refusal}"
        assert self.layout is before

    def _take(self, act: Act) -> Refusal | None:
        result = perform(self.layout, act)
        if isinstance(result, Refusal):
            return result
        self.layout = result.layout
        self.events += result.events
        return None


def purses(events: list[Event]) -> Counter[str]:
    """What every player has gained or lost."""
    gained: Counter[str] = Counter()
    for event in events:
        match event:
            case e.Bet() | e.FeeTaken():
                gained[event.bettor] -= event.amount
            case e.TakenDown() | e.Paid() | e.Returned():
                gained[event.bettor] += event.amount
    return gained
