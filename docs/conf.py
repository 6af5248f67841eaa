"""Settings of the documentation: Sphinx, furo, MyST."""

from typing import Any

from sphinx.application import Sphinx

from cardformats import __version__

project = "cardformats"
author = "The cardformats authors"
copyright = "the cardformats authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
# several fields of a class can share a line of its docstring
napoleon_custom_sections = [("Attributes", "params_style")]

nitpicky = True
suppress_warnings = ["ref.python"]  # each kind of game has its own Table, Seat and View
nitpick_ignore_regex = [
    ("py:class", r"(?!cardformats\.).*"),  # there are no inventories of other projects
    # not public
    ("py:class", r"cardformats\.(formats\.base\.\w+|formats\.wagic\.codes\.\w+)"),
    ("py:class", r"cardformats\.draft\.bots\.ZonesT"),
    ("py:class", r"cardformats\.formats\.wagic\.abilities\.linter\.codes\.\w+"),
    ("py:class", r"cardformats\.formats\.wagic\.(syntax|primitives|packs)\.\w+"),
    ("py:class", r"cardformats\.checking\.(config|selection|findings)\.\w+"),
    # the page of the language lists the types of nodes
    ("py:class", r"cardformats\.formats\.wagic\.abilities\.(nodes|conditions|effects)\.\w+"),
    ("py:class", r"cardformats\.diagnostics\.T"),
    ("py:class", r"cardformats\.draft\.decks\._Card"),
    ("py:class", r"cardformats\.draft\.zones\.asking\.Options"),
    ("py:class", r"cardformats\.draft\.(engine|save)\.(\w+T|Step)"),
    ("py:class", r"cardformats\.draft\.[\w.]+(State|Step)"),
    ("py:class", r"cardformats\.collation\.(odds\.table\.ExactOdds|words\.Words)"),
    ("py:class", r"cardformats\.(collation\.blocks\.Blocks|tabular\.(Table|Tabular))"),
    ("py:class", r"cardformats\.formats\.octgn\.files\.GameFiles"),
    ("py:class", r"cardformats\.(formats\.styles\.Style|checking\.config\.Config)"),
    ("py:class", r"cardformats\.diagnostic_log\.DiagnosticLog"),
    ("py:func", r"cardformats\.files\.replace_files"),
    ("py:meth", r"__str__"),
    ("py:class", r"cardformats\.model\.(refs\.HasRef|cardset\._Origin)"),
]

html_theme = "furo"
html_title = f"cardformats {__version__}"


def _prepare(
    _app: Sphinx, what: str, _name: str, _obj: Any, _options: Any, lines: list[str]
) -> None:
    """Mend what napoleon and autodoc would make of docstrings."""
    if what == "data":  # an alias has the docstring of its type; the page says what it is
        lines.clear()
    elif what == "property":  # a colon in the first line would be taken for a type before it
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    """Come before napoleon, whose priority is 500."""
    app.connect("autodoc-process-docstring", _prepare, priority=400)
