"""Offers as buttons: what kind each is, its words and its key; the staff is never offered a call as something else."""

from random import Random

import pytest

from chapter47 import games
from chapter47.baccarat import acts as baccarat
from chapter47.blackjack.acts import Bet, Call, Choose, CutAt, Deal, Leave, Sit, TakeBack
from chapter47.core.hosting import Offer, OfferKind
from chapter47.craps import acts as craps
from chapter47.service.api.offer_labels import LabelledOffer, kind_of, label_of, with_keys
from chapter47.service.house import PitHouse
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.terms import Actor, PitSettings

REDUCE = craps.Reduce(player="Ann", on="pass", amount=5_00)
KEYS = {"stand": "s", "split": "p"}
ANN, DAN = Actor("Ann", "player"), Actor("Dan", "dealer")


@pytest.fixture
def table() -> RecordedTable:
    """Where Ann sits at box 4."""
    posting = games.parse('game = "blackjack"')
    ids = (f"id{number}" for number in range(100))
    house = PitHouse(None, None, PitSettings(), new_id=lambda: next(ids), randomness=Random(47))  # type: ignore[arg-type]  # nothing is stored
    made = RecordedTable("t", {"status": "open"}, house, games.game_of(posting), posting)
    assert made.in_play.perform(made.read("Ann sit at 4")) is None
    return made


@pytest.mark.parametrize(
    ("offer", "actor", "kind", "label"),
    [
        (Offer(kind="move", act=Choose("Ann", "stand")), ANN, "move", "Stand"),
        (Offer(kind="move", act=Choose("Ann", "decline")), ANN, "move", "No"),
        (Offer(kind="move", act=Choose("Ann", "let-stand")), ANN, "move", "Keep the double"),
        (Offer(kind="move", act=Choose("Ann", "rescue")), ANN, "move", "Give it up, lose half"),
        (Offer(kind="bet", act=Bet("Ann", 10_00, "4"), least=10_00, most=50_00, step=1_00), ANN, "bet", "Bet on 4"),
        (Offer(kind="change", act=REDUCE, least=5_00, most=5_00, step=5_00), ANN, "change", "Reduce pass"),
        (Offer(kind="change", act=baccarat.TakeBack("Ann", 0, "tie")), ANN, "change", "Take back my bet on tie"),
        (Offer(kind="change", act=TakeBack("Ann", "4")), ANN, "change", "Take back my bet"),
        (Offer(kind="turn", act=craps.PassDice("Ann")), ANN, "move", "Give up the dice"),
        (Offer(kind="seat", act=Sit("Ann", 5), spot="plate-5"), ANN, "seat", "Sit at 5"),
        (Offer(kind="cut", act=CutAt("Ann", 156), stack=312), ANN, "cut", "Cut the cards"),
        (Offer(kind="leave", act=Leave("Ann")), ANN, "leave", "Leave the seat"),
        (Offer(kind="close", act=Deal()), ANN, "close", "Deal"),
        (Offer(kind="call", act=Call("exposed-card")), DAN, "call", "Call: exposed card"),
        (Offer(kind="close", act=Deal()), DAN, "close", "Deal"),
    ],
)
def test_an_offer_is_labelled(table: RecordedTable, offer: Offer, actor: Actor, kind: str, label: str) -> None:
    assert kind_of(offer, table, actor) == kind
    assert label_of(offer) == label


def test_no_two_moves_have_one_key_and_calls_have_none() -> None:
    def labelled(kind: OfferKind, name: str) -> LabelledOffer:
        return LabelledOffer(kind=kind, act={}, text="", name=name, label=name)

    moves = [labelled("move", name) for name in ("stand", "surrender", "split")]
    *keyed, called = with_keys([*moves, labelled("close", "deal"), labelled("call", "call-exposed-card")], KEYS)
    assert next(offer.key for offer in keyed) == "s"
    assert len({offer.key for offer in keyed}) == len(keyed)
    assert called.key == ""
