"""The floor at a table in play: seats, the first cut, a recut, an idle table, the burn card, places and leave."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from chapter47.blackjack import acts
from chapter47.blackjack import events as e
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.shoe.handling import RefusedError
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.core.chance import Seeded
from chapter47.core.findings import Refusal
from chapter47.core.log import LogError
from chapter47.games import from_data

Claim = Callable[..., None]
SEED = 5


class Floor:
    """A table, and whom it asked for the cut; `cuts` are the answers, after them everybody declines."""

    def __init__(self, *cuts: int | None, **data: Any) -> None:
        self.asked: list[str] = []
        self.cuts = list(cuts)
        self.table = BlackjackInPlay(from_data(data), Seeded(SEED), cut=self.cut)

    def cut(self, player: str, stack: int) -> int | None:
        del stack
        self.asked.append(player)
        return self.cuts.pop(0) if self.cuts else None

    def whom(self, act: Callable[[], Refusal | None]) -> list[str]:
        """Who is asked during an act."""
        self.asked.clear()
        assert act() is None
        return list(self.asked)

    def plays(self, *bets: tuple[int, str]) -> None:
        table = self.table
        assert table.begin() is None
        for box, player in bets:
            assert table.bet(box, player, 10_00) is None
        assert table.close_bets() is None
        while isinstance(need := table.deal(), NeedMove):
            assert table.choose(need.bettor, need.legal[0].name) is None

    def reproduces(self) -> None:
        list(replay(self.table.rules, self.table.log))
        redeal(self.table.rules, self.table.log, SEED)

    def said(self, kind: type[e.Event], since: int = 0) -> list[e.Event]:
        return [entry.event for entry in self.table.log[since:] if isinstance(entry.event, kind)]


def opened(*cuts: int | None, **data: Any) -> Floor:
    floor = Floor(*cuts, **data)
    floor.table.open()
    return floor


# The first cut, and a cut that is refused --------------------------------------------------------------------------

FIRST_CUT = [
    ([], ["dealer"]),
    ([(3, "Ann")], ["Ann", "dealer"]),
    ([(5, "Bob"), (2, "Ann")], ["Bob", "Ann", "dealer"]),
    ([(2, "Ann"), (5, "Bob"), (1, "Cleo")], ["Ann", "Bob", "Cleo", "dealer"]),
]


@pytest.mark.parametrize("how", ["sit", "bet"])
@pytest.mark.parametrize(("came", "asked"), FIRST_CUT)
def test_the_first_player_is_offered_the_first_cut(
    how: str, came: list[tuple[int, str]], asked: list[str], cites: Claim
) -> None:
    floor = Floor()
    if how == "bet":
        assert floor.table.begin() is None
    for box, player in came:
        done = floor.table.bet(box, player, 10_00) if how == "bet" else floor.table.sit(box, player)
        assert done is None
    assert floor.whom(floor.table.open) == asked
    floor.reproduces()
    cites("19:47-2.5(e)1" if came else "19:47-2.5(d)")


def test_who_came_first_and_left_is_not_the_first() -> None:
    floor = Floor()
    for act in (floor.table.sit(1, "Ann"), floor.table.sit(4, "Bob"), floor.table.leave("Ann")):
        assert act is None
    assert floor.whom(floor.table.open) == ["Bob", "dealer"]
    assert floor.said(e.CutOffered) == [e.CutOffered(by="19:47-2.5(e)1", player="Bob", taken=False)]
    floor.reproduces()


TABLES: list[dict[str, Any]] = [
    {},
    {"decks": 2, "shoe": "double"},
    {"decks": 2, "shuffle": "machine"},
    {"game": "six-to-five", "decks": 2, "hole_card": "card-reader", "shuffle": "machine"},
]


@pytest.mark.parametrize("data", TABLES)
@pytest.mark.parametrize("refused", [(3,), (20, 3), (3, 3)])
def test_a_refused_cut_leaves_the_next_shuffle_as_it_was(data: dict[str, Any], refused: tuple[int, ...]) -> None:
    """At a double shoe the cut of the second side may be refused when the first is cut already."""
    floor = opened(**data)
    floor.plays((1, "Ann"))
    floor.cuts = list(refused)
    while floor.cuts:
        before = floor.table.shoe, list(floor.table.log)
        if floor.cuts[0] == 20 and data.get("shoe") != "double":
            assert floor.table.reshuffle() is None
            continue
        with pytest.raises(RefusedError, match="at least ten cards"):
            floor.table.reshuffle()
        assert (floor.table.shoe, floor.table.log) == before
    floor.plays((1, "Ann"))
    floor.reproduces()


def test_what_is_done_after_a_refused_cut_comes_after_the_shuffle_that_is_due() -> None:
    floor = opened(decks=1, cut_card=0.9)
    floor.cuts = [3]
    with pytest.raises(RefusedError):
        floor.plays((1, "Ann"))
    assert floor.table.let_in("Bob") is None
    kinds = [type(entry.event) for entry in floor.table.log]
    assert kinds.index(e.LetIn) > len(kinds) - 1 - kinds[::-1].index(e.Shuffled)
    floor.reproduces()


# A wager that waits for the next hand ------------------------------------------------------------------------------


def with_a_waiting_streak() -> Floor:
    floor = opened(wagers={"streak": {}})
    table = floor.table
    while not table.carried.standing:
        assert table.begin() is None
        assert table.bet(1, "Ann", 10_00) is None
        assert table.bet(2, "Bob", 10_00) is None
        assert table.side_bet(1, "Ann", "streak", 10_00, "5") is None
        assert table.close_bets() is None
        while isinstance(need := table.deal(), NeedMove):
            assert table.choose(need.bettor, need.legal[0].name) is None
    return floor


def test_a_streak_is_given_up_when_its_player_leaves(cites: Claim) -> None:
    floor = with_a_waiting_streak()
    since = len(floor.table.log)
    assert floor.table.leave("Ann") is None
    (given_up,) = floor.said(e.Collected, since)
    assert isinstance(given_up, e.Collected)
    assert (given_up.by, given_up.bettor, given_up.amount) == ("19:47-2.22(f)", "Ann", 10_00)
    assert not floor.table.carried.standing
    since = len(floor.table.log)
    floor.plays((2, "Bob"))
    assert all(getattr(event, "bettor", "") != "Ann" for event in floor.said(e.Collected, since))
    floor.reproduces()
    cites("19:47-2.22(f)")


def test_a_log_may_not_take_a_wager_of_somebody_who_stays() -> None:
    floor = with_a_waiting_streak()
    assert floor.table.leave("Ann") is None
    log = [entry for entry in floor.table.log if not isinstance(entry.event, e.Left)]
    with pytest.raises(LogError, match=r'the log says \{"event": "Collected"'):
        list(replay(floor.table.rules, log))


# Seats ------------------------------------------------------------------------------------------------------------

MOVED = [
    ([[(7, "Ann"), (5, "Bob")], [(3, "Ann"), (5, "Bob")]], ["Bob", "Ann", "dealer"]),
    ([[(7, "Ann"), (5, "Bob")], [(5, "Bob")]], ["Ann", "Bob", "dealer"]),  # she sits out
    ([[(7, "Ann"), (6, "Ann"), (5, "Bob")], [(2, "Ann"), (5, "Bob")]], ["Bob", "Ann", "dealer"]),
    ([[(7, "Ann"), (5, "Bob")], [(3, "Ann"), (7, "Bob")]], ["Bob", "Ann", "dealer"]),
    ([[(7, "Ann")], [(7, "Bob")]], ["Bob", "dealer"]),
]


@pytest.mark.parametrize(("rounds", "asked"), MOVED)
def test_a_player_who_wagers_elsewhere_has_left_the_old_seat(
    rounds: list[list[tuple[int, str]]], asked: list[str], cites: Claim
) -> None:
    floor = opened(boxes_per_player=2)
    for bets in rounds:
        floor.plays(*bets)
    assert floor.whom(floor.table.reshuffle) == asked
    floor.reproduces()
    cites("19:47-2.5(e)4", "19:47-2.5(f)")


SEATS = [
    (8, "Bob", "sit.box", "19:46-1.10"),
    (2, "", "sit.name", "19:47-2.4(b)"),
    (1, "Bob", "sit.taken", "19:47-2.13(b)"),
    (2, "Ann", "sit.several_boxes", "19:47-2.14"),
]


@pytest.mark.parametrize(("box", "player", "code", "citation"), SEATS)
def test_seats_that_are_not_to_be_had(box: int, player: str, code: str, citation: str) -> None:
    floor = opened()
    assert floor.table.sit(1, "Ann") is None
    before = list(floor.table.log)
    refusal = floor.table.sit(box, player)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, citation)
    assert floor.table.log == before


# Recut, idle, the burn card ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", TABLES)
@pytest.mark.parametrize(("same", "asked"), [(True, "Bob"), (False, "Cleo")])
def test_a_recut_by_the_same_player_or_the_next(data: dict[str, Any], same: bool, asked: str, cites: Claim) -> None:
    floor = opened(**data)
    floor.plays((1, "Ann"), (2, "Bob"), (3, "Cleo"))
    sides = 2 if data.get("shoe") == "double" else 1
    floor.cuts = [None, None, 20] * sides  # Cleo and Ann decline, Bob cuts
    assert floor.table.reshuffle() is None
    floor.cuts = [15] * sides
    assert floor.whom(lambda: floor.table.recut(same_player=same)) == [asked] * sides
    floor.plays((1, "Ann"))
    floor.reproduces()
    cites("19:47-2.5(g)")


IDLE = [
    ({}, True, False, ["19:47-2.5(j)", "19:47-2.5(j)1"]),
    ({}, False, False, ["19:47-2.5(j)", "19:47-2.5(j)1"]),
    ({"preshuffled": True}, True, False, ["19:47-2.5(j)1"]),
    ({"decks": 2, "shoe": "double"}, False, False, ["19:47-2.5(j)1"]),
    ({"decks": 2, "shuffle": "machine"}, True, False, ["19:47-2.5(j)2"]),
    ({"decks": 2, "shuffle": "machine"}, True, True, ["19:47-2.5(j)2"]),
    ({"game": "switch"}, True, False, ["19:47-2A.4(i)", "19:47-2A.4(i)1"]),
    ({"game": "spanish-21"}, False, False, ["19:47-19.4(i)"]),
]


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize(("data", "face_up", "asked", "shows"), IDLE)
def test_an_idle_table_waits_for_a_player_and_begins_again(
    data: dict[str, Any], face_up: bool, asked: bool, shows: list[str], played: bool, cites: Claim
) -> None:
    floor = opened(**data)
    table = floor.table
    if played:
        floor.plays((1, "Ann"))
    assert table.go_idle(face_up=face_up) is None
    assert (table.shoe.cards_left, dict(table.carried.seats)) == (0, {})
    assert _code(table.resume(asked=asked)) == "resume.nobody"
    assert table.begin() is None
    for act in (table.go_idle, table.reshuffle, table.recut, table.show_burned, lambda: table.relieve("Zoe")):
        assert _code(act()) == "table.idle"
    assert table.bet(4, "Bob", 10_00) is None
    assert _code(table.close_bets()) == "table.idle"
    since = len(table.log)
    assert floor.whom(lambda: table.resume(asked=asked))[:1] == ["Bob"]
    assert sum(event.by == "19:47-2.5(j)2" for event in floor.said(e.Shuffled, since)) == asked
    assert table.close_bets() is None
    while isinstance(need := table.deal(), NeedMove):
        assert table.choose(need.bettor, need.legal[0].name) is None
    assert _code(table.resume()) == "resume.not_idle"
    floor.reproduces()
    cites(*shows)


def test_the_burn_card_is_shown_before_during_and_after_a_round(cites: Claim) -> None:
    floor = opened()
    table = floor.table
    assert table.show_burned() is None
    assert table.begin() is None
    assert table.bet(1, "Ann", 10_00) is None
    assert table.close_bets() is None
    table.step()
    assert table.show_burned() is None
    while isinstance(need := table.deal(), NeedMove):
        assert table.choose(need.bettor, need.legal[0].name) is None
    assert table.show_burned() is None
    shown = floor.said(e.BurnCardShown)
    assert len(shown) == 3
    assert len(set(shown)) == 1
    assert table.relieve("Zoe") is None
    assert table.show_burned() is None
    floor.reproduces()
    cites("19:47-2.6(c)")


Act = Callable[[BlackjackInPlay], Refusal | None]
RECUT: Act = lambda table: table.recut()  # noqa: E731
IDLES: Act = lambda table: table.go_idle()  # noqa: E731
RESUME: Act = lambda table: table.resume()  # noqa: E731
BURN: Act = lambda table: table.show_burned()  # noqa: E731
HOLD: Act = lambda table: table.leave("Ann", held=True)  # noqa: E731
LET_IN: Act = lambda table: table.let_in("Ann")  # noqa: E731
REPAIR: Act = lambda table: table.repair_reader()  # noqa: E731
OLD = {"on": date(1996, 5, 20)}
CLOSED, OPEN, BET, DEALT = "closed", "open", "bet", "dealt"
REFUSED: list[tuple[dict[str, Any], str, Act, str, str]] = [
    ({}, CLOSED, RECUT, "table.not_open", "19:47-2.4(a)"),
    ({}, CLOSED, IDLES, "table.not_open", "19:47-2.4(a)"),
    ({}, CLOSED, RESUME, "resume.not_idle", "19:47-2.5(j)"),
    ({}, CLOSED, BURN, "table.not_open", "19:47-2.4(a)"),
    ({}, DEALT, RECUT, "recut.no_longer", "19:47-2.5(g)"),
    ({"game": "switch"}, DEALT, RECUT, "recut.no_longer", "19:47-2A.4(g)"),
    ({"shuffle": "continuous"}, OPEN, RECUT, "recut.no_longer", "19:47-2.5(g)"),
    ({"on": date(1995, 5, 20)}, OPEN, RECUT, "recut.not_yet", "19:47-2.5(g)"),
    ({}, BET, IDLES, "act.not_now", "19:47-2.5(j)"),
    ({}, DEALT, IDLES, "act.not_now", "19:47-2.5(j)"),
    ({"game": "spanish-21"}, DEALT, IDLES, "act.not_now", "19:47-19.4(i)"),
    (OLD, OPEN, IDLES, "idle.not_yet", "19:47-2.5(j)"),
    ({"shuffle": "continuous"}, OPEN, IDLES, "idle.continuous", "19:47-2.21"),
    ({"shoe": "double"}, OPEN, BURN, "burn.double_shoe", "19:47-2.6(d)"),
    ({"shuffle": "bart-carter"}, OPEN, BURN, "burn.none", "19:47-2.6(c)"),
    ({}, OPEN, HOLD, "leave.held", "19:47-2.3(i)"),
    ({"game": "switch"}, OPEN, HOLD, "leave.held", "19:47-2A.5(h)"),
    (OLD, OPEN, LET_IN, "let_in.none", "19:47-2.3(j)"),
    ({"game": "spanish-21"}, OPEN, LET_IN, "let_in.none", "19:47-19.5(k)"),
    ({}, OPEN, REPAIR, "reader.none", "19:47-2.15(k)"),
    ({"hole_card": "card-reader"}, OPEN, REPAIR, "reader.works", "19:47-2.15(k)"),
]


def at(moment: str, data: dict[str, Any]) -> Floor:
    floor = Floor(**data)
    if moment != CLOSED:
        floor.table.open()
    if moment in (BET, DEALT):
        assert floor.table.begin() is None
        assert floor.table.bet(1, "Ann", 10_00) is None
    if moment == DEALT:
        assert floor.table.close_bets() is None
        floor.table.step()
    return floor


def _code(refusal: Refusal | None) -> str | None:
    return refusal.code if refusal else None


@pytest.mark.parametrize(("data", "moment", "act", "code", "citation"), REFUSED)
def test_what_is_refused_changes_nothing(data: dict[str, Any], moment: str, act: Act, code: str, citation: str) -> None:
    floor = at(moment, data)
    before = floor.table.state, floor.table.carried, floor.table.shoe, list(floor.table.log)
    refusal = act(floor.table)
    assert refusal is not None
    assert (refusal.code, refusal.citation) == (code, citation)
    assert refusal.want
    assert (floor.table.state, floor.table.carried, floor.table.shoe, floor.table.log) == before


DONE: list[tuple[dict[str, Any], Act]] = [
    (OLD, HOLD),
    ({"on": date(2001, 12, 2)}, HOLD),
    ({"game": "spanish-21"}, HOLD),
    ({"on": date(2001, 12, 3)}, LET_IN),
    ({"game": "switch"}, LET_IN),
    (OLD, RECUT),
]


@pytest.mark.parametrize(("data", "act"), DONE)
def test_what_the_text_of_the_day_allows(data: dict[str, Any], act: Act) -> None:
    floor = at(OPEN, data)
    assert act(floor.table) is None
    floor.reproduces()


def test_leave_is_for_one_return(cites: Claim) -> None:
    """Ann sits out, is let in, plays two rounds, sits out again: she needs leave again."""
    floor = opened(mid_shoe_entry="barred")
    table = floor.table
    floor.plays((1, "Ann"), (7, "Host"))
    floor.plays((7, "Host"))
    assert table.let_in("Ann") is None
    floor.plays((7, "Host"))  # the leave waits for her
    floor.plays((1, "Ann"), (7, "Host"))
    floor.plays((1, "Ann"), (7, "Host"))
    floor.plays((7, "Host"))
    assert table.begin() is None
    assert _code(table.bet(1, "Ann", 10_00)) == "bet.entry"
    assert table.let_in("Ann") is None
    assert table.bet(1, "Ann", 10_00) is None
    floor.reproduces()
    cites("19:47-2.3(i)")


def test_a_machine_that_stops_is_dealt_again() -> None:
    floor = opened(game="switch", shuffle="machine")
    assert floor.table.begin() is None
    assert floor.table.bet(1, "Ann", 10_00) is None
    assert floor.table.close_bets() is None
    floor.table.step()
    floor.table.jam()
    while isinstance(need := floor.table.deal(), NeedMove):
        assert floor.table.choose(need.bettor, need.legal[0].name) is None
    floor.table.jam()
    assert floor.table.reshuffle() is None
    floor.plays((1, "Ann"))
    floor.reproduces()


@pytest.mark.parametrize("exposed", [0, 2])
def test_cards_exposed_while_they_were_washed_are_mixed_again_in_a_redeal_too(exposed: int) -> None:
    floor = Floor(game="switch")
    for _ in range(exposed):
        assert floor.table.perform(acts.ExposeInMixing()) is None
    floor.table.open()
    floor.plays((1, "Ann"))
    floor.reproduces()


@pytest.mark.parametrize(("seated", "came"), [((), "Ann"), ((acts.Sit("Bo", 2),), "Bo")])
def test_the_first_to_wager_at_a_closed_table_came_first(seated: tuple[acts.Sit, ...], came: str) -> None:
    """2.4(b), 2.5(e): where nobody sits yet; else those who sit are offered the cut."""
    floor = Floor()
    for act in (*seated, acts.Bet("Ann", 10_00, "1")):
        assert floor.table.perform(act) is None
    events = [entry.event for entry in floor.table.log]
    shuffled = next(place for place, event in enumerate(events) if isinstance(event, e.Shuffled))
    assert [event.player for event in events[:shuffled] if isinstance(event, e.Sat)] == [came]
    assert floor.asked == [came, "dealer"]
