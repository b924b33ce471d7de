"""A tally as saved in a checkpoint."""

from collections import Counter
from dataclasses import astuple
from typing import Final

from chapter47.blackjack.simulation.run.tally import BetTotals, ShoeTenth, Tally
from chapter47.core.json_object import Json
from chapter47.core.numeric.checkpoint import CountsForm


def tally_data(tally: Tally) -> Json:
    return {
        "rounds": tally.rounds,
        "shoes": tally.shoes,
        "abandoned": tally.abandoned,
        "refilled": tally.refilled,
        "lines": {name: list(astuple(sums)) for name, sums in tally.bets.items()},
        "results": sorted(tally.results.items()),
        "by_cards_gone": [[gone, *sums] for gone, sums in tally.by_cards_gone.items()],
        "slices": tally.tenths,
        "untold": tally.beyond_table,
        "shuffles": tally.shuffles,
    }


def tally_of(data: Json) -> Tally:
    return Tally(
        data["rounds"],
        data["shoes"],
        data["abandoned"],
        data["refilled"],
        {name: BetTotals(*sums) for name, sums in data["lines"].items()},
        Counter(dict(data["results"])),
        {gone: (rounds, staked, net) for gone, rounds, staked, net in data["by_cards_gone"]},
        tuple(ShoeTenth(*sums) for sums in data["slices"]),
        tuple(data["untold"]),
        data["shuffles"],
    )


TALLY: Final = CountsForm(3, tally_data, tally_of)
"""The format number grows when a tally gets more fields."""
