"""A craps table in play: sessions, logs that replay to the same bytes, damaged logs, the stored form, views."""

from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed
from tests.craps.test_craps_properties import POSTINGS, chosen, likely
from tests.craps.transcript import REFUSED, read

from chapter47.core import log, onlookers
from chapter47.core.cards import Faces
from chapter47.core.chance import Seeded
from chapter47.core.event import COUPON_EVENTS
from chapter47.core.log import LogEntry, LogError
from chapter47.craps import events as e
from chapter47.craps.acts import GRAMMAR, Join
from chapter47.craps.game import CRAPS
from chapter47.craps.playing import PLAYING, TELLERS
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.round.legal import legal_acts
from chapter47.craps.state import _CHANGES
from chapter47.craps.table.in_play import CrapsInPlay, open_again
from chapter47.craps.table.replay import redeal, replay
from chapter47.craps.views import CrapsView, CrewView, PlayerView
from chapter47.session.session import Session

ROUNDS = sorted((Path(__file__).parent / "rounds").glob("*.round"))


def in_play(posting: CrapsPosting, seed: int, acts: int = 60) -> CrapsInPlay:
    """A table at which three players do what comes to their minds."""
    random = Random(seed)
    table = CrapsInPlay(posting, Seeded(seed))
    for name in ("Ann", "Bob", "Cy Young"):
        assert table.perform(Join(name)) is None
    for _ in range(acts):
        legal = likely(legal_acts(table.layout), random)
        if legal.act == "roll":
            table.step()
        else:
            assert table.perform(chosen(legal, random)) is None
    return table


@pytest.mark.parametrize("path", ROUNDS, ids=[path.stem for path in ROUNDS])
def test_a_session_plays_a_script_and_its_log_replays(path: Path) -> None:
    transcript = read(path)
    session = Session(transcript.posting, 1, game=CRAPS)
    session.log_file = StringIO()
    session.open(seed_tells_all=False)
    for line in transcript.script:
        if not REFUSED.fullmatch(line):
            assert session.perform(GRAMMAR.read(line)) is None, line
    text = session.log_file.getvalue()
    parsed = log.parse(text, (CRAPS,))
    assert parsed.table == transcript.posting
    frames = [*replay(parsed.table, parsed.entries)]
    assert isinstance(session.table, CrapsInPlay)
    assert frames[-1].state == session.table.layout
    again = log.lines(CRAPS, parsed.table, [frame.entry for frame in frames])
    assert "".join(f"{line}\n" for line in again) == text
    still_lying = sum(session.table.staked.values())
    net = sum(transcript.settlement.values())
    assert sum(session.book.net().values()) - still_lying == net


@pytest.mark.parametrize("posting", POSTINGS)
@pytest.mark.parametrize("seed", range(8))
def test_a_log_replays_and_its_dice_are_those_of_its_seed(posting: CrapsPosting, seed: int) -> None:
    table = in_play(posting, seed)
    frames = [*replay(posting, table.entries)]
    assert [frame.entry for frame in frames] == table.entries
    assert frames[-1].state == table.layout
    redeal(posting, table.entries, seed)


def test_dice_that_differ_from_the_seed_are_reported() -> None:
    table = in_play(CrapsPosting(), 3, acts=300)
    with pytest.raises(LogError, match="the seed gives"):
        redeal(CrapsPosting(), table.entries, 4)


