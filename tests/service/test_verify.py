"""`chapter47 verify` finds what does not follow from a commitment, and a player can do the same without it."""

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from tests.service.pit_player import HOUSE, PLAYERS, Crowd, close, pit_in

from chapter47.cli.verify import verify
from chapter47.core.cards import DECK, show
from chapter47.service.chance import ORDER, SEED, Draw, Opening, commitment_of, problems_with

PAGE: Final = Path(__file__).parents[2] / "docs" / "fairness.md"
SEED_VALUE: Final = "47" * 32
CARDS: Final = show(DECK)


def order(**shown: Any) -> Opening:
    return Opening(commitment=commitment_of(ORDER, "ab", CARDS), kind=ORDER, nonce="ab", value=CARDS, **shown)


def seed(**shown: Any) -> Opening:
    return Opening(commitment=commitment_of(SEED, "", SEED_VALUE), kind=SEED, value=SEED_VALUE, **shown)


@pytest.mark.parametrize(
    ("opening", "problems"),
    [
        (order(), []),
        (order(cut=20, came_out=f"? {DECK[21]} ? {DECK[23]}"), []),
        (order(cut=20, came_out=f"? {DECK[22]}"), [f"card 2 was {DECK[22]}; the order gives {DECK[21]}"]),
        (order(cut=53), ["the cut is 53; the order has 52 cards"]),
        (order(came_out="? " * 53), ["53 cards were dealt; the order has 52"]),
        (seed(rolls=(Draw(SEED_VALUE, 0).dice(), Draw(SEED_VALUE, 1).dice())), []),
        (seed(rolls=((7, 7),)), ["throw 1 was 7 7; the seed gives {} {}".format(*Draw(SEED_VALUE, 0).dice())]),
        (Opening(commitment="00", kind=SEED, value="11"), ["the commitment is not the SHA-256 of what was opened"]),
        (Opening(commitment="00", kind="x", value=""), ["kind is 'x'; it must be order or seed"]),
        (
            Opening(commitment=commitment_of(SEED, "", "zz"), kind=SEED, value="zz"),
            ["the seed is not hexadecimal"],
        ),
    ],
)
def test_a_value_that_does_not_follow_is_reported(opening: Opening, problems: list[str]) -> None:
    assert problems_with(opening) == problems


def test_what_a_pit_opens_is_the_file_that_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> list[dict[str, Any]]:
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.act(table, PLAYERS[0], "Ann sit at 1")
        await pit.close_table(table, HOUSE)
        shown = pit.commitments(table)
        await close(pit)
        return shown

    kinds = set()
    for number, shown in enumerate(asyncio.run(play())):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(shown["opened"]))
        kinds.add(shown["kind"])
        assert verify(file) == 0
        file.write_text(json.dumps({**shown["opened"], "value": "00"}))
        assert verify(file, json_=True) == 1
        assert shown["commitment"] == shown["opened"]["commitment"]
    assert kinds == {ORDER, SEED}
    assert '"ok": false' in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"kind": 5}'])
def test_a_file_that_is_no_opened_commitment_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    for path in (file, tmp_path / "none.json"):
        with pytest.raises(SystemExit) as stopped:
            verify(path)
        assert stopped.value.code == 2


def by_hand() -> dict[str, Any]:
    """The functions of the page."""
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    return names


def test_the_page_draws_as_we_do() -> None:
    hand, names = by_hand(), [str(card) for card in DECK]
    weights = {100: 7, 5: 90, 25: 3}
    for number in range(200):
        draw = Draw(SEED_VALUE, number)
        assert tuple(hand["throw"](SEED_VALUE, number)) == draw.dice()
        assert hand["amount"](SEED_VALUE, number, weights) == Draw(SEED_VALUE, number).by_weight(weights)
        assert hand["mixed"](SEED_VALUE, number, names) == list(map(str, Draw(SEED_VALUE, number).order(DECK)))


