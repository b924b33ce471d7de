"""The command `advise`."""

from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import LAWFUL, AsJson, TableFile, print_answer, read_table, refusals
from chapter47.core.json_object import Json


def advise(
    path: TableFile,
    hand: Annotated[str | None, Parameter(help='The cards of the hand, such as "As 6d".')] = None,
    other: Annotated[str | None, Parameter(help="At Switch: the cards of the second hand.")] = None,
    /,
    *,
    up: Annotated[
        str | None, Parameter("--up", help="The dealer's up card, such as 5h; at double exposure, both cards.")
    ] = None,
    point: Annotated[str | None, Parameter("--point", help="At craps: the point, 4 to 10, or off.")] = None,
    layout: Annotated[
        str | None,
        Parameter("--layout", help='At craps: the bets on the layout, such as "pass 6=10, place-to-win 8=12".'),
    ] = None,
    seen: Annotated[
        str | None, Parameter("--seen", help='The cards already dealt from the shoe, such as "As Kd 5".')
    ] = None,
    without: Annotated[
        str | None, Parameter("--without", help='Cards missing from the shoe by rank, such as "5=4 A=2".')
    ] = None,
    count: Annotated[
        str | None, Parameter("--count", help='The count and the true count of the shoe, such as "hi-lo +4".')
    ] = None,
    json_: AsJson = False,
) -> int:
    """Show the value of each legal move of a hand, in units of the wager, from a full shoe or the one you know.

    Exit 0: answered; 2: the file or a card cannot be read, or the table has no price.

    Example: chapter47 advise examples/blackjack.toml "As 6d" --up 5h

    Example: chapter47 advise examples/blackjack.toml "Ts 6d" --up Th --count "hi-lo +4"

    Example: chapter47 advise examples/switch.toml "As 6d" "Th 5c" --up 5h

    Example: chapter47 advise examples/craps.toml --point 6 --layout "pass 6=10"

    Example: chapter47 advise examples/baccarat.toml --seen "6s 6h 9c"
    """
    table = read_table(path, json_)
    from chapter47.library.checks import remarks
    from chapter47.library.prices import advise as advise_on

    given = {"point": point, "layout": layout, "seen": seen, "without": without, "count": count}
    known: Json = {name: text for name, text in given.items() if text is not None}
    with refusals(json_, options=("up", *given)):
        advice = advise_on(table, *(cards for cards in (hand, other) if cards is not None), up=up or "", **known)
    if json_:
        print_answer(advice.to_dict(), table)
    else:
        from chapter47.cli.show_strategy import show_advice

        show_advice([*advice.lines(), *(f"note: {note}" for note in remarks(table, as_dealt="priced"))])
    return LAWFUL
