"""A game mathematician: the exact edge of a table, what an option is worth, and a simulation beside it.

python examples/mathematician.py"""

import chapter47

ROUNDS = 2_000_000


def main() -> None:
    table = chapter47.table(game="blackjack", decks=6, hole_card="card-reader", wagers={"match-the-dealer": {}})
    edge = chapter47.edge(table, vary="soft_17")
    print(f"by the chart {edge.house_edge:.4%}, by the best play {edge.house_edge_optimal:.4%}")
    print(f"match the dealer {edge.wagers['match-the-dealer'].house_edge:.4%}")
    for row in edge.vary or ():
        print(f"soft_17 = {row.soft_17}: {row.house_edge:.4%}")

    print("16 against ten:", chapter47.strategy(table).hard["16"]["T"])
    played = chapter47.simulate(table, rounds=ROUNDS, seed=47, fresh=True)
    distance = abs(played.house_edge - edge.house_edge) / played.standard_error
    print(f"{ROUNDS:,} rounds: {played.house_edge:.4%}, {distance:.1f} standard errors from the exact edge")


if __name__ == "__main__":
    main()
