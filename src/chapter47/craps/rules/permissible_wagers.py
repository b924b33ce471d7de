"""19:47-1.2: only the wagers that are named may be offered."""

from collections.abc import Iterator

from chapter47.core.findings import Breach, displayed, limit, option
from chapter47.core.money import dollars
from chapter47.core.posting import COUPONS_SINCE
from chapter47.craps.posting import PERMISSIBLE, CrapsPosting


@limit("19:47-1.2(a)", editions="")
def no_other_wager(table: CrapsPosting) -> Breach | None:
    others = [wager for wager in table.offers if wager not in PERMISSIBLE]
    if not others:
        return None
    message = "only the twenty wagers of the text may be offered"
    return Breach("offers.not_permissible", message, ", ".join(others), ", ".join(PERMISSIBLE))


@option("coupons", "the match play coupon", "19:47-1.3", since=COUPONS_SINCE)
def takes_coupons(table: CrapsPosting) -> bool:
    """A file that is silent on coupons means: where the law knows them."""
    return table.coupons is True


@displayed("19:47-8.2", "posting", editions="")
def limits_sign(table: CrapsPosting) -> Iterator[str]:
    yield (
        f"a sign at the table with the minimum {dollars(table.minimum)} and the maximum {dollars(table.maximum)}; "
        "a change is posted and announced at the table"
    )
