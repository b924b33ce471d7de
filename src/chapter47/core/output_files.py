"""Files that a command writes: never over one that is there unless it is told to, and never over one that it reads."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from chapter47.core.errors import Problem, ProblemInWords


def output_problems(outputs: Mapping[str, Path | None], inputs: Iterable[Path | None], *, force: bool) -> list[Problem]:
    """All that speaks against writing these files, by the option that names each."""
    read = {path.resolve() for path in inputs if path is not None}
    problems: list[Problem] = []
    written: dict[Path, str] = {}
    for option, path in outputs.items():
        if path is None:
            continue
        place = path.resolve()
        if place in read:
            problems.append(ProblemInWords(option, f"{path}, which this command reads", "another file"))
        elif place in written:
            problems.append(ProblemInWords(option, f"{path}, which {written[place]} writes too", "another file"))
        elif path.exists() and not path.is_dir() and not force:
            problems.append(ProblemInWords(option, f"{path}, which is there already", "a new file, or --force"))
        written.setdefault(place, option)
    return problems
