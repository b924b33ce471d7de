"""Whatever people do at a baccarat table: cards and chips are conserved, and its log tells all of it."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.baccarat.driving import act, events, finish, opened

from chapter47.baccarat import events as e
from chapter47.baccarat.game import BACCARAT
from chapter47.baccarat.irregularities import IRREGULARITIES
from chapter47.baccarat.playing import open_again
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import RoundIsOver
from chapter47.baccarat.shoe import is_whole
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay, folded
from chapter47.baccarat.table.replay import redeal, replay
from chapter47.baccarat.table.views import SeatView, TableView
from chapter47.core.chance import Seeded
from chapter47.core.event import Collected, Paid, Returned
from chapter47.core.log import LogEntry, LogError, lines, parse
from chapter47.core.onlookers import ANYBODY, DEALER, SUPERVISOR, player

PLAYERS = ("Ann", "Bo", "Zoë Łem")
TABLES = (
    BaccaratTable(minimum=1_00),
    BaccaratTable(minimum=1_00, decks=6, vigorish_when="paid", cards_behind=100),
    BaccaratTable(minimum=1_00, decks=1, cards_behind=14, reshuffle_after_lacing=True),
    BaccaratTable(minimum=1_00, decks=1, cards_behind=2, readings={"1996 19:47-3.3(c)": "on-collection"}),
)
SEEDS = st.integers(0, 2**32)


def lines_of_somebody(random: Random) -> str:
    """Something that somebody may try, sensible or not."""
    who = f'"{random.choice(PLAYERS)}"'
    wager = random.choice(("banker", "player", "tie", "dragon-7"))
    return random.choice(
        (
            f"{who} bet {random.choice(('1', '12', '131', '0.50', '9000'))} on {wager}",
            f"{who} bet 20 on {wager}",
            f"{who} bet 20 on {wager}",
            "dealer deal",
            "dealer deal",
            "dealer step",
            "dealer step 3",
            f"{who} take back all on {wager}",
            f"{who} take back 5 on {wager}",
            f"{who} lay coupon {random.choice(('1', '10', '20', '0.50'))} on {wager}",
            f"{who} sit at {random.randrange(1, 17)}",
            f"{who} leave",
            f"{who} decline shoe",
            "Ann give up shoe",
            f"{who} {random.choice(('decline cut', 'cut at 5', 'cut at 20', 'cut at 30'))}",
            "supervisor recut",
            "supervisor recut by next player",
            f"dealer call {random.choice(list(IRREGULARITIES))}",
        )
    )


def played(table: BaccaratTable, seed: int, number: int = 150) -> BaccaratInPlay:
    random = Random(seed)
    playing = opened(table, seed)
    for seat, name in enumerate(PLAYERS, start=11):
        act(playing, f'"{name}" sit at {seat + (seat > 12)}')
    now = playing.stored(), len(playing.log)
    for _ in range(number):
        before, refusal = now, act(playing, lines_of_somebody(random))
        now = playing.stored(), len(playing.log)
        if refusal is not None and refusal.code not in ("step.decision", "cut.place"):
            assert now == before, refusal
            assert refusal.citation
            assert refusal.got
            assert refusal.want
    return playing


@given(st.sampled_from(TABLES), SEEDS)
def test_cards_are_conserved(table: BaccaratTable, seed: int) -> None:
    playing = played(table, seed)
    assert not playing.is_open or is_whole(playing.shoe, table)
    lying = [card for hand in playing.down.values() for card in hand]
    assert len(lying) == playing.state.player_down + playing.state.banker_down


@given(st.sampled_from(TABLES), SEEDS)
def test_chips_are_conserved(table: BaccaratTable, seed: int) -> None:
    """Every stake is on the layout, was returned, or was collected; nothing is paid without a stake that won."""
    playing = played(table, seed)
    balance: Counter[str] = Counter()
    for entry in playing.log:
        match entry.event:
            case e.Bet(bettor=bettor, amount=amount):
                balance[bettor] += amount
            case e.Withdrawn(bettor=bettor, amount=amount):
                balance[bettor] -= amount
            case Returned(bettor=bettor, amount=amount):
                balance[bettor] -= amount
            case Collected(bettor=bettor, amount=amount, wager="banker" | "player" | "tie"):
                balance[bettor] -= amount
    assert {name: left for name, left in balance.items() if left} == playing.staked
    won = {(event.bettor, event.wager) for event in events(playing, Paid)}
    assert all(wager in ("banker", "player", "tie") for _, wager in won)


@given(st.sampled_from(TABLES), SEEDS)
def test_fees_owed_are_nothing_after_every_shuffle(table: BaccaratTable, seed: int) -> None:
    playing = played(table, seed)
    for frame in replay(table, playing.log):
        if isinstance(frame.entry.event, e.Shuffled):
            assert frame.state.fees == ()
    marked = sum(event.amount for event in events(playing, e.FeeMarked))
    taken = sum(event.amount for event in events(playing, Collected) if event.wager == "vigorish")
    owed = sum(fee.amount for fee in playing.state.fees)
    rounding = 24 * len([event for event in events(playing, Collected) if event.wager == "vigorish"])
    assert marked - owed <= taken <= marked - owed + (rounding if table.rounds_on_collection else 0)


@given(st.sampled_from(TABLES), SEEDS)
def test_the_log_tells_everything_and_is_dealt_again(table: BaccaratTable, seed: int) -> None:
    playing = played(table, seed)
    finish(playing)
    assert folded(table, (entry.event for entry in playing.log)) == playing.state
    text = "\n".join(lines(BACCARAT, table, playing.log, seed=seed))
    log = parse(text, (BACCARAT,))
    assert log.entries == playing.log
    frames = list(replay(table, log.entries))
    assert len(frames) == len(playing.log)
    if frames:
        assert frames[-1].state == playing.state
    assert "\n".join(lines(BACCARAT, table, (frame.entry for frame in frames), seed=seed)) == text
    redeal(table, log.entries, seed)


@given(st.sampled_from(TABLES), SEEDS)
def test_a_stored_table_goes_on_as_if_never_stored(table: BaccaratTable, seed: int) -> None:
    playing = played(table, seed, 60)
    assert isinstance(playing.chance, Seeded)
    again = open_again(table, playing.stored(), Seeded.opened(playing.chance.stored()))
    assert again.stored() == playing.stored()
    length = len(playing.log)
    for number in range(60):
        line = lines_of_somebody(Random(seed + number))
        assert act(again, line) == act(playing, line)
    assert again.log == playing.log[length:]
    assert again.stored() == playing.stored()


@given(st.sampled_from(TABLES), SEEDS)
def test_what_a_view_offers_is_not_refused_and_nothing_else_is(table: BaccaratTable, seed: int) -> None:
    playing = played(table, seed, 80)
    for name in PLAYERS:
        seat = playing.view(player(name))
        assert isinstance(seat, SeatView)
        for wager in ("banker", "player", "tie"):
            copy = open_again(table, playing.stored(), Seeded(0))
            copy.planned_cuts = ()
            there = playing.state.stake(name, wager) if not isinstance(playing.need, RoundIsOver) else None
            if there is None:
                assert (act(copy, f'"{name}" bet 20 on {wager}') is None) == (wager in seat.wagers)
    for kind in IRREGULARITIES:
        copy = open_again(table, playing.stored(), Seeded(0))
        copy.planned_cuts = ()
        assert (act(copy, f"dealer call {kind}") is None) == (kind in playing.calls)


@given(st.sampled_from(TABLES), SEEDS)
def test_no_view_tells_an_unseen_card(table: BaccaratTable, seed: int) -> None:
    """Whatever lies face down or is still in the shoe, all views are the same."""
    playing = played(table, seed, 80)
    other = open_again(table, playing.stored(), Seeded(0))
    random = Random(seed)
    rest = list(other.shoe.stack[other.shoe.out :])
    random.shuffle(rest)
    other.shoe = msgspec.structs.replace(other.shoe, stack=(*other.shoe.stack[: other.shoe.out], *rest))
    other.down = {hand: (rest[0],) * len(cards) for hand, cards in other.down.items() if rest}
    for who in (ANYBODY, DEALER, SUPERVISOR, *map(player, PLAYERS)):
        assert other.view(who) == playing.view(who)
    assert isinstance(playing.view(ANYBODY), TableView)


def _log() -> list[str]:
    playing = opened(TABLES[0], 3)
    for line in ("Ann sit at 1", "Bo sit at 2", "Ann bet 131 on banker", "Bo bet 20 on player", "dealer deal"):
        act(playing, line)
    finish(playing)
    for line in ("Ann bet 5 on tie", "dealer deal"):
        act(playing, line)
    finish(playing)
    act(playing, "Ann leave")
    assert isinstance(playing.need, WAITS)
    return list(lines(BACCARAT, TABLES[0], playing.log, seed=3))


WHOLE = _log()


@pytest.mark.parametrize("number", range(1, len(WHOLE)))
def test_a_log_that_lacks_a_line_is_refused(number: int) -> None:
    """Leaving one out of the middle is seen where the line stood or later; the last one may be cut off."""
    damaged = [line for place, line in enumerate(WHOLE) if place != number]
    log = parse("\n".join(damaged), (BACCARAT,))
    if number == len(WHOLE) - 1:
        return
    with pytest.raises(LogError):
        _again(log.entries)


@pytest.mark.parametrize("number", range(1, len(WHOLE)))
def test_a_log_with_a_line_twice_is_refused(number: int) -> None:
    log = parse("\n".join([*WHOLE[: number + 1], *WHOLE[number:]]), (BACCARAT,))
    with pytest.raises(LogError):
        _again(log.entries)


def _again(entries: list[LogEntry]) -> None:
    list(replay(TABLES[0], entries))
    redeal(TABLES[0], entries, 3)
