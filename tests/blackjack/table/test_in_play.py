"""A table in play refuses what is not its moment and stays as it was; no log makes it otherwise."""

from collections.abc import Callable

import pytest

from chapter47.blackjack import acts
from chapter47.blackjack import events as e
from chapter47.blackjack.round.needs import NeedMove, Settled
from chapter47.blackjack.shoe.handling import RefusedError
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import redeal, replay
from chapter47.core.cards import cards
from chapter47.core.chance import Seeded
from chapter47.core.findings import Refusal
from chapter47.core.log import LogError
from chapter47.core.table_in_play import Cost
from chapter47.games import from_data, log_lines, parse_log

SEED = 47


def opened(**data: object) -> BlackjackInPlay:
    table = BlackjackInPlay(from_data(data), Seeded(SEED))
    table.open()
    return table


def closed(table: BlackjackInPlay) -> BlackjackInPlay:
    assert table.begin() is None
    assert table.bet(1, "Ann", 10_00) is None
    assert table.close_bets() is None
    return table


def finished(table: BlackjackInPlay) -> BlackjackInPlay:
    while isinstance(need := table.deal(), NeedMove):
        assert table.choose(need.bettor, need.legal[0].name) is None
    return table


def begun(table: BlackjackInPlay) -> BlackjackInPlay:
    assert table.begin() is None
    return table


Act = Callable[[BlackjackInPlay], Refusal | None]
BET: Act = lambda table: table.bet(1, "Ann", 10_00)  # noqa: E731
BEGIN: Act = lambda table: table.begin()  # noqa: E731
RELIEVE: Act = lambda table: table.relieve("Zoe")  # noqa: E731
SHUFFLE: Act = lambda table: table.reshuffle()  # noqa: E731
BLACKJACK: dict[str, str] = {}
SWITCH = {"game": "switch"}
OUT_OF_PLACE: list[tuple[dict[str, str], Callable[[BlackjackInPlay], BlackjackInPlay], Act, str, str, str]] = [
    (BLACKJACK, lambda table: table, BET, "round.not_begun", "19:47-2.3(a)", "begin a round first"),
    (SWITCH, lambda table: table, BET, "round.not_begun", "19:47-2A.5(a)", "begin a round first"),
    (BLACKJACK, begun, BEGIN, "round.not_over", "19:47-2.3(a)", "the end of round 1"),
    (BLACKJACK, closed, BEGIN, "round.not_over", "19:47-2.3(a)", "the end of round 1"),
    (BLACKJACK, closed, RELIEVE, "act.not_now", "19:47-2.6(c)", "between rounds"),
    (SWITCH, closed, RELIEVE, "act.not_now", "19:47-2A.7(c)", "between rounds"),
    (BLACKJACK, closed, SHUFFLE, "act.not_now", "19:47-2.5(h)1", "between rounds"),
    (SWITCH, closed, SHUFFLE, "act.not_now", "19:47-2A.4(h)1", "between rounds"),
    (BLACKJACK, lambda table: finished(closed(table)), BET, "bet.closed", "19:47-2.3(c)", "the next round"),
]


@pytest.mark.parametrize(("data", "moment", "act", "code", "citation", "want"), OUT_OF_PLACE)
def test_an_act_out_of_place_is_refused_and_changes_nothing(
    data: dict[str, str],
    moment: Callable[[BlackjackInPlay], BlackjackInPlay],
    act: Act,
    code: str,
    citation: str,
    want: str,
) -> None:
    table = moment(opened(**data))
    before = table.state, table.carried, table.shoe, list(table.log)
    refusal = act(table)
    assert refusal is not None
    assert (refusal.code, refusal.citation, refusal.want) == (code, citation, want)
    assert (table.state, table.carried, table.shoe, table.log) == before


CLOSE: Act = lambda table: table.close_bets()  # noqa: E731
NOT_OPEN = [
    (BLACKJACK, CLOSE, "19:47-2.4(a)"),
    ({"shoe": "double"}, CLOSE, "19:47-2.4(a)"),
    (SWITCH, CLOSE, "19:47-2A.3(a)"),
    (BLACKJACK, RELIEVE, "19:47-2.4(a)"),
    (BLACKJACK, SHUFFLE, "19:47-2.4(a)"),
]


