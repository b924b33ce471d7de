"""The command `query`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import DONE, AsJson, print_answer, refusals


def query(
    path: Annotated[Path, Parameter(help="A file of rounds: .csv, .parquet or .jsonl.")],
    sql: Annotated[str, Parameter(help="A DuckDB query (SQL).")],
    /,
    *,
    json_: AsJson = False,
) -> int:
    """Query a hand history in SQL: `rounds`, `hands`, `decisions`, `settlements`. Needs chapter47[data].

    Exit 0: answered; 2: the file or the query cannot be read.

    Example: chapter47 query rounds.parquet "select cards_gone // 52 as decks, avg(net) from rounds group by all"

    Example: chapter47 query rounds.parquet "select question, move, count(*) from decisions group by all order by 3"
    """
    from chapter47.desk.query import query as ask

    with refusals(json_, options=()):
        answer = ask(path, sql)
    if json_:
        print_answer(answer.to_dict())
        return DONE
    from chapter47.terminal.console import Rows, Terminal

    table = Rows(*answer.columns)
    for row in answer.rows:
        table.add_row(*map(str, row))
    Terminal(highlight=False).print(table)
    return DONE
