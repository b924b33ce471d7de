"""Blackjack tables as full as a layout can be: every box, every split, every wager, hands of eleven cards."""

from typing import Final

from msgspec.structs import replace

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.table.views import sign
from chapter47.blackjack.views.records import (
    BettorView,
    HandView,
    MeterView,
    OfferView,
    ResultView,
    RoundView,
    SeatTaken,
    ShoeView,
    StackView,
    StakeView,
    TableView,
)

ELEVEN: Final = ("As", "Th", "Ad", "Ac", "2h", "2c", "Tc", "2s", "3d", "3h", "Qd")
NAMES: Final = ("Wilhelmina", "Bob", "Maximilian")
ALL_SIDES: Final = (
    OfferView(name="over-under-13", bets=("over", "under"), minimum=100, maximum=100_00),
    OfferView(name="same-suit", bets=(), minimum=100, maximum=100_00),
    OfferView(name="sevens", bets=(), minimum=100, maximum=100),
    OfferView(name="progressive", bets=(), minimum=100, maximum=100),
    OfferView(name="blackjack-bonus", bets=("1", "5"), minimum=100, maximum=500),
    OfferView(name="streak", bets=("2", "3", "4", "5"), minimum=100, maximum=100_00),
    OfferView(name="match-the-dealer", bets=(), minimum=100, maximum=100_00),
    OfferView(name="twenty-point-bonus", bets=(), minimum=100, maximum=100_00),
    OfferView(name="optional-bonus", bets=(), minimum=100, maximum=100_00),
)


def hand(at: str, cards: tuple[str | None, ...], **facts: object) -> HandView:
    plain = {
        "concealed": 0,
        "points": 21,
        "soft": False,
        "blackjack": False,
        "split": False,
        "doubled": False,
        "stood": False,
        "surrendered": False,
        "switched": False,
        "dead": False,
        "taken_in": False,
    }
    box = 0 if at == "D" else int(at.partition(".")[0])
    return HandView(at=at, box=box, cards=cards, **{**plain, **facts})  # type: ignore[arg-type]


def stake(at: str, bettor: str, wager: str = "main", **facts: object) -> StakeView:
    plain = {
        "bet": "",
        "spot": 0,
        "amount": 1000_00,
        "double": 0,
        "made": 0,
        "open": True,
        "lit": False,
        "held_back": False,
        "shown": None,
        "won_in_a_row": 0,
        "from_earlier_round": False,
        "stays": False,
    }
    return StakeView(at=at, bettor=bettor, wager=wager, **{**plain, **facts})  # type: ignore[arg-type]


def places(box: int, hands: int) -> list[str]:
    return [str(box), *(f"{box}.{number}" for number in range(1, hands))][:hands]


def fullest(
    rules: TableRules, *, hands: int = 4, cards: int = 11, bettors: int = 1, sides: tuple[OfferView, ...] | None = None
) -> TableView:
    """In the middle of a round: every box has so many hands of so many cards, and chips lie on every place."""
    posted = replace(sign(rules), bettors_per_box=bettors)
    posted = posted if sides is None else replace(posted, side_wagers=sides)
    boxes = range(1, posted.boxes + 1)
    names = NAMES[:bettors]
    at = [place for box in boxes for place in places(box, hands)]
    round_ = RoundView(
        version=1,
        bettors=tuple(
            BettorView(box=box, name=name, amount=1000_00, seated=True, calls=True) for box in boxes for name in names
        ),
        hands=tuple(hand(place, ELEVEN[:cards], split=hands > 1) for place in at),
        dealer=hand("D", ELEVEN[:cards]),
        dealer_hand=posted.most_wagers - 1,
        dealt_before=(hand("D", ELEVEN[:cards], taken_in=True),) * (posted.most_wagers - 1),
        stakes=(
            *_mains(at, names, posted.most_wagers),
            *(_insurance(boxes, names) if "Insurance pays 2 to 1" in posted.inscriptions else ()),
            *_sides(boxes, posted.side_wagers),
        ),
        turn=at[0],
        asked=None,
        closed=True,
        over=False,
        void=False,
        exposed="Th",
        reader_says_blackjack=None,
    )
    return TableView(
        sign=posted,
        is_open=True,
        idle=False,
        dealer="",
        rounds_played=4,
        rounds_since_shuffle=4,
        seats=tuple(SeatTaken(box=box, player=names[0]) for box in boxes),
        places_held=(),
        next_cut=(),
        shoe=SHOE,
        meters=(MeterView(wager="progressive", shows=12345_67),),
        failed_lights=(),
        reader_failed=False,
        standing=(),
        round=round_,
        results=(),
        last_results=(),
    )


STACK: Final = StackView(
    name="shoe",
    cards_left=268,
    discards=148,
    before_the_cutting_card=164,
    cutting_card_out_at=None,
    burned=True,
    cut_by_box=None,
    spread="",
)
SHOE: Final = ShoeView(kind="single", shuffle="manual", stacks=(STACK,), deals=None, batch=None, in_the_machine=0)


def _mains(at: list[str], names: tuple[str, ...], spots: int) -> list[StakeView]:
    return [stake(place, name, double=1000_00, spot=spot) for place in at for name in names for spot in range(spots)]


def _insurance(boxes: range, names: tuple[str, ...]) -> list[StakeView]:
    return [stake(str(box), name, "insurance", amount=500_00) for box in boxes for name in names]


def _sides(boxes: range, offers: tuple[OfferView, ...]) -> list[StakeView]:
    return [
        stake(str(box), NAMES[0], offer.name, bet=bet, amount=100_00, lit=True, won_in_a_row=2, shown=500_00)
        for box in boxes
        for offer in offers
        for bet in offer.bets or ("",)
    ]


def settled(view: TableView) -> TableView:
    """The same round at its end: the chips are paid, collected and gone."""
    kinds = ("paid", "collected", "returned")
    results = tuple(
        ResultView(
            at=stake.at,
            bettor=stake.bettor,
            wager=stake.wager,
            bet=stake.bet,
            spot=stake.spot,
            amount=stake.whole,
            result=kinds[number % 3],  # type: ignore[arg-type]  # one of the three
            why="",
            by="19:47-2.3(a)",
        )
        for number, stake in enumerate(view.round.stakes)
    )
    stakes = tuple(replace(stake, open=False) for stake in view.round.stakes)
    return replace(view, round=replace(view.round, stakes=stakes, over=True, turn=None), results=results)
