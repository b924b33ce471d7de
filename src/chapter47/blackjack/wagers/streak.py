"""19:47-2.22: the streak wager."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, Result, WagerDecision
from chapter47.blackjack.wagers.wager import (
    PayTable,
    Wager,
    below,
    clash,
    needs_a_main_wager,
    odds_of,
    once,
    paytable,
    wrong_game,
)
from chapter47.core.findings import Breach, Refusal, limit, option
from chapter47.core.money import Odds
from chapter47.law import law

LEAST = paytable("""
    2   3 to 1
    3   7 to 1
    4  17 to 1
    5  37 to 1
""")


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return LEAST


AREAS = tuple(LEAST)


def _bets(table: TableRules, offer: WagerOffer) -> tuple[str, ...]:
    del table, offer
    return AREAS


@law("19:47-2.22(b)", editions="2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    return needs_a_main_wager(placing, "19:47-2.22(b)")


@law("19:47-2.22(k)", editions="2010")
def one_on_each_area(placing: Placing) -> Refusal | None:
    """Allow several streak wagers on one hand, each on its own area."""
    same = tuple(bet for bet in placing.same_round if bet == placing.bet)
    return once(placing._replace(same_round=same), "19:47-2.22(k)")


@law("19:47-2.22(k)1", editions="2010")
def all_put_down_together(placing: Placing) -> Refusal | None:
    if not placing.standing:
        return None
    message = "several streak wagers must all be made before the same hand"
    return Refusal("streak.together", "19:47-2.22(k)1", message, placing.bet, "once the one in play is decided")


@law("19:47-2.22(k)2", editions="2010")
def none_added(placing: Placing) -> Refusal | None:
    if len(placing.standing) < 2:
        return None
    message = "no streak wager can be added until all of them are decided"
    return Refusal("streak.several", "19:47-2.22(k)2", message, placing.bet, "once all in play are decided")


def may_place(placing: Placing) -> Refusal | None:
    for rule in (beside_a_main_wager, none_added, all_put_down_together, one_on_each_area):
        if denied := rule(placing):
            return denied
    return None


@law("19:47-2.22(g)", editions="2010")
def stays(result: Result) -> bool:
    return result == "push"


@law("19:47-2.22(h)", editions="2010")
def of_split_hands(table: TableRules, results: tuple[Result, ...]) -> Result:
    """Return the effect of split hands: more won than lost continues, fewer loses, equal stays; strictly, a majority of
    all hands or the wager is lost."""
    count = Counter(results)
    if table.reads("19:47-2.22(h)", "strict") and count["win"] != count["lose"]:
        return "win" if 2 * count["win"] > len(results) else "lose"
    if count["win"] == count["lose"]:
        return "push"
    return "win" if count["win"] > count["lose"] else "lose"


@law("19:47-2.22(i)", editions="2010")
def of_the_round(facts: Facts) -> Result:
    """Decide by the bettor's main wagers, independently of other wagers."""
    results = facts.results or ("",)
    return results[0] if len(results) == 1 else of_split_hands(facts.table, results)


def wins_in_a_row(facts: Facts) -> int:
    return facts.won if stays(of_the_round(facts)) else facts.won + 1


def staying(facts: Facts) -> tuple[int, str]:
    won = wins_in_a_row(facts)
    if won > facts.won:
        return won, "19:47-2.22(d)"
    return won, "19:47-2.22(g)" if len(facts.results or ()) == 1 else "19:47-2.22(h)"


@law("19:47-2.22(e)", editions="2010")
def lost(facts: Facts) -> WagerDecision | None:
    """Lose with the main wager, or with split hands of which more were lost than won."""
    if of_the_round(facts) != "lose":
        return None
    return _lost("19:47-2.22(e)" if len(facts.results or ()) == 1 else "19:47-2.22(h)")


@law("19:47-2.22(f)", editions="2010")
def abandoned(facts: Facts) -> WagerDecision | None:
    """Forfeit the wager of a bettor who does not play the next hand."""
    return _lost("19:47-2.22(f)") if facts.results == () else None


def _lost(by: str) -> WagerDecision:
    return WagerDecision(LOSE, by, due="with-main")


@law("19:47-2.22(j)", editions="2010")
def pays(facts: Facts) -> Odds:
    return odds_of(WAGER, facts.table, facts.offer)[facts.bet]


@law("19:47-2.22(c)", editions="2010")
def after_the_hands(facts: Facts) -> bool:
    """Settle main and streak wagers together when the hands are played."""
    return facts.results is not None


WINS_BY = {"2": "19:47-2.22(d)1", "3": "19:47-2.22(d)2", "4": "19:47-2.22(d)3", "5": "19:47-2.22(d)4"}


@law(*WINS_BY.values(), editions="2010")
def is_won(facts: Facts) -> bool:
    """Return whether it has as many wins in a row as its area says."""
    return wins_in_a_row(facts) == int(facts.bet)


def decide(facts: Facts) -> WagerDecision | None:
    if not after_the_hands(facts):
        return None
    if given_up := abandoned(facts) or lost(facts):
        return given_up
    return WagerDecision(facts.bet, WINS_BY[facts.bet], pays(facts), due="with-main") if is_won(facts) else None


@law("19:47-2.22(d)", *list(WINS_BY.values())[1:], editions="2010", kind="script")
def marker(facts: Facts) -> Iterator[Said | Did]:
    """Place the marker: on "2" after the first win, then on the area of the next win."""
    won = wins_in_a_row(facts)
    if won > facts.won and str(won + 1) in AREAS:
        by = "19:47-2.22(d)" if won == 1 else WINS_BY[str(won + 1)]
        yield Did(by=by, what=f'puts the streak marker on "{won + 1}"')


@law("19:47-2.22(k)3", editions="2010", kind="script")
def marker_before_pay(facts: Facts, decision: WagerDecision) -> Iterator[Said | Did]:
    """Move the marker before a win is paid, with several in play."""
    if decision.prize is not None and facts.others_standing:
        yield from moved(facts)


@law("19:47-2.22(c)", editions="2010", kind="script")
def moved(facts: Facts) -> Iterator[Said | Did]:
    """Set the marker once for all streak wagers of the bettor when a place is settled."""
    if facts.first:
        yield from marker(facts)


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield 'streak areas "2", "3", "4" and "5" at each place, with their odds there or on a sign, and marker buttons'


@option("wagers.streak", "the streak wager", "19:47-2.22(a)", since=date(2001, 1, 16))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.22(a)", since=date(2001, 1, 16))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER)


@limit("19:47-2.22(j)", since=date(2001, 1, 16))
def least_odds(table: TableRules) -> Breach | None:
    return next((below(offer, LEAST) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.22(l)", since=date(2001, 1, 16))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "blackjack-bonus", "twenty-point-bonus", "optional-bonus")
    return clash(table, WAGER.name, others)


WAGER = Wager(
    name="streak",
    title="Streak",
    section="19:47-2.22",
    pays_by="19:47-2.22(j)",
    games=SUBCHAPTER_2,
    only_there=at_a_blackjack_table,
    floor=_floor,
    rows=tuple(LEAST),
    keys=("minimum", "maximum", "odds"),
    bets=_bets,
    stakes_by="19:47-2.22(b)",
    may_place=may_place,
    decide=decide,
    before=marker_before_pay,
    carries=staying,
    moved=moved,
    layout=_layout,
    layout_by="19:46-1.10(l)",
    unpriced="needs the probabilities of winning, pushing and losing a hand at this game, which is not priced yet",
    limits=(least_odds, excludes),
    options=(offered,),
)
