"""The reference page is what the front door says of itself."""

import runpy
from pathlib import Path

import chapter47

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_page_is_current() -> None:
    """Written anew by `python docs/reference.py`."""
    written = runpy.run_path(str(DOCS / "reference.py"))["reference"]() + "\n"
    assert (DOCS / "reference.md").read_text(encoding="utf-8") == written


def test_every_name_stands_on_the_page() -> None:
    page = (DOCS / "reference.md").read_text(encoding="utf-8")
    left_out = [name for name in chapter47.__all__ if f"`{name}`" not in page]
    assert left_out == ["Problem", "__version__"]
