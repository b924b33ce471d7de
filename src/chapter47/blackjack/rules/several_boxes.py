"""19:47-2.14: one player on several boxes."""

from chapter47.blackjack.state import Bettor
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.findings import Breach, limit
from chapter47.law import law


@limit("19:47-2.14", editions="1996 2010")
def as_many_boxes_as_there_are(table: TableRules) -> Breach | None:
    """The licensee may allow a player more boxes, of those that the table has."""
    if 1 <= table.boxes_per_player <= table.boxes:
        return None
    message = "a player may be allowed additional boxes of this table"
    return Breach("boxes_per_player.too_many", message, str(table.boxes_per_player), f"1 to {table.boxes}")


@law("19:47-2.14", editions="1996 2010")
@law("19:47-2A.14", editions="switch")
def may_take_box(table: TableRules, bettors: tuple[Bettor, ...], player: str, box: int) -> bool:
    """One box, or as many as the licensee allows."""
    boxes = {bettor.box for bettor in bettors if bettor.name == player} | {box}
    return len(boxes) <= table.boxes_per_player


LIMITS = (as_many_boxes_as_there_are,)
