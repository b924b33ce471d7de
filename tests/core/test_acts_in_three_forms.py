"""The same act, said as text, sent as JSON over HTTP and passed as a record, gives the same log: every act record."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import chapter47
from chapter47.baccarat import acts as baccarat
from chapter47.blackjack import acts as blackjack
from chapter47.core.act import Act
from chapter47.core.grammar import Grammar
from chapter47.craps import acts as craps
from chapter47.library.playing import OpenTable
from chapter47.service.api.models import ActAsked

BLACKJACK, BACCARAT, CRAPS = blackjack.GRAMMAR, baccarat.GRAMMAR, craps.GRAMMAR
SIDE: dict[str, Any] = {"wagers": {"match-the-dealer": {}}}
PLAYED: list[tuple[Grammar, dict[str, Any], str]] = [
    (BLACKJACK, SIDE, """Ann sit at 1; Ann cut at 52; Ann decline cut; dealer open; burn 5h; supervisor recut
        Ann bet 10 on 1; Ann bet 5 on match-the-dealer at 1; Ann lay coupon 10 on 1; Ann take back all on 1
        Ann bet 10 on 1; Ann bet 5 on match-the-dealer at 1; Ann take back all on match-the-dealer at 1
        Ann bet 5 on match-the-dealer at 1; Ann lay coupon 5 on match-the-dealer at 1
        cards Th 6c 9d 5s Td; dealer deal; dealer step; dealer step 2; Ann stand; dealer step 3
        supervisor shuffle; Ann ask for burn card; supervisor relieve dealer with Zoe; supervisor idle table
        Ann sit at 1; dealer resume play; Ann leave"""),
    (BLACKJACK, {}, """Ann bet 10 on 1; cards Th 6c 9d 5s Td 3c; dealer deal; dealer step 3; dealer call exposed-card
        Ann accept"""),
    (BLACKJACK, {"hole_card": "card-reader"}, """Ann bet 10 on 1; cards Th 6c 9d Kd 5s Td; dealer deal; dealer step 4
        dealer call reader-failed; Ann stand; dealer step 3; supervisor repair card reader"""),
    (BLACKJACK, {"mid_shoe_entry": "barred"}, """Ann bet 10 on 1; Bob bet 10 on 2; dealer deal; dealer step 5
        Ann stand; Bob stand; dealer step 3; supervisor let in Bob"""),
    (BLACKJACK, {"wagers": {"progressive": {}}}, """dealer open; dealer report failed light at 1
        supervisor repair light at 1"""),
    (BLACKJACK, {"wagers": {"blackjack-bonus": {"payouts": {"1": {"5": 1, "25": 1}}}}}, """Ann bet 10 on 1
        Ann bet 1 on blackjack-bonus 1 at 1; display 25; cards Ah 6c Kd; dealer deal; dealer step 3"""),
    (BLACKJACK, {"game": "switch"}, "dealer report exposed card; dealer open"),
    (BLACKJACK, {"game": "switch", "shuffle": "machine"}, "dealer open; dealer report jam"),
    (BACCARAT, {}, """Ann sit at 1; Bob sit at 2; Ann cut at 104; Ann decline cut; dealer open; supervisor recut
        Bob decline shoe; Ann bet 25 on banker; Bob bet 10 on player; Ann take back all on banker; Ann bet 25 on banker
        Ann lay coupon 25 on banker; cards Ac 2c 3d 4h; dealer deal; dealer step 4; dealer call out-of-order
        dealer step 4; Ann give up shoe; Bob leave; supervisor close table"""),
    (CRAPS, {}, """Ann join; Bob join; Ann decline dice; Bob take dice; Bob bet 10 on pass; Ann bet 10 on dont-pass
        Bob lay coupon 10 on pass; dealer send dice; dice 4 2; Bob take odds 10 on 6; Ann lay odds 12 on 6
        Bob bet 12 on place-to-win 8; Bob bet 10 on come; Bob turn off place-to-win 8; Bob turn on place-to-win 8
        Bob reduce place-to-win 8 by 6; Bob take down place-to-win 8; dealer send dice
        dealer confirm bet 10 on field for Ann; cocked 3 leaning 5; dealer send dice; disputed 5 4; dealer send dice
        dealer call die-off-table; dealer send dice; dice 5 1; Bob pass dice"""),
    (CRAPS, {}, """Ann join; Bob join; Ann take dice; Ann bet 10 on pass; Ann bet 5 on field; dice 4 2
        Ann bet 10 on come; dice 5 4; dice 4 2; Ann decline line"""),
    (CRAPS, {}, "Ann join; Ann take dice; Ann bet 10 on pass; dealer send dice; dealer step; Bob join; Bob leave"),
]  # fmt: skip


def lines(script: str) -> list[str]:
    return [line for row in script.splitlines() for line in map(str.strip, row.split(";")) if line]


def over_http(grammar: Grammar, act: Act) -> Act:
    """The act that the server reads from the body of a request."""
    body = json.dumps({"act": grammar.to_json(act), "key": "one"})
    return grammar.act(ActAsked.model_validate_json(body).act)


FORMS: dict[str, Callable[[OpenTable, Grammar, str], object]] = {
    "text": lambda table, grammar, line: table.say(line),
    "JSON over HTTP": lambda table, grammar, line: table.perform(over_http(grammar, grammar.read(line))),
    "record": lambda table, grammar, line: table.perform(grammar.read(line)),
}


def logged(grammar: Grammar, posted: dict[str, Any], script: str, form: str) -> list[str]:
    """The log, in which every line of the script was accepted."""
    game = {BLACKJACK: "blackjack", BACCARAT: "baccarat", CRAPS: "craps"}[grammar]
    posting = chapter47.table(**{"game": game, "coupons": True, **posted})
    table = chapter47.open_table(posting, seed=47, lawful_only=False)
    for line in lines(script):
        assert (line, FORMS[form](table, grammar, line)) == (line, None)
    return [f"{entry.event} {[str(act) for act in entry.acts]}" for entry in table.log]


@pytest.mark.parametrize(("grammar", "posted", "script"), PLAYED)
def test_an_act_gives_the_same_log_in_every_form(grammar: Grammar, posted: dict[str, Any], script: str) -> None:
    by_text, *others = (logged(grammar, posted, script, form) for form in FORMS)
    assert len(by_text) > 1
    for other in others:
        assert other == by_text


@pytest.mark.parametrize("grammar", [BLACKJACK, BACCARAT, CRAPS], ids=["blackjack", "baccarat", "craps"])
def test_every_act_record_is_played(grammar: Grammar) -> None:
    played = {type(grammar.read(line)) for of, _, script in PLAYED if of is grammar for line in lines(script)}
    assert {form.tag for form in grammar.forms if form.kind not in played} == set()
