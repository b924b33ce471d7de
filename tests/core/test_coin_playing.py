"""The made-up coin is played, logged, replayed, stored and opened again through its record alone."""

import io
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.core.coin_game import COIN, PLAYING, CoinTable
from tests.core.one_chance import EVENTS, LOSES, PUSHES, CloseWagers, MakeWager, OneChance, pricing_of
from tests.core.one_chance import playing_of as playing_of_wheel

from chapter47.core import log, onlookers
from chapter47.core.cards import Faces
from chapter47.core.chance import Scripted, Seeded, every_outcome
from chapter47.core.event import ChipsMoved
from chapter47.core.log import LogError
from chapter47.core.table_in_play import declines
from chapter47.session.narration import COMMON, event_text
from chapter47.session.problems import UnusableError
from chapter47.session.script import parse
from chapter47.session.session import Session, playing_of

SEED = 47
SCRIPT = """
Ann bet 5 on heads
"Bob Lee" bet 20 on tails
dealer close wagers
Ann bet 10 on heads
dealer close wagers
"""


def session(script: str = SCRIPT) -> tuple[Session, str]:
    file = io.StringIO()
    played = Session(CoinTable(), SEED, bankroll=100_00, game=COIN)
    played.log_file = file
    played.open()
    for line in parse(script, playing_of(COIN).acts):
        assert played.perform(line.act) is None
        assert str(line.act) in SCRIPT
    played.go_on()
    return played, file.getvalue()


def test_a_session_plays_it_and_keeps_its_book() -> None:
    played, _ = session()
    assert [result.number for result in played.book.finished] == [1, 2]
    net = played.book.net()
    assert {name: played.chips(name) for name in ("Ann", "Bob Lee")} == {
        name: 100_00 + net[name] for name in ("Ann", "Bob Lee")
    }
    assert net["Ann"] in (15_00, 5_00, -5_00, -15_00)
    assert abs(net["Bob Lee"]) == 20_00


def test_acts_are_refused_by_the_table_and_by_the_purse() -> None:
    played, _ = session()
    codes = [
        refusal and refusal.code
        for refusal in map(
            played.perform, (CloseWagers(), MakeWager("Ann", 50, "heads"), MakeWager("Cy", 100_00, "tails"))
        )
    ]
    assert codes == ["act.not_now", "bet.limits", None]
    short = played.perform(MakeWager("Cy", 1_00, "tails"))
    assert short is not None
    assert (short.code, played.unfinished) == ("chips.short", True)


def test_its_log_is_replayed_and_dealt_again() -> None:
    played, text = session()
    game, table, seed, entries = log.parse(text, (COIN,))
    assert (game, table, seed, entries) == (COIN, CoinTable(), SEED, played.table.log)
    frames = list(PLAYING.replay(table, entries))
    assert frames[-1].state == played.table.view(onlookers.ANYBODY)
    PLAYING.redeal(table, entries, SEED)
    assert "\n".join(log.lines(game, table, entries, seed=seed)) + "\n" == text


@pytest.mark.parametrize(("old", "new"), [('"amount": 2000', '"amount": 1900'), ('"Paid"', '"Collected"')])
def test_a_changed_log_is_found_out(old: str, new: str) -> None:
    _, text = session()
    _, table, _, entries = log.parse(text.replace(old, new, 1), (COIN,))
    with pytest.raises(LogError, match="the rules give"):
        list(PLAYING.replay(table, entries))


def test_stored_before_every_act_it_goes_on_as_if_it_never_had_been() -> None:
    def play(*, stores: bool) -> list[Any]:
        rng, entries = Random(3), []
        table: Any = PLAYING.open(CoinTable(), Seeded(SEED), cut=declines)
        for _ in range(60):
            if stores:
                chance = Seeded.opened(table.chance.stored())
                table = PLAYING.open_again(CoinTable(), table.stored(), chance, cut=declines)
            before = len(table.log)
            side = rng.choice(("heads", "tails"))
            act = rng.choice((MakeWager("Ann", 5_00, side), CloseWagers()))
            if isinstance(table.need, PLAYING.waits_for_people):
                table.perform(act)
            else:
                table.step()
            entries += table.log[before:]
        return entries

    assert play(stores=True) == play(stores=False)
    assert len(play(stores=True)) > 60


def test_every_event_has_its_words_and_every_bad_line_is_reported() -> None:
    played, _ = session()
    words = [event_text(entry.event, Faces(), PLAYING) for entry in played.table.log]
    assert words[:2] == ["Round 1 takes wagers.", "Ann stakes $5 on heads."]
    assert {*COMMON, *PLAYING.tellers} == set(EVENTS.by_tag.values())
    with pytest.raises(UnusableError) as error:
        parse("Ann bet 5 on edge\ndealer close it\n", PLAYING.acts)
    assert [problem.key for problem in error.value.problems] == ["line 1", "line 2"]


def test_every_throw_is_enumerated() -> None:
    def won(chance: Any) -> bool:
        table = PLAYING.open(CoinTable(), chance, cut=declines)
        table.perform(MakeWager("Ann", 1_00, "heads"))
        table.perform(CloseWagers())
        table.step()
        return any(EVENTS.tag(entry.event) == "Paid" for entry in table.log)

    outcomes = list(every_outcome(won))
    assert sum(probability for probability, has_won in outcomes if has_won) == 0.5
    assert len(outcomes) == 2


def test_odds_are_paid_and_a_push_goes_back() -> None:
    wheel = OneChance[CoinTable](
        by="19:47-8.4",
        wagers=("star", "half"),
        outcomes=lambda table: {"star": 1, "blank": 3, "half": 2},
        pays=lambda table, wager, outcome: (
            Fraction(5, 2) if wager == outcome else PUSHES if outcome == "half" else LOSES
        ),
    )
    table: Any = playing_of_wheel(wheel).open(CoinTable(), Scripted(numbers=[0, 2]), cut=declines)
    moved = []
    for _ in range(2):
        for act in (MakeWager("Ann", 10_00, "star"), MakeWager("Bob", 4_00, "half"), CloseWagers()):
            assert table.perform(act) is None
        table.step()
    for entry in table.log:
        if isinstance(entry.event, ChipsMoved):
            moved.append((EVENTS.tag(entry.event), entry.event.bettor, entry.event.amount))
    assert moved == [
        ("Paid", "Ann", 25_00),
        ("Returned", "Ann", 10_00),
        ("Collected", "Bob", 4_00),
        ("Returned", "Ann", 10_00),
        ("Paid", "Bob", 10_00),
        ("Returned", "Bob", 4_00),
    ]
    price = pricing_of(wheel).price(CoinTable())
    assert price.house_edge == pytest.approx((3 - 2.5) / 6)
    assert price.wagers["star"]["outcomes"] == pytest.approx({"win": 1 / 6, "lose": 1 / 2, "push": 1 / 3})


def test_a_log_that_ends_too_early_is_found_out() -> None:
    played, _ = session()
    with pytest.raises(LogError, match="the log ends before RoundOver"):
        list(PLAYING.replay(CoinTable(), played.table.log[:-1]))
