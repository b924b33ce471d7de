"""Wagers before the first card: what is refused, and why."""

from collections.abc import Iterator

from chapter47.blackjack.events import Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules import basic_wager, shared_box
from chapter47.blackjack.state import Bettor, Round, Stake
from chapter47.blackjack.variations import game_of
from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.core.posting import limits_by


def bad_bet(state: Round, box: int, bettor: str, amount: int, *, seated: bool, consent: bool) -> Refusal | None:
    rules = state.rules
    if refusal := basic_wager.too_late(state, dollars(amount)):
        return refusal
    if not 1 <= box <= rules.boxes:
        return Refusal("bet.box", "19:46-1.10", "no such box", str(box), f"1 to {rules.boxes}")
    if not bettor:
        return Refusal("bet.bettor", "19:47-2.3(a)", "a bettor needs a name", "nothing", "a name")
    if refusal := bad_amount(rules, amount):
        return refusal
    if others := state.bettors_of(box):
        if made := wagers_of(state, box, bettor):
            return _no_more_wagers(state, bettor, len(made))
        if refusal := _no_joining(rules, others, bettor, seated=seated, consent=consent):
            return refusal
    if not shared_box.may_take_box(rules, state.bettors, bettor, box):
        want = f"{rules.boxes_per_player} box" + "es" * (rules.boxes_per_player > 1)
        return Refusal("bet.several_boxes", "19:47-2.14", "too many boxes for one player", bettor, want)
    return None


def _no_joining(rules: TableRules, others: list[Bettor], bettor: str, *, seated: bool, consent: bool) -> Refusal | None:
    if seated and any(other.seated for other in others):
        return Refusal("bet.seated", "19:47-2.13(b)", "another player is seated at this box", bettor, "seated = false")
    if not shared_box.may_join(rules, others, consent=consent):
        want = f"at most {rules.bettors_per_box}, with the consent of the first"
        return Refusal("bet.shared_box", "19:47-2.13(a)", "the box is taken", f"{len(others) + 1} bettors", want)
    return None


def bad_amount(rules: TableRules, amount: int) -> Refusal | None:
    step = basic_wager.wager_step(rules)
    if not rules.minimum <= amount <= rules.maximum:
        want = f"{dollars(rules.minimum)} to {dollars(rules.maximum)}"
        return Refusal(
            "bet.limits", limits_by(rules.day, "19:47-2.3(a)"), "outside the limits of the table", dollars(amount), want
        )
    if amount % step:
        want = f"multiples of {dollars(step)}"
        return Refusal("bet.chip", "19:47-2.3(d)", "cannot be made with the chips in use", dollars(amount), want)
    return None


def wagers_of(state: Round, box: int, bettor: str) -> list[Stake]:
    """Return a bettor's main wagers on a box."""
    return [stake for stake in state.stakes_on(Place(box)) if stake.bettor == bettor]


def _no_more_wagers(state: Round, bettor: str, made: int) -> Refusal | None:
    _, most = game_of(state).wagers(state.rules)
    if made < most:
        return None
    want = "one wager" if most == 1 else f"{most} wagers"
    return Refusal("bet.twice", "19:47-2.3(c)", "the bettor already has a wager on this box", bettor, want)


def too_few_wagers(state: Round) -> Refusal | None:
    least, _ = game_of(state).wagers(state.rules)
    for bettor in incomplete(state):
        made = len(wagers_of(state, bettor.box, bettor.name))
        message = f"{bettor.name} must make more wagers on box {bettor.box}"
        return Refusal("bets.too_few_wagers", "19:47-2.18(b)", message, str(made), f"{least} or more")
    return None


def incomplete(state: Round) -> Iterator[Bettor]:
    """Return bettors with fewer wagers on a box than the game requires."""
    least, _ = game_of(state).wagers(state.rules)
    if least == 1:  # nobody is a bettor without a wager
        return
    for bettor in state.bettors:
        if len(wagers_of(state, bettor.box, bettor.name)) < least:
            yield bettor
