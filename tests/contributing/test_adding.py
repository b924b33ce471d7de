"""The lists of CONTRIBUTING.md: each thing is added to a copy of the source by editing just the files listed."""

import json
import re
from pathlib import Path

from tests.contributing.clone import ROOT, Clone, files_listed

BLACKJACK = "src/chapter47/blackjack"


def in_the_guide(what: str, **names: str) -> list[str]:
    """The source files that the guide lists, with its placeholders filled in."""
    files = [name for name in files_listed(what) if name.startswith("src/")]
    for placeholder, name in names.items():
        files = [re.sub(rf"\b{placeholder}\b", name, listed) for listed in files]
    return files


def table(clone: Clone, text: str) -> str:
    (clone.folder / "table.toml").write_text(text, encoding="utf-8")
    return "table.toml"


def test_an_option(tmp_path: Path) -> None:
    """A made-up one: jackpots at blackjack tables, lawful from 2005 on."""
    clone = Clone(tmp_path)
    clone.edit(
        f"{BLACKJACK}/posting.py",
        "    even_money: bool = False\n",
        "    even_money: bool = False\n    jackpot: bool = False\n",
    )
    clone.edit(
        f"{BLACKJACK}/keys.py",
        '    flag_key("even_money"',
        '    flag_key("jackpot", "whether there is a jackpot"),\n    flag_key("even_money"',
    )
    clone.edit(
        f"{BLACKJACK}/rules/surrender.py",
        "OPTIONS = (",
        '@option("jackpot", "a jackpot", "19:47-2.8(a)", since=date(2005, 1, 1))\n'
        "def jackpot(table: TableRules) -> bool:\n"
        "    return table.jackpot\n\n\n"
        "OPTIONS = (jackpot, ",
    )
    assert clone.touched == in_the_guide("an option of a table", SECTION="surrender")
    text = "decks = 6\njackpot = true\non = {}\n"
    exit_code, shown = clone.chapter47("check", table(clone, text.format("2004-12-31")), "--json")
    assert exit_code == 1
    assert [finding["code"] for finding in json.loads(shown)["findings"]] == ["jackpot.not_yet"]
    exit_code, shown = clone.chapter47("check", table(clone, text.format("2010-06-07")), "--json")
    assert exit_code == 0
    assert "jackpot = false" in clone.chapter47("new", "blackjack")[1]


MADE_UP = '''"""A made-up variation of 19:47-2.3: a blackjack pays 2 to 1."""

from chapter47.blackjack.variations.variation import Variation, sections_of_subchapter_2
from chapter47.core.money import Odds

GENEROUS = Variation(
    name="generous",
    title="Generous blackjack",
    text="a made-up text",
    sections=sections_of_subchapter_2,
    playable=True,
    blackjack_odds=Odds.of("2 to 1"),
)
'''
A_ROUND = """
import chapter47
from chapter47.blackjack.round import play
from chapter47.core.cards import card
from chapter47.games import from_data

state = play.open_round(from_data({"game": "generous"}))
paid = []
for act in (
    lambda state: play.bet(state, 1, "Ann", 10_00),
    play.close_bets,
    lambda state: play.give(state, card("Ac")),
    lambda state: play.give(state, card("6d")),
    lambda state: play.give(state, card("Kc")),
):
    step = act(state)
    state = step.state
    paid += [event.amount for event in step.events if type(event).__name__ == "Paid"]
print(paid)
"""


def test_a_variation(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    clone.write(f"{BLACKJACK}/variations/generous.py", MADE_UP)
    clone.edit(
        f"{BLACKJACK}/variations/__init__.py",
        "from chapter47.blackjack.variations.multiple_action import",
        "from chapter47.blackjack.variations.generous import GENEROUS\n"
        "from chapter47.blackjack.variations.multiple_action import",
    )
    clone.edit(f"{BLACKJACK}/variations/__init__.py", "(BLACKJACK, SIX", "(BLACKJACK, GENEROUS, SIX")
    clone.edit(
        f"{BLACKJACK}/posting.py",
        'GameName = Literal["blackjack", ',
        'GameName = Literal["blackjack", "generous", ',
    )
    clone.edit(
        f"{BLACKJACK}/traits.py",
        '    "blackjack": Traits(),\n',
        '    "blackjack": Traits(),\n    "generous": Traits(blackjack_pays=Odds.of("2 to 1")),\n',
    )
    clone.edit(
        f"{BLACKJACK}/analysis/main_game.py",
        '    "blackjack": GamePricing(),\n',
        '    "blackjack": GamePricing(),\n    "generous": GamePricing(),\n',
    )
    assert clone.touched == in_the_guide("a variation", NAME="generous")
    assert clone.run(A_ROUND) == "[2000]"
    exit_code, shown = clone.chapter47("check", table(clone, 'game = "generous"\n'), "--json")
    assert exit_code == 0, shown
    assert '"Blackjack pays 2 to 1"' in [notice["message"] for notice in json.loads(shown)["notices"]]


def test_an_edition(tmp_path: Path) -> None:
    """A made-up one of 2011, in which 2.7 says something else."""
    clone = Clone(tmp_path)
    sections, paragraphs = "src/chapter47/law/sections.toml", "src/chapter47/law/paragraphs/2.7.toml"
    clone.edit(sections, "editions.2010 = 2010-06-07\n", "editions.2010 = 2010-06-07\neditions.2011 = 2011-03-01\n")
    entry = re.search(
        r'"19:47-2\.7" = \{ amended = \[(.*?)\], held = \[(.*?)\]', (ROOT / sections).read_text(encoding="utf-8")
    )
    assert entry is not None
    new = entry[0].replace(entry[1], f"{entry[1]}, 2011-01-03").replace(entry[2], f'{entry[2]}, "2011"')
    clone.edit(sections, entry[0], new)
    form = '\n[["19:47-2.7(a)"]]\neditions = ["2011"]\nsince = 2011-01-03\nkinds = ["rule"]\nsays = "A made-up rule."\n'
    text = (ROOT / paragraphs).read_text(encoding="utf-8")
    clone.edit(paragraphs, text, text + form)
    listed = in_the_guide("an edition of the text")
    assert clone.touched == [listed[0], listed[1].replace("*", "2.7")]
    exit_code, shown = clone.chapter47("law", "2.7(a)", "--on", "2011-02-01", "--json")
    assert exit_code == 0, shown
    assert json.loads(shown)["says"] == "A made-up rule."
    exit_code, shown = clone.chapter47("law", "2.7(a)", "--on", "2011-01-02", "--json")
    assert json.loads(shown)["says"] != "A made-up rule."


def test_every_test_that_the_guide_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.(?:py|toml))`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).is_file() and "NAME" not in name] == []
