"""19:47-2.3(i) and (j): what a person who has not played since the shuffle may bet now."""

from dataclasses import dataclass
from typing import Final, Literal

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.basic_wager import FREE_REFUSAL
from chapter47.law import law

Took = Literal["bet", "out", "held"]
"""What a person did in a round: bet, sat out, or was away with the seat held."""
Rounds = tuple[Took, ...]
"""One entry per round since the shuffle, oldest first."""

May = Literal["anything", "minimum", "nothing"]


@dataclass(frozen=True, slots=True)
class Admission:
    """What may be bet on the next round, and which paragraph restricts it."""

    may: May
    by: str | None = None


FREE: Final = Admission("anything")


def entry(table: TableRules, rounds: Rounds, *, let_in: bool = False) -> Admission:
    """Apply the text of the table's date; `let_in` is the licensee's permission, which only the newer text allows."""
    by = by_leave if lets_in(table) else by_options
    return by(table, rounds, let_in=let_in)


def lets_in(table: TableRules) -> bool:
    """Return whether the licensee may let a person in; otherwise it may hold a seat."""
    return table.day >= FREE_REFUSAL


def by_leave(table: TableRules, rounds: Rounds, *, let_in: bool = False) -> Admission:
    if isinstance(table.mid_shoe_entry, str):
        may_refuse = table.mid_shoe_entry == "barred" and refused(rounds, let_in=let_in)
    else:
        by_the_other_reading = table.reads("19:47-2.3(i)", "narrower") and not let_in
        may_refuse = by_the_other_reading and by_options(table, rounds).may == "nothing"
    return Admission("nothing", "19:47-2.3(i)") if may_refuse else FREE


def by_options(table: TableRules, rounds: Rounds, *, let_in: bool = False) -> Admission:
    """Return the table's first option that restricts this person; no permission of the licensee helps."""
    del let_in
    options = () if isinstance(table.mid_shoe_entry, str) else table.mid_shoe_entry
    answers = (applied(rounds) for option, applied in OPTIONS.items() if option in options)
    return next((answer for answer in answers if answer), FREE)


@law("19:47-2.3(i)", editions="2010")
@law("19:47-2A.5(h)", editions="switch")
def refused(rounds: Rounds, *, let_in: bool) -> bool:
    """Return whether a person who let a round pass since the shuffle, seated or not, is refused unless the licensee
    lets them back in."""
    return not let_in and any(took != "bet" for took in rounds)


@law("19:47-2.3(i)1", editions="1996 2001")
@law("19:47-19.5(j)1", editions="2001")
def kept_out_after_the_first_round(rounds: Rounds) -> Admission | None:
    return Admission("nothing", "19:47-2.3(i)1") if _missed_the_first(rounds) else None


@law("19:47-2.3(i)2", editions="1996 2001")
@law("19:47-19.5(j)2", editions="2001")
def minimum_after_the_first_round(rounds: Rounds) -> Admission | None:
    return Admission("minimum", "19:47-2.3(i)2") if _missed_the_first(rounds) else None


@law("19:47-2.3(i)3", editions="1996 2001")
@law("19:47-19.5(j)3", editions="2001")
def kept_out_after_sitting_out(rounds: Rounds) -> Admission | None:
    return Admission("nothing", "19:47-2.3(i)3") if _sat_out(rounds) else None


@law("19:47-2.3(i)4", editions="1996 2001")
@law("19:47-19.5(j)4", editions="2001")
def minimum_after_sitting_out(rounds: Rounds) -> Admission | None:
    return Admission("minimum", "19:47-2.3(i)4") if _sat_out(rounds) else None


def _missed_the_first(rounds: Rounds) -> bool:
    return bool(rounds) and rounds[0] != "bet"


def _sat_out(rounds: Rounds) -> bool:
    """Return whether an unexcused round without a wager follows a wager."""
    played = rounds[rounds.index("bet") :] if "bet" in rounds else ()
    return any(took != "bet" and not excused(took) for took in played)


@law("19:47-2.3(j)", editions="1996 2001")
@law("19:47-19.5(k)", editions="2001")
def excused(took: Took) -> bool:
    """Return which rounds sat out are excused: the options apply to everybody; under options 3 and 4 an agreed held
    seat excuses."""
    return took == "held"


OPTIONS: Final = {
    "i1": kept_out_after_the_first_round,
    "i3": kept_out_after_sitting_out,
    "i2": minimum_after_the_first_round,
    "i4": minimum_after_sitting_out,
}
"""Options, strictest first, so that the strictest one applies."""
