"""What the wagers of a baccarat table pay, for its gaming guide."""

from collections.abc import Iterator
from typing import Final

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.wagers import odds_of
from chapter47.core.pay_lines import PayLine

_PAID_BY: Final = {"banker": "19:47-3.3(c)", "player": "19:47-3.3(a)", "tie": "19:47-3.3(b)"}


def pay_lines(table: BaccaratTable) -> Iterator[PayLine]:
    """List the wagers on offer; a Banker win pays even money less the fee."""
    for wager in table.offers:
        pays = str(odds_of(table, wager))
        if wager == "banker":
            rates = " or ".join(f"{100 * float(rate):g}%" for rate in table.rates)
            pays = f"{pays}, less a fee of {rates} of the win"
        yield PayLine(wager.capitalize(), "", pays, _PAID_BY[wager], wager)
