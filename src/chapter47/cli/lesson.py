"""The command `lesson`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from chapter47.cli.common import DONE, AsJson, print_answer, refuse
from chapter47.core.errors import ProblemInWords


def lesson(
    path: Annotated[Path, Parameter(help="A lesson file in TOML.")],
    /,
    *,
    json_: AsJson = False,
) -> int:
    """Check a lesson file: its keys, tables and citations, and every act, played by the engine.

    Exit 0: it can be taught. 2: it has problems, all of which are listed.

    Example: chapter47 lesson my-lesson.toml
    """
    from chapter47.core.files import UnreadableFileError, read_text
    from chapter47.school.lessons import read_course

    try:
        text = read_text(path)
    except UnreadableFileError as error:
        refuse([ProblemInWords(str(path), str(error), "a text file in UTF-8")], json_)
    course, problems = read_course(text, str(path))
    if problems or course is None:
        refuse(problems, json_, source=str(path))
    listed = [{"name": each.name, "title": each.title, "steps": len(each.steps)} for each in course.lessons]
    if json_:
        print_answer({"game": course.game, "title": course.title, "lessons": listed})
    else:
        print(f"{path}: {course.title} ({course.game}), no problem.")
        for each in listed:
            print(f"  {each['name']}: {each['title']}, {each['steps']} steps")
    return DONE
