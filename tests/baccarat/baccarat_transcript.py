"""Shoes of baccarat in a readable form: the parser, and a driver that does every act of the script.

A transcript has sections, each headed `== name`: `table` (the keys of a table file), `script` (acts; after `deal`
the round is dealt to its end, `deal!` only closes the bets, `refused CODE CITATION: ACT` must be refused and change
nothing), `chips` (all chips and coupons that moved, in their order, with the paragraph), `settlement` (what each has
won or lost at the end, fees that were collected counted in), `owes` (fees that are marked), `curator` (who holds the
shoe), `said` (the caller's words) and `burned` (how many cards). A comment stands behind a `#`."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from tests.baccarat.driving import act, finish

from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.baccarat.table_file import FORM
from chapter47.core.chance import Seeded
from chapter47.core.event import ChipsMoved, Collected, CouponMoved, Paid, Said
from chapter47.core.money import amount, cents

SECTIONS: Final = ("table", "script", "chips", "settlement", "owes", "curator", "said", "burned")
REFUSED: Final = re.compile(r"refused (\S+) (\S+): (.+)")
MOVES: Final = {"CouponLaid": "coupon laid", "CouponTaken": "coupon taken", "CouponReturned": "coupon returned"}


class Transcript(NamedTuple):
    posting: BaccaratTable
    script: list[str]
    shown: dict[str, list[str]]


def read(path: Path) -> Transcript:
    _, *parts = re.split(r"^== (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = {name.strip(): body for name, body in zip(parts[::2], parts[1::2], strict=True)}
    assert set(sections) <= set(SECTIONS), sections.keys()
    lines = {name: _plain(body) for name, body in sections.items() if name != "table"}
    table = FORM.read({"game": "baccarat", "minimum": "1", **tomllib.loads(sections.get("table", ""))})
    return Transcript(table, lines.pop("script"), lines)


def _plain(body: str) -> list[str]:
    return [words for line in body.splitlines() if (words := line.partition("#")[0].strip())]


def played(transcript: Transcript) -> BaccaratInPlay:
    table = BaccaratInPlay(transcript.posting, Seeded(1))
    for line in transcript.script:
        if refused := REFUSED.fullmatch(line):
            before = table.stored()
            refusal = act(table, refused[3])
            assert refusal is not None, f"{line} was not refused"
            assert (refusal.code, refusal.citation) == (refused[1], refused[2]), f"{line}: {refusal}"
            assert table.stored() == before
            continue
        refusal = act(table, line.removesuffix("!"))
        assert refusal is None, f"{line}: {refusal}"
        if line == "dealer deal" or line.startswith("dealer call"):
            finish(table)
    return table


def told_of(table: BaccaratInPlay, section: str) -> list[str]:
    """What a section of a transcript says, of this table."""
    events = [entry.event for entry in table.log]
    match section:
        case "chips":
            return [_moved(event) for event in events if isinstance(event, (ChipsMoved, CouponMoved))]
        case "settlement":
            net: Counter[str] = Counter()
            for event in events:
                if isinstance(event, (Paid, Collected)):
                    net[event.bettor] += event.amount if isinstance(event, Paid) else -event.amount
            return [f"{name} {'-' if won < 0 else '+'}{amount(abs(won))}" for name, won in sorted(net.items())]
        case "owes":
            return [f"{fee.bettor} {amount(fee.amount)}" for fee in sorted(table.state.fees, key=lambda fee: fee.seat)]
        case "curator":
            return [table.state.player_at(table.state.curator) or "nobody"]
        case "said":
            return [event.words for event in events if isinstance(event, Said)]
        case _:
            return [str(sum(isinstance(event, e.Burned) for event in events))]


def _moved(event: ChipsMoved | CouponMoved) -> str:
    moved = MOVES.get(type(event).__name__) or type(event).__name__.lower()
    return f"{event.bettor} {event.wager} {moved} {amount(event.amount)} {event.by.removeprefix('19:47-')}"


def same_money(line: str) -> str:
    """`Ann +6` and `Ann +6.00` are the same."""
    return re.sub(r"(?<=[ +-])\d+(?:\.\d+)?(?= |$)", lambda match: amount(cents(match[0])), line)
