"""The command `chapter47`: one module per command, each of which loads what it needs when it runs."""

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from cyclopts import App, CycloptsError

from chapter47.cli.advise import advise
from chapter47.cli.arguments import problem_of
from chapter47.cli.audit import audit
from chapter47.cli.backup import backup, restore
from chapter47.cli.check import check
from chapter47.cli.common import refuse
from chapter47.cli.compare import compare
from chapter47.cli.count import count
from chapter47.cli.drill import drill
from chapter47.cli.edge import edge
from chapter47.cli.guide import guide
from chapter47.cli.law import law
from chapter47.cli.lesson import lesson
from chapter47.cli.new import new
from chapter47.cli.play import play
from chapter47.cli.published import published
from chapter47.cli.query import query
from chapter47.cli.replay import replay
from chapter47.cli.report import report
from chapter47.cli.rounds import rounds
from chapter47.cli.schema import schema
from chapter47.cli.serve import serve
from chapter47.cli.simulate import simulate
from chapter47.cli.strategy import strategy
from chapter47.cli.streams import run
from chapter47.cli.verify import verify

if TYPE_CHECKING:
    from rich.console import Console


class LateTerminal:
    """The terminal of the help pages, created when the first is printed: JSON answers never need it."""

    @cached_property
    def _made(self) -> "Console":
        from chapter47.terminal.console import Terminal

        return Terminal()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)


app = App(
    name="chapter47",
    help=(
        "New Jersey's casino regulation for table games (N.J.A.C. 19:47) as working software.\n\n"
        "Example: chapter47 new blackjack --output my-table.toml\n"
        "         chapter47 check my-table.toml\n\n"
        "Run chapter47 COMMAND --help for the options of a command."
    ),
    help_format="plaintext",
    console=cast("Console", LateTerminal()),
    version_flags=["--version"],
)
COMMANDS: Final = (
    check,
    compare,
    guide,
    new,
    schema,
    law,
    edge,
    play,
    drill,
    lesson,
    strategy,
    advise,
    simulate,
    report,
    count,
    published,
    query,
    replay,
    rounds,
    audit,
    backup,
    restore,
    verify,
    serve,
)
for command in COMMANDS:
    app.command(command)


def main() -> None:
    """The `chapter47` command."""
    run(lambda: _obey(sys.argv[1:]))


def _obey(words: list[str]) -> Any:
    """Run a command; parser errors are reported like those of the commands."""
    try:
        return app(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        refuse([problem_of(error, [command.__name__ for command in COMMANDS])], json_="--json" in words)