def test_the_page_checks_a_table_without_us(tmp_path: Path) -> None:
    """A shoe that was dealt to its end and its dice: by the functions of the page alone."""

    async def play(game: str) -> dict[str, Any]:
        pit = pit_in(tmp_path / game)
        table = await pit.open_table(f'game = "{game}"', HOUSE, practice=True)
        crowd = Crowd(pit, seed=3)
        await crowd.come(table)
        if game == "craps":
            for line in ("Ann join", "Ann take dice", "Ann bet 10 on pass", "dealer send dice"):
                await pit.act(table, PLAYERS[0], line)
        else:
            for _ in range(20):
                await crowd.act(table)
        await crowd.end(table)
        await pit.close_table(table, HOUSE)
        (tmp_path / f"{game}.json").write_bytes(b"".join(pit.chance_file(table)))
        await close(pit)
        shown: dict[str, Any] = json.loads((tmp_path / f"{game}.json").read_text())
        return shown

    hand = by_hand()
    shoe, craps = asyncio.run(play("blackjack")), asyncio.run(play("craps"))
    assert hand["hashes_hold"](tmp_path / "blackjack.json")
    came = [came.split() for unit in shoe["units"] for came in unit.get("came", ())]
    cut = next(int(words[1]) for words in came if words[0] == "Cut")
    out = [words[1] for words in came if words[0] in ("Burned", "Dealt")]
    order = next(secret["opened"] for secret in shoe["commitments"] if secret["kind"] == ORDER)
    stack = hand["shoe"](order["value"], cut)
    assert len(out) > 10
    assert [card for card in zip(out, stack, strict=False) if card[0] not in ("?", card[1])] == []
    seed = next(secret["opened"] for secret in craps["commitments"] if secret["kind"] == SEED)
    thrown = [came.split()[1:3] for unit in craps["units"] for came in unit.get("came", ()) if "Thrown" in came]
    assert [[str(face) for face in hand["throw"](seed["value"], draw)] for draw in range(len(thrown))] == thrown
    shown = json.loads((tmp_path / "blackjack.json").read_text())
    next(secret for secret in shown["commitments"] if secret["kind"] == ORDER)["opened"]["nonce"] = "00"
    (tmp_path / "blackjack.json").write_text(json.dumps(shown))
    assert not hand["hashes_hold"](tmp_path / "blackjack.json")


def test_the_page_follows_a_laced_shoe_and_a_continuous_shuffler_without_us(tmp_path: Path) -> None:
    """Every card that was seen, by the functions of the page alone."""

    async def play(file: str) -> dict[str, Any]:
        pit = pit_in(tmp_path / str(len(file)))
        table = await pit.open_table(file, HOUSE, practice=True)
        crowd = Crowd(pit, seed=5)
        await crowd.come(table)
        for _ in range(60):
            await crowd.act(table)
        await crowd.end(table)
        await pit.close_table(table, HOUSE)
        shown: dict[str, Any] = json.loads(b"".join(pit.chance_file(table)))
        await close(pit)
        return shown

    hand = by_hand()
    shoe = asyncio.run(play('game = "baccarat"'))
    order = next(secret["opened"]["value"] for secret in shoe["commitments"] if secret["kind"] == ORDER)
    came = [came.split() for unit in shoe["units"] for came in unit.get("came", ())]
    cut = next(int(words[1]) for words in came if words[0] == "Cut")
    out = [words[1] for words in came if words[0] in ("Burned", "Dealt")]
    stack = hand["shoe"](hand["laced"](order), cut)
    assert len([card for card in out if card != "?"]) > 3
    assert [card for card in zip(out, stack, strict=False) if card[0] not in ("?", card[1])] == []

    machine = asyncio.run(play('game = "blackjack"\nshuffle = "continuous"\ndecks = 4'))
    seed = next(secret["opened"]["value"] for secret in machine["commitments"] if secret["kind"] == SEED)
    rounds: list[list[str]] = []
    for words in (came.split() for unit in machine["units"] for came in unit.get("came", ())):
        if words[0] == "Shuffled":
            rounds.append([])
        elif words[0] == "Dealt":
            rounds[-1].append(words[1])
    assert len(rounds) > 3
    stack = hand["new_decks"](4)
    for draw, dealt in enumerate(rounds):
        stack = hand["mixed"](seed, draw, stack)
        assert dealt == stack[: len(dealt)]


def test_the_page_hashes_as_we_do() -> None:
    lines = [line.strip() for line in PAGE.read_text().splitlines() if line.strip().startswith("printf")]
    shown = [
        subprocess.run(["bash", "-c", line], env={"PATH": "/usr/bin:/bin", **values}, capture_output=True, check=True)
        for line, values in zip(lines, ({"NONCE": "ab", "CARDS": CARDS}, {"SEED": SEED_VALUE}), strict=True)
    ]
    assert [ran.stdout.decode().split()[0] for ran in shown] == [order().commitment, seed().commitment]
