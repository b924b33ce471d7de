"""Small points of a baccarat table, each where another number or word would change an answer."""

from dataclasses import replace

import msgspec
import pytest
from tests.baccarat.driving import TABLE, act, events, finish, opened, run

from chapter47.baccarat import events as e
from chapter47.baccarat.irregularities import IRREGULARITIES
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.irregularities import FACE_UP
from chapter47.baccarat.shoe import Handled, new_shoe, recut
from chapter47.baccarat.table.in_play import WAITS, BaccaratInPlay
from chapter47.baccarat.table.replay import redeal, replay
from chapter47.baccarat.table.views import TableView, table_view
from chapter47.core.act import DEALER_NAME
from chapter47.core.cards import DECK
from chapter47.core.chance import Seeded
from chapter47.core.log import LogEntry, LogError
from chapter47.core.onlookers import ANYBODY

SIX_DECKS = 6 * len(DECK)
SEED = 1
DEALT = (
    "cards Ac 2c\ncards Kd 9s 2h Kc\nAnn bet 20 on banker\n"
    "dealer deal\ncards Kd 9s 2h Kc\nAnn bet 20 on banker\ndealer deal"
)


def test_a_wager_withdrawn_without_an_amount_is_withdrawn_whole() -> None:
    playing = opened()
    run(playing, "Ann sit at 1\nAnn bet 20 on banker\nAnn take back all on banker")
    assert playing.staked == {}


def test_a_recut_goes_round_the_whole_table_before_it_comes_to_the_dealer() -> None:
    """With the last curator in seat 5 the cut is offered to 5, 1 and 9, and only then does the dealer cut."""
    seats = ((1, "Ann"), (5, "Bo"), (9, "Cy"))
    shoe = new_shoe(TABLE, Seeded(SEED), seats, 5, lambda player, _: 100 if player == "Ann" else None).shoe
    cut_by = [shoe.cut_by]
    for same_player in (False, True, False):
        handled = recut(shoe, TABLE, seats, lambda *_: 100, same_player=same_player)
        assert isinstance(handled, Handled)
        shoe = handled.shoe
        cut_by.append(shoe.cut_by)
    assert cut_by == ["Ann", "Cy", "Cy", DEALER_NAME]


def test_a_player_who_has_left_is_not_offered_the_recut() -> None:
    seats = ((1, "Ann"), (5, "Bo"), (9, "Cy"))
    shoe = new_shoe(TABLE, Seeded(SEED), seats, None, lambda *_: 100).shoe
    handled = recut(shoe, TABLE, (seats[0],), lambda *_: 100, same_player=False)
    assert isinstance(handled, Handled)
    assert (shoe.cut_by, handled.shoe.cut_by) == ("Cy", "Ann")


def test_every_card_that_comes_out_is_one_named_card_less() -> None:
    playing = opened()
    run(playing, "Ann sit at 1\ncards Ac 2c 5d 6d 7d\nAnn bet 20 on banker")
    left = [playing.named_cards_left]  # the ace burned one more
    for _ in range(4):
        playing.draw()
        left.append(playing.named_cards_left)
    assert left == [3, 2, 1, 0, 0]


# where the cutting card lies, and whether a log that says so one card off is found out
@pytest.mark.parametrize("dealt_before", [6, 7, 8, 9])
def test_the_cutting_card_comes_out_just_where_it_lies(dealt_before: int) -> None:
    table = replace(TABLE, decks=6, cards_behind=SIX_DECKS - dealt_before)
    playing = opened(table)
    run(playing, f"Ann sit at 1\n{DEALT}")
    entries = list(playing.log)
    assert len(list(replay(table, entries))) == len(entries)
    place = next(n for n, entry in enumerate(entries) if isinstance(entry.event, e.CuttingCardOut))
    assert events(playing, e.CuttingCardOut)[0].first == (dealt_before == 6)
    without = entries[:place] + entries[place + 1 :]
    for behind in (table.cards_behind - 1, table.cards_behind + 1):
        moved = replace(table, cards_behind=behind)
        with pytest.raises(LogError):
            list(replay(moved, _as_placed(entries, behind)))
    with pytest.raises(LogError, match=r'the rules give \{"event": "CuttingCardOut"'):
        list(replay(table, without))


def _as_placed(entries: list[LogEntry], behind: int) -> list[LogEntry]:
    """The same log in which the cutting card was put somewhere else."""
    return [
        msgspec.structs.replace(entry, event=msgspec.structs.replace(entry.event, behind=behind))
        if isinstance(entry.event, e.CuttingCardPlaced)
        else entry
        for entry in entries
    ]


@pytest.mark.parametrize("kind", IRREGULARITIES)
@pytest.mark.parametrize("with_cutting_card", [False, True])
def test_a_log_with_a_call_is_dealt_again(kind: str, with_cutting_card: bool) -> None:
    """Also where the cutting card comes out with the card of the call."""
    out = _called(replace(TABLE, decks=6), kind).shoe.out
    table = replace(TABLE, decks=6, cards_behind=SIX_DECKS - out if with_cutting_card else 14)
    playing = _called(table, kind)
    assert act(playing, f"dealer call {kind}") is None
    finish(playing)
    assert [event.kind for event in events(playing, e.Called)] == [kind]
    redeal(table, playing.log, SEED)


def test_a_call_after_the_card_with_the_cutting_card_is_dealt_again() -> None:
    """The card that comes with the cutting card is dealt; only the next one is called."""
    out = _called(replace(TABLE, decks=6), FACE_UP).shoe.out
    table = replace(TABLE, decks=6, cards_behind=SIX_DECKS - out)
    playing = _called(table, FACE_UP)
    playing.step()
    assert act(playing, f"dealer call {FACE_UP}") is None
    finish(playing)
    tags = [type(entry.event) for entry in playing.log]
    first = tags.index(e.CuttingCardOut)
    assert tags[first : first + 3] == [e.CuttingCardOut, e.Dealt, e.Called]
    redeal(table, playing.log, SEED)


def _called(table: BaccaratTable, kind: str) -> BaccaratInPlay:
    """A table at the first moment at which this can be called."""
    playing = opened(table, SEED)
    run(playing, "Ann sit at 1")
    while kind not in playing.calls:
        if isinstance(playing.need, WAITS):
            run(playing, "Ann bet 20 on banker\ndealer deal!")
        else:
            playing.step()
    return playing


def test_a_view_is_plain_and_is_read_back_from_its_json_form() -> None:
    playing = opened()
    run(playing, "Ann sit at 1\ncards Ac 2c Kd 9s 2h Kc\nAnn bet 20 on banker\ndealer deal!")
    while not table_view(playing.state).player.cards:
        playing.step()
    view = table_view(playing.state)
    assert playing.view(ANYBODY) == view
    assert view.player.cards == ("Kd", "2h")
    assert msgspec.json.decode(msgspec.json.encode(view), type=TableView) == view