@pytest.mark.parametrize(("data", "act", "citation"), NOT_OPEN)
def test_nothing_is_dealt_before_the_table_is_open(data: dict[str, str], act: Act, citation: str) -> None:
    table = begun(BlackjackInPlay(from_data(data), Seeded(SEED)))
    assert BET(table) is None
    before = table.state, table.carried, table.shoe, list(table.log)
    refusal = act(table)
    assert refusal is not None
    assert (refusal.code, refusal.citation, refusal.want) == ("table.not_open", citation, "open the table first")
    assert (table.state, table.carried, table.shoe, table.log) == before
    table.open()
    assert CLOSE(table) is None


def test_between_rounds_all_of_it_is_done() -> None:
    table = finished(closed(opened()))
    assert [RELIEVE(table), SHUFFLE(table), BEGIN(table), RELIEVE(table), BET(table)] == [None] * 5
    assert isinstance(finished(closed_again(table)).need, Settled)


def closed_again(table: BlackjackInPlay) -> BlackjackInPlay:
    assert table.close_bets() is None
    return table


@pytest.mark.parametrize(("data", "citation"), [(BLACKJACK, "19:47-2.5(c)"), (SWITCH, "19:47-2A.4(f)")])
def test_what_the_shoe_refuses_is_cited_in_the_paragraph_of_the_game(data: dict[str, str], citation: str) -> None:
    table = BlackjackInPlay(from_data(data), Seeded(SEED), cut=lambda player, stack: 3)
    with pytest.raises(RefusedError) as refused:
        table.open()
    assert refused.value.finding.citation == citation
    assert table.log == []


@pytest.mark.parametrize("act", [BEGIN, RELIEVE, SHUFFLE])
def test_a_cut_that_is_refused_after_a_round_is_taken_again(act: Act) -> None:
    """The cards of the round stay where they are until the shuffle that is due is done."""
    depths = iter((3, 20, 20))
    table = opened(decks=1, cut_card=0.9)
    table.cut = lambda player, stack: next(depths)
    with pytest.raises(RefusedError):
        finished(closed(table))
    assert table.state.over
    assert table.shoe.on_layout
    assert act(table) is None
    assert table.shoe.on_layout == ()
    assert [entry.event.cards for entry in table.log if isinstance(entry.event, e.Cut)][1] == 20
    assert [*replay(table.rules, table.log)]


# An empty shoe ------------------------------------------------------------------------------------------------------


def run_out(table: BlackjackInPlay, *, settling: bool) -> BlackjackInPlay:
    """Empty the shoe before a decision or the settlement: cards are found face up, and the last ones are taken out
    unlogged, so that this log does not replay."""
    while table.shoe.cards_left > 5:
        table.call("face-up-in-shoe")
    while isinstance(need := table.need, NeedMove) is settling or not isinstance(need, NeedMove):
        if settling and "dealer-overdrew" in table.calls:
            break
        if isinstance(need, NeedMove):
            assert table.choose(need.bettor, "stand") is None
        else:
            table.step()
    while table.shoe.cards_left:
        _, table.shoe, _ = table.shoe.draw(table.state.dealer.at)
    return table


@pytest.mark.parametrize(("kind", "settling"), [("exposed-card", False), ("dealer-overdrew", True)])
def test_a_card_drawn_in_error_from_an_empty_shoe_follows_2_15_f(
    kind: str, settling: bool, cites: Callable[..., None]
) -> None:
    table = run_out(closed(opened(decks=1)), settling=settling)
    since = len(table.log)
    assert table.call(kind) is None
    said = [(entry.event.by, getattr(entry.event, "kind", type(entry.event).__name__)) for entry in table.log[since:]]
    assert said[0] == ("19:47-2.15(f)", "too-few-cards")
    assert ("19:47-2.15(f)", "Shuffled") in said
    kinds = [entry.event.kind for entry in table.log[since:] if isinstance(entry.event, e.Called)]
    assert kinds == ["too-few-cards", kind]
    cites("19:47-2.15(f)")


# Logs --------------------------------------------------------------------------------------------------------------


def lines_of(table: BlackjackInPlay) -> list[str]:
    return list(log_lines(table.rules, table.log, seed=SEED))


def refused_at(lines: list[str]) -> LogError:
    _, rules, _, entries = parse_log("\n".join(lines))
    with pytest.raises(LogError) as error:
        list(replay(rules, entries))
    return error.value


def test_a_round_that_begins_twice_does_not_replay() -> None:
    lines = lines_of(finished(closed(opened())))
    place = next(number for number, line in enumerate(lines) if '"RoundBegan"' in line)
    error = refused_at([*lines[: place + 1], *lines[place:]])
    assert (error.line, error.why) == (place + 2, "RoundBegan does not follow from anything before it")


