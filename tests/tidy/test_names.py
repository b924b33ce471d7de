"""Names: a variable says what it holds, and a class name means one thing."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from tests.tidy.test_tidy import ROOT, SOURCE, at, modules, tree

VAGUE: Final = frozenset({"one", "found", "where", "thing", "it"})
"""Whatever is at hand: a reader must look elsewhere for what it is. Fields of a log or of an answer may be named so."""


def vague_names(path: Path) -> Iterator[str]:
    """Variables and parameters with such a name, by their lines."""
    fields = {id(field) for field in _fields(tree(path))}
    named = {
        (node.lineno, name)
        for node in ast.walk(tree(path))
        if id(node) not in fields and (name := _bound(node)) in VAGUE and hasattr(node, "lineno")
    }
    for line, name in sorted(named):
        yield f"{at(path, line)} {name} does not say what it holds"


def _fields(module: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield from (field.target for field in node.body if isinstance(field, ast.AnnAssign))


def _bound(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
            return name
    return None


def test_variables_say_what_they_hold() -> None:
    folders = (SOURCE, *(ROOT / name for name in ("tests", "benchmarks", "examples", "docs")))
    assert [breach for folder in folders for path in modules(folder) for breach in vague_names(path)] == []


@pytest.mark.parametrize(
    "text",
    [
        "one = 1\n",
        "cards = [one for one in hand]\n",
        "def f(where): ...\n",
        "def f(*, found=None): ...\n",
        "key = lambda one: one.seat\n",
        "if found := search(line):\n    pass\n",
        "match event:\n    case Dealt(card=one):\n        pass\n",
        "class Search:\n    def __init__(self): self.found = 1\n",
    ],
)
def test_a_vague_name_is_reported_by_file_and_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    assert len([*vague_names(path)]) == 1


def test_a_field_may_be_named_as_a_log_names_it(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('class Burned:\n    where: str = "shoe"\n', encoding="utf-8")
    assert [*vague_names(path)] == []


# Classes -------------------------------------------------------------------------------------------------------------


class Role(NamedTuple):
    """Classes of the same name that are the same thing in several places, and why."""

    why: str
    names: str
    places: str


EVENTS: Final = "blackjack/events.py baccarat/events.py craps/events.py"
ACTS: Final = "blackjack/acts.py baccarat/acts.py craps/acts.py"

SAME_ROLE: Final = (
    Role(
        "an event of a game's log, with the fields that its own text asks for",
        "Bet Burned Called CuttingCardOut CuttingCardPlaced Dealt Left Sat Shuffled Turned Withdrawn",
        EVENTS,
    ),
    Role("an act that people do at a table of a game", "Bet Deal Stack TakeBack", ACTS),
    Role("an act and the event that follows from it", "Bet LetIn SideBet", f"{ACTS} {EVENTS}"),
    Role(
        "what a round of a game needs next",
        "NeedBets NeedCard NeedSettlement NeedTurn",
        "blackjack/round/needs.py baccarat/round.py craps/round/legal.py",
    ),
    Role(
        "what an act leads to: the state of a game after it and its events",
        "Step",
        "blackjack/round/needs.py baccarat/round.py craps/round/play.py",
    ),
    Role(
        "what somebody sees of a table of a game, or of a part of it",
        "HandView SeatView SignView StepView TableView",
        "blackjack/views/records.py baccarat/table/views.py craps/views.py",
    ),
    Role("a wager on the layout of a game", "Stake", "blackjack/state.py baccarat/state.py craps/state.py"),
    Role(
        "the state of a game's table, into which its events are folded",
        "TableState",
        "blackjack/table/table_state.py baccarat/state.py",
    ),
    Role("what a game deals from", "Shoe", "blackjack/shoe/kinds.py baccarat/shoe.py"),
    Role("what may be done now at a game, with its amounts", "Legal", "blackjack/state.py craps/round/legal.py"),
    Role("what tells a wager of a game from its others", "Wager", "blackjack/wagers/wager.py craps/wagers.py"),
    Role("the price of a wager of a game", "WagerPrice", "baccarat/analysis/price.py craps/analysis/prices.py"),
    Role(
        "how the cards of a game are counted",
        "CountSystem",
        "blackjack/simulation/counting/count_system.py baccarat/simulation/staking.py",
    ),
    Role(
        "how people at a keyboard are asked for the wagers of a game",
        "Wagering",
        "blackjack/words/questions.py baccarat/words.py craps/words.py",
    ),
)


def classes(paths: Iterable[Path]) -> dict[str, list[str]]:
    """The modules in which each class name is defined."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(SOURCE).as_posix())
    return places


def allowed_places(name: str) -> set[str]:
    return {place for role in SAME_ROLE if name in role.names.split() for place in role.places.split()}


def test_a_class_name_means_one_thing() -> None:
    doubled = {name: places for name, places in classes(modules(SOURCE)).items() if len(places) > 1}
    breaches = {name: places for name, places in doubled.items() if not set(places) <= allowed_places(name)}
    assert breaches == {}


def test_no_role_names_a_class_that_is_not_doubled() -> None:
    places = classes(modules(SOURCE))
    for role in SAME_ROLE:
        for name in role.names.split():
            assert len(set(places[name]) & set(role.places.split())) > 1, (name, role.why)
