"""Tables in play with side wagers: streaks and meters from round to round, lights, money to the cent, and replay."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from chapter47.blackjack import events as e
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.table.in_play import BlackjackInPlay
from chapter47.blackjack.table.replay import replay
from chapter47.blackjack.wagers import WAGERS, progressive, streak
from chapter47.core.cards import Card
from chapter47.core.chance import FromGenerator
from chapter47.core.findings import Refusal
from chapter47.games import parse
from chapter47.law.homes import HOMES_BY_CODE

Claim = Callable[..., None]
NAMES = ("Ann", "Bob", "Cy")

TABLES = {
    "over-under": "surrender = true\n[wagers.over-under-13]\n[wagers.streak]",
    "same suit": "decks = 6\n[wagers.same-suit]\n[wagers.match-the-dealer]\n[wagers.blackjack-bonus]",
    "sevens": 'decks = 6\nhole_card = "card-reader"\n[wagers.sevens]\n[wagers.match-the-dealer]\n[wagers.streak]',
    "sevens face down": 'decks = 6\ndouble_card = "face-down"\n[wagers.sevens]\n[wagers.blackjack-bonus]',
    "twenty": 'decks = 6\nhole_card = "card-reader"\n[wagers.twenty-point-bonus]\ncap = "25000"\n[wagers.sevens]',
    "twenty, no reader": 'decks = 2\nhole_card = "face-down"\n[wagers.twenty-point-bonus]\npaytable = "B"',
    "optional": "decks = 6\n[wagers.optional-bonus]\n[wagers.over-under-13]",
    "progressive": "boxes = 6\nsplit_hands = 4\n[wagers.progressive]\nrate = 0.725",
    "reset meter": "[wagers.progressive]\nrate = 0.71\nreset_meter = true",
    "off the meter": '[wagers.progressive]\n[readings]\n"2010 19:47-2.19" = "off-meter"',
    "switch": 'game = "switch"\nhole_card = "card-reader"\nsurrender = true\n[wagers.match]',
    "spanish": 'game = "spanish-21"\nhole_card = "card-reader"\n[wagers.match-the-dealer]',
    "shared spots": 'game = "switch"\nbettors_per_box = 3\nsplit_hands = 4\n[wagers.match]',
    "shared boxes": "bettors_per_box = 3\n[wagers.sevens]\n[wagers.streak]\n[wagers.match-the-dealer]",
}


class Clumped(FromGenerator):
    """Shuffles in which aces, sevens and queens of hearts lie together, so that the rare prizes come."""

    def order(self, cards: tuple[Any, ...]) -> tuple[Any, ...]:
        order = self.generator.sample(cards, len(cards))
        rare = sorted(filter(_is_rare, order), key=lambda card: self.generator.random() + _kind(card))
        plain = [card for card in order if not _is_rare(card)]
        clumps: list[Card] = []
        while rare or plain:
            clumps += [*rare[:24], *plain[:24]]
            rare, plain = rare[24:], plain[24:]
        return tuple(clumps)


def _is_rare(card: Card) -> bool:
    return card.rank in "A78" or str(card) == "Qh"


def _kind(card: Card) -> int:
    return 2 * "A78Q".index(card.rank) + card.is_red


def session(rules: TableRules, seed: int, rounds: int) -> BlackjackInPlay:
    """Bettors who stake and decide at random."""
    chance = Random(seed)
    table = BlackjackInPlay(rules, Clumped(Random(seed)))
    table.open()
    for _ in range(rounds):
        table.begin()
        _bets(table, chance)
        assert table.close_bets() is None
        while isinstance(need := table.deal(), NeedMove):
            legal = chance.choice(need.legal)
            assert table.choose(need.bettor, legal.name, legal.most) is None
    return table


def _bets(table: BlackjackInPlay, chance: Random) -> None:
    rules = table.rules
    for number, name in enumerate(NAMES):
        box = number + 1 if rules.bettors_per_box == 1 else 1
        if number and chance.random() < 0.2:
            continue
        table.bet(box, name, chance.choice((10_00, 25_00)), seated=number == 0 or box > 1, consent=True)
        for wager, offer in rules.wagers.items():
            for bet in chance.sample(bets := WAGERS[wager].bets(rules, offer), len(bets)):
                staked = chance.choice((1_00, 5_00, 10_00))
                before = table.state
                if isinstance(table.side_bet(box, name, wager, staked, bet), Refusal):
                    assert table.state == before


@pytest.fixture(scope="module", params=[(name, seed) for name in TABLES for seed in (1, 2)], ids=str)
def played(request: pytest.FixtureRequest) -> BlackjackInPlay:
    name, seed = request.param
    return session(parse(TABLES[name]), seed, 60)


def test_every_chip_is_collected_returned_or_stays(played: BlackjackInPlay) -> None:
    """Staked and cleared are equal for each bettor and wager; what is carried over is staked again."""
    left: Counter[tuple[str, str]] = Counter()
    for event in (entry.event for entry in played.log):
        match event:
            case e.Bet():
                left[event.bettor, "main"] += event.amount * event.hands
            case e.SideBet():
                left[event.bettor, event.wager] += event.amount
            case e.Doubled() | e.Insured():
                left[event.bettor, "main" if isinstance(event, e.Doubled) else "insurance"] += event.amount
            case e.SplitStaked(both=True):
                left[event.bettor, "main"] += next(
                    bet.amount for bet in played_bets(played, event) if bet.bettor == event.bettor
                )
            case e.Collected() | e.Returned():
                left[event.bettor, event.wager] -= event.amount
                assert event.amount > 0
            case e.RoundOver():
                assert {wager for (_, wager), amount in left.items() if amount} <= {"streak"}
                assert min(left.values()) >= 0
    standing = Counter((stake.bettor, stake.wager) for stake in played.carried.standing)
    assert set(standing) == {key for key, amount in left.items() if amount}


def played_bets(table: BlackjackInPlay, until: e.SplitStaked) -> list[e.Bet]:
    """The main wagers of the round in which the event happened."""
    bets: list[e.Bet] = []
    for event in (entry.event for entry in table.log):
        if isinstance(event, e.RoundBegan):
            bets = []
        elif isinstance(event, e.Bet):
            bets.append(event)
        elif event is until:
            break
    return bets


def test_the_log_of_a_table_with_side_wagers_replays(played: BlackjackInPlay) -> None:
    frames = list(replay(played.rules, played.log))
    assert frames[-1].state == played.state


def test_the_meter_is_conserved(played: BlackjackInPlay) -> None:
    """What it shows is what was put in, less what was won of it; parts of a cent wait."""
    offer = played.rules.wagers.get("progressive")
    if offer is None:
        assert played.carried.meters == {}
        return
    meter = progressive.opening_meter(offer)
    off_meter = played.rules.reads("19:47-2.19", "off-meter")
    for event in (entry.event for entry in played.log):
        if isinstance(event, e.MeterMoved):
            new = (event.base, event.wagers, event.for_reset)
            assert event.shows == progressive.meter_shows(new, offer) >= 0
            grown = progressive.meter_shows(new, offer) - progressive.meter_shows(meter, offer)
            rate = Fraction(offer.rate or 0)
            reset = progressive.reset_meter_shows(new, offer) - progressive.reset_meter_shows(meter, offer)
            if new[1] > meter[1]:
                assert abs(grown + reset - 100 * rate * (new[1] - meter[1])) < 1
            else:
                assert off_meter or new == progressive.after_a_win(meter, offer)
            meter = new
    assert played.carried.meters["progressive"] == meter


def test_prizes_of_every_kind_come_up() -> None:
    """So that the tests above are not blind: the clumped shuffles bring the rare rows."""
    rows = Counter[str]()
    for name in TABLES:
        for seed in (1, 2):
            for event in (entry.event for entry in session(parse(TABLES[name]), seed, 60).log):
                if isinstance(event, e.Paid) and event.wager != "main":
                    rows[f"{event.wager} {event.why}"] += 1
    for row in (
        "sevens three",
        "sevens two-suited",
        "progressive four-aces",
        "progressive three-aces",
        "progressive two-aces-suited",
        "streak 2",
        "streak 3",
        "optional-bonus 10",
        "match-the-dealer suited",
        "twenty-point-bonus matched",
        "over-under-13 under",
        "same-suit suited",
    ):
        assert rows[row], row


def test_a_failed_light_bars_the_progressive_wager_until_it_is_repaired(cites: Claim) -> None:
    cites("19:47-2.15(n)")
    table = BlackjackInPlay(parse("[wagers.progressive]"), Clumped(Random(1)))
    table.open()
    table.fail_light(1)
    table.begin()
    table.bet(1, "Ann", 10_00)
    refused = table.side_bet(1, "Ann", "progressive", 1_00)
    assert refused is not None
    assert refused.citation == "19:47-2.15(n)"
    table.close_bets()
    while isinstance(need := table.deal(), NeedMove):
        table.choose(need.bettor, need.legal[0].name)
    table.repair_light(1)
    table.begin()
    table.bet(1, "Ann", 10_00)
    assert table.side_bet(1, "Ann", "progressive", 1_00) is None


def test_the_streak_marker_is_at_home_in_the_paragraphs_that_it_follows() -> None:
    """After the first win (d) itself, after the others the paragraph of the win that is sought next."""
    assert {home.citation for home in HOMES_BY_CODE[id(streak.marker.__code__)]} == {
        "19:47-2.22(d)",
        "19:47-2.22(d)2",
        "19:47-2.22(d)3",
        "19:47-2.22(d)4",
    }
