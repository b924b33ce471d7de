"""The grammar of acts: a record, a line of text and a JSON object are the same act in every game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import decode
from tests.service.pit_player import HOUSE, close, pit_in, shown

import chapter47
from chapter47.baccarat import acts as baccarat
from chapter47.blackjack import acts as blackjack
from chapter47.core.act import Act, Form, form_of
from chapter47.core.act_words import BadActError, words_of
from chapter47.core.grammar import Grammar
from chapter47.craps import acts as craps
from chapter47.games import starter
from chapter47.library.playing import OpenTable
from chapter47.service.commands import Body
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.terms import Actor

GRAMMARS = {"blackjack": blackjack.GRAMMAR, "baccarat": baccarat.GRAMMAR, "craps": craps.GRAMMAR}
ANN = Actor("Ann", "player")
EVERY_ACT = [
    pytest.param(grammar, form, id=f"{game} {form.tag}") for game, grammar in GRAMMARS.items() for form in grammar.forms
]
every_game = pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS)


def filled(grammar: Grammar, form: Form) -> Act:
    """The act of the form's example; the example of a call or a move is one that the game knows."""
    example = form.example
    if form.tag == "call":
        example = f"dealer call {next(iter(grammar._known['kind']))}"
    return grammar.read(example)


@pytest.mark.parametrize(("grammar", "form"), EVERY_ACT)
def test_an_act_is_the_same_as_text_as_json_and_as_a_record(grammar: Grammar, form: Form) -> None:
    act = filled(grammar, form)
    assert type(act) is form.kind
    assert grammar.act(str(act)) == act
    assert grammar.act(grammar.to_json(act)) == act
    assert grammar.act(act) == act
    assert grammar.to_json(act)["act"] == form.tag


@pytest.mark.parametrize(("game", "line", "data"), [
    ("blackjack", "Ann bet 25 on 1", {"act": "bet", "player": "Ann", "amount": 2500, "on": "1"}),
    ("craps", "Ann bet 10 on pass", {"act": "bet", "player": "Ann", "amount": 1000, "on": "pass"}),
    ("craps", "Ann take odds 20 on 6", {"act": "take-odds", "player": "Ann", "amount": 2000, "on": "6"}),
    ("blackjack", "Ann double for 5", {"act": "choose", "player": "Ann", "move": "double", "amount": 500}),
    ("blackjack", "dealer call exposed-card", {"act": "call", "kind": "exposed-card"}),
    ("baccarat", "Ann cut at 52", {"act": "cut", "player": "Ann", "cards": 52}),
])  # fmt: skip
def test_the_forms_people_rely_on(game: str, line: str, data: dict[str, Any]) -> None:
    act = GRAMMARS[game].read(line)
    assert str(act) == line
    assert GRAMMARS[game].to_json(act) == data
    assert GRAMMARS[game].from_json(data) == act


@pytest.mark.parametrize("game", ["blackjack", "baccarat", "craps"])
def test_the_pit_logs_the_same_line_for_text_json_and_record(game: str, tmp_path: Path) -> None:
    """Every offer that a player has in turn, said in the three forms at three tables."""

    async def play() -> None:
        pit = pit_in(tmp_path)
        await pit.start()
        tables = [await pit.open_table(starter(game), HOUSE) for _ in range(3)]
        for table in tables:
            await pit.buy_in(table, "Ann", 1_000_00, HOUSE)
        for kind in ("seat", "turn", "bet", "change"):
            for table, form in zip(tables, ("text", "act", "record"), strict=True):
                may = (await shown(pit, table, ANN))["may"]
                offer = next((offer for offer in may if offer["kind"] == kind), None)
                if offer is not None:
                    recorded: RecordedTable = pit.table(table)
                    act = recorded.read(offer["act"]) if form == "record" else offer[form]
                    await pit.act(table, ANN, act)
        said = [[decode(unit.body, type=Body).act for unit in pit.store.units_of(table)] for table in tables]
        assert said[0] == said[1] == said[2]
        assert len([line for line in said[0] if line]) >= 2
        await close(pit)

    asyncio.run(play())