def other(event: Any) -> Any:
    """The same event with one value changed."""
    name, value = next(
        (field, getattr(event, field)) for field in event.__struct_fields__ if field not in ("by", "number", "who")
    )
    return changed(
        event, **{name: (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else "x"}
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_changed_line_is_found(seed: int) -> None:
    entries = in_play(CrapsPosting(buy=(4, 10)), seed, acts=40).entries
    for place, entry in enumerate(entries):
        if isinstance(entry.event, (e.Thrown, e.Joined, e.DiceOffered, e.DicePicked, e.RoundBegan, e.RoundOver)):
            continue  # other dice, names and picks are another game, not a wrong one
        if entry.event.__struct_fields__ == ("by",):
            continue
        damaged = [
            *entries[:place],
            LogEntry(entry.source, changed(entry.event, by="19:47-2.3(a)")),
            *entries[place + 1 :],
        ]
        with pytest.raises(LogError) as error:
            list(replay(CrapsPosting(buy=(4, 10)), damaged))
        assert error.value.line == place + 2


def test_a_line_that_is_left_out_is_found() -> None:
    entries = in_play(CrapsPosting(), 5, acts=40).entries
    for place, entry in enumerate(entries):
        if isinstance(entry.event, (e.Paid, e.Collected, e.Returned, e.MarkerMoved, e.RoundOver, e.Travelled)):
            with pytest.raises(LogError):
                list(replay(CrapsPosting(), [*entries[:place], *entries[place + 1 :]]))


@pytest.mark.parametrize("posting", POSTINGS)
def test_a_stored_table_goes_on_as_if_it_had_never_been_stored(posting: CrapsPosting) -> None:
    for seed in range(10):
        table = in_play(posting, seed, acts=25)
        again = open_again(posting, table.stored(), Seeded(1))
        assert again.layout == table.layout
        assert again.need == table.need


def test_every_act_has_a_text_form_that_rebuilds_it() -> None:
    for path in ROUNDS:
        for line in read(path).script:
            plain = REFUSED.fullmatch(line)
            act = GRAMMAR.read(plain[3] if plain else line)
            assert GRAMMAR.read(str(act)) == act


def test_every_event_is_folded_and_narrated() -> None:
    kinds = set(e.EVENTS.by_tag.values())
    assert set(_CHANGES) == kinds
    common = {e.Did, e.Said, e.RoundBegan, e.RoundOver, e.Collected, e.Paid, e.Returned}
    coupons = set(COUPON_EVENTS.values())
    assert set(TELLERS) == kinds - common - coupons
    table = in_play(POSTINGS[1], 2, acts=200)
    for entry in table.entries:
        if type(entry.event) in TELLERS:
            assert TELLERS[type(entry.event)](entry.event, Faces())
        assert e.EVENTS.from_json(e.EVENTS.to_json(entry.event)) == entry.event


def test_the_views_show_the_wagers_on_the_layout() -> None:
    table = in_play(POSTINGS[1], 4, acts=50)
    seen = table.view(onlookers.ANYBODY)
    assert isinstance(seen, CrapsView)
    crew = table.view(onlookers.DEALER)
    assert isinstance(crew, CrewView)
    assert crew == table.view(onlookers.SUPERVISOR)
    assert crew.table == seen
    assert [call.kind for call in crew.calls] == table.calls
    assert sum(wager.amount for wager in seen.wagers) == sum(table.staked.values())
    mine = table.view(onlookers.player("Bob"))
    assert isinstance(mine, PlayerView)
    assert mine.table == seen
    assert mine.mine == tuple(wager for wager in seen.wagers if wager.bettor == "Bob")
    assert {act.player for act in mine.legal} <= {"", "Bob"}


def test_a_wager_costs_its_stake_and_its_fee() -> None:
    table = CrapsInPlay(CrapsPosting(buy=(4,)), Seeded(1))
    assert table.perform(Join("Ann")) is None
    cost = table.cost(GRAMMAR.read("Ann bet 20 on buy 4"))
    assert cost == ("Ann", 21_00)
    assert table.cost(GRAMMAR.read("Ann bet 20 on lay 9")) is not None
    assert table.cost(GRAMMAR.read("Ann take dice")) is None


def test_a_purse_that_is_too_small_refuses_the_wager() -> None:
    session = Session(replace(CrapsPosting(), buy=(4,)), 1, bankroll=20_00, game=CRAPS)
    assert session.perform(GRAMMAR.read("Ann join")) is None
    refusal = session.perform(GRAMMAR.read("Ann bet 20 on buy 4"))
    assert refusal is not None
    assert refusal.code == "chips.short"


def test_the_table_waits_for_people_and_throws_by_itself() -> None:
    session = Session(CrapsPosting(), 1, game=CRAPS)
    for line in ("Ann join", "Ann take dice", "Ann bet 10 on pass", "dealer send dice"):
        assert session.waits
        assert session.perform(GRAMMAR.read(line)) is None
    assert not session.waits
    session.go_on()
    assert session.waits
    assert PLAYING.waits_for(session.need)
