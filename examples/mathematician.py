"""A game mathematician: the exact edge of a table, what an option is worth, and a simulation beside it.

python examples/mathematician.py"""

import chapter47

ROUNDS = 2_000_000


def main() -> None:
    table = chapter47.table(game="blackjack", decks=6, hole_card="card-reader", wagers={"match-the-dealer": {}})
    edge = chapter47.edge(table, vary="soft_17")
    print(f"basic strategy {edge.house_edge:.4%}, optimal play {edge.house_edge_optimal:.4%}")
    print(f"match the dealer {edge.wagers['match-the-dealer'].house_edge:.4%}")
    for row in edge.vary or ():
        print(f"soft_17 = {row.to_dict()['soft_17']}: {row.house_edge:.4%}")

    if hard := chapter47.strategy(table).hard:
        print("16 against ten:", hard["16"]["T"])
    played = chapter47.simulate(table, rounds=ROUNDS, seed=47, fresh=True)
    assert edge.house_edge is not None
    assert played.house_edge is not None
    assert played.standard_error is not None
    distance = abs(played.house_edge - edge.house_edge) / played.standard_error
    print(f"{ROUNDS:,} rounds: {played.house_edge:.4%}, {distance:.1f} standard errors from the exact edge")


if __name__ == "__main__":
    main()
