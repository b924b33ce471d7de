"""The rules that most publishers of blackjack figures take, with a few choices."""

from chapter47.blackjack.posting import TableRules


def table_of(decks: int, soft_17: str, *, doubles: bool = True, aces_again: bool = False) -> TableRules:
    """Four hands at most, aces split once; the dealer looks for a blackjack first."""
    return TableRules(
        decks=decks,
        soft_17=soft_17,  # type: ignore[arg-type]
        hole_card="card-reader",
        split_hands=4,
        double_after_split=doubles,
        resplit_aces=aces_again,
    )
