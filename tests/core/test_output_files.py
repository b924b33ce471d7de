"""Which files a command may write."""

from pathlib import Path

from chapter47.core.files import output_problems


def test_what_is_there_stays_unless_forced_and_what_is_read_stays_always(tmp_path: Path) -> None:
    read, there, new = (tmp_path / name for name in ("read", "there", "new"))
    read.touch()
    there.touch()
    outputs = {"--a": read, "--b": there, "--c": new, "--d": new, "--e": None}
    assert [problem.key for problem in output_problems(outputs, [read, None], force=False)] == ["--a", "--b", "--d"]
    assert [problem.key for problem in output_problems(outputs, [read], force=True)] == ["--a", "--d"]


def test_a_link_to_an_input_is_that_input(tmp_path: Path) -> None:
    read, link = tmp_path / "read", tmp_path / "link"
    read.touch()
    link.symlink_to(read)
    assert output_problems({"--a": link}, [read], force=True)
