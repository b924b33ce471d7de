"""The command `advise`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, print_json, read_table, refusals
from chapter47.core.json_object import Json


def advise(
    path: TableFile,
    hand: Annotated[str | None, Parameter(help='The cards of the hand, such as "As 6d".')] = None,
    other: Annotated[str | None, Parameter(help="At Switch: the cards of the second hand.")] = None,
    /,
    *,
    up: Annotated[
        str | None, Parameter("--up", help="The dealer's up card, such as 5h; at double exposure both cards.")
    ] = None,
    point: Annotated[str | None, Parameter("--point", help="At craps: 4 to 10, or off.")] = None,
    layout: Annotated[
        str | None, Parameter("--layout", help='At craps: what lies there, such as "pass 6=10, place-to-win 8=12".')
    ] = None,
    seen: Annotated[str | None, Parameter("--seen", help="At baccarat: the cards that have left the shoe.")] = None,
    json_: AsJson = False,
) -> int:
    """What is each legal move of this hand worth, from a full shoe and in units of the wager?

    Exit: 0 told, 2 the file or a card cannot be read, or this game is not priced yet.

    Example: chapter47 advise examples/blackjack.toml "As 6d" --up 5h

    Example: chapter47 advise examples/switch.toml "As 6d" "Th 5c" --up 5h

    Example: chapter47 advise examples/craps.toml --point 6 --layout "pass 6=10"

    Example: chapter47 advise examples/baccarat.toml --seen "6s 6h 9c"
    """
    table = read_table(path, json_)
    from chapter47.library.checks import remarks
    from chapter47.library.prices import advise as advise_on

    told = {"point": point, "layout": layout, "seen": seen}
    known: Json = {name: text for name, text in told.items() if text is not None}
    with refusals(json_, options=("up", *told)):
        advice = advise_on(table, *(cards for cards in (hand, other) if cards is not None), up=up or "", **known)
    if json_:
        print_json(advice.to_dict())
    else:
        from chapter47.cli.show_strategy import show_advice

        show_advice([*advice.told(), *(f"note: {note}" for note in remarks(table, as_dealt="priced"))])
    return LAWFUL