# What is not an act --------------------------------------------------------------------------------------------------

LETTERS = st.text(st.sampled_from('Ann dealrbtkocsupviws0123456789."#-\n\t♥é'), max_size=40)
SOME_WORDS = """Ann dealer supervisor bet on at for by take back all dice cards As 1 25 call exposed-card "Ann Lee"
sit odds double 6 pass # from left cut"""
WORDS = st.lists(st.sampled_from(SOME_WORDS.split()), max_size=9).map(" ".join)


@every_game
@given(line=LETTERS | WORDS | st.text(max_size=60))
def test_random_text_is_an_act_or_is_refused(grammar: Grammar, line: str) -> None:
    try:
        act = grammar.read(line)
    except BadActError:
        return
    assert grammar.read(str(act)) == act


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@every_game
@given(data=st.data())
def test_random_json_is_an_act_or_is_refused(grammar: Grammar, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(grammar.forms))
    names = [field.name for field in form._all]
    values = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*names, "odd"), JSON)))
    try:
        act = grammar.from_json({"act": form.tag, **values})
    except BadActError:
        return
    assert grammar.read(str(act)) == act


@every_game
@given(data=st.data())
def test_every_printed_act_parses_back_to_itself(grammar: Grammar, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(grammar.forms))
    example = grammar.to_json(filled(grammar, form))
    names = st.text(st.characters(categories=("L", "N", "Zs")), min_size=1, max_size=8)
    if form.player:
        example["player"] = data.draw(names)
    if isinstance(example.get("amount"), int):
        example["amount"] = data.draw(st.integers(0, 10**8))
    try:
        act = grammar.from_json(example)
    except BadActError:
        return
    assert grammar.read(str(act)) == act


@every_game
def test_a_reserved_word_is_refused_as_a_name_with_advice(grammar: Grammar) -> None:
    for word in ("dealer", "supervisor"):
        with pytest.raises(BadActError, match="is a word of the grammar and cannot be a name"):
            grammar.good_name(word)
    assert grammar.good_name("Ann Lee") == "Ann Lee"


def test_words_of_a_line() -> None:
    assert [word.text for word in words_of('"Ann Lee" bet 10 on 1 # as before')] == ["Ann Lee", "bet", "10", "on", "1"]
    with pytest.raises(BadActError, match="A quotation mark stands alone"):
        words_of('"Ann bet 10')


# The library ---------------------------------------------------------------------------------------------------------


def opened() -> OpenTable:
    return chapter47.open_table(chapter47.table(), seed=47)


def test_a_table_does_what_is_said() -> None:
    table = opened()
    assert table.say("Ann sit at 1") is None
    assert table.say("Ann bet 25 on 1") is None
    refusal = table.say("Ann bet 25 on 1")
    assert refusal is not None
    assert refusal.citation
    with pytest.raises(BadActError, match="Did you mean `bet`"):
        table.say("Ann beet 25 on 1")


def test_a_table_lists_what_may_be_said() -> None:
    table = opened()
    assert table.say("Ann sit at 1") is None
    bets = [offer for offer in table.legal("Ann") if offer.kind == "bet"]
    assert [(offer.text, offer.least, offer.most) for offer in bets] == [("Ann bet 10 on 1", 10_00, 1_000_00)]
    assert bets[0].with_amount(25_00) == blackjack.Bet("Ann", 25_00, "1")
    assert table.perform(bets[0].with_amount(25_00)) is None
    assert [offer.text for offer in table.legal("dealer")] == ["dealer deal"]
    assert table.legal("supervisor") == ()


@pytest.mark.parametrize("game", GRAMMARS)
def test_an_offer_says_its_act_in_both_forms(game: str) -> None:
    table = chapter47.open_table(chapter47.table(game=game), seed=1)
    offers = table.legal("Ann")
    assert offers
    for offer in offers:
        data = offer.data()
        assert GRAMMARS[game].from_json(data["act"]) == offer.act
        assert GRAMMARS[game].read(data["text"]) == offer.act
        assert data["label"][0].isupper()
        assert form_of(type(offer.act)).tag == data["act"]["act"]
