"""Settings of the documentation: Sphinx, furo, MyST."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardformats import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "cardformats"
author = "The cardformats authors"
copyright = "the cardformats authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["attrs_inline", "deflist"]
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
    ("py:class", r"cardformats\.draft\.asking\.ViewOptions"),
    ("py:class", r"cardformats\.draft\.(engine|save)\.(\w+T|Step)"),
    ("py:class", r"cardformats\.draft\.[\w.]+(State|Step)"),
    ("py:class", r"cardformats\.collation\.(odds\.table\.ExactOdds|words\.Words)"),
    ("py:class", r"cardformats\.(collation\.blocks\.Blocks|tabular\.(TextTable|Tabular))"),
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
    """Adapt docstrings that napoleon and autodoc would misread."""
    if what == "data":  # an alias has the docstring of its type; the page describes it
        lines.clear()
    elif what == "property":  # a colon in the first line would be read as a type before it
        lines[:0] = ["..", ""]


#: A block of names of a module.  A line is a list of names, or a name, ``=`` and a description.
NAMES = re.compile(r"^```\{names\} (\S+)( module)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"([\w.]+)(\(\))?([*!+@]*)(?:\[([^]]*)\])?$")
_MEMBERS = {
    "*": ["members"],
    "!": ["members", "undoc-members"],
    "+": ["members", "inherited-members"],
    "@": ["special-members: __init__"],
}


def _document_names(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace blocks of names by the directives of autodoc.

    After a name, ``()`` hides the signature, ``*`` adds all members, ``!`` those without a
    docstring too, ``+`` inherited ones, ``@`` the constructor, and ``[one|two]`` some members.
    """
    source[0] = NAMES.sub(_directives, source[0])


def _directives(match: re.Match[str]) -> str:
    module, is_first, body = match.groups()
    lines = [f".. {'module' if is_first else 'currentmodule'}:: {module}", ""]
    for line in body.splitlines():
        names, _, about = line.partition(" = ")
        for each in re.split(r", *", names.strip(", ")):
            lines += [*_directive(module, each), *(["", f"   {about}"] if about else []), ""]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _directive(module: str, text: str) -> list[str]:
    found = _NAME.match(text)
    if found is None:
        raise ValueError(text)
    name, hidden, marks, members = found.groups()
    owner, _, own = name.rpartition(".")
    value = getattr(import_module(owner or module), own)
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
    else:
        kind = "function" if inspect.isroutine(value) else "data"
    options = [option for mark in marks for option in _MEMBERS[mark]]
    if members:
        options.append(f"members: {', '.join(members.split('|'))}")
    if kind == "data":
        options.append("no-value:")
    shown = (option if ":" in option else f"{option}:" for option in dict.fromkeys(options))
    return [f".. auto{kind}:: {name}{hidden or ''}", *(f"   :{option}" for option in shown)]


def setup(app: Sphinx) -> None:
    """Run before napoleon, whose priority is 500."""
    app.connect("autodoc-process-docstring", _prepare, priority=400)
    app.connect("source-read", _document_names)