@pytest.mark.parametrize("blank", [1, 2, 5])
def test_blank_lines_do_not_shift_the_line_that_is_named(blank: int) -> None:
    lines = lines_of(finished(closed(opened())))
    place = next(number for number, line in enumerate(lines) if '"BetsClosed"' in line)
    changed = [*lines[:place], lines[place].replace("2.3(c)", "2.3(d)"), *lines[place + 1 :]]
    spaced = [changed[0], *[""] * blank, *changed[1:]]
    assert refused_at(changed).line == place + 1
    assert refused_at(spaced).line == place + 1 + blank
    _, rules, _, entries = parse_log("\n".join(spaced))
    with pytest.raises(LogError) as error:
        redeal(rules, entries, SEED)
    assert error.value.line == place + 1 + blank


def test_tables_in_one_process_do_not_forget_what_they_need() -> None:
    """Each state keeps its own answer: asking another table in between works nothing out again."""
    first, second = (begun(BlackjackInPlay(from_data({}), Seeded(seed))) for seed in (1, 2))
    needs = [table.need for table in (first, second)]
    assert [table.need is need for table, need in zip((first, second), needs, strict=True)] == [True, True]


COSTS = [
    ({}, "bet", 10_00),
    (SWITCH, "bet", 20_00),
    ({}, "split", 10_00),
    ({}, "stand", 0),
    ({}, "double", 7_00),
]


@pytest.mark.parametrize(("data", "what", "cents"), COSTS)
def test_what_an_act_takes_of_the_chips(data: dict[str, str], what: str, cents: int) -> None:
    """A split the wager again though no amount is named; at Switch a bet lies on both hands."""
    table = opened(**data)
    bet = acts.Bet("Ann", 10_00, "1")
    if what == "bet":
        assert table.cost(bet) == Cost("Ann", cents)
        return
    assert table.perform(acts.Stack((*cards("8c 6d 8d"),))) is None
    assert table.perform(bet) is None
    assert table.perform(acts.Deal()) is None
    assert isinstance(table.deal(), NeedMove)
    assert table.cost(acts.Choose("Ann", what, 7_00 if what == "double" else 0)) == Cost("Ann", cents)


def test_a_double_card_face_down_is_offered_to_all_once_somebody_asked_for_it() -> None:
    """2.10(c): from the next round on, and in every round after."""
    table = opened(double_card="on-request")
    offers = []
    for move in ("double-face-down", "stand", "stand"):
        before = len(table.log)
        assert table.perform(acts.Stack((*cards("6c 6d 5h Ts Td 9d"),))) is None
        assert table.perform(acts.Bet("Ann", 10_00, "1")) is None
        assert table.perform(acts.Deal()) is None
        assert isinstance(table.deal(), NeedMove)
        assert table.perform(acts.Choose("Ann", move, 10_00 if move != "stand" else 0)) is None
        assert isinstance(table.deal(), Settled)
        said = [entry.event.words for entry in table.log[before:] if isinstance(entry.event, e.Said)]
        offers.append("A double card may be had face down" in said)
    assert offers == [False, True, True]


THREE_CARDS: list[tuple[dict[str, object], str, tuple[str, ...]]] = [
    ({}, "8c 6d 8d 3h 2c", ("split", "hit")),
    ({"game": "six-to-five", "double_after_split": False}, "6c 6d 5h 2c", ("hit",)),
]


@pytest.mark.parametrize(("data", "dealt", "moves"), THREE_CARDS)
def test_three_cards_are_not_doubled_whatever_holds_after_a_split(
    data: dict[str, object], dealt: str, moves: tuple[str, ...]
) -> None:
    """2.10(a) speaks of the first two cards; 2.10(d) only of a split hand where doubling it is prohibited."""
    table = opened(**data)
    for act in (acts.Stack((*cards(dealt),)), acts.Bet("Ann", 10_00, "1"), acts.Deal()):
        assert table.perform(act) is None
    for move in moves:
        assert isinstance(table.deal(), NeedMove)
        assert table.perform(acts.Choose("Ann", move)) is None
    assert isinstance(table.deal(), NeedMove)
    refusal = table.perform(acts.Choose("Ann", "double", 10_00))
    assert refusal is not None
    assert refusal.citation == "19:47-2.10(a)"
