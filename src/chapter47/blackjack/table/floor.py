"""What dealer and supervisors may do between rounds: seat players, hold seats, idle the table."""

from chapter47.blackjack import events as e
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.game_citations import refusal_of
from chapter47.blackjack.rules.shared_box import may_take_box
from chapter47.blackjack.rules.shuffle_and_cut import continuous_paragraph
from chapter47.blackjack.state import Bettor
from chapter47.blackjack.table.table_state import TableState, unfit
from chapter47.blackjack.variations import GAMES, wager_at
from chapter47.core.findings import Refusal


def may_sit(rules: TableRules, carried: TableState, box: int, player: str) -> Refusal | None:
    if not 1 <= box <= rules.boxes:
        return Refusal("sit.box", "19:46-1.10", "no such box", str(box), f"1 to {rules.boxes}")
    if not player:
        return _refused(rules, "sit.name", "19:47-2.4(b)", "a player needs a name", "nothing", "a name")
    if refusal := unfit(rules, player):
        return refusal
    if box in carried.seats:
        who = carried.seats[box]
        return _refused(rules, "sit.taken", "19:47-2.13(b)", "another player is seated at this box", who, "a free box")
    taken = tuple(Bettor(box=at, name=who, amount=0) for at, who in carried.seats.items())
    if not may_take_box(rules, taken, player, box):
        want = f"{rules.boxes_per_player} box" + "es" * (rules.boxes_per_player > 1)
        return _refused(rules, "sit.several_boxes", "19:47-2.14", "too many boxes for one player", player, want)
    return None


def may_leave(rules: TableRules, carried: TableState, event: e.Left) -> Refusal | None:
    """Return whether a player may leave: only once, although holding the seat can still be agreed. A held seat excuses
    a player from options 3 and 4, so it was introduced and abolished with them."""
    if event.held and GAMES[rules.game].lets_in(rules):
        message = "no paragraph in force on that date holds the seat of a player who leaves"
        got, want = f"{event.player} leaves with the seat held", "leave, and be let in on return"
        return _refused(rules, "leave.held", "19:47-2.3(i)", message, got, want)
    if carried.left.get(event.player) != event.held:
        return unfit(rules, event.player)
    return _refused(
        rules, "leave.gone", event.by, "the player has already left the table", event.player, "after coming back"
    )


def may_let_in(rules: TableRules, player: str) -> Refusal | None:
    if GAMES[rules.game].lets_in(rules):
        return unfit(rules, player)
    message = "no paragraph in force on that date leaves this to the licensee"
    return _refused(rules, "let_in.none", "19:47-2.3(j)", message, player, "a reshuffle, or a seat held earlier")


def may_repair_reader(rules: TableRules, carried: TableState) -> Refusal | None:
    by = "19:47-2.15(k)"
    if rules.hole_card != "card-reader":
        return _refused(rules, "reader.none", by, "the table has no card reader", rules.hole_card, "card-reader")
    if not carried.reader_failed:
        return _refused(rules, "reader.works", by, "the card reader has not failed", "a repair", "after a failure")
    return None


def may_fail_light(rules: TableRules, carried: TableState, box: int) -> Refusal | None:
    """Return whether a light may fail: only if it shows the wagers of a box, and only while it works."""
    by = "19:47-2.15(n)"
    if not any(wager_at(rules, name).meters for name in rules.wagers):
        return _refused(
            rules, "light.none", by, "no light shows a wager at this table", f"box {box}", "a progressive wager"
        )
    if not 1 <= box <= rules.boxes:
        return _refused(rules, "light.box", by, "no such box", str(box), f"1 to {rules.boxes}")
    if box in carried.dark:
        return _refused(rules, "light.failed", by, "this light has already failed", f"box {box}", "after its repair")
    return None


def may_repair_light(rules: TableRules, carried: TableState, box: int) -> Refusal | None:
    if box in carried.dark:
        return None
    by, message = "19:47-2.15(n)", "the light of this box has not failed"
    return _refused(rules, "light.works", by, message, f"box {box}", "after a failure")


def may_go_idle(rules: TableRules) -> Refusal | None:
    if rules.shuffle == "continuous":
        by, message = continuous_paragraph(rules.day), "the device keeps the cards: they are not spread out"
        return _refused(rules, "idle.continuous", by, message, "continuous", "cards shuffled by hand or in batches")
    if not GAMES[rules.game].knows_idle_tables(rules):
        message = "the text of that date has no rule for an idle table"
        return _refused(rules, "idle.not_yet", "19:47-2.5(j)", message, str(rules.day), "a later date")
    return None


def may_resume(rules: TableRules, carried: TableState) -> Refusal | None:
    by = "19:47-2.5(j)"
    if not carried.idle:
        return _refused(rules, "resume.not_idle", by, "the table is not idle", "resume", "once it is idle")
    if not carried.seats:
        message = "seat a player first"
        return _refused(rules, "resume.nobody", by, message, "nobody", "a seated player")
    return None


def in_play(rules: TableRules, carried: TableState, act: str) -> Refusal | None:
    """Refuse dealing, burning and shuffling while the table is idle."""
    if not carried.idle:
        return None
    return _refused(rules, "table.idle", "19:47-2.5(j)", "the table is idle", act, "resume play first")


def _refused(rules: TableRules, code: str, by: str, message: str, got: str, want: str) -> Refusal:
    return refusal_of(rules, Refusal(code, by, message, got, want))
