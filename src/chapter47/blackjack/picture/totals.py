"""The words on a hand's badge: its total, how it ended and what that brought."""

from typing import NamedTuple

from chapter47.blackjack.picture.seen import MAIN, SeenBlackjack
from chapter47.blackjack.views.records import HandView
from chapter47.core.money import dollars
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.furniture import Mood, badge_size


class Badge(NamedTuple):
    words: tuple[str, ...]
    """From the fullest form to the shortest."""
    mood: Mood

    def fitting(self, size: float, room: float) -> str:
        for words in self.words:
            if badge_size(words, size)[0] <= room:
                return words
        return shortened(self.words[-1], size, room - size * 1.1, "sans-bold")


def total_of(hand: HandView) -> str:
    """As people say it; nothing where its first cards lie face down."""
    if not hand.known or None in hand.cards[: hand.concealed]:
        return ""
    if hand.blackjack:
        return "Blackjack"
    return f"soft {hand.points}" if hand.soft and hand.points < 21 else f"{hand.points}"


def badge_of(seen: SeenBlackjack, hand: HandView) -> Badge | None:
    """What stands under a hand, if there is anything to tell."""
    total = total_of(hand)
    results = tuple(result for result in seen.table.results if result.at == hand.at and result.wager == MAIN)
    lies = any(stake.open and stake.at == hand.at and stake.wager == MAIN for stake in seen.table.round.stakes)
    if results and not lies:
        return _ended(hand, total, seen.net(results), paid=any(result.result == "paid" for result in results))
    if not total:
        return None
    if seen.is_turn(hand.at):
        return Badge((total, short_total(total)), "turn")
    if hand.points > 21:
        return Badge((f"{hand.points} bust",), "lost")
    return Badge((total, short_total(total)), "blackjack" if hand.blackjack else "plain")


def short_total(total: str) -> str:
    return "BJ" if total == "Blackjack" else total.removeprefix("soft ")


def _ended(hand: HandView, total: str, net: int, *, paid: bool) -> Badge:
    amount = signed(net)
    short = short_total(total)
    if hand.surrendered:
        return Badge((f"{total} surrendered {amount}", f"{short} {amount}", amount), "lost")
    if net > 0:
        mood: Mood = "blackjack" if hand.blackjack else "won"
        word = "" if hand.blackjack else " won"
        return Badge((f"{total}{word} {amount}", f"{short} {amount}", amount), mood)
    if net < 0:
        word = "bust" if hand.points > 21 else "lost"
        return Badge((f"{total} {word} {amount}", f"{short} {amount}", amount), "lost")
    word = "push" if not paid else "even"
    return Badge((f"{total} {word}".strip(), f"{short} {word}".strip(), word), "push")


def fitting_amount(cents: int, size: float, room: float, sign: str = "") -> str:
    """In dollars; without their sign, or in thousands, where the room is too narrow."""
    exact, thousands = dollars(cents), f"{cents / 1000_00:.1f}".removesuffix(".0")
    for says in (sign + exact, sign + exact.removeprefix("$")):
        if text_width(says, size, "sans-bold") <= room:
            return says
    return f"{sign}{thousands}K"


def signed(net: int) -> str:
    return f"+{dollars(net)}" if net > 0 else f"−{dollars(-net)}" if net < 0 else dollars(0)
