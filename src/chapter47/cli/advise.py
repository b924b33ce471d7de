"""The command `advise`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, print_json, read_table, refusals


def advise(
    path: TableFile,
    hand: Annotated[str, Parameter(help='The cards of the hand, such as "As 6d".')],
    other: Annotated[str | None, Parameter(help="At Switch: the cards of the second hand.")] = None,
    /,
    *,
    up: Annotated[str, Parameter("--up", help="The dealer's up card, such as 5h; at double exposure both cards.")],
    json_: AsJson = False,
) -> int:
    """What is each legal move of this hand worth, from a full shoe and in units of the wager?

    Exit: 0 told, 2 the file or a card cannot be read, or this game is not priced yet.

    Example: chapter47 advise examples/blackjack.toml "As 6d" --up 5h

    Example: chapter47 advise examples/switch.toml "As 6d" "Th 5c" --up 5h
    """
    table = read_table(path, json_)
    from chapter47.library.prices import advise as advise_on

    with refusals(json_):
        advice = advise_on(table, *([hand] if other is None else [hand, other]), up=up)
    if json_:
        print_json(advice.to_dict())
    else:
        from chapter47.cli.show_strategy import show_advice

        show_advice(advice.told())
    return LAWFUL
