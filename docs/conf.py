"""The documentation: Sphinx, MyST, Furo."""

project = "Chapter 47"
author = "The Chapter 47 founders"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
autosummary_ignore_module_all = False
templates_path = ["templates"]
html_theme = "furo"
html_title = "Chapter 47"
myst_heading_anchors = 3
exclude_patterns: list[str] = ["templates"]
